"""The protocol that every learner follows, and what the learners with a linear prediction share.

A learner has `coef_`, its parameter; `predict_one(x)`; `loss_one(x, y)`, the loss before an update; `learn_one(x, y)`,
one update; `partial_fit(X, Y)`, the updates with the rows of X in order, which returns the learner. Whatever raises
ValueError leaves the learner as it was.
"""

import math
from importlib import import_module
from typing import Any, Protocol, Self, runtime_checkable

import numpy as np
import numpy.typing as npt

from numeric import _check, _exact
from numeric._exact import Array
from numeric.errors import Unrepresentable
from numeric.learners._parameter import Parametrised
from numeric.learners.losses import IntrinsicLoss, LinearLoss, Loss, label
from numeric.learners.losses import rows as instances


@runtime_checkable
class Learner(Protocol):
    """What `run` needs: a prediction, its loss, and an update."""

    def predict_one(self, x: npt.ArrayLike) -> float:
        """The prediction at the instance x."""
        ...

    def loss_one(self, x: npt.ArrayLike, y: float | None = None) -> float:
        """The loss at the instance x with the label y, before the update."""
        ...

    def learn_one(self, x: npt.ArrayLike, y: float | None = None) -> None:
        """Take one step."""
        ...


class LinearLearner(Parametrised):
    """A learner that predicts <w,x> for an instance x of shape (n,) and suffers a loss of <w,x> and the label.

    coef_: w, shape (n,), a new array after every step that moves it. The arithmetic is plain float64, products summed
    pairwise: a prediction is off by at most 4 + log2(n) ulp of sum_i |w_i x_i|, which is what the rounding of w makes
    of it anyway, and 5e-324 (1 + max |x_i|) for each product, where these or entries of w underflow. `run` gives the
    same bits as `learn_one`, but for EG where numba is installed. The module's update function is right to a few ulp of
    one step also where <w,x> cancels.
    """

    loss: LinearLoss

    def predict_one(self, x: npt.ArrayLike) -> float:
        """<w,x> for x of shape (n,)."""
        return self._predicted(self._instance(x))

    def loss_one(self, x: npt.ArrayLike, y: float | None = None) -> float:
        """The loss at x with the label y."""
        with np.errstate(over="ignore"):
            loss = float(self.loss.at(np.asarray(self.predict_one(x)), self._label(y)))
        return _check.representable_number("the loss", loss)

    def learn_one(self, x: npt.ArrayLike, y: float | None = None) -> None:
        """One update with x of shape (n,) and the label y."""
        a, t = self._instance(x), float(self._label(y))
        before = dict(vars(self))
        with np.errstate(over="ignore", invalid="ignore"):
            self._step(a, self._predicted(a), t)
        if not _finite(self._w):
            vars(self).update(before)
            raise Unrepresentable("the new parameter must be finite; x, y or the learning rate must be smaller")

    def partial_fit(self, X: npt.ArrayLike, Y: npt.ArrayLike) -> Self:
        """Learn the rows of X (T, n) with the labels Y (T,) in order."""
        self.pass_over(X, Y)
        return self

    def pass_over(
        self, X: npt.ArrayLike, Y: npt.ArrayLike | None = None, *, compiled: bool | None = None
    ) -> tuple[Array, Array]:
        """Learn the rows of X (T, n) with the labels Y (T,); the predictions before each step and their losses, (T,).

        Raises Unrepresentable, and nothing moves, where a parameter, a prediction or a loss overflows.

        compiled: by numba's kernel, if this learner has one; None: where numba is installed.
        """
        rows, labels = self._rows(X, Y, finite=False)
        before = dict(vars(self))
        kernels = load(compiled)
        predictions, losses = np.empty(len(rows)), np.empty(len(rows))
        try:
            with np.errstate(over="ignore", invalid="ignore"):
                done = kernels is not None and self._compiled_pass(kernels, rows, labels, predictions, losses)
                if not done:
                    if not _finite(labels):
                        _check.array("Y", labels)
                    self._numpy_pass(rows, labels, predictions, losses)
                    done = _finite(predictions) and _finite(losses)
        except ValueError:
            vars(self).update(before)
            raise
        if not (done and _finite(self._w)):
            vars(self).update(before)
            raise _failure(rows, predictions, losses)
        return predictions, losses

    def comparator_losses(self, comparator: npt.ArrayLike, X: Array, Y: Array | None) -> Array:
        """The losses of a fixed w, shape (n,), on the rows of X with the labels Y, shape (T,)."""
        rows, labels = self._rows(X, Y)
        with np.errstate(invalid="ignore", over="ignore"):
            losses = self._losses(rows @ start(len(self._w), comparator, "comparator"), labels)
        return _check.representable("the comparator's loss", losses)

    def _rows(self, X: npt.ArrayLike, Y: npt.ArrayLike | None, *, finite: bool = True) -> tuple[Array, Array]:
        """X as (T, n) and Y as (T,), with labels that the loss accepts.

        That X is finite shows after a pass, and that Y is, where it need not be `finite`.
        """
        rows = X if _check.plain(X) else _check.array("X", X)
        if rows.ndim != 2 or rows.shape[1:] != self._w.shape:
            raise ValueError(f"X has shape {rows.shape}; it must be (T, {len(self._w)})")
        if Y is None:
            raise ValueError("Y is None; it must hold a label for each row of X")
        labels = Y if _check.plain(Y) else _check.array("Y", Y)
        if labels.shape != rows.shape[:1]:
            raise ValueError(f"Y has shape {labels.shape}; it must be {rows.shape[:1]}")
        if finite and not _finite(labels):
            _check.array("Y", labels)
        return rows, self.loss.labels(labels)

    def _numpy_pass(self, rows: Array, labels: Array, predictions: Array, losses: Array) -> None:
        for t, (x, y) in enumerate(zip(rows, labels.tolist(), strict=True)):
            predictions[t] = s = float(np.add.reduce(self._w * x))
            self._step(x, s, y)
        losses[:] = self._losses(predictions, labels)

    def _losses(self, predictions: Array, labels: Array) -> Array:
        """The losses, shape (T,), infinite where one overflows, so that it can be told which."""
        try:
            return self.loss.at(predictions, labels)
        except Unrepresentable:
            return np.array([self._loss_or_infinity(s, y) for s, y in zip(predictions, labels, strict=True)])

    def _loss_or_infinity(self, s: Array, y: Array) -> float:
        try:
            return float(self.loss.at(s, y))
        except Unrepresentable:
            return math.inf

    def _compiled_pass(self, kernels: Any, rows: Array, labels: Array, predictions: Array, losses: Array) -> bool:
        """Do what `_numpy_pass` does by a kernel, with finite predictions and losses.

        False, and nothing moves, without a kernel, where a step needs care, and where one of these is not finite.
        """
        return False

    def _step(self, x: Array, s: float, y: float) -> None:
        """Move from the prediction s at x with the label y; nothing is checked."""
        raise NotImplementedError

    def _instance(self, x: npt.ArrayLike) -> Array:
        a = x if _check.plain(x) else _check.array("x", x)
        if a.shape != self._w.shape:
            raise ValueError(f"x has shape {a.shape}; it must be {self._w.shape}")
        return a

    def _predicted(self, x: Array) -> float:
        with np.errstate(over="ignore", invalid="ignore"):
            s = float(np.add.reduce(self._w * x))
        if not math.isfinite(s):  # so it is wherever x has a NaN or an infinity
            _check.array("x", x)
            raise Unrepresentable("<w,x> overflows; x must be smaller")
        return s

    def _label(self, y: float | None) -> Array:
        return self.loss.labels(np.asarray(label(y)))


