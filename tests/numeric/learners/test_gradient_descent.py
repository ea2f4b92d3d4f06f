"""Gradient descent: steps at every scale, rates, projections, the regret bounds, river and scikit-learn."""

import math

import mpmath as mp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numeric import bounds
from numeric.learners.gradient_descent import (
    LMS,
    ProjectedOGD,
    StronglyConvexOGD,
    lms_update,
    project_to_ball,
    projected_step,
    strongly_convex_step,
)
from numeric.learners.losses import AbsoluteLoss, HingeLoss, LogisticLoss, SquaredLoss
from numeric.reference import gradient_descent as reference
from tests.sampling import drawn

# In ulp: steps of |w_i| + |step_i|, the projection of each entry.
# Measured worst: lms 1.1, strongly convex 0.5, projected 0.5, projection 0.9.
STEP, PROJECTED, PROJECTION = 2.0, 1.0, 2.0

seeds = st.integers(0, 2**32 - 1)
signs = st.sampled_from([-1.0, 1.0])


def numbers(low, high):
    return st.builds(lambda s, k: s * 10.0**k, signs, st.floats(low, high))


def worst(errors, got, want, before):
    with mp.workdps(60):
        sizes = [abs(mp.mpf(a)) + abs(t - mp.mpf(a)) for a, t in zip(before, want, strict=True)]
        return max(errors.vector([g], [t], s) for g, t, s in zip(got, want, sizes, strict=True))


@drawn(200)
@given(st.lists(st.tuples(numbers(-70, 70), numbers(-70, 70)), min_size=1, max_size=6), numbers(-70, 70), st.data())
def test_widrow_hoff_at_every_scale(errors, pairs, y, data):
    w, x = (np.array(t) for t in zip(*pairs, strict=True))
    eta = 10.0 ** data.draw(st.floats(-40, 0))
    want = reference.lms_update(w, x, y, eta, dps=400)
    errors.check("lms", worst(errors, lms_update(w, x, y, eta), want, w), STEP, w=w, x=x, y=y, eta=eta)


@drawn(100)
@given(seeds, st.integers(1, 6), st.floats(-14, -1))
def test_widrow_hoff_where_the_prediction_and_the_label_cancel(errors, seed, n, k):
    rng = np.random.default_rng(seed)
    x, y = rng.standard_normal(n), float(rng.standard_normal())
    w = rng.standard_normal(n)
    w[0] = (y - float(w[1:] @ x[1:])) / x[0] * (1.0 + 10.0**k)
    w0 = np.where(np.arange(n) == 0, w, 0.0)
    for v, label in ((w, y), (w0, float(w0 @ x) * (1.0 + 10.0**k))):
        eta = 1e16
        want = reference.lms_update(v, x, label, eta)
        errors.check("lms", worst(errors, lms_update(v, x, label, eta), want, v), STEP, w=v, x=x, y=label)


def test_the_textbook_step_has_lost_the_error(errors):
    """<w,x> - y by rounded products: an error of an ulp of <w,x>, here 1e4 times the true difference."""
    w, x = np.array([1.0 + 2.0**-30, 1.0]), np.array([1.0 - 2.0**-30, 1e-3])
    y = 1.0 + 1e-3
    want = reference.lms_update(w, x, y, 0.5e19)
    errors.check("lms", worst(errors, lms_update(w, x, y, 0.5e19), want, w), STEP)
    plain = w - 2 * 0.5e19 * (w @ x - y) * x
    assert worst(errors, plain, want, w) > 1e10


@drawn(200)
@given(st.lists(numbers(-300, 300), min_size=1, max_size=6), st.floats(-300, 300), st.booleans(), seeds)
def test_projections_at_every_scale(errors, entries, k, near, seed):
    w, radius = np.array(entries), 10.0**k
    if near:  # lengths within a few ulp of the radius
        w = np.random.default_rng(seed).standard_normal(4)
        radius = float(np.linalg.norm(w)) * (1.0 + seed % 5 * 2.0**-52)
    want = reference.project_to_ball(w, radius, dps=700)
    got = project_to_ball(w, radius)
    error = max([errors.relative(a, b) for a, b in zip(got, want, strict=True) if abs(b) > 1e-300], default=0.0)
    errors.check("projection", error, PROJECTION, w=w, radius=radius)


