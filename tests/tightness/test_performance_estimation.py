"""Multipliers show a bound where the slack matrix is positive semidefinite, and nowhere else; floats only propose."""

import pytest
from sympy import Rational, S, sqrt

from verify.author.kernel import proves
from verify.language.terms import Inner, Relation, eq, ge, le, real, vectors
from verify.tightness.performance_estimation import Estimation, NotShown, bounded, propose

g, h, u = vectors("g h u")
ONE_STEP = Estimation((g, u), (ge(1, Inner(g, g)), ge(1, Inner(u, u))), -Inner(g, u))
HALVES = {0: Rational(1, 2), 1: Rational(1, 2)}

# Two steps of length 1 and √½ from 0 without projection: −⟨h, g⟩ − ⟨g + √2h, u⟩ is largest at 5√2/4.
TWO_STEPS = Estimation(
    (g, h, u),
    (ge(1, Inner(g, g)), ge(1, Inner(h, h)), ge(1, Inner(u, u))),
    -sqrt(2) * Inner(g, h) - Inner(g + h, u),
)
WORST = 5 * sqrt(2) / 4


def test_an_attained_bound_is_shown_although_the_slack_matrix_is_singular():
    theorem = bounded(ONE_STEP, 1, HALVES)
    proves(theorem, ONE_STEP.given, le(-Inner(g, u), 1))


def test_only_the_conditions_that_have_a_multiplier_become_hypotheses():
    more = Estimation((g, u), (*ONE_STEP.given, ge(2, Inner(g + u, g + u))), ONE_STEP.shows)
    assert set(bounded(more, 1, HALVES).hypotheses) == set(ONE_STEP.given)


def test_irrational_coefficients_are_paid_for_exactly():
    bound = Rational("1.7678")
    found = propose(TWO_STEPS, bound)
    theorem = bounded(TWO_STEPS, bound, found)
    proves(theorem, TWO_STEPS.given, le(TWO_STEPS.shows, bound))
    assert 0 < bound - WORST < Rational(1, 10**4)


@pytest.mark.parametrize("place", [0, 1])
def test_a_wrong_multiplier_is_refused(place):
    wrong = HALVES | {place: Rational(49, 100)}
    with pytest.raises(NotShown, match="not positive semidefinite"):
        bounded(ONE_STEP, 1, wrong)


def test_a_slack_matrix_with_a_negative_eigenvalue_is_refused_however_large_the_bound():
    with pytest.raises(NotShown, match="not positive semidefinite"):
        bounded(ONE_STEP, 1000, {0: Rational(1, 2)})


def test_a_bound_lowered_by_one_per_cent_is_refused():
    with pytest.raises(NotShown, match="the multipliers show the bound 1, not 99/100"):
        bounded(ONE_STEP, Rational(99, 100), HALVES)
    bound = Rational("1.7678")
    with pytest.raises(NotShown, match="show the bound"):
        bounded(TWO_STEPS, bound * Rational(99, 100), propose(TWO_STEPS, bound))


def test_floats_propose_nothing_for_a_bound_below_the_worst_case():
    assert propose(TWO_STEPS, Rational(99, 100) * Rational("1.7677")) is None


@pytest.mark.parametrize("multiplier", [0, -1, sqrt(2), S.Infinity])
def test_a_multiplier_is_a_positive_rational_number(multiplier):
    with pytest.raises(ValueError, match=r"multipliers\[0\] is .*; it must be a positive rational number"):
        bounded(ONE_STEP, 1, {0: multiplier, 1: 1})


def test_a_multiplier_belongs_to_a_condition():
    with pytest.raises(ValueError, match=r"multipliers\[2\]"):
        bounded(ONE_STEP, 1, {2: S.One})


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (eq(Inner(g, g), 1), "it must be ≥"),
        (ge(sqrt(2), Inner(g, g)), "must be rational"),
        (ge(real("c"), Inner(g, g)), "must be a number, or one times an inner product"),
        (ge(1, Inner(g, g) ** 2), "must be a number, or one times an inner product"),
    ],
)
def test_conditions_are_inequalities_with_rational_coefficients(given: Relation, message: str):
    with pytest.raises(ValueError, match=message):
        bounded(Estimation((g, u), (given,), -Inner(g, u)), 1, {0: S.One})


def test_an_inner_product_of_other_vectors_is_refused():
    with pytest.raises(ValueError, match="is none of the vectors"):
        bounded(Estimation((g, u), ONE_STEP.given, -Inner(g, h)), 1, HALVES)
