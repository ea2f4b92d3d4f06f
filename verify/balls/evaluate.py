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

MAX_PRECISION = 4096
LONGEST_SUM = 100_000


class Undefined(ArithmeticError):
    """The value could not be kept inside a function's domain; the message names the term."""


class Unsupported(TypeError):
    """There is no enclosure for this kind of term; the message names it."""


@contextmanager
def working_precision(bits: int) -> Iterator[None]:
    """Sets flint's precision, which is one for the whole process, and restores it."""
    before = ctx.prec
    ctx.prec = bits
    try:
        yield
    finally:
        ctx.prec = before


def ball(value: Fraction | int | Rational) -> arb:
    """A ball that contains the rational number, at the working precision."""
    if isinstance(value, int):
        return arb(value)
    if isinstance(value, Rational):
        return arb(fmpq(int(value.p), int(value.q)))
    return arb(fmpq(value.numerator, value.denominator))


def interval(lo: Fraction, hi: Fraction) -> arb:
    """A ball that contains every number from lo to hi."""
    return ball(lo).union(ball(hi))


def enclose(expr: Expr, values: Mapping[Any, Any], precision: int = 128) -> arb:
    """An enclosure of the value of `expr`.

    Args:
        expr: a term of rational numbers, π, e, elementary functions, and whatever `values` knows.
        values: balls or rational numbers for symbols and for any other subterm.
        precision: bits.

    Raises:
        Undefined: where a logarithm, root, quotient, … cannot be kept inside its domain.
        Unsupported: for a term without an enclosure; a sympy Float is one, as floats never enter a proof.
    """
    with working_precision(precision):
        return _enclose(expr, values)


def _enclose(expr: Any, values: Mapping[Any, Any]) -> arb:
    if expr in values:
        value = values[expr]
        return value if isinstance(value, arb) else ball(value)
    if isinstance(expr, Rational):
        return ball(expr)
    if expr == sympy.pi:
        return arb.pi()
    if expr == sympy.E:
        return arb(1).exp()
    if isinstance(expr, Add):
        return reduce(lambda a, b: a + b, (_enclose(a, values) for a in expr.args))
    if isinstance(expr, Mul):
        return reduce(lambda a, b: a * b, (_enclose(a, values) for a in expr.args))
    if isinstance(expr, Pow):
        return _power(expr, values)
    if isinstance(expr, KroneckerDelta) and all(isinstance(a, Integer) for a in expr.args[:2]):
        return arb(int(expr.args[0] == expr.args[1]))
    if isinstance(expr, Sum):
        return _sum(expr, values)
    if type(expr) in FUNCTIONS:
        found = FUNCTIONS[type(expr)](*(_enclose(a, values) for a in expr.args))
        if not found.is_finite():
            raise Undefined(f"{expr} is not certain to be defined")
        return found
    raise Unsupported(f"no enclosure for {type(expr).__name__}: {expr!s}")


def _power(expr: Pow, values: Mapping[Any, Any]) -> arb:
    base, exponent = _enclose(expr.args[0], values), expr.args[1]
    if isinstance(exponent, Integer):
        n = int(exponent)
        found = base ** abs(n)
        if n % 2 == 0:
            found = _not_negative(found)
        if n < 0:
            if base.contains(0):
                raise Undefined(f"{expr}: the base may be zero")
            found = 1 / found
    elif isinstance(exponent, Rational):
        if not (base > 0 or (base >= 0 and exponent > 0)):
            raise Undefined(f"{expr}: the base is not certain to be non-negative")
        p, q = int(exponent.p), int(exponent.q)
        root = base.root(q) if q > 2 else base.sqrt()
        found = root ** abs(p) if p > 0 else 1 / root ** abs(p)
    else:
        if not base > 0:
            raise Undefined(f"{expr}: the base is not certain to be positive")
        found = (_enclose(exponent, values) * base.log()).exp()
    if not found.is_finite():
        raise Undefined(f"{expr} is not certain to be defined")
    return found


def _not_negative(value: arb) -> arb:
    """The part of the ball that is not negative, for a value that cannot be."""
    if value >= 0:
        return value
    top = value.abs_upper()
    return arb(0).union(top) if value.contains(0) else value


def _sum(expr: Sum, values: Mapping[Any, Any]) -> arb:
    body, *inner, (i, lo, hi) = expr.args
    if not (isinstance(lo, Integer) and isinstance(hi, Integer)) or not -1 <= hi - lo < LONGEST_SUM:
        raise Unsupported(f"no enclosure for a sum with bounds {lo}, {hi}: {expr}")
    term = Sum(body, *inner) if inner else body
    return reduce(lambda a, b: a + b, (_enclose(term.subs(i, n), values) for n in range(int(lo), int(hi) + 1)), arb(0))


def _extreme(pick: Callable[[arb, arb], arb]) -> Callable[..., arb]:
    return lambda *arguments: reduce(pick, arguments)


def _larger(a: arb, b: arb) -> arb:
    return (a + b + abs(a - b)) / 2


def _smaller(a: arb, b: arb) -> arb:
    return (a + b - abs(a - b)) / 2


FUNCTIONS: dict[type, Callable[..., arb]] = {
    sympy.exp: lambda x: x.exp(),
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
    sympy.Abs: abs,
    sympy.Max: _extreme(_larger),
    sympy.Min: _extreme(_smaller),
}


def is_positive(expr: Expr, values: Mapping[Any, Any] | None = None, max_precision: int = MAX_PRECISION) -> bool | None:
    """True if the value is certainly positive, False if it is certainly not, None if neither is certain."""
    if isinstance(expr, Rational):
        return bool(expr.p > 0)
    precision = 64
    while precision <= max_precision:
        try:
            found = enclose(expr, values or {}, precision)
        except Undefined:
            precision *= 2
            continue
        except Unsupported:
            return None
        if found > 0:
            return True
        if found <= 0:
            return False
        precision *= 2
    return None
