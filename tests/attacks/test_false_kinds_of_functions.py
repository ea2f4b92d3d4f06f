"""What is said of a function of vectors, taken as if it were said of one of numbers."""

from __future__ import annotations

import pytest

from tests.attacks.steps import (
    A,
    I,
    P,
    Pt,
    T,
    V,
    eq,
    every,
    ge,
    gt,
    head,
    inner,
    plus,
    real,
    term,
    there,
    times,
    whole,
)  # fmt: skip
from verify.core import kernel
from verify.core.nodes import Refused, is_scalar, node
from verify.core.printing import theorem_text
from verify.core.terms import binding, forall, function, predicate, variable

U, AT = variable("u", "vector"), variable("a", "vector")
X, Y = real("x"), real("y")


def axiom(*formulas):
    return kernel.cite(kernel.Axiom("an axiom", "As it says.", "nowhere", tuple(formulas[:-1]), formulas[-1]))


def test_a_property_of_functions_of_numbers_is_not_said_of_functions_of_vectors():
    """W, of a function of two numbers: their sum, of one of a vector: of norm 1. W(u ↦ ⟨u, a⟩) ⇒ ⟨a, a⟩ = 1."""
    given, states = [predicate("W", function([U], inner(V("u"), V("a"))))], eq(inner(V("a"), V("a")), 1)
    kernel.proves(axiom(*given, states), given, states)
    known = axiom(predicate("W", function([X, Y], plus(X, Y))))
    with pytest.raises(Refused, match="as it would be of a function of vectors"):
        kernel.witness(given, states, {AT: node("tuple", term(1), term(1))}, [known])


def test_a_curve_is_not_the_functions_that_are_its_coordinates():
    """W2, of one curve: it is a line, of two functions of a number: they differ. W2(V) ⇒ 0 = 1, for V(x) = (x, 0)."""
    v = V("v", X)
    curve, line = variable("v", "vector"), function([X], node("tuple", X, term(0)))
    given, states = [predicate("W2", function([X], v))], eq(0, 1)
    two = axiom(there("W2", 2, function([X], X), function([X], term(0))))
    for held in (given, [predicate("W2", curve), eq(v, v)]):
        for known in (two, axiom(there("W2", 2, line))):
            with pytest.raises(Refused, match="as it would be of a function of vectors"):
                kernel.witness(held, states, {curve: line}, [known])


def test_a_property_of_functions_of_numbers():
    b = real("b")
    given, states = [predicate("W", function([X], plus(X, b)))], eq(b, 1)
    known = axiom(predicate("W", function([X], plus(X, term(2)))))
    kernel.refutes(kernel.witness(given, states, {b: term(2)}, [known]), given, states)


def is_false(at, beside):
    """The claim: f is 1 at 0, and 0 at all t > 0, and another integral of f is 0 ⇒ −1 ≥ 0, where f is continuous."""
    f, g, t = head("f"), head("g"), real("t")
    same = eq(I(A(g, t), t, 0, 1), I(A(g, t), t, 0, 1))
    continuous = axiom(same, forall([t], [gt(t)], eq(A(g, t), 0)), eq(A(g, 0), 0))
    given = [eq(at(f, 0), 1), forall([t], [gt(t)], eq(at(f, t), 0)), eq(I(beside(f, t), t, 0, 1), 0)]
    zero = kernel.instantiate(continuous, {g: function([t], at(f, t))}, hypotheses=given, conclusion=eq(at(f, 0), 0))
    one = kernel.assume(given[0], hypotheses=given)
    made = kernel.combine(ge(-1), [(one, term(1)), (zero, term(-1))], hypotheses=given)
    kernel.proves(made, given, ge(-1))


def of_two(f, t):
    return A(f, t, 2)


def of_a_vector(f, t):
    return A(f, times(t, V("u")))


@pytest.mark.parametrize("at", [of_two, of_a_vector])
def test_a_function_of_one_number_is_integrated_and_not_another_one_of_its_name(at):
    """f(t) = 0, but f(t, 2) and f(t·u) may be 1 at 0 and 0 elsewhere."""
    is_false(at, at)  # f is continuous there: there is no model
    with pytest.raises(Refused, match="integrates"):
        is_false(at, A)


def test_letters_that_look_alike_are_told_apart_where_they_are_shown():
    """Bound v beside a free ν: (∀ v: ν = 0) would read as (∀ v: v = 0)."""
    nu, v = real("ν"), real("v")
    bound = theorem_text([eq(nu, 0)], forall([X], [eq(plus(real("r"), real("s")), 1)], eq(nu, 0)))
    assert bound == "ν = 0 ⊢ (∀ x with r + s = 1: ν = 0)"
    assert theorem_text([ge(nu, 0)], ge(v)) == "ν⟨real, nu⟩ ≥ 0 ⊢ v⟨real⟩ ≥ 0"
    assert theorem_text([ge(nu, 0)], ge(X)) == "ν ≥ 0 ⊢ x ≥ 0"


