"""How the time of a confirmation is spent: what is quick first, what is hopeless not at all."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import S, atan, cos, sin, sqrt

from verify import discharge
from verify.author import kernel
from verify.author.kernel import identity
from verify.discharge import discharged, in_stages, relations
from verify.discharge.readings import asked
from verify.discharge.sequents import Sequents
from verify.language.terms import ForAll, eq, forall, free_variables, ge, integer, real
from verify.prover.alarm import worked

x, a, b = real("x a b")
t = integer("t")
EQUAL = ge(4 * atan(sin(S.Half) / (1 + cos(S.Half))), 1)
"""True as both sides are the same, which balls do not show."""


@pytest.fixture
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discharge, "_found", {})


def test_what_is_said_of_numbers_alone_comes_last() -> None:
    of_numbers, of_all = ge(4 * atan(sin(a) / (1 + cos(a))), 2 * a), forall(x, ge(x**2 + a, 1))
    found = asked([of_numbers, of_all], None, {a: S.Half})
    assert [bool(free_variables(f)) or isinstance(f, ForAll) for f in found] == [True, False]


@pytest.mark.parametrize("goal", [EQUAL, forall(t, ge(t * EQUAL.lhs, t), [ge(t, 1), ge(1, t)])])
def test_the_prover_glances_at_numbers_and_does_not_search(goal: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []
    monkeypatch.setattr(relations, "with_effort", lambda *args: given.append(args[2].patience))
    assert Sequents().until(worked() + 60.0).formula(goal) is None
    assert given
    assert max(given) < 60.0 / 4


def test_nested_roots_that_are_equal_are_seen_at_a_glance(nothing_kept: None) -> None:
    roots = ge(sqrt(a + 2 * sqrt(2)), 1 + sqrt(2))
    few = forall(t, ge(t * roots.lhs, t * roots.rhs), [ge(t, 1), ge(3, t)])
    for given in (roots, few):
        assert kernel.witness([given], eq(a, 2), {a: 3}, discharged([given], None, {a: 3}))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that were worked: they go by where a test adds to them."""
    seconds = [0.0]
    monkeypatch.setattr(discharge, "worked", lambda: seconds[0])
    return seconds


def test_what_others_leave_of_their_time_is_for_what_took_all_of_its_own(nothing_kept: None, clock: Any) -> None:
    theorem, shares = identity(eq(x, x)), []
    formulas = [ge(a, n) for n in range(5)]

    def prove(formula: Any, share: float) -> Any:
        shares.append(share)
        if formula != formulas[0] or share > 20.0:
            return theorem
        clock[0] += share
        return None

    assert set(discharge._proved(formulas, 30.0, prove)) == set(formulas)
    assert len(shares) == 6
    assert shares[0] == 6.0
    assert shares[-1] == 24.0


def test_what_found_nothing_more_to_try_is_not_tried_again(nothing_kept: None, clock: Any) -> None:
    """Though all of the time is left for it, as the others were proved at once."""
    theorem, asked_for = identity(eq(x, x)), []
    formulas = [ge(a, n) for n in range(5)]

    def prove(formula: Any, _: float) -> Any:
        asked_for.append(formula)
        return None if formula == formulas[0] else theorem

    assert set(discharge._proved(formulas, 30.0, prove)) == set(formulas[1:])
    assert asked_for == formulas


def test_the_long_search_comes_after_the_first_stage(nothing_kept: None) -> None:
    calls: list[Any] = []
    hard = forall(x, ge(x**2 + a, x**3))
    stages = in_stages([hard, forall(x, ge(x**2 + a, 1))], None, {a: 2}, 5.0, lambda f, _: calls.append(f))
    first = next(stages)
    assert len(first) == 1
    assert not calls
    assert next(stages) == first
    assert len(calls) == 1
    assert discharged([hard], None, {a: 2}, 5.0) == []
