"""The sign procedure: what it says is certain is certain."""

import random
from fractions import Fraction
from itertools import product

import pytest
from sympy import Abs, Integer, KroneckerDelta, Max, Rational, Sum, cosh, exp, log, pi, sin, sqrt

from tests.sampling import amounts
from verify.balls.evaluate import Undefined, Unsupported, enclose
from verify.language.terms import (
    Inner,
    Predicate,
    difference,
    eq,
    family,
    forall,
    function,
    ge,
    gt,
    in_domain,
    integer,
    le,
    lt,
    ne,
    nonnegative,
    norm,
    partial,
    positive,
    real,
    vectors,
)
from verify.normal_forms.facts import ALLOWED, ANY, Facts, unsettled

x, y, z = real("x y z")
p, q = positive("p q")
r = nonnegative("r")
i, j, m, n = integer("i j m n")
u, v = vectors("u v")
f = function("f")
a = family("a", positive=True)
b = family("b", nonnegative=True)

POSITIVE, NOT_NEGATIVE, ZERO, NOT_ZERO = ({1}, {0, 1}, {0}, {-1, 1})
NEGATIVE, NOT_POSITIVE = ({-1}, {-1, 0})

SIGNS = [
    (Integer(0), ZERO), (Rational(-1, 3), NEGATIVE), (pi - 3, POSITIVE), (log(2) - Rational(6932, 10000), NEGATIVE),
    (p, POSITIVE),
    (r, NOT_NEGATIVE), (-p, NEGATIVE), (-r, NOT_POSITIVE), (x, ANY), (x**2, NOT_NEGATIVE), (x**4 + 1, POSITIVE),
    (p + r, POSITIVE),
    (p * q, POSITIVE), (p * r, NOT_NEGATIVE), (p - q, ANY), (exp(x), POSITIVE), (-exp(x), NEGATIVE),
    (cosh(x), POSITIVE), (sqrt(x), NOT_NEGATIVE),
    (1 / sqrt(x), POSITIVE), (Abs(x), NOT_NEGATIVE), (1 / x**2, POSITIVE), (1 / x, NOT_ZERO), (1 / Abs(x), POSITIVE),
    (1 / p, POSITIVE),
    (p**x, POSITIVE), (x * y, ANY), (p * x - x * p, ZERO), (p * q + p, POSITIVE), (x**2 + y**2, NOT_NEGATIVE),
    (x**3, ANY), (p**3, POSITIVE),
    (Inner(u, u), NOT_NEGATIVE), (Inner(u, v), ANY), (norm(u), NOT_NEGATIVE), (Inner(u, u) + 1, POSITIVE),
    (a(i), POSITIVE), (b(i), NOT_NEGATIVE),
    (f(x), ANY), (f(x) ** 2, NOT_NEGATIVE), (function("g", positive=True).prime(x), ANY),
    (KroneckerDelta(i, j), NOT_NEGATIVE), (1 - KroneckerDelta(i, j), NOT_NEGATIVE),
    (1 + KroneckerDelta(i, j), POSITIVE), (Sum(x**2, (i, 1, n)), NOT_NEGATIVE), (Sum(a(i), (i, 1, n)), NOT_NEGATIVE),
    (Sum(-a(i), (i, 1, n)), NOT_POSITIVE), (Sum(x, (i, 1, n)), ANY), (Sum(a(i), (i, 1, 3)), POSITIVE),
    (Sum(i, (i, 1, n)), NOT_NEGATIVE),
    (Sum(a(i) * b(i) / 2, (i, m, n)), NOT_NEGATIVE), (Sum(1 / x, (i, 1, n)), ANY), (sin(x), ANY), (log(p), ANY),
    (log(x) ** 2, NOT_NEGATIVE),
]  # fmt: skip


@pytest.mark.parametrize(("term", "signs"), SIGNS, ids=str)
def test_the_sign_without_facts(term, signs):
    assert Facts().signs(term) == signs


