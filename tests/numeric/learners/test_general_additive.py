"""The general additive algorithm: steps, variants and bounds against the definitions."""

import math

import mpmath as mp
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from numeric.learners.general_additive import (
    AbsoluteOf,
    ClippedGeneralAdditive,
    GeneralAdditive,
    HellingerOf,
    LossGeneralAdditive,
    SquareOf,
    additive_step,
    best_learning_rate,
    best_rate_loss_bound,
    clipped_loss_bound,
    every_rate_loss_bound,
    learning_rate,
    loss_bound,
    other_loss_bound,
    square_loss_bound,
    tuned_learning_rate,
    tuned_loss_bound,
)
from numeric.matching import Exponential, Identity, Logistic, Rho, Softmax, Tanh
from numeric.reference import general_additive as reference
from numeric.reference import matching as reference_matching
from tests.sampling import drawn

EPS = 2.0**-52
# In ulp of the larger part of a sum (step), of |theta| + eta |x| (one trial), of the loss's root (hellinger).
# Measured worst: step 0.8, trial 0.8, bound 1.1, hellinger 1.0.
STEP, TRIAL, BOUND = 2.0, 8.0, 4.0

PHI = {
    "identity": Identity(),
    "logistic": Logistic(),
    "exponential": Exponential(),
    "tanh": Tanh(),
    "softmax": Softmax(),
    "rho": Rho(),
}
seeds = st.integers(0, 2**32 - 1)
names = st.sampled_from(sorted(PHI))


def label(rng, phi, k):
    """A label in the range of phi."""
    return np.atleast_1d(PHI[phi].transfer(rng.standard_normal(k)))


# One update


@drawn(150)
@given(seeds, st.floats(-250, 250), st.floats(-120, 120), st.floats(-120, 120), st.booleans())
def test_one_step_in_every_entry(errors, seed, k, m, j, cancelling):
    rng = np.random.default_rng(seed)
    error, x, eta = rng.standard_normal(2), rng.standard_normal(3) * 10.0**m, 10.0**j
    theta = rng.standard_normal((2, 3)) * 10.0**k
    if cancelling:
        theta = eta * error[:, None] * x * (1.0 + EPS * rng.integers(-3, 4, (2, 3)))
    got = additive_step(theta, error, x, eta)
    with mp.workdps(700):
        for i in range(2):
            for l in range(3):
                p = mp.mpf(eta) * mp.mpf(error[i]) * mp.mpf(x[l])
                want, size = mp.mpf(theta[i, l]) - p, max(abs(mp.mpf(theta[i, l])), abs(p))
                errors.check("step", errors.vector([got[i, l]], [want], size), STEP, theta=theta, y=error, x=x)


@drawn(150)
@given(seeds, names, names, st.integers(1, 3), st.integers(1, 4), st.floats(-6, 1.5))
def test_one_trial_with_any_pair(errors, seed, psi, phi, k, n, e):
    rng = np.random.default_rng(seed)
    theta, x, eta = rng.standard_normal((k, n)), rng.standard_normal(n), 10.0**e
    y = label(rng, phi, k)
    learner = GeneralAdditive(PHI[psi], PHI[phi], theta, eta)
    assume(phi != "exponential" or learner.activation(x).max() < 20.0)
    want = reference.predict(psi, phi, theta.tolist(), x.tolist())
    # The activation is right to a few ulp of sum |omega x|, and exp passes that on.
    size = 1.0 + float(np.max(np.abs(learner.coef_) @ np.abs(x)))
    size *= max(1.0, float(max(want)))
    errors.check("prediction", errors.vector(learner.predict_one(x), want, 1), TRIAL * size, theta=theta, x=x)
    assume(psi != "exponential" or eta * (float(max(want)) + np.abs(y).max()) * np.abs(x).max() < 500.0)
    learner.learn_one(x, y)
    moved = reference.update(psi, phi, theta.tolist(), x.tolist(), y.tolist(), eta)
    scale = np.abs(theta).max() + eta * np.abs(x).max() * (size + np.abs(y).max())
    for got, row in zip(learner.theta_, moved, strict=True):
        errors.check("theta", errors.vector(got, row, scale), TRIAL, theta=theta, x=x, y=y, eta=eta)
    assert np.array_equal(learner.coef_, PHI[psi].transfer(learner.theta_))


