"""The axioms of the calculus speak of functions that may be defined in places only, and give nothing beyond these."""

import pytest
from sympy import Lambda, Max, Rational, S, log, sqrt

from verify import axioms
from verify.author.kernel import Axiom, KernelError, assume, cite, combine, generalize, identity, instantiate, proves
from verify.axioms import (
    CHANGE_OF_VARIABLES,
    CURVATURE_AT_A_MINIMUM,
    FUNDAMENTAL_THEOREM,
    NONNEGATIVE_DERIVATIVE,
    SLOPE_AT_THE_END,
    TANGENT_BELOW,
    TAYLOR,
    ZERO_DERIVATIVE,
)
from verify.language.terms import Deriv, FunHead, PartialHead, eq, function, ge, gt, partial, real

a, b, q, r, s, u, v, x, z = real("a b q r s u v x z")
f, F = partial("f"), partial("F")
WHOLE = {
    "change of variables": {"g"},
    "intermediate value theorem": {"g"},
    axioms.SMOOTH_FUNCTIONS.name: {"f", "g"},
    axioms.INTEGRALS.name: {"f", "g"},
}
"""Axioms of the calculus that need a function on the whole line, and which."""


def heads(axiom):
    formulas = (*axiom.hypotheses, axiom.conclusion)
    return {head for formula in formulas for head in formula.atoms(FunHead)}


@pytest.mark.parametrize(
    "axiom",
    [axiom for axiom in vars(axioms.calculus).values() if isinstance(axiom, Axiom)],
    ids=lambda axiom: axiom.name,
)
def test_what_takes_the_place_of_their_functions_need_not_be_defined_everywhere(axiom):
    assert {h.name for h in heads(axiom) if not isinstance(h, PartialHead)} == WHOLE.get(axiom.name, set())


@pytest.mark.parametrize(
    ("axiom", "values", "place"),
    [
        (FUNDAMENTAL_THEOREM, {F: Lambda(x, log(x)), f: Lambda(x, 1 / x), u: -1, v: 1}, "a pole between the ends"),
        (ZERO_DERIVATIVE, {f: Lambda(x, log(x - Rational(1, 2)))}, "not defined up to 1/2"),
        (NONNEGATIVE_DERIVATIVE, {f: Lambda(x, -1 / x), a: -1, b: 1}, "1 before the pole, −1 behind it"),
        (TANGENT_BELOW, {f: Lambda(x, 1 / x**2), a: -1, b: 1}, "convex on either side of the pole"),
        (SLOPE_AT_THE_END, {f: Lambda(x, sqrt(x))}, "no slope at 0"),
        (CURVATURE_AT_A_MINIMUM, {f: Lambda(x, x * log(x))}, "nothing left of 0"),
        (CHANGE_OF_VARIABLES, {f: Lambda(x, 1 / x), function("g"): Lambda(x, x), u: -1, v: 1}, "a pole"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_axiom_gives_nothing_where_the_function_is_not_defined(axiom, values, place):
    with pytest.raises(KernelError, match=r"is not among those|cannot hold|no node of the language"):
        proves(theorem := instantiate(cite(axiom), values), [], theorem.conclusion)


def test_the_logarithm_is_used_where_it_is_defined():
    """ln has the derivative 1/x to the right of 0, so the integral of that from 1 to 2 is ln 2."""
    inside = ge((2 - r) * (r - 1), 0)
    positive = combine(gt(r, 0), [(Rational(1, 3), assume(inside)), (Rational(1, 3), r**2), (Rational(2, 3), 1)])
    slope = identity(eq(Deriv(log(q), q, r), 1 / r), facts=[positive])
    theorem = instantiate(
        cite(FUNDAMENTAL_THEOREM),
        {F: Lambda(x, log(x)), f: Lambda(x, 1 / x), u: 1, v: 2},
        [generalize(slope, [r], [inside]), generalize(positive, [r], [inside])],
    )
    proves(theorem, [], theorem.conclusion)


def test_a_slope_that_is_only_one_sided_is_none():
    """max(0, x) starts at 0 and is not negative; it has no derivative at 0."""
    with pytest.raises(KernelError, match=r"no rule for the derivative|cannot hold"):
        instantiate(cite(SLOPE_AT_THE_END), {f: Lambda(x, Max(0, x))})


def test_a_total_function_takes_the_place_of_one_that_need_not_be():
    flat = identity(eq(Deriv(S(3) + 0 * q, q, s), 0))
    theorem = instantiate(cite(ZERO_DERIVATIVE), {f: Lambda(x, S(3))}, [generalize(flat, [s], [ge(s, 0), ge(1, s)])])
    proves(theorem, [], theorem.conclusion)


def test_the_remainder_of_taylors_theorem_is_taken_where_the_second_derivative_is():
    """f = −ln(1 + x) and f″ = 1/(1 + x)² are defined right of −1 only, and on [0, 1]."""
    bend = Lambda(x, 1 / (1 + x) ** 2)
    theorem = instantiate(cite(TAYLOR), {f: Lambda(x, -log(1 + x)), partial("k"): bend, z: s - Rational(1, 2)})
    share = [ge(s, 0), ge(1, s)]
    inside = combine(gt(1 + s, 0), [(1, assume(share[0])), (1, S.One)])
    second = identity(eq(Deriv(Deriv(-log(1 + q), q, r), r, s), bend(s)), facts=[inside])
    left = instantiate(theorem, {}, [generalize(fact, [s], share) for fact in (second, inside)]).hypotheses
    assert len(left) == 1  # what is to follow from the place of the remainder
