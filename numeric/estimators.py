"""The learners as scikit-learn's estimators: `fit`, `predict`, `score`, pipelines, grids (extra `sklearn`).

| estimator | learner | what it learns |
|---|---|---|
| `LMSRegressor` | `LMS` | <w,x> by the squared loss |
| `ProjectedOGDRegressor` | `ProjectedOGD` | <w,x>, w in a ball, by the squared or the absolute loss |
| `EGRegressor` | `EG` | <w,x>, w on the simplex: an average of the columns |
| `EGPlusMinusRegressor` | `EGPlusMinus` | <w,x>, the L1 length of w at most a bound |
| `PerceptronClassifier` | `Perceptron` | the sign of <w,x> at mistakes |
| `ProjectedOGDClassifier` | `ProjectedOGD` | the sign of <w,x>, w in a ball, by the hinge or the logistic loss |
| `OnlineSVMClassifier` | `StronglyConvexOGD` | the sign of <w,x> by the hinge loss and sigma/2 |w|**2 |

`fit` starts anew and goes `epochs` times through the rows in order; `partial_fit` goes on once. `intercept`: whether
each row gets a last coordinate 1. Attributes: `learner_`, with everything that it has; `coef_`, shape (n,);
`intercept_`, a number. Columns of pandas are taken by label: other names, or another order, are refused. Arrays of
float32 are read as float64, booleans as 0 and 1. Classifiers have two classes, of any type; `classes_[1]` is the
label 1.
"""

from typing import Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from numeric import _check, _exact
from numeric._exact import Array
from numeric.learners.base import LinearLearner
from numeric.learners.exponentiated_gradient import EG, EGPlusMinus
from numeric.learners.gradient_descent import LMS, ProjectedOGD, StronglyConvexOGD
from numeric.learners.losses import AbsoluteLoss, HingeLoss, LinearLoss, LogisticLoss, SquaredLoss
from numeric.learners.perceptron import Perceptron

_LOSSES: dict[str, LinearLoss] = {
    "squared": SquaredLoss(),
    "absolute": AbsoluteLoss(),
    "hinge": HingeLoss(),
    "logistic": LogisticLoss(),
}


class _Online(BaseEstimator):
    """What the estimators share; each makes its learner from the rows that it sees first."""

    epochs: int
    intercept: bool
    learner_: LinearLearner
    n_features_in_: int
    _made_with: dict[str, Any]

    def _made(self, rows: Array, labels: Array) -> LinearLearner:
        raise NotImplementedError

    def _fitted(self, X: Array, Y: Array) -> Self:
        epochs = _check.integer("epochs", self.epochs, 1)
        rows, learner = self._begun(X, Y)
        for _ in range(epochs):
            learner.partial_fit(rows, Y)
        self.learner_, self._made_with = learner, self._of_the_learner()
        return self

    def _gone_on(self, X: Array, Y: Array) -> Self:
        made_with = self._of_the_learner()
        if not hasattr(self, "learner_"):
            rows, learner = self._begun(X, Y)
        elif made_with != self._made_with:
            changed = next(name for name, value in made_with.items() if value != self._made_with[name])
            raise ValueError(
                f"{changed} is {made_with[changed]!r} now; it must be as it was when learning began, or fit"
            )
        else:
            rows, learner = _with_one(X) if self._has_one() else X, self.learner_
        self.learner_, self._made_with = learner.partial_fit(rows, Y), made_with
        return self

    def _of_the_learner(self) -> dict[str, Any]:
        return {name: value for name, value in self.get_params().items() if name != "epochs"}

    def _begun(self, X: Array, Y: Array) -> tuple[Array, LinearLearner]:
        if not isinstance(self.intercept, (bool, np.bool_)):
            raise ValueError(f"intercept is {self.intercept!r}; it must be True or False")
        rows = _with_one(X) if self.intercept else X
        return rows, self._made(rows, Y)

    def _has_one(self) -> bool:
        """Whether the learner has a coefficient of the coordinate 1."""
        return len(self._all()) > self.n_features_in_

    @property
    def coef_(self) -> Array:
        """The coefficients of the columns, shape (n,)."""
        return self._all()[: self.n_features_in_]

    @property
    def intercept_(self) -> float:
        """The coefficient of the coordinate 1, 0 without one."""
        return float(self._all()[-1]) if self._has_one() else 0.0

    def _all(self) -> Array:
        if not hasattr(self, "learner_"):
            raise AttributeError(f"{type(self).__name__} has no coefficients before fit")
        return self.learner_.coef_

    def _scores(self, X: Any) -> Array:
        check_is_fitted(self)
        _plain(X=X)
        rows = validate_data(self, X, reset=False, dtype=np.float64)
        rows = _with_one(rows) if self._has_one() else rows
        with np.errstate(over="ignore", invalid="ignore"):
            return _check.representable("<w,x>", np.asarray(rows @ self._all()))


