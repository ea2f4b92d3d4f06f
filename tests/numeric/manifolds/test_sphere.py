import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numeric import reference as ref
from numeric.manifolds import Sphere
from tests.sampling import drawn

# Measured worst of thousands of points: exp 1.0, dist 2.3, log 1.5, proju 0.8, transport 3.7 ulp.
EXP, DIST, LOG, PROJ, TRANSPORT = 2.0, 3.0, 2.0, 2.0, 6.0
CLOSE = [10.0**-k for k in range(1, 17)] + [1e-20, 1e-100]
FAR = [math.pi - 10.0**-k for k in range(1, 14)]


def pairs(radius, distances, seed):
    rng = np.random.default_rng(seed)
    s = Sphere(radius)
    for d in distances:
        for n in (2, 3, 50):
            p = s.random_point(rng, n)
            t = s.proju(p, rng.standard_normal(n))
            yield s, p, t / s.norm(p, t) * d * radius


@pytest.mark.spread(4)
@pytest.mark.parametrize("radius", [1.0, 2.0, 3.7, 1e-50, 1e50])
@pytest.mark.parametrize("distances", [CLOSE, np.linspace(0.01, 3.1, 20), FAR], ids=["close", "middle", "far"])
def test_exp_log_dist(errors, radius, distances):
    for s, p, v in pairs(radius, distances, 1):
        q = s.exp(p, v)
        errors.check("exp", errors.vector(q, ref.sphere.exp(p, v, radius=radius), radius), EXP, p=p, v=v)
        d = s.dist(p, q)
        if np.array_equal(p, q):
            assert d == 0.0
            assert not np.any(s.log(p, q))
            continue
        errors.check("dist", errors.relative(d, ref.sphere.dist(p, q, radius=radius, dps=80)), DIST, p=p, q=q)
        want = ref.sphere.log(p, q, radius=radius, dps=80)
        errors.check("log", errors.vector(s.log(p, q), want), LOG, p=p, q=q)


def test_dist_where_only_a_tiny_coordinate_differs(errors):
    s = Sphere()
    for t in (1e-9, 1e-17, 1e-100, 1e-250):
        p, q = np.array([1.0, 0.0, 0.0]), np.array([1.0, t, 0.0])
        assert errors.relative(s.dist(p, q), math.atan(t)) <= 1.0, t
        assert s.log(p, q)[1] == pytest.approx(t, rel=1e-15)
        far = -q
        assert errors.vector(s.log(p, far), ref.sphere.log(p, far, dps=600)) <= LOG


def test_dist_ignores_the_rounding_of_the_lengths(errors):
    s = Sphere()
    rng = np.random.default_rng(2)
    for off in (1e-16, 1e-13, 9e-11):
        p = s.random_point(rng, 5)
        t = s.proju(p, rng.standard_normal(5))
        q = s.exp(p, 1e-12 * t / s.norm(p, t)) * (1.0 + off)
        want = ref.sphere.dist(p, q, dps=80)
        errors.check("dist", errors.relative(s.dist(p, q), want), DIST, p=p, q=q, off=off)


magnitudes = st.builds(lambda m, e: m * 10.0**e, st.floats(1.0, 9.99), st.integers(-300, -1))
lengths = st.one_of(magnitudes, st.floats(0.0, 10.0), st.builds(lambda t: math.pi - t * 1e-15, st.floats(1.0, 1e15)))


@st.composite
def arcs(draw):
    """A point and a tangent vector of a length from 1e-300 to 10; on the axes, where small coordinates count."""
    rng, n = np.random.default_rng(draw(st.integers(0, 2**32))), draw(st.sampled_from([2, 3, 10]))
    s, length = Sphere(), draw(lengths)
    if draw(st.booleans()):
        return s, np.eye(n)[0], np.eye(n)[1] * length, rng
    p = s.random_point(rng, n)
    t = s.proju(p, rng.standard_normal(n))
    return s, p, t / s.norm(p, t) * length, rng


