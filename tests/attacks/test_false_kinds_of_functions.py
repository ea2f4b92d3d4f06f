"""What is said of a function of vectors, taken as if it were said of one of numbers."""

from __future__ import annotations

import pytest

from tests.attacks.steps import (
    A,
    D,
    I,
    Pt,
    T,
    V,
    eq,
    every,
    ge,
    gt,
    has,
    head,
    inner,
    of,
    plus,
    real,
    term,
    there,
    times,
)  # fmt: skip
from verify.core import kernel
from verify.core.nodes import Refused, node
from verify.core.printing import theorem_text
from verify.core.terms import forall, function, variable
from verify.core.uses import uses_of

U, AT = variable("u", "vector"), variable("a", "vector")
X, Y = real("x"), real("y")


def axiom(*formulas):
    return kernel.cite(kernel.Axiom("an axiom", "As it says.", "nowhere", tuple(formulas[:-1]), formulas[-1]))


def test_a_property_of_functions_of_numbers_is_not_said_of_functions_of_vectors():
    """W, of a function of two numbers: their sum, of one of a vector: of norm 1. W(u ↦ ⟨u, a⟩) ⇒ ⟨a, a⟩ = 1."""
    given, states = [has("W", function([U], inner(V("u"), V("a"))))], eq(inner(V("a"), V("a")), 1)
    kernel.proves(axiom(*given, states), given, states)
    known = axiom(has("W", function([X, Y], plus(X, Y))))
    with pytest.raises(Refused, match="not shown to meet"):
        kernel.witness(given, states, {AT: node("tuple", term(1), term(1))}, [known])


def test_a_curve_is_not_the_functions_that_are_its_coordinates():
    """W2, of one curve: it is a line, of two functions of a number: they differ. W2(V) ⇒ 0 = 1, for V(x) = (x, 0)."""
    curve, line = variable("v", "vector"), function([X], node("tuple", X, term(0)))
    given, states = [has("W2", of(curve, X))], eq(0, 1)
    kinds = "number ↦ vector"
    for known in (
        there("W2", 2, kinds, function([X], X), function([X], term(0))),
        there("W2", 2, "number ↦ number; number ↦ number", function([X], X), function([X], term(0))),
        there("W2", 2, "number ↦ 2 numbers", line),
    ):
        with pytest.raises(Refused, match="not shown to meet"):
            kernel.witness(given, states, {curve: line}, [axiom(known)])
    kernel.witness(given, states, {curve: line}, [axiom(there("W2", 2, kinds, line))])


def test_a_property_of_functions_of_numbers():
    b = real("b")
    given, states = [has("W", function([X], plus(X, b)))], eq(b, 1)
    known = axiom(has("W", function([X], plus(X, term(2)))))
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


@pytest.mark.parametrize("space", [T(Pt("p")), T(real("y")), T(Pt("P", 2))], ids=repr)
def test_a_function_of_tangent_vectors_is_neither_integrated_nor_differentiated(space):
    """On which tangent spaces a claim takes it to be smooth, at p, at P(n) for all n, or at all, was mistaken."""
    f, s, u = head("f"), real("s"), V("u", space=space)
    w = V("w", times(s, X), space=space)
    for made in (
        lambda: node("gradient", f, u),
        lambda: node("hessian", f, u, u),
        lambda: uses_of([eq(I(A(f, times(X, u)), X, 0, 1), 0)]),
        lambda: uses_of([every(s, eq(I(A(f, X, u), X, 0, s), 0))]),
        lambda: uses_of([eq(I(inner(w, u), X, 0, 1), 0)]),
        lambda: uses_of([eq(inner(D(w, X, 1), u), 0)]),
    ):
        with pytest.raises(Refused, match=r"tangent vectors|by its name"):
            made()
    uses_of([eq(I(times(X, A(f, u)), X, 0, 1), 0), eq(I(A(f, times(X, V("u"))), X, 0, 1), 0)])
