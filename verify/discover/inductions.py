"""Inductions: over each integer that a goal speaks of, of the goal as it is, or for all values of another integer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from sympy import Add, Expr, Mul, Pow, S, Symbol

from verify.author.following import at
from verify.author.kernel import Theorem, assume, instantiate
from verify.author.steps import by_induction
from verify.discover.denominators import Cleared, divided, without_denominators
from verify.discover.facts import FAILURES, Context, Fact, Prove
from verify.discover.indices import fresh_integer, lower_bounds, sum_ends
from verify.discover.multipliers import Slack, combined
from verify.discover.slacks import chained
from verify.language.terms import ForAll, Formula, Fun, Relation, difference, free_variables, ge, substitute
from verify.prover.alarm import OutOfTime, limited

SECONDS, EACH = 25.0, 10.0
"""For all inductions, and for each that is not the last."""

MOST_LEFT_OVER = 2
"""Terms that a goal is tried to be proved with less of."""


def induced(goal: Relation, context: Context, prove: Prove) -> Fact | None:
    """The goal by an induction, over the integers that end its sums first; first without what is divided by in it.

    Args:
        goal: an inequality or equation.
        context: what may be used.
        prove: what proves a base and a step.
    """
    starts = lower_bounds(goal, context)
    whole = without_denominators(goal, context)
    attempts: list[Callable[[], Fact | None]] = []
    for n, start in starts if whole.below != 1 else ():
        attempts.append(partial(_of_the_whole, goal, whole, context, n, start, prove))
    for n, start in starts:
        attempts.append(partial(_over, goal, context, n, start, prove))
        for general, value in _generalised(goal, context, n):
            attempts.append(partial(_of_all, general, value, context, n, start, prove))
    for n, start in starts:
        for less in _left_over(goal, context, n)[:MOST_LEFT_OVER]:
            attempts.append(partial(_of_more, goal, less, context, n, start, prove))
    for k, attempt in enumerate(attempts, start=1):
        with suppress(OutOfTime, *FAILURES), limited(EACH if k < len(attempts) else SECONDS):
            found = attempt()
            if found is not None:
                return found
    return None


def _of_the_whole(goal: Relation, whole: Cleared, context: Context, n: Symbol, start: Any, prove: Prove) -> Fact | None:
    found = _over(whole.whole, context, n, start, prove)
    return None if found is None else divided(goal, whole, found, context)


def _left_over(goal: Relation, context: Context, n: Symbol) -> list[Expr]:
    """What a goal with growing powers may have too much of, so that the goal less that is passed on as well.

    As d/c in a(n) ≤ (1 + c)ⁿ(a(0) + d/c), where a(n + 1) ≤ (1 + c)a(n) + d: the terms, but for the powers.
    """
    found: dict[Expr, None] = {}
    for term in Add.make_args(difference(goal).expand()) if goal.op in ("≥", ">") else ():
        powers = [p for p in Mul.make_args(term) if isinstance(p, Pow) and n in p.exp.free_symbols]
        rest = Mul(*(a for a in Mul.make_args(term) if a not in powers))
        if powers and n not in rest.free_symbols and context.is_nonnegative(rest):
            found[rest] = None
    return sorted(found, key=lambda rest: (bool(rest.atoms(Fun)), str(rest)))


def _of_more(goal: Relation, less: Expr, context: Context, n: Symbol, start: Any, prove: Prove) -> Fact | None:
    found = _over(ge(difference(goal), less), context, n, start, prove)
    return None if found is None else combined(goal, context, [(S.One, Slack.of(found)), (S.One, Slack((less,)))])


def _of_all(general: ForAll, value: Symbol, context: Context, n: Symbol, start: Any, prove: Prove) -> Fact | None:
    found = _over(general, context, n, start, prove)
    return None if found is None else _at_value(found, value, context)


def _over(goal: Formula, context: Context, n: Symbol, start: Any, prove: Prove) -> Fact | None:
    k = fresh_integer(goal, context)
    here = substitute(goal, {n: k})
    base = prove(substitute(goal, {n: start}), context.inside([]))
    if base is None:
        return None
    inside = context.inside([here, ge(k, start), ge(n, k + 1)])
    inside.add_all(chained(ge(n, k + 1), inside))
    step = prove(substitute(goal, {n: k + 1}), inside)
    if step is None:
        return None
    later, sides = step.theorem, tuple(inside.sides if len(assume(here).hypotheses) > 1 else ())

    def stepped(it: Theorem) -> Theorem:
        """What the hypothesis needs to make sense is shown by the facts on numbers."""
        made = instantiate(later, {}, [it])
        return instantiate(made, {}, [f.theorem for f in sides]) if sides else made

    always = by_induction(here, k, start, base=base.theorem, step=stepped, until=n)

    def code(spell: Any, names: Sequence[str]) -> str:
        head = f"by_induction({spell(here)}, {spell(k)}, {spell(start)}, base={names[0]}"
        made = f"instantiate({names[1]}, {{}}, [here])"
        made = f"instantiate({made}, {{}}, [{', '.join(names[2:])}])" if sides else made
        return f"instantiate({head}, step=lambda here: {made}, until={spell(n)}), {{{spell(k)}: {spell(n)}}})"

    return context.settled(Fact(instantiate(always, {k: n}), code, (base, step, *sides)))


def _generalised(goal: Relation, context: Context, n: Symbol) -> Iterator[tuple[ForAll, Symbol]]:
    """The goal for all values of another index, under the hypotheses on it; an induction over n may need them all."""
    ends = sum_ends(goal)
    for v in sorted(free_variables(goal), key=lambda v: (v in ends, str(v))):
        if type(v) is not Symbol or not v.is_integer or v == n:
            continue
        spoken = [f.conclusion for f in context.relations if v in free_variables(f.conclusion)]
        if any(n in free_variables(f) for f in spoken):
            continue
        other = fresh_integer(goal, context, "cdh")
        yield ForAll([other], [substitute(f, {v: other}) for f in spoken], substitute(goal, {v: other})), v


def _at_value(fact: Fact, value: Symbol, context: Context) -> Fact | None:
    """What a fact for all values of an index says of one of them."""
    sides = context.sides
    theorem = at(fact.theorem, value, by=[f.theorem for f in sides])

    def code(spell: Any, names: Sequence[str]) -> str:
        return f"at({names[0]}, {spell(value)}, by=[{', '.join(names[1:])}])"

    return context.settled(Fact(theorem, code, (fact, *sides)))
