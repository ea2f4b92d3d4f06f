"""The two interval arithmetics behind one interface, so that a rule is written once and checked in either.

A number of an arithmetic is an enclosure: `arb` balls in the first, mpmath's intervals in the second. Both have the
operators + − · / and certain comparisons; everything else goes through the functions here. What cannot be kept inside
a function's domain raises Undefined.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, Literal

import sympy
from flint import arb, ctx, fmpq
from mpmath import iv

from verify.balls import evaluate, second
from verify.balls.evaluate import Undefined, Unsupported

Name = Literal["arb", "mpmath"]


class Arb:
    """python-flint's balls: the first arithmetic."""

    name: Name = "arb"

    @staticmethod
    @contextmanager
    def precision(bits: int) -> Iterator[None]:
        """Works at this many bits inside of the block."""
        with evaluate.working_precision(bits):
            yield

    @staticmethod
    def key() -> Any:
        """What the enclosure of a constant depends on."""
        return "arb", ctx.prec

    @staticmethod
    def rational(p: int, q: int = 1) -> Any:
        """An enclosure of p/q."""
        return arb(fmpq(p, q)) if q != 1 else arb(p)

    @staticmethod
    def pi() -> Any:
        """An enclosure of π."""
        return arb.pi()

    @staticmethod
    def hull(a: Any, b: Any) -> Any:
        """An enclosure of both and of what is between them."""
        return a.union(b)

    @staticmethod
    def middle(x: Any) -> Any:
        """A number inside, without width."""
        return x.mid()

    @staticmethod
    def lower(x: Any) -> Fraction:
        """A rational number that is certainly not above x, close to its lower end."""
        return _fraction(x.lower())

    @staticmethod
    def has_zero(x: Any) -> bool:
        """Whether zero is not certainly outside."""
        return bool(x.contains(0))

    @staticmethod
    def meet(a: Any, b: Any) -> Any:
        """An enclosure of what both enclose; they are enclosures of the same number."""
        try:
            return a.intersection(b)
        except ValueError:
            return a

    @staticmethod
    def power(x: Any, n: int) -> Any:
        """xⁿ for an integer n."""
        if not x.contains(0):
            return x**n if n >= 0 else 1 / x ** abs(n)
        if n < 0:
            raise Undefined("the base of a negative power may be zero")
        if n == 0:
            return arb(1)
        if n % 2:  # arb's own power of a ball around 0 is no number
            return (x.lower() ** n).union(x.upper() ** n)
        return arb(0).union(x.abs_upper() ** n)

    @staticmethod
    def rational_power(x: Any, p: int, q: int) -> Any:
        """x^(p/q), q > 1, where x ≥ 0 (x > 0 if p < 0): what is below 0 does not count, there is no value."""
        if x > 0:
            root = x.root(q) if q > 2 else x.sqrt()
            return root ** abs(p) if p > 0 else 1 / root ** abs(p)
        top = x.upper()
        if p < 0 or not top >= 0:
            raise Undefined("the base of a root may be negative or zero")
        root = top.root(q) if q > 2 else top.sqrt()
        return arb(0).union(root**p)

    @staticmethod
    def function(head: type, *arguments: Any) -> Any:
        """The value of an elementary function."""
        function = evaluate.FUNCTIONS.get(head)
        if function is None:
            raise Unsupported(f"no enclosure for {head.__name__}")
        found = _inside(head, arguments[0]) if head in _ENDING else function(*arguments)
        if not found.is_finite():
            raise Undefined(f"{head.__name__} is not certain to be defined")
        return found

    @staticmethod
    def finite(x: Any) -> Any:
        """x; Undefined if it is infinite."""
        if not x.is_finite():
            raise Undefined("a value is not certain to be finite")
        return x


