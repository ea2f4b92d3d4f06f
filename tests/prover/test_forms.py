"""Statements that normal forms, equations and exact constants decide, and false ones next to them."""

import pytest
import sympy
from sympy import Symbol, acosh, asinh, atanh, cos, exp, log, pi, sin, sinh, sqrt

from tests.prover.goals import asked
from verify.balls.arithmetic import Arb
from verify.prover.alarm import worked
from verify.prover.certificate import reduce
from verify.prover.core_certificates import core_accepts
from verify.prover.goal import Goal, Inequality
from verify.prover.proving import prove
from verify.prover.rules.plain import vanishes
from verify.prover.search import equations, forms, proving, slopes, waves
from verify.prover.search.factors import factors
from verify.prover.search.samples import Samples
from verify.prover.statement import parse_statement

x, y = Symbol("x", real=True), Symbol("y", real=True)

ALL = "-oo < x < oo, -oo < y < oo"

TRUE = [
    ("cosh(x)^2 - sinh(x)^2 >= 1", "-oo < x < oo"),
    ("tan(x)*cos(x)/sin(x) >= 1", "0 < x < 3/2"),
    ("sin(x)^6 + cos(x)^6 >= 1/4", "-oo < x < oo"),
    ("sin(x)*sin(y) <= sin((x + y)/2)^2", ALL),
    ("sin(3*x) <= 3*abs(sin(x))", "-oo < x < oo"),
    ("2*sin(x) + sin(2*x) <= 3*sqrt(3)/2", "-oo < x < oo"),
    ("exp(x)/(1 + exp(x)) <= 1", "-oo < x < oo"),
    ("min(exp(x), exp(-x)) <= 1", "-oo < x < oo"),
    ("max(exp(x), exp(-x)) >= 1 + abs(x)", "-oo < x < oo"),
    ("max(min(x, y), min(y, z), min(z, x)) <= min(max(x, y), max(y, z), max(z, x))", f"{ALL}, -oo < z < oo"),
    ("abs(abs(x) - abs(y)) <= abs(x - y)", ALL),
    ("abs(tanh(x)) <= abs(x)", "-oo < x < oo"),
    ("sin(x + y) <= sin(x) + sin(y)", "0 <= x <= pi, 0 <= y <= pi"),
    ("max(sin(x), cos(x)) >= 1/sqrt(2)", "0 <= x <= pi/2"),
    ("x + y >= 2", "x*y = 1, x > 0"),
    ("x*log(x) + y*log(y) >= -log(2)", "x + y = 1, x > 0, y > 0"),
    ("sqrt(2) + sqrt(3) <= sqrt(5 + 2*sqrt(6))", ""),
    ("cbrt(sqrt(5) + 2) - cbrt(sqrt(5) - 2) <= 1", ""),
    ("4*atan(1/5) - atan(1/239) >= pi/4", ""),
    ("cos(pi/7) - cos(2*pi/7) + cos(3*pi/7) <= 1/2", ""),
    ("tan(pi/8) <= sqrt(2) - 1", ""),
]

FALSE = [
    ("cosh(x)^2 - sinh(x)^2 > 1", "-oo < x < oo"),
    ("1 + cos(x) > 0", "-oo < x < oo"),
    ("sin(x)^6 + cos(x)^6 >= 2500001/10000000", "-oo < x < oo"),
    ("sin(x)*sin(y) < sin((x + y)/2)^2", ALL),
    ("abs(sin(3*x)) <= 29/10*abs(sin(x))", "-oo < x < oo"),
    ("max(exp(x), exp(-x)) >= 1 + 1001/1000*abs(x)", "-oo < x < oo"),
    ("max(min(x, y), min(y, z), min(z, x)) >= min(max(x, y), max(y, z), max(z, x)) + 10^(-9)", f"{ALL}, -oo < z < oo"),
    ("sin(x + y) <= sin(x) + sin(y)", "0 <= x <= 32/10, 0 <= y <= 32/10"),
    ("max(sin(x), cos(x)) >= 70711/100000", "0 <= x <= pi/2"),
    ("x + y >= 2000001/1000000", "x*y = 1, x > 0"),
    ("x*log(x) + y*log(y) >= -693147/1000000", "x + y = 1, x > 0, y > 0"),
    ("sqrt(2) + sqrt(3) < sqrt(5 + 2*sqrt(6))", ""),
    ("4*atan(1/5) - atan(1/239) > pi/4", ""),
    ("4*atan(1/5) - atan(1/239) <= pi/4 - 10^(-50)", ""),
    ("cos(pi/7) - cos(2*pi/7) + cos(3*pi/7) < 1/2", ""),
]


@pytest.mark.spread(4, 3)
@pytest.mark.parametrize(("relation", "where"), TRUE)
def test_is_proved(relation, where):
    assert prove(relation, where, budget=60).verdict == "proved"


@pytest.mark.parametrize(("relation", "where"), FALSE)
def test_is_refuted(relation, where):
    assert prove(relation, where, budget=10).verdict == "refuted"


def test_a_condition_that_terms_are_apart_is_taken_by_cases_until_it_says_which_is_larger():
    goal = parse_statement("exp(x) > 1", "x > -1, (x - 3)^2 > 0").goals[0]
    ((rule, data),) = equations.apart(goal)
    assert (rule, data) == ("split", {"by": x - 3})
    above = Goal(goal.variables, (*goal.given, Inequality(x - 3, False)), goal.shows)
    ((rule, data),) = equations.apart(above)
    assert (rule, data) == ("rewrite", {"given": [[x + 1, True], [x - 3, True]]})
    assert not list(equations.apart(Goal(goal.variables, goal.given[:1], goal.shows)))