class LossLearner(Parametrised):
    """A learner that predicts and suffers a loss of a parameter w, an instance x and a label (`losses`).

    A step is taken from partial derivatives that are floats: what of them is below 2.3e-308 is lost at every rate.
    """

    loss: Loss | IntrinsicLoss

    def predict_one(self, x: npt.ArrayLike) -> float:
        """The prediction of the loss's model at x, shape (n,)."""
        return self.loss.predict(self._w, x)

    def loss_one(self, x: npt.ArrayLike, y: float | None = None) -> float:
        """The loss at x with the label y."""
        return self.loss.value(self._w, x, y)

    def learn_one(self, x: npt.ArrayLike, y: float | None = None) -> None:
        """Take one step."""
        raise NotImplementedError

    def partial_fit(self, X: npt.ArrayLike, Y: npt.ArrayLike | None = None) -> Self:
        """Learn the rows of X (T, n) with the labels Y (T,), or None, in order."""
        for x, y in instances(X, Y):
            self.learn_one(x, y)
        return self

    def comparator_losses(self, comparator: npt.ArrayLike, X: Array, Y: Array | None) -> Array:
        """The losses of a fixed w, shape (n,), on the rows of X with the labels Y or None, shape (T,)."""
        u = _check.array("comparator", comparator)
        return np.array([self.loss.value(u, x, y) for x, y in instances(X, Y)], dtype=np.float64)


