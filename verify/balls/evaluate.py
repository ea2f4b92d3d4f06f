"""Enclosures of terms in ball arithmetic (python-flint's `arb`): the first arithmetic.

An enclosure certainly contains the real value at every point of the balls that were put in. Nothing is rounded
silently and nothing is guessed: where a ball cannot be kept inside a function's domain, evaluation stops.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from functools import reduce
from typing import Any

import sympy
from flint import arb, ctx, fmpq
from sympy import Add, Expr, Integer, KroneckerDelta, Mul, Pow, Rational, Sum

from verify.balls.nodes import (
    Indices,
    Undefined,
    Unsupported,
    concrete,
    delta,
    refuse_floats,
    summands,
    with_indices,
)

__all__ = [
    "MAX_PRECISION",
    "Undefined",
    "Unsupported",
    "ball",
    "enclose",
    "interval",
    "is_positive",
    "working_precision",
]

MAX_PRECISION = 4096


@contextmanager
def working_precision(bits: int | None) -> Iterator[None]:
    """Sets flint's precision, which is one for the whole process, and restores it; None leaves it as it is."""
    before = ctx.prec
    ctx.prec = before if bits is None else bits
    try:
        yield
    finally:
        ctx.prec = before


def ball(value: Fraction | int | Rational, precision: int | None = None) -> arb:
    """A ball that contains the rational number; at the working precision if none is given.

    Raises:
        TypeError: for anything but a rational number, floats among it.
    """
    if not isinstance(value, int | Fraction | Rational):
        raise TypeError(f"a ball is made of a rational number, not of {value!r}")
    with working_precision(precision):
        return arb(fmpq(int(value.numerator), int(value.denominator)))


def interval(lo: Fraction, hi: Fraction, precision: int | None = None) -> arb:
    """A ball that contains every number from lo to hi, and none of the sign that they do not have.

    Raises:
        ValueError: if lo > hi.
    """
    if lo > hi:
        raise ValueError(f"an interval runs upwards, not from {lo} to {hi}")
    with working_precision(precision):
        hull = ball(lo).union(ball(hi))
        if lo >= 0:
            return hull.nonnegative_part()
        return -(-hull).nonnegative_part() if hi <= 0 else hull


def enclose(expr: Expr, values: Mapping[Any, Any], precision: int = 128) -> arb:
    """An enclosure of the value of `expr`; always finite.

    Args:
        expr: a term of rational numbers, π, e, elementary functions, and whatever `values` knows.
        values: balls or rational numbers for symbols and for any other subterm.
        precision: bits.

    Raises:
        Undefined: where a logarithm, root, quotient, … cannot be kept inside its domain.
        Unsupported: for a term without an enclosure; a sympy Float is one, as floats never enter a proof.
    """
    refuse_floats(expr)
    with working_precision(precision):
        return _finite(expr, _enclose(expr, values, {}))


def _finite(expr: Any, value: arb) -> arb:
    """The value; flint's answer outside of a domain, or for an overflow, is a ball that is not finite."""
    if not value.is_finite():
        raise Undefined(f"{expr} is not certain to be defined")
    return value


def _enclose(expr: Any, values: Mapping[Any, Any], at: Indices) -> arb:
    known = with_indices(expr, at)
    if known in values:
        value = values[known]
        return _finite(expr, value) if isinstance(value, arb) else ball(value)
    if expr in at:
        return ball(at[expr])
    if isinstance(expr, Rational):
        return ball(expr)
    if expr == sympy.pi:
        return arb.pi()
    if expr == sympy.E:
        return arb(1).exp()
    if isinstance(expr, Add):
        return reduce(lambda a, b: a + b, (_enclose(a, values, at) for a in expr.args))
    if isinstance(expr, Mul):
        return reduce(lambda a, b: a * b, (_enclose(a, values, at) for a in expr.args))
    if isinstance(expr, Pow):
        return _finite(expr, _power(expr, values, at))
    if isinstance(expr, KroneckerDelta):
        return ball(delta(expr, at))
    if isinstance(expr, Sum):
        return reduce(
            lambda a, b: a + b, (_enclose(term, values, inside) for term, inside in summands(expr, at)), arb(0)
        )
    if type(expr) in _FUNCTIONS:
        return _finite(expr, _FUNCTIONS[type(expr)](*(_enclose(a, values, at) for a in expr.args)))
    raise Unsupported(f"no enclosure for {type(expr).__name__}: {expr}")


