"""Factors of what an odd root is taken of: their signs tell the core which root is meant."""

import pytest

from tests.prover.goals import asked
from verify.prover.certificate import Certificate, Step, check
from verify.prover.proving import prove
from verify.prover.root_factors import signs_of_factors


def certificate(relation, where):
    return Certificate(asked(relation, where)[0], Step("obvious"))


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("cbrt(x^3 + y^3) <= x + y", "x > 0, y > 0"),
        ("cbrt((x^3 + y^3)/2) >= (x + y)/2", "x >= 0, y >= 0"),
    ],
)
def test_a_root_of_a_sum_of_cubes_is_read_as_the_core_reads_it(relation, where):
    assert prove(relation, where, budget=30).verdict == "proved"


def test_the_signs_of_factors_are_proved():
    (found,) = signs_of_factors([certificate("cbrt(x^3 + y^3) <= x + y", "x > 0, y > 0")])
    check(found)
    assert str(found.goal.shows.expr) == "x**2 - x*y + y**2"


def test_factors_that_change_their_sign_or_are_linear_are_left_out():
    assert signs_of_factors([certificate("cbrt(x + y) <= x + y + 1", "x > 0, y > 0")]) == []
    assert signs_of_factors([certificate("(x*y - 1)^(1/3) <= x + y", "x > 0, y > 0")]) == []
