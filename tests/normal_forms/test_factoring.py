"""Polynomials as products: what flint finds is what sympy finds, and multiplies out to what was asked."""

from __future__ import annotations

import pytest
from sympy import Mul, Poly, Rational, expand, factor_list, sqrt, symbols, sympify
from sympy.polys.polyerrors import CoercionFailed

from verify.normal_forms.factoring import irreducible

X, Y, Z = symbols("x y z")


@pytest.mark.parametrize(
    "text",
    [
        "2*x/3 - 2/5",
        "(x - y)**2*(y - x)*(x + 2*y)",
        "-(3 - x)**3*(y**2 + 1)*(2*y**2 + 2)",
        "x**4*y**4 + 4*z**4*x**4",
        "(x + y + z)*(x**2 + y**2 - z)*(x*y*z - 7)**2/9",
        "(1 - x*y)*(y - z)*(1/2 - z)",
        "x - x + 5/3",
    ],
)
def test_the_factors_are_those_of_sympy_in_its_order(text: str) -> None:
    polynomial = expand(sympify(text))
    number, found = irreducible(polynomial, X, Y, Z)
    by_sympy, theirs = factor_list(Poly(polynomial, X, Y, Z))
    assert (number, found) == (by_sympy, [(f.as_expr(), m) for f, m in theirs])
    assert expand(number * Mul(*(f**m for f, m in found)) - polynomial) == 0


def test_the_first_coefficient_of_a_factor_is_positive() -> None:
    assert irreducible(Y - X, X, Y) == (Rational(-1), [(X - Y, 1)])


def test_coefficients_are_rational() -> None:
    with pytest.raises(CoercionFailed):
        irreducible(sqrt(2) * X, X)
