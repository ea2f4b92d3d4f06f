"""Matrix Exponentiated Gradient for a density matrix (matrix_eg, section 3).

The parameter W is symmetric positive definite of trace one, the prediction at the symmetric instance X is
tr(W X), and the loss is (tr(W X) - y)**2, without a factor 1/2. An instance is a matrix (n, n), or a vector
(n,) that stands for x x^T.

`MatrixEG` keeps the log-matrix (eq. 7) and is the learner to use. `direct_update` and `DirectMatrixEG` are
eq. 4 as printed, a logarithm of the stored W in each step: eigenvalues of W below 1e-16 are not in its
float64 entries any more, so a run ends with a ValueError once they are there.
"""

import math
from collections.abc import Iterator, Mapping
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from numeric import _bound, _check, _exact, spectral
from numeric._bound import product, total
from numeric._exact import Array
from numeric._gibbs import Gibbs
from numeric.errors import Unrepresentable
from numeric.learners._parameter import Described, Parametrised, read_only


def direct_update(W: npt.ArrayLike, X: npt.ArrayLike, y: float | None, eta: float) -> Array:
    """exp(log W - 2 eta (tr(W X) - y) X)/Z, shape (n, n), of trace one (matrix_eg, eq. 4).

    W: positive definite of trace 1, (n, n). X: symmetric (n, n), or (n,) for x x^T. y: the label. eta > 0.
    Right for the W that is given; see `spectral.logarithm`.
    """
    A = _one_matrix("W", spectral.trace_one("W", W))
    return spectral.gibbs(spectral.logarithm(A) + _step(A, X, y, _check.positive("eta", eta)))


def relative_loss_bound(comparator_loss: float, divergence: float, r: float, c: float) -> float:
    """(1 + c/2) L_U + (1/2 + 1/c) r**2 Delta(U, W_1), an upper bound of the loss (matrix_eg, Lemma 3.2).

    comparator_loss: L_U >= 0. divergence: `spectral.von_neumann_divergence(W_1, U)` >= 0. r > 0: the spread of
    the eigenvalues of every instance. c > 0; the learning rate must be `learning_rate(r, c)`.
    """
    loss, far = _check.nonnegative("comparator_loss", comparator_loss), _check.nonnegative("divergence", divergence)
    r, c = _check.positive("r", r), _check.positive("c", c)
    return total(loss, product(0.5, c, loss), product(0.5, r, r, far), product(r, r, far, over=(c,)))


def learning_rate(r: float, c: float) -> float:
    """2c/(r**2 (2 + c)), the rate of Lemma 3.2, for r > 0 and c > 0."""
    r, c = _check.positive("r", r), _check.positive("c", c)
    return _bound.rate(2.0, c / (2.0 + c), over=(r, r))


def best_c(r: float, max_comparator_loss: float, max_divergence: float) -> float:
    """r sqrt(2 d_max/L_max), the c that makes `relative_loss_bound` least (after Lemma 3.2); all > 0."""
    loss, far = (
        _check.positive("max_comparator_loss", max_comparator_loss),
        _check.positive("max_divergence", max_divergence),
    )
    return _bound.rate(_check.positive("r", r), math.sqrt(2.0), math.sqrt(far), over=(math.sqrt(loss),))


def realizable_rate(r: float) -> float:
    """2/r**2, the limit of `learning_rate` as c grows, for r > 0 (matrix_eg, section 5).

    With L_U = 0 the bound of Lemma 3.2 falls as c grows, and so has no least value at any c; its limit
    `realizable_bound` belongs to this rate. Both sides of Lemma 3.1 are continuous in the rate, so it bounds the loss.
    """
    r = _check.positive("r", r)
    return _bound.rate(2.0, over=(r, r))


def realizable_bound(divergence: float, r: float) -> float:
    """r**2 Delta(U, W_1)/2, an upper bound of the loss at `realizable_rate` where L_U = 0 (matrix_eg, section 5).

    divergence: `spectral.von_neumann_divergence(W_1, U)` >= 0. r > 0: the spread of the eigenvalues of every instance.
    """
    far, r = _check.nonnegative("divergence", divergence), _check.positive("r", r)
    return product(0.5, r, r, far)


def least_realizable_loss(fall: float, eta: float) -> float:
    """Fall/(2 eta), which the loss is at least where L_U = 0 (matrix_eg, section 5).

    fall: Delta(U, W_1) - Delta(U, W_{T+1}) >= 0, how much nearer to U the run came. eta > 0.
    """
    return product(0.5, _check.nonnegative("fall", fall), over=(_check.positive("eta", eta),))


def most_realizable_loss(fall: float, eta: float, r: float) -> float:
    """Fall/(2 eta - eta**2 r**2/2), which the loss is at most where L_U = 0 (matrix_eg, section 5).

    fall, eta: as in `least_realizable_loss`. r > 0: the spread of the eigenvalues of every instance; eta r**2 < 4.
    """
    far, step, r = _check.nonnegative("fall", fall), _check.positive("eta", eta), _check.positive("r", r)
    room = 4.0 - step * r * r
    if not room > 0.0:
        raise ValueError(f"eta is {step!r} and r {r!r}; eta r**2 must be below 4")
    return product(2.0, far, over=(step, room))