@drawn(200)
@given(arcs())
def test_every_length(errors, case):
    s, p, v, rng = case
    dps = 700
    q = s.exp(p, v)
    errors.check("exp", errors.vector(q, ref.sphere.exp(p, v, dps=dps), 1), EXP, p=p, v=v)
    close = np.array_equal(p, q) and np.count_nonzero(p) == 1
    if close:  # the end that is a float: exp(p, v) to first order
        q = p + v
    if np.array_equal(p, q):
        return
    d = ref.sphere.dist(p, q, dps=dps)
    errors.check("dist", errors.relative(s.dist(p, q), d), DIST, p=p, q=q)
    if d < math.pi - 5e-16:
        errors.check("log", errors.vector(s.log(p, q), ref.sphere.log(p, q, dps=dps)), LOG, p=p, q=q)
        u = s.proju(p, rng.standard_normal(len(p))) * 10.0 ** rng.integers(-290, 290)
        want = ref.sphere.transport(p, q, u, dps=dps)
        errors.check("transport", errors.vector(s.transport(p, q, u), want), TRANSPORT, p=p, q=q, u=u)


def test_the_textbook_formulas_break_these_bounds(errors):
    s, rng = Sphere(), np.random.default_rng(8)
    p = s.random_point(rng, 3)
    t = s.proju(p, rng.standard_normal(3))
    q = s.exp(p, t / s.norm(p, t) * 1e-9)
    want = ref.sphere.dist(p, q, dps=80)
    assert errors.relative(s.dist(p, q), want) <= DIST
    assert errors.relative(np.arccos(np.clip(p @ q, -1, 1)), want) > 1e6 * DIST
    q = s.exp(p, t / s.norm(p, t) * (math.pi - 1e-9))
    want = ref.sphere.log(p, q, dps=80)
    assert errors.vector(s.log(p, q), want) <= LOG
    u = q - (p @ q) * p
    assert errors.vector(u / np.linalg.norm(u) * np.arccos(p @ q), want) > 1e4 * LOG
    q = s.exp(p, t / s.norm(p, t) * (math.pi - 1e-7))
    u = s.proju(p, rng.standard_normal(3))
    want = ref.sphere.transport(p, q, u, dps=80)
    assert errors.vector(s.transport(p, q, u), want) <= TRANSPORT
    assert errors.vector(u - (q @ u) / (1.0 + p @ q) * (p + q), want) > 1e4 * TRANSPORT


def test_exp_of_long_vectors(errors):
    for s, p, v in pairs(1.0, 10.0 ** np.arange(1.0, 12.0), 3):
        errors.check("exp", errors.vector(s.exp(p, v), ref.sphere.exp(p, v), 1), EXP, p=p, v=v)


def test_exp_of_zero_is_the_point_bit_for_bit():
    p = np.array([0.6, 0.8 + 2e-16])
    assert np.array_equal(Sphere().exp(p, [0.0, 0.0]), p)
    batch = Sphere().exp(p, [[0.0, 0.0], [-0.8, 0.6]])
    assert np.array_equal(batch[0], p)
    assert not np.array_equal(batch[1], p)


def test_proju_keeps_its_digits_when_almost_all_is_normal(errors):
    rng = np.random.default_rng(4)
    s = Sphere()
    for k in range(0, 16):
        p = s.random_point(rng, 7)
        x = p * 3.0 + 10.0**-k * rng.standard_normal(7)
        errors.check("proju", errors.vector(s.proju(p, x), ref.sphere.proju(p, x)), PROJ, p=p, x=x)
        assert np.array_equal(s.egrad2rgrad(p, x), s.proju(p, x))


def test_projx_at_every_scale(errors):
    for c in (1e-310, 1e-200, 1.0, 1e200, 1e308):
        x = c * np.array([0.3, -0.4, 0.1])
        errors.check("projx", errors.vector(Sphere(2.0).projx(x), ref.sphere.projx(x, radius=2)), 2.0, x=x)


