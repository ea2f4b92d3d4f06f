"""The exponential of numba's kernels: its error bound, proved with exact numbers, and the same bits as its definition.

The proof follows the computation step by step, on each of PARTS pieces of the interval of the reduced argument: the
error of a step is at most half an ulp of the largest value that it can take there, and what reaches it from before.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from flint import arb, ctx, fmpq

pytest.importorskip("numba")

from numba import njit

from numeric.learners import _exponential as e
from numeric.learners._lanes import load, store, zeros

U = Fraction(1, 2**53)
R = Fraction(346574, 10**6)
"""No reduced argument is larger."""
PARTS = 256
TAYLOR = 24


@njit
def in_lanes(h, l, out):
    for j in range(0, len(h), 8):
        store(out, j, e.exponential(load(zeros(), h, j), load(zeros(), l, j), e.CONSTANTS))


@njit
def in_numbers(h, l, out):
    for j in range(len(h)):
        out[j] = e.exponential(h[j], l[j], e.CONSTANTS)


def computed(h, l):
    """The kernel's values, the same in lanes and one by one."""
    h, l = np.atleast_1d(h).astype(float), np.atleast_1d(l).astype(float)
    n = len(h) + -len(h) % 8
    a, b = np.resize(h, n), np.resize(l, n)
    out, other = np.empty(n), np.empty(n)
    in_lanes(a, b, out)
    in_numbers(a, b, other)
    assert np.array_equal(out, other)
    return out[: len(h)]


def arguments(rng, count):
    h = rng.choice([rng.uniform(e.LEAST, e.LARGEST, count), rng.uniform(-3.0, 3.0, count)], axis=0)
    return h, rng.uniform(-0.5, 0.5, count) * np.spacing(np.abs(h))


# The proof


def ball(x):
    return arb(fmpq(x.numerator, x.denominator))


def half_ulp(largest):
    """The error of rounding a number of at most this size."""
    return Fraction(2) ** (math.frexp(largest)[1] - 54) if largest else Fraction(0)


def coefficients():
    return [Fraction(1), Fraction(1), *map(Fraction, e.CONSTANTS[6:])]


def shifted(polynomial, by):
    """The polynomial in x - by, by Horner's rule."""
    out = list(polynomial)
    for i in range(len(out) - 1):
        for j in range(len(out) - 2, i - 1, -1):
            out[j] += by * out[j + 1]
    return out


def value(polynomial, x):
    out = Fraction(0)
    for c in reversed(polynomial):
        out = out * x + c
    return out


@cache
def gaps(polynomial):
    """What the polynomial has more than e**x, up to the power TAYLOR: the rest is below R**25/25! e**R < 1e-36."""
    own = [*polynomial, *[Fraction(0)] * (TAYLOR + 1 - len(polynomial))]
    return [c - Fraction(1, math.factorial(i)) for i, c in enumerate(own)]


@dataclass(frozen=True)
class Bounds:
    """Of a part: in units of 2**-53, but for the ranges."""

    polynomial: Fraction  # off e**r, over e**r
    factor: Fraction  # the error of P
    factor_range: tuple[Fraction, Fraction]
    total: Fraction  # relative


def bounds(a, b, polynomial):
    """For reduced arguments, as they are computed, from a to b."""
    size, middle, half = max(abs(a), abs(b)), (a + b) / 2, (b - a) / 2
    least = value([Fraction(1), Fraction(1), Fraction(1, 2), Fraction(1, 6)], a)  # <= e**a
    approximation = sum(abs(c) * half**i for i, c in enumerate(shifted(gaps(tuple(polynomial)), middle)))
    approximation += Fraction(1, 10**36)

    square = size * size
    off_square = half_ulp(square)
    square += off_square
    odd, even = (
        polynomial[3::2],
        polynomial[2::2],
    )  # positive, so that the largest values are those at the largest square
    errors = []
    for part in (odd, even):
        error, largest = Fraction(0), part[-1]
        for c in reversed(part[:-1]):
            largest = largest * square + c
            error = error * square + half_ulp(largest + error)
        errors.append(error)
    off_odd, off_even = errors
    odd_largest, even_largest = value(odd, square), value(even, square)
    factor = even_largest + size * odd_largest
    off_factor = off_even + size * off_odd
    off_factor += half_ulp(factor + off_factor)
    # what the rounding of the square does to the polynomial
    derivative = factor + square * (value(slope(even), square) + size * value(slope(odd), square))
    low, high = value(polynomial, a) - 1, value(polynomial, b) - 1  # t, which grows with r
    t = max(abs(low), abs(high)) + Fraction(1, 2**50)
    off_t = off_factor * square + derivative * off_square
    off_t += half_ulp(t)
    off_sum = off_t + half_ulp(1 + high + Fraction(1, 2**50))
    off_argument = half_ulp(size) + Fraction(1, 2**82) + 1112 * Fraction(1, 2**93)
    inner = (off_sum + approximation) / least
    outer = off_argument * (1 + off_argument)  # e**x - 1 for a small x
    return Bounds(
        approximation / least / U,
        off_factor / U,
        (value(even, 0) - size * odd_largest, factor),
        ((1 + inner) * (1 + outer) - 1) / U,
    )


def slope(polynomial):
    return [i * c for i, c in enumerate(polynomial)][1:]


def parts(polynomial):
    ends = [R * (2 * i - PARTS) / PARTS for i in range(PARTS + 1)]
    return [bounds(a, b, polynomial) for a, b in pairwise(ends)]


