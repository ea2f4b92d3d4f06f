"""Onto R^n every link is right to a few ulp over its domain; onto the sphere it agrees with the simplex."""

import math

import mpmath as mp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numeric.manifolds import (
    Artanh,
    Identity,
    Linear,
    Log,
    Logit,
    PositiveOrthant,
    PulledBack,
    Simplex,
    SimplexLog,
    Sphere,
    Sqrt,
)
from numeric.reference import links as ref_links
from numeric.reference import pulled_back as ref
from numeric.reference import sphere as ref_sphere
from tests.sampling import drawn

# Measured worst of 3,000 points a link: dist 1.6, log 2.0, gradient 2.1, exp 2.0 ulp (1 + |d| its condition number).
DIST, LOG, GRADIENT, EXP = 3.0, 4.0, 4.0, 4.0
LINKS = {"identity": Identity(), "log": Log(), "logit": Logit(), "artanh": Artanh(), "sqrt": Sqrt()}
each = pytest.mark.parametrize("name", LINKS)

magnitudes = st.builds(lambda m, e: m * 10.0**e, st.floats(1.0, 9.99), st.integers(-290, 290))
fractions = st.one_of(
    st.builds(lambda m, e: m * 10.0**e, st.floats(1.0, 9.99), st.integers(-290, -2)),
    st.builds(lambda m, e: 1.0 - m * 10.0**e, st.floats(1.0, 9.99), st.integers(-15, -2)),
    st.floats(0.01, 0.99),
)
signs = st.sampled_from([-1.0, 1.0])
signed = {
    "identity": st.builds(lambda s, t: s * t, signs, magnitudes),
    "log": magnitudes,
    "sqrt": magnitudes,
    "logit": fractions,
    "artanh": st.builds(lambda s, t: s * t, signs, fractions),
}


@st.composite
def pairs(draw, name):
    p = draw(signed[name])
    q = draw(signed[name])
    if draw(st.booleans()):
        q = p * (1.0 + draw(signs) * 10.0 ** draw(st.integers(-16, -1)))
        q = q if name not in ("logit", "artanh") or abs(q) < 1.0 else p
    return p, q


def digits(*values):
    """Enough for the cancellation of the definitions between numbers of these sizes."""
    return 60 + 2 * max(abs(math.floor(math.log10(abs(v)))) for v in values)


@each
@drawn(60)
@given(data=st.data())
def test_dist_log_gradient(errors, name, data):
    m, (p, q) = PulledBack(LINKS[name]), data.draw(pairs(name))
    dps = digits(p, q)
    if p != q:
        errors.check("dist", errors.relative(m.dist([p], [q]), ref.dist(name, [p], [q], dps=dps)), DIST, p=p, q=q)
        want = ref.log(name, [p], [q], dps=dps)[0]
        if 1e-300 < abs(want) < 1e308:
            errors.check("log", errors.relative(m.log([p], [q])[0], want), LOG, p=p, q=q)
    want = ref.egrad2rgrad(name, [p], [0.7], dps=dps)[0]
    if 1e-300 < abs(want) < 1e308:
        errors.check("egrad2rgrad", errors.relative(m.egrad2rgrad([p], [0.7])[0], want), GRADIENT, p=p)


@each
@drawn(60)
@given(data=st.data())
def test_exp(errors, name, data):
    f = LINKS[name]
    p, d = data.draw(signed[name]), data.draw(signs) * 10.0 ** data.draw(st.floats(-16, 1.4))
    v = f.pull_back([p], [d])
    if not 1e-300 < abs(v[0]) < 1e300:
        return
    want = ref.exp(name, [p], v, dps=digits(p))[0]
    try:
        got = PulledBack(f).exp([p], v)[0]
    except ValueError:  # it rounds to an end of the domain
        with mp.workdps(60):
            assert {"log": want > 1e300, "logit": 1 - want < 1e-15, "artanh": 1 - abs(want) < 1e-15}.get(name, d < 0)
        return
    with mp.workdps(60):
        condition = 1.0 if name == "identity" else abs(d / want / ref_links.slopes(name, [want], dps=60)[0])
    errors.check("exp", errors.relative(got, want), EXP * (1.0 + float(condition)), p=p, v=v[0])