@drawn(40)
@given(seeds, names)
def test_the_loss_is_the_matching_loss_summed_over_the_outputs(errors, seed, phi):
    rng = np.random.default_rng(seed)
    theta, x, y = rng.standard_normal((3, 2)), rng.standard_normal(2), label(rng, phi, 3)
    learner = GeneralAdditive(Identity(), PHI[phi], theta, 0.1)
    yhat = learner.predict_one(x)
    if phi in ("logistic", "tanh"):  # whose loss is that of the activation, not of the prediction that it is rounded to
        yhat = [reference_matching.transfer(phi, a, dps=40) for a in learner.activation(x)]
    one = reference_matching.matching_loss
    each = zip(y, yhat, strict=True)
    want = one(phi, y, yhat) if phi in ("softmax", "rho") else mp.fsum(one(phi, a, b) for a, b in each)
    errors.check("loss", errors.vector([learner.loss_one(x, y)], [want], max(1, abs(want))), TRIAL, theta=theta, y=y)


def test_the_identity_pair_is_widrow_hoff_with_half_the_rate():
    w, x, y, eta = np.array([1.0, -2.0]), np.array([0.5, 0.25]), 3.0, 0.1
    learner = GeneralAdditive(Identity(), Identity(), w, eta)
    learner.learn_one(x, y)
    assert learner.coef_ == pytest.approx(w - eta * (w @ x - y) * x, rel=1e-15)
    assert isinstance(learner.predict_one(x), float)
    assert GeneralAdditive(Identity(), Identity(), w, eta).loss_one(x, y) == 0.5 * (w @ x - y) ** 2


def test_softmax_weights_are_exponentiated_gradient():
    theta, x, y, eta = np.zeros(3), np.array([1.0, -1.0, 0.5]), 0.3, 0.7
    learner = GeneralAdditive(Softmax(), Identity(), theta, eta)
    w = learner.coef_.copy()
    learner.learn_one(x, y)
    e = w * np.exp(-eta * (w @ x - y) * x)
    assert learner.coef_ == pytest.approx(e / e.sum(), rel=1e-14)


def test_one_output_as_a_number_is_one_row():
    rng = np.random.default_rng(1)
    X, Y = rng.standard_normal((20, 3)), rng.uniform(0, 1, 20)
    a = GeneralAdditive(Softmax(), Logistic(), np.zeros(3), 0.3).partial_fit(X, Y)
    b = GeneralAdditive(Softmax(), Logistic(), np.zeros((1, 3)), 0.3).partial_fit(X, Y[:, None])
    assert np.array_equal(a.theta_, b.theta_[0])
    assert a.predict_one(X[0]) == b.predict_one(X[0])[0]


def test_a_long_run_keeps_the_sum_of_its_steps_where_a_plain_sum_drifts():
    rng = np.random.default_rng(2)
    learner = GeneralAdditive(Softmax(), Identity(), np.full(3, 1000.0), 0.01)
    plain, exact = np.full(3, 1000.0), [[1000.0] for _ in range(3)]
    for x, y in zip(rng.standard_normal((3000, 3)), rng.standard_normal(3000), strict=True):
        error = learner.predict_one(x) - y
        learner.learn_one(x, y)
        plain = plain - 0.01 * error * x
        for terms, t in zip(exact, x, strict=True):
            terms.append(float(-0.01 * error * t))
    want = np.array([math.fsum(terms) for terms in exact])
    assert np.abs(learner.theta_ - want).max() <= 2 * EPS * 1000.0
    assert np.abs(plain - want).max() > 8 * EPS * 1000.0


# GA^Y


