"""When two formulas say the same, and when one follows at once from what is known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from sympy import Symbol

from verify.language.terms import (
    ForAll,
    Formula,
    Head,
    IllFormed,
    Relation,
    alpha,
    difference,
    fresh,
    sort_of,
    substitute,
)
from verify.normal_forms.calculus import NoDerivative
from verify.normal_forms.definedness import conditions
from verify.normal_forms.facts import Facts, unsettled
from verify.normal_forms.normalizer import Undefined, is_zero


def same(left: Formula, right: Formula, known: Iterable[Formula] = ()) -> bool:
    """Whether two formulas say the same up to bound names and normal form, wherever both are defined."""
    left, right = alpha(left), alpha(right)
    if left == right:
        return True
    if isinstance(left, ForAll) and isinstance(right, ForAll):
        if list(map(_sort, left.variables)) != list(map(_sort, right.variables)) or len(left.given) != len(right.given):
            return False
        names = [fresh(v) for v in left.variables]
        (*given, body), (*others, other) = (_opened(f, names) for f in (left, right))
        conditions_agree = all(_same_condition(a, b, known) for a, b in zip(given, others, strict=True))
        return conditions_agree and same(body, other, (*known, *given))
    if not (isinstance(left, Relation) and isinstance(right, Relation)) or left.op != right.op:
        return False
    if any(sort_of(side) == "point" for f in (left, right) for side in (f.lhs, f.rhs)):
        return False
    signs = (1, -1) if left.op in ("=", "≠") else (1,)
    try:
        return any(is_zero(difference(left) - s * difference(right), known) for s in signs)
    except (Undefined, IllFormed, NoDerivative, ValueError):
        return False


def _sort(variable: Symbol) -> tuple[Any, Any]:
    """What a bound variable ranges over."""
    return (type(variable) if isinstance(variable, Head) else Symbol), variable._assumptions_orig


def _opened(formula: ForAll, names: Sequence[Symbol]) -> list[Formula]:
    """The conditions and, last, the body of a schema, with these names for its variables."""
    renaming = dict(zip(formula.variables, names, strict=True))
    return [substitute(f, renaming) for f in (*formula.given, formula.body)]


def _same_condition(left: Formula, right: Formula, known: Iterable[Formula]) -> bool:
    """Whether two conditions of schemas hold for the same values: also where one might be undefined."""
    if alpha(left) == alpha(right):
        return True
    return not conditions(left) and not conditions(right) and same(left, right, known)


def follows(formula: Formula, known: Sequence[Formula]) -> bool:
    """Whether a formula is among those known, up to normal form, or follows from them at once by its sign.

    A formula that is only equal to a known one after reduction must be defined under what is known.
    """
    return _follows(formula, tuple(known))


@lru_cache(maxsize=1 << 14)
def _follows(formula: Formula, known: tuple[Formula, ...]) -> bool:
    if alpha(formula) in map(alpha, known):
        return True
    if not Facts(known).holds(formula) and not any(same(formula, k, known) for k in known):
        return False
    try:
        return not unsettled(conditions(formula), Facts(known))
    except (ValueError, NoDerivative):
        return False
