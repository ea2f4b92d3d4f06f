"""What the estimators (extra `sklearn`) and the models of streams (extra `river`) predict after they have learned."""

import numpy as np

from tests.numeric.oracle import truth, truth_additive
from tests.numeric.oracle.functions import add

try:
    from numeric import estimators
except ImportError:
    estimators = None
try:
    from numeric import streams
except ImportError:
    streams = None

COLUMNS = "badc"
"""Names whose order is not that in which they are drawn."""


def data(d, classes):
    """Rows of one scale and labels, moderate: the learners' own oracle has the nasty ones."""
    n, T = int(d.rng.integers(1, 5)), int(d.rng.integers(2, 6))
    X = d.rng.standard_normal((T, n)) * (1.0 if d.kind == "ordinary" else 10.0 ** d.rng.uniform(-2, 2))
    if d.kind in ("zeros", "corner"):
        X = np.where(d.rng.random(X.shape) < 0.4, 0.0, X)
    if classes:
        Y = np.where(d.rng.random(T) < 0.5, 1.0, -1.0)
        Y[:2] = [1.0, -1.0]
        return X, Y
    return X, d.rng.standard_normal(T)


def rated(d, classes):
    X, Y = data(d, classes)
    one = 1.0 + np.max(np.sum(X * X, axis=1))
    return X, Y, float(d.rng.uniform(0.05, 0.5) / one), int(d.rng.integers(1, 3)), bool(d.rng.random() < 0.5)


# The truth


def rows_of(X, Y, epochs, intercept):
    rows = [[*x, truth.ONE] if intercept else x for x in X]
    return rows, rows * epochs, Y * epochs


def scored(rows, w):
    return [truth.dot(w, x) for x in rows], [truth.dot([abs(a) for a in w], [abs(b) for b in x]) + 1 for x in rows]


def lms(rows, X, Y, eta):
    return truth.run_lms(X, Y, eta, [truth.ZERO] * len(X[0]))[0][2 * len(X) :]


def projected(kind):
    return lambda rows, X, Y, eta: truth.run_projected(kind, X, Y, eta, truth.ONE)[0][2 * len(X) :]


def eg(rows, X, Y, eta):
    n = len(X[0])
    return truth.run_eg(X, Y, eta, [truth.ONE / n] * n)[0]


def perceptron(rows, X, Y, eta):
    return truth.run_perceptron(X, Y, [truth.ZERO] * len(X[0]))[0]


def machine(rows, X, Y, eta):
    w = [truth.ZERO] * len(X[0])
    for t, (x, y) in enumerate(zip(X, Y, strict=True), 1):
        w = truth.strongly_convex_learner("hinge", w, x, y, eta, t)[0]
    return w


def true(of):
    def formula(X, Y, eta, epochs, intercept):
        rows, X, Y = rows_of(X, Y, epochs, intercept)
        return scored(rows, of(rows, X, Y, eta))

    return formula


def plus_minus(rows, X, Y, eta):
    return truth_additive.run_eg_plus_minus(X, Y, eta, truth.ONE)[0]


def default_rate(X, Y, eta, epochs, intercept):
    """1/(4 R**2), R the length of the longest row, 1 where all are 0."""
    rows = rows_of(X, Y, epochs, intercept)[0]
    return true(lms)(X, Y, 1 / (4 * (max(truth.dot(x, x) for x in rows) or truth.ONE)), epochs, intercept)


# scikit-learn