@drawn(60)
@given(seeds, st.sampled_from(["identity", "tanh", "softmax"]), st.floats(0.01, 3), st.floats(-4, 1))
def test_the_clipped_algorithm(errors, seed, psi, Y, e):
    rng = np.random.default_rng(seed)
    theta, x, eta = rng.standard_normal(3), 3.0 * rng.standard_normal(3), 10.0**e
    y = float(rng.uniform(-Y, Y))
    learner = ClippedGeneralAdditive(PHI[psi], Identity(), theta, eta, Y)
    a = float(learner.coef_ @ x)
    yhat = learner.predict_one(x)
    assert abs(yhat) <= Y
    assert yhat == pytest.approx(min(max(a, -Y), Y), rel=1e-14, abs=1e-14)
    assert learner.loss_one(x, y) == 0.5 * (y - yhat) ** 2
    learner.learn_one(x, y)
    want = reference.update(psi, "identity", [theta.tolist()], x.tolist(), [y], eta, clip=Y)[0]
    scale = float(np.abs(theta).max() + eta * np.abs(x).max() * (1.0 + Y + abs(a)))
    errors.check("theta", errors.vector(learner.theta_, want, scale), TRIAL, theta=theta, x=x, y=y, eta=eta)


def test_clipping_happens_in_the_update_too():
    theta, x = np.array([10.0]), np.array([1.0])
    learner = ClippedGeneralAdditive(Identity(), Identity(), theta, 0.5, 2.0)
    learner.learn_one(x, 1.0)
    assert learner.theta_.tolist() == [9.5]
    assert GeneralAdditive(Identity(), Identity(), theta, 0.5).partial_fit([x], [1.0]).theta_.tolist() == [5.5]


# GA_L


@drawn(60)
@given(seeds, st.sampled_from(["identity", "softmax"]), st.floats(-4, 1), st.floats(0, 1))
def test_another_loss(errors, seed, psi, e, y):
    rng = np.random.default_rng(seed)
    theta, x, eta = rng.standard_normal(3), rng.standard_normal(3), 10.0**e
    scale = float(np.abs(theta).max() + 8.0 * eta * (1.0 + np.abs(x).max()) ** 2)
    for phi, loss, f in (
        ("logistic", HellingerOf(), lambda a: reference.hellinger(y, a, dps=200)),
        ("identity", SquareOf(), lambda a: (mp.mpf(y) - a) ** 2),
    ):
        learner = LossGeneralAdditive(PHI[psi], PHI[phi], theta, eta, loss)
        learner.learn_one(x, y)
        want = reference.update_with_loss(psi, theta.tolist(), x.tolist(), f, eta)
        errors.check(phi, errors.vector(learner.theta_, want, scale), TRIAL, theta=theta, x=x, y=y, eta=eta)


@drawn(200)
@given(st.floats(0, 1), st.floats(-30, 30), st.booleans())
def test_the_hellinger_loss_and_its_slope(errors, y, a, near):
    if near:
        y = min(max(float(Logistic().transfer(a)) * (1.0 + 1e-9), 0.0), 1.0)
    want = reference.hellinger(y, a, dps=120)
    root = mp.sqrt(want) if want > 0 else mp.mpf(0)
    got = HellingerOf().value(y, a)
    # An ulp of s is an error of sqrt(L) ulp in L.
    errors.check(
        "value", errors.vector([got], [want], want + root * mp.mpf(2) ** -1 + mp.mpf(10) ** -32), TRIAL, y=y, a=a
    )
    with mp.workdps(120):
        t, s = mp.mpf(y), 1 / (1 + mp.exp(-mp.mpf(a)))
        slope = (mp.sqrt((1 - t) * s) - mp.sqrt(t * (1 - s))) * mp.sqrt(s * (1 - s)) / 2
    assert abs(slope) <= 0.25
    errors.check("slope", errors.vector([HellingerOf().slope(y, a)], [slope], mp.sqrt(s * (1 - s))), TRIAL, y=y, a=a)


def test_the_textbook_hellinger_loss_cancels(errors):
    a = 0.3
    y = float(Logistic().transfer(a)) * (1.0 + 1e-9)
    s, want = float(Logistic().transfer(a)), reference.hellinger(y, a)
    assert errors.relative(1.0 - math.sqrt(y * s) - math.sqrt((1.0 - y) * (1.0 - s)), want) > 1e15
    assert errors.relative(HellingerOf().value(y, a), want) < 1e9


