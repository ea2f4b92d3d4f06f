"""Products of sines and cosines that are a number and one wave."""

import pytest
from sympy import cos, expand, sin, symbols

from tests.prover.goals import asked
from verify.balls.arithmetic import Arb
from verify.prover.certificate import reduce
from verify.prover.core_certificates import core_accepts
from verify.prover.proving import prove
from verify.prover.search import waves
from verify.prover.search.samples import Samples

x, y = symbols("x y", real=True)
PLANE = "-oo < x < oo, -oo < y < oo"


@pytest.mark.parametrize(
    ("relation", "form"),
    [
        ("sin(x)*sin(y) <= sin((x + y)/2)^2", (1 - cos(x - y)) / 2),
        ("4*sin(x)^3 <= 3*sin(x) + 1", 1 + sin(3 * x)),
        ("sin(x)*cos(y) >= -cos(x)*sin(y)", sin(x + y)),
        ("8*cos(x)^4 + 2 >= 8*cos(x)^2", cos(4 * x) + 1),
        ("cos(x)^2 + sin(x)^2 >= cos(2*y)^2 + sin(2*y)^2", 0),
    ],
)
def test_two_terms_are_left(relation, form):
    goal, _ = asked(relation, PLANE)
    found = list(waves.sums(goal))
    assert [rule for rule, _ in found] == ["rewrite"]
    assert expand(found[0][1]["shows"] - form) == 0
    assert core_accepts(goal, *found[0], reduce(goal, *found[0], Arb))


@pytest.mark.parametrize(
    "relation",
    [
        "sin(x)*sin(y) <= sin(x)",  # more than two terms
        "sin(x)*cos(x) <= x + 1",  # a variable elsewhere
        "sin(x^2)*cos(x^2) <= 1",  # no multiple of a variable
        "sin(x + 1)*cos(x + 1) <= 1",
        "2*sin(x) <= 3",  # it is a sum already
    ],
)
def test_other_terms_are_left(relation):
    assert list(waves.sums(asked(relation, PLANE)[0])) == []


def test_of_a_sum_a_statement_is_soon_proved():
    answer = prove("sin(x)*sin(y) <= sin((x + y)/2)^2", "0 <= x <= pi, 0 <= y <= pi", budget=20)
    assert answer.verdict == "proved"
    assert answer.certificates[-1].proof.data["shows"].has(cos)


@pytest.mark.parametrize(
    ("relation", "where", "rules"),
    [
        ("sin(x)*log(sin(x)) >= -2/5", "0 < x < pi", ["rewrite", "abstract"]),
        ("exp(cos(x))*cos(x) <= 3", "-oo < x < oo", ["abstract"]),
    ],
)
def test_one_wave_is_a_new_variable(relation, where, rules):
    goal, _ = asked(relation, where)
    found = []
    while moves := list(waves.alone(goal, Samples(goal))):
        (move,) = moves
        found.append(move[0])
        goal = reduce(goal, *move, Arb)[-1]
    assert found == rules
    assert not goal.shows.expr.has(sin, cos)
    assert prove(relation, where, budget=20).verdict == "proved"


@pytest.mark.parametrize("relation", ["sin(x)*cos(x)^2 <= 1", "exp(sin(x)) <= 3 + x^2", "exp(sin(x)*cos(y)) <= 3"])
def test_other_waves_are_left(relation):
    goal, samples = asked(relation, PLANE)
    assert list(waves.alone(goal, samples)) == []
