"""The first digits of two numbers: cut off, never rounded, and as many as tell them apart."""

import pytest
from sympy import E, Integer, Rational, Symbol, exp, log, pi, sqrt

from verify.balls.evaluate import Undefined, Unsupported
from verify.balls.ordered import first_digits


def test_two_places_are_shown_and_none_is_rounded():
    assert first_digits(sqrt(2), sqrt(3)) == ("1.41…", "1.73…")
    assert first_digits(sqrt(Rational(3999, 1000)), E) == ("1.99…", "2.71…")


def test_as_many_places_as_tell_the_numbers_apart():
    assert first_digits(pi, pi + exp(-10)) == ("3.1415…", "3.1416…")
    assert first_digits(sqrt(2), Rational(141421356, 10**8)) == ("1.414213562…", "35355339/25000000")


def test_a_fraction_is_given_in_full_and_unmarked():
    assert first_digits(Rational(1, 3), pi) == ("1/3", "3.14…")
    assert first_digits(Integer(2), log(5)) == ("2", "1.60…")


def test_signs():
    assert first_digits(-sqrt(2), -sqrt(3)) == ("-1.41…", "-1.73…")
    assert first_digits(-exp(-10), exp(-10)) == ("-0.00…", "0.00…")


def test_equal_numbers_have_no_digits_that_differ():
    with pytest.raises(Undefined, match="no digits show that the numbers differ"):
        first_digits(exp(log(2) / 2), sqrt(2) + log(Integer(1)))


def test_what_has_no_enclosure_is_refused():
    with pytest.raises(Unsupported):
        first_digits(Symbol("x"), pi)
