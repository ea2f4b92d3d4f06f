"""Member by member: a relation of sums over one range from one for each member, by any means."""

from __future__ import annotations

from sympy import S

from verify.discover.adding import added_up, in_range
from verify.discover.facts import Context, Fact, Prove
from verify.discover.indices import fresh_integer
from verify.discover.multipliers import Slack, combined
from verify.discover.telescoping import ranges, split
from verify.language.terms import Relation, difference


def each_member(goal: Relation, context: Context, prove: Prove) -> Fact | None:
    """The goal, an equation or an inequality that is not strict, where all of it is one sum over a range.

    Args:
        goal: what to prove.
        context: what may be used.
        prove: what proves the equation or inequality of each member.
    """
    if goal.op not in ("≥", "="):
        return None
    i = fresh_integer(goal, context, "ijl")
    for low, high in ranges([difference(goal)], context):
        parts = split(difference(goal), i, low, high, context)
        if parts.rest != 0:
            continue
        each = prove(Relation(goal.op, parts.summand, S.Zero), in_range(context, i, low, high))
        made = each and added_up(each, context, (i, low, high))
        found = made and combined(goal, context, [(S.One, Slack.of(made))])
        if found is not None:
            return found
    return None
