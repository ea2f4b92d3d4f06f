"""Riemannian manifolds: exponential map, its inverse, distance, metric, transport, projections, gradients."""

from numeric.manifolds.base import Manifold
from numeric.manifolds.euclidean import Euclidean
from numeric.manifolds.hyperbolic import Hyperbolic
from numeric.manifolds.links import Artanh, Identity, Linear, Link, Log, Logit, SimplexLog, Sqrt
from numeric.manifolds.positive_orthant import PositiveOrthant
from numeric.manifolds.pulled_back import PulledBack
from numeric.manifolds.simplex import Simplex
from numeric.manifolds.sphere import Sphere

__all__ = [
    "Artanh",
    "Euclidean",
    "Hyperbolic",
    "Identity",
    "Linear",
    "Link",
    "Log",
    "Logit",
    "Manifold",
    "PositiveOrthant",
    "PulledBack",
    "Simplex",
    "SimplexLog",
    "Sphere",
    "Sqrt",
]
