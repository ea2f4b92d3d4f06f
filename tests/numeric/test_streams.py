"""The learners as river's models: its own checks, and features by name."""

import numpy as np
import pytest

pytest.importorskip("river")

from river import checks, compose, metrics, preprocessing

from numeric import streams
from numeric.learners import LMS, Perceptron

MODELS = [
    streams.LMSRegressor,
    streams.ProjectedOGDRegressor,
    streams.PerceptronClassifier,
    streams.OnlineSVMClassifier,
]


@pytest.mark.spread(2)
@pytest.mark.parametrize("kind", MODELS)
def test_the_checks_of_river_pass(kind):
    tried = 0
    for params in kind._unit_test_params():
        for check in checks.yield_checks(kind(**params)):
            check(kind(**params))
            tried += 1
    assert tried > 20


def test_a_feature_that_comes_later_is_as_if_it_had_been_zero():
    rng = np.random.default_rng(0)
    X, Y = rng.standard_normal((30, 3)), rng.standard_normal(30)
    X[:10, 1], X[:20, 2] = 0.0, 0.0
    model, learner = streams.LMSRegressor(0.1), LMS(3, 0.1).partial_fit(X, Y)
    for x, y in zip(X, Y, strict=True):
        model.learn_one({name: v for name, v in zip("abc", x.tolist(), strict=True) if v}, y)
    assert model.weights == pytest.approx(dict(zip("abc", learner.coef_.tolist(), strict=True)), rel=1e-13)


def test_the_order_of_the_features_does_not_matter_and_unknown_ones_count_nothing():
    model = streams.LMSRegressor(0.1)
    model.learn_one({"a": 1.0, "b": 2.0}, 3.0)
    assert model.predict_one({"b": 1.0, "a": -1.0}) == model.predict_one({"a": -1.0, "b": 1.0, "new": 5.0})
    assert list(model.weights) == ["a", "b"]


def test_in_a_pipeline_with_a_metric():
    rng = np.random.default_rng(1)
    X = rng.standard_normal((300, 2)) * [1.0, 100.0]
    model = compose.Pipeline(preprocessing.StandardScaler(), streams.PerceptronClassifier())
    accuracy = metrics.Accuracy()
    for a, b in X.tolist():
        x, y = {"a": a, "b": b}, 100.0 * a - b > 0.0
        accuracy.update(y, model.predict_one(x))
        model.learn_one(x, y)
    assert accuracy.get() > 0.9


def test_what_is_refused_moves_nothing(refuses):
    model = streams.PerceptronClassifier()
    model.learn_one({"a": 1.0}, True)
    refuses("x['b'] is nan; it must not be NaN", model.learn_one, {"a": 2.0, "b": float("nan")}, True)
    refuses("x['b'] must be an array of real numbers, not 'red'", model.learn_one, {"b": "red"}, True)
    assert model.weights == {"a": 1.0}
    assert model.learner_.coef_.tolist() == Perceptron(1, [1.0]).coef_.tolist()
    refuses("loss is 'hinge'", streams.ProjectedOGDRegressor, loss="hinge")
    with pytest.raises(NotImplementedError, match="no probabilities"):
        model.predict_proba_one({"a": 1.0})


def test_what_is_no_plain_number_and_what_is_no_class_is_refused(refuses):
    for text, value in [
        ("x['a']", "1.5"),
        ("x['a']", np.longdouble(1) / 3),
        ("x['a']", np.ma.masked),
        ("x['a']", 2**60 + 1),
        ("x['a']", 10**400),
        ("x['a']", np.array([2.0])),
    ]:
        refuses(text, streams.LMSRegressor(0.1).learn_one, {"a": value}, 1.0)
    for y in (-1, 2, -1.0, "no", None, float("nan")):
        refuses("True or False", streams.PerceptronClassifier().learn_one, {"a": 1.0}, y)
    model = streams.LMSRegressor(0.1)
    model.learn_one({"a": True, "b": np.float32(0.5), "c": 2}, 1.0)
    assert model.weights == {"a": 0.2, "b": 0.1, "c": 0.4}
