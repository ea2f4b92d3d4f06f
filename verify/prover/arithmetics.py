"""Two arithmetics that tapes are run in to propose points: doubles, whole arrays at once, and many digits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce
from typing import Any

import mpmath
import numpy as np
import sympy
from mpmath import mp
from sympy import Abs, Add, Expr, Integer, Mul, Pow, Rational

from verify.balls.evaluate import Undefined
from verify.balls.tape import Tape


class Doubles:
    """numpy's doubles, whole arrays at once; what is undefined is nan."""

    _HEADS: Mapping[Any, Any] = {
        sympy.exp: np.exp, sympy.log: np.log, sympy.sin: np.sin, sympy.cos: np.cos, sympy.tan: np.tan,
        sympy.sinc: lambda x: np.sinc(x / np.pi), sympy.sinh: np.sinh, sympy.cosh: np.cosh, sympy.tanh: np.tanh,
        sympy.asin: np.arcsin, sympy.acos: np.arccos, sympy.atan: np.arctan, sympy.asinh: np.arcsinh,
        sympy.acosh: np.arccosh, sympy.atanh: np.arctanh, sympy.Abs: np.abs,
        sympy.Max: lambda *xs: reduce(np.maximum, xs), sympy.Min: lambda *xs: reduce(np.minimum, xs),
    }  # fmt: skip

    @staticmethod
    def key() -> Any:
        """What the value of a constant depends on."""
        return "doubles"

    @staticmethod
    def rational(p: int, q: int = 1) -> Any:
        """The number p/q."""
        try:
            return np.float64(p / q)
        except OverflowError:
            return np.float64(np.inf if p > 0 else -np.inf)

    @staticmethod
    def pi() -> Any:
        """π."""
        return np.float64(np.pi)

    @staticmethod
    def power(x: Any, n: int) -> Any:
        """An integer power."""
        return np.power(x, float(n))

    @staticmethod
    def rational_power(x: Any, p: int, q: int) -> Any:
        """The power p/q."""
        return np.power(x, p / q)

    @classmethod
    def function(cls, head: Any, *arguments: Any) -> Any:
        """The value of an elementary function."""
        return cls._HEADS[head](*arguments)

    @staticmethod
    def finite(x: Any) -> Any:
        """The number, if it is one that can be computed with."""
        return x


_LARGEST = mp.mpf(10) ** 40
"""Of the argument of an exponential; the value's exponent is a number as long as this one."""
_MOST_TURNS = mp.mpf(10) ** 3000
"""Of the argument of a sine, which is computed with as many digits more as this has."""
_LARGEST_END = mp.mpf(10) ** 400


def _real(function: Callable[..., Any], inside: Callable[[Any], bool] = lambda x: True) -> Callable[..., Any]:
    def value(x: Any) -> Any:
        if not inside(x):
            raise Undefined("outside of the domain")
        return function(x)

    return value


def _countable(x: Any) -> bool:
    return bool(abs(x) < _MOST_TURNS)


class Digits:
    """mpmath's numbers at its working precision; what is undefined or beyond all size raises Undefined."""

    _HEADS: Mapping[Any, Any] = {
        sympy.exp: _real(mp.exp, lambda x: abs(x) < _LARGEST), sympy.log: _real(mp.log, lambda x: x > 0),
        sympy.sin: _real(mp.sin, _countable), sympy.cos: _real(mp.cos, _countable),
        sympy.tan: _real(mp.tan, _countable), sympy.sinc: _real(mp.sinc, _countable),
        sympy.sinh: _real(mp.sinh, lambda x: abs(x) < _LARGEST),
        sympy.cosh: _real(mp.cosh, lambda x: abs(x) < _LARGEST),
        sympy.tanh: _real(mp.tanh, lambda x: abs(x) < _LARGEST), sympy.asin: _real(mp.asin, lambda x: abs(x) <= 1),
        sympy.acos: _real(mp.acos, lambda x: abs(x) <= 1), sympy.atan: _real(mp.atan),
        sympy.asinh: _real(mp.asinh), sympy.acosh: _real(mp.acosh, lambda x: x >= 1),
        sympy.atanh: _real(mp.atanh, lambda x: abs(x) < 1), sympy.Abs: abs, sympy.Max: max, sympy.Min: min,
    }  # fmt: skip

    @staticmethod
    def key() -> Any:
        """What the value of a constant depends on."""
        return "digits", mp.prec

    @staticmethod
    def rational(p: int, q: int = 1) -> Any:
        """The number p/q."""
        return mp.mpf(p) / q

    @staticmethod
    def pi() -> Any:
        """π."""
        return +mp.pi

    @staticmethod
    def power(x: Any, n: int) -> Any:
        """An integer power."""
        return x**n

    @staticmethod
    def rational_power(x: Any, p: int, q: int) -> Any:
        """The power p/q."""
        if x < 0 or (x == 0 and p < 0):
            raise Undefined("a root of a negative number")
        return mp.root(x, q) ** p if x else x

    @classmethod
    def function(cls, head: Any, *arguments: Any) -> Any:
        """The value of an elementary function."""
        return cls._HEADS[head](*arguments)

    @staticmethod
    def finite(x: Any) -> Any:
        """The number, if it is one that can be computed with."""
        if not mpmath.isfinite(x):
            raise Undefined("infinite")
        return x


def weight_of(expr: Expr) -> Expr:
    """What the value is small against, if its summands nearly cancel."""
    if isinstance(expr, Add):
        return Add(*(weight_of(a) for a in expr.args))
    if isinstance(expr, Mul):
        return Mul(*(weight_of(a) for a in expr.args))
    if isinstance(expr, Pow) and isinstance(expr.exp, Integer) and expr.exp > 0:
        return Pow(weight_of(expr.base), expr.exp)
    if isinstance(expr, Pow) and isinstance(expr.exp, Rational) and expr.exp > 0:
        return Pow(weight_of(expr.base), expr.exp)
    if isinstance(expr, Abs):
        return weight_of(expr.args[0])
    if isinstance(expr, sympy.Max | sympy.Min):
        return Add(*(weight_of(a) for a in expr.args))
    return Abs(expr)


def approximate(constant: Expr) -> Fraction:
    """The constant if it is rational, else a rational number a little below it.

    Raises:
        Undefined: for a constant that is too large to be written out.
    """
    if isinstance(constant, Rational):
        return Fraction(int(constant.p), int(constant.q))
    with mp.workdps(80):
        value = Tape(constant, ())(Digits, [])
        if abs(value) > _LARGEST_END:
            raise Undefined("too large to be written out")
        scale = 10**60
        return Fraction(int(mp.floor(value * scale)), scale)


def fraction(x: Any) -> Fraction:
    """The number of mpmath, exactly."""
    sign, mantissa, exponent, _ = x._mpf_
    return Fraction((-1) ** sign * int(mantissa)) * Fraction(2) ** int(exponent)
