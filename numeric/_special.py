"""Differences that cancel, written so that they do not."""

import math

import numpy as np

from numeric._exact import Array

# 1/2!, 1/3!, ... for e**w - 1 - w, and 1/3, 1/5, ... for the series of atanh.
_EXP = [1.0 / math.factorial(k) for k in range(2, 22)]
_ATANH = [1.0 / (2 * k + 3) for k in range(32)]
_LN2 = math.log(2.0)


def _horner(coefficients: list[float], x: Array) -> Array:
    s = np.full_like(x, coefficients[-1])
    for c in reversed(coefficients[:-1]):
        s = s * x + c
    return s


def times_exp(p: Array, d: Array) -> Array:
    """p e**d, elementwise, for p > 0, also where e**d alone is no float; infinite where it overflows."""
    with np.errstate(over="ignore"):
        half = np.exp(0.5 * np.clip(d, -3000.0, 3000.0))
        return np.asarray(p * half * half)


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


def log_rest_of_third_order(t: Array) -> Array:
    """ln(1 + t) - t + t**2/2 >= 0 over t**2, elementwise, for 0 <= t <= 2.

    With r = t/(2+t) it is t/(2(2+t)) + 2 r/(2+t)**2 (1/3 + r**2/5 + ...), in which nothing cancels.
    """
    r = t / (2.0 + t)
    return np.asarray(0.5 * r + 2.0 * r / (2.0 + t) ** 2 * _horner(_ATANH, r * r))


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


def xlogx(x: Array) -> Array:
    """x ln x, elementwise, for x >= 0, with 0 ln 0 = 0."""
    return x * np.log(np.where(x > 0.0, x, 1.0))


def logistic(x: Array) -> Array:
    """1/(1 + e**-x), elementwise; at x < -745 the nearest float is 0."""
    e = np.exp(-np.abs(x))
    return np.asarray(np.where(x >= 0.0, 1.0, e) / (1.0 + e))


def logit(x: Array) -> Array:
    """ln(x/(1 - x)), elementwise, for 0 < x < 1; near 1/2 as log1p((2x - 1)/(1 - x))."""
    middle = np.abs(x - 0.5) <= 0.25
    near = np.log1p(np.where(middle, (2.0 * x - 1.0) / (1.0 - x), 0.0))
    return np.where(middle, near, np.log(x) - np.log1p(-x))


def binary_entropy_terms(y: Array, x: Array) -> Array:
    """y ln(y/x) + (1 - y) ln((1 - y)/(1 - x)) >= 0, elementwise, for y, x in [0, 1]."""
    d = x - y
    return entropy_term(y, x, d) + entropy_term(1.0 - y, 1.0 - x, -d)


def log_ratio(x: Array, y: Array) -> Array:
    """ln(y/x), elementwise, for x, y > 0, to 3 ulp of itself."""
    (m, i), (w, j) = np.frexp(x), np.frexp(y)
    k = j - i
    a = np.ldexp(w, np.clip(k, -2, 2))
    near = np.abs(a - m) <= 0.5 * m  # there y - x is exact, and 1 + t far from 0
    t = np.where(near, (a - m) / m, 0.0)
    return np.where(near, np.log1p(t), np.log(w / m) + k * _LN2)
