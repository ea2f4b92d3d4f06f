"""Tangents of homogeneous sums whose terms have one variable and the sum of all."""

import pytest
from sympy import Add, Symbol, simplify, sqrt

from tests.prover.goals import asked
from verify.prover.proving import prove
from verify.prover.search import normalised

POSITIVE = "a > 0, b > 0, c > 0"
SUM = "a/sqrt(b + c) + b/sqrt(c + a) + c/sqrt(a + b)"
a, b, c = (Symbol(name, real=True) for name in "abc")


def test_a_form_is_above_tangents_as_where_the_sum_is_one():
    goal, samples = asked(f"{SUM} >= sqrt(3/2*(a + b + c))", POSITIVE)
    ((rule, data),) = normalised.tangents(goal, samples)
    assert rule == "sum"
    assert len(data["terms"]) == 3
    assert simplify(Add(*data["terms"]) - goal.shows.expr) == 0
    first = next(t for t in data["terms"] if t.has(1 / sqrt(b + c)))
    assert first.subs({a: 3, b: 1, c: 3}) > 0
    assert simplify(first.subs({a: 1, b: 1, c: 1})) == 0


def test_an_equation_says_what_the_sum_is():
    goal, samples = asked(f"{SUM} >= 3/sqrt(2)", f"{POSITIVE}, a + b + c = 3")
    ((_, data),) = normalised.tangents(goal, samples)
    assert len(data["terms"]) == 4
    assert simplify(data["terms"][-1].subs(c, 3 - a - b)) == 0


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        (f"{SUM} >= 3/sqrt(2)", POSITIVE),
        ("a/sqrt(b) + b/sqrt(c) + c/sqrt(a) >= sqrt(a + b + c)", POSITIVE),
        (f"{SUM} >= sqrt(3/2*(a + b + c))", "a >= 0, b >= 0, c > 0"),
        ("a/(b + c) + b/(c + a) + c/(a + b) >= 3/2", POSITIVE),
    ],
)
def test_other_sums_are_left_alone(relation, where):
    assert list(normalised.tangents(*asked(relation, where))) == []


def test_what_these_show_is_proved():
    assert prove(f"{SUM} >= sqrt(3/2*(a + b + c))", POSITIVE, budget=40).verdict == "proved"
    equation = f"{POSITIVE}, a + b + c = 1"
    assert prove(f"{SUM} >= sqrt(3/2)", equation, budget=40).verdict == "proved"
