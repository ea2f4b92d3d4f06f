"""Polynomials whose coefficients, as polynomials in the distance of a variable from its end, are not negative."""

import math

import pytest

from tests.prover.goals import asked
from verify.prover.allowance import Allowance
from verify.prover.polynomial import powers, squares

CIRCLE = "x^2 + y^2 = 1"


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("s^2*(1 + y) + s*(3 - 2*x - y) + 2*x*y + 2 > 0", f"s >= 2, {CIRCLE}"),
        ("s^3*(2 - x - y/2) + 7 >= 0", f"s >= 0, {CIRCLE}"),
        ("(4 - s)*(x^2 - x*y + y^2) + (4 - s)^2 + x^4 + y^4 >= x^2*y^2", "s <= 4, -oo < x < oo, y^3 >= x"),
    ],
)
def test_each_coefficient_is_a_sum_of_squares(relation, where):
    goal, _ = asked(relation, where)
    data = powers.propose(goal, Allowance(math.inf))
    squares.check(goal, data)
    places = [n for n, g in enumerate(goal.given) if "s" in map(str, g.expr.free_symbols)]
    assert any(n in term["weight"] for term in data["terms"] for n in places)


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("s*(x^2 + 1) >= 0", "s >= 0, -oo < x < oo"),  # where nothing else is known boxes do as well
        ("s*(x + 1) + s^2 >= 0", f"0 <= s <= 3, {CIRCLE}"),  # two ends
        ("s*x + 2*s^2 + 1 >= 0", f"s >= 0, {CIRCLE}"),  # a coefficient of both signs
        ("x + 1 >= 0", f"s >= 0, {CIRCLE}"),
    ],
)
def test_none_is_found(relation, where):
    assert powers.propose(asked(relation, where)[0], Allowance(math.inf)) is None