def steps(f, space):
    """f(0) = 0, f(u) = 1, f² = f along u of the space: no function that is continuous there is so."""
    t, u = real("t"), V("u", space=space)
    return [eq(A(f, 0)), eq(A(f, u), 1), every(t, eq(P(A(f, times(t, u)), 2), A(f, times(t, u))))]


def mean(f, space):
    return I(A(f, times(X, V("u", space=space))), X, 0, 1)


def bend(f, space):
    """f = |v| for all v of the space, and a of it has length 1: ∇f(0) does not exist."""
    v, a = V(U, space=space), V(AT, space=space)
    return [every(U, eq(P(A(f, v), 2), inner(v, v))), every(U, ge(A(f, v))), eq(inner(a, a), 1)]


def slope(f, space):
    return node("gradient", f, times(0, V(AT, space=space)))


def never(held, said):
    """held ⊢ −1 ≥ 0, which uses what `said` takes for granted, and does not say it."""
    with_it = axiom(*held, eq(said, said), ge(-1))
    there_ = kernel.identity(eq(said, said), hypotheses=held)
    return kernel.instantiate(with_it, {}, [there_], hypotheses=held, conclusion=ge(-1))


@pytest.mark.parametrize(("hypotheses", "value"), [(steps, mean), (bend, slope)], ids=["integrated", "differentiated"])
def test_a_function_on_one_tangent_space_is_not_that_on_another(hypotheses, value):
    """f jumps, or bends, at q; a claim that takes it to be smooth at p, or P(1), is none of what does at q, or P(2)."""
    f = head("f")
    at_p, at_q = T(Pt("p")), T(Pt("q"))

    def claims(made, space):
        kernel.proves(made, [*made.hypotheses, eq(value(f, space), value(f, space))], ge(-1))

    made = never(hypotheses(f, at_q), value(f, at_q))
    claims(made, at_q)
    everywhere = every(head("z", "point"), eq(value(f, T(Pt("z"))), value(f, T(Pt("z")))))
    kernel.proves(made, [*made.hypotheses, everywhere], ge(-1))
    values, held = {head("q", "point"): Pt("P", 2)}, hypotheses(f, T(Pt("P", 2)))
    moved = kernel.instantiate(made, values, hypotheses=held, conclusion=ge(-1))
    claims(moved, T(Pt("P", 2)))
    for theorem, other in ((made, at_p), (moved, at_q), (moved, T(Pt("P", 1)))):
        with pytest.raises(Refused, match="the claim"):
            claims(theorem, other)


@pytest.mark.parametrize(("hypotheses", "value"), [(steps, mean), (bend, slope)], ids=["integrated", "differentiated"])
def test_a_function_on_the_tangent_spaces_at_some_points_is_not_that_on_those_at_all(hypotheses, value):
    """f jumps, or bends, at q: a claim that has it to be smooth at P(n), for all n, P(z), or numbers is none of it."""
    f, n, z = head("f"), whole("n"), head("z", "point")

    def smooth(v, point):
        return every(v, eq(value(f, T(point)), value(f, T(point))))

    at_q = never(hypotheses(f, T(Pt("q"))), value(f, T(Pt("q"))))
    at_one = never(hypotheses(f, T(real("y"))), value(f, T(real("y"))))
    at_all = never([*hypotheses(f, T(Pt("q"))), smooth(n, Pt("P", n))], value(f, T(Pt("q"))))
    for theorem in (at_q, at_all):
        for v, point in ((n, Pt("P", n)), (n, Pt("P", n, 1)), (z, Pt("P", Pt(z))), (X, X)):
            with pytest.raises(Refused, match="the claim"):
                kernel.proves(theorem, [*theorem.hypotheses, smooth(v, point)], ge(-1))
        kernel.proves(theorem, [*theorem.hypotheses, smooth(z, Pt(z))], ge(-1))
    for v, point in ((X, X), (z, Pt(z)), (n, n)):
        with pytest.raises(Refused, match="the claim"):
            kernel.proves(at_one, [*at_one.hypotheses, smooth(v, point)], ge(-1))
    at_some = kernel.assume(smooth(n, Pt("P", n)))
    moved = kernel.instantiate(at_some, {head("P", "point"): head("R", "point")}, hypotheses=[smooth(n, Pt("R", n))],
                               conclusion=smooth(n, Pt("R", n)))  # fmt: skip
    for theorem in (at_some, moved):
        kernel.proves(theorem, theorem.hypotheses, theorem.conclusion)