if estimators is not None:
    for _name, _classes, _made, _of in (
        ("LMSRegressor", False, estimators.LMSRegressor, lms),
        (
            "ProjectedOGDRegressor",
            False,
            estimators.ProjectedOGDRegressor,
            projected("squared"),
        ),
        (
            "ProjectedOGDRegressor absolute",
            False,
            lambda eta, **k: estimators.ProjectedOGDRegressor(eta, 1.0, "absolute", **k),
            projected("absolute"),
        ),
        ("EGPlusMinusRegressor", False, estimators.EGPlusMinusRegressor, plus_minus),
        ("PerceptronClassifier", True, lambda eta, **k: estimators.PerceptronClassifier(**k), perceptron),
        (
            "ProjectedOGDClassifier",
            True,
            estimators.ProjectedOGDClassifier,
            projected("hinge"),
        ),
        (
            "ProjectedOGDClassifier logistic",
            True,
            lambda eta, **k: estimators.ProjectedOGDClassifier(eta, 1.0, "logistic", **k),
            projected("logistic"),
        ),
        ("OnlineSVMClassifier", True, estimators.OnlineSVMClassifier, machine),
    ):

        def _fitted(X, Y, eta, epochs, intercept, made=_made, classes=_classes):
            e = made(eta, epochs=epochs, intercept=intercept).fit(X, Y)
            return e.decision_function(X) if classes else e.predict(X)

        add("estimators", f"estimators {_name}", lambda d, classes=_classes: rated(d, classes), _fitted, true(_of))
    add(
        "estimators",
        "estimators EGRegressor",
        lambda d: (*rated(d, False)[:4], False),
        lambda X, Y, eta, epochs, intercept: estimators.EGRegressor(eta, epochs=epochs).fit(X, Y).predict(X),
        true(eg),
    )
    add(
        "estimators",
        "estimators LMSRegressor of its own rate",
        lambda d: rated(d, False),
        lambda X, Y, eta, epochs, intercept: (
            estimators.LMSRegressor(epochs=epochs, intercept=intercept).fit(X, Y).predict(X)
        ),
        default_rate,
    )

# river


def streamed(model, X, Y, bools):
    """Its predictions at each row before it learns that, features that are 0 left out of every other row."""
    seen = []
    for t, (x, y) in enumerate(zip(X.tolist(), Y.tolist(), strict=True)):
        named = {name: v for name, v in zip(COLUMNS, x, strict=False) if v != 0.0 or t % 2}
        s = sum(w * named.get(name, 0.0) for name, w in model.weights.items()) if bools else model.predict_one(named)
        seen.append(s)
        model.learn_one(named, y > 0.0 if bools else y)
    return seen


def predicted(kind):
    """The predictions of each step."""

    def formula(X, Y, eta, epochs, intercept):
        w, seen, sizes = [truth.ZERO] * len(X[0]), [], []
        for t, (x, y) in enumerate(zip(X, Y, strict=True), 1):
            seen.append(truth.dot(w, x))
            sizes.append(truth.dot([abs(a) for a in w], [abs(b) for b in x]) + 1)
            if kind == "lms":
                w = truth.linear_step(w, x, y, eta)[0]
            elif kind == "perceptron":
                w = truth.perceptron_learner(w, x, y)[0]
            elif kind == "machine":
                w = truth.strongly_convex_learner("hinge", w, x, y, eta, t)[0]
            else:
                w = truth.projected_learner(kind, w, x, y, eta, truth.ONE, t)[0]
        return seen, sizes

    return formula


if streams is not None:
    for _name, _made, _kind in (
        ("LMSRegressor", streams.LMSRegressor, "lms"),
        ("ProjectedOGDRegressor", streams.ProjectedOGDRegressor, "squared"),
        ("ProjectedOGDRegressor absolute", lambda eta: streams.ProjectedOGDRegressor(eta, loss="absolute"), "absolute"),
        ("PerceptronClassifier", lambda eta: streams.PerceptronClassifier(), "perceptron"),
        ("OnlineSVMClassifier", streams.OnlineSVMClassifier, "machine"),
    ):
        _bools = "Classifier" in _name
        add(
            "streams",
            f"streams {_name}",
            lambda d, bools=_bools: rated(d, bools),
            lambda X, Y, eta, epochs, intercept, made=_made, bools=_bools: streamed(made(eta), X, Y, bools),
            predicted(_kind),
        )
