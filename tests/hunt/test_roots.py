"""Equations that symbols do not solve: their solutions are found where they are steep, and move with the instance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from sympy import Abs, S, Symbol, acos, atan, cos, exp, log

from verify.hunt.spaces.doubts import Doubt
from verify.hunt.spaces.grounding import Ground, Grounding, Schema
from verify.hunt.spaces.polynomials import MOST_OPERATIONS, coefficients
from verify.hunt.spaces.roots import Roots
from verify.hunt.spaces.scoring import Sampled
from verify.hunt.spaces.signature import signature
from verify.hunt.spaces.solving import Plan, _implied, solved
from verify.language.terms import eq, forall, ge, positive, real

a, r, s = real("a r s")
p = positive("p")
NEVER = -1

STEEP = {
    "an exponential that rises at once": forall([r], ge(NEVER, 0), [eq(300 * exp(40 * r), 7 - r)]),
    "far out on one side": forall([r], ge(NEVER, 0), [eq(exp(-r) - r, 10**6)]),
    "of a positive number": forall([p], ge(NEVER, 0), [eq(p + log(p), -6)]),
}


def _schema(formula: Any) -> Schema:
    (schema,) = Grounding(signature([formula]), 1, {}).formulas(formula)
    assert isinstance(schema, Schema)
    return schema


@pytest.mark.parametrize("name", STEEP)
def test_samples_reach_the_root_of_a_steep_equation(name: str) -> None:
    with np.errstate(all="ignore"):
        assert Sampled(_schema(STEEP[name]))({}) < 0


NONE = {
    "above the diagonal": forall([r], ge(NEVER, 0), [eq(exp(r) - r, 0)]),
    "a change of sign that is no root": forall([r], ge(NEVER, 0), [eq((1 + r**2) / (r * exp(r) - 2), 0)]),
    "near zero far out": forall([r], ge(NEVER, 0), [eq(r * exp(r) / r + exp(2 * r), 0)]),
    "near zero far out, of a positive number": forall([p], ge(NEVER, 0), [eq(exp(-p) + exp(-3 * p), 0)]),
}


@pytest.mark.parametrize("name", NONE)
def test_no_root_is_seen_where_there_is_none(name: str) -> None:
    with np.errstate(all="ignore"):
        assert Sampled(_schema(NONE[name]))({}) >= 0


def test_what_fails_at_a_root_fails_at_the_root_of_another_instance() -> None:
    softmax = [exp(x) / (exp(r) + exp(s)) for x in (r, s)]
    doubt = Doubt(_schema(forall([r, s], ge(NEVER, 0), [eq(a - r, softmax[0]), eq(-5 - s, softmax[1])])))
    point = doubt.about({a: 4.0})
    assert point is not None
    assert doubt.fails(point, {a: np.array([4.0, 3.0, 4.5])}).all()


def test_an_equation_is_evaluated_again_only_where_a_step_bears_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    count = [0]
    ordered = Plan.ordered

    def counted(plan: Plan, *among: Any) -> Any:
        count[0] += 1
        return ordered(plan, *among)

    monkeypatch.setattr(Plan, "ordered", counted)
    x = [Symbol(f"x{n}", real=True) for n in range(12)]
    chain = [Ground("=", x[n + 1], x[n] ** 2 + 1, n) for n in range(10)]
    odd = Ground("=", exp(x[1]) * x[1] + exp(x[11]) * x[11], x[1] ** 3, 99)  # it is left
    plan = solved([*chain, odd], x, Plan())
    assert len(plan.steps) == 10
    assert plan.left == [odd]
    assert count[0] <= 3


def _sides(count: int) -> Iterator[Any]:
    for n in range(count):
        yield (Symbol(f"b{n}", real=True) * r + n) ** 2


@pytest.mark.parametrize(("count", "read"), [(3, True), (MOST_OPERATIONS, False)])
def test_only_short_equations_are_multiplied_out(count: int, read: bool) -> None:
    found = coefficients(Schema((r,), (), Ground("=", sum(_sides(count)), a * r, 0)))
    assert (found is not None) == read


def test_what_was_computed_is_forgotten_where_a_step_bears_on_it() -> None:
    x, y, z, w = (Symbol(name, real=True) for name in "xyzw")
    plan = Plan()
    plan.define(y, x**2 + 1)
    plan.define(w, z - 3)
    before = plan.somewhere([x, y, z, w], 0)
    plan.define(x, z + 1)
    after = plan.somewhere([x, y, z, w], 0)
    assert after[w] == before[w]
    assert after[y] != before[y]
    assert abs(after[y] - after[x] ** 2 - 1) < 1e-12


def test_an_equation_that_holds_near_zero_alone_is_not_taken_to_hold() -> None:
    x, y = (Symbol(name, real=True) for name in "xy")
    around = Ground("=", acos(cos(x)), Abs(y), 1)
    plan = solved([Ground("=", y, x, 0)], [y], Plan())
    assert _implied(around, [], plan, []) == []


def test_an_unknown_of_which_nothing_is_made_keeps_an_equation() -> None:
    x, y, z = (Symbol(name, real=True) for name in "xyz")
    plan = Plan()
    plan.define(y, x**2)
    holds = Ground("=", exp(y), exp(x**2), 1)
    assert _implied(holds, [z], plan, []) == []
    assert _implied(holds, [x], plan, []) == [holds]


def test_a_step_that_leads_away_is_shortened() -> None:
    x, y = (Symbol(name, real=True) for name in "xy")
    equations = [Ground("=", atan(2 * x + y), S(1) / 10, 0), Ground("=", atan(x - y), -S(1) / 5, 1)]
    found = Roots(equations, [x, y], [], [x, y], [], (1, 40))
    places = found([], [np.array([3.0]), np.array([4.0])])
    assert np.abs(found.residues([], places)).max() < 1e-9
    assert found.settled([], places).all()


def test_what_only_comes_nearer_farther_out_is_no_root() -> None:
    x, y = (Symbol(name, real=True) for name in "xy")
    found = Roots([Ground("=", exp(-x), S.Zero, 0), Ground("=", y, x, 1)], [x, y], [], [x, y], [], (1, 25))
    places = [np.array([40.0]), np.array([40.0])]
    assert np.abs(found.residues([], places)).max() < 1e-15
    assert not found.settled([], places).any()
