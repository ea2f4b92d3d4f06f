"""The error of the nearest-neighbour classifier in the feature space of a kernel (matrix_eg, section 5)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from numeric import _ties, spectral
from numeric._exact import Array

Indices = npt.NDArray[np.int64]


def half_squared_distances(K: npt.ArrayLike) -> Array:
    """(K_aa + K_bb)/2 - K_ab, shape (n, n): tr(K X) of the instance X of a and b, for a symmetric K (n, n)."""
    A = spectral.symmetric("K", K)
    if A.ndim != 2:
        raise ValueError(f"K has shape {A.shape}; it must be (n, n)")
    diagonal = np.diagonal(A)
    return np.asarray(0.5 * (diagonal[:, None] + diagonal) - A)


def divisions(n: int, count: int, *, seed: int) -> Indices:
    """Random orders of n objects, shape (count, n): the first n//2 of each are to train, the others to test."""
    for name, value, least in (("n", n, 2), ("count", count, 1)):
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise ValueError(f"{name} is {value!r}; it must be an integer >= {least}")
    rng = np.random.default_rng(seed)
    return np.array([rng.permutation(n) for _ in range(count)], dtype=np.int64)


def nearest_neighbour_error(K: npt.ArrayLike, classes: npt.ArrayLike, orders: npt.ArrayLike) -> float:
    """The share of test objects whose nearest training object is of another class, averaged over the divisions.

    K: the kernel, symmetric (n, n). classes: (n,). orders: (count, n) from `divisions`; among training objects at the
    same distance, up to the rounding bound of `numeric._ties` times the largest entry of K, the first in the order is
    taken, so a kernel that tells nothing, as I/n, answers at random, and every processor alike.
    """
    distances = half_squared_distances(K)
    n = len(distances)
    labels, rows = np.asarray(classes), np.asarray(orders)
    if labels.shape != (n,):
        raise ValueError(f"classes has shape {labels.shape}; it must be ({n},)")
    permutations = rows.ndim == 2 and len(rows) > 0 and rows.shape[1] == n >= 2
    if not permutations or not np.array_equal(np.sort(rows), np.tile(range(n), (len(rows), 1))):
        raise ValueError(f"orders must be permutations of 0 to {n - 1}, one a row, with n >= 2")
    scale = float(np.max(np.abs(np.asarray(K, dtype=np.float64))))
    wrong = []
    for order in rows:
        train, test = order[: n // 2], order[n // 2 :]
        nearest = train[_ties.first_smallest(distances[np.ix_(test, train)], scale)]
        wrong.append(np.mean(labels[nearest] != labels[test]))
    return float(np.mean(wrong))
