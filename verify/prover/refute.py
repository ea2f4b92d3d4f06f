"""Counterexamples: floats and many digits propose points, exact arithmetic and balls decide.

What decides is `verify.prover.violation`. Here points are proposed: at random, near the ends of every range down to
10⁻³⁰⁰, near diagonals, far out, at the bottom of descents; and the same again in other coordinates, in which curves are
lines, and towers of exponentials numbers. Finding nothing proves nothing.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Literal

import numpy as np
import sympy
from sympy import Expr, Rational

from verify.balls.evaluate import Unsupported
from verify.prover.allowance import Allowance
from verify.prover.goal import Goal
from verify.prover.language import Requirement
from verify.prover.refuting.charts import Chart, in_parts, on_boundaries, on_equations
from verify.prover.refuting.polishing import Polisher
from verify.prover.refuting.problem import Found, Problem
from verify.prover.refuting.quadratics import lowest
from verify.prover.refuting.recognising import recognised
from verify.prover.refuting.sampling import near_ends, scattered
from verify.prover.refuting.simple_numbers import LADDER, exact_number, forms, length, mixed, simpler
from verify.prover.violation import FailingPoint, violation

_MANY = 20_000
_FEW = 4_000
_POLISH = 0.3
"""Work for making a counterexample simpler."""
_RECOGNISING, _FORMING = 1.2e-2, 7e-4
"""Work of finding out what a number of many digits is, and what simple numbers are close to a place."""
_ON_SPECIAL, _AT_ENDS = 1.0, 2.0
"""Work for simple numbers, and for places near ends, at most."""
_HOPELESS = 1e-6
"""A sum that is this large against its summands is not about to change its sign."""
_NEGATIVE = -1e-12
"""A sum that is this small against its summands is certainly negative in doubles."""
_UNLIKELY = 1e-2
"""The same of a place that is yet to be improved."""
_GLANCED = 4
"""Charts with other coordinates that are looked at even if the search is not to be thorough."""
_MOST_MIXED = 60
_APART = 10**45
"""Improved places that differ by less than the reciprocal are one."""
_FAR = (20, 50, 100, 300, 10**3, 10**4, 10**5, 10**6, 10**7, 10**9)
Reach = Literal["alike", "close", "near", "far"]
"""How far counterexamples are looked for: `alike` is where all variables are one number, or a quadratic is least.

