"""Signs that are not given: of families that a recursion defines, of numbers by others, of sums, in magnitudes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from sympy import Abs, Basic, Pow, Sum, Symbol

from verify.author.kernel import combine, identity, instantiate
from verify.discover.abstraction import abstracted
from verify.discover.adding import added_up, in_range
from verify.discover.facts import FAILURES, Context, Fact, Prove, open_terms
from verify.discover.indices import fresh_integer
from verify.discover.instances import instances
from verify.discover.slacks import from_facts
from verify.language.terms import (
    ForAll,
    Formula,
    Fun,
    Relation,
    difference,
    eq,
    free_variables,
    ge,
    gt,
    real,
    sort_of,
    substitute,
)  # fmt: skip
from verify.prover.alarm import OutOfTime, limited

SECONDS = 1.0
"""For the prover, on the sign of one denominator."""

_z = real("z")

MOST_SUMS = 6
"""Sums whose sign is asked for."""


def of_recursions(context: Context, prove: Prove) -> Iterator[Fact]:
    """That families are positive, or not negative, of which a schema gives the next member by the present one.

    Args:
        context: what may be used.
        prove: what proves it, by an induction.
    """
    told = {_family(_side(f.schema)) for f in context.schemas if _is_sign(f.schema)}
    for fact in context.schemas:
        schema, left = fact.schema, _side(fact.schema)
        index = schema.variables[0]
        if left is None or left.is_positive or _family(left) in told or left.args[2] != index + 1:
            continue
        first, last = _bounds(schema.given, index)
        if first is None or last is None:
            continue
        n = fresh_integer(schema, context, "nmr")
        between = [ge(n, first), ge(last + 1, n)]
        member = substitute(left, {index: n - 1})
        for sign in (gt, ge):
            found = prove(ForAll([n], between, sign(member, 0)), context.inside([]))
            if found is not None:
                told.add(_family(left))
                yield found
                break


def of_numbers(context: Context) -> Iterator[Fact]:
    """Signs of variables that follow from those of others, as that of d from d ≥ c and c > 0."""
    spoken = sorted({v for f in context.conclusions for v in free_variables(f)}, key=str)
    for v in spoken:
        if type(v) is not Symbol or v.is_integer or context.is_positive(v):
            continue
        found = from_facts(gt(v, 0), context) or (None if context.is_nonnegative(v) else from_facts(ge(v, 0), context))
        if found is not None:
            yield found


def of_denominators(terms: Sequence[Basic], context: Context) -> Iterator[Fact]:
    """That what is divided by in the terms is positive, or minus it, where facts say so together and none alone."""
    powers = [p for p in open_terms(terms, (Pow,)) if p.exp.is_number and p.exp.is_negative]
    for base in dict.fromkeys(p.base for p in powers if not isinstance(p.base, Symbol | Fun)):
        if context.is_positive(base) or context.is_positive(-base):
            continue
        for way in (from_facts, _decided):
            found = way(gt(base, 0), context) or way(gt(-base, 0), context)
            if found is not None:
                yield found
                break


def of_plain_magnitudes(terms: Sequence[Basic], context: Context) -> Iterator[Fact]:
    """|u| = u, or −u, of the magnitudes in the terms, where a fact says that this is not negative."""
    bounds = [f for f in context.relations if f.relation.op in ("≥", ">")]
    for node in open_terms(terms, (Abs,)):
        for sign, fact in ((sign, fact) for fact in bounds for sign in (1, -1)):
            if difference(fact.relation) == sign * node.args[0]:
                plain = eq(Abs(_z), sign * _z), Relation(fact.relation.op, sign * _z, 0)
                known = Relation(fact.relation.op, sign * node.args[0], 0)
                because = combine(known, [(1, fact.theorem)])
                theorem = instantiate(identity(plain[0], facts=[plain[1]]), {_z: node.args[0]}, [because])
                made = context.settled(Fact(theorem, partial(_as_told, plain, node.args[0], known), (fact,)))
                if made is not None:
                    yield made
                break


def _as_told(plain: tuple[Relation, Relation], term: Any, known: Relation, spell: Any, names: Sequence[str]) -> str:
    general = f"identity({spell(plain[0])}, facts=[{spell(plain[1])}])"
    return f"instantiate({general}, {{{spell(_z)}: {spell(term)}}}, [combine({spell(known)}, [(1, {names[0]})])])"


def of_plain_squares(terms: Sequence[Basic], context: Context) -> Iterator[Fact]:
    """u² > 0, of the squares in the terms, where a fact says that u, or −u, is positive."""
    strict = {difference(f.relation): f for f in context.relations if f.relation.op == ">"}
    for node in open_terms(terms, (Pow,)):
        for base in (node.base, -node.base) if node.exp == 2 else ():
            if base in strict:
                above, fact = gt(node, 0), strict[base]
                theorem = combine(above, [(base, fact.theorem)], facts=[fact.theorem])
                made = context.settled(Fact(theorem, partial(_squared, above, base), (fact,)))
                yield from [made] if made is not None else []


def _squared(above: Relation, base: Any, spell: Any, names: Sequence[str]) -> str:
    return f"combine({spell(above)}, [({spell(base)}, {names[0]})], facts=[{names[0]}])"


def _decided(goal: Relation, context: Context) -> Fact | None:
    """What the prover says of it, where it is asked of a few numbers."""
    with suppress(OutOfTime, *FAILURES), limited(SECONDS):
        return abstracted(goal, context)
    return None


def _side(schema: ForAll) -> Any:
    """The member of a family that a schema with one index is about, where it is an equation or inequality of it."""
    body = schema.body
    if len(schema.variables) != 1 or not schema.variables[0].is_integer or not isinstance(body, Relation):
        return None
    for side in (body.lhs, body.rhs):
        if isinstance(side, Fun) and len(side.args) == 3 and side.has(schema.variables[0]):
            return side
    return None


def _family(member: Any) -> Any:
    return member.args[0] if member is not None else None


def _is_sign(schema: ForAll) -> bool:
    body = schema.body
    return isinstance(body, Relation) and body.op in ("≥", ">") and bool(body.rhs.is_nonnegative)


def _bounds(given: Sequence[Formula], index: Symbol) -> tuple[Any, Any]:
    """From where to where an index runs, as its conditions say."""
    first = last = None
    for condition in given:
        if not isinstance(condition, Relation) or condition.op not in ("≥", ">"):
            return None, None
        strict = int(condition.op == ">")
        if condition.lhs == index and not condition.rhs.has(index):
            first = condition.rhs + strict
        elif condition.rhs == index and not condition.lhs.has(index):
            last = condition.lhs - strict
    return first, last


def of_sums(terms: Sequence[Basic], context: Context) -> Iterator[Fact]:
    """That sums in sight are not negative, whose summands are not by what the context says of each."""
    for node in open_terms(terms, (Sum,))[:MOST_SUMS]:
        if len(node.args) != 2 or sort_of(node) != "scalar" or node.is_nonnegative:
            continue
        body, (index, low, high) = node.args
        i = fresh_integer(ge(node, 0), context, "ijl")
        summand = substitute(body, {index: i})
        inside = in_range(context, i, low, high)
        instances(inside, [summand])
        each = from_facts(ge(summand, 0), inside)
        made = each and added_up(each, context, (i, low, high))
        if made is not None:
            yield made
