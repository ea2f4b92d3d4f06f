"""A quotient of linear terms as the variable, lowest terms, and one coefficient for each logarithm."""

import pytest
from sympy import Add, asin, log, sqrt

from tests.prover.goals import asked
from verify.balls.arithmetic import Arb
from verify.prover.certificate import reduce
from verify.prover.core_certificates import core_accepts
from verify.prover.goal import Goal, Inequality
from verify.prover.proving import prove
from verify.prover.search import fractional
from verify.prover.search.logarithm_forms import collected
from verify.prover.search.samples import Samples

SEIFFERT = "(t - 1)/(2*asin((t - 1)/(t + 1)))"


def moved(relation, where):
    """The goal in the new variable, as the core accepts it."""
    goal, samples = asked(relation, where)
    ((rule, data),) = fractional.quotients(goal, samples)
    left = reduce(goal, rule, data, Arb)
    assert core_accepts(goal, rule, data, left)
    return left[-1]


def test_means_in_the_quotient_of_difference_and_sum():
    goal = moved(f"{SEIFFERT} < (1 + t + sqrt(t))/3", "t > 1")
    ((rule, data),) = fractional.in_lowest_terms(goal, Samples(goal))
    *_, left = reduce(goal, rule, data, Arb)
    assert core_accepts(goal, rule, data, reduce(goal, rule, data, Arb))
    (z,) = left.variables
    assert left.given == (Inequality(z, strict=True), Inequality(1 - z, strict=True))
    difference = left.shows.expr * (1 - z) * asin(z)
    assert difference.expand() == Add(-z, 2 * asin(z) / 3, sqrt(1 - z) * sqrt(1 + z) * asin(z) / 3)


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        (f"{SEIFFERT} < (1 + t + sqrt(t))/3", "1 < t < 9"),
        (f"{SEIFFERT} > cbrt(1 + t)*sqrt(t)/t", "t > 1"),
        ("atan((t - 1)/(t + 1)) + u > 0", "t > 1, u > 0"),
        ("atan((t^2 - 1)/(t + 3)) > 0", "t > 1"),
        ("log((t + 1)/(t - 1)) > 0", "t > 1"),
    ],
)
def test_other_terms_are_left_as_they_are(relation, where):
    assert list(fractional.quotients(*asked(relation, where))) == []


def test_each_logarithm_has_one_coefficient():
    goal, samples = asked("x > 0", "0 < x < 1")
    (x,) = goal.variables
    term = 2 * x * log(1 - x) - (1 + x) * log(1 - x) + (1 + x) * log(1 + x)
    goal = Goal(goal.variables, goal.given, Inequality(term, strict=True))
    ((rule, data),) = collected(goal, samples)
    assert (rule, data["shows"]) == ("rewrite", (x - 1) * log(1 - x) + (1 + x) * log(1 + x))
    assert list(collected(Goal(goal.variables, goal.given, Inequality(data["shows"], strict=True)), samples)) == []


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("(t - 1)^2/(4*asin((t - 1)/(t + 1))^2) > (t^2 - 1)/(2*log(t))", "t > 1"),
        ("(y - x)/(2*asin((y - x)/(x + y))) < (x + y + sqrt(x*y))/3", "0 < x < y"),
    ],
)
def test_what_these_show_is_proved(relation, where):
    assert prove(relation, where, budget=40).verdict == "proved"
