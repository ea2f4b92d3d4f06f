"""Schemas at exact assignments: proved where they hold, and never where they do not."""

from __future__ import annotations

import pytest
from sympy import Lambda, S, exp

from verify.kernel import KernelError, Theorem, witness
from verify.search.discharge import discharged
from verify.terms import eq, forall, function, ge, real

r, s = real("r s")
f = function("f")
NEVER = eq(S.Zero, S.One)


def met(given, at, seconds=20.0) -> Theorem:
    """The witness that all hypotheses hold there."""
    return witness(given, NEVER, at, discharged(given, NEVER, at, seconds))


def refused(given, at) -> None:
    theorems = discharged(given, NEVER, at, 3.0)
    assert theorems == []
    with pytest.raises(KernelError):
        witness(given, NEVER, at, theorems)


CONVEX = forall([r, s], ge(f(r), f(s) + (r - s) * f.prime(s)))


@pytest.mark.parametrize("body", [r**2, (r - 2) ** 2, 3 * r + 1, exp(r)])
def test_a_convex_function_lies_above_its_tangents(body):
    assert met([CONVEX], {f: Lambda(r, body)}).rule == "witness"


@pytest.mark.parametrize("body", [-(r**2), r**3, -exp(r), r**4 - r**2])
def test_no_theorem_says_that_a_function_is_convex_which_is_not(body):
    refused([CONVEX], {f: Lambda(r, body)})
