"""Conditions that a distance vanishes: what is inside of it does, in each of the ways in which it can."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Abs, Max, Min, Rational, atan, sin, sqrt

from verify.discharge.sequents import Sequents
from verify.language.terms import eq, forall, ge, gt, real
from verify.prover.alarm import worked

r, s, t, x = real("r s t x")
AMPLE = 60.0

FOLLOWS = {
    "the magnitude": forall([r, s], ge(r**2, s**2), [eq(Abs(r - s), 0)]),
    "a multiple of a root": forall([r, s], ge(r**2, s**2), [eq(3 * sqrt((r - s) ** 2), 0)]),
    "a sum with what says nothing": forall([r, s, t], ge(r**3, s**3), [eq((r - s) ** 2 + atan(sin(t)) ** 2, 0)]),
    "a root of a sum": forall([r, s, t], ge(t**2 + r**2, s * r), [eq(sqrt((r - s) ** 2 / 2 + Abs(t)), 0)]),
    "the least of two sums": forall(
        [r, s, t, x], ge(s**2, r**2 + 2 * r * t), [eq(sqrt(Min((r + t - s) ** 2 + x**2, (r + t + s) ** 2 + x**4)), 0)]
    ),
    "the least of two": forall([r, s], ge(r**2, s**2), [eq(Min((r - s) ** 2, Abs(r + s)), 0)]),
}
DOES_NOT = {
    "only one of the two": forall([r, s], ge(r, s), [eq(Min((r - s) ** 2, (r + s - 1) ** 2), 0)]),
    "a sum of either sign": forall([r, s], ge(r**2, s**2), [eq((r - s) ** 2 - Abs(r), 0)]),
    "what does not vanish": forall([r, s], ge(r**2, s**2), [eq(Abs(r - s), 1)]),
}


def _proved(formula: Any) -> bool:
    return Sequents().until(worked() + AMPLE).formula(formula) is not None


@pytest.mark.spread(2, 4)
@pytest.mark.parametrize("name", FOLLOWS)
def test_what_follows_from_no_distance_is_proved(name: str) -> None:
    assert _proved(FOLLOWS[name])


@pytest.mark.parametrize("name", DOES_NOT)
def test_what_does_not_follow_is_not(name: str) -> None:
    search = Sequents().until(worked() + 5.0)
    assert search.formula(DOES_NOT[name]) is None


@pytest.mark.parametrize(
    "formula",
    [
        ge(Min(r**2 + s**2, (r - s) ** 2), 0),
        gt(Max(r, 1 + s**2), 0),
        ge(Min(Abs(r), Rational(1, 2), s**4), 0),
    ],
)
def test_the_sign_of_an_extreme_is_seen_at_once(formula: Any) -> None:
    search = Sequents().until(worked() + AMPLE)
    with search.patient(0.0):
        assert search.formula(formula) is not None
