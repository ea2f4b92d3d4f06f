"""Equals in the place of equals, where they are no variables: f(|u|) = f(|v|) from |u| = |v|."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sympy import Dummy, Symbol

from verify.author.kernel import KernelError, assume, identity, instantiate
from verify.discover.facts import Context, Fact
from verify.language.terms import IllFormed, Relation, eq, sort_of

MOST = 8
"""Equations that are tried."""

NAMES = ("z", "w")


def put_in(goal: Relation, context: Context) -> Fact | None:
    """An equation that is an identity once the sides of a known one are two names of one number."""
    if goal.op != "=":
        return None
    alone = _by_one(goal, context)
    if alone is not None:
        return alone
    known = [f for f in context.relations if f.relation.op == "=" and sort_of(f.relation.lhs) == "scalar"]
    known = [f for f in known if goal.has(f.relation.lhs) and goal.has(f.relation.rhs) and not f.relation.rhs.is_number]
    for same in known[:MOST]:
        u, v = same.relation.lhs, same.relation.rhs
        z, w = _named(goal, context)
        marks = Dummy(real=True), Dummy(real=True)
        renamed = goal.xreplace({u: marks[0]}).xreplace({v: marks[1]}).xreplace({marks[0]: z, marks[1]: w})
        try:
            theorem = instantiate(identity(renamed, using=[assume(eq(z, w))]), {z: u, w: v}, [same.theorem])
        except (KernelError, IllFormed, TypeError):
            continue

        def code(spell: Any, names: Sequence[str], of: Any = (renamed, z, w, u, v)) -> str:
            renamed, z, w, u, v = of
            plain = f"identity({spell(renamed)}, using=[assume({spell(eq(z, w))})])"
            return f"instantiate({plain}, {{{spell(z)}: {spell(u)}, {spell(w)}: {spell(v)}}}, [{names[0]}])"

        made = context.settled(Fact(theorem, code, (same,)))
        if made is not None and made.conclusion == goal:
            return made
    return None


def _by_one(goal: Relation, context: Context) -> Fact | None:
    """The goal as an identity with one equation put in: of two on one number, others may have taken the other."""
    sides = context.sides
    for same in [f for f in context.relations if f.relation.op == "=" and goal.has(f.relation.lhs)][:MOST]:
        try:
            theorem = identity(goal, [same.theorem], [f.theorem for f in sides])
        except (KernelError, IllFormed):
            continue

        def code(spell: Any, names: Sequence[str]) -> str:
            return f"identity({spell(goal)}, [{names[0]}], [{', '.join(names[1:])}])"

        made = context.settled(Fact(theorem, code, (same, *sides)))
        if made is not None:
            return made
    return None


def _named(goal: Relation, context: Context) -> list[Symbol]:
    """Two numbers that nothing speaks of."""
    taken = {s.name for f in (goal, *(f.conclusion for f in context.facts)) for s in f.atoms(Symbol)}
    return [Symbol(next(n for k in range(100) if (n := f"{c}{k or ''}") not in taken), real=True) for c in NAMES]
