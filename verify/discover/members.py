"""Member by member: an inequality of sums over one range from one for each member, by any means."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sympy import S

from verify.author.kernel import telescope
from verify.discover.facts import Context, Fact
from verify.discover.indices import fresh_integer
from verify.discover.multipliers import Slack, combined
from verify.discover.slacks import chained
from verify.discover.telescoping import ranges, split
from verify.language.terms import Relation, difference, ge

Prove = Callable[[Relation, Context], Fact | None]


def each_member(goal: Relation, context: Context, prove: Prove) -> Fact | None:
    """The goal, an inequality that is not strict, where all of it is one sum over a range.

    Args:
        goal: what to prove.
        context: what may be used.
        prove: what proves the inequality of each member.
    """
    if goal.op != "≥":
        return None
    i = fresh_integer(goal, context, "ijl")
    for low, high in ranges([difference(goal)], context):
        parts = split(difference(goal), i, low, high, context)
        if parts.rest != 0:
            continue
        inside = context.inside([ge(i, low), ge(high, i)])
        inside.add_all(chained(ge(high, i), inside))
        each = prove(ge(parts.summand, 0), inside)
        if each is None:
            continue

        def code(spell: Any, names: Sequence[str], low: Any = low, high: Any = high) -> str:
            return f"telescope({names[0]}, {spell(i)}, {spell(low)}, {spell(high)})"

        made = context.settled(Fact(telescope(each.theorem, i, low, high), code, (each,)))
        found = made and combined(goal, context, [(S.One, Slack.of(made))])
        if found is not None:
            return found
    return None
