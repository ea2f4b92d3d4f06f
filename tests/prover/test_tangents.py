"""Moves by the tangents of the logarithm and of powers."""

from dataclasses import replace

import pytest
import sympy
from sympy import Symbol, log

from tests.prover.goals import asked
from verify.prover.goal import Inequality
from verify.prover.proving import prove
from verify.prover.search import tangents

p, q = (Symbol(name, real=True) for name in "pq")


def test_where_it_is_no_mean_nothing_is_taken_apart():
    goal, samples = asked("2*log(p/2 + q/2) >= log(p) + log(q)", "p > 0, q > 0")
    assert list(tangents.below_tangents(goal, samples))
    goal, samples = asked("2*log(p/3 + q/3) >= log(p) + log(q)", "p > 0, q > 0")
    assert list(tangents.below_tangents(goal, samples)) == []


def test_a_mean_of_logarithms_is_below_the_logarithm_of_the_mean():
    relation = "p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) <= log(1 + 2*(p - q)^2/q)"
    goal, samples = asked(relation, "0 < p < 1, 0 < q <= 1/2")
    mean = q + 2 * (p - q) ** 2
    ((rule, data),) = tangents.below_tangents(goal, samples)
    assert (rule, data["given"][-1]) == ("rewrite", [mean, True])
    goal = replace(goal, given=(*goal.given, Inequality(mean, strict=True)))
    ((rule, data),) = tangents.below_tangents(goal, samples)
    assert rule == "sum"
    assert samples.are_equal(sympy.Add(*data["terms"]), goal.shows.expr)
    *means, rest = data["terms"]
    assert len(means) == 2
    assert not rest.has(log)


@pytest.mark.parametrize(
    "relation",
    [
        "p*log(p/q) + 2*(1 - p)*log((1 - p)/(1 - q)) <= log(1 + 9*(p - q)^2/(q*(1 - q)))",  # no mean: 1 + (1 - p)
        "p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) <= (p - q)^2/(q*(1 - q))",  # of no logarithm
    ],
)
def test_other_sums_of_logarithms_are_not(relation):
    assert list(tangents.below_tangents(*asked(relation, "0 < p < 1, 0 < q < 1"))) == []


def test_a_factor_that_is_a_tangent_less_its_logarithm_needs_only_what_is_known_of_that():
    goal, samples = asked("q*(p/q - 1 - log(p/q)) >= 0", "p > 0, q > 0")
    ((rule, data),) = tangents.at_tangent(goal, samples)
    assert rule == "abstract"
    assert [node for node, _ in data["nodes"]] == [log(p / q)]
    assert list(tangents.at_tangent(*asked("q*(p/q - 2 - log(p/q)) >= 0", "p > 0, q > 0"))) == []


def test_a_weight_is_taken_off_the_tangent_less_its_logarithm_first():
    goal, samples = asked("3*p/q - 3 - 3*log(p/q) >= 0", "p > 0, q > 0")
    ((rule, data),) = tangents.at_tangent(goal, samples)
    assert rule == "product"
    assert [factor for factor, *_ in data["factors"]] == [3, p / q - 1 - log(p / q)]
    assert list(tangents.at_tangent(*asked("1 - p/q + log(p/q) <= 0", "p > 0, q > 0"))) != []
    assert list(tangents.at_tangent(*asked("1 - p/q + log(p/q) >= 0", "p > 0, q > 0"))) == []


