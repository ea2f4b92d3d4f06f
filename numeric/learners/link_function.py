"""Updates through a link function f, one-to-one from the weights w to the parameters theta = f(w).

Two papers, two updates:

- `additive_update`: w' = f^-1(f(w) - eta dL(w)) (spheres, eq. 6), the general additive update with psi = f^-1;
- `reparametrised_update`: w' = f^-1(f(w) - eta Df(w)^-T dL(w)) (geometric_view, eq. 5), which is gradient descent
  on L as a function of theta, and the explicit geodesic update in the metric Df^T Df pulled back through f
  (geometric_view, Proposition 10).

A `Link` makes the step f^-1(f(w) + d) without forming f(w), since ln w is known to an ulp of itself only, and
that is an error of |ln w| ulp in w. The learner keeps theta and the rounding errors of its sum instead.
"""

from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt

from numeric import _check, _exact, _softmax
from numeric._exact import Array, two_sum
from numeric.learners.base import LossLearner
from numeric.learners.losses import Loss, pair
from numeric.learners.natural_gradient import natural_gradient
from numeric.learners.project_back import add


class Link(Protocol):
    """A link function f. Weights and parameters have shape (n,)."""

    def link(self, w: npt.ArrayLike) -> Array:
        """f(w)."""
        ...

    def inverse(self, theta: npt.ArrayLike) -> Array:
        """f^-1(theta)."""
        ...

    def step(self, w: npt.ArrayLike, d: npt.ArrayLike) -> Array:
        """f^-1(f(w) + d)."""
        ...

    def pull(self, w: npt.ArrayLike, g: npt.ArrayLike) -> Array:
        """Df(w)^-T g."""
        ...


def additive_update(link: Link, w: npt.ArrayLike, egrad: npt.ArrayLike, eta: float) -> Array:
    """f^-1(f(w) - eta egrad), shape (n,) (spheres, eq. 6).

    w: weights in the domain of f, (n,). egrad: the partial derivatives of the loss at w, (n,). eta > 0.
    """
    a, g = pair("w", w, "egrad", egrad)
    return link.step(a, -_check.positive("eta", eta) * g)


def reparametrised_update(link: Link, w: npt.ArrayLike, egrad: npt.ArrayLike, eta: float) -> Array:
    """f^-1(f(w) - eta Df(w)^-T egrad), shape (n,) (geometric_view, eq. 5). The arguments of `additive_update`."""
    a, g = pair("w", w, "egrad", egrad)
    return link.step(a, -_check.positive("eta", eta) * link.pull(a, g))


class LinkFunctionLearner(LossLearner):
    """Updates through a link function with any loss, theta kept with the rounding errors of its sum.

    coef_: the weights f^-1(theta), shape (n,). theta_: the parameters, shape (n,).
    """

    loss: Loss

    def __init__(
        self,
        link: Link,
        loss: Loss,
        w: npt.ArrayLike,
        eta: float,
        update: Literal["additive", "reparametrised"] = "additive",
    ) -> None:
        """w: the start, in the domain of f, shape (n,). eta > 0. update: which of the module's two."""
        if update not in ("additive", "reparametrised"):
            raise ValueError(f'update is {update!r}; it must be "additive" or "reparametrised"')
        self.link, self.loss, self.update = link, loss, update
        self.eta = _check.positive("eta", eta)
        self.theta_ = link.link(pair("w", w, "w", w)[0])
        self._low = np.zeros_like(self.theta_)
        self.coef_ = link.inverse(self.theta_)

    def learn_one(self, x: npt.ArrayLike, y: float | None = None) -> None:
        """Add -eta dL(w), or -eta Df(w)^-T dL(w), to theta."""
        egrad = self.loss.partials(self.coef_, x, y)
        g = egrad if self.update == "additive" else self.link.pull(self.coef_, egrad)
        theta, low = add(self.theta_, self._low, g, np.full_like(g, -self.eta))
        self.coef_ = self.link.inverse(theta)
        self.theta_, self._low = theta, low


