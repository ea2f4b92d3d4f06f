"""Sums of one term in turn over the variables, each above its share, and numerators of quotients with roots."""

import pytest
import sympy
from sympy import Symbol

from tests.prover.goals import asked
from verify.prover.proving import prove
from verify.prover.search import radicals, shares

a, b, c = (Symbol(name, real=True) for name in "abc")
POSITIVE = "a > 0, b > 0, c > 0"
ROOTS = "a/sqrt(a^2 + 8*b*c) + b/sqrt(b^2 + 8*c*a) + c/sqrt(c^2 + 8*a*b) >= 1"


def test_each_summand_is_above_its_share():
    goal, samples = asked("a^2/(b^2 + c^2) + b^2/(c^2 + a^2) + c^2/(a^2 + b^2) >= 3/2", POSITIVE)
    ((rule, data),) = shares.shares(goal, samples)
    assert rule == "sum"
    share = 3 * a**3 / (2 * (a**3 + b**3 + c**3))
    assert sympy.simplify(data["terms"][0] - a**2 / (b**2 + c**2) + share) == 0
    assert sympy.simplify(sum(data["terms"]) - goal.shows.expr) == 0


def test_shares_have_whole_exponents_of_new_variables():
    ((rule, data),) = shares.shares(*asked(ROOTS, POSITIVE))
    assert rule == "substitute"
    assert [x**3 for x, _ in data["inverse"]] == [value for _, value in data["forward"]]


@pytest.mark.parametrize(
    "relation",
    [
        "a/(b + c) + b/(c + a) + 2*c/(a + b) >= 3/2",  # not one term in turn
        "a^2/(b + c) + b^2/(c + a) + c^2/(a + b) >= 1",  # not of degree zero
        "8 >= (2*a + b + c)^2/(2*a^2 + (b + c)^2) + (2*b + c + a)^2/(2*b^2 + (c + a)^2)"
        " + (2*c + a + b)^2/(2*c^2 + (a + b)^2)",  # a summand is below its share
        "a/(b + c) + b/(c + a) + c/(a + b) >= 1",  # does not vanish where all are equal
    ],
)
def test_no_shares_are_seen_where_there_are_none(relation):
    assert list(shares.shares(*asked(relation, POSITIVE))) == []


def test_a_quotient_with_roots_is_left_to_its_numerator():
    goal, samples = asked("a/sqrt(a + b) >= a^2/(a^2 + b^2 + sqrt(a + b))", "a > 1, b > 1")
    ((rule, data),) = radicals.numerators(goal, samples)
    assert rule == "product"
    (top, one, _), (bottom, power, _) = data["factors"]
    assert (one, power) == (1, -1)
    assert not sympy.fraction(sympy.together(top))[1].free_symbols
    assert sympy.simplify(top / bottom - goal.shows.expr) == 0
    assert bottom.has(sympy.sqrt(a + b))
    for relation in ("sqrt(a + b) >= 1", "a/(a + b) >= b/(a + b) - 1"):
        assert list(radicals.numerators(*asked(relation, "a > 1, b > 1"))) == []


@pytest.mark.slow
def test_a_sum_of_quotients_with_roots_is_proved():
    assert prove(ROOTS, POSITIVE, budget=60).verdict == "proved"


def test_summands_have_their_share_on_an_equation():
    where = "a > 0, b > 0, c > 0, a + b + c = 1"
    relation = "sqrt(a + b*c) + sqrt(b + c*a) + sqrt(c + a*b) >= 1 + sqrt(a*b) + sqrt(b*c) + sqrt(c*a)"
    goal, samples = asked(relation, where)
    ((rule, data),) = shares.shares(goal, samples)
    assert rule == "sum"
    assert data["terms"][0] == sympy.sqrt(a + b * c) - sympy.sqrt(b * c) - a
    assert sympy.simplify(sum(data["terms"]) - goal.shows.expr) == 0
    assert prove(relation, where, budget=60).verdict == "proved"
    assert list(shares.shares(*asked("a^2 + b^2 + c^2 >= 1/3", where))) == []  # of one variable each
