"""Sums of logarithms beside one that has their weights together."""

import pytest
import sympy
from sympy import log

from tests.prover.goals import asked
from verify.balls.arithmetic import Arb
from verify.prover.certificate import reduce
from verify.prover.proving import prove
from verify.prover.search import log_sums
from verify.prover.search.samples import Samples

ENTROPIES = (
    "-p*log(p) - (1 - p)*log(1 - p) - q*log(q) - (1 - q)*log(1 - q)"
    " <= -(p + q)*log((p + q)/2) - (2 - p - q)*log(1 - (p + q)/2)"
)
BITS = "0 < p < 1, 0 < q < 1"
TAKEN_APART = [
    (ENTROPIES, BITS, 4),
    ("(a + b + c)*log((a + b + c)/3) >= b*log(a) + c*log(b) + a*log(c)", "a > 0, b > 0, c > 0", 3),
    ("p*log(x) + (1 - p)*log(y) - p*log(p) - (1 - p)*log(1 - p) <= log(x + y)", "0 < p < 1, x > 0, y > 0", 2),
    ("p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) <= log(p^2/q + (1 - p)^2/(1 - q))", BITS, 2),
    ("(1 + a + b)*log(1 + a + b) >= b*log(a) + log(b) + (1 + a + b)*log(3)", "a > 0, b > 0", 3),
]


@pytest.mark.parametrize(("relation", "where", "count"), TAKEN_APART)
def test_each_logarithm_is_compared_with_the_one_of_the_mean(relation, where, count):
    goal, samples = asked(relation, where)
    ((rule, data),) = log_sums.below_tangents_of_sums(goal, samples)
    assert rule == "sum"
    assert samples.are_equal(sympy.Add(*data["terms"]), goal.shows.expr)
    *gaps, level = data["terms"]
    assert len(gaps) == count
    assert not level.has(log)
    assert all(-1 not in samples.signs(term) for term in data["terms"])


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        (ENTROPIES.replace("<=", "<"), BITS),
        ("(a + b)*log(a + b) >= a*log(b) + 2*b*log(a)", "a > 0, b > 0"),  # the weights are more than a + b
        ("log(a)^2 + a*log(b) + b*log(c) >= -9", "1 < a < 2, 1 < b < 2, 1 < c < 2"),
    ],
)
def test_other_sums_are_left_alone(relation, where):
    assert list(log_sums.below_tangents_of_sums(*asked(relation, where))) == []


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        (ENTROPIES, BITS),
        ("a^b*b^c*c^a <= ((a + b + c)/3)^(a + b + c)", "a > 0, b > 0, c > 0"),
    ],
)
def test_what_bends_is_proved(relation, where):
    assert prove(relation, where, budget=60).verdict == "proved"


DIVERGENCE = "p*log(p/q) + (1 - p)*log((1 - p)/(1 - q))"
PAIR = "0 < p < 1, 0 < q < 1"
RENYI = [
    (f"{DIVERGENCE} >= -2*log(sqrt(p*q) + sqrt((1 - p)*(1 - q)))", PAIR, 2),
    (f"{DIVERGENCE} <= log(p^3/q^2 + (1 - p)^3/(1 - q)^2)/2", PAIR, 2),
    (
        "a*log(a/x) + b*log(b/y) + c*log(c/z) >= -2*log(sqrt(a*x) + sqrt(b*y) + sqrt(c*z))",
        "a > 0, b > 0, c > 0, x > 0, y > 0, z > 0, a + b + c = 1, x + y + z = 1", 3,
    ),
]  # fmt: skip


@pytest.mark.parametrize(("relation", "where", "count"), RENYI)
def test_logarithms_of_powers_have_together_the_weight_of_their_mean(relation, where, count):
    goal, samples = asked(relation, where)
    rules = []
    for _ in range(3):
        ((rule, data),) = log_sums.below_tangents_of_powers(goal, samples)
        rules.append(rule)
        if rule == "sum":
            break
        goal = reduce(goal, rule, data, Arb)[-1]
        samples = Samples(goal)
    assert rules == ["substitute"] * (count - 2) + ["rewrite", "sum"]
    *gaps, level = data["terms"]
    assert len(gaps) == count
    assert samples.are_equal(level, sympy.S.Zero)
    assert samples.are_equal(sympy.Add(*data["terms"]), goal.shows.expr)
    assert prove(relation, where, budget=60).verdict == "proved"


@pytest.mark.parametrize(
    "relation",
    [
        f"{DIVERGENCE} > -2*log(sqrt(p*q) + sqrt((1 - p)*(1 - q)))",
        f"{DIVERGENCE} >= -log(sqrt(p*q) + sqrt((1 - p)*(1 - q)))",  # what is left at the tangents is not zero
        f"{DIVERGENCE} >= -p*log(sqrt(p*q) + sqrt((1 - p)*(1 - q)))",
    ],
)
def test_other_logarithms_of_means_are_left_alone(relation):
    assert list(log_sums.below_tangents_of_powers(*asked(relation, PAIR))) == []
