"""What sympy takes for zero by two digits, and simplifies away, is no value: no theorem may come of it."""

import pytest
from sympy import Rational, acos, sin, tan

from verify.kernel import KernelError, assume, instantiate, witness
from verify.terms import ge, gt, lt, real

d, e, x = real("d e x")
NEARLY_ONE = (Rational(1125899906842061, 1125899906842624), Rational(1234567, 1234568), 1 - Rational(1, 10**60))
GAIN = gt(sin(e * sin(2 * d)) * sin(2 * d + e * sin(2 * d)), 0)


@pytest.mark.parametrize("cosine", NEARLY_ONE)
def test_an_angle_too_small_for_two_digits_refutes_nothing(cosine):
    with pytest.raises(KernelError):
        witness([gt(d, 0), lt(d, 1)], GAIN, {d: acos(cosine), e: Rational(1, 10**4)})


@pytest.mark.parametrize("cosine", NEARLY_ONE)
def test_nor_does_the_arc_cosine_of_a_number_close_to_one(cosine):
    with pytest.raises(KernelError):
        witness([gt(1, x), gt(x, 0)], gt(sin(2 * acos(x)), 0), {x: cosine})
    with pytest.raises(KernelError):
        instantiate(assume(gt(1, x)), {x: acos(cosine)})


def test_nor_a_tangent_close_to_zero():
    with pytest.raises(KernelError):
        instantiate(assume(ge(x**2, 0)), {x: tan(Rational("3.141592653589793238462643383279"))})


def test_simple_angles_are_values_as_before():
    refuted = witness([gt(d, 0)], gt(sin(2 * d), 1), {d: acos(Rational(3, 5))})
    assert refuted.conclusion is not None
    witness([gt(1, x)], gt(acos(x), 1), {x: Rational(99, 100)})
