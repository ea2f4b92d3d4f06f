"""First variations: where something is least among the points of a set, it does not fall towards any other of them.

The derivative at w, towards u, of what is least at w is not negative, if the segment from w to u stays in the set.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

from sympy import Lambda, S, Symbol

from verify.author.following import at
from verify.author.kernel import combine
from verify.discover.facts import FAILURES, Context, Fact, applications
from verify.discover.instances import arguments
from verify.discover.multipliers import Slack, combined
from verify.discover.segments import fresh_number, plain_slope
from verify.discover.slacks import from_facts
from verify.language.terms import Deriv, Inner, Relation, Vec, VecHead, difference, ge, sort_of, substitute
from verify.lemmas.variations import does_not_start_downwards
from verify.normal_forms.normalizer import Normalizer

MOST_POINTS = 6
"""Points that are moved to, each from those where something is least."""

MOST_CONDITIONS = 3
"""Of a set, for which it is asked whether a segment meets them."""

MOST_WEIGHTED = 8
"""Facts on the ends of a segment that are weighted."""


def of_least_points(context: Context) -> Iterator[Fact]:
    """First variations of what schemas of the context say to be least at a point, towards the other points."""
    for schema in context.schemas:
        variables, body = schema.schema.variables, schema.schema.body
        if len(variables) != 1 or not isinstance(variables[0], VecHead) or not isinstance(body, Relation):
            continue
        conditions = [f for f in schema.schema.given if isinstance(f, Relation)]
        if body.op != "≥" or len(conditions) != len(schema.schema.given) or len(conditions) > MOST_CONDITIONS:
            continue
        points = [a for a in applications(context.conclusions) if isinstance(a, Vec) and not arguments(a)]
        for least in [w for w in points if _touches(body, variables[0], w, context)]:
            for end in islice((u for u in points if u != least and sort_of(u) == sort_of(least)), MOST_POINTS):
                try:
                    made = _towards(schema, conditions, least, end, context)
                except FAILURES:
                    continue
                if made is not None:
                    yield made


def _touches(body: Relation, variable: Symbol, point: Any, context: Context) -> bool:
    """Whether both sides are the same at the point."""
    try:
        gap = substitute(difference(body), {variable: point})
        return gap == 0 or Normalizer([f.conclusion for f in context.sides]).is_zero(gap)
    except FAILURES:
        return False


def _towards(schema: Fact, conditions: Sequence[Relation], w: Any, u: Any, context: Context) -> Fact | None:
    (variable,) = schema.schema.variables
    s, q = (fresh_number(name, schema.conclusion, context) for name in "sq")
    inside = context.inside([ge(s, 0), ge(1, s)])
    along = w + s * (u - w)
    met = []
    for condition in conditions:
        found = _on_segment(substitute(condition, {variable: along}), w, u, s, inside)
        if found is None:
            return None
        met.append(found)
    gap = substitute(difference(schema.schema.body), {variable: along})
    goal = ge(gap, 0)
    above = combine(goal, [(S.One, at(schema.theorem, along, by=[f.theorem for f in met]))])
    height = Lambda(q, substitute(gap, {s: q}))
    slope = plain_slope(Deriv(height.expr, q, S.Zero), context)
    theorem = combine(slope, [(S.One, does_not_start_downwards(height, above, s))])
    return context.settled(Fact(theorem, partial(_code, slope, height, goal, along, s), (schema, *met)))


def _code(
    slope: Relation, height: Lambda, goal: Relation, along: Any, s: Symbol, spell: Any, names: Sequence[str]
) -> str:
    there = f"at({names[0]}, {spell(along)}, by=[{', '.join(names[1:])}])"
    above = f"combine({spell(goal)}, [(1, {there})])"
    return f"combine({spell(slope)}, [(1, does_not_start_downwards({spell(height)}, {above}, {spell(s)}))])"


def _on_segment(goal: Relation, w: Any, u: Any, s: Symbol, inside: Context) -> Fact | None:
    """What a set asks of its points, on the segment between two of them: what is said of the ends, weighted."""
    ends = [f for f in inside.relations if f.conclusion in (ge(s, 0), ge(1, s))]
    of_points = [f for f in inside.relations if f not in ends and f.conclusion.has(w.args[0], u.args[0])]
    of_points = [f for f in of_points if f.relation.op != "≠" and sort_of(f.relation.lhs) in ("scalar", "zero")]
    weighted = [Slack((f, end), f.relation.op == "=") for f in of_points[:MOST_WEIGHTED] for end in ends]
    both = combined(ge(s * (1 - s), 0), inside, [(S.One, Slack(tuple(ends)))])
    curved = [] if both is None else [Slack((Inner(u - w, u - w), both))]
    return from_facts(goal, inside, [*weighted, *curved])
