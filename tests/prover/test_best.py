"""Best constants: each is enclosed, proved on one side and refuted on the other, and both are checked again here."""

import functools
import json
from fractions import Fraction

import mpmath
import pytest
from sympy import E, Rational, exp, pi, sqrt, tan

from verify import best_constant
from verify.core.answers import check_answer
from verify.core.certificate import certificate_from_json, check_certificate
from verify.prover.language import FormulaError
from verify.prover.violation import violation

CLOSED = [
    ("sin(x) >= C*x", "0 < x <= pi/2", "largest", 2 / pi, "Jordan"),
    ("sin(x) >= x - C*x^3", "0 < x < 1", "smallest", Rational(1, 6), "only in the limit x -> 0"),
    ("cos(x) <= 1 - C*x^2", "0 <= x <= pi/2", "largest", 4 / pi**2, "at an end"),
    ("tan(x) <= x + C*x^3", "0 <= x <= 1", "smallest", tan(1) - 1, "at an end"),
    ("log(1 + x) <= C*x/sqrt(1 + x)", "x > 0", "smallest", Rational(1), "Karamata; in the limit x -> 0"),
    ("(1 - r)/sqrt(1 - 2*r) - 1 <= C*r^2/(1 - 2*r)", "0 <= r < 1/2", "smallest", Rational(1, 2), "in the limit r -> 0"),
    ("(1 + 1/x)^(x + C) >= E", "x >= 1", "smallest", Rational(1, 2), "in the limit x -> oo, C in an exponent"),
    ("sin(x)/x > cos(x)^C", "0 < x < pi/2", "smallest", Rational(1, 3), "Mitrinović, 3.4.6: the best exponent"),
    ("log(x) <= C*x", "x > 0", "smallest", 1 / E, "at x = e, inside"),
    ("x*(1 - x^2)^2 <= C", "0 <= x <= 1", "smallest", 16 * sqrt(5) / 125, "at x = 1/sqrt(5), inside"),
    ("C*x <= sin(x) <= x", "0 <= x <= pi/2", "largest", 2 / pi, "a chain"),
    ("max(x, 1 - x) >= C", "0 <= x <= 1", "largest", Rational(1, 2), "at a kink"),
]

LARGE = [
    ("x^2 + y^2 >= C*x*y", "x >= 0, y >= 0", "largest", Rational(2), "arithmetic and geometric mean"),
    ("x*log(x/y) + y - x >= C*(x - y)^2", "0 < x <= 1, 0 < y <= 1", "largest", Rational(1, 2), "of two, at a corner"),
    ("x^2 >= C*x - 1000000", "-oo < x < oo", "largest", Rational(2000), "far from 1"),
    ("x^3 + y^3 + z^3 >= C*x*y*z", "x >= 0, y >= 0, z >= 0", "largest", Rational(3), "arithmetic and geometric mean"),
    ("p*log(p/q) + (1-p)*log((1-p)/(1-q)) >= C*(p-q)^2", "0<p<1, 0<q<1", "largest", Rational(2), "Pinsker"),
]
"""Which take longer; such as they are stand above."""

CASES = [*CLOSED, *(pytest.param(*row, marks=pytest.mark.slow) for row in LARGE)]


@functools.cache
def best_of(relation, where):
    """What several tests look at is searched once."""
    return best_constant(relation, where, "C", budget=60)


def rechecked(best, digits=30):
    """The claims of a result, verified without the search that found it."""
    assert best.lower < best.upper
    assert best.upper - best.lower <= Rational(1, 10**digits)
    towards = 1 if best.direction == "largest" else -1
    assert (best.fails - best.holds) * towards > 0
    assert all(best.lower <= value <= best.upper for value in (best.holds, best.fails))
    assert best.proof.verdict == "proved"
    data = json.loads(json.dumps(best.to_json()))
    check_answer(data["proof"])
    assert data["counterexample"]["verdict"] == "refuted"
    statement, point = best.counterexample.statement, best.counterexample.point
    assert any(violation(goal, statement.requirements, point) for goal in statement.goals)
    for certificate in (*(data["monotone"] or ()), *(data["beyond"] or ())):
        check_certificate(certificate_from_json(certificate))
    assert bool(best.not_excluded) == (best.beyond is None and best.monotone is None)
    assert data["not excluded"] == best.not_excluded