`close` is at simple numbers and at the best of a few random places: so much is soon done beside any proof.
"""
_SPECIAL = ("0", "1", "1/2", "2", "-1", "1/4", "3", "1/3", "10", "-2")


def find_counterexample(
    goal: Goal, requirements: Iterable[Requirement], allowed: Allowance, *, reach: Reach = "far"
) -> FailingPoint | None:
    """An exact point that meets the conditions and where the claim fails, if the search finds one.

    Args:
        goal: what is claimed.
        requirements: what must hold for the formulas, as they were written, to be defined.
        allowed: the work that may be done.
        reach: how far the search goes; other coordinates than the goal's own are for one that goes far.
    """
    needed = tuple(requirements)
    if not goal.variables:
        found = violation(goal, needed, {})
        return FailingPoint({}, found) if found else None
    with np.errstate(all="ignore"):
        for stage in _stages(goal, needed, allowed, reach):
            if allowed.is_over:
                return None
            try:
                if better := stage():
                    return better
            except Unsupported:
                continue
    return None


Stage = Callable[[], FailingPoint | None]


def _stages(goal: Goal, requirements: tuple[Requirement, ...], allowed: Allowance, reach: Reach) -> Iterator[Stage]:
    """What is tried, the quicker before the longer; charts are made only once what comes before them found nothing."""
    searches: dict[Chart, _Search | None] = {}

    def stages(chart: Chart, names: str) -> Iterator[Stage]:
        if chart not in searches:
            try:
                searches[chart] = _Search(Problem(chart, requirements, allowed))
            except Unsupported:
                searches[chart] = None
        search = searches[chart]
        return iter(()) if search is None else (search.stage(name) for name in names.split())

    first = on_equations(goal)
    for chart in first:
        yield from stages(chart, "alike lowest")
    if reach == "alike":
        return
    for chart in first:
        yield from stages(chart, "special negative" if reach == "close" else "special scattered")
    if reach == "close":
        return
    for chart in first:
        yield from stages(chart, "ends polished" if len(chart.free) == 1 else "polished some_ends")
    parts = [part for chart in first[:2] for part in in_parts(chart)]
    for part in parts if reach == "far" else parts[:_GLANCED]:
        yield from stages(part, "special far")
    if reach != "far":
        return
    for part in parts:
        yield from stages(part, "some_ends few")
    edges = [edge for chart in first for edge in on_boundaries(chart)]
    for chart in edges:
        yield from stages(chart, "special scattered polished")
    for chart in first:
        yield from stages(chart, "scattered ends polished")
    for part in (*parts, *(part for edge in edges for part in in_parts(edge))):
        yield from stages(part, "few polished")
    for chart in first:
        yield from stages(chart, "scattered ends polished")


class _Search:
    """A search for counterexamples in the coordinates of one chart."""

    def __init__(self, problem: Problem) -> None:
        self.problem, self.free = problem, problem.free
        self.rng = random.Random(1)
        self._polisher: Polisher | None = None
        self._polished: set[tuple[int, ...]] = set()

    def stage(self, name: str) -> Stage:
        """One way of proposing points, with what it finds made simpler."""

        def run() -> FailingPoint | None:
            found = self._check(()) if not self.free else _STAGES[name](self)
            return self._simplified(found).failing if found else None

        return run

    def _check(self, point: Sequence[Expr | Fraction]) -> Found | None:
        return self.problem.check(point)

    def _simplified(self, found: Found) -> Found:
        """A counterexample with shorter numbers, if there is one nearby; otherwise the one that was found."""
        best, allowed = found, self.problem.allowed.beyond(_POLISH)
        for i in range(len(self.free)):
            value = best.coordinates[i]
            if not isinstance(value, Rational):
                continue
            here = Fraction(int(value.p), int(value.q))
            for other in sorted(set(simpler(here)), key=lambda v: (length(v), v)):
                if length(other) >= length(here) or allowed.is_over:
                    break
                coordinates = (*best.coordinates[:i], exact_number(other), *best.coordinates[i + 1 :])
                if better := self._check(coordinates):
                    best = better
                    break
        return best

    def _simplest(self, place: Sequence[Fraction]) -> Found | None:
        """A counterexample at simple numbers near the place."""
        for most in LADDER:
            if self.problem.allowed.is_over:
                return None
            if found := self._check([c.limit_denominator(most) for c in place]):
                return found
            if most in (20, 10**4) and len(place) <= 3:
                self.problem.allowed.spend(_FORMING * len(place))
                near = [forms(c, self.problem.irrational) for c in place]
                if any(near):
                    choices = [[c.limit_denominator(100), *f] for c, f in zip(place, near, strict=True)]
                    for choice in mixed(choices):
                        if found := self._check(choice):
                            return found
        return self._check(list(place))

    def _exact(self, place: Sequence[Fraction]) -> Found | None:
        """A counterexample at the numbers that the coordinates seem to be, of those of which it can be seen."""
        self.problem.allowed.spend(_RECOGNISING * len(place))
        seen = [recognised(c, self.problem.constants) for c in place]
        if not any(seen):
            return None
        choices = [[*s, c.limit_denominator(10**6)] if s else [c] for s, c in zip(seen, place, strict=True)]
        for choice in itertools.islice(itertools.product(*choices), _MOST_MIXED):
            if self.problem.allowed.is_over:
                return None
            if found := self._check(choice):
                return found
        return None

    # --- stages ---

    def alike(self) -> Found | None:
        """Simple numbers, one for all variables."""
        return next((found for v in map(Rational, _SPECIAL) if (found := self._check([v] * len(self.free)))), None)

    def lowest(self) -> Found | None:
        """Where the expression is least, or falls without end, if it is quadratic."""
        return next((found for p in lowest(self.problem.value, self.free) if (found := self._check(p))), None)

    def special(self) -> Found | None:
        """Simple numbers and the ends of the ranges themselves."""
        values: list[Expr] = [*self.problem.irrational, *map(Rational, _SPECIAL)]
        values += [sympy.pi / 2, sympy.pi / 4, sympy.pi / 3, sympy.pi, sympy.E]
        for lo, _, hi, _ in self.problem.chart.ends.values():
            values += [e for e in (lo, hi) if isinstance(e, Rational)]
            if isinstance(lo, Rational) and isinstance(hi, Rational):
                values.append((lo + hi) / 2)
        values = list(dict.fromkeys(values))
        n = len(self.free)
        points: Iterable[Sequence[Expr]] = ([v] * n for v in values)
        if n == 2:
            points = [(a, b) for a in values for b in values]
        elif n > 2:
            points = [*points, *(self.rng.choices(values, k=n) for _ in range(200))]
        allowed = self.problem.allowed.at_most(_ON_SPECIAL)
        for point in self._not_hopeless(list(points)):
            if allowed.is_over:
                return None
            if found := self._check(point):
                return found
        return None

    def _not_hopeless(self, points: list[Sequence[Expr]]) -> list[Sequence[Expr]]:
        """Those at which doubles do not say that the claim holds, or that the conditions do not."""
        places = np.array([[float(c) for c in point] for point in points])
        return [point for point, ratio in zip(points, self.problem.ratios(places), strict=True) if ratio < _HOPELESS]

    def far(self) -> Found | None:
        """Places where all coordinates are one large number."""
        for size in _FAR:
            for sign in (1, -1):
                if found := self._check([Rational(sign * size)] * len(self.free)):
                    return found
        return None

    def scattered(self, count: int = _MANY, hopeless: float = _HOPELESS) -> Found | None:
        """Many random points in doubles, the best of them improved by small random steps."""
        for best in scattered(self.problem, self.rng, count, hopeless):
            if self.problem.allowed.is_over:
                return None
            if found := self._simplest([Fraction(float(c)) for c in best]):
                return found
        return None

    def few(self) -> Found | None:
        """The same of fewer points."""
        return self.scattered(_FEW)

    def negative(self) -> Found | None:
        """The same of fewer points, and only where doubles say that the claim fails."""
        return self.scattered(_FEW, _NEGATIVE)

    def ends(self, most: int = 1500) -> Found | None:
        """Exact points near the ends of ranges (down to 10⁻³⁰⁰), far out, and near diagonals."""
        allowed = self.problem.allowed.at_most(_AT_ENDS)
        for place in itertools.islice(near_ends(self.problem, self.rng), most):
            if allowed.is_over:
                return None
            if self.problem.suspect([exact_number(c) for c in place]) and (found := self._simplest(place)):
                return found
        return None

    def some_ends(self) -> Found | None:
        """The same of fewer points."""
        return self.ends(200)

    def polished(self) -> Found | None:
        """Places where the claim's expression is least, improved to many digits."""
        if self._polisher is None:
            self._polisher = Polisher(self.problem)
        starts = [scattered(self.problem, self.rng, _MANY // 4, _UNLIKELY, plain) for plain in (False, True)]
        for best in itertools.chain(starts[0][:5], starts[1][:3]):
            for place in self._polisher.improved([float(c) for c in best]):
                if self.problem.allowed.is_over:
                    return None
                rounded = tuple(round(c * _APART) for c in place)
                if rounded in self._polished:
                    continue
                self._polished.add(rounded)
                if found := self._exact(place) or self._simplest(place):
                    return found
        return None


_STAGES: dict[str, Callable[[_Search], Found | None]] = {
    "alike": _Search.alike,
    "lowest": _Search.lowest,
    "special": _Search.special,
    "far": _Search.far,
    "scattered": _Search.scattered,
    "few": _Search.few,
    "negative": _Search.negative,
    "ends": _Search.ends,
    "some_ends": _Search.some_ends,
    "polished": _Search.polished,
}
