"""Powers with an exponent that is a variable: means, norms and sums that rise with it."""

import pytest
from sympy import Symbol, log

from verify.prover.goal import Goal, Inequality
from verify.prover.proving import prove
from verify.prover.search import forms, slopes, substitutions
from verify.prover.search.factors import factors
from verify.prover.search.logarithm_forms import weighted
from verify.prover.search.samples import Samples
from verify.prover.statement import parse_statement

TRUE = [
    ("(1 + x)^p >= 1 + p*x", "x > -1, p >= 1"),
    ("log((1 + x^p)/2) >= p*log((1 + x)/2)", "x > 0, p >= 1"),
    ("(a + b)^p <= a^p + b^p", "a > 0, b > 0, 0 <= p <= 1"),
    ("(x^p + y^p)^(1/p) >= (x^q + y^q)^(1/q)", "x > 0, y > 0, p > 0, q >= p"),
    ("((x^p + y^p)/2)^(1/p) <= ((x^q + y^q)/2)^(1/q)", "x > 0, y > 0, p > 0, q >= p"),
    ("t*a^p + (1 - t)*b^p >= (t*a + (1 - t)*b)^p", "a > 0, b > 0, 0 < t < 1, p >= 1"),
    ("x^p/p + y^q/q >= x*y", "x > 0, y > 0, p > 1, q = p/(p - 1)"),
    ("a^p - b^p <= p*a^(p - 1)*(a - b)", "a > 0, b > 0, p >= 1"),
    ("a^(p + 1)/c^p + b^(p + 1)/d^p >= (a + b)^(p + 1)/(c + d)^p", "a > 0, b > 0, c > 0, d > 0, p > 0"),
    ("(a^p + b^p + c^p)^(1/p) <= a + b + c", "a > 0, b > 0, c > 0, p >= 1"),
    ("((a + b + c)/3)^p <= (a^p + b^p + c^p)/3", "a > 0, b > 0, c > 0, p >= 1"),
    pytest.param("x^p*(1 - x) <= p^p/(p + 1)^(p + 1)", "0 < x < 1, p > 0", marks=pytest.mark.slow),
    pytest.param("a^p*b^q + a^q*b^p <= a^(p + q) + b^(p + q)", "a > 0, b > 0, p > 0, q > 0", marks=pytest.mark.slow),
    ("(a^p - b^p)*(a - b) >= 0", "a > 0, b > 0, p > 0"),
]

FALSE = [
    ("(1 + x)^p >= 1 + p*x", "x > -1, p >= 9/10"),
    ("(a + b)^p <= a^p + b^p", "a > 0, b > 0, 0 <= p <= 101/100"),
    ("(x^p + y^p)^(1/p) <= (x^q + y^q)^(1/q)", "x > 0, y > 0, p > 0, q >= p"),
    ("t*a^p + (1 - t)*b^p >= (t*a + (1 - t)*b)^p", "a > 0, b > 0, 0 < t < 1, p >= 99/100"),
    ("x^p/p + y^q/q >= x*y", "x > 0, y > 0, p > 1, q = p/(p - 99/100)"),
    ("x^p*(1 - x) <= 99/100*p^p/(p + 1)^(p + 1)", "0 < x < 1, p > 0"),
]

a, b, p, x, y = (Symbol(name, real=True) for name in "abpxy")


@pytest.mark.spread(5, 1)
@pytest.mark.parametrize(("relation", "where"), TRUE)
def test_what_holds_for_every_exponent_is_proved(relation, where):
    assert prove(relation, where, budget=60).verdict == "proved"


@pytest.mark.parametrize(("relation", "where"), FALSE)
def test_what_fails_for_some_exponent_is_refuted(relation, where):
    assert prove(relation, where, budget=20).verdict == "refuted"


def evident(relation, where):
    goal = parse_statement(relation, where).goals[0]
    found = [data for rule, data in slopes.evident(goal, Samples(goal)) if rule == "monotone"]
    return [(data["variable"], data["end"], data["side"]) for data in found]


def test_the_factors_of_a_slope_show_that_it_keeps_its_sign():
    assert evident("x^p*log(x)/(1 + x^p) >= log((1 + x)/2)", "x > 0, p >= 1") == [(p, 1, 1)]
    assert evident("exp(-p)*x >= x/10", "x >= 0, p <= 2") == [(p, 2, -1), (x, 0, 1)]


def test_a_term_that_bends_one_way_and_rises_at_its_end_rises():
    assert evident("log((1 + x^p)/2) >= p*log((1 + x)/2)", "x > 0, p >= 1") == [(p, 1, 1)]


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("x^2 - 4*x + 5 >= 0", "x >= 0"),  # it bends upwards, and falls at its end
        ("sqrt(x) - x/9 >= 0", "x >= 0, x <= 81"),  # it bends downwards
        ("x^2 + 1 >= y^2", "x >= 0, x >= y, y >= -1"),  # of two ends which one is the last is not known
        ("x^2 + 1 >= y", "x >= 0, x*y >= 1, -2 <= y <= 2"),  # of which side another one is depends on y
        ("x >= 0", "x > 0, x*y >= x^2 - 1, y > 0"),  # a condition that is curved in it may leave its end out
    ],
)
def test_nothing_is_evident_where_the_end_need_not_decide(relation, where):
    assert x not in [variable for variable, *_ in evident(relation, where)]