@pytest.mark.spread(12, 4)
@pytest.mark.parametrize(("relation", "where", "direction", "value", "why"), CASES)
def test_closed_forms_are_recognised_and_decided(relation, where, direction, value, why):
    best = best_constant(relation, where, "C", budget=150)
    rechecked(best)
    assert best.direction == direction, why
    assert best.exact.equals(value), why
    assert best.attained is True
    assert best.holds == best.exact


def enclosed(best, root):
    with mpmath.workdps(60):
        ends = [mpmath.mpf(int(end.p)) / int(end.q) for end in (best.lower, best.upper)]
        return ends[0] <= root <= ends[1]


@pytest.mark.slow
def test_the_longest_interval_of_proposition_8():
    best = best_constant("(cos(a) - cos(c))/cos(c) <= c^2 - a^2", "0 <= a <= c, c <= C", "C", budget=100)
    rechecked(best)
    with mpmath.workdps(60):
        root = mpmath.findroot(lambda c: mpmath.cos(c) * (1 + c * c) - 1, 1.1)
    assert enclosed(best, root)
    assert best.exact is None
    assert best.monotone is not None
    assert best.digits.startswith("1.1025058244064160435710501550")
    assert str(best) == f"the largest C is {best.digits}"


@pytest.mark.slow
def test_a_worst_point_inside_without_a_closed_form():
    best = best_constant("x*cos(x) <= C", "0 <= x <= pi/2", "C", budget=60)
    rechecked(best)
    with mpmath.workdps(60):
        x = mpmath.findroot(lambda x: mpmath.cos(x) - x * mpmath.sin(x), 0.86)
        assert enclosed(best, x * mpmath.cos(x))


@pytest.mark.slow
def test_a_homogeneous_polynomial():
    best = best_constant("x^4 + y^4 >= C*x*y^3", "-oo < x < oo, -oo < y < oo", "C", budget=60)
    rechecked(best)
    with mpmath.workdps(60):
        assert enclosed(best, 4 / mpmath.mpf(3) ** (mpmath.mpf(3) / 4))


def test_a_strict_statement_that_fails_at_the_best_value():
    best = best_of("sin(x) > C*x", "0 < x <= pi/2")
    rechecked(best)
    assert best.exact == 2 / pi == best.fails
    assert best.attained is False


def test_equality_at_a_point_makes_the_value_the_best_itself():
    best = best_constant("exp(x) >= C*x", "x > 0", "C", budget=60)
    (x,) = best.equality
    assert (exp(x) - best.exact * x).subs(best.equality) == 0
    limit = best_of("sin(x) >= x - C*x^3", "0 < x < 1")
    assert limit.equality is None


def test_either_end_of_the_good_values_may_be_asked_for():
    relation, where = "x^2 + C*x + 1 >= 0", "-oo < x < oo"
    assert best_constant(relation, where, "C", direction="largest", budget=30).exact == 2
    assert best_constant(relation, where, "C", direction="smallest", budget=30).exact == -2


def test_fewer_digits_when_fewer_are_asked_for():
    best = best_constant("x*cos(x) <= C", "0 <= x <= pi/2", "C", digits=5, budget=30)
    rechecked(best, digits=5)
    assert best.digits.startswith("0.5610")


@pytest.mark.spread(2)
@pytest.mark.parametrize(
    ("relation", "where", "direction", "again"),
    [
        ("(C - 1/2)*(C - 3/2) + x >= 0", "0 <= x <= 1", "largest", 2),
        ("cos(C*x) <= 1 - x^2", "0 <= x <= 1/10", None, -3),
        ("x/C <= 1", "0 <= x <= 1", None, -1),
    ],
)
def test_an_end_beyond_which_it_holds_again_is_not_called_largest_or_smallest(relation, where, direction, again):
    best = best_constant(relation, where, "C", direction=direction, budget=30)
    rechecked(best)
    assert best.beyond is best.monotone is None
    assert best.again == again
    assert f"holds again, at C = {again}" in best.not_excluded
    assert best.not_excluded in str(best)
    assert "largest" not in str(best)
    assert "smallest" not in str(best)


