"""What every manifold promises, for each of them, in the middle of the range; the files beside have the ranges."""

import inspect
import math

import numpy as np
import pytest

from numeric.manifolds import (
    Artanh,
    Euclidean,
    Hyperbolic,
    Identity,
    Log,
    Logit,
    Manifold,
    PositiveOrthant,
    PulledBack,
    Simplex,
    Sphere,
    Sqrt,
)

MANIFOLDS = [
    Euclidean(),
    Sphere(),
    Sphere(3.0),
    Simplex(),
    Hyperbolic(),
    Hyperbolic(2.5),
    PositiveOrthant(),
    PulledBack(Identity()),
    PulledBack(Log()),
    PulledBack(Logit()),
    PulledBack(Artanh()),
    PulledBack(Sqrt(), Sphere(2.0)),
    PulledBack(Log(), Sphere(1.0)),
]
each = pytest.mark.parametrize("m", MANIFOLDS, ids=repr)
METHODS = [name for name in vars(Manifold) if not name.startswith("_")]


def tangent(m, p, rng):
    """A tangent vector of norm at most 1/2."""
    v = m.proju(p, rng.standard_normal(p.shape) * p if np.all(p > 0) else rng.standard_normal(p.shape))
    return v * (0.5 / max(1.0, float(np.max(m.norm(p, v)))))


def points(m, seed, count=2, n=3):
    rng = np.random.default_rng(seed)
    return [m.random_point(rng, n) for _ in range(count)]


@each
@pytest.mark.parametrize("name", METHODS)
def test_every_method_is_there_with_the_arguments_of_the_protocol(m, name):
    assert list(inspect.signature(getattr(m, name)).parameters) == [
        p for p in inspect.signature(getattr(Manifold, name)).parameters if p != "self"
    ]


@each
@pytest.mark.parametrize("seed", range(5))
def test_log_inverts_exp_and_has_the_length_of_the_distance(m, seed):
    p, q = points(m, seed)
    d = float(m.dist(p, q))
    v = m.log(p, q)
    assert d > 0.0
    assert float(m.norm(p, v)) == pytest.approx(d, rel=3e-14)
    assert m.exp(p, v) == pytest.approx(q, rel=3e-14, abs=1e-14)
    assert float(m.dist(q, p)) == pytest.approx(d, rel=1e-14)


@each
def test_nothing_moves_along_zero(m):
    (p,) = points(m, 1, 1)
    zero = np.zeros_like(p)
    assert m.exp(p, zero) == pytest.approx(p, rel=1e-15)
    assert m.dist(p, p) == 0.0
    assert not np.any(m.log(p, p))
    assert m.projx(p) == pytest.approx(p, rel=1e-15)
    v = tangent(m, p, np.random.default_rng(2))
    assert m.transport(p, p, v) == pytest.approx(v, rel=1e-13, abs=1e-15)
    assert m.proju(p, v) == pytest.approx(v, rel=1e-13, abs=1e-15)


@each
@pytest.mark.parametrize("seed", range(5))
def test_transport_keeps_the_metric_and_turns_the_geodesic_into_itself(m, seed):
    p, q = points(m, seed)
    rng = np.random.default_rng(seed)
    u, v = tangent(m, p, rng), tangent(m, p, rng)
    a, b = m.transport(p, q, u), m.transport(p, q, v)
    assert float(m.inner(q, a, b)) == pytest.approx(float(m.inner(p, u, v)), abs=1e-13)
    back = m.transport(q, p, a)
    assert back == pytest.approx(u, rel=1e-12, abs=1e-13)
    scale = float(np.max(np.abs(m.log(q, p))))
    assert m.transport(p, q, m.log(p, q)) == pytest.approx(-m.log(q, p), abs=1e-13 * max(scale, 1.0))


@each
def test_the_gradient_is_dual_to_the_derivative(m):
    (p,) = points(m, 3, 1)
    rng = np.random.default_rng(4)
    g, v = rng.standard_normal(3), tangent(m, p, rng)
    slope = float(np.dot(g, v))
    assert float(m.inner(p, m.egrad2rgrad(p, g), v)) == pytest.approx(slope, abs=1e-13)


@each
def test_leading_axes_broadcast(m):
    p, q = np.stack(points(m, 5, 2)), np.stack(points(m, 6, 4))[:, None, :]
    assert m.dist(p, q).shape == (4, 2)
    v = m.log(p, q)
    assert v.shape == (4, 2, 3)
    assert m.exp(p, v) == pytest.approx(np.broadcast_to(q, v.shape), rel=3e-14, abs=1e-14)
    assert m.norm(p, v) == pytest.approx(m.dist(p, q), rel=3e-14)
    assert m.inner(p, v, v).shape == (4, 2)
    assert m.transport(p, q, v).shape == (4, 2, 3)
    assert m.egrad2rgrad(p, np.ones((4, 1, 3))).shape == (4, 2, 3)
    for i, j in ((0, 0), (3, 1)):
        assert m.dist(p[j], q[i, 0]) == m.dist(p, q)[i, j]
        assert np.array_equal(m.log(p[j], q[i, 0]), v[i, j])
        assert np.array_equal(m.transport(p[j], q[i, 0], v[i, j]), m.transport(p, q, v)[i, j])


@each
def test_random_points_come_from_the_generator(m):
    a, b = points(m, 7, 2)
    assert np.array_equal(a, points(m, 7, 1)[0])
    assert not np.array_equal(a, b)
    assert a.shape == (3,)


@each
def test_bad_input_is_refused(m, refuses):
    (p,), (longer,) = points(m, 8, 1), points(m, 8, 1, 4)
    bad = p.copy()
    bad[1] = math.nan
    for f in (m.exp, m.log, m.dist, m.norm, m.proju, m.egrad2rgrad):
        refuses("nan", f, p, bad)
        refuses("nan", f, bad, p)
        refuses("inf", f, p, np.where(np.isnan(bad), math.inf, bad))
        refuses("last axis", f, p, longer)
        refuses("shape", f, p, 1.0)
        refuses("broadcast", f, np.tile(p, (2, 1)), np.zeros((3, 3)) + p)
        refuses("real numbers", f, p, ["a", "b", "c"])
    refuses("nan", m.inner, p, bad, p)
    refuses("nan", m.transport, p, p, bad)
    refuses("last axis", m.transport, p, p, longer)
    refuses("nan", m.projx, bad)