def test_the_textbook_projection_overflows_and_underflows():
    with np.errstate(over="ignore"):
        w = np.array([3e200, 4e200])
        assert np.all(w / np.sqrt(np.sum(w * w)) == 0.0)
        assert project_to_ball(w, 5.0) == pytest.approx([3.0, 4.0], rel=1e-15)
        w = np.array([3e-200, 4e-200])
        assert np.sqrt(np.sum(w * w)) == 0.0  # so it stays outside
        assert project_to_ball(w, 5e-201) == pytest.approx([3e-201, 4e-201], rel=1e-15, abs=0.0)


def test_points_of_the_ball_stay():
    w = np.array([[0.6, 0.8], [0.0, 0.0], [1e-320, 0.0], [3.0, 4.0]])
    got = project_to_ball(w, 1.0)
    assert np.array_equal(got[:3], w[:3])
    assert got[3] == pytest.approx([0.6, 0.8], rel=1e-15)


@drawn(150)
@given(seeds, st.integers(1, 6), st.floats(-3, 3), st.integers(1, 10**6), st.floats(-2, 2))
def test_projected_and_strongly_convex_steps(errors, seed, n, k, t, j):
    rng, eta, radius = np.random.default_rng(seed), 10.0**k, 10.0**j
    w, g = rng.standard_normal(n), rng.standard_normal(n)
    flat = [mp.mpf(a) - mp.mpf(eta) / mp.sqrt(t) * mp.mpf(b) for a, b in zip(w, g, strict=True)]
    want = reference.projected_step(w, g, eta, t, radius)
    with mp.workdps(60):
        share = min(mp.mpf(1), mp.mpf(radius) / mp.norm(flat))
        sizes = [share * (abs(mp.mpf(a)) + abs(u - mp.mpf(a)) + mp.norm(flat)) for a, u in zip(w, flat, strict=True)]
    got = projected_step(w, g, eta, t, radius)
    error = max(errors.vector([a], [b], s) for a, b, s in zip(got, want, sizes, strict=True))
    errors.check("projected", error, PROJECTED, w=w, g=g, eta=eta, t=t, radius=radius)
    want = reference.strongly_convex_step(w, g, eta, t)
    error = worst(errors, strongly_convex_step(w, g, eta, t), want, w)
    errors.check("strongly convex", error, STEP, w=w, g=g, sigma=eta, t=t)


def test_the_textbook_projected_step_overflows_in_the_length():
    w, g = np.array([3e200, 0.0]), np.array([0.0, -4e200])
    with np.errstate(over="ignore"):
        flat = w - g
        plain = flat * min(1.0, 5.0 / np.sqrt(np.sum(flat * flat)))
    assert np.all(plain == 0.0)
    assert projected_step(w, g, 1.0, 1, 5.0) == pytest.approx([3.0, 4.0], rel=1e-15)


def test_the_textbook_strongly_convex_step_overflows_in_the_rate():
    w, g, sigma, t = np.zeros(1), np.array([1e308]), 1e308, 1000
    with np.errstate(over="ignore"):
        plain = w - g / (np.float64(sigma) * t)
    assert plain[0] == 0.0
    want = reference.strongly_convex_step(w, g, sigma, t)
    assert float(want[0]) == pytest.approx(-1e-3)
    assert strongly_convex_step(w, g, sigma, t) == pytest.approx([-1e-3], rel=1e-15)


def test_batches_broadcast():
    w, x, y = np.ones((3, 1, 2)), np.arange(8.0).reshape(4, 2), np.arange(4.0)
    got = lms_update(w, x, y, 0.25)
    assert got.shape == (3, 4, 2)
    assert all(np.array_equal(got[2, j], lms_update([1.0, 1.0], x[j], y[j], 0.25)) for j in range(4))
    assert projected_step(w, x, 0.5, 3, 0.1).shape == (3, 4, 2)
    assert strongly_convex_step(w, x, 0.5, 3).shape == (3, 4, 2)


