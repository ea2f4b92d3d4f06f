"""Which scalar identities the zero test decides, and which it must not."""

import random
from contextlib import nullcontext
from fractions import Fraction

import pytest
from sympy import (
    Abs,
    Add,
    I,
    Integer,
    Max,
    Min,
    Rational,
    acos,
    asin,
    atan,
    cos,
    cosh,
    exp,
    expand,
    expand_log,
    expand_trig,
    factor,
    log,
    nan,
    oo,
    pi,
    sin,
    sinc,
    sinh,
    sqrt,
    tan,
    tanh,
    zoo,
)

from tests.sampling import amounts
from verify.balls import evaluate
from verify.balls.evaluate import Unsupported, enclose
from verify.language.terms import (
    IllFormed,
    eq,
    forall,
    function,
    ge,
    gt,
    integer,
    le,
    lt,
    ne,
    nonnegative,
    positive,
    real,
)
from verify.normal_forms.normalizer import MOST_REWRITES, Normalizer, Undefined, is_zero

x, y, z = real("x y z")
p, q = positive("p q")
r = nonnegative("r")
n = integer("n")
f = function("f")

TRUE = [
    # rational
    ((x + y) ** 3, x**3 + 3 * x**2 * y + 3 * x * y**2 + y**3), (1 / (x - y) - 1 / (x + y), 2 * y / (x**2 - y**2)),
    ((x**3 - y**3) / (x - y), x**2 + x * y + y**2), (1 / (1 / x + 1 / y), x * y / (x + y)),
    # circular
    (sin(x) ** 2 + cos(x) ** 2, 1), (sin(2 * x), 2 * sin(x) * cos(x)), (cos(2 * x), 1 - 2 * sin(x) ** 2),
    (cos(x + y), cos(x) * cos(y) - sin(x) * sin(y)), (sin(x) - sin(y), 2 * cos((x + y) / 2) * sin((x - y) / 2)),
    (cos(x) - cos(y), -2 * sin((x + y) / 2) * sin((x - y) / 2)), (tan(x) ** 2 + 1, 1 / cos(x) ** 2),
    (sin(3 * x), 3 * sin(x) - 4 * sin(x) ** 3), (cos(x / 2) ** 2, (1 + cos(x)) / 2), (cos(x - pi / 2), sin(x)),
    (sin(x + pi), -sin(x)), (cos(x + pi / 3), cos(x) / 2 - sqrt(3) * sin(x) / 2),
    (tan(x + pi / 4), (1 + tan(x)) / (1 - tan(x))),
    (sin(x * y) ** 2, 1 - cos(x * y) ** 2), (cos(x / y) * tan(x / y), sin(x / y)),
    (cos(5 * x) + cos(3 * x), 2 * cos(4 * x) * cos(x)),
    # exponentials, hyperbolic
    (exp(x + y), exp(x) * exp(y)), (exp(2 * x), exp(x) ** 2), (exp(-x) * exp(x), 1), (exp(x / 2) ** 2, exp(x)),
    (cosh(x) ** 2 - sinh(x) ** 2, 1), (tanh(x), sinh(x) / cosh(x)), (tanh(2 * x), 2 * tanh(x) / (1 + tanh(x) ** 2)),
    (sinh(x + y), sinh(x) * cosh(y) + cosh(x) * sinh(y)),
    # logarithms and powers with declared signs
    (log(p * q), log(p) + log(q)), (log(p / q), log(p) - log(q)), (log(p**3), 3 * log(p)),
    (log(exp(x) * p), x + log(p)), (log(1 + exp(x + 1)), 1 + x + log(1 + exp(-x - 1))),
    (exp(x * log(p)), p**x), (p**x * p**y, p ** (x + y)), ((p * q) ** x, p**x * q**x), (log(12), 2 * log(2) + log(3)),
    (exp(log(p) / 2), sqrt(p)), (log(1 + exp(x)), x + log(1 + exp(-x))), (exp(3 * log(p)), p**3),
    # roots
    (sqrt(p * q), sqrt(p) * sqrt(q)), (sqrt(x) ** 2, x), (sqrt(p**2), p), (sqrt(8), 2 * sqrt(2)),
    (1 / (sqrt(2) - 1), sqrt(2) + 1),
    (p ** Rational(3, 2), p * sqrt(p)), (1 / (sqrt(x) - sqrt(y)), (sqrt(x) + sqrt(y)) / (x - y)),
    (sqrt(p / q), sqrt(p * q) / q),
    (sqrt(x**2 + 2 * x * y + y**2), Abs(x + y)), (sqrt(exp(x)), exp(x / 2)),
    (p ** Rational(1, 3) * p ** Rational(2, 3), p),
    (sqrt(r) * sqrt(r), r),
    # magnitudes and extremes
    (sqrt(x**2), Abs(x)), (Abs(x * y), Abs(x) * Abs(y)), (Abs(x) ** 2, x**2), (Abs(-x), Abs(x)),
    (Abs(x - y), Abs(y - x)),
    (Abs(p * x), p * Abs(x)), (Max(x, y) + Min(x, y), x + y), (Max(x, y) - Min(x, y), Abs(x - y)), (Max(x, -x), Abs(x)),
    (Max(x, y) * Min(x, y), x * y), (Abs(exp(x)), exp(x)), (Abs(x / y), Abs(x) / Abs(y)), (Abs(r), r),
    # sinc, inverse functions
    (x * sinc(x), sin(x)), (sinc(-x), sinc(x)), (x**2 * sinc(x) ** 2 + cos(x) ** 2, 1), (sinc(x - y), sinc(y - x)),
    (cos(acos(x)), x), (sin(acos(x)), sqrt(1 - x**2)), (sin(asin(x)), x), (cos(2 * acos(x)), 2 * x**2 - 1),
    (tan(asin(x)), x / sqrt(1 - x**2)),
    # abstract functions
    (f(x + y) - f(y + x), 0), (f((x + 1) ** 2), f(x**2 + 2 * x + 1)), (f(sin(x) ** 2 + cos(x) ** 2), f(1)),
    (f(x) ** 2 - 1, (f(x) - 1) * (f(x) + 1)),
]  # fmt: skip

