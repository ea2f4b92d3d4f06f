"""What a run gathers: by how much quantities of it move in each round, and so in all rounds, put to other tactics."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations, product
from typing import Any

from sympy import Expr, Mul, S, Symbol

from verify.discover.adding import added_up
from verify.discover.facts import Context, Fact, applications, open_terms
from verify.discover.indices import fresh_integer, lower_bounds
from verify.discover.instances import arguments
from verify.discover.multipliers import Slack
from verify.discover.positivstellensatz import times_positive
from verify.discover.rounds import seen_in_a_round
from verify.discover.slacks import from_facts
from verify.discover.telescoping import candidates
from verify.language.terms import Inner, Relation, Vec, ge, sort_of, substitute

MOST_QUANTITIES = 8
"""Squares and inner products of what moves that are looked at."""

MOST_STEPS = 4
"""Numbers, apart from 0, that are tried as bounds of how much one of them moves in a round."""


def of_what_a_run_gathers(goal: Relation, context: Context) -> Fact | None:
    """An inequality of numbers, from bounds on what is gathered in all rounds."""
    for high, low in lower_bounds(goal, context):
        there, far = context.inside([]), list[Slack]()
        for whole, apart in _gathered(goal, context, low, high):
            there.add(whole)
            far += apart
        if len(there.facts) > len(context.facts):
            found = from_facts(goal, there, far) or times_positive(goal, there, far)
            if found is not None:
                return found
    return None


def _gathered(goal: Relation, context: Context, low: Any, high: Any) -> Iterator[tuple[Fact, list[Slack]]]:
    """For quantities of a run what they are at most and at least after the rounds from low to high.

    With what an inner product ⟨v, w⟩ gathers there is the square of w less so much of v, which is not negative.
    """
    t = fresh_integer(goal, context, "tkj")
    inner = context.inside([ge(t, low), ge(high, t)])
    moving = [a for a in seen_in_a_round(goal, [], inner, t) if t in a.free_symbols and not a.has(t + 1)]
    still = [a for a in applications([goal, *context.conclusions, *inner.conclusions]) if t not in a.free_symbols]
    points = [a for a in still if isinstance(a, Vec) and not arguments(a)]
    numbers = list(dict.fromkeys(_numbers(inner.relations, t)))[:MOST_STEPS]
    steps = [*(-n for n in numbers), S.Zero, *numbers]  # the first that holds says most
    plain = [p for p in candidates(moving, t, points) if not _is_timed(p, t)]
    for quantity in plain[:MOST_QUANTITIES]:
        end = substitute(quantity, {t: high + 1})
        if substitute(quantity, {t: t + 1}) == quantity:
            continue
        for potential, step in product((quantity, -quantity), steps):
            made = _once(potential, step, t, inner)
            whole = made and added_up(made, context, (t, low, high, potential))
            if whole is not None:
                gathered = step * (high + 1 - low) * (1 if potential == quantity else -1)
                yield whole, _apart(end, gathered)
                break


def _apart(end: Expr, gathered: Expr) -> list[Slack]:
    """Of an inner product of two vectors the squares of one less so much of the other."""
    if not isinstance(end, Inner) or end.args[0] == end.args[1]:
        return []
    return [Slack((Inner(u - gathered * v, u - gathered * v),)) for u, v in permutations(end.args)]


def _once(potential: Expr, step: Expr, t: Symbol, inner: Context) -> Fact | None:
    """That a potential rises by no more than a step in one round."""
    return from_facts(ge(step, substitute(potential, {t: t + 1}) - potential), inner)


def _is_timed(potential: Expr, t: Symbol) -> bool:
    """Whether the round itself, or its square, is a factor."""
    return any(factor in (t, t**2) for factor in Mul.make_args(potential))


def _numbers(facts: Sequence[Fact], t: Symbol) -> Iterator[Expr]:
    """What facts of a round say that something is at most or at least, where that does not move."""
    for fact in facts:
        for side, other in ((fact.relation.lhs, fact.relation.rhs), (fact.relation.rhs, fact.relation.lhs)):
            moves = t in other.free_symbols and bool(open_terms([other], (Inner, Vec)))
            if moves and t not in side.free_symbols and sort_of(side) == "scalar" and side != 0:
                yield side
