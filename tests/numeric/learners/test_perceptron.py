"""The Perceptron: the true sign of the margin, the tie rule, agreement with scikit-learn, the mistake bound."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numeric import bounds
from numeric.learners.perceptron import MistakeLoss, Perceptron, perceptron_update
from numeric.reference import perceptron as reference
from tests.sampling import drawn

UPDATE = 1.0  # in ulp, of |w_i| + |x_i|: one sum. Measured worst: 0.5.

seeds = st.integers(0, 2**32 - 1)
numbers = st.builds(lambda s, k: s * 10.0**k, st.sampled_from([-1.0, 1.0]), st.floats(-120, 120))
labels = st.sampled_from([-1.0, 1.0])


def worst(errors, got, want, w, x):
    return max(errors.vector([g], [t], abs(a) + abs(b)) for g, t, a, b in zip(got, want, w, x, strict=True))


@drawn(200)
@given(st.lists(st.tuples(numbers, numbers), min_size=1, max_size=6), labels)
def test_the_update_at_every_scale(errors, pairs, y):
    w, x = (np.array(t) for t in zip(*pairs, strict=True))
    want = reference.perceptron_update(w, x, y, dps=600)
    errors.check("update", worst(errors, perceptron_update(w, x, y), want, w, x), UPDATE, w=w, x=x, y=y)


@st.composite
def ties(draw):
    """Vectors whose inner product cancels to the last bits, or to 0."""
    n = draw(st.integers(1, 4))
    rng = np.random.default_rng(draw(seeds))
    a, b = rng.standard_normal(n), rng.standard_normal(n)
    w, x = np.concatenate([a, b]), np.concatenate([b, -a])  # <w,x> = 0 exactly
    i = draw(st.integers(0, 2 * n - 1))
    x[i] = np.nextafter(x[i], draw(st.sampled_from([-np.inf, x[i], np.inf])))
    order = rng.permutation(2 * n)
    return w[order], x[order]


@drawn(200)
@given(ties(), labels)
def test_the_sign_is_the_true_one_where_the_terms_cancel(errors, pair, y):
    w, x = pair
    want = reference.perceptron_update(w, x, y, dps=600)
    errors.check("update", worst(errors, perceptron_update(w, x, y), want, w, x), UPDATE, w=w, x=x, y=y)


def test_the_textbook_sign_is_wrong_at_some_ties():
    rng, wrong = np.random.default_rng(1), 0
    for _ in range(200):
        a, b = rng.standard_normal(3), rng.standard_normal(3)
        w, x = np.concatenate([a, b]), np.concatenate([b, -a])
        assert sum(Fraction(s) * Fraction(t) for s, t in zip(w.tolist(), x.tolist(), strict=True)) == 0
        assert all(np.array_equal(perceptron_update(w, x, y), w + y * x) for y in (-1.0, 1.0))
        wrong += math.fsum(w * x) != 0.0 or np.add.reduce(w * x) != 0.0
    assert wrong > 50


def test_batches_broadcast():
    w, x, y = np.ones((3, 1, 2)), np.arange(8.0).reshape(4, 2) - 3.0, np.array([1.0, -1.0, 1.0, -1.0])
    got = perceptron_update(w, x, y)
    assert got.shape == (3, 4, 2)
    assert all(np.array_equal(got[1, j], perceptron_update([1.0, 1.0], x[j], y[j])) for j in range(4))


def test_a_tie_is_a_mistake_whatever_the_label():
    for y in (-1.0, 1.0):
        learner = Perceptron(2)
        assert learner.loss_one([1.0, 2.0], y) == 1.0
        learner.learn_one([1.0, 2.0], y)
        assert learner.coef_.tolist() == [y, 2.0 * y]
        assert learner.mistakes_ == 1
        learner.learn_one([1.0, 2.0], y)
        assert learner.mistakes_ == 1


@drawn(50)
@given(seeds, st.integers(1, 12))
def test_the_learner_makes_the_steps_of_the_update(seed, n):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((60, n))
    Y = np.where(X @ rng.standard_normal(n) + 0.5 * rng.standard_normal(60) > 0, 1.0, -1.0)
    learner, w = Perceptron(n), np.zeros(n)
    for x, y in zip(X, Y, strict=True):
        w = perceptron_update(w, x, y)
        learner.learn_one(x, y)
        assert np.array_equal(learner.coef_, w)
    again = Perceptron(n).partial_fit(X, Y)
    assert np.array_equal(again.coef_, w)
    assert again.mistakes_ == learner.mistakes_


@drawn(50)
@given(seeds, st.floats(0, 2))
def test_no_run_makes_more_mistakes_than_the_bound(seed, noise):
    rng = np.random.default_rng(seed)
    X, u = rng.standard_normal((200, 4)), rng.standard_normal(4)
    Y = np.where(X @ u + noise * rng.standard_normal(200) > 0, 1.0, -1.0)
    hinge = float(np.maximum(0.0, 1.0 - Y * (X @ u)).sum())
    most = bounds.perceptron_bound(hinge, float(np.linalg.norm(u)), float(np.linalg.norm(X, axis=1).max()))
    assert Perceptron(4).partial_fit(X, Y).mistakes_ <= most


def test_scikit_learn_has_the_same_tie_rule_and_steps():
    linear_model = pytest.importorskip("sklearn.linear_model")
    rng = np.random.default_rng(3)
    X = rng.standard_normal((300, 5))
    Y = np.where(X @ rng.standard_normal(5) + 0.3 * rng.standard_normal(300) > 0, 1.0, -1.0)
    theirs = linear_model.Perceptron(eta0=1.0, fit_intercept=False, shuffle=False, max_iter=1, tol=None)
    theirs.fit(X, Y)
    assert Perceptron(5).partial_fit(X, Y).coef_ == pytest.approx(theirs.coef_[0], rel=1e-13, abs=1e-13)


def test_the_mistake_loss():
    loss = MistakeLoss()
    assert loss.at(np.array([1.0, 0.0, -1.0]), np.array([1.0, 1.0, 1.0])).tolist() == [0.0, 1.0, 1.0]
    assert loss.slope(-3.0, 1.0) == 0.0


def test_bad_input(refuses):
    w, x = [1.0, 2.0], [0.5, -1.0]
    refuses("y is 0.0; it must be -1 or 1", perceptron_update, w, x, 0.0)
    refuses("last axis", perceptron_update, w, [1.0], 1.0)
    refuses("broadcast", perceptron_update, [w, w], [x, x], [1.0, 1.0, 1.0])
    refuses("x[1] is nan", perceptron_update, w, [1.0, math.nan], 1.0)
    refuses("must be finite", perceptron_update, [1.7e308, -1.7e308], [1e308, 1.7e308], 1.0)
    refuses("dimension is 0", Perceptron, 0)
    refuses("dimension is True", Perceptron, True)
    refuses("w has shape (3,)", Perceptron, 2, [1.0, 2.0, 3.0])
    learner = Perceptron(2)
    refuses("must be -1 or 1", learner.learn_one, x, 0.5)
    refuses("must be -1 or 1", learner.loss_one, x, 2)
    refuses("y", learner.learn_one, x, None)
    refuses("x has shape (3,)", learner.predict_one, [1.0, 2.0, 3.0])
    refuses("x[0] is nan", learner.learn_one, [math.nan, 1.0], 1.0)
    refuses("Y[1] is 3.0", learner.partial_fit, [x, x], [1.0, 3.0])
    refuses("X has shape", learner.partial_fit, x, [1.0, 1.0])
    refuses("Y has shape", learner.partial_fit, [x], [1.0, 1.0])
    refuses("is nan", learner.partial_fit, [x, [0.0, math.nan]], [1.0, 1.0])
    assert learner.coef_.tolist() == [0.0, 0.0]
    assert learner.mistakes_ == 0
