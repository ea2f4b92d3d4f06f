"""The manifolds of `verify.axioms.surfaces` in floats, by other formulas too, also where angles wrap or points meet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from sympy import Function, Integral, Lambda, Tuple, cosh, lambdify

from numeric.manifolds import Hyperbolic
from verify.axioms import CYLINDER, HYPERBOLIC_PLANE, MANIFOLDS, MOEBIUS_BAND, REAL_LINE, Manifold

Array = npt.NDArray[np.float64]
CASES = 4_000
NODES, WEIGHTS = np.polynomial.legendre.leggauss(60)
TURNS = np.arange(-12, 13)
SPECIAL = np.array([0.0, 0.5, 1.0, -1.0, 2.0, np.pi / 2, np.pi, -np.pi, 2 * np.pi, 3 * np.pi, 7.0])


def mean_of_cosh(r: Array) -> Array:
    """The integral of cosh(sr) for 0 ≤ s ≤ 1, by Gauss's rule."""
    return np.asarray(np.cosh(np.multiply.outer(r, (NODES + 1) / 2)) @ WEIGHTS / 2)


def in_floats(rule: Lambda) -> Callable[..., Any]:
    """The function, with the one kind of integral that these formulas have by that rule."""
    mean = Function("mean")

    def evaluated(term: Any) -> Any:
        integrand, (s, low, high) = term.args
        assert (integrand.func, low, high) == (cosh, 0, 1)
        return mean(integrand.args[0] / s)

    body = rule.expr.replace(lambda t: isinstance(t, Integral), evaluated)
    found = lambdify(rule.signature, list(body) if isinstance(body, Tuple) else body, [{"mean": mean_of_cosh}, "numpy"])
    return lambda *args: np.array(found(*args)) + 0 * args[0]


def drawn(count: int, seed: int) -> list[Array]:
    """Numbers of all kinds: ordinary ones, and special ones among which many are equal."""
    rng = np.random.default_rng(seed)
    some = rng.standard_normal((count, CASES)) * rng.choice([1e-3, 1.0, 3.0], (count, CASES))
    special = rng.choice(SPECIAL, (count, CASES))
    return list(np.where(rng.random(CASES) < 0.4, special, some))


def names(manifold: Manifold) -> int:
    """How many numbers name a point."""
    return len(manifold.exponential.signature) // 2


def exponential(manifold: Manifold, v: Array, u: Array) -> Array:
    return np.asarray(in_floats(manifold.exponential)(*v, *u))


def distance(manifold: Manifold, v: Array, q: Array) -> Array:
    return np.asarray(in_floats(manifold.distance)(*v, *q))


def length(u: Array) -> Array:
    return np.asarray(np.sqrt(np.sum(u**2, axis=0)))


def points(manifold: Manifold, count: int, seed: int = 1) -> list[Array]:
    n = names(manifold)
    numbers = drawn(count * n, seed)
    return [np.array(numbers[i * n : (i + 1) * n]) for i in range(count)]


def on_hyperboloid(x: Array, h: Array) -> Array:
    return np.stack([np.sqrt(1 + x**2 + h**2), x, h], axis=-1)


def tangent(v: Array, u: Array) -> Array:
    """The vector with these coordinates: along the gradient of x, and across it."""
    x, h = v
    p, flat = on_hyperboloid(x, h), np.array([0.0, 1.0, 0.0])
    across = (flat + x[:, None] * p) / np.sqrt(1 + x**2)[:, None]  # e_x + ⟨p, e_x⟩p, and its Minkowski length
    along = np.stack([h, 0 * h, p[:, 0]], axis=-1) / np.sqrt(1 + x**2)[:, None]
    return u[0][:, None] * across + u[1][:, None] * along


def test_the_hyperbolic_plane():
    v, u, q = points(HYPERBOLIC_PLANE, 3)
    space = Hyperbolic()
    p = on_hyperboloid(*v)
    end = exponential(HYPERBOLIC_PLANE, v, u)
    wanted = space.exp(p, tangent(v, u))
    scale = 1 + np.abs(wanted).max(axis=-1)
    assert np.max(np.abs(end.T - wanted[:, 1:]) / scale[:, None]) < 1e-11
    apart = distance(HYPERBOLIC_PLANE, v, q)
    assert np.max(np.abs(np.cosh(apart) / np.cosh(space.dist(p, on_hyperboloid(*q))) - 1)) < 1e-10
    assert np.max(distance(HYPERBOLIC_PLANE, v, v)) < 1e-4


