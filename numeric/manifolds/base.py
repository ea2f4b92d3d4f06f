"""What a learner needs of a manifold."""

from typing import Protocol

import numpy.typing as npt

from numeric._exact import Array


class Manifold(Protocol):
    """A Riemannian manifold in R^n: points and tangent vectors are arrays of shape (..., n)."""

    def exp(self, p: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """The end of the geodesic from p with initial velocity v, shape (..., n)."""
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

    def proju(self, p: npt.ArrayLike, x: npt.ArrayLike) -> Array:
        """The tangent part of x at p, shape (..., n)."""
        ...

    def egrad2rgrad(self, p: npt.ArrayLike, g: npt.ArrayLike) -> Array:
        """The Riemannian gradient at p of a function with the partial derivatives g, shape (..., n)."""
        ...
