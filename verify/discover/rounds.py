"""A potential over the rounds: what is in sight in a round and at the ends, put to `telescoping`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from sympy import Basic, Mul, Pow, S, Sum, Symbol, log, sqrt

from verify.discover.curves import parabolas
from verify.discover.facts import Context, Fact, applications, occurring, open_terms
from verify.discover.indices import is_of_round, lower_bounds, round_index, shifted
from verify.discover.instances import arguments, instances
from verify.discover.lemmas import (
    known,
    known_sums,
    of_bits,
    of_logarithms,
    of_magnitudes,
    of_roots_of_sums,
    tangents_at_ends,
    tangents_of_summands,
)
from verify.discover.multipliers import Slack, combined
from verify.discover.signs import of_sums
from verify.discover.slacks import (
    MOST_PAIRED,
    bits,
    equations,
    nonnegative,
    products,
    solved_for_gradients,
    squared_norms,
    squares,
    times_squares,
)
from verify.discover.telescoping import Round, candidates, outermost, powers, ranges, running, split, telescoped
from verify.discover.weights import falls_in_bits, kept_weights, of_weights, totals
from verify.discover.witnesses import with_witnesses
from verify.language.terms import (
    ForAll,
    Fun,
    Gradient,
    Inner,
    Relation,
    Vec,
    difference,
    free_variables,
    ge,
    sort_of,
    substitute,
)  # fmt: skip

MOST_FIXED = 4
"""Vectors that do not move, whose inner products with sums of vectors are looked at."""

MOST_SQUARES = 60
"""Squares of combinations of two terms."""

MANY_POTENTIALS = 50
"""With more, those are tried first that do not have the round itself as a factor."""

MOST_APART = 30
"""Squared distances of two vectors of a round."""


def over_rounds(goal: Relation, context: Context) -> Fact | None:
    """An inequality by a potential: with sums over a range, or of what the last of several rounds leaves."""
    if goal.op not in ("≥", ">"):
        return None
    context.add_all(known([goal, *context.conclusions], context))
    last = [(start, n) for n, start in lower_bounds(goal, context) if not _is_bounded(n, context)]
    runs = [*ranges([difference(goal)], context), *last]
    for low, high in dict.fromkeys(runs):
        found = _over_range(goal, context, low, high)
        if found is not None:
            return found
    for low, high in ranges([difference(goal)], context):
        if any(_ends_before(f.schema, high) for f in context.schemas):
            found = _before_last(goal, context, low, high)
            if found is not None:
                return found
    return None


def _ends_before(schema: ForAll, high: Any) -> bool:
    """Whether a schema on indices speaks of none from `high` on."""
    return any(
        isinstance(g, Relation) and (g.op, difference(g)) in ((">", high - v), ("≥", high - 1 - v))
        for v in schema.variables if v.is_integer for g in schema.given
    )  # fmt: skip


def _before_last(goal: Relation, context: Context, low: Any, high: Any) -> Fact | None:
    """The goal with the last members of its sums by themselves: what leads from a round to the next ends before."""
    sums = [node for node in open_terms([goal], (Sum,)) if tuple(node.args[-1][1:]) == (low, high)]
    apart = {}
    for node in sums:
        index, body = outermost(node)
        apart[node] = Sum(body, (index, low, high - 1)) + substitute(body, {index: high})
    whole = goal.xreplace(apart)
    found = _over_range(whole, context, low, high - 1)
    return None if found is None else combined(goal, context, [(S.One, Slack.of(found))])


def _is_bounded(n: Symbol, context: Context) -> bool:
    """Whether something bounds an integer from above: then it is a round, and not their number."""
    return any(difference(f.relation).coeff(n) == -1 for f in context.sides)


def _over_range(goal: Relation, context: Context, low: Any, high: Any) -> Fact | None:
    t = round_index(goal, context)
    sums = [node for node in occurring(goal, Sum) if tuple(node.args[-1][1:]) == (low, high)]
    bodies = [substitute(node.args[0], {node.args[-1][0]: t}) for node in sums]
    inner = context.inside([ge(t, low), ge(high, t)])
    witnesses = with_witnesses(inner, _said_of_round(goal, bodies, inner, t), t)
    seen = seen_in_a_round(goal, bodies, inner, t)
    summand = split(difference(goal), t, low, high, context).summand
    weighed = _add_what_is_known(goal, bodies, summand, t, inner)
    curves = list(parabolas([goal, *bodies], context))

    still = [a for a in applications([goal, *context.conclusions, *inner.conclusions]) if t not in a.free_symbols]
    fixed = [a for a in still if _is_vector(a) and not any(x.is_number for x in arguments(a))]
    points = [a for a in fixed if isinstance(a, Vec) and not arguments(a)]
    moving = [a for a in seen if t in a.free_symbols]
    moved = powers(bodies, t)
    before = running([*bodies, *inner.conclusions], t)
    roots = [sqrt(a) for a in before if any(p.base in (a, substitute(a, {t: t + 1})) for p in _roots(bodies))]
    inner.add_all(of_sums([a for root in roots for a in (root, substitute(root, {t: t + 1}))], inner))
    logs = [log(a) for a in [*totals(weighed, t), *(a for a in moving if _is_positive(a, t, inner))]]
    potentials = [*candidates(moving, t, points, before), *moved, *logs, *roots]
    ends = [substitute(p, {t: v}) for p in potentials for v in (low, high + 1)]
    outer = _at_the_ends(goal, ends, weighed, t, low, high, context)

    using, rest = equations(inner.relations)
    end_using, others = equations(outer.relations)
    apart = [Slack(((substitute(a, {t: t + 1}) - a) ** 2,)) for a in roots]
    lengths = [Inner(a, a) for a in moving if isinstance(a, Vec) and any(b.has(a) for b in bodies)]
    plain = nonnegative([*bodies, *lengths, *(f.conclusion for f in rest)])
    slacks = [
        *map(Slack.of, [*rest, *curves]),
        *_times(curves, rest),
        *squared_norms(rest),
        *times_squares(rest, bodies),
        *bits(rest),
        *plain,
        *apart,
        *_lengths_of_steps(goal, bodies, moving, using, t, inner),
    ]
    whole = list(of_sums([goal], outer)) if curves else []
    end_slacks = [*map(Slack.of, [*others, *curves]), *_times(curves, whole), *squared_norms(others), *_squared(ends)]
    timed = _timed(ge(t, low), rest, [a for a in seen if isinstance(a, Vec | Gradient)], points, inner)
    pairs = [*products(inner.relations, 2 * MOST_PAIRED // 3), *squares(goal, inner, [*bodies, *moved])[:MOST_SQUARES]]
    gathered = [substitute(a, {t: high + 1}) for a in before if _is_vector(a)]
    end_slacks += _scaled_apart(goal, gathered, points, outer)
    plainest = [p for p in potentials if not any(factor in (t, t**2) for factor in Mul.make_args(p))]
    first = [plainest] if len(potentials) > MANY_POTENTIALS else []
    tries = [*(([], those) for those in first), *((extra, potentials) for extra in ([], timed, [*timed, *pairs]))]
    for extra, those in tries:
        facts = [*slacks, *extra]
        at_ends = (outer, end_slacks, end_using)
        of = Round(t, low, high, inner, facts, using, those, fixed[:MOST_FIXED], *at_ends, witnesses)
        found = telescoped(goal, of)
        if found is not None:
            return found
    return None


def _add_what_is_known(goal: Relation, bodies: Sequence[Any], summand: Any, t: Symbol, inner: Context) -> list[Any]:
    """Adds what the library says of a round; what may hold weights is returned, with what was known before these."""
    inner.add_all(known([goal, *bodies, *inner.conclusions], inner))
    inner.add_all(tangents_of_summands(goal, [*bodies, summand], inner))
    inner.add_all(of_bits(inner))
    inner.add_all(of_logarithms(inner) if goal.has(log) else [])
    inner.add_all(of_bits(inner))
    inner.add_all(tangents_at_ends(goal, bodies, inner))
    weighed = [*bodies, *inner.conclusions]
    inner.add_all(of_weights(weighed, t, inner))
    inner.add_all(falls_in_bits(weighed, summand, t, inner) if goal.has(log) else [])
    inner.add_all(solved_for_gradients(inner))
    return weighed


def _at_the_ends(
    goal: Relation, ends: Sequence[Any], weighed: Sequence[Any], t: Symbol, low: Any, high: Any, context: Context
) -> Context:
    """The context with what schemas and the library say of what potentials are at the ends."""
    outer = context.inside([])
    instances(outer, [goal, *ends])
    outer.add_all(of_logarithms(outer) if goal.has(log) else [])
    members = [v for v in sorted(free_variables(goal), key=str) if type(v) is Symbol and v.is_integer]
    outer.add_all(kept_weights(weighed, t, high, members, outer))
    outer.add_all(solved_for_gradients(outer))
    outer.add_all(known_sums(high, outer) if low == 1 else [])
    outer.add_all(of_roots_of_sums(goal, outer))
    outer.add_all(of_magnitudes(outer.conclusions, outer))
    return outer


def seen_in_a_round(goal: Relation, bodies: Sequence[Any], inner: Context, t: Symbol) -> list[Any]:
    """Terms of this round and the next; the context gets what schemas say of them."""
    moving = [f.schema for f in inner.schemas if f.schema.variables[0].is_integer]
    seeds = [*bodies, *applications([goal, *bodies])]
    for schema in moving:
        said = applications([substitute(schema.body, {schema.variables[0]: t})])
        seeds += [a for a in said if not a.free_symbols & set(schema.variables)]

    def seen() -> list[Any]:
        there = [a for a in applications([*seeds, *inner.conclusions]) if is_of_round(a, t)]
        return list(dict.fromkeys([*there, *shifted(there, t)]))

    for _ in range(2):
        there = seen()
        instances(inner, there)
    found = seen()
    if any(_is_at_a_point(a) for a in found if a not in there):  # values of fields, only now met: at other points, too
        instances(inner, found)
        found = seen()
    return found


def _said_of_round(goal: Relation, bodies: Sequence[Any], inner: Context, t: Symbol) -> list[Any]:
    """A goal, its summands, and what schemas on the rounds say of this one."""
    schemas = [f.schema for f in inner.schemas if len(f.schema.variables) == 1 and f.schema.variables[0].is_integer]
    return [goal, *bodies, *(substitute(s.body, {s.variables[0]: t}) for s in schemas)]


def _at(moving: Sequence[Any], t: Symbol) -> list[Any]:
    """The members of families of vectors of this round."""
    return [a for a in moving if isinstance(a, Vec) and arguments(a) == (t,)]


def _is_at_a_point(node: Basic) -> bool:
    """Whether it is the value of a field at a vector."""
    return isinstance(node, Fun) and any(isinstance(a, Vec) for a in arguments(node))


def _roots(terms: Sequence[Any]) -> list[Pow]:
    """Square roots, also below the bar."""
    return [p for p in open_terms(terms, (Pow,)) if p.exp in (S.Half, -S.Half)]


def _is_positive(term: Any, t: Symbol, inner: Context) -> bool:
    return isinstance(term, Fun) and arguments(term) == (t,) and inner.is_positive(term)


def _timed(
    later: Relation, facts: Sequence[Fact], moving: Sequence[Any], points: Sequence[Any], inner: Context
) -> list[Slack]:
    """Squared distances, and facts and these times the number of rounds that have gone by."""
    apart = [Inner(v - w, v - w) for v, w in combinations(dict.fromkeys([*moving, *points]), 2)][:MOST_APART]
    since = next((f for f in inner.relations if f.conclusion == later), None)
    if since is None:
        return [Slack((a,)) for a in apart]
    timed = [Slack((since, f), f.relation.op == "=") for f in facts if f is not since and f.relation.op != "≠"]
    return [*(Slack((a,)) for a in apart), *timed, *(Slack((since, a)) for a in apart)]


def _squared(terms: Sequence[Any]) -> list[Slack]:
    """Those of the terms that are not negative by what they are."""
    kept = dict.fromkeys(a for a in terms if isinstance(a, Inner | Fun))
    return [Slack((a,)) for a in kept if (a.args[0] == a.args[1] if isinstance(a, Inner) else a.is_nonnegative)]


def _lengths_of_steps(
    goal: Relation, bodies: Sequence[Any], moving: Sequence[Any], using: Sequence[Fact], t: Symbol, context: Context
) -> list[Slack]:
    """Squares of the steps of what no equation moves, with multiples of vectors of which the goal has the squares.

    As ‖x(t) − x(t + 1) − ηg(t)‖² in mirror descent, where gradients of another function move.
    """
    told = {f.relation.lhs for f in using}
    lengths = [a.args[0] for a in open_terms(bodies, (Inner,)) if a.args[0] == a.args[1] and t in a.free_symbols]
    places = [a for a in _at(moving, t) if a not in lengths]
    rates = [v for v in sorted(free_variables(goal), key=str) if type(v) is Symbol and context.is_positive(v)]
    scales = [S.One, *(c for v in rates if not v.is_integer for c in (v, 1 / v))]
    found = []
    for place in places:
        after = substitute(place, {t: t + 1})
        if after not in told:
            steps = [place - after + sign * c * v for v in lengths for c in scales for sign in (1, -1)]
            found += [Slack((Inner(s, s),)) for s in steps]
    return found[:MOST_APART]


def _scaled_apart(goal: Relation, sums: Sequence[Any], points: Sequence[Any], context: Context) -> list[Slack]:
    """Squares of points that do not move, with multiples of sums added."""
    rates = [v for v in sorted(free_variables(goal), key=str) if type(v) is Symbol and context.is_positive(v)]
    scales = [c for v in rates if not v.is_integer for c in (v, 1 / v)]
    moved = [p + sign * c * s for p in points for s in sums for c in [S.One, *scales] for sign in (1, -1)]
    return [Slack((Inner(v, v),)) for v in moved[:MOST_APART]]


def _times(curves: Sequence[Fact], facts: Sequence[Fact]) -> list[Slack]:
    """Bounds of functions of numbers times what is not negative."""
    signs = [
        f
        for f in facts
        if f.relation.op in ("≥", ">") and f.relation.rhs == 0 and open_terms([f.conclusion], (Fun, Sum))
    ]
    return [Slack((curve, sign)) for curve in curves for sign in signs]


def _is_vector(term: Basic) -> bool:
    return sort_of(term) not in ("scalar", "zero", "point")
