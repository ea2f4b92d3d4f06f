"""What the core says of terms of the prover, which it remembers until it checks the steps that were made by that."""

from __future__ import annotations

from functools import lru_cache

from sympy import Expr, Rational

from verify.core.definedness import conditions
from verify.core.nodes import Refused, Term
from verify.core.obligations import Certificate, joined, needed
from verify.core.obligations import is_plain as is_plain_there
from verify.core.obligations import vanishes as vanishes_there
from verify.core.polynomials import Polynomial, difference, light
from verify.core.terms import relation
from verify.language.translation import translate
from verify.prover.goal import Goal, Inequality


def formula(g: Inequality) -> Term:
    """The inequality as a formula of the core."""
    return relation(">" if g.strict else "≥", translate(g.expr))


def vanishes(term: Expr, given: tuple[Inequality, ...]) -> bool:
    """Whether the core sees that a term is zero where the conditions hold and it is defined: sooner than sympy does."""
    try:
        found = translate(term)
        return vanishes_there(found, joined((*map(formula, given), *conditions(found))))
    except Refused:  # of a term that is not of its language
        return False


def is_plain(goal: Goal) -> bool:
    """Whether it is plain to the core that the goal holds."""
    try:
        made = Certificate((), tuple(dict.fromkeys(map(formula, goal.given))), formula(goal.shows), "obvious", {})
        return is_plain_there(difference(made.shows), goal.shows.strict, needed(made))
    except Refused:
        return False


@lru_cache(maxsize=1024)
def proportion(term: Expr, other: Expr) -> Rational | None:
    """Which rational multiple the term is of another one, by their light forms; 0 for none, None if unsure."""
    try:
        rows, others = light(translate(term)), light(translate(other))
    except Refused:
        return None
    ratios = {rows[m] / others[m] for m in rows} if rows.keys() == others.keys() else set()
    if len(ratios) == 1:
        return Rational(*ratios.pop().as_integer_ratio())
    return Rational(0) if _is_polynomial(rows) and _is_polynomial(others) else None


def _is_polynomial(rows: Polynomial) -> bool:
    """Whether no power in it is negative, so that it is no quotient that has another form."""
    return all(k > 0 for m in rows for _, k in m)
