"""Equations are solved by steps: what failed is not tried again, and what is undefined follows from nothing."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import S

from verify.hunt.spaces import solving
from verify.hunt.spaces.grounding import Ground
from verify.hunt.spaces.solving import Plan, solved
from verify.language.terms import real

a, b = real("a b")


def test_an_equation_is_not_tried_again_in_a_way_that_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[Any] = []
    before = solving.factor_of

    def counted(term: Any, s: Any) -> Any:
        looked.append(s)
        return before(term, s)

    monkeypatch.setattr(solving, "factor_of", counted)
    bits = [real(f"z{k}") for k in range(30)]
    plan = solved([Ground("=", z**2, z, k) for k, z in enumerate(bits)], bits, Plan())
    assert set(plan.steps) == set(bits)
    assert len(looked) < 3 * len(bits)


def test_an_equation_that_is_undefined_with_the_steps_is_no_consequence_of_them() -> None:
    equations = [Ground("=", b, a, 0), Ground("=", (a - b) / (a**2 - b**2), S.One, 1)]
    plan = solved(equations, [a, b], Plan())
    assert len(plan.steps) == 1
    assert len(plan.left) == 1


@pytest.mark.parametrize("term", [1 / (a - b) - 1 / (b - a), 1 / (a - b)], ids=str)
def test_what_has_no_value_with_the_steps_is_no_consequence_of_them(term: Any) -> None:
    plan = Plan()
    plan.steps[b] = a
    assert solving._implied(Ground("=", term, S.One, 0), [a], plan, []) == []
    assert solving._implied(Ground("=", a - b, S.Zero, 1), [a], plan, [])
