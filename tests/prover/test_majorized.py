"""Sums of one bent function of arguments, and of means of these, as Jensen's inequalities of two terms."""

import pytest
import sympy

from tests.prover.goals import asked
from verify.balls.arithmetic import Arb
from verify.prover.certificate import reduce
from verify.prover.core_certificates import core_accepts
from verify.prover.proving import prove
from verify.prover.search import majorized

REAL = "-oo < x < oo, -oo < y < oo, -oo < z < oo"
SIDES = "a > 0, b > 0, c > 0, a <= b + c, b <= c + a, c <= a + b"
ANGLES = "A > 0, B > 0, C > 0, A + B + C = pi"
SUMS = [
    ("atan(a + b - c) + atan(b + c - a) + atan(c + a - b) <= atan(a) + atan(b) + atan(c)", SIDES, 3),
    ("sqrt(a + b - c) + sqrt(b + c - a) + sqrt(c + a - b) <= sqrt(a) + sqrt(b) + sqrt(c)", SIDES, 3),
    ("sqrt(2*x + y) + sqrt(2*y + z) + sqrt(2*z + x) >= sqrt(3*x) + sqrt(3*y) + sqrt(3*z)", "x > 0, y > 0, z > 0", 3),
    ("cos(A) + cos(B) + cos(C) <= sin(A/2) + sin(B/2) + sin(C/2)", ANGLES, 3),  # an equation, and other angles
    ("exp(2*x - y) + exp(2*y - z) + exp(2*z - x) >= exp(x) + exp(y) + exp(z)", REAL, 6),  # means of three
    ("2*exp(x) + 2*exp(y) + z^2 >= exp(x/2 + y/2) + exp(x/3 + 2*y/3)", REAL, 3),  # and a rest
    ("x*log(x) + (x + 3*y)*log(x + 3*y) >= (x + y)*log(x + y) + (x + 2*y)*log(x + 2*y)", "x > 0, y > 0", 2),
]


@pytest.mark.parametrize(("relation", "where", "count"), SUMS)
def test_each_mean_with_what_it_is_of(relation, where, count):
    goal, samples = asked(relation, where)
    ((rule, data),) = majorized.means(goal, samples)
    assert (rule, len(data["terms"])) == ("sum", count)
    assert samples.are_equal(sympy.Add(*data["terms"]), goal.shows.expr)
    assert all(-1 not in samples.signs(term) for term in data["terms"])
    assert core_accepts(goal, rule, data, reduce(goal, rule, data, Arb))


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("atan(a + b - c) + atan(b + c - a) + atan(c + a - b) >= atan(a) + atan(b) + atan(c) - 9", SIDES),
        ("2*exp(x) + 2*exp(y) > exp(x/2 + y/2) + exp(x/3 + 2*y/3)", REAL),  # strict
        ("exp(x) + exp(y) + exp(z) + 3*exp((x + y + z)/3) >= 2*exp(x) + 4*exp((y + z)/4) - 9", REAL),  # no such means
        ("exp(x) + exp(y) >= 2*exp(x/2 + y/2)", REAL),  # of two
        ("x^2 + atan(y) + exp(z) >= -2", REAL),
    ],
)
def test_no_means(relation, where):
    assert list(majorized.means(*asked(relation, where))) == []


def test_two_arguments_become_variables():
    goal, samples = asked("2*tanh(a) >= tanh(a + b - c) + tanh(a - b + c)", SIDES)
    ((rule, data),) = majorized.of_two(goal, samples)
    assert (rule, len(data["inverse"])) == ("substitute", 2)
    left = reduce(goal, rule, data, Arb)
    assert core_accepts(goal, rule, data, left)
    assert len(left[-1].shows.expr.free_symbols) == 2


def test_two_variables_by_slopes():
    ((rule, data), *_) = majorized.of_two(*asked("1/sin(x) + 1/sin(y) >= 2/sin((x + y)/2)", "0 < y, y <= x, x < pi"))
    assert (rule, str(data["variable"]), str(data["end"])) == ("monotone", "x", "y")
    assert list(majorized.of_two(*asked("exp(x) + exp(y) >= 2*atan(x + y)", REAL))) == []
    powers = asked("x^x + y^y >= 2*((x + y)/2)^((x + y)/2)", "x > 0, y > 0")  # by their logarithms
    assert list(majorized.of_two(*powers)) == []


@pytest.mark.parametrize(("relation", "where", "count"), SUMS[:5])
def test_is_proved(relation, where, count):
    assert prove(relation, where, budget=60.0).verdict == "proved", count
