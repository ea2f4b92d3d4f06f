"""The adversarial optimiser: a great many random instances in batches, then an ascent from the worst of them.

Both need nothing but numpy: the ascent is differential evolution, many small populations in one batch, compared by
merit, so that it walks along the edge of the hypotheses. A library's optimiser would ask for one instance at a time,
or draw from a state of its own.
"""

from __future__ import annotations

import numpy as np

from verify.hunt.exact import approximate
from verify.hunt.space import Coordinate, FloatArray, Space
from verify.hunt.trials import Best, Trials

BATCH = 1 << 14
"""Trials in one call of the space."""

SIMPLEST = 3
"""Numbers that are worth trying, and are drawn more often than the others."""

ISLANDS = 8
"""Ascents that run side by side, each from another of the worst instances."""


def climb(
    space: Space,
    seed: np.random.SeedSequence,
    trials: int,
    generations: int,
    keep: int = 16,
    starts: FloatArray | None = None,
) -> Trials:
    """Draws `trials` instances, and ascends from the worst for so many generations.

    Args:
        space: where to search.
        seed: of all that is random; the same gives the same trials.
        trials: random instances, at least 1.
        generations: steps of the ascent.
        keep: how many of the worst instances to return.
        starts: instances to begin with, (coordinates, count).
    """
    rng = np.random.default_rng(seed)
    best = Best(space, max(keep, 4 * ISLANDS))
    if not space.coordinates:
        best.score(np.empty((0, 1)))
        return best.trials()
    if starts is not None and starts.size:
        best.score(starts)
    done = 0
    while done < trials:
        count = min(BATCH, trials - done)
        best.score(draw(space.coordinates, rng, count))
        done += count
    ascend(space.coordinates, best, rng, generations)
    found = best.trials()
    return Trials(found.cases, found.met, found.values[:, :keep], found.ratio[:keep])


def draw(coordinates: tuple[Coordinate, ...], rng: np.random.Generator, count: int) -> FloatArray:
    """Random instances, (coordinates, count): spread over the ranges, close to an anchor, on one, or at ± another's.

    The anchors of a coordinate are the ends of its range and the numbers that it names as worth trying.
    """
    low, high = _ends(coordinates)
    width = high - low
    shape = (len(coordinates), count)
    values = low + width * rng.random(shape)
    anchors = np.empty(shape)
    for row, coordinate in enumerate(coordinates):
        near = [x for c in coordinate.near if coordinate.low <= (x := approximate(c)) <= coordinate.high]
        choice = np.array([*near, coordinate.low, coordinate.high])
        reached = np.where(rng.random(count) < 0.5, min(SIMPLEST, choice.size), choice.size)
        anchors[row] = choice[rng.integers(0, reached)]
    reach = width * 10.0 ** (-8.0 * rng.random(shape)) * rng.choice([-1.0, 1.0], shape)
    boldness = rng.random(count)  # how much of a trial is spread out: some lie on anchors altogether
    kind = rng.random(shape)
    values = np.where(kind < boldness, values, np.where(kind < 0.25 + 0.75 * boldness, anchors + reach, anchors))
    same = (rng.random(shape) < 0.5) & (rng.random(count) < 0.2)
    others = values[rng.integers(0, len(coordinates), shape), np.arange(count)] * rng.choice([-1.0, 1.0], shape)
    values = np.where(same, others, values)
    return _within(coordinates, values)


def ascend(coordinates: tuple[Coordinate, ...], best: Best, rng: np.random.Generator, generations: int) -> None:
    """Differential evolution on islands, (coordinates, islands, members), each around one of the best instances."""
    n, members = len(coordinates), int(np.clip(8 * len(coordinates), 24, 64))
    starts = np.resize(np.arange(best.merits.size), ISLANDS)
    low, high = _ends(coordinates)
    width = (high - low)[:, :, None]
    shape = (n, ISLANDS, members)
    spread = width * 10.0 ** rng.uniform(-6.0, -0.5, (1, ISLANDS, members)) * rng.standard_normal(shape)
    spread[:, :, 0] = 0.0
    population = best.values[:, starts][:, :, None] + spread
    strangers = rng.integers(0, best.merits.size, (ISLANDS, members))
    population = np.where(np.arange(members) % 4 == 3, best.values[:, strangers], population)
    population = _within(coordinates, population.reshape(n, -1)).reshape(shape)
    merits = best.score(population.reshape(n, -1)).reshape(ISLANDS, members)
    rows = np.arange(ISLANDS)[:, None]
    for _ in range(generations):
        leader = population[:, rows, np.argmax(merits, axis=1)[:, None]]
        a, b, c = (population[:, rows, rng.integers(0, members, (ISLANDS, members))] for _ in range(3))
        pull = rng.uniform(0.0, 1.0, (ISLANDS, members)) * (rng.random((ISLANDS, members)) < 0.5)
        step = rng.uniform(0.3, 1.0, (ISLANDS, members))
        moved = c + pull * (leader - c) + step * (a - b)
        crossing = np.where(rng.random((ISLANDS, members)) < 0.3, 0.3, 0.95)
        taken = rng.random(shape) < crossing
        taken |= np.arange(n)[:, None, None] == rng.integers(0, n, (ISLANDS, members))
        trial = _within(coordinates, np.where(taken, moved, population).reshape(n, -1))
        reached = best.score(trial).reshape(ISLANDS, members)
        better = reached >= merits
        population = np.where(better, trial.reshape(shape), population)
        merits = np.where(better, reached, merits)


def _ends(coordinates: tuple[Coordinate, ...]) -> tuple[FloatArray, FloatArray]:
    return np.array([[c.low] for c in coordinates]), np.array([[c.high] for c in coordinates])


def _within(coordinates: tuple[Coordinate, ...], values: FloatArray) -> FloatArray:
    """Values moved into their ranges, the integral ones to integers."""
    low, high = _ends(coordinates)
    least = np.array([[c.least] for c in coordinates])
    values = np.clip(np.where(np.abs(values) < least, 0.0, values), low, high)
    integral = np.array([[c.integral] for c in coordinates])
    return np.where(integral, np.clip(np.rint(values), np.ceil(low), np.floor(high)), values)
