"""Member by member: a relation of sums over one range from one for each member, by any means."""

from __future__ import annotations

from sympy import Add, Pow, S, Sum, Symbol

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
    found = _as_written(goal, context, i, prove)
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


def _as_written(goal: Relation, context: Context, i: Symbol, prove: Prove) -> Fact | None:
    """The goal from its members as they are written: products of sums within them are not multiplied out.

    A square is 0 where what is squared is.
    """
    parts = [term.as_coeff_Mul() for term in Add.make_args(difference(goal))]
    sums = [node for _, node in parts if isinstance(node, Sum) and len(node.args) == 2]
    if len(sums) < len(parts) or len({tuple(node.args[1][1:]) for node in sums}) != 1:
        return None
    body = Add(*(c * substitute(node.args[0], {node.args[1][0]: i}) for c, node in parts))
    _, low, high = sums[0].args[1]
    if not body.has(Sum):
        return None
    inside = in_range(context, i, low, high)
    if goal.op == "=" and isinstance(body, Pow) and body.exp == 2:
        base = prove(Relation("=", body.base, S.Zero), inside)
        each = base and combined(Relation("=", body, S.Zero), inside, [(body.base, Slack.of(base))])
    else:
        each = prove(Relation(goal.op, body, S.Zero), inside)
    made = each and added_up(each, context, (i, low, high))
    return made and combined(goal, context, [(S.One, Slack.of(made))])