@dataclass(frozen=True)
class IdentityLink:
    """f(w) = w on R^n: gradient descent."""

    def link(self, w: npt.ArrayLike) -> Array:
        """w."""
        return _check.vector("w", w)

    def inverse(self, theta: npt.ArrayLike) -> Array:
        """theta."""
        return _check.vector("theta", theta)

    def step(self, w: npt.ArrayLike, d: npt.ArrayLike) -> Array:
        """w + d."""
        a, b = pair("w", w, "d", d)
        return np.asarray(a + b)

    def pull(self, w: npt.ArrayLike, g: npt.ArrayLike) -> Array:
        """g."""
        return pair("w", w, "g", g)[1].copy()


@dataclass(frozen=True)
class LogLink:
    """f(w) = ln w, w_i > 0: unnormalised EG; with `reparametrised_update` its natural form (Example 7)."""

    def link(self, w: npt.ArrayLike) -> Array:
        """ln w."""
        return np.log(_positive(w))

    def inverse(self, theta: npt.ArrayLike) -> Array:
        """e**theta, for theta from -745 to 709."""
        return np.exp(_exponent("theta", _check.vector("theta", theta)))

    def step(self, w: npt.ArrayLike, d: npt.ArrayLike) -> Array:
        """w e**d."""
        a, b = pair("w", _positive(w), "d", d)
        half = np.exp(0.5 * np.clip(b, -1418.0, 1418.0))  # e**d itself may be no float where w e**d is one
        with np.errstate(over="ignore"):
            return _in_reach("w e**d", a * half * half)

    def pull(self, w: npt.ArrayLike, g: npt.ArrayLike) -> Array:
        """w g."""
        a, b = pair("w", _positive(w), "g", g)
        return np.asarray(a * b)


@dataclass(frozen=True)
class LogitLink:
    """f(w) = ln(w/(1 - w)), 0 < w_i < 1."""

    def link(self, w: npt.ArrayLike) -> Array:
        """ln(w/(1 - w))."""
        a = self._weights(w)
        middle = np.abs(a - 0.5) <= 0.25
        near = np.log1p(np.where(middle, (2.0 * a - 1.0) / (1.0 - a), 0.0))
        return np.where(middle, near, np.log(a) - np.log1p(-a))

    def inverse(self, theta: npt.ArrayLike) -> Array:
        """1/(1 + e**-theta)."""
        t = _check.vector("theta", theta)
        e = np.exp(-np.abs(t))
        return self._inside(np.where(t >= 0.0, 1.0, e) / (1.0 + e))

    def step(self, w: npt.ArrayLike, d: npt.ArrayLike) -> Array:
        """w e**d / (1 - w + w e**d)."""
        a, b = pair("w", self._weights(w), "d", d)
        e = np.exp(-np.abs(b))
        up = np.where(b >= 0.0, a, a * e)
        return self._inside(up / (up + np.where(b >= 0.0, (1.0 - a) * e, 1.0 - a)))

    def pull(self, w: npt.ArrayLike, g: npt.ArrayLike) -> Array:
        """w (1 - w) g."""
        a, b = pair("w", self._weights(w), "g", g)
        return np.asarray(a * (1.0 - a) * b)

    def _weights(self, w: npt.ArrayLike) -> Array:
        return _check.within("w", _check.vector("w", w), lambda t: (t > 0.0) & (t < 1.0), "must be > 0 and < 1")

    def _inside(self, w: Array) -> Array:
        return _check.within("the new w", w, lambda t: (t > 0.0) & (t < 1.0), "must be > 0 and < 1: shorten the step")


@dataclass(frozen=True)
class ArtanhLink:
    """f(w) = artanh w, -1 < w_i < 1."""

    def link(self, w: npt.ArrayLike) -> Array:
        """artanh w."""
        return np.arctanh(self._weights("w", w))

    def inverse(self, theta: npt.ArrayLike) -> Array:
        """tanh theta, for |theta| < 19."""
        return self._weights("the new w", np.tanh(_check.vector("theta", theta)))

    def step(self, w: npt.ArrayLike, d: npt.ArrayLike) -> Array:
        """(w + tanh d)/(1 + w tanh d), its complement to +-1 as (1 - |w|) e**-2|d| where the two agree in sign."""
        a, b = pair("w", self._weights("w", w), "d", d)
        t = np.tanh(b)
        with np.errstate(invalid="ignore", divide="ignore"):
            direct = (a + t) / (1.0 + a * t)
        e = np.exp(-2.0 * np.abs(b))
        side = np.where(b < 0.0, -1.0, 1.0)
        # With side = 1: (1 + w - (1 - w) e)/(1 + w + (1 - w) e), the same quotient without tanh.
        u, v = 1.0 + side * a, (1.0 - side * a) * e
        return self._weights("the new w", np.where(np.abs(b) > 0.5, side * (u - v) / (u + v), direct))

    def pull(self, w: npt.ArrayLike, g: npt.ArrayLike) -> Array:
        """(1 - w)(1 + w) g."""
        a, b = pair("w", self._weights("w", w), "g", g)
        return np.asarray((1.0 - a) * (1.0 + a) * b)

    def _weights(self, name: str, w: npt.ArrayLike) -> Array:
        return _check.within(name, _check.vector(name, w), lambda t: np.abs(t) < 1.0, "must be > -1 and < 1")


