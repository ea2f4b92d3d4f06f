"""Runs on quadratic losses in floats, random ones and hostile ones."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from numeric.learners.gradient_descent import project_to_ball, strongly_convex_step
from verify.audit import Searched


@dataclass(frozen=True)
class Run:
    """A run on the losses (v − z_t)ᵀA_t(v − z_t)/2 with σ = 1, and the best predictor u of its ball, or of all."""

    words: str
    rounds: int
    regret: float
    steepest: float
    in_the_ball: float
    last: float


def quadratics(rng: np.random.Generator, projected: bool) -> Run:
    """Random losses with eigenvalues from 1 on, or hostile ones with A = I and all gradients of length one."""
    n, rounds = int(rng.integers(1, 5)), int(10.0 ** rng.uniform(0, 2))
    hostile, widest = rng.random() < 0.5, 10.0 ** rng.uniform(0, 1.5)
    point = np.zeros(n)
    points: list[Any] = []
    bends: list[Any] = []
    minima: list[Any] = []
    for step in range(1, rounds + 1):
        turn = np.linalg.qr(rng.standard_normal((n, n)))[0]
        bend = np.eye(n) if hostile else turn * rng.uniform(1.0, widest, n) @ turn.T
        if hostile:
            minimum = point + turn[:, 0] * (1.0 if rng.random() < 0.5 else -1.0)
        else:
            minimum = 0.5 * rng.standard_normal(n)
        points.append(point)
        bends.append(bend)
        minima.append(minimum)
        point = strongly_convex_step(point, bend @ (point - minimum), 1.0, step)
        point = project_to_ball(point, 1.0) if projected else point
    pulled = sum(bend @ minimum for bend, minimum in zip(bends, minima, strict=True))
    best = np.linalg.solve(sum(bends), pulled)
    best = project_to_ball(best, 1.0) if projected else best
    losses = [
        ((p - z) @ bend @ (p - z) - (best - z) @ bend @ (best - z)) / 2.0
        for p, bend, z in zip(points, bends, minima, strict=True)
    ]
    slopes = [float(np.linalg.norm(bend @ (p - z))) for p, bend, z in zip(points, bends, minima, strict=True)]
    reach = [float(np.linalg.norm(bend, 2) * (1.0 + np.linalg.norm(z))) for bend, z in zip(bends, minima, strict=True)]
    name = "hostile" if hostile else f"random, eigenvalues up to {widest:.1f}"
    last = float(np.sum((point - best) ** 2))
    return Run(f"{name}, T = {rounds}, n = {n}", rounds, math.fsum(losses), max(slopes), max(reach), last)


def searched(name: str, ratio: Callable[[Run], float], seed: int, projected: bool = False) -> Searched:
    """The largest ratio over 300 runs."""
    rng = np.random.default_rng(seed)
    runs = [quadratics(rng, projected) for _ in range(300)]
    worst = max(runs, key=ratio)
    return Searched(name, len(runs), ratio(worst), worst.words, allowed=1.0 + 1e-9)


def harmonic_number(rounds: int) -> float:
    """1 + ½ + … + 1/T."""
    return math.fsum(1.0 / n for n in range(1, rounds + 1))
