"""Positive definite solutions of linear equations, of blocks of one row and of several."""

import math

import numpy as np
import pytest

from verify.prover.allowance import Allowance
from verify.prover.polynomial.semidefinite import _Barrier, solve


def test_blocks_of_one_row_and_of_several_are_made_positive():
    # x − 1, 3 − x, and [[2, y], [y, x − 1]], of which the trace is bounded
    constant = np.array([-1.0, 3.0, 2.0, 0.0, 0.0, -1.0])
    directions = np.array([[1.0, -1.0, 0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 1.0, 1.0, 0.0]])
    found = solve([1, 1, 2], constant, directions, Allowance(math.inf))
    first, second, block = found.blocks
    assert found.least > 0
    assert float(first[0, 0] + second[0, 0]) == pytest.approx(2)
    assert float(block[1, 1]) == pytest.approx(float(first[0, 0]))
    assert np.linalg.eigvalsh(block)[0] > 0


def test_where_no_solution_is_definite_the_least_eigenvalue_says_so():
    found = solve([1, 1], np.array([-1.0, -1.0]), np.array([[1.0, -1.0]]), Allowance(math.inf))  # x − 1, −x − 1
    assert found.least < -0.9


def test_derivatives_are_those_of_the_value():
    sizes, draw = [1, 2, 1, 3], np.random.default_rng(1)
    rows = [[m + m.T for m in (draw.normal(size=(n, n)) for n in sizes)] for _ in range(3)]
    directions = np.array([np.concatenate([m.ravel() for m in row]) for row in rows])
    barrier = _Barrier(sizes, 2 * np.concatenate([np.eye(n).ravel() for n in sizes]), directions)
    x = np.array([0.05, -0.02, 0.04, -0.3])
    gradient, hessian = barrier._derivatives(x, 2.0)
    for i, e in enumerate(1e-5 * np.eye(4)):
        there, back = x + e, x - e
        slope = (barrier._value(there, 2.0) - barrier._value(back, 2.0)) / 2e-5
        assert slope == pytest.approx(gradient[i], rel=1e-5, abs=1e-5)
        bend = (barrier._derivatives(there, 2.0)[0] - barrier._derivatives(back, 2.0)[0]) / 2e-5
        assert bend == pytest.approx(hessian[i], rel=1e-4, abs=1e-4)
