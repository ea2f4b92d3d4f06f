"""Absolute values of functions that have the sign of a simpler term."""

import pytest

from tests.prover.goals import asked
from verify.prover.goal import Goal, Inequality
from verify.prover.proving import prove
from verify.prover.rules.plain import vanishes
from verify.prover.search import absolute, equations


@pytest.mark.parametrize(
    ("node", "by"),
    [
        ("atan(x)", "x"),
        ("-2*tanh(x - y)", "x - y"),
        ("log(1 + x)", "x"),
        ("asinh(atan(x + y))", "x + y"),
        ("exp(x) - exp(y)", "x - y"),
        ("1 - exp(-x)", "x"),
    ],
)
def test_the_sign_of_the_argument_makes_the_cases(node, by):
    ((rule, data),) = absolute.signs_of_arguments(asked(f"abs({node}) <= 9", "x > -1, -oo < y < oo")[0])
    assert (rule, str(data["by"])) == ("split", by)


@pytest.mark.parametrize(
    ("node", "where", "term", "strict"),
    [
        ("atan(x)", "x >= 0", "atan(x)", False),
        ("-tanh(x)", "x < 0", "-tanh(x)", True),
        ("log(x)", "0 < x, x <= 1", "-log(x)", False),
        ("exp(-x) - exp(-y)", "x >= y", "exp(-y) - exp(-x)", False),
    ],
)
def test_where_it_is_told_so_is_the_sign_of_the_function(node, where, term, strict):
    goal, _ = asked(f"abs({node}) <= 9", where)
    ((rule, data),) = absolute.signs_of_arguments(goal)
    assert rule == "rewrite"
    assert (str(data["given"][-1][0]), data["given"][-1][1]) == (term, strict)
    given = tuple(Inequality(*row) for row in data["given"])
    assert list(absolute.signs_of_arguments(Goal(goal.variables, given, goal.shows))) == []


@pytest.mark.parametrize("node", ["x", "cos(x)", "x + y", "atan(x) + atan(y)", "exp(x) - 2*exp(y)", "exp(x) - sinh(y)"])
def test_other_terms_are_left_alone(node):
    assert list(absolute.signs_of_arguments(asked(f"abs({node}) <= 9", "-oo < x < oo, -oo < y < oo")[0])) == []


def test_magnitudes_whose_sign_is_a_condition():
    goal, _ = asked("abs(tanh(x)) >= tanh(x)", "tanh(x) >= 0")
    assert vanishes(goal.shows.expr, goal)
    other, _ = asked("abs(tanh(x)) >= -tanh(x)", "tanh(x) < 0")
    assert vanishes(other.shows.expr, other)
    assert not vanishes(goal.shows.expr, other)


def test_opposed_conditions_contradict_each_other():
    ((rule, data),) = equations.opposed(asked("x > 9", "tanh(x) < 0, tanh(x) >= 0")[0])
    assert (rule, data["condition"]) == ("contradiction", 0)
    assert list(equations.opposed(asked("x > 9", "tanh(x) <= 0, tanh(x) >= 0")[0])) == []


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("abs(asinh(x + y)) <= abs(asinh(x)) + abs(asinh(y))", "-oo < x < oo, -oo < y < oo"),
        ("abs(tanh(x - y)) <= abs(tanh(x)) + abs(tanh(y))", "-oo < x < oo, -oo < y < oo"),
        ("abs(atan(x) - atan(y)) <= 2*abs(atan((x - y)/2))", "-oo < x < oo, -oo < y < oo"),
    ],
)
def test_is_proved(relation, where):
    assert prove(relation, where, budget=60.0).verdict == "proved"
