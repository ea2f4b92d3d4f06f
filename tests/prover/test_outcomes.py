"""Divergences taken apart by outcomes."""

import pytest
import sympy
from sympy import Abs, log, sqrt, symbols

from tests.prover.goals import asked
from verify.prover.proving import prove
from verify.prover.search import outcomes

TWO = "0 < p < 1, 0 < q < 1"
THREE = "a > 0, b > 0, c > 0, x > 0, y > 0, z > 0, a + b + c = 1, x + y + z = 1"
DIVERGENCE = "a*log(a/x) + b*log(b/y) + c*log(c/z)"
SQUARES = "2 - 2*sqrt(a*x) - 2*sqrt(b*y) - 2*sqrt(c*z)"
HELLINGER = "2 - 2*sqrt(p*q) - 2*sqrt((1 - p)*(1 - q))"
p, q, a, x = symbols("p q a x", real=True)


@pytest.mark.parametrize(
    ("relation", "where", "count", "first"),
    [
        (f"{DIVERGENCE} >= {SQUARES}", THREE, 3, a * log(a / x) + 2 * sqrt(a * x) - 2 * a),
        (f"(p - q)^2/(q*(1 - q)) >= {HELLINGER}", TWO, 2, p**2 / q + 2 * sqrt(p * q) - 3 * p),
        (
            "p*log(2*p/(p + q)) + q*log(2*q/(p + q)) + (1 - p)*log(2*(1 - p)/(2 - p - q))"
            " + (1 - q)*log(2*(1 - q)/(2 - p - q)) <= 2*log(2)*abs(p - q)",
            TWO, 2, log(2) * Abs(p - q) - p * log(2 * p / (p + q)) - q * log(2 * q / (p + q)),
        ),
    ],
)  # fmt: skip
def test_each_outcome_has_a_term_of_its_own(relation, where, count, first):
    goal, samples = asked(relation, where)
    ((rule, data),) = outcomes.outcomes(goal, samples)
    assert rule == "sum"
    terms = [t for t in data["terms"] if sympy.expand(t) != 0 and not t.is_polynomial()]
    assert len(terms) == count
    assert sympy.expand(terms[0] - first) == 0
    assert samples.are_equal(sympy.Add(*data["terms"]), goal.shows.expr)


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) >= 2*(p - q)^2", TWO),  # an outcome alone does not show it
        ("p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) > -1", TWO),
        ("-2*log(sqrt(p*q) + sqrt((1 - p)*(1 - q))) >= (p - q)^2", TWO),
        (f"{DIVERGENCE} >= 2*(a - x)^2*b", THREE),
        ("(p - q)^2/(q*(1 - q)) >= 0", TWO),
    ],
)
def test_other_terms_are_left_alone(relation, where):
    assert list(outcomes.outcomes(*asked(relation, where))) == []


def test_terms_of_the_second_outcome_are_told_in_its_probabilities():
    goal, samples = asked("(1 - p)*log((1 - p)/(1 - q)) + p - q >= 0", TWO)
    ((rule, data),) = outcomes.second(goal, samples)
    assert rule == "substitute"
    assert [old for old, _ in data["forward"]] == [p, q]
    rows = zip(data["forward"], data["inverse"], strict=True)
    assert all(sympy.expand(there + new - 1) == 0 and back == 1 - old for (old, there), (new, back) in rows)
    assert list(outcomes.second(*asked("p*log(p/q) - p + q >= 0", TWO))) == []


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        (f"{DIVERGENCE} >= {SQUARES}", THREE),
        (f"(p - q)^2/(q*(1 - q)) >= {HELLINGER}", TWO),
    ],
)
def test_divergences_are_compared(relation, where):
    assert prove(relation, where, budget=60).verdict == "proved"
