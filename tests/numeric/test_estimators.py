"""The learners as scikit-learn's estimators: its own checks, and what they learn."""

import contextlib
import warnings
from unittest import SkipTest

import numpy as np
import pytest

pytest.importorskip("sklearn")

from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import estimator_checks_generator

from numeric import bounds, estimators
from numeric.learners import EG, LMS, EGPlusMinus, Perceptron, ProjectedOGD, StronglyConvexOGD
from numeric.learners.losses import AbsoluteLoss, HingeLoss, LogisticLoss, SquaredLoss
from tests.sampling import every

REGRESSORS = [
    estimators.LMSRegressor,
    estimators.ProjectedOGDRegressor,
    estimators.EGRegressor,
    estimators.EGPlusMinusRegressor,
]
CLASSIFIERS = [estimators.PerceptronClassifier, estimators.ProjectedOGDClassifier, estimators.OnlineSVMClassifier]


@pytest.mark.parametrize("kind", every(3, REGRESSORS + CLASSIFIERS))
def test_the_checks_of_scikit_learn_pass(kind):
    passed = 0
    for estimator, check in estimator_checks_generator(kind()):
        with warnings.catch_warnings(), contextlib.suppress(SkipTest):  # it skips what needs other packages
            warnings.simplefilter("ignore")
            check(estimator)
            passed += 1
    assert passed > 40


@pytest.fixture
def regression():
    rng = np.random.default_rng(0)
    X = rng.standard_normal((200, 3))
    return X, X @ [0.5, -0.2, 0.1] + 0.3


@pytest.fixture
def flowers():
    X, Y = load_iris(return_X_y=True)
    first = Y < 2
    order = np.random.default_rng(0).permutation(int(first.sum()))
    return X[first][order], np.array(["setosa", "versicolor"])[Y[first][order]]


def with_one(X):
    return np.column_stack([X, np.ones(len(X))])


def test_a_regressor_makes_the_steps_of_its_learner(regression):
    X, Y = regression
    for estimator, learner, rows in [
        (estimators.LMSRegressor(0.05, intercept=False), LMS(3, 0.05), X),
        (estimators.LMSRegressor(0.05), LMS(4, 0.05), with_one(X)),
        (estimators.ProjectedOGDRegressor(0.1, 0.4), ProjectedOGD(4, 0.1, 0.4, SquaredLoss()), with_one(X)),
        (estimators.ProjectedOGDRegressor(0.1, 2, "absolute"), ProjectedOGD(4, 0.1, 2, AbsoluteLoss()), with_one(X)),
        (estimators.EGRegressor(0.1), EG(np.full(3, 1 / 3), 0.1), X),
        (estimators.EGPlusMinusRegressor(0.1, 1.5), EGPlusMinus(4, 0.1, 1.5), with_one(X)),
    ]:
        w = learner.partial_fit(rows, Y).coef_
        estimator.fit(X, Y)
        assert [*estimator.coef_, *([estimator.intercept_] if len(w) == 4 else [])] == w.tolist()
        assert estimator.predict(X) == pytest.approx(rows @ w, rel=1e-12)


def test_a_classifier_makes_the_steps_of_its_learner(flowers):
    X, Y = flowers
    signs = np.where(Y == "versicolor", 1.0, -1.0)
    for estimator, learner in [
        (estimators.PerceptronClassifier(), Perceptron(5)),
        (estimators.ProjectedOGDClassifier(0.1, 2.0), ProjectedOGD(5, 0.1, 2.0, HingeLoss())),
        (estimators.ProjectedOGDClassifier(0.1, 2.0, "logistic"), ProjectedOGD(5, 0.1, 2.0, LogisticLoss())),
        (estimators.OnlineSVMClassifier(0.5), StronglyConvexOGD(5, 0.5, HingeLoss())),
    ]:
        w = learner.partial_fit(with_one(X), signs).coef_
        estimator.fit(X, Y)
        assert [*estimator.coef_, estimator.intercept_] == w.tolist()
        assert estimator.classes_.tolist() == ["setosa", "versicolor"]
        assert (estimator.predict(X) == "versicolor").tolist() == (with_one(X) @ w > 0).tolist()


