"""Terms as functions: the lines that are written for them say what sympy's own functions of the terms say."""

import mpmath
import pytest
import sympy
from sympy import Abs, Max, Min, Rational, cosh, exp, log, pi, sqrt, symbols

from verify.prover.search import compiled
from verify.prover.search.compiled import in_floats, in_mpmath

X, Y = symbols("x y", real=True)
WRITTEN = (
    X**2 + Y / 3 - Rational(7, 5),
    sqrt(X) * exp(-Y) / (X + Y) ** 3 - 2 * sqrt(X),
    Max(X, Y, 1) - Min(X, Y) * Abs(X - Y),
    (X / 3) ** Rational(2, 3) + pi * sympy.E,
    log(X) ** Y - cosh(Y - X),
    1 / sqrt(X + Y) - 1 / X,
    sympy.Integer(3),
    X,
)
FOREIGN = (sympy.sinc(X), sympy.sign(X - Y))


@pytest.mark.parametrize("term", WRITTEN + FOREIGN)
def test_a_term_has_the_values_that_sympy_gives_it(term):
    point = 1.25, 0.75
    with mpmath.workdps(60):
        exact = tuple(map(mpmath.mpf, point))
        expected = sympy.lambdify((X, Y), term, modules="mpmath")(*exact)
        assert abs(in_mpmath(term, (X, Y))(*exact) - expected) < mpmath.mpf(10) ** -55
    assert in_floats([term, X], (X, Y))(*point) == pytest.approx([float(expected), 1.25], rel=1e-14)


def test_digits_are_those_at_the_time_of_the_call():
    third = in_mpmath(Rational(1, 3) + pi, ())
    for digits in (20, 70):
        with mpmath.workdps(digits):
            assert abs(3 * third() - 1 - 3 * mpmath.pi) < mpmath.mpf(10) ** (3 - digits)


def test_no_line_is_written_for_what_is_foreign(monkeypatch):
    monkeypatch.setattr(compiled, "lambdify", lambda *_, **__: pytest.fail("it was left to sympy"))
    for term in WRITTEN:
        in_floats([term], (X, Y))
    with pytest.raises(pytest.fail.Exception):
        in_mpmath(FOREIGN[0], (X, Y))
