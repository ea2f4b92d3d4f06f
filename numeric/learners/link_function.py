"""Updates through a link function f, one-to-one from the weights w to the parameters theta = f(w).

Two papers, two updates:

- `additive_update`: w' = f^-1(f(w) - eta dL(w)) (spheres, eq. 6), the general additive update with psi = f^-1;
- `reparametrised_update`: w' = f^-1(f(w) - eta Df(w)^-T dL(w)) (geometric_view, eq. 5), which is gradient descent
  on L as a function of theta, and the explicit geodesic update in the metric Df^T Df pulled back through f
  (geometric_view, Proposition 10).

The link functions are those of `numeric.manifolds.links`. The updates are steps f^-1(f(w) + d) without f(w), whose
rounding would be an error of |ln w| ulp in w; the learner keeps theta and the rounding errors of its sum instead.
"""

from typing import Literal

import numpy as np
import numpy.typing as npt

from numeric import _check, _exact
from numeric._exact import SMALL, Array
from numeric.learners.base import LossLearner
from numeric.learners.losses import Loss, check_loss, pair
from numeric.learners.project_back import add
from numeric.manifolds.links import Link, check_link


def additive_update(link: Link, w: npt.ArrayLike, egrad: npt.ArrayLike, eta: float) -> Array:
    """f^-1(f(w) - eta egrad), shape (n,) (spheres, eq. 6).

    w: weights in the domain of f, (n,). egrad: the partial derivatives of the loss at w, (n,). eta > 0.
    """
    check_link(link)
    a, g = pair("w", w, "egrad", egrad)
    link.domain("w", a)
    return link.moved(a, _step(g, eta))


def reparametrised_update(link: Link, w: npt.ArrayLike, egrad: npt.ArrayLike, eta: float) -> Array:
    """f^-1(f(w) - eta Df(w)^-T egrad), shape (n,) (geometric_view, eq. 5). The arguments of `additive_update`."""
    check_link(link)
    a, g = pair("w", w, "egrad", egrad)
    link.domain("w", a)
    pulled, e = link.push_forward_partials(a, g), 0
    if np.any((np.abs(pulled) < SMALL) & (g != 0.0)):  # they may count, at a large rate
        e = min(0, int(_exact.binary_exponent(g)))
        pulled = link.push_forward_partials(a, np.ldexp(g, -e))
    return link.moved(a, _step(pulled, eta, 2.0**e))


def _step(g: Array, eta: float, power: float = 1.0) -> Array:
    with np.errstate(over="ignore"):
        d = _exact.scaled(g, -_check.positive("eta", eta), power)
    return _check.representable("the step", d, "take a smaller eta")


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
        check_link(link)
        check_loss(loss, partials=True)
        self.link, self.loss, self.update = link, loss, update
        self.eta = _check.positive("eta", eta)
        self.theta_ = link.forward(link.domain("w", pair("w", w, "w", w)[0]))
        self._low = np.zeros_like(self.theta_)
        self._w = link.inverse(self.theta_)

    def learn_one(self, x: npt.ArrayLike, y: float | None = None) -> None:
        """Add -eta dL(w), or -eta Df(w)^-T dL(w), to theta."""
        egrad = self.loss.partials(self._w, x, y)
        g = egrad if self.update == "additive" else self.link.push_forward_partials(self._w, egrad)
        theta, low = add(self.theta_, self._low, g, np.full_like(g, -self.eta))
        self._w = self.link.inverse(theta)
        self.theta_, self._low = theta, low
