"""By how much linear conditions hold, as new variables."""

import pytest
import sympy
from sympy import Symbol

from tests.prover.goals import asked
from verify.prover.search import slacks

a, b, c = (Symbol(name, real=True) for name in "abc")
TRIANGLE = "a > 0, b > 0, c > 0, a < b + c, b < c + a, c < a + b"


def test_sides_of_a_triangle_become_sums():
    goal, _ = asked("a*b*c >= (b + c - a)*(c + a - b)*(a + b - c)", TRIANGLE)
    ((_, data),) = slacks.slacks(goal)
    assert {sympy.expand(term) for _, term in data["inverse"]} == {b + c - a, c + a - b, a + b - c}
    assert all(sympy.expand(value.subs(dict(data["inverse"])) - old) == 0 for old, value in data["forward"])


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("a*b*c >= 0", "a > 0, b > a, c > b, c < 5"),  # an upper end does not follow
        ("a + b >= 0", "a > 0, b > a"),
        ("a + b >= 0", "a + b >= 1, a >= b, 2*a >= 5"),  # of the sum of the others 2a ≥ 1 follows alone
        ("exp(a + b + c) >= 1", "a > 0, b > a, c > b"),
    ],
)
def test_other_conditions_stay(relation, where):
    assert list(slacks.slacks(asked(relation, where)[0])) == []
