"""Roots on one side are raised to whole powers, with what is zero there as a case of its own."""

import pytest
from sympy import Pow, Rational, cbrt, expand, log, simplify, sqrt, symbols

from tests.prover.goals import asked
from verify.balls.arithmetic import Arb
from verify.prover.alarm import worked
from verify.prover.certificate import reduce
from verify.prover.core_certificates import core_accepts
from verify.prover.goal import Goal, Inequality
from verify.prover.polynomial import gram
from verify.prover.proving import prove
from verify.prover.search import equations, radicals, signed
from verify.prover.search.proving import Search
from verify.prover.search.radicals import whole_powers, zeros
from verify.prover.search.samples import Samples
from verify.prover.statement import parse_statement

a, b = symbols("a b", real=True)
POSITIVE = (Inequality(a, True), Inequality(b, True))
NONNEGATIVE = (Inequality(a, False), Inequality(b, False))


def moves(term, given=POSITIVE):
    goal = Goal((a, b), given, Inequality(term, False))
    found = list(whole_powers(goal, Samples(goal)))
    for move in found:
        assert reduce(goal, *move, Arb)
    return found


def test_a_root_against_what_is_positive():
    ((rule, data),) = moves(cbrt(a**3 + b**3) - a)
    assert rule == "product"
    assert data["factors"][0] == [b**3, 1, "+"]


def test_what_may_be_zero_or_negative_is_a_case_of_its_own():
    assert ("split", {"by": b - a}) in moves(cbrt(a**3 + b**3) - (a - b))
    assert moves(cbrt(a) + cbrt(b) - cbrt(a + b), NONNEGATIVE)[0] == ("split", {"by": -a})


def test_where_a_side_is_not_positive_the_two_are_added():
    given = (*NONNEGATIVE, Inequality(-a - b, False))
    goal = Goal((a, b), given, Inequality(cbrt(a**3 + b**3) - (a + b), False))
    assert next(whole_powers(goal, Samples(goal)))[0] == "sum"


def test_two_roots_of_different_order_are_compared_by_logarithms():
    assert [rule for rule, _ in moves(sqrt(sqrt(a**4 + b**4)) / sqrt(sqrt(2)) - cbrt(a**3 + b**3) / cbrt(2))] == [
        "logs"
    ]
    term = cbrt((a + b) * (1 + a) * (1 + b)) / 2 - sqrt((a * b + a + b) / 3)
    assert [rule for rule, _ in moves(term)] == ["product", "logs"]  # of sixth powers first


def test_logarithms_of_roots_are_made_those_of_whole_powers():
    gap = log(a**2 + b**2 + 1) / 2 - log(a + b + 1) / 3
    goal = Goal((a, b), POSITIVE, Inequality(gap, False))
    (move,) = equations.compared_logarithms(goal, Samples(goal))
    assert move == ("product", {"factors": [[expand(6 * gap), 1, "+"], [Rational(1, 6), 1, "+"]]})


def test_a_square_root_of_what_has_logarithms_is_squared_as_it_stands():
    inside = a * log(a) + 1
    assert moves(sqrt(inside) - (a - b)) == [("split", {"by": b - a})]
    ((rule, data),) = moves(sqrt(inside) - (a - b), (*POSITIVE, Inequality(a - b, True)))
    assert rule == "product"
    assert data["factors"][0][0] == inside - expand((a - b) ** 2)
    given = (*POSITIVE, Inequality(b - a, True))
    for strict in (False, True):
        goal = Goal((a, b), given, Inequality(sqrt(inside) - (a - b), strict))
        (move,) = whole_powers(goal, Samples(goal))
        assert move == ("sum", {"terms": [sqrt(inside), b - a], "strict": 1})


def test_what_a_quotient_is_over_is_positive_as_its_terms_are():
    over = sqrt(a) + sqrt(b) + a
    goal = Goal((a, b), POSITIVE, Inequality(over**2, True))
    (move,) = whole_powers(goal, Samples(goal))
    assert move == ("product", {"factors": [[over, 2, "+"]]})
    goal = Goal((a, b), POSITIVE, Inequality(over, True))
    ((rule, data),) = whole_powers(goal, Samples(goal))
    assert rule == "sum"
    assert {*data["terms"]} == {*over.args}


def test_where_several_may_be_zero_each_is_a_case_before_powers_are_taken():
    term = cbrt((a + b) * (a + 2 * b)) - cbrt(a * a) - cbrt(b) * sqrt(a)
    assert {rule for rule, _ in moves(term, NONNEGATIVE)} == {"split"}
    assert ("split", {"by": -b}) in moves(term, (Inequality(a, True), Inequality(b, False)))