GIVEN = [
    (x, [gt(x, 0)], POSITIVE), (x, [ge(x, 0)], NOT_NEGATIVE), (x, [ge(x, 0), ne(x, 0)], POSITIVE),
    (x, [ge(x, 0), le(x, 0)], ZERO),
    (x - y, [gt(x, y)], POSITIVE), (y - x, [gt(x, y)], NEGATIVE), (2 * x - 2 * y, [ge(x, y)], NOT_NEGATIVE),
    (x + 1, [ge(x, 0)], POSITIVE),
    (x - 1, [ge(x, 0)], ANY), (x, [ge(x, 3)], POSITIVE), (x, [ge(2 * x, 3)], POSITIVE), (-x / 3, [gt(x, 1)], NEGATIVE),
    (x * y, [gt(x, 0), lt(y, 0)], NEGATIVE),
    (1 - x, [lt(x, 1)], POSITIVE), (1 - x, [le(x, 1)], NOT_NEGATIVE), (2 - x, [le(x, 1)], POSITIVE),
    (x, [eq(x, 0)], ZERO), (x + 2, [eq(x, 0)], POSITIVE),
    (x - 5, [eq(x, 2)], NEGATIVE), (x, [ne(x, 0)], NOT_ZERO), (x + 1, [ne(x, 0)], ANY), (x, [ne(2 * x, 0)], NOT_ZERO),
    (x**2, [ne(x, 0)], POSITIVE), (x * p, [ne(x, 0)], NOT_ZERO),
    (n, [gt(n, 0)], POSITIVE), (n - 1, [gt(n, 0)], NOT_NEGATIVE), (n - 2, [gt(n, 1)], NOT_NEGATIVE),
    (n - 2, [gt(n, 0)], ANY), (x - 1, [gt(x, 0)], ANY),
    (m - n - 1, [gt(m, n)], NOT_NEGATIVE), (2 * n - 2, [gt(n, 0)], NOT_NEGATIVE), (2 * n - 1, [gt(n, 0)], POSITIVE),
    (n + 1, [lt(n, 0)], NOT_POSITIVE), (1 - n, [ge(n, 2)], NEGATIVE),
    (f(y), [forall(x, gt(f(x), 0))], POSITIVE), (f(y), [forall(x, gt(f(x), 0), [gt(x, 0)])], ANY),
    (f(p), [forall(x, gt(f(x), 0), [gt(x, 0)])], POSITIVE),
    (f(y) - 1, [forall(x, ge(f(x), 2))], POSITIVE), (f(y) - f(z), [forall([x, y], ge(f(x), f(y)))], ANY),
    (a(i) - 1, [le(a(i), 1)], NOT_POSITIVE),
    (Sum(f(i), (i, 1, n)), [forall(i, gt(f(i), 0))], NOT_NEGATIVE),
    (Sum(f(i), (i, 1, n)), [forall(i, gt(f(i), 0)), ge(n, 1)], POSITIVE),
    (x, [eq(u, v)], ANY), (x, [ge(pi, 3)], ANY), (Inner(u, v), [ge(Inner(u, v), 0)], NOT_NEGATIVE),
]  # fmt: skip


@pytest.mark.parametrize(("term", "facts", "signs"), GIVEN, ids=str)
def test_the_sign_under_facts(term, facts, signs):
    assert Facts(facts).signs(term) == signs


