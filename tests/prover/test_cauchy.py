"""Sums of square roots below one root, by the inequality of Cauchy and Schwarz."""

import pytest
import sympy

from tests.prover.goals import asked
from verify.balls.arithmetic import Arb
from verify.prover.certificate import reduce
from verify.prover.core_certificates import core_accepts
from verify.prover.proving import prove
from verify.prover.search import cauchy

IN_TURN = ("sqrt(2*a/(a + b)) + sqrt(2*b/(b + c)) + sqrt(2*c/(c + a)) <= 3", "a > 0, b > 0, c > 0")
IRAN = ("sqrt(x - 1) + sqrt(y - 1) + sqrt(z - 1) <= sqrt(x + y + z)", "x > 1, y > 1, z > 1, 1/x + 1/y + 1/z = 2")
TWO = ("1/sqrt(1 + a^2) + 1/sqrt(1 + b^2) <= 2/sqrt(1 + a*b)", "a >= 0, b >= 0, a*b <= 1")


@pytest.mark.parametrize(("statement", "count"), [(IN_TURN, 4), (IRAN, 5), (TWO, 3)])
def test_each_root_is_below_its_part_of_one(statement, count):
    goal, samples = asked(*statement)
    ((rule, data),) = cauchy.below_one_root(goal, samples)
    assert rule == "sum"
    assert len(data["terms"]) == count
    assert samples.are_equal(sympy.Add(*data["terms"]), goal.shows.expr)
    assert all(-1 not in samples.signs(term) for term in data["terms"])
    assert core_accepts(goal, rule, data, reduce(goal, rule, data, Arb))


def test_at_a_glance_it_is_used_where_an_equation_gives_the_number():
    assert list(cauchy.below_a_number(*asked(*IRAN))) == list(cauchy.below_one_root(*asked(*IRAN)))
    assert list(cauchy.below_a_number(*asked(*IN_TURN))) == []


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        (IN_TURN[0].replace("<=", "<").replace("3", "4"), IN_TURN[1]),  # strict
        ("sqrt(a) <= a + 1", "a > 0"),
        ("sqrt(a + sqrt(b)) + sqrt(b) <= a + b + 9", "0 < a < 1, 0 < b < 1"),  # a root in a root
        ("sqrt(a) + sqrt(b) <= sqrt(a + b)", "0 < a < 1, 0 < b < 1"),  # below that no root is
    ],
)
def test_no_move(relation, where):
    assert list(cauchy.below_one_root(*asked(relation, where))) == []


@pytest.mark.parametrize("statement", [IN_TURN, IRAN, TWO])
def test_is_proved(statement):
    assert prove(*statement, budget=60.0).verdict == "proved"