def moment_factor(share: float) -> float:
    """2 (1 - 2q)/ln((1 - q)/q) <= 1 for the share 0 < q < 1, and 1 at q = 1/2 (matrix_eg, Lemma 3.1).

    The share is the place of the prediction in the spectrum of the instance, (tr(W X) - low)/r.
    """
    q = _check.positive("share", share)
    if not q < 1.0:
        raise ValueError(f"share is {q!r}; it must be below 1")
    q = min(q, 1.0 - q)
    apart = 1.0 - 2.0 * q
    if apart == 0.0:
        return 1.0
    return 2.0 * apart / (math.log1p(apart / q) if q > 0.25 else math.log1p(-q) - math.log(q))


def mean_rate(share: float, r: float) -> float:
    """2/(kappa r**2), the rate of a trial for L_U = 0, kappa being `moment_factor(share)` (matrix_eg, section 5).

    At least `realizable_rate(r)`: the larger, the nearer the prediction is to an end of the spectrum. With it the sum
    of the losses over kappa r**2 is at most Delta(U, W_1)/2. r > 0: the spread of the eigenvalues of the instance.
    """
    r = _check.positive("r", r)
    return _bound.rate(2.0, over=(r, r, moment_factor(share)))


def trial_bound(loss: float, comparator_loss: float, r: float, b: float) -> float:
    """a L(W_t) - b L(U) with a = 2b/(2 + r**2 b), a lower bound of the progress (matrix_eg, Lemma 3.1).

    The progress is Delta(U, W_t) - Delta(U, W_{t+1}) with the learning rate a. Losses >= 0, r > 0, b > 0.
    """
    r, b = _check.positive("r", r), _check.positive("b", b)
    lost, fixed = _check.nonnegative("loss", loss), _check.nonnegative("comparator_loss", comparator_loss)
    try:
        gained = product(2.0, b, lost, over=(2.0 + product(r, r, b),))
    except Unrepresentable:  # beside r**2 b, the 2 is nothing, or a loss is refused
        gained = product(2.0, lost, over=(r, r))
    return total(gained, -product(b, fixed))


class MatrixEG(Described):
    """MEG in its unwrapped form (matrix_eg, eq. 7).

    log_coef_: the log-matrix, log W_1 - 2 eta sum_s (yhat_s - y_s) X_s, shape (n, n), up to a multiple of I
    that keeps its largest eigenvalue near 0. coef_: W, the softmax of its eigenvalues in its eigenvectors,
    shape (n, n), of trace one. eigenvalues_: those of W, ascending, right also where coef_ cannot hold them.

    The rounding errors of the sum are kept and added, so W is right to about the size of the log-matrix in
    ulp, normwise, after any number of steps.
    """

    def __init__(self, W: npt.ArrayLike, eta: float) -> None:
        """W: the start, positive definite (n, n) of trace 1. eta > 0. Others raise ValueError."""
        A = _one_matrix("W", spectral.trace_one("W", W))
        self.eta = _check.positive("eta", eta)
        self._gibbs = Gibbs(spectral.logarithm(A))

    def state(self) -> dict[str, Array]:
        """Arrays that `resumed` goes on from with the same bits."""
        return self._gibbs.state()

    @classmethod
    def resumed(cls, state: Mapping[str, Array], eta: float) -> Self:
        """The learner that had this `state`, with the learning rate eta > 0; others raise ValueError."""
        made = cls.__new__(cls)
        made.eta = _check.positive("eta", eta)
        made._gibbs = Gibbs.of_state(state)
        return made

    @property
    def coef_(self) -> Array:
        """W, read-only."""
        return read_only(self._gibbs.W)

    @property
    def log_coef_(self) -> Array:
        """Log W up to a multiple of I."""
        return self._gibbs.log_matrix

    @property
    def eigenvalues_(self) -> Array:
        """The eigenvalues of W."""
        return self._gibbs.weights

    def predict_one(self, x: npt.ArrayLike) -> float:
        """tr(W X) for X (n, n), or x^T W x for x (n,)."""
        return _predict(self.coef_, x)

    def loss_one(self, x: npt.ArrayLike, y: float | None = None) -> float:
        """(tr(W X) - y)**2."""
        return _squared(self.predict_one(x), _label(y))

    def comparator_losses(self, comparator: npt.ArrayLike, X: Array, Y: Array | None) -> Array:
        """The losses (tr(U X) - y)**2 of a fixed symmetric matrix U (n, n), shape (T,)."""
        U = _fixed(comparator, len(self.coef_))
        return np.array(
            [_squared(_predict(U, x), y) for x, y in _pairs(X, np.nan if Y is None else Y)], dtype=np.float64
        )

    def loss_bound(self, comparator: npt.ArrayLike, X: Array, Y: Array | None, trace: Any) -> float | None:
        """`relative_loss_bound` with r the widest spectrum of an instance of the run, and c from the rate.

        None where eta r**2 >= 2 or r = 0, or U is no density matrix.
        """
        U = _fixed(comparator, len(self.coef_))
        if abs(float(np.trace(U)) - 1.0) > _check.TOLERANCE or np.linalg.eigvalsh(U)[0] < 0.0:
            return None
        r = max((float(np.ptp(np.linalg.eigvalsh(_instance(x, len(U))))) for x in X), default=0.0)
        z = self.eta * r * r
        if not 0.0 < z < 2.0:
            return None
        divergence = float(spectral.von_neumann_divergence(self.coef_, U))
        return relative_loss_bound(trace.comparator_loss, divergence, r, 2.0 * z / (2.0 - z))

    def learn_one(self, x: npt.ArrayLike, y: float | None = None) -> None:
        """Add -2 eta (tr(W X) - y) X to the log-matrix."""
        self._gibbs.add(_step(self.coef_, x, y, self.eta))

    def partial_fit(self, X: npt.ArrayLike, Y: npt.ArrayLike) -> Self:
        """Learn the instances in order: X (T, n, n), or (T, n) for vectors; Y (T,)."""
        for x, y in _pairs(X, Y):
            self.learn_one(x, y)
        return self


