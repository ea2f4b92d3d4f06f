"""Sums of terms of one variable each are shown part by part, also where an equation binds the variables."""

import pytest
import sympy

from tests.prover.goals import asked
from verify.balls.arithmetic import Arb
from verify.prover.certificate import reduce
from verify.prover.core_certificates import core_accepts
from verify.prover.proving import prove
from verify.prover.search import separable


@pytest.mark.spread(1, 1)  # the first takes longer than the others together
@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("-a*log(a) - b*log(b) - c*log(c) <= log(3)", "a > 0, b > 0, c > 0, a + b + c = 1"),
        ("x*log(x) + y*log(y) >= -2/E", "x > 0, y > 0"),
    ],
)
def test_each_part_has_its_share_of_the_constant_and_of_the_multiplier(relation, where):
    answer = prove(relation, where, budget=40)
    assert answer.verdict == "proved"
    assert any("sum" in c.rules for c in answer.certificates)


def test_a_constant_that_is_too_small_is_refuted():
    assert prove("-a*log(a) - b*log(b) <= 69/100", "a > 0, b > 0, a + b = 1", budget=10).verdict == "refuted"


def test_entropies_are_largest_where_a_difference_of_logarithms_turns():
    sides = "a*log(a) + b*log(b) + log(3)*(a + b + 1) >= (a + b + 1)*log(a + b + 1)"
    assert prove(sides, "a > 0, b > 0", budget=40).verdict == "proved"
    assert prove(sides.replace("log(3)", "109/100"), "a > 0, b > 0", budget=20).verdict == "refuted"


ACUTE = "0 < A < pi/2, 0 < B < pi/2, 0 < C < pi/2, A + B + C = pi"
SIMPLEX = "x >= 0, y >= 0, z >= 0, x + y + z = 1"
CHORDS = [
    ("sin(A) + sin(B) + sin(C) > 2", ACUTE),
    ("exp(x) + exp(y) + exp(z) <= E + 2", SIMPLEX),
    ("sqrt(4*x + 1) + sqrt(4*y + 1) + sqrt(4*z + 1) >= 2 + sqrt(5)", SIMPLEX),
]


@pytest.mark.parametrize(("relation", "where"), CHORDS)
def test_each_part_is_on_one_side_of_its_chord(relation, where):
    goal, samples = asked(relation, where)
    ((rule, data),) = separable.chords(goal, samples)
    assert rule == "sum"
    assert samples.are_equal(sympy.Add(*data["terms"]), goal.shows.expr)
    assert all(-1 not in samples.signs(term) for term in data["terms"])
    assert core_accepts(goal, rule, data, reduce(goal, rule, data, Arb))


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("sin(A) + sin(B) + sin(C) <= 3", ACUTE),  # below chords it is not
        ("sin(A) + sin(B) + sin(C) > 2", "0 < A < pi/2, 0 < B < pi/2, 0 < C < pi/2"),  # no equation
        ("log(x) + log(y) <= 0", "x > 0, y > 0, x + y = 2"),  # no value at an end
    ],
)
def test_no_chords(relation, where):
    assert list(separable.chords(*asked(relation, where))) == []


@pytest.mark.parametrize(("relation", "where"), CHORDS)
def test_is_proved_by_chords(relation, where):
    assert prove(relation, where, budget=40).verdict == "proved"
