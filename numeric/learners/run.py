"""One pass over a sequence: predict, suffer the loss, learn; and the same for many sequences at once."""

import copy
import math
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from typing import Any, Protocol, cast, runtime_checkable

import numpy as np
import numpy.typing as npt

from numeric import _check, _exact
from numeric._exact import LARGE, SMALL, Array
from numeric.errors import Unrepresentable
from numeric.learners.base import Learner, load
from numeric.learners.gradient_descent import kernel_number
from numeric.learners.losses import LinearLoss, SquaredLoss

_CHUNK = 1000  # sequences whose weights and rows stay in the cache together


@runtime_checkable
class _Passing(Protocol):
    def pass_over(
        self, X: npt.ArrayLike, Y: npt.ArrayLike | None = None, *, compiled: bool | None = None
    ) -> tuple[Array, Array]: ...


@runtime_checkable
class _Comparing(Protocol):
    def comparator_losses(self, comparator: npt.ArrayLike, X: Array, Y: Array | None) -> Array: ...


@runtime_checkable
class _Bounded(Protocol):
    def loss_bound(self, comparator: npt.ArrayLike, X: Array, Y: Array | None, trace: "Trace") -> float | None: ...


@dataclass(frozen=True, eq=False)
class Trace:
    """What a learner did on a sequence of T instances."""

    predictions: Array
    """Shape (T,), or (T, k) for k outputs: the prediction before each update."""
    losses: Array
    """Shape (T,): the loss of that prediction."""
    comparator_losses: Array | None = None
    """Shape (T,): the loss of the fixed comparator, where one was given; the Perceptron's is its hinge loss."""
    bound: float | None = None
    """An upper bound of the cumulative loss from the comparator's, where the papers have one for this run."""

    @cached_property
    def cumulative_losses(self) -> Array:
        """Shape (T,): the running sum of the losses, every rounding error kept."""
        with np.errstate(over="ignore", invalid="ignore"):
            high = np.cumsum(self.losses)
            before = np.concatenate([np.zeros(min(1, len(high))), high[:-1]])
            sums = np.asarray(high + np.cumsum(_exact.two_sum(before, self.losses)[1]))
        return _check.representable("the cumulative loss", np.where(np.isfinite(high), sums, high))

    @property
    def cumulative_loss(self) -> float:
        """The sum of all losses, 0 for T = 0."""
        return float(self.cumulative_losses[-1]) if self.losses.size else 0.0

    @property
    def comparator_loss(self) -> float | None:
        """The sum of the comparator's losses, None without one."""
        return None if self.comparator_losses is None else _summed("comparator's loss", self.comparator_losses)

    @property
    def regret(self) -> float | None:
        """The cumulative loss less the comparator's, in one sum that keeps every rounding error; None without one."""
        if self.comparator_losses is None:
            return None
        return _summed("regret", np.concatenate([self.losses, -self.comparator_losses]))

    def plot(self, axes: Any = None) -> Any:
        """The cumulative loss by rounds, beside the comparator's and the bound where there are any (extra `plots`).

        axes: of matplotlib; None: new ones. Returns them. Raises ValueError without matplotlib.
        """
        if axes is None:
            try:
                axes = import_module("matplotlib.pyplot").subplots()[1]
            except ImportError:
                raise ValueError("axes is None; matplotlib must be installed (the extra `plots`)") from None
        rounds = np.arange(1, len(self.losses) + 1)
        axes.plot(rounds, self.cumulative_losses, label="cumulative loss")
        if self.comparator_losses is not None:
            axes.plot(rounds, np.cumsum(self.comparator_losses), label="the comparator's")
        if self.bound is not None:
            axes.axhline(self.bound, color="black", linestyle="--", label="bound, after all rounds")
        axes.set_xlabel("round")
        axes.legend()
        return axes

    def _repr_html_(self) -> str:
        """A table for notebooks: the sums over all rounds."""
        cells = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in self._sums().items())
        return f"<table><caption>A run, in floating point</caption>{cells}</table>"

    def _repr_latex_(self) -> str:
        """The same table for notebooks that are printed."""
        rows = r" \\ ".join(rf"\text{{{name}}} & {_typeset(value)}" for name, value in self._sums().items())
        table = rf"\begin{{array}}{{lr}}{rows}\end{{array}}"
        return rf"$$\begin{{array}}{{l}}\text{{A run, in floating point}} \\ {table}\end{{array}}$$"

    def _sums(self) -> dict[str, str]:
        sums = {
            "cumulative loss": self.cumulative_loss,
            "comparator's loss": self.comparator_loss,
            "regret": self.regret,
            "bound of the cumulative loss": self.bound,
        }
        return {"rounds": str(len(self.losses))} | {k: f"{v:.6g}" for k, v in sums.items() if v is not None}


