"""An exact instance of a claim or changed claim which gives none: a few simple values, tried in order.

It shows that the claim is about something, or that a changed claim fails. What is found is checked by the kernel; a
search that finds nothing says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from sympy import Lambda, Rational, S, Symbol

from verify.author.kernel import KernelError, Theorem, witness
from verify.language.terms import (
    Constant,
    Formula,
    Fun,
    FunHead,
    PartialHead,
    PtHead,
    Relation,
    Vec,
    VecHead,
    eq,
    free_variables,
    real,
)

NEVER = eq(S.Zero, S.One)
TRIES = 240
"""How many assignments are tried."""

MORE_TRIES = 4000
"""How many where the instance is kept once it is found."""

_REALS = (S.One, S.Half, S(2), S.Zero, S.NegativeOne, Rational(1, 4))
_INTEGERS = (S.One, S(2), S.Zero, S(3))


def meeting(given: Sequence[Formula], states: Relation = NEVER, tries: int = TRIES) -> Theorem | None:
    """The kernel's word that at one of the assignments that are tried all hypotheses hold, and `states` does not."""
    formulas = [*given, states]
    variables = sorted(set().union(*map(free_variables, formulas)), key=str)
    ranges = [list(_values(v, formulas)) for v in variables]
    if not all(ranges):
        return None
    for values in islice(_in_order(ranges), tries):
        try:
            return witness(given, states, dict(zip(variables, values, strict=True)), explained=False)
        except KernelError:
            continue
    return None


def _in_order(ranges: Sequence[Sequence[Any]]) -> Iterator[list[Any]]:
    """All choices of one value from each range, those with values from the front of their ranges first."""

    def spent(total: int, left: Sequence[Sequence[Any]]) -> Iterator[list[Any]]:
        if not left:
            if total == 0:
                yield []
            return
        for position in range(min(total, len(left[0]) - 1) + 1):
            for rest in spent(total - position, left[1:]):
                yield [left[0][position], *rest]

    for total in range(sum(len(values) - 1 for values in ranges) + 1):
        yield from spent(total, ranges)


def _values(variable: Symbol, given: Sequence[Formula]) -> Iterator[Any]:
    """Simple values of a variable's sort and declared sign; none for what is no number, vector or function."""
    if isinstance(variable, PartialHead | PtHead | Constant):
        return
    plain = _INTEGERS if variable.is_integer else _REALS
    signed = [v for v in plain if _allows(variable, v)]
    if not isinstance(variable, FunHead | VecHead):
        yield from signed
        return
    places = _places(variable, given)
    if len(places) == 1:
        names = [real(f"a{n}") for n in range(next(iter(places)))]
        yield from (Lambda(tuple(names), v) if names else v for v in signed)


def _allows(variable: Symbol, value: Any) -> bool:
    return not (variable.is_positive and value <= 0) and not (variable.is_nonnegative and value < 0)


def _places(head: Symbol, given: Sequence[Formula]) -> set[int]:
    """How many arguments a function or vector has, wherever it stands."""
    found: set[int] = set()
    for formula in given:
        found |= {len(node.args) - 2 for node in formula.atoms(Fun, Vec) if node.args[0] == head}
    return found
