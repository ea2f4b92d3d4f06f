"""Differences that cancel, written so that they do not."""

import math

import numpy as np

from numeric._exact import Array

# 1/2!, 1/3!, ... for e**w - 1 - w, and 1/3, 1/5, ... for the series of atanh.
_EXP = [1.0 / math.factorial(k) for k in range(2, 22)]
_ATANH = [1.0 / (2 * k + 3) for k in range(32)]


def _horner(coefficients: list[float], x: Array) -> Array:
    s = np.full_like(x, coefficients[-1])
    for c in reversed(coefficients[:-1]):
        s = s * x + c
    return s


def exp_rest(w: Array) -> Array:
    """e**w - 1 - w >= 0, elementwise, for w < 709."""
    small = np.abs(w) <= 1.0
    s = np.where(small, w, 0.0)
    return np.where(small, s * s * _horner(_EXP, s), np.expm1(w) - w)


def log_rest(t: Array) -> Array:
    """t - ln(1 + t) >= 0, elementwise, for -1 < t.

    For -0.7 <= t <= 2 with r = t/(2+t): ln(1+t) = 2 atanh r and t - 2 r = t r, which leaves
    t r - 2 r**3 (1/3 + r**2/5 + ...).
    """
    small = (t >= -0.7) & (t <= 2.0)
    s = np.where(small, t, 0.0)
    r = s / (2.0 + s)
    series = r * (s - 2.0 * r * r * _horner(_ATANH, r * r))
    return np.where(small, series, t - np.log1p(np.where(small, 1.0, t)))


def entropy_term(y: Array, x: Array, difference: Array | None = None) -> Array:
    """y ln(y/x) - y + x >= 0, elementwise, for y, x >= 0, with 0 ln 0 = 0 and y ln(y/0) = inf.

    `difference` is x - y where the caller has it more exactly than the rounded y and x give it.
    """
    y, x = np.broadcast_arrays(y, x)
    d = x - y if difference is None else difference
    with np.errstate(all="ignore"):
        t = d / y
        near = (t >= -0.7) & (t <= 2.0)
        series = y * log_rest(np.where(near, t, 0.0))
        ratio = y / x
        inside = (ratio > 1e-300) & (ratio < 1e300)
        far = y * np.where(inside, np.log(ratio), np.log(y) - np.log(x)) + d
    out = np.where(near, series, far)
    out = np.where(y == 0.0, x, out)
    return np.where((x == 0.0) & (y > 0.0), np.inf, out)