def test_inner_and_norm():
    s, p = Sphere(), np.array([0.0, 0.0, 1.0])
    assert s.inner(p, [3.0, 4.0, 0.0], [1.0, -1.0, 0.0]) == -1.0
    assert s.norm(p, [3.0, 4.0, 0.0]) == 5.0
    assert s.norm(p, [3e-200, 4e-200, 0.0]) == pytest.approx(5e-200, rel=1e-15, abs=0.0)


def test_broadcasting():
    s, rng = Sphere(), np.random.default_rng(5)
    p = s.random_point(rng, 3)
    q = s.projx(rng.standard_normal((4, 2, 3)))
    assert s.dist(p, q).shape == (4, 2)
    assert s.log(p, q).shape == (4, 2, 3)
    assert s.exp(p, s.log(p, q)) == pytest.approx(q, abs=4e-15)
    assert s.dist(p, q)[3, 1] == s.dist(p, q[3, 1])


def test_random_point_is_reproducible_and_on_the_sphere():
    a = Sphere(3.0).random_point(np.random.default_rng(6), 4)
    assert np.array_equal(a, Sphere(3.0).random_point(np.random.default_rng(6), 4))
    assert np.linalg.norm(a) == pytest.approx(3.0, rel=1e-15)


vectors = st.lists(st.floats(-10, 10), min_size=3, max_size=3).filter(lambda x: max(map(abs, x)) > 1e-3)


@given(vectors, vectors, st.floats(0, 1e6))
def test_exp_stays_on_the_sphere_and_moves_that_far(x, y, length):
    s = Sphere()
    p = s.projx(x)
    t = s.proju(p, y)
    if s.norm(p, t) < 1e-6:
        return
    v = t / s.norm(p, t) * length
    q = s.exp(p, v)
    assert abs(math.hypot(*q) - 1.0) <= 3e-16 * 1.5, (p, v)
    if length < 3.1:
        assert float(s.dist(p, q)) == pytest.approx(length, abs=5e-16, rel=5e-16)


@given(vectors, vectors)
def test_log_then_exp_comes_back(x, y):
    s = Sphere()
    p, q = s.projx(x), s.projx(y)
    assert s.dist(p, q) == pytest.approx(float(s.dist(q, p)), rel=1e-15)
    if s.dist(p, q) < math.pi - 1e-9:
        assert np.max(np.abs(s.exp(p, s.log(p, q)) - q)) <= 1.5e-15, (p, q)


def test_bad_input(refuses):
    s, p = Sphere(), np.array([1.0, 0.0])
    refuses("antipode", s.log, p, -p)
    refuses("antipode", s.log, [0.6, 0.8], [-0.6, -0.8])
    refuses("antipode", s.transport, p, -p, [0.0, 1.0])
    refuses("the part of v along p", s.transport, p, [0.0, 1.0], p)
    refuses("the length of p", s.exp, [1.0, 1e-4], [0.0, 1.0])
    refuses("the part of v along p", s.exp, p, [1e-3, 1.0])
    refuses("v[1] is nan", s.exp, p, [0.0, math.nan])
    refuses("q[0] is inf", s.dist, p, [math.inf, 0.0])
    refuses("last axis", s.dist, p, [1.0, 0.0, 0.0])
    refuses("broadcast", s.dist, np.tile(p, (2, 1)), np.tile(p, (3, 1)))
    refuses("must have a length > 0", s.projx, [0.0, 0.0])
    refuses("p has shape", s.dist, 1.0, p)
    refuses("real numbers", s.dist, ["a", "b"], p)
    refuses("radius", Sphere, 0.0)
    refuses("radius", Sphere, math.nan)
    refuses("n is 1", s.random_point, np.random.default_rng(0), 1)
