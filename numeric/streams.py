"""The learners as river's models, which take instances as dicts of features by name (extra `river`).

`LMSRegressor`, `ProjectedOGDRegressor`, `PerceptronClassifier`, `OnlineSVMClassifier`: `learn_one(x, y)`,
`predict_one(x)`, river's metrics, pipelines and `clone`. A feature that an instance lacks is 0, and one that no
instance had before gets a coordinate, which is 0 in what was learned: so these are the learners that start at w = 0,
whose steps are the same as if they had known all features from the start. EG, whose weights sum to one over all
features, and whatever else has a dimension, takes arrays (`numeric.learners`).

Booleans count as 0 and 1, and are the only classes. There is no bias: river's `compose` adds a constant feature.
Attributes: `learner_`, and `weights`, by name.
"""

import math
from typing import Any

import numpy as np
from river import base

from numeric import _check
from numeric._exact import Array
from numeric.learners.base import LinearLearner
from numeric.learners.gradient_descent import LMS, ProjectedOGD, StronglyConvexOGD
from numeric.learners.losses import AbsoluteLoss, HingeLoss, SquaredLoss
from numeric.learners.perceptron import Perceptron


class _ByName:
    """A learner that starts at w = 0, whose coordinates have names."""

    learner_: LinearLearner

    def _start(self) -> None:
        self.learner_, self._places = self._made(), dict[Any, int]()

    def _made(self) -> LinearLearner:
        """A learner of one coordinate, which is the first feature's."""
        raise NotImplementedError

    @property
    def weights(self) -> dict[Any, float]:
        """The coefficient of each feature that was seen."""
        w = self.learner_.coef_
        return {name: float(w[i]) for name, i in self._places.items()}

    def _learn(self, x: dict[Any, Any], y: float) -> None:
        before, known = self.learner_.coef_, dict(self._places)
        for name in sorted(x.keys() - known.keys(), key=repr):  # the same bits in whatever order they come
            self._places[name] = len(self._places)
        more = max(1, len(self._places)) - len(before)
        try:
            self.learner_.coef_ = np.append(before, np.zeros(more))
            self.learner_.learn_one(self._instance(x), y)
        except ValueError:
            self.learner_.coef_, self._places = before, known
            raise

    def _predicted(self, x: dict[Any, Any]) -> float:
        return float(self.learner_.predict_one(self._instance(x)))

    def _instance(self, x: dict[Any, Any]) -> Array:
        a = np.zeros(max(1, len(self._places)))
        for name, value in x.items():
            if name in self._places:
                a[self._places[name]] = _number(name, value)
        return a


def _number(name: Any, value: Any) -> float:
    if isinstance(value, (bool, np.bool_)):
        return float(value)
    if type(value) is float and math.isfinite(value):
        return value
    number = _check.array(f"x[{name!r}]", value)
    if number.ndim != 0:
        raise ValueError(f"x[{name!r}] is {value!r}; it must be one number")
    return float(number)


def _sign(y: Any) -> float:
    if not isinstance(y, (bool, np.bool_)) and not (isinstance(y, (int, np.integer)) and y in (0, 1)):
        raise ValueError(f"y is {y!r}; it must be True or False")
    return 1.0 if y else -1.0


class _Regressor(_ByName, base.Regressor):
    def learn_one(self, x: dict[Any, Any], y: float) -> None:
        """One step with the features x and the label y."""
        self._learn(x, y)

    def predict_one(self, x: dict[Any, Any]) -> float:
        """<w,x>; features that no instance had before count nothing."""
        return self._predicted(x)


class _Classifier(_ByName, base.Classifier):
    @property
    def _multiclass(self) -> bool:
        return False

    def learn_one(self, x: dict[Any, Any], y: bool) -> None:
        """One step with the features x and whether it is so."""
        self._learn(x, _sign(y))

    def predict_one(self, x: dict[Any, Any]) -> bool:
        """Whether <w,x> > 0."""
        return self._predicted(x) > 0.0

    def predict_proba_one(self, x: dict[Any, Any]) -> dict[Any, float]:
        """Not implemented: these classifiers know no probabilities."""
        raise NotImplementedError(f"{type(self).__name__} knows no probabilities; use predict_one")


class LMSRegressor(_Regressor):
    """Widrow-Hoff (`LMS`) on (<w,x> - y)**2, without 1/2."""

    def __init__(self, eta: float = 0.01) -> None:
        """eta > 0: the rate."""
        self.eta = eta
        self._start()

    def _made(self) -> LinearLearner:
        return LMS(1, self.eta)

    @classmethod
    def _unit_test_params(cls) -> Any:
        yield {"eta": 1e-13}  # the checks' instances are as long as 1e6


class ProjectedOGDRegressor(_Regressor):
    """Projected online gradient descent (`ProjectedOGD`): rate eta/sqrt(t), |w| <= radius."""

    def __init__(self, eta: float = 0.01, radius: float = 1.0, loss: str = "squared") -> None:
        """eta, radius > 0. loss: "squared" or "absolute"."""
        self.eta, self.radius, self.loss = eta, radius, loss
        self._start()

    def _made(self) -> LinearLearner:
        if self.loss not in ("squared", "absolute"):
            raise ValueError(f"loss is {self.loss!r}; it must be 'squared' or 'absolute'")
        return ProjectedOGD(1, self.eta, self.radius, SquaredLoss() if self.loss == "squared" else AbsoluteLoss())


class PerceptronClassifier(_Classifier):
    """The Perceptron: a step at each mistake, from w = 0."""

    def __init__(self) -> None:
        self._start()

    def _made(self) -> LinearLearner:
        return Perceptron(1)


class OnlineSVMClassifier(_Classifier):
    """The online support vector machine (`StronglyConvexOGD` with the hinge loss): rate 1/(sigma t)."""

    def __init__(self, sigma: float = 1.0) -> None:
        """sigma > 0: the loss has sigma/2 |w|**2."""
        self.sigma = sigma
        self._start()

    def _made(self) -> LinearLearner:
        return StronglyConvexOGD(1, self.sigma, HingeLoss())
