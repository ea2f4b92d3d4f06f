"""AdaBoost with stumps on iris flowers: the library's against a plain loop, and against scikit-learn's."""

from pathlib import Path

import numpy as np
import pytest

import numeric
from numeric.learners.adaboost import AdaBoost

ROUNDS = 20


def flowers():
    """Versicolor against virginica, which overlap: features (100, 4) and labels ±1."""
    table = Path(numeric.__file__).with_name("iris.csv").read_text("utf-8").splitlines()[1:]
    rows = [line.split(",") for line in table]
    species = np.unique([row[-1] for row in rows], return_inverse=True)[1]
    X = np.array([[float(cell) for cell in row[:-1]] for row in rows])
    return X[species > 0], np.where(species[species > 0] == 1, -1.0, 1.0)


def stumps(X):
    """The signs of x_f − θ for all features and midpoints, and their negations: (m, 100)."""
    rows = []
    for feature in X.T:
        values = np.unique(feature)
        rows += [np.where(feature > theta, 1.0, -1.0) for theta in (values[1:] + values[:-1]) / 2]
    return np.array(rows + [-row for row in rows])


def plain(H, y):
    """AdaBoost by errors, ½ ln((1 − error)/error) and renormalised weights, without the library's code."""
    weights, chosen, steps = [1 / len(y)] * len(y), [], []
    for _ in range(ROUNDS):
        errors = [sum(w for w, h, label in zip(weights, row, y, strict=True) if h != label) for row in H]
        best = int(np.argmin(errors))
        step = 0.5 * np.log((1 - errors[best]) / errors[best])
        raw = [w * np.exp(-step * label * h) for w, h, label in zip(weights, H[best], y, strict=True)]
        weights = [w / sum(raw) for w in raw]
        chosen.append(best)
        steps.append(step)
    return np.array(weights), chosen, steps


def test_the_edge_is_one_less_twice_the_weighted_error_and_the_rounds_are_those_of_a_plain_loop():
    X, y = flowers()
    H = stumps(X)
    learner = AdaBoost(np.full(len(y), 1 / len(y))).fit(H, y, rounds=ROUNDS)
    weights, chosen, steps = plain(H, y)
    edges = [np.tanh(step) for step in steps]  # ½ ln((1 + r)/(1 − r)) = artanh r
    np.testing.assert_allclose(learner.edges_, edges, rtol=1e-12)
    np.testing.assert_allclose(learner.coef_, weights, rtol=1e-10)
    for row, other in zip(learner.chosen_, chosen, strict=True):
        np.testing.assert_array_equal(H[row], H[other])


def test_scikit_learn_has_the_same_errors_and_steps_for_the_stumps_that_it_chooses():
    """It chooses by the impurity of the leaves, not by the edge."""
    ensemble = pytest.importorskip("sklearn.ensemble")
    X, y = flowers()
    theirs = ensemble.AdaBoostClassifier(n_estimators=ROUNDS).fit(X, y)
    ours = AdaBoost(np.full(len(y), 1 / len(y)))
    for stump, error, weight in zip(
        theirs.estimators_, theirs.estimator_errors_, theirs.estimator_weights_, strict=True
    ):
        margins = y * stump.predict(X)
        assert error == pytest.approx(0.5 * (1 - ours.predict_one(margins)), rel=1e-9)
        ours.learn_one(margins)
        assert weight == pytest.approx(2 * ours.alpha_, rel=1e-9)  # SAMME has no factor ½
