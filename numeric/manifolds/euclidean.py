"""R^n with its flat metric (spheres, Example 5; geometric_view, Example 1)."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from numeric import _check, _exact
from numeric._exact import Array


@dataclass(frozen=True)
class Euclidean:
    """R^n: geodesics are lines. The arguments have shape (..., n) with n >= 1; others raise ValueError."""

    def exp(self, p: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """p + v, shape (..., n)."""
        x, u = _two("p", p, "v", v)
        return x + u

    def log(self, p: npt.ArrayLike, q: npt.ArrayLike) -> Array:
        """q - p, shape (..., n)."""
        x, y = _two("p", p, "q", q)
        return y - x

    def dist(self, p: npt.ArrayLike, q: npt.ArrayLike) -> Array:
        """|q - p|, shape (...)."""
        return _exact.norm(self.log(p, q))

    def inner(self, p: npt.ArrayLike, u: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """<u, v>, shape (...); p matters by its shape only."""
        x, a, b = _check.vector("p", p), _check.vector("u", u), _check.vector("v", v)
        _check.same_length(p=x, u=a, v=b)
        return _exact.dot(np.broadcast_arrays(x, a)[1], b)

    def norm(self, p: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """|v|, shape (...); p matters by its shape only."""
        return _exact.norm(self.proju(p, v))

    def projx(self, x: npt.ArrayLike) -> Array:
        """x itself."""
        return _check.vector("x", x)

    def proju(self, p: npt.ArrayLike, x: npt.ArrayLike) -> Array:
        """x itself, broadcast to the shape (..., n) of both."""
        a, b = _two("p", p, "x", x)
        return np.broadcast_arrays(a, b)[1].copy()

    def egrad2rgrad(self, p: npt.ArrayLike, g: npt.ArrayLike) -> Array:
        """g itself, broadcast to the shape (..., n) of both."""
        a, b = _two("p", p, "g", g)
        return np.broadcast_arrays(a, b)[1].copy()

    def random_point(self, rng: np.random.Generator, n: int) -> Array:
        """A standard normal point, shape (n,)."""
        return rng.standard_normal(n)


def _two(a: str, x: npt.ArrayLike, b: str, y: npt.ArrayLike) -> tuple[Array, Array]:
    u, v = _check.vector(a, x), _check.vector(b, y)
    _check.same_length(**{a: u, b: v})
    return u, v
