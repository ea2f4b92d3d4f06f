"""Sums of exponentials below one whose exponent bends, and logarithms of sums of exponentials."""

import pytest
import sympy
from sympy import exp, log

from tests.prover.goals import asked
from verify.balls.arithmetic import Arb
from verify.prover.certificate import reduce
from verify.prover.proving import prove
from verify.prover.search import cumulants

HOEFFDING = ("p*exp(t*(1 - p)) + (1 - p)*exp(-t*p) <= exp(t^2/8)", "0 <= p <= 1, -oo < t < oo")


@pytest.mark.parametrize(
    ("relation", "where", "larger"),
    [
        (*HOEFFDING, "exp(t**2/8)"),
        ("p*exp(t) + 1 - p <= exp(p*t + t^2/8)", "0 <= p <= 1, -oo < t < oo", "exp(p*t + t**2/8)"),
    ],
)
def test_both_sides_are_compared_by_logarithms(relation, where, larger):
    goal, samples = asked(relation, where)
    (move,) = cumulants.below_a_bent_exponential(goal, samples)
    assert move[0] == "logs"
    assert str(move[1]["larger"]) == larger
    assert reduce(goal, *move, Arb)[-1].shows.expr.diff(sympy.Symbol("t", real=True)).has(exp)


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("exp(t) + exp(-t) <= 2*exp(3*t)", "t >= 0"),  # no exponent bends
        ("t*exp(t) + exp(-t) <= exp(t^2)", "t >= 2"),  # t is outside of an exponent as well
        ("exp(t^2) + exp(t) <= exp(2*t^2)", "t >= 2"),  # one that is smaller bends too
    ],
)
def test_no_logarithms_where_the_slopes_would_keep_exponentials_and_powers(relation, where):
    assert list(cumulants.below_a_bent_exponential(*asked(relation, where))) == []


def test_variables_in_exponentials_in_logarithms_are_logarithms():
    goal, samples = asked("p*x + (1 - p)*y <= log(p*exp(x) + (1 - p)*exp(y))", "0 < p < 1, -oo < x < oo, -oo < y < oo")
    (move,) = cumulants.exponentials_in_logarithms(goal, samples)
    assert move[0] == "substitute"
    left = reduce(goal, *move, Arb)[-1].shows.expr
    assert not left.has(exp)
    assert len(left.atoms(log)) == 3


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("x^2 + y^2 + 9 >= log(exp(x) + exp(y))", "-oo < x < oo, -oo < y < oo"),  # not linear besides
        ("x + 1 >= log(exp(x) + 1)", "-oo < x < oo"),  # one variable
        ("x + y >= log(exp(x) + exp(y))", "x >= 1, y >= 1"),  # with ends
    ],
)
def test_other_variables_stay(relation, where):
    assert list(cumulants.exponentials_in_logarithms(*asked(relation, where))) == []


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        HOEFFDING,
        ("(exp(x) + exp(y))/2 <= exp((x + y)/2 + (x - y)^2/8)", "-oo < x < oo, -oo < y < oo"),
        (
            "a*x + b*y + c*z - a*log(a) - b*log(b) - c*log(c) <= log(exp(x) + exp(y) + exp(z))",
            "a > 0, b > 0, c > 0, a + b + c = 1, -oo < x < oo, -oo < y < oo, -oo < z < oo",
        ),
    ],
)
def test_is_proved(relation, where):
    assert prove(relation, where, budget=30.0).verdict == "proved"
