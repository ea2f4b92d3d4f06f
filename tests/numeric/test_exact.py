from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numeric import _exact

numbers = st.floats(-1e100, 1e100).filter(lambda t: t == 0 or abs(t) > 1e-100)


@given(numbers, numbers)
def test_transformations_lose_nothing(a, b):
    for f, want in (
        (_exact.two_sum, Fraction(a) + Fraction(b)),
        (_exact.two_product, Fraction(a) * Fraction(b)),
    ):
        hi, lo = f(np.asarray(a), np.asarray(b))
        assert Fraction(float(hi)) + Fraction(float(lo)) == want, (f, a, b)


def test_dot_and_total_survive_cancellation():
    x = np.array([1e16, 1.0, -1e16, 1e-3, 3.0])
    assert _exact.total(x) == 4.001
    assert _exact.total(np.zeros((2, 0))).tolist() == [0.0, 0.0]
    rng = np.random.default_rng(1)
    for n in (2, 3, 17, 1000):
        a, b = rng.standard_normal(n), rng.standard_normal(n)
        b[-1] = -float(np.dot(a[:-1], b[:-1])) / a[-1]
        want = sum(Fraction(float(s)) * Fraction(float(t)) for s, t in zip(a, b, strict=True))
        assert abs(Fraction(float(_exact.dot(a, b))) - want) <= abs(want) * Fraction(1, 10**13), n


def test_dot_and_norm_at_the_ends_of_the_range():
    assert _exact.dot(np.array([1e300, 1.0]), np.array([1e-300, 1.0])) == 2.0
    for c in (1e-310, 1e300):
        assert _exact.norm(c * np.array([3.0, 4.0])) == pytest.approx(5 * c, rel=1e-13)
    assert _exact.norm(np.zeros(3)) == 0.0


def test_reject_is_orthogonal_far_below_the_rounding_of_x():
    p = np.array([0.6, 0.8, 0.1])
    x = 5.0 * p + 1e-13 * np.array([1.0, 2.0, 3.0])
    r = _exact.reject(p, x)
    assert abs(float(_exact.dot(p, r))) <= 1e-15 * float(_exact.norm(r))
