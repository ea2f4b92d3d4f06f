"""Whether an algebraic number is zero: below a bound that depends on how it is written, only zero is left.

The bound is that of Burnikel, Funke, Mehlhorn, Schirra and Schmitt (A separation bound for real algebraic expressions,
Algorithmica 55, 2009): the number is U/L with algebraic integers U ≠ 0 and L, whose conjugates are at most u and l in
absolute value, and whose degree is at most D; then it is at least 1/(u^(D−1)·l).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy
from sympy import Add, Expr, Mul, Pow, Rational

from verify.balls.evaluate import Undefined, Unsupported, ball, enclose

_MOST_DEGREE = 400
_MOST_BITS = 30_000
_SPARE = 64


@dataclass(frozen=True)
class _Sizes:
    """Bits of u and of l, each at least those of the least bounds: 2^u and 2^l bound the conjugates of U and L."""

    u: float
    l: float


class _NotAlgebraic(Exception):
    """The term is not made of rational numbers, roots, and cosines that are known to be algebraic."""


def is_zero(constant: Expr) -> bool | None:
    """Whether an algebraic constant is zero; None if it is not known to be one, or of too large a degree."""
    extensions: dict[Any, int] = {}
    try:
        sizes = _sizes(constant, extensions)
    except _NotAlgebraic:
        return None
    degree = math.prod(extensions.values())
    bits = (degree - 1) * sizes.u + sizes.l
    if degree > _MOST_DEGREE or not bits < _MOST_BITS:
        return None
    bound = math.ceil(bits) + 2
    try:
        value = enclose(constant, {}, 2 * bound + _SPARE)
    except (Undefined, Unsupported, OverflowError):
        return None
    if value > 0 or value < 0:
        return False
    return True if abs(value) < ball(Fraction(1, 2**bound)) else None


def _sizes(term: Expr, extensions: dict[Any, int]) -> _Sizes:
    """The sizes of a term; what it adjoins to the rational numbers goes into `extensions`, with its degree."""
    if isinstance(term, Rational):
        return _Sizes(_bits(int(term.p)), _bits(int(term.q)))
    if isinstance(term, Add | Mul):
        found = [_sizes(a, extensions) for a in term.args]
        if isinstance(term, Mul):
            return _Sizes(sum(s.u for s in found), sum(s.l for s in found))
        below = sum(s.l for s in found)
        tops = [s.u + below - s.l for s in found]
        return _Sizes(max(tops) + math.log2(len(tops)) + 1e-6, below)
    if isinstance(term, Pow) and isinstance(term.exp, Rational):
        base = _sizes(term.base, extensions)
        q = int(term.exp.q)
        if q > 1:
            extensions[term.base, q] = q
            base = (_Sizes((base.u + (q - 1) * base.l) / q, base.l) if base.u >= base.l
                    else _Sizes(base.u, ((q - 1) * base.u + base.l) / q))  # fmt: skip
        p = int(term.exp.p)
        return _Sizes(base.u * p, base.l * p) if p > 0 else _Sizes(base.l * -p, base.u * -p)
    if isinstance(term, sympy.cos | sympy.sin):
        return _cosine(term, extensions)
    raise _NotAlgebraic


def _cosine(term: Expr, extensions: dict[Any, int]) -> _Sizes:
    """Of a cosine or sine of a rational part of π, or of a third of an angle whose cosine is algebraic.

    The double of the first is an algebraic integer in the field of a root of unity. For the second, let r = U/L be the
    cosine of the angle; then y = 2·cos(angle/3 + kπ/3) meets y³ − 3·y = ±2·r, so L·y is a root of Y³ − 3·L²·Y ∓ 2·U·L²,
    an algebraic integer, which Fujiwara's bound says is at most 2·max(√3·l, (2·u·l²)^(1/3)).
    """
    turns = term.args[0] / sympy.pi
    if isinstance(turns, Rational):
        order = 4 * int(turns.q)  # a multiple of 4, so that the field has i and the sines too
        extensions["root of unity", order] = int(sympy.totient(order))
        return _Sizes(1.0, 1.0)
    rest, angle = term.args[0].as_independent(sympy.acos, as_Add=True)
    number, head = angle.as_coeff_Mul(rational=True)
    thirds = 3 * (rest / sympy.pi - (Rational(1, 2) if isinstance(term, sympy.sin) else 0))
    if not (isinstance(head, sympy.acos) and abs(number) == Rational(1, 3) and thirds.is_Integer):
        raise _NotAlgebraic
    r = _sizes(head.args[0], extensions)
    extensions[term] = 3
    return _Sizes(1 + max(0.8 + r.l, (1 + r.u + 2 * r.l) / 3), r.l + 1)


def _bits(n: int) -> float:
    """The logarithm of |n| to base 2, rounded up; 0 for 0."""
    return math.log2(abs(n)) + 1e-6 if 0 < abs(n) < 2**50 else float(abs(n).bit_length())
