"""Member by member: a relation of sums over one range from one for each member, by any means."""

from __future__ import annotations

from sympy import Pow, S, Sum, Symbol

from verify.discover.adding import added_up, in_range
from verify.discover.facts import Context, Fact, Prove
from verify.discover.indices import fresh_integer
from verify.discover.multipliers import Slack, combined
from verify.discover.telescoping import ranges, split
from verify.language.terms import Relation, difference, substitute


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
    found = _of_squares(goal, context, i, prove)
    if found is not None:
        return found
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


def _of_squares(goal: Relation, context: Context, i: Symbol, prove: Prove) -> Fact | None:
    """That a sum of squares is 0, from what is squared in each member, which is not multiplied out."""
    whole, body = difference(goal), None
    if goal.op == "=" and isinstance(whole, Sum) and len(whole.args) == 2:
        index, low, high = whole.args[1]
        body = substitute(whole.args[0], {index: i})
    if not isinstance(body, Pow) or body.exp != 2:
        return None
    inside = in_range(context, i, low, high)
    base = prove(Relation("=", body.base, S.Zero), inside)
    square = base and combined(Relation("=", body, S.Zero), inside, [(body.base, Slack.of(base))])
    made = square and added_up(square, context, (i, low, high))
    return made and combined(goal, context, [(S.One, Slack.of(made))])