@pytest.mark.parametrize(
    ("relation", "where", "said"),
    [
        ("x^2 >= C*x - 1", "-oo < x < oo", "the largest C is 2"),
        ("sin(x) >= x - C*x^3", "0 < x < 1", "the smallest C is 1/6, or less by 5e-31 at most"),
        ("sin(x) > C*x", "0 < x <= pi/2", "the largest C falls short of 2/pi, where it fails, by "),
    ],
)
def test_the_largest_is_said_with_a_proof_that_it_fails_at_all_beyond(relation, where, said):
    best = best_of(relation, where)
    rechecked(best)
    assert not best.not_excluded
    assert str(best).startswith(said)
    (*_, failing) = best.beyond
    assert {x.name for x in failing.goal.variables} == {"C"}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"relation": None}, "relation is None; it must be a text"),
        ({"where": ["x > 0", 3]}, "where is ['x > 0', 3]; it must be a text of conditions, or several"),
        ({"parameter": None}, "parameter is None; it must be a name"),
        ({"parameter": "pi"}, "parameter is 'pi'; it must be a name that occurs in the statement"),
        ({"parameter": "D"}, "parameter is 'D'; it must occur in the relation or in where"),
        ({"direction": "up"}, "direction is 'up'; it must be 'largest' or 'smallest', or left out"),
        ({"digits": 0}, "digits is 0; it must be an integer from 1 to 300"),
        ({"digits": 2.5}, "digits is 2.5; it must be an integer"),
        ({"budget": -1}, "budget is -1; it must be a number of seconds above 0"),
        ({"budget": "long"}, "budget is 'long'; it must be a number of seconds above 0"),
    ],
)
def test_a_bad_argument_is_named_with_what_it_is_and_must_be(arguments, told):
    with pytest.raises(FormulaError) as caught:
        best_constant(**({"relation": "x >= C", "where": "x > 0", "parameter": "C"} | arguments))
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_number_that_is_no_root_of_a_real_quadratic_is_enclosed():
    best = best_constant("sin(x) <= C*x^2 + 1/1000", "0 <= x <= 1", "C", budget=40)
    rechecked(best)
    assert str(best).startswith("the smallest C is 249.9996666")


def test_a_term_whose_slope_has_no_numbers_is_no_crash():
    best = best_constant("max(x, C) <= 2", "0 <= x <= 1", "C", budget=40)
    rechecked(best)
    assert best.exact == 2


def test_a_budget_that_is_over_says_nothing_of_the_statement():
    with pytest.raises(ArithmeticError, match="nothing about C could be certified in time"):
        best_constant("x >= C", "x > 0", "C", budget=1e-6)


@pytest.mark.parametrize(
    ("relation", "where", "what"),
    [
        ("x^2 + C^2 >= 0", "-oo < x < oo", "seems to hold for every C tried"),
        ("x + C > 0", "-oo < x < oo", "fails for every C tried"),
    ],
)
def test_a_statement_without_a_best_value(relation, where, what):
    with pytest.raises(ArithmeticError, match=what):
        best_constant(relation, where, "C", budget=20)


@pytest.mark.parametrize(
    ("relation", "where", "parameter"),
    [
        ("sin(x) >= C*x", "0 < x <= pi/2", "D"),
        ("sin(x) >= C*x", "0 < x <= pi/2", "C)"),
        ("sin(x >= C*x", "0 < x <= pi/2", "C"),
        ("log(x) <= C*x", "-1 <= x <= 1", "C"),
    ],
)
def test_what_is_no_statement_is_refused(relation, where, parameter):
    with pytest.raises(FormulaError):
        best_constant(relation, where, parameter, budget=10)


def test_ends_are_exact():
    best = best_constant("exp(x) <= 1 + x + C*x^2", "0 <= x <= 1", "C", budget=30)
    assert best.exact == E - 2
    assert Fraction(int(best.lower.p), int(best.lower.q)) < Fraction(int(best.upper.p), int(best.upper.q))
