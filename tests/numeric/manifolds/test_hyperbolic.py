"""Points are drawn by polar coordinates about the origin, with distances from 1e-300 to 400 and beyond."""

import math

import mpmath as mp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numeric.manifolds import Hyperbolic
from numeric.reference import hyperbolic as ref
from tests.sampling import drawn

# Measured worst of 10,000 points, in ulp; vectors and points relative to the scales that the methods name:
# dist 2.0, log 2.5, exp 2.9, transport 3.5, norm 0.5, inner 1.2, proju 1.8, to_ball 1.1, from_ball 1.6.
DIST, LOG, EXP, TRANSPORT, NORM, INNER, PROJ, BALL = 4.0, 4.0, 5.0, 6.0, 2.0, 3.0, 4.0, 4.0
DPS = 800
property_test = drawn(200)

magnitudes = st.builds(lambda m, e: m * 10.0**e, st.floats(1.0, 9.99), st.integers(-290, -1))
distances = st.one_of(magnitudes, st.floats(0.1, 5.0), st.floats(1.0, 400.0))
seeds = st.integers(0, 2**32)
radii = st.sampled_from([1.0, 1.0, 2.0, 0.3, 1e-20, 1e25])


def unit(seed, n):
    """A direction, or an axis."""
    rng = np.random.default_rng(seed)
    u = np.eye(n)[rng.integers(n)] if seed % 4 == 0 else rng.standard_normal(n)
    return rng.choice([-1.0, 1.0]) * u / math.hypot(*u)


@st.composite
def points(draw, radius):
    n, r = draw(st.integers(1, 4)), draw(distances)
    return Hyperbolic(radius).projx([0.0, *(radius * math.sinh(r) * unit(draw(seeds), n))])


NEAR = ["another", "radially", "around", "opposite", "multiple", "next float", "same"]


@st.composite
def pairs(draw):
    radius = draw(radii)
    p = draw(points(radius))
    x, d, n = p[1:], draw(magnitudes), len(p) - 1
    match draw(st.sampled_from(NEAR)):
        case "another":
            x = radius * math.sinh(draw(distances)) * unit(draw(seeds), n)
        case "radially":
            x = x * (1.0 + d)
        case "around":
            x = x + math.hypot(*x) * d * unit(draw(seeds), n)
        case "opposite":
            x = -x * (1.0 + d)
        case "multiple":
            x = x * draw(st.sampled_from([2.0, 3.0, 1e5]))
        case "next float":
            x = np.nextafter(x, math.inf)
    return Hyperbolic(radius), p, Hyperbolic(radius).projx([0.0, *x])


@st.composite
def vectors(draw):
    """A point, and a vector at it: any, radial, or inward and a little across; norms from 1e-290 to 400."""
    radius = draw(radii)
    p = draw(points(radius))
    x, n = p[1:], len(p) - 1
    size = radius * draw(distances)
    length = math.hypot(*x)
    out = draw(st.sampled_from(["any", "out", "in", "in, across"]))
    v = size * unit(draw(seeds), n)
    if out != "any":
        v = v * draw(magnitudes) if out == "in, across" else 0.0 * v
        v = v + (1.0 if out == "out" else -1.0) * size * (p[0] / radius) * (x / length)
    return Hyperbolic(radius), p, np.array([float(np.dot(x / p[0], v)), *v])


def largest(got, want, scale):
    with mp.workdps(60):
        return float(max(abs(mp.mpf(float(a)) - b) for a, b in zip(got, want, strict=True)) / scale) * 2.0**52


@property_test
@given(pairs())
def test_dist_and_log(errors, case):
    m, p, q = case
    k = {"radius": m.radius, "dps": DPS}
    if np.array_equal(p, q):
        assert m.dist(p, q) == 0.0
        assert not np.any(m.log(p, q))
        return
    d = ref.dist(p, q, **k)
    if d < 1e-290:
        return
    errors.check("dist", errors.relative(m.dist(p, q), d), DIST, p=p, q=q, radius=m.radius)
    error = largest(m.log(p, q), ref.log(p, q, **k), d * mp.mpf(p[0]) / m.radius)
    errors.check("log", error, LOG, p=p, q=q, radius=m.radius)


