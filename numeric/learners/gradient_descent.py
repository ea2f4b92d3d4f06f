"""Gradient descent: Widrow-Hoff, projected online gradient descent, and the one for strongly convex losses.

Widrow-Hoff, or LMS, is the gradient step of (<w,x> - y)**2 without 1/2, so its step has the factor 2 eta (spheres,
section 3.1). With the rate eta here, scikit-learn's SGDRegressor (loss (<w,x> - y)**2/2) has eta0 = 2 eta, river's
optim.SGD on its squared loss, which has no 1/2 either, has lr = eta, and general_additive's eq. 7 has 2 eta.
"""

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from numeric import _check, _exact, bounds
from numeric._exact import LARGE, SMALL, Array, norm_pair
from numeric.learners.base import LinearLearner, residual, start
from numeric.learners.losses import AbsoluteLoss, HingeLoss, LinearLoss, SquaredLoss, check_linear_loss
from numeric.learners.project_back import add, flat_step

# One update


def lms_update(w: npt.ArrayLike, x: npt.ArrayLike, y: npt.ArrayLike, eta: float) -> Array:
    """w - 2 eta (<w,x> - y) x, shape (..., n): Widrow-Hoff (spheres, section 3.1).

    w, x: shape (..., n), n >= 1; y: shape (...); eta > 0; leading axes broadcast. Each entry is right to 2 ulp of
    |w_i| + |its step|, also where <w,x> and y cancel, by up to 1e15, unless |<w,x> - y| is below 1e-307, where
    floats have fewer digits. Other arguments and overflow raise ValueError.
    """
    step = _check.positive("eta", eta)
    a, b, error = residual(w, x, y)
    _check.representable("<w,x> - y", error)
    size, power = math.frexp(step)
    sizes, powers = np.frexp(error)  # the factor itself may be no float where its product with x is one
    with np.errstate(over="ignore"):
        moved = np.ldexp(b, np.asarray(powers + (power + 1))[..., None])
    return add(a, np.zeros(1), moved, np.asarray(-size * sizes)[..., None])[0]


def project_to_ball(w: npt.ArrayLike, radius: float) -> Array:
    """The point of the ball |v| <= radius nearest to w, shape (..., n) (gradient_descent, projected OGD, step 2).

    w where |w| <= radius, else w radius/|w|, each entry right to 2 ulp of itself at any scale. w: shape (..., n),
    n >= 1; radius > 0. Others raise ValueError.
    """
    a, r = _check.vector("w", w), _check.positive("radius", radius)
    e = _exact.binary_exponent(a)
    unit = np.ldexp(a, -e[..., None])  # of length about 1, so that no length overflows
    length, rest = norm_pair(unit)
    mantissa, power = math.frexp(r)
    with np.errstate(over="ignore"):
        gap = np.ldexp(mantissa, power - e) - length - rest
    share = mantissa / np.where(length > 0.0, length, 1.0)
    parts, exponents = np.frexp(a)
    scaled = np.ldexp(parts * share[..., None], exponents + (power - e)[..., None])
    return np.where((gap >= 0.0)[..., None], a, scaled)


def projected_step(w: npt.ArrayLike, gradient: npt.ArrayLike, eta: float, t: int, radius: float) -> Array:
    """The projection of w - eta/sqrt(t) gradient to the ball |v| <= radius (gradient_descent, projected OGD).

    w, gradient: shape (..., n), n >= 1; eta, radius > 0; t: the number of the step, an integer >= 1.
    """
    a, g = _check.vector("w", w), _check.vector("gradient", gradient)
    _check.same_length(w=a, gradient=g)
    rate = _check.positive("eta", eta) / math.sqrt(_count("t", t))
    return project_to_ball(flat_step(a, g, rate), radius)


def strongly_convex_step(w: npt.ArrayLike, gradient: npt.ArrayLike, sigma: float, t: int) -> Array:
    """w - gradient/(sigma t) (gradient_descent, "OGD with strongly convex losses").

    w, gradient: shape (..., n), n >= 1; sigma > 0: the constant of strong convexity; t: an integer >= 1. The gradient
    is that of the whole sigma-strongly convex loss.
    """
    a, g = _check.vector("w", w), _check.vector("gradient", gradient)
    _check.same_length(w=a, gradient=g)
    curvature, count = _check.positive("sigma", sigma), _count("t", t)
    if math.isinf(curvature * count):
        return flat_step(a, np.asarray(g / curvature), 1.0 / count)
    return flat_step(a, g, 1.0 / (curvature * count))


