"""Logarithms of quotients of sines, sums of exponentials, and steps that the core does not take."""

import pytest
import sympy

from tests.prover.goals import asked
from verify.prover.alarm import worked
from verify.prover.proving import prove
from verify.prover.search import equations, exponentials, forms
from verify.prover.search.proving import Search

RIGHT = "0 < x < pi/2"


def test_logarithms_beside_a_polynomial_are_compared_as_exponentials():
    goal, samples = asked("log(sin(x)) - log(x) < -x^2/6", RIGHT)
    ((rule, data),) = equations.compared_logarithms(goal, samples)
    assert rule == "rewrite"
    over = data["given"][-1][0] + 1
    assert samples.are_equal(sympy.log(over), goal.shows.expr)
    for where in ("x > 0", "x > 1"):  # boxes would not help without an end
        assert list(equations.compared_logarithms(*asked("log(sinh(x)) - log(x) < x^2/6", where))) == []


def test_what_a_logarithm_is_taken_of_is_said_to_be_positive():
    apart, told = forms.tidied(*asked("log(x/sin(x)) > x^2/6", RIGHT))
    assert "shows" in apart[1]
    assert told[1]["given"][-1] == [sympy.sin(asked("x > 0", "x > 0")[0].variables[0]), True]


def test_logarithms_of_tangents_are_those_of_sines_and_cosines_where_there_are_some():
    def tidied(relation):
        goal, samples = asked(relation, RIGHT)
        return forms.tidy(goal.shows.expr, samples)

    x = asked("x > 0", "x > 0")[0].variables[0]
    sines = sympy.log(sympy.sin(x)) - sympy.log(sympy.cos(x))
    assert tidied("log(tan(x)) + sin(x) >= 0") == sines + sympy.sin(x)
    assert tidied("log(tan(x)) + x >= 0") == sympy.log(sympy.tan(x)) + x
    assert (
        sympy.expand(tidied("log(cot(x)^cos(x)) >= 0") + sympy.cos(x) * sines) == 0
    )  # and powers in them are taken apart in one step


def test_sums_of_exponentials_beside_one_that_bends_are_left_as_they_are():
    hoeffding = "p*exp((1 - p)*x) + (1 - p)*exp(-p*x) <= exp(x^2/8)"
    assert forms.is_isolated(asked(hoeffding, "0 <= p <= 1, -oo < x < oo")[0])
    assert not forms.is_isolated(asked("x*exp(x^2) + y*exp(x^2) >= 0", "x > 0, y > 0")[0])


def test_a_logarithm_is_left_alone_if_a_slope_has_none():
    assert forms.is_isolated(asked("log(cos(x)) >= -x*tan(x)/2", "0 < x < pi/2")[0])
    assert not forms.is_isolated(asked("tan(x)*log(cos(x)) >= -x", "0 < x < pi/2")[0])
    assert prove("log(1/cos(x)) <= x*tan(x)/2", "0 < x < pi/2", budget=20).verdict == "proved"


def test_variables_of_exponents_only_are_replaced_where_others_stand_beside_them():
    everywhere = "-oo < a < oo, -oo < b < oo, -oo < x < oo"
    ((rule, data),) = exponentials.values_of_several(asked("a^2*exp(x) + b^2*exp(-x) >= 2*a*b", everywhere)[0])
    assert (rule, [str(term) for _, term in data["inverse"]]) == ("substitute", ["exp(x)"])
    assert list(exponentials.values_of_several(asked("x*exp(x) + a >= 0", "x > 0, a > 0")[0])) == []


def test_a_plain_step_that_the_core_does_not_take_is_not_the_only_one_tried():
    goal, _ = asked("x^y <= 1 - y + x*y", "0 < x < 1, 0 < y < 1")
    assert Search(worked() + 60)._prove(goal, 2.0) is not None


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("log(sin(x)/x) < -x^2/6 - x^4/180 - x^6/2835", "0 < x < pi"),
        ("log(x/sin(x)) > x^2/6 + x^4/180", RIGHT),
        ("log(tan(x)/x) > x^2/3 + 7*x^4/90", RIGHT),
        ("p*exp((1 - p)*x) + (1 - p)*exp(-p*x) <= exp(x^2/8)", "0 <= p <= 1, -oo < x < oo"),
        ("x^a*exp(-x) <= (a/E)^a", "x > 0, a > 0"),
    ],
)
def test_such_statements_are_proved(relation, where):
    assert prove(relation, where, budget=60).verdict == "proved"
