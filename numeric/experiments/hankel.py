"""Learning the model of a signal from its Hankel columns (spheres, section 3.2): geodesic update against the "
"heuristic."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from numeric import data
from numeric._exact import Array
from numeric.learners.geodesic import ScaleInvariantLoss, SphereLearner
from numeric.learners.project_back import ProjectBackLearner
from numeric.manifolds import Sphere


@dataclass(frozen=True)
class HankelRun:
    """What one run gave; angles are in radians, between lines, so at most pi/2.

    `geodesic` and `heuristic`: the angle of the learner's final parameter to the signal's model vector; `singular`:
    that of the right singular vector of the smallest singular value of all columns at once. The losses are cumulative.
    """

    geodesic: float
    heuristic: float
    singular: float
    geodesic_loss: float
    heuristic_loss: float


def learn_model(
    n: int = 3, T: int = 2000, *, eta: float = 0.5, seed: int = 0, noise: float = 0.0, ar: npt.ArrayLike = (1.6, -1.0)
) -> HankelRun:
    """Runs both learners over the T columns of `numeric.data.arma_hankel`, from one random point of the sphere.

    Args:
        n: rows of the Hankel matrix, more than the order of `ar`.
        T: columns.
        eta: learning rate of both, > 0; the geodesic analysis asks for eta < 1.
        seed: of the signal and of the start.
        noise: standard deviation of the moving-average input; 0 for the noise-free case of the paper.
        ar: coefficients of the recurrence.

    Raises:
        ValueError: for arguments out of range.
    """
    signal = data.arma_hankel(n, T, seed=seed, noise=noise, ar=ar)
    sphere = Sphere()
    start = sphere.random_point(np.random.default_rng(seed + 1), n)
    geodesic = SphereLearner(start, eta)
    heuristic = ProjectBackLearner(sphere, ScaleInvariantLoss(), start, eta)
    losses = [0.0, 0.0]
    learners: tuple[SphereLearner | ProjectBackLearner, ...] = (geodesic, heuristic)
    for column in signal.columns:
        for k, learner in enumerate(learners):
            losses[k] += float(np.dot(learner.coef_, column) ** 2)
            learner.learn_one(column)
    smallest = np.linalg.svd(signal.columns)[2][-1]
    angles = [_angle(vector, signal.target) for vector in (geodesic.coef_, heuristic.coef_, smallest)]
    return HankelRun(*angles, *losses)


def _angle(u: Array, v: Array) -> float:
    """The angle of two lines."""
    product = abs(float(np.dot(u, v)))
    across = u - np.dot(u, v) * v
    return float(np.arctan2(np.linalg.norm(across), product))
