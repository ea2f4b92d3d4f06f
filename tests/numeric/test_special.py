import math

import mpmath as mp
import numpy as np
import pytest

from numeric import _special
from numeric import reference as ref

POINTS = [s * t for s in (-1.0, 1.0) for t in [10.0**-k for k in range(1, 17)] + [0.3, 0.69, 0.71, 0.95, 1.0]]


def test_exp_rest(errors):
    for w in [*POINTS, 1.01, -1.01, 2.0, 30.0, -30.0, 700.0, -700.0]:
        want = _with(lambda w=w: mp.exp(w) - 1 - w)
        errors.check("exp_rest", errors.relative(_special.exp_rest(np.asarray(w)), want), 3.0, w=w)


def test_log_rest(errors):
    for t in [t for t in POINTS if t > -1] + [1.9, 2.1, 100.0, 1e300]:
        want = _with(lambda t=t: mp.mpf(t) - mp.log1p(t))
        errors.check("log_rest", errors.relative(_special.log_rest(np.asarray(t)), want), 4.0, t=t)


def _with(f):
    with mp.workdps(400):
        return f()


@pytest.mark.parametrize("y", [1e-300, 1e-10, 0.3, 1.0, 1e10])
def test_entropy_term(errors, y):
    for factor in [1 + t for t in POINTS if t > -1] + [1e-200, 1e-5, 0.2, 0.29, 0.31, 2.9, 3.1, 1e5, 1e200]:
        x = y * factor
        want = ref.entropy.entropy_term(y, x, dps=400)
        if x < 1e-300 or want < 1e-290:
            continue  # not a normal number
        got = _special.entropy_term(np.asarray(y), np.asarray(x))
        errors.check("entropy_term", errors.relative(got, want), 4.0, y=y, x=x)


def test_entropy_term_with_zeros():
    y, x = np.array([0.0, 0.0, 2.0]), np.array([0.0, 3.0, 0.0])
    assert _special.entropy_term(y, x).tolist() == [0.0, 3.0, math.inf]