FALSE = [
    (sqrt(x**2), x), (sqrt(x**2), -x), (sin(2 * x), 2 * sin(x)), (cos(x + y), cos(x) + cos(y)),
    (sqrt(x**2 + y**2), x + y), (exp(x + y), exp(x) + exp(y)), (exp(x * y), exp(x) * exp(y)),
    (Abs(x + y), Abs(x) + Abs(y)), (Abs(x), x), (Max(x, y), x), (Max(x, y), x + y), (Max(x, y) + Min(x, y), x - y),
    (sinc(x), sin(x)),
    (sinc(x) ** 2 + cos(x) ** 2, 1), (acos(cos(x)), x), (asin(sin(x)), x), (acos(-x), acos(x)), (sin(acos(x)), x),
    (tan(x), sin(x)),
    (cos(x) ** 2, cos(x**2)), (log(x**2) ** 2, 2 * log(x**2)), (log(p + q), log(p) + log(q)),
    (p**x * q**x, (p + q) ** x), (p**q, q**p),
    (sqrt(p + q), sqrt(p) + sqrt(q)), (1 / (x + y), 1 / x + 1 / y), ((x + y) ** 2, x**2 + y**2), (sin(x + pi), sin(x)),
    (cos(x + pi / 2), sin(x)),
    (tan(2 * x), 2 * tan(x)), (x ** 4, x**2), (sqrt((x - 1) ** 2), x - 1), (sqrt(x**4), x), (tanh(x), x),
    (cosh(x), exp(x) / 2), (log(p), p - 1),
    (sqrt(2) * sqrt(3), sqrt(5)), (log(6), log(2) * log(3)), (pi, Rational(355, 113)), (exp(1), Rational(19, 7)),
    (sin(1), sin(Rational(5, 6))),
    (Min(x, y), Max(x, y)), (Abs(x - y), x - y), (Max(x, 0), x), (atan(tan(x)), x), (sqrt(x) ** 2, -x), (x / Abs(x), 1),
    (cos(acos(x) / 2), x / 2),
    (sqrt(r), r), (exp(log(p) / 2), p / 2), (cos(3 * x), 4 * cos(x) ** 3 - 2 * cos(x)), (sinc(2 * x), sinc(x)),
]  # fmt: skip

