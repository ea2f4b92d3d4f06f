import math

import mpmath as mp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numeric.manifolds import PositiveOrthant
from numeric.reference import positive_orthant as ref
from tests.sampling import drawn

M = PositiveOrthant()
# Measured worst of 10,000 points: exp 2.1, log 1.3, transport 0.9, dist 1.3, norm 0.8, inner 1.4 ulp.
EXP, LOG, TRANSPORT, DIST, NORM, INNER = 4.0, 3.0, 2.0, 3.0, 2.0, 3.0
property_test = drawn(150)


def scaled(m, e):
    return m * 10.0**e


magnitudes = st.builds(scaled, st.floats(1.0, 9.99), st.integers(-300, 299))
signs = st.sampled_from([-1.0, 1.0])
close = st.builds(scaled, st.floats(1.0, 9.99), st.integers(-17, -1))


@st.composite
def pairs(draw):
    n = draw(st.integers(1, 4))
    p = np.array([draw(magnitudes) for _ in range(n)])
    if draw(st.booleans()):
        return p, np.array([draw(magnitudes) for _ in range(n)])
    return p, np.array([t * (1.0 + draw(signs) * draw(close)) for t in p])


def worst(errors, got, want):
    return max(errors.relative(a, b) for a, b in zip(got, want, strict=True))


@property_test
@given(pairs())
def test_dist_and_log(errors, points):
    p, q = points
    errors.check("dist", errors.relative(M.dist(p, q), ref.dist(p, q)), DIST, p=p, q=q)
    want = ref.log(p, q)
    if all(t == 0 or 1e-300 < abs(t) < 1e308 for t in want):
        errors.check("log", worst(errors, M.log(p, q), want), LOG, p=p, q=q)


@property_test
@given(magnitudes, st.builds(lambda s, t: s * t, signs, st.builds(scaled, st.floats(1.0, 9.99), st.integers(-300, 2))))
def test_exp(errors, p, ratio):
    v = p * ratio
    want = ref.exp([p], [v])
    if 1e-305 < want[0] < 1e308 and (v == 0.0 or abs(v) > 1e-290):
        errors.check("exp", worst(errors, M.exp([p], [v]), want), EXP, p=p, v=v)


@property_test
@given(pairs(), st.lists(st.builds(lambda s, t: s * t, signs, magnitudes), min_size=4, max_size=4))
def test_transport_inner_norm_gradient(errors, points, values):
    p, q = points
    v = np.array(values[: len(p)])
    want = ref.transport(p, q, v)
    if all(1e-300 < abs(t) < 1e308 for t in want):
        errors.check("transport", worst(errors, M.transport(p, q, v), want), TRANSPORT, p=p, q=q, v=v)
    u = ref.push_forward(p, v)
    if all(1e-140 < abs(t) < 1e140 for t in u):
        square = ref.inner(p, v, v)
        errors.check("norm", errors.relative(M.norm(p, v), mp.sqrt(square)), NORM, p=p, v=v)
        other = v * np.cos(np.arange(len(v)) * 2.0)
        size = mp.sqrt(square * ref.inner(p, other, other))
        error = errors.vector([M.inner(p, v, other)], [ref.inner(p, v, other)], size)
        errors.check("inner", error, INNER, p=p, u=v, v=other)
    want = ref.egrad2rgrad(p, v)
    if all(1e-300 < abs(t) < 1e308 for t in want):
        errors.check("egrad2rgrad", worst(errors, M.egrad2rgrad(p, v), want), TRANSPORT, p=p, g=v)


def test_the_textbook_formulas_break_these_bounds(errors):
    p, q = np.array([1e-200]), np.array([1e-200 * (1.0 + 1e-9)])
    want = ref.dist(p, q)
    assert errors.relative(M.dist(p, q), want) <= DIST
    assert errors.relative(np.abs(np.log(q) - np.log(p))[0], want) > 1e6 * DIST
    p = np.array([3.7e-200])
    v = p * 471.3
    want = ref.exp(p, v)
    assert errors.relative(M.exp(p, v)[0], want[0]) <= EXP
    assert errors.relative(np.exp(np.log(p) + v / p)[0], want[0]) > 4.0 * EXP


def test_values_that_only_the_whole_expression_has():
    assert M.exp([1e-300], [1e-300 * 1000.0])[0] == pytest.approx(1e-300 * math.exp(500.0) * math.exp(500.0), rel=1e-12)
    assert M.dist([1e-300], [1e300]) == pytest.approx(600 * math.log(10.0), rel=1e-15)
    assert M.transport([1e-300], [1e300], [1e-300])[0] == pytest.approx(1e300, rel=3e-16)


def test_bad_input(refuses):
    refuses("p[0] is 0.0; it must be > 0", M.exp, [0.0], [1.0])
    refuses("q[1] is -1.0", M.dist, [1.0, 1.0], [1.0, -1.0])
    refuses("q[0] is -1.0", M.transport, [1.0], [-1.0], [1.0])
    refuses("x[0] is 0.0", M.projx, [0.0])
    refuses("shorten v", M.exp, [1.0], [800.0])
    refuses("shorten v", M.exp, [1.0], [-800.0])
    refuses("overflows", M.norm, [1e-300], [1e300])
    refuses("overflows", M.egrad2rgrad, [1e200], [1.0])
    refuses("n is 0", M.random_point, np.random.default_rng(0), 0)
