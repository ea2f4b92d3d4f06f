"""Why nothing was decided, in the words of the statement: where it is closest to failing, and what stands in the way.

What is said is seen at numbers, after the search and apart from it: it explains, and decides nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import mpmath
from sympy import Expr, Symbol, cos, sin, tan

from verify.prover.arithmetics import weight_of
from verify.prover.bounds import Range, ranges
from verify.prover.goal import Goal
from verify.prover.refuting.charts import on_equations
from verify.prover.search.samples import Samples, function, value_of

INSIDE: Final = "inside"
AT_AN_END: Final = "at an end"
UNBOUNDED: Final = "unbounded"
OSCILLATES: Final = "oscillates"
MANY: Final = "many variables"
TIME: Final = "time"
NO_WAY: Final = "no way"

KINDS: Final = {
    OSCILLATES: (
        "it oscillates without end",
        "a split where the waves are outgrown: bounds in --where leave finitely many of them",
    ),
    INSIDE: (
        "the sides meet inside of the domain",
        "--factor and --quotient with a factor that vanishes there",
    ),
    AT_AN_END: (
        "the sides meet at an end of the domain",
        "--factor and --quotient with a factor that vanishes there, or a split of --where near that end",
    ),
    UNBOUNDED: (
        "the domain is not known to be bounded",
        "bounds in --where first, or --coordinates of a bounded domain, such as x = t/(1 - t)",
    ),
    MANY: (
        "there are many variables",
        "--coordinates in which it is symmetric, or an order of the variables in --where",
    ),
    TIME: (
        "time ran out while boxes were still being halved",
        "a larger --budget, or a split of --where",
    ),
    NO_WAY: (
        "no rule was found that leads there",
        "a larger --budget, --coordinates, or --factor and --quotient",
    ),
}
"""Each kind of obstacle: what is said of it, and what may be tried. The first that is met is the one to be named."""

_STRICT: Final = ", or a relation that is not strict"
"""May be tried too where the sides of a strict relation meet."""

_DIGITS: Final = 30
_MEETS: Final = 1e-9
"""Against the size of the summands: where the difference is so small, the sides seem to meet."""
_CLOSE: Final = 1e-4
"""Of a range, or of 1 where that has one end only: what is so close to an end is at it."""
_FAR: Final = 40
_WAVES: Final = 60
_MANY: Final = 4
_STARTS: Final = 4
_STEPS: Final = 200


@dataclass(frozen=True)
class Closest:
    """Where a relation is closest to failing: the point, what is left there, and that against the summands' size."""

    point: tuple[Any, ...]
    left: Any
    relative: Any


def explained(relation: str, goal: Goal, observed: str = "") -> str:
    """One line: which relation resists and where, what it met, and what to try.

    Args:
        relation: as the user wrote it.
        goal: the same, in the variables of the statement.
        observed: what the search said last.
    """
    samples = Samples(goal, seed=1)
    with mpmath.workdps(_DIGITS):
        closest = _closest(goal, samples) or _on_equations(goal)
        met, advice = told(obstacle(goal, samples, closest, observed), goal)
        if closest is None:
            near = ", and no point of the domain was seen"
        elif goal.variables:
            at = ", ".join(f"{x.name} = {_short(v)}" for x, v in zip(goal.variables, closest.point, strict=True))
            near = f" near {at}, where the difference of the sides is {_short(closest.left)}"
        else:
            near = f", where the difference of the sides is {_short(closest.left)}"
    return f"{relation} resists{near}; {met}; try {advice}"


def told(kind: str, goal: Goal) -> tuple[str, str]:
    """What is said of an obstacle to the goal, and what may be tried."""
    met, advice = KINDS[kind]
    if kind == UNBOUNDED:
        met += f" in {' and '.join(x.name for x in _unbounded(goal))}"
    return met, advice + _STRICT * (kind == INSIDE and goal.shows.strict)


def _used(goal: Goal) -> list[Symbol]:
    return [x for x in goal.variables if x in goal.shows.expr.free_symbols]


def _unbounded(goal: Goal) -> list[Symbol]:
    """The variables that matter and of which the conditions give no two ends."""
    bounds = ranges(goal)
    return [x for x in _used(goal) if not bounds[x].finite]