def test_a_tie_is_the_first_class(flowers):
    model = estimators.PerceptronClassifier(intercept=False).fit(*flowers)
    assert model.decision_function(np.zeros((1, 4))).tolist() == [0.0]
    assert model.predict(np.zeros((1, 4))).tolist() == ["setosa"]


def test_fit_starts_anew_and_partial_fit_goes_on(regression):
    X, Y = regression
    whole = estimators.LMSRegressor(0.05, epochs=2).fit(X, Y)
    parts = estimators.LMSRegressor(0.05)
    for rows, labels in [(X[:70], Y[:70]), (X[70:], Y[70:]), (X, Y)]:
        parts.partial_fit(rows, labels)
    assert parts.coef_.tolist() == whole.coef_.tolist()
    assert whole.fit(X, Y).coef_.tolist() == parts.coef_.tolist()


def test_the_own_rates_are_those_of_the_bounds(regression):
    X, Y = regression
    rows = with_one(X)
    longest = float(np.max(np.linalg.norm(rows, axis=1)))
    assert estimators.LMSRegressor().fit(X, Y).learner_.eta == pytest.approx(0.25 / longest**2)
    steepest = 2 * (3.0 * longest + float(np.max(np.abs(Y)))) * longest
    ball = estimators.ProjectedOGDRegressor(radius=3.0).fit(X, Y).learner_.eta
    least = bounds.projected_regret_bound(3.0, steepest, ball, len(X))
    assert least < min(bounds.projected_regret_bound(3.0, steepest, c * ball, len(X)) for c in (0.9, 1.1))
    for model, labels in [
        (estimators.ProjectedOGDRegressor(radius=3.0, loss="absolute"), Y),
        (estimators.ProjectedOGDClassifier(radius=3.0), Y > 0.3),
    ]:
        assert model.fit(X, labels).learner_.eta == pytest.approx(3.0 * 2.0**0.5 / longest)
    widest = 1.5 * max(1.0, float(np.max(np.abs(X))))
    assert estimators.EGPlusMinusRegressor(bound=1.5).fit(X, Y).learner_.eta == pytest.approx(0.25 / widest**2)
    assert estimators.EGRegressor().fit(X, Y).learner_.eta == pytest.approx(0.25 / float(np.max(np.abs(X))) ** 2)


def test_in_a_pipeline_and_a_grid(flowers):
    X, Y = flowers
    model = make_pipeline(StandardScaler(), estimators.PerceptronClassifier(epochs=3))
    assert model.fit(X, Y).score(X, Y) == 1.0
    grid = GridSearchCV(estimators.OnlineSVMClassifier(), {"sigma": [0.01, 1.0]}, cv=3).fit(X, Y)
    assert grid.best_score_ > 0.9
    assert clone(estimators.LMSRegressor(0.1, epochs=3)).get_params() == {"eta": 0.1, "epochs": 3, "intercept": True}


def test_columns_are_taken_by_label(regression):
    pandas = pytest.importorskip("pandas")
    X, Y = regression
    frame = pandas.DataFrame(X, columns=["a", "b", "c"])
    model = estimators.LMSRegressor().fit(frame, Y)
    assert model.feature_names_in_.tolist() == ["a", "b", "c"]
    with pytest.raises(ValueError, match="feature names should match"):
        model.predict(frame[["b", "a", "c"]])


