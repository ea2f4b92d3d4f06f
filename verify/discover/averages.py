"""Jensen's inequality: a function at an average of points, put below the average of its values by a tangent there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sympy import Mul, S, Sum, Symbol

from verify.discover.adding import added_up, in_range
from verify.discover.facts import Context, Fact, Prove, occurring, open_terms, share_of
from verify.discover.indices import fresh_integer
from verify.discover.instances import instances
from verify.discover.multipliers import Slack, combined
from verify.discover.slacks import equations
from verify.language.terms import Fun, Gradient, Inner, Relation, Vec, difference, eq, ge, le, sort_of, substitute

MOST_AVERAGES = 4
"""Ways to read arguments as averages that are tried."""


@dataclass(frozen=True)
class _Average:
    """A value of a function at Σᵢ weightᵢ·pointᵢ; the weights are meant to add up to 1."""

    value: Fun
    weight: Any
    point: Any
    limits: tuple[Symbol, Any, Any]

    def at(self, point: Any) -> Fun:
        """The function there."""
        head, order, _ = self.value.args
        return Fun(head, order, point)

    @property
    def of_values(self) -> Any:
        """Σᵢ weightᵢ·f(pointᵢ)."""
        return Sum(self.weight * self.at(self.point), self.limits)


def of_averages(goal: Relation, context: Context, prove: Prove) -> Fact | None:
    """The goal from itself with the average of a function's values in the place of its value at an average.

    Args:
        goal: an inequality.
        context: what may be used.
        prove: what proves the inequality with the average of values.
    """
    if goal.op not in ("≥", ">"):
        return None
    rest = difference(goal)
    for average in list(_averages(goal))[:MOST_AVERAGES]:
        share = share_of(rest, average.value)
        if not context.is_positive(share):
            continue
        below = _below(goal, average, context, prove)
        if below is None:
            continue
        easier = Relation(goal.op, rest + share * (average.value - average.of_values), 0)
        found = prove(easier, context.inside([]))
        if found is not None:
            return combined(goal, context, [(S.One, Slack.of(found)), (share, Slack.of(below))])
    return None


def _averages(goal: Relation) -> Iterator[_Average]:
    for node in open_terms([goal], (Fun,)):
        sums = occurring(node.args[2], Sum) if len(node.args) == 3 else ()
        for total in sums:
            factor = _factor(node.args[2], total)
            if factor is None or len(total.args) != 2 or total.args[1][0] in factor.free_symbols:
                continue
            parts = Mul.make_args(total.args[0])
            for point in parts:
                weight = factor * Mul(*(a for a in parts if a is not point))
                if sort_of(weight) == "scalar" and isinstance(point, Vec | Fun) and point.has(total.args[1][0]):
                    yield _Average(node, weight, point, tuple(total.args[1]))


def _factor(term: Any, total: Sum) -> Any:
    """What a sum is multiplied by, where that is the whole term."""
    if term == total:
        return S.One
    parts = Mul.make_args(term)
    return Mul(*(a for a in parts if a != total)) if total in parts else None


def _below(goal: Relation, average: _Average, context: Context, prove: Prove) -> Fact | None:
    """f(Σᵢ wᵢxᵢ) ≤ Σᵢ wᵢ·f(xᵢ), from a tangent at the average."""
    index, low, high = average.limits
    i = fresh_integer(goal, context, "ijl")
    weight, point = (substitute(a, {index: i}) for a in (average.weight, average.point))
    inside = in_range(context, i, low, high)
    head, _, middle = average.value.args
    vectorial = sort_of(middle) != "scalar"
    slope = Gradient(head, middle) if vectorial else Fun(head, 1, middle)
    apart = Inner(point - middle, slope) if vectorial else (point - middle) * slope
    tangent = ge(average.at(point), average.value + apart)
    instances(inside, [average.at(point), slope])
    above = _from_one(tangent, inside, Inner(point - middle, point - middle) if vectorial else (point - middle) ** 2)
    if above is None:
        return None
    each = combined(ge(weight * (average.at(point) - average.value - apart), 0), inside, [(weight, Slack.of(above))])
    whole = each and added_up(each, context, (i, low, high))
    if whole is None:
        return None
    whole_weight = prove(eq(Sum(average.weight, average.limits), 1), context.inside([]))
    if whole_weight is None:
        return None
    using, _ = equations(context.relations)
    wanted = le(average.value, average.of_values)
    slope_there = Inner(middle, slope) if vectorial else middle * slope
    shares = [(S.One, Slack.of(whole)), (average.value - slope_there, Slack.of(whole_weight))]
    return combined(wanted, context, shares, using)


def _from_one(tangent: Relation, inside: Context, square: Any) -> Fact | None:
    """A tangent from one fact, which may have a square besides."""
    for fact in inside.relations:
        if fact.relation.op in ("≥", ">") and fact.conclusion.has(tangent.lhs):
            more = difference(tangent) - difference(fact.relation)
            share = share_of(-more, square)
            terms = [(S.One, Slack.of(fact)), *([(share, Slack((square,)))] if share != 0 else [])]
            found = combined(tangent, inside, terms)
            if found is not None:
                return found
    return None
