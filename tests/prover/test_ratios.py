"""Means of two numbers in one variable, and variables as powers of others with their ends."""

import pytest
from sympy import Rational, Symbol, log

from tests.prover.goals import asked
from verify.balls.arithmetic import Arb
from verify.prover.certificate import reduce
from verify.prover.proving import prove
from verify.prover.search import forms, substitutions
from verify.prover.search.samples import Samples


def test_a_transcendental_term_of_two_variables_that_is_homogeneous_has_one_variable():
    goal, samples = asked("x*log(x/y) - x + y >= 3*(x - y)^2/(2*(x + 2*y))", "x > 0, y > 0")
    move = next(substitutions.one_ratio(goal, samples))
    left = reduce(goal, *move, Arb)[-1]
    ((rule, data),) = forms.scaled(left, Samples(left))
    assert rule == "product"
    assert [len(factor.free_symbols) for factor, _, _ in data["factors"]] == [1, 1]


def test_a_factor_with_a_root_is_seen():
    ((_, data),) = forms.scaled(*asked("sqrt(x + x*y) >= sqrt(x)*log(1 + y)", "x > 0, y > 0"))
    assert data["factors"][0][0] == Symbol("x", real=True) ** Rational(1, 2)


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("x^2 + y^2 >= 2*x*y", "x > 0, y > 0"),  # a polynomial
        ("x*log(x) + y*log(y) >= -1", "x > 0, y > 0"),  # not homogeneous
        ("x*log(x/y) + y*log(y/z) + z*log(z/x) >= 0", "x > 0, y > 0, z > 0"),  # three variables
    ],
)
def test_other_terms_stay(relation, where):
    assert list(substitutions.one_ratio(*asked(relation, where))) == []


def test_a_variable_as_a_square_keeps_its_lower_end_in_a_linear_condition():
    goal, _ = asked("2*log(t) >= sqrt(t) - 1/sqrt(t)", "1 < t < 4")
    (move,) = substitutions.roots(goal)
    left = reduce(goal, *move, Arb)[-1]
    root = Symbol("t_1", real=True)
    assert {root - 1, 2 - root} <= {g.expr for g in left.given}
    (rewritten,) = forms.tidied(left, Samples(left))
    assert all(g[0].diff(root).is_number for g in rewritten[1]["given"])


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("cbrt(x*y*(x + y)/2) < (y - x)/log(y/x)", "0 < x < y"),
        ("(t - 1)/(2*asin((t - 1)/(t + 1))) < (1 + t + sqrt(t))/3", "t > 1"),
        ("(x + y)/2 <= sqrt(x*y)*exp((y - x)^2/(8*x^2))", "0 < x <= y"),
    ],
)
def test_is_proved(relation, where):
    assert prove(relation, where, budget=30.0).verdict == "proved"


def test_a_side_of_negative_factors_is_compared_by_logarithms_of_positive_ones():
    goal, samples = asked("exp(-p*log(p/q) - (1 - p)*log((1 - p)/(1 - q))) <= 1 - (p - q)^2", "0 < p < 1, 0 < q < 1")
    ((rule, data),) = forms.products_of_powers(goal, samples)
    assert rule == "logs"
    assert all(samples.signs(node.args[0]) == {1} for node in log(data["larger"]).expand(force=True).atoms(log))
    assert reduce(goal, rule, data, Arb)
