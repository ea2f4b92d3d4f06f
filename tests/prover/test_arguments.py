"""Functions of one polynomial, equations of quotients, and squares beside what is not negative."""

import pytest
import sympy

from tests.prover.goals import asked
from verify.prover.proving import prove
from verify.prover.search import arguments, completed, equations

UNIT = "0 < x < 1, 0 < y < 1"


def test_an_argument_as_a_variable_between_its_ends():
    ((rule, data),) = arguments.alone(*asked("sin(p*x + (1 - p)*y) >= 0", "0 < p < 1, 0 < x < pi, 0 < y < pi"))
    assert rule == "substitute"
    ((variable, _),) = data["inverse"]
    ends = [(term.coeff(variable), term.subs(variable, 0)) for term, _ in data["given"]]
    assert ends == [(1, 0), (-1, sympy.pi)]
    ((rule, data), *_) = arguments.alone(*asked("sin(p*x + (1 - p)*y) >= 0", "0 <= p <= 1, 0 <= x <= pi, 0 <= y <= pi"))
    assert (rule, str(data["by"])) == ("split", "-p")
    assert list(arguments.alone(*asked("sin(x*y) + x >= 0", "0 < x < 1, 0 < y < 1"))) == []


def test_an_equation_of_quotients_without_them():
    goal, _ = asked("a*b <= a^p/p + b^q/q", "a > 0, b > 0, p > 1, q > 1, 1/p + 1/q = 1")
    ((rule, data),) = equations.cleared(goal)
    assert rule == "rewrite"
    assert {"-p*q + p + q", "p*q - p - q"} <= {str(term) for term, _ in data["given"]}


def test_squares_are_completed_where_what_is_left_is_not_negative():
    triangle = "0 < x < pi, 0 < y < pi, x + y < pi, u > 0, v > 0"
    ((rule, data),) = completed.square(*asked("u^2 + v^2 + 2*u*v*cos(x + y) >= 0", triangle))
    assert rule == "sum"
    assert len(data["terms"]) == 2
    assert list(completed.square(*asked("u^2 + sin(x) >= -4*u", "u > 0, 0 < x < 1"))) == []


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("x^y + y^x > 1", UNIT),
        ("a*b <= a^p/p + b^q/q", "a > 0, b > 0, p > 1, q > 1, 1/p + 1/q = 1"),
        ("p*sin(x) + q*sin(y) <= sin(p*x + q*y)", "p > 0, q > 0, p + q = 1, 0 < x < pi, 0 < y < pi"),
        (
            "u^2 + v^2 + w^2 >= 2*v*w*cos(x) + 2*w*u*cos(y) + 2*u*v*cos(z)",
            "u > 0, v > 0, w > 0, x > 0, y > 0, z > 0, x + y + z = pi",
        ),
        ("atan(x) + atan(y) <= pi/2", "x > 0, y > 0, x*y <= 1"),
    ],
)
def test_what_these_show_is_proved(relation, where):
    assert prove(relation, where, budget=60).verdict == "proved"