def test_the_result_is_within_82_hundredths_of_an_ulp():
    """And the steps are as the module says: within .11 u of e**r; P between .44 and .57, off by 1.05 u."""
    found = parts(coefficients())
    assert max(p.total for p in found) <= 2 * Fraction(82, 100)
    assert max(p.polynomial for p in found) <= Fraction(11, 100)
    assert max(p.factor for p in found) <= Fraction(105, 100)
    assert min(p.factor_range[0] for p in found) >= Fraction(44, 100)
    assert max(p.factor_range[1] for p in found) <= Fraction(57, 100)
    assert max(p.total for p in found) > 2 * Fraction(80, 100)


def test_a_coefficient_that_is_off_is_noticed():
    for i, off in ((2, 2.0**-46), (3, 2.0**-44), (11, 2.0**-36)):
        polynomial = coefficients()
        polynomial[i] += Fraction(off)
        assert max(p.total for p in parts(polynomial)) > 2 * Fraction(82, 100), i


def test_the_argument_is_reduced_exactly_but_for_its_last_sum():
    """The constants: ln 2 in two parts, 1/ln 2; and how far the reduced argument and the integer go."""
    least, log2e, round_, minus_high, minus_low, one = map(Fraction, e.CONSTANTS[:6])
    high, low = -minus_high, -minus_low
    farthest = max(-least, Fraction(e.LARGEST))
    before, ctx.prec = ctx.prec, 200
    try:
        ln2 = arb.const_log2()
        assert abs(ln2 - ball(high + low)) < ball(Fraction(1, 2**93))
        assert abs(1 / ln2 - ball(log2e)) < ball(U)
        # |k - h log2e| <= 1/2: the sum with round_, below 2**53, is rounded to an integer
        assert 2**52 <= round_ - 1112 < round_ + 1112 <= 2**53
        assert round_ % 4096 == e.SHIFT
        assert ln2 * ball(Fraction(1, 2) + farthest * U) + ball(Fraction(1, 2**44)) < ball(R)
    finally:
        ctx.prec = before
    assert one == 1
    k = math.ceil(farthest * log2e + 1)
    assert k <= 1112
    # k high is exact, and so is h - k high, a multiple of 2**-54 below 1/2 where k is not 0, as then |h| > 1/4
    assert (high * 2**40).denominator == 1
    assert k * high * 2**40 < 2**53
    assert R + 1112 * low < Fraction(1, 2)
    assert (Fraction(1, 2) / log2e) > Fraction(1, 4)
    # low and k low and l, which is at most half an ulp of h: rounding to 53 digits is less than 2**-83
    assert half_ulp(1112 * low + Fraction(1, 2**44)) < Fraction(1, 2**83)
    # the result is normal, and the largest is
    assert e.SHIFT - 1112 > -1022
    assert e.SHIFT + e.LARGEST * float(log2e) + 2 < 1023
    # what is taken for 0 is 0 as a weight in a sum of size 1/1000
    assert math.exp(e.LEAST + math.log(1000.0)) == 0.0


# The kernel does what the proof is about


def fma(a, b, c):
    return float(Fraction(a) * Fraction(b) + Fraction(c))


def defined(h, l):
    """`exponential`, each operation rounded by Python's fractions."""
    least, log2e, round_, high, low, one, *p = e.CONSTANTS
    if not h > least:
        return 0.0
    shifted = fma(h, log2e, round_)
    k = shifted - round_
    r = fma(k, high, h) + fma(k, low, l)
    q = r * r
    even = fma(fma(fma(fma(q, p[8], p[6]), q, p[4]), q, p[2]), q, p[0])
    odd = fma(fma(fma(fma(q, p[9], p[7]), q, p[5]), q, p[3]), q, p[1])
    return math.ldexp(fma(fma(odd, r, even), q, r) + one, int(k) + e.SHIFT)


def test_the_kernel_has_the_bits_of_its_definition_in_rounded_fractions():
    h, l = arguments(np.random.default_rng(0), 1000)
    assert computed(h, l).tolist() == [defined(*pair) for pair in zip(h.tolist(), l.tolist(), strict=True)]


def nasty():
    """Near the ends of each reduced interval, 0, the ends of the range; each with extreme low parts."""
    h = [0.0, -0.0, 5e-324, -5e-324, 2.0**-54, -(2.0**-53), 1.0, -1.0, e.LEAST, e.LARGEST, -745.13, -708.4, 0.25, -0.5]
    for k in (*range(-40, 41), -1110, -1075, -1074, -1023, -1022, 576):
        middle = (k + 0.5) * math.log(2.0)
        for x in (middle, k * math.log(2.0)):
            h += [x, math.nextafter(x, -math.inf), math.nextafter(x, math.inf), x + 1e-9, x - 1e-9]
    h = [x for x in h if e.LEAST < x <= e.LARGEST]
    return np.array([(x, c * math.ulp(x)) for x in h for c in (-0.5, 0.0, 0.5)]).T


@pytest.mark.parametrize("name", ["nasty", "random"])
def test_against_ball_arithmetic(name):
    h, l = nasty() if name == "nasty" else arguments(np.random.default_rng(1), 4000)
    before, ctx.prec = ctx.prec, 160
    try:
        for a, b, got in zip(h.tolist(), l.tolist(), computed(h, l).tolist(), strict=True):
            want = (arb(a) + arb(b)).exp() * arb(2) ** e.SHIFT
            assert abs(arb(got) / want - 1) < ball(Fraction(82, 100) / 2**52), (a, b)
    finally:
        ctx.prec = before


def test_what_is_below_the_least_is_zero_whatever_its_low_part_and_so_is_what_is_no_number():
    low = [0.0, 1e280, -1e280, math.nan]
    for h in (math.nextafter(e.LEAST, -math.inf), -1e5, -1e300, -math.inf, math.nan):
        assert computed([h] * 4, low).tolist() == [0.0] * 4
