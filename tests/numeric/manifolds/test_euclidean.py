import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numeric.manifolds import Euclidean
from numeric.reference import euclidean as ref
from tests.sampling import drawn

E = Euclidean()


def test_lines():
    p, q = np.array([1.0, 2.0]), np.array([4.0, -2.0])
    assert np.array_equal(E.exp(p, E.log(p, q)), q)
    assert E.dist(p, q) == 5.0
    assert E.inner(p, [1.0, 2.0], [3.0, 4.0]) == 11.0
    assert E.norm(p, [3.0, 4.0]) == 5.0
    assert np.array_equal(E.egrad2rgrad(p, q), q)
    assert np.array_equal(E.proju(p, q), q)
    assert np.array_equal(E.projx(q), q)
    assert E.random_point(np.random.default_rng(0), 3).shape == (3,)


def test_scale_and_cancellation():
    assert E.dist([3e-200, 0.0], [0.0, 4e-200]) == pytest.approx(5e-200, rel=1e-15, abs=0.0)
    assert E.inner([0.0] * 3, [1e16, 1.0, -1e16], [1.0, 1.0, 1.0]) == 1.0


magnitudes = st.builds(
    lambda s, m, e: s * m * 10.0**e, st.sampled_from([-1.0, 1.0]), st.floats(1, 9.9), st.integers(-300, 299)
)
vectors = st.lists(magnitudes, min_size=3, max_size=3).map(np.array)


@drawn(100)
@given(vectors, vectors, st.integers(-17, 0))
def test_every_magnitude(errors, p, v, close):
    for q in (v, p * (1.0 + 10.0**close)):
        if not np.array_equal(p, q):
            errors.check("dist", errors.relative(E.dist(p, q), ref.dist(p, q, dps=700)), 2.0, p=p, q=q)
        for got, want in ((E.exp(p, q), ref.exp(p, q, dps=700)), (E.log(p, q), ref.log(p, q, dps=700))):
            error = max(errors.relative(a, b) for a, b in zip(got, want, strict=True))
            errors.check("exp, log", error, 1.0, p=p, q=q)
    errors.check("norm", errors.relative(E.norm(p, v), ref.dist([0] * 3, v, dps=700)), 2.0, v=v)
    assert np.array_equal(E.transport(p, v, v), v)


def test_the_textbook_norm_breaks_the_bound(errors):
    v = np.array([3e-200, 4e-200])
    assert errors.relative(np.sqrt(np.sum(v * v)), ref.dist([0, 0], v)) > 1e6


def test_broadcasting():
    assert E.dist(np.zeros((3, 1, 2)), np.ones((4, 2))).shape == (3, 4)


def test_bad_input(refuses):
    refuses("q[0] is nan", E.dist, [0.0], [math.nan])
    refuses("last axis", E.exp, [0.0], [1.0, 2.0])
    refuses("p has shape ()", E.exp, 0.0, [1.0])
    refuses("overflows", E.exp, [1e308], [1e308])
    refuses("overflows", E.dist, [-1e308], [1e308])
    refuses("overflows", E.norm, [0.0, 0.0], [1.7e308, 1.7e308])
    refuses("n is 0", E.random_point, np.random.default_rng(0), 0)
