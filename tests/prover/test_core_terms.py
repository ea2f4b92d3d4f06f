"""What the core says of terms is asked sooner than sympy."""

import pytest
from sympy import Abs, Rational, log, sqrt, symbols, zeta

from tests.prover.goals import asked
from verify.balls.arithmetic import Arb
from verify.prover.core_terms import formula, is_plain, proportion, vanishes
from verify.prover.goal import Goal, Inequality
from verify.prover.rules.plain import follows

x, y = symbols("x y", real=True)
POSITIVE = (Inequality(x, True), Inequality(y, True))


def test_terms_that_are_zero():
    assert vanishes((x + y) ** 2 / (x + y) - x - y, POSITIVE)
    assert vanishes(Abs(x) * sqrt(y**3) - x * y * sqrt(y), POSITIVE)
    assert not vanishes(Abs(x) - x, ())
    assert not vanishes(x - y, POSITIVE)
    assert not vanishes(zeta(x), POSITIVE)  # of which it does not know


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("x + y > 1", "x > 1, y >= 0"),
        ("9*x >= y", "y > 0, x >= y"),  # a combination of conditions
        ("sqrt(x) >= sqrt(y)", "y > 0, x >= y"),
    ],
)
def test_goals_that_are_plain(relation, where):
    goal, _ = asked(relation, where)
    assert is_plain(goal)
    assert follows(goal, Arb)


def test_goals_that_are_not_plain():
    assert not is_plain(asked("x^2 >= y", "y > 0, x >= y")[0])
    assert not is_plain(Goal((x,), (), Inequality(zeta(x), False)))


def test_formulas():
    assert [repr(formula(g)) for g in (POSITIVE[0], Inequality(x - y, False))] == ["x > 0", "x - y ≥ 0"]


@pytest.mark.parametrize(
    ("term", "other", "found"),
    [
        (2 * x * (x + y), -3 * x**2 - 3 * x * y, Rational(-2, 3)),
        (sqrt(2 * x + 2) * y, y * sqrt(2 * x + 2), 1),
        (x + y, x - y, 0),
        (x + sqrt(x), x, 0),
        (1 / (1 + x) + 1, (2 + x) / (1 + x), None),
        (log(x), zeta(x), None),
    ],
)
def test_one_term_is_a_multiple_of_another(term, other, found):
    assert proportion(term, other) == found
