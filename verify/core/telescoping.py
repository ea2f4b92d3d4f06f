"""Sums of steps over a range of an integer: what the rule `telescope` concludes, and what it needs."""

from __future__ import annotations

from verify.core.definedness import conditions
from verify.core.nodes import INTEGER, POINT_SORT, Refused, Term
from verify.core.polynomials import difference, minus, total
from verify.core.terms import ONE, ZERO, add, binding, forall, relation, sides, substitute


def check_index(n: Term) -> None:
    """Refuses what is no integer variable without a sign."""
    if type(n) is not Term or n.kind != "variable" or n.args[1:] != (INTEGER, ""):
        raise Refused(f"{n!r} must be an integer variable without a sign")


def telescoped(formula: Term, t: Term, lo: Term, hi: Term, potential: Term) -> tuple[Term, tuple[Term, ...]]:
    """What `telescope` concludes from a step, and what must be settled for it."""
    check_index(t)
    if formula.kind != "relation" or formula.args[0] == "≠":
        raise Refused(f"needs an equation or inequality, not {formula!r}")
    if formula.args[1].sort == POINT_SORT or not lo.whole or not hi.whole or potential.open:
        raise Refused("needs an equation or inequality of numbers or vectors, and integer bounds")
    ends = minus(substitute(potential, {t: lo}), substitute(potential, {t: add(hi, ONE)}))
    summand = total(minus(difference(formula), potential), substitute(potential, {t: add(t, ONE)}))
    whole = total(ends, binding("sum", t, summand, lo, hi))
    goal = relation("=" if sides(formula)[0] == "=" else "≥", whole)
    ordered = () if potential is ZERO else (relation("≥", total(hi, ONE), lo),)
    return goal, (*conditions(goal), *ordered)


def defined_in_range(formula: Term, t: Term, lo: Term, hi: Term) -> tuple[Term, ...]:
    """What holds because a step is defined for every t in the range, of which there may be none."""
    return tuple(forall([t], [relation("≥", t, lo), relation("≥", hi, t)], c) for c in conditions(formula))
