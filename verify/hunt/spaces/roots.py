"""Samples of bound variables moved to where conditions that symbols do not solve hold.

By Newton's steps; one number of one equation by halving before that, between values at which the equation's sides are
in different orders: where a function is steep Newton's steps go astray.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from sympy import Expr, Symbol

from verify.hunt.space import FloatArray
from verify.hunt.spaces.arrays import compiled
from verify.hunt.spaces.grounding import Ground

STARTS = 6
"""Samples that are moved where a schema is scored."""

STEPS = 10
"""Newton's steps from each of those."""

GRID = np.sinh(np.linspace(-3.7, 3.7, 49))
"""Values of a single unknown, to 20 on either side, between which a root is looked for: farther out what only comes
near to zero, as an exponential, is zero in floats."""

POSITIVE = np.geomspace(1e-6, 20.0, 49)
"""Those of one that has a sign."""

HALVINGS, LAST = 44, 3
"""How often what is between two of them is halved, and Newton's steps after that."""

SINGULAR = 1e-12
"""A determinant below it is taken to be zero."""

NUDGE = 1e-7
"""The step of a difference quotient, relative to the size of the number."""


class Roots:
    """Newton's method for as many equations as there are unknowns.

    Args:
        equations: relations with the operator =.
        unknowns: as many of the samples' symbols.
        free: the symbols that the schema leaves free.
        own: the symbols that are sampled, the unknowns among them.
        steps: how other symbols follow from these.
        moves: how many samples are moved, and by how many steps.
    """

    def __init__(
        self,
        equations: Sequence[Ground],
        unknowns: Sequence[Symbol],
        free: Sequence[Symbol],
        own: Sequence[Symbol],
        steps: Sequence[tuple[Symbol, Expr]],
        moves: tuple[int, int],
    ) -> None:
        self._starts, self._moves = moves
        self._places = [list(own).index(s) for s in unknowns]
        self._grid = GRID if list(own) == list(unknowns) and len(unknowns) == 1 else None
        if self._grid is not None and unknowns[0].is_nonnegative:
            self._grid = POSITIVE if unknowns[0].is_positive else np.concatenate([[0.0], POSITIVE])
        self._function = compiled([*free, *own], steps, [g.difference for g in equations])

    def __call__(self, outer: Sequence[FloatArray], points: Sequence[FloatArray]) -> list[FloatArray]:
        """The first of the points, those of the unknowns moved; each of the shape of all the values together."""
        if self._grid is not None:
            points = [self._between(outer, self._grid, points[0].ndim - 1)]
        return self.moved(outer, [p[: self._starts] for p in points], LAST if self._grid is not None else self._moves)

    def moved(self, outer: Sequence[FloatArray], points: Sequence[FloatArray], steps: int) -> list[FloatArray]:
        """The points after so many of Newton's steps, a step shortened where it would lead away from a root."""
        shape = np.broadcast_shapes(*(a.shape for a in (*outer, *points)))
        moved = [np.broadcast_to(p, shape).astype(np.float64) for p in points]
        part, here = np.ones(shape), self.residues(outer, moved)
        for _ in range(steps):
            newton = _solution(self._slopes(outer, moved, here), here)
            start = [moved[place] for place in self._places]
            for place, step in zip(self._places, newton, strict=True):
                moved[place] = moved[place] - part * step
            there = self.residues(outer, moved)
            nearer = np.abs(there).sum(axis=0) <= np.abs(here).sum(axis=0)
            for place, old in zip(self._places, start, strict=True):
                moved[place] = np.where(nearer, moved[place], old)
            here = np.where(nearer, there, here)
            part = np.where(nearer, np.minimum(2 * part, 1.0), part / 4)
        return moved

    def settled(self, outer: Sequence[FloatArray], points: Sequence[FloatArray]) -> npt.NDArray[np.bool_]:
        """Where a step more would change next to nothing: not where sides only come nearer farther out."""
        shape = np.broadcast_shapes(*(a.shape for a in (*outer, *points)))
        moved = [np.broadcast_to(p, shape).astype(np.float64) for p in points]
        here = self.residues(outer, moved)
        slopes = self._slopes(outer, moved, here)
        steps = _solution(slopes, here)
        near = [np.abs(s) <= NUDGE * (1 + np.abs(moved[p])) for p, s in zip(self._places, steps, strict=True)]
        regular = np.any(_solution(slopes, np.ones_like(here)) != 0.0, axis=0)
        return np.asarray(np.all(near, axis=0) & regular)

    def _slopes(self, outer: Sequence[FloatArray], moved: list[FloatArray], here: FloatArray) -> FloatArray:
        """Difference quotients of the residues at points where they are `here`; the first axis is that of unknowns."""
        slopes = []
        for place in self._places:
            before = moved[place]
            nudge = NUDGE * (1 + np.abs(before))
            moved[place] = before + nudge
            slopes.append((self.residues(outer, moved) - here) / nudge)
            moved[place] = before
        return np.array(slopes)

    def _between(self, outer: Sequence[FloatArray], grid: FloatArray, rank: int) -> FloatArray:
        """For each trial some roots between values of the grid, or the value there where the sides are nearest."""
        places = grid.reshape((-1,) + (1,) * rank)
        here = self.residues(outer, [places])[0]
        signs = np.sign(here)
        changes = (signs[:-1] * signs[1:] <= 0.0) & (signs[:-1] != 0.0)  # not a number is no sign
        order = np.argsort(~changes, axis=0, kind="stable")
        first = np.stack([order[0], order[1], np.take_along_axis(order, changes.sum(axis=0)[None] - 1, axis=0)[0]])
        found = np.take_along_axis(changes, first, axis=0)
        low, high = grid[first], grid[first + 1]
        below = np.take_along_axis(signs, first, axis=0)
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            same = np.sign(self.residues(outer, [middle])[0]) == below
            low, high = np.where(same, middle, low), np.where(same, high, middle)
        nearest = grid[np.argmin(np.where(np.isnan(here), np.inf, np.abs(here)), axis=0)]
        return np.where(found, (low + high) / 2, nearest)

    def residues(self, outer: Sequence[FloatArray], points: Sequence[FloatArray]) -> FloatArray:
        """The differences of the equations' sides at the points; the first axis is that of the equations."""
        shape = np.broadcast_shapes(*(a.shape for a in (*outer, *points)))
        return np.array([np.broadcast_to(r, shape) for r in self._function(*outer, *points)])


def _solution(slopes: FloatArray, values: FloatArray) -> FloatArray:
    """The x with Σ slopes[j, i] x[j] = values[i], elementwise; zero where there is none."""
    matrix = np.moveaxis(slopes, (0, 1), (-1, -2))
    right = np.moveaxis(values, 0, -1)[..., None]
    finite = np.isfinite(matrix).all((-1, -2)) & np.isfinite(right).all((-1, -2))
    determinants = np.linalg.det(np.where(np.expand_dims(finite, (-1, -2)), matrix, 0.0))
    regular = np.expand_dims(finite & (np.abs(determinants) > SINGULAR), (-1, -2))
    found = np.linalg.solve(np.where(regular, matrix, np.eye(matrix.shape[-1])), right)
    return np.moveaxis(np.where(regular, found, 0.0)[..., 0], -1, 0)
