"""Instances that need thought: at a point between two others, and where a known inequality meets a condition.

Of f(sx + (1 − s)y) ≤ sf(x) + (1 − s)f(y) with 0 ≤ s ≤ 1 the share s is found at which sx + (1 − s)y is a point in
sight, and the bounds of that share are proved; of g(x) ≤ g(y) where x ≤ y the sides of what is known are put in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, permutations
from typing import Any

from sympy import Expr, S, Symbol, cancel, fraction

from verify.discover.facts import FAILURES, Context, Fact, applications
from verify.discover.instances import arguments, instance, instances, is_same_head
from verify.discover.slacks import from_facts, times_parameters
from verify.language.terms import ForAll, Fun, IllFormed, Relation, Vec, gt, sort_of, substitute

ROUNDS = 3
"""Of instances, each at terms that the last ones brought in."""

MOST_SHARES = 12
"""Values of the variables of one schema that are tried in one round."""

MOST_ENDS = 6
"""Points in sight of which two may be the ends."""


def between_points(goal: Relation, context: Context) -> Fact | None:
    """A combination of the facts and of instances with a share, or with a condition, that is looked for.

    Args:
        goal: what to prove.
        context: what may be used.
    """
    schemas = [f for f in context.schemas if _shared(f.schema) is not None or _ordered(f.schema)]
    if not schemas:
        return None
    there, tried = context.inside([]), set[tuple[Any, ...]]()
    for _ in range(ROUNDS):
        before = len(there.facts), len(tried)
        instances(there, [goal, *there.conclusions])
        for schema in schemas:
            seen = applications([goal, *there.conclusions])
            suggested = (v for v in _suggested(schema.schema, seen, there) if (schema.conclusion, *v) not in tried)
            for values in islice(suggested, MOST_SHARES):
                tried.add((schema.conclusion, *values))
                _taken_on(there, schema, values)
        if before == (len(there.facts), len(tried)):
            return None
        found = from_facts(goal, there) or from_facts(goal, there, times_parameters(there.relations))
        if found is not None:
            return found
    return None


def _suggested(schema: ForAll, seen: Sequence[Any], context: Context) -> Iterator[list[Any]]:
    yield from _between(schema, seen)
    yield from _met(schema, seen, context)


def _shared(schema: ForAll) -> tuple[Any, Symbol, list[Symbol]] | None:
    """A function's value at a mixture, the share in it, and the ends that are mixed; None where there is none."""
    for node in applications([schema.body]):
        if not isinstance(node, Fun) or len(node.args) != 3:
            continue
        point = node.args[2]
        inside = [v for v in schema.variables if v in point.free_symbols]
        ends = [v for v in inside if _is_value(v, schema)]
        shares = [v for v in inside if v not in ends and type(v) is Symbol and not v.is_integer]
        if len(shares) == 1 and len(ends) == 2 and set(schema.variables) == {*shares, *ends}:
            return node, shares[0], ends
    return None


def _is_value(variable: Any, schema: ForAll) -> bool:
    """Whether a function of the schema is taken at the variable alone."""
    places = [a for node in applications([schema.body]) if isinstance(node, Fun) for a in arguments(node)]
    return any(a == variable or (isinstance(a, Vec) and a.args[0] == variable and not arguments(a)) for a in places)


def _between(schema: ForAll, seen: Sequence[Any]) -> Iterator[list[Any]]:
    """Two points in sight, and the share at which their mixture is a third one."""
    found = _shared(schema)
    if found is None:
        return
    node, share, ends = found
    points = list(dict.fromkeys(a.args[2] for a in seen if is_same_head(a, node)))[:MOST_ENDS]
    for first, second in permutations(points, 2):
        mapping = dict(zip(ends, (first, second), strict=True))
        try:
            mixed = substitute(node.args[2], mapping)
        except (IllFormed, ValueError, TypeError):
            continue
        for target in points:
            value = _solved(mixed, share, target) if target not in (first, second) else None
            if value is not None:
                yield [value if v == share else mapping[v] for v in schema.variables]


def _solved(term: Any, share: Symbol, target: Any) -> Expr | None:
    """The value of a variable at which a term, linear in it, is another one."""
    rest = substitute(term, {share: S.Zero})
    slope = (substitute(term, {share: S.One}) - rest).expand()
    if (term - rest - share * slope).expand() != 0:
        return None
    wanted = (target - rest).expand()
    if sort_of(term) in ("scalar", "zero"):
        return None if slope == 0 else cancel(wanted / slope)
    atoms = sorted({*slope.atoms(Vec), *wanted.atoms(Vec)}, key=str)
    ratios = {
        cancel(wanted.coeff(a) / slope.coeff(a)) if slope.coeff(a) != 0 else None
        for a in atoms
        if (wanted.coeff(a), slope.coeff(a)) != (0, 0)
    }
    return ratios.pop() if len(ratios) == 1 else None


def _ordered(schema: ForAll) -> list[tuple[Any, Any]]:
    """The pairs of numbers, the larger one first, that a schema asks to be in order."""
    pairs = [(g.lhs, g.rhs) for g in schema.given if isinstance(g, Relation) and g.op in ("≥", ">")]
    plain = [v for v in schema.variables if type(v) is Symbol and not v.is_integer]
    return [pair for pair in pairs if all(v in plain for v in pair)] if len(plain) == len(schema.variables) else []


def _met(schema: ForAll, seen: Sequence[Any], context: Context) -> Iterator[list[Any]]:
    """The sides of known inequalities, where a schema of two numbers asks for their order and speaks of one of them."""
    for larger, smaller in _ordered(schema) if len(schema.variables) == 2 else ():
        for fact in context.relations:
            relation = fact.relation
            if relation.op not in ("≥", ">") or sort_of(relation.lhs) != "scalar":
                continue
            values = {larger: relation.lhs, smaller: relation.rhs}
            said = substitute(schema.body, values)
            if set(applications([said])) & set(seen) - set(applications([relation])):
                yield [values[v] for v in schema.variables]


def _taken_on(context: Context, schema: Fact, values: Sequence[Any]) -> None:
    """Adds an instance, with what it asks for where that is proved."""
    there = context.inside([])
    said = [_defined(value, there) for value in values]
    if any(value is None for value in said):
        return
    mapping = dict(zip(schema.schema.variables, said, strict=True))
    proofs = []
    for condition in schema.schema.given:
        made = _shown(substitute(condition, mapping), there)
        if made is None:
            return
        proofs.append(made)
    signs = there.facts[len(context.facts) :]
    if instance(context, schema, said, [*signs, *proofs]) is not None:
        context.add_all(signs)


def _defined(value: Any, context: Context) -> Any:
    """The value with a denominator that is positive, which the context gets to know; None where it has no sign."""
    above, below = fraction(value) if sort_of(value) == "scalar" else (value, S.One)
    if below.is_number or context.is_positive(below):
        return value
    for sign in (1, -1):
        made = _shown(gt(sign * below, 0), context)
        if made is not None:
            context.add(made)
            return (sign * above) / (sign * below)
    return None


def _shown(goal: Any, context: Context) -> Fact | None:
    try:
        return from_facts(goal, context) if isinstance(goal, Relation) else None
    except FAILURES:
        return None
