"""The slack of relations and schemas, and the ratio of a statement, as functions of arrays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from sympy import Expr, Rational, Symbol, pi

from verify.discharge.normal import magnitude
from verify.hunt.space import FloatArray
from verify.hunt.spaces.arrays import Function, compiled
from verify.hunt.spaces.grounding import Ground, Schema
from verify.hunt.spaces.layout import Layout, Share
from verify.hunt.spaces.roots import STARTS, STEPS

ROUNDING = 1e-13
"""How far a float value may be off, relative to the sum of the magnitudes of its parts."""

TOLERANCE = 1e-9
"""How far, relatively, the sides of an equation may differ in floats."""

SMALL = 1e-6
"""Numbers below it are compared by their difference: a sine of π is one."""

SAMPLES = 40
"""How many values of its variables a schema is looked at."""

FAR, PLAIN_FAR = 24, 12
"""How many more of them are far out, where a schema has no schemas inside: a slope too steep shows only there. The
first of these with all variables, the others with some: two slopes that nearly agree differ only there."""

NEAR = (0, 1, -1, Rational(1, 2), 2, -2, Rational(-1, 2), Rational(1, 10), 3, -3, pi, Rational(1, 100), 5, -5)
"""Values of bound variables that are tried more often."""


def slack(op: str, left: Any, right: Any, size: Any) -> Any:
    """The relative slack of `left op right`; the size is that of the parts whose sums they are."""
    apart = (left - right) / (np.abs(left) + np.abs(right) + 1e-12)
    unsure = ROUNDING * size / (np.abs(left) + np.abs(right) + 1e-12)
    if op == "=":
        return TOLERANCE + unsure - np.abs(left - right) / (np.abs(left) + np.abs(right) + SMALL)
    if op == "≠":
        return np.abs(apart) - TOLERANCE
    if op == ">":  # what is within rounding of zero is not positive
        return np.where(left - right > np.maximum(ROUNDING * size, 1e-14), apart, np.minimum(apart, -1e-6))
    return apart + unsure


def ratio(op: str, left: Any, right: Any, size: Any) -> Any:
    """What happens over what is promised: above 1 where `left op right` fails beyond rounding.

    Where both sides of an inequality vanish nothing happens and nothing is promised: that is 0, and not an equality
    that a search should stay at.
    """
    scale = np.abs(left) + np.abs(right) + 1e-300
    unsure = ROUNDING * size + 1e-15
    if op in ("=", "≠"):
        apart = np.maximum(np.abs(left - right) - unsure, 0) / (scale + SMALL)
        apart = np.where(apart > TOLERANCE, apart, 0)
        return 1 + apart if op == "=" else np.where(apart > 0, 1 - apart, 1 + 1e-6)
    happens = np.where(right > left, np.maximum(right - unsure, left), right)
    both = (left > 0) & (happens > 0)
    quotient = happens / np.where(both, left, 1)
    found = np.where(both, quotient, 1 + (happens - left) / scale)
    found = np.where((np.abs(left) <= unsure) & (np.abs(happens) <= unsure), 0.0, found)
    if op == ">":
        found = np.where(left - right <= unsure, np.maximum(found, 1 + 1e-6), found)
    return np.where(np.isfinite(left) & np.isfinite(right), found, np.nan)


class Sampled:
    """The least slack of a schema over samples of its variables, for arrays of the symbols that it leaves free.

    `count` is how many samples are looked at, those of the schemas inside for each of its own.
    """

    def __init__(self, schema: Schema, depth: int = 0) -> None:
        layout = Layout(schema)
        shares, self.own, self.free = layout.shares, layout.own, layout.free
        self.flat = isinstance(schema.body, Ground) and not any(isinstance(g, Schema) for g in schema.given)
        self.far = self.flat and any(s not in shares for s in self.own)
        self.points = [
            _shares(shares[s], n + 7 * depth, self.flat) if s in shares else _samples(s, n + 7 * depth, 4.0**depth)
            for n, s in enumerate(self.own)
        ]
        if self.far:
            self.points = [
                np.concatenate([p, p[:FAR] if s in shares else _far(s, n + 7 * depth, 2.0 if depth == 0 else 4.0)])
                for n, (s, p) in enumerate(zip(self.own, self.points, strict=True))
            ]
        self.roots = layout.roots(STARTS, STEPS)
        parts = [*layout.conditions, *([schema.body] if isinstance(schema.body, Ground) else [])]
        terms = [t for g in parts for t in (g.lhs, g.rhs, magnitude(g.lhs) + magnitude(g.rhs))]
        self.ops = [g.op for g in layout.conditions]
        self.body = schema.body.op if isinstance(schema.body, Ground) else Sampled(schema.body, depth + 1)
        self.inner = [Sampled(g, depth + 1) for g in schema.given if isinstance(g, Schema)]
        deeper = [*self.inner, *([self.body] if isinstance(self.body, Sampled) else [])]
        self.passed = sorted({s for d in deeper for s in d.free}, key=str)
        moved = 0 if self.roots is None else STARTS * STEPS
        self.count: int = max((len(p) for p in self.points), default=0) * (1 + sum(d.count for d in deeper)) + moved
        self.function: Function = compiled([*self.free, *self.own], layout.steps, [*terms, *self.passed])

    def __call__(self, at: Mapping[Symbol, Any]) -> Any:
        """The least slack, of the shape of the values in `at`."""
        outer = [np.asarray(at[s], dtype=np.float64)[None] for s in self.free]
        rank = max([a.ndim - 1 for a in outer], default=0)
        points = [p.reshape((-1,) + (1,) * rank) for p in self.points]
        points = points if self.roots is None else self.roots(outer, points)
        found = self.function(*outer, *points)
        count = 3 * (len(self.ops) + isinstance(self.body, str))
        inner = dict(zip(self.passed, found[count:], strict=True))
        conditions = [slack(op, *found[3 * n : 3 * n + 3]) for n, op in enumerate(self.ops)]
        sides = found[count - 3 : count]
        body = self.body(inner) if isinstance(self.body, Sampled) else slack(self.body, *sides)
        least = np.where(np.isnan(body), -np.inf, body)
        if self.far and least.ndim > rank and least.shape[0] > SAMPLES:
            # far out, numbers overflow, and what is positive may be too small to be told from zero
            out = slack("≥" if self.body == ">" else str(self.body), *(_tail(side) for side in sides))
            least = np.concatenate([least[:SAMPLES], np.where(np.isnan(out), np.inf, out)])
        conditions += self._inside(inner, least, rank)
        for row in conditions:  # where a condition fails, or is undefined, nothing is said
            fails = np.where(np.isnan(row), np.inf, np.where(row < 0, -row, -np.inf))
            least = np.maximum(least, fails)
        return np.min(least[None] if least.ndim <= rank else least, axis=0)

    def _inside(self, at: Mapping[Symbol, Any], least: FloatArray, rank: int) -> list[FloatArray]:
        """The slacks of the schemas among the conditions; none for trials whose body holds at all samples anyway."""
        shape = np.broadcast_shapes(least.shape, *(np.shape(v) for v in at.values()))
        if rank != 1 or len(shape) != 2 or isinstance(self.body, Sampled):
            return [part(at) for part in self.inner]
        asked = np.flatnonzero(np.any(np.broadcast_to(least, shape) < 0, axis=0))
        those = {s: np.broadcast_to(v, shape)[:, asked] for s, v in at.items()}
        made = []
        for part in self.inner:
            row = np.full(shape, np.inf)
            row[:, asked] = part(those)
            made.append(row)
        return made


def _shares(kind: Share, n: int, flat: bool) -> FloatArray:
    """Values from 0, to 1 or without an end, many of them small; the same in each run.

    Of a schema with schemas inside, which may ask for something near 0, they are not so small that nothing moves.
    """
    random = np.random.default_rng(2000 + n)
    wide = random.random(SAMPLES) if kind.to_one else np.exp(random.normal(0, 1.5, SAMPLES))
    small = np.exp(-random.exponential(15, SAMPLES)) if flat else 10.0 ** random.uniform(-6, 0, SAMPLES)
    found = np.where(random.random(SAMPLES) < 0.3 * (kind.small or not flat), small, wide)
    ends = [0.0, 0.5, 1.0] if kind.closed else [0.5]
    return np.where(random.random(SAMPLES) < 0.2, random.choice(ends, SAMPLES), found)


def _samples(symbol: Symbol, n: int, spread: float) -> FloatArray:
    """Values of a bound variable, near ones first, the same in each run; no two variables in step.

    In a quarter of them most variables are zero, all at once: so the ends of a vector lie on the axes.
    """
    random = np.random.default_rng(1000 + n)
    near = [float(x) for x in NEAR]
    if symbol.is_integer and symbol.is_nonnegative:  # a branch
        return random.integers(0, 2, SAMPLES).astype(np.float64)
    if symbol.is_nonnegative:
        near = [abs(x) for x in near if x != 0 or not symbol.is_positive]
        rest = np.exp(random.normal(0, 1.5, SAMPLES))
    else:
        rest = random.normal(0, 2 * spread, SAMPLES)
    chosen = random.random(SAMPLES) < 0.5
    found = np.where(chosen, random.choice(near, SAMPLES), rest)
    plain = random.choice(near[:5], SAMPLES, p=[0.6, 0.1, 0.1, 0.1, 0.1])
    return np.where(np.random.default_rng(0).random(SAMPLES) < 0.25, plain, found)


def _far(symbol: Symbol, n: int, magnitude: float) -> FloatArray:
    """Values of a bound variable from 10 to a power of 10 in size, the same in each run; a branch stays a branch.

    Inside of a schema about small numbers it takes larger ones.
    """
    random = np.random.default_rng(3000 + n)
    if symbol.is_integer and symbol.is_nonnegative:
        return random.integers(0, 2, FAR).astype(np.float64)
    signs = 1.0 if symbol.is_nonnegative else random.choice([-1.0, 1.0], FAR)
    sizes = random.uniform(1.0, magnitude, FAR)
    mixed = np.where(random.random(FAR) < 0.5, -3.0 * random.random(FAR), sizes)  # some far out, others near zero
    return np.asarray(signs * 10.0 ** np.where(np.arange(FAR) < PLAIN_FAR, sizes, mixed))


def _tail(side: Any) -> Any:
    """The values of a side at the points far out; those of one that is the same everywhere stay."""
    side = np.asarray(side)
    return side[SAMPLES:] if side.ndim and side.shape[0] == SAMPLES + FAR else side


def expressions(relation: Ground) -> list[Expr]:
    """Both sides of a relation, and the size of their parts."""
    return [relation.lhs, relation.rhs, magnitude(relation.lhs) + magnitude(relation.rhs)]
