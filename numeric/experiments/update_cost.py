"""How the time of one unwrapped MEG update grows with the dimension (matrix_eg, section 3.2)."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from numeric import _check
from numeric._exact import Array
from numeric._gibbs import Gibbs
from numeric.learners.matrix_eg import MatrixEG


def dimensions(largest: int, count: int = 8) -> list[int]:
    """At most `count` dimensions from largest/8 to largest, evenly spaced in their logarithm; largest >= 16."""
    if largest < 16 or count < 2:
        raise ValueError(f"largest, count are {largest}, {count}; they must be at least 16 and 2")
    return sorted({round(n) for n in np.geomspace(largest / 8, largest, count)})


def seconds(n: int, updates: int = 5, *, seed: int = 0, clock: Callable[[], float] = time.process_time) -> float:
    """The least time of `updates` calls of `MatrixEG.learn_one` with dense random instances (n, n).

    n, updates: at least 1; others raise ValueError. clock: what measures, by default the processor's time, all threads.
    """
    if n < 1 or updates < 1:
        raise ValueError(f"n, updates are {n}, {updates}; they must be at least 1")
    rng = np.random.default_rng(seed)
    learner = MatrixEG.resumed(Gibbs(np.zeros((n, n))).state(), 0.1)  # W = I/n, without a logarithm of it
    found = []
    for _ in range(updates):
        raw = rng.standard_normal((n, n))
        instance = (raw + raw.T) / (2.0 * np.sqrt(n))
        begun = clock()
        learner.learn_one(instance, 0.0)
        found.append(clock() - begun)
    return min(found)


def exponent(sizes: npt.ArrayLike, times: npt.ArrayLike) -> float:
    """The slope of log(times) over log(sizes) by least squares; both positive, shape (m,), at least two sizes."""
    n, s = (_check.within(name, _check.array(name, v), lambda a: a > 0.0, "must be > 0") for name, v in
            (("sizes", sizes), ("times", times)))  # fmt: skip
    if n.ndim != 1 or n.shape != s.shape or len(np.unique(n)) < 2:
        raise ValueError(f"sizes, times have shapes {n.shape}, {s.shape}; they must be (m,), with at least two sizes")
    x: Array = np.log(n) - np.mean(np.log(n))
    return float(x @ np.log(s) / (x @ x))
