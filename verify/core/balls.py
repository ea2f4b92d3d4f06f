"""Enclosures of terms in ball arithmetic (python-flint's `arb`).

An enclosure contains the value at every point of the balls that were put in, and the term has a value at each of these
points: where a ball cannot be kept inside a function's domain, or grows beyond all bounds, there is no enclosure.
Comparisons of balls are true only if they are certain; what is not certainly true is not false.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from functools import reduce
from typing import Final

from flint import arb, ctx, fmpq

from verify.core.nodes import FUNCTIONS, Refused, Term
from verify.core.polynomials import canonical
from verify.core.terms import number, opened, the_term

MOST_STEPS: Final = 100_000
"""Nodes that are enclosed for one term; sums are written out."""
MOST_ROOT: Final = 64
"""Roots of a higher order are taken by logarithms."""
PRECISIONS: Final = (64, 256, 1024)


class NoEnclosure(Refused):
    """There is no enclosure of the term; the message names the part."""


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Sets flint's precision, which is one for the whole process, and restores it."""
    before = ctx.prec
    ctx.prec = bits
    try:
        yield
    finally:
        ctx.prec = before


def rational_ball(q: Fraction) -> arb:
    """A ball that contains the rational number, at the working precision."""
    return arb(fmpq(q.numerator, q.denominator))


def enclosure(t: Term, values: Mapping[Term, arb] | None = None) -> arb:
    """A finite ball around the value of the term, at the working precision.

    Args:
        t: a term of numbers, elementary functions, finite sums, and of what `values` knows.
        values: balls for variables, and for any other parts that are to be taken as known.

    Raises:
        NoEnclosure: where the term is not certain to have a value, or is of another kind.
    """
    return _Enclosures(values or {}).of(t)


def ground_sign(t: Term) -> int:
    """The signs that a term without variables may have if it has a value: 1 negative, 2 zero, 4 positive, 7 any."""
    if the_term(t).free or t.open:
        return 7
    if t not in _signs:
        _signs[t] = _ground_sign(canonical(t))
    return _signs[t]


_signs: dict[Term, int] = {}


def _ground_sign(t: Term) -> int:
    if t.kind == "number":
        return 2 if t.args[0] == 0 else 4 if t.args[0] > 0 else 1
    for bits in PRECISIONS:
        with precision(bits):
            try:
                ball = enclosure(t)
            except NoEnclosure:  # more digits may keep it inside a domain
                continue
        if ball > 0:
            return 4
        if ball < 0:
            return 1
    return 7


def _whole_power(base: arb, k: int) -> arb:
    """base^k, k ≥ 0. (arb's own power of a ball around 0 is no number.)"""
    if k == 0 or not base.contains(0):
        return base**k
    top = base.abs_upper()
    size = top if top.is_zero() else top**k
    return size.union(arb(0) if k % 2 == 0 else -size)


class _Enclosures:
    """The enclosures of one term's parts."""

    def __init__(self, values: Mapping[Term, arb]) -> None:
        self.known = dict(values)
        self.steps = 0

    def of(self, t: Term) -> arb:
        found = self.known.get(t)
        if found is None:
            self.steps += 1
            if self.steps > MOST_STEPS:
                raise NoEnclosure("the term is too long to be enclosed")
            found = self.known[t] = self._made(t)
        if not found.is_finite():
            raise NoEnclosure(f"{t!r} is not certain to have a value")
        return found

    def _made(self, t: Term) -> arb:
        kind, args = t.kind, t.args
        if kind == "number":
            return rational_ball(args[0])
        if kind == "pi":
            return arb.pi()
        if kind == "e":
            return arb(1).exp()
        if kind == "add":
            return sum((self.of(a) for a in args), arb(0))
        if kind == "mul":
            return reduce(lambda a, b: a * b, map(self.of, args), arb(1))
        if kind == "power":
            return self._power(t)
        if kind == "abs":
            return abs(self.of(args[0]))
        if kind in ("max", "min"):
            return reduce(arb.max if kind == "max" else arb.min, map(self.of, args))
        if kind == "delta":
            return self._delta(t)
        if kind == "sum":
            return self._sum(t)
        if kind in FUNCTIONS:  # outside of the domain, and at poles, the ball is not finite
            return getattr(self.of(args[0]), kind)()
        raise NoEnclosure(f"there is no enclosure of {t!r}")

    def _power(self, t: Term) -> arb:
        base, exponent = self.of(t.args[0]), t.args[1]
        if exponent.kind != "number":
            if not base > 0:
                raise NoEnclosure(f"the base of {t!r} is not certain to be positive")
            return (self.of(exponent) * base.log()).exp()
        k: Fraction = exponent.args[0]
        if k < 0 and base.contains(0):
            raise NoEnclosure(f"the base of {t!r} may be zero")
        if k.denominator == 1:
            size = _whole_power(base, abs(k.numerator))
            return size if k >= 0 else 1 / size
        if not base >= 0:
            raise NoEnclosure(f"the base of {t!r} may be negative")
        if base.is_zero():  # k > 0
            return base
        if k.denominator > MOST_ROOT:
            return (rational_ball(k) * base.log()).exp()
        root = base.sqrt() if k.denominator == 2 else base.root(k.denominator)
        size = root ** abs(k.numerator)
        return size if k > 0 else 1 / size

    def _delta(self, t: Term) -> arb:
        apart = self.of(t.args[0]) - self.of(t.args[1])
        if not apart.contains(0):
            return arb(0)
        if apart.unique_fmpz() == 0:  # the difference is an integer
            return arb(1)
        raise NoEnclosure(f"it is not certain whether the indices of {t!r} are the same")

    def _sum(self, t: Term) -> arb:
        body, *bounds = t.args
        low, high = map(canonical, bounds)
        if low.kind != "number" or high.kind != "number" or high.args[0] - low.args[0] >= MOST_STEPS:
            raise NoEnclosure(f"{t!r} cannot be written out")
        made = arb(0)
        for k in range(int(low.args[0]), int(high.args[0]) + 1):
            made += self.of(opened(body, [number(k)]))
        return made
