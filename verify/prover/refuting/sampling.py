"""Places in the coordinates of a chart: many at random in doubles, the best improved; exact ones near ends, far out."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from verify.prover.refuting.places import MOVES, POWERS, spread, step_from
from verify.prover.refuting.problem import Problem

Place = tuple[Fraction, ...]

_BEST = 24
_MOST = 3000
_KEPT = 8
_DRAWING = 1e-2
"""Work of drawing places and improving the best of them, beside that of the claim's expression there."""


def scattered(problem: Problem, rng: random.Random, count: int, hopeless: float, plain: bool = False) -> list[Any]:
    """Places where the claim's expression is small, different ones, the smallest first.

    Args:
        problem: what is looked at.
        rng: what the places depend on.
        count: how many are tried before the best of them are improved by random steps.
        hopeless: a value that is larger than this, against its summands, is not small.
        plain: whether the expression itself is made small, and not what it is against its summands.
    """
    problem.allowed.spend(_DRAWING + 3e-7 * count * len(problem.free))
    generator = np.random.default_rng(rng.randrange(2**32))
    places = _random(problem, rng, generator, count)
    return _descend(problem, generator, places, hopeless, plain)


def _random(problem: Problem, rng: random.Random, generator: Any, count: int) -> Any:
    """Points that meet the linear conditions: one coordinate after the other, in the range that the others leave."""
    order = list(range(len(problem.free)))
    rng.shuffle(order)
    places = np.zeros((count, len(order)))
    for step, i in enumerate(order):
        lo, hi = np.full(count, -np.inf), np.full(count, np.inf)
        for coefficients, constant in problem.usable(order[: step + 1], i):
            end = -(float(constant) + sum(float(coefficients[j]) * places[:, j] for j in order[:step]))
            end = end / float(coefficients[i])
            if coefficients[i] > 0:
                lo = np.maximum(lo, end)
            else:
                hi = np.minimum(hi, end)
        places[:, i] = spread(generator, lo, hi)
        if step:
            same = generator.random(count)
            size = np.where(same < 0.05, 0, 10.0 ** generator.uniform(-8, 0, count))
            near = places[:, order[step - 1]] * (1 + size)
            places[:, i] = np.where((same < 0.15) & (near >= lo) & (near <= hi), near, places[:, i])
    return places


def _descend(problem: Problem, generator: Any, places: Any, hopeless: float, plain: bool) -> list[Any]:
    ratios = problem.ratios(places, plain)
    if not np.isfinite(ratios).any():
        return []
    order = np.argsort(ratios)
    best = places[np.concatenate([order[: _BEST // 2], generator.choice(order[: _BEST * 40], _BEST // 2)])]
    value = problem.ratios(best, plain)
    scale = 0.3
    for _ in range(60):
        steps = generator.standard_normal((8, *best.shape)) * scale
        steps *= generator.random(steps.shape) < max(0.5, 1 / best.shape[1])
        sizes = np.where(generator.random(steps.shape) < 0.5, np.abs(best), 1 + np.abs(best))
        trials = (best + steps * sizes).reshape(-1, best.shape[1])
        found = problem.ratios(trials, plain).reshape(8, -1)
        pick = found.argmin(axis=0)
        better = found[pick, np.arange(len(best))] < value
        trials = trials.reshape(8, *best.shape)
        best = np.where(better[:, None], trials[pick, np.arange(len(best))], best)
        value = np.where(better, found[pick, np.arange(len(best))], value)
        scale *= 1.1 if better.mean() > 0.3 else 0.75
    value = problem.ratios(best)
    kept: list[Any] = []
    for i in np.argsort(value):
        if value[i] < hopeless and all(np.abs(best[i] - k).max() > 1e-6 * (1 + np.abs(k).max()) for k in kept):
            kept.append(best[i])
    return kept[:_KEPT]


def near_ends(problem: Problem, rng: random.Random) -> Iterator[Place]:
    """Exact points: each coordinate at 10⁻ᵏ from an end of its range, far out, or near another coordinate."""
    n = len(problem.free)
    if n == 1:
        for move in MOVES:
            place = _place(problem, [0], lambda lo, hi, before, move=move: move(lo, hi))
            if place is not None:
                yield place
        return
    for _ in range(_MOST):
        order = rng.sample(range(n), n)
        power = rng.choice(POWERS)

        def choose(lo: Fraction | None, hi: Fraction | None, before: list[Fraction], k: int = power) -> Fraction:
            if before and rng.random() < 0.3:
                return rng.choice(before) * (1 + rng.choice((-1, 0, 1)) * Fraction(1, 10**k))
            if rng.random() < 0.4:
                return step_from(lo, hi, Fraction(1, 10**k), rng.random() < 0.5)
            return rng.choice(MOVES)(lo, hi)

        place = _place(problem, order, choose)
        if place is not None:
            yield place


def _place(problem: Problem, order: Sequence[int], choose: Callable[..., Fraction]) -> Place | None:
    values: dict[int, Fraction] = {}
    for step, i in enumerate(order):
        lo: Fraction | None = None
        hi: Fraction | None = None
        for coefficients, constant in problem.usable(order[: step + 1], i):
            end = -(constant + sum(coefficients[j] * values[j] for j in order[:step])) / coefficients[i]
            if coefficients[i] > 0:
                lo = end if lo is None else max(lo, end)
            else:
                hi = end if hi is None else min(hi, end)
        if lo is not None and hi is not None and lo > hi:
            return None
        values[i] = choose(lo, hi, list(values.values()))
    return tuple(values[i] for i in range(len(order)))
