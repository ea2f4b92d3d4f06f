"""Counterexamples: floats and many digits propose points, exact arithmetic and balls decide.

What decides is `verify.prover.violation`. Here points are proposed: at random, near the ends of every range down to
10⁻³⁰, near diagonals, far out, at the bottom of descents. Finding nothing proves nothing.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import sympy
from mpmath import mp
from sympy import Expr, Rational, Symbol, oo

from verify.balls.evaluate import Undefined, Unsupported
from verify.balls.tape import Tape
from verify.prover.arithmetics import Digits, Doubles, approximate, fraction, weight_of
from verify.prover.equations import solve_equations
from verify.prover.goal import Goal, Inequality
from verify.prover.language import Requirement
from verify.prover.places import MOVES, POWERS, spread, step_from
from verify.prover.simple_numbers import LADDER, exact_number, forms, length, mixed, simpler
from verify.prover.statement import bounds, linear_row
from verify.prover.violation import FailingPoint, violation

Place = tuple[Fraction, ...]

_MANY = 20_000
_BEST = 24
_POLISH = 0.3
"""Seconds for making a counterexample simpler."""
_HOPELESS = 1e-6
"""A sum that is this large against its summands is not about to change its sign."""


def find_counterexample(
    goal: Goal, requirements: Iterable[Requirement] = (), deadline: float | None = None
) -> FailingPoint | None:
    """An exact point that meets the conditions and where the claim fails, if the search finds one.

    Args:
        goal: what is claimed.
        requirements: what must hold for the formulas, as they were written, to be defined.
        deadline: when to stop, as a value of `time.monotonic()`; 5 seconds from now if it is not given.
    """
    until = deadline if deadline is not None else time.monotonic() + 5
    needed = tuple(requirements)
    if not goal.variables:
        found = violation(goal, needed, {})
        return FailingPoint({}, found) if found else None
    with np.errstate(all="ignore"):
        try:
            first = _Search(goal, needed, until)
            point = first.run()
            return point if point or not first.has_roots else _Search(goal, needed, until, -1).run()
        except Unsupported:
            return None


class _Search:
    """One search; `free` are the variables that are left when equations among the conditions are solved.

    Of the two roots of a quadratic equation it is the one with this sign.
    """

    def __init__(self, goal: Goal, requirements: tuple[Requirement, ...], until: float, sign: int = 1) -> None:
        self.goal, self.requirements, self.until = goal, requirements, until
        self.solved, self.has_roots = solve_equations(goal, sign)
        self.free = tuple(x for x in goal.variables if x not in self.solved)
        given = [Inequality(self._reduced(g.expr), g.strict) for g in goal.given]
        self.given = [g for g in given if g.expr.free_symbols]
        self.value = self._reduced(goal.shows.expr)
        self.rows = [r for g in self.given if (r := linear_row(g, self.free)) is not None]
        self.approximate = [(r, approximate(r.constant)) for r in self.rows]
        needed = [(r.kind, self._reduced(r.expr)) for r in requirements]
        kinds: list[tuple[str, Expr]] = [(">0" if g.strict else ">=0", g.expr) for g in self.given]
        self.tapes = [(kind, Tape(expr, self.free)) for kind, expr in kinds + needed]
        self.tape = Tape(self.value, self.free)
        self.weight = Tape(weight_of(self.value), self.free)
        self.rng = random.Random(1)
        self.tried: set[Any] = set()
        self.ends = self._ends()

    def run(self) -> FailingPoint | None:
        """The first counterexample of all stages."""
        if not self.free:
            return self.check(())
        for stage in (self.special, self.scattered, self.structured, self.polished, self.scattered, self.structured):
            if self.late():
                return None
            found = stage()
            if found is not None:
                return self.simplified(found)
        return None

    def simplified(self, found: FailingPoint) -> FailingPoint:
        """A counterexample with shorter numbers, if there is one nearby; otherwise the one that was found."""
        best, stop = found, min(self.until, time.monotonic() + _POLISH)
        for x in self.free:
            value = best.point[x]
            if not isinstance(value, Rational):
                continue
            here = Fraction(int(value.p), int(value.q))
            for other in sorted(set(simpler(here)), key=lambda v: (length(v), v)):
                if length(other) >= length(here) or time.monotonic() > stop:
                    break
                if better := self.check([exact_number(other) if y == x else best.point[y] for y in self.free]):
                    best = better
                    break
        return best

    def late(self) -> bool:
        return time.monotonic() > self.until

    def _reduced(self, expr: Expr) -> Expr:
        for x, value in self.solved.items():
            expr = expr.xreplace({x: value})
        return expr

    def _ends(self) -> list[Expr]:
        """Ends of ranges that are not rational, as values that a coordinate may have exactly."""
        found = []
        for lo, _, hi, _ in bounds(self.goal).values():
            found += [e for e in (lo, hi) if e not in (oo, -oo) and not isinstance(e, Rational)]
        return list(dict.fromkeys(found))

    # --- deciding on one point ---

    def check(self, coordinates: Sequence[Expr | Fraction]) -> FailingPoint | None:
        """The counterexample at the point, if it certainly is one."""
        exact = tuple(exact_number(c) for c in coordinates)
        if exact in self.tried:
            return None
        self.tried.add(exact)
        if not self.suspect(exact):
            return None
        values = dict(zip(self.free, exact, strict=True))
        point = {x: values[x] if x in values else self._value_of(x, values) for x in self.goal.variables}
        found = violation(self.goal, self.requirements, point)
        return FailingPoint(point, found) if found else None

    def _value_of(self, x: Symbol, values: dict[Symbol, Expr]) -> Expr:
        found = self._reduced(x).xreplace(values)
        return sympy.radsimp(found) if not isinstance(found, Rational) else found

    def suspect(self, point: Sequence[Expr]) -> bool:
        """Whether many digits say that the point is a counterexample, or do not say that it is none."""
        sign = self.sign(point)
        return sign is not None and (sign < 0 or (sign == 0 and self.goal.shows.strict))

    def sign(self, point: Sequence[Expr]) -> int | None:
        """The sign of the claim's expression in enough digits, 0 if they never suffice; None where it is undefined."""
        for digits in (40, 150, 450):
            with mp.workdps(digits):
                small = mp.mpf(10) ** (10 - digits)
                try:
                    values = [Digits.finite(Tape(c, ())(Digits, [])) for c in point]
                    if digits == 40 and not self._allowed(values, small):
                        return None
                    value, weight = self.tape(Digits, values), self.weight(Digits, values)
                except (Undefined, OverflowError, ValueError, ZeroDivisionError):
                    return None
            if abs(value) > small * weight:
                return 1 if value > 0 else -1
        return 0

    def _allowed(self, values: list[Any], small: Any) -> bool:
        for kind, tape in self.tapes:
            value = tape(Digits, values)
            if kind != "!=0" and (value < -small or (kind == ">0" and value <= 0 and value < -small)):
                return False
        return True

    def simplest(self, place: Sequence[Fraction]) -> FailingPoint | None:
        """A counterexample at simple numbers near the place."""
        for most in LADDER:
            if self.late():
                return None
            if found := self.check([c.limit_denominator(most) for c in place]):
                return found
            if most in (20, 10**4) and len(place) <= 3:
                near = [forms(c, self.ends) for c in place]
                if any(near):
                    choices = [[c.limit_denominator(100), *f] for c, f in zip(place, near, strict=True)]
                    for choice in mixed(choices):
                        if found := self.check(choice):
                            return found
        return self.check(list(place))

    # --- stages ---

    def special(self) -> FailingPoint | None:
        """Simple numbers and the ends of the ranges themselves."""
        values: list[Expr] = [*self.ends, *map(Rational, ("0", "1", "1/2", "2", "-1", "1/4", "3", "1/3", "10", "-2"))]
        values += [sympy.pi / 2, sympy.pi / 4, sympy.pi / 3, sympy.pi, sympy.E]
        for lo, _, hi, _ in bounds(self.goal).values():
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
        stop = min(self.until, time.monotonic() + 1)
        for point in points:
            if time.monotonic() > stop:
                return None
            if found := self.check(point):
                return found
        return None

    def scattered(self) -> FailingPoint | None:
        """Many random points in doubles, the best of them improved by small random steps."""
        places = self._random(_MANY)
        ratios = self._ratios(places)
        for best in self._descend(places, ratios):
            if self.late():
                return None
            if found := self.simplest([Fraction(float(c)) for c in best]):
                return found
        return None

    def structured(self) -> FailingPoint | None:
        """Exact points near the ends of ranges (down to 10⁻³⁰), far out, and near diagonals."""
        stop = min(self.until, time.monotonic() + 2)
        for count, place in enumerate(self._near_ends()):
            if time.monotonic() > stop or count > 1500:
                return None
            if self.suspect([exact_number(c) for c in place]) and (found := self.simplest(place)):
                return found
        return None

    def polished(self) -> FailingPoint | None:
        """Minima found in doubles, improved by Newton's method to many digits."""
        try:
            slopes = [self.value.diff(x) for x in self.free]
            tapes = [Tape(s, self.free) for s in slopes]
            bends = [[Tape(s.diff(x), self.free) for x in self.free] for s in slopes]
        except (Unsupported, NotImplementedError, ValueError):
            return None
        places = self._random(_MANY // 4)
        for best in self._descend(places, self._ratios(places))[:6]:
            if self.late():
                return None
            place = self._newton([float(c) for c in best], tapes, bends)
            if place is not None and (found := self.simplest(place)):
                return found
        return None

    # --- proposing ---

    def _ratios(self, places: Any) -> Any:
        """The claim's expression against its summands at each place; inf where conditions fail."""
        columns = list(places.T)
        value = np.broadcast_to(self.tape(Doubles, columns), places.shape[:1])
        weight = np.broadcast_to(self.weight(Doubles, columns), places.shape[:1])
        ratios = value / np.where(weight > 0, weight, 1)
        allowed = np.isfinite(ratios)
        for kind, tape in self.tapes:
            found = tape(Doubles, columns)
            allowed = allowed & ((found > 0) if kind == ">0" else (found >= -1e-14) if kind == ">=0" else (found != 0))
        return np.where(allowed, ratios, np.inf)

    def _random(self, count: int) -> Any:
        """Points that meet the linear conditions: one variable after the other, in the range that the others leave."""
        rng = np.random.default_rng(self.rng.randrange(2**32))
        order = list(range(len(self.free)))
        self.rng.shuffle(order)
        places = np.zeros((count, len(order)))
        for step, i in enumerate(order):
            lo, hi = np.full(count, -np.inf), np.full(count, np.inf)
            for coefficients, constant in self._usable(order[: step + 1], i):
                end = -(float(constant) + sum(float(coefficients[j]) * places[:, j] for j in order[:step]))
                end = end / float(coefficients[i])
                if coefficients[i] > 0:
                    lo = np.maximum(lo, end)
                else:
                    hi = np.minimum(hi, end)
            places[:, i] = spread(rng, lo, hi)
            if step:
                same = rng.random(count)
                near = places[:, order[step - 1]] * (1 + np.where(same < 0.05, 0, 10.0 ** rng.uniform(-8, 0, count)))
                places[:, i] = np.where((same < 0.15) & (near >= lo) & (near <= hi), near, places[:, i])
        return places

    def _usable(self, known: Sequence[int], i: int) -> list[tuple[tuple[Fraction, ...], Fraction]]:
        """Rows that bound variable i by the known ones, the constant bounds among them."""
        found = []
        for row, constant in self.approximate:
            if row.coefficients[i] and all(c == 0 or j in known for j, c in enumerate(row.coefficients)):
                found.append((row.coefficients, constant))
        lo, _, hi, _ = bounds(self.goal)[self.free[i]]
        for end, side in ((lo, 1), (hi, -1)):
            if end not in (oo, -oo):
                unit = tuple(Fraction(side * (j == i)) for j in range(len(self.free)))
                found.append((unit, approximate(-side * end)))
        return found

    def _descend(self, places: Any, ratios: Any) -> Any:
        """Places where the ratio is small, different ones first, after a descent by random steps."""
        rng = np.random.default_rng(self.rng.randrange(2**32))
        if not np.isfinite(ratios).any():
            return []
        order = np.argsort(ratios)
        best = places[np.concatenate([order[: _BEST // 2], rng.choice(order[: _BEST * 40], _BEST // 2)])]
        value = self._ratios(best)
        scale = 0.3
        for _ in range(60):
            steps = rng.standard_normal((8, *best.shape)) * scale
            steps *= rng.random(steps.shape) < max(0.5, 1 / best.shape[1])
            sizes = np.where(rng.random(steps.shape) < 0.5, np.abs(best), 1 + np.abs(best))
            trials = (best + steps * sizes).reshape(-1, best.shape[1])
            found = self._ratios(trials).reshape(8, -1)
            pick = found.argmin(axis=0)
            better = found[pick, np.arange(len(best))] < value
            trials = trials.reshape(8, *best.shape)
            best = np.where(better[:, None], trials[pick, np.arange(len(best))], best)
            value = np.where(better, found[pick, np.arange(len(best))], value)
            scale *= 1.1 if better.mean() > 0.3 else 0.75
        promising = [i for i in np.argsort(value) if value[i] < _HOPELESS]
        kept: list[Any] = []
        for i in promising:
            if all(np.abs(best[i] - k).max() > 1e-6 * (1 + np.abs(k).max()) for k in kept):
                kept.append(best[i])
        return kept[:8]

    def _near_ends(self) -> Iterator[Place]:
        """Exact points: each coordinate at 10⁻ᵏ from an end of its range, far out, or near another coordinate."""
        n = len(self.free)
        if n == 1:
            for move in MOVES:
                place = self._place([0], lambda lo, hi, before, move=move: move(lo, hi))
                if place is not None:
                    yield place
            return
        for _ in range(3000):
            order = self.rng.sample(range(n), n)
            power = self.rng.choice(POWERS)

            def choose(lo: Fraction | None, hi: Fraction | None, before: list[Fraction], k: int = power) -> Fraction:
                if before and self.rng.random() < 0.3:
                    return self.rng.choice(before) * (1 + self.rng.choice((-1, 0, 1)) * Fraction(1, 10**k))
                if self.rng.random() < 0.4:
                    return step_from(lo, hi, Fraction(1, 10**k), self.rng.random() < 0.5)
                return self.rng.choice(MOVES)(lo, hi)

            place = self._place(order, choose)
            if place is not None:
                yield place

    def _place(self, order: Sequence[int], choose: Callable[..., Fraction]) -> Place | None:
        values: dict[int, Fraction] = {}
        for step, i in enumerate(order):
            lo: Fraction | None = None
            hi: Fraction | None = None
            for coefficients, constant in self._usable(order[: step + 1], i):
                end = -(constant + sum(coefficients[j] * values[j] for j in order[:step])) / coefficients[i]
                if coefficients[i] > 0:
                    lo = end if lo is None else max(lo, end)
                else:
                    hi = end if hi is None else min(hi, end)
            if lo is not None and hi is not None and lo > hi:
                return None
            values[i] = choose(lo, hi, list(values.values()))
        return tuple(values[i] for i in range(len(order)))

    def _newton(self, start: list[float], slopes: list[Tape], bends: list[list[Tape]]) -> list[Fraction] | None:
        """A point near the start where the free derivatives vanish; coordinates at an end of their range stay there."""
        fixed: dict[int, Fraction] = {}
        for i, x in enumerate(self.free):
            lo, _, hi, _ = bounds(self.goal)[x]
            for end in (lo, hi):
                if end not in (oo, -oo) and abs(float(end) - start[i]) < 1e-7 * (1 + abs(start[i])):
                    fixed[i] = approximate(end)
        moving = [i for i in range(len(start)) if i not in fixed]
        with mp.workdps(60):
            at = [mp.mpf(fixed[i].numerator) / fixed[i].denominator if i in fixed else mp.mpf(c)
                  for i, c in enumerate(start)]  # fmt: skip
            try:
                for _ in range(12 if moving else 0):
                    slope = mp.matrix([slopes[i](Digits, at) for i in moving])
                    bend = mp.matrix([[bends[i][j](Digits, at) for j in moving] for i in moving])
                    step = mp.lu_solve(bend, slope)
                    for n, i in enumerate(moving):
                        at[i] -= step[n]
                    if mp.norm(step) < mp.mpf(10) ** -45:
                        break
            except (Undefined, ZeroDivisionError, ValueError, OverflowError):
                return None
            if any(abs(a - c) > 1e-3 * (1 + abs(c)) for a, c in zip(at, start, strict=True)):
                return None
            return [fixed[i] if i in fixed else fraction(a) for i, a in enumerate(at)]
