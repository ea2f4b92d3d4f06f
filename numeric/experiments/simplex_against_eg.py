"""The explicit update on the simplex against exponentiated gradient (geometric_view, section 7), on square losses.

The paper says that its algorithms are at least as good and reports no experiment. Both start at the uniform
distribution and see the same stream; each gets its best rate in hindsight from one grid.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from numeric import _check
from numeric._exact import Array

Step = Callable[[Array, Array, float], Array]
RATES = np.geomspace(1e-3, 10.0, 41)


@dataclass(frozen=True)
class Comparison:
    """What one stream gave: the least total loss of each algorithm over the rates, and the rates that gave it."""

    simplex: float
    eg: float
    simplex_rate: float
    eg_rate: float


def simplex_step(p: npt.ArrayLike, egrad: npt.ArrayLike, eta: float) -> Array:
    """(sqrt(p_i) cos(eta |V|/2) - V_i/|V| sin(eta |V|/2))**2, shape (n,): the update of Example 3 as printed, squared.

    p: a distribution, (n,). egrad: the partial derivatives of the loss, (n,). eta > 0. Beyond the boundary the square
    reflects, where `Simplex.exp` raises ValueError. V = 0 gives back p.
    """
    weights, slopes = _check.vector("p", p), _check.vector("egrad", egrad)
    if weights.shape != slopes.shape:
        raise ValueError(f"egrad has shape {slopes.shape}; it must be {weights.shape}, as p")
    step = _check.positive("eta", eta)
    roots = np.sqrt(_check.within("p", weights, lambda t: t >= 0.0, "must be >= 0"))
    pushed = roots * (slopes - weights @ slopes)
    size = float(np.linalg.norm(pushed))
    if size == 0.0:
        return weights.copy()
    new = np.asarray((roots * np.cos(step * size / 2) - pushed / size * np.sin(step * size / 2)) ** 2)
    return np.asarray(new / np.sum(new))


def eg_step(p: npt.ArrayLike, egrad: npt.ArrayLike, eta: float) -> Array:
    """p_i e**(-eta egrad_i) over the sum of these, shape (n,). The arguments of `simplex_step`."""
    weights, slopes = _check.vector("p", p), _check.vector("egrad", egrad)
    raw = weights * np.exp(-_check.positive("eta", eta) * (slopes - np.min(slopes)))
    return np.asarray(raw / np.sum(raw))


def total_loss(step: Step, rows: npt.ArrayLike, labels: npt.ArrayLike, eta: float) -> float:
    """The sum of (<p_t, x_t> - y_t)**2 of one run from the uniform distribution.

    rows: the x_t, shape (T, n). labels: the y_t, shape (T,). ValueError for other shapes.
    """
    X, Y = _check.array("rows", rows), _check.array("labels", labels)
    if X.ndim != 2 or Y.shape != X.shape[:1]:
        raise ValueError(f"rows, labels have shapes {X.shape}, {Y.shape}; they must be (T, n) and (T,)")
    p, lost = np.full(X.shape[1], 1.0 / X.shape[1]), 0.0
    for x, y in zip(X, Y.tolist(), strict=True):
        error = float(p @ x) - y
        lost += error**2
        p = step(p, 2.0 * error * x, eta)
    return lost


def compare(rows: npt.ArrayLike, labels: npt.ArrayLike) -> Comparison:
    """Both algorithms on one stream, each with the best of `RATES`."""
    runs = [[total_loss(step, rows, labels, float(eta)) for eta in RATES] for step in (simplex_step, eg_step)]
    best = [int(np.argmin(losses)) for losses in runs]
    return Comparison(runs[0][best[0]], runs[1][best[1]], float(RATES[best[0]]), float(RATES[best[1]]))


def random_stream(n: int, T: int, *, seed: int = 0, sparsity: int = 1, noise: float = 0.1) -> tuple[Array, Array]:
    """T standard normal instances, and labels of a distribution with `sparsity` equal weights, with noise.

    Raises:
        ValueError: for n < 2, T < 1, a sparsity outside 1, ..., n or noise < 0.
    """
    if n < 2 or T < 1 or not 1 <= sparsity <= n or not noise >= 0.0:
        raise ValueError(
            f"n, T, sparsity, noise are {n}, {T}, {sparsity}, {noise}; they must be >= 2, >= 1, from 1 to n, and >= 0"
        )
    rng = np.random.default_rng(seed)
    target = np.zeros(n)
    target[:sparsity] = 1.0 / sparsity
    rows = rng.standard_normal((T, n))
    return rows, rows @ target + noise * rng.standard_normal(T)