def test_a_variable_with_which_a_root_vanishes_is_zero_or_positive():
    goal = Goal((a, b), NONNEGATIVE, Inequality(log(1 + sqrt(a * b)), False))
    assert list(zeros(goal, Samples(goal))) == [("split", {"by": -a})]
    for term, given in ((log(1 + sqrt(a + b)), NONNEGATIVE), (log(1 + sqrt(a * b)), POSITIVE)):
        goal = Goal((a, b), given, Inequality(term, False))
        assert list(zeros(goal, Samples(goal))) == []


@pytest.mark.parametrize("term", [a + b, sqrt(a) - b, cbrt(a) + cbrt(b) + a, a ** Rational(1, 7) - b])
def test_no_move(term):
    assert moves(term) == []


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("((a^3 + b^3)/2)^(1/3) >= (a + b)/2", "a >= 0, b >= 0"),
        pytest.param("((a^3 + b^3)/2)^(1/3) >= sqrt((a^2 + b^2)/2)", "a > 0, b > 0", marks=pytest.mark.slow),
        ("((1 + a)*(1 + b)*(1 + c))^(1/3) >= 1 + (a*b*c)^(1/3)", "a >= 0, b >= 0, c >= 0"),
        ("cbrt(a + b) <= cbrt(a) + cbrt(b)", "a >= 0, b >= 0"),
        ("abs(a - b) <= sqrt((a*log(a/b) + (1 - a)*log((1 - a)/(1 - b)))/2)", "0 < a < 1, 0 < b < 1"),
        ("abs(a - b) <= sqrt(1 - exp(-a*log(a/b) - (1 - a)*log((1 - a)/(1 - b))))", "0 < a < 1, 0 < b < 1"),
        ("log(b/a)/(b - a) < 1/cbrt(a*b*(a + b)/2)", "0 < a < b"),
        ("(1 + a)^(1/4) >= 1 + a/4 - 3*a^2/32", "a >= 0"),
        ("(a + b)^(1/3) + (b + c)^(1/3) <= (4*(a + 2*b + c))^(1/3)", "a >= 0, b >= 0, c >= 0"),
        ("(a - b)/(2*asinh((a - b)/(a + b))) >= (a + b)/2", "0 < b < a"),
    ],
)
def test_is_proved(relation, where):
    assert prove(relation, where, budget=30.0).verdict == "proved"


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("sqrt((a + c)^2 + (b + d)^2) <= sqrt(a^2 + b^2) + sqrt(c^2 + d^2)", "a > 0, b > 0, c > 0, d > 0"),
        ("sqrt(a*c) + sqrt(b*d) <= sqrt(a + b)*sqrt(c + d)", "a >= 0, b >= 0, c >= 0, d >= 0"),
        ("sqrt(a^2 + a) - a < 1/2", "a > 0"),
    ],
)
def test_several_square_roots_are_lost_by_polynomials_before_one_is_taken_apart(relation, where, monkeypatch):
    monkeypatch.setattr(radicals, "surds", lambda *_: pytest.fail("a root was taken apart"))
    (goal,) = parse_statement(relation, where).goals
    assert Search(worked() + 60).at_once(goal).rule == "polynomial"


def test_cube_roots_are_raised_to_whole_powers_at_a_glance(monkeypatch):
    monkeypatch.setattr(gram, "propose", lambda *_: pytest.fail("squares were looked for"))
    (goal,) = parse_statement("cbrt(a + b) <= cbrt(a) + cbrt(b)", "a >= 0, b >= 0").goals
    assert Search(worked() + 60).at_once(goal) is not None


def test_the_root_of_a_sum_is_raised_before_those_of_variables():
    (_, data), *_ = moves(cbrt(4 * (a + b)) - cbrt(a) - cbrt(b))
    assert {p.base for p in data["factors"][0][0].atoms(Pow) if not p.exp.is_Integer} == {a, b}


def test_what_a_root_of_a_linear_term_is_of_is_a_power_of_a_new_variable():
    goal, _ = asked("(2 - 3*a)^(1/3) + (2 - 3*a)^(5/3) >= b", "0 < a < 1/2, 0 < b")
    ((rule, data),) = radicals.linear_radicands(goal)
    ((_, value),), ((t, root),) = data["forward"], data["inverse"]
    assert (rule, expand(value), root) == ("substitute", expand((2 - t**3) / 3), cbrt(2 - 3 * a))
    left = reduce(goal, rule, data, Arb)
    assert core_accepts(goal, rule, data, left)
    ((rule, data),) = radicals.of_powers(left[-1])
    assert data["shows"] == t + t**5 - b
    assert core_accepts(left[-1], rule, data, reduce(left[-1], rule, data, Arb))


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("sqrt(1 + a) >= b", "a > 0, b < 0"),  # square roots are left to what knows of them
        ("(1 + a)^(1/3) >= a^(1/3)", "a > 0"),  # a root would be left of a difference
        ("(1 + a^2)^(1/3) >= b", "a > 0, b < 0"),
    ],
)
def test_no_new_variable_for_a_root(relation, where):
    assert list(radicals.linear_radicands(asked(relation, where)[0])) == []


