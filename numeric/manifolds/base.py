"""What every manifold has."""

from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from numeric import _check
from numeric._exact import Array


class Manifold(Protocol):
    """A Riemannian manifold in R^n: points and tangent vectors are arrays of shape (..., n).

    The leading axes of the arguments broadcast. The base point comes first: log(p, q) is the vector at p, as in
    pymanopt and geoopt; geomstats writes metric.log(point=q, base_point=p).
    """

    def exp(self, p: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """The end of the geodesic from p with initial velocity v, shape (..., n)."""
        ...

    def log(self, p: npt.ArrayLike, q: npt.ArrayLike) -> Array:
        """The initial velocity of the shortest geodesic from p that is at q after time one, shape (..., n)."""
        ...

    def dist(self, p: npt.ArrayLike, q: npt.ArrayLike) -> Array:
        """The length of the shortest geodesic from p to q, shape (...)."""
        ...

    def inner(self, p: npt.ArrayLike, u: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """The metric at p of the tangent vectors u and v, shape (...)."""
        ...

    def norm(self, p: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """The root of inner(p, v, v), shape (...)."""
        ...

    def projx(self, x: npt.ArrayLike) -> Array:
        """The point of the manifold that stands for x in R^n, shape (..., n); each manifold says which."""
        ...

    def proju(self, p: npt.ArrayLike, x: npt.ArrayLike) -> Array:
        """The tangent part of x at p, shape (..., n)."""
        ...

    def egrad2rgrad(self, p: npt.ArrayLike, g: npt.ArrayLike) -> Array:
        """The Riemannian gradient at p of a function with the partial derivatives g, shape (..., n)."""
        ...

    def transport(self, p: npt.ArrayLike, q: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """The vector at q parallel to v at p along the shortest geodesic from p to q, shape (..., n)."""
        ...

    def random_point(self, rng: np.random.Generator, n: int) -> Array:
        """A random point, shape (n,); each manifold says with which distribution."""
        ...


@runtime_checkable
class _Steps(Protocol):
    """What every update needs of a manifold; some need more."""

    def exp(self, p: npt.ArrayLike, v: npt.ArrayLike) -> Array: ...
    def log(self, p: npt.ArrayLike, q: npt.ArrayLike) -> Array: ...
    def dist(self, p: npt.ArrayLike, q: npt.ArrayLike) -> Array: ...
    def egrad2rgrad(self, p: npt.ArrayLike, g: npt.ArrayLike) -> Array: ...


def check_manifold(manifold: object) -> None:
    """ValueError unless it has an exponential map, its inverse, distances and gradients."""
    _check.has_methods("manifold", manifold, (_Steps,), "a manifold, such as Sphere()")
