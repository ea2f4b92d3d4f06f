"""Whether a schema is false, as far as floats tell: values of its variables are looked for at which it clearly fails.

To prove what is false takes the kernel all the time it has. A doubt costs a candidate and shows nothing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from sympy import Expr, Symbol

from verify.discharge.normal import magnitude
from verify.hunt.climb import ascend, draw
from verify.hunt.space import Coordinate, FloatArray, Score
from verify.hunt.spaces.arrays import Function, broadcast, compiled
from verify.hunt.spaces.grounding import Ground, Schema
from verify.hunt.spaces.layout import Layout
from verify.hunt.spaces.polynomials import is_polynomial
from verify.hunt.spaces.scoring import NEAR, Sampled
from verify.hunt.trials import Best

DRAWN, GENERATIONS = 2048, 40
"""Values drawn, and steps of the ascent from the best."""

MOVED, NEWTON = 256, 40
"""How many of them are moved to where equations hold, and by how many steps."""

NEARBY = 8
"""Steps from where a schema failed for one instance to where it may fail for another one."""

REACH = 10.0
"""How large a value is at first: farther out a term may be so small that it seems to vanish."""

FAR = 100.0
"""How many times larger values are where the body fails at none of those, and has to fail clearly."""

LEAST = 0.05
"""How small a value may be that is not zero: where values meet, a strict inequality seems to be an equation."""

APART = 1e-2
"""By how much a strict condition is to hold, relative to its parts."""

MET = 1e-11
"""How far the sides of an equation among the conditions may differ, relative to the parts of their difference."""

CLEARLY, TOUCHING = 1e-7, 1e-13
"""How far the body has to fail, relative to its parts, and what counts as an equation of its sides."""


MOST_OPERATIONS = 300
"""The longest body that is multiplied out."""


class Doubt:
    """Looks for values of a schema's variables at which its conditions clearly hold and its body fails."""

    def __init__(self, schema: Schema) -> None:
        layout = Layout(schema, inverting=False)
        self.free, self._own = layout.free, layout.own
        self.coordinates = tuple(
            _coordinate(s, layout.shares[s].to_one if s in layout.shares else None) for s in layout.own
        )
        self._signed = np.array([s not in layout.shares and not s.is_integer for s in layout.own], dtype=bool)
        endless = np.array([s in layout.shares and not layout.shares[s].to_one for s in layout.own], dtype=bool)
        self._wide = self._signed | endless
        self._open = any(isinstance(g, Schema) for g in schema.given)
        self._roots = layout.roots(MOVED, NEWTON)
        unsolved = [g for g in layout.plan.left if g.op == "="]  # what steps solve holds, whatever rounding says
        conditions = [*(g for g in layout.conditions if g.op != "="), *unsolved]
        self._ops, self._moved = [g.op for g in conditions], bool(unsolved)
        self._body = schema.body.op if isinstance(schema.body, Ground) else Sampled(schema.body, 1)
        body = schema.body
        self._touches = isinstance(body, Schema) or (
            body.op != "≥" and bool(body.difference.free_symbols & set(schema.variables))
        )
        self._passed = self._body.free if isinstance(self._body, Sampled) else []
        terms = [t for g in conditions for t in _sides(g)]
        terms += _cancelled(schema.body, dict(layout.plan.steps), self._own) if isinstance(schema.body, Ground) else []
        self._function: Function = compiled([*self.free, *self._own], layout.steps, [*terms, *self._passed])
        self._outer: list[FloatArray] = []

    def about(self, at: Mapping[Symbol, float]) -> FloatArray | None:
        """Values of what may be chosen, (chosen,), at which the schema clearly fails; None where none are found.

        `at` gives the symbols that the schema leaves free.
        """
        if self._open or not self.coordinates:  # schemas among the conditions hold, or not, beyond their samples
            return None
        self._outer = [np.asarray(at[s], dtype=np.float64)[None] for s in self.free]
        rng, best = np.random.default_rng(0), Best(self, 32)
        drawn = draw(self.coordinates, rng, DRAWN)
        if self._roots is not None:
            with np.errstate(all="ignore"):
                far = np.abs(self._roots.residues(self._outer, list(drawn))).sum(axis=0)
                drawn = np.array(self._roots(self._outer, list(drawn[:, np.argsort(far)])))  # nan comes last
        best.score(drawn)
        if best.merits.max() <= 1.0 and self._roots is None:
            ascend(self.coordinates, best, rng, GENERATIONS)
        if best.merits.max() <= 1.0 and self._wide.any():
            best.score(np.where(self._wide[:, None], FAR * drawn, drawn))
        return best.values[:, 0] if best.merits[0] > 1.0 else None

    def fails(self, point: FloatArray, at: Mapping[Symbol, FloatArray]) -> npt.NDArray[np.bool_]:
        """For which trials, (trials,), the schema clearly fails at values of what may be chosen."""
        self._outer = [np.asarray(at[s], dtype=np.float64) for s in self.free]
        trials = max((a.size for a in self._outer), default=1)
        values = np.repeat(point[:, None], trials, axis=1)
        if self._roots is not None:  # where the equations hold moves with the trial
            values = np.array(self._roots.moved(self._outer, list(values), NEARBY))
        score = self.score(values)
        return np.asarray((score.slack >= 0.0) & (score.ratio > 1.0))

    def score(self, values: FloatArray) -> Score:
        """A ratio above 1 where the body fails; values of the variables that may be chosen, (chosen, trials)."""
        shape = values.shape[1:]
        found = iter(self._function(*self._outer, *values))
        sizes = np.abs(values[self._signed])
        near = np.any((sizes > 0) & (sizes < LEAST), axis=0) & self._touches
        far = np.any(np.abs(values[self._wide]) > REACH, axis=0)
        most = np.full(shape, FAR * REACH)
        if self._moved:  # far out, sides may be the same within rounding
            sure = self._roots.settled(self._outer, list(values)) if self._roots is not None else False
            most = np.where(sure, most, REACH)
        held = np.where(near | np.any(sizes > most, axis=0), -1.0, 1.0)
        for op in self._ops:
            gap, size = broadcast([next(found), next(found)], shape)
            held = np.minimum(held, _margin(op, gap, size))
        if isinstance(self._body, Sampled):
            least = np.broadcast_to(self._body(dict(zip(self._passed, found, strict=True))), shape)
            return Score(np.where(least < -CLEARLY, 2.0, 0.0), np.where(far, -1.0, held))
        gap, size = broadcast([next(found), next(found)], shape)
        part = gap / (size + 1e-300)
        clearly = _failing("≥", part) if self._body in ("≥", ">") else np.zeros(shape)
        return Score(np.where(far, clearly, _failing(self._body, part)), held)