def test_powers_of_what_may_be_negative_keep_their_roots():
    root = Pow(a**2, Rational(1, 4))
    assert list(radicals.of_powers(Goal((a, b), (Inequality(b, True),), Inequality(root, False)))) == []


def test_a_root_alone_on_its_side_is_raised_before_those_of_the_other():
    term = cbrt(4 * (a + 2 * b)) - cbrt(a + b) - cbrt(b)
    (_, data), *_ = moves(term)
    assert a + 2 * b not in {p.base for p in data["factors"][0][0].atoms(Pow) if not p.exp.is_Integer}


def test_signs_of_factors_under_a_root_are_told():
    goal, _ = asked("sqrt(a*b) >= a", "0 < a <= b")
    ((rule, data),) = radicals.signs_told(goal)
    assert rule == "rewrite"
    assert data["given"][-1] == [b, True]
    told = reduce(goal, rule, data, Arb)[-1]
    assert list(radicals.signs_told(told)) == []
    assert list(radicals.signs_told(asked("sqrt(a*b) >= a", "a <= b, a >= 0")[0])) == []  # they may be zero


def test_a_root_of_a_product_of_what_there_are_roots_of_is_taken_apart():
    goal, _ = asked("sqrt(1 - a^2) <= sqrt(1 - a) + sqrt(1 + a)", "-1 < a < 1")
    ((rule, data),) = radicals.apart(goal)
    assert (rule, data["shows"].has(sqrt(1 - a**2))) == ("rewrite", False)
    assert core_accepts(goal, rule, data, reduce(goal, rule, data, Arb))
    assert list(radicals.apart(asked("sqrt(1 - a^2) <= sqrt(1 - a) + sqrt(2 + a)", "-1 < a < 1")[0])) == []


def test_a_quotient_is_raised_without_its_sum_in_the_denominator():
    goal, samples = asked("cbrt(a*b) >= 2/(1/a + 1/b)", "a > 0, b > 0, a*b >= 1")
    ((_, data),) = whole_powers(goal, samples)
    assert simplify(data["factors"][0][0] - a * b + (2 * a * b / (a + b)) ** 3) == 0
    assert (a + b) in {p.base for p in data["factors"][0][0].atoms(Pow)}


def test_polynomials_in_roots_of_variables_have_the_signs_of_their_factors():
    goal, samples = asked("sqrt(a*b) >= (a + b)/2 - (a - b)^2/(8*b)", "0 < b <= a, a > 0")
    ((rule, data),) = signed.factors(goal, samples)
    assert rule == "product"
    assert {expand(f**2) for f, power, _ in data["factors"] if power == 3} == {expand((sqrt(a) - sqrt(b)) ** 2)}
    assert prove("sqrt(a*b) >= (a + b)/2 - (a - b)^2/(8*b)", "0 < b <= a", budget=20).verdict == "proved"


def test_of_what_an_equation_makes_of_a_term_the_numerator_is_looked_at_alone():
    goal, samples = asked("(a^2 + b)/(2 + a) >= 0", "a > 0, b > 0, a^2 + b^2 = 1")
    ((rule, data),) = radicals.numerators(goal, samples)
    assert (rule, data["factors"][0][0]) == ("product", a**2 + b)
    assert list(radicals.numerators(*asked("(a^2 + b)/(2 + a) >= 0", "a > 0, b > 0"))) == []


def test_a_geometric_mean_is_at_least_the_smaller_one():
    relation = "1 - sqrt(a*b) - sqrt((1 - a)*(1 - b)) <= a - b"
    goal, samples = asked(relation, "0 <= b <= a, a <= 1")
    ((rule, data),) = radicals.between(goal, samples)
    assert rule == "sum"
    assert data["terms"] == [0, sqrt(a * b) - b, sqrt((1 - a) * (1 - b)) - 1 + a]
    apart = "(sqrt(a) - sqrt(b))^2 + (sqrt(1 - a) - sqrt(1 - b))^2 <= 2*(a - b)"
    ((_, written),) = radicals.between(*asked(apart, "0 <= b <= a, a <= 1"))
    assert [expand(term / 2) for term in written["terms"]] == [
        0, sqrt(a) * sqrt(b) - b, sqrt(1 - a) * sqrt(1 - b) - 1 + a
    ]  # fmt: skip
    assert list(radicals.between(*asked(relation, "0 <= b <= 1, a <= 1, a >= 0"))) == []  # of which none is known
    assert list(radicals.between(*asked("sqrt(a*b) >= a", "0 <= b <= a, 2*b >= a"))) == []  # b is not enough
    assert prove("1 - sqrt(a*b) - sqrt((1 - a)*(1 - b)) <= abs(a - b)", "0 <= a <= 1, 0 <= b <= 1").verdict == "proved"
