"""The general additive algorithm for any pair of transfer functions (general_additive, sections 3 and 4).

GA(psi, phi, Theta, eta): weights Omega = psi(Theta) row by row, prediction yhat = phi(Omega x), and the update
Theta - eta (yhat - y) x^T (eq. 20). Two variants for one output:

- GA_L, `LossGeneralAdditive`: another loss L in place of phi's matching loss,
  theta - eta dL(y, phi(a))/da x (eq. 35);
- GA^Y, `ClippedGeneralAdditive`: the prediction is clipped to [-Y, Y], also in the update.

Losses are phi's matching losses: (y - yhat)**2/2 for `Identity`, with the factor 1/2.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, Self, runtime_checkable

import numpy as np
import numpy.typing as npt

from numeric import _bound, _check, _exact
from numeric._bound import product, total
from numeric._exact import Array
from numeric.errors import Unrepresentable
from numeric.learners._parameter import Described, read_only
from numeric.learners.project_back import add
from numeric.matching import Logistic, Transfer
from numeric.matching.base import check_transfer, matching_loss_at

# One update


def additive_step(theta: npt.ArrayLike, error: npt.ArrayLike, x: npt.ArrayLike, eta: float) -> Array:
    """Theta - eta error x^T, shape (k, n) (general_additive, eq. 20).

    theta: (k, n). error: yhat - y, (k,). x: (n,). eta > 0. Each entry is right to 3 ulp of the larger of the two
    parts. Raises ValueError for other shapes, NaN, infinity, eta <= 0 and where the result overflows.
    """
    t, e, b = _check.array("theta", theta), _check.array("error", error), _check.array("x", x)
    if t.ndim != 2 or e.shape != t.shape[:1] or b.shape != t.shape[1:]:
        raise ValueError(
            f"theta, error, x have shapes {t.shape}, {e.shape}, {b.shape}; they must be (k, n), (k,), (n,)"
        )
    return _added(t, np.zeros_like(t), e, b, _check.positive("eta", eta))[0]


class GeneralAdditive(Described):
    """GA(psi, phi, Theta, eta) for k outputs (general_additive, Figure 5).

    theta_: Theta, shape (k, n), or (n,) for one output as a number; the rounding errors of its sum are kept and
    added. coef_: Omega = psi(Theta), of the same shape, rounded; predictions are made with these weights. Predictions
    and labels have shape (k,), or are numbers.
    """

    def __init__(self, psi: Transfer, phi: Transfer, theta: npt.ArrayLike, eta: float) -> None:
        """psi: R^n to R^n, on rows. phi: R^k to R^k. theta: (k, n) or (n,). eta > 0. Others raise ValueError."""
        a = _check.vector("theta", theta)
        if a.ndim > 2 or a.size == 0:
            raise ValueError(f"theta has shape {a.shape}; it must be (k, n), or (n,) for one output")
        check_transfer("psi", psi)
        check_transfer("phi", phi)
        self.psi, self.phi = psi, phi
        self.eta = _check.positive("eta", eta)
        self._one = a.ndim == 1
        self._high = a.reshape(-1, a.shape[-1]).copy()
        self._low = np.zeros_like(self._high)
        self._weights = psi.transfer(self._high)

    @property
    def theta_(self) -> Array:
        """Theta, read-only."""
        return read_only(self._high[0] if self._one else self._high)

    @property
    def coef_(self) -> Array:
        """Omega = psi(Theta), read-only."""
        return read_only(self._weights[0] if self._one else self._weights)

    def activation(self, x: npt.ArrayLike) -> Array:
        """Omega x for x (n,), shape (k,), also for one output."""
        b = _check.vector("x", x)
        if b.shape != self._high.shape[1:]:
            raise ValueError(f"x has shape {b.shape}; it must be {self._high.shape[1:]}")
        with np.errstate(over="ignore"):
            return _check.representable("Omega x", np.asarray(_exact.dot(self._weights, b)))

    def predict_one(self, x: npt.ArrayLike) -> float | Array:
        """yhat = phi(Omega x) for x (n,): shape (k,), or a number."""
        return self._shown(self._predicted(self.activation(x)))

    def loss_one(self, x: npt.ArrayLike, y: npt.ArrayLike | None = None) -> float:
        """L_phi(y, yhat), the sum over the outputs where phi acts on numbers."""
        label, a = self._label(y), self.activation(x)
        return self._loss(label, a)

    def learn_one(self, x: npt.ArrayLike, y: npt.ArrayLike | None = None) -> None:
        """Theta - eta (yhat - y) x^T."""
        label, a = self._label(y), self.activation(x)
        high, low = _added(self._high, self._low, self._error(label, a), _check.array("x", x), self.eta)
        self._weights = self.psi.transfer(high)
        self._high, self._low = high, low

    def partial_fit(self, X: npt.ArrayLike, Y: npt.ArrayLike) -> Self:
        """Learn the rows of X (T, n) with the labels Y (T, k), or (T,), in order."""
        for x, y in _pairs(X, Y):
            self.learn_one(x, y)
        return self

    def _predicted(self, a: Array) -> Array:
        return np.asarray(self.phi.transfer(a))

    def _loss(self, y: Array, a: Array) -> float:
        loss = float(np.sum(matching_loss_at(self.phi, y, a)))
        return _check.representable_number("the matching loss", loss)

    def _error(self, y: Array, a: Array) -> Array:
        self.phi.matching_loss(y, self._predicted(a))  # refuses labels outside the closed range of phi
        return self._predicted(a) - y

    def _label(self, y: npt.ArrayLike | None) -> Array:
        a = _check.array("y", np.nan if y is None else y)
        want = () if self._one else self._high.shape[:1]
        if a.shape != want:
            raise ValueError(f"y has shape {a.shape}; it must be {want}")
        return a.reshape(len(self._high))

    def _shown(self, a: Array) -> float | Array:
        return float(a[0]) if self._one else a


class ClippedGeneralAdditive(GeneralAdditive):
    """GA^Y: yhat = phi(omega.x) clipped to [-Y, Y], in the prediction, the loss and the update (section 4).

    One output, |y| <= Y. [-Y, Y] or its part in the range of phi is what the predictions come from.
    """

    def __init__(self, psi: Transfer, phi: Transfer, theta: npt.ArrayLike, eta: float, Y: float) -> None:
        """theta: (n,). Y > 0. The rest as for `GeneralAdditive`."""
        super().__init__(psi, phi, _one_row(theta), eta)
        self.Y = _check.positive("Y", Y)

    def _predicted(self, a: Array) -> Array:
        return np.clip(super()._predicted(a), -self.Y, self.Y)

    def _loss(self, y: Array, a: Array) -> float:
        return float(np.sum(self.phi.matching_loss(y, self._predicted(a))))

    def _label(self, y: npt.ArrayLike | None) -> Array:
        a = super()._label(y)
        _check.within("y", a, lambda t: np.abs(t) <= self.Y, f"must be from {-self.Y!r} to {self.Y!r}")
        return a


@runtime_checkable
class ActivationLoss(Protocol):
    """A loss L(y, phi(a)) of one output; the bounds need it to be convex in a, which `HellingerOf` is not."""

    def value(self, y: float, a: float) -> float:
        """L(y, phi(a))."""
        ...

    def slope(self, y: float, a: float) -> float:
        """dL(y, phi(a))/da."""
        ...


class LossGeneralAdditive(GeneralAdditive):
    """GA_L: theta - eta dL(y, phi(a))/da x for a loss L that need not match phi (general_additive, eq. 35).

    One output. With phi's matching loss it is GA.
    """

    def __init__(self, psi: Transfer, phi: Transfer, theta: npt.ArrayLike, eta: float, loss: ActivationLoss) -> None:
        """theta: (n,). loss: L(y, phi(.)) with its derivative. The rest as for `GeneralAdditive`."""
        super().__init__(psi, phi, _one_row(theta), eta)
        _check.has_methods("loss", loss, (ActivationLoss,), "a loss of an activation, such as AbsoluteOf()")
        self.loss = loss

    def _loss(self, y: Array, a: Array) -> float:
        return self.loss.value(float(y[0]), float(a[0]))

    def _error(self, y: Array, a: Array) -> Array:
        return np.array([self.loss.slope(float(y[0]), float(a[0]))])


@dataclass(frozen=True)
class SquareOf:
    """(y - a)**2 for phi = identity, without 1/2; its matching loss is half of it."""

    def value(self, y: float, a: float) -> float:
        """(y - a)**2."""
        return _check.representable_number("(y - a)**2", (y - a) * (y - a))

    def slope(self, y: float, a: float) -> float:
        """2 (a - y)."""
        return _check.representable_number("2 (a - y)", 2.0 * (a - y))


@dataclass(frozen=True)
class AbsoluteOf:
    """|y - a| for phi = identity; the slope at a = y is 0."""

    def value(self, y: float, a: float) -> float:
        """|y - a|."""
        return _check.representable_number("|y - a|", abs(y - a))

    def slope(self, y: float, a: float) -> float:
        """sign(a - y)."""
        return float(np.sign(a - y))


@dataclass(frozen=True)
class HellingerOf:
    """((sqrt(y) - sqrt(s))**2 + (sqrt(1-y) - sqrt(1-s))**2)/2 with s = phi(a), phi logistic; 0 <= y <= 1.

    With the factor 1/2: 1 - sqrt(y s) - sqrt((1-y)(1-s)). Its slope is at most 1/4 in size. Convex in a for
    |a| <= ln 2 only, whatever y is, though the text says everywhere (general_additive, before eq. 35).
    """

    def value(self, y: float, a: float) -> float:
        """The loss; each square from its difference (y - s)/(sqrt(y) + sqrt(s))."""
        u, s = self._both(y, a)
        # Of s and 1 - s, the smaller is the exact one; 1 - y is exact for y >= 1/2.
        d = s[1] - u[1] if a > 0.0 and y >= 0.5 else y - s[0]
        p, q = math.sqrt(u[0]) + math.sqrt(s[0]), math.sqrt(u[1]) + math.sqrt(s[1])
        parts = [d / root if root > 0.0 else 0.0 for root in (p, q)]  # both numbers of a root 0 are 0
        return 0.5 * (parts[0] ** 2 + parts[1] ** 2)

    def slope(self, y: float, a: float) -> float:
        """(sqrt((1-y) s) - sqrt(y (1-s))) sqrt(s (1-s))/2."""
        u, s = self._both(y, a)
        return 0.5 * (math.sqrt(u[1] * s[0]) - math.sqrt(u[0] * s[1])) * math.sqrt(s[0] * s[1])

    def _both(self, y: float, a: float) -> tuple[tuple[float, float], tuple[float, float]]:
        if not 0.0 <= y <= 1.0:
            raise ValueError(f"y is {y!r}; it must be from 0 to 1")
        phi = Logistic()
        return (y, 1.0 - y), (float(phi.transfer(a)), float(phi.transfer(-a)))


# Bounds


def learning_rate(b: float, c: float) -> float:
    """1/(2bc), the rate of `loss_bound`, for b, c > 0 (general_additive, Theorem 3)."""
    return _bound.rate(0.5, over=(_check.positive("b", b), _check.positive("c", c)))


def loss_bound(comparator_loss: float, divergence: float, b: float, c: float) -> float:
    """2 Loss(psi(Theta*)) + 4bc Delta_psi(Theta_1, Theta*), for the rate 1/(2bc) (general_additive, eq. 30)."""
    loss, far = _check.nonnegative("comparator_loss", comparator_loss), _check.nonnegative("divergence", divergence)
    return total(product(2.0, loss), product(4.0, _check.positive("b", b), _check.positive("c", c), far))


def tuned_learning_rate(K: float, R: float, b: float, c: float) -> float:
    """(sqrt((bcR)**2 + KbcR) - bcR)/(Kbc), for K, R, b, c > 0 (general_additive, eq. 31).

    As 1/(bc (1 + sqrt(1 + q**2))) with q**2 = K/(bcR), which does not cancel for small K.
    """
    loss, far = _check.positive("K", K), _check.positive("R", R)
    roots = math.sqrt(loss), [math.sqrt(_check.positive(n, v)) for n, v in (("b", b), ("c", c), ("R", far))]
    try:
        q = product(roots[0], over=tuple(roots[1]))
    except Unrepresentable:  # beside it, the ones are nothing
        return _bound.rate(roots[1][2], over=(roots[1][0], roots[1][1], roots[0]))
    return _bound.rate(1.0, over=(b, c, 1.0 + math.hypot(1.0, q)))


def tuned_loss_bound(comparator_loss: float, K: float, R: float, b: float, c: float) -> float:
    """Loss(psi(Theta*)) + 2 sqrt(KbcR) + 4bcR, for `tuned_learning_rate` (general_additive, eq. 32).

    K >= comparator_loss and R >= Delta_psi(Theta_1, Theta*).
    """
    loss = _check.nonnegative("comparator_loss", comparator_loss)
    z = _check.positive("b", b), _check.positive("c", c), _check.nonnegative("R", R)
    roots = [math.sqrt(t) for t in (_check.nonnegative("K", K), *z)]
    return total(loss, product(2.0, *roots), product(4.0, *z))


def best_learning_rate(K: float, R: float, b: float, c: float) -> float:
    """sqrt(bcR)/(bc (sqrt(K) + sqrt(bcR))), for K, R, b, c > 0 (general_additive, Theorem 3, sharper).

    As 1/(bc (1 + q)) with q**2 = K/(bcR).
    """
    roots = [math.sqrt(_check.positive(name, value)) for name, value in (("K", K), ("b", b), ("c", c), ("R", R))]
    try:
        q = product(roots[0], over=tuple(roots[1:]))
    except Unrepresentable:  # beside it, the one is nothing
        return _bound.rate(roots[3], over=(roots[1], roots[2], roots[0]))
    return _bound.rate(1.0, over=(b, c, 1.0 + q))


def best_rate_loss_bound(comparator_loss: float, K: float, R: float, b: float, c: float) -> float:
    """Loss(psi(Theta*)) + 2 sqrt(KbcR) + bcR, for `best_learning_rate` (general_additive, Theorem 3, sharper).

    K >= comparator_loss and R >= Delta_psi(Theta_1, Theta*). No algorithm has a smaller bound.
    """
    loss = _check.nonnegative("comparator_loss", comparator_loss)
    z = _check.positive("b", b), _check.positive("c", c), _check.nonnegative("R", R)
    roots = [math.sqrt(t) for t in (_check.nonnegative("K", K), *z)]
    return total(loss, product(2.0, *roots), product(*z))


def every_rate_loss_bound(comparator_loss: float, divergence: float, b: float, c: float, eta: float, p: float) -> float:
    """p Loss + 2 Delta/(eta (2 - r + sqrt((2-r)**2 - 4/p))) with r = bc eta (general_additive, Lemma 5, sharper).

    For 0 < r < 2, p (2-r)**2 >= 4 and p (1-r) <= 1, without rounding. Raises ValueError for others.
    """
    loss, far = _check.nonnegative("comparator_loss", comparator_loss), _check.nonnegative("divergence", divergence)
    step, factor, left = _check.positive("eta", eta), _check.positive("p", p), _left(b, c, eta)
    square = left * left - 4 / Fraction(factor)
    if square < 0 or Fraction(factor) * (left - 1) > 1:
        raise ValueError(f"p is {p!r}; it must be >= 4/(2 - bc eta)**2, and <= 1/(1 - bc eta) where bc eta < 1")
    return total(product(factor, loss), product(2.0, far, over=(step, float(left) + math.sqrt(square))))


def square_loss_bound(comparator_loss: float, divergence: float, b: float, eta: float) -> float:
    """((sqrt(Loss) + sqrt(Loss + (2 - b eta) Delta/eta))/(2 - b eta))**2 (general_additive, Lemma 5, sharper).

    For the square loss and 0 < b eta < 2, without rounding; the least of p Loss + q Delta. ValueError for others.
    """
    loss, far = _check.nonnegative("comparator_loss", comparator_loss), _check.nonnegative("divergence", divergence)
    step, left = _check.positive("eta", eta), float(_left(b, 1.0, eta))
    root = math.sqrt(loss)
    both = root + math.hypot(root, product(math.sqrt(left), math.sqrt(far), over=(math.sqrt(step),)))
    return product(both, both, over=(left, left))


def _left(b: float, c: float, eta: float) -> Fraction:
    """2 - bc eta, exactly, where it is positive."""
    factors = _check.positive("b", b), _check.positive("c", c), _check.positive("eta", eta)
    left = 2 - math.prod(map(Fraction, factors), start=Fraction(1))
    if left <= 0:
        raise ValueError(f"eta is {eta!r}; it must be less than 2/(bc) for b = {b!r} and c = {c!r}")
    return left


def other_loss_bound(comparator_loss: float, divergence: float, b: float, Z: float, steps: int, eta: float) -> float:
    """Loss + Delta/eta + steps eta Z**2 b/2, for GA_L with |dL/da| <= Z (general_additive, section 4)."""
    z = _check.positive("Z", Z)
    return _regret(comparator_loss, divergence, (0.5, z, z), b, steps, eta)


def clipped_loss_bound(comparator_loss: float, divergence: float, b: float, Y: float, steps: int, eta: float) -> float:
    """Loss + Delta/eta + 2 steps eta Y**2 b, for GA^Y (general_additive, section 4)."""
    y = _check.positive("Y", Y)
    return _regret(comparator_loss, divergence, (2.0, y, y), b, steps, eta)


def _regret(
    comparator_loss: float, divergence: float, slope: tuple[float, ...], b: float, steps: int, eta: float
) -> float:
    loss, far = _check.nonnegative("comparator_loss", comparator_loss), _check.nonnegative("divergence", divergence)
    step, k = _check.positive("eta", eta), _check.nonnegative("steps", steps)
    return total(loss, product(far, over=(step,)), product(*slope, k, step, _check.positive("b", b)))


def _added(high: Array, low: Array, error: Array, x: Array, eta: float) -> tuple[Array, Array]:
    size, power = math.frexp(eta)
    sizes, powers = np.frexp(error)  # eta error itself may be no float where its product with x is one
    with np.errstate(over="ignore"):
        moved = np.ldexp(np.broadcast_to(x, high.shape), (powers + power)[:, None])
    return add(high, low, moved, np.asarray(-size * sizes)[:, None])


def _one_row(theta: npt.ArrayLike) -> Array:
    a = _check.vector("theta", theta)
    if a.ndim != 1:
        raise ValueError(f"theta has shape {a.shape}; it must be (n,): this algorithm has one output")
    return a


def _pairs(X: npt.ArrayLike, Y: npt.ArrayLike) -> Iterator[tuple[Array, Array]]:
    a, labels = _check.array("X", X), _check.array("Y", Y)
    if a.ndim != 2 or labels.ndim not in (1, 2) or len(labels) != len(a):
        raise ValueError(f"X, Y have shapes {a.shape}, {labels.shape}; they must be (T, n), and (T, k) or (T,)")
    return zip(a, labels, strict=True)
