"""Random runs on manifolds: by how much a bound of section 4 or 5 is missed or met, in floats."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from numeric.manifolds import Euclidean, Hyperbolic, Manifold, PositiveOrthant, Simplex, Sphere
from verify.claims import Searched

Array = npt.NDArray[np.float64]
ROUNDING = 1e-9
FLAT: dict[str, Manifold] = {"R³": Euclidean(), "the positive orthant": PositiveOrthant()}
ROUND: dict[str, Manifold] = {"a cap of the sphere": Sphere(), "the simplex": Simplex()}
CURVED: dict[str, Manifold] = {"the hyperboloid": Hyperbolic()}


@dataclass(frozen=True)
class Run:
    """A run of k trials: losses before, after and at the comparator, distances to it, lengths of the steps."""

    before: Array
    after: Array
    compared: Array
    away: Array
    moved: Array
    eta: float

    def explicit(self, strength: float = 0.0) -> float:
        """Loss less the right-hand side of (12), or of (13) for one λ, relative to their size."""
        bend = strength * float(np.sum(self.away[:-1] ** 2))
        return self._gap(self.before, self._way() + float(np.sum(self.moved**2)) / 2 / self.eta - bend)

    def implicit(self, strength: float = 0.0) -> float:
        """Loss after the updates less the right-hand side of (16), or of (17) repaired for one λ."""
        bend = strength * float(np.sum(self.away[1:] ** 2))
        return self._gap(self.after, self._way() - float(np.sum(self.moved**2)) / 2 / self.eta - bend)

    def predictive(self) -> float:
        """Loss before the updates less the bound of Theorem 8 for it, with what the gradients differ by.

        The step is the part η/(1 + η) of the way to x_t, which is −grad: the gradients differ by its length.
        """
        slopes = self.moved * (1 + 1 / self.eta)
        return self._gap(self.before, self._way() + self.eta / 2 * float(np.sum(slopes**2 - self.moved**2)))

    def _way(self) -> float:
        return float(self.away[0] ** 2 - self.away[-1] ** 2) / 2 / self.eta

    def _gap(self, losses: Array, extra: float) -> float:
        left, right = float(np.sum(losses)), float(np.sum(self.compared)) + extra
        return 1.0 + (left - right) / max(left + float(np.sum(self.compared)) + abs(extra), 1e-300)


def near(manifold: Manifold, rng: np.random.Generator, centre: Array, reach: float) -> Array:
    """A random point within `reach` of the centre."""
    tangent = manifold.proju(centre, rng.standard_normal(len(centre)))
    length = max(float(manifold.norm(centre, tangent)), 1e-300)
    return np.asarray(manifold.exp(centre, tangent * (reach * float(rng.uniform(0.01, 1.0)) / length)))


def run(manifold: Manifold, rng: np.random.Generator, *, implicit: bool, reach: float = 0.3) -> Run:
    """Up to eight trials with the losses ½dist(·, x_t)², all points within `reach` of one point and each other's hulls.

    Explicit steps go a fraction η < 1 of the way to x_t, implicit ones η/(1 + η) of it.
    """
    centre = np.full(3, 1 / 3) if isinstance(manifold, Simplex) else np.asarray(manifold.random_point(rng, 3))
    eta = float(rng.uniform(0.01, 5.0 if implicit else 0.99))
    point, best = near(manifold, rng, centre, reach), near(manifold, rng, centre, reach)
    rows, away = [], [float(manifold.dist(point, best))]
    for _ in range(int(rng.integers(1, 9))):
        target = near(manifold, rng, centre, reach)
        part = eta / (1 + eta) if implicit else eta
        there = np.asarray(manifold.exp(point, part * np.asarray(manifold.log(point, target))))
        losses = [float(manifold.dist(p, target)) ** 2 / 2 for p in (point, there, best)]
        rows.append([*losses, float(manifold.dist(point, there))])
        away.append(float(manifold.dist(there, best)))
        point = there
    before, after, compared, moved = np.array(rows).T
    return Run(before, after, compared, np.array(away), moved, eta)


def runs(
    manifolds: dict[str, Manifold],
    score: Callable[[Run], float],
    *,
    implicit: bool,
    cases: int = 60,
    reach: float = 0.3,
) -> Iterator[Searched]:
    """The worst score of random runs on each of the manifolds; above 1 the bound is missed."""
    for name, manifold in manifolds.items():
        rng = np.random.default_rng(17)
        scores = [score(run(manifold, rng, implicit=implicit, reach=reach)) for _ in range(cases)]
        yield Searched(f"bound missed if above 1, on {name}", cases, max(scores), "random runs", 1.0 + ROUNDING)


def regressions(
    ratio: Callable[[Any, Any, Any, float], float], name: str, *, cases: int = 400, seed: int = 4
) -> Searched:
    """The worst ratio on random streams (X, y), a comparator w and a rate η; rows of X have lengths in [½, 1]."""
    rng = np.random.default_rng(seed)
    worst, where = 0.0, "no run"
    for _ in range(cases):
        n, k = int(rng.integers(1, 4)), int(rng.integers(1, 9))
        data = rng.standard_normal((k, n))
        data *= (rng.uniform(0.5, 1.0, k) / np.linalg.norm(data, axis=1))[:, None]
        best = rng.standard_normal(n) * 2.0 ** rng.integers(-3, 4)
        labels = data @ best + rng.standard_normal(k) * rng.choice([0.0, 0.1, 1.0])
        eta = float(2.0 ** rng.uniform(-5, 5))
        found = ratio(data, labels, best, eta)
        if found > worst:
            worst, where = found, f"n = {n}, k = {k}, η = {eta:.3g}"
    return Searched(name, cases, worst, where, 1.0 + ROUNDING)
