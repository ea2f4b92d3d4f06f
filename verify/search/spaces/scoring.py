"""The slack of relations and schemas, and the ratio of a statement, as functions of arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sympy import Add, Dummy, Expr, Max, Min, Pow, Rational, S, Symbol, pi, sqrt

from verify.search.space import FloatArray
from verify.search.spaces.arrays import Function, compiled, magnitude
from verify.search.spaces.frames import on_sphere
from verify.search.spaces.grounding import Ground, Schema
from verify.search.spaces.roots import Roots
from verify.search.spaces.solving import Plan, solved

ROUNDING = 1e-13
"""How far a float value may be off, relative to the sum of the magnitudes of its parts."""

TOLERANCE = 1e-9
"""How far, relatively, the sides of an equation may differ in floats."""

SMALL = 1e-6
"""Numbers below it are compared by their difference: a sine of π is one."""

SAMPLES = 40
"""How many values of its variables a schema is looked at."""

FAR = 12
"""How many more of them are far out, where a schema has no schemas inside: a slope too steep shows only there."""

MOST_UNKNOWN = 3
"""Of a schema's variables that its conditions determine, though not in symbols."""

_NEAR = (0, 1, -1, Rational(1, 2), 2, -2, Rational(-1, 2), Rational(1, 10), 3, -3, pi, Rational(1, 100), 5, -5)


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
    """The least slack of a schema over samples of its variables, for arrays of the symbols that it leaves free."""

    def __init__(self, schema: Schema, depth: int = 0) -> None:
        plan = Plan()
        conditions = [g for g in schema.given if isinstance(g, Ground)]
        solved(conditions, schema.variables, plan)
        shares = _in_balls(conditions, schema.variables, plan) | _within(conditions, schema.variables, plan)
        own = [s for s in schema.variables if s not in plan.steps]
        self.own = [*own, *plan.branches, *plan.angles, *shares]
        steps = plan.ordered()
        needed = [*symbols_of(schema), *(s for _, e in steps for s in e.free_symbols)]
        inside = {*schema.variables, *self.own}
        self.free = sorted({s for s in needed if s not in inside}, key=str)
        self.flat = isinstance(schema.body, Ground) and not any(isinstance(g, Schema) for g in schema.given)
        self.points = [
            _shares(shares[s], n + 7 * depth) if s in shares else _samples(s, n + 7 * depth, 4.0**depth)
            for n, s in enumerate(self.own)
        ]
        if self.flat:
            self.points = [
                np.concatenate([p, p[:FAR] if s in shares else _far(s, n + 7 * depth)])
                for n, (s, p) in enumerate(zip(self.own, self.points, strict=True))
            ]
        open_ones = [g for g in plan.left if g.op == "="]
        spoken = plan.needs({s for g in open_ones for s in g.difference.free_symbols})
        unknowns = [s for s in own if s in spoken and not s.is_integer][: len(open_ones)]
        whole = 0 < len(open_ones) == len(unknowns) <= MOST_UNKNOWN
        self.roots = Roots(open_ones, unknowns, self.free, self.own, steps) if whole else None
        parts = [*conditions, *([schema.body] if isinstance(schema.body, Ground) else [])]
        terms = [t for g in parts for t in (g.lhs, g.rhs, magnitude(g.lhs) + magnitude(g.rhs))]
        self.ops = [g.op for g in conditions]
        self.body = schema.body.op if isinstance(schema.body, Ground) else Sampled(schema.body, depth + 1)
        self.inner = [Sampled(g, depth + 1) for g in schema.given if isinstance(g, Schema)]
        deeper = [*self.inner, *([self.body] if isinstance(self.body, Sampled) else [])]
        self.passed = sorted({s for d in deeper for s in d.free}, key=str)
        self.function: Function = compiled([*self.free, *self.own], steps, [*terms, *self.passed])

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
        conditions += [part(inner) for part in self.inner]
        sides = found[count - 3 : count]
        body = self.body(inner) if isinstance(self.body, Sampled) else slack(self.body, *sides)
        least = np.where(np.isnan(body), -np.inf, body)
        if self.flat and points and least.ndim > rank and least.shape[0] > SAMPLES:
            # far out, numbers overflow, and what is positive may be too small to be told from zero
            out = slack("≥" if self.body == ">" else str(self.body), *(_tail(side) for side in sides))
            least = np.concatenate([least[:SAMPLES], np.where(np.isnan(out), np.inf, out)])
        for row in conditions:  # where a condition fails, or is undefined, nothing is said
            fails = np.where(np.isnan(row), np.inf, np.where(row < 0, -row, -np.inf))
            least = np.maximum(least, fails)
        return np.min(least[None] if least.ndim <= rank else least, axis=0)


