"""R^n with its flat metric (spheres, Example 5; geometric_view, Example 1)."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from numeric import _check, _exact
from numeric._exact import Array
from numeric.manifolds._arguments import count, finite, vectors


@dataclass(frozen=True)
class Euclidean:
    """R^n: geodesics are lines. The arguments have shape (..., n) with n >= 1.

    ValueError for another shape, NaN or infinity, and for a result that would overflow. Errors: an ulp a coordinate
    for exp and log, 2 ulp for dist, an ulp for norm, and for inner while it cancels by less than 1e16.
    """

    def exp(self, p: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """p + v, shape (..., n)."""
        x, u = vectors(p=p, v=v)
        with np.errstate(over="ignore"):
            return finite("exp(p, v)", x + u)

    def log(self, p: npt.ArrayLike, q: npt.ArrayLike) -> Array:
        """q - p, shape (..., n)."""
        x, y = vectors(p=p, q=q)
        with np.errstate(over="ignore"):
            return finite("q - p", y - x)

    def dist(self, p: npt.ArrayLike, q: npt.ArrayLike) -> Array:
        """|q - p|, shape (...)."""
        return _length("the distance from p to q", self.log(p, q))

    def inner(self, p: npt.ArrayLike, u: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """<u, v>, shape (...); p matters by its shape only."""
        x, a, b = vectors(p=p, u=u, v=v)
        with np.errstate(over="ignore"):
            s = _exact.dot(np.broadcast_arrays(x, a)[1], b)
        return finite("the inner product of u and v", np.asarray(s))[()]

    def norm(self, p: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """|v|, shape (...); p matters by its shape only."""
        return _length("the norm of v", self.proju(p, v))

    def projx(self, x: npt.ArrayLike) -> Array:
        """x itself."""
        return _check.vector("x", x)

    def proju(self, p: npt.ArrayLike, x: npt.ArrayLike) -> Array:
        """x itself, broadcast to the shape (..., n) of both."""
        a, b = vectors(p=p, x=x)
        return np.broadcast_arrays(a, b)[1].copy()

    def egrad2rgrad(self, p: npt.ArrayLike, g: npt.ArrayLike) -> Array:
        """g itself, broadcast to the shape (..., n) of both."""
        a, b = vectors(p=p, g=g)
        return np.broadcast_arrays(a, b)[1].copy()

    def transport(self, p: npt.ArrayLike, q: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """v itself, broadcast to the shape (..., n) of all three."""
        x, y, u = vectors(p=p, q=q, v=v)
        return np.broadcast_arrays(x, y, u)[2].copy()

    def random_point(self, rng: np.random.Generator, n: int) -> Array:
        """A standard normal point, shape (n,), n >= 1."""
        return rng.standard_normal(count(n, 1))


def _length(name: str, x: Array) -> Array:
    with np.errstate(over="ignore"):
        return finite(name, np.asarray(_exact.norm(x)))[()]