def test_the_matching_loss_makes_it_the_general_additive_algorithm():
    class Half:
        def value(self, y, a):
            return 0.5 * (y - a) ** 2

        def slope(self, y, a):
            return a - y

    rng = np.random.default_rng(3)
    X, Y = rng.standard_normal((30, 2)), rng.standard_normal(30)
    a = LossGeneralAdditive(Softmax(), Identity(), [0.0, 1.0], 0.1, Half()).partial_fit(X, Y)
    b = GeneralAdditive(Softmax(), Identity(), [0.0, 1.0], 0.1).partial_fit(X, Y)
    assert a.theta_ == pytest.approx(b.theta_, rel=1e-13)
    assert a.loss_one(X[0], Y[0]) == pytest.approx(b.loss_one(X[0], Y[0]), rel=1e-13)


# Bounds


@drawn(100)
@given(st.floats(-100, 100), st.floats(-50, 50), st.floats(-5, 5), st.floats(-5, 5))
def test_rates_and_bounds_are_the_formulas(errors, i, j, k, m):
    K, R, b, c = 10.0**i, 10.0**j, 10.0**k, 10.0**m
    want = reference.tuned_learning_rate(K, R, b, c, dps=400)
    errors.check("rate", errors.relative(tuned_learning_rate(K, R, b, c), want), BOUND, K=K, R=R, b=b, c=c)
    errors.check("bound", errors.relative(loss_bound(K, R, b, c), reference.loss_bound(K, R, b, c)), BOUND, K=K, R=R)
    want = reference.tuned_loss_bound(K, K, R, b, c)
    errors.check("tuned", errors.relative(tuned_loss_bound(K, K, R, b, c), want), BOUND, K=K, R=R, b=b, c=c)


def test_the_textbook_rate_cancels_for_a_small_loss(errors):
    K, R, b, c = 1e-20, 2.0, 1.5, 0.25
    z = b * c * R
    assert (math.sqrt(z * z + K * z) - z) / (K * b * c) == 0.0
    assert errors.relative(tuned_learning_rate(K, R, b, c), reference.tuned_learning_rate(K, R, b, c)) <= BOUND
    assert tuned_learning_rate(1e-200, R, b, c) == pytest.approx(learning_rate(b, c), rel=1e-15)


@pytest.mark.parametrize(("K", "R"), [(1.0, 1.0), (1e-30, 2.0), (3.0, 1e-200), (1e200, 1e-200)])
def test_the_best_rate_has_the_best_of_the_bounds(errors, K, R):
    """At the best rate the bound for the square loss is (sqrt(K) + sqrt(bcR))**2, and it is larger at other rates."""
    b = 0.5
    eta = best_learning_rate(K, R, b, 1.0)
    assert errors.relative(eta, reference.best_learning_rate(K, R, b, 1.0)) <= BOUND
    best = best_rate_loss_bound(K, K, R, b, 1.0)
    assert best == pytest.approx((math.sqrt(K) + math.sqrt(b * R)) ** 2, rel=1e-15)
    assert square_loss_bound(K, R, b, eta) == pytest.approx(best, rel=1e-14)
    assert all(square_loss_bound(K, R, b, factor * eta) >= best * (1.0 - 1e-14) for factor in (0.5, 0.9, 1.1, 1.5))


@drawn(100)
@given(st.floats(-50, 50), st.floats(-50, 50), st.floats(-5, 5), st.floats(0.001, 1.999), st.floats(0.0, 1.0))
def test_bounds_at_every_rate_are_the_formulas(errors, i, j, m, r, share):
    loss, far, b, c = 10.0**i, 10.0**j, 10.0**m, 0.5
    eta = r / (b * c)
    least = 4.0 / (2.0 - r) ** 2 * (1.0 + 1e-9)
    p = least + share * (1.0 / max(1.0 - r, 1e-3) * (1.0 - 1e-9) - least)
    if p > least:
        want = reference.every_rate_loss_bound(loss, far, b, c, eta, p, dps=200)
        errors.check("p", errors.relative(every_rate_loss_bound(loss, far, b, c, eta, p), want), BOUND, r=r, p=p)
    want = reference.square_loss_bound(loss, far, b, eta / 2.0, dps=200)
    errors.check("root", errors.relative(square_loss_bound(loss, far, b, eta / 2.0), want), BOUND, r=r, b=b)


