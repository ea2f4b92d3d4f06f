"""Choices among numbers that rounding alone may tell apart: the lowest index wins, on every processor.

Which bits a matrix product or an eigendecomposition ends in depends on the processor's kernels, so of values that tie
in exact arithmetic an argmax takes another one on each.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from numeric._exact import Array

ROUNDING = 2.0**-36
"""Values count as tied when they differ by at most this, 1.5e-11, times the scale of what they are made from.

A few hundred updates of a 52 x 52 matrix leave errors of about 1e-15 of its largest entry; distances that really
differ do so by more than 1e-9 of it in the experiments of matrix_eg.
"""


def first_largest(values: npt.ArrayLike, scale: float) -> int:
    """The lowest index whose value is within ROUNDING * scale of the largest; values (m,), m >= 1, scale >= 0."""
    v: Array = np.asarray(values, dtype=np.float64)
    return int(np.argmax(v >= np.max(v) - ROUNDING * scale))


def first_smallest(values: npt.ArrayLike, scale: float) -> npt.NDArray[np.int64]:
    """The same for the smallest of the last axis: values (..., m), m >= 1, scale >= 0, giving indices (...)."""
    v: Array = np.asarray(values, dtype=np.float64)
    return np.asarray(np.argmax(v <= np.min(v, axis=-1, keepdims=True) + ROUNDING * scale, axis=-1), dtype=np.int64)