def obstacle(goal: Goal, samples: Samples, closest: Closest | None, observed: str) -> str:
    """The kind of obstacle that is met, a key of `KINDS`."""
    bounds, used = ranges(goal), _used(goal)
    if _oscillates(goal, samples):
        return OSCILLATES
    if closest is not None and closest.relative < _MEETS:
        places = dict(zip(goal.variables, closest.point, strict=True))
        if any(_at_an_end(places[x], bounds[x]) for x in used):
            return AT_AN_END
        if all(abs(places[x]) < _FAR or bounds[x].finite for x in used):
            return INSIDE
    if _unbounded(goal):
        return UNBOUNDED
    if len(used) >= _MANY:
        return MANY
    return TIME if "boxes" in observed else NO_WAY


def _oscillates(goal: Goal, samples: Samples) -> bool:
    """Whether a wave is met whose argument is large somewhere in the domain."""
    waves = goal.shows.expr.atoms(sin, cos, tan)
    return any(abs(v) > _WAVES for w in waves for v in samples.values(w.args[0]) if v is not None)


def _at_an_end(value: Any, r: Range) -> bool:
    ends = [mpmath.mpmathify(end.evalf(_DIGITS)) for end in (r.lo, r.hi) if end is not None]
    width = abs(ends[1] - ends[0]) if len(ends) == 2 else 1
    return any(abs(value - end) <= _CLOSE * width for end in ends)


def _closest(goal: Goal, samples: Samples) -> Closest | None:
    """The sample at which least is left, moved to where still less is, coordinate by coordinate."""
    expr = goal.shows.expr
    look = _Look(goal, expr)
    seen = sorted(filter(None, map(look.at, samples.points)), key=lambda c: c.relative)
    found = [_descended(look, start) for start in seen[:_STARTS]]
    return min(found, key=lambda c: c.relative, default=None)


def _on_equations(goal: Goal) -> Closest | None:
    """The same among points that meet the equations of the conditions, which chance does not hit."""
    for chart in on_equations(goal):
        found = _closest(chart.inside, Samples(chart.inside, seed=1)) if chart.values else None
        if found is not None:
            values = [function(chart.values.get(x, x), chart.free) for x in goal.variables]
            point = tuple(value_of(value, found.point) for value in values)
            if None not in point:
                return replace(found, point=point)
    return None


class _Look:
    """What is left of a relation at points of the domain."""

    def __init__(self, goal: Goal, expr: Expr) -> None:
        variables: tuple[Symbol, ...] = goal.variables
        self._left, self._size = function(expr, variables), function(weight_of(expr), variables)
        self._tests = [function(g.expr, variables) for g in goal.given]

    def at(self, point: Sequence[Any]) -> Closest | None:
        """None outside of the domain, and where something has no value."""
        place = tuple(point)
        for test in self._tests:
            gap = value_of(test, place)
            if gap is None or gap < 0:
                return None
        left, size = value_of(self._left, place), value_of(self._size, place)
        if left is None or not size:
            return None
        return Closest(place, left, abs(left) / abs(size))


def _descended(look: _Look, start: Closest) -> Closest:
    """Lower and lower along the axes, with steps that grow where they help and shrink where they do not."""
    best = start
    steps = [max(abs(v), mpmath.mpf(1) / 10) / 4 for v in start.point]
    for _ in range(_STEPS):
        for n, moved in _moves(best.point, steps):
            other = look.at(moved)
            if other is not None and other.relative < best.relative:
                best, steps[n] = other, steps[n] * 2
                break
        else:
            steps = [s / 2 for s in steps]
    return best


def _moves(point: tuple[Any, ...], steps: Sequence[Any]) -> Iterator[tuple[int, tuple[Any, ...]]]:
    for n, step in enumerate(steps):
        for sign in (1, -1):
            yield n, (*point[:n], point[n] + sign * step, *point[n + 1 :])


def _short(value: Any) -> str:
    """A number in at most three digits, and 0 for what is next to it."""
    return "0" if abs(value) < 1e-12 else f"{float(value):.3g}"


def shorter_numbers(said: str) -> str:
    """A message with the first six digits of each longer number: the rest tells a reader nothing."""
    return re.sub(r"(\d{6})\d+", r"\1…", said)
