import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numeric import reference as ref
from numeric.manifolds import Simplex, Sphere

S = Simplex()
# Measured worst: dist 2.1, gradient 1.2, gradient_norm 1.6, inner 1.7, norm 1.3, isometry 0.9 ulp.
# exp is measured coordinate by coordinate, relatively, while no coordinate falls by half: 4.1 ulp.
DIST, GRADIENT, METRIC, EXP = 3.0, 2.0, 2.5, 6.0


def point(rng, n, exponent):
    a = 10.0 ** rng.uniform(exponent, 0, n)
    a[rng.integers(n)] = 1.0
    return a / a.sum()


def points(exponent, count, seed):
    rng = np.random.default_rng(seed)
    for _ in range(count):
        n = int(rng.choice([2, 5, 20]))
        yield rng, n, point(rng, n, exponent), 700 if exponent == -300 else 90


EXPONENTS = pytest.mark.parametrize("exponent", [-1, -20, -300])


@EXPONENTS
def test_dist(errors, exponent):
    for rng, n, p, dps in points(exponent, 12, 1):
        q = point(rng, n, exponent)
        errors.check("dist", errors.relative(S.dist(p, q), ref.simplex.dist(p, q, dps=dps)), DIST, p=p, q=q)
        for d in (1e-3, 1e-8, 1e-12):
            q = p * (1.0 + d * rng.uniform(-1, 1, n))
            q /= q.sum()
            want = ref.simplex.dist(p, q, dps=dps)
            errors.check("dist", errors.relative(S.dist(p, q), want), DIST, p=p, q=q)


def test_dist_on_the_boundary():
    assert S.dist([1.0, 0.0], [0.0, 1.0]) == pytest.approx(math.pi, rel=1e-15)
    assert S.dist([1.0, 0.0, 0.0], [1.0, 0.0, 0.0]) == 0.0
    assert S.dist([1.0, 0.0], [1.0, 1e-300]) == pytest.approx(2e-150, rel=1e-15)


@EXPONENTS
def test_gradients(errors, exponent):
    for rng, n, p, dps in points(exponent, 12, 2):
        for offset in (0.0, 1e6, -1e12):
            g = rng.standard_normal(n) + offset
            want = ref.simplex.push_forward_gradient(p, g, dps=dps)
            got = S.push_forward_gradient(p, g)
            errors.check("push_forward_gradient", errors.vector(got, want), GRADIENT, p=p, g=g)
            want = ref.simplex.egrad2rgrad(p, g, dps=dps)
            errors.check("egrad2rgrad", errors.vector(S.egrad2rgrad(p, g), want), GRADIENT, p=p, g=g)
            norm = ref.simplex.gradient_norm(p, g, dps=dps)
            errors.check("gradient_norm", errors.relative(S.gradient_norm(p, g), norm), GRADIENT, p=p, g=g)


def test_gradient_of_a_constant_is_zero():
    assert S.gradient_norm([0.2, 0.3, 0.5], [1e9 + 0.1] * 3) == 0.0


@EXPONENTS
def test_metric(errors, exponent):
    for rng, n, p, dps in points(exponent, 12, 3):
        u, v = S.proju(p, p * rng.standard_normal(n)), S.proju(p, p * rng.standard_normal(n))
        size = ref.simplex.inner(p, u, u, dps=dps) ** 0.5 * ref.simplex.inner(p, v, v, dps=dps) ** 0.5
        error = errors.vector([S.inner(p, u, v)], [ref.simplex.inner(p, u, v, dps=dps)], size)
        errors.check("inner", error, METRIC, p=p, u=u, v=v)
        want = ref.simplex.inner(p, u, u, dps=dps) ** 0.5
        errors.check("norm", errors.relative(S.norm(p, u), want), METRIC, p=p, u=u)
        pushed = errors.vector(S.push_forward(p, u), ref.simplex.push_forward(p, u, dps=dps))
        errors.check("push_forward", pushed, METRIC, p=p, u=u)


@EXPONENTS
def test_exp(errors, exponent):
    for rng, n, p, _ in points(exponent, 12, 4):
        for length in (0.3, 1e-3, 1e-9):
            u = S.proju(p, p * rng.uniform(-1, 1, n))
            v = u / max(1.0, S.norm(p, u)) * length
            got, want = S.exp(p, v), ref.simplex.exp(p, v, dps=90)
            error = max(errors.relative(a, b) for a, b in zip(got, want, strict=True))
            errors.check("exp", error, EXP, p=p, v=v)


def test_exp_of_zero_is_the_point():
    p = np.array([0.25, 0.75])
    assert np.array_equal(S.exp(p, [0.0, 0.0]), p)


def test_proju(errors):
    for rng, n, p, dps in points(-20, 10, 5):
        x = rng.standard_normal(n)
        errors.check("proju", errors.vector(S.proju(p, x), ref.simplex.proju(p, x, dps=dps)), 2.0, p=p, x=x)
        assert abs(math.fsum(S.proju(p, x))) <= 4e-16 * np.linalg.norm(x)


weights = st.lists(st.floats(1e-6, 1.0), min_size=4, max_size=4)


@settings(derandomize=True, deadline=None)
@given(weights, weights)
def test_the_isometry_keeps_distances_and_lengths(a, b):
    p, q = np.array(a) / sum(a), np.array(b) / sum(b)
    s = Sphere(2.0)
    assert float(S.dist(p, q)) == pytest.approx(float(s.dist(S.isometry(p), S.isometry(q))), abs=2e-15)
    v = S.proju(p, q - p)
    assert float(S.norm(p, v)) == pytest.approx(float(s.norm(S.isometry(p), S.push_forward(p, v))), rel=2e-15)
    assert S.inverse_isometry(S.isometry(p)) == pytest.approx(p, rel=2e-15)


@settings(derandomize=True, deadline=None)
@given(weights, st.lists(st.floats(-3, 3), min_size=4, max_size=4))
def test_gradient_is_the_metric_dual_of_the_derivative(a, g):
    p = np.array(a) / sum(a)
    v = S.proju(p, p * np.array([1.0, -2.0, 0.5, 3.0]))
    assert float(S.inner(p, S.egrad2rgrad(p, g), v)) == pytest.approx(float(np.dot(g, v)), abs=2e-15)
    pushed = S.push_forward(p, S.egrad2rgrad(p, g))
    assert pushed == pytest.approx(S.push_forward_gradient(p, g), rel=4e-15, abs=1e-15)


def test_bad_input(refuses):
    p = np.array([0.5, 0.5])
    refuses("p[0] is 0.0", S.isometry, [0.0, 1.0])
    refuses("p[1] is -0.1", S.dist, [1.1, -0.1], p)
    refuses("the sum of p", S.isometry, [0.5, 0.6])
    refuses("the sum of v", S.exp, p, [0.1, 0.1])
    edge = math.pi / 4  # from the middle, the geodesic of norm pi/2 ends on the boundary
    assert S.exp(p, [edge * 0.99, -edge * 0.99])[1] > 0.0
    refuses("left the simplex", S.exp, p, [edge * 1.01, -edge * 1.01])
    refuses("the norm of v", S.exp, p, [8 * edge, -8 * edge])  # once around: back at p, but not in between
    refuses("g[0] is nan", S.gradient_norm, p, [math.nan, 1.0])
    refuses("last axis", S.gradient_norm, p, [1.0, 2.0, 3.0])
    refuses("the length of w", S.inverse_isometry, [1.0, 1.0])
    refuses("w[1]", S.inverse_isometry, [2.0, 0.0])
    refuses("underflow", S.inverse_isometry, [2.0, 1e-170])
