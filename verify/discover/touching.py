"""Gradients that are one where a function and a bound of it meet: there the difference of both is least.

If G(u) ≥ 0 for all u and G(w) ≤ 0, G does not fall from w in the direction of minus its gradient: that is 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from typing import Any

from sympy import Lambda, S, Symbol

from verify.author.following import at
from verify.author.kernel import combine
from verify.discover.facts import FAILURES, Context, Fact, occurring
from verify.discover.instances import instances
from verify.discover.multipliers import Slack, combined
from verify.discover.segments import fresh_number, plain_slope
from verify.discover.slacks import from_facts
from verify.discover.vanishing import null, said
from verify.language.terms import Deriv, Gradient, Inner, Relation, VecHead, difference, eq, ge, le, sort_of, substitute
from verify.lemmas.variations import does_not_start_downwards

MOST_VARIABLES: int = 2
"""Of a schema of which one moves."""

MOST_POINTS: int = 3
"""At which gradients are taken."""


def where_they_touch(goal: Relation, context: Context) -> Fact | None:
    """An equation of vectors between gradients, where a schema says of all points what is an equation at one."""
    if goal.op != "=" or sort_of(goal.lhs) in ("scalar", "zero", "point") or not goal.has(Gradient):
        return None
    points = list(dict.fromkeys(g.args[1] for g in occurring(goal, Gradient)))[:MOST_POINTS]
    there = context.inside([])
    instances(there, [goal])
    for schema, variable, values, place in _meetings(context, points):
        try:
            found = _touched(goal, schema, variable, values, place, there)
        except FAILURES:
            continue
        if found is not None:
            return found
    return None


def _meetings(context: Context, points: Sequence[Any]) -> Iterator[tuple[Fact, Symbol, dict[Symbol, Any], Any]]:
    """Schemas of inequalities, which variable moves, values of the others, and where it is looked at."""
    for schema in context.schemas:
        variables, body = schema.schema.variables, schema.schema.body
        plain = len(variables) <= MOST_VARIABLES and all(isinstance(v, VecHead) for v in variables)
        if not plain or schema.schema.given or not isinstance(body, Relation) or body.op != "≥":
            continue
        for variable, *chosen in product(variables, *[points] * len(variables)):
            *values, place = chosen
            others = [v for v in variables if v is not variable]
            if place not in values:
                yield schema, variable, dict(zip(others, values, strict=True)), place


def _touched(
    goal: Relation, schema: Fact, variable: Symbol, values: dict[Symbol, Any], w: Any, context: Context
) -> Fact | None:

    def gap(place: Any) -> Any:
        return substitute(difference(schema.schema.body), {**values, variable: place})

    level = from_facts(le(gap(w), 0), context)
    if level is None:
        return None
    s, q = (fresh_number(name, goal, context) for name in "sq")
    apart = difference(goal)
    for sign in (-1, 1):
        along = w + sign * s * apart
        height = Lambda(q, gap(w + sign * q * apart) - gap(w))
        places = [values.get(v, along) for v in schema.schema.variables]
        above = ge(height(s), 0)
        risen = combine(above, [(S.One, at(schema.theorem, *places)), (S.One, level.theorem)])
        slope = plain_slope(Deriv(height.expr, q, S.Zero), context)
        theorem = combine(slope, [(S.One, does_not_start_downwards(height, risen, s))])
        fact = Fact(theorem, partial(_code, slope, height, above, places, s), (schema, level))
        still = combined(le(Inner(apart, apart), 0), context, [(S.One, Slack.of(fact))])
        made = still and _null(goal, apart, still, context)
        if made is not None:
            return made
    return None


def _code(
    slope: Relation, height: Lambda, above: Relation, places: Sequence[Any], s: Symbol, spell: Any, names: Sequence[str]
) -> str:
    there = f"at({', '.join([names[0], *map(spell, places)])})"
    risen = f"combine({spell(above)}, [(1, {there}), (1, {names[1]})])"
    return f"combine({spell(slope)}, [(1, does_not_start_downwards({spell(height)}, {risen}, {spell(s)}))])"


def _null(goal: Relation, apart: Any, still: Fact, context: Context) -> Fact | None:
    square = Inner(apart, apart)
    nothing = eq(square, 0)
    plain = Fact(combine(nothing, [(S.One, square)], facts=[still.theorem]), partial(said, nothing), (still,))
    zero = null(apart, plain, context)
    if zero is None:
        return None
    theorem = combine(goal, [(S.One, zero.theorem)])
    return context.settled(Fact(theorem, lambda spell, names: f"combine({spell(goal)}, [(1, {names[0]})])", (zero,)))
