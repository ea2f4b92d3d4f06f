"""Formulas without variables: their exact value, and whether they hold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sympy import Add, Integer, Symbol

from verify.language.terms import ForAll, Formula, IllFormed, Relation, difference, free_variables, substitute
from verify.normal_forms.calculus import NoDerivative
from verify.normal_forms.facts import ALLOWED, Facts
from verify.normal_forms.normalizer import Normalizer, Undefined

LONGEST_RANGE = 1000
"""Of the integers that a statement is looked at for in turn."""


def exact_value(term: Any) -> Any:
    """The term in normal form, with concrete sums added up."""
    table = Normalizer()
    return Add(*(table.meaning_of(c) * k for k, c in table.components(term).items()))


def decided(formula: Formula) -> bool | None:
    """Whether a relation between constants holds, exactly or in balls; None where that is not certain.

    A statement for all integers of a finite range holds if it does for each of them in turn. The terms are taken to be
    defined; that they are is for `conditions` to say.
    """
    if free_variables(formula):
        return None
    if isinstance(formula, ForAll):
        return _for_each(formula)
    if not isinstance(formula, Relation):
        return None
    allowed, gap = ALLOWED[formula.op], difference(formula)
    seen = Facts().signs(gap)
    if seen in ({1}, {-1}):  # of a number that is far from zero balls tell the sign as it stands
        return seen <= allowed
    try:
        signs = Facts().signs(exact_value(gap))
    except (Undefined, IllFormed, NoDerivative):
        return None
    return True if signs <= allowed else (None if signs & allowed else False)


def _for_each(formula: ForAll) -> bool | None:
    """Whether it holds for all integers of the finite ranges that its conditions keep its variables in."""
    if not formula.variables:
        given = [decided(f) for f in formula.given]
        if False in given:
            return True
        return decided(formula.body) if None not in given else None
    for v in formula.variables:
        ends = integers(v, formula.given)
        if ends is None:
            continue
        rest = [u for u in formula.variables if u != v]
        found = []
        for n in range(ends[0], ends[1] + 1):
            at = {v: Integer(n)}
            within = [substitute(f, at) for f in formula.given]
            found.append(_for_each(ForAll(rest, within, substitute(formula.body, at))))
        return False if False in found else None if None in found else True
    return None


def integers(v: Symbol, given: Iterable[Formula]) -> tuple[int, int] | None:
    """The first and the last integer that the conditions on v alone leave, where they leave finitely many."""
    if type(v) is not Symbol or v._assumptions_orig != {"integer": True}:
        return None
    lows: list[int] = []
    highs: list[int] = []
    for condition in given:
        if isinstance(condition, Relation) and condition.op in ("≥", ">") and free_variables(condition) == {v}:
            gap = difference(condition).expand()
            slope, rest = gap.coeff(v), gap.coeff(v, 0)
            if rest.is_Integer and slope in (1, -1) and gap == slope * v + rest:
                reach = int(rest) - (condition.op == ">")
                (lows if slope == 1 else highs).append(-reach if slope == 1 else reach)
    if not lows or not highs or min(highs) - max(lows) >= LONGEST_RANGE:
        return None
    return max(lows), min(highs)
