"""Square roots of products below means of two factors, also of such that an equation tells."""

import pytest
from sympy import simplify, sqrt

from tests.prover.goals import asked
from verify.prover.proving import prove
from verify.prover.search import factor_means

POSITIVE = "a > 0, b > 0, c > 0"


def shares(where):
    """What is left when each root is below a mean, with the first root's mean."""
    left = "c + a*b", "a + b*c", "b + c*a"
    relation = " + ".join(f"sqrt({n}/({d}))" for n, d in zip(("a*b", "b*c", "c*a"), left, strict=True))
    goal, samples = asked(f"{relation} <= 3/2", where)
    moves = list(factor_means.below(goal, samples))
    a, b, c = goal.variables
    return moves, sqrt(a * b / (a * b + c)), (a / (a + c) + b / (b + c)) / 2


def test_factors_that_an_equation_tells():
    moves, root, mean = shares(f"{POSITIVE}, a + b + c = 1")
    ((rule, data),) = moves
    assert rule == "sum"
    assert data["terms"][-1] == 0
    assert any(simplify(term - mean + root) == 0 for term in data["terms"])
    assert shares(POSITIVE)[0] == []


def test_the_factors_are_equal_where_the_sides_meet():
    goal, samples = asked("2*sqrt(a*b) + sqrt(a*c) <= a + 2*b + c/2 + (a - 4)^2", POSITIVE)
    ((rule, data),) = factor_means.below(goal, samples)
    a, b, _ = goal.variables
    assert rule == "sum"
    assert any((term - a / 2 - 2 * b + 2 * sqrt(a * b)).expand() == 0 for term in data["terms"])


def test_a_mean_above_its_root_is_not_taken_apart_again():
    assert list(factor_means.below(*asked("sqrt(a*b/(c + a)) <= (a + b/(c + a))/2", POSITIVE))) == []


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        (
            "sqrt(a*b/(c + a*b)) + sqrt(b*c/(a + b*c)) + sqrt(c*a/(b + c*a)) <= 3/2",
            f"{POSITIVE}, a + b + c = 1",
        ),
        ("a/sqrt((a + b)*(a + c)) + b/sqrt((b + c)*(b + a)) + c/sqrt((c + a)*(c + b)) <= 3/2", POSITIVE),
    ],
)
def test_what_these_show_is_proved(relation, where):
    assert prove(relation, where, budget=40).verdict == "proved"
