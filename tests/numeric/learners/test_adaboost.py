"""AdaBoost: componentwise weights, its reference, and DefiniteBoost on the diagonal matrices."""

import math

import mpmath as mp
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from numeric.learners.adaboost import AdaBoost
from numeric.learners.definite_boost import DefiniteBoost
from numeric.reference import adaboost as reference
from tests.sampling import drawn

EPS = 2.0**-52
# In ulp, componentwise for the weights. Measured worst: alpha 1.7, weights 2.1 after one step and after 200.
ALPHA, WEIGHTS = 4.0, 4.0

seeds = st.integers(0, 2**32 - 1)


def componentwise(got, want, errors):
    return max(errors.relative(a, b) for a, b in zip(got, want, strict=True))


@st.composite
def starts(draw):
    """Weights from 1e-300 to 1 and margins in [-1, 1], a few of them exactly -1, 0 or 1."""
    n = draw(st.integers(2, 6))
    w = np.array([10.0 ** draw(st.floats(-300, 0)) for _ in range(n - 1)] + [1.0])
    margin = st.one_of(st.sampled_from([-1.0, 0.0, 1.0]), st.floats(-1, 1))
    return w / math.fsum(w), np.array([draw(margin) for _ in range(n)])


@drawn(150)
@given(starts())
def test_one_step_is_right_in_every_weight(errors, start):
    w, m = start
    with mp.workdps(700):
        a = [mp.mpf(t) for t in w]
        edge = mp.fsum(s * mp.mpf(t) for s, t in zip(a, m, strict=True)) / mp.fsum(a)
        size = mp.fsum(s * abs(mp.mpf(t)) for s, t in zip(a, m, strict=True))
    assume(1e-250 < edge < 1)
    learner = AdaBoost(w)
    learner.learn_one(m)
    want = reference.alpha(edge, dps=700)
    errors.check("alpha", errors.relative(learner.alpha_, want), ALPHA * float(size / edge), w=w, m=m)
    moved = reference.update(list(w), list(m), learner.alpha_, dps=700)
    if min(moved) > 1e-300:
        errors.check("weights", componentwise(learner.coef_, moved, errors), WEIGHTS, w=w, m=m)


@pytest.mark.slow
@drawn(40)
@given(st.integers(2, 6), seeds)
def test_runs_of_two_hundred_hypotheses(errors, d, seed):
    rng = np.random.default_rng(seed)
    margins = rng.uniform(-0.9, 1.0, (200, d))
    w = np.full(d, 1.0 / d)
    learner = AdaBoost(w)
    alphas = []
    for m in margins:
        learner.learn_one(m)
        alphas.append(learner.alpha_)
    weights, want = reference.boost(list(w), [list(m) for m in margins], dps=60)
    # An error of an ulp of every step moves the log-weights by an ulp of their sum.
    bound = WEIGHTS + 0.25 * sum(alphas)
    errors.check("weights", componentwise(learner.coef_, weights, errors), bound, seed=seed)
    errors.check("alphas", errors.vector(alphas, want, 1), bound, seed=seed)
    loss = reference.exponential_loss(list(w), [list(m) for m in margins], alphas)
    errors.check("log loss", errors.vector([learner.log_loss_], [mp.log(loss)], 1 - mp.log(loss)), bound, seed=seed)


def test_the_textbook_alpha_is_infinite_or_zero_where_the_edge_is_near_its_ends(errors):
    w = np.array([1.0 - 1e-17, 1e-17])
    learner = AdaBoost(w)
    learner.learn_one([1.0, -1.0])
    edge = float(w @ [1.0, -1.0])
    with np.errstate(divide="ignore"):
        assert np.isinf(0.5 * np.log(np.float64(1 + edge) / np.float64(1 - edge)))
    with mp.workdps(60):
        a = [mp.mpf(t) for t in w]
        want = mp.log(a[0] / a[1]) / 2
    errors.check("alpha", errors.relative(learner.alpha_, want), ALPHA)
    learner = AdaBoost([0.5, 0.5])
    learner.learn_one([1e-17, 0.0])
    assert 0.5 * np.log((1 + 5e-18) / (1 - 5e-18)) == 0.0
    errors.check("alpha", errors.relative(learner.alpha_, reference.alpha(5e-18)), ALPHA)


def test_multiplied_weights_stick_at_a_subnormal_and_log_weights_come_back(errors):
    """A weight falls to 1e-320 and rises again: the stored product has lost its digits for good."""
    up, down = np.array([1.0, -0.9, -0.9]), np.array([-0.9, 1.0, 1.0])
    learner = AdaBoost(np.full(3, 1.0 / 3.0))
    w = np.full(3, 1.0 / 3.0)
    for m in [up * 0.9, down * 0.9] * 3:
        learner.learn_one(m)
    assert np.all(learner.coef_ > 0)
    raw = w[0]
    learner = AdaBoost(w)
    for sign in (1.0, -1.0):
        for _ in range(24):
            learner._move(sign * np.array([1.0, 0.0, 0.0]), 30.75)  # the step alone, whatever the edge
            raw = raw * np.exp(-sign * 30.75)
    assert abs(raw * 3.0 - 1.0) > 1e-4
    errors.check("weights", componentwise(learner.coef_, [mp.mpf(1) / 3] * 3, errors), 2.0)


# The relation to DefiniteBoost