# Learners against chains of reference steps

LOSSES = {"square": SquaredLoss(), "absolute": AbsoluteLoss(), "hinge": HingeLoss(), "logistic": LogisticLoss()}


def stream(seed, T, n, label):
    rng = np.random.default_rng(seed)
    X, u = rng.standard_normal((T, n)), rng.standard_normal(n)
    Y = X @ u + 0.1 * rng.standard_normal(T)
    return X, np.where(Y > 0, 1.0, -1.0) if label else Y, u


@drawn(40)
@given(seeds, st.integers(1, 20), st.floats(-3, -1))
def test_runs_of_widrow_hoff(errors, seed, n, k):
    X, Y, _ = stream(seed, 60, n, False)
    learner, w = LMS(n, 10.0**k / n), [mp.mpf(0)] * n
    for x, y in zip(X, Y, strict=True):
        learner.learn_one(x, y)
        w = reference.lms_update(w, x, y, learner.eta, dps=30)
    # Measured worst 1.0: the steps shrink the distance to the target, and earlier roundings with it.
    errors.check("w after 60 steps", errors.vector(learner.coef_, w, 1 + mp.norm(w)), 4.0, seed=seed)
    assert np.array_equal(LMS(n, learner.eta).partial_fit(X, Y).coef_, learner.coef_)


@pytest.mark.parametrize("name", sorted(LOSSES))
@pytest.mark.parametrize("projected", [True, False])
def test_runs_of_online_gradient_descent(errors, name, projected):
    loss = LOSSES[name]
    X, Y, _ = stream(5, 80, 4, name in ("hinge", "logistic"))
    learner = ProjectedOGD(4, 0.5, 0.7, loss) if projected else StronglyConvexOGD(4, 0.3, loss)
    w = np.zeros(4)
    for t, (x, y) in enumerate(zip(X, Y, strict=True), 1):
        g = loss.partials(w, x, y)
        whole = [mp.mpf(a) + mp.mpf(0.3) * mp.mpf(b) for a, b in zip(g, w, strict=True)]
        new = (
            reference.projected_step(w, g, 0.5, t, 0.7)
            if projected
            else reference.strongly_convex_step(w, whole, 0.3, t)
        )
        learner.learn_one(x, y)
        errors.check("step", errors.vector(learner.coef_, new, 1 + mp.norm(new)), 4.0, t=t)
        w = learner.coef_
    again = type(learner)(4, *((0.5, 0.7, loss) if projected else (0.3, loss))).partial_fit(X, Y)
    assert np.array_equal(again.coef_, w)
    assert again.t_ == 81


@drawn(30)
@given(seeds, st.sampled_from(sorted(LOSSES)), st.floats(-1, 1))
def test_no_run_has_more_regret_than_the_bounds(seed, name, k):
    loss = LOSSES[name]
    X, Y, u = stream(seed, 120, 3, name in ("hinge", "logistic"))
    radius = 10.0**k
    learner, far = ProjectedOGD(3, 0.3, radius, loss), StronglyConvexOGD(3, 0.5, loss)
    v = u * (radius / np.linalg.norm(u))
    lengths, regret, strong, gradients = [], 0.0, 0.0, []
    for x, y in zip(X, Y, strict=True):
        lengths.append(float(np.linalg.norm(loss.partials(learner.coef_, x, y))))
        gradients.append(float(np.linalg.norm(loss.partials(far.coef_, x, y) + 0.5 * far.coef_)))
        regret += learner.loss_one(x, y) - loss.value(v, x, y)
        strong += far.loss_one(x, y) - loss.value(v, x, y) - 0.25 * radius**2
        learner.learn_one(x, y)
        far.learn_one(x, y)
    assert regret <= bounds.projected_regret_bound(radius, max(lengths), 0.3, 120)
    assert strong <= bounds.strongly_convex_regret_bound(max(gradients), 0.5, 120)


# Others


