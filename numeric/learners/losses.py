"""Losses of a parameter w for an instance (x, y), with their derivatives in w.

| loss | value | factor 1/2 |
|---|---|---|
| `SquaredLoss` | (<w,x> - y)**2 | no |
| `AbsoluteLoss` | abs(<w,x> - y) | no |
| `HingeLoss` | max(0, 1 - y <w,x>), y = -1 or 1 | no |
| `LogisticLoss` | ln(1 + e**(-y <w,x>)), y = -1 or 1 | no |
| `MatchingLoss` | L_phi(y, phi(<w,x>)); for `Identity` (<w,x> - y)**2/2 | yes, in that case |
| `geodesic.ScaleInvariantLoss` | <w,x>**2 of unit vectors | no |
| `DistanceLoss` | dist(w, x)**2/2 for an instance x on the manifold | yes |

A loss has its partial derivatives (`Loss`), which a manifold turns into its gradient, or it has the gradient
itself (`IntrinsicLoss`). All arguments are single points and instances, shape (n,); others raise ValueError.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from numeric import _check, _exact
from numeric._exact import Array
from numeric.manifolds.base import Manifold, check_manifold
from numeric.matching.base import Transfer, check_transfer, matching_loss_at


@runtime_checkable
class Loss(Protocol):
    """A loss with its partial derivatives in w."""

    def predict(self, w: npt.ArrayLike, x: npt.ArrayLike) -> float:
        """The prediction of w at the instance x."""
        ...

    def value(self, w: npt.ArrayLike, x: npt.ArrayLike, y: float | None = None) -> float:
        """The loss of w at the instance x with the label y."""
        ...

    def partials(self, w: npt.ArrayLike, x: npt.ArrayLike, y: float | None = None) -> Array:
        """The partial derivatives in w, shape (n,)."""
        ...


@runtime_checkable
class IntrinsicLoss(Protocol):
    """A loss with its Riemannian gradient, on the one manifold that it is made for."""

    def predict(self, w: npt.ArrayLike, x: npt.ArrayLike) -> float:
        """The prediction of w at the instance x."""
        ...

    def value(self, w: npt.ArrayLike, x: npt.ArrayLike, y: float | None = None) -> float:
        """The loss of w at the instance x with the label y."""
        ...

    def gradient(self, w: npt.ArrayLike, x: npt.ArrayLike, y: float | None = None) -> Array:
        """The gradient at w, a tangent vector, shape (n,)."""
        ...


@runtime_checkable
class LinearPredictorLoss(Protocol):
    """A loss that depends on <w,x> only and is convex in it."""

    def slope(self, a: float, y: float | None) -> float:
        """The derivative of the loss in a = <w,x>, increasing in a."""
        ...


@runtime_checkable
class LinearLoss(LinearPredictorLoss, Protocol):
    """A `LinearPredictorLoss` with its values, for learners that keep <w,x> themselves."""

    def labels(self, Y: Array) -> Array:
        """Y, every entry of which the loss accepts as a label."""
        ...

    def at(self, a: Array, y: Array) -> Array:
        """The loss at a = <w,x> with the label y, elementwise."""
        ...


def check_loss(loss: object, *, partials: bool = False) -> None:
    """ValueError unless it is a loss of a parameter; with partial derivatives, where these are needed."""
    if partials:
        _check.has_methods("loss", loss, (Loss,), "a loss with partial derivatives, such as SquaredLoss()")
    _check.has_methods("loss", loss, (Loss, IntrinsicLoss), "a loss, such as SquaredLoss()")


def check_linear_loss(loss: object) -> None:
    """ValueError unless it is a loss of <w,x>, with its values."""
    _check.has_methods("loss", loss, (LinearLoss,), "a loss of <w,x>, such as SquaredLoss()")


def gradient_on(
    manifold: Manifold, loss: Loss | IntrinsicLoss, w: npt.ArrayLike, x: npt.ArrayLike, y: float | None = None
) -> Array:
    """The Riemannian gradient of the loss at w, shape (n,)."""
    if isinstance(loss, DistanceLoss):
        loss.on(manifold)
    if isinstance(loss, IntrinsicLoss):
        return loss.gradient(w, x, y)
    return manifold.egrad2rgrad(w, loss.partials(w, x, y))


@dataclass(frozen=True)
class SquaredLoss:
    """(<w,x> - y)**2, without 1/2 (geometric_view, eq. 4; spheres, eq. 7)."""

    def predict(self, w: npt.ArrayLike, x: npt.ArrayLike) -> float:
        """<w,x>."""
        return _inner(w, x)

    def value(self, w: npt.ArrayLike, x: npt.ArrayLike, y: float | None = None) -> float:
        """(<w,x> - y)**2."""
        r = _residual(w, x, y)
        return _check.representable_number("(<w,x> - y)**2", r * r)

    def partials(self, w: npt.ArrayLike, x: npt.ArrayLike, y: float | None = None) -> Array:
        """2 (<w,x> - y) x."""
        with np.errstate(over="ignore"):
            g = _exact.scaled(_check.array("x", x), 2.0, _residual(w, x, y))
        return _check.representable("2 (<w,x> - y) x", g)

    def slope(self, a: float, y: float | None) -> float:
        """2 (a - y)."""
        slope = 2.0 * (a - label(y))
        return slope if not math.isfinite(a) else _check.representable_number("2 (a - y)", slope)

    def labels(self, Y: Array) -> Array:
        """Y: every number is a label."""
        return Y

    def at(self, a: Array, y: Array) -> Array:
        """(a - y)**2."""
        with np.errstate(over="ignore"):
            return _check.representable("(a - y)**2", np.asarray(np.square(a - y)))


@dataclass(frozen=True)
class AbsoluteLoss:
    """abs(<w,x> - y), without 1/2 (gradient_descent, before "OGD with strongly convex losses")."""

    def predict(self, w: npt.ArrayLike, x: npt.ArrayLike) -> float:
        """<w,x>."""
        return _inner(w, x)

    def value(self, w: npt.ArrayLike, x: npt.ArrayLike, y: float | None = None) -> float:
        """abs(<w,x> - y)."""
        return abs(_residual(w, x, y))

    def partials(self, w: npt.ArrayLike, x: npt.ArrayLike, y: float | None = None) -> Array:
        """sign(<w,x> - y) x, a subgradient: 0 where <w,x> = y."""
        a, b = pair("w", w, "x", x)
        sign = np.sign(_residual(w, x, y))
        if sign == 0.0:  # it may have underflowed
            sign = _exact.dot_sign(np.append(a, 1.0), np.append(b, -label(y)))
        return np.asarray(sign * b)

    def slope(self, a: float, y: float | None) -> float:
        """sign(a - y), 0 at a = y."""
        return _sign(a - label(y))

    def labels(self, Y: Array) -> Array:
        """Y: every number is a label."""
        return Y

    def at(self, a: Array, y: Array) -> Array:
        """abs(a - y)."""
        with np.errstate(over="ignore"):
            return _check.representable("abs(a - y)", np.asarray(np.abs(a - y)))


@dataclass(frozen=True)
class HingeLoss:
    """max(0, 1 - y <w,x>) for labels -1 and 1, without 1/2 (gradient_descent, eq. 1 and footnote 1)."""

    def predict(self, w: npt.ArrayLike, x: npt.ArrayLike) -> float:
        """<w,x>."""
        return _inner(w, x)

    def value(self, w: npt.ArrayLike, x: npt.ArrayLike, y: float | None = None) -> float:
        """max(0, 1 - y <w,x>)."""
        return max(0.0, self._slack(w, x, y))

    def partials(self, w: npt.ArrayLike, x: npt.ArrayLike, y: float | None = None) -> Array:
        """-y x where y <w,x> < 1, else 0: a subgradient, 0 at the corner."""
        b = _check.array("x", x)
        return -label(y) * b if self._slack(w, x, y) > 0.0 else np.zeros_like(b)

    def slope(self, a: float, y: float | None) -> float:
        """-y where y a < 1, else 0."""
        s = sign_label(y)
        return -s if s * a < 1.0 else 0.0

    def labels(self, Y: Array) -> Array:
        """Y, with entries -1 or 1."""
        return signs("Y", Y)

    def at(self, a: Array, y: Array) -> Array:
        """max(0, 1 - y a)."""
        return np.maximum(0.0, 1.0 - y * a)

    def _slack(self, w: npt.ArrayLike, x: npt.ArrayLike, y: float | None) -> float:
        a, b = pair("w", w, "x", x)
        with np.errstate(over="ignore"):
            slack = float(_exact.dot(np.append(a, 1.0), np.append(-sign_label(y) * b, 1.0)))
        return _check.representable_number("1 - y <w,x>", slack)


@dataclass(frozen=True)
class LogisticLoss:
    """ln(1 + e**(-y <w,x>)) for labels -1 and 1, natural logarithm, without 1/2.

    With the labels (1 + y)/2 in [0, 1] it is `MatchingLoss(Logistic())`.
    """

    def predict(self, w: npt.ArrayLike, x: npt.ArrayLike) -> float:
        """<w,x>."""
        return _inner(w, x)

    def value(self, w: npt.ArrayLike, x: npt.ArrayLike, y: float | None = None) -> float:
        """ln(1 + e**(-y <w,x>))."""
        return float(self.at(np.asarray(self.predict(w, x)), np.asarray(sign_label(y))))

    def partials(self, w: npt.ArrayLike, x: npt.ArrayLike, y: float | None = None) -> Array:
        """-y x/(1 + e**(y <w,x>))."""
        return np.asarray(self.slope(self.predict(w, x), y) * _check.array("x", x))

    def slope(self, a: float, y: float | None) -> float:
        """-y/(1 + e**(y a))."""
        s = sign_label(y)
        e = math.exp(-abs(a))
        return -s * (e if s * a > 0.0 else 1.0) / (1.0 + e)

    def labels(self, Y: Array) -> Array:
        """Y, with entries -1 or 1."""
        return signs("Y", Y)

    def at(self, a: Array, y: Array) -> Array:
        """Ln(1 + e**(-y a))."""
        return np.asarray(np.maximum(0.0, -y * a) + np.log1p(np.exp(-np.abs(a))))


@dataclass(frozen=True)
class MatchingLoss:
    """L_phi(y, phi(<w,x>)), the matching loss of a transfer function of numbers (general_additive, eq. 16)."""

    phi: Transfer

    def __post_init__(self) -> None:
        check_transfer("phi", self.phi)

    def predict(self, w: npt.ArrayLike, x: npt.ArrayLike) -> float:
        """phi(<w,x>)."""
        return float(self.phi.transfer(_inner(w, x)))

    def value(self, w: npt.ArrayLike, x: npt.ArrayLike, y: float | None = None) -> float:
        """L_phi(y, phi(<w,x>))."""
        loss = float(matching_loss_at(self.phi, label(y), _inner(w, x)))
        return _check.representable_number("the matching loss", loss)

    def partials(self, w: npt.ArrayLike, x: npt.ArrayLike, y: float | None = None) -> Array:
        """(phi(<w,x>) - y) x."""
        slope = self.slope(_inner(w, x), y)
        with np.errstate(over="ignore"):
            return _check.representable("(phi(<w,x>) - y) x", np.asarray(slope * _check.array("x", x)))

    def slope(self, a: float, y: float | None) -> float:
        """phi(a) - y."""
        slope = float(self.phi.transfer(a)) - self._label(y)
        return _check.representable_number("phi(a) - y", slope)

    def _label(self, y: float | None) -> float:
        t = label(y)
        self.phi.matching_loss(t, self.phi.transfer(0.0))  # refuses a label outside the closed range of phi
        return t


@dataclass(frozen=True)
class DistanceLoss:
    """dist(w, x)**2/2 to an instance x on the manifold, with 1/2: the target itself is seen; no label.

    The gradient is -log_w(x), undefined (ValueError) on the cut locus of x.
    """

    manifold: Manifold

    def __post_init__(self) -> None:
        check_manifold(self.manifold)

    def on(self, manifold: Manifold) -> None:
        """ValueError unless this is the manifold of the loss."""
        if manifold != self.manifold:
            raise ValueError(f"manifold is {manifold!r}; it must be that of the loss, {self.manifold!r}")

    def predict(self, w: npt.ArrayLike, x: npt.ArrayLike) -> float:
        """dist(w, x)."""
        return float(self.manifold.dist(*pair("w", w, "x", x)))

    def value(self, w: npt.ArrayLike, x: npt.ArrayLike, y: float | None = None) -> float:
        """dist(w, x)**2/2; y must be None."""
        no_label(y)
        d = self.predict(w, x)
        return _check.representable_number("dist(w, x)**2/2", 0.5 * d * d)

    def gradient(self, w: npt.ArrayLike, x: npt.ArrayLike, y: float | None = None) -> Array:
        """-log_w(x), shape (n,); y must be None."""
        no_label(y)
        return -self.manifold.log(*pair("w", w, "x", x))


def pair(a: str, u: npt.ArrayLike, b: str, v: npt.ArrayLike) -> tuple[Array, Array]:
    """Two vectors of shape (n,)."""
    s, t = _check.vector(a, u), _check.vector(b, v)
    if s.ndim != 1 or t.shape != s.shape:
        raise ValueError(f"{a}, {b} have shapes {s.shape}, {t.shape}; they must both be (n,)")
    return s, t


def label(y: float | None) -> float:
    """One finite number."""
    if isinstance(y, float) and math.isfinite(y):
        return float(y)
    a = _check.array("y", np.nan if y is None else y)
    if a.ndim != 0:
        raise ValueError(f"y has shape {a.shape}; it must be one number")
    return float(a)


def sign_label(y: float | None) -> float:
    """-1 or 1."""
    t = label(y)
    if abs(t) != 1.0:
        raise ValueError(f"y is {t!r}; it must be -1 or 1")
    return t


def signs(name: str, Y: Array) -> Array:
    """Y, with entries -1 or 1."""
    return _check.within(name, Y, lambda t: np.abs(t) == 1.0, "must be -1 or 1")


def no_label(y: float | None) -> None:
    """There is no label."""
    if y is not None:
        raise ValueError(f"y is {y!r}; it must be None, this loss has no label")


def rows(X: npt.ArrayLike, Y: npt.ArrayLike | None) -> Iterator[tuple[Array, float | None]]:
    """The instances (x, y) of X (T, n) and Y (T,) or None."""
    a = _check.array("X", X)
    if a.ndim != 2:
        raise ValueError(f"X has shape {a.shape}; it must be (T, n)")
    labels = None if Y is None else _check.array("Y", Y)
    if labels is not None and labels.shape != a.shape[:1]:
        raise ValueError(f"Y has shape {labels.shape}; it must be {a.shape[:1]}")
    for t, x in enumerate(a):
        yield x, None if labels is None else float(labels[t])


def _inner(w: npt.ArrayLike, x: npt.ArrayLike) -> float:
    """<w,x>, rounded once."""
    with np.errstate(over="ignore"):
        return _check.representable_number("<w,x>", float(_exact.dot(*pair("w", w, "x", x))))


def _residual(w: npt.ArrayLike, x: npt.ArrayLike, y: float | None) -> float:
    """<w,x> - y, rounded once."""
    a, b = pair("w", w, "x", x)
    with np.errstate(over="ignore"):
        r = float(_exact.dot(np.append(a, 1.0), np.append(b, -label(y))))
    return _check.representable_number("<w,x> - y", r)


def _sign(a: float) -> float:
    return float(a > 0.0) - float(a < 0.0)
