"""What `numeric` computes against its formulas in mpmath, at ordinary and at nasty inputs.

An answer is within the documented accuracy of the true value, or it is a refusal: a ValueError of one line. Nothing is
silently wrong, not finite, or a warning.
"""

import sys
from functools import cache
from pathlib import Path

import mpmath as mp
import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[3]))

from numeric.learners import EG
from tests.numeric.oracle import (
    functions,
    functions_additive,
    functions_bounds,
    functions_fitted,
    functions_geodesic,
    functions_hyperbolic,
    functions_implicit,
    functions_links,
    functions_manifolds,
    functions_matrices,
    functions_pulled,
    functions_rest,
    truth_implicit,
)
from tests.numeric.oracle.harness import ORDINARY_SHARE, Case, Outcome
from tests.sampling import every

CASES, MANY = 11, 1000
"""Eleven cases are one of each class beside ordinary ones."""

MODULES = (  # each adds its functions to those of the first
    functions,
    functions_additive,
    functions_bounds,
    functions_fitted,
    functions_geodesic,
    functions_hyperbolic,
    functions_implicit,
    functions_links,
    functions_manifolds,
    functions_matrices,
    functions_pulled,
    functions_rest,
)
ALL = every(3, functions.FUNCTIONS, [f.name.replace(" ", "-") for f in functions.FUNCTIONS])


@pytest.fixture(scope="module", params=ALL)
def case(request):
    """The cases of one function; what several tests need of a case is computed once."""
    return cache(lambda i: Case(request.param, i))


def test_an_answer_is_right_or_a_refusal(case):
    wrong = [o.message for i in range(CASES) if (o := case(i).outcome()).verdict == "wrong"]
    assert not wrong, f"{len(wrong)} of {CASES} are wrong; the first: {wrong[0]}"


def test_ordinary_inputs_are_not_refused(case):
    cases = range(0, 10 * ORDINARY_SHARE, ORDINARY_SHARE)
    refused = [o.message for i in cases if isinstance(o := case(i).answer[0], Outcome) and o.verdict == "refused"]
    assert len(refused) <= 1, f"{len(refused)} of 10 are refused; the first: {refused[0]}"


@pytest.mark.parametrize("twist", [-1.0, 2.0, 0.5, 1.0 + 1e-6])
def test_a_wrong_formula_is_noticed(case, twist):
    """With the true values times -1, 2, 1/2 or 1.000001, what is right at ordinary inputs is not."""
    cases = range(0, 8 * ORDINARY_SHARE, ORDINARY_SHARE)
    assert any(case(i).outcome(twist).verdict == "wrong" for i in cases)


@pytest.mark.slow
@pytest.mark.parametrize("f", ALL)
def test_an_answer_is_right_or_a_refusal_at_many_inputs(f):
    wrong = [o.message for i in range(MANY) if (o := Case(f, i).outcome()).verdict == "wrong"]
    assert not wrong, f"{len(wrong)} of {MANY} are wrong; the first: {wrong[0]}"


def test_the_weights_of_eg_stay_on_the_simplex():
    a = EG([1.0, 1e-100, 1e-100], 1.3282160453490417e193)
    a.learn_one([-1.0, -1.0, -1.0], -0.34204624767109987)
    assert np.all(a.coef_ >= 0.0)


def test_the_truth_of_two_minima_is_the_lower_one_and_not_alone():
    w, x, y, eta = 0.6096662376651762, -0.0020290276090286124, -2.980849042019134, 15.867085628356183
    with mp.workdps(60):
        (point, alone), (_, room) = truth_implicit.curved("orthant", "squared", *([mp.mpf(t)] for t in (w, x)), y, eta)
    assert float(point) == pytest.approx(1427.5016719, abs=1e-6)
    assert (alone, room) == (0, 1)


def test_the_truth_on_a_nearly_lightlike_line_has_the_digits_that_cancel():
    """The loss is e**-2450 at w, which does not move; with 360 digits it is lost among points at 1e198."""
    w, x = [1.0765214660788074, 0.1486481744943452, 0.3698677968517447], [1000.0, 1000.0, 2.3927699018071366e-247]
    with mp.workdps(60):
        values, _ = truth_implicit.curved("hyperbolic", "tanh", *(list(map(mp.mpf, t)) for t in (w, x)), mp.mpf(1), 9)
    assert [float(value) for value in values] == [pytest.approx(w[0], rel=1e-15), *w[1:], 1.0]


def test_the_truth_has_no_second_solution_beside_a_corner_in_a_wide_interval():
    w, x, y, eta = (0.6852107193764816, 0.7152104768782633), (-0.15683695572116896, -0.37763263468026487), -0.28, 27.8
    with mp.workdps(60):
        values, _ = truth_implicit.curved(
            "orthant", "absolute", *(list(map(mp.mpf, t)) for t in (w, x)), mp.mpf(y), eta
        )
    assert values[-1] == 1