class DirectMatrixEG(Parametrised):
    """MEG as printed: `direct_update` of the stored W (matrix_eg, eq. 4).

    coef_: W, shape (n, n). For comparison: `MatrixEG` computes the same and does not lose W's small eigenvalues.
    """

    def __init__(self, W: npt.ArrayLike, eta: float) -> None:
        """W: the start, positive definite (n, n) of trace 1. eta > 0. Others raise ValueError."""
        self._w = _one_matrix("W", spectral.trace_one("W", W)).copy()
        spectral.definite("W", self._w)
        self.eta = _check.positive("eta", eta)

    def predict_one(self, x: npt.ArrayLike) -> float:
        """tr(W X) for X (n, n), or x^T W x for x (n,)."""
        return _predict(self._w, x)

    def loss_one(self, x: npt.ArrayLike, y: float | None = None) -> float:
        """(tr(W X) - y)**2."""
        return _squared(self.predict_one(x), _label(y))

    def learn_one(self, x: npt.ArrayLike, y: float | None = None) -> None:
        """`direct_update`; ValueError once W is singular in float64."""
        self._w = direct_update(self._w, x, y, self.eta)

    def partial_fit(self, X: npt.ArrayLike, Y: npt.ArrayLike) -> Self:
        """Learn the instances in order: X (T, n, n), or (T, n) for vectors; Y (T,)."""
        for x, y in _pairs(X, Y):
            self.learn_one(x, y)
        return self


def _instance(x: npt.ArrayLike, n: int) -> Array:
    """The instance as an exactly symmetric matrix (n, n)."""
    if np.ndim(x) == 1:
        a = _check.array("x", x)
        a = np.outer(a, a) if a.shape == (n,) else a
    else:
        a = spectral.symmetric("x", x)
    if a.shape != (n, n):
        raise ValueError(f"x has shape {a.shape}; it must be ({n},) or ({n}, {n})")
    return a


def _predict(W: Array, x: npt.ArrayLike) -> float:
    return _check.representable_number("tr(W X)", float(np.vdot(W, _instance(x, len(W)))))


def _squared(prediction: float, y: float) -> float:
    r = prediction - y
    return _check.representable_number("(tr(W X) - y)**2", r * r)


def _step(W: Array, x: npt.ArrayLike, y: float | None, eta: float) -> Array:
    """-2 eta (tr(W X) - y) X."""
    X = _instance(x, len(W))
    error = _predict(W, X) - _label(y)
    with np.errstate(over="ignore", invalid="ignore"):
        step = _exact.scaled(X, -2.0, eta, error)
    if not np.all(np.isfinite(step)):
        raise Unrepresentable("2 eta (tr(W X) - y) X overflows; eta, x and y must be smaller")
    return step


def _label(y: float | None) -> float:
    if isinstance(y, float) and math.isfinite(y):
        return y
    a = _check.array("y", np.nan if y is None else y)
    if a.ndim != 0:
        raise ValueError(f"y has shape {a.shape}; it must be one number")
    return float(a)


def _fixed(comparator: npt.ArrayLike, n: int) -> Array:
    U = spectral.symmetric("comparator", comparator)
    if U.shape != (n, n):
        raise ValueError(f"comparator has shape {U.shape}; it must be ({n}, {n})")
    return U


def _one_matrix(name: str, A: Array) -> Array:
    if A.ndim != 2:
        raise ValueError(f"{name} has shape {A.shape}; it must be (n, n)")
    return A


def _pairs(X: npt.ArrayLike, Y: npt.ArrayLike) -> Iterator[tuple[Array, float]]:
    rows, labels = _check.array("X", X), _check.array("Y", Y)
    if rows.ndim not in (2, 3) or labels.shape != rows.shape[:1]:
        raise ValueError(f"X, Y have shapes {rows.shape}, {labels.shape}; they must be (T, n, n) or (T, n), and (T,)")
    return zip(rows, labels.tolist(), strict=True)
