"""Newton's iteration for places where slopes vanish: with floats from a start, then with many digits from there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import mpmath
from mpmath import fp
from sympy import Expr, Symbol

from verify.prover.search.samples import DIGITS, Floats, floats, function, value_of

_STEPS = 30
_FAR = 1e6
_NEAR = 1e-6
"""How close to zero the slopes are to come with floats, beside the largest that was met."""
_REFINEMENTS = 12
SMALL = mpmath.mpf(10) ** -25
"""What counts as zero with many digits."""
SINGULAR = (ZeroDivisionError, ValueError, TypeError)
"""What mpmath raises where a matrix has no inverse; the last where a whole column is zero."""

Point = tuple[Any, ...]


class Slopes:
    """Terms of some variables whose common zeros are looked for, and one whose value at these matters."""

    def __init__(self, height: Expr, slopes: Sequence[Expr], variables: tuple[Symbol, ...]) -> None:
        self._terms, self._variables = (height, *slopes), variables
        self._fast = floats(self._terms, variables)

    @cached_property
    def _slow(self) -> list[Any]:
        return [function(g, self._variables) for g in self._terms]

    def zero(self, start: Point, fixed: Point = ()) -> Point | None:
        """A common zero where the term vanishes as well, from a start; `fixed` are values of the last variables."""
        near = self.near(start, fixed)
        return None if near is None else self.refined(near, fixed)

    def near(self, start: Point, fixed: Point = ()) -> list[float] | None:
        """Where the iteration with floats ends, if the slopes and the term are small there."""
        at, fixed = [float(c) for c in start], tuple(float(c) for c in fixed)
        largest = lowest = 0.0
        for _ in range(_STEPS):
            found = self._fast([*at, *fixed])
            if found is None or max(map(abs, at)) > _FAR:
                return None
            height, *values = found
            largest, lowest = max(largest, *map(abs, values)), max(lowest, abs(height))
            step = _step(lambda p: self._fast([*p, *fixed]), at, values)
            if step is None:
                break
            at = [a - s for a, s in zip(at, step, strict=True)]
            if max(map(abs, step)) < 1e-9 * max(1.0, *map(abs, at)):
                break
        found = self._fast([*at, *fixed])
        if found is None or any(abs(v) > _NEAR * largest for v in found[1:]):
            return None
        return at if abs(found[0]) <= _NEAR * max(lowest, 1e-3) else None

    def refined(self, near: Sequence[float], fixed: Point = ()) -> Point | None:
        """The zero with many digits, if the term vanishes there too; derivatives are differences of the slopes."""
        height, *slopes = self._slow
        point = [mpmath.mpf(c) for c in near]
        small = mpmath.mpf(10) ** (-DIGITS // 2)
        for _ in range(_REFINEMENTS):
            around = [[*point[:n], c + small, *point[n + 1 :]] for n, c in enumerate(point)]
            table: list[list[Any]] = [[value_of(g, (*p, *fixed)) for g in slopes] for p in (point, *around)]
            if any(v is None for row in table for v in row):
                return None
            values, *columns = table
            rows = [[(c[k] - v) / small for c in columns] for k, v in enumerate(values)]
            try:
                step = mpmath.lu_solve(mpmath.matrix(rows), mpmath.matrix(values))
            except SINGULAR:
                return None
            point = [a - s for a, s in zip(point, step, strict=True)]
            if mpmath.norm(step) < mpmath.mpf(10) ** (10 - DIGITS) * max(1, mpmath.norm(point)):
                value = value_of(height, (*point, *fixed))
                return tuple(point) if value is not None and abs(value) < SMALL else None
        return None


def _step(f: Floats, at: list[float], values: list[float]) -> list[float] | None:
    """Newton's step, the derivatives by differences; None where there is none."""
    columns = []
    for n, c in enumerate(at):
        h = 1e-6 * max(1e-3, abs(c))
        moved = f([*at[:n], c + h, *at[n + 1 :]])
        if moved is None:
            return None
        columns.append([(u - v) / h for u, v in zip(moved[1:], values, strict=True)])
    rows = [list(row) for row in zip(*columns, strict=True)]
    try:
        step = [float(s) for s in fp.lu_solve(fp.matrix(rows), fp.matrix(values))]
    except SINGULAR:
        return None
    return step if all(map(math.isfinite, step)) else None
