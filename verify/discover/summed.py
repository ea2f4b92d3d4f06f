"""Facts on each member, weighted and added up: what they say of sums that are in sight."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from sympy import Add, Mul, Rational, S, Sum, Symbol

from verify.discover.adding import added_up, in_range
from verify.discover.facts import Context, Fact, open_terms
from verify.discover.indices import fresh_integer
from verify.discover.instances import instances
from verify.discover.laurent import ONE, over
from verify.discover.lemmas import of_bits, tangents
from verify.discover.multipliers import Slack, Table, combined, shifted, suitable
from verify.discover.slacks import equations, products
from verify.language.terms import Relation, difference, ge, sort_of, substitute

MOST_PAIRED = 8
"""Facts on a member whose products are tried."""

MOST_WEIGHTS = 12
"""Weights of one fact."""

MOST_MULTIPLIED = 4
"""Sums of the goal with what they are multiplied by there."""

MOST_SUMMED = 16
"""Facts that are added up."""


def summed(goal: Relation, context: Context) -> Iterator[Fact]:
    """Sums of facts on each member that speak of no sums but those in the goal and in the facts."""
    sums = [s for s in open_terms([goal, *context.conclusions], (Sum,)) if len(s.args) == 2 and sort_of(s) == "scalar"]
    for low, high in dict.fromkeys(tuple(s.args[1][1:]) for s in sums):
        those = [s for s in sums if tuple(s.args[1][1:]) == (low, high)]
        yield from _over(goal, context, those, low, high)


def _over(goal: Relation, context: Context, sums: Sequence[Sum], low: Any, high: Any) -> Iterator[Fact]:
    i = fresh_integer(goal, context, "ijl")
    bodies = [substitute(s.args[0], {s.args[1][0]: i}) for s in sums]
    bodies += [factor * substitute(s.args[0], {s.args[1][0]: i}) for factor, s in _multiplied(goal, sums)]
    inside = in_range(context, i, low, high)
    instances(inside, bodies)
    inside.add_all(of_bits(inside))
    inside.add_all(tangents(bodies, inside))
    spoken = [f for f in inside.relations if i in f.conclusion.free_symbols]
    using, rest = equations(spoken)
    ways = [(using, rest), ([], spoken)] if using else [(using, rest)]
    found = (made for way in ways for made in _weighted(bodies, inside, context, (i, low, high), *way))
    yield from islice(found, MOST_SUMMED)


def _multiplied(goal: Relation, sums: Sequence[Sum]) -> list[tuple[Any, Sum]]:
    """What sums are multiplied by in the goal, and is no number: facts on their members are weighted by it as well."""
    found: dict[tuple[Any, Sum], None] = {}
    for part in Add.make_args(difference(goal)):
        for node in (f for f in Mul.make_args(part) if f in sums):
            factor = part / node
            if not factor.is_number:
                found[(factor if factor.as_coeff_Mul()[0] > 0 else -factor), node] = None
    return list(found)[:MOST_MULTIPLIED]


def _weighted(
    bodies: Sequence[Any],
    inside: Context,
    context: Context,
    limits: tuple[Symbol, Any, Any],
    using: Sequence[Fact],
    facts: Sequence[Fact],
) -> Iterator[Fact]:
    """Facts on a member, with equations put in, times weights that make terms like those in the bodies, added up."""
    i = limits[0]
    members = [f for f in facts if f.relation.op in ("≥", ">") and not _is_range(f.relation, i)]
    slacks = [*map(Slack.of, members), *products(members, MOST_PAIRED)]
    table = Table(inside, using)
    blocks = table.scaled([*bodies, *(s.term for s in slacks)])
    wanted = {m for b in blocks[: len(bodies)] if b is not None and b.by == 1 for m in b.block.get(S.One, {})} | {ONE}
    for slack, scaled in zip(slacks, blocks[len(bodies) :], strict=True):
        if scaled is None or scaled.by != 1 or set(scaled.block) - {S.One}:
            continue
        for m in suitable(table, scaled.block, {S.One: wanted}, MOST_WEIGHTS):
            part = shifted(scaled.block, m, table.relations).get(S.One, {})
            if not part or not all(any(table.rests(over(k, w), i) for w in wanted) for k in part):
                continue
            whole = Add(*(Rational(c.numerator, c.denominator) * table.meaning(k) for k, c in part.items()))
            each = combined(ge(whole, 0), inside, [(table.meaning(m), slack)], using)
            made = each and added_up(each, context, limits)
            if made is not None:
                yield made


def _is_range(relation: Relation, i: Symbol) -> bool:
    """Whether it says where the index runs."""
    return bool((relation.lhs - relation.rhs).free_symbols) and all(v.is_integer for v in relation.free_symbols)
