"""Tactics that need no other proofs, and what goals are generalised or split by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from sympy import Abs, Basic, Max, Min, S, Symbol

from verify.author.following import follows
from verify.author.kernel import combine
from verify.discover.congruence import with_a_side_in_common
from verify.discover.facts import FAILURES, Context, Fact, applications, open_terms
from verify.discover.instances import MOST, instances
from verify.discover.lemmas import known, of_inner_products
from verify.discover.positivstellensatz import times_positive
from verify.discover.signs import of_numbers, of_sums
from verify.discover.slacks import descent_points, from_facts, products, squares, times_parameters
from verify.discover.summed import summed
from verify.discover.weights import above_members
from verify.language.terms import Fun, Relation, free_variables, sort_of

MOST_FOLLOWED = 14
"""Facts that `follows` is asked about."""

ROUNDS = 3
"""Of instances, each at terms that the last ones brought in."""

MOST_SPLITS = 4
"""Terms on whose sign cases are distinguished."""


def direct(goal: Relation, context: Context) -> Fact | None:
    """A combination of the facts."""
    return from_facts(goal, context)


def by_what_it_is(goal: Relation, context: Context) -> Fact | None:
    """That a term is not negative, which the rules see at once: a root, or a sum of squares."""
    if goal.op != "≥" or goal.rhs != 0:
        return None
    sides = context.sides
    try:
        theorem = combine(goal, [(S.One, goal.lhs)], facts=[f.theorem for f in sides])
    except FAILURES:
        return None

    def code(spell: Any, names: Sequence[str]) -> str:
        return f"combine({spell(goal)}, [(1, {spell(goal.lhs)})], facts=[{', '.join(names)}])"

    return context.settled(Fact(theorem, code, tuple(sides)))


def with_instances(goal: Relation, context: Context) -> Fact | None:
    """A combination of the facts and of instances of schemas, at terms in sight and at those that these bring in."""
    for round_ in range(ROUNDS):
        new = instances(context, [goal, *context.conclusions])
        if not new and round_:
            return None
        context.add_all(with_a_side_in_common(context))
        found = from_facts(goal, context, times_parameters(context.relations) if round_ else ())
        if found is not None:
            return found
    return None


def at_descent_points(goal: Relation, context: Context) -> Fact | None:
    """A combination of instances at points a gradient step away."""
    points = descent_points(goal, context)
    if not points:
        return None
    there = context.inside([])
    instances(there, [goal, *points], 2 * MOST)
    return from_facts(goal, there)


def with_lemmas(goal: Relation, context: Context) -> Fact | None:
    """A combination of the facts and of what the library says of terms in sight."""
    seen = [goal, *context.conclusions]
    context.add_all([*known(seen, context), *of_inner_products(goal, context)])
    context.add_all([*of_sums(seen, context), *above_members(goal, context)])
    return from_facts(goal, context)


def with_products(goal: Relation, context: Context) -> Fact | None:
    """A combination of the facts, of products of two, and of squares."""
    return from_facts(goal, context, [*squares(goal, context), *products(context.relations)])


def with_sums(goal: Relation, context: Context) -> Fact | None:
    """The goal, or it times a positive factor, from facts on members added up."""
    there = context.inside([])
    there.add_all(summed(goal, context))
    if len(there.facts) == len(context.facts):
        return None
    found = from_facts(goal, there)
    if found is None:
        there.add_all(of_numbers(there))
        found = times_positive(goal, there)
    return found


def followed(goal: Relation, context: Context) -> Fact | None:
    """What `follows` finds."""
    facts = context.relations[:MOST_FOLLOWED]

    def code(spell: Any, names: Sequence[str]) -> str:
        return f"follows({', '.join([spell(goal), *names])})"

    try:
        theorem = follows(goal, *(f.theorem for f in facts))
    except IndexError:  # a system without an equation
        return None
    return context.settled(Fact(theorem, code, tuple(facts)))


def splits(goal: Relation, context: Context) -> list[Any]:
    """Terms whose sign may matter and is not known: of magnitudes and maxima, differences of arguments, numbers."""
    found: dict[Any, None] = {}
    for node in open_terms([goal], (Abs, Max, Min)):
        for term in [node.args[0]] if isinstance(node, Abs) else [a - b for a, b in combinations(node.args, 2)]:
            found[term] = None
    for a, b in combinations(dict.fromkeys(arguments_of_functions(goal)), 2):
        found[a - b] = None
    for v in sorted(free_variables(goal), key=str):
        if type(v) is Symbol and not v.is_integer and not v.is_nonnegative:
            found[v] = None
    return [
        term for term in list(found)[:MOST_SPLITS]
        if not term.is_number and not context.is_nonnegative(term) and not context.is_nonnegative(-term)
    ]  # fmt: skip


def arguments_of_functions(goal: Basic) -> Iterator[Any]:
    """Numbers that functions of one number are applied to."""
    for node in applications([goal]):
        if isinstance(node, Fun) and len(node.args) == 3:
            argument = node.args[2]
            if sort_of(argument) in ("scalar", "zero") and not argument.is_integer:
                yield argument