@each
def test_the_inverse_and_the_derivative_fit(name):
    f, p = LINKS[name], np.array([0.2, 0.45, 0.3])
    assert f.inverse(f.forward(p)) == pytest.approx(p, rel=1e-14)
    v = np.array([1.0, -2.0, 0.5])
    assert f.pull_back(p, f.push_forward(p, v)) == pytest.approx(v, rel=1e-15)
    assert f.push_forward(p, v) == pytest.approx([float(t) for t in ref_links.push_forward(name, p, v)], rel=1e-15)
    assert np.dot(f.push_forward_partials(p, [1.0, 2.0, 3.0]), f.push_forward(p, v)) == pytest.approx(-1.5, rel=1e-14)
    h = 1e-6
    assert (f.forward(p + h * v) - f.forward(p - h * v)) / (2 * h) == pytest.approx(f.push_forward(p, v), rel=1e-8)


@each
def test_transport_is_constant_in_the_parameters(name):
    m, p, q = PulledBack(LINKS[name]), [0.25, 0.5], [0.75, 0.125]
    want = [float(t) for t in ref.transport(name, p, q, [1.0, -3.0])]
    assert m.transport(p, q, [1.0, -3.0]) == pytest.approx(want, rel=1e-15)


def test_through_the_square_root_onto_the_sphere_it_is_the_simplex():
    m, s, rng = PulledBack(Sqrt(), Sphere(2.0)), Simplex(), np.random.default_rng(1)
    for _ in range(20):
        p, q = s.random_point(rng, 4), s.random_point(rng, 4)
        v, g = s.log(p, q), rng.standard_normal(4)
        assert float(m.dist(p, q)) == pytest.approx(float(s.dist(p, q)), rel=1e-13)
        assert m.log(p, q) == pytest.approx(v, rel=1e-12, abs=1e-14)
        assert m.exp(p, 0.5 * v) == pytest.approx(s.exp(p, 0.5 * v), rel=1e-12)
        assert m.transport(p, q, v) == pytest.approx(s.transport(p, q, v), rel=1e-12, abs=1e-14)
        assert m.egrad2rgrad(p, g) == pytest.approx(s.egrad2rgrad(p, g), rel=1e-12, abs=1e-14)
        assert float(m.inner(p, v, v)) == pytest.approx(float(s.inner(p, v, v)), rel=1e-13)
        assert m.projx(3.0 * p) == pytest.approx(p, rel=1e-14)
        want = ref.dist("sqrt", p, q, manifold=ref_sphere, radius=2)
        assert float(m.dist(p, q)) == pytest.approx(float(want), rel=1e-13)
        want = ref.exp("sqrt", p, 0.5 * v, manifold=ref_sphere, radius=2)
        assert m.exp(p, 0.5 * v) == pytest.approx([float(t) for t in want], rel=1e-12)
        want = ref.log("sqrt", p, q, manifold=ref_sphere, radius=2)
        assert m.log(p, q) == pytest.approx([float(t) for t in want], rel=1e-12, abs=1e-14)


def test_through_the_logarithm_it_is_the_positive_orthant():
    m, s, rng = PulledBack(Log()), PositiveOrthant(), np.random.default_rng(2)
    p, q = s.random_point(rng, 4), s.random_point(rng, 4)
    assert m.dist(p, q) == s.dist(p, q)
    assert np.array_equal(m.log(p, q), s.log(p, q))


