"""What an engine gives: how many instances it tried, and the worst of them, in floats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from verify.hunt.space import Coordinate, FloatArray, Score

HELD = -0.5
"""Instances that meet the hypotheses have at least this merit."""

MOST = 100.0
"""The greatest merit: where nearly nothing is promised, a ratio says nothing, and is not to be climbed."""

PLAIN = 1e-11
"""What a simple number adds to a merit where instances are put in order."""


@dataclass(frozen=True)
class Trials:
    """Instances of one space that were tried.

    cases: how many; met: how many of them meet the hypotheses. values: (coordinates, kept), the worst that meet them,
    the worst first, no two alike; ratio: (kept,), theirs.
    """

    cases: int
    met: int
    values: FloatArray
    ratio: FloatArray


def merit(score: Score) -> FloatArray:
    """What a search maximises; (trials,).

    The ratio where the hypotheses hold, from -1/2 to 100; below -1, and rising to it, where they come nearer to
    holding; -inf where the score is undefined.
    """
    with np.errstate(invalid="ignore"):
        held = np.clip(score.ratio, HELD, MOST)
        missed = np.maximum(score.slack, -1e300) - 1.0
        made = np.where(score.slack >= 0.0, held, missed)
    return np.where(np.isnan(made), -np.inf, made)


class Scored(Protocol):
    """What instances are scored by: a space, or a part of one."""

    @property
    def coordinates(self) -> tuple[Coordinate, ...]:
        """The numbers that are free."""
        ...

    def score(self, values: FloatArray) -> Score:
        """What the instances give in floats; `values` has the shape (coordinates, trials)."""
        ...


class Best:
    """The best of the instances of a space scored so far, no two alike, with the counts."""

    def __init__(self, space: Scored, keep: int) -> None:
        self.cases = self.met = 0
        self.values: FloatArray = np.empty((len(space.coordinates), 0))
        self.merits: FloatArray = np.empty(0)
        self._order: FloatArray = np.empty(0)
        self._units = np.array([[12 / np.pi if c.angular else 12.0] for c in space.coordinates]).reshape(-1, 1)
        self._space, self._keep = space, keep

    def score(self, values: FloatArray) -> FloatArray:
        """The merits of a batch, (trials,), after it has been counted and the best of it kept."""
        with np.errstate(all="ignore"):
            merits = merit(self._space.score(values))
        self.cases += merits.size
        self.met += int(np.count_nonzero(merits >= HELD))
        order = merits + self._plainness(values)
        first = _greatest(order, 4 * self._keep)
        pool = np.concatenate([self.values, values[:, first]], axis=1)
        both = np.concatenate([self.merits, merits[first]])
        chosen: dict[bytes, int] = {}
        for place in np.argsort(-np.concatenate([self._order, order[first]]), kind="stable"):
            chosen.setdefault(pool[:, place].tobytes(), int(place))
            if len(chosen) == self._keep:
                break
        kept = list(chosen.values())
        self._order = np.concatenate([self._order, order[first]])[kept]
        self.values, self.merits = pool[:, kept], both[kept]
        return merits

    def _plainness(self, values: FloatArray) -> FloatArray:
        """What decides between merits that are equal but for rounding, (trials,): how many numbers are simple."""
        turns = values * self._units
        return PLAIN * np.count_nonzero(turns == np.rint(turns), axis=0)

    def trials(self) -> Trials:
        """What was tried; of the instances kept, those that meet the hypotheses."""
        held = self.merits >= HELD
        return Trials(self.cases, self.met, self.values[:, held], self.merits[held])


def _greatest(merits: FloatArray, count: int) -> npt.NDArray[Any]:
    """The places of the greatest, the greatest first, and of equal ones the earlier first."""
    places = np.arange(merits.size)
    if merits.size > 4 * count:
        places = np.flatnonzero(merits >= np.partition(merits, merits.size - count)[merits.size - count])
    return places[np.argsort(-merits[places], kind="stable")][:count]