@pytest.mark.parametrize(
    ("relation", "where", "values"),
    [
        ("tan(p)^sin(p) + cot(p)^cos(p) >= 2", "0 < p < pi/2", {1}),  # where it touches zero
        ("4^p + 2^(1/p^4) >= 6", "p > 0", {4, 2}),  # the same, of different values
        ("p^q + q^p >= 2", "p >= 1, q >= 1", {1}),  # the mean, which is 1
        ("p^p + q^q >= 2*((p + q)/2)^((p + q)/2)", "p > 0, q > 0", {((p + q) / 2) ** ((p + q) / 2)}),
        ("p^q + q^p > sin(p)", "p > 1, q > 1", {1}),  # the mean would be of no sign
    ],
)
def test_powers_are_above_the_tangents_of_exponentials(relation, where, values):
    goal, samples = asked(relation, where)
    ((rule, data),) = tangents.powers_above_tangents(goal, samples)
    left, *gaps = data["terms"]
    assert (rule, data["strict"], len(gaps)) == ("sum", 0, 2)
    assert samples.are_equal(left + sympy.Add(*gaps), goal.shows.expr)
    assert not any(-1 in samples.signs(term) for term in data["terms"])
    for value in values:
        assert any(
            samples.are_equal(_at_tangent(gap).args[0] * value, power) for gap in gaps for power in _powers(goal)
        )


def _at_tangent(gap):
    return next(iter(gap.atoms(log) - {log(2)}))


def _powers(goal):
    return [n for n in goal.shows.expr.atoms(sympy.Pow) if n.exp.free_symbols]


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("p^q + q^p >= 1", "0 < p < 1, 0 < q < 1"),  # what is left would be negative
        ("2^p >= p", "p > 0"),  # of one power there is no mean
        ("p*q^p + q*q^p >= 2*q^p*sqrt(p*q)", "p > 0, q > 0"),  # nor of one that is a factor
        ("3 - 2^p - 2^(-p) >= 0", "0 < p < 1"),  # they are subtracted
    ],
)
def test_powers_are_left_alone(relation, where):
    assert list(tangents.powers_above_tangents(*asked(relation, where))) == []


@pytest.mark.spread(1, 1)
@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("tan(x)^sin(x) + cot(x)^cos(x) >= 2", "0 < x < pi/2"),
        ("2^(x^2) + 2^(1/x^2) >= 4", "x > 0"),
        ("x^(y - z) + y^(z - x) + z^(x - y) >= 3", "x > 0, x <= y, y <= z"),
    ],
)
def test_sums_of_powers_are_above_geometric_means(relation, where):
    assert prove(relation, where, budget=40).verdict == "proved"


def test_where_no_point_meets_the_conditions_nothing_is_proposed():
    relation = "p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) <= log(1 + 2*(p - q)^2/q)"
    goal, samples = asked(relation, "0 < p < 1, 0 < q <= 1/2")
    samples.points = []
    assert list(tangents.below_tangents(goal, samples)) == []


def test_a_mean_of_logarithms_is_proved():
    relation = "p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) <= log(1 + 2*(p - q)^2/q)"
    assert prove(relation, "0 < p < 1, 0 < q <= 1/2", budget=60).verdict == "proved"


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("a*log(a/x) + b*log(b/y) >= 0", "a > 0, b > 0, a + b = 1, x > 0, y > 0, x + y = 1"),
        ("-a*log(a) - b*log(b) - c*log(c) >= 1 - a^2 - b^2 - c^2", "a > 0, b > 0, c > 0, a + b + c = 1"),
    ],
)
def test_logarithms_with_several_weights_are_below_their_tangents_at_one(relation, where):
    goal, samples = asked(relation, where)
    ((rule, data),) = tangents.below_tangents_at_one(goal, samples)
    assert rule == "sum"
    assert not data["terms"][-1].has(sympy.log)
    assert prove(relation, where, budget=20).verdict == "proved"


def test_no_tangents_are_taken_at_one_where_what_is_left_is_negative():
    assert not list(tangents.below_tangents_at_one(*asked("x*log(x) + y*log(y) >= -1", "x > 0, y > 0")))


def test_no_tangents_are_taken_at_one_with_a_weight_of_either_sign():
    where = "-1 < z < 1, 1 < x < 2, 0 < y < 1"
    assert not list(tangents.below_tangents_at_one(*asked("2 + z*log(x) - log(y) >= 0", where)))
    assert list(tangents.below_tangents_at_one(*asked("2 - z^2*log(x) - log(y) >= 0", where)))
