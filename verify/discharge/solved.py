"""Conditions that a distance on the line is 0: they give one variable as a term in the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sympy import Abs, Symbol

from verify.author.kernel import Theorem, assume, combine, instantiate
from verify.discharge.normal import expanded
from verify.language.terms import Formula, Relation, difference, eq, free_variables, real, substitute
from verify.lemmas import vanishes_with_its_square

if TYPE_CHECKING:
    from verify.discharge.sequents import Sequents

_gap = real("gap")


def where_equal(goal: Relation, given: Sequence[Formula], search: Sequents) -> Theorem | None:
    """The goal with a variable replaced, where |u| = 0 is given and u has the variable with a factor 1 or −1."""
    for condition in given:
        found = _solved(condition)
        if found is not None:
            x, equation = found
            rest = [g for g in given if g != condition and x not in free_variables(g)]
            theorem = search.formula(substitute(goal, {x: equation.conclusion.rhs}), rest)
            return None if theorem is None else combine(goal, [(1, theorem)], using=[equation])
    return None


def _solved(condition: Formula) -> tuple[Symbol, Theorem] | None:
    """A variable, and what it is equal to."""
    if not isinstance(condition, Relation) or condition.op != "=" or not isinstance(difference(condition), Abs):
        return None
    gap = difference(condition).args[0]
    for x in sorted(free_variables(gap), key=str, reverse=True):
        slope = expanded(gap).coeff(x)
        if slope in (1, -1) and x not in free_variables(value := expanded(x - gap / slope)):
            square = combine(eq(_gap**2, 0), [(Abs(_gap), assume(eq(Abs(_gap), 0)))])
            nothing = instantiate(vanishes_with_its_square(_gap, square), {_gap: gap}, [assume(condition)])
            return x, combine(eq(x, value), [(1 / slope, nothing)])
    return None
