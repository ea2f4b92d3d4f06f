"""Forms on a cone: cut where two sides are equal, until all coefficients have a sign."""

import math

import pytest

from tests.prover.goals import asked
from verify.prover.alarm import worked
from verify.prover.allowance import Allowance
from verify.prover.certificate import Certificate, check
from verify.prover.core_certificates import core_certificate
from verify.prover.proving import prove
from verify.prover.search import signed
from verify.prover.search.differences import differences
from verify.prover.search.proving import Search

NONNEGATIVE = "x >= 0, y >= 0, z >= 0"
POSITIVE = "x > 0, y > 0, z > 0"
TRIANGLE = "x > 0, y > 0, z > 0, x < y + z, y < z + x, z < x + y"


def found(relation, where, work=math.inf):
    goal, _ = asked(relation, where)
    return goal, differences(goal, Allowance(work))


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("x^2*(x - y)*(x - z) + y^2*(y - z)*(y - x) + z^2*(z - x)*(z - y) >= 0", NONNEGATIVE),  # Schur
        ("x^3*y + y^3*z + z^3*x >= x*y*z*(x + y + z)", NONNEGATIVE),  # cyclic: not every order is like another
        ("x/(y + z) + y/(z + x) + z/(x + y) >= 3/2", POSITIVE),  # a quotient, by its factors
        ("x*y*z >= (x + y - z)*(y + z - x)*(z + x - y)", TRIANGLE),  # sides of the cone are none of the variables
        ("x^3 + 2*y^3 >= 3*x*y^2 - 2*x^2*y + 2*x^2*y", "x >= y, y >= 0"),
        ("x*y + y^2 <= (1 + x + y)^2/4 + y^2/2", "x >= 0, y >= 0, x + y <= 1"),  # a simplex
        ("x^3 + y^3 + 1 > 3*x*y - 1/1000", "x >= 0, y >= 0"),  # 1 is a side too
        ("x^2 + y^2 + z^2 - x*y - y*z - z*x + (x + y + z)/9 > 0", POSITIVE),  # strict
    ],
)
def test_what_is_found_is_accepted_by_the_prover_and_by_the_core(relation, where):
    goal, step = found(relation, where)
    assert step is not None
    certificate = Certificate(goal, step)
    check(certificate)
    core_certificate(certificate)
    assert prove(relation, where, budget=20).verdict == "proved"


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("x^3*y + y^3*z + z^3*x >= 1001/1000*x*y*z*(x + y + z)", NONNEGATIVE),  # false
        ("x^3*(x - y) + y^3*(y - z) + z^3*(z - x) > 0", NONNEGATIVE),  # an equality
        ("x + y <= 0", "x >= 0, y >= 0"),  # false, though all coefficients have one sign
        ("x^2 + y^2 >= x*y + x", "x >= 0, y >= 0"),  # false beside the end of the cone
        ("x^2 + y^2 >= 2*x*y", "-oo < x < oo, -oo < y < oo"),  # no cone
        ("x^2 + y^2 >= 2*x*y", "0 <= x <= 1, 0 <= y <= 1"),  # a box has too many sides
        ("x*y <= 1/4", "x >= 0, y >= 0, x + y <= 2"),  # false on the simplex, though true on a part of it
        ("x^2 + exp(y) >= 0", "x >= 0, y >= 0"),  # not algebraic
        ("sqrt(x) + y >= 0", "x >= 0, y >= 0"),  # a root is no variable
    ],
)
def test_nothing_is_found_where_there_is_nothing(relation, where):
    assert found(relation, where)[1] is None


def test_conditions_that_do_not_follow_from_the_sides_are_not_forgotten():
    assert (
        found("x + y <= 3*z + 1", "x >= 0, y >= 0, z >= x, z >= y")[1] is None
    )  # four sides of a cone in three variables


def test_few_cuts_are_made_where_an_order_of_the_variables_will_do():
    _, step = found("x*(x - y)*(x - z) + y*(y - z)*(y - x) + z*(z - x)*(z - y) >= 0", NONNEGATIVE)
    ends = [s for s in step.walk() if s.rule == "polynomial"]
    assert len(ends) <= 6


def test_of_variables_that_may_be_exchanged_one_half_is_proved_and_shortly():
    _, step = found("x*(x - y)*(x - z) + y*(y - z)*(y - x) + z*(z - x)*(z - y) >= 0", NONNEGATIVE)
    assert step.rule == "order"
    ends = [s.data["method"] for s in step.walk() if s.rule == "polynomial"]
    assert ends == ["bernstein"] * 3  # in the order of the variables no sum of products is written out


def test_without_work_nothing_is_tried():
    assert found("x^3*y + y^3*z + z^3*x >= x*y*z*(x + y + z)", NONNEGATIVE, work=0)[1] is None


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("x*y + y*z + z*x <= 1/3", NONNEGATIVE + ", x + y + z = 1"),  # false without the equation
        ("x + y + z >= sqrt(3*(x*y + y*z + z*x))", NONNEGATIVE),
        ("sqrt(x^2 + y^2 + 2) >= (x + y)/sqrt(2)", "x >= 0, y >= 0"),
    ],
)
def test_equations_and_roots_are_taken_away_before(relation, where):
    answer = prove(relation, where, budget=20)
    assert answer.verdict == "proved"
    assert {"split", "substitute", "surd"} & {rule for c in answer.certificates for rule in c.rules}


@pytest.mark.parametrize("relation", ["x/(y + z) + y/(z + x) + z/(x + y) >= 3/2", "x/y + y/x + x/z + z/x > 7/2"])
def test_of_a_quotient_the_factors_have_signs_of_their_own_and_the_numerator_is_cut(relation):
    goal, samples = asked(relation, POSITIVE)
    ((rule, data),) = signed.factors(goal, samples)
    assert rule == "product"
    assert sum(power < 0 for _, power, _ in data["factors"]) == 3
    step = Search(worked() + 60).at_once(goal)
    assert step.rule == "product"
    check(Certificate(goal, step))


@pytest.mark.parametrize("relation", ["(x - y)*(x^2 - y^2)*x >= (x - y)*(x^2 - y^2)/x", "x^2 >= 2*x*y - y^2"])
def test_what_has_factors_of_both_signs_or_no_denominator_is_left_as_it_is(relation):
    assert not list(signed.factors(*asked(relation, POSITIVE)))