HOLDS = [
    (ge(x, 0), [gt(x, 0)]), (ne(x, 0), [gt(x, 0)]), (gt(p, 0), []), (ge(x, y), [ge(x, y)]), (gt(x + 1, y), [ge(x, y)]),
    (eq(x, y), [ge(x, y), ge(y, x)]),
    (forall(x, ge(x**2, 0)), []), (forall(x, ge(f(x), 0)), [forall(y, gt(f(y), 0))]),
    (forall(x, ge(x, 1), [gt(x, 1)]), []), (forall(i, ge(i, 1), [gt(i, 0)]), []),
    (Predicate("is convex", f.head), [Predicate("is convex", f.head)]),
    (in_domain(partial("h"), y), [forall(x, in_domain(partial("h"), x))]),
    (in_domain(partial("h"), p), [forall(x, in_domain(partial("h"), x), [gt(x, 0)])]),
    (forall(y, forall(x, ge(x, 0), [gt(x, y)]), [gt(y, 0)]), [forall(y, forall(x, ge(x, 0), [gt(x, y)]), [gt(y, 0)])]),
]  # fmt: skip
FAILS = [
    (ge(f(1), 0), [forall(a, ge(a(1), 0))]), (forall(f, ge(f(1), 0)), [forall(a, ge(a(1), 0))]),
    (gt((Sum(KroneckerDelta(2 * m, 2 * i), (i, 1, 2)) - 1) ** 2, 0), []),
    (gt(x, 0), [ge(x, 0)]), (ge(x, 0), []), (eq(x, y), [ge(x, y)]), (gt(x, y), [ge(x, y)]), (eq(u, v), []),
    (eq(x, y), [ne(x, y)]), (ge(x, 1), [gt(x, 0)]),
    (forall(x, gt(x**2, 0)), []), (forall(x, ge(f(x), 0)), [ge(f(x), 0)]),
    (forall(x, ge(f(x), 0)), [forall(x, ge(f(x), 0), [gt(x, 0)])]), (forall(x, ge(x, 1), [gt(x, 0)]), []),
    (Predicate("is convex", f.head), [Predicate("is concave", f.head)]),
    (Predicate("is convex", f.head), [Predicate("is convex", function("g").head)]),
    (in_domain(partial("h"), y), [forall(x, in_domain(partial("h"), x), [gt(x, 0)])]),
    (in_domain(partial("h"), y), [in_domain(partial("h"), x)]),
    (forall(x, ge(x, 0)), [forall(p, ge(p, 0))]), (forall(x, ge(x, i)), [forall(i, ge(i, i))]),
]  # fmt: skip


@pytest.mark.parametrize(("formula", "facts"), HOLDS, ids=str)
def test_it_holds(formula, facts):
    assert Facts(facts).holds(formula)


@pytest.mark.parametrize(("formula", "facts"), FAILS, ids=str)
def test_it_is_not_certain(formula, facts):
    assert not Facts(facts).holds(formula)


def test_conditions_that_are_known_are_settled():
    assert unsettled([ge(x, 0), ne(y, 0), gt(p, 0)], Facts([gt(x, 0)])) == (ne(y, 0),)


def test_a_condition_that_follows_from_another_is_left_out():
    assert unsettled([gt(x, 0), ge(x, 0), gt(x, 0)], Facts()) == (gt(x, 0),)
    left = unsettled([gt(x, 0), ge(x, 0), ne(x, 0)], Facts())
    assert Facts(left).holds(gt(x, 0))


def test_conditions_do_not_settle_each_other_in_a_circle():
    assert len(unsettled([ge(x, y), ge(2 * x, 2 * y)], Facts())) == 1


@pytest.mark.parametrize("condition", [gt(-p, 0), ne(Integer(0), 0), gt(Integer(-1), 0), ge(-exp(x), 0)], ids=str)
def test_a_condition_that_cannot_hold_is_an_error(condition):
    with pytest.raises(ValueError, match="which cannot hold"):
        unsettled([condition], Facts())


# --- a random search for a sign that is wrong -------------------------------------------------------------------------

REALS = [Fraction(k, d) for k in range(-4, 5) for d in (1, 2, 3)]
INTEGERS = range(-3, 5)


def random_term(rng, depth):
    if depth == 0 or rng.random() < 0.15:
        return rng.choice(
            [x, y, p, r, m, n, Integer(rng.randint(-3, 3)), Rational(rng.randint(-5, 5), rng.randint(1, 3))]
        )

    def part():
        return random_term(rng, depth - 1)

    return rng.choice(
        [
            lambda: part() + part(), lambda: part() - part(), lambda: part() * part(), lambda: exp(part()),
            lambda: sqrt(part()), lambda: Abs(part()), lambda: part() ** rng.choice((2, 2, 3, 4, -1, -2)),
            lambda: part() * rng.choice((2, -1, Rational(1, 2))), lambda: Max(Abs(part()), Abs(part())),
        ]
    )()  # fmt: skip


