"""Rates that are roots: a number in their place, and the root in the place of that."""

import pytest
from sympy import exp, sqrt

from verify.discover.discovering import Search
from verify.discover.facts import Context
from verify.discover.roots import with_named_root
from verify.language.terms import ge, gt, real
from verify.prover.alarm import worked

a, b, x = real("a b x")
POSITIVE = [gt(a, 0), gt(b, 0)]
RATE = sqrt(a / b)


def found(goal):
    """What is found, with the whole search for the goal of a number, of which the goals are kept."""
    search, asked = Search(worked() + 6), []

    def prove(part, there):
        asked.append(str(part))
        return search.prove(part, there, 1)

    return with_named_root(goal, Context.of(POSITIVE), prove), asked


@pytest.mark.parametrize("share", [1, 2])
def test_roots_are_multiples_of_the_one_in_an_exponent(share):
    goal = ge(exp(RATE), 1 + share * sqrt(a * b) / b)
    made, asked = found(goal)
    assert (made is not None) is (share == 1)
    assert asked == [f"exp(q) ≥ {'' if share == 1 else '2*'}q + 1"]
    if made is not None:
        assert made.theorem.conclusion == goal
        assert set(made.theorem.hypotheses) <= set(POSITIVE)


def test_the_square_of_the_number_is_known():
    made, asked = found(ge(exp(RATE) - RATE + a / b, 1 + RATE * sqrt(a * b) / b))
    assert asked == ["a/b + exp(q) - q ≥ q**2 + 1"]
    assert made is not None


@pytest.mark.parametrize("goal", [ge(exp(x), 1 + x), ge(RATE, 0), ge(exp(RATE), 1 + sqrt(a + b))], ids=str)
def test_nothing_is_named_without_a_root_in_an_exponent_or_beside_others(goal):
    assert found(goal) == (None, [])


def test_no_name_is_taken_twice():
    q = real("q")
    made, asked = found(ge(exp(RATE) + q, 1 + RATE + q))
    assert made is not None
    assert asked == ["q + exp(q1) ≥ q + q1 + 1"]
