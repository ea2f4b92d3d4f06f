"""The kept multipliers of projected OGD are among those that a search finds again, and none of them is idle."""

import numpy as np
import pytest
from sympy import Rational

from proofs.gradient_descent._worst_case_runs import EXTREMAL, NEAR
from proofs.gradient_descent._worst_cases import ABOVE, BELOW, by_multipliers, estimation, multipliers
from proofs.gradient_descent.worst_cases import BOUNDS, REACHED, worst_of
from verify.tightness.performance_estimation import NotShown, bounded, propose


def test_the_search_finds_the_multipliers_again():
    names = list(multipliers(4, BELOW))
    problem = estimation(4, BELOW, names)
    found = propose(problem, BOUNDS[4])
    bounded(problem, BOUNDS[4], found)
    kept = multipliers(4, BELOW)
    assert all(abs(found[n] - kept[name]) < Rational(1, 100) for n, name in enumerate(names))


@pytest.mark.parametrize("last", [4, 5])
def test_a_bound_below_what_a_run_reaches_is_refused(last):
    with pytest.raises(NotShown):
        by_multipliers(last, BELOW, REACHED[last])


def test_no_multiplier_of_four_rounds_can_be_left_out():
    kept = multipliers(4, BELOW)
    for name in kept:
        names = [other for other in kept if other != name]
        with pytest.raises(NotShown):
            bounded(estimation(4, BELOW, names), BOUNDS[4], dict(enumerate(kept[other] for other in names)))


@pytest.mark.parametrize("last", BOUNDS)
def test_the_learner_makes_the_regret_that_is_claimed(last):
    regret = worst_of((EXTREMAL | NEAR)[last].gradients_in_floats())
    assert float(REACHED[last]) - 1e-12 <= regret <= float(BOUNDS[last]) + 1e-12


@pytest.mark.parametrize("last", BOUNDS)
def test_the_gradients_of_the_runs_are_no_longer_than_one(last):
    gradients = (EXTREMAL | NEAR)[last].gradients_in_floats()
    assert np.all(np.linalg.norm(gradients, axis=1) <= 1.0 + 1e-12)


def test_the_side_above_is_the_easier_one_from_three_rounds_on():
    for last in range(4, 9):
        by_multipliers(last, ABOVE, BOUNDS[last])