# Learners


class LMS(LinearLearner):
    """Widrow-Hoff: w - 2 eta (<w,x> - y) x, for the loss (<w,x> - y)**2 without 1/2 (spheres, section 3.1)."""

    loss = SquaredLoss()

    def __init__(self, dimension: int, eta: float, w: npt.ArrayLike | None = None) -> None:
        """dimension: n >= 1. eta > 0. w: the start (n,), 0 unless given. Others raise ValueError."""
        self._w = start(dimension, w)
        self.eta = _check.positive("eta", eta)

    def _step(self, x: Array, s: float, y: float) -> None:
        self._w = self._w - _exact.scaled(x, 2.0, self.eta, s - y)

    def _compiled_pass(self, kernels: Any, rows: Array, labels: Array, predictions: Array, losses: Array) -> bool:
        if type(self.loss) is not SquaredLoss:
            return False
        w = self._w.copy()
        rows = np.ascontiguousarray(rows)
        if not kernels.lms(rows, kernels.schedule(len(w)), labels, w, self.eta, predictions, losses):
            return False
        self._w = w
        return True


class ProjectedOGD(LinearLearner):
    """Projected online gradient descent from w = 0 (gradient_descent): rate eta/sqrt(t), ball of a given radius.

    loss: a function of <w,x> and y (`losses`); where it has a corner, its slope is a subgradient. t_: the number of
    the next step, from 1. For losses whose gradients are no longer than G, eta = radius sqrt(2)/G is the rate of the
    regret bound radius G sqrt(8 T).
    """

    def __init__(self, dimension: int, eta: float, radius: float, loss: LinearLoss | None = None) -> None:
        """dimension: n >= 1. eta, radius > 0. loss: `SquaredLoss()` unless given. Others raise ValueError."""
        self._w = start(dimension)
        self.eta, self.radius = _check.positive("eta", eta), _check.positive("radius", radius)
        self.loss = SquaredLoss() if loss is None else loss
        check_linear_loss(self.loss)
        self.t_ = 1

    def loss_bound(self, comparator: npt.ArrayLike, X: Array, Y: Array | None, trace: Any) -> float | None:
        """The comparator's loss and `bounds.projected_regret_bound`, with G the longest gradient of the run.

        None where this learner, as it was before the run, had made a step, or the comparator is not in the ball.
        """
        if (
            self.t_ != 1
            or Y is None
            or not float(_exact.norm(start(len(self._w), comparator, "comparator"))) <= self.radius
        ):
            return None
        slopes = [self.loss.slope(s, y) for s, y in zip(trace.predictions.tolist(), Y.tolist(), strict=True)]
        longest = float(np.max(np.abs(slopes) * _exact.norm(X), initial=0.0))
        return float(trace.comparator_loss + bounds.projected_regret_bound(self.radius, longest, self.eta, len(X)))

    def _step(self, x: Array, s: float, y: float) -> None:
        w = self._w - _exact.scaled(x, self.eta / math.sqrt(self.t_), self.loss.slope(s, y))
        square, most = float(np.add.reduce(w * w)), self.radius * self.radius
        if not (square < LARGE and SMALL < most < LARGE):
            w = _scaled_to_ball(w, self.radius)
        elif square > most:
            w = w * (self.radius / math.sqrt(square))
        self._w = w
        self.t_ += 1

    def _compiled_pass(self, kernels: Any, rows: Array, labels: Array, predictions: Array, losses: Array) -> bool:
        kind = kernel_number(self.loss)
        if kind is None or not SMALL < self.radius * self.radius < LARGE:
            return False
        w = self._w.copy()
        rows = np.ascontiguousarray(rows)
        arguments = labels, w, float(self.t_), self.eta, self.radius, kind, predictions, losses
        if not kernels.projected(rows, kernels.schedule(len(w)), *arguments):
            return False
        self._w, self.t_ = w, self.t_ + len(rows)
        return True