def random_fact(rng):
    """e > 0, e ≥ 0, e = 0, e ≠ 0, scaled and shifted."""
    scale, shift = rng.choice((1, 1, 2, -1, -3, Rational(1, 2))), rng.choice((0, 0, 0, 1, -1, Rational(1, 2), -2))
    return rng.choice((gt, ge, eq, ne, lt, le))(
        scale * random_term(rng, rng.randint(0, 2)) + shift, rng.choice((0, 0, 1))
    )


def near_a_fact(rng, facts):
    """A term that a fact speaks of, scaled and shifted; or any."""
    if not facts or rng.random() < 0.3:
        return random_term(rng, rng.randint(1, 3))
    term = difference(rng.choice(facts)).expand() * rng.choice((1, -1, 2, Rational(-1, 3))) + rng.choice(
        (0, 0, 1, -1, Rational(1, 2))
    )
    return term * random_term(rng, 1) if rng.random() < 0.2 else term


def random_point(rng):
    reals = {s: rng.choice(REALS) for s in (x, y)}
    return reals | {
        p: abs(rng.choice(REALS)) + Fraction(1, 3),
        r: abs(rng.choice(REALS)),
        m: rng.choice(INTEGERS),
        n: rng.choice(INTEGERS),
    }


def sign_at(term, point):
    """The sign of the value, or None where it is undefined or not decided."""
    try:
        found = enclose(term, point)
    except (Undefined, Unsupported):
        return None
    return 1 if found > 0 else -1 if found < 0 else 0 if found == 0 else None


def meets(facts, point):
    return all(sign_at(difference(fact), point) in ALLOWED[fact.op] for fact in facts)


@pytest.mark.parametrize("many", amounts(500, 2_500))
def test_the_actual_sign_is_always_among_those_reported(many):
    rng = random.Random(42)
    told = checked = 0
    for _ in range(many):
        try:
            facts = [random_fact(rng) for _ in range(rng.randint(0, 2))]
            term = near_a_fact(rng, facts)
        except (ZeroDivisionError, TypeError, ValueError):
            continue  # sympy met a complex number
        signs = Facts(facts).signs(term)
        if signs == ANY:
            continue
        told += 1
        for point in (random_point(rng) for _ in range(12)):
            if meets(facts, point):
                actual = sign_at(term, point)
                checked += actual is not None
                assert actual is None or actual in signs, (list(map(str, facts)), term, signs, point)
    assert told > 0.32 * many
    assert checked > 1.2 * many


def test_strict_facts_about_integers_are_sharp():
    """For k·n + s under c·n > d, every case is compared with the integers from −40 to 40."""
    for c, d, k, s in product(
        (1, 2, -1, -3), (0, 1, Rational(1, 2), -2), (1, -2, Rational(1, 2)), (0, 1, -1, Rational(1, 2), -2)
    ):
        signs = Facts([gt(c * n, d)]).signs(k * n + s)
        actual = {
            int(bool(t > 0)) - int(bool(t < 0)) for t in (k * value + s for value in range(-40, 41) if c * value > d)
        }
        assert actual <= signs, (c, d, k, s)


def test_facts_about_reals_are_sharp_enough():
    for make, c, d, k, s in product((gt, ge, eq, ne), (1, 2, -3), (0, 1, -2), (1, -2), (0, 1, Rational(-1, 2))):
        fact = make(c * x, d)
        signs = Facts([fact]).signs(k * x + s)
        points = [Rational(t, 12) for t in range(-120, 121)]
        actual = {sign_at(k * x + s, {x: t}) for t in points if sign_at(c * x - d, {x: t}) in ALLOWED[fact.op]}
        assert actual <= signs, (fact, k, s)