SIGN_DEPENDENT = [
    # true where both sides are defined, but one side is defined more often than the other
    (log(x * y), log(x) + log(y)), (sqrt(x * y), sqrt(x) * sqrt(y)), (log(x**2), 2 * log(x)),
    (sqrt(x / y), sqrt(x) / sqrt(y)),
    ((x * y) ** z, x**z * y**z), (log(x / y), log(x) - log(y)),
]  # fmt: skip


def show(pair):
    return f"{pair[0]} = {pair[1]}"


def test_there_are_enough_of_both():
    assert len(TRUE) >= 40
    assert len(FALSE) >= 40


@pytest.mark.parametrize("pair", TRUE, ids=show)
def test_a_true_identity_is_decided(pair):
    left, right = pair
    assert is_zero(left - right)
    assert is_zero(right - left)


@pytest.mark.parametrize("pair", TRUE, ids=show)
def test_a_true_identity_shifted_is_not_decided(pair):
    left, right = pair
    assert not is_zero(left - right + Rational(1, 10**9))
    assert not is_zero(left - right + z)


@pytest.mark.parametrize("pair", TRUE, ids=show)
def test_a_true_identity_holds_in_balls(pair):
    assert all(found.contains(0) for found in values(pair[0] - pair[1]))


@pytest.mark.parametrize("pair", FALSE, ids=show)
def test_a_false_identity_is_not_decided(pair):
    left, right = pair
    assert not is_zero(left - right)
    assert not is_zero(right - left)


@pytest.mark.parametrize("pair", FALSE, ids=show)
def test_a_false_identity_is_false_at_a_point(pair):
    assert any(not found.contains(0) for found in values(pair[0] - pair[1]))


def values(term, count=40):
    """Enclosures at random points of the declared signs, where the term is defined."""
    rng = random.Random(1)
    for _ in range(count):
        at = {v: Fraction(rng.randint(-400, 400), 97) for v in (x, y, z)}
        at |= {v: Fraction(rng.randint(1, 400), 97) for v in (p, q, r)}
        try:
            yield enclose(term, at)
        except evaluate.Undefined:
            continue
        except Unsupported:
            return


@pytest.mark.parametrize("pair", SIGN_DEPENDENT, ids=show)
def test_an_identity_that_depends_on_signs_waits_for_them(pair):
    left, right = pair
    assert not is_zero(left - right)
    assert is_zero(left - right, [gt(x, 0), gt(y, 0)])


GIVEN = [
    (sqrt(x**2), x, [ge(x, 0)]), (sqrt(x**2), -x, [le(x, 0)]), (Abs(x), x, [gt(x, 0)]), (Abs(x), -x, [lt(x, 0)]),
    (log(x * y), log(x) + log(y), [gt(x, 0), gt(y, 0)]), (log(x * y), log(-x) + log(-y), [lt(x, 0), lt(y, 0)]),
    (sqrt(x * y), sqrt(x) * sqrt(y), [ge(x, 0), ge(y, 0)]), (Max(x, y), x, [ge(x, y)]), (Min(x, y), y, [ge(x, y)]),
    (Abs(x - 1), 1 - x, [le(x, 1)]), (sqrt((x - 2) ** 2), x - 2, [gt(x, 2)]), (log(x**2), 2 * log(x), [gt(x, 0)]),
    (Abs(f(x)), f(x), [ge(f(x), 0)]), (Abs(f(y)), f(y), [forall(x, ge(f(x), 0))]), (Abs(n), n, [gt(n, -1)]),
    (log(-1 / x), -log(-x), [lt(x, 0)]), (sqrt(-1 / x) * sqrt(-x), Integer(1), [lt(x, 0)]),
]  # fmt: skip


@pytest.mark.parametrize(("left", "right", "given"), GIVEN, ids=str)
def test_a_sign_that_is_given_decides(left, right, given):
    assert is_zero(left - right, given)
    assert not is_zero(left - right)


