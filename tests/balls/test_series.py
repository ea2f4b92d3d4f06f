"""Power series over either arithmetic enclose the true Taylor coefficients, at points and over whole boxes."""

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import (
    Abs,
    Max,
    Rational,
    Symbol,
    acos,
    acosh,
    asin,
    asinh,
    atan,
    atanh,
    cos,
    cosh,
    exp,
    lambdify,
    log,
    pi,
    sin,
    sinh,
    sqrt,
    tan,
    tanh,
)

from tests.sampling import drawn
from verify.balls.arithmetic import ARITHMETICS, Arb, Mpmath
from verify.balls.evaluate import Undefined, Unsupported
from verify.balls.exact import Exact
from verify.balls.series import SeriesRing
from verify.balls.tape import Tape

x, y = Symbol("x", real=True), Symbol("y", real=True)
TERMS = [
    exp(x) * sin(x),
    log(1 + x), sqrt(1 + x) / (2 + cos(x)), (1 + x) ** Rational(7, 3), tan(x), atan(x) + pi, asin(x / 2),
    acos(x / 3), sinh(x) - tanh(x), cosh(x) ** 3, asinh(x), acosh(3 + x), atanh(x / 2), (1 + x) ** x, 1 / (1 + x) ** 4,
    Abs(x - 5), Max(x, x**2 - 9),
]  # fmt: skip
ORDER = 5


def contains(enclosure, value):
    lower, upper = (float(enclosure.lower()), float(enclosure.upper())) if hasattr(enclosure, "lower") else enclosure
    return lower - 1e-15 * (1 + abs(lower)) <= value <= upper + 1e-15 * (1 + abs(upper))


def ends(enclosure):
    return enclosure if hasattr(enclosure, "lower") else (float(enclosure.a.mid), float(enclosure.b.mid))


@pytest.mark.parametrize("term", TERMS, ids=str)
@pytest.mark.parametrize("arithmetic", ARITHMETICS.values(), ids=ARITHMETICS)
def test_coefficients_at_a_point_are_those_of_taylor(term, arithmetic):
    with mpmath.workdps(60):
        wanted = mpmath.taylor(lambdify(x, term, "mpmath"), mpmath.mpf(1) / 4, ORDER)
    ring = SeriesRing(arithmetic, ORDER)
    with arithmetic.precision(160):
        found = Tape(term, (x,))(ring, [ring.variable(arithmetic.rational(1, 4))])
        for k, value in enumerate(wanted):
            assert contains(ends(ring.coefficient(found, k)), float(value)), k
            assert abs(float(arithmetic.lower(ring.coefficient(found, k))) - float(value)) < 1e-14 * (1 + abs(value))


@drawn(30)
@given(
    st.sampled_from(TERMS[:-2]), st.fractions(0, Rational(9, 10)), st.fractions(0, Rational(1, 5)), st.fractions(0, 1)
)
def test_coefficients_over_a_box_enclose_those_at_its_points(term, start, width, place):
    with mpmath.workdps(40):
        at = mpmath.mpf(start.numerator) / start.denominator + mpmath.mpf(width.numerator * place.numerator) / (
            width.denominator * place.denominator
        )
        wanted = mpmath.taylor(lambdify(x, term, "mpmath"), at, 3)
    for arithmetic in (Arb, Mpmath):
        ring = SeriesRing(arithmetic, 3)
        with arithmetic.precision(80):
            lo, hi = (arithmetic.rational(v.numerator, v.denominator) for v in (start, start + width))
            try:
                found = Tape(term, (x,))(ring, [ring.variable(arithmetic.hull(lo, hi))])
            except Undefined:
                continue
            for k, value in enumerate(wanted):
                assert contains(ends(ring.coefficient(found, k)), float(value)), (arithmetic.name, k)


def test_series_of_series_give_mixed_coefficients():
    inner = SeriesRing(Arb, 2)
    outer = SeriesRing(inner, 3)
    at = [outer.lift(inner.variable(Arb.rational(1, 3))), outer.variable(inner.lift(Arb.rational(1, 2)))]
    with Arb.precision(120):
        found = Tape(exp(x * y) + sin(x) * y**3, (x, y))(outer, at)
        mixed = inner.coefficient(outer.coefficient(found, 2), 1)
        wanted = (exp(x * y) + sin(x) * y**3).diff(x, y, y).subs({x: Rational(1, 3), y: Rational(1, 2)}) / 2
        assert contains(ends(mixed), float(wanted.evalf(30)))


def test_exact_coefficients_are_terms_in_the_other_variables():
    ring = SeriesRing(Exact, 3)
    found = Tape(sin(x * y) / (1 + x), (x, y))(ring, [ring.variable(Rational(0)), ring.lift(y)])
    assert [ring.coefficient(found, k).expand() for k in range(4)] == [0, y, -y, (y - y**3 / 6).expand()]


@pytest.mark.parametrize("arithmetic", ARITHMETICS.values(), ids=ARITHMETICS)
def test_what_may_be_undefined_stops_the_evaluation(arithmetic):
    ring = SeriesRing(arithmetic, 2)
    with arithmetic.precision(64):
        around = arithmetic.hull(arithmetic.rational(-1), arithmetic.rational(1))
        for term in (log(x), 1 / x, x ** Rational(-1, 2), atanh(x), tan(2 * x)):
            with pytest.raises(Undefined):
                Tape(term, (x,))(arithmetic, [around])
        for term in (sqrt(x), Abs(x), Max(x, 0), acos(x), acosh(x)):
            with pytest.raises(Undefined):
                Tape(term, (x,))(ring, [ring.variable(around)])
    with pytest.raises(Unsupported):
        Tape(Symbol("z") + x, (x,))


@pytest.mark.parametrize("arithmetic", ARITHMETICS.values(), ids=ARITHMETICS)
def test_a_function_that_ends_counts_only_where_it_has_a_value(arithmetic):
    with arithmetic.precision(64):
        beyond = arithmetic.hull(arithmetic.rational(1, 2), arithmetic.rational(3, 2))
        for term, low, high in ((acos(x), 0, 1.0472), (asin(x), 0.5235, 1.5708), (acosh(x), 0, 0.9625)):
            found = Tape(term, (x,))(arithmetic, [beyond])
            assert arithmetic.lower(found) >= low - 1e-9, term
            assert arithmetic.lower(-found) >= -high - 1e-4, term
            outside = arithmetic.rational(2 if term != acosh(x) else 0)
            with pytest.raises(Undefined):
                Tape(term, (x,))(arithmetic, [outside])


@pytest.mark.parametrize("arithmetic", ARITHMETICS.values(), ids=ARITHMETICS)
def test_a_power_of_what_lies_around_zero_is_around_zero(arithmetic):
    with arithmetic.precision(64):
        around = arithmetic.hull(arithmetic.rational(-1, 2), arithmetic.rational(1, 2))
        assert arithmetic.lower(arithmetic.power(around, 3)) >= -0.126
        assert -1e-9 <= arithmetic.lower(arithmetic.power(around, 4)) <= 0
        assert arithmetic.lower(arithmetic.power(around, 0)) == 1


@pytest.mark.parametrize("arithmetic", ARITHMETICS.values(), ids=ARITHMETICS)
def test_a_root_counts_only_where_it_is_real(arithmetic):
    with arithmetic.precision(64):
        found = Tape(sqrt(x), (x,))(arithmetic, [arithmetic.hull(arithmetic.rational(-1), arithmetic.rational(4))])
        assert contains(ends(found), 0.0)
        assert contains(ends(found), 2.0)
        assert float(arithmetic.lower(found)) > -1e-6
