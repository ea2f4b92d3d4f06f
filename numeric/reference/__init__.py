"""The functions of `numeric` from their defining formulas, in mpmath, at any precision.

Vectors are lists; entries are floats or mpf and are taken exactly. Results are mpf (vectors: lists of mpf),
right to about `dps` digits less what the defining formula cancels: choose dps accordingly (2 k + 30 for
points 10**-k apart). No argument is checked. One module mirrors each numeric module.
"""

from numeric.reference import (
    adaboost,
    definite_boost,
    entropy,
    euclidean,
    exponentiated_gradient,
    general_additive,
    geodesic,
    gradient_descent,
    hyperbolic,
    implicit,
    linear,
    link_function,
    links,
    matching,
    matrix_eg,
    natural_gradient,
    normalisation,
    perceptron,
    positive_orthant,
    pulled_back,
    simplex,
    spectral,
    sphere,
)

__all__ = [
    "adaboost",
    "definite_boost",
    "entropy",
    "euclidean",
    "exponentiated_gradient",
    "general_additive",
    "geodesic",
    "gradient_descent",
    "hyperbolic",
    "implicit",
    "linear",
    "link_function",
    "links",
    "matching",
    "matrix_eg",
    "natural_gradient",
    "normalisation",
    "perceptron",
    "positive_orthant",
    "pulled_back",
    "simplex",
    "spectral",
    "sphere",
]