def test_terms_that_are_apart_are_put_in_order_first_where_they_may_be_exchanged():
    goal = parse_statement("x*y < x^2 + y^2", "x > 0, y > 0, (x - y)^2 > 0").goals[0]
    assert list(equations.apart(goal)) == [("order", {"pair": [x, y]}), ("split", {"by": x - y})]


def test_a_corner_is_unfolded_where_the_core_does_not_take_its_settled_branch(monkeypatch):
    def without_rewriting(goal, rule, data, left):
        asked.append(rule)
        return rule != "rewrite" and core_accepts(goal, rule, data, left)

    asked = []
    monkeypatch.setattr(proving, "core_accepts", without_rewriting)
    goal = parse_statement("abs(x) >= sin(x)", "x >= 0").goals[0]
    step = proving.Search(worked() + 20).prove(goal)
    assert [rule for rule in asked if rule != "obvious"][:2] == ["rewrite", "unfold"]
    assert step.rule == "unfold"


def test_a_difference_of_waves_is_a_product_in_half_the_angles():
    goal = parse_statement("sin(x + y) <= sin(x) + sin(y)", "0 <= x <= pi, 0 <= y <= pi").goals[0]
    ((_, data),) = waves.products(goal, Samples(goal))
    assert {sin(x / 2), sin(y / 2)} <= {factor for factor, _, _ in data["factors"]}
    assert reduce(goal, "product", data, Arb)
    falling = parse_statement("sin(2*x) <= 0", "pi/2 <= x <= pi").goals[0]
    ((_, data),) = waves.products(falling, Samples(falling))
    assert [sin(x), 1, "+"] in data["factors"]
    assert [cos(x), 1, "-"] in data["factors"]
    assert reduce(falling, "product", data, Arb)
    past = parse_statement("sin(x + y) <= sin(x) + sin(y)", "0 <= x <= 4, 0 <= y <= 4").goals[0]
    assert not list(waves.products(past, Samples(past)))


@pytest.mark.parametrize(("sign", "closed"), [("sin(x) - cos(x)", x - pi / 4), ("cos(x) - sin(x)", pi / 4 - x)])
def test_a_split_at_the_end_of_a_condition_keeps_that_end_where_the_condition_holds(sign, closed):
    goal = parse_statement("x < 2", f"0 <= x <= pi/2, {sign} >= 0").goals[0]
    assert list(slopes.ends_of_conditions(goal, Samples(goal))) == [("split", {"by": closed})]


@pytest.mark.parametrize(
    ("function", "logarithm"),
    [
        (asinh, log(x + sqrt(x**2 + 1))),
        (acosh, log(x + sqrt(x**2 - 1))),
        (atanh, log((1 + x) / (1 - x)) / 2),
    ],
)
def test_area_functions_are_the_logarithms_that_they_stand_for(function, logarithm):
    inside = {asinh: (), acosh: (Inequality(x - 1, True),), atanh: (Inequality(x, True), Inequality(1 - x, True))}
    goal = Goal((x,), inside[function], Inequality(x, False))
    assert vanishes(function(x) - logarithm, goal)
    assert not vanishes(function(x) - 2 * logarithm, goal)


def test_a_product_of_powers_that_is_an_exponential_is_compared_by_logarithms():
    mean = exp((x * log(x) - y * log(y)) / (x - y) - 1)
    goal, samples = asked("exp((x*log(x) - y*log(y))/(x - y) - 1) >= sqrt(x*y)", "0 < y < x")
    ((rule, data),) = forms.products_of_powers(goal, samples)
    assert (rule, data["larger"]) == ("logs", mean)
    assert sympy.simplify(data["smaller"] - sqrt(x * y)) == 0
    goal, samples = asked("exp((x*log(x) - y*log(y))/(x - y) - 1) <= x + y", "0 < y < x")
    ((_, data),) = forms.products_of_powers(goal, samples)
    assert data["smaller"] == mean
    assert list(forms.products_of_powers(*asked("exp(x - y) >= x - y", "0 < y < x"))) == []
    relation = "exp((x*log(x) - y*log(y))/(x - y) - 1) >= (x + y + sqrt(x*y))/3"
    assert prove(relation, "0 < y < x", budget=60).verdict == "proved"


def test_an_exponential_of_a_difference_is_one_factor():
    term = sinh(x) - x * exp(x**2 / 6 - x**4 / 180)
    constant, rows = factors(x * term)
    assert sympy.expand(constant * sympy.Mul(*(base**n for base, n in rows)) - x * term) == 0
    assert len(rows) == 2
    assert prove("sinh(x)/x >= exp(x^2/6 - x^4/180)", "0 < x < 3", budget=60).verdict == "proved"


def test_roots_of_quotients_of_negative_factors_are_taken_apart_with_exact_numbers():
    goal, samples = asked("sqrt((1 + t)/(1 - t))/3 > 0", "0 < t < 1")
    (t,) = goal.variables
    assert forms.tidy(goal.shows.expr, samples) == sqrt(1 + t) / (3 * sqrt(1 - t))