@pytest.mark.parametrize(("left", "right", "given"), GIVEN, ids=str)
def test_another_sign_does_not_decide(left, right, given):
    assert not is_zero(left - right, [gt(z, 0), ge(f(z) - 5, 0), ne(x, 3)])


USING = [
    (x**2, y**2, [eq(x, y)]), (sin(x), sin(y + z), [eq(x, y + z)]), (f(x) ** 2, 4, [eq(f(x), 2)]),
    (f(z), f(y), [eq(f(x), f(y)), eq(z, x)]),
    (f(y) + f(z), y**2 + z**2, [forall(x, eq(f(x), x**2))]), (x, 3, [eq(x, y), eq(y, 3)]), (cos(x), 1, [eq(x, 0)]),
]  # fmt: skip


@pytest.mark.parametrize(("left", "right", "using"), USING, ids=str)
def test_an_equation_is_used_where_it_is_given(left, right, using):
    assert is_zero(left - right, equations=using)
    assert not is_zero(left - right)


def test_an_equation_with_a_condition_waits_for_it():
    rule = forall(x, eq(f(x), x), [gt(x, 0)])
    assert is_zero(f(p) - p, equations=[rule])
    assert is_zero(f(y) - y, [gt(y, 0)], [rule])
    assert not is_zero(f(y) - y, equations=[rule])
    assert not is_zero(f(r) - r, equations=[rule])


@pytest.mark.parametrize("equation", [ge(x, y), eq(x + y, z), eq(2 * x, y), eq(x**2, y), eq(Integer(3), x)], ids=str)
def test_only_an_equation_for_one_atom_rewrites(equation):
    with pytest.raises(IllFormed):
        is_zero(x - y, equations=[equation])


@pytest.mark.parametrize("equation", [eq(x, x + 1), eq(f(x), f(f(x)) ** 2 + f(x) * f(x + 1))], ids=str)
def test_equations_without_end_are_refused(equation):
    with pytest.raises(IllFormed, match="without end"):
        is_zero(equation.lhs, equations=[equation])


@pytest.mark.parametrize(("length", "refused"), [(MOST_REWRITES, False), (MOST_REWRITES + 1, True)])
def test_equations_may_be_used_a_hundred_times_in_what_they_give(length, refused):
    chain = [eq(f(Integer(i)), f(Integer(i + 1))) for i in range(length)]
    with pytest.raises(IllFormed, match="without end") if refused else nullcontext():
        assert is_zero(f(Integer(0)) - f(Integer(length)), equations=chain)


def test_equations_may_be_used_any_number_of_times_beside_each_other():
    everywhere = forall(n, eq(f(n), n**2))
    term = Add(*(f(Integer(i)) for i in range(MOST_REWRITES + 20)))
    assert is_zero(term - sum(i**2 for i in range(MOST_REWRITES + 20)), equations=[everywhere])


@pytest.mark.parametrize(
    "term", [1 / (sin(x) ** 2 + cos(x) ** 2 - 1), ((x + 1) ** 2 - x**2 - 2 * x - 1) ** -2], ids=str
)
def test_a_denominator_that_vanishes_is_named(term):
    with pytest.raises(Undefined, match="identically zero"):
        is_zero(term)


@pytest.mark.parametrize("term", [zoo, oo, nan, I * x, x + 0.5, Add(x, oo, evaluate=False)], ids=str)
def test_what_is_no_real_number_has_no_normal_form(term):
    with pytest.raises((IllFormed, TypeError)):
        is_zero(term)


def test_long_numbers_are_not_factored():
    """No search for the factors of a product of two long primes would end."""
    long = (10**29 + 319) * (3 * 10**30 + 91)
    assert is_zero(sqrt(12 * long * x**2) - 2 * sqrt(3 * long) * Abs(x))
    assert is_zero(log(4 * Integer(long)) - 2 * log(2) - log(Integer(long)))


def test_multiples_that_are_far_apart_are_refused():
    with pytest.raises(ValueError, match="too long"):
        is_zero(sin(x) - sin(1000 * x))


