"""Sums of powers and exponentials with variable exponents, by Laguerre's proof of Descartes' rule of signs."""

import pytest
from sympy import Symbol, exp, log, simplify

from tests.prover.goals import asked
from verify.prover.proving import prove
from verify.prover.search import exponential_sums, half_differences

p, t, x = (Symbol(name, real=True) for name in "ptx")


def test_powers_are_exponentials_of_the_logarithm():
    goal, samples = asked("t^p - 1 >= p*(t - 1)", "t > 1, p >= 1")
    ((rule, data),) = exponential_sums.of_logarithm(goal, samples)
    new = Symbol("t_1", real=True)
    assert rule == "substitute"
    assert data == {"forward": [[t, exp(new)]], "inverse": [[new, log(t)]], "given": [[new, True]]}
    (first,) = exponential_sums.of_logarithm(*asked("t^p - 1 >= p*(t - 1)", "t > 0, p >= 1"))
    assert first == ("split", {"by": t - 1, "closed": True})


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("t^3 - 1 >= 3*(t - 1)", "t > 1"),  # no rate varies
        ("t^p >= p*(t - 1)", "t > 1, p >= 1"),  # it does not vanish at 1
        ("t^p - 1 >= p*log(t)", "t > 1, p >= 1"),  # a logarithm beside the powers
        ("t^p >= 1", "t > 1, p >= 1"),
    ],
)
def test_other_sums_are_left_alone(relation, where):
    assert list(exponential_sums.of_logarithm(*asked(relation, where))) == []


def test_a_rate_beside_a_change_of_sign_is_taken_out():
    goal, samples = asked("exp(p*x) - 1 >= p*(exp(x) - 1)", "x > 0, p >= 1")
    assert list(exponential_sums.over_one(goal, samples)) == [("monotone", {"variable": x, "end": 0, "side": 1})]
    goal, samples = asked("exp((p + 1)*x) - exp(x) >= p*(exp(2*x) - exp(x))", "x > 0, p >= 1")
    ((rule, data),) = exponential_sums.over_one(goal, samples)
    (out, _, _), (rest, _, _) = data["factors"]
    assert rule == "product"
    assert simplify(out * rest - goal.shows.expr) == 0
    assert rest.subs(x, 0) == 0
    unknown = asked("exp(p*x) - 1 >= p*(exp(x) - 1)", "x > 0, p > 1/2")
    assert [rule for rule, _ in exponential_sums.over_one(*unknown)] in ([], ["split"])


def test_a_variable_and_1_are_as_far_from_their_mean():
    goal, samples = asked("t^p - 1 >= p*(t - 1)*((1 + t)/2)^(p - 1)", "t > 1, p >= 2")
    ((rule, data),) = half_differences.as_variable(goal, samples)
    ((u, inverse),) = data["inverse"]
    assert rule == "substitute"
    assert simplify(dict(data["forward"])[t].subs(u, inverse) - t) == 0
    assert [1 - u, True] in data["given"]
    other = asked("t^p - 1 >= p*(t - 1)*(1 + 2*t)^(p - 1)", "t > 1, p >= 2")
    assert list(half_differences.as_variable(*other)) == []
    bent = asked("(1 + t)^t >= t^t", "t > 1")
    assert list(half_differences.as_variable(*bent)) == []


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("(t^p - 1)/(p*(t - 1)) >= t^((p - 1)/2)", "t > 1, p >= 1"),
        ("p*(t^(p + 1) - 1)/((p + 1)*(t^p - 1)) >= (1 + t)/2", "t > 1, p >= 1"),
        ("(t^p - 1)/(p*(t - 1)) >= ((1 + t)/2)^(p - 1)", "t > 1, p >= 2"),
        ("(t^p - 1)/(p*(t - 1)) <= ((1 + t)/2)^(p - 1)", "t > 1, 1 <= p <= 2"),
    ],
)
def test_what_these_show_is_proved(relation, where):
    assert prove(relation, where, budget=40).verdict == "proved"
