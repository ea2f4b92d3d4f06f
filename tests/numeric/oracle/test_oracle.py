"""What `numeric` computes against its formulas in mpmath, at ordinary and at nasty inputs.

An answer is within the documented accuracy of the true value, or it is a refusal: a ValueError of one line. Nothing is
silently wrong, not finite, or a warning.
"""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[3]))

from numeric.learners import EG
from tests.numeric.oracle import (
    functions,
    functions_additive,
    functions_bounds,
    functions_geodesic,
    functions_hyperbolic,
    functions_links,
    functions_manifolds,
    functions_matrices,
)
from tests.numeric.oracle.harness import ORDINARY_SHARE, Function, check

CASES, MANY = 16, 1000

MODULES = (  # each adds its functions to those of the first
    functions,
    functions_additive,
    functions_bounds,
    functions_geodesic,
    functions_hyperbolic,
    functions_links,
    functions_manifolds,
    functions_matrices,
)
ALL = [pytest.param(f, id=f.name.replace(" ", "-")) for f in functions.FUNCTIONS]


def wrong(f: Function, cases: int) -> list[str]:
    return [o.message for i in range(cases) if (o := check(f, i)).verdict == "wrong"]


@pytest.mark.parametrize("f", ALL)
def test_an_answer_is_right_or_a_refusal(f):
    found = wrong(f, CASES)
    assert not found, f"{len(found)} of {CASES} are wrong; the first: {found[0]}"


@pytest.mark.slow
@pytest.mark.parametrize("f", ALL)
def test_an_answer_is_right_or_a_refusal_at_many_inputs(f):
    found = wrong(f, MANY)
    assert not found, f"{len(found)} of {MANY} are wrong; the first: {found[0]}"


@pytest.mark.parametrize("f", ALL)
def test_ordinary_inputs_are_not_refused(f):
    cases = 10 * ORDINARY_SHARE
    refused = [o.message for i in range(0, cases, ORDINARY_SHARE) if (o := check(f, i)).verdict == "refused"]
    assert len(refused) <= 1, f"{len(refused)} of 10 are refused; the first: {refused[0]}"


@pytest.mark.parametrize("twist", [-1.0, 2.0, 0.5, 1.0 + 1e-6])
@pytest.mark.parametrize("group", sorted({f.group for f in functions.FUNCTIONS}))
def test_a_wrong_formula_is_noticed(group, twist):
    """With the true values times -1, 2, 1/2 or 1.000001, every function that is right at ordinary inputs is not."""
    missed = []
    for f in (f for f in functions.FUNCTIONS if f.group == group):
        cases = range(0, 8 * ORDINARY_SHARE, ORDINARY_SHARE)
        if not any(check(f, i, twist).verdict == "wrong" for i in cases):
            missed.append(f.name)
    assert not missed


def test_the_weights_of_eg_stay_on_the_simplex():
    a = EG([1.0, 1e-100, 1e-100], 1.3282160453490417e193)
    a.learn_one([-1.0, -1.0, -1.0], -0.34204624767109987)
    assert np.all(a.coef_ >= 0.0)
