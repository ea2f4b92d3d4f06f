"""Slopes above their Taylor polynomials."""

import pytest
import sympy
from sympy import symbols

from tests.prover.goals import asked
from verify.prover.proving import prove
from verify.prover.search import slope_minorants

PAIR = "0 < p < 1, 0 < q < 1"
DIVERGENCE = "p*log(p/q) + (1 - p)*log((1 - p)/(1 - q))"
KRAFFT = f"{DIVERGENCE} >= 2*(p - q)^2 + 4/9*(p - q)^4"
p, q = symbols("p q", real=True)


def test_a_polynomial_is_left_where_the_slope_is_bent():
    goal, samples = asked(KRAFFT, PAIR)
    ((rule, data),) = slope_minorants.integrals(goal, samples)
    assert rule == "sum"
    bent, rest = data["terms"]
    assert sympy.expand(rest - 8 * (p - q) ** 2 * ((p - sympy.S.Half) / 3 + 2 * (q - sympy.S.Half) / 3) ** 2) == 0
    slope = sympy.cancel(bent.diff(q) / (q - p))
    assert sympy.cancel(slope - 1 / (q * (1 - q)) + 4 + 16 * (q - sympy.S.Half) ** 2) == 0


@pytest.mark.parametrize(
    "relation",
    [
        KRAFFT.replace(">=", ">"),
        f"{DIVERGENCE} >= 2*(p - q)^2 - 1",  # not zero where the two are equal
        "p*log(p/q) - p + q >= 0",  # no place where what is bent is least
    ],
)
def test_other_terms_are_left_alone(relation):
    assert list(slope_minorants.integrals(*asked(relation, PAIR))) == []


def test_pinsker_is_refined():
    assert prove(KRAFFT, PAIR, budget=60).verdict == "proved"
