"""Terms of which a multiple is a sum of terms of one variable each."""

import pytest
import sympy

from tests.prover.goals import asked
from verify.prover.proving import prove
from verify.prover.search import separable, separated

ORDERED = "0 < x < y"


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("sin(y)/sin(x) < y/x", "0 < x < y, y < pi"),
        ("(y - sin(y))*x^3 < y^3*(x - sin(x))", ORDERED),
        ("(1/tanh(x) + 1/tanh(y))/(x + y) - 1/(x*y) <= 1/3", "x > 0, y > 0"),
        ("(exp(x + y) - 1)/((exp(x) - 1)*(exp(y) - 1)*(x + y)) >= 1/(x*y)", "x > 0, y > 0"),
        ("(log(x) + log(y) + log(z))/(x + y + z) <= 1/E", "x > 0, y > 0, z > 0"),
    ],
)
def test_a_multiple_of_the_term_is_a_sum_of_terms_of_one_variable(relation, where):
    goal, samples = asked(relation, where)
    ((rule, data),) = separated.multiples(goal, samples)
    assert rule == "product"
    (factor, _, sign), (total, _, other) = data["factors"]
    assert samples.are_equal(factor * total, goal.shows.expr)
    assert samples.signs(factor) == {1 if sign == "+" else -1}
    assert sign == other
    for x, y in ((x, y) for x in goal.variables for y in goal.variables if x != y):
        assert samples.are_equal(total.diff(x, y), sympy.S.Zero)


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("sin(y)/y <= sin(x)/x", "0 < x < y, y < pi"),  # it is such a sum as it stands
        ("x*exp(y) > exp(x)", ORDERED),  # a product of one variable is none of two
        ("x*exp(y) + y*exp(x) > 2*x*y", ORDERED),  # of three products only some can be
        ("(exp(x) + sin(x*y))/(x + y) > 0", ORDERED),  # nor does the denominator
        ("sin(x)*y <= sin(y)*x + 1", "-1 < x < 1, -1 < y < 1"),  # the factors turn
        ("y/x >= x/y", ORDERED),  # that is left to polynomials
    ],
)
def test_no_move(relation, where):
    assert list(separated.multiples(*asked(relation, where))) == []


def test_alike_terms_have_equal_shares():
    goal, samples = asked("1/tanh(x) + 1/tanh(y) > 2", "x > 0, y > 0")
    ((rule, data),) = separable.equal_shares(goal, samples)
    assert (rule, data["strict"]) == ("sum", 0)
    assert set(data["terms"]) == {1 / sympy.tanh(x) - 1 for x in goal.variables}
    assert list(separable.equal_shares(*asked("1/tanh(x) + tanh(y) > 1", "x > 0, y > 0"))) == []
    assert list(separable.equal_shares(*asked("exp(x) + exp(y) >= 1", "x > 0, y > 0, x + y > 1"))) != []
    assert list(separable.equal_shares(*asked("exp(x) + exp(y) >= 3", "x > -1, y > -1, x + y > 1"))) == []


@pytest.mark.spread(1, 1)
@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("sin(y)/sin(x) < (y - y^3/6 + y^5/120)/(x - x^3/6 + x^5/120)", "0 < x < y, y < sqrt(6)"),
        ("(y - sin(y))/(x - sin(x)) < y^3/x^3", ORDERED),
        ("(tan(y) - y)/(tan(x) - x) > y^3/x^3", "0 < x < y, y < pi/2"),
        ("(1/tanh(x) + 1/tanh(y))/(x + y) - 1/(x*y) <= 1/3", "x > 0, y > 0"),
        ("sin(x + y)/((x + y)*sin(x)*sin(y)) < 1/(x*y)", "0 < x < pi/2, 0 < y < pi/2"),
        ("(x*log(x) + y*log(y) + z*log(z))/(x + y + z - 3) >= 1", "x > 1, y > 1, z > 1"),
    ],
)
def test_what_is_apart_is_proved(relation, where):
    assert prove(relation, where, budget=40).verdict == "proved"
