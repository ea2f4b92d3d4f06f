"""The Perceptron (gradient_descent, "A mistake bound for the Perceptron algorithm").

Labels are -1 and 1, and the loss is the number of mistakes. The tie rule: <w,x> = 0 is a mistake, whatever the
label, so the first step from w = 0 is always taken. scikit-learn's Perceptron with eta0=1 and fit_intercept=False
has the same rule; river's always has a bias.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from numeric import _check, _exact, bounds
from numeric._exact import Array
from numeric.learners.base import LinearLearner, start
from numeric.learners.losses import HingeLoss, sign_label, signs


def perceptron_update(w: npt.ArrayLike, x: npt.ArrayLike, y: npt.ArrayLike) -> Array:
    """w + y x where y <w,x> <= 0, else w, shape (..., n).

    w, x: shape (..., n), n >= 1; y: -1 or 1, shape (...); leading axes broadcast. The sign of <w,x> is the true one,
    also where its terms cancel, unless parts of them below 1e-290 max|w| max|x| decide. Others raise ValueError.
    """
    a, b, t = _check.vector("w", w), _check.vector("x", x), signs("y", _check.array("y", y))
    _check.same_length(w=a, x=b)
    _check.broadcastable(w=a[..., 0], x=b[..., 0], y=t)
    t = np.broadcast_to(t, np.broadcast_shapes(a.shape[:-1], b.shape[:-1], t.shape))[..., None]
    a, b = np.broadcast_arrays(a, b)
    with np.errstate(over="ignore"):
        moved = a + t * b
    mistake = t[..., 0] * _exact.dot_sign(a, b) <= 0.0
    new = np.where(mistake[..., None], moved, a)
    _check.representable("w + y x", new)
    return new


@dataclass(frozen=True)
class MistakeLoss:
    """1 where y <w,x> <= 0, else 0, for labels -1 and 1: the ties count. Not convex; it has no slope that helps."""

    def labels(self, Y: Array) -> Array:
        """Y, with entries -1 or 1."""
        return signs("Y", Y)

    def at(self, a: Array, y: Array) -> Array:
        """1 where y a <= 0, else 0."""
        return np.where(y * a <= 0.0, 1.0, 0.0)

    def slope(self, a: float, y: float | None) -> float:
        """0."""
        sign_label(y)
        return 0.0


class Perceptron(LinearLearner):
    """The Perceptron: w + y x at a mistake. coef_: w, shape (n,); mistakes_: how many steps were taken.

    The sign of the float64 prediction decides. The prediction is <w,x>, and the loss 1 at a mistake.
    """

    loss = MistakeLoss()

    def __init__(self, dimension: int, w: npt.ArrayLike | None = None) -> None:
        """dimension: n >= 1. w: the start (n,), 0 unless given. Others raise ValueError."""
        self._w = start(dimension, w)
        self.mistakes_ = 0

    def comparator_losses(self, comparator: npt.ArrayLike, X: Array, Y: Array | None) -> Array:
        """The hinge losses of a fixed w, shape (T,): what the bound compares the mistakes with."""
        rows, labels = self._rows(X, Y)
        with np.errstate(over="ignore", invalid="ignore"):
            return HingeLoss().at(rows @ start(len(self._w), comparator, "comparator"), labels)

    def loss_bound(self, comparator: npt.ArrayLike, X: Array, Y: Array | None, trace: Any) -> float | None:
        """`bounds.perceptron_bound` with the largest |x| of the run; None where the run did not start at w = 0."""
        if np.any(self._w != 0.0):
            return None
        length = float(_exact.norm(start(len(self._w), comparator)))
        return bounds.perceptron_bound(trace.comparator_loss, length, float(np.max(_exact.norm(X), initial=0.0)))

    def _step(self, x: Array, s: float, y: float) -> None:
        if y * s <= 0.0:
            self._w = self._w + y * x
            self.mistakes_ += 1

    def _compiled_pass(self, kernels: Any, rows: Array, labels: Array, predictions: Array, losses: Array) -> bool:
        if type(self.loss) is not MistakeLoss:
            return False
        w = self._w.copy()
        rows = np.ascontiguousarray(rows)
        if not kernels.perceptron(rows, kernels.schedule(len(w)), labels, w, predictions, losses):
            return False
        self._w, self.mistakes_ = w, self.mistakes_ + int(np.add.reduce(losses))
        return True