VERY_FINE = exp(Rational(10**9 + 7, 10**9 + 9))
"""A power of exp(1/(10⁹ + 9)) of which no dense polynomial can be written down."""


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (log(Rational(2, 3) * VERY_FINE), log(2) - log(3) + Rational(10**9 + 7, 10**9 + 9)),
        (log(VERY_FINE * p**3 / 2), 3 * log(p) - log(2) + Rational(10**9 + 7, 10**9 + 9)),
        (log(2 * p * VERY_FINE + 4), log(2) + log(p * VERY_FINE + 2)),
    ],
)
def test_exponentials_of_any_fraction_have_normal_forms(left, right):
    assert is_zero(left - right)
    assert not is_zero(left - right + 1)


@pytest.mark.parametrize("pair", TRUE, ids=show)
def test_one_table_decides_again_and_again(pair):
    table = Normalizer()
    for left, right in (pair, TRUE[0], pair, TRUE[-1], pair):
        assert table.is_zero(left - right)
        assert not table.is_zero(left - right - p)


# --- a random search for a zero that is none --------------------------------------------------------------------------

UNARY = [sin, cos, tan, exp, sinc, tanh, Abs, lambda a: log(1 + a**2), lambda a: sqrt(1 + a**2), lambda a: a**2,
         lambda a: a**3, lambda a: 1 / a, sqrt, log, lambda a: acos(sin(a)), lambda a: sqrt(a**2)]  # fmt: skip
CHANGES = [
    lambda a: -a, Abs, lambda a: a + 1, lambda a: 2 * a, lambda a: a**2, lambda a: sqrt(a**2), lambda a: exp(log(a)),
    lambda a: acos(cos(a)), lambda a: sin(a + 2 * pi), lambda a: cos(a - pi / 2), lambda a: sqrt(a) ** 2,
    lambda a: log(a**2) / 2,
    lambda a: sqrt(a**4), lambda a: Max(a, -a), lambda a: Max(a, 0), lambda a: a * sinc(a),
    lambda a: cos(asin(a)), lambda a: log(exp(a)),
    lambda a: (a**2) ** Rational(1, 4), lambda a: sqrt(-a), lambda a: (1 - cos(2 * a)) / 2,
    lambda a: a + sin(a) ** 2 + cos(a) ** 2 - 1,
]  # fmt: skip
REWRITINGS = [expand, factor, expand_trig, expand_log]


def random_term(rng, depth):
    if depth == 0 or rng.random() < 0.1:
        return rng.choice([x, y, p, r, Integer(rng.randint(-3, 3)), Rational(rng.randint(1, 5), rng.randint(1, 3))])
    if rng.random() < 0.45:
        return rng.choice(UNARY)(random_term(rng, depth - 1))
    left, right = random_term(rng, depth - 1), random_term(rng, depth - 1)
    return rng.choice([lambda: left + right, lambda: left * right, lambda: left - right, lambda: left / right])()


def perturbed(rng, term):
    """The term with one part rewritten, or changed into something that is sometimes equal."""
    if rng.random() < 0.4:
        return rng.choice(REWRITINGS)(term)
    parts = sorted({*term.args, *term.free_symbols}, key=str) or [term]
    part = rng.choice(parts)
    return term.xreplace({part: rng.choice(CHANGES)(part)})


def sound(rng):
    """One random pair of terms: whether the zero test called them equal, after a look at it in balls."""
    try:
        left = random_term(rng, rng.randint(1, 3))
        right = perturbed(rng, left) if rng.random() < 0.95 else random_term(rng, 2)
        if left == right or (left - right).has(zoo, nan, oo, I) or not is_zero(left - right):
            return False
    except (IllFormed, Undefined, ValueError, TypeError, ZeroDivisionError, AttributeError):
        return False  # refused, or complex numbers
    difference = Add(left, -1 * right, evaluate=False)
    assert all(found.contains(0) for found in values(difference, 12)), (left, right)
    return True


@pytest.mark.parametrize("many", amounts(100, 300))
def test_what_is_called_zero_is_zero_at_random_points(many):
    rng = random.Random(20)
    assert sum(sound(rng) for _ in range(many)) >= many // 40
