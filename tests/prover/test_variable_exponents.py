"""Powers with an exponent that is a variable: means, norms and sums that rise with it."""

import pytest
from sympy import Symbol

from verify.prover.proving import prove
from verify.prover.search import slopes
from verify.prover.search.samples import Samples
from verify.prover.statement import parse_statement

TRUE = [
    ("(1 + x)^p >= 1 + p*x", "x > -1, p >= 1"),
    ("log((1 + x^p)/2) >= p*log((1 + x)/2)", "x > 0, p >= 1"),
    ("(a + b)^p <= a^p + b^p", "a > 0, b > 0, 0 <= p <= 1"),
    ("(x^p + y^p)^(1/p) >= (x^q + y^q)^(1/q)", "x > 0, y > 0, p > 0, q >= p"),
    ("((x^p + y^p)/2)^(1/p) <= ((x^q + y^q)/2)^(1/q)", "x > 0, y > 0, p > 0, q >= p"),
]

FALSE = [
    ("(1 + x)^p >= 1 + p*x", "x > -1, p >= 9/10"),
    ("(a + b)^p <= a^p + b^p", "a > 0, b > 0, 0 <= p <= 101/100"),
    ("(x^p + y^p)^(1/p) <= (x^q + y^q)^(1/q)", "x > 0, y > 0, p > 0, q >= p"),
]

p, x, y = (Symbol(name, real=True) for name in "pxy")


@pytest.mark.spread(5, 2)
@pytest.mark.parametrize(("relation", "where"), TRUE)
def test_what_holds_for_every_exponent_is_proved(relation, where):
    assert prove(relation, where, budget=60).verdict == "proved"


@pytest.mark.parametrize(("relation", "where"), FALSE)
def test_what_fails_for_some_exponent_is_refuted(relation, where):
    assert prove(relation, where, budget=20).verdict == "refuted"


def evident(relation, where):
    goal = parse_statement(relation, where).goals[0]
    return [(move[1]["variable"], move[1]["end"], move[1]["side"]) for move in slopes.evident(goal, Samples(goal))]


def test_the_factors_of_a_slope_show_that_it_keeps_its_sign():
    assert evident("x^p*log(x)/(1 + x^p) >= log((1 + x)/2)", "x > 0, p >= 1") == [(p, 1, 1)]
    assert evident("exp(-p)*x >= x/10", "x >= 0, p <= 2") == [(p, 2, -1), (x, 0, 1)]


def test_a_term_that_bends_one_way_and_rises_at_its_end_rises():
    assert evident("log((1 + x^p)/2) >= p*log((1 + x)/2)", "x > 0, p >= 1") == [(p, 1, 1)]


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("x^2 - 4*x + 5 >= 0", "x >= 0"),  # it bends upwards, and falls at its end
        ("sqrt(x) - x/9 >= 0", "x >= 0, x <= 81"),  # it bends downwards
        ("x^2 + 1 >= y^2", "x >= 0, x >= y, y >= -1"),  # of two ends which one is the last is not known
        ("x^2 + 1 >= y", "x >= 0, x*y >= 1, -2 <= y <= 2"),  # of which side another one is depends on y
        ("x >= 0", "x > 0, x*y >= x^2 - 1, y > 0"),  # a condition that is curved in it may leave its end out
    ],
)
def test_nothing_is_evident_where_the_end_need_not_decide(relation, where):
    assert x not in [variable for variable, *_ in evident(relation, where)]
