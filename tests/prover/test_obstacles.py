"""What is said of an undecided statement: its own variables, a place in its domain, a known obstacle, and a way on."""

import re

import pytest

from verify.prover import obstacles
from verify.prover.obstacles import KINDS, explained, shorter_numbers, told
from verify.prover.proving import prove
from verify.prover.statement import parse_statement

MET = [
    ("x^4*y^2 + x^2*y^4 + 1 - 3*x^2*y^2 >= 0", "x < oo, y < oo", obstacles.INSIDE, "x = -?1, y = -?1,"),
    ("exp(x) - 1 - x >= 0", "-1 <= x <= 1", obstacles.INSIDE, r"x = -?(0|\d\S*e-\d+),"),
    ("exp(x) - 1 - x >= x^2/2", "0 <= x <= 1", obstacles.AT_AN_END, r"x = (0|\d\S*e-\d+),"),
    ("sin(x) <= 1", "0 <= x <= pi/2", obstacles.AT_AN_END, "x = 1.57,"),
    ("x^2 + exp(-x) > 1/2", "x > 0", obstacles.UNBOUNDED, "x = 0.352, where the difference of the sides is 0.327"),
    ("sin(x)^2 + sin(sqrt(2)*x)^2 > 0", "x >= 1", obstacles.OSCILLATES, "x = "),
    ("sin(1/x) <= 1", "0 < x <= 1", obstacles.OSCILLATES, "x = "),
    ("a*b*c*d + a <= 3", "0<=a<=1, 0<=b<=1, 0<=c<=1, 0<=d<=1", obstacles.MANY, "a = 1, b = 1, c = 1, d = 1"),
    ("x*y > -1/2", "0 <= x <= 1, 0 <= y <= 1", obstacles.NO_WAY, "y = "),
    ("x > 0", "x > 2, x < 1", obstacles.NO_WAY, "no point of the domain was seen"),
]


@pytest.mark.parametrize(("relation", "where", "kind", "place"), MET)
def test_each_kind_of_obstacle_is_recognised_and_placed(relation, where, kind, place):
    (goal,) = parse_statement(relation, where).goals
    said = explained(relation, goal)
    met, advice = told(kind, goal)
    assert said.startswith(f"{relation} resists")
    assert said.endswith(f"; {met}; try {advice}")
    assert re.search(place, said), said


@pytest.mark.parametrize(
    ("relation", "strict"), [("exp(x) >= 1 + x", False), ("exp(x) > 1 + x", True), ("1 + x < exp(x)", True)]
)
def test_only_of_a_strict_relation_it_is_said_that_it_is_one(relation, strict):
    (goal,) = parse_statement(relation, "-1 <= x <= 1").goals
    said = explained(relation, goal)
    assert KINDS[obstacles.INSIDE][0] in said
    assert said.endswith(", or a relation that is not strict") is strict


def test_the_variables_without_bounds_are_named_and_points_on_a_curve_are_seen():
    relation = "x*y <= x^p/p + y^q/q"
    (goal,) = parse_statement(relation, "0<x<=2, 0<y<=2, 1<p<=3, q=p/(p-1)").goals
    said = explained(relation, goal)
    assert re.match(rf"{re.escape(relation)} resists near x = \S+, y = \S+, p = \S+, q = \S+, where", said), said
    place = {name: float(value) for name, value in re.findall(r"(\w) = ([\d.e-]+),", said)}
    assert place["q"] == pytest.approx(place["p"] / (place["p"] - 1), rel=0.05)
    assert told(obstacles.UNBOUNDED, goal)[0] == "the domain is not known to be bounded in q"
    (goal,) = parse_statement("x + y > -z", "x > 0, y >= 0, 0 <= z <= 1, w >= 0").goals
    assert told(obstacles.UNBOUNDED, goal)[0] == "the domain is not known to be bounded in x and y"


def test_boxes_that_were_still_halved_are_said_to_be():
    (goal,) = parse_statement("exp(x*y) > 1/2", "0 <= x <= 1, 0 <= y <= 1").goals
    said = explained("exp(x*y) > 1/2", goal, "after 30 boxes it is not certain on w_1 in [0.2, 0.3]")
    assert KINDS[obstacles.TIME][0] in said
    assert "w_1" not in said


def test_every_kind_is_met_by_some_statement():
    assert {kind for _, _, kind, _ in MET} | {obstacles.TIME} == set(KINDS)


@pytest.mark.spread(3)
@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("x^x + y^y >= x^y + y^x", "0 < x <= 1, 0 < y <= 1"),
        ("sin(x)^2 + sin(sqrt(2)*x)^2 > 0", "x >= 1"),
        ("0 <= x*y and x^x + y^y >= x^y + y^x", "0 < x <= 1, 0 < y <= 1"),
    ],
)
def test_unknown_speaks_of_the_users_variables_in_short_numbers(relation, where):
    answer = prove(relation, where, budget=1)
    assert answer.verdict == "unknown"
    assert "resists near x = " in answer.resists
    assert "; try " in answer.resists
    assert "\n" not in answer.resists
    assert not re.search(r"[a-z]_\d", answer.resists)
    assert not re.search(r"\d{7}|\.\d{6}", answer.resists)


def test_of_long_numbers_six_digits_are_shown():
    assert shorter_numbers("x + 12345678901/5 > 0.25, x^123456") == "x + 123456…/5 > 0.25, x^123456"
