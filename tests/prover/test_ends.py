"""Approximations to many digits, unbounded domains, singular ends: decided by models and expansions, or not at all."""

import pytest

from verify.prover.proving import prove

APPROXIMATIONS = [
    ("abs(atan(x) - (0.9998660*x - 0.3302995*x^3 + 0.1801410*x^5 - 0.0851330*x^7 + 0.0208351*x^9)) <= 1.15/10^5",
     "-1 <= x <= 1"),
    ("abs(exp(-x) - (1 - 0.9999999995*x + 0.4999999206*x^2 - 0.1666653019*x^3 + 0.0416573475*x^4 - 0.0083013598*x^5"
     " + 0.0013298820*x^6 - 0.0001413161*x^7)) <= 2/10^10", "0 <= x <= log(2)"),
    ("acos(x) - sqrt(1 - x)*(1.5707288 - 0.2121144*x + 0.0742610*x^2 - 0.0187293*x^3) <= 7/10^5", "0 <= x <= 1"),
    ("abs(sin(x*y) - x*y + (x*y)^3/6) <= 1/100", "0 <= x <= 1, 0 <= y <= 1"),
]  # fmt: skip

UNBOUNDED = [
    ("log(cosh(x)) >= x - log(2)", "x >= 0"),
    ("log(1 + exp(x)) <= log(2) + x/2 + x^2/8", "-oo < x < oo"),
    ("exp(x) <= x + exp(0.5625*x^2)", "-oo < x < oo"),
    ("log(log(x)) <= log(x) - 1", "x > 1"),
    ("x*sin(1/x) < 1", "x > 0"),
    ("x^(1/10) > log(x)/4", "x >= 1"),
    ("sin(x)/x <= 1.000001", "x > 0"),
    ("acosh(x) >= log(x)", "x > 1"),
]

FALSE = [
    ("log(cosh(x)) > x - log(2) + exp(-2*x)", "x >= 0"),
    ("log(1 + exp(x)) <= log(2) + x/2 + x^2/9", "-oo < x < oo"),
    ("x^(1/10) > log(x)/3", "x >= 1"),
    ("x*sin(1/x) < 1 - 1/(6*x^2)", "x > 1"),
]


@pytest.mark.spread(2, 1)
@pytest.mark.parametrize(("relation", "where"), APPROXIMATIONS)
def test_a_polynomial_close_to_a_function_is_decided_by_few_boxes(relation, where):
    answer = prove(relation, where, budget=30)
    assert answer.verdict == "proved"
    assert sum(c.boxes for c in answer.certificates) < 400


@pytest.mark.spread(3)
@pytest.mark.parametrize(("relation", "where"), UNBOUNDED)
def test_what_has_no_end_is_decided_by_its_leading_term(relation, where):
    assert prove(relation, where, budget=30).verdict == "proved"


@pytest.mark.parametrize(("relation", "where"), FALSE)
def test_what_fails_somewhere_is_not_proved(relation, where):
    assert prove(relation, where, budget=6).verdict != "proved"
