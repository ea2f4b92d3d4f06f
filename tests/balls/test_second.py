"""The second arithmetic's intervals contain the true range, as dense sampling sees it."""

import random
from fractions import Fraction

import mpmath
import pytest
import sympy
from mpmath import iv, mp
from sympy import Float, Integer, Max, Min, Pow, Rational, Sum, log, oo, pi, sqrt

from verify.balls import evaluate, second
from verify.balls.second import Undefined, Unsupported, enclose, hull, rational
from verify.language.terms import integer, real

x, y = real("x y")
i = integer("i")
SAMPLES = 60
HALF_PI = Fraction(884279719003555, 562949953421312)  # near π/2


def number(value):
    return mp.mpf(value.numerator) / value.denominator


def box(lo, hi):
    return hull(rational(lo), rational(hi))


def intervals(rng, ends, count=40):
    """Random intervals: any, narrow ones, and ones across 0 and across multiples of π/2."""
    lo, hi = map(Fraction, ends)
    for k in range(count):
        middle = lo + (hi - lo) * Fraction(rng.randint(0, 10**5), 10**5)
        if k % 4 == 0:
            middle = Fraction(0)
        if k % 4 == 1:
            middle = rng.randint(-4, 4) * HALF_PI
        size = Fraction(rng.randint(0, 10**5), 10**5) ** rng.choice((1, 4)) * (hi - lo) / 2
        a, b = max(lo, middle - size * rng.random_fraction()), min(hi, middle + size)
        if a <= b:
            yield a, b


class Rng(random.Random):
    def random_fraction(self):
        return Fraction(self.randint(0, 1000), 1000)


def contains_the_range(term, reference, ends, seed):
    tried = 0
    for lo, hi in intervals(Rng(seed), ends):
        try:
            with second.working_precision(80):
                found = enclose(term, {x: box(lo, hi)}, 80)
        except Undefined:
            continue
        tried += 1
        slack = mp.mpf(10) ** -45
        low, high = mp.mpf(found.a.a), mp.mpf(found.b.b)
        for k in range(SAMPLES + 1):
            value = reference(number(lo + (hi - lo) * Fraction(k, SAMPLES)))
            assert low - slack * (1 + abs(value)) <= value <= high + slack * (1 + abs(value)), (lo, hi, k)
    return tried


@pytest.fixture(autouse=True)
def sixty_digits():
    with mp.workdps(60):
        yield


FUNCTIONS = [
    (sympy.sin(x), mpmath.sin, (-10, 10)), (sympy.cos(x), mpmath.cos, (-10, 10)), (sympy.exp(x), mpmath.exp, (-9, 9)),
    (sympy.log(x), mpmath.log, (Fraction(1, 1000), 20)), (sympy.tan(x), mpmath.tan, (-2, 2)),
    (sympy.sinc(x), mpmath.sinc, (-10, 10)), (sympy.sinc(x), mpmath.sinc, (-3, 3)),
    (sympy.sinc(x), mpmath.sinc, (Fraction(29, 10), Fraction(65, 10))),
    (sympy.tanh(x), mpmath.tanh, (-8, 8)), (sympy.cosh(x), mpmath.cosh, (-5, 5)), (sympy.sinh(x), mpmath.sinh, (-5, 5)),
    (sympy.asin(x), mpmath.asin, (-1, 1)), (sympy.acos(x), mpmath.acos, (-1, 1)),
    (sympy.atan(x), mpmath.atan, (-40, 40)), (sympy.asinh(x), mpmath.asinh, (-40, 40)),
    (sympy.acosh(x), mpmath.acosh, (1, 40)),
    (sympy.atanh(x), mpmath.atanh, (Fraction(-999, 1000), Fraction(999, 1000))),
    (sympy.Abs(x), mpmath.fabs, (-3, 3)), (x**2, lambda t: t**2, (-3, 3)), (x**3, lambda t: t**3, (-3, 3)),
    (x**4, lambda t: t**4, (-3, 3)), (x**-2, lambda t: t**-2, (-3, 3)), (1 / x, lambda t: 1 / t, (-3, 3)),
    (sqrt(x), mpmath.sqrt, (0, 9)), (x ** Rational(-3, 2), lambda t: t ** mp.mpf(-1.5), (0, 9)),
    (x ** Rational(1, 3), mpmath.cbrt, (0, 9)), (x**pi, lambda t: t**mp.pi, (0, 9)),
    (Max(x, 1 - x), lambda t: max(t, 1 - t), (-3, 3)), (Min(x, 1 - x), lambda t: min(t, 1 - t), (-3, 3)),
    (Max(x, 0, x - 1), lambda t: max(t, 0), (-3, 3)),
    (2 * sympy.cos(x) - sympy.sinc(x) ** 2, lambda t: 2 * mp.cos(t) - mp.sinc(t) ** 2, (-6, 6)),
]  # fmt: skip


@pytest.mark.spread(3)
@pytest.mark.parametrize(("term", "reference", "ends"), FUNCTIONS, ids=lambda a: str(a) if hasattr(a, "args") else "")
def test_the_enclosure_contains_the_range(term, reference, ends):
    assert contains_the_range(term, reference, ends, str(term)) >= 8


