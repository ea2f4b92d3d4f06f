"""sympy simplifies by the signs of numbers, and decides signs by digits: none may be counted that is not there."""

import random
import subprocess
import sys

import mpmath
import pytest
import sympy
from sympy import (
    Abs,
    Gt,
    Integral,
    Max,
    Rational,
    Sum,
    acos,
    asin,
    atan,
    cos,
    cosh,
    exp,
    log,
    oo,
    pi,
    sin,
    sinc,
    sinh,
    sqrt,
    tan,
    tanh,
)

from verify.author.kernel import KernelError, combine, witness
from verify.language.terms import eq, gt, lt, real

d, e, x = real("d e x")
NEARLY_ONE = (
    Rational(1125899906842061, 1125899906842624),
    Rational(1234567, 1234568),
    Rational(10**9, 10**9 + 1),
    1 - Rational(1, 10**60),
)
NEARLY_PI = (Rational("3.14159265358979323846264338327950"), Rational("3.14159265358979323846264338327951"))
GAIN = gt(sin(e * sin(2 * d)) * sin(2 * d + e * sin(2 * d)), 0)
H = sin(1) ** 2 + cos(1) ** 2 - 1
"""Zero, which sympy does not see."""
A_PEAK = Integral(-1 + 10**9 * exp(-(10**18) * (x - Rational(1, 7)) ** 2), (x, 0, 1))
"""√π − 1, of which quadrature at equal or doubly exponential distances sees nothing."""


@pytest.mark.parametrize("cosine", NEARLY_ONE)
def test_a_small_angle_refutes_nothing(cosine):
    with pytest.raises(KernelError):
        witness([gt(d, 0), lt(d, 1)], GAIN, {d: acos(cosine), e: Rational(1, 10**4)})
    with pytest.raises(KernelError):
        witness([gt(1, x), gt(x, 0)], gt(sin(2 * acos(x)), 0), {x: cosine})
    with pytest.raises(KernelError):
        combine(eq(sin(2 * acos(cosine)), 0), [])


@pytest.mark.parametrize("cosine", NEARLY_ONE)
def test_its_functions_are_positive(cosine):
    angle = acos(cosine)
    for term in (angle, sin(angle), sin(2 * angle), sinh(angle), Abs(angle), Max(0, angle), Max(angle, sin(angle) / 2)):
        assert term.is_positive is True
    assert Abs(-angle) == Max(0, angle) == Max(-1, angle) == angle


def test_a_sine_over_its_angle_has_the_sign_of_the_sine():
    below, above = map(sinc, NEARLY_PI)
    assert (below > 0, above < 0) == (True, True)
    assert abs(above.evalf(5) / ((pi - NEARLY_PI[1]) / pi).evalf(5) - 1) < 1e-3


@pytest.mark.parametrize("tiny", [Rational(1, 10**n) for n in (7, 16, 30)])
def test_a_logarithm_near_one_is_compared_rightly(tiny):
    gain = log(1 + tiny)
    assert (gain - tiny / 2).is_positive is True
    assert (gain - tiny).is_negative is True
    assert Max(0, gain - tiny / 2) == gain - tiny / 2
    assert Max(0, log(cos(tiny))) == 0


@pytest.mark.parametrize("number", [H, H**2, sqrt(H), atan(H), 1 / (1 + H) - 1, acos(1 + H)], ids=str)
def test_what_is_zero_by_an_identity_has_no_sign(number):
    assert [number.is_positive, number.is_zero, number.is_comparable] == [None, None, False]
    assert number.is_negative is not True
    assert not isinstance(Gt(1 + number, 1), sympy.logic.boolalg.BooleanAtom)


@pytest.mark.parametrize("number", [1 / H, log(H), log(H) ** 2], ids=str)
def test_what_is_undefined_by_an_identity_is_not_comparable(number):
    assert number.is_comparable is False
    assert True not in (number.is_positive, number.is_negative)


@pytest.mark.parametrize("number", [A_PEAK, Sum(1 / (1 + x**2), (x, 1, oo)) - 1], ids=["integral", "sum"])
def test_what_only_quadrature_could_tell_has_no_sign(number):
    assert [number.is_positive, number.is_negative] == [None, None]
    assert Abs(number) not in (number, -number)
    assert number.evalf(5).is_Float


def test_a_sum_is_a_number_if_a_ball_encloses_it():
    harmonic = Sum(1 / x, (x, 1, 50))
    assert Gt(harmonic, Rational(44992053, 10**7)) == sympy.true
    assert Gt(harmonic, Rational(44992054, 10**7)) == sympy.false
    assert [Sum(1 / x, (x, 1, end)).is_number for end in (50, 10**9, oo)] == [True, False, False]


def test_complex_numbers_keep_their_digits():
    assert abs(complex(acos(2 + sqrt(2)).evalf()) - mpmath.acos(2 + mpmath.sqrt(2))) < 1e-15
    root = (-sqrt(8)) ** Rational(1, 3)
    assert abs(complex(root.evalf()) - complex(-(8**0.5)) ** (1 / 3)) < 1e-15
    assert abs(complex(log(1 - sqrt(2)).evalf()) - mpmath.log(1 - mpmath.sqrt(2))) < 1e-15


def test_values_at_special_angles_are_as_before():
    assert acos(Rational(1, 2)) == pi / 3
    assert abs(acos(Rational(-99, 100)).evalf(40) + acos(Rational(99, 100)).evalf(40) - pi.evalf(40)) < 1e-38
    witness([gt(d, 0)], gt(sin(2 * d), 1), {d: acos(Rational(3, 5))})
    witness([gt(1, x)], gt(acos(x), 1), {x: Rational(99, 100)})


def test_digits_are_those_of_mpmath():
    rng, heads = random.Random(2), (acos, asin, atan, cos, cosh, exp, log, sin, sinc, sinh, tan, tanh)
    for _ in range(400):
        head, argument = rng.choice(heads), Rational(rng.randint(1, 10**12 - 1), 10**12)
        if head not in (acos, asin):
            argument *= 10 ** rng.randint(0, 2)
        shift, digits = Rational(rng.randint(-50, 50), 10), rng.randint(2, 60)
        term = head(argument) * sqrt(2) + shift
        with mpmath.workdps(120):
            right = sympy.lambdify([], head(argument), "mpmath")() * mpmath.sqrt(2) + mpmath.mpf(shift.p) / shift.q
            assert abs(mpmath.mpf(str(term.evalf(digits))) / right - 1) < mpmath.mpf(10) ** (1 - digits), (term, digits)


def test_sympy_alone_is_not_to_be_trusted_with_it():
    """If this fails, sympy has been mended, and verify/balls/digits.py is to be looked at again."""
    code = (
        "from sympy import *; print(acos(Rational(1234567, 1234568)).evalf(2), log(1 + Rational(1, 10**30)).evalf(2))"
    )
    alone = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert alone.stdout.split() == ["0", "0"]
