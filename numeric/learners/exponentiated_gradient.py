"""Exponentiated gradient: EG on the simplex, EG+- on an L1 ball, and the natural one on the positive orthant.

The loss is (<w,x> - y)**2, without 1/2, so the exponents have the factor 2 eta, as in MEG (matrix_eg, eq. 4), whose
diagonal case EG is; general_additive's eq. 8 has eta in the place of 2 eta.

The learners keep log-weights, and the rounding errors of their sums: a weight that has become 1e-200, or underflows,
comes back right. The update functions multiply the weights of one step without a logarithm.
"""

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from numeric import _check, _exact, _softmax
from numeric._exact import Array, two_sum
from numeric._special import entropy_term, times_exp
from numeric.learners.base import LinearLearner, residual, start
from numeric.learners.losses import SquaredLoss
from numeric.learners.matrix_eg import relative_loss_bound

_LN2_HIGH = 0.6931471805592082  # 40 bits: its product with an exponent is exact
_LN2_LOW = 7.371002565167799e-13

# One update


def eg_update(w: npt.ArrayLike, x: npt.ArrayLike, y: npt.ArrayLike, eta: float) -> Array:
    """w_i e**(-2 eta (<w,x> - y) x_i)/Z, shape (..., n): EG (general_additive, eq. 8, with 2 eta).

    w: weights >= 0 of sum 1 within 1e-10, shape (..., n); a weight of 0 stays. x: shape (..., n); y: shape (...);
    eta > 0. Each weight is right to 4 ulp of itself, and 2 for each unit of the exponent, also where
    <w,x> and y cancel, by up to 1e15.
    """
    return _eg(_weights(w), x, y, _check.positive("eta", eta))


def eg_plus_minus_update(w: npt.ArrayLike, x: npt.ArrayLike, y: npt.ArrayLike, eta: float, bound: float) -> Array:
    """EG+-: the EG update of 2n weights with the instance (U x, -U x), shape (..., 2n) (general_additive, section 3).

    w: weights >= 0 of sum 1 within 1e-10, shape (..., 2n); they predict with U (w_i - w_{n+i}), whose L1 length is at
    most the bound U > 0. x: shape (..., n). The rest as in `eg_update`.
    """
    b = _check.vector("x", x)
    with np.errstate(over="ignore"):
        doubled = _check.representable("U x", _check.positive("bound", bound) * np.concatenate([b, -b], axis=-1))
    return _eg(_weights(w), doubled, y, _check.positive("eta", eta))


def natural_eg_update(w: npt.ArrayLike, x: npt.ArrayLike, y: npt.ArrayLike, eta: float) -> Array:
    """w_i e**(-2 eta (<w,x> - y) x_i w_i), shape (..., n): natural EG without a constraint (geometric_view, eq. 22).

    w: weights > 0, shape (..., n). x: shape (..., n); y: shape (...); eta > 0. Each weight is right to 4 ulp of itself,
    and 3 for each unit of the exponent. A weight that leaves the floats raises ValueError.
    """
    a = _check.within("w", _check.vector("w", w), lambda t: t > 0.0, "must be > 0")
    step = _check.positive("eta", eta)
    a, b, error = residual(a, x, y)
    with np.errstate(over="ignore", invalid="ignore"):
        d = _exponents(-2.0 * step * error[..., None] * b * a)
    return _check.representable_positive("w e**d", times_exp(a, d), "lower eta")


# Learners


class EG(LinearLearner):
    """EG: weights w_i e**(-2 eta (<w,x> - y) x_i)/Z on the simplex (general_additive, eq. 8, with 2 eta).

    coef_: w, shape (n,), > 0 until it underflows, of sum one. log_coef_: ln w up to a constant.
    """

    loss = SquaredLoss()

    def __init__(self, w: npt.ArrayLike, eta: float) -> None:
        """w: the start, weights > 0 of sum 1 within 1e-10, shape (n,). eta > 0. Others raise ValueError."""
        a = _check.within("w", _weights(w), lambda t: t > 0.0, "must be > 0")
        if a.ndim != 1:
            raise ValueError(f"w has shape {a.shape}; it must be (n,)")
        self.eta = _check.positive("eta", eta)
        self._high, self._low = _log_pair(a)
        self._w = a / _exact.total(a)

    @property
    def log_coef_(self) -> Array:
        """Ln w up to a constant, shape (n,), right to an ulp after any number of steps."""
        return self._high + self._low

    def loss_bound(self, comparator: npt.ArrayLike, X: Array, Y: Array | None, trace: Any) -> float | None:
        """MEG's bound (matrix_eg, Lemma 3.2) of diagonal matrices, with r the widest range of an x of the run.

        (1 + c/2) L_u + (1/2 + 1/c) r**2 D(u, w), with c from the rate; None where eta r**2 >= 2 or r = 0,
        or u has no place on the simplex.
        """
        u = start(len(self._w), comparator, "comparator")
        if np.any(u < 0.0) or abs(float(_exact.total(u)) - 1.0) > _check.TOLERANCE:
            return None
        r = float(np.max(np.ptp(X, axis=1), initial=0.0))
        z = self.eta * r * r
        if not 0.0 < z < 2.0:
            return None
        divergence = float(np.add.reduce(entropy_term(u, self._w)))
        return relative_loss_bound(trace.comparator_loss, divergence, r, 2.0 * z / (2.0 - z))

    def _step(self, x: Array, s: float, y: float) -> None:
        high, low = two_sum(self._high, _exact.scaled(x, -2.0, self.eta, s - y) + self._low)
        self._high, self._low, self._w = _normalised(high, low)

    def _compiled_pass(self, kernels: Any, rows: Array, labels: Array, predictions: Array, losses: Array) -> bool:
        if type(self.loss) is not SquaredLoss:
            return False
        w, high, low = self._w.copy(), self._high.copy(), self._low.copy()
        rows = np.ascontiguousarray(rows)
        arguments = labels, w, high, low, self.eta, predictions, losses
        if not kernels.eg(rows, kernels.schedule(len(w)), *arguments):
            return False
        self._w, self._high, self._low = w, high, low
        return True


