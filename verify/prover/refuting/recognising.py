"""Exact numbers that a number of many digits seems to be: what some function makes of it is short.

Nothing is believed: each is only a proposal, and most numbers are none of these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import mpmath
import sympy
from mpmath import mp
from sympy import Expr, Pow, Rational

from verify.balls.evaluate import Undefined
from verify.balls.tape import Tape
from verify.prover.arithmetics import Digits

DIGITS = 60
"""Of the numbers that are looked at."""
_CLOSE = 30
"""Digits that have to agree."""
_LARGEST = 10**6
_MOST_POWER = 9
_MOST_COEFFICIENT = 200

Inverse = Callable[[Any, Expr], Expr]

_FUNCTIONS: tuple[tuple[Any, Any, Inverse], ...] = (
    (mp.exp, lambda v: abs(v) < 40, lambda v, r: sympy.log(r)),
    (lambda v: mp.log(abs(v)), lambda v: v != 0, lambda v, r: _signed(v, sympy.exp(r))),
    (mp.tan, lambda v: abs(v) < 40, lambda v, r: _turned(v, sympy.atan(r), sympy.pi)),
    (mp.sin, lambda v: abs(v) < 40, lambda v, r: _reflected(v, sympy.asin(r))),
    (mp.cos, lambda v: abs(v) < 40, lambda v, r: _turned(v, sympy.acos(r), 2 * sympy.pi)),
    (mp.sinh, lambda v: abs(v) < 40, lambda v, r: sympy.asinh(r)),
    (mp.cosh, lambda v: abs(v) < 40, lambda v, r: _signed(v, sympy.acosh(r))),
    (mp.tanh, lambda v: abs(v) < 40, lambda v, r: sympy.atanh(r)),
    (mp.asin, lambda v: abs(v) < 1, lambda v, r: sympy.sin(r)),
    (mp.acos, lambda v: abs(v) < 1, lambda v, r: sympy.cos(r)),
    (mp.atan, lambda v: True, lambda v, r: sympy.tan(r)),
    (mp.asinh, lambda v: True, lambda v, r: sympy.sinh(r)),
    (mp.acosh, lambda v: v > 1, lambda v, r: sympy.cosh(r)),
    (mp.atanh, lambda v: abs(v) < 1, lambda v, r: sympy.tanh(r)),
)  # fmt: skip
"""A function, where it is applied, and the number whose value it is."""


def _signed(v: Any, number: Expr) -> Expr:
    return number if v > 0 else -number


def _turned(v: Any, number: Expr, period: Expr) -> Expr:
    """The number with whole periods added, and its negative if that is nearer (which a cosine does not tell)."""
    near = [n + round(float((v - mp.mpf(n.evalf(20))) / mp.mpf(period.evalf(20)))) * period for n in (number, -number)]
    return min(near, key=lambda n: abs(float(n) - float(v)))


def _reflected(v: Any, number: Expr) -> Expr:
    near = [_turned(v, n, 2 * sympy.pi) for n in (number, sympy.pi - number)]
    return min(near, key=lambda n: abs(float(n) - float(v)))


def short(value: Any) -> Rational | None:
    """The rational number with few digits that the number is close to, if there is one."""
    if not mpmath.isfinite(value) or abs(value) > _LARGEST or 0 < abs(value) < mp.mpf(10) ** -20:
        return None
    sign, mantissa, exponent, _ = value._mpf_
    exact = Fraction((-1) ** sign * int(mantissa)) * Fraction(2) ** int(exponent)
    found = exact.limit_denominator(_LARGEST)
    return Rational(found.numerator, found.denominator) if abs(exact - found) < Fraction(1, 10**_CLOSE) else None


def recognised(value: Fraction, constants: Sequence[Expr] = ()) -> list[Expr]:
    """Short exact numbers that agree with the value in 30 digits, the simplest first.

    Args:
        value: a number of some 60 digits.
        constants: terms without variables that the number may be a simple multiple, sum or power of.
    """
    with mp.workdps(DIGITS):
        v = mp.mpf(value.numerator) / value.denominator
        if (plain := short(v)) is not None:
            return [plain]
        if abs(v) < mp.mpf(10) ** -20 or abs(v) > mp.mpf(10) ** 40:
            return []
        found = list(dict.fromkeys(_all(v, constants)))
    return [f for f in found if f.is_real is not False]


def _all(v: Any, constants: Sequence[Expr]) -> Iterator[Expr]:
    yield from _powers(v)
    yield from _multiples(v, constants)
    for function, inside, inverse in _FUNCTIONS:
        if inside(v):
            w = function(v)
            if (r := short(w)) is not None:
                yield inverse(v, r)
            elif (root := _quadratic(w)) is not None:
                yield inverse(v, root)
    if (cubic := _cubic(v)) is not None:
        yield cubic


def _powers(v: Any) -> Iterator[Expr]:
    for k in range(2, _MOST_POWER + 1):
        if (r := short(v**k)) is not None:
            yield _signed(v, Pow(abs(r), Rational(1, k)))
            return
    for k in (1, 2, 3, 4):
        if (root := _quadratic(v**k)) is not None:
            yield root if k == 1 else _signed(v, Pow(sympy.Abs(root), Rational(1, k)))
            return


def _multiples(v: Any, constants: Sequence[Expr]) -> Iterator[Expr]:
    for constant in (sympy.pi, *constants):
        try:
            c = Tape(constant, ())(Digits, [])
        except (Undefined, TypeError, ValueError):
            continue
        if not c:
            continue
        if (times := short(v / c)) is not None:
            yield times * constant
        elif (over := short(v * c)) is not None:
            yield over / constant
        elif (linear := mpmath.pslq([v, c, mp.one], tol=mp.mpf(10) ** -_CLOSE, maxcoeff=_MOST_COEFFICIENT)) and linear[
            0
        ]:
            yield -(Rational(linear[1], linear[0]) * constant + Rational(linear[2], linear[0]))
        if constant.is_Rational and constant > 0 and constant != 1 and (r := short(mp.mpf(c) ** v)) is not None:
            yield sympy.log(r) / sympy.log(constant)
        square = short((v / c) ** 2)
        if square is not None:
            yield _signed(v / c, sympy.sqrt(square)) * constant


def _relation(v: Any, degree: int) -> list[int] | None:
    """Coefficients, the highest first, of an equation of the degree that the number meets in all its digits."""
    if not 1e-6 < abs(v) < 1e6:
        return None
    try:
        found = mpmath.findpoly(v, degree, maxcoeff=_MOST_COEFFICIENT, tol=mp.mpf(10) ** -_CLOSE)
    except (ValueError, ZeroDivisionError):
        return None
    return [int(c) for c in found] if found and len(found) == degree + 1 and found[0] else None


def _nearest(v: Any, numbers: Sequence[Expr]) -> Expr | None:
    real = [n for n in numbers if n.is_real is not False]
    return min(real, key=lambda n: abs(float(n) - float(v)), default=None)


def _quadratic(v: Any) -> Expr | None:
    coefficients = _relation(v, 2)
    if coefficients is None:
        return None
    a, b, c = coefficients
    if b * b < 4 * a * c:
        return None
    root = sympy.sqrt(b * b - 4 * a * c)
    return _nearest(v, [(-b + root) / (2 * a), (-b - root) / (2 * a)])


def _cubic(v: Any) -> Expr | None:
    """The root of a cubic equation: by cube roots where it is the only one, else by a third of an angle."""
    coefficients = _relation(v, 3)
    if coefficients is None:
        return None
    a, b, c, d = (Rational(n) for n in coefficients)
    p, q = (3 * a * c - b**2) / (3 * a**2), (2 * b**3 - 9 * a * b * c + 27 * a**2 * d) / (27 * a**3)
    shift, inside = b / (3 * a), q**2 / 4 + p**3 / 27
    if inside >= 0:
        halves = [-q / 2 + s * sympy.sqrt(inside) for s in (1, -1)]
        return sum(((1 if h > 0 else -1) * Pow(sympy.Abs(h), Rational(1, 3)) for h in halves), -shift)
    angle = sympy.acos(3 * q / (2 * p) * sympy.sqrt(-3 / p))
    turns = [2 * sympy.sqrt(-p / 3) * sympy.cos(angle / 3 - 2 * sympy.pi * k / 3) - shift for k in range(3)]
    return _nearest(v, turns)
