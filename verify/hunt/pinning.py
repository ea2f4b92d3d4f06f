"""A float instance with as many of its numbers as possible at simple ones, while the others make up for it.

To replace one number after another leads to a corner: where all others stay, none can be simple. So a number is pinned,
and a short ascent moves the rest.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from verify.hunt.climb import ascend
from verify.hunt.exact import approximate, fair_size, simple_numbers
from verify.hunt.space import Coordinate, FloatArray, Score, Space
from verify.hunt.trials import Best

FEWEST = 4
"""Coordinates of a space from which on this is worth the time."""

SIMPLE = 3
"""Numbers that a coordinate is pinned at, the simplest of its range."""

ORDERS = 4
"""Orders in which the coordinates are pinned."""

GENERATIONS = 12
"""Steps of an ascent of the rest."""


@dataclass
class Pinned:
    """The instances of a space that have given numbers in some of the coordinates, for an ascent."""

    space: Space
    numbers: dict[int, float] = field(default_factory=dict)

    @property
    def free(self) -> list[int]:
        """The places of the coordinates that are not pinned."""
        return [n for n in range(len(self.space.coordinates)) if n not in self.numbers]

    @property
    def coordinates(self) -> tuple[Coordinate, ...]:
        """Those that are not pinned."""
        return tuple(self.space.coordinates[n] for n in self.free)

    def whole(self, values: FloatArray) -> FloatArray:
        """The instances with all their numbers, (coordinates of the space, trials)."""
        made = np.empty((len(self.space.coordinates), values.shape[1]))
        made[self.free] = values
        for n, number in self.numbers.items():
            made[n] = number
        return made

    def score(self, values: FloatArray) -> Score:
        """What the instances give; `values` are of the free coordinates."""
        return self.space.score(self.whole(values))


def pinned(space: Space, values: FloatArray, ratio: float) -> list[FloatArray]:
    """Instances near a float one, (coordinates,), that have simple numbers in many places and break the claim.

    One for each of a few orders in which the coordinates are pinned, as the last ones have to make up for the others;
    none where the space has few coordinates, so that there is no need. The violation stays of a fair size.
    """
    count = len(space.coordinates)
    if count < FEWEST:
        return []
    floor = 1.0 + fair_size(ratio - 1.0)
    rng = np.random.default_rng(0)
    orders = [range(count), range(count - 1, -1, -1), *(rng.permutation(count) for _ in range(ORDERS - 2))]
    return [_pinned_in(order, space, values, floor, rng) for order in orders]


def _pinned_in(
    order: Iterable[int], space: Space, values: FloatArray, floor: float, rng: np.random.Generator
) -> FloatArray:
    made, here = Pinned(space), values
    for n in order:
        for number in simple_numbers(space.coordinates[n])[:SIMPLE]:
            tried = Pinned(space, {**made.numbers, int(n): approximate(number)})
            best = Best(tried, 8)
            best.score(here[tried.free][:, None])
            if best.merits[0] < floor and tried.free:
                ascend(tried.coordinates, best, rng, GENERATIONS)
            if best.merits[0] >= floor:
                made, here = tried, tried.whole(best.values[:, :1])[:, 0]
                break
    return here