class _Regressor(RegressorMixin, _Online):
    def fit(self, X: npt.ArrayLike, y: npt.ArrayLike) -> Self:
        """Learn the rows of X (T, n) with the labels y (T,) from the start, `epochs` times."""
        _plain(X=X, y=y)
        _paired(X, y)
        rows, labels = validate_data(self, X, y, dtype=np.float64, y_numeric=True)
        return self._fitted(rows, np.asarray(labels, dtype=np.float64))

    def partial_fit(self, X: npt.ArrayLike, y: npt.ArrayLike) -> Self:
        """Learn the rows of X (T, n) with the labels y (T,) once more, from where it is."""
        _plain(X=X, y=y)
        _paired(X, y)
        first = not hasattr(self, "learner_")
        rows, labels = validate_data(self, X, y, reset=first, dtype=np.float64, y_numeric=True)
        return self._gone_on(rows, np.asarray(labels, dtype=np.float64))

    def predict(self, X: npt.ArrayLike) -> Array:
        """<w,x> and the intercept for the rows of X, shape (T,)."""
        return self._scores(X)


class _Classifier(ClassifierMixin, _Online):
    classes_: npt.NDArray[Any]

    def fit(self, X: npt.ArrayLike, y: npt.ArrayLike) -> Self:
        """Learn the rows of X (T, n) with the classes y (T,) from the start, `epochs` times."""
        _plain(X=X)
        _paired(X, y)
        rows, labels = validate_data(self, X, y, dtype=np.float64)
        check_classification_targets(labels)
        self.classes_ = _two_classes(np.unique(labels))
        return self._fitted(rows, self._signs(labels))

    def partial_fit(self, X: npt.ArrayLike, y: npt.ArrayLike, classes: npt.ArrayLike | None = None) -> Self:
        """Learn the rows of X (T, n) with the classes y (T,) once more; `classes`: both, where y may not have them."""
        _plain(X=X)
        _paired(X, y)
        first = not hasattr(self, "learner_")
        rows, labels = validate_data(self, X, y, reset=first, dtype=np.float64)
        check_classification_targets(labels)
        if first:
            self.classes_ = _two_classes(np.unique(labels if classes is None else np.asarray(classes)))
        return self._gone_on(rows, self._signs(labels))

    def decision_function(self, X: npt.ArrayLike) -> Array:
        """<w,x> and the intercept for the rows of X, shape (T,): above 0 for the second class."""
        return self._scores(X)

    def predict(self, X: npt.ArrayLike) -> npt.NDArray[Any]:
        """The class of each row of X, shape (T,): the second where <w,x> > 0, the first at a tie."""
        above = self._scores(X) > 0.0
        return np.asarray(self.classes_[above.astype(int)])

    def _signs(self, labels: npt.NDArray[Any]) -> Array:
        known = np.isin(labels, self.classes_)
        if not np.all(known):
            raise ValueError(
                f"y has {labels[~known].tolist()[0]!r}; it must be one of the classes {self.classes_.tolist()}"
            )
        return np.where(labels == self.classes_[1], 1.0, -1.0)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags


class LMSRegressor(_Regressor):
    """Widrow-Hoff (`LMS`) on (<w,x> - y)**2, without 1/2."""

    def __init__(self, eta: float | None = None, *, epochs: int = 1, intercept: bool = True) -> None:
        """eta > 0: the rate; None: 1/(4 R**2) with R the length of the longest row that it sees first."""
        self.eta, self.epochs, self.intercept = eta, epochs, intercept

    def _made(self, rows: Array, labels: Array) -> LinearLearner:
        return LMS(rows.shape[1], _gradient_rate(rows) if self.eta is None else self.eta)


class ProjectedOGDRegressor(_Regressor):
    """Projected online gradient descent (`ProjectedOGD`): rate eta/sqrt(t), |w| <= radius, intercept included."""

    def __init__(
        self,
        eta: float | None = None,
        radius: float = 1.0,
        loss: str = "squared",
        *,
        epochs: int = 1,
        intercept: bool = True,
    ) -> None:
        """eta > 0; None: radius sqrt(2)/G, that of the regret bound, G the longest gradient on the ball at the rows
        that it sees first. radius > 0. loss: "squared" or "absolute"."""
        self.eta, self.radius, self.loss, self.epochs, self.intercept = eta, radius, loss, epochs, intercept

    def _made(self, rows: Array, labels: Array) -> LinearLearner:
        loss, radius = _loss(self.loss, "squared", "absolute"), _check.positive("radius", self.radius)
        slope = 1.0
        if self.loss == "squared":
            slope = 2.0 * (radius * _longest(rows) + float(np.max(np.abs(labels))))
        eta = _bound_rate(radius, slope * _longest(rows)) if self.eta is None else self.eta
        return ProjectedOGD(rows.shape[1], eta, radius, loss)


class EGRegressor(_Regressor):
    """Exponentiated gradient (`EG`) from the uniform weights: predicts an average of the columns, with no intercept."""

    intercept = False

    def __init__(self, eta: float | None = None, *, epochs: int = 1) -> None:
        """eta as in `LMSRegressor`, with R the largest |x_i|."""
        self.eta, self.epochs = eta, epochs

    def _made(self, rows: Array, labels: Array) -> LinearLearner:
        n = rows.shape[1]
        return EG(np.full(n, 1.0 / n), _gradient_rate(_largest(rows)) if self.eta is None else self.eta)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.regressor_tags.poor_score = True  # no average of the columns may be near the labels
        return tags


class EGPlusMinusRegressor(_Regressor):
    """EG+- (`EGPlusMinus`) from 0: the L1 length of the coefficients, intercept included, is at most the bound."""

    def __init__(
        self, eta: float | None = None, bound: float = 1.0, *, epochs: int = 1, intercept: bool = True
    ) -> None:
        """eta as in `LMSRegressor`, with R the largest |x_i| times the bound. bound > 0."""
        self.eta, self.bound, self.epochs, self.intercept = eta, bound, epochs, intercept

    def _made(self, rows: Array, labels: Array) -> LinearLearner:
        bound = _check.positive("bound", self.bound)
        eta = _gradient_rate(bound * _largest(rows)) if self.eta is None else self.eta
        return EGPlusMinus(rows.shape[1], eta, bound)


class PerceptronClassifier(_Classifier):
    """The Perceptron: a step at each mistake, from w = 0."""

    def __init__(self, *, epochs: int = 1, intercept: bool = True) -> None:
        self.epochs, self.intercept = epochs, intercept

    def _made(self, rows: Array, labels: Array) -> LinearLearner:
        return Perceptron(rows.shape[1])


