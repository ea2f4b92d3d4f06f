"""Polynomials as sums of means less monomials, and the small systems that say so."""

import pytest
import sympy
from flint import fmpq
from sympy import Rational, Symbol

from tests.prover.goals import asked
from verify.prover.alarm import worked
from verify.prover.certificate import Certificate, Step, check
from verify.prover.proving import prove
from verify.prover.search import means
from verify.prover.search.proving import Search
from verify.prover.search.simplex import nonnegative
from verify.prover.statement import parse_statement

a, b, c = (Symbol(name, real=True) for name in "abc")
POSITIVE = "a > 0, b > 0, c > 0"


def test_a_solution_of_equations_is_exact_and_not_negative():
    rows = [([1, 1, 1], 1), ([1, 2, 4], fmpq(5, 2))]
    found = nonnegative(rows, 20)
    assert found is not None
    assert all(value >= 0 for value in found)
    assert [sum(k * value for k, value in zip(row, found, strict=True)) for row, _ in rows] == [1, fmpq(5, 2)]


def test_where_every_solution_is_negative_somewhere_there_is_none():
    assert nonnegative([([1, 1], -1)], 20) is None
    assert nonnegative([([1, 1], 1), ([1, 2], 3)], 20) is None
    assert nonnegative([([1, 1], 1), ([1, 2], fmpq(3, 2))], 0) is None


def test_monomials_are_below_means_and_the_parts_add_up():
    goal, samples = asked("(1 + a^3)*(1 + b^3)*(1 + c^3) >= (1 + a*b*c)^3", "a >= 0, b >= 0, c >= 0")
    ((rule, data),) = means.means(goal, samples)
    assert rule == "sum"
    assert sympy.expand(sum(data["terms"]) - goal.shows.expr) == 0
    assert {sympy.expand(a**3 + b**3 + c**3 - 3 * a * b * c)} < {sympy.expand(t) for t in data["terms"]}


def test_a_mean_of_cubes_less_their_product_is_a_sum_of_squares_at_once():
    where = "a >= 0, b >= 0, c >= 0, d >= 0, f >= 0, g >= 0"
    goal, samples = asked("a^3*f^3 + b^3*g^3 + c^6*d^3 >= 3*a*b*c^2*d*f*g", where)
    ((rule, data),) = means.means(goal, samples)
    assert rule == "polynomial"
    check(Certificate(goal, Step(rule, data)))
    for other in ("a^3*f^2 + b^3*g^4 + c^3 >= 3*a*b*c*f*g", "a^3*f^3 + 2*b^3*g^3 + c^3 >= 4*a*b*c*f*g"):
        goal, samples = asked(other, where)
        assert not any(rule == "polynomial" for rule, _ in means.means(goal, samples))


def test_products_of_sums_of_cubes_are_proved_at_a_glance(monkeypatch):
    monkeypatch.setattr(Search, "prove", lambda *_: pytest.fail("a search was made"))
    where = "a >= 0, b >= 0, x >= 0, y >= 0, u >= 0, v >= 0"
    relation = "(a*x*u + b*y*v)^3 <= (a^3 + b^3)*(x^3 + y^3)*(u^3 + v^3)"
    (goal,) = parse_statement(relation, where).goals
    step = Search(worked() + 60).at_once(goal)
    assert [part.data["method"] for part in step.parts] == ["squares", "squares"]


def test_means_are_of_what_is_equal_where_the_term_vanishes():
    goal, samples = asked("a^3 + 8*b^3 + c^3 + a^2*c + 4*b^2*c + c^3 >= 6*a*b*c + 4*a*b*c", "a > 0, b > 0, c > 0")
    samples.touched = [{a: Rational(1), b: Rational(1, 2), c: Rational(1)}]
    ((_, data),) = means.means(goal, samples)
    half = {a: 1, b: Rational(1, 2), c: 1}
    assert all(term.subs(half) >= 0 for term in data["terms"])
    assert sympy.expand(sum(data["terms"]) - goal.shows.expr) == 0


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("a^3 + b^3 + c^3 + b >= 3*a*b*c", "-oo < a < oo, b > 0, c > 0"),  # a³ may be negative
        ("a*(a - b)*(a - c) + b*(b - a)*(b - c) + c*(c - a)*(c - b) >= 0", POSITIVE),  # no means: Schur
        ("sqrt(a) + b >= 2*c", POSITIVE),
    ],
)
def test_no_means_are_seen_where_there_are_none(relation, where):
    assert list(means.means(*asked(relation, where))) == []


def test_a_power_of_a_sum_is_below_a_product_of_sums():
    assert (
        prove("(1 + a^3)*(1 + b^3)*(1 + c^3) >= (1 + a*b*c)^3", "a >= 0, b >= 0, c >= 0", budget=60).verdict == "proved"
    )


def test_a_mean_of_many_is_above_a_monomial_by_logarithms():
    relation = "a^6 + b^6 + c^6 + d^6 + e^6 + f^6 >= 6*a*b*c*d*e*f"
    where = "a >= 0, b >= 0, c >= 0, d >= 0, e >= 0, f >= 0"
    ((rule, data),) = means.means(*asked(relation, where))
    assert (rule, data) == ("split", {"by": -a})  # a logarithm of 0 has no value
    assert prove(relation, where, budget=30).verdict == "proved"


def test_variables_of_both_signs_have_no_logarithms():
    relation = "a^4 + b^4 + c^4 + d^4 >= 4*a*b*c*d"
    assert list(means.means(*asked(relation, "a < oo, b < oo, c < oo, d < oo"))) == []


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("a^3 + 2*b^3 + 4*c^3 >= 6*a*b*c", POSITIVE),  # zero where a is a cube root of 2 times b
        ("3*a^5 + 2*b^5 + 1 + c >= 29/5*a^2*b^2", POSITIVE),
        ("a^7 + b^7 + c^7 + b*c >= 29/10*a^2*b^2*c^3", POSITIVE),
        ("a^3 + 2*b^3 + 5*c^3 > 6*a*b*c", POSITIVE),
    ],
)
def test_a_mean_is_compared_wherever_it_is_equal(relation, where):
    goal, samples = asked(relation, where)
    ((rule, data),) = means.means(goal, samples)
    assert rule == "sum"
    gap = sum(data["terms"]) - goal.shows.expr
    assert all(abs(gap.subs({a: x, b: 2, c: x + 1}).evalf()) < 1e-9 for x in (1, 3))
    assert prove(relation, where).verdict == "proved"


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("a^3 + 2*b^3 + 4*c^3 >= 61/10*a*b*c", POSITIVE),  # false
        ("a^3 + 2*b^3 + 4*c^3 > 6*a*b*c", POSITIVE),  # equal somewhere
        ("a^4 + 2*b^4 + c^4 >= 5/2*a*b*c^2", "-oo < a < oo, b > 0, c > 0"),
    ],
)
def test_no_mean_is_compared_that_is_less(relation, where):
    assert list(means.means(*asked(relation, where))) == []