class Mpmath:
    """mpmath's intervals, as far as they are trusted: the second arithmetic."""

    name: Name = "mpmath"

    @staticmethod
    @contextmanager
    def precision(bits: int) -> Iterator[None]:
        """Works at this many bits inside of the block."""
        with second.working_precision(bits):
            yield

    @staticmethod
    def key() -> Any:
        """What the enclosure of a constant depends on."""
        return "mpmath", iv.prec

    @staticmethod
    def rational(p: int, q: int = 1) -> Any:
        """An enclosure of p/q."""
        return iv.mpf(p) / iv.mpf(q) if q != 1 else iv.mpf(p)

    @staticmethod
    def pi() -> Any:
        """An enclosure of π."""
        return second._pi(iv.prec)

    @staticmethod
    def hull(a: Any, b: Any) -> Any:
        """An enclosure of both and of what is between them."""
        return iv.mpf([min(a.a, b.a), max(a.b, b.b)])

    @staticmethod
    def middle(x: Any) -> Any:
        """A number inside, without width."""
        return x.mid

    @staticmethod
    def lower(x: Any) -> Fraction:
        """The lower end."""
        sign, mantissa, exponent, _ = x._mpi_[0]
        return Fraction((-1) ** sign * int(mantissa)) * Fraction(2) ** int(exponent)

    @staticmethod
    def has_zero(x: Any) -> bool:
        """Whether zero is not certainly outside."""
        return bool(x.a <= 0 <= x.b)

    @staticmethod
    def meet(a: Any, b: Any) -> Any:
        """An enclosure of what both enclose; they are enclosures of the same number."""
        lo, hi = max(a.a, b.a), min(a.b, b.b)
        return iv.mpf([lo, hi]) if lo <= hi else a

    @staticmethod
    def power(x: Any, n: int) -> Any:
        """xⁿ for an integer n."""
        if n < 0 and x.a <= 0 <= x.b:
            raise Undefined("the base of a negative power may be zero")
        found = second.magnitude(x) ** abs(n) if n % 2 == 0 else x ** abs(n)
        return found if n >= 0 else 1 / found

    @staticmethod
    def rational_power(x: Any, p: int, q: int) -> Any:
        """x^(p/q), q > 1, where x ≥ 0 (x > 0 if p < 0): what is below 0 does not count, there is no value."""
        if x.a < 0 <= x.b:
            x = iv.mpf([0, x.b])
        if not (x.a > 0 or (x.a >= 0 and p > 0)):
            raise Undefined("the base of a root may be negative or zero")
        if q == 2:
            root = iv.sqrt(x) ** abs(p)
            return root if p > 0 else 1 / root
        try:
            if x.a > 0:
                return second._exp(second._log(x) * p / q)
            top = second._exp(second._log_at(x.b) * p / q) if x.b > 0 else iv.mpf(0)
        except second._OutsideError as error:
            raise Undefined(str(error)) from None
        return second.hull(iv.mpf(0), top)

    @staticmethod
    def function(head: type, *arguments: Any) -> Any:
        """The value of an elementary function."""
        if head not in second.FUNCTIONS:
            raise Unsupported(f"no enclosure for {head.__name__}")
        if head in _ENDING:
            (x,) = arguments
            first, last = _ENDING[head]
            if x.b < first or (last is not None and x.a > last):
                raise Undefined(f"{head.__name__} is not certain to be defined")
            low, high = max(x.a, iv.mpf(first)), x.b if last is None else min(x.b, iv.mpf(last))
            arguments = (second.hull(low, high),)
        try:
            return second.FUNCTIONS[head](*arguments)
        except second._OutsideError as error:
            raise Undefined(str(error)) from None

    @staticmethod
    def finite(x: Any) -> Any:
        """x; Undefined if it is infinite."""
        return second._finite("a value", x)


_ENDING: dict[type, tuple[int, int | None]] = {sympy.asin: (-1, 1), sympy.acos: (-1, 1), sympy.acosh: (1, None)}
"""Monotone functions whose domains end where they have a value, and the ends."""


def _inside(head: type, x: Any) -> Any:
    """Such a function where it has a value: what is outside of the domain does not count."""
    first, last = _ENDING[head]
    low, high = x.lower(), x.upper()
    if not (high >= first and (last is None or low <= last)):
        raise Undefined(f"{head.__name__} is not certain to be defined")
    function = evaluate.FUNCTIONS[head]
    ends = (arb(first) if not low > first else low, arb(last) if last is not None and not high < last else high)
    return function(ends[0]).union(function(ends[1]))


def _fraction(x: arb) -> Fraction:
    """The exact number that a ball without width stands for."""
    mantissa, exponent = x.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


ARITHMETICS: dict[str, Any] = {"arb": Arb, "mpmath": Mpmath}
