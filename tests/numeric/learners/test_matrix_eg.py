"""MEG: 1,000 dense steps with eigenvalues falling to 1e-176, single steps, the bounds of section 3.1."""

import math

import mpmath as mp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numeric import spectral
from numeric.learners.matrix_eg import (
    DirectMatrixEG,
    MatrixEG,
    best_c,
    direct_update,
    learning_rate,
    least_realizable_loss,
    mean_rate,
    moment_factor,
    most_realizable_loss,
    realizable_bound,
    realizable_rate,
    relative_loss_bound,
    trial_bound,
)
from numeric.learners.run import run
from numeric.reference import matrix_eg as reference
from tests.sampling import drawn

EPS = 2.0**-52
# Normwise errors in ulp. Measured worst: 39 (9e-15) after 1,000 steps, when the log-matrix has entries of 356.
LONG_RUN, STEP = 64.0, 4.0

seeds = st.integers(0, 2**32 - 1)


def density(rng, n, low=-2.0):
    q = np.linalg.qr(rng.standard_normal((n, n)))[0]
    v = 10.0 ** rng.uniform(low, 0.0, n)
    A = (q * (v / v.sum())) @ q.T
    return 0.5 * (A + A.T)


def symmetric(rng, n):
    A = rng.uniform(-1, 1, (n, n))
    return 0.5 * (A + A.T)


def distance(A, B):
    n = len(A)
    with mp.workdps(40):
        return float(max(abs(mp.mpf(float(A[i, j])) - B[i, j]) for i in range(n) for j in range(n))) / EPS


def falling(T):
    """Vectors of R^3 near a fixed one, dense, and labels that cannot be reached, so that W leaves its direction."""
    rng = np.random.default_rng(0)
    fade = np.exp(-np.arange(T) / 200.0)[:, None]
    X = np.array([1.0, 0.3, -0.2]) + 0.3 * fade * rng.standard_normal((T, 3))
    return density(rng, 3, -0.5), np.einsum("ti,tj->tij", X, X), np.full(T, -0.35)


# Long runs


@pytest.mark.slow
def test_a_thousand_steps_with_eigenvalues_falling_to_1e_minus_176(errors):
    W, X, Y = falling(1000)
    learner = MatrixEG(W, 0.5)
    trace = run_matrices(learner, X, Y)
    want, predictions = reference.unwrapped(W.tolist(), [x.tolist() for x in X], Y.tolist(), 0.5, dps=40)
    assert learner.eigenvalues_[0] < 1e-170
    errors.check("W after 1,000 steps", distance(learner.coef_, want), LONG_RUN)
    errors.check("predictions", max(abs(float(a - b)) for a, b in zip(trace, predictions, strict=True)) / EPS, LONG_RUN)


def run_matrices(learner, X, Y):
    out = []
    for x, y in zip(X, Y, strict=True):
        out.append(learner.predict_one(x))
        learner.learn_one(x, y)
    return out


def test_the_textbook_step_ends_where_an_eigenvalue_leaves_the_stored_matrix():
    """exp(log W - G)/Z by eigh of the stored W: an eigenvalue <= 0, whose logarithm is not real, before step 150."""
    W, X, Y = falling(150)
    for x, y in zip(X, Y, strict=True):
        v, q = np.linalg.eigh(W)
        if v[0] <= 0.0:
            break
        L = (q * np.log(v)) @ q.T
        u, p = np.linalg.eigh(L - (np.vdot(W, x) - y) * x)
        W = (p * np.exp(u)) @ p.T
        W /= np.trace(W)
    assert v[0] <= 0.0


def test_the_direct_learner_says_that_its_matrix_has_become_singular(refuses):
    W, X, Y = falling(200)
    refuses("not positive definite in float64", DirectMatrixEG(W, 0.5).partial_fit, X, Y)


