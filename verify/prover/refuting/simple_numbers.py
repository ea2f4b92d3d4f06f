"""Exact numbers near an approximate one that are short to write: rational, roots, multiples of π, ends of ranges."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import mpmath
import sympy
from mpmath import mp
from sympy import Expr, Rational

LADDER = (
    1,
    2,
    3,
    4,
    6,
    10,
    20,
    50,
    100,
    1000,
    10**4,
    10**6,
    10**9,
    10**12,
    10**16,
    10**20,
    10**24,
    10**30,
    10**36,
    10**50,
)
"""Denominators, the smaller first."""


def exact_number(value: Expr | Fraction) -> Expr:
    """The number as sympy's."""
    return Rational(value.numerator, value.denominator) if isinstance(value, Fraction) else value


_LARGEST_DOUBLE = 10**300


def length(value: Fraction) -> int:
    """How long the number is when it is written."""
    return len(str(abs(value)))


def simpler(value: Fraction) -> Iterator[Fraction]:
    """Numbers near the value, or further from what it is close to, that are shorter to write."""
    for most in LADDER:
        yield value.limit_denominator(most)
    sign = 1 if value > 0 else -1
    for digits in (1, 2, 3):
        if abs(value) < _LARGEST_DOUBLE:
            yield Fraction(f"{float(value):.{digits - 1}e}")
    for k in range(1, 16):
        if 10**k < abs(value):
            yield sign * Fraction(10**k)
    for anchor in {value.limit_denominator(most) for most in (1, 2, 3, 4, 10)}:
        for k in range(1, 40):
            if Fraction(1, 10**k) >= abs(value - anchor) > 0:
                yield anchor + (1 if value > anchor else -1) * Fraction(1, 10**k)


def _quadratic(value: Fraction) -> list[Expr]:
    """The root of a quadratic equation with small integer coefficients that the value is very close to."""
    if not Fraction(1, 1000) < abs(value) < 1000:
        return []
    with mp.workdps(15):
        found = mpmath.findpoly(mp.mpf(value.numerator) / value.denominator, 2, maxcoeff=30, tol=1e-11)
    if not found or len(found) < 3:
        return []
    a, b, c = map(int, found)
    roots = [(-b + s * sympy.sqrt(b * b - 4 * a * c)) / (2 * a) for s in (1, -1)] if b * b >= 4 * a * c else []
    return sorted(roots, key=lambda r: abs(float(r) - float(value)))[:1]


def forms(value: Fraction, ends: list[Expr]) -> list[Expr]:
    """Simple exact numbers that are not rational, close to the value: ends of ranges, multiples of π, square roots."""
    if abs(value) > _LARGEST_DOUBLE:
        return []
    near = float(value)
    found = []
    for tolerance, largest in ((1e-6, 50), (3e-3, 8)):  # a place that is only roughly known is near few simple numbers
        close = tolerance * (1 + abs(near))
        found += [e for e in ends if abs(float(e) - near) < close]
        turns, square = (Fraction(v).limit_denominator(largest) for v in (near / math.pi, near * near))
        if turns and abs(float(turns) * math.pi - near) < close:
            found.append(exact_number(turns) * sympy.pi)
        if square and abs(math.sqrt(square) - abs(near)) < tolerance:
            found.append((1 if near > 0 else -1) * sympy.sqrt(exact_number(square)))
    found += _quadratic(value)
    return [f for f in dict.fromkeys(found) if not isinstance(f, Rational)]


def mixed(choices: list[list[Any]]) -> Iterator[list[Any]]:
    """All ways to choose one each, the first ones only once all others were tried."""
    if not choices:
        yield []
        return
    for rest in mixed(choices[1:]):
        for c in reversed(choices[0]):
            yield [c, *rest]
