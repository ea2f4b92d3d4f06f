import math

import mpmath as mp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numeric import reference as ref
from numeric.manifolds import Simplex, Sphere
from tests.sampling import drawn

S = Simplex()
# Measured worst: dist 2.1, gradient 1.2, gradient_norm 1.6, inner 1.7, norm 1.3, isometry 0.9 ulp.
# exp is measured coordinate by coordinate, relatively, while no coordinate falls by half: 5.0 ulp; log and transport
# coordinate by coordinate as well, relative to the scales that they name: 3.1 and 2.7 ulp.
DIST, GRADIENT, METRIC, EXP, LOG, TRANSPORT = 3.0, 2.0, 2.5, 7.0, 5.0, 5.0


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
    assert S.dist([1.0, 0.0], [1.0, 1e-300]) == pytest.approx(2e-150, rel=1e-15, abs=0.0)


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


exponents = st.integers(-300, 0)
kinds = st.sampled_from(["another", "close", "zeros", "unnormalised"])


@st.composite
def couples(draw):
    """An open p and a closed q, with coordinates down to 1e-300 and, in q, exact zeros."""
    n, least, kind = draw(st.sampled_from([2, 3, 8])), draw(st.sampled_from([-1, -20, -300])), draw(kinds)
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    p, q = point(rng, n, least), point(rng, n, least)
    if kind in ("close", "unnormalised"):
        q = p * (1.0 + 10.0 ** draw(st.integers(-15, -1)) * rng.uniform(-1, 1, n))
        q = q / q.sum()
    if kind == "unnormalised":
        q = q * (1.0 + draw(st.sampled_from([1e-15, 1e-13, 5e-11])))
    if kind == "zeros":
        q[rng.integers(n)] = 0.0
        q = q / q.sum()
    return p, q, p * rng.standard_normal(n) * 10.0 ** (draw(st.integers(-200, 0)) if least > -300 else 0)


def parts(p, q, d):
    """What LOG is relative to, in each coordinate: the terms that `log` names."""
    a, P, Q = d / 2, ref.simplex.point(p, dps=700), ref.simplex.point(q, dps=700)
    lost = abs(mp.fsum(map(mp.mpf, q)) - mp.fsum(map(mp.mpf, p))) * mp.mpf(2) ** -48
    for s, t in zip(P, Q, strict=True):
        x, y = mp.sqrt(s), mp.sqrt(t)
        inside = y + mp.cos(a) * x if mp.cos(a) <= 0.5 else abs(y - x) + (a * a + lost) * x
        yield 2 * a / mp.sin(a) * x * inside


@drawn(150)
@given(couples())
def test_log_and_transport_in_each_coordinate(errors, case):
    p, q, x = case
    if np.array_equal(p, q):
        return
    with mp.workdps(700):
        d = ref.simplex.dist(p, q, dps=700)
        errors.check("dist", errors.relative(S.dist(p, q), d), DIST, p=p, q=q)
        got, want = S.log(p, q), ref.simplex.log(p, q, dps=700)
        for a, b, scale in zip(got, want, parts(p, q, d), strict=True):
            if scale > 1e-290:
                errors.check("log", float(abs(a - b) / scale) * 2**52, LOG, p=p, q=q)
        v = S.proju(p, x)
        length = mp.sqrt(ref.simplex.inner(p, v, v, dps=700))
        if np.all(q > 0.0) and length > 1e-250:
            got, want = S.transport(p, q, v), ref.simplex.transport(p, q, v, dps=700)
            for a, b, t in zip(got, want, q, strict=True):
                scale = length * mp.sqrt(mp.mpf(t))
                errors.check("transport", float(abs(a - b) / scale) * 2**52, TRANSPORT, p=p, q=q, v=v)