def load(compiled: bool | None) -> Any:
    """The module of numba's kernels, or None: for False, and for None where numba is not installed."""
    if compiled is False:
        return None
    try:
        return import_module("numeric.learners._compiled")
    except ImportError:
        if compiled:
            raise ValueError("compiled is True; numba must be installed (the extra `fast`)") from None
        return None


def start(dimension: int, w: npt.ArrayLike | None = None, name: str = "w") -> Array:
    """The start w in R^dimension, 0 unless given."""
    n = _check.integer("dimension", dimension, 1)
    a = np.zeros(n) if w is None else _check.array(name, w).copy()
    if a.shape != (n,):
        raise ValueError(f"{name} has shape {a.shape}; it must be ({n},)")
    return a


def residual(w: npt.ArrayLike, x: npt.ArrayLike, y: npt.ArrayLike) -> tuple[Array, Array, Array]:
    """W and x, shape (..., n), and <w,x> - y within an ulp, shape (...); y: shape (...)."""
    a, b, t = _check.vector("w", w), _check.vector("x", x), _check.array("y", y)
    _check.same_length(w=a, x=b)
    _check.broadcastable(w=a[..., 0], x=b[..., 0], y=t)
    a_one = np.concatenate([a, np.ones((*a.shape[:-1], 1))], axis=-1)
    shape = np.broadcast_shapes(b.shape[:-1], t.shape)
    b_y = np.concatenate([np.broadcast_to(b, (*shape, b.shape[-1])), np.broadcast_to(-t, shape)[..., None]], axis=-1)
    with np.errstate(over="ignore"):
        return a, b, np.asarray(_exact.dot(a_one, b_y))


def _finite(a: Array) -> bool:
    with np.errstate(over="ignore", invalid="ignore"):
        return math.isfinite(np.add.reduce(a)) or bool(np.all(np.isfinite(a)))


def _failure(rows: Array, predictions: Array, losses: Array) -> ValueError:
    bad = np.flatnonzero(~np.isfinite(predictions))
    large = np.flatnonzero(~np.isfinite(losses))
    if len(large) and not (len(bad) and bad[0] <= large[0]):
        return Unrepresentable(f"the loss at row {large[0]} overflows; X, Y or the learning rate must be smaller")
    if len(bad):
        try:
            _check.array(f"X[{bad[0]}]", rows[bad[0]])
        except ValueError as error:
            return error
    where = f"at the step after row {bad[0] - 1 if len(bad) else len(rows) - 1}"
    return Unrepresentable(f"the parameter overflows {where}; X, Y or the learning rate must be smaller")
