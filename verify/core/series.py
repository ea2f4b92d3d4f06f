"""Truncated power series over balls, over terms, or over series again: Taylor coefficients of elementary functions.

A series a₀ + a₁t + … + aₙtⁿ (mod tⁿ⁺¹) has coefficients in a ring of balls, of terms, or of series in another way.
If a₀ encloses all values of f on a set, aₖ encloses all values of f⁽ᵏ⁾/k! there. The recurrences follow from
f' = … (Knuth, The Art of Computer Programming 2, 4.7). What is constant in the direction has one coefficient only; of
all that moves, each operation needs its argument inside of the domain of its derivatives. So the same operations are
done in every ring, and where they go through in balls, the terms that they give have values.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from flint import arb

from verify.core.balls import NoEnclosure, rational_ball
from verify.core.nodes import FUNCTIONS, Term, node
from verify.core.polynomials import inverse, negative, product, raised_to, total
from verify.core.terms import number


class Balls:
    """The ring of balls, at the working precision; what is not certain to have a finite value is refused."""

    @staticmethod
    def rational(q: Fraction) -> arb:
        """A ball around a rational number."""
        return rational_ball(q)

    @staticmethod
    def pi() -> arb:
        """A ball around π."""
        return arb.pi()

    @staticmethod
    def power(x: arb, n: int) -> arb:
        """xⁿ for an integer n; of a ball around 0 it is between the powers of its ends, or of 0 and the larger one."""
        if n == 0:
            return arb(1)
        if not x.contains(0):
            found = x ** abs(n)
        elif n < 0:
            raise NoEnclosure("the base of a negative power may be zero")
        elif n % 2:
            found = (x.lower() ** n).union(x.upper() ** n)
        else:
            found = arb(0).union(x.abs_upper() ** n)
        return _finite(found if n > 0 else 1 / found)

    @staticmethod
    def rational_power(x: arb, q: Fraction) -> arb:
        """x^q for q that is no integer, at those points of the ball at which x ≥ 0 (x > 0 if q < 0)."""
        if x > 0:
            return _finite(_root(x, q.denominator) ** q.numerator)
        top = x.upper()
        if q < 0 or not top >= 0:
            raise NoEnclosure("the base of a root may be negative or zero")
        if not top > 0:
            return arb(0)
        return _finite(arb(0).union(_root(top, q.denominator) ** q.numerator))

    @staticmethod
    def function(kind: str, *args: arb) -> arb:
        """An elementary function, a maximum or a minimum; what is certain to be outside of its domain is refused."""
        if kind in ("max", "min"):
            found = args[0]
            for x in args[1:]:
                found = found.max(x) if kind == "max" else found.min(x)
            return found
        if kind == "abs":
            return abs(args[0])
        if kind in ("asin", "acos", "acosh"):
            return _finite(_inside(kind, args[0]))
        return _finite(getattr(args[0], kind)())

    @staticmethod
    def sign(x: arb) -> int:
        """1 or −1 where it is certain, else 0."""
        return 1 if x > 0 else -1 if x < 0 else 0


def _inside(kind: str, x: arb) -> arb:
    """A monotone function that ends at 1 and −1, or at 1, at those points of the ball at which it has a value."""
    low, high = x.lower(), x.upper()
    if not (high >= -1 and (kind == "acosh" or low <= 1)) or (kind == "acosh" and not high >= 1):
        raise NoEnclosure(f"the argument of {kind} is not certain to reach its domain")
    if not low > (1 if kind == "acosh" else -1):
        low = arb(1 if kind == "acosh" else -1)
    if kind != "acosh" and not high < 1:
        high = arb(1)
    return getattr(low, kind)().union(getattr(high, kind)())


def _root(x: arb, q: int) -> arb:
    return x.sqrt() if q == 2 else x.root(q) if q <= 64 else (x.log() / q).exp()


def _finite(x: arb) -> arb:
    if not x.is_finite():
        raise NoEnclosure("a value is not certain to be finite")
    return x


class Symbol:
    """A term as an element of a ring."""

    __slots__ = ("term",)

    def __init__(self, term: Term) -> None:
        self.term = term

    def __add__(self, other: Symbol) -> Symbol:
        return Symbol(total(self.term, other.term))

    def __mul__(self, other: Symbol) -> Symbol:
        return Symbol(product(self.term, other.term))

    def __neg__(self) -> Symbol:
        return Symbol(negative(self.term))


class Terms:
    """The ring of terms."""

    @staticmethod
    def rational(q: Fraction) -> Symbol:
        """A rational number."""
        return Symbol(number(q))

    @staticmethod
    def pi() -> Symbol:
        """π."""
        return Symbol(node("pi"))

    @staticmethod
    def power(x: Symbol, n: int) -> Symbol:
        """xⁿ."""
        return Symbol(inverse(x.term) if n == -1 else raised_to(x.term, number(n)))

    @staticmethod
    def rational_power(x: Symbol, q: Fraction) -> Symbol:
        """x^q."""
        return Symbol(raised_to(x.term, number(q)))

    @staticmethod
    def function(kind: str, *args: Symbol) -> Symbol:
        """An elementary function."""
        return Symbol(node(kind, *(a.term for a in args)))

    @staticmethod
    def sign(_: Symbol) -> int:
        """Not known."""
        return 0


class Series:
    """Coefficients a₀, …, at most order + 1 of them; those left out are zero, and one alone is constant."""

    __slots__ = ("c", "ring")

    def __init__(self, ring: SeriesRing, c: list[Any]) -> None:
        self.ring, self.c = ring, c[: ring.order + 1]

    def __add__(self, other: Series) -> Series:
        long, short = (self.c, other.c) if len(self.c) >= len(other.c) else (other.c, self.c)
        return Series(self.ring, [x + y for x, y in zip(long, short, strict=False)] + long[len(short) :])

    def __neg__(self) -> Series:
        return Series(self.ring, [-x for x in self.c])

    def __mul__(self, other: Series) -> Series:
        n = min(len(self.c) + len(other.c) - 1, self.ring.order + 1)
        return Series(self.ring, [_dot(self.c, other.c, k) for k in range(n)])


def _dot(a: list[Any], b: list[Any], k: int) -> Any:
    """The sum of aᵢ·bₖ₋ᵢ over the indices that both have; None if there is none."""
    found = None
    for i in range(max(0, k - len(b) + 1), min(k, len(a) - 1) + 1):
        found = a[i] * b[k - i] if found is None else found + a[i] * b[k - i]
    return found


class SeriesRing:
    """The ring of series up to t^order over another ring."""

    def __init__(self, base: Any, order: int) -> None:
        self.base, self.order = base, order

    def constant(self, value: Any) -> Series:
        """A number of the ring below."""
        return Series(self, [value])

    def variable(self, start: Any) -> Series:
        """start + t."""
        return Series(self, [start, self.base.rational(Fraction(1))])

    def coefficient(self, x: Series, k: int) -> Any:
        """The k-th coefficient."""
        return x.c[k] if k < len(x.c) else self.base.rational(Fraction(0))

    def rational(self, q: Fraction) -> Series:
        """A rational number."""
        return Series(self, [self.base.rational(q)])

    def pi(self) -> Series:
        """π."""
        return Series(self, [self.base.pi()])

    def sign(self, x: Series) -> int:
        """The sign of the value."""
        found: int = self.base.sign(x.c[0])
        return found

    def power(self, x: Series, n: int) -> Series:
        """xⁿ for an integer n."""
        if len(x.c) == 1:
            return Series(self, [self.base.power(x.c[0], n)])
        if n < 0:
            return self._inverse(self.power(x, -n))
        found, square = self.rational(Fraction(1)), x
        while n:
            if n & 1:
                found = found * square
            n >>= 1
            if n:
                square = square * square
        return found

    def _inverse(self, x: Series) -> Series:
        first = self.base.power(x.c[0], -1)
        out = [first]
        for k in range(1, self.order + 1):
            rest = _dot(x.c[1:], out, k - 1)
            out.append(self.base.rational(Fraction(0)) if rest is None else -(rest * first))
        return Series(self, out)

    def rational_power(self, x: Series, q: Fraction) -> Series:
        """y = x^q by x·y' = q·x'·y."""
        out = [self.base.rational_power(x.c[0], q)]
        if len(x.c) == 1:
            return Series(self, out)
        inverted = self.base.power(x.c[0], -1)
        for k in range(1, self.order + 1):
            found = None
            for j in range(1, min(k, len(x.c) - 1) + 1):
                part = x.c[j] * out[k - j] * self.base.rational((q * j - (k - j)) / k)
                found = part if found is None else found + part
            out.append(found * inverted)
        return Series(self, out)

    def function(self, kind: str, *args: Series) -> Series:
        """The series of an elementary function, a maximum or a minimum."""
        if all(len(x.c) == 1 for x in args):
            return Series(self, [self.base.function(kind, *(x.c[0] for x in args))])
        x = args[0]
        if kind in ("max", "min"):
            for y in args[1:]:
                sign = self.sign(y + -x)
                if not sign:
                    raise NoEnclosure("which of two terms is the larger is not certain")
                x = y if (sign > 0) == (kind == "max") else x
            return x
        if kind == "abs":
            if not self.sign(x):
                raise NoEnclosure("an absolute value has no derivative where its argument may be zero")
            return x if self.sign(x) > 0 else -x
        if kind == "exp":
            return self._exponential(x)
        if kind in ("sin", "cos", "tan", "sinh", "cosh", "tanh"):
            sine, cosine = self._waves(x, hyperbolic=kind.endswith("h"))
            return (
                sine if kind in ("sin", "sinh") else cosine if kind in ("cos", "cosh") else sine * self._inverse(cosine)
            )
        if kind not in _SLOPES:
            raise NoEnclosure(f"there are no series for {kind}")
        factor, constant, square, exponent = _SLOPES[kind]
        inner = x if kind == "log" else self.rational(constant) + self.rational(square) * (x * x)
        slope = self.power(inner, -1) if exponent == -1 else self.rational_power(inner, exponent)
        return self._integral(self.base.function(kind, x.c[0]), x, self.rational(factor) * slope)

    def _over(self, k: int, sign: int = 1) -> Any:
        return self.base.rational(Fraction(sign, k))

    def _slope(self, x: Series) -> list[Any]:
        """The coefficients of x'."""
        return [a * self.base.rational(Fraction(j)) for j, a in enumerate(x.c)][1:]

    def _exponential(self, x: Series) -> Series:
        slope, out = self._slope(x), [self.base.function("exp", x.c[0])]
        for k in range(1, self.order + 1):
            out.append(_dot(slope, out, k - 1) * self._over(k))
        return Series(self, out)

    def _waves(self, x: Series, *, hyperbolic: bool) -> tuple[Series, Series]:
        sines = [self.base.function("sinh" if hyperbolic else "sin", x.c[0])]
        cosines = [self.base.function("cosh" if hyperbolic else "cos", x.c[0])]
        slope = self._slope(x)
        for k in range(1, self.order + 1):
            up, across = _dot(slope, cosines, k - 1), _dot(slope, sines, k - 1)
            sines.append(up * self._over(k))
            cosines.append(across * self._over(k, 1 if hyperbolic else -1))
        return Series(self, sines), Series(self, cosines)

    def _integral(self, first: Any, x: Series, slope: Series) -> Series:
        """The series with the given first coefficient whose derivative is x' times the slope."""
        rate = Series(self, self._slope(x)) * slope
        return Series(self, [first, *(r * self._over(k + 1) for k, r in enumerate(rate.c))])


