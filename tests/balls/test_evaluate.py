"""Ball enclosures contain the value, and stop where there is none."""

import random
from fractions import Fraction

import mpmath
import pytest
import sympy
from flint import arb, ctx
from mpmath import mp
from sympy import Add, Float, Integer, KroneckerDelta, Max, Min, Mul, Pow, Rational, Sum, exp, log, oo, pi, sqrt

from verify.balls.evaluate import Undefined, Unsupported, ball, enclose, interval, is_positive, working_precision
from verify.language.terms import family, integer, real, vector

x, y = real("x y")
i, n = integer("i n")
DIGITS = 60

FUNCTIONS = [
    # node, mpmath's name, where it is defined
    (sympy.exp, mpmath.exp, (-20, 20)), (sympy.log, mpmath.log, (Fraction(1, 1000), 50)),
    (sympy.sin, mpmath.sin, (-30, 30)), (sympy.cos, mpmath.cos, (-30, 30)),
    (sympy.tan, mpmath.tan, (Fraction(-3, 2), Fraction(3, 2))), (sympy.sinc, mpmath.sinc, (-12, 12)),
    (sympy.sinh, mpmath.sinh, (-9, 9)), (sympy.cosh, mpmath.cosh, (-9, 9)), (sympy.tanh, mpmath.tanh, (-9, 9)),
    (sympy.asin, mpmath.asin, (-1, 1)), (sympy.acos, mpmath.acos, (-1, 1)), (sympy.atan, mpmath.atan, (-40, 40)),
    (sympy.asinh, mpmath.asinh, (-40, 40)), (sympy.acosh, mpmath.acosh, (Fraction(11, 10), 40)),
    (sympy.atanh, mpmath.atanh, (Fraction(-99, 100), Fraction(99, 100))), (sympy.Abs, mpmath.fabs, (-5, 5)),
]  # fmt: skip
NAMES = [f.__name__ for f, _, _ in FUNCTIONS]
POWERS = [
    Integer(2),
    Integer(3),
    Integer(-1),
    Integer(-2),
    Rational(1, 2),
    Rational(1, 3),
    Rational(-3, 2),
    pi,
    -sqrt(2),
]


def draw(rng, ends):
    lo, hi = map(Fraction, ends)
    return lo + (hi - lo) * Fraction(rng.randint(0, 10**6), 10**6)


def number(value):
    return mp.mpf(value.numerator) / value.denominator


def within(enclosure, value):
    """Whether the ball contains the mpf, up to the last of its 60 digits."""
    slack = abs(value) * mp.mpf(10) ** (5 - DIGITS) + mp.mpf(10) ** (5 - DIGITS)
    return ball_ends(enclosure)[0] - slack <= value <= ball_ends(enclosure)[1] + slack


def ball_ends(enclosure):
    with working_precision(400):
        ends = enclosure.lower(), enclosure.upper()
    return [mp.ldexp(int(m), int(e)) for m, e in (end.mid().man_exp() for end in ends)]


@pytest.fixture(autouse=True)
def sixty_digits():
    with mp.workdps(DIGITS):
        yield


@pytest.mark.parametrize(("node", "reference", "ends"), FUNCTIONS, ids=NAMES)
def test_the_enclosure_at_a_point_contains_the_value_and_is_narrow(node, reference, ends):
    rng = random.Random(NAMES.index(node.__name__))
    for _ in range(60):
        at = draw(rng, ends)
        found = enclose(node(x), {x: at})
        assert within(found, reference(number(at))), at
        assert found.rad() <= 1e-25 * (1 + abs(found))


@pytest.mark.parametrize(("node", "reference", "ends"), FUNCTIONS, ids=NAMES)
def test_the_enclosure_on_an_interval_contains_every_value(node, reference, ends):
    rng = random.Random(100 + NAMES.index(node.__name__))
    enclosed = 0
    for lo, hi in intervals(rng, ends):
        try:
            found = enclose(node(x), {x: interval(lo, hi)})
        except Undefined:  # a ball is a little wider than the interval, and some functions widen it
            continue
        enclosed += 1
        assert all(within(found, reference(number(lo + (hi - lo) * Fraction(k, 20)))) for k in range(21)), (lo, hi)
    assert enclosed >= 15


