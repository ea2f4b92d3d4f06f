"""Along a segment: an inequality between two points, from its derivative while one of them moves to the other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any

from sympy import Basic, Lambda, S, Symbol

from verify.author.kernel import combine
from verify.discover.facts import Context, Fact, Prove, applications
from verify.discover.instances import arguments
from verify.language.terms import Deriv, Fun, Gradient, Relation, Vec, difference, eq, ge, gt, substitute  # fmt: skip
from verify.lemmas import at_zero_and_beyond, does_not_fall
from verify.normal_forms.normalizer import Normalizer

MOST_PAIRS = 4
"""Pairs of points that are tried."""


def along_segment(goal: Relation, context: Context, prove: Prove) -> Fact | None:
    """The goal R(b) ≥ 0, from R(a) ≥ 0 and that R(a + q(b − a)) does not fall between q = 0 and 1.

    Args:
        goal: an inequality, not strict, on values of functions or fields at two points that are variables.
        context: what may be used.
        prove: what proves the start and the derivative's sign.
    """
    if goal.op != "≥":
        return None
    for a, b in list(permutations(_points(goal), 2))[:MOST_PAIRS]:
        found = _moved(goal, a, b, context, prove)
        if found is not None:
            return found
    return None


def _points(goal: Relation) -> list[Any]:
    """The variables that functions and fields of the goal are applied to."""
    found: dict[Any, None] = {}
    for node in applications([goal]):
        if isinstance(node, Fun | Gradient):
            for place in arguments(node)[:1]:
                bare = (
                    not arguments(place) if isinstance(place, Vec) else type(place) is Symbol and not place.is_integer
                )
                if bare:
                    found[place] = None
    return list(found)


def _moved(goal: Relation, a: Any, b: Any, context: Context, prove: Prove) -> Fact | None:
    variable = b.args[0] if isinstance(b, Vec) else b
    q = fresh_number("q", goal, context)
    s = fresh_number("s", goal, context)
    rest = difference(goal)
    start = prove(ge(substitute(rest, {variable: a}), 0), context)
    if start is None:
        return None
    along = Lambda(q, substitute(rest, {variable: a + q * (b - a)}))
    inside = context.inside([ge(s, 0), ge(1, s)])
    slope = plain_slope(Deriv(along.expr, q, s), inside)
    there = prove(slope, context.inside([eq(s, 0)]))
    beyond = prove(slope, context.inside([gt(s, 0), ge(1, s)])) if there is not None else None
    if there is None or beyond is None:
        return None
    runs = does_not_fall(along, 0, 1, at_zero_and_beyond(there.theorem, beyond.theorem, s), s)

    def code(spell: Any, names: Sequence[str]) -> str:
        before, *slopes = names
        rises = f"at_zero_and_beyond({', '.join(slopes)}, {spell(s)})"
        runs_ = f"does_not_fall({spell(along)}, 0, 1, {rises}, {spell(s)})"
        return f"combine({spell(goal)}, [(1, {before}), (1, {runs_})])"

    made = combine(goal, [(1, start.theorem), (1, runs)])
    return context.settled(Fact(made, code, (start, there, beyond)))


def plain_slope(slope: Any, context: Context) -> Relation:
    """That a derivative is not negative, worked out."""
    table = Normalizer([f.conclusion for f in context.sides])
    return ge(table.meaning_of(table.components(slope)[S.One]), 0)


def fresh_number(name: str, goal: Basic, context: Context) -> Symbol:
    """A variable of numbers that is nowhere in sight, with this name if that is free."""
    taken = {v.name for f in (goal, *(f.conclusion for f in context.facts)) for v in f.atoms(Symbol)}
    return next(Symbol(n, real=True) for k in range(100) if (n := f"{name}{k or ''}") not in taken)
