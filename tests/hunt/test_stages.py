"""How the time of a confirmation is spent: what is quick first, what is hopeless not at all."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import S, atan, cos, sin

from verify import discharge
from verify.author.kernel import identity
from verify.discharge import discharged, in_stages, relations
from verify.discharge.readings import asked
from verify.discharge.sequents import Sequents
from verify.language.terms import eq, forall, ge, integer, real
from verify.prover.alarm import worked

x, a, b = real("x a b")
t = integer("t")
EQUAL = ge(4 * atan(sin(S.Half) / (1 + cos(S.Half))), 1)
"""True as both sides are the same, which balls do not show."""


@pytest.fixture
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discharge, "_found", {})


def test_of_numbers_alone_the_rule_is_asked_and_no_search() -> None:
    assert asked([ge(a, 1), forall(x, ge(x**2 + a, 1))], None, {a: 2}) != []
    assert asked([ge(4 * atan(sin(a) / (1 + cos(a))), 2 * a)], None, {a: S.Half}) == []


@pytest.mark.parametrize("goal", [EQUAL, forall(t, ge(t * EQUAL.lhs, t), [ge(t, 1), ge(1, t)])])
def test_the_prover_is_not_asked_about_numbers(goal: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relations, "with_effort", lambda *_: pytest.fail("it was asked"))
    assert Sequents().until(worked() + 60.0).formula(goal) is None


def test_what_others_leave_of_their_time_is_for_what_was_not_proved(nothing_kept: None) -> None:
    theorem, shares = identity(eq(x, x)), []
    formulas = [ge(a, n) for n in range(5)]

    def prove(formula: Any, share: float) -> Any:
        shares.append(share)
        return theorem if formula != formulas[0] or share > 20.0 else None

    assert set(discharge._proved(formulas, 30.0, prove)) == set(formulas)
    assert len(shares) == 6
    assert shares[0] < 7.0
    assert shares[-1] > 25.0


def test_what_is_not_proved_in_much_the_same_time_is_not_tried_again(nothing_kept: None) -> None:
    asked_for: list[Any] = []
    assert discharge._proved([ge(a, 0), ge(b, 0)], 30.0, lambda formula, _: asked_for.append(formula)) == {}
    assert len(asked_for) == 2


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