def test_bad_input(refuses, regression, flowers):
    X, Y = regression
    refuses("epochs is 0", estimators.LMSRegressor(epochs=0).fit, X, Y)
    refuses("epochs is True", estimators.LMSRegressor(epochs=True).fit, X, Y)
    refuses("eta is -1", estimators.LMSRegressor(-1.0).fit, X, Y)
    refuses(
        "loss is 'hinge'; it must be 'squared' or 'absolute'", estimators.ProjectedOGDRegressor(loss="hinge").fit, X, Y
    )
    refuses("radius is 0", estimators.ProjectedOGDClassifier(radius=0.0).fit, *flowers)
    refuses("y has 3 classes; it must have 2", estimators.PerceptronClassifier().fit, X, np.arange(len(X)) % 3)
    refuses(
        "y has one class, [1]; it must have 2", estimators.PerceptronClassifier().fit, X, np.ones(len(X), dtype=int)
    )
    model = estimators.PerceptronClassifier()
    model.partial_fit(*flowers)
    refuses("y has 'virginica'; it must be one of the classes", model.partial_fit, flowers[0][:1], ["virginica"])
    refuses("give eta", estimators.LMSRegressor().fit, X * 1e200, Y)
    with pytest.raises(NotFittedError):
        estimators.LMSRegressor().predict(X)


def test_what_scikit_learn_would_read_otherwise_than_it_is_is_refused(regression, refuses):
    X, Y = regression
    fitted = estimators.LMSRegressor(0.05).fit(X, Y)
    for text, rows in [
        ("X is a masked array", np.ma.masked_array(X, X > 1.0)),
        ("X has the type", X.astype(np.longdouble)),
        ("real numbers", X.astype(str)),
        ("at most 2**53", np.full(X.shape, 2**60 + 1)),
    ]:
        refuses(text, estimators.LMSRegressor(0.05).fit, rows, Y)
        refuses(text, estimators.LMSRegressor(0.05).partial_fit, rows, Y)
        refuses(text, estimators.PerceptronClassifier().fit, rows, Y > 0.0)
        refuses(text, fitted.predict, rows)
    refuses("y is a masked array", estimators.LMSRegressor(0.05).fit, X, np.ma.masked_array(Y, Y > 0.0))
    refuses("y is a masked array", estimators.PerceptronClassifier().fit, X, np.ma.masked_array(Y > 0.0, Y > 1.0))
    same = estimators.LMSRegressor(0.05).fit(X > 0.0, Y > 0.0).coef_
    assert np.array_equal(same, estimators.LMSRegressor(0.05).fit((X > 0.0) * 1.0, (Y > 0.0) * 1.0).coef_)


def test_parameters_that_change_after_learning_began_change_nothing_in_silence(regression, refuses):
    X, Y = regression
    fitted = estimators.LMSRegressor(0.05).fit(X, Y)
    coef, intercept, predicted = fitted.coef_, fitted.intercept_, fitted.predict(X)
    fitted.set_params(intercept=False)
    assert np.array_equal(fitted.coef_, coef)
    assert fitted.intercept_ == intercept
    assert np.array_equal(fitted.predict(X), predicted)
    refuses("intercept is False now", fitted.partial_fit, X, Y)
    refuses("eta is 0.1 now", fitted.set_params(intercept=True, eta=0.1).partial_fit, X, Y)
    assert fitted.set_params(eta=0.05, epochs=3).partial_fit(X, Y) is fitted
    refuses("intercept is 'no'", estimators.LMSRegressor(intercept="no").fit, X, Y)


def test_labels_of_pandas_in_another_order_are_refused(refuses):
    pandas = pytest.importorskip("pandas")
    X, y = pandas.DataFrame({"a": [1.0, 2.0, 3.0], "b": [0.5, 0.1, 0.2]}), pandas.Series([1.0, 2.0, 3.0])
    fitted = estimators.LMSRegressor(0.1).fit(X, y)
    refuses("in another order", estimators.LMSRegressor(0.1).fit, X, y[::-1])
    with pytest.raises(ValueError, match="feature names"):
        fitted.predict(X[["b", "a"]])
    assert np.array_equal(fitted.coef_, estimators.LMSRegressor(0.1).fit(X.to_numpy(), y.to_numpy()).coef_)
