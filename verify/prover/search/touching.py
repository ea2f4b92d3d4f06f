"""Points inside a domain where a term seems to touch zero, in closed form."""

from __future__ import annotations

from itertools import islice, product
from typing import Any

import mpmath
from sympy import Abs, Expr, Max, Min, Symbol

from verify.prover.goal import Goal
from verify.prover.search.closed_forms import closed_forms
from verify.prover.search.newton import SMALL, Slopes
from verify.prover.search.samples import DIGITS, Samples, function, value_of

_STARTS = 4
_MOST_VARIABLES = 4
_REACH = 0.1
_FINER = 6
"""So many times the digits are worked with where several derivatives may vanish: they cancel all the more."""


def touching(goal: Goal, samples: Samples) -> list[dict[Symbol, Expr]]:
    """Up to four points with exact coordinates where the term and its first derivatives vanish, as far as seen."""
    if samples.touched is None:
        samples.touched = _touching(goal, samples)
    return samples.touched


def _touching(goal: Goal, samples: Samples) -> list[dict[Symbol, Expr]]:
    f, variables = goal.shows.expr, tuple(x for x in goal.variables if x in goal.shows.expr.free_symbols)
    bound = any(g.expr.free_symbols & {*variables} and not g.expr.free_symbols <= {*variables} for g in goal.given)
    if bound or f.has(Abs, Max, Min) or not 0 < len(variables) <= _MOST_VARIABLES:
        return []
    places = [goal.variables.index(x) for x in variables]
    derivatives = [f.diff(x) for x in variables]
    system = Slopes(f, derivatives, variables)
    found: list[dict[Symbol, Expr]] = []
    rows = zip(samples.values(f), samples.points, strict=True)
    values = [(v, tuple(p[n] for n in places)) for v, p in rows if v is not None]
    with mpmath.workdps(DIGITS):
        tests = [function(g, variables) for g in (f, *derivatives)]
        for _, start in sorted(values, key=lambda pair: pair[0])[:_STARTS]:
            near = system.near(start)
            if near is None or not _is_within(near, [p for _, p in values]):
                continue
            point = system.refined(near) or (_flat(f, variables[0], near[0]) if len(variables) == 1 else None)
            if point is None or not _near_zero(value_of(tests[0], point)):
                continue
            for exact in islice(product(*(closed_forms(c) for c in point)), 20):
                numbers = tuple(mpmath.mpmathify(e.evalf(DIGITS)) for e in exact)
                if all(_near_zero(value_of(g, numbers)) for g in tests):
                    candidate = dict(zip(variables, exact, strict=True))
                    if candidate not in found:
                        found.append(candidate)
                    break
    return found


def _is_within(near: list[float], points: list[tuple[Any, ...]]) -> bool:
    """Whether a place is among the points or close to them, not far out where the term only tends to zero."""
    for n, c in enumerate(near):
        low, high = min(float(p[n]) for p in points), max(float(p[n]) for p in points)
        if not low - _REACH * (high - low) <= c <= high + _REACH * (high - low):
            return False
    return True


def _flat(f: Expr, x: Symbol, start: float) -> tuple[Any, ...] | None:
    """A zero of f' of any order, by Newton's iteration for f'/f''."""
    slopes = [function(f.diff(x, n), (x,)) for n in (1, 2, 3)]
    with mpmath.workdps(_FINER * DIGITS):
        at = mpmath.mpf(start)
        for _ in range(40):
            u, v, w = (value_of(g, (at,)) for g in slopes)
            if u is None or v is None or w is None:
                return None
            step = u * v / (v * v - u * w) if v * v != u * w else 0
            at -= step
            if abs(at - start) > _REACH * max(1, abs(start)):
                return None
            if abs(step) < mpmath.mpf(10) ** (10 - DIGITS):
                return (+at,)
    return None


def _near_zero(value: Any) -> bool:
    return value is not None and abs(value) < SMALL
