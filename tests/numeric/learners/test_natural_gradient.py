"""The natural gradient: against elimination at 60 digits, for metrics of every scale and condition below 1e13."""

import math

import mpmath as mp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numeric.learners.losses import SquaredLoss
from numeric.learners.natural_gradient import NaturalGradientLearner, natural_gradient, natural_gradient_update
from numeric.reference import natural_gradient as reference
from tests.sampling import drawn

# In ulp of the longest part (natural_gradient, in the coordinates of the scaled G) and of |w| + |step|.
# Measured worst: 0.6 and 0.7.
SOLVE, UPDATE = 2.0, 4.0

seeds = st.integers(0, 2**32 - 1)


def metric(rng, n, condition):
    q = np.linalg.qr(rng.standard_normal((n, n)))[0]
    G = (q * condition ** -rng.uniform(0.0, 1.0, n)) @ q.T
    return 0.5 * (G + G.T)


@drawn(120)
@given(seeds, st.integers(1, 6), st.floats(0, 12), st.floats(-100, 100), st.floats(-100, 100))
def test_the_solution_to_the_last_digits(errors, seed, n, c, k, m):
    rng = np.random.default_rng(seed)
    G, g = metric(rng, n, 10.0**c) * 10.0**k, rng.standard_normal(n) * 10.0**m
    want = reference.natural_gradient(G.tolist(), g.tolist())
    errors.check("G**-1 g", errors.vector(natural_gradient(G, g), want), SOLVE, G=G, g=g)


@drawn(60)
@given(seeds, st.integers(2, 5), st.floats(0, 100))
def test_a_badly_scaled_metric_is_solved_in_every_entry(errors, seed, n, k):
    """D H D with D from 1e-100 to 1e100 and H well conditioned: each entry has its own scale."""
    rng = np.random.default_rng(seed)
    D = 10.0 ** rng.uniform(-k, k, n)
    G = np.outer(D, D) * (np.eye(n) + 0.2 * metric(rng, n, 10.0))
    G = 0.5 * (G + G.T)
    g = D * rng.standard_normal(n)
    want = reference.natural_gradient(G.tolist(), g.tolist(), dps=500)
    with mp.workdps(60):
        scaled = [mp.mpf(d) * t for d, t in zip(D, want, strict=True)]
    got = [mp.mpf(float(t)) * mp.mpf(d) for d, t in zip(D, natural_gradient(G, g), strict=True)]
    with mp.workdps(60):
        error = max(abs(s - t) for s, t in zip(got, scaled, strict=True)) / mp.norm(scaled) / mp.mpf(2) ** -52
    errors.check("D G**-1 g", float(error), SOLVE, G=G, g=g)


def test_the_textbook_solutions_lose_the_digits_of_the_condition(errors):
    rng = np.random.default_rng(1)
    G, g = metric(rng, 5, 1e12), rng.standard_normal(5)
    want = reference.natural_gradient(G.tolist(), g.tolist())
    errors.check("refined", errors.vector(natural_gradient(G, g), want), SOLVE)
    assert errors.vector(np.linalg.solve(G, g), want) > 1e3
    assert errors.vector(np.linalg.inv(G) @ g, want) > 1e3


@drawn(60)
@given(seeds, st.integers(1, 5), st.floats(0, 10), st.floats(-8, 8))
def test_the_update(errors, seed, n, c, k):
    rng = np.random.default_rng(seed)
    w, g, G, eta = rng.standard_normal(n), rng.standard_normal(n), metric(rng, n, 10.0**c), 10.0**k
    want = reference.update(w.tolist(), G.tolist(), g.tolist(), eta)
    size = float(np.linalg.norm(w) + eta * np.linalg.norm(natural_gradient(G, g)))
    errors.check("update", errors.vector(natural_gradient_update(w, G, g, eta), want, size), UPDATE, w=w, G=G, g=g)


def test_a_diagonal_is_a_diagonal_matrix_and_the_identity_is_gradient_descent():
    w, g, d = np.array([1.0, 2.0]), np.array([0.5, -1.0]), np.array([2.0, 0.25])
    assert np.array_equal(natural_gradient_update(w, d, g, 0.5), natural_gradient_update(w, np.diag(d), g, 0.5))
    assert natural_gradient_update(w, np.eye(2), g, 0.5).tolist() == [0.75, 2.5]


def test_the_learner_preconditions_its_steps():
    loss, w = SquaredLoss(), np.array([1.0, 2.0])
    learner = NaturalGradientLearner(lambda w: 1.0 / w**2, loss, w, 0.01)
    x, y = np.array([0.5, -0.3]), 0.7
    assert learner.predict_one(x) == pytest.approx(-0.1)
    assert learner.loss_one(x, y) == pytest.approx(0.64)
    learner.learn_one(x, y)
    assert learner.coef_ == pytest.approx(w - 0.01 * w**2 * 2.0 * (-0.8) * x, rel=1e-15)
    before = learner.loss_one(x, y)
    assert learner.partial_fit([x, x], [y, y]).loss_one(x, y) < before


def test_bad_input(refuses):
    g = [1.0, 1.0]
    refuses("G has shape", natural_gradient, np.eye(3), g)
    refuses("the diagonal of G[1] is -1.0", natural_gradient, np.diag([1.0, -1.0]), g)
    refuses("the diagonal of G[0] is 0.0", natural_gradient, [0.0, 1.0], g)
    refuses("G - G^T[0, 1]", natural_gradient, [[1.0, 0.5], [0.0, 1.0]], g)
    refuses("must be positive definite", natural_gradient, [[1.0, 2.0], [2.0, 1.0]], g)
    refuses("condition number", natural_gradient, [[1.0, 1.0 - 1e-15], [1.0 - 1e-15, 1.0]], g)
    refuses("egrad[0] is nan", natural_gradient, np.eye(2), [math.nan, 1.0])
    refuses("eta is 0.0", natural_gradient_update, g, np.eye(2), g, 0.0)
    refuses("they must both be", natural_gradient_update, [1.0], np.eye(2), g, 0.1)
    refuses("must be finite", natural_gradient, [1e-300, 1.0], [1e300, 1.0])
    refuses(
        "must be positive definite", NaturalGradientLearner, lambda w: [[1.0, 2.0], [2.0, 1.0]], SquaredLoss(), g, 1.0
    )
    learner = NaturalGradientLearner(lambda w: np.ones(2), SquaredLoss(), g, 0.1)
    refuses("y is nan", learner.learn_one, g, math.nan)
    refuses("y is nan", learner.learn_one, g)
    refuses("w, x have shapes", learner.learn_one, [1.0], 0.0)
    refuses("Y has shape", learner.partial_fit, [g], [1.0, 2.0])