@property_test
@given(vectors())
def test_norm_and_exp(errors, case):
    m, p, v = case
    k = {"radius": m.radius, "dps": DPS}
    size = mp.sqrt(ref.inner(p, v, v, **k))
    if not 1e-290 < size < 500.0 * m.radius:
        return
    errors.check("norm", errors.relative(m.norm(p, v), size), NORM, p=p, v=v, radius=m.radius)
    want = ref.exp(p, v, **k)
    if want[0] > 1e249 * m.radius:
        return
    got = m.exp(p, v)
    with mp.workdps(60):
        moved = mp.mpf(math.hypot(*p[1:])) + mp.mpf(math.hypot(*v[1:]))
        scale = max(mp.norm(mp.matrix(want[1:])), min(mp.mpf(m.radius), moved))
    errors.check("exp", largest(got[1:], want[1:], scale), EXP, p=p, v=v, radius=m.radius)
    errors.check("exp", errors.relative(got[0], want[0]), EXP, p=p, v=v, radius=m.radius)


@property_test
@given(vectors(), seeds, distances)
def test_inner_and_transport(errors, case, seed, far):
    m, p, v = case
    k = {"radius": m.radius, "dps": DPS}
    u = m.radius * unit(seed, len(p) - 1)
    u = np.array([float(np.dot(p[1:] / p[0], u)), *u])
    with mp.workdps(60):
        a, b = (mp.sqrt(ref.inner(p, t, t, **k)) for t in (u, v))
    if min(a, b) < 1e-140:
        return
    error = errors.vector([m.inner(p, u, v)], [ref.inner(p, u, v, **k)], a * b)
    errors.check("inner", error, INNER, p=p, u=u, v=v, radius=m.radius)
    q = m.projx([0.0, *(m.radius * math.sinh(far) * unit(seed + 1, len(p) - 1))])
    error = largest(m.transport(p, q, v), ref.transport(p, q, v, **k), b * mp.mpf(q[0]) / m.radius)
    errors.check("transport", error, TRANSPORT, p=p, q=q, v=v, radius=m.radius)


@property_test
@given(st.sampled_from([1.0, 2.5]), st.floats(0.0, 300.0), seeds, st.integers(-100, 20))
def test_proju_and_gradient(errors, radius, r, seed, exponent):
    m, rng = Hyperbolic(radius), np.random.default_rng(seed)
    p = m.projx([0.0, *(radius * math.sinh(r) * unit(seed, 3))])
    x = 10.0**exponent * rng.standard_normal(4)
    k = {"radius": radius, "dps": DPS}
    for f, g in ((m.proju, ref.proju), (m.egrad2rgrad, ref.egrad2rgrad)):
        want = g(p, x, **k)
        scale = mp.sqrt(ref.inner(p, want, want, **k)) * mp.mpf(p[0]) / radius
        errors.check(f.__name__, largest(f(p, x), want, scale), PROJ, p=p, x=x, radius=radius)


@property_test
@given(radii, st.one_of(magnitudes, st.floats(0.0, 34.0)), seeds)
def test_the_ball(errors, radius, r, seed):
    m = Hyperbolic(radius)
    p = m.projx([0.0, *(radius * math.sinh(r) * unit(seed, 3))])
    y = m.to_ball(p)
    if 0.0 < np.max(np.abs(y)) < 1e-290:
        return
    errors.check("to_ball", errors.vector(y, ref.to_ball(p, radius=radius, dps=400)), BALL, p=p, radius=radius)
    want = ref.from_ball(y, radius=radius, dps=400)
    errors.check("from_ball", errors.vector(m.from_ball(y)[1:], want[1:]), BALL, y=y, radius=radius)


def minkowski(a, b):
    return float(np.dot(a[1:], b[1:]) - a[0] * b[0])