def intervals(rng, ends):
    """Small ones around random points, and any."""
    lo, hi = map(Fraction, ends)
    for _ in range(15):
        middle = draw(rng, (lo + (hi - lo) / 100, hi - (hi - lo) / 100))
        yield middle - (hi - lo) / 1000, middle + (hi - lo) / 1000
        yield tuple(sorted((draw(rng, ends), draw(rng, ends))))


@pytest.mark.parametrize("exponent", POWERS, ids=str)
def test_powers_contain_their_values_on_intervals(exponent):
    rng = random.Random(str(exponent))
    signed = exponent.is_Integer and exponent > 0
    power, enclosed = Pow(x, exponent), 0
    e = number(Fraction(int(exponent.p), int(exponent.q))) if exponent.is_Rational else mp.mpf(str(exponent.evalf(70)))
    for lo, hi in intervals(rng, (-3 if signed else Fraction(1, 100), 3)):
        try:
            found = enclose(power, {x: interval(lo, hi)})
        except Undefined:
            continue
        enclosed += 1
        assert all(within(found, number(lo + (hi - lo) * Fraction(k, 9)) ** e) for k in range(10)), (lo, hi)
    assert enclosed >= 15


def test_an_even_power_across_zero_stops_near_zero():
    for n in (2, 4, 10):
        found = enclose(x**n, {x: interval(Fraction(-1), Fraction(2))})
        assert found > -ball(Fraction(2**n, 10**8))
        assert found.contains(0)
        assert found.contains(2**n)


def test_even_powers_without_zero_keep_off_zero():
    assert enclose(x**2, {x: interval(Fraction(-2), Fraction(-1))}) > ball(Fraction(2, 5))
    assert enclose(x**-2, {x: interval(Fraction(-2), Fraction(-1))}) > 0


@pytest.mark.parametrize("node", [Max, Min])
def test_extremes_contain_their_values(node):
    rng = random.Random(7)
    pick = max if node is Max else min
    for _ in range(40):
        a, b = sorted(draw(rng, (-2, 2)) for _ in range(2))
        c, d = sorted(draw(rng, (-2, 2)) for _ in range(2))
        found = enclose(node(x, y), {x: interval(a, b), y: interval(c, d)})
        assert all(within(found, number(pick(u, v))) for u in (a, b) for v in (c, d))


def test_random_terms_contain_their_values():
    rng = random.Random(11)
    term = exp(-(x**2)) * sympy.cos(3 * y) / (1 + x**2) - log(2 + sympy.sin(x * y)) ** 3 + sqrt(x**2 + y**2 + pi)
    value = sympy.lambdify((x, y), term, modules="mpmath")
    for _ in range(50):
        a, b = draw(rng, (-4, 4)), draw(rng, (-4, 4))
        assert within(enclose(term, {x: a, y: b}), value(number(a), number(b)))


def test_constants():
    assert within(enclose(pi + sympy.E, {}), mp.pi + mp.e)


def test_concrete_sums_add_up_and_an_empty_one_is_zero():
    assert enclose(Sum(i**2, (i, 1, 10)), {}) == 385
    assert enclose(Sum(i, (i, 3, 2)), {}) == 0
    assert enclose(Sum(i * n, (i, 1, n), (n, 1, 3)), {}) == 1 + 2 * 3 + 3 * 6
    assert enclose(Sum(KroneckerDelta(i, 2) * x, (i, 1, 3)), {x: Fraction(5)}) == 5


def test_values_are_taken_for_whole_subterms():
    f = family("f")
    assert enclose(f(1) ** 2 + 1, {f(1): Fraction(3)}) == 10


def test_an_interval_contains_its_ends_and_what_is_between():
    lo, hi = Fraction(1, 3), Fraction(2, 7) + 1
    for t in (lo, (lo + hi) / 2, hi):
        assert interval(lo, hi).contains(ball(t))


@pytest.mark.parametrize("value", [3, Fraction(1, 3), Rational(-2, 7)])
def test_a_ball_contains_its_number(value):
    with working_precision(30):
        made = ball(value)
    with working_precision(300):
        assert made.contains(ball(value))


@pytest.mark.parametrize("precision", [2, 64, 1000])
def test_the_precision_is_restored(precision):
    before = ctx.prec
    enclose(exp(x), {x: 1}, precision)
    assert ctx.prec == before


def test_the_precision_is_restored_after_a_refusal():
    before = ctx.prec
    with pytest.raises(Undefined):
        enclose(log(x), {x: -1}, 999)
    with pytest.raises(Unsupported):
        enclose(Float(1.5), {}, 999)
    assert ctx.prec == before