def moves(source, relation, where):
    goal = parse_statement(relation, where).goals[0]
    return list(source(goal, Samples(goal)))


def test_a_term_that_is_concave_between_two_ends_is_least_at_one_of_them():
    (move,) = moves(slopes.evident, "t*x^p + 1 - t >= (t*x + 1 - t)^p", "x > 0, 0 < t < 1, p >= 1")
    assert move[0] == "concave"
    assert not moves(slopes.evident, "t*x^p + 1 - t <= (t*x + 1 - t)^p", "x > 0, 0 < t < 1, p >= 1")


def test_that_it_is_concave_has_to_be_shown_by_factors():
    seen = "x + x^3/6 >= x^4/12 + 3/20*x^2"  # whose second derivative is x - x^2 - 3/10
    assert [rule for rule, _ in moves(slopes.concave, seen, "0 <= x <= 1")] == ["concave"]
    assert "concave" not in [rule for rule, _ in moves(slopes.evident, seen, "0 <= x <= 1")]


def test_factors_with_a_variable_in_the_exponent_are_found():
    assert set(factors(x * x**p * y**p - x * y**p)[1]) == {(x, 1), (y**p, 1), (x**p - 1, 1)}


def test_the_powers_of_one_base_are_made_to_differ_in_their_factors_only():
    def tidied(term):
        return forms.tidy(
            term, Samples(Goal((p, x, y), (Inequality(x, True), Inequality(y, True)), Inequality(term, False)))
        )

    assert tidied(x ** (p + 1) - x**p) == x * x**p - x**p
    assert tidied((x * y) ** p) == x**p * y**p
    assert tidied((x**p * y) ** (1 / p)) == x * y ** (1 / p)
    assert tidied(x ** (p + 1) - y) == x ** (p + 1) - y  # x stands there once
    assert tidied(x ** (p + y) - x**p) == x**p * x**y - x**p
    assert tidied(x ** (p + y) - p) == x ** (p + y) - p


def test_a_product_of_differences_of_powers_turns_where_one_of_them_does():
    assert moves(forms.factored, "(a^p - b^p)*(a^q - b^q) >= 0", "a > 0, b > 0, p > 0, q > 0") == [
        ("split", {"by": a - b, "closed": True})
    ]
    assert moves(forms.factored, "(a^p - 1)*(a - 2) >= 0", "a > 0, p > 0") == [("split", {"by": a - 1, "closed": True})]
    assert not moves(forms.factored, "(a^p - p)*(a - 2) >= 0", "a > 0, p > 0")


@pytest.mark.parametrize(
    ("relation", "degree"),
    [("a^p + b^p >= (a + b)^p", True), ("a^p + b^q >= (a + b)^p", False), ("a^p >= b + 1", False)],
)
def test_a_degree_may_be_a_variable(relation, degree):
    where = "a > 0, b > 0, p >= 1, q >= 1" if "q" in relation else "a > 0, b > 0, p >= 1"
    assert bool(moves(substitutions.ratios, relation, where)) == degree


def test_conjugate_exponents_become_whole_multiples_of_one():
    ((_, data),) = moves(substitutions.conjugates, "x^p + y^(p/(p - 1)) >= x*y", "x > 0, y > 0, p > 1")
    (old, new) = data["forward"][0]
    assert old == y
    assert new.exp == p - 1
    assert not moves(substitutions.conjugates, "x^p + y^(p/(p - 1)) >= x*y", "x > 0, y > 0, p > 0")  # of either sign


@pytest.mark.parametrize(
    ("term", "count"),
    [
        (x * log(x) ** 2 + y * log(y) ** 2 - 2 * x * y * log(x) * log(y) + y * log(x) ** 2 * x, None),
        (x * y * (log(x) - log(y)) ** 2 + x * log(x) ** 2, 2),
        (x * y * (log(x) - log(y)) ** 2 - x * log(x) ** 2, None),
        (x * (log(x + y) - log(x)) + y * (log(x + y) - log(y)), 2),
        (x * (log(x + y) - log(x)) - y * (log(x + y) - log(y)), None),
    ],
    ids=["squares of either weight", "squares", "a square taken off", "differences", "a difference taken off"],
)
def test_forms_in_logarithms_are_sums_of_weights_by_squares_or_differences(term, count):
    goal = Goal((x, y), (Inequality(x, True), Inequality(y, True)), Inequality(term, False))
    found = weighted(goal)
    assert (None if found is None else len(found)) == count
    if found is not None:
        assert (sum(found) - term).expand() == 0