@drawn(150)
@given(couples(), st.floats(-12, 0.4))
def test_exp_in_each_coordinate(errors, case, length):
    p, _, x = case
    v = S.proju(p, x)
    v = v / max(1.0, float(S.norm(p, v))) * 10.0**length
    want = ref.simplex.exp(p, v, dps=700)
    fall = [float(mp.sqrt(mp.mpf(s) / t)) for s, t in zip(p, want, strict=True)]
    try:
        got = S.exp(p, v)
    except ValueError:  # the square root of a coordinate is <= 0, or rounds to that
        half = float(S.norm(p, v)) / 2
        assert half >= math.pi or np.min(math.cos(half) + v / p * math.sin(half) / (2 * half)) < 1e-13
        return
    for a, b, f in zip(got, want, fall, strict=True):
        errors.check("exp", errors.relative(a, b), EXP * max(1.0, f), p=p, v=v)


def test_the_textbook_formulas_break_these_bounds(errors):
    p = np.array([0.3, 0.7 - 1e-200, 1e-200])
    q = p * np.array([1.0 + 1e-9, 1.0, 1.0])
    q = q / q.sum()
    want = ref.simplex.dist(p, q, dps=700)
    textbook = 2.0 * np.arccos(min(1.0, float(np.sum(np.sqrt(p * q)))))
    assert errors.relative(S.dist(p, q), want) <= DIST
    assert errors.relative(textbook, want) > 1e6 * DIST
    want = ref.simplex.log(p, q, dps=700)
    assert max(map(errors.relative, S.log(p, q), want)) <= LOG
    a = float(S.dist(p, q)) / 2.0
    textbook = 2.0 * a / math.sin(a) * (np.sqrt(p * q) - math.cos(a) * p)
    assert max(map(errors.relative, textbook, want)) > 1e6 * LOG


def test_log_to_the_boundary():
    assert S.log([0.5, 0.5], [1.0, 0.0]) == pytest.approx([math.pi / 4, -math.pi / 4], rel=1e-15)


def test_projx():
    assert S.projx([1e300, 3e300]).tolist() == [0.25, 0.75]
    assert S.projx([1e-300, 3e-300]) == pytest.approx([0.25, 0.75], rel=1e-15)
    assert S.projx([1e-300, 1.0])[0] == 1e-300


def test_random_points_are_uniform():
    rng = np.random.default_rng(9)
    p = np.array([S.random_point(rng, 3) for _ in range(4000)])
    assert p.mean(axis=0) == pytest.approx([1 / 3] * 3, abs=0.02)
    assert np.mean(p[:, 0] < 0.5) == pytest.approx(0.75, abs=0.03)


def test_exp_of_zero_is_the_point():
    p = np.array([0.25, 0.75])
    assert np.array_equal(S.exp(p, [0.0, 0.0]), p)


def test_proju(errors):
    for rng, n, p, dps in points(-20, 10, 5):
        x = rng.standard_normal(n)
        errors.check("proju", errors.vector(S.proju(p, x), ref.simplex.proju(p, x, dps=dps)), 2.0, p=p, x=x)
        assert abs(math.fsum(S.proju(p, x))) <= 4e-16 * np.linalg.norm(x)


weights = st.lists(st.floats(1e-6, 1.0), min_size=4, max_size=4)


@given(weights, weights)
def test_the_isometry_keeps_distances_and_lengths(a, b):
    p, q = np.array(a) / sum(a), np.array(b) / sum(b)
    s = Sphere(2.0)
    assert float(S.dist(p, q)) == pytest.approx(float(s.dist(S.isometry(p), S.isometry(q))), abs=2e-15)
    v = S.proju(p, q - p)
    assert float(S.norm(p, v)) == pytest.approx(float(s.norm(S.isometry(p), S.push_forward(p, v))), rel=2e-15)
    assert S.inverse_isometry(S.isometry(p)) == pytest.approx(p, rel=2e-15)


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
    refuses("p[0] is 0.0", S.log, [0.0, 1.0], p)
    refuses("q[1] is 0.0", S.transport, p, [1.0, 0.0], [0.1, -0.1])
    refuses("x[1] is 0.0", S.projx, [1.0, 0.0])
    refuses("underflow", S.projx, [1e-200, 1e200])
    refuses("n is 1", S.random_point, np.random.default_rng(0), 1)
