"""Enclosures of terms in mpmath's intervals: the second arithmetic, which shares no code with the first.

It re-checks certificates; it is slower and knows fewer functions, and says so where it does not know one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from functools import reduce
from typing import Any

import sympy
from mpmath import iv
from sympy import Add, Expr, Integer, Mul, Pow, Rational

from verify.balls.evaluate import Undefined, Unsupported

Interval = Any


@contextmanager
def working_precision(bits: int) -> Iterator[None]:
    """Sets the precision of mpmath's intervals, which is one for the whole process, and restores it."""
    before = iv.prec
    iv.prec = bits
    try:
        yield
    finally:
        iv.prec = before


def rational(value: Fraction | int | Rational) -> Interval:
    """An interval that contains the rational number, at the working precision."""
    if isinstance(value, int):
        return iv.mpf(value)
    p, q = (value.p, value.q) if isinstance(value, Rational) else (value.numerator, value.denominator)
    return iv.mpf(int(p)) / iv.mpf(int(q))


def hull(lo: Interval, hi: Interval) -> Interval:
    """The interval from the lower end of lo to the upper end of hi."""
    return iv.mpf([lo.a, hi.b])


def enclose(expr: Expr, values: Mapping[Any, Any], precision: int = 128) -> Interval:
    """An enclosure of the value of `expr`; like `verify.balls.evaluate.enclose`, in the other arithmetic.

    Raises:
        Undefined: where an argument may leave a function's domain.
        Unsupported: for a term that this arithmetic cannot enclose.
    """
    with working_precision(precision):
        return _enclose(expr, values)


def _enclose(expr: Any, values: Mapping[Any, Any]) -> Interval:
    if expr in values:
        value = values[expr]
        return rational(value) if isinstance(value, int | Fraction | Rational) else value
    if isinstance(expr, Rational):
        return rational(expr)
    if expr == sympy.pi:
        return +iv.pi
    if expr == sympy.E:
        return iv.exp(iv.mpf(1))
    if isinstance(expr, Add):
        return reduce(lambda a, b: a + b, (_enclose(a, values) for a in expr.args))
    if isinstance(expr, Mul):
        return reduce(lambda a, b: a * b, (_enclose(a, values) for a in expr.args))
    if isinstance(expr, Pow):
        return _power(expr, values)
    if type(expr) in _FUNCTIONS:
        return _FUNCTIONS[type(expr)](expr, *(_enclose(a, values) for a in expr.args))
    raise Unsupported(f"the second arithmetic has no enclosure for {type(expr).__name__}: {expr}")


def _power(expr: Pow, values: Mapping[Any, Any]) -> Interval:
    base, exponent = _enclose(expr.args[0], values), expr.args[1]
    if isinstance(exponent, Integer):
        n = int(exponent)
        if n < 0 and base.a <= 0 <= base.b:
            raise Undefined(f"{expr}: the base may be zero")
        found = _even(base, abs(n)) if n % 2 == 0 else base ** abs(n)
        return found if n > 0 else 1 / found
    if isinstance(exponent, Rational) and exponent.q == 2:
        if base.a < 0 or (base.a == 0 and exponent < 0):
            raise Undefined(f"{expr}: the base is not certain to be non-negative")
        root = iv.sqrt(base)
        return root ** abs(int(exponent.p)) if exponent > 0 else 1 / root ** abs(int(exponent.p))
    if not base.a > 0:
        raise Undefined(f"{expr}: the base is not certain to be positive")
    return iv.exp(_enclose(exponent, values) * iv.log(base))


def _even(base: Interval, n: int) -> Interval:
    size = _magnitude(None, base)
    return size**n


def _magnitude(_: Any, x: Interval) -> Interval:
    if x.a >= 0:
        return x
    if x.b <= 0:
        return -x
    return iv.mpf([0, max(-x.a, x.b)])


def _logarithm(expr: Any, x: Interval) -> Interval:
    if not x.a > 0:
        raise Undefined(f"{expr} is not certain to be defined")
    return iv.log(x)


def _tangent(expr: Any, x: Interval) -> Interval:
    c = iv.cos(x)
    if c.a <= 0 <= c.b:
        raise Undefined(f"{expr} is not certain to be defined")
    return iv.sin(x) / c


def _cardinal_sine(_: Any, x: Interval) -> Interval:
    """sin(x)/x, which falls from 1 as |x| grows from 0 to 3 < π; further out the quotient itself."""
    size = _magnitude(None, x)
    if not size.b <= 3:
        if size.a <= 0:
            return iv.mpf([-1, 1])
        return iv.sin(x) / x
    nearest, farthest = iv.mpf(size.a), iv.mpf(size.b)
    top = iv.mpf(1) if nearest.a <= 0 else iv.sin(nearest) / nearest
    bottom = iv.mpf(1) if farthest.b <= 0 else iv.sin(farthest) / farthest
    return iv.mpf([bottom.a, top.b])


def _larger(_: Any, *xs: Interval) -> Interval:
    return iv.mpf([max(x.a for x in xs), max(x.b for x in xs)])


def _smaller(_: Any, *xs: Interval) -> Interval:
    return iv.mpf([min(x.a for x in xs), min(x.b for x in xs)])


_FUNCTIONS: dict[type, Callable[..., Interval]] = {
    sympy.exp: lambda _, x: iv.exp(x),
    sympy.log: _logarithm,
    sympy.sin: lambda _, x: iv.sin(x),
    sympy.cos: lambda _, x: iv.cos(x),
    sympy.tan: _tangent,
    sympy.sinc: _cardinal_sine,
    sympy.cosh: lambda _, x: (iv.exp(x) + iv.exp(-x)) / 2,
    sympy.sinh: lambda _, x: (iv.exp(x) - iv.exp(-x)) / 2,
    sympy.tanh: lambda _, x: 1 - 2 / (iv.exp(2 * x) + 1),
    sympy.Abs: _magnitude,
    sympy.Max: _larger,
    sympy.Min: _smaller,
}