@pytest.mark.parametrize("projection", ["approximate", "exact"])
@pytest.mark.parametrize("binary", [True, False])
def test_it_is_definite_boost_on_diagonal_matrices(projection, binary):
    for seed in range(5):
        rng = np.random.default_rng(seed)
        H = rng.uniform(-1, 1, (15, 12))
        H = np.sign(H) if binary else H
        y = np.sign(rng.standard_normal(12))
        w = rng.uniform(0.5, 1.0, 12)
        w /= w.sum()
        a = AdaBoost(w, projection).fit(H, y, rounds=40)
        b = DefiniteBoost(np.diag(w), projection, interval=(-1, 1))
        b.fit(np.stack([np.diag(y * h) for h in H]), rounds=40)
        assert a.chosen_ == b.chosen_
        assert np.allclose(a.alphas_, b.alphas_, rtol=1e-12, atol=1e-13)
        assert np.allclose(a.coef_, np.diag(b.coef_), rtol=1e-12, atol=0)
        assert a.log_loss_ == pytest.approx(b.dual_objective_, abs=1e-12)
        assert a.edges_ == pytest.approx(b.violations_, rel=1e-10)


def test_the_exact_step_is_the_approximate_one_for_hypotheses_of_signs():
    rng = np.random.default_rng(4)
    H, y = np.sign(rng.standard_normal((20, 15))), np.sign(rng.standard_normal(15))
    a, b = (AdaBoost(np.full(15, 1 / 15), p).fit(H, y, rounds=30) for p in ("approximate", "exact"))
    assert a.chosen_ == b.chosen_
    assert np.allclose(a.alphas_, b.alphas_, rtol=1e-12)


def test_the_exact_step_leaves_no_edge():
    m = np.array([0.9, -0.2, 0.4, -1.0, 0.3])
    learner = AdaBoost(np.full(5, 0.2), "exact")
    learner.learn_one(m)
    assert learner.alpha_ > 0
    assert abs(learner.predict_one(m)) <= 4 * EPS


# AdaBoost as it is known


def test_it_is_the_adaboost_that_people_write():
    """Errors and a loop: err, alpha = ln((1-err)/err)/2, w exp(-alpha y h)."""
    rng = np.random.default_rng(6)
    H, y = np.sign(rng.standard_normal((30, 40))), np.sign(rng.standard_normal(40))
    start = rng.uniform(0.5, 1.0, 40)
    start /= start.sum()
    w, alphas = start, np.zeros(30)
    for _ in range(60):
        error = ((y != H) * w).sum(axis=1)
        j = int(np.argmin(error))
        a = 0.5 * math.log((1 - error[j]) / error[j])
        alphas[j] += a
        w = w * np.exp(-a * y * H[j])
        w /= w.sum()
    learner = AdaBoost(start).fit(H, y, rounds=60)
    assert np.allclose(learner.alphas_, alphas, rtol=1e-10)
    assert np.allclose(learner.coef_, w, rtol=1e-10)
    assert np.array_equal(learner.predict(H), np.where(alphas @ H >= 0, 1.0, -1.0))
    assert learner.log_loss_ == pytest.approx(math.log(start @ np.exp(-y * (alphas @ H))), rel=1e-12)


def test_the_training_error_is_at_most_the_exponential_loss():
    rng = np.random.default_rng(7)
    x = rng.uniform(-1, 1, (2, 80))
    y = np.sign(x[0] + 0.5 * x[1])
    H = np.concatenate([np.sign(x[i] - t)[None] for i in range(2) for t in np.linspace(-0.9, 0.9, 19)])
    learner = AdaBoost(np.full(80, 1 / 80)).fit(H, y, rounds=100)
    assert np.mean(learner.predict(H) != y) <= math.exp(learner.log_loss_) + 1e-15
    assert np.mean(learner.predict(H) != y) < 0.05


def test_hypotheses_with_an_edge_of_at_most_zero_change_nothing():
    learner = AdaBoost([0.25, 0.75])
    learner.partial_fit([[1.0, -1.0], [1.0, -1.0 / 3.0 - 1e-10]])
    assert learner.coef_.tolist() == [0.25, 0.75]
    assert learner.loss_one([1.0, -1.0]) == 0.0


# Refusals


def test_bad_arguments_are_refused(refuses):
    refuses("w[0] is 0.0", AdaBoost, [0.0, 1.0])
    refuses("the sum of w", AdaBoost, [0.5, 0.6])
    refuses("w has shape", AdaBoost, [[0.5, 0.5]])
    refuses("projection", AdaBoost, [0.5, 0.5], "newton")
    learner = AdaBoost([0.5, 0.5])
    refuses("margins[1] is 1.5", learner.learn_one, [0.0, 1.5])
    refuses("margins has shape", learner.learn_one, [0.0])
    refuses("y is 1", learner.learn_one, [0.5, 0.5], 1)
    refuses("the edge is 1.0", learner.learn_one, [1.0, 1.0])
    refuses("y[0] is 0.0", learner.fit, [[1.0, 1.0]], [0.0, 1.0])
    refuses("H has shape", learner.fit, [[1.0]], [1.0, 1.0])
    refuses("rounds", learner.fit, [[1.0, 1.0]], [1.0, 1.0], rounds=1.5)
    refuses("H has shape", learner.predict, [[1.0]])
    refuses("one sign", AdaBoost([0.5, 0.5], "exact").learn_one, [0.5, 0.0])