@pytest.mark.parametrize("multiple", range(-6, 7))
@pytest.mark.parametrize("node", [sympy.sin, sympy.cos])
def test_the_extreme_at_a_multiple_of_half_pi_is_inside(node, multiple):
    at = multiple * HALF_PI
    found = enclose(node(x), {x: box(at - Fraction(1, 10**9), at + Fraction(1, 10**9))}, 80)
    exact = node(multiple * pi / 2)
    assert mp.mpf(found.a.a) <= int(exact) <= mp.mpf(found.b.b)


def test_a_full_turn_gives_the_whole_range():
    for node in (sympy.sin, sympy.cos):
        found = enclose(node(x), {x: box(Fraction(-4), Fraction(4))}, 60)
        assert found.a <= -1
        assert found.b >= 1


def test_both_arithmetics_enclose_the_same_numbers():
    rng = random.Random(3)
    term = sympy.exp(-(x**2)) * sympy.sinc(y) + log(2 + sympy.cos(x * y)) - sqrt(x**2 + 1) / sympy.cosh(y)
    for _ in range(60):
        at = {v: Fraction(rng.randint(-500, 500), 100) for v in (x, y)}
        one, other = evaluate.enclose(term, at, 100), enclose(term, at, 100)
        with mp.workdps(60):
            lo, hi = (mp.ldexp(int(m), int(e)) for m, e in (one.lower().man_exp(), one.upper().man_exp()))
            assert lo <= mp.mpf(other.b.b)
            assert mp.mpf(other.a.a) <= hi


@pytest.mark.parametrize("value", [10**40 + 1, -(3**50), Fraction(1, 3), Fraction(10**30 + 7, 3**40), Rational(-22, 7)])
@pytest.mark.parametrize("bits", [2, 10, 53, 200])
def test_a_rational_number_is_inside_its_interval(value, bits):
    with second.working_precision(bits):
        made = rational(value)
    ends = [Fraction(int(m)) * Fraction(2) ** int(e) * (-1) ** s for s, m, e, _ in made._mpi_]
    assert ends[0] <= Fraction(int(Rational(value).p), int(Rational(value).q)) <= ends[1]


@pytest.mark.parametrize("bits", [2, 5, 20, 60])
def test_few_bits_give_wide_intervals_but_true_ones(bits):
    rng = Rng(bits)
    for lo, hi in intervals(rng, (-7, 7)):
        for term, reference in ((sympy.Abs(x), mpmath.fabs), (x**2, lambda t: t * t), (sympy.sinc(x), mpmath.sinc)):
            with second.working_precision(bits):
                values = {x: box(lo, hi)}
            found = enclose(term, values, bits)
            for k in range(9):
                at = number(lo + (hi - lo) * Fraction(k, 8))
                assert mp.mpf(found.a.a) <= reference(at) <= mp.mpf(found.b.b), (term, lo, hi)


def test_even_powers_and_magnitudes_are_not_negative():
    values = {x: box(Fraction(-1), Fraction(3))}
    for term in (x**2, x**4, sympy.Abs(x)):
        assert enclose(term, values, 60).a >= 0


def test_the_precision_is_restored():
    before = iv.prec
    enclose(sympy.exp(x), {x: 1}, 300)
    with pytest.raises(Undefined):
        enclose(log(x), {x: -1}, 300)
    assert iv.prec == before


@pytest.mark.parametrize("term", [log(x), 1 / x, x**-2, x**pi, x ** Rational(1, 3), 1 / sqrt(x), sqrt(x)], ids=str)
def test_an_interval_that_leaves_the_domain_has_no_enclosure(term):
    with pytest.raises(Undefined):
        enclose(term, {x: box(Fraction(-1), Fraction(1))})


def test_a_tangent_across_its_pole_has_no_enclosure():
    with pytest.raises(Undefined):
        enclose(sympy.tan(x), {x: box(Fraction(1), Fraction(2))})


@pytest.mark.parametrize("term", [log(x), 1 / x, 1 / sqrt(x), x**pi], ids=str)
def test_zero_is_outside_of_an_open_domain(term):
    with pytest.raises(Undefined):
        enclose(term, {x: 0})


UNSUPPORTED = [
    Float(0.5), oo, sympy.nan, sympy.I, sympy.gamma(x), Sum(i, (i, 1, oo)), Sum(i, (i, 5, 2)), y,
    Sum(Float(0.5) * i, (i, 3, 2)), sympy.Piecewise((x, x > 0), (0, True)),
]  # fmt: skip


@pytest.mark.parametrize("term", UNSUPPORTED, ids=str)
def test_what_it_does_not_know_it_refuses(term):
    with pytest.raises(Unsupported):
        enclose(term, {x: Fraction(1, 2)})


def test_constants_and_integer_powers_of_points_are_narrow():
    found = enclose(pi + sympy.E + Pow(x, Integer(5)), {x: Fraction(1, 3)}, 120)
    assert mp.mpf(found.delta.b) < mp.mpf(10) ** -30
    assert mp.mpf(found.a.a) <= mp.pi + mp.e + mp.mpf(1) / 243 <= mp.mpf(found.b.b)
