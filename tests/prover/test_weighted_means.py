"""Products of powers below weighted arithmetic means."""

import pytest
import sympy

from tests.prover.goals import asked
from verify.prover.proving import prove
from verify.prover.search import weighted_means

SIMPLEX = "a > 0, b > 0, c > 0, a + b + c = 1"
THREE = "a^a*b^b*c^c + a^b*b^c*c^a + a^c*b^a*c^b <= 1"


@pytest.mark.parametrize(
    ("relation", "where", "count"),
    [
        (THREE, SIMPLEX, 3),
        ("2*a^a*b^b*c^c <= 2*a^2 + 2*b^2 + 2*c^2 + a*b", SIMPLEX, 1),
        ("a^p*b^(1 - p) + a^(1 - p)*b^p <= a + b", "a > 0, b > 0, 0 <= p <= 1", 2),
    ],
)
def test_each_product_is_below_its_mean(relation, where, count):
    goal, samples = asked(relation, where)
    ((rule, data),) = weighted_means.between(goal, samples)
    assert rule == "sum"
    assert samples.are_equal(sympy.Add(*data["terms"]), goal.shows.expr)
    *gaps, rest = data["terms"]
    assert len(gaps) == count
    assert all(p.exp.is_number for p in rest.atoms(sympy.Pow))
    assert all(-1 not in samples.signs(term) for term in data["terms"])


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("a^a*b^b*c^c <= a^2 + b^2 + c^2", SIMPLEX),  # nothing would be left beside it
        ("a^a*b^b + b^a*a^b <= 4", "0 < a < 1, 0 < b < 1"),  # the exponents are no weights
        ("a^p*b^(1 - p) + a^(1 - p)*b^p <= a + b + 9", "1 < a < 2, 1 < b < 2, 0 <= p <= 2"),  # nor are they here
        ("a^b + b^a > 3/2", "0 < a < 1, 0 < b < 1"),  # it is not so
    ],
)
def test_no_move(relation, where):
    assert list(weighted_means.between(*asked(relation, where))) == []


@pytest.mark.parametrize(
    ("where", "strict", "rest"),
    [
        ("0 < a < 1, 0 < b < 1", 2, "a*b/(a + b - a*b)"),  # harmonic means with 1
        ("a >= 1, b >= 1", 2, "1"),  # both are at least 1
        ("0 < a < 1, b >= 1", 0, "a*(b - 1)/(a + b - a*b)"),  # one is above 0 only, which says that it is strict
    ],
)
def test_powers_are_above_means_with_1(where, strict, rest):
    goal, samples = asked("a^b + b^a > 1", where)
    ((rule, data),) = weighted_means.between(goal, samples)
    assert (rule, data["strict"]) == ("sum", strict)
    assert sympy.simplify(data["terms"][-1] - sympy.sympify(rest, {x.name: x for x in goal.variables})) == 0


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("(x^2 + y^2)/(x + y) >= (x^x*y^y)^(1/(x + y))", "x > 0, y > 0"),
        ("x^2 + y^2 >= (x + y)*x^(x/(x + y))*y^(y/(x + y))", "x > 0, y > 0"),
        ("x^p <= 1 - p + p*x", "x > 0, 0 < p < 1"),  # the rest of 1 is the weight of a base 1
    ],
)
def test_a_product_beside_its_mean_alone_is_compared_by_logarithms(relation, where):
    goal, samples = asked(relation, where)
    ((rule, data),) = weighted_means.alone(goal, samples)
    assert rule == "logs"
    assert samples.are_equal(data["larger"] - data["smaller"], goal.shows.expr)
    assert any(term.is_Add for term in sympy.Mul.make_args(data["larger"]))
    for other in ("(x^2 + y^2)/(x + y) > (x^x*y^y)^(1/(x + y))", "x^2 + y^2 >= x^x*y^y", "x^x*y^y <= 2*x*y + 9"):
        assert list(weighted_means.alone(*asked(other, "0 < x < 1, 0 < y < 1"))) == []


def test_whether_an_exponent_is_a_weight_is_told_by_cases():
    goal, samples = asked("a^b + b^a > 1", "a > 0, b > 0")
    assert list(weighted_means.between(goal, samples)) == []
    a, b = goal.variables
    assert [data["by"] for _, data in weighted_means.by_size_of_exponents(goal, samples)] == [b - 1, a - 1]
    assert list(weighted_means.by_size_of_exponents(*asked("a^b >= b^a", "a > 0, b > 0"))) == []


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        (THREE, SIMPLEX),
        ("a^b + b^a > 1", "a > 0, b > 0"),
        ("(a^a*b^b*c^c)^(1/(a + b + c)) <= (a^2 + b^2 + c^2)/(a + b + c)", "a > 0, b > 0, c > 0"),
        ("(a + b)^c + (b + c)^a + (c + a)^b > 2", "0 < a < 1, 0 < b < 1, 0 < c < 1"),
    ],
)
def test_is_proved(relation, where):
    assert prove(relation, where, budget=60.0).verdict == "proved"
