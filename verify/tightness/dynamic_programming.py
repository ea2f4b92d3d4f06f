"""Worst cases over many steps by dynamic programming: the largest total gain that a budget allows, between two bounds.

A run has a budget s ≥ 0. A step gains some 0 < x < 1: it is possible while need(x) ≤ s, and leaves s − cost(x), where
0 ≤ cost ≤ need. A step may also rest, and gain nothing. The value V_k(s), the largest total gain of k steps, has
V_0 = 0 and V_k(s) = sup {x + V_{k−1}(s − cost(x)): need(x) ≤ s}.

From above: if V_{k−1}(s) ≤ α + βs for all s ≥ 0, then for every λ ≥ 0

    V_k(s) ≤ α + (β + λ)s + max(0, sup over 0 < x < 1 of x − β·cost(x) − λ·need(x)),

which is such a bound again. Where cost and need are convex the supremum is that of a concave function, which lies
below its secants, so that three of its values enclose it. From below: a run of exact gains, each of them shown to be
possible. Floats propose the multipliers and the run; rational numbers and balls decide.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from flint import arb
from sympy import Expr, Symbol, diff, lambdify

from verify.author import kernel
from verify.author.kernel import Theorem
from verify.balls.arithmetic import Arb
from verify.balls.evaluate import ball, enclose, working_precision
from verify.language.terms import Deriv, Relation, ge, gt, real

PRECISION = 160
_APART = Fraction(1, 2**48)
"""How far the ends of a secant are from the point where it touches, relative to the point."""
_SHAVED = Fraction(1, 2**44)
"""The relative amount by which a proposed gain is lowered until it is certainly possible."""
_HALVINGS = 100
_TIE = 1e-13
"""Of two runs that gain the same in floats, the one with more greedy steps is taken."""
_a, _b = real("a b")


class NotShown(ValueError):
    """A run or a multiplier does not do what it should; the message says which."""


@dataclass(frozen=True)
class Steps:
    """The steps of a game: cost and need as terms in the gain, and theorems that say that both are convex.

    `convex` are two theorems: the second derivatives of cost and of need in the gain are not negative for 0 < x < 1.
    That 0 ≤ cost ≤ need is on the caller. `largest` proposes, in floats, the largest gain that a budget allows.

    Raises:
        KernelError: when a theorem does not say that.
    """

    gain: Symbol
    cost: Expr
    need: Expr
    convex: tuple[Theorem, Theorem]
    largest: Callable[[float], float]
    _known: dict[Any, arb] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        inside = [gt(self.gain, 0), gt(1, self.gain)]
        for term, theorem in zip((self.cost, self.need), self.convex, strict=True):
            kernel.proves(theorem, inside, bends_upwards(term, self.gain))

    def value(self, term: Expr, at: Fraction) -> arb:
        """An enclosure of cost or need."""
        if (term, at) not in self._known:
            self._known[term, at] = enclose(term, {self.gain: ball(at)}, PRECISION)
        return self._known[term, at]


def bends_upwards(term: Expr, x: Symbol) -> Relation:
    """The formula: the second derivative of the term in x is not negative."""
    return ge(Deriv(Deriv(term.subs(x, _a), _a, _b), _b, x), 0)


@dataclass(frozen=True)
class Majorant:
    """V_k(s) ≤ α + βs for all s ≥ 0: for each kind of step, from the last one backwards, how often, λ, and a point.

    The point is where the concave function of that step is about largest; any will do. α and β follow.
    """

    parts: tuple[tuple[int, Fraction, Fraction], ...]

    def ends(self, steps: Steps) -> tuple[arb, Fraction]:
        """An enclosure of α, and β.

        Raises:
            NotShown: for a negative multiplier or a point that is not between 0 and 1.
        """
        total, slope = arb(0), Fraction(0)
        for count, price, point in self.parts:
            if price < 0 or not 0 < point < 1 or count < 1 or (count > 1 and price > 0):
                raise NotShown(f"{count} steps with λ = {price} at {point}: λ ≥ 0, 0 < x < 1, and λ = 0 for several")
            total += count * _peak(steps, slope, price, point)
            slope += price
        return total, slope

    def at(self, steps: Steps, budget: Expr) -> Fraction:
        """A rational number that V_k certainly does not exceed at this budget."""
        with working_precision(PRECISION):
            total, slope = self.ends(steps)
            return -Arb.lower(-(total + ball(slope) * enclose(budget, {}, PRECISION)))


def _peak(steps: Steps, slope: Fraction, price: Fraction, point: Fraction) -> arb:
    """At least max(0, sup of x − β·cost(x) − λ·need(x)), by two secants through the point and points next to it."""

    def height(x: Fraction) -> arb:
        taken = ball(slope) * steps.value(steps.cost, x) + ball(price) * steps.value(steps.need, x)
        return ball(x) - taken

    before, after = point * (1 - _APART), point + (1 - point) * point * _APART
    here = height(point)
    rise = (here - height(before)) / ball(point - before)
    fall = (here - height(after)) / ball(after - point)
    over = _positive_part(rise) * ball(1 - point) + _positive_part(fall) * ball(point)
    return _positive_part(here + over)


def _positive_part(x: arb) -> arb:
    """An upper end of the ball, or 0."""
    top = x.upper()
    return top if top > 0 else arb(0)


def total_gain(steps: Steps, budget: Expr, gains: Sequence[Fraction]) -> Fraction:
    """The total of a run of these gains, each of which is shown to be possible.

    Raises:
        NotShown: where a step is not shown to be possible.
    """
    with working_precision(PRECISION):
        left = enclose(budget, {}, PRECISION)
        for number, gain in enumerate(gains):
            if gain == 0:
                continue
            if not 0 < gain < 1 or not steps.value(steps.need, gain) <= left:
                raise NotShown(f"step {number}: a gain of {float(gain)!r} is not shown to be possible")
            left -= steps.value(steps.cost, gain)
    return sum(gains, Fraction(0))


@dataclass(frozen=True)
class Value:
    """lower ≤ V_k(s) ≤ upper.

    `gains` is a run with the total `lower`: the last `greedy` steps take all they can, the others gain the same.
    `majorant` bounds V_k at every other budget too.
    """

    count: int
    lower: Fraction
    upper: Fraction
    gains: tuple[Fraction, ...]
    greedy: int
    majorant: Majorant


class Game:
    """The value of a game from one budget, for numbers of steps that grow.

    What is proposed is a run that gains the same for some steps and then takes all it can. Where that is not optimal
    the two bounds stay apart.
    """

    def __init__(self, steps: Steps, budget: Expr) -> None:
        self.steps, self.budget = steps, budget
        self._start = float(budget)
        self._cost, self._need = (lambdify(steps.gain, t, "math") for t in (steps.cost, steps.need))
        self._slopes = [lambdify(steps.gain, diff(t, steps.gain), "math") for t in (steps.cost, steps.need)]
        self._greedy = 1

    def value(self, count: int) -> Value:
        """The bounds for so many steps.

        Raises:
            ValueError: unless count ≥ 1.
        """
        if count < 1:
            raise ValueError(f"count is {count}; it must be at least 1")
        best = self._proposal(count, min(self._greedy, count))
        for way in (1, -1):
            while 1 <= best[1] + way <= count:
                other = self._proposal(count, best[1] + way)
                if other[0] <= best[0] - way * _TIE:
                    break
                best = other
        _, self._greedy, same = best
        gains = self._exact(count, self._greedy, same)
        majorant = self._majorant(count, gains)
        lower, upper = total_gain(self.steps, self.budget, gains), majorant.at(self.steps, self.budget)
        if lower > upper:
            raise AssertionError(f"{count} steps gain {float(lower)!r}, more than the bound {float(upper)!r}")
        return Value(count, lower, upper, gains, self._greedy, majorant)

    def _tail(self, left: float, count: int) -> tuple[list[float], float]:
        """The gains of so many steps that take all they can, and the value of a little more budget before them."""
        gains = []
        for _ in range(count):
            gains.append(self.steps.largest(left))
            left = max(left - self._cost(gains[-1]), 0.0) if gains[-1] > 0.0 else 0.0
        worth = 0.0
        for gain in reversed(gains):
            worth += self._price(worth, gain)
        return gains, worth

    def _price(self, worth: float, gain: float) -> float:
        """λ, by the derivative at the gain of a step that takes all it can."""
        if gain <= 0.0:
            return 0.0
        cost, need = (slope(gain) for slope in self._slopes)
        return float(max((1.0 - worth * cost) / need, 0.0))

    def _proposal(self, count: int, greedy: int) -> tuple[float, int, float]:
        """The total of a run with so many greedy steps at the end, their number, and what the others gain each."""
        before = count - greedy
        if before == 0:
            return sum(self._tail(self._start, count)[0]), greedy, 0.0
        low, high = 0.0, self.steps.largest(self._start)
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            if not low < middle < high:
                break
            spent = before * self._cost(middle)
            fits = spent - self._cost(middle) + self._need(middle) <= self._start
            if fits and self._tail(self._start - spent, greedy)[1] * self._slopes[0](middle) <= 1.0:
                low = middle
            else:
                high = middle
        gains, _ = self._tail(self._start - before * self._cost(low), greedy) if low > 0.0 else ([], 0.0)
        return before * low + sum(gains), greedy, low

    def _exact(self, count: int, greedy: int, same: float) -> tuple[Fraction, ...]:
        """The run with gains that are certainly possible, a little less than was proposed."""
        before = count - greedy
        gains = [Fraction(same) * (1 - _SHAVED)] * before
        with working_precision(PRECISION):
            left = enclose(self.budget, {}, PRECISION)
            if before and same > 0:
                left -= before * self.steps.value(self.steps.cost, gains[0])
            for _ in range(greedy):
                gain = Fraction(self.steps.largest(max(float(left.mid()), 0.0))) * (1 - _SHAVED)
                if not 0 < gain < 1:
                    gains.append(Fraction(0))
                    continue
                gains.append(gain)
                left -= self.steps.value(self.steps.cost, gain)
        return tuple(gains)

    def _majorant(self, count: int, gains: Sequence[Fraction]) -> Majorant:
        """The multipliers that make each greedy gain stationary; for the others the point that then is."""
        parts: list[tuple[int, Fraction, Fraction]] = []
        worth, greedy = Fraction(0), self._greedy
        for gain in reversed(gains[count - greedy :]):
            price = Fraction(self._price(float(worth), float(gain)))
            parts.append((1, price, gain or Fraction(1, 2)))
            worth += price
        if greedy < count:
            parts.append((count - greedy, Fraction(0), self._stationary(float(worth))))
        return Majorant(tuple(parts))

    def _stationary(self, worth: float) -> Fraction:
        """The gain at which worth·cost′ is 1."""
        low, high = 0.0, 1.0
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            if not low < middle < high:
                break
            low, high = (middle, high) if worth * self._slopes[0](middle) <= 1.0 else (low, middle)
        return Fraction(low) if low > 0.0 else _SHAVED
