"""Exact numbers that a number in floating point may be."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath
import sympy
from sympy import Expr, Rational, S

from verify.prover.search.samples import DIGITS

_BASES = (
    S.One, sympy.pi, sympy.E, 1 / sympy.E, sympy.sqrt(2), sympy.sqrt(3), sympy.sqrt(5), sympy.sqrt(6), 1 / sympy.pi,
    sympy.log(2), sympy.log(3), sympy.sqrt(sympy.pi), sympy.sqrt(sympy.E),
)  # fmt: skip
_LARGEST_BOTTOM = 400
_CLOSE = mpmath.mpf(10) ** -18


def closed_forms(value: Any) -> list[Expr]:
    """Simple rational multiples of 1, π, e, √2, … and roots of quadratic equations that agree to 18 digits."""
    found: list[Expr] = []
    with mpmath.workdps(DIGITS):
        if abs(value) < _CLOSE:
            return [S.Zero]
        for base in _BASES:
            ratio = value / mpmath.mpmathify(base.evalf(DIGITS))
            guess = Fraction(int(mpmath.nint(ratio * mpmath.mpf(10) ** 40)), 10**40).limit_denominator(_LARGEST_BOTTOM)
            if abs(mpmath.mpf(guess.numerator) / guess.denominator - ratio) < _CLOSE * max(1, abs(ratio)):
                found.append(Rational(guess.numerator, guess.denominator) * base)
        if not found:
            found += _quadratic(value)
    return found


def _quadratic(value: Any) -> list[Expr]:
    """(p + √d)/q, if it is the root of a quadratic with small coefficients."""
    coefficients = mpmath.findpoly(value, 2, maxcoeff=400, tol=_CLOSE)
    if coefficients is None or len(coefficients) != 3:
        return []
    a, b, c = (int(n) for n in coefficients)
    if a == 0 or b * b < 4 * a * c:
        return []
    roots = [(-b + s * sympy.sqrt(b * b - 4 * a * c)) / (2 * a) for s in (1, -1)]
    return [r for r in roots if abs(mpmath.mpmathify(r.evalf(DIGITS)) - value) < _CLOSE]
