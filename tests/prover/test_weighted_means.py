"""Products of powers below weighted arithmetic means."""

import pytest
import sympy

from tests.prover.goals import asked
from verify.prover.proving import prove
from verify.prover.search import weighted_means

SIMPLEX = "a > 0, b > 0, c > 0, a + b + c = 1"
THREE = "a^a*b^b*c^c + a^b*b^c*c^a + a^c*b^a*c^b <= 1"


@pytest.mark.parametrize(
    ("relation", "where", "count"),
    [
        (THREE, SIMPLEX, 3),
        ("2*a^a*b^b*c^c <= 2*a^2 + 2*b^2 + 2*c^2 + a*b", SIMPLEX, 1),
        ("a^p*b^(1 - p) + a^(1 - p)*b^p <= a + b", "a > 0, b > 0, 0 <= p <= 1", 2),
    ],
)
def test_each_product_is_below_its_mean(relation, where, count):
    goal, samples = asked(relation, where)
    ((rule, data),) = weighted_means.above_products_of_powers(goal, samples)
    assert rule == "sum"
    assert samples.are_equal(sympy.Add(*data["terms"]), goal.shows.expr)
    *gaps, rest = data["terms"]
    assert len(gaps) == count
    assert all(p.exp.is_number for p in rest.atoms(sympy.Pow))
    assert all(-1 not in samples.signs(term) for term in data["terms"])


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("a^a*b^b*c^c <= a^2 + b^2 + c^2", SIMPLEX),  # nothing would be left beside it
        (THREE.replace("<= 1", "< 2"), SIMPLEX),
        ("a^a*b^b + b^a*a^b <= 4", "0 < a < 1, 0 < b < 1"),  # the exponents are no weights
        ("a^p*b^(1 - p) >= min(a, b)", "a > 0, b > 0, 0 <= p <= 1"),
        ("a^p*b^(1 - p) + a^(1 - p)*b^p <= a + b + 9", "1 < a < 2, 1 < b < 2, 0 <= p <= 2"),  # nor are they here
    ],
)
def test_no_move(relation, where):
    assert list(weighted_means.above_products_of_powers(*asked(relation, where))) == []


def test_is_proved():
    assert prove(THREE, SIMPLEX, budget=60.0).verdict == "proved"
