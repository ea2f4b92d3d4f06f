"""Equations that have a lower degree in the reciprocals of the variables."""

import pytest
from sympy import Symbol, sqrt

from tests.prover.goals import asked
from verify.prover.proving import prove
from verify.prover.search import reciprocals

POSITIVE = "x > 0, y > 0, z > 0"
ROOTS = "1/sqrt(1 + x^2) + 1/sqrt(1 + y^2) + 1/sqrt(1 + z^2) <= 3/2"


def test_reciprocals_are_taken_where_the_equation_has_a_lower_degree_in_them():
    ((rule, data),) = reciprocals.of_all(*asked(ROOTS, f"{POSITIVE}, x + y + z = x*y*z"))
    assert rule == "substitute"
    assert all(old * value == 1 for (old, _), (_, value) in zip(data["forward"], data["inverse"], strict=True))
    assert list(reciprocals.of_all(*asked(ROOTS, f"{POSITIVE}, x*y + y*z + z*x = 1"))) == []
    assert list(reciprocals.of_all(*asked(ROOTS, "x > 0, y > 0, z != 0, x + y + z = x*y*z"))) == []


def test_roots_of_reciprocals_are_taken_apart_beside_an_equation():
    relation = "x/sqrt(1 + 1/x^2) + y + z <= 3"
    ((rule, data),) = reciprocals.roots_apart(*asked(relation, f"{POSITIVE}, x*y + y*z + z*x = 1"))
    x, y, z = (Symbol(name, real=True) for name in "xyz")
    assert rule == "rewrite"
    assert data["shows"] == 3 - y - z - x**2 / sqrt(x**2 + 1)
    assert list(reciprocals.roots_apart(*asked(relation, POSITIVE))) == []


@pytest.mark.parametrize("equation", ["x + y + z = x*y*z", "1/(x*y) + 1/(y*z) + 1/(z*x) = 1"])
def test_what_these_show_is_proved(equation):
    assert prove(ROOTS, f"{POSITIVE}, {equation}", budget=40).verdict == "proved"
