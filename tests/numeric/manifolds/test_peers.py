"""Mid-range agreement with pymanopt and geoopt where they are installed; both put the base point first, as here.

geoopt: Lorentz(k) is the hyperboloid of radius sqrt(k), time first; PoincareBall(c) has the radius 1/sqrt(c), and its
egrad2rgrad takes partial derivatives in the ball; Sphere is the unit one. pymanopt: Positive has the metric of the
logarithm on matrices; PoincareBall has curvature -1. geomstats names the base point last: log(point, base_point).
"""

import numpy as np
import pytest

from numeric.manifolds import Euclidean, Hyperbolic, PositiveOrthant, Sphere

TOLERANCE = 1e-11


@pytest.fixture
def rng():
    return np.random.default_rng(0)


def agree(ours, theirs):
    assert np.asarray(ours) == pytest.approx(np.asarray(theirs), rel=TOLERANCE, abs=TOLERANCE)


@pytest.mark.parametrize("case", ["sphere", "positive", "euclidean"])
def test_pymanopt(case, rng):
    manifolds = pytest.importorskip("pymanopt.manifolds")
    ours, theirs = {
        "sphere": (Sphere(), manifolds.Sphere(4)),
        "positive": (PositiveOrthant(), manifolds.Positive(1, 4)),
        "euclidean": (Euclidean(), manifolds.Euclidean(4)),
    }[case]

    def matrix(x):
        return x[None, :] if case == "positive" else x

    for _ in range(20):
        p, q, g = ours.random_point(rng, 4), ours.random_point(rng, 4), rng.standard_normal(4)
        v = ours.log(p, q)
        agree(matrix(v), theirs.log(matrix(p), matrix(q)))
        agree(matrix(ours.exp(p, 0.3 * v)), theirs.exp(matrix(p), matrix(0.3 * v)))
        agree(ours.dist(p, q), theirs.dist(matrix(p), matrix(q)))
        u = ours.proju(p, g)
        agree(ours.inner(p, u, v), theirs.inner_product(matrix(p), matrix(u), matrix(v)))
        agree(ours.norm(p, v), theirs.norm(matrix(p), matrix(v)))
        agree(matrix(ours.egrad2rgrad(p, g)), theirs.euclidean_to_riemannian_gradient(matrix(p), matrix(g)))
        # Its Sphere projects where the geodesic transports; the other two agree.
        if case == "euclidean":
            agree(matrix(ours.transport(p, q, u)), theirs.transport(matrix(p), matrix(q), matrix(u)))


def test_pymanopt_poincare_ball(rng):
    manifolds = pytest.importorskip("pymanopt.manifolds")
    ours, theirs = Hyperbolic(), manifolds.PoincareBall(3)
    for _ in range(20):
        p, q = ours.random_point(rng, 4), ours.random_point(rng, 4)
        agree(ours.dist(p, q), theirs.dist(ours.to_ball(p), ours.to_ball(q)))
        middle = ours.exp(p, 0.5 * ours.log(p, q))
        a, b = ours.to_ball(p), ours.to_ball(q)
        agree(ours.to_ball(middle), theirs.exp(a, 0.5 * theirs.log(a, b)))


@pytest.mark.parametrize("case", ["sphere", "hyperbolic", "hyperbolic of radius 2"])
def test_geoopt(case, rng):
    geoopt = pytest.importorskip("geoopt")
    torch = pytest.importorskip("torch")
    ours, theirs = {
        "sphere": (Sphere(), geoopt.SphereExact()),
        "hyperbolic": (Hyperbolic(), geoopt.Lorentz(torch.tensor(1.0, dtype=torch.float64))),
        "hyperbolic of radius 2": (Hyperbolic(2.0), geoopt.Lorentz(torch.tensor(4.0, dtype=torch.float64))),
    }[case]
    t = torch.from_numpy
    for _ in range(20):
        p, q, g = ours.random_point(rng, 4), ours.random_point(rng, 4), rng.standard_normal(4)
        v, u = ours.log(p, q), ours.proju(p, g)
        agree(v, theirs.logmap(t(p), t(q)))
        agree(ours.exp(p, 0.3 * v), theirs.expmap(t(p), t(0.3 * v)))
        agree(ours.dist(p, q), theirs.dist(t(p), t(q)))
        agree(u, theirs.proju(t(p), t(g)))
        agree(ours.egrad2rgrad(p, g), theirs.egrad2rgrad(t(p), t(g.copy())))
        if case != "sphere":  # where its transport projects
            agree(ours.inner(p, u, v), theirs.inner(t(p), t(u), t(v)))
            agree(ours.transport(p, q, u), theirs.transp(t(p), t(q), t(u)))
            agree(ours.projx(g), theirs.projx(t(g)))
