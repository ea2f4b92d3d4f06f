"""Constants that are zero: what is found to be, and that nothing is which is merely close to it."""

import random
from contextlib import suppress
from fractions import Fraction

import pytest

from verify.core import constants
from verify.core.balls import NoEnclosure, enclosure, precision
from verify.core.constants import is_zero
from verify.core.grammar import read_term
from verify.core.polynomials import total

ZEROS = [
    "sqrt(2) + sqrt(3) - sqrt(5 + 2*sqrt(6))",
    "cbrt(sqrt(5) + 2) - cbrt(sqrt(5) - 2) - 1",
    "cbrt(2 + sqrt(5)) + cbrt(2 - sqrt(5)) - 1",
    "1/(sqrt(2) - 1) - sqrt(2) - 1",
    "sqrt(1/(3 + 2*sqrt(2))) - sqrt(2) + 1",
    "(7/5)^(-2/3) - cbrt(25/49)",
    "abs(1 - sqrt(2)) - sqrt(2) + 1",
    "max(sqrt(2), sqrt(3), 3/2) - sqrt(3)",
    "sin(pi/5) - sqrt(10 - 2*sqrt(5))/4",
    "cos(pi/7) - cos(2*pi/7) + cos(3*pi/7) - 1/2",
    "tan(3*pi/11) + 4*sin(2*pi/11) - sqrt(11)",
    "sqrt(2 + sqrt(2 + sqrt(2 + sqrt(2)))) - 2*cos(pi/32)",
    "4*atan(1/5) - atan(1/239) - pi/4",
    "12*atan(1/18) + 8*atan(1/57) - 5*atan(1/239) - pi/4",
    "asin(3/5) + asin(4/5) - pi/2",
    "acos(1/3) - atan(2*sqrt(2))",
    "log(6) - log(2) - log(3)",
    "2*log(1 + sqrt(2)) - log(3 + 2*sqrt(2)) + sqrt(2)*sqrt(3) - sqrt(6)",
    "asinh(1) - log(1 + sqrt(2))",
    "acosh(3) - 2*asinh(1)",
    "atanh(1/3) - log(2)/2",
]


@pytest.mark.parametrize("text", ZEROS)
def test_what_is_zero_is_found_to_be_and_nothing_next_to_it(text):
    term = read_term(text)
    assert is_zero(term)
    for near in ("10^(-25)", "-10^(-300)", "sqrt(2)*10^(-40)", "pi*10^(-40)", "log(1 + 10^(-40))"):
        assert not is_zero(total(term, read_term(near))), near


@pytest.mark.parametrize(
    "text",
    [
        "4*atan(1/5) - atan(1/239) + 3*pi/4",
        "atan(2) + atan(3) + pi/4",
        "atan(1/2) + atan(1/3) + 7*pi/4",
        "asin(3/5) - acos(-4/5)",
    ],
)
def test_an_angle_is_not_zero_by_a_whole_number_of_half_turns(text):
    assert not is_zero(read_term(text))


@pytest.mark.parametrize(
    "text",
    ["sqrt(1 - sqrt(2))", "1/(sqrt(2)*sqrt(3) - sqrt(6))", "log(sqrt(2) - 3/2)", "asin(sqrt(2))", "x - x + sqrt(x)"],
)
def test_nothing_is_said_of_what_has_no_value_or_is_no_constant(text):
    assert not is_zero(read_term(text))


@pytest.mark.parametrize(
    "text",
    [
        "sqrt(1000001) + sqrt(1000025) + sqrt(1000031) + sqrt(1000084) + sqrt(1000087) + sqrt(1000134)"
        " + sqrt(1000158) + sqrt(1000182) + sqrt(1000198) - sqrt(1000002) - sqrt(1000018) - sqrt(1000042)"
        " - sqrt(1000066) - sqrt(1000113) - sqrt(1000116) - sqrt(1000169) - sqrt(1000175) - sqrt(1000199)",
        "exp(pi*sqrt(163)) - 262537412640768744",
        "(sqrt(2) - 1)^90",
        "cos(pi/9973)^2 - 1 + 99/10000000",
        "pi - 355/113",
        "sqrt(2)*pi - pi*sqrt(2 + 10^(-60))",
    ],
)
def test_small_numbers_are_not_zero(text):
    assert not is_zero(read_term(text))


def test_a_tower_of_powers_is_given_up_before_it_is_worked_out():
    tower = "cos(2*pi/7)"
    for _ in range(8):  # 2 to the power 100^8 would be multiplied out
        tower = f"({tower} + cos(2*pi/7) + 1)^100"
    assert not is_zero(read_term(f"{tower} - 1"))


def test_angles_whose_sum_is_plainly_not_zero_are_not_added_up(monkeypatch):
    monkeypatch.setattr(constants, "product", None)  # points in their directions are multiplied by it
    assert not constants._is_zero_angle({read_term("atan(sqrt(2) + 1/7)"): Fraction(99), read_term("pi"): Fraction(1)})


def test_differences_of_random_roots_are_zero_only_where_many_digits_say_so():
    source = random.Random(7)

    def made(depth):
        if depth == 0 or source.random() < 0.2:
            return source.choice(["2", "3", "1/2", "5/3", "cos(pi/5)", "sin(2*pi/3)", "sqrt(2)", "tan(pi/8)"])
        left, right = made(depth - 1), made(depth - 1)
        return source.choice(
            [f"({left} + {right})", f"({left} - {right})", f"({left})*({right})", f"({left})/({right})",
             f"sqrt(({left})^2 + ({right})^2)", f"({left})^2", f"abs({left})"]
        )  # fmt: skip

    zeros = 0
    for _ in range(300):
        left, right = made(2), made(1)
        text = source.choice(
            [f"{left} - {right}", f"(({left}) + ({right}))^2 - ({left})^2 - 2*({left})*({right}) - ({right})^2"]
        )
        if is_zero(read_term(text)):
            zeros += 1
            with precision(4000), suppress(NoEnclosure):  # where it has no value it may be called zero
                assert abs(enclosure(read_term(text))) < 1e-300, text
    assert zeros > 50
