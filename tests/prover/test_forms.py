"""Statements that normal forms, equations and exact constants decide, and false ones next to them."""

import pytest

from verify.prover.proving import prove

ALL = "-oo < x < oo, -oo < y < oo"

TRUE = [
    ("cosh(x)^2 - sinh(x)^2 >= 1", "-oo < x < oo"),
    ("tan(x)*cos(x)/sin(x) >= 1", "0 < x < 3/2"),
    ("sin(x)^6 + cos(x)^6 >= 1/4", "-oo < x < oo"),
    ("sin(x)*sin(y) <= sin((x + y)/2)^2", ALL),
    ("sin(3*x) <= 3*abs(sin(x))", "-oo < x < oo"),
    ("2*sin(x) + sin(2*x) <= 3*sqrt(3)/2", "-oo < x < oo"),
    ("exp(x)/(1 + exp(x)) <= 1", "-oo < x < oo"),
    ("min(exp(x), exp(-x)) <= 1", "-oo < x < oo"),
    ("max(exp(x), exp(-x)) >= 1 + abs(x)", "-oo < x < oo"),
    ("max(min(x, y), min(y, z), min(z, x)) <= min(max(x, y), max(y, z), max(z, x))", f"{ALL}, -oo < z < oo"),
    ("abs(abs(x) - abs(y)) <= abs(x - y)", ALL),
    ("x + y >= 2", "x*y = 1, x > 0"),
    ("x*log(x) + y*log(y) >= -log(2)", "x + y = 1, x > 0, y > 0"),
    ("sqrt(2) + sqrt(3) <= sqrt(5 + 2*sqrt(6))", ""),
    ("cbrt(sqrt(5) + 2) - cbrt(sqrt(5) - 2) <= 1", ""),
    ("4*atan(1/5) - atan(1/239) >= pi/4", ""),
    ("cos(pi/7) - cos(2*pi/7) + cos(3*pi/7) <= 1/2", ""),
    ("tan(pi/8) <= sqrt(2) - 1", ""),
]

FALSE = [
    ("cosh(x)^2 - sinh(x)^2 > 1", "-oo < x < oo"),
    ("1 + cos(x) > 0", "-oo < x < oo"),
    ("sin(x)^6 + cos(x)^6 >= 2500001/10000000", "-oo < x < oo"),
    ("sin(x)*sin(y) < sin((x + y)/2)^2", ALL),
    ("abs(sin(3*x)) <= 29/10*abs(sin(x))", "-oo < x < oo"),
    ("max(exp(x), exp(-x)) >= 1 + 1001/1000*abs(x)", "-oo < x < oo"),
    ("max(min(x, y), min(y, z), min(z, x)) >= min(max(x, y), max(y, z), max(z, x)) + 10^(-9)", f"{ALL}, -oo < z < oo"),
    ("x + y >= 2000001/1000000", "x*y = 1, x > 0"),
    ("x*log(x) + y*log(y) >= -693147/1000000", "x + y = 1, x > 0, y > 0"),
    ("sqrt(2) + sqrt(3) < sqrt(5 + 2*sqrt(6))", ""),
    ("4*atan(1/5) - atan(1/239) > pi/4", ""),
    ("4*atan(1/5) - atan(1/239) <= pi/4 - 10^(-50)", ""),
    ("cos(pi/7) - cos(2*pi/7) + cos(3*pi/7) < 1/2", ""),
]


@pytest.mark.spread(4, 3)
@pytest.mark.parametrize(("relation", "where"), TRUE)
def test_is_proved(relation, where):
    assert prove(relation, where, budget=60).verdict == "proved"


@pytest.mark.parametrize(("relation", "where"), FALSE)
def test_is_refuted(relation, where):
    assert prove(relation, where, budget=10).verdict == "refuted"
