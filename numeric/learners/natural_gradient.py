"""The natural gradient: a flat step preconditioned by a metric tensor (spheres, eq. 5).

w' = w - eta G(w)**-1 dL(w). With G(w) the preferential structure (geometric_view, section 3.1) this is the
first-order part of the geodesic update: it follows a line of the coordinates and not a geodesic.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from numeric import _check
from numeric._exact import Array
from numeric._semidefinite import definite
from numeric.learners.base import LossLearner
from numeric.learners.losses import Loss, check_loss, pair
from numeric.learners.project_back import flat_step

Metric = Callable[[Array], npt.ArrayLike]
"""The metric tensor at w: a symmetric positive definite matrix (n, n), or its diagonal (n,)."""


def natural_gradient(G: npt.ArrayLike, egrad: npt.ArrayLike) -> Array:
    """G**-1 egrad, shape (n,).

    G: symmetric positive definite (n, n), or its diagonal (n,). Solved after scaling the diagonal to 1
    and refined with residuals in doubled precision: a few ulp of the longest part while the condition number of
    the scaled G is below about 1e13; from 1e15 on it raises ValueError, as for a G that is not definite.
    """
    g = pair("egrad", egrad, "egrad", egrad)[0]
    A = _check.array("G", G)
    if A.shape not in ((len(g),), (len(g), len(g))):
        raise ValueError(f"G has shape {A.shape}; it must be ({len(g)}, {len(g)}) or ({len(g)},)")
    if A.ndim == 1:
        _check.within("the diagonal of G", A, lambda t: t > 0.0, "must be > 0: G is not positive definite")
        with np.errstate(over="ignore"):
            return _finite(g / A)
    solver = definite("G", A)
    z, low = solver.solve(g, np.zeros_like(g))
    return _finite(z + low)


def natural_gradient_update(w: npt.ArrayLike, G: npt.ArrayLike, egrad: npt.ArrayLike, eta: float) -> Array:
    """w - eta G**-1 egrad, shape (n,) (spheres, eq. 5). w, egrad: shape (n,). G: see `natural_gradient`. eta > 0."""
    a, g = pair("w", w, "egrad", egrad)
    return flat_step(a, natural_gradient(G, g), _check.positive("eta", eta))


class NaturalGradientLearner(LossLearner):
    """The natural-gradient update with any loss and metric (spheres, eq. 5). coef_: w, shape (n,)."""

    loss: Loss

    def __init__(self, metric: Metric, loss: Loss, w: npt.ArrayLike, eta: float) -> None:
        """metric: G as a function of w. w: the start, shape (n,). eta > 0. Others raise ValueError."""
        if not callable(metric):
            raise ValueError(f"metric is {metric!r}; it must be a function of w, such as one that returns numpy.eye(n)")
        check_loss(loss, partials=True)
        self.metric, self.loss = metric, loss
        self.eta = _check.positive("eta", eta)
        self._w = pair("w", w, "w", w)[0].copy()
        natural_gradient(metric(self._w.copy()), np.zeros_like(self._w))

    def learn_one(self, x: npt.ArrayLike, y: float | None = None) -> None:
        """w - eta G(w)**-1 dL(w)."""
        egrad = self.loss.partials(self._w, x, y)
        self._w = natural_gradient_update(self._w, self.metric(self._w.copy()), egrad, self.eta)


def _finite(z: Array) -> Array:
    _check.representable("G**-1 egrad", z)
    return z
