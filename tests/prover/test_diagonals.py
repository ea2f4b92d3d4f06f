"""Terms that vanish where two variables are equal, and means of what bends."""

import pytest

from tests.prover.goals import asked
from verify.prover.proving import prove
from verify.prover.search import diagonals, exponentials, jensen

SINHC = "sinh(x)/x + sinh(y)/y >= 2*sinh((x + y)/2)/((x + y)/2)"
THREE = "tanh(x) + tanh(y) + tanh(z) <= 3*tanh((x + y + z)/3)"


def test_two_variables_are_told_apart_first():
    (order, split) = diagonals.from_equal(*asked(SINHC, "x > 0, y > 0"))
    assert (order[0], split[0]) == ("order", "split")


def test_from_equal_values_on_by_slopes():
    ((rule, data), *_) = diagonals.from_equal(*asked(SINHC, "x >= y, y > 0"))
    assert rule == "monotone"
    assert (str(data["variable"]), str(data["end"]), data["side"]) == ("x", "y", 1)


def test_conditions_on_others_are_left_behind():
    ((rule, data), *_) = diagonals.from_equal(
        *asked("sinh(x) >= sinh(y) + (x - y)*cosh(y)", "x > 0, y > 0, z > 0, x + y > z")
    )
    assert rule == "rewrite"
    assert [str(term) for term, _ in data["given"]] == ["x", "y"]


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("x^2 + y^2 >= 2*x*y", "x > 0, y > 0"),  # for polynomials there are better ways
        ("exp(x) + exp(y) >= x*y", "x > 0, y > 0"),
        ("p*exp(x) + q*exp(y) >= exp(p*x + q*y)", "p > 0, q > 0, p + q = 1, x > 0, y > 0"),  # p goes first
    ],
)
def test_other_terms_are_left_alone(relation, where):
    assert list(diagonals.from_equal(*asked(relation, where))) == []


def test_tangents_at_the_mean_and_then_the_mean_as_a_variable():
    goal, samples = asked(THREE, "x >= 0, y >= 0, z >= 0")
    ((rule, data),) = jensen.tangents(goal, samples)
    assert rule == "sum"
    assert samples.are_equal(sum(data["terms"]), goal.shows.expr)
    assert all(samples.signs(term) <= {0, 1} for term in data["terms"])
    tangent = "tanh(x) <= tanh((x + y + z)/3) + (x - (x + y + z)/3)*(1 - tanh((x + y + z)/3)^2)"
    ((rule, data),) = jensen.tangents(*asked(tangent, "x >= 0, y >= 0, z >= 0"))
    assert rule == "substitute"
    assert [str(term) for _, term in data["inverse"]] == ["x/3 + y/3 + z/3"]


def test_no_tangents_of_what_bends_the_other_way():
    assert list(jensen.tangents(*asked(THREE.replace("<=", ">="), "-9 < x < 9, -9 < y < 9, -9 < z < 9"))) == []


def test_a_difference_of_hyperbolic_functions_as_an_exponential():
    ((rule, data),) = exponentials.of_one_sign(asked("cosh(x) > sinh(x)", "x > 0")[0])
    assert (rule, str(data["shows"])) == ("rewrite", "exp(-x)")
    assert list(exponentials.of_one_sign(asked("cosh(x) > 2*sinh(x)", "x > 0")[0])) == []


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        (SINHC, "x > 0, y > 0"),
        (THREE, "x >= 0, y >= 0, z >= 0"),
        ("x^x + y^y >= 2*((x + y)/2)^((x + y)/2)", "x > 0, y > 0"),
        ("log(sinh(x)/x) + log(sinh(y)/y) >= 2*log(sinh((x + y)/2)/((x + y)/2))", "x > 0, y > 0"),
        ("acosh(x*y) <= acosh(x) + acosh(y)", "x >= 1, y >= 1"),
    ],
)
def test_what_bends_is_proved(relation, where):
    assert prove(relation, where, budget=60).verdict == "proved"


@pytest.mark.parametrize(
    ("relation", "where", "found"),
    [
        ("x*y/(sin(x)*sin(y)) >= (x + y)^2/(4*sin((x + y)/2)^2)", "0 < x < pi, 0 < y < pi", True),
        ("(x - sin(x))*(y - sin(y)) <= ((x + y)/2 - sin((x + y)/2))^2", "0 < x < pi, 0 < y < pi", True),
        ("x*y/(sin(x)*sin(y)) >= (x + y)/sin(x + y)", "0 < x < pi/2, 0 < y < pi/2", False),  # they differ if x is y
        ("tan(x)*tan(y) <= tan((x + y)/2)^2", "0 < x < pi/4, 0 < y < pi/4", False),  # algebraic in waves
        ("log(x)*log(y) >= log(x)^2/4 + log(y)^2/4", "x > 1, y > 1", False),
    ],
)
def test_products_are_compared_by_logarithms_where_these_bend(relation, where, found):
    moves = list(diagonals.products_from_equal(*asked(relation, where)))
    assert [rule for rule, _ in moves] == (["logs"] if found else [])


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("x*y/(sin(x)*sin(y)) >= (x + y)^2/(4*sin((x + y)/2)^2)", "0 < x < pi, 0 < y < pi"),
        ("(x - sin(x))*(y - sin(y)) <= ((x + y)/2 - sin((x + y)/2))^2", "0 < x < pi, 0 < y < pi"),
    ],
)
def test_what_is_log_convex_or_log_concave_is_proved(relation, where):
    assert prove(relation, where, budget=40).verdict == "proved"
