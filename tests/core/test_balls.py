"""Enclosures hold the value, and there is none where a value may be missing."""

from fractions import Fraction

import pytest
from flint import arb, ctx

from verify.core.balls import NoEnclosure, enclosure, ground_sign, precision, rational_ball
from verify.core.nodes import node
from verify.core.terms import MINUS_ONE, ONE, ZERO, add, binding, mul, number, power, variable

x = variable("x")
HALF = number(Fraction(1, 2))
WIDE = {x: arb(0.5, 0.625)}


@pytest.mark.parametrize(
    "term",
    [
        power(x, HALF),
        power(x, MINUS_ONE),
        power(x, x),
        power(add(x, ONE), power(x, HALF)),
        node("tan", mul(number(3), x)),
        *(node(kind, x) for kind in ("log", "acosh", "acos", "asin", "atanh")),
    ],
)
def test_no_enclosure_beyond_the_domain(term):
    with pytest.raises(NoEnclosure):
        enclosure(term, WIDE)


@pytest.mark.parametrize(
    ("term", "value"),
    [
        (power(x, number(2)), "1.26"),
        (power(x, number(3)), "-0.001"),
        (power(x, ZERO), "1"),
        (node("abs", x), "0"),
        (node("sinc", x), "1"),
        (node("max", x, number(Fraction(3, 4))), "0.75"),
        (node("asinh", x), "0"),
        (node("atanh", mul(x, HALF)), "0"),
        (node("acosh", add(x, number(2))), "1.3169578969248"),
    ],
)
def test_enclosures_hold_values(term, value):
    assert enclosure(term, WIDE).contains(arb(value).mid())


def test_roots_at_zero():
    assert enclosure(power(x, number(Fraction(1, 3))), {x: arb(0)}) == 0


def test_signs_of_numbers():
    i = variable("i", "integer")
    basel = binding("sum", i, power(i, number(-2)), ONE, number(200))
    assert ground_sign(add(basel, number(Fraction(-163, 100)))) == 4
    assert ground_sign(add(basel, number(-2))) == 1
    third = mul(number(Fraction(1, 3)), node("pi"))
    assert ground_sign(add(node("cos", third), number(Fraction(-1, 2)))) == 7
    assert ground_sign(add(node("cos", mul(HALF, node("pi"))), ZERO)) == 2
    assert ground_sign(node("log", MINUS_ONE)) == 7
    assert ground_sign(x) == 7
    assert ground_sign(power(number(2), number(10**30))) == 4


def test_long_sums_are_refused():
    i = variable("i", "integer")
    with pytest.raises(NoEnclosure):
        enclosure(binding("sum", i, i, ONE, number(10**9)))
    assert enclosure(binding("sum", i, i, ONE, ZERO)) == 0


def test_precision_is_restored():
    before = ctx.prec
    with precision(999):
        assert ctx.prec == 999
        third = rational_ball(Fraction(1, 3))
    assert ctx.prec == before
    assert rational_ball(Fraction(1, 3)).contains(third)
