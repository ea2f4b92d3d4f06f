"""Riemannian manifolds: exponential map, its inverse, distance, metric, projections, gradients."""

from numeric.manifolds.base import Manifold
from numeric.manifolds.euclidean import Euclidean
from numeric.manifolds.simplex import Simplex
from numeric.manifolds.sphere import Sphere

__all__ = ["Euclidean", "Manifold", "Simplex", "Sphere"]