def _power(expr: Pow, values: Mapping[Any, Any], at: Indices) -> arb:
    base, exponent = _enclose(expr.args[0], values, at), concrete(expr.args[1], at)
    if isinstance(exponent, Integer):
        n = int(exponent)
        if n < 0 and base.contains(0):
            raise Undefined(f"{expr}: the base may be zero")
        power = base ** abs(n)
        if n % 2 == 0:
            power = power.nonnegative_part()
        return 1 / power if n < 0 else power
    if isinstance(exponent, Rational):
        if not (base > 0 or (base >= 0 and exponent > 0)):
            raise Undefined(f"{expr}: the base is not certain to be {'non-negative' if exponent > 0 else 'positive'}")
        power = _root(base, int(exponent.q)) ** abs(int(exponent.p))
        return power.nonnegative_part() if exponent > 0 else 1 / power
    if not base > 0:
        raise Undefined(f"{expr}: the base is not certain to be positive")
    return (_enclose(exponent, values, at) * base.log()).exp().nonnegative_part()


def _root(base: arb, q: int) -> arb:
    """The q-th root of a ball that is not negative."""
    if base > 0:
        return base.root(q)
    return arb(0).union(base.upper().root(q)).nonnegative_part()


def _sign(x: arb) -> arb:
    """The sign where it is certain; otherwise a ball that is not finite, which `enclose` refuses."""
    if x > 0 or x < 0 or x == 0:
        return x.sgn()
    return arb.nan()


_FUNCTIONS: dict[type, Callable[..., arb]] = {
    sympy.exp: lambda x: x.exp().nonnegative_part(),
    sympy.log: lambda x: x.log(),
    sympy.sin: lambda x: x.sin(),
    sympy.cos: lambda x: x.cos(),
    sympy.tan: lambda x: x.tan(),
    sympy.sinc: lambda x: x.sinc(),
    sympy.sinh: lambda x: x.sinh(),
    sympy.cosh: lambda x: x.cosh(),
    sympy.tanh: lambda x: x.tanh(),
    sympy.asin: lambda x: x.asin(),
    sympy.acos: lambda x: x.acos(),
    sympy.atan: lambda x: x.atan(),
    sympy.asinh: lambda x: x.asinh(),
    sympy.acosh: lambda x: x.acosh(),
    sympy.atanh: lambda x: x.atanh(),
    sympy.Abs: lambda x: abs(x).nonnegative_part(),
    sympy.sign: _sign,
    sympy.Max: lambda *xs: reduce(lambda a, b: a.max(b), xs),
    sympy.Min: lambda *xs: reduce(lambda a, b: a.min(b), xs),
}


def is_positive(expr: Expr, values: Mapping[Any, Any] | None = None, max_precision: int = MAX_PRECISION) -> bool | None:
    """True if the value is certainly positive, False if it is certainly not, None if neither is certain.

    The precision is doubled from 64 bits up to `max_precision`. A term that has no enclosure, or no value, is not
    certain.
    """
    if isinstance(expr, Rational):
        return bool(expr.p > 0)
    precision = 64
    while precision <= max_precision:
        try:
            found = enclose(expr, values or {}, precision)
        except Unsupported:
            return None
        except Undefined:
            pass
        else:
            if found > 0:
                return True
            if found <= 0:
                return False
        precision *= 2
    return None
