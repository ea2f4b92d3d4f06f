"""The engine that shrinks: Hypothesis over small exact numbers, many instances in each of its examples.

An example is one exact number for every coordinate; its batch is that instance with those around it, which differ from
it in one number or in two. It shrinks towards the simplest numbers.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from hypothesis import Phase, Verbosity, settings, strategies, target
from hypothesis import find as first_falsified
from hypothesis.errors import Flaky, NoSuchExample

from verify.hunt.exact import approximate, cost, fair_size, merits, simple_numbers, simplified
from verify.hunt.space import FloatArray, Space
from verify.hunt.trials import Best, Trials

AROUND = 1 << 12
"""About how many instances belong to one example, if nothing else is said."""

FIRST = 8
"""Numbers of a table among which a quarter of those drawn are; another quarter are among four times as many."""

Example = tuple[int, ...]
"""For every coordinate a place in the table of its simple numbers."""


def search(space: Space, seed: int, examples: int, around: int = AROUND) -> tuple[Trials, tuple[Any, ...] | None]:
    """Lets Hypothesis look for an instance that breaks the claim in floats.

    Args:
        space: where to search, with at least one coordinate.
        seed: the same seed gives the same trials. Hypothesis has no database beside a seed: what breaks a claim is kept
            with the hunt.
        examples: how many.
        around: about how many instances belong to each of them.

    Returns:
        What was tried, and the exact coordinates of the shrunk instance, None where nothing breaks the claim.
    """
    best = Best(space, 16)
    tables = [simple_numbers(coordinate) for coordinate in space.coordinates]
    floats = [np.array([approximate(number) for number in table]) for table in tables]

    sizes = [len(table) for table in tables]
    shifts = neighbours(tuple(sizes), around)

    def batch(example: Example) -> tuple[npt.NDArray[np.intp], FloatArray]:
        places = np.where(shifts < 0, np.array(example)[:, None], shifts)
        return places, best.score(np.array([row[column] for row, column in zip(floats, places, strict=True)]))

    def breaks(example: Example) -> bool:
        greatest = float(batch(example)[1].max())
        target(max(-1e6, min(greatest, 1e6)), label="merit")
        return greatest > 1.0

    chosen = settings(
        max_examples=examples,
        database=None,
        derandomize=False,
        deadline=None,
        phases=[Phase.generate, Phase.target, Phase.shrink],
        verbosity=Verbosity.quiet,
    )
    try:
        example = first_falsified(strategy(sizes), breaks, settings=chosen, random=random.Random(seed))
    except (NoSuchExample, Flaky):  # a time limit that strikes while a number is drawn seems to make drawing random
        return best.trials(), None
    places, reached = batch(example)
    broken = places[:, reached > 1.0]
    weights = [
        sum(cost(c, t[k]) for c, t, k in zip(space.coordinates, tables, column, strict=True)) for column in broken.T
    ]
    simplest = int(np.argmin(weights))
    shrunk = tuple(table[k] for table, k in zip(tables, broken[:, simplest], strict=True))
    return best.trials(), simplified(space, shrunk, fair_size(float(merits(space, [shrunk])[0]) - 1.0))


def strategy(sizes: Sequence[int]) -> strategies.SearchStrategy[Example]:
    """A place in each of some tables of these sizes, often near the beginning; drawn bit by bit.

    Where an integer is drawn, Hypothesis also tries constants of the modules that happen to be loaded, so that the
    same seed would not give the same trials in another process.
    """

    def place(size: int) -> strategies.SearchStrategy[int]:
        count = max(1, (size - 1).bit_length())
        bits = strategies.tuples(*[strategies.booleans()] * (2 + count))
        return bits.map(lambda drawn: _number(drawn[2:]) % min(size, FIRST << 2 * _number(drawn[:2])))

    return strategies.tuples(*map(place, sizes))


def _number(bits: Sequence[bool]) -> int:
    return sum(bit << k for k, bit in enumerate(reversed(bits)))


@functools.lru_cache(maxsize=64)
def neighbours(sizes: tuple[int, ...], around: int = AROUND) -> npt.NDArray[np.intp]:
    """The numbers in which instances around an example differ from it, (coordinates, instances); -1 where they do not.

    About `around` instances, always the same. The first is the example; then come those that differ in one number, and
    some that differ in two.
    """
    n, rng = len(sizes), np.random.default_rng(len(sizes))
    single = [(row, place) for row, size in enumerate(sizes) for place in range(min(size, around // (2 * n)))]
    made = np.full((n, around if n > 1 else 1 + len(single)), -1)
    for column, (row, place) in enumerate(single, start=1):
        made[row, column] = place
    for column in range(1 + len(single), made.shape[1]):
        for row in rng.choice(n, 2, replace=False):
            made[row, column] = rng.integers(0, sizes[row])
    return made
