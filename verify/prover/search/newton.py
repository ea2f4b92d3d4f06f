"""Newton's iteration for places where slopes vanish: with floats from a start, then with many digits from there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import mpmath
from sympy import Expr, Symbol

from verify.prover.search.samples import DIGITS, Floats, floats, function, value_of

_STEPS = 30
_FAR = 1e6
_NEAR = 1e-6
"""How close to zero the slopes are to come with floats, beside the largest that was met."""
_REFINEMENTS = 12

Point = tuple[Any, ...]


class Slopes:
    """Terms of some variables whose common zeros are looked for, and one whose value at these matters."""

    def __init__(self, height: Expr, slopes: Sequence[Expr], variables: tuple[Symbol, ...]) -> None:
        self.height, self.slopes, self.variables = height, tuple(slopes), variables
        self._fast = floats((height, *self.slopes), variables)
        self._slow: list[Any] | None = None

    def zero(self, start: Point, fixed: Point = ()) -> Point | None:
        """A common zero where the term is small as well, from a start; `fixed` are values of the last variables."""
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
        """The zero with many digits, by the iteration with differences of the slopes for their derivatives."""
        if self._slow is None:
            self._slow = [function(g, self.variables) for g in self.slopes]
        point = [mpmath.mpf(c) for c in near]
        small = mpmath.mpf(10) ** (-DIGITS // 2)
        for _ in range(_REFINEMENTS):
            around = [[*point[:n], c + small, *point[n + 1 :]] for n, c in enumerate(point)]
            table: list[list[Any]] = [[value_of(g, (*p, *fixed)) for g in self._slow] for p in (point, *around)]
            if any(v is None for row in table for v in row):
                return None
            values, *columns = table
            rows = [[(c[k] - v) / small for c in columns] for k, v in enumerate(values)]
            try:
                step = mpmath.lu_solve(mpmath.matrix(rows), mpmath.matrix(values))
            except (ZeroDivisionError, ValueError):
                return None
            point = [a - s for a, s in zip(point, step, strict=True)]
            if mpmath.norm(step) < mpmath.mpf(10) ** (10 - DIGITS) * max(1, mpmath.norm(point)):
                return tuple(point)
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
    return _solved([list(row) for row in zip(*columns, strict=True)], list(values))


def _solved(rows: list[list[float]], values: list[float]) -> list[float] | None:
    """The solution of a small linear system, by elimination."""
    n = len(values)
    for k in range(n):
        pivot = max(range(k, n), key=lambda r: abs(rows[r][k]))
        if rows[pivot][k] == 0:
            return None
        rows[k], rows[pivot], values[k], values[pivot] = rows[pivot], rows[k], values[pivot], values[k]
        for r in range(k + 1, n):
            factor = rows[r][k] / rows[k][k]
            rows[r] = [a - factor * b for a, b in zip(rows[r], rows[k], strict=True)]
            values[r] -= factor * values[k]
    for k in reversed(range(n)):
        values[k] = (values[k] - sum(rows[k][c] * values[c] for c in range(k + 1, n))) / rows[k][k]
    return values if all(map(math.isfinite, values)) else None