@dataclass(frozen=True, eq=False)
class LinearLink:
    """f(w) = A w on R^n with A symmetric positive definite (n, n)."""

    A: Array

    def __post_init__(self) -> None:
        a = _check.array("A", self.A)
        if a.ndim != 2 or a.shape[0] != a.shape[1]:
            raise ValueError(f"A has shape {a.shape}; it must be (n, n)")
        natural_gradient(a, np.zeros(len(a)))
        object.__setattr__(self, "A", 0.5 * a + 0.5 * a.T)

    def link(self, w: npt.ArrayLike) -> Array:
        """A w."""
        return np.asarray(_exact.dot(self.A, _check.vector("w", w)))

    def inverse(self, theta: npt.ArrayLike) -> Array:
        """A**-1 theta."""
        return natural_gradient(self.A, theta)

    def step(self, w: npt.ArrayLike, d: npt.ArrayLike) -> Array:
        """w + A**-1 d."""
        a, b = pair("w", w, "d", d)
        return np.asarray(a + natural_gradient(self.A, b))

    def pull(self, w: npt.ArrayLike, g: npt.ArrayLike) -> Array:
        """A**-1 g."""
        return natural_gradient(self.A, pair("w", w, "g", g)[1])


@dataclass(frozen=True)
class SimplexLink:
    """f(w) = ln w on the open simplex, f^-1 = softmax: EG (spheres, section 1).

    f maps onto a surface of R^n and softmax is not one-to-one, so Df has no inverse and `pull` raises ValueError.
    """

    def link(self, w: npt.ArrayLike) -> Array:
        """ln w, for w_i > 0 of sum 1 within 1e-10."""
        return np.log(self._weights(w))

    def inverse(self, theta: npt.ArrayLike) -> Array:
        """the softmax of theta."""
        return _softmax.softmax(_check.vector("theta", theta))

    def step(self, w: npt.ArrayLike, d: npt.ArrayLike) -> Array:
        """w_i e**d_i / sum_j w_j e**d_j."""
        a, b = pair("w", self._weights(w), "d", d)
        # The largest of ln w_i + d_i as reference: no term overflows, and none that matters underflows.
        top = int(np.argmax(np.log(a) + b))
        hi, lo = two_sum(b, np.full_like(b, -b[top]))
        ratio = a / a[top]
        half = np.exp(0.5 * np.clip(hi, -3000.0, 1500.0))
        terms = ratio * half * half * (1.0 + lo)
        return np.asarray(terms / _exact.total(terms))

    def pull(self, w: npt.ArrayLike, g: npt.ArrayLike) -> Array:
        """Always ValueError."""
        raise ValueError("link is SimplexLink(); it must have an invertible derivative for the reparametrised update")

    def _weights(self, w: npt.ArrayLike) -> Array:
        a = _positive(w)
        s = np.asarray(_exact.total(a))
        _check.holds("the sum of w", s, np.abs(s - 1.0) <= _check.TOLERANCE, "must be within 1e-10 of 1")
        return a


def _positive(w: npt.ArrayLike) -> Array:
    return _check.within("w", _check.vector("w", w), lambda t: t > 0.0, "must be > 0")


def _exponent(name: str, t: Array) -> Array:
    return _check.within(
        name, t, lambda s: (s >= -745.0) & (s <= 709.0), "must be from -745 to 709, or e**a is no float"
    )


def _in_reach(name: str, w: Array) -> Array:
    return _check.within(name, w, lambda t: (t > 0.0) & np.isfinite(t), "must be > 0 and finite: shorten the step")
