"""Which formulas an assignment is to meet, and which of them are not seen to hold at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sympy import S

from verify.language.terms import Formula, IllFormed, Relation, alpha, eq, free_variables
from verify.normal_forms.calculus import NoDerivative
from verify.normal_forms.coordinates import read
from verify.normal_forms.ground import decided
from verify.normal_forms.replacement import as_term, replaced, variable

_NEVER = eq(S.Zero, S.One)


def asked(given: Sequence[Formula], states: Relation | None, assignment: Mapping[Any, Any]) -> list[Formula]:
    """What the rule `witness` would ask of the assignment and does not decide by itself, each formula once.

    Some of it the rule sees to follow from nothing, but the longer the more theorems there are to follow from. What is
    said of numbers alone comes last: there a search mostly knows no more than the rule.
    Empty for an assignment that the rule refuses in any case, as one with a value of another sort.
    """
    formulas = [*given, states or _NEVER]
    found: dict[Formula, Formula] = {}
    try:
        values = {variable(k): as_term(v) for k, v in assignment.items()}
        coordinates, hypotheses, defined, goals = read(formulas, values)
        every = [f for parts in hypotheses for f in parts]
        for goal in goals:
            made, needed = replaced([*every, *defined, goal], coordinates, ())
            found |= {alpha(f): f for f in (*made[:-1], *needed)}
        return sorted((f for f in found.values() if decided(f) is not True), key=_is_of_numbers)
    except (IllFormed, NoDerivative, ValueError, ArithmeticError, TypeError, AttributeError, LookupError):
        return []


def _is_of_numbers(formula: Formula) -> bool:
    """Whether it is a relation without variables."""
    return isinstance(formula, Relation) and not free_variables(formula)
