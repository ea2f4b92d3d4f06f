"""Ways in which substitution and what it needs proved what is false: each step that was false is refused.

The premises of that step are accepted, and beside it, where there is one at hand, so is a neighbour that is true.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.attacks.steps import (
    A,
    D,
    I,
    P,
    Pt,
    S,
    V,
    cases,
    combine,
    eq,
    every,
    fn,
    ge,
    generalize,
    given,
    gt,
    has,
    head,
    identity,
    inner,
    instantiate,
    inv,
    known,
    lam,
    less,
    lt,
    ne,
    neg,
    over,
    plus,
    real,
    sqrt,
    term,
    times,
    whole,
)  # fmt: skip
from tests.attacks.test_readings import absurd, accepted, between, f, g, h, i, k, n, of, r, refused, s, x, y
from verify.core import kernel
from verify.core.nodes import IllFormed, Refused, node
from verify.core.terms import forall, opened, relation, variable


def test_no_value_is_given_to_what_a_sum_or_integral_binds():
    """With 0 for the inner name of what it binds, ∫₀¹ x dx = 1/2 was refuted: it was read as ∫₀¹ 0 dx."""
    area, count = eq(I(x, x, 0, 1), Fraction(1, 2)), eq(S(i, i, 1, 3), 6)
    for bound in (real("~1"), real("!1"), real("?0"), whole("~1")):
        for states in (area, count):
            with pytest.raises(Refused):
                kernel.witness([], states, {bound: term(0)})
    wrong = eq(S(i, i, 1, 3), x)
    kernel.refutes(kernel.witness([], wrong, {x: term(5)}), [], wrong)


@pytest.mark.parametrize(("kind", "sign"), [("function", "positive"), ("integer function", ""), ("function", "")])
def test_there_are_no_functions_of_functions(kind, sign):
    """⊢ F(g) > 0 for a positive F; F := (h, a positive function) ↦ h(0) made it g(0) > 0, for every g.

    F := (h, x) ↦ h(x) forgot that g was integrated in F(g, x), and F := h ↦ ∫₀¹ h made "for all h" one for all that
    are continuous.
    """
    h, u = head("h", kind, sign), variable("u", "vector")
    for body in (A(h, 0), A(h), I(A(h, 0), x, 0, 1)):
        with pytest.raises(Refused):
            lam(h, body)
    with pytest.raises(Refused):
        lam([u, x], inner(V(u, x), V("w")))
    outer, at = head("F", "function", "positive"), A(head("F", "function", "positive"), V("v"))
    square = plus(1, inner(V(u), V(u)))
    accepted(instantiate(combine(gt(at), [(at, 1)]), {outer: lam(u, square)}, gt(plus(1, inner(V("v"), V("v"))))))


def test_a_hypothesis_may_be_defined_where_its_conditions_are_not_met():
    """f := x ↦ 5 drops log y; 5 + yᵐ = 5 + yᵐ was thought to need y > 0, but is defined at y = −1, m = 2."""
    for added in (P(y, r), fn("log", y)):
        value = eq(plus(A(f, fn("log", y)), added), plus(5, added))
        held = [value, every(x, eq(A(f, x), A(g, fn("exp", x))))]
        refused(known(eq(A(g, y), 5), *held))
        of_log = known(eq(A(g, y), 5), *held, gt(y))
        dropped = [eq(plus(5, added), plus(5, added)), every(x, eq(5, A(g, fn("exp", x))))]
        refused(instantiate(of_log, {f: lam(x, 5)}, eq(A(g, y), 5), *dropped))
        accepted(instantiate(of_log, {f: lam(x, 5)}, eq(A(g, y), 5), *dropped, gt(y)))


def test_by_which_argument_a_curve_is_differentiated_is_kept_under_for_all():
    """A proof that needs ∂₁c(x, k) for all k is none of a claim that has ∂₂c(k, x): c(s, t) = |s|·u has that only."""

    def curve(at):
        return every(k, eq(D(at, x, 0), D(at, x, 0)))

    first, second = V("c", x, k), V("c", k, x)
    size = every([s, x], eq(V("c", s, x), times(fn("abs", s), V("u"))))
    given = [size, eq(inner(V("u"), V("u")), 1)]
    there = generalize(identity(D(first, x, 0), D(first, x, 0)), [k])
    made = accepted(instantiate(known(absurd, *given, curve(first)), {}, absurd, *given, discharge=[there]))
    with pytest.raises(Refused):
        kernel.proves(made, [*given, curve(second)], absurd)
    kernel.proves(made, [*given, curve(first)], absurd)


def test_a_use_is_not_met_because_its_condition_has_no_value():
    """U = {g′(v) exists for all v = 0 with f(v) ≥ 0, with f(v) < 0}: |v| does not meet it by the gap of f := 1/v."""
    v, size = real("v"), every(x, eq(A(g, x), fn("abs", x)))
    slope = eq(A(g, v, order=1), A(g, v, order=1))
    there = identity(A(g, v, order=1), A(g, v, order=1))
    none = instantiate(known(absurd, size, eq(v), slope), {}, absurd, size, eq(v), discharge=[there])

    def case(condition):
        closed = generalize(none, [v], [condition(v), eq(v)], size)
        return instantiate(closed, [0], absurd, size, condition(term(0)), discharge=[identity(term(0), term(0))])

    parts = [lambda u: ge(A(f, u)), lambda u: lt(A(f, u))]
    both = cases([case(part) for part in parts], [part(term(0)) for part in parts], absurd, size)
    refused(instantiate(both, {f: lam(v, inv(v))}, absurd, size))
    accepted(instantiate(both, {f: lam(v, P(v, 2))}, absurd, size))


def test_a_predicate_does_not_speak_of_a_function_of_positive_numbers():
    """−|p| is −p for p > 0: so what is convex of positive numbers became −|x| at −1."""

    def convex(value):
        return has("is convex", value)

    p, middle = real("p", "positive"), known(ge(plus(A(f, -1), A(f, 1)), times(2, A(f, 0))), convex(f))
    there = ge(plus(-1, -1), times(2, 0))
    assert lam(p, neg(p)) is lam(x, neg(x))  # a function of all numbers
    bent, line = lam(x, neg(fn("abs", x))), lam(x, neg(x))
    refused(instantiate(middle, {f: bent}, there, discharge=[known(convex(line))]))
    accepted(instantiate(middle, {f: line}, ge(plus(1, -1), times(2, 0)), discharge=[known(convex(line))]))


def test_a_gradient_stays_in_its_space_where_a_derivative_or_a_sum_is_worked_out():
    """|∇f(d/dx u)|² was |∇f(0)|² in E, for u of any space F; Σ|∇f(uᵢ − uᵢ)|² had no space either."""

    def square(at):
        return inner(node("gradient", f, term(at)), node("gradient", f, term(at)))

    def summed(name, space):
        at = V(name, i, space=variable(space, "constant"))
        return S(square(plus(at, neg(at))), i, 1, n)

    space = variable("F", "constant")
    constant, moving = (D(V("u", *at, space=space), x, 0) for at in ([], [x]))
    refused(identity(square(constant), square(0)))
    accepted(identity(square(moving), square(moving)))
    refused(identity(summed("u", "F"), summed("w", "G")))
    accepted(identity(summed("u", "F"), summed("u", "F")))


def test_an_integral_with_a_bound_that_moves_has_a_value_nearby_if_its_body_has_beyond():
    """d/dv ∫₀^v ∫_w^1 √(s + a) ds dw at 0 exists for a > 0; it was thought to for a = 0, as √s has values there."""
    w, v = real("w"), real("v")

    def slope(body):
        return D(I(I(body, s, w, 1), w, 0, v), v, 0)

    def inside(low):
        return every(s, ge(s), ge(times(less(1, s), less(s, low))))

    there = slope(sqrt(s))
    refused(identity(there, there, inside(0), every(r, inside(r), ge(neg(P(r, 2))))))
    for body in (fn("exp", s), fn("abs", s)):
        accepted(identity(slope(body), I(body, s, 0, 1)))


def test_the_derivative_of_a_curve_is_not_continuous_in_its_other_arguments():
    """c(x, w) = x·exp(−w²/x²)·u is continuous, ∂₁c(0, w) is not: it was thought that it has an integral over w."""
    w, u = real("w"), V("u")
    for at, step in (([x, w], refused), ([x], accepted)):
        area = I(inner(u, times(w, D(V("c", *at), x, 0))), w, 0, 1)
        step(identity(area, area))
    area = I(inner(u, D(V("c", x), x, w)), w, 0, 1)
    accepted(identity(area, area))


def test_for_all_continuous_functions_is_not_for_all_because_an_argument_is_dropped():
    """⊢ ∀h with h(0) = 0, h(1) = 1, h² ≥ h: −1 + 0·∫₀¹ h(F(s)) ds ≥ 0 is true; with F := s ↦ 0, it is of no jump h."""

    def closed(at):
        return every(h, ge(plus(-1, times(0, I(A(h, at(s)), s, 0, 1)))), *between(of(h)))

    for value, step in ((term(0), refused), (P(s, 2), accepted)):
        step(instantiate(known(closed(of(f))), {f: lam(s, value)}, closed(lambda _, at=value: at)))


def test_a_condition_for_all_continuous_functions_is_not_read_as_one_for_all():
    """∀v with (∀h, a jump: v + 0·∫₀¹ h(F(s)) ds ≥ 1): v ≥ 1 is false, as no continuous h is a jump; F := s ↦ 0."""

    def condition(at):
        always = ge(plus(y, times(0, I(A(h, at(s)), s, 0, 1))), 1)
        return every(h, always, eq(A(h, 0)), eq(A(h, 1), 1), every(r, eq(P(A(h, r), 2), A(h, r)), ne(r, half)))

    def jump(u):
        return over(plus(1, over(less(u, half), fn("abs", less(u, half)))), 2)

    half = Fraction(1, 2)
    met = condition(lambda _: term(0))
    unit = generalize(identity(P(jump(r), 2), jump(r), ne(r, half)), [r], [ne(r, half)])
    ends = [identity(jump(term(0)), 0), identity(jump(term(1)), 1)]
    of_g = [opened(part, [g]) for part in met.args[1:]]
    there = instantiate(given(met), [g], of_g[-1], met, *of_g[:-1])
    value = ge(plus(y, times(0, I(jump(term(0)), s, 0, 1))), 1)
    there = combine(ge(y, 1), [(instantiate(there, {g: lam(r, jump(r))}, value, met, discharge=[*ends, unit]), 1)])
    shown = accepted(generalize(there, [y], [met]))
    states = ge(0, 1)
    for at, step in ((of(f), False), (lambda _: term(0), True)):
        schema = every(y, ge(y, 1), condition(at))
        if step:
            kernel.refutes(kernel.witness([schema], states, {f: lam(s, 0)}, [shown]), [schema], states)
        else:
            with pytest.raises(Refused):
                kernel.witness([schema], states, {f: lam(s, 0)}, [shown])


def test_a_claim_does_not_differentiate_what_a_head_is_in_another_space_or_with_other_arguments():
    """A proof that needs ∇f(0) in F is none of a claim with ∇f(v) in E; nor ∂₁c(0, 0) of c′(0)."""
    other = V("w", space=variable("F", "constant"))
    nabla = [node("gradient", f, at) for at in (V("v"), other)]
    curves = [D(V("c", *at), x, 0) for at in ([x], [x, 0])]
    for claimed, needed, here in ((*nabla, eq(A(f, other), 5)), (*curves, eq(V("c", 0, 0), V("c", 0)))):
        smooth = known(absurd, eq(needed, needed), here)
        made = accepted(instantiate(smooth, {}, absurd, here, discharge=[identity(needed, needed)]))
        with pytest.raises(Refused):
            kernel.proves(made, [here, eq(claimed)], absurd)
        kernel.proves(made, [here, eq(needed)], absurd)


def test_a_hessian_at_zero_is_used_in_the_space_of_its_direction():
    """D∇f(0)[u], u ∈ F, was said to exist because one at 0 in E does."""
    space = variable("F", "constant")
    for u, there in ((V("u", space=space), space), (V("u"), V("u").sort)):
        value = node("hessian", f, term(0), u)
        (use,) = accepted(identity(value, value)).uses.slopes
        assert use.args[1].sort is there


def test_a_point_is_not_compared_with_zero():
    """p = 0 and q = 0 made p = q, and f(p) = f(0), for points p and q."""
    for sides in ((Pt("p"), 0), (0, Pt("p")), (Pt("p"), times(0, x))):
        with pytest.raises(Refused):
            eq(*sides)
    accepted(identity(A(f, Pt("p")), A(f, Pt("q")), using=[eq(Pt("p"), Pt("q"))]))


def test_a_use_is_not_met_because_its_argument_has_no_value():
    """U = {g′(f(0)) exists} says nothing of g where f := x ↦ log(−1 − x²) has no value at 0."""
    slope, nowhere = A(g, A(f, 0), order=1), has("is differentiable nowhere", g)
    never = instantiate(
        known(absurd, nowhere, eq(slope, slope)), {}, absurd, nowhere, discharge=[identity(slope, slope)]
    )
    for under, step in ((less(-1, P(x, 2)), refused), (plus(1, P(x, 2)), accepted)):
        step(instantiate(never, {f: lam(x, fn("log", under))}, absurd, nowhere))


def test_a_predicate_that_speaks_of_a_function_speaks_of_one_without_gaps():
    """A function of all reals whose derivative is negative where it is defined has f(−1) > f(1); 1/x has not."""

    def falls(value):
        return has("has a negative derivative wherever it is defined", value)

    least = known(gt(A(f, -1), A(f, 1)), falls(f))
    refused(known(falls(lam(x, inv(x)))))
    line = lam(x, neg(x))
    accepted(instantiate(least, {f: line}, gt(neg(-1), neg(1)), discharge=[known(falls(line))]))


def test_what_only_equals_a_term_is_not_remembered_in_its_place():
    """The core keeps what bodies become with values: one that equals every other thing would be taken for these."""

    class Everything:
        def __hash__(self):
            return hash(variable("y"))

        def __eq__(self, other):
            return True

        def __getattr__(self, name):
            return getattr(variable("z"), name)

    body = forall([variable("x")], [], relation("=", variable("x"))).args[1].args[1]
    with pytest.raises(IllFormed, match="is no term"):
        opened(body, [Everything()])
    assert opened(body, [variable("y")]) is variable("y")
