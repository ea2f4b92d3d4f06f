"""Squares in the summands of rounds, and roots of sums of squares: what is proved with them, and no more."""

import pytest
from sympy import sqrt

from tests.discover.textbook import ROUND, T, a, c, in_all, t
from verify.author import kernel
from verify.discover import rounds
from verify.discover.denominators import without_denominators
from verify.discover.discovering import Search
from verify.discover.facts import Context
from verify.discover.rounds import over_rounds
from verify.discover.slacks import times_squares
from verify.language.terms import eq, family, forall, ge, le, positive, real
from verify.prover.alarm import worked

D, L = positive("D L")
M = real("M")
b, loss = family("b"), family("ℓ")


def proves(found, given, goal):
    """Whether a fact is a proof of the goal."""
    if found is not None:
        kernel.proves(found.theorem, given, goal)
    return found is not None


AT_LEAST = forall(t, ge(a(t), c), ROUND)
FAR = (b(t) - M) ** 2


@pytest.mark.parametrize(("factor", "true"), [(1, True), (2, False)])
def test_facts_of_a_round_are_multiplied_by_the_squares_of_its_summand(factor, true, monkeypatch):
    goal = ge(in_all(a(t) * FAR), factor * c * in_all(FAR))
    assert proves(over_rounds(goal, Context.of([AT_LEAST])), [AT_LEAST], goal) == true
    monkeypatch.setattr(rounds, "times_squares", lambda *_: [])
    assert over_rounds(goal, Context.of([AT_LEAST])) is None


def test_squares_that_facts_are_multiplied_by_are_those_in_sight():
    context = Context.of([ge(a(1), c), eq(a(2), c), ge(T, 1)])
    found = times_squares(context.relations, [FAR + D**2 + b(2) ** 3, b(3) ** 4])
    assert {slack.term for slack in found} == {(a(1) - c) * FAR, (a(1) - c) * b(3) ** 4}


@pytest.mark.parametrize("sign", [1, -1])
def test_sums_of_products_are_below_products_of_roots(sign):
    roots = sqrt(in_all(a(t) ** 2)) * sqrt(in_all((b(t) - M) ** 2))
    goal = ge(2 * roots + T, 2 * sign * in_all(a(t) * (b(t) - M)) + T)
    assert proves(over_rounds(goal, Context.of([ge(T, 1)])), [ge(T, 1)], goal)
    assert over_rounds(ge(roots, 2 * in_all(a(t) * (b(t) - M))), Context.of([ge(T, 1)])) is None


@pytest.mark.parametrize(("share", "true"), [(2, True), (3, False)])
def test_a_root_of_a_sum_is_bounded_as_the_sum_is(share, true):
    falls = forall(t, ge(loss(t) - loss(t + 1), 2 * b(t) ** 2), ROUND)
    given = [ge(T, 1), falls, ge(loss(T + 1), 0), le(loss(1), D)]
    goal = le(sqrt(in_all(b(t) ** 2)), sqrt(D / share))
    assert proves(Search(worked() + (8 if true else 2)).prove(goal, Context.of(given)), given, goal) == true


def test_sums_are_left_as_they_are_where_denominators_are_cleared_and_these_come_first():
    goal = le(in_all(FAR), D / (L + D))
    whole = without_denominators(goal, Context.of([]), numbers=True).whole
    assert whole == ge(D - (L + D) * in_all(FAR), 0)
    names = [tactic.name for tactic in Search(worked() + 9)._tactics(goal, Context.of([]), 1)]
    assert names.index("without denominators") < names.index("a potential over the rounds")
    names = [tactic.name for tactic in Search(worked() + 9)._tactics(le(in_all(FAR), D / L), Context.of([]), 1)]
    assert names.index("without denominators") > names.index("a potential over the rounds")
