"""Log-sum-exp, softmax, and entropies and relative entropies of distributions.

Distributions lie in the last axis, shape (..., k), entries >= 0 of sum 1 within 1e-10, exact zeros included, and the
leading axes broadcast; so do activations, any finite numbers. Conventions 0 ln 0 = 0 and p ln(p/0) = inf for p > 0
(general_additive, Example 2). Anything else raises ValueError.

Every function is right to 8 ulp over its whole range, also for nearly equal distributions, near a vertex, and at
entries of 1e-300, except where it says what its condition number is.
"""

import numpy as np
import numpy.typing as npt

from numeric import _check, _exact, _softmax
from numeric._exact import Array
from numeric._special import binary_entropy_terms


def log_sum_exp(a: npt.ArrayLike) -> Array:
    """ln sum_j e**a_j, shape (...), as max + log1p(the sum without the maximum's term).

    The two parts cancel where the sum is near 1: an error of 4 ulp times max(1, |max|/|result|).
    """
    return _softmax.log_sum_exp(_check.vector("a", a))


def softmax(a: npt.ArrayLike) -> Array:
    """e**a_i / sum_j e**a_j, shape (..., k), each entry to 3 ulp down to 1e-290 (general_additive, eq. 4)."""
    return _softmax.softmax(_check.vector("a", a))


def log_softmax(a: npt.ArrayLike) -> Array:
    """a_i - ln sum_j e**a_j, shape (..., k), <= 0, each entry to 3 ulp of itself, also the largest near 0."""
    p = _softmax.log_softmax(_check.vector("a", a))
    _check.representable("log_softmax(a)", p)
    return p


def relative_entropy(p: npt.ArrayLike, q: npt.ArrayLike) -> Array:
    """Sum_j p_j ln(p_j/q_j) >= 0, shape (...): p from q, the Kullback-Leibler divergence (general_additive, eq. 5).

    Summed as p_j ln(p_j/q_j) - p_j + q_j >= 0, the same for equal sums; where these differ within their tolerance it
    is that sum which is returned.
    """
    u, v = distribution("p", p), distribution("q", q)
    _check.same_length(p=u, q=v)
    return _softmax.relative_entropy(u, v)


def binary_relative_entropy(p: npt.ArrayLike, q: npt.ArrayLike) -> Array:
    """p ln(p/q) + (1 - p) ln((1 - p)/(1 - q)) >= 0, elementwise, for p, q in [0, 1]; the shapes broadcast."""
    u, v = unit("p", _check.array("p", p)), unit("q", _check.array("q", q))
    _check.broadcastable(p=u, q=v)
    return binary_entropy_terms(u, v)[()]


def negative_entropy(p: npt.ArrayLike) -> Array:
    """Sum_j p_j ln p_j <= 0, shape (...), with the largest entry read as 1 less the others.

    So it has its digits also near a vertex, where that entry is 1 to all of its own.
    """
    return _softmax.negative_entropy(distribution("p", p))


def distribution(name: str, value: npt.ArrayLike) -> Array:
    """`value` as an array (..., k) of entries >= 0 whose sum is 1 within 1e-10."""
    x = part(name, value)
    s = np.asarray(_exact.total(x))
    _check.is_one(f"the sum of {name}", s)
    return x


def part(name: str, value: npt.ArrayLike) -> Array:
    """`value` as an array (..., k) of entries >= 0 whose sum is at most 1 within 1e-10."""
    x = _check.within(name, _check.vector(name, value), lambda t: t >= 0.0, "must be >= 0")
    s = np.asarray(_exact.total(x))
    _check.holds(f"the sum of {name}", s, s <= 1.0 + _check.TOLERANCE, "must be <= 1 within 1e-10")
    return x


def unit(name: str, x: Array) -> Array:
    """`x`, whose entries are from 0 to 1."""
    return _check.within(name, x, lambda t: (t >= 0.0) & (t <= 1.0), "must be from 0 to 1")