def test_more_precision_gives_narrower_balls():
    assert enclose(exp(pi), {}, 500).rad() < enclose(exp(pi), {}, 60).rad() * 1e-100


UNDEFINED = [
    (log(x), 0), (log(x), -1), (sqrt(x), -1), (x**-1, 0), (x**-2, 0), (x ** Rational(-1, 2), 0),
    (x ** Rational(1, 3), -8), (x**pi, 0), (x**pi, -1), (sympy.asin(x), 2), (sympy.acos(x), -2), (sympy.acosh(x), 0),
    (sympy.atanh(x), 1), (sympy.atanh(x), -1),
]  # fmt: skip


@pytest.mark.parametrize(("term", "at"), UNDEFINED, ids=str)
def test_outside_the_domain_there_is_no_enclosure(term, at):
    with pytest.raises(Undefined):
        enclose(term, {x: at})


STRADDLING = [log(x), sqrt(x), 1 / x, x**-2, x**pi, x ** Rational(-1, 3), sympy.tan(16 * x), sympy.acosh(x + 1)]


@pytest.mark.parametrize("term", STRADDLING, ids=str)
def test_an_interval_that_leaves_the_domain_has_no_enclosure(term):
    with pytest.raises(Undefined):
        enclose(term, {x: interval(Fraction(-1, 10), Fraction(1, 10))})


def test_undefined_names_the_term():
    with pytest.raises(Undefined, match=r"log\(x\)"):
        enclose(1 + log(x), {x: -1})


UNSUPPORTED = [
    Float(0.5), sympy.nan, oo, -oo, sympy.zoo, sympy.I, x, vector("u"), family("f")(1), sympy.gamma(x), sympy.floor(x),
    sympy.Piecewise((x, x > 0), (0, True)), Sum(i, (i, 1, n)), Sum(i, (i, 1, oo)), KroneckerDelta(i, n), sympy.sign(x),
    sympy.EulerGamma,
]  # fmt: skip


@pytest.mark.parametrize("term", UNSUPPORTED, ids=str)
def test_other_nodes_are_not_enclosed(term):
    values = {} if term == x else {x: 1}
    with pytest.raises(Unsupported):
        enclose(Add(1, Mul(2, term, evaluate=False), evaluate=False), values)


SIGNS = [
    (log(2) - Rational(6931, 10000), True), (log(2) - Rational(6932, 10000), False),
    (pi - Rational(355, 113), False), (Rational(355, 113) - pi, True), (exp(pi) - pi**sympy.E, True),
    (sqrt(2) + sqrt(3) - sqrt(10), False), (Integer(1), True), (Integer(0), False), (Rational(-1, 3), False),
    (exp(pi * sqrt(163)) - 640320**3 - 744, False), (exp(Integer(-1000)), True),
]  # fmt: skip


@pytest.mark.parametrize(("term", "expected"), SIGNS, ids=str)
def test_the_sign_of_a_constant_is_decided(term, expected):
    assert is_positive(term) is expected


ZERO = [
    Add(Pow(Pow(2, Rational(1, 2), evaluate=False), 2, evaluate=False), -2, evaluate=False),
    sqrt(2) * sqrt(3) - sqrt(5 + 2 * sqrt(6)) + sqrt(2) + sqrt(3) - sqrt(6),
    sympy.cos(1) ** 2 + sympy.sin(1) ** 2 - 1, exp(log(2 + pi), evaluate=False) - 2 - pi,
]  # fmt: skip


@pytest.mark.parametrize("term", ZERO, ids=str)
def test_the_sign_of_a_hidden_zero_is_not_decided(term):
    assert is_positive(term, max_precision=512) is None


def test_no_sign_where_there_is_no_value():
    assert is_positive(log(x), {x: -1}, max_precision=256) is None
    assert is_positive(oo) is None
    assert is_positive(Float(1.0)) is None


def test_the_sign_on_a_ball():
    assert is_positive(x, {x: interval(Fraction(1), Fraction(2))}) is True
    assert is_positive(x, {x: interval(Fraction(-2), Fraction(-1))}) is False
    assert is_positive(x, {x: interval(Fraction(-1), Fraction(1))}, max_precision=128) is None
    assert is_positive(x, {x: arb(0)}) is False
