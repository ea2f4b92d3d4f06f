"""Constants that are exactly zero: algebraic numbers by a separation bound, sums of angles and of logarithms by these.

A number made of rational numbers, roots, and sines and cosines of rational multiples of π by arithmetic is U/(L·d): U
and L are algebraic integers, d > 0 is an integer. They lie in a field made by adjoining these roots of algebraic
integers and real parts of roots of unity; its degree D is at most the product of the orders of the roots and of φ(N)/2.
An embedding of the field takes each root to another k-th root of another value of what is under it, and 2·cos(πq) to
another number of at most 2 in size: so the same calculation with sizes in place of values bounds all conjugates of U
by some u ≥ 1, and those of L by some l. If U ≠ 0, the product of its conjugates is an integer but 0, so |U| ≥ u^(1−D).
So the number is 0 if its size is certainly less than u^(1−D)/(l·d).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import lcm, prod
from typing import Final, NamedTuple

from flint import arb, fmpz

from verify.core.balls import NoEnclosure, enclosure, ground_sign, precision
from verify.core.nodes import Term, node
from verify.core.polynomials import canonical, inverse, light, minus, negative, product, raised_to, spelled, total
from verify.core.signs import NEGATIVE, POSITIVE, ZERO_SIGN
from verify.core.terms import MINUS_ONE, ONE, ZERO, number, replaced, the_term, walk

_BITS: Final = 64
_MOST_BITS: Final = 20_000
_MOST_POWER: Final = 100
_MOST_TURNS: Final = 10_000
_HALF: Final = Fraction(1, 2)


class _NotAlgebraic(Exception):
    """The term is not made of what is bounded here, or of too much of it."""


@lru_cache(maxsize=4096)
def is_zero(t: Term) -> bool:
    """Whether a term without variables is zero if it has a value. Where it is False, nothing is known.

    Its light form, which has the same value, is looked at in three parts: angles, logarithms, and what has neither. It
    is zero if each of them is. Each is enclosed, so all that stands in it has a value.
    """
    if the_term(t).free or t.open:
        return False
    parts: dict[str, dict[Term, Fraction]] = {"angles": {}, "logarithms": {}, "algebraic": {}}
    for monomial, q in light(t).items():
        x = monomial[0][0] if len(monomial) == 1 and monomial[0][1] == 1 else spelled({monomial: Fraction(1)})
        kind = "angles" if x.kind in ("pi", *_ANGLES) else "logarithms" if x.kind in _LOGARITHMS else "algebraic"
        parts[kind][x] = parts[kind].get(x, Fraction(0)) + q  # two monomials of long products may be spelled alike
    try:
        return (
            _is_zero_algebraic(total(*(product(number(q), x) for x, q in parts["algebraic"].items())))
            and _is_zero_angle(parts["angles"])
            and _is_zero_logarithm(parts["logarithms"])
        )
    except (_NotAlgebraic, NoEnclosure):
        return False


# --- algebraic numbers ------------------------------------------------------------------------------------------------


class _Size(NamedTuple):
    """Of a number U/(L·d): bounds of the conjugates of U and of L, and d."""

    above: arb
    below: arb
    whole: int


def _is_zero_algebraic(t: Term) -> bool:
    t = canonical(_without_extremes(t))
    if t.kind == "number":
        return bool(t.args[0] == 0)
    sizes = _Sizes()
    with precision(_BITS):
        size = sizes.of(t)
        least = -(size.above.max(arb(1)).log() * (sizes.degree() - 1) + size.below.max(arb(1)).log() + _log(size.whole))
        doublings = (-least / arb(2).log()).upper().ceil().unique_fmpz()
    if doublings is None or doublings > _MOST_BITS:
        raise _NotAlgebraic
    for enough in (_BITS, int(doublings) + _BITS):  # what is far from zero needs no more than a few digits
        with precision(enough):
            ball = enclosure(t)
            if not ball.contains(0):
                return False
            if abs(ball) < least.exp():
                return True
    return False


def _without_extremes(t: Term) -> Term:
    """The term with the largest argument in the place of a maximum, where it is certain which that is."""
    for part in walk(t):
        if part.kind in ("max", "min"):
            wanted = POSITIVE | ZERO_SIGN if part.kind == "max" else NEGATIVE | ZERO_SIGN
            for a in part.args:
                if not any(ground_sign(minus(a, b)) & ~wanted for b in part.args):
                    return _without_extremes(replaced(t, part, a))
    return t


def _log(n: int) -> arb:
    return arb(fmpz(n)).log()


class _Sizes:
    """The sizes of a term's parts, and the roots and roots of unity that are met in them."""

    def __init__(self) -> None:
        self._known: dict[Term, _Size] = {}
        self._roots: set[tuple[Term, int]] = set()
        self._turns = 1

    def degree(self) -> int:
        """A bound of the degree of the field: for N > 2 the real parts of N-th roots of unity have degree φ(N)/2."""
        n, rest, p = self._turns, self._turns, 2
        while p * p <= rest:
            if rest % p == 0:
                n -= n // p
                while rest % p == 0:
                    rest //= p
            p += 1
        n -= n // rest if rest > 1 else 0
        return max(1, n // 2) * prod(k for _, k in self._roots)

    def of(self, t: Term) -> _Size:
        if t not in self._known:
            self._known[t] = self._made(t)
        return self._known[t]

    def _made(self, t: Term) -> _Size:
        if t.kind == "number":
            q = t.args[0]
            return _Size(arb(fmpz(abs(q.numerator))), arb(1), q.denominator)
        if t.kind == "add":
            return self._sum([self.of(a) for a in t.args])
        if t.kind == "mul":
            sizes = [self.of(a) for a in t.args]
            return _Size(
                prod((s.above for s in sizes), start=arb(1)), prod((s.below for s in sizes), start=arb(1)),
                prod(s.whole for s in sizes),
            )  # fmt: skip
        if t.kind == "abs":
            return self.of(t.args[0])
        if t.kind == "power" and t.args[1].kind == "number":
            return self._power(t.args[0], t.args[1].args[0])
        if t.kind in ("sin", "cos", "tan"):
            return self._wave(t.kind, canonical(t.args[0]))
        raise _NotAlgebraic

    @staticmethod
    def _sum(sizes: list[_Size]) -> _Size:
        whole = lcm(*(s.whole for s in sizes))
        above = arb(0)
        for n, s in enumerate(sizes):
            others = prod((o.below for k, o in enumerate(sizes) if k != n), start=arb(1))
            above += s.above * others * fmpz(whole // s.whole)
        return _Size(above, prod((s.below for s in sizes), start=arb(1)), whole)

    def _power(self, base: Term, exponent: Fraction) -> _Size:
        """V/(L·d) to the power p/k: its root is that of |V|·(|L|·d)^(k−1), an algebraic integer, over |L|·d."""
        p, k = abs(exponent.numerator), exponent.denominator
        if max(p, k) > _MOST_POWER:
            raise _NotAlgebraic
        above, below, whole = self.of(base)
        if p * whole.bit_length() > _MOST_BITS:  # before it is worked out: a tower of powers has no end
            raise _NotAlgebraic
        if k > 1:
            self._roots.add((base, k))
            above = (above * (below * fmpz(whole)) ** (k - 1)).root(k)
        size = _Size(above**p, below**p, whole**p)
        if exponent > 0:
            return size
        return _Size(size.below * fmpz(size.whole), size.above, 1)

    def _wave(self, kind: str, argument: Term) -> _Size:
        """2·cos(πq), and 2·sin(πq) = 2·cos(π(1/2 − q)), are sums of a root of unity and its inverse."""
        form = light(argument)
        q = form.get(((node("pi"), Fraction(1)),), Fraction(0))
        if len(form) != 1 or not q:
            raise _NotAlgebraic
        for turn in {"cos": (q,), "sin": (_HALF - q,), "tan": (q, _HALF - q)}[kind]:
            self._turns = lcm(self._turns, 2 * turn.denominator)
        if self._turns > _MOST_TURNS:
            raise _NotAlgebraic
        return _Size(arb(2), arb(2), 1) if kind == "tan" else _Size(arb(2), arb(1), 2)


# --- angles and logarithms --------------------------------------------------------------------------------------------


def _leg(t: Term) -> Term:
    return raised_to(minus(ONE, raised_to(t, number(2))), number(_HALF))


_ANGLES: Final[dict[str, Callable[[Term], tuple[Term, Term]]]] = {
    "atan": lambda t: (ONE, t),
    "asin": lambda t: (_leg(t), t),
    "acos": lambda t: (t, _leg(t)),
}
"""A point (x, y) in the direction of the angle, which is the argument of x + iy."""


def _is_zero_angle(parts: dict[Term, Fraction]) -> bool:
    """Whether Σ qₖαₖ + qπ is zero.

    With integers m·qₖ = nₖ the argument of ∏ zₖ^nₖ is m times the sum, up to multiples of π. If the product is real,
    the sum times m is a multiple of π; it is 0 if it is smaller than π in size.
    """
    if not parts:
        return True
    m = lcm(*(q.denominator for q in parts.values()))
    if sum(abs(m * q) for t, q in parts.items() if t.kind != "pi") > _MOST_POWER:  # so many products are worked out
        return False
    with precision(_BITS):
        whole = enclosure(spelled({((t, Fraction(1)),): m * q for t, q in parts.items()}))
        if not (whole.contains(0) and abs(whole) < arb.pi()):
            return False
    x, y = ONE, ZERO
    for angle, q in parts.items():
        if angle.kind == "pi":
            continue
        a, b = _ANGLES[angle.kind](angle.args[0])
        b = negative(b) if q < 0 else b
        for _ in range(abs(int(m * q))):
            x, y = canonical(minus(product(x, a), product(y, b))), canonical(total(product(x, b), product(y, a)))
    return _is_zero_algebraic(y)


_LOGARITHMS: Final[dict[str, Callable[[Term], Term]]] = {
    "log": lambda t: t,
    "asinh": lambda t: total(t, raised_to(total(raised_to(t, number(2)), ONE), number(_HALF))),
    "acosh": lambda t: total(t, raised_to(total(raised_to(t, number(2)), MINUS_ONE), number(_HALF))),
    "atanh": lambda t: raised_to(
        product(total(ONE, t), inverse(minus(ONE, t))), number(_HALF)
    ),
}  # fmt: skip
"""What the value is the logarithm of."""


def _is_zero_logarithm(parts: dict[Term, Fraction]) -> bool:
    """Whether Σ qₖ·log aₖ is zero: for integers m·qₖ = nₖ, whether ∏ aₖ^nₖ is 1, as all aₖ are positive."""
    if not parts:
        return True
    m = lcm(*(q.denominator for q in parts.values()))
    with precision(_BITS):
        enclosure(total(*parts))  # they are all defined
    powers = [raised_to(_LOGARITHMS[t.kind](t.args[0]), number(m * q)) for t, q in parts.items()]
    if any(abs(m * q) > _MOST_POWER for q in parts.values()):
        return False
    return _is_zero_algebraic(minus(product(*powers), ONE))
