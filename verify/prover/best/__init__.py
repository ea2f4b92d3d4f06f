"""Best constants: up to which value of a parameter a statement holds, proved on one side and refuted on the other.

Numbers propose the constant: where the statement first fails, the worst point, and its closed form if it has one. What
is returned was decided by the prover at two exact values of the parameter: at one the statement is proved, at the other
it is refuted.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from verify.prover.best.constant import BestConstant, Direction
from verify.prover.best.family import Family
from verify.prover.best.quest import Quest
from verify.prover.proving import Progress

__all__ = ["BestConstant", "best_constant"]


def best_constant(
    relation: str,
    where: str | Sequence[str],
    parameter: str,
    *,
    direction: Direction | None = None,
    digits: int = 30,
    budget: float = 120.0,
    progress: Progress | None = None,
) -> BestConstant:
    """Encloses the largest or smallest value of a parameter for which a statement holds.

    Args:
        relation: as for `prove`, with the parameter in it or in the conditions.
        where: the conditions; the parameter needs none.
        parameter: its name.
        direction: which end of the good values is asked for, if there are two.
        digits: decimals to enclose; fewer are returned if no more can be certified.
        budget: seconds.
        progress: is told what is being looked at.

    Raises:
        FormulaError: for what is no statement.
        ArithmeticError: if the statement holds, or fails, for every value that was tried, or nothing was certified.
    """
    family = Family(relation, [where] if isinstance(where, str) else list(where), parameter)
    return Quest(family, digits, time.monotonic() + budget, progress or (lambda _: None)).run(direction)
