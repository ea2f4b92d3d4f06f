"""Terms that are the same an angle π further on, by doubled angles, and by the tangents of these' halves."""

import pytest
import sympy

from tests.prover.goals import asked
from verify.balls.arithmetic import Arb
from verify.prover.certificate import reduce
from verify.prover.core_certificates import core_accepts
from verify.prover.goal import Goal, Inequality
from verify.prover.proving import prove
from verify.prover.search import triangles, whole_angles
from verify.prover.search.samples import Samples

ACUTE = "0 < A < pi/2, 0 < B < pi/2, A + B > pi/2"
PRODUCT = "-tan(A)*tan(B)*tan(A + B) >= 3*sqrt(3)"
HALVES = "tan(A/2)*tan(B/2)*tan((A + B)/2) >= tan(A/2)*tan(B/2)"


@pytest.mark.parametrize("relation", [PRODUCT, HALVES])
def test_a_quotient_of_tangents_has_factors_of_one_sign(relation):
    goal, samples = asked(relation, ACUTE)
    ((rule, data),) = whole_angles.quotients(goal, samples)
    assert rule == "product"
    assert samples.are_equal(sympy.Mul(*(base**power for base, power, _ in data["factors"])), goal.shows.expr)
    assert core_accepts(goal, rule, data, reduce(goal, rule, data, Arb))


def test_conditions_and_term_in_doubled_angles_and_then_in_tangents():
    goal, _ = asked("sin(A)*sin(B)*sin(A + B) + 3*cos(A)*cos(B)*cos(A + B) >= 0", ACUTE)
    ((rule, data),) = whole_angles.doubled(goal)
    left = reduce(goal, rule, data, Arb)
    assert rule == "rewrite"
    assert core_accepts(goal, rule, data, left)
    for _ in range(2):
        goal = left[-1]
        ((rule, data),) = triangles.half_angles(goal)
        left = reduce(goal, rule, data, Arb)
        assert (rule, data["scale"]) == ("half angle", sympy.Rational(1, 2))
        assert core_accepts(goal, rule, data, left)
    a, b = sorted(left[-1].shows.expr.free_symbols, key=str)
    assert Samples(left[-1]).signs(a * b - 1) == {1}  # A + B > π/2
    assert sympy.degree(sympy.fraction(left[-1].shows.expr)[0], a) == 2


def test_a_condition_is_shown_as_the_product_that_it_was_made_of():
    goal, _ = asked("sin(A)*sin(B)*sin(A + B) >= 0", ACUTE)
    ((_, data),) = whole_angles.doubled(goal)
    shown = Goal(goal.variables, goal.given, Inequality(*data["given"][-1]))
    ((rule, factors),) = whole_angles.conditions(shown)
    assert (rule, [str(f) for f, _, _ in factors["factors"]]) == ("product", ["-cos(A + B)", "2*cos(A)", "2*cos(B)"])
    assert core_accepts(shown, rule, factors, reduce(shown, rule, factors, Arb))


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("sin(A) + sin(B) >= sin(A + B)", ACUTE),  # not the same after π
        ("tan(A)*tan(B) >= A", ACUTE),
        ("tan(A)*tan(B) >= tan(A - 2*B)/9", "0 < A < 2, 0 < B < pi/2, A + B > pi/2"),  # A may be beyond π/2
        ("sin(2*A)*sin(2*B) <= 1", "0 < A < pi/2, 0 < B < pi/2"),  # nothing binds the angles
        ("tan(A)*tan(B) <= 1/3", "0 < A, 0 < B, A + B <= pi/3"),  # sines of other angles
    ],
)
def test_other_terms_are_left_alone(relation, where):
    goal, _ = asked(relation, where)
    assert list(whole_angles.doubled(goal)) == []


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        (PRODUCT, ACUTE),
        (HALVES, ACUTE),
        ("tan(A)*tan(B)*(tan(A) + tan(B)) >= 3*sqrt(3)*(tan(A)*tan(B) - 1)", ACUTE),
        ("tan(A)*tan(B)*tan(A + B) <= tan(A + B)^3", "0 < A < pi/2, 0 < B < pi/2, A + B < pi/2"),
    ],
)
def test_is_proved(relation, where):
    assert prove(relation, where, budget=60.0).verdict == "proved"