def test_the_stored_matrix_loses_digits_long_before_it_is_singular(errors):
    """At step 60 the smallest eigenvalue is about 1e-11: the direct form has lost 4 digits, the unwrapped none."""
    W, X, Y = falling(60)
    want = reference.unwrapped(W.tolist(), [x.tolist() for x in X], Y.tolist(), 0.5, dps=40)[0]
    with mp.workdps(40):
        low = mp.eigsy(want, eigvals_only=True)[0]
    direct = np.linalg.eigvalsh(DirectMatrixEG(W, 0.5).partial_fit(X, Y).coef_)[0]
    unwrapped = MatrixEG(W, 0.5).partial_fit(X, Y).eigenvalues_[0]
    assert errors.relative(direct, low) > 1e4
    errors.check("smallest eigenvalue", errors.relative(unwrapped, low), LONG_RUN)


# Single steps


@drawn(80)
@given(st.integers(2, 5), seeds, st.floats(-9.0, 1.5), st.floats(-3.0, 3.0))
def test_single_steps_of_both_forms(errors, n, seed, exponent, y):
    rng = np.random.default_rng(seed)
    W, X, eta = density(rng, n), symmetric(rng, n), 10.0**exponent
    want = reference.update(W.tolist(), X.tolist(), y, eta, dps=60)
    # A step of length s makes an exponent of that size, whose rounding is s ulp of W.
    length = 1.0 + 2.0 * eta * (abs(y) + 1.0)
    bound = STEP * length + 0.25 / np.linalg.eigvalsh(W)[0]
    errors.check("direct", distance(direct_update(W, X, y, eta), want), bound, W=W, X=X, eta=eta, y=y)
    learner = MatrixEG(W, eta)
    learner.learn_one(X, y)
    errors.check("unwrapped", distance(learner.coef_, want), bound, W=W, X=X, eta=eta, y=y)


@drawn(15)
@given(st.integers(2, 4), seeds)
def test_the_two_forms_and_their_references_agree_over_twenty_steps(n, seed):
    rng = np.random.default_rng(seed)
    W, X, Y = density(rng, n, -1.0), [symmetric(rng, n) for _ in range(20)], rng.uniform(-0.5, 0.5, 20)
    want = reference.unwrapped(W.tolist(), [x.tolist() for x in X], Y.tolist(), 0.3, dps=60)[0]
    step = [row[:] for row in W.tolist()]
    for x, y in zip(X, Y, strict=True):
        step = reference.update(step, x.tolist(), float(y), 0.3, dps=60)
    assert distance(np.zeros((n, n)), step - want) * EPS < 1e-14
    a, b = MatrixEG(W, 0.3).partial_fit(X, Y), DirectMatrixEG(W, 0.3).partial_fit(X, Y)
    assert distance(a.coef_, want) <= LONG_RUN
    assert distance(b.coef_, want) <= 100 * LONG_RUN


def test_diagonal_matrices_make_exponentiated_gradient():
    rng = np.random.default_rng(5)
    w = np.full(4, 0.25)
    learner = MatrixEG(np.diag(w), 0.7)
    for _ in range(50):
        x, y = rng.uniform(-1, 1, 4), rng.uniform(-1, 1)
        learner.learn_one(np.diag(x), y)
        w = w * np.exp(-1.4 * (w @ x - y) * x)
        w /= w.sum()
    assert np.allclose(np.diag(learner.coef_), w, rtol=1e-13, atol=0)
    assert np.count_nonzero(learner.coef_ - np.diag(np.diag(learner.coef_))) == 0


def test_vectors_stand_for_their_outer_products_and_run_through_run():
    rng = np.random.default_rng(6)
    X, Y = rng.standard_normal((30, 3)), rng.uniform(0, 1, 30)
    a, b = MatrixEG(np.eye(3) / 3, 0.1), MatrixEG(np.eye(3) / 3, 0.1)
    trace = run(a, X, Y)
    b.partial_fit(np.einsum("ti,tj->tij", X, X), Y)
    assert np.array_equal(a.coef_, b.coef_)
    assert trace.losses[0] == (trace.predictions[0] - Y[0]) ** 2
    assert np.array_equal(MatrixEG(np.eye(3) / 3, 0.1).partial_fit(X, Y).coef_, a.coef_)


