"""Best constants: up to which value of a parameter a statement holds, proved on one side and refuted on the other.

Numbers propose the constant: where the statement first fails, the worst point, and its closed form if it has one. What
is returned was decided by the prover at two exact values of the parameter: at one the statement is proved, at the other
it is refuted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn, get_args

from verify.prover.alarm import OutOfTime, limited, worked
from verify.prover.best.constant import BestConstant, Direction
from verify.prover.best.family import Family
from verify.prover.best.quest import Quest
from verify.prover.language import FormulaError
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
        FormulaError: for what is no statement, and for another argument that makes no sense.
        ArithmeticError: if the statement holds, or fails, for every value that was tried, or nothing was certified.
    """
    _check(relation, where, parameter, direction, digits, budget)
    family = Family(relation, [where] if isinstance(where, str) else list(where), parameter)
    quest = Quest(family, digits, worked() + budget, progress or (lambda _: None))
    try:
        with limited(budget + _GRACE):
            return quest.run(direction)
    except OutOfTime:
        raise ArithmeticError(f"nothing about {parameter} could be certified in {budget:g} seconds") from None


_GRACE = 10.0
"""Seconds after the budget in which what was begun may end by itself."""
_MOST_DIGITS = 300


def _check(relation: Any, where: Any, parameter: Any, direction: Any, digits: Any, budget: Any) -> None:
    texts = [where] if isinstance(where, str) else where
    if not isinstance(relation, str):
        _refuse("relation", relation, "a text, such as 'sin(x) >= C*x'")
    if not isinstance(texts, list | tuple) or not all(isinstance(text, str) for text in texts):
        _refuse("where", where, "a text of conditions, or several")
    if not isinstance(parameter, str):
        _refuse("parameter", parameter, "a name that occurs in the statement")
    if direction is not None and direction not in get_args(Direction):
        _refuse("direction", direction, "'largest' or 'smallest', or left out")
    if not isinstance(digits, int) or isinstance(digits, bool) or not 1 <= digits <= _MOST_DIGITS:
        _refuse("digits", digits, f"an integer from 1 to {_MOST_DIGITS}")
    if not isinstance(budget, int | float) or isinstance(budget, bool) or not 0 < budget < 1e9:
        _refuse("budget", budget, "a number of seconds above 0")


def _refuse(name: str, value: Any, must: str) -> NoReturn:
    shown = " ".join(repr(value).split())
    raise FormulaError(f"{name} is {shown if len(shown) <= 60 else shown[:60] + '…'}; it must be {must}")
