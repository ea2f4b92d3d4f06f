"""The sequential risk and the regret (gradient_descent, "Sequential risk and regret"), from the definitions."""

from collections.abc import Sequence

import mpmath as mp

from numeric.reference._vectors import Number, exact


def sequential_risk(losses: Sequence[Number], *, dps: int = 60) -> Number:
    """The mean of the learner's losses."""
    with mp.workdps(dps):
        return mp.fsum(exact(losses)) / len(losses)


def average_regret(losses: Sequence[Number], comparator: Sequence[Number], *, dps: int = 60) -> Number:
    """The learner's sequential risk less that of a fixed predictor."""
    with mp.workdps(dps):
        return sequential_risk(losses, dps=dps) - sequential_risk(comparator, dps=dps)