def test_river_takes_the_same_steps():
    linear_model, optim = pytest.importorskip("river.linear_model"), pytest.importorskip("river.optim")
    X, Y, _ = stream(6, 200, 4, False)
    theirs = linear_model.LinearRegression(optimizer=optim.SGD(0.01), intercept_lr=0.0, l2=0.0)
    for x, y in zip(X, Y, strict=True):
        theirs.learn_one(dict(enumerate(x)), y)
    ours = LMS(4, 0.01).partial_fit(X, Y).coef_
    assert ours == pytest.approx([theirs.weights[i] for i in range(4)], rel=1e-13, abs=1e-14)


def test_scikit_learn_takes_the_same_steps_with_twice_the_rate():
    linear_model = pytest.importorskip("sklearn.linear_model")
    X, Y, _ = stream(7, 200, 4, False)
    theirs = linear_model.SGDRegressor(
        penalty=None, learning_rate="constant", eta0=0.02, fit_intercept=False, shuffle=False, max_iter=1, tol=None
    ).fit(X, Y)
    assert LMS(4, 0.01).partial_fit(X, Y).coef_ == pytest.approx(theirs.coef_, rel=1e-13, abs=1e-14)


# Refusals


def test_bad_input(refuses):
    w, x = [1.0, 2.0], [0.5, -1.0]
    for eta in (0.0, -1.0, math.nan, math.inf):
        refuses("eta", lms_update, w, x, 0.0, eta)
        refuses("eta", projected_step, w, x, eta, 1, 1.0)
        refuses("eta", LMS, 2, eta)
        refuses("eta", ProjectedOGD, 2, eta, 1.0)
        refuses("sigma", strongly_convex_step, w, x, eta, 1)
        refuses("sigma", StronglyConvexOGD, 2, eta)
        refuses("radius", project_to_ball, w, eta)
        refuses("radius", ProjectedOGD, 2, 1.0, eta)
    for t in (0, -1, 1.5, True):
        refuses("t is", projected_step, w, x, 1.0, t, 1.0)
        refuses("t is", strongly_convex_step, w, x, 1.0, t)
    refuses("last axis", lms_update, w, [1.0], 0.0, 0.1)
    refuses("broadcast", lms_update, [w, w], [x, x], [0.0, 0.0, 0.0], 0.1)
    refuses("must be finite", lms_update, [1e200, 0.0], [1e200, 0.0], 0.0, 0.1)
    refuses("last axis", projected_step, w, [1.0], 0.1, 1, 1.0)
    refuses("last axis", strongly_convex_step, w, [1.0], 0.1, 1)
    refuses("w is nan", project_to_ball, math.nan, 1.0)


MAKE = {"lms": lambda: LMS(2, 0.1), "ogd": lambda: ProjectedOGD(2, 0.1, 1.0), "strong": lambda: StronglyConvexOGD(2, 1)}


@pytest.mark.parametrize("name", sorted(MAKE))
def test_learners_refuse_bad_instances_and_stay(refuses, name):
    learner = MAKE[name]()
    learner.learn_one([1.0, 2.0], 3.0)
    before = learner.coef_.copy()
    refuses("x has shape", learner.learn_one, [1.0], 0.0)
    refuses("x[1] is inf", learner.learn_one, [0.0, math.inf], 0.0)
    refuses("y", learner.learn_one, [0.0, 1.0], math.nan)
    refuses("y", learner.loss_one, [0.0, 1.0], None)
    refuses("is nan", learner.partial_fit, [[1.0, 2.0], [math.nan, 0.0]], [1.0, 2.0])
    refuses("Y is None", learner.partial_fit, [[1.0, 2.0]], None)
    assert np.array_equal(learner.coef_, before)


def test_a_rate_that_diverges_is_named(refuses):
    X = np.full((400, 1), 10.0)
    learner = LMS(1, 10.0)
    refuses("overflows", learner.partial_fit, X, np.ones(400))
    assert learner.coef_.tolist() == [0.0]


def test_labels_of_the_hinge(refuses):
    refuses("must be -1 or 1", ProjectedOGD(1, 1.0, 1.0, HingeLoss()).learn_one, [1.0], 0.0)
    refuses("Y[0] is 2.0", ProjectedOGD(1, 1.0, 1.0, HingeLoss()).partial_fit, [[1.0]], [2.0])