class StronglyConvexOGD(LinearLearner):
    """Online gradient descent with rate 1/(sigma t) from w = 0 on loss + sigma/2 |w|**2 (gradient_descent).

    A loss of <w,x> alone is flat in the directions orthogonal to x; with sigma/2 |w|**2 (here with 1/2) it is
    sigma-strongly convex. With `HingeLoss` this is the online support vector machine. The step is
    (1 - 1/t) w - slope/(sigma t) x. `loss_one` is the loss with sigma/2 |w|**2. t_: the number of the next step.
    """

    def __init__(self, dimension: int, sigma: float, loss: LinearLoss | None = None) -> None:
        """dimension: n >= 1. sigma > 0. loss: `SquaredLoss()` unless given. Others raise ValueError."""
        self._w = start(dimension)
        self.sigma = _check.positive("sigma", sigma)
        self.loss = SquaredLoss() if loss is None else loss
        check_linear_loss(self.loss)
        self.t_ = 1

    def loss_one(self, x: npt.ArrayLike, y: float | None = None) -> float:
        """The loss at x with the label y, and sigma/2 |w|**2."""
        with np.errstate(over="ignore"):
            own = 0.5 * self.sigma * float(np.add.reduce(self._w * self._w))
        return _check.representable_number("the loss", super().loss_one(x, y) + own)

    def comparator_losses(self, comparator: npt.ArrayLike, X: Array, Y: Array | None) -> Array:
        """The losses of a fixed w, each with sigma/2 |w|**2, shape (T,)."""
        u = start(len(self._w), comparator, "comparator")
        own = 0.5 * self.sigma * float(_exact.dot(u, u))
        return _check.representable("the comparator's loss", np.asarray(super().comparator_losses(u, X, Y) + own))

    def loss_bound(self, comparator: npt.ArrayLike, X: Array, Y: Array | None, trace: Any) -> float | None:
        """The comparator's loss and `bounds.strongly_convex_regret_bound`, with G the longest gradient of the run.

        None where this learner, as it was before the run, had made a step, or there is none.
        """
        if self.t_ != 1 or Y is None or len(X) == 0:
            return None
        slopes = np.array([self.loss.slope(s, y) for s, y in zip(trace.predictions.tolist(), Y.tolist(), strict=True)])
        # |slope x + sigma w|**2, where sigma |w|**2/2 is what the losses have beyond those of <w,x>
        squares = np.maximum(0.0, trace.losses - self.loss.at(trace.predictions, Y)) * (2.0 * self.sigma)
        gradients = (slopes * _exact.norm(X)) ** 2 + 2.0 * self.sigma * slopes * trace.predictions + squares
        longest = math.sqrt(float(np.max(gradients)))
        return float(trace.comparator_loss + bounds.strongly_convex_regret_bound(longest, self.sigma, len(X)))

    def _numpy_pass(self, rows: Array, labels: Array, predictions: Array, losses: Array) -> None:
        squares = np.empty_like(losses)
        for t, (x, y) in enumerate(zip(rows, labels.tolist(), strict=True)):
            predictions[t] = s = float(np.add.reduce(self._w * x))
            squares[t] = np.add.reduce(self._w * self._w)
            self._step(x, s, y)
        losses[:] = self._losses(predictions, labels) + 0.5 * self.sigma * squares

    def _step(self, x: Array, s: float, y: float) -> None:
        step = _exact.scaled(x, self.loss.slope(s, y), over=(self.sigma, float(self.t_)))
        self._w = (1.0 - 1.0 / self.t_) * self._w - step
        self.t_ += 1


def _scaled_to_ball(w: Array, radius: float) -> Array:
    """The projection where squares over- or underflow: of w over its largest entry, which the length is also over."""
    top = float(np.max(np.abs(w)))
    if not (math.isfinite(top) and top > 0.0):
        return w
    unit = w / top
    length = math.sqrt(np.add.reduce(unit * unit))
    return _exact.scaled(w, radius, over=(top, length)) if length > radius / top else w


def kernel_number(loss: LinearLoss) -> int | None:
    """The compiled kernels' number for the loss, None where they do not know it."""
    return {SquaredLoss: 0, AbsoluteLoss: 1, HingeLoss: 2}.get(type(loss))


def _count(name: str, t: int) -> int:
    return _check.integer(name, t, 1)