class ProjectedOGDClassifier(_Classifier):
    """Projected online gradient descent (`ProjectedOGD`): rate eta/sqrt(t), |w| <= radius, intercept included."""

    def __init__(
        self,
        eta: float | None = None,
        radius: float = 1.0,
        loss: str = "hinge",
        *,
        epochs: int = 1,
        intercept: bool = True,
    ) -> None:
        """eta > 0; None: radius sqrt(2)/R, that of the regret bound, R as in `LMSRegressor`.

        radius > 0. loss: "hinge" or "logistic"."""
        self.eta, self.radius, self.loss, self.epochs, self.intercept = eta, radius, loss, epochs, intercept

    def _made(self, rows: Array, labels: Array) -> LinearLearner:
        loss, radius = _loss(self.loss, "hinge", "logistic"), _check.positive("radius", self.radius)
        eta = _bound_rate(radius, _longest(rows)) if self.eta is None else self.eta
        return ProjectedOGD(rows.shape[1], eta, radius, loss)


class OnlineSVMClassifier(_Classifier):
    """The online support vector machine (`StronglyConvexOGD` with the hinge loss): rate 1/(sigma t)."""

    def __init__(self, sigma: float = 1.0, *, epochs: int = 1, intercept: bool = True) -> None:
        """sigma > 0: the loss has sigma/2 |w|**2, intercept included."""
        self.sigma, self.epochs, self.intercept = sigma, epochs, intercept

    def _made(self, rows: Array, labels: Array) -> LinearLearner:
        return StronglyConvexOGD(rows.shape[1], self.sigma, HingeLoss())


def _with_one(X: Array) -> Array:
    """The rows with a last coordinate 1."""
    return np.column_stack([X, np.ones(len(X))])


def _plain(**values: Any) -> None:
    """What scikit-learn would read otherwise than it is: masks, long doubles, integers beyond 2**53, text."""
    for name, value in values.items():
        if not hasattr(value, "iloc"):
            _check.plain_numbers(name, value, booleans=True)


def _paired(X: Any, y: Any) -> None:
    """Rows are paired by position; labels of pandas that say otherwise are refused, and so is a mask of y."""
    if isinstance(y, np.ma.MaskedArray):
        raise ValueError("y is a masked array; it must have an entry in every row")
    if not (hasattr(X, "iloc") and hasattr(y, "iloc")) or X.index.equals(y.index):
        return
    if X.index.sort_values().equals(y.index.sort_values()):
        raise ValueError("y has the labels of the rows of X in another order; it must have them in the same")


def _gradient_rate(rows: Array) -> float:
    """1/(4 R**2) with R the length of the longest row, 1 if that is 0: a step takes half of an error away at most."""
    longest = _longest(rows)
    return _float("1/(4 R**2)", 0.25 / longest / longest)


def _bound_rate(radius: float, gradient: float) -> float:
    """The rate of the regret bound for gradients of a length up to the one given."""
    return _float("sqrt(2) radius/G", 2.0**0.5 * radius / gradient)


def _float(name: str, rate: float) -> float:
    return float(_check.representable_positive(name, np.asarray(rate), "give eta"))


def _longest(rows: Array) -> float:
    """The length of the longest row, 1 where all are 0."""
    return float(np.max(_exact.norm(rows))) or 1.0


def _loss(name: str, *known: str) -> LinearLoss:
    if name not in known:
        raise ValueError(f"loss is {name!r}; it must be {' or '.join(map(repr, known))}")
    return _LOSSES[name]


def _largest(rows: Array) -> Array:
    """Each row's largest entry, as rows of one column."""
    return np.asarray(np.max(np.abs(rows), axis=1)[:, None])


def _two_classes(found: npt.NDArray[Any]) -> npt.NDArray[Any]:
    if len(found) > 2:
        raise ValueError(f"Only binary classification is supported: y has {len(found)} classes; it must have 2")
    if len(found) < 2:
        raise ValueError(f"y has one class, {found.tolist()}; it must have 2")
    return found
