"""Truncated power series over any arithmetic: Taylor coefficients, hence derivatives, of elementary functions.

A series a₀ + a₁t + … + aₙtⁿ (mod tⁿ⁺¹) has coefficients in the arithmetic below it, which may be one of series again:
two layers give the mixed coefficients in two directions. Where a₀ encloses all values of f on a box, aₖ encloses all
values of f⁽ᵏ⁾/k! there. The recurrences follow from f' = … (Knuth, TAOCP 2, 4.7).
"""

from __future__ import annotations

from typing import Any

import sympy

from verify.balls.evaluate import Undefined, Unsupported


class Series:
    """Coefficients a₀, …, at most n + 1 of them; those left out are zero."""

    __slots__ = ("c", "ring")

    def __init__(self, ring: SeriesRing, c: list[Any]) -> None:
        self.ring = ring
        self.c = c

    def __add__(self, other: Any) -> Series:
        a, b = self.c, self.ring.lift(other).c
        if len(a) < len(b):
            a, b = b, a
        return Series(self.ring, [x + y for x, y in zip(a, b, strict=False)] + a[len(b) :])

    __radd__ = __add__

    def __neg__(self) -> Series:
        return Series(self.ring, [-x for x in self.c])

    def __sub__(self, other: Any) -> Series:
        return self + (-self.ring.lift(other))

    def __rsub__(self, other: Any) -> Series:
        return self.ring.lift(other) + (-self)

    def __mul__(self, other: Any) -> Series:
        a, b = self.c, self.ring.lift(other).c
        n = min(len(a) + len(b) - 1, self.ring.order + 1)
        return Series(self.ring, [_dot(a, b, k) for k in range(n)])

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Series:
        a, b = self.c, self.ring.lift(other).c
        if len(b) == 1:
            return Series(self.ring, [x / b[0] for x in a])
        first = self.ring.base.power(b[0], -1)
        out: list[Any] = []
        for k in range(self.ring.order + 1):
            rest = _dot(b[1:], out, k - 1) if k else None
            top = a[k] if k < len(a) else self.ring.zero
            out.append((top if rest is None else top - rest) * first)
        return Series(self.ring, out)

    def __rtruediv__(self, other: Any) -> Series:
        return self.ring.lift(other) / self


def _dot(a: list[Any], b: list[Any], k: int) -> Any:
    """The sum of aᵢ·bₖ₋ᵢ over the indices that both have; there is at least one."""
    lo, hi = max(0, k - len(b) + 1), min(k, len(a) - 1)
    if lo > hi:
        return None
    total = a[lo] * b[k - lo]
    for i in range(lo + 1, hi + 1):
        total = total + a[i] * b[k - i]
    return total


