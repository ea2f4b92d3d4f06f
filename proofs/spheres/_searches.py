"""Lemma 9 in floats: distances for its bounds, random runs of the learner, and the worst of all runs."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from mpmath import mp

from numeric import bounds
from numeric.learners.geodesic import SphereLearner
from numeric.manifolds import Sphere
from numeric.worst_case import sphere_losses
from proofs.spheres._runs import k
from proofs.spheres.single_step import best, eta
from verify.language.terms import VecHead


def some_distances() -> list[tuple[float, float, float, int]]:
    """η, dist(p_0, p⋆), dist(p_k, p⋆) and k, some distances closer than 1e-9, some rates close to 0 or 1."""
    rng = np.random.default_rng(17)
    found = []
    for rate in (1e-6, 0.1, 0.5, 0.9, 1 - 1e-9):
        for number in (1, 2, 1000):
            for fall in (1.0, 1e-3, 1e-9):
                start = float(rng.uniform(0.1, np.pi / 3))
                found.append((rate, start, start - fall * start * float(rng.uniform(0, 1)), number))
    return found


def at_distances(point: Any) -> dict[Any, Any]:
    """Unit vectors in the plane at these distances from p⋆ = (1, 0)."""
    rate, start, end, number = point
    angles = {0: mp.mpf(start), number: mp.mpf(end)}
    path = {n: [mp.cos(angle), mp.sin(angle)] for n, angle in angles.items()}
    return {VecHead("p"): lambda n: path[int(n)], best: [mp.mpf(1), mp.mpf(0)], eta: rate, k: number}


RUNS = 100
"""Random ones of the learner, the same for both bounds."""


def worst_run(bound: Callable[..., Any], farthest: float = np.pi / 3, fastest: float = 0.99) -> tuple[int, float, str]:
    """Random runs of the learner: how many, the largest ratio of loss to bound, and where it was found."""
    worst, where = 0.0, ""
    for n, rate, begin, end, number, lost in _runs(farthest, fastest):
        ratio = lost / float(bound(rate, begin, end, number))
        if ratio > worst:
            worst = ratio
            where = f"n = {n}, k = {number}, η = {rate:.3f}, dist from {begin:.4f} to {end:.4f}, loss {lost:.4g}"
    return RUNS, worst, where


@cache
def _runs(farthest: float, fastest: float) -> list[tuple[int, float, float, float, int, float]]:
    """Runs that come closer to p⋆: n, η, the distance at the start and at the end, k and the loss."""
    rng, sphere = np.random.default_rng(29), Sphere()
    found = []
    for _ in range(RUNS):
        n, number, rate = int(rng.integers(2, 7)), int(rng.integers(1, 13)), float(rng.uniform(0.01, fastest))
        target = sphere.random_point(rng, n)
        start = float(rng.uniform(0.3, 1.0) * farthest)
        aside = sphere.projx(sphere.proju(target, rng.standard_normal(n)))
        learner = SphereLearner(np.cos(start) * target + np.sin(start) * aside, rate)
        lost, begin = 0.0, float(sphere.dist(learner.coef_, target))
        share = 10.0 ** rng.uniform(-2, 1.5)
        for _ in range(number):
            towards = sphere.proju(target, learner.coef_)
            datum = sphere.projx(sphere.proju(target, share * towards + rng.standard_normal(n)))
            lost += learner.loss_one(datum)
            learner.learn_one(datum)
        end = float(sphere.dist(learner.coef_, target))
        if begin - end >= 1e-6:
            found.append((n, rate, begin, end, number, lost))
    return found


def worst_of_all_runs(number: int, which: str) -> str:
    """The largest ratio of loss to bound for η = 1/2 and dist(p_0, p⋆) = π/3, over runs that end elsewhere."""
    start, rate = float(np.pi / 3), 0.5
    ends, losses = sphere_losses(start, rate, number, states=500)
    moved = np.isfinite(losses) & (ends < start)
    first = bounds.sphere_loss_bound(rate, start, ends[moved], number)
    second = bounds.simple_sphere_loss_bound(rate, start, ends[moved])
    ratios = losses[moved] / (first if which == "first" else second)
    worst = int(np.argmax(ratios))
    return f"{ratios[worst]:.4f} (floats; at dist(p_k, p⋆) = {ends[moved][worst]:.4f})"
