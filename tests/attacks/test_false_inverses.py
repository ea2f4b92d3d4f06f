"""Laws of inverse functions are used where the inverse is defined, and not of a part of a normal form that need not be.

The normal form of log(v + δ·(1 − v)) is L − δ·L with L = log v: it is 0 where δ is 1, whatever L is thought to be. But
no L has exp L = v for v = 0, and no angle has the cosine 2.
"""

from fractions import Fraction

import pytest

from tests.attacks.steps import mul, number, real, whole
from verify.core import kernel
from verify.core.definedness import conditions
from verify.core.nodes import Refused, node
from verify.core.polynomials import minus, negative, product, raised_to, total
from verify.core.terms import ONE, ZERO, add, binding, relation

i, j, a, b = (whole(n) for n in "ijab")
v, x, y = real("v"), real("x"), real("y")
EQUAL = node("delta", i, j)
TWO, HALF = number(2), number(Fraction(1, 2))
MIXED = total(v, product(EQUAL, minus(ONE, v)))
"""v, and 1 where i = j."""


def _identity(goal, given, *equations):
    return kernel.identity(goal, [kernel.assume(e, hypotheses=given) for e in equations], hypotheses=given)


def _square_of_both(angle):
    return total(raised_to(node("cos", angle), TWO), raised_to(node("sin", angle), TWO))


def test_exp_of_a_part_that_is_no_logarithm_of_anything():
    """False at a = b, i = j, v = 0, y = 0: there y is log 1, and exp y is 1."""
    is_v = relation("=", v, minus(ONE, node("delta", a, b)))
    is_y = relation("=", y, node("log", MIXED))
    given = [is_v, relation(">", MIXED), is_y]
    with pytest.raises(Refused, match="defined"):
        _identity(relation("=", mul(node("delta", a, b), node("exp", y)), ZERO), given, is_v, is_y)
    is_log = relation("=", y, node("log", v))
    _identity(relation("=", node("exp", y), v), [relation(">", v), is_log], is_log)


def test_exp_of_a_part_that_is_counted_by_an_empty_range():
    """False at n = −1, x = 1: the sum is empty, and (|x| + x)·exp 0 is 2."""
    n, k = whole("n"), whole("k")
    gap = minus(node("abs", x), x)
    logs = binding("sum", k, node("log", gap), ZERO, n)
    given = [relation("≥", n, number(-1)), *conditions(logs)]
    with pytest.raises(Refused, match="defined"):
        _identity(relation("=", mul(add(node("abs", x), x), node("exp", logs)), ZERO), given)
    three = binding("sum", k, node("log", x), ONE, number(3))
    _identity(relation("=", node("exp", three), raised_to(x, number(3))), [relation(">", x)])


def test_the_sine_of_a_part_that_is_no_angle():
    """False at i = j, v = 2, y = 0: cos² y + sin² y = 1, and not v²."""
    is_y = relation("=", y, node("acos", MIXED))
    within = [relation("≥", minus(ONE, MIXED)), relation("≥", total(ONE, MIXED)), is_y]
    with pytest.raises(Refused, match="defined"):
        _identity(relation("=", _square_of_both(y), raised_to(v, TWO)), [relation("≥", v, TWO), *within], is_y)
    is_arc = relation("=", y, node("acos", v))
    inside = [relation("≥", minus(ONE, v)), relation("≥", total(ONE, v)), is_arc]
    _identity(relation("=", node("cos", y), v), inside, is_arc)


def test_the_cosine_of_an_arctangent_of_no_root():
    """False at i = j, x = 1, y = 0: b = |x| − x − 1 has no root, and cos² y = 1 is not 1/(1 + b)."""
    size = node("abs", x)
    below = total(size, negative(x), number(-1))
    is_y = relation("=", y, node("atan", raised_to(mul(below, minus(ONE, EQUAL)), HALF)))
    given = [relation("≥", mul(below, minus(ONE, EQUAL))), is_y]
    square = raised_to(node("cos", y), TWO)
    with pytest.raises(Refused, match="defined"):
        _identity(relation("=", add(square, size, x, mul(number(-1), square)), ZERO), given, is_y)
    is_arc = relation("=", y, node("atan", x))
    law = relation("=", mul(raised_to(node("cos", y), TWO), total(ONE, raised_to(x, TWO))), ONE)
    _identity(law, [is_arc], is_arc)