_HALF: Final = Fraction(-1, 2)
_SLOPES: Final[dict[str, tuple[Fraction, Fraction, Fraction, Fraction]]] = {
    kind: (Fraction(sign), Fraction(constant), Fraction(square), Fraction(exponent))
    for kind, sign, constant, square, exponent in (
        ("log", 1, 0, 0, -1), ("atan", 1, 1, 1, -1), ("asin", 1, 1, -1, _HALF), ("acos", -1, 1, -1, _HALF),
        ("asinh", 1, 1, 1, _HALF), ("acosh", 1, -1, 1, _HALF), ("atanh", 1, 1, -1, -1),
    )
}  # fmt: skip
"""Derivatives as sign·(constant + square·x²)^exponent; 1/x for the logarithm."""


def evaluated(term: Term, ring: Any, values: Mapping[Term, Any]) -> Any:
    """The term in a ring, with these values for its variables.

    Raises:
        NoEnclosure: where an argument may leave the domain of a function, or of its derivatives.
    """
    known: dict[Term, Any] = dict(values)

    def of(t: Term) -> Any:
        found = known.get(t)
        if found is None:
            found = known[t] = made(t)
        return found

    def made(t: Term) -> Any:
        kind, args = t.kind, t.args
        if kind == "number":
            return ring.rational(args[0])
        if kind == "pi":
            return ring.pi()
        if kind == "e":
            return ring.function("exp", ring.rational(Fraction(1)))
        if kind in ("add", "mul"):
            if not args:
                return ring.rational(Fraction(0 if kind == "add" else 1))
            found = of(args[0])
            for a in args[1:]:
                found = found + of(a) if kind == "add" else found * of(a)
            return found
        if kind == "power":
            base, exponent = of(args[0]), args[1]
            if exponent.kind != "number":
                return ring.function("exp", of(exponent) * ring.function("log", base))
            q = exponent.args[0]
            return ring.power(base, int(q)) if q.denominator == 1 else ring.rational_power(base, q)
        if kind in FUNCTIONS or kind in ("max", "min"):
            return ring.function(kind, *map(of, args))
        raise NoEnclosure(f"there is no enclosure of {t!r}")

    return of(term)