def _typeset(number: str) -> str:
    """A printed float as LaTeX; inf and nan are words."""
    digits, _, power = number.partition("e")
    if digits.strip("-").isalpha():
        return rf"\text{{{number}}}"
    return rf"{digits} \cdot 10^{{{int(power)}}}" if power else digits


def _summed(name: str, losses: Array) -> float:
    with np.errstate(over="ignore", invalid="ignore"):
        return _check.representable_number(f"the {name}", float(_exact.total(losses)))


def run(
    learner: Learner,
    X: npt.ArrayLike,
    Y: npt.ArrayLike | None = None,
    comparator: npt.ArrayLike | None = None,
    *,
    compiled: bool | None = None,
) -> Trace:
    """Predict, suffer the loss, learn: once through the instances, in order (spheres, section 2).

    learner: any `Learner`; it is changed in place. X: (T, n), or (T, n, n) for learners of matrices. Y: the labels,
    (T,), or (T, k) for k outputs; None for learners without labels. comparator: a fixed parameter to compare with,
    of the shape of coef_. compiled: whether numba's kernels (extra `fast`) make the steps of LMS, the Perceptron, EG,
    `ProjectedOGD` and `SphereLearner`; None: where numba is installed. They give the bits of numpy, except EG, whose
    weights differ by 4 ulp a step at most, and the sphere's point, by 3 ulp of 1, or 3 eta where eta > 1.

    `SphereLearner`'s step here is plain float64, right to 4 ulp of 1, or 4 eta; its `learn_one` is right to the last
    digits also where x is nearly parallel to p. Raises ValueError for other shapes and whatever the learner does not
    accept.
    """
    _check.has_methods("learner", learner, (Learner,), "a learner, such as LMS(2, 0.1)")
    before, theirs = None, None
    if comparator is not None:
        before = copy.deepcopy(learner)
        if not isinstance(before, _Comparing):
            raise ValueError(f"comparator is given; {type(learner).__name__} must have comparator_losses")
        rows, labels = _check.array("X", X), None if Y is None else _check.array("Y", Y)
        theirs = before.comparator_losses(comparator, rows, labels)
    if isinstance(learner, _Passing):
        trace = Trace(*learner.pass_over(X, Y, compiled=compiled), comparator_losses=theirs)
    else:
        trace = _by_steps(learner, X, Y, theirs)
    if theirs is None or comparator is None or not isinstance(before, _Bounded):
        return trace
    return replace(trace, bound=before.loss_bound(comparator, rows, labels, trace))


def _by_steps(learner: Learner, X: npt.ArrayLike, Y: npt.ArrayLike | None, theirs: Array | None) -> Trace:
    rows = _check.array("X", X)
    if rows.ndim not in (2, 3):
        raise ValueError(f"X has shape {rows.shape}; it must be (T, n) or (T, n, n)")
    labels = None if Y is None else _check.array("Y", Y)
    if labels is not None and (labels.ndim not in (1, 2) or len(labels) != len(rows)):
        raise ValueError(f"Y has shape {labels.shape}; it must be ({len(rows)},) or ({len(rows)}, k)")
    predictions: list[Any] = []
    losses = np.empty(len(rows))
    for t, x in enumerate(rows):
        y: Any = None if labels is None else float(labels[t]) if labels.ndim == 1 else labels[t]
        predictions.append(learner.predict_one(x))
        losses[t] = learner.loss_one(x, y)
        learner.learn_one(x, y)
    return Trace(np.array(predictions, dtype=np.float64), losses, theirs)


@dataclass(frozen=True, eq=False)
class BatchTrace:
    """What B learners did on B sequences of T instances."""

    cumulative_loss: Array
    """Shape (B,): the sum of all losses, in their order."""
    coef: Array
    """Shape (n, B): the parameters after the last step."""
    predictions: Array | None = None
    """Shape (T, B), where they were asked for."""
    losses: Array | None = None
    """Shape (T, B), where they were asked for."""


