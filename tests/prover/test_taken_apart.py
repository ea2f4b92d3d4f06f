"""Terms taken apart: completed squares, pairs of variables, roots below means, forms above the least variable."""

import pytest
import sympy
from sympy import Symbol, cos, sqrt

from tests.prover.goals import asked
from verify.prover.proving import prove
from verify.prover.search import completed, gaps, pairs, root_means

a, b, c, t, x, y = (Symbol(name, real=True) for name in "abctxy")
POSITIVE = "a > 0, b > 0, c > 0"
TRIANGLE = f"{POSITIVE}, a + b > c, b + c > a, c + a > b"


def test_a_square_is_completed():
    goal, samples = asked("x^2 + 2*x*cos(t) + 1 >= 0", "-oo < x < oo, 0 < t < 1")
    ((rule, data),) = completed.square(goal, samples)
    assert rule == "sum"
    assert data["terms"] == [(x + cos(t)) ** 2, sympy.factor(1 - cos(t) ** 2)]
    assert list(completed.square(*asked("x^2 + 2*x*cos(t) + 1 >= 2*t", "x > 0, 0 < t < 1/2"))) == []
    assert list(completed.square(*asked("x^2 + 2*x*y + y^2 >= 0", "-oo < x < oo, -oo < y < oo"))) == []
    strict = completed.square(*asked("x^2 + 2*x*cos(t) + 2 > 0", "-oo < x < oo, 0 < t < 1"))
    assert [data["strict"] for _, data in strict] == [1]


def test_pairs_have_their_share_of_single_variables():
    relation = "sqrt(a + b) + sqrt(b + c) + sqrt(c + a) >= sqrt(2)*(sqrt(a) + sqrt(b) + sqrt(c))"
    goal, samples = asked(relation, POSITIVE)
    ((rule, data),) = pairs.pairs(goal, samples)
    assert rule == "sum"
    assert sorted(len(term.free_symbols) for term in data["terms"]) == [2, 2, 2]
    assert sympy.simplify(sum(data["terms"]) - goal.shows.expr) == 0
    share = sqrt(a + b) - sqrt(2) * (sqrt(a) + sqrt(b)) / 2
    assert any(sympy.expand(term - share) == 0 for term in data["terms"])
    assert list(pairs.pairs(*asked("sqrt(a + b + c) + sqrt(a + b) + sqrt(b + c) >= sqrt(a)", POSITIVE))) == []
    assert list(pairs.pairs(*asked("a*b + b*c + c*a >= a*b", POSITIVE))) == []


def test_roots_are_between_means():
    goal, samples = asked("sqrt(a/b) + sqrt(b/a) >= 4*a*b/(a^2 + b^2)", "a > 0, b > 0")
    ((rule, data),) = root_means.between(goal, samples)
    assert rule == "sum"
    *_, rest = data["terms"]
    assert rest.is_rational_function(a, b)
    assert sqrt(a / b) - 2 * a / b / (1 + a / b) in data["terms"]
    assert sympy.simplify(sum(data["terms"]) - goal.shows.expr) == 0
    ((_, data),) = root_means.between(*asked("a + b + (a - b)^2 >= sqrt(2*a - 1) + sqrt(2*b - 1)", "a > 1, b > 1"))
    assert a - sqrt(2 * a - 1) in data["terms"]
    assert list(root_means.between(*asked("sqrt(a) + sqrt(b) >= sqrt(a + b)", "0 < a < 1, 0 < b < 1"))) == []


def test_roots_that_equal_their_means_at_different_places_are_strictly_above_them():
    relation = "sqrt(a/(b + c)) + sqrt(b/(c + a)) + sqrt(c/(a + b)) > 2"
    assert list(root_means.between(*asked(relation, POSITIVE))) == [("split", {"by": a - b, "closed": True})]
    ((rule, data),) = root_means.between(*asked(relation, f"{POSITIVE}, a >= b"))
    assert rule == "sum"
    assert len(data["terms"]) == 3
    assert sympy.simplify(data["terms"][data["strict"]] - sqrt(b / (a + c)) + 2 * b / (a + b + c)) == 0
    assert prove(relation, POSITIVE, budget=20).verdict == "proved"


def test_the_least_variable_is_told_first_and_gaps_take_the_place_of_the_others():
    cyclic = "a^3*b + b^3*c + c^3*a >= a*b*c*(a + b + c)"
    ((rule, _),) = gaps.above_the_least(*asked(cyclic, POSITIVE))
    assert rule == "split"
    goal, samples = asked(cyclic, f"{POSITIVE}, a >= c, b >= c")
    ((rule, data),) = gaps.above_the_least(goal, samples)
    assert rule == "substitute"
    assert [value for _, value in data["inverse"]] == [a - c, b - c]
    assert list(gaps.above_the_least(*asked("a*b >= c^2", POSITIVE))) == []


def test_a_form_is_the_sum_of_its_parts_by_powers():
    goal, samples = asked("c*(a - b)^2 + a^3 + b^3 >= a*b*(a + b)", POSITIVE)
    ((rule, data),) = gaps.by_powers(goal, samples)
    assert rule == "sum"
    assert sympy.expand(sum(data["terms"]) - goal.shows.expr) == 0
    assert {sympy.degree(term, c) for term in data["terms"]} == {0, 1}
    assert list(gaps.by_powers(*asked("a*b + b*c + c*a >= c^2", "a >= 0, b >= c, c >= 0"))) == []


ROOTS = "sqrt(a + b - c) + sqrt(b + c - a) + sqrt(c + a - b) <= sqrt(a) + sqrt(b) + sqrt(c)"
QUOTIENTS = "sqrt(a/(b + c)) + sqrt(b/(c + a)) + sqrt(c/(a + b)) >= 2*(a*b + b*c + c*a)/(a^2 + b^2 + c^2)"


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("x^2 + y^2 + 2*x*y*cos(t) >= 0", "-oo < x < oo, -oo < y < oo, 0 < t < 3"),
        pytest.param(ROOTS, TRIANGLE, marks=pytest.mark.slow),
        pytest.param(QUOTIENTS, POSITIVE, marks=pytest.mark.slow),
    ],
)
def test_statements_by_parts_are_proved(relation, where):
    assert prove(relation, where, budget=60).verdict == "proved"
