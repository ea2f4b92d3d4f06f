"""Worst cases of learners by dynamic programming over what their state has that matters."""

import numpy as np
import numpy.typing as npt

from numeric import _check
from numeric._exact import Array


def sphere_turn(loss: npt.ArrayLike, eta: float) -> Array:
    """cos dist(p_{t+1}, p*) / cos dist(p_t, p*) of the explicit update on the sphere, where <p*,x> = 0.

    cos b + 2 eta L sinc b with b**2 = 4 eta**2 L (1-L), as 1 plus what it gains. loss: L = <p,x>**2 in [0, 1].
    """
    rate, lost = _check.positive("eta", eta), _check.array("loss", loss)
    _check.holds("loss", lost, np.asarray((lost >= 0.0) & (lost <= 1.0)), "must be in [0, 1]")
    twice = _check.representable_number("2 eta", 2.0 * rate)
    length = twice * np.sqrt(lost * (1.0 - lost))
    return np.asarray(1.0 + (twice * lost * np.sinc(length / np.pi) - 2.0 * np.sin(length / 2) ** 2))[()]


def sphere_losses(start: float, eta: float, trials: int, *, states: int = 400) -> tuple[Array, Array]:
    """The largest cumulative losses of the explicit update on the sphere, by where the run ends.

    Dynamic programming over the distance c to p*, which decides with the loss of a trial (0 <= L <= sin(c)**2, as
    <p*,x> = 0) the next distance. Only the given number of distances between 0 and `start` is visited, so the losses
    are those of real runs, up to an interpolation, and may be slightly too small.

    Returns:
        The distances (states,), falling from `start`, and the largest loss of a run of that many trials that ends
        there, -inf where none was found.

    Raises:
        ValueError: unless 0 < start < pi/2, 0 < eta <= 1 (a larger rate may move away), trials >= 0 and states >= 2.
    """
    begin, rate = _check.positive("start", start), _check.positive("eta", eta)
    if begin >= np.pi / 2 or rate > 1.0:
        raise ValueError(f"start is {begin!r} and eta is {rate!r}; they must be below pi/2 and at most 1")
    _check.integer("trials", trials, 0)
    _check.integer("states", states, 2)
    distances = np.linspace(begin, 0.0, states)
    lost = np.full((states, states), -np.inf)
    for row, c in enumerate(distances[:-1]):
        grid = np.sin(c) ** 2 * np.linspace(0.0, 1.0, 4 * states + 1) ** 2
        reached = np.arccos(np.minimum(np.cos(c) * sphere_turn(grid, rate), 1.0))
        turning = int(np.argmin(reached)) + 1  # beyond, a larger loss overshoots p*
        for part in (slice(0, turning), slice(turning - 1, None)):
            order = np.argsort(reached[part])
            ends, costs = reached[part][order], grid[part][order]
            inside = (distances >= ends[0]) & (distances <= ends[-1])
            found = np.interp(distances[inside], ends, costs)
            lost[row, inside] = np.maximum(lost[row, inside], found)
        lost[row, row] = 0.0
    lost[-1, -1] = 0.0
    best = np.full(states, -np.inf)
    best[0] = 0.0
    for _ in range(trials):
        best = np.max(best[:, None] + lost, axis=0)
    return distances, best
