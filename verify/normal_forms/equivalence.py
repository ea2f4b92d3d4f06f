"""When two formulas say the same, and when one follows at once from what is known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from verify.normal_forms.calculus import NoDerivative
from verify.normal_forms.definedness import conditions
from verify.normal_forms.facts import Facts, unsettled
from verify.normal_forms.normalizer import Undefined, is_zero
from verify.terms import ForAll, Formula, IllFormed, Relation, alpha, difference, sort_of


def same(left: Formula, right: Formula, known: Iterable[Formula] = ()) -> bool:
    """Whether two formulas say the same up to bound names and normal form, wherever both are defined."""
    left, right = alpha(left), alpha(right)
    if left == right:
        return True
    if isinstance(left, ForAll) and isinstance(right, ForAll):
        if left.variables != right.variables or len(left.given) != len(right.given):
            return False
        conditions_agree = all(_same_condition(a, b, known) for a, b in zip(left.given, right.given, strict=True))
        return conditions_agree and same(left.body, right.body, (*known, *left.given))
    if not (isinstance(left, Relation) and isinstance(right, Relation)) or left.op != right.op:
        return False
    if any(sort_of(side) == "point" for f in (left, right) for side in (f.lhs, f.rhs)):
        return False
    signs = (1, -1) if left.op in ("=", "≠") else (1,)
    try:
        return any(is_zero(difference(left) - s * difference(right), known) for s in signs)
    except (Undefined, IllFormed, NoDerivative, ValueError):
        return False


def _same_condition(left: Formula, right: Formula, known: Iterable[Formula]) -> bool:
    """Whether two conditions of schemas hold for the same values: also where one might be undefined."""
    return left == right or (not conditions(left) and not conditions(right) and same(left, right, known))


def follows(formula: Formula, known: Sequence[Formula]) -> bool:
    """Whether a formula is among those known, up to normal form, or follows from them at once by its sign.

    A formula that is only equal to a known one after reduction must be defined under what is known.
    """
    if alpha(formula) in map(alpha, known):
        return True
    if not Facts(known).holds(formula) and not any(same(formula, k, known) for k in known):
        return False
    try:
        return not unsettled(conditions(formula), Facts(known))
    except (ValueError, NoDerivative):
        return False
