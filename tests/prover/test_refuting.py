"""What proposes counterexamples: equations are solved, numbers recognised; and zeros are told from small numbers."""

import pytest
import sympy
from mpmath import mp
from sympy import Integer, Rational, S, Symbol, acos, atan, cbrt, cos, exp, log, pi, root, sin, sqrt, tanh

from verify.prover.arithmetics import fraction
from verify.prover.constants import is_zero
from verify.prover.proving import prove
from verify.prover.refuting.charts import in_parts, on_boundaries, on_equations
from verify.prover.refuting.isolating import isolate
from verify.prover.refuting.recognising import recognised
from verify.prover.statement import parse_statement

x, y, t = (Symbol(name, real=True) for name in "xyt")
TINY = Rational(1, 10**50)

ALONE = cbrt(Rational(1, 2) + sqrt(Rational(31, 108))) - cbrt(sqrt(Rational(31, 108)) - Rational(1, 2))
"""The real root of x³ + x = 1."""
THIRDS = [2 * cos(acos(Rational(1, 3)) / 3 - 2 * pi * k / 3) for k in range(3)]
"""The roots of x³ − 3x = 2/3."""

ZEROS = [
    sqrt(5 + 2 * sqrt(6)) - sqrt(2) - sqrt(3), ALONE**3 + ALONE - 1, (ALONE**3 + ALONE - 1) ** 2,
    cbrt(sqrt(5) + 2) - cbrt(sqrt(5) - 2) - 1, 8 * sin(pi / 18) ** 3 - 6 * sin(pi / 18) + 1,
    1 / (sqrt(2) + sqrt(3)) - sqrt(3) + sqrt(2), cos(pi / 7) * cos(2 * pi / 7) * cos(3 * pi / 7) - Rational(1, 8),
]  # fmt: skip


@pytest.mark.parametrize("zero", ZEROS, ids=str)
def test_algebraic_zeros_are_told_from_numbers_close_to_zero(zero):
    assert is_zero(zero)
    assert not is_zero(zero + TINY)
    assert not is_zero(zero - TINY * sqrt(2))


def test_numbers_that_are_not_algebraic_are_not_taken_for_zero():
    for constant in (log(2), exp(1) - exp(1) * Rational(1, 2), pi - pi * (1 - TINY), tanh(Integer(1)), sin(Integer(1))):
        assert not is_zero(constant)
    assert not is_zero(sum((sqrt(p) for p in (2, 3, 5, 7, 11, 13, 17, 19, 23)), S.Zero) - 100)  # the degree is 512


NUMBERS = [
    Rational(22, 7), -sqrt(2), root(2, 3), root(3, 5) / 3, (1 + sqrt(5)) / 2, sqrt(5 + 2 * sqrt(6)), log(5),
    log(3) / log(2), exp(Rational(1, 3)), atan(3), -2 * pi / 7, 2 / (5 * pi), 4 * pi + atan(Rational(1, 5)), ALONE,
    *THIRDS, 2 * cos(2 * pi / 9),
]  # fmt: skip


@pytest.mark.parametrize("number", NUMBERS, ids=str)
def test_a_number_of_many_digits_is_recognised(number):
    with mp.workdps(90):
        digits = fraction(mp.mpf(number.evalf(90)))
        found = recognised(digits, (Integer(2),))
        assert found
        assert all(abs(mp.mpf((f - number).evalf(50))) < mp.mpf(10) ** -40 for f in found)


def test_a_number_of_no_form_is_not_recognised():
    with mp.workdps(90):
        assert recognised(fraction(mp.zeta(3))) == []


SOLVED = [
    (log(log(x)), t, [exp(exp(t))]), (1 / (1 - x), t, [1 - 1 / t]),
    (x**2 + y**2 - 1, S.Zero, [sqrt(1 - y**2), -sqrt(1 - y**2)]),
    (exp(x) + exp(y) - 2, S.Zero, [log(2 - exp(y))]),
    (2**x, t, [log(t) / log(2)]), (x + exp(x), t, []), (y, t, []),
]  # fmt: skip


@pytest.mark.parametrize(("term", "value", "solutions"), SOLVED, ids=str)
def test_an_equation_is_solved_from_the_outside_in(term, value, solutions):
    assert set(isolate(term, value, x)) == set(solutions)


def test_charts_lie_on_equations_and_boundaries_and_make_parts_coordinates():
    (goal,) = parse_statement("x + y <= 3", "x^2 + y^2 = 1").goals
    curves = on_equations(goal)
    assert len(curves) == 2
    assert all(c.put_in(x**2 + y**2).expand() == 1 and len(c.free) == 1 for c in curves)
    (goal,) = parse_statement("x <= 3", "x*y >= 1, x > 0, y > 0").goals
    (whole,) = on_equations(goal)
    assert whole.values == {}
    assert [dict(c.values) for c in on_boundaries(whole)] == [{y: 1 / x}]
    (goal,) = parse_statement("log(log(x)) < 20", "x > 3").goals
    first = next(in_parts(on_equations(goal)[0]))
    (free,) = first.free
    assert first.inside.shows.expr == 20 - free


def test_no_roots_are_looked_for_among_exponentials_far_out(monkeypatch):
    plain = sympy.radsimp
    monkeypatch.setattr(sympy, "radsimp", lambda n: pytest.fail(f"{n}") if n.has(sympy.exp) else plain(n))
    assert prove("(1 + 1/x)^x < (1 + 1/y)^y", "0 < x < y", budget=60).verdict == "proved"