def lifts(q: Array, moebius: bool) -> tuple[Array, Array]:
    """All names of the points that may be nearest: by whole turns, or by steps of the band that turn it over."""
    shift = TURNS if moebius else 2 * np.pi * TURNS
    turned = (-1.0) ** TURNS if moebius else np.ones(len(TURNS))
    return q[0][:, None] + shift, q[1][:, None] * turned


@pytest.mark.parametrize(("manifold", "moebius"), [(CYLINDER, False), (MOEBIUS_BAND, True)])
def test_a_quotient_of_the_plane(manifold, moebius):
    v, u, q = points(manifold, 3)
    if moebius:
        v[0], q[0] = v[0] % 7, q[0] % 7
    across, along = lifts(q, moebius)
    wanted = np.min(np.hypot(v[0][:, None] - across, v[1][:, None] - along), axis=1)
    assert np.max(np.abs(distance(manifold, v, q) - wanted)) < 1e-9
    assert np.array_equal(exponential(manifold, v, u), v + u)
    for n in (2, 7, -4):
        again = np.array([a[:, TURNS.tolist().index(n)] for a in lifts(v, moebius)])
        assert np.max(distance(manifold, v, again)) < 1e-7


def test_the_cylinder_in_space():
    """The chord of two points at the distance of the formula: that of the angle and that of the height."""
    v, q = points(CYLINDER, 2)
    apart = distance(CYLINDER, v, q)
    angle = np.angle(np.exp(1j * (v[0] - q[0])))
    assert np.max(np.abs(apart - np.hypot(angle, v[1] - q[1]))) < 1e-9


def test_the_line():
    v, u, q = points(REAL_LINE, 3)
    assert np.array_equal(exponential(REAL_LINE, v, u), v + u)
    assert np.array_equal(distance(REAL_LINE, v, q), np.abs(v[0] - q[0]))


@pytest.mark.parametrize("manifold", MANIFOLDS, ids=lambda m: m.name)
def test_a_metric_and_its_geodesics(manifold):
    v, q, z, u = points(manifold, 4, seed=2)
    slack = 1e-6
    there = distance(manifold, v, q)
    assert np.min(there) >= 0
    assert np.max(np.abs(there - distance(manifold, q, v))) < slack
    assert np.min(distance(manifold, v, z) + distance(manifold, z, q) - there) > -slack
    assert np.max(distance(manifold, v, exponential(manifold, v, u)) - length(u)) < slack
    small = 0.05 * u / np.maximum(length(u), 1)
    assert np.max(np.abs(distance(manifold, v, exponential(manifold, v, small)) - length(small))) < slack
    on_the_way, all_the_way = exponential(manifold, v, 0.3 * u), exponential(manifold, v, u)
    assert np.max(distance(manifold, on_the_way, all_the_way) - 0.7 * length(u)) < slack


def hinge(manifold: Manifold) -> Array:
    """dist(Exp_v(U), Exp_v(W))² − ‖U − W‖², where W is a shortest path; relative."""
    v, u, w = points(manifold, 3, seed=3)
    end = exponential(manifold, v, w)
    shortest = np.abs(distance(manifold, v, end) - length(w)) < 1e-7
    gap = distance(manifold, exponential(manifold, v, u), end) ** 2 - length(u - w) ** 2
    return np.asarray((gap / (1 + length(u) + length(w)) ** 2)[shortest])


@pytest.mark.parametrize("manifold", MANIFOLDS, ids=lambda m: m.name)
def test_the_curvature_shows_in_hinges(manifold):
    """Toponogov's comparison holds where the curvature is said to be ≥ 0, and is violated where that is not said."""
    assert (np.max(hinge(manifold)) < 1e-6) == ("curvature ≥ 0" in manifold.properties)


def test_simply_connected_means_that_geodesics_are_shortest():
    for manifold in MANIFOLDS:
        v, u = points(manifold, 2, seed=4)
        longer = length(u) - distance(manifold, v, exponential(manifold, v, u))
        assert (np.max(longer) < 1e-6) == ("simply connected" in manifold.properties)


@pytest.mark.parametrize("manifold", [m for m in MANIFOLDS if "simply connected" in m.properties], ids=lambda m: m.name)
def test_the_curvature_is_not_positive(manifold):
    """Exp does not shorten; where the manifold is not simply connected the end of a lift has to be chosen."""
    assert np.min(hinge(manifold)) > -1e-6
