"""Points inside a domain where a term seems to touch zero, in closed form."""

from __future__ import annotations

from itertools import islice, product
from typing import Any

import mpmath
from sympy import Abs, Expr, Max, Min, Symbol

from verify.prover.goal import Goal
from verify.prover.search.closed_forms import closed_forms
from verify.prover.search.samples import DIGITS, Samples, function, value_of

_STARTS = 4
_FAR = 10**6
_SMALL = mpmath.mpf(10) ** -25


def touching(goal: Goal, samples: Samples) -> list[dict[Symbol, Expr]]:
    """Up to four points with exact coordinates where the term and its first derivatives vanish, as far as seen."""
    f, variables = goal.shows.expr, tuple(x for x in goal.variables if x in goal.shows.expr.free_symbols)
    if variables != goal.variables or f.has(Abs, Max, Min) or len(variables) > 4:
        return []
    slopes = [function(f.diff(x), variables) for x in variables]
    bends = [[function(f.diff(x, y), variables) for y in variables] for x in variables]
    height = function(f, variables)
    found: list[dict[Symbol, Expr]] = []
    values = [(v, p) for v, p in zip(samples.values(f), samples.points, strict=True) if v is not None]
    with mpmath.workdps(DIGITS):
        for _, start in sorted(values, key=lambda pair: pair[0])[:_STARTS]:
            point = critical(slopes, bends, start)
            if point is None or not _near_zero(value_of(height, point)):
                continue
            for exact in islice(product(*(closed_forms(c) for c in point)), 20):
                numbers = tuple(mpmath.mpmathify(e.evalf(DIGITS)) for e in exact)
                if all(_near_zero(value_of(g, numbers)) for g in (height, *slopes)):
                    candidate = dict(zip(variables, exact, strict=True))
                    if candidate not in found:
                        found.append(candidate)
                    break
    return found


def _near_zero(value: Any) -> bool:
    return value is not None and abs(value) < _SMALL


def critical(slopes: list[Any], bends: list[list[Any]], start: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """Newton's iteration for a common zero of functions, `bends` being their derivatives."""
    point = mpmath.matrix(start)
    for _ in range(40):
        gradient = [value_of(g, tuple(point)) for g in slopes]
        rows = [[value_of(h, tuple(point)) for h in row] for row in bends]
        if any(v is None for v in gradient) or any(v is None for row in rows for v in row):
            return None
        try:
            step = mpmath.lu_solve(mpmath.matrix(rows), mpmath.matrix(gradient))
        except (ZeroDivisionError, ValueError):
            return None
        point = point - step
        if mpmath.norm(point) > _FAR:
            return None
        if mpmath.norm(step) < mpmath.mpf(10) ** (10 - DIGITS):
            return tuple(point)
    return None
