"""Both sides of the papers' inequalities, for runs; array in, array out."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from numeric import _check
from numeric._exact import Array

C_SOFTMAX = 0.5
"""The constant c of the softmax function (general_additive, eq. 29): sup of |y - yhat|**2 / (2 L(y, yhat))."""


def cosine_gain(a: npt.ArrayLike, c: npt.ArrayLike) -> Array:
    """(cos a - cos c)/cos c for |a|, |c| < pi/2, without cancellation (spheres, Proposition 8)."""
    a, c = _check.array("a", a), _check.array("c", c)
    if np.any(np.abs(a) >= np.pi / 2) or np.any(np.abs(c) >= np.pi / 2):
        raise ValueError(f"a, c: must be less than pi/2 in magnitude, were {a} and {c}")
    return np.asarray(2.0 * np.sin((c + a) / 2) * np.sin((c - a) / 2) / np.cos(c))[()]


def squared_distance_gain(a: npt.ArrayLike, c: npt.ArrayLike) -> Array:
    """c**2 - a**2, as (c - a)(c + a) (spheres, Proposition 8)."""
    a, c = _check.array("a", a), _check.array("c", c)
    return np.asarray((c - a) * (c + a))[()]


def implicit_bound(eta: float, comparator: Sequence[float], to_best: Sequence[float], moved: Sequence[float]) -> float:
    """The right-hand side of (16), an upper bound of the sum of L_t(w_{t+1}) (geometric_view, Theorem 8 repaired).

    eta > 0. comparator: the k losses of the comparator. to_best: the k + 1 distances of the iterates to it.
    moved: the k distances of consecutive iterates. Raises ValueError for other lengths.
    """
    step = _check.positive("eta", eta)
    if not len(to_best) - 1 == len(moved) == len(comparator):
        raise ValueError(
            f"to_best, moved: must have k + 1 and k entries for k = {len(comparator)}, not {len(to_best)}, {len(moved)}"
        )
    travelled = (to_best[0] - to_best[-1]) * (to_best[0] + to_best[-1]) / 2
    return float(np.sum(comparator) + (travelled - np.sum(np.square(moved)) / 2) / step)
