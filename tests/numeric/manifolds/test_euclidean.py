import math

import numpy as np
import pytest

from numeric.manifolds import Euclidean

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
    assert E.dist([3e-200, 0.0], [0.0, 4e-200]) == pytest.approx(5e-200, rel=1e-15)
    assert E.inner([0.0] * 3, [1e16, 1.0, -1e16], [1.0, 1.0, 1.0]) == 1.0


def test_broadcasting():
    assert E.dist(np.zeros((3, 1, 2)), np.ones((4, 2))).shape == (3, 4)


def test_bad_input(refuses):
    refuses("q[0] is nan", E.dist, [0.0], [math.nan])
    refuses("last axis", E.exp, [0.0], [1.0, 2.0])
    refuses("p has shape ()", E.exp, 0.0, [1.0])
