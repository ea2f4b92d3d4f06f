"""Samples of bound variables moved by Newton's steps to where conditions that symbols do not solve hold."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from sympy import Expr, Symbol

from verify.hunt.space import FloatArray
from verify.hunt.spaces.arrays import compiled
from verify.hunt.spaces.grounding import Ground

STARTS = 6
"""Samples that are moved where a schema is scored."""

STEPS = 10
"""Newton's steps from each of those."""

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
        self._function = compiled([*free, *own], steps, [g.difference for g in equations])

    def __call__(self, outer: Sequence[FloatArray], points: Sequence[FloatArray]) -> list[FloatArray]:
        """The first of the points, those of the unknowns moved; each of the shape of all the values together."""
        points = [p[: self._starts] for p in points]
        shape = np.broadcast_shapes(*(a.shape for a in (*outer, *points)))
        moved = [np.broadcast_to(p, shape).astype(np.float64) for p in points]

        def residues() -> FloatArray:
            return self.residues(outer, moved)

        for _ in range(self._moves):
            here, slopes = residues(), []
            for place in self._places:
                before = moved[place]
                nudge = NUDGE * (1 + np.abs(before))
                moved[place] = before + nudge
                slopes.append((residues() - here) / nudge)
                moved[place] = before
            for place, step in zip(self._places, _solution(np.array(slopes), here), strict=True):
                moved[place] = moved[place] - step
        return moved

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