def test_the_weights_stay_a_density_matrix_and_the_log_matrix_is_its_logarithm():
    rng = np.random.default_rng(7)
    learner = MatrixEG(density(rng, 4), 2.0)
    for _ in range(200):
        learner.learn_one(symmetric(rng, 4), rng.uniform(-0.2, 0.2))
    assert np.array_equal(learner.coef_, learner.coef_.T)
    assert np.trace(learner.coef_) == pytest.approx(1.0, abs=4 * EPS)
    assert np.all(learner.eigenvalues_ > 0)
    assert np.allclose(spectral.exp_trace_normalised(learner.log_coef_), learner.coef_, atol=1e-13)


def test_a_learner_goes_on_from_its_state_with_the_same_bits():
    W, X, Y = falling(300)
    whole, half = MatrixEG(W, 0.5).partial_fit(X, Y), MatrixEG(W, 0.5).partial_fit(X[:170], Y[:170])
    state = half.state()
    half.learn_one(X[0], 1.0)
    resumed = MatrixEG.resumed(state, 0.5).partial_fit(X[170:], Y[170:])
    assert all(np.array_equal(value, resumed.state()[name]) for name, value in whole.state().items())
    assert np.array_equal(resumed.log_coef_, whole.log_coef_)


def test_bad_states_are_refused(refuses):
    state = MatrixEG(np.eye(2) / 2, 1.0).state()
    refuses("state must hold high, low", MatrixEG.resumed, {}, 1.0)
    refuses("state must hold", MatrixEG.resumed, {**state, "more": np.zeros(2)}, 1.0)
    refuses("state must hold", MatrixEG.resumed, {**state, "high": np.eye(3)}, 1.0)
    refuses("eta is 0", MatrixEG.resumed, state, 0)


# Bounds


@pytest.mark.parametrize("c", [1e-6, 0.3, 2.0, 1e6])
@pytest.mark.parametrize("r", [1e-4, 1.0, 30.0])
def test_the_relative_loss_bound_is_the_formula(errors, c, r):
    for loss, far in ((0.0, 3.9), (12.5, 0.7), (1e9, 1e-9)):
        want = reference.relative_loss_bound(loss, far, r, c)
        errors.check("bound", errors.relative(relative_loss_bound(loss, far, r, c), want), 4.0, c=c, r=r)


def test_the_best_c_makes_the_bound_least():
    r, loss, far = 2.0, 7.0, 3.0
    c = best_c(r, loss, far)
    least = relative_loss_bound(loss, far, r, c)
    assert least == pytest.approx(loss + r * math.sqrt(2 * loss * far) + r * r * far / 2, rel=1e-14)
    assert all(relative_loss_bound(loss, far, r, c * k) > least for k in (0.9, 0.99, 1.01, 1.1))


def test_a_run_keeps_both_bounds():
    rng = np.random.default_rng(8)
    n, c = 4, 1.0
    U, W = density(rng, n), np.eye(n) / n
    X = [symmetric(rng, n) for _ in range(300)]
    r = max(np.ptp(np.linalg.eigvalsh(x)) for x in X)
    Y = [float(np.vdot(U, x)) + 0.1 * rng.standard_normal() for x in X]
    learner = MatrixEG(W, learning_rate(r, c))
    far = [spectral.von_neumann_divergence(W, U)]
    losses, others = [], []
    for x, y in zip(X, Y, strict=True):
        losses.append(learner.loss_one(x, y))
        others.append((float(np.vdot(U, x)) - y) ** 2)
        learner.learn_one(x, y)
        far.append(spectral.von_neumann_divergence(learner.coef_, U))
        assert trial_bound(losses[-1], others[-1], r, c / r**2) <= far[-2] - far[-1] + 1e-14
    assert sum(losses) <= relative_loss_bound(sum(others), far[0], r, c)


