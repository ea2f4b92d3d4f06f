"""Sums of what is not negative that are at most 0: each member is 0, and what it is the square of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final

from sympy import Add, KroneckerDelta, Mul, Pow, S, Sum, Symbol

from verify.author.kernel import cite, combine, generalize, instantiate
from verify.axioms import DEFINITE
from verify.discover.adding import added_up, in_range
from verify.discover.facts import FAILURES, Context, Fact
from verify.discover.indices import fresh_integer
from verify.discover.instances import instances
from verify.discover.multipliers import Slack, combined
from verify.discover.slacks import from_facts
from verify.language.terms import Fun, Inner, Relation, Vec, difference, eq, ge, le, sort_of, substitute
from verify.lemmas import vanishes_with_its_square

NULL: Final = difference(DEFINITE.conclusion)
"""The vector that the axiom of definiteness speaks of."""

MOST: Final = 4
"""Sums that are looked at."""


def of_vanishing_sums(context: Context) -> Iterator[Fact]:
    """For each index of a sum that is 0, or at most 0, that its member is 0, where no member is negative."""
    sums = [fact for fact in context.relations if _total(fact.relation) is not None]
    for fact in sums[:MOST]:
        try:
            yield from _of_members(fact, context)
        except FAILURES:
            continue


def _total(relation: Relation) -> tuple[Any, Sum] | None:
    """The factor and the sum, where a relation says that so much of it is 0, or not negative though the factor is."""
    if relation.op not in ("=", "≥") or sort_of(relation.lhs) not in ("scalar", "zero"):
        return None
    factor, total = difference(relation).as_coeff_Mul()
    if not isinstance(total, Sum) or len(total.args) != 2 or (relation.op == "≥" and factor > 0):
        return None
    return factor, total


def _of_members(nothing: Fact, context: Context) -> Iterator[Fact]:
    told = _total(nothing.relation)
    assert told is not None
    factor, total = told
    body, (index, low, high) = total.args
    i = fresh_integer(nothing.relation, context, "ijl")
    j = fresh_integer(nothing.relation, context, "tjk", [i])
    term, there = (substitute(body, {index: v}) for v in (i, j))
    inside, at_one = (in_range(context, v, low, high) for v in (i, j))
    each, own = _is_not_negative(term, inside), _is_not_negative(there, at_one)
    if each is None or own is None:
        return
    others = combined(ge((1 - KroneckerDelta(i, j)) * term, 0), inside, [(1 - KroneckerDelta(i, j), Slack.of(each))])
    rest = others and added_up(others, context, (i, low, high))
    if rest is None:
        return
    below = combined(le(there, 0), at_one, [(S.One, Slack.of(rest)), (-1 / factor, Slack.of(nothing))])
    if below is None:
        return
    zero = eq(there, 0)
    theorem = combine(zero, [(S.One, there)], facts=[below.theorem, own.theorem])
    found = at_one.settled(Fact(theorem, partial(said, zero), (below, own)))
    root = found and _root(found, j, at_one)
    for member in (root, found):
        if member is not None:
            yield _general(member, j, [ge(j, low), ge(high, j)], context)
            return


def _is_not_negative(term: Any, inside: Context) -> Fact | None:
    plain = combined(ge(term, 0), inside, [(S.One, Slack((term,)))])
    if plain is None:
        instances(inside, [term])
    return plain or from_facts(ge(term, 0), inside)


def said(goal: Relation, spell: Any, names: Sequence[str]) -> str:
    """The line that says that what is neither negative nor positive, by facts, is 0."""
    return f"combine({spell(goal)}, [(1, {spell(goal.lhs)})], facts=[{', '.join(names)}])"


def _root(zero: Fact, index: Symbol, context: Context) -> Fact | None:
    """What is 0 because its square is: solved for a value in it, if it is the difference of that and something else."""
    factor, square = zero.relation.lhs.as_coeff_Mul()
    if isinstance(square, Inner) and square.args[0] == square.args[1]:
        return _null(zero, factor, square, index, context)
    bases = [f for f in Mul.make_args(square) if isinstance(f, Pow) and f.exp == 2]
    if len(bases) != 1 or square != bases[0]:
        return None
    base = square.base
    plain = combined(eq(square, 0), context, [(1 / factor, Slack.of(zero))])
    if plain is None:
        return None
    theorem = vanishes_with_its_square(base, plain.theorem)

    def code(spell: Any, names: Sequence[str]) -> str:
        return f"vanishes_with_its_square({spell(base)}, {names[0]})"

    return _solved(Fact(theorem, code, (plain,)), base, index, context)


def _null(zero: Fact, factor: Any, square: Inner, index: Symbol, context: Context) -> Fact | None:
    """A vector that is 0 because the square of its length is."""
    plain, vector = combined(eq(square, 0), context, [(1 / factor, Slack.of(zero))]), square.args[0]
    if plain is None:
        return None
    made = null(vector, plain, context)
    return made and _solved(made, vector, index, context)


def null(vector: Any, nothing: Fact, context: Context) -> Fact | None:
    """That a vector is 0, by the fact that the square of its length is."""
    theorem = instantiate(cite(DEFINITE), {NULL: vector}, [nothing.theorem])

    def code(spell: Any, names: Sequence[str]) -> str:
        return f"instantiate(cite(DEFINITE), {{{spell(NULL)}: {spell(vector)}}}, [{names[0]}])"

    return context.settled(Fact(theorem, code, (nothing,)))


def _solved(zero: Fact, term: Any, index: Symbol, context: Context) -> Fact:
    """What is 0, solved for a value in it, if it is the difference of that and something else; for a member first."""
    for part in sorted(Add.make_args(term), key=lambda part: not part.has(index)):
        share, value = part.as_coeff_Mul()
        if isinstance(value, Inner | Fun | Vec) and not (term - part).has(value):
            made = combined(eq(value, (part - term) / share), context, [(1 / share, Slack.of(zero))])
            if made is not None:
                return made
    return zero


def _general(fact: Fact, index: Symbol, within: Sequence[Relation], context: Context) -> Fact:
    def code(spell: Any, names: Sequence[str]) -> str:
        return f"generalize({names[0]}, [{spell.name(index)}], [{', '.join(map(spell, within))}])"

    return Fact(generalize(fact.theorem, [index], list(within)), code, (fact,))