def test_for_all_functions_continuous_on_one_tangent_space_is_not_for_those_on_another():
    """∀f with steps at p: −1 + 0·∫f ≥ 0 is true if f is continuous there; ∫f at q does not make it so."""
    f, z = head("f"), [head("p", "point"), head("q", "point")]
    at_p, at_q = T(Pt("p")), T(Pt("q"))

    def of_all(space):
        return every(f, ge(plus(-1, times(0, mean(f, space)))), *steps(f, at_p))

    made = never(steps(f, at_p), mean(f, at_p))
    goal = ge(plus(-1, times(0, mean(f, at_p))))
    more = kernel.combine(goal, [(made, term(1))], hypotheses=steps(f, at_p))
    true = kernel.generalize(more, [f], steps(f, at_p), hypotheses=[])
    at_all_points = kernel.generalize(true, z, hypotheses=[])
    for known, said in ((true, of_all), (at_all_points, lambda space: every(z, of_all(space)))):
        kernel.instantiate(known, {}, hypotheses=[], conclusion=said(at_p))
        kernel.instantiate(kernel.assume(said(at_p)), {}, [known], hypotheses=[], conclusion=said(at_p))
        with pytest.raises(Refused):
            kernel.instantiate(known, {}, hypotheses=[], conclusion=said(at_q))
        with pytest.raises(Refused):
            kernel.instantiate(kernel.assume(said(at_q)), {}, [known], hypotheses=[], conclusion=said(at_q))
    there_ = T(Pt("P", 3))
    at_3 = every(f, ge(plus(-1, times(0, mean(f, there_)))), *steps(f, there_))
    kernel.instantiate(true, {z[0]: Pt("P", 3)}, hypotheses=[], conclusion=at_3)


@pytest.mark.parametrize(("hypotheses", "value"), [(steps, mean), (bend, slope)], ids=["integrated", "differentiated"])
def test_a_function_on_the_tangent_spaces_at_some_points_is_not_that_at_another(hypotheses, value):
    """∀z with z = p, or ∀k at P(k): a claim takes f to be smooth there, and it may bend, or jump, at q."""
    f, z, k = head("f"), head("z", "point"), variable("k", "integer")

    def as_it_is(space):
        return eq(value(f, space), value(f, space))

    at_p = every(z, as_it_is(T(Pt(z))), eq(Pt(z), Pt("p")))
    held = hypotheses(f, T(Pt("q")))
    made = never(held, value(f, T(Pt("q"))))
    kernel.proves(made, [*held, every(z, as_it_is(T(Pt(z))))], ge(-1))
    kernel.proves(made, [*held, every(k, every(z, as_it_is(T(Pt(z)))))], ge(-1))
    for some in (
        at_p,
        every(k, as_it_is(T(Pt("P", k)))),
        every(k, as_it_is(T(k))),
        every(z, every(k, as_it_is(T(Pt(z))), eq(Pt(z), Pt("P", k)))),
        every(z, every(k, as_it_is(T(Pt(z))), ge(-1))),
        eq(total_of(value(f, T(Pt("P", k))), k), 0),
    ):
        with pytest.raises(Refused, match="the claim"):
            kernel.proves(made, [*held, some], ge(-1))
    known = kernel.identity(as_it_is(T(Pt(z))), hypotheses=[eq(Pt(z), Pt("p"))])
    known = kernel.generalize(known, [z], [eq(Pt(z), Pt("p"))], hypotheses=[])
    made = kernel.instantiate(axiom(*held, at_p, ge(-1)), {}, [known], hypotheses=held, conclusion=ge(-1))
    kernel.proves(made, [*held, at_p], ge(-1))
    with pytest.raises(Refused, match="the claim"):
        kernel.proves(made, [*held, as_it_is(T(Pt("p")))], ge(-1))


def total_of(value, k):
    """The sum of the number, or of what the vector has as its square, over k from 1 to 3."""
    return binding("sum", k, value if is_scalar(value) else inner(value, value), term(1), term(3))


def test_a_function_of_vectors_at_one_point_is_not_one_of_vectors_at_two():
    """∀z: f(t·u, w) is integrated for u and w at z; f jumps for u at p and w at q."""
    f, z, y = head("f"), head("z", "point"), head("y", "point")

    def of_two(one, other):
        u, w = V("u", space=T(Pt(one))), V("w", space=T(Pt(other)))
        found = I(A(f, times(X, u), w), X, 0, 1)
        return eq(found, found)

    def never_with(one, other, *points):
        known = kernel.identity(of_two(one, other), hypotheses=[])
        known = kernel.generalize(known, points, hypotheses=[]) if points else known
        with_it = axiom(known.conclusion, ge(-1))
        return kernel.instantiate(with_it, {}, [known], hypotheses=[], conclusion=ge(-1))

    at_two, at_one, at_each = never_with("p", "q"), never_with("p", "p"), never_with("z", "z", z)
    everywhere, at_any = forall([z, y], [], of_two("z", "y")), every(z, of_two("z", "z"))
    for made in (at_two, at_one, at_each):
        kernel.proves(made, [everywhere], ge(-1))
        if made is not at_two:
            kernel.proves(made, [at_any], ge(-1))
    for some in (at_any, every(z, of_two("z", "q")), forall([z, y], [], of_two("y", "y"))):
        with pytest.raises(Refused, match="the claim"):
            kernel.proves(at_two, [some], ge(-1))
    u, w = (V(name, space=T(X)) for name in "uw")
    over = I(A(f, times(real("s"), u), w), real("s"), 0, 1)
    known = kernel.identity(eq(over, over), hypotheses=[])
    at_number = kernel.instantiate(axiom(known.conclusion, ge(-1)), {}, [known], hypotheses=[], conclusion=ge(-1))
    kernel.proves(at_number, [known.conclusion], ge(-1))
    with pytest.raises(Refused, match="the claim"):
        kernel.proves(at_number, [at_any], ge(-1))
