"""What differs: a goal ≠ from one of its two orders, cases from a hypothesis ≠, and equations of what only rises."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from sympy import S

from verify.author.kernel import KernelError, assume, cases, combine, instantiate
from verify.discover.facts import Context, Fact, Prove
from verify.discover.multipliers import Slack, combined
from verify.discover.slacks import from_facts, products
from verify.language.terms import IllFormed, Relation, free_variables, gt, le, lt, ne, sort_of

MOST_SPLITS = 2
"""Hypotheses ≠ whose two sides are looked at."""

MOST_EQUATIONS = 4
"""Equations of which it is asked whether an order of the goal's sides contradicts them."""


def by_an_order(goal: Relation, context: Context, prove: Prove) -> Fact | None:
    """u ≠ v, from u > v or from u < v.

    Args:
        goal: what to prove.
        context: what may be used.
        prove: what proves an order.
    """
    if goal.op != "≠" or not _is_of_numbers(goal):
        return None
    orders = [gt(goal.lhs, goal.rhs), gt(goal.rhs, goal.lhs)]
    at_once = [from_facts(order, context, products(context.relations)) for order in orders]  # before either is dear
    for order, soon in zip(orders, at_once, strict=True):
        found = soon or (None if any(at_once) else prove(order, context.inside([])))
        made = found and combined(ne(order.lhs, order.rhs), context, [(S.One, Slack.of(found))])
        if made is not None:
            return made if order.lhs == goal.lhs else _turned(goal, made, context)
    return None


def _turned(goal: Relation, other: Fact, context: Context) -> Fact | None:
    """u ≠ v, from v ≠ u."""
    try:
        theorem = instantiate(assume(goal), {}, [other.theorem])
    except KernelError:
        return None

    def code(spell: Any, names: Sequence[str]) -> str:
        return f"instantiate(assume({spell(goal)}), {{}}, [{names[0]}])"

    return context.settled(Fact(theorem, code, (other,)))


def on_either_side(goal: Relation, context: Context, prove: Prove) -> Fact | None:
    """The goal where u > v and where u < v, of a hypothesis u ≠ v.

    Args:
        goal: what to prove.
        context: what may be used.
        prove: what proves the goal in a case.
    """
    known = [f for f in context.relations if f.relation.op == "≠" and _is_of_numbers(f.relation)]
    of_goal = free_variables(goal)
    known.sort(key=lambda f: len(free_variables(f.conclusion) - of_goal))
    for fact in known[:MOST_SPLITS]:
        u, v = fact.relation.lhs, fact.relation.rhs
        if context.is_positive(u - v) or context.is_positive(v - u):
            continue
        above = prove(goal, context.inside([gt(u, v)]))
        below = prove(goal, context.inside([lt(u, v)])) if above is not None else None
        made = above and below and _joined(above, below, fact, context)
        if made is not None:
            return made
    return None


def _joined(above: Fact, below: Fact, apart: Fact, context: Context) -> Fact | None:
    u, v = apart.relation.lhs, apart.relation.rhs
    over, under = gt(u, v), le(u, v)
    try:
        lower = instantiate(below.theorem, {}, [assume(under), apart.theorem])
        theorem = cases([above.theorem, lower], [over, under])
    except KernelError:
        return None

    def code(spell: Any, names: Sequence[str]) -> str:
        lower = f"instantiate({names[1]}, {{}}, [assume({spell(under)}), {names[2]}])"
        return f"cases([{names[0]}, {lower}], [{spell(over)}, {spell(under)}])"

    return context.settled(Fact(theorem, code, (above, below, apart)))


def where_orders_contradict(goal: Relation, context: Context, prove: Prove) -> Fact | None:
    """u = v, where u > v and u < v both contradict an equation, as of the values of a function that rises.

    Args:
        goal: what to prove.
        context: what may be used.
        prove: what proves that the sides of the equation have an order, where u and v have one.
    """
    if goal.op != "=" or not _is_of_numbers(goal):
        return None
    known = [f for f in context.relations if f.relation.op == "=" and _is_of_numbers(f.relation)]
    known = [f for f in known if not f.relation.lhs.is_number and f.conclusion != goal]
    orders = [gt(goal.lhs, goal.rhs), lt(goal.lhs, goal.rhs)]
    for same in known[:MOST_EQUATIONS]:
        sides = []
        for order in orders:
            never = _contradicted(goal, same, context.inside([order]), prove)
            if never is None:
                break
            sides.append(never)
        if len(sides) < len(orders):
            continue
        try:
            theorem = cases([assume(goal), *(f.theorem for f in sides)], [goal, *orders])
        except KernelError:
            continue

        def code(spell: Any, names: Sequence[str]) -> str:
            said = ", ".join(map(spell, [goal, *orders]))
            return f"cases([assume({spell(goal)}), {', '.join(names)}], [{said}])"

        made = context.settled(Fact(theorem, code, tuple(sides)))
        if made is not None:
            return made
    return None


def _contradicted(goal: Relation, same: Fact, inside: Context, prove: Prove) -> Fact | None:
    """The goal, where an equation's sides have an order after all: it is divided by what is not 0."""
    left, right = same.relation.lhs, same.relation.rhs
    for larger, smaller in ((left, right), (right, left)):
        order = prove(gt(larger, smaller), inside)
        if order is None:
            continue
        ratio = (goal.lhs - goal.rhs) / (left - right)
        try:
            never = combine(goal, [(ratio, same.theorem)], facts=[order.theorem])
            theorem = instantiate(never, {}, [order.theorem])
        except (KernelError, IllFormed):
            continue
        return inside.settled(Fact(theorem, partial(_divided, goal, ratio), (same, order)))
    return None


def _divided(goal: Relation, ratio: Any, spell: Any, names: Sequence[str]) -> str:
    same, order = names
    never = f"combine({spell(goal)}, [({spell(ratio)}, {same})], facts=[{order}])"
    return f"instantiate({never}, {{}}, [{order}])"


def _is_of_numbers(relation: Relation) -> bool:
    return sort_of(relation.lhs) in ("scalar", "zero") and sort_of(relation.rhs) in ("scalar", "zero")


__all__ = ["by_an_order", "on_either_side", "where_orders_contradict"]