def _sides(g: Ground) -> list[Any]:
    """The difference of the sides, and the size of its parts."""
    difference = g.difference.expand() if g.op == "=" else g.difference
    size = magnitude(difference) if g.op == "=" else magnitude(g.lhs) + magnitude(g.rhs)
    return [difference, size]


def _cancelled(g: Ground, steps: Mapping[Symbol, Expr], own: Sequence[Symbol]) -> list[Any]:
    """What `_sides` gives, but a polynomial of what is chosen multiplied out: parts that cancel hide no failure."""
    difference = g.difference.xreplace(steps)
    if set(steps) & difference.free_symbols or difference.count_ops() > MOST_OPERATIONS:
        return _sides(g)
    if not all(is_polynomial(difference, s) for s in own):
        return _sides(g)
    difference = difference.expand()
    return [difference, magnitude(difference)]


def _margin(op: str, gap: FloatArray, size: FloatArray) -> FloatArray:
    """Not negative where a condition clearly holds."""
    part = gap / (size + 1e-300)
    if op == "=":
        return MET - np.abs(part)
    if op == "≠":
        return np.abs(part) - APART
    made = part - APART if op == ">" else np.where(gap == 0, 1.0, part - CLEARLY)
    return np.where(np.isnan(made), -np.inf, made)


def _failing(op: str, part: FloatArray) -> FloatArray:
    """Above 1 where the body clearly fails; its gap is given relative to its parts."""
    if op == "=":
        return np.where(np.abs(part) > CLEARLY, 2.0, 0.0)
    if op == "≠":
        return 1.0 - np.abs(part) + TOUCHING
    return 1.0 - part + (TOUCHING if op == ">" else -CLEARLY)


def _coordinate(symbol: Symbol, to_one: bool | None) -> Coordinate:
    """The range of a number that may be chosen; for a share, whether it ends at 1."""
    if to_one is not None:
        return Coordinate(symbol.name, 0.0, 1.0 if to_one else REACH)
    if symbol.is_integer:  # a branch
        return Coordinate(symbol.name, 0.0, 1.0, integral=True)
    if symbol.name.startswith("angle"):
        return Coordinate(symbol.name, 0.0, 2 * math.pi)
    low = 0.0 if symbol.is_nonnegative else -REACH
    return Coordinate(
        symbol.name, low, REACH, near=tuple(x for x in NEAR if low <= x and (x or not symbol.is_positive))
    )
