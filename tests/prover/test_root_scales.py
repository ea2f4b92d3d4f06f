"""Polynomials with roots of numbers as coefficients, in multiples of these roots as variables."""

import pytest

from tests.prover.goals import asked
from verify.balls.arithmetic import Arb
from verify.prover.certificate import reduce
from verify.prover.core_certificates import core_accepts
from verify.prover.proving import prove
from verify.prover.search import root_scales

CUBIC = ("x^2*y + x*y^2 + 3*sqrt(3) >= 3*sqrt(3)*x*y", "x > 0, y > 0, x*y > 1")


@pytest.mark.parametrize(
    ("relation", "where", "scaled"),
    [
        (*CUBIC, "xy"),
        ("x^2 + sqrt(3)*x*y + 2*y^2 >= 0", "-1 < x < 1, y > 0", "y"),
        ("2*sqrt(2) + x^3 >= 3*x^2*sqrt(2)/2", "x > 0", "x"),
        ("x^2 + y^2 + 1/(x*y) >= 2*sqrt(2)", "x > 0, y > 0", "xy"),  # by powers of the fourth root
        ("x^2 - 2*2^(1/6)*x*y + 2^(1/3)*y^2 >= 0", "x > 0, y > 0", "y"),  # roots of two orders, of one number
        ("(9*x^2*y^2 + sqrt(3)*(x + y))/(1 + x^2) >= 9*x*y/(1 + x^2)", "x > 0, y > 0", "xy"),
    ],
)
def test_variables_are_multiples_of_the_root(relation, where, scaled):
    goal, _ = asked(relation, where)
    ((rule, data),) = root_scales.rational(goal)
    assert (rule, "".join(str(x) for x, _ in data["forward"])) == ("substitute", scaled)
    left = reduce(goal, rule, data, Arb)
    assert core_accepts(goal, rule, data, left)
    shown = str(left[-1].shows.expr)
    for rule, data in root_scales.rational(left[-1]):  # where the root is a factor, or is seen to be gone
        assert rule in ("product", "rewrite")
        shown = str(data["shows"] if rule == "rewrite" else data["factors"][0][0])
    assert "sqrt" not in shown
    assert "**(" not in shown


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("x^2*y + x*y^2 + 3 >= 3*sqrt(3)*x*y - x*y*9", "x > 0, y > 0"),  # a coefficient of both kinds
        ("x^2 + x + 9 >= sqrt(3)*x^2*y^2 + x*y^2", "0 < x < 1, 0 < y < 1"),  # y² is to give a root and none
        ("x^2 + y^2 + sqrt(3)*y + sqrt(2)*x >= -2", "x > 0, y > 0"),  # two roots
        ("x + y >= 2*sqrt(3)/3", "x > 0, y > 0, 3*x*y = 1"),  # first the equation is used
        ("x + sqrt(y) >= -sqrt(3)", "x > 0, y > 0"),
    ],
)
def test_no_scale(relation, where):
    assert list(root_scales.rational(asked(relation, where)[0])) == []


def test_conditions_without_the_root():
    goal, _ = asked("x^2 + y^2 >= 0", "sqrt(3)*x > sqrt(3)*y, y + sqrt(3)*x >= 0, x*(x + y) >= x^2 + x*y")
    ((rule, data),) = root_scales.conditions(goal)
    assert (rule, [str(term) for term, _ in data["given"]]) == ("rewrite", ["x - y", "sqrt(3)*x + y"])


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        (CUBIC[0], f"{CUBIC[1]}, x >= y"),
        ("x^2 + y^2 + 1/(x*y) >= 2*sqrt(2)", "x > 0, y > 0"),
        ("x*y*z <= sqrt(3)/9", "x > 0, y > 0, z > 0, x*y + y*z + z*x = 1"),
        ("tan(A/2)*tan(B/2)*tan(C/2) <= sqrt(3)/9", "A > 0, B > 0, C > 0, A + B + C = pi"),
    ],
)
def test_is_proved(relation, where):
    assert prove(relation, where, budget=60.0).verdict == "proved"