class SeriesRing:
    """The arithmetic of series up to tⁿ over another arithmetic."""

    def __init__(self, base: Any, order: int) -> None:
        self.base, self.order = base, order
        self.name = base.name
        self.zero = base.rational(0)

    def key(self) -> Any:
        """Constants belong to one ring, and are made anew each time."""
        return None

    def lift(self, x: Any) -> Series:
        """A number of this arithmetic, or one of the arithmetic below as a constant."""
        return x if isinstance(x, Series) and x.ring is self else Series(self, [x])

    def variable(self, start: Any) -> Series:
        """start + t."""
        return Series(self, [start, self.base.rational(1)]) if self.order else Series(self, [start])

    def rational(self, p: int, q: int = 1) -> Series:
        """An enclosure of p/q."""
        return Series(self, [self.base.rational(p, q)])

    def pi(self) -> Series:
        """An enclosure of π."""
        return Series(self, [self.base.pi()])

    def coefficient(self, x: Series, k: int) -> Any:
        """The k-th coefficient."""
        return x.c[k] if k < len(x.c) else self.zero

    def power(self, x: Series, n: int) -> Series:
        """xⁿ for an integer n."""
        if len(x.c) == 1:
            return Series(self, [self.base.power(x.c[0], n)])
        if n < 0:
            return self.rational(1) / self.power(x, -n)
        if n == 0:
            return self.rational(1)
        found, square = None, x
        while n:
            if n & 1:
                found = square if found is None else found * square
            n >>= 1
            if n:
                square = square * square
        assert found is not None
        return found

    def rational_power(self, x: Series, p: int, q: int) -> Series:
        """x^(p/q) by p·a'·y = q·a·y'."""
        first = self.base.rational_power(x.c[0], p, q)
        if len(x.c) == 1:
            return Series(self, [first])
        inverse = self.base.power(x.c[0], -1)
        out = [first]
        for k in range(1, self.order + 1):
            total = None
            for j in range(1, min(k, len(x.c) - 1) + 1):
                term = x.c[j] * out[k - j] * self.base.rational(p * j - q * (k - j), q * k)
                total = term if total is None else total + term
            out.append(total * inverse)
        return Series(self, out)

    def finite(self, x: Series) -> Series:
        """x; the arithmetic below has checked its parts."""
        return x

    def function(self, head: type, *arguments: Series) -> Series:
        """The series of an elementary function."""
        if head in (sympy.Max, sympy.Min):
            return self._extreme(head, *arguments)
        (x,) = arguments
        if len(x.c) == 1:
            return Series(self, [self.base.function(head, x.c[0])])
        if head is sympy.exp:
            return self._exp(x)
        if head in (sympy.sin, sympy.cos, sympy.sinh, sympy.cosh):
            return self._waves(x, head)[0 if head in (sympy.sin, sympy.sinh) else 1]
        if head is sympy.tan:
            sine, cosine = self._waves(x, head)
            return sine / cosine
        if head is sympy.tanh:
            sine, cosine = self._waves(x, sympy.sinh)
            return sine / cosine
        if head is sympy.Abs:
            return self._magnitude(x)
        if head in _SLOPES:
            return self._integral(self.base.function(head, x.c[0]), x, _SLOPES[head](self, x))
        raise Unsupported(f"no series for {head.__name__}")

    def _exp(self, x: Series) -> Series:
        out = [self.base.function(sympy.exp, x.c[0])]
        slopes = [a * self.base.rational(j) for j, a in enumerate(x.c)]
        for k in range(1, self.order + 1):
            out.append(_dot(slopes[1:], out, k - 1) * self.base.rational(1, k))
        return Series(self, out)

    def _waves(self, x: Series, head: type) -> tuple[Series, Series]:
        hyperbolic = head in (sympy.sinh, sympy.cosh)
        sines = [self.base.function(sympy.sinh if hyperbolic else sympy.sin, x.c[0])]
        cosines = [self.base.function(sympy.cosh if hyperbolic else sympy.cos, x.c[0])]
        slopes = [a * self.base.rational(j) for j, a in enumerate(x.c)][1:]
        for k in range(1, self.order + 1):
            up = _dot(slopes, cosines, k - 1) * self.base.rational(1, k)
            across = _dot(slopes, sines, k - 1) * self.base.rational(1 if hyperbolic else -1, k)
            sines.append(up)
            cosines.append(across)
        return Series(self, sines), Series(self, cosines)

    def _integral(self, first: Any, x: Series, slope: Series) -> Series:
        """The series with the given first coefficient whose derivative is x' times the slope."""
        rate = Series(self, [a * self.base.rational(j) for j, a in enumerate(x.c)][1:]) * slope
        return Series(
            self, [first, *(r * self.base.rational(1, k + 1) for k, r in enumerate(rate.c))][: self.order + 1]
        )

    def _magnitude(self, x: Series) -> Series:
        sign = self.sign(x)
        if sign is None:
            raise Undefined("an absolute value has no derivative where its argument may be zero")
        return x if sign > 0 else -x

    def _extreme(self, head: type, *arguments: Series) -> Series:
        best = arguments[0]
        for x in arguments[1:]:
            if len(best.c) == len(x.c) == 1:
                best = Series(self, [self.base.function(head, best.c[0], x.c[0])])
                continue
            sign = self.sign(x - best)
            if sign is None:
                raise Undefined("a maximum or minimum has no derivative where two of its arguments may be equal")
            best = x if (sign > 0) == (head is sympy.Max) else best
        return best

    def sign(self, x: Series) -> int | None:
        """The sign of the value, if it is certain."""
        value: Any = x
        while isinstance(value, Series):
            value = value.c[0]
        return 1 if value > 0 else -1 if value < 0 else None


_SLOPES: dict[type, Any] = {
    sympy.log: lambda ring, x: 1 / x,
    sympy.atan: lambda ring, x: 1 / (1 + x * x),
    sympy.asin: lambda ring, x: ring.rational_power(1 - x * x, -1, 2),
    sympy.acos: lambda ring, x: -ring.rational_power(1 - x * x, -1, 2),
    sympy.asinh: lambda ring, x: ring.rational_power(1 + x * x, -1, 2),
    sympy.acosh: lambda ring, x: ring.rational_power(x * x - 1, -1, 2),
    sympy.atanh: lambda ring, x: 1 / (1 - x * x),
}
