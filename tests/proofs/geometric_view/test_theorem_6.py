"""What Theorem 6 asks for matters: on the hyperboloid and on the Möbius band its bound is missed, in floats."""

import math

import numpy as np
import pytest

from numeric.manifolds import Hyperbolic


def explicit_bound(comparator: float, start: float, end: float, moved: float, eta: float) -> float:
    """The right-hand side of (12) for one trial."""
    return comparator + (start**2 - end**2 + moved**2) / 2 / eta


@pytest.mark.parametrize("height", [0.1, 0.01, 0.001])
def test_the_bound_fails_where_the_curvature_is_negative(height: float) -> None:
    """L is half the squared distance to a half-plane, which is convex, and w⋆ lies on the half-plane's edge."""
    space, length = Hyperbolic(), 1.0
    eta = length / height
    start = np.array([math.cosh(height), math.sinh(height), 0.0])
    gradient = height * np.array([math.sinh(height), math.cosh(height), 0.0])
    best = np.array([math.cosh(1.0), 0.0, math.sinh(1.0)])
    end = space.exp(start, -eta * gradient)
    moved = float(space.dist(start, end))
    assert moved == pytest.approx(length)
    bound = explicit_bound(0.0, float(space.dist(start, best)), float(space.dist(end, best)), moved, eta)
    assert bound < 0.0 < height**2 / 2


def mobius(a: tuple[float, float], b: tuple[float, float]) -> float:
    """The distance on R² with (s, z) and (s + 1, −z) identified, over all lifts that can be nearest."""
    lifts = ((b[0] + n, b[1] * (-1) ** n) for n in range(-9, 10))
    return min(math.hypot(a[0] - s, a[1] - z) for s, z in lifts)


@pytest.mark.parametrize("seed", range(4))
def test_the_bound_on_the_mobius_band_needs_the_length_of_the_step(seed: int) -> None:
    """With L = z² the printed bound is missed beyond the shortest path; with the length of the step it holds."""
    rng = np.random.default_rng(seed)
    missed = 0
    for _ in range(200):
        z, eta = float(rng.uniform(-3, 3)), float(rng.uniform(0.1, 1.5))
        start, end = (0.0, z), (0.0, z - 2 * eta * z)
        best = (float(rng.uniform(-0.5, 0.5)), float(rng.uniform(-3, 3)))
        away, after = mobius(start, best), mobius(end, best)
        step = abs(2 * eta * z)
        assert z**2 <= explicit_bound(best[1] ** 2, away, after, step, eta) + 1e-9
        missed += z**2 > explicit_bound(best[1] ** 2, away, after, mobius(start, end), eta) + 1e-9
    assert missed > 0


def test_the_counterexample_of_theorem_6() -> None:
    """w_0 = 2, w_1 = −2, w⋆ = 0: 4 against ½."""
    start, end, best = (0.0, 2.0), (0.0, -2.0), (0.0, 0.0)
    bound = explicit_bound(0.0, mobius(start, best), mobius(end, best), mobius(start, end), 1.0)
    assert (mobius(start, end), bound) == (1.0, 0.5)
