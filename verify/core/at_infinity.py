"""Expansions towards infinity: a term as a sum of monomials in x, log x, log log x and exponentials, with enclosures.

A *monomial* is x^a·(log x)^b·(log log x)^c·exp(Σ eᵢ·mᵢ), of rational a, b, c, constants eᵢ and monomials mᵢ; it is
positive for all x from `start` on. An *expansion* represents a term if at every x ≥ start, and every point of the box
of the other variables, at which the term is defined, its value is Σ cᵢ·mᵢ with cᵢ in the balls of the coefficients. So
each operation below is an equation or an inclusion that holds at every such point; which monomial is the largest in the
end is only a guess that helps, and is not believed. What is believed of growth is that a quotient of monomials *falls*:
then on [start, ∞) it is between 0 and its value at the start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from typing import Any, Final

from flint import arb

from verify.core.balls import NoEnclosure, precision
from verify.core.nodes import Refused, Term
from verify.core.nodes import node as node_of
from verify.core.obligations import MOST_POWER, Node, check_term, hull, vanishes
from verify.core.polynomials import canonical, light, minus, product, raised_to, total
from verify.core.rational import Undecided
from verify.core.series import Balls, SeriesRing, Symbol, Terms, evaluated
from verify.core.terms import MINUS_ONE, ONE, ZERO, number

MOST_ORDER: Final = 30
_MOST_TERMS: Final = 40
_DEEPEST: Final = 6
_MOST_WHOLE: Final = 64
_NONE: Final = Fraction(0)
_GROWING: Final = ("asinh", "acosh")
_ENDING: Final = ("asin", "acos", "acosh", "atanh")


@dataclass(frozen=True)
class Monomial:
    """x^a·(log x)^b·(log log x)^c·exp(Σ e·m): `powers` are a, b, c, and `exponent` has the pairs of m and e."""

    powers: tuple[Fraction, Fraction, Fraction] = (_NONE, _NONE, _NONE)
    exponent: frozenset[tuple[Monomial, Term]] = frozenset()


@dataclass(frozen=True)
class Coefficient:
    """A ball around all values, and the term that it is the value of, if that is known."""

    ball: arb
    exact: Term | None = None


Expansion = dict[Monomial, Coefficient]
UNIT: Final = Monomial()
_ONE: Final = Fraction(1)
_SCALE: Final = (Monomial((_ONE, _NONE, _NONE)), Monomial((_NONE, _ONE, _NONE)), Monomial((_NONE, _NONE, _ONE)))


def beyond(node: Node) -> None:
    """The goal, for all values of `variable` from the number `from` on, by its expansion towards infinity.

    `bounds`: rows [y, low, high] for the other variables of the goal. `order`: how many terms functions are expanded
    to. `precision`: bits.
    Sound: the goal's term is m·(c + Σ cᵢ·mᵢ/m), with a positive monomial m and the sum in a ball that has the sign.
    """
    data = node.data
    x, bits, order = data.get("variable"), data.get("precision"), data.get("order")
    if type(x) is not Term or x not in node.variables:
        raise Refused("variable: must be one of the node")
    if type(bits) is not int or not 24 <= bits <= 4096 or type(order) is not int or not 1 <= order <= MOST_ORDER:
        raise Refused(f"precision, order: must be from 24 to 4096 bits, and from 1 to {MOST_ORDER}")
    start = check_term(data.get("from"), ())
    if start.kind != "number":
        raise Refused("from: must be a rational number")
    node.must(minus(x, start), False, what="where it begins")
    rows = data.get("bounds", [])
    if type(rows) is not list or any(type(row) is not list or len(row) != 3 for row in rows):
        raise Refused("bounds: must be a list of rows of 3")
    values: dict[Term, arb] = {}
    with precision(bits):
        for y, low, high in rows:
            if type(y) is not Term or y not in node.variables or y is x or y in values:
                raise Refused("bounds: must be of different variables of the node, and not of the one that grows")
            for end in (check_term(low, ()), check_term(high, ())):
                node.must_be_defined(end, what="a bound")
            node.must(minus(y, low), False, what="a lower bound")
            node.must(minus(high, y), False, what="an upper bound")
            values[y] = hull(evaluated(low, Balls, {}), evaluated(high, Balls, {}))
        if not node.term.free <= {x, *values}:
            raise Refused("bounds: not all variables have some")
        if not has_sign(node.term, x, start.args[0], values, order, strict=node.strict):
            raise Undecided("beyond: the sign is not certain")


def has_sign(term: Term, x: Term, start: Fraction, values: Mapping[Term, arb], order: int, *, strict: bool) -> bool:
    """Whether the term is > 0 (≥ 0) wherever it is defined with x ≥ start and the other variables in their balls.

    Works at flint's precision.

    Raises:
        NoEnclosure: where there is no expansion.
    """
    line = _Line(x, start, values, order)
    found = line.scaled(line.of(term))
    return bool(found > 0 if strict else found >= 0)


class _Line:
    """The numbers from a start on, and expansions of terms there."""

    def __init__(self, x: Term, start: Fraction, values: Mapping[Term, arb], order: int) -> None:
        self.x, self.values, self.order = x, values, order
        if not start > 0:
            raise NoEnclosure("an expansion must begin at a positive number")
        at = Balls.rational(start)
        self._scale = [at]
        if start > 1:
            self._scale.append(at.log())
            if at.log() > 1:
                self._scale.append(at.log().log())
        self._known: dict[Term, Expansion] = {x: {_SCALE[0]: Coefficient(arb(1), ONE)}}
        self._falling: dict[Monomial, bool] = {}
        self._size: Callable[[Monomial], Any] = cmp_to_key(self._compare)

    # --- constants ---

    def constant(self, term: Term) -> Coefficient:
        """A term without x."""
        return Coefficient(evaluated(term, Balls, self.values), canonical(term))

    def _plus(self, a: Coefficient, b: Coefficient) -> Coefficient:
        exact = None if a.exact is None or b.exact is None else canonical(total(a.exact, b.exact))
        return Coefficient(a.ball + b.ball, exact)

    def _times(self, a: Coefficient, b: Coefficient) -> Coefficient:
        exact = None if a.exact is None or b.exact is None else canonical(product(a.exact, b.exact))
        return Coefficient(a.ball * b.ball, exact)

    def _is_zero(self, c: Coefficient) -> bool:
        """Whether a coefficient is certain to vanish wherever it is defined."""
        if c.ball.is_zero():
            return True
        return c.exact is not None and bool(c.ball.contains(0)) and vanishes(c.exact, ())

    # --- monomials ---

    def times(self, m: Monomial, n: Monomial, sign: int = 1) -> Monomial:
        """m·n, or m/n for sign −1."""
        a, b, c = (p + sign * q for p, q in zip(m.powers, n.powers, strict=True))
        rows = dict(m.exponent)
        for inner, e in n.exponent:
            rows[inner] = canonical(total(rows.get(inner, ZERO), product(number(sign), e)))
        return Monomial((a, b, c), frozenset(row for row in rows.items() if row[1] is not ZERO))

    def raised(self, m: Monomial, q: Fraction) -> Monomial:
        """m^q."""
        a, b, c = (p * q for p in m.powers)
        return Monomial((a, b, c), frozenset((inner, canonical(product(number(q), e))) for inner, e in m.exponent))

    def value(self, m: Monomial) -> arb:
        """Its value at the start, which is positive."""
        found = arb(1)
        for n, q in enumerate(m.powers):
            if q:
                if n >= len(self._scale):
                    raise NoEnclosure("the logarithms are not positive yet where the expansion begins")
                base = self._scale[n]
                found = found * (Balls.power(base, int(q)) if q.denominator == 1 else Balls.rational_power(base, q))
        inner = sum((self.constant(e).ball * self.value(i) for i, e in m.exponent), arb(0))
        return _finite(found * inner.exp())

    def falls(self, m: Monomial, depth: int = 0) -> bool:
        """Whether a monomial is certain not to rise from the start on.

        Sound: x·(log m)' = a + b/log x + c/(log x·log log x) + Σ e·mᵢ·x·(log mᵢ)', and it is not positive.
        """
        if m not in self._falling:
            self._falling[m] = self._is_plainly_falling(m) or (depth < _DEEPEST and self._has_no_rise(m, depth))
        return self._falling[m]

    def _is_plainly_falling(self, m: Monomial) -> bool:
        """Powers of rising terms with negative exponents, whose values at the start are positive."""
        self.value(m)
        return all(q <= 0 for q in m.powers) and all(
            self.constant(e).ball <= 0 and not i.exponent and all(q >= 0 for q in i.powers) for i, e in m.exponent
        )

    def _has_no_rise(self, m: Monomial, depth: int) -> bool:
        rate = {n: Coefficient(-c.ball, None) for n, c in self._rate(m).items()}
        return not rate or bool(self.scaled(rate, depth + 1) >= 0)

    def _rate(self, m: Monomial) -> Expansion:
        """x·(log m)'."""
        below = UNIT
        found: Expansion = {}
        for n, q in enumerate(m.powers):
            if n:
                below = self.times(below, _SCALE[n], -1)
            if q:
                found = self.add(found, {below: self.constant(number(q))})
        for inner, e in m.exponent:
            found = self.add(found, self.multiply({inner: self.constant(e)}, self._rate(inner)))
        return found

    def _compare(self, m: Monomial, n: Monomial) -> int:
        return self._grows(self.times(m, n, -1))

    def _grows(self, m: Monomial) -> int:
        """A guess whether m goes to infinity (1), to 0 (−1), or is 1 (0)."""
        if m.exponent:
            inner, e = max(m.exponent, key=lambda row: self._size(row[0]))
            first = next((n for n, q in enumerate(m.powers) if q), 3)
            if self._grows(self.times(inner, _SCALE[first + 1], -1)) >= 0 if first < 2 else True:
                return 1 if self.constant(e).ball > 0 else -1
        return next((1 if q > 0 else -1 for q in m.powers if q), 0)

    # --- sums and products ---

    def add(self, f: Expansion, g: Expansion) -> Expansion:
        """f + g."""
        return self._with(f, g.items())

    def _with(self, f: Expansion, terms: Iterable[tuple[Monomial, Coefficient]]) -> Expansion:
        """f and terms, of which several may have one monomial: different ones may be one when they are multiplied."""
        found = dict(f)
        for m, c in terms:
            found[m] = self._plus(found[m], c) if m in found else c
            if self._is_zero(found[m]):
                del found[m]
        return found

    def multiply(self, f: Expansion, g: Expansion) -> Expansion:
        """f·g."""
        found: Expansion = {}
        for m, c in f.items():
            found = self._with(found, ((self.times(m, n), self._times(c, d)) for n, d in g.items()))
        return self._compressed(found)

    def _compressed(self, f: Expansion) -> Expansion:
        """The same with the smallest of many terms in one."""
        if len(f) <= _MOST_TERMS:
            return f
        rows = self._sorted(f)
        kept, rest = rows[: _MOST_TERMS // 2], dict(rows[_MOST_TERMS // 2 :])
        largest = rows[_MOST_TERMS // 2][0]
        return {**dict(kept), largest: Coefficient(self.scaled(rest, first=largest))}

    def _sorted(self, f: Expansion) -> list[tuple[Monomial, Coefficient]]:
        """The terms, the largest first, as far as one can see."""
        return sorted(f.items(), key=lambda row: self._size(row[0]), reverse=True)

    def scaled(self, f: Expansion, depth: int = 0, first: Monomial | None = None) -> arb:
        """A ball around f over its largest monomial, or over another one, from the start on; 0 for none."""
        if not f:
            return arb(0)
        largest = self._sorted(f)[0][0] if first is None else first
        found = arb(0)
        for m, c in f.items():
            ratio = self.times(m, largest, -1)
            if ratio == UNIT:
                found = found + c.ball
            elif self.falls(ratio, depth):
                found = found + c.ball * arb(0).union(self.value(ratio))
            else:
                raise NoEnclosure("which part of the term is the largest is not certain yet where it begins")
        return _finite(found)

    # --- functions ---

    def of(self, t: Term) -> Expansion:
        """The expansion of a term."""
        if t not in self._known:
            if self.x not in t.free:
                c = self.constant(t)
                self._known[t] = {} if self._is_zero(c) else {UNIT: c}
            else:
                self._known[t] = self._made(t)
        return self._known[t]

    def _made(self, t: Term) -> Expansion:
        kind, args = t.kind, t.args
        if kind == "add":
            found: Expansion = {}
            for a in args:
                found = self.add(found, self.of(a))
            return self._compressed(found)
        if kind == "mul":
            found = {UNIT: self.constant(ONE)}
            for a in args:
                found = self.multiply(found, self.of(a))
            return found
        if kind == "power":
            base, exponent = args
            if exponent.kind != "number":
                return self._exponential(self.multiply(self.of(exponent), self._logarithm(self.of(base))))
            return self._power(self.of(base), exponent.args[0])
        f = self.of(args[0])
        if kind == "exp":
            return self._exponential(f)
        if kind == "log":
            return self._logarithm(f)
        if kind in ("sinh", "cosh", "tanh"):
            return self._hyperbolic(kind, f)
        if kind in ("max", "min"):
            for a in args[1:]:
                gap = self.add(f, self._negative(self.of(a)))
                f = self.of(a) if (self._sign(gap) < 0) == (kind == "max") else f
            return f
        if kind == "abs":
            return f if self._sign(f) >= 0 else self._negative(f)
        return self._composed(kind, f)

    def _negative(self, f: Expansion) -> Expansion:
        return self.multiply({UNIT: self.constant(number(-1))}, f)

    def _sign(self, f: Expansion) -> int:
        found = self.scaled(f)
        if found > 0 or found < 0 or not f:
            return 1 if found > 0 else -1 if found < 0 else 0
        raise NoEnclosure("a sign is not certain")

    def _parts(self, f: Expansion) -> tuple[Expansion, Coefficient, Expansion]:
        """What seems to grow beyond all bounds, the constant, and what seems to vanish."""
        grows = {m: self._grows(m) for m in f}
        constant = f.get(UNIT, Coefficient(arb(0), ZERO))
        small = {m: f[m] for m in f if grows[m] <= 0 and m != UNIT}
        return {m: f[m] for m in f if grows[m] > 0 and m != UNIT}, constant, small

    def _power(self, f: Expansion, q: Fraction) -> Expansion:
        if q.denominator == 1 and 0 < q <= 4:
            found = f
            for _ in range(int(q) - 1):
                found = self.multiply(found, f)
            return found
        if abs(q) > MOST_POWER or not f:
            raise NoEnclosure("a power of zero, or too high a one")
        m, c, small = self._by_its_largest(f)
        # the series of a high power of a sum multiplies it out, again and again: one ball instead
        long = q.denominator == 1 and abs(q) > _MOST_WHOLE and c.exact is not None and len(light(c.exact)) > 1
        exact = None if c.exact is None or (small and long) else raised_to(c.exact, number(q))
        whole = self._taylor(lambda ring, y: ring.power(y, int(q)) if q.denominator == 1 else ring.rational_power(y, q),
                             exact, c, small)  # fmt: skip
        return self.multiply({self.raised(m, q): self.constant(ONE)}, whole)

    def _by_its_largest(self, f: Expansion) -> tuple[Monomial, Coefficient, Expansion]:
        """f = m·(c + small)."""
        rows = self._sorted(f)
        m, c = rows[0]
        return m, c, self._with({}, ((self.times(n, m, -1), d) for n, d in rows[1:]))

    def _exponential(self, f: Expansion) -> Expansion:
        """exp of what grows is a monomial; its coefficients are kept as terms."""
        large, c, small = self._parts(f)
        rows: dict[Monomial, Term] = {}
        powers = [_NONE, _NONE, _NONE]
        for m, d in large.items():
            if d.exact is None:
                raise NoEnclosure("an exponent that grows is not known exactly")
            if m in _SCALE[1:] and d.exact.kind == "number":
                powers[_SCALE.index(m) - 1] += d.exact.args[0]
            else:
                rows[m] = d.exact
        whole = self._taylor(lambda ring, y: ring.function("exp", y),
                             None if c.exact is None else node_of("exp", c.exact), c, small)  # fmt: skip
        monomial = Monomial((powers[0], powers[1], powers[2]), frozenset(rows.items()))
        return self.multiply({monomial: self.constant(ONE)}, whole)

    def _logarithm(self, f: Expansion) -> Expansion:
        """log(m·(c + small)) = log m + log(c + small)."""
        if not f:
            raise NoEnclosure("a logarithm of zero")
        m, c, small = self._by_its_largest(f)
        if m.powers[2]:
            raise NoEnclosure("logarithms are not nested deeper than twice")
        found = self._taylor(lambda ring, y: ring.function("log", y),
                             None if c.exact is None else node_of("log", c.exact), c, small)  # fmt: skip
        for n, q in enumerate(m.powers[:2]):
            if q and n + 1 >= len(self._scale):  # where it is not positive it is no monomial
                raise NoEnclosure("a logarithm is not positive yet where the expansion begins")
            if q:
                found = self.add(found, {_SCALE[n + 1]: self.constant(number(q))})
        for inner, e in m.exponent:
            found = self.add(found, {inner: self.constant(e)})
        return found

    def _hyperbolic(self, kind: str, f: Expansion) -> Expansion:
        up, down = self._exponential(f), self._exponential(self._negative(f))
        top = self.add(up, self._negative(down) if kind != "cosh" else down)
        if kind != "tanh":
            return self.multiply({UNIT: self.constant(number(Fraction(1, 2)))}, top)
        return self.multiply(top, self._power(self.add(up, down), Fraction(-1)))

    def _composed(self, kind: str, f: Expansion) -> Expansion:
        """A function of what stays bounded by Taylor's formula; of what grows, if something is known of it there."""
        large, c, small = self._parts(f)
        if not large and small and kind in _ENDING and c.exact in (ONE, MINUS_ONE):
            return self._near_its_end(kind, f, c.exact)
        if not large:
            exact = None if c.exact is None else node_of(kind, c.exact)
            return self._taylor(lambda ring, y: ring.function(kind, y), exact, c, small)
        if kind in ("sin", "cos"):
            return {UNIT: Coefficient(arb(-1).union(arb(1)))}
        if kind == "sinc":
            return self.multiply({UNIT: Coefficient(arb(-1).union(arb(1)))}, self._power(f, Fraction(-1)))
        if kind == "atan":  # atan y = ±π/2 − atan(1/y)
            quarter = self.constant(product(number(Fraction(self._sign(f), 2)), node_of("pi")))
            return self.add({UNIT: quarter}, self._negative(self._composed("atan", self._power(f, Fraction(-1)))))
        if kind in _GROWING and self._sign(f) > 0:
            return self._area_cosine(f, 1 if kind == "asinh" else -1)
        raise NoEnclosure(f"there is no expansion of {kind} of what grows")

    def _near_its_end(self, kind: str, y: Expansion, end: Term) -> Expansion:
        """Functions that are not smooth at ±1, by equations that hold wherever they are defined."""
        half, one = {UNIT: self.constant(number(Fraction(1, 2)))}, {UNIT: self.constant(ONE)}
        pi = {UNIT: self.constant(node_of("pi"))}
        below, above = self.add(one, self._negative(y)), self.add(one, y)
        if kind == "atanh":  # ½·log((1 + y)/(1 − y))
            return self.multiply(half, self.add(self._logarithm(above), self._negative(self._logarithm(below))))
        if kind == "acosh":
            return self._area_cosine(y, -1)
        # acos y = 2·asin √((1 − y)/2) = π − 2·asin √((1 + y)/2), and asin y = π/2 − acos y
        root = self._power(self.multiply(half, below if end is ONE else above), Fraction(1, 2))
        arc = self.multiply({UNIT: self.constant(number(2))}, self._composed("asin", root))
        found = arc if end is ONE else self.add(pi, self._negative(arc))
        return found if kind == "acos" else self.add(self.multiply(half, pi), self._negative(found))

    def _area_cosine(self, y: Expansion, sign: int) -> Expansion:
        """acosh y = log(y + √(y² − 1)) for y ≥ 1, and asinh y with the other sign."""
        root = self._power(self.add(self.multiply(y, y), {UNIT: self.constant(number(sign))}), Fraction(1, 2))
        return self._logarithm(self.add(y, root))

    def _taylor(self, function: Any, value: Term | None, c: Coefficient, small: Expansion) -> Expansion:
        """F(c + s) by Taylor's formula to the order, with a remainder; `value` is F(c).

        Sound: the coefficients are those of the series about c, and R, a mean of the last over the segment from c, is
        in the ball; that this goes through says that F is smooth there. Where c is not known exactly there is one ball
        for all values.
        """
        ball = arb(0) if not small else self.scaled(small, first=UNIT)
        if c.exact is None or value is None:
            ring: Any = SeriesRing(Balls, 0)
            return {UNIT: Coefficient(ring.coefficient(function(ring, ring.constant(c.ball + ball)), 0))}
        first = self.constant(value)
        found: Expansion = {} if self._is_zero(first) else {UNIT: first}
        if not small:
            return found
        ring = SeriesRing(Terms, self.order - 1)
        series = function(ring, ring.variable(Symbol(c.exact)))
        power: Expansion = small
        for k in range(1, self.order):
            here = self.constant(ring.coefficient(series, k).term)
            if not self._is_zero(here):
                found = self.add(found, self.multiply({UNIT: here}, power))
            power = self.multiply(power, small)
        ring = SeriesRing(Balls, self.order)
        last = ring.coefficient(function(ring, ring.variable(hull(c.ball, c.ball + ball))), self.order)
        largest = self._sorted(small)[0][0]
        rest = Balls.power(self.scaled(small, first=largest), self.order)
        return self.add(found, {self.raised(largest, Fraction(self.order)): Coefficient(last * rest)})


def _finite(x: arb) -> arb:
    if not x.is_finite():
        raise NoEnclosure("a value is not certain to be finite")
    return x