def test_the_bound_of_the_square_loss_is_the_least_over_the_factors():
    for r, loss, far in ((0.5, 1.0, 1.0), (1.0, 0.2, 3.0), (1.9, 5.0, 0.1)):
        least, low, high = np.inf, 1e-9, 1e6
        for _ in range(4):  # each time between the neighbours of the best
            more = np.geomspace(low, high, 201)
            bounds = [
                every_rate_loss_bound(loss, far, 1.0, 1.0, r, p) if p * (1.0 - r) <= 1.0 else np.inf
                for p in 4.0 / (2.0 - r) ** 2 * (1.0 + more)
            ]
            best = int(np.argmin(bounds))
            least, low, high = min(least, bounds[best]), more[max(best - 1, 0)], more[min(best + 1, 200)]
        assert square_loss_bound(loss, far, 1.0, r) == pytest.approx(least, rel=1e-6)


def test_bounds_at_every_rate_have_the_printed_factors_at_their_ends():
    assert every_rate_loss_bound(3.0, 5.0, 1.0, 1.0, 0.5, 2.0) == pytest.approx(2.0 * 3.0 + 5.0 / 0.5, rel=1e-15)
    assert every_rate_loss_bound(3.0, 5.0, 1.0, 1.0, 1.0, 4.0) == pytest.approx(4.0 * 3.0 + 2.0 * 5.0, rel=1e-15)
    assert square_loss_bound(0.0, 5.0, 1.0, 1.5) == pytest.approx(5.0 / (1.5 * 0.5), rel=1e-15)


@pytest.mark.spread(4)
@pytest.mark.parametrize("rate", [0.1, 0.5, 1.0, 1.5, 1.9])
@pytest.mark.parametrize("damping", [0.3, 0.6, 0.95])
def test_damped_runs_come_as_near_to_their_bounds_as_one_likes(rate, damping):
    """Gradient descent on the line that takes its distance to 0 times -damping: the whole bound is lost."""
    if 1.0 + damping <= rate:
        return
    learner = GeneralAdditive(Identity(), Identity(), [1.0], rate)
    lost = compared = 0.0
    for _ in range(400):
        here = float(learner.theta_[0])
        y = here - here * (1.0 + damping) / rate
        lost += learner.loss_one([1.0], y)
        compared += 0.5 * y * y
        learner.learn_one([1.0], y)
    assert lost == pytest.approx(square_loss_bound(compared, 0.5, 1.0, rate), rel=1e-9)


def test_runs_keep_their_bounds():
    """Noisy labels of a softmax expert (Theorem 3), the absolute loss (GA_L) and clipped predictions (GA^Y)."""
    rng = np.random.default_rng(4)
    steps, theta = 400, np.array([2.0, -1.0, 0.5])
    w = Softmax().transfer(theta)
    X = rng.uniform(-1, 1, (steps, 3))
    Y = np.clip(X @ w + 0.1 * rng.standard_normal(steps), -1, 1)
    far = float(Softmax().divergence(np.zeros(3), theta))
    b = float(np.max(np.ptp(X, axis=1)) ** 2 / 4)

    def total(learner):
        out = 0.0
        for x, y in zip(X, Y, strict=True):
            out += learner.loss_one(x, y)
            learner.learn_one(x, y)
        return out

    best = float(0.5 * np.sum((X @ w - Y) ** 2))
    assert total(GeneralAdditive(Softmax(), Identity(), np.zeros(3), learning_rate(b, 1.0))) <= loss_bound(
        best, far, b, 1.0
    )
    for rate in (0.1, 0.9, 1.5):
        lost = total(GeneralAdditive(Softmax(), Identity(), np.zeros(3), rate / b))
        assert lost <= square_loss_bound(best, far, b, rate / b)
    eta = best_learning_rate(best, far, b, 1.0)
    assert total(GeneralAdditive(Softmax(), Identity(), np.zeros(3), eta)) <= best_rate_loss_bound(
        best, best, far, b, 1.0
    )
    eta = tuned_learning_rate(best, far, b, 1.0)
    assert total(GeneralAdditive(Softmax(), Identity(), np.zeros(3), eta)) <= tuned_loss_bound(best, best, far, b, 1.0)
    learner = ClippedGeneralAdditive(Softmax(), Identity(), np.zeros(3), 0.05, 1.0)
    assert total(learner) <= clipped_loss_bound(best, far, b, 1.0, steps, 0.05)
    other = float(np.sum(np.abs(X @ w - Y)))
    learner = LossGeneralAdditive(Softmax(), Identity(), np.zeros(3), 0.05, AbsoluteOf())
    assert total(learner) <= other_loss_bound(other, far, b, 1.0, steps, 0.05)


