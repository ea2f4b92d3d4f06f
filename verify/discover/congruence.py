"""Equals in the place of equals, where they are no variables: f(|u|) = f(|v|) from |u| = |v|."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from sympy import Dummy, S, Symbol

from verify.author.kernel import KernelError, assume, combine, identity, instantiate
from verify.discover.facts import Context, Fact
from verify.language.terms import IllFormed, Relation, eq, sort_of

MOST = 8
"""Equations that are tried."""

MOST_SHARED = 12
"""Equations of vectors of which pairs are looked at."""

NAMES = ("z", "w")


def with_a_side_in_common(context: Context) -> list[Fact]:
    """What two equations of vectors say of their other sides where one side is the same: u = w from u = v and v = w."""
    known = [f for f in context.relations if f.relation.op == "=" and _is_vector(f.relation.lhs)][:MOST_SHARED]
    found = []
    for one, other in combinations(known, 2):
        for a, shared in (one.relation.args[1:], one.relation.args[:0:-1]):
            for b, also in (other.relation.args[1:], other.relation.args[:0:-1]):
                made = _joined(eq(a, b), one, other, context) if shared == also and a != b else None
                found += [made] if made is not None else []
    return found


def _is_vector(side: Any) -> bool:
    return sort_of(side) not in ("scalar", "zero", "point")


def _joined(goal: Relation, one: Fact, other: Fact, context: Context) -> Fact | None:
    for sign, turned in ((1, -1), (1, 1), (-1, -1), (-1, 1)):
        try:
            theorem = combine(goal, [(S(sign), one.theorem), (S(turned), other.theorem)])
        except (KernelError, IllFormed):
            continue

        def code(spell: Any, names: Sequence[str], weights: tuple[int, int] = (sign, turned)) -> str:
            return f"combine({spell(goal)}, [({weights[0]}, {names[0]}), ({weights[1]}, {names[1]})])"

        return context.settled(Fact(theorem, code, (one, other)))
    return None


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