def symbols_of(schema: Schema) -> set[Symbol]:
    """The symbols that the schema leaves free."""
    found: set[Symbol] = set()
    for part in (*schema.given, schema.body):
        found |= symbols_of(part) if isinstance(part, Schema) else part.lhs.free_symbols | part.rhs.free_symbols
    return found - set(schema.variables)


@dataclass(frozen=True)
class Share:
    """How a share is drawn: whether it ends at 1, whether its ends are allowed, and whether very small ones matter."""

    to_one: bool
    closed: bool
    small: bool


def _in_balls(conditions: Sequence[Ground], variables: Sequence[Symbol], plan: Plan) -> dict[Symbol, Share]:
    """Steps for variables the sum of whose squares a condition bounds: by a direction, and a share of the radius."""
    found: dict[Symbol, Share] = {}
    for g in conditions:
        squares = Add.make_args(g.rhs)
        inside = [t.base for t in squares if isinstance(t, Pow) and t.exp == 2 and t.base in variables]
        unbound = len(inside) == len(squares) and not set(inside) & set(plan.steps)
        if g.op not in ("≥", ">") or not unbound or set(variables) & g.lhs.free_symbols:
            continue
        share = Dummy("share", nonnegative=True)
        plan.steps |= {s: sqrt(g.lhs) * share * u for s, u in zip(inside, on_sphere(len(inside), plan), strict=True)}
        found[share] = Share(True, g.op == "≥", False)
    return found


def _within(conditions: Sequence[Ground], variables: Sequence[Symbol], plan: Plan) -> dict[Symbol, Share]:
    """Steps for variables that conditions bound: by a share of the way between the bounds, or from one of them."""
    found: dict[Symbol, Share] = {}
    for s in variables:
        if s in plan.steps:
            continue
        above = [g.lhs for g in conditions if g.op in ("≥", ">") and g.rhs == s]
        below = [g.rhs for g in conditions if g.op in ("≥", ">") and g.lhs == s]
        if not above and not below:
            continue
        if not below and s.is_nonnegative:
            below = [S.Zero]
        share = Dummy("share", nonnegative=True)
        if above and below:
            value = Max(*below) + share * (Min(*above) - Max(*below))
        else:
            value = Max(*below) + share if below else Min(*above) - share
        if plan.define(s, value):
            closed = not s.is_positive and all(g.op == "≥" for g in conditions if s in (g.lhs, g.rhs))
            found[share] = Share(bool(above and below), closed, bool(above) and below == [S.Zero])
    return found


def _shares(kind: Share, n: int) -> FloatArray:
    """Values from 0, to 1 or without an end, many of them small; the same in each run."""
    random = np.random.default_rng(2000 + n)
    wide = random.random(SAMPLES) if kind.to_one else np.exp(random.normal(0, 1.5, SAMPLES))
    small = np.exp(-random.exponential(15, SAMPLES))
    found = np.where(random.random(SAMPLES) < 0.3 * kind.small, small, wide)
    ends = [0.0, 0.5, 1.0] if kind.closed else [0.5]
    return np.where(random.random(SAMPLES) < 0.2, random.choice(ends, SAMPLES), found)


def _samples(symbol: Symbol, n: int, spread: float) -> FloatArray:
    """Values of a bound variable, near ones first, the same in each run; no two variables in step.

    In a quarter of them most variables are zero, all at once: so the ends of a vector lie on the axes.
    """
    random = np.random.default_rng(1000 + n)
    near = [float(x) for x in _NEAR]
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


def _far(symbol: Symbol, n: int) -> FloatArray:
    """Values of a bound variable from 10 to 100 in size, the same in each run; a branch stays a branch."""
    random = np.random.default_rng(3000 + n)
    if symbol.is_integer and symbol.is_nonnegative:
        return random.integers(0, 2, FAR).astype(np.float64)
    signs = 1.0 if symbol.is_nonnegative else random.choice([-1.0, 1.0], FAR)
    return np.asarray(signs * 10.0 ** random.uniform(1.0, 2.0, FAR))


def _tail(side: Any) -> Any:
    """The values of a side at the points far out; those of one that is the same everywhere stay."""
    side = np.asarray(side)
    return side[SAMPLES:] if side.ndim and side.shape[0] == SAMPLES + FAR else side


def expressions(relation: Ground) -> list[Expr]:
    """Both sides of a relation, and the size of their parts."""
    return [relation.lhs, relation.rhs, magnitude(relation.lhs) + magnitude(relation.rhs)]