# Refusals


def test_bad_input(refuses):
    refuses("theta has shape", GeneralAdditive, Identity(), Identity(), np.zeros((1, 2, 3)), 0.1)
    refuses("theta[0] is nan", GeneralAdditive, Identity(), Identity(), [math.nan], 0.1)
    refuses("eta is 0.0", GeneralAdditive, Identity(), Identity(), [1.0], 0.0)
    refuses("must be <= 709", GeneralAdditive, Exponential(), Identity(), [800.0], 0.1)
    learner = GeneralAdditive(Identity(), Softmax(), np.zeros((2, 3)), 0.1)
    refuses("x has shape (2,)", learner.predict_one, [1.0, 2.0])
    refuses("y has shape ()", learner.learn_one, [1.0, 2.0, 3.0], 1.0)
    refuses("the sum of y", learner.learn_one, [1.0, 2.0, 3.0], [0.5, 0.6])
    refuses("y[0] is -0.5", learner.learn_one, [1.0, 2.0, 3.0], [-0.5, 1.5])
    refuses("y is nan", learner.learn_one, [1.0, 2.0, 3.0], None)
    refuses("x[0] is inf", learner.learn_one, [math.inf, 2.0, 3.0], [0.5, 0.5])
    assert learner.theta_.tolist() == np.zeros((2, 3)).tolist()
    refuses("X, Y have shapes", learner.partial_fit, np.zeros((4, 3)), np.zeros((3, 2)))
    number = GeneralAdditive(Identity(), Logistic(), np.zeros(2), 0.1)
    refuses("is 1.5; it must be from 0 to 1", number.learn_one, [1.0, 2.0], 1.5)
    refuses("must be finite", GeneralAdditive(Identity(), Identity(), [1.0], 1e300).learn_one, [1e10], -1e10)
    refuses("this algorithm has one output", ClippedGeneralAdditive, Identity(), Identity(), [[1.0]], 0.1, 1.0)
    refuses("Y is 0.0", ClippedGeneralAdditive, Identity(), Identity(), [1.0], 0.1, 0.0)
    refuses(
        "must be from -1.0 to 1.0",
        ClippedGeneralAdditive(Identity(), Identity(), [1.0], 0.1, 1.0).learn_one,
        [1.0],
        2.0,
    )
    refuses("this algorithm has one output", LossGeneralAdditive, Identity(), Identity(), [[1.0]], 0.1, SquareOf())
    refuses("y is 1.5", HellingerOf().slope, 1.5, 0.0)
    refuses("theta, error, x have shapes", additive_step, np.zeros((2, 3)), np.zeros(3), np.zeros(3), 0.1)
    refuses("b is 0.0", learning_rate, 0.0, 1.0)
    refuses("K is 0.0", tuned_learning_rate, 0.0, 1.0, 1.0, 1.0)
    refuses("K is 0.0", best_learning_rate, 0.0, 1.0, 1.0, 1.0)
    refuses("divergence is -1.0", loss_bound, 0.0, -1.0, 1.0, 1.0)
    refuses("Y is -1.0", clipped_loss_bound, 0.0, 1.0, 1.0, -1.0, 10, 0.1)
    refuses("must be less than 2/(bc)", square_loss_bound, 1.0, 1.0, 1.0, 2.0)
    refuses("must be less than 2/(bc)", every_rate_loss_bound, 1.0, 1.0, 2.0, 2.0, 0.5, 4.0)
    refuses("p is 1.7; it must be >=", every_rate_loss_bound, 1.0, 1.0, 1.0, 1.0, 0.5, 1.7)
    refuses("p is 2.1; it must be >=", every_rate_loss_bound, 1.0, 1.0, 1.0, 1.0, 0.5, 2.1)