@pytest.mark.parametrize("tuned", [False, True])
def test_a_run_without_a_loss_to_compare_with_stays_between_its_bounds(tuned):
    rng = np.random.default_rng(9)
    n = 5
    U, W = density(rng, n), np.eye(n) / n
    learner = MatrixEG(W, 1.0)
    start, losses, parts = spectral.von_neumann_divergence(W, U), [], []
    for _ in range(200):
        x = rng.standard_normal(n)
        x /= np.linalg.norm(x)
        y = float(x @ U @ x)
        learner.eta = mean_rate(learner.predict_one(x), 1.0) if tuned else realizable_rate(1.0)
        losses.append(learner.loss_one(x, y))
        parts.append(losses[-1] / moment_factor(learner.predict_one(x)))
        learner.learn_one(x, y)
    fall = start - spectral.von_neumann_divergence(learner.coef_, U)
    if tuned:
        assert sum(losses) < sum(parts) <= fall / 2
    else:
        assert least_realizable_loss(fall, learner.eta) <= sum(losses) <= most_realizable_loss(fall, learner.eta, 1.0)
        assert most_realizable_loss(fall, learner.eta, 1.0) <= realizable_bound(start, 1.0)


def test_the_moment_factor_is_the_best_for_its_share():
    shares = np.linspace(0.01, 0.99, 99)
    factors = [moment_factor(q) for q in shares]
    h = np.linspace(-30.0, 30.0, 6001)
    for q, factor in zip(shares, factors, strict=True):
        needed = (np.log1p(q * np.expm1(h[h != 0.0])) - q * h[h != 0.0]) * 8.0 / h[h != 0.0] ** 2
        assert 0.999 * factor <= needed.max() <= factor + 1e-9
    assert factors == pytest.approx(factors[::-1], rel=1e-13)


# Refusals


def test_bad_starts_and_rates_are_refused(refuses):
    for make in (MatrixEG, DirectMatrixEG):
        refuses("trace of W is 2.0", make, np.eye(2), 1.0)
        refuses("not positive definite", make, np.diag([1.0, 0.0]), 1.0)
        refuses("max|A|", make, [[0.5, 0.1], [0.2, 0.5]], 1.0)
        refuses("must be (n, n)", make, np.stack([np.eye(2) / 2] * 2), 1.0)
        for eta in (0.0, -1.0, math.nan, math.inf):
            refuses("eta", make, np.eye(2) / 2, eta)


def test_bad_instances_and_labels_are_refused(refuses):
    for learner in (MatrixEG(np.eye(2) / 2, 1.0), DirectMatrixEG(np.eye(2) / 2, 1.0)):
        refuses("x has shape (3,)", learner.learn_one, [1.0, 2.0, 3.0], 0.0)
        refuses("must be <= 1e-10 max|A|", learner.learn_one, [[1.0, 1.0], [0.0, 1.0]], 0.0)
        refuses("x[1] is nan", learner.predict_one, [1.0, math.nan])
        refuses("y", learner.learn_one, [1.0, 2.0], None)
        refuses("y", learner.learn_one, [1.0, 2.0], [1.0])
        refuses("overflows", learner.learn_one, [1e100, 0.0], 0.0)
        refuses("X, Y have shapes", learner.partial_fit, np.ones((3, 2)), np.ones(2))
    refuses("eta is 0.0", direct_update, np.eye(2) / 2, np.eye(2), 0.0, 0.0)


def test_bad_bounds_are_refused(refuses):
    refuses("comparator_loss", relative_loss_bound, -1.0, 1.0, 1.0, 1.0)
    refuses("c is 0.0", relative_loss_bound, 1.0, 1.0, 1.0, 0.0)
    refuses("r is -1.0", learning_rate, -1.0, 1.0)
    refuses("max_comparator_loss", best_c, 1.0, 0.0, 1.0)
    refuses("fall is -1", least_realizable_loss, -1.0, 1.0)
    refuses("eta r**2 must be below 4", most_realizable_loss, 1.0, 1.0, 2.0)
    refuses("share is 0.0", moment_factor, 0.0)
    refuses("share is 1.0; it must be below 1", moment_factor, 1.0)
    refuses("r is 0.0", mean_rate, 0.5, 0.0)
    refuses("b is 0.0", trial_bound, 1.0, 1.0, 1.0, 0.0)