def run_batch(
    X: npt.ArrayLike,
    Y: npt.ArrayLike,
    eta: float,
    radius: float,
    loss: LinearLoss | None = None,
    *,
    steps: bool = False,
    compiled: bool | None = None,
) -> BatchTrace:
    """Projected online gradient descent from w = 0 on B sequences at once (gradient_descent, projected OGD).

    X: (T, n, B) and Y: (T, B), the sequences in the last axis. eta, radius > 0 and loss as in `ProjectedOGD`; loss is
    a `SquaredLoss`, an `AbsoluteLoss` or a `HingeLoss`, whose kernels are known here. steps: whether the predictions
    and losses of all steps are kept. compiled: as in `run`, on as many threads as numba has; the same bits with any
    number of them, and without numba. Sums go in the order of the coordinates, not pairwise as in `run`: the two agree
    to a few ulp, and 1e-323 max |X| a step.

    Raises Unrepresentable where a loss, or |w|**2 before a projection, overflows; ValueError for other shapes, values
    that are no numbers, and a radius whose square is not between 1e-290 and 1e290.
    """
    rate, ball = _check.positive("eta", eta), _check.positive("radius", radius)
    if not SMALL < ball * ball < LARGE:
        raise ValueError(f"radius is {ball!r}; it must be between 1e-145 and 1e145 here (ProjectedOGD takes others)")
    of = SquaredLoss() if loss is None else loss
    kind = kernel_number(of)
    if kind is None:
        raise ValueError(f"loss is {of!r}; it must be a SquaredLoss, an AbsoluteLoss or a HingeLoss")
    rows, labels = _floats("X", X), _floats("Y", Y)
    if rows.ndim != 3 or labels.shape != rows.shape[::2] or rows.shape[1] == 0:
        raise ValueError(f"X, Y have shapes {rows.shape}, {labels.shape}; they must be (T, n, B) and (T, B)")
    labels = of.labels(labels)
    T, n, B = rows.shape
    predictions, losses = np.empty((T if steps else 0, B)), np.empty((T if steps else 0, B))
    w, totals = np.zeros((n, B)), np.zeros(B)
    kernels = load(compiled)
    with np.errstate(over="ignore", invalid="ignore"):
        if kernels is None:
            _batch(rows, labels, w, rate, ball, kind, totals, predictions, losses)
        else:
            kernels.projected_batch(rows, labels, w, rate, ball, kind, totals, predictions, losses)
        good = bool(np.all(np.isfinite(w)) and np.all(np.isfinite(totals)))
    if not good:
        _check.array("X", rows)
        _check.array("Y", labels)
        raise Unrepresentable("a parameter or a loss overflows; X, Y or eta must be smaller")
    return BatchTrace(totals, w, predictions, losses) if steps else BatchTrace(totals, w)


def _batch(
    X: Array,
    Y: Array,
    coef: Array,
    eta: float,
    radius: float,
    kind: int,
    totals: Array,
    predictions: Array,
    losses: Array,
) -> None:
    T, n, B = X.shape
    for first in range(0, B, _CHUNK):
        last = min(B, first + _CHUNK)
        w, p = np.zeros((n, last - first)), np.empty((n, last - first))
        s, c, share, loss = (np.empty(last - first) for _ in range(4))
        for t in range(T):
            x = X[t, :, first:last]
            np.multiply(w, x, out=p)
            _down(p, s)
            _loss_and_slope(kind, s, Y[t, first:last], loss, c)
            totals[first:last] += loss
            if losses.size:
                predictions[t, first:last], losses[t, first:last] = s, loss
            np.multiply(c, eta / math.sqrt(1.0 + t), out=c)
            np.multiply(x, c, out=p)
            np.subtract(w, p, out=w)
            np.multiply(w, w, out=p)
            _down(p, c)
            totals[first:last] += 0.0 * c  # a square that overflows spoils the total
            far = c > radius * radius
            if far.any():
                np.sqrt(c, out=c)
                share.fill(1.0)
                np.divide(radius, c, out=share, where=far)
                np.multiply(w, share, out=w)
        coef[:, first:last] = w


def _down(p: Array, out: Array) -> None:
    """The sums of the columns in the order of the rows; numpy's own sum of a single column is pairwise."""
    if p.shape[1] == 1:
        out[:] = np.add.accumulate(p, axis=0)[-1]
    else:
        np.add.reduce(p, axis=0, out=out)


def _loss_and_slope(kind: int, s: Array, y: Array, loss: Array, slope: Array) -> None:
    if kind == 2:  # hinge
        np.multiply(y, s, out=slope)
        np.subtract(1.0, slope, out=loss)
        np.maximum(0.0, loss, out=loss)
        np.multiply(-y, slope < 1.0, out=slope)
        return
    np.subtract(s, y, out=slope)
    if kind == 0:  # squared
        np.multiply(slope, slope, out=loss)
        np.multiply(slope, 2.0, out=slope)
    else:
        np.abs(slope, out=loss)
        np.sign(slope, out=slope)


def _floats(name: str, value: npt.ArrayLike) -> Array:
    """`value` as a C-contiguous float64 array, not copied if it is one; that it is finite shows after the run."""
    a = value if _check.plain(value) else _check.array(name, value)
    return cast(Array, np.ascontiguousarray(a))