class EGPlusMinus(LinearLearner):
    """EG+-: weights of both signs with |w|_1 <= U, by EG of 2n weights (general_additive, section 3).

    doubled_: the 2n weights on the simplex, from 1/(2n) each. coef_: U (doubled_i - doubled_{n+i}), shape (n,).
    """

    loss = SquaredLoss()

    def __init__(self, dimension: int, eta: float, bound: float) -> None:
        """dimension: n >= 1. eta > 0. bound: U > 0. Others raise ValueError."""
        self._w = start(dimension)
        self.eta, self.bound = _check.positive("eta", eta), _check.positive("bound", bound)
        self._high, self._low = np.full(2 * dimension, -math.log(2 * dimension)), np.zeros(2 * dimension)
        self.doubled_ = np.full(2 * dimension, 0.5 / dimension)

    def _step(self, x: Array, s: float, y: float) -> None:
        d = _exact.scaled(x, -2.0, self.eta, s - y, self.bound)
        high, low = two_sum(self._high, np.concatenate([d, -d]) + self._low)
        self._high, self._low, self.doubled_ = _normalised(high, low)
        n = len(self._w)
        apart = (self._high[:n] - self._high[n:]) + (self._low[:n] - self._low[n:])
        larger = np.maximum(self.doubled_[:n], self.doubled_[n:])  # their difference, also where it is far below them
        self._w = self.bound * (-np.sign(apart) * np.expm1(-np.abs(apart)) * larger)


class NaturalEG(LinearLearner):
    """Natural EG: weights w_i e**(-2 eta (<w,x> - y) x_i w_i), positive, without a constraint (geometric_view, eq. 22).

    coef_: w, shape (n,). log_coef_: ln w, shape (n,).
    """

    loss = SquaredLoss()

    def __init__(self, w: npt.ArrayLike, eta: float) -> None:
        """w: the start, > 0, shape (n,). eta > 0. Others raise ValueError."""
        a = _check.within("w", _check.vector("w", w), lambda t: t > 0.0, "must be > 0")
        if a.ndim != 1:
            raise ValueError(f"w has shape {a.shape}; it must be (n,)")
        self.eta = _check.positive("eta", eta)
        self._high, self._low = _log_pair(a)
        self._w = a.copy()

    @property
    def log_coef_(self) -> Array:
        """Ln w, shape (n,)."""
        return self._high + self._low

    def _step(self, x: Array, s: float, y: float) -> None:
        d = _exact.scaled(x, -2.0, self.eta, s - y) * self._w
        self._high, self._low = two_sum(self._high, d + self._low)
        raw = np.exp(self._high)
        self._w = raw + raw * self._low


def _normalised(high: Array, low: Array) -> tuple[Array, Array, Array]:
    """The log-weights, shifted where their sum has drifted far from 1, and the weights."""
    raw = np.exp(high)
    raw = raw + raw * low
    z = float(np.add.reduce(raw))
    if not 1e-3 < z < 1e3:
        for _ in range(2):  # what the low parts are of a large shift is no longer low once that is taken away
            high, rest = two_sum(high, np.asarray(-np.max(high)))
            high, low = two_sum(high, low + rest)
        raw = np.exp(high)
        raw = raw + raw * low
        z = float(np.add.reduce(raw))
    return high, low, raw / z


def _log_pair(w: Array) -> tuple[Array, Array]:
    """Ln w as a pair, right to about 1e-16 also where it is large."""
    mantissa, exponent = np.frexp(w)
    high = np.log(mantissa)
    low = mantissa * np.exp(-high) - 1.0  # what e**high lacks
    e = exponent.astype(np.float64)
    high, rest = two_sum(e * _LN2_HIGH, high)
    return two_sum(high, low + (rest + e * _LN2_LOW))


def _eg(w: Array, x: npt.ArrayLike, y: npt.ArrayLike, eta: float) -> Array:
    a, b, error = residual(w, x, y)
    with np.errstate(over="ignore", invalid="ignore"):
        d = _exponents(-2.0 * eta * error[..., None] * b)
    return _softmax.tilted(a, d)


def _exponents(d: Array) -> Array:
    _check.representable("2 eta (<w,x> - y) x", d)
    return d


def _weights(w: npt.ArrayLike) -> Array:
    a = _check.within("w", _check.vector("w", w), lambda t: t >= 0.0, "must be >= 0")
    s = np.asarray(_exact.total(a))
    _check.is_one("the sum of w", s)
    return a