def test_the_textbook_formulas_break_these_bounds(errors):
    m = Hyperbolic()
    p = m.projx([0.0, 1.0, 2.0])
    q = m.projx([0.0, 1.0 + 1e-9, 2.0 + 1e-8])
    want = ref.dist(p, q, dps=100)
    assert errors.relative(m.dist(p, q), want) <= DIST
    assert errors.relative(np.arccosh(max(1.0, -minkowski(p, q))), want) > 1e6 * DIST
    p, q = m.projx([0.0, *(math.sinh(30.0) * unit(1, 2))]), m.projx([0.0, *(math.sinh(29.0) * unit(1, 2))])
    want = ref.dist(p, q, dps=200)
    assert errors.relative(m.dist(p, q), want) <= DIST
    assert errors.relative(np.arccosh(max(1.0, -minkowski(p, q))), want) > 1e6 * DIST
    v = m.log(p, m.projx([0.0, 0.1, 0.2]))
    want = ref.exp(p, v, dps=200)
    assert largest(m.exp(p, v), want, want[0]) <= EXP
    t = math.sqrt(max(minkowski(v, v), 0.0))
    textbook = p * math.cosh(t) + v * (math.sinh(t) / t if t else 1.0)
    assert not largest(textbook, want, want[0]) <= 1e6 * EXP
    size = mp.sqrt(ref.inner(p, v, v, dps=200))
    assert errors.relative(m.norm(p, v), size) <= NORM
    assert errors.relative(t, size) > 1e6 * NORM


def test_from_the_origin_to_any_distance(errors):
    m = Hyperbolic()
    origin = np.array([1.0, 0.0, 0.0])
    for d in (1e-300, 1e-8, 1.0, 30.0, 400.0, 570.0):
        q = m.exp(origin, [0.0, 0.6 * d, 0.8 * d])
        assert m.dist(origin, q) == pytest.approx(d, rel=4e-16)
        assert m.log(origin, q) == pytest.approx([0.0, 0.6 * d, 0.8 * d], rel=1e-15)
        assert m.dist(m.projx(-q), q) == pytest.approx(2.0 * d, rel=4e-16)


def test_transport_to_and_from_the_origin(errors):
    m, origin = Hyperbolic(2.0), np.array([2.0, 0.0, 0.0])
    for r in (1e-9, 1.0, 50.0):
        q = m.projx([0.0, 1.2 * math.sinh(r), -1.6 * math.sinh(r)])
        for p, end, v in ((origin, q, [0.0, 3.0, 1.0]), (q, origin, m.transport(origin, q, [0.0, 3.0, 1.0]))):
            want = ref.transport(p, end, v, radius=2, dps=200)
            size = mp.sqrt(ref.inner(p, v, v, radius=2, dps=200))
            assert largest(m.transport(p, end, v), want, size * mp.mpf(end[0]) / 2) <= TRANSPORT
    assert m.transport(origin, origin, [0.0, 3.0, 1.0]).tolist() == [0.0, 3.0, 1.0]


def test_points_that_the_time_coordinate_cannot_tell_apart():
    m = Hyperbolic()
    p, q = m.projx([0.0, 1e173, 0.0]), m.projx([0.0, 1e173, 1.0])
    assert p[0] == q[0] == 1e173
    assert m.dist(p, q) == pytest.approx(2.0 * math.asinh(0.5), rel=1e-15)


def test_bad_input(refuses):
    m, p = Hyperbolic(), np.array([1.0, 0.0, 0.0])
    refuses("p_0 is 1.1", m.exp, [1.1, 0.0, 0.0], p)
    refuses("q_0 is -1.0", m.dist, p, -p)
    refuses("v_0 is 0.1", m.exp, p, [0.1, 1.0, 0.0])
    refuses("u_0 is 1.0", m.inner, p, [1.0, 0.0, 0.0], [0.0, 1.0, 0.0])
    refuses("700 radii", m.exp, p, [0.0, 701.0, 0.0])
    refuses("1e250 radii", m.exp, p, [0.0, 650.0, 0.0])
    refuses("1e250 radii", m.projx, [0.0, 1e260])
    refuses("too far", m.to_ball, m.projx([0.0, math.sinh(40.0)]))
    refuses("the length of y", m.from_ball, [1.0, 0.0])
    refuses("p has shape", m.dist, [1.0], [1.0])
    refuses("radius is 0.0", Hyperbolic, 0.0)
    refuses("radius is 1e+40", Hyperbolic, 1e40)
    refuses("n is 1", m.random_point, np.random.default_rng(0), 1)