def test_through_a_matrix_it_has_that_matrix_squared_for_its_metric(errors, refuses):
    A = np.array([[2.0, 0.5, 0.0], [0.5, 1.0, -0.3], [0.0, -0.3, 4.0]])
    m, rng = PulledBack(Linear(A)), np.random.default_rng(4)
    p, v = rng.standard_normal((2, 5, 3))
    q = m.exp(p, v)
    assert q == pytest.approx(p + v, rel=1e-14)
    assert m.log(p, q) == pytest.approx(v, rel=1e-13, abs=1e-15)
    assert m.norm(p, v) == pytest.approx(np.linalg.norm(v @ A, axis=-1), rel=1e-14)
    assert m.egrad2rgrad(p, v) == pytest.approx(np.linalg.solve(A @ A, v[..., None])[..., 0], rel=1e-12)
    assert m.transport(p, q, v) == pytest.approx(v, rel=1e-14)
    near = p[0] * (1.0 + 1e-12 * v[0])
    want = ref_euclidean_length(A, p[0], near)
    errors.check("dist", errors.relative(m.dist(p[0], near), want), DIST, p=p[0], q=near)
    assert errors.relative(np.linalg.norm(A @ near - A @ p[0]), want) > 100.0 * DIST
    refuses("p has shape (2,)", m.dist, [1.0, 2.0], [1.0, 2.0])


def ref_euclidean_length(A, p, q):
    with mp.workdps(60):
        d = [mp.mpf(b) - mp.mpf(a) for a, b in zip(p, q, strict=True)]
        return mp.norm(mp.matrix(A.tolist()) * mp.matrix(d))


def test_the_logarithm_of_the_simplex_has_differences_and_steps_but_no_inverse_derivative(refuses):
    f, p, q = SimplexLog(), np.array([0.2, 0.3, 0.5]), np.array([[0.1, 0.4, 0.5], [0.2, 0.3, 0.5]])
    d = f.difference(p, q)
    assert d == pytest.approx(np.log(q / p), rel=1e-14, abs=1e-16)
    assert f.moved(p, d + 7.0) == pytest.approx(q, rel=1e-14)
    assert f.inverse(f.forward(q)) == pytest.approx(q, rel=1e-15)
    assert f.push_forward(p, [1.0, 0.0, -1.0]).tolist() == [5.0, 0.0, -2.0]
    refuses("invertible derivative", f.pull_back, p, [1.0, 0.0, 0.0])
    refuses("the sum of p is 1.5", f.forward, [0.5, 1.0])


def test_the_textbook_formulas_break_these_bounds(errors):
    for name, p, q in (("log", 1e-200, 1e-200 * (1 + 1e-10)), ("logit", 1e-200, 1.0000001e-200)):
        f = LINKS[name]
        want = ref.dist(name, [p], [q], dps=100)
        assert errors.relative(PulledBack(f).dist([p], [q]), want) <= DIST
        assert errors.relative(abs(f.forward([q]) - f.forward([p]))[0], want) > 1e6 * DIST
        v = f.pull_back([p], [1.25])
        want = ref.exp(name, [p], v, dps=100)[0]
        assert errors.relative(PulledBack(f).exp([p], v)[0], want) <= 2 * EXP
        assert errors.relative(f.inverse(f.forward([p]) + 1.25)[0], want) > 2 * EXP


def test_random_points_outside_the_image_are_drawn_again(refuses):
    m = PulledBack(Sqrt(), Sphere(2.0))
    assert np.all(m.random_point(np.random.default_rng(3), 5) > 0.0)
    refuses("1000 draws", m.random_point, np.random.default_rng(3), 100)


def test_bad_input(refuses):
    log, logit = PulledBack(Log()), PulledBack(Logit())
    refuses("p[0] is 0.0; it must be > 0", log.dist, [0.0], [1.0])
    refuses("q[0] is -1.0", log.log, [1.0], [-1.0])
    refuses("shorten the step", log.exp, [1.0], [800.0])
    refuses("p[0] is 1.0; it must be > 0 and < 1", logit.norm, [1.0], [0.0])
    refuses("f**-1(f(p) + d)", logit.exp, [0.5], [1000.0])
    refuses("p[0] is -1.0", PulledBack(Artanh()).exp, [-1.0], [1.0])
    refuses("w[0] is 800.0", Log().inverse, [800.0])
    refuses("w[0] is -1.0", Sqrt().inverse, [-1.0])
    refuses("the length of p", PulledBack(Sqrt(), Sphere(2.0)).norm, [0.5, 0.6], [0.1, -0.1])
