"""The heuristic of a flat step that is projected back onto the manifold (spheres, section 1).

w' = the point of M nearest to w - eta dL(w) in R^n. It knows M by `projx` only, and not its metric; with the
step length it agrees with the explicit geodesic update up to second order on the sphere.
"""

import numpy as np
import numpy.typing as npt

from numeric import _check
from numeric._exact import Array, two_product, two_sum
from numeric.learners.base import LossLearner
from numeric.learners.losses import Loss, check_loss, pair
from numeric.manifolds.base import Manifold, check_manifold


def add(high: Array, low: Array, g: Array, c: Array) -> tuple[Array, Array]:
    """high + low + c g as a pair, the product and the sum without an error where they do not over- or underflow."""
    high, low, g, c = np.broadcast_arrays(high, low, g, c)
    with np.errstate(over="ignore", invalid="ignore"):
        p, q = two_product(g, c)
        s, e = two_sum(high, p)
        new, rest = two_sum(s, low + (e + q))
        plain = high + c * g
    careful = np.isfinite(new)  # beyond 1e300 the product's error is not to be had
    new, rest = np.where(careful, new, plain), np.where(careful, rest, 0.0)
    _check.representable("the new parameter", new, "take a smaller eta")
    return new, rest


def flat_step(w: Array, egrad: Array, eta: float) -> Array:
    """w - eta egrad, each entry within 2 ulp of itself also where the two cancel."""
    return add(w, np.zeros_like(w), egrad, np.asarray(-eta))[0]


def project_back_update(manifold: Manifold, w: npt.ArrayLike, egrad: npt.ArrayLike, eta: float) -> Array:
    """The projection of w - eta egrad onto the manifold, shape (..., n) (spheres, section 1).

    w: points of the manifold. egrad: the partial derivatives of the loss at w, of the same shape. eta > 0.
    Raises ValueError for eta <= 0 and whatever the manifold does not accept: on the sphere, w = eta egrad.
    """
    check_manifold(manifold)
    step = _check.positive("eta", eta)
    g = _check.vector("egrad", egrad)
    manifold.egrad2rgrad(w, g)  # checks both against the manifold
    a, g = np.broadcast_arrays(_check.array("w", w), g)
    return manifold.projx(flat_step(a, g, step))


class ProjectBackLearner(LossLearner):
    """The flat step projected back (spheres, section 1). coef_: w, shape (n,)."""

    loss: Loss

    def __init__(self, manifold: Manifold, loss: Loss, w: npt.ArrayLike, eta: float) -> None:
        """w: the start, on the manifold, shape (n,). eta: the learning rate, > 0. Others raise ValueError."""
        check_manifold(manifold)
        check_loss(loss, partials=True)
        start = pair("w", w, "w", w)[0]
        manifold.dist(start, start)
        self.manifold, self.loss = manifold, loss
        self.eta = _check.positive("eta", eta)
        self._w = start.copy()

    def learn_one(self, x: npt.ArrayLike, y: float | None = None) -> None:
        """`project_back_update` with the partial derivatives of the loss."""
        egrad = self.loss.partials(self._w, x, y)
        self._w = project_back_update(self.manifold, self._w, egrad, self.eta)
