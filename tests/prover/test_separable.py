"""Sums of terms of one variable each are shown part by part, also where an equation binds the variables."""

import pytest

from verify.prover.proving import prove


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
