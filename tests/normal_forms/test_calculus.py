"""Derivatives against difference quotients of many digits, and the conditions under which they hold."""

import random

import mpmath
import pytest
from mpmath import mp
from sympy import (
    Abs,
    Integral,
    KroneckerDelta,
    Max,
    Min,
    Rational,
    Sum,
    acos,
    asin,
    atan,
    cos,
    cosh,
    exp,
    lambdify,
    log,
    sin,
    sinc,
    sinh,
    sqrt,
    tan,
    tanh,
)

from verify.language.terms import (
    EUCLIDEAN,
    Deriv,
    Hessian,
    IllFormed,
    Inner,
    Vec,
    VecHead,
    family,
    field,
    forall,
    function,
    ge,
    gt,
    integer,
    ne,
    positive,
    real,
    vectors,
)
from verify.normal_forms.calculus import NoDerivative, derivative, evaluate_derivatives
from verify.normal_forms.normalizer import is_zero

s, t, x, y = real("s t x y")
c = positive("c")
i, n = integer("i n")
u, v, w = vectors("u v w")
f, g, P = function("f"), function("g"), field("P")
p = family("p")


def at_random(term, rng, count=4):
    """The derivative and the difference quotient at random points where the term is real."""
    exact, _ = derivative(term, s)
    formula, slope = lambdify((s, t), term, modules="mpmath"), lambdify((s, t), exact, modules="mpmath")
    with mp.workdps(50):
        for _ in range(count):
            a, b = mp.mpf(rng.randint(1, 900)) / 1000, mp.mpf(rng.randint(1, 900)) / 1000
            try:
                value = formula(a, b)
                if isinstance(value, mpmath.mpc) or abs(value) > 1e8:
                    continue
                yield slope(a, b), mpmath.diff(lambda q, b=b: formula(q, b), a)
            except (ValueError, ZeroDivisionError):
                continue


ELEMENTARY = [
    exp(s), log(s), sin(s), cos(s), tan(s), sinh(s), cosh(s), tanh(s), acos(s), asin(s), atan(s), s**3, 1 / s, sqrt(s),
    s ** Rational(-3, 2), s**t, t**s,
    s**s, exp(s * t) * cos(s**2), log(1 + s**2) / (t + s), sqrt(1 - s**2), acos(s * t), atan(s / t),
    (1 + sin(s)) ** Rational(2, 3), s * t, t,
]  # fmt: skip


@pytest.mark.parametrize("term", ELEMENTARY, ids=str)
def test_it_is_the_limit_of_difference_quotients(term):
    found = list(at_random(term, random.Random(str(term))))
    assert len(found) >= 2
    assert all(abs(slope - quotient) <= 1e-15 * (1 + abs(slope)) for slope, quotient in found)


def random_term(rng, depth):
    if depth == 0:
        return rng.choice([s, s, t, Rational(rng.randint(1, 9), 4)])
    unary = (
        exp,
        sin,
        cos,
        tanh,
        atan,
        lambda a: log(1 + a**2),
        lambda a: sqrt(2 + sin(a)),
        lambda a: a**2,
        lambda a: 1 / (1 + a**2),
        sinh,
        lambda a: acos(a / 9),
    )
    if rng.random() < 0.5:
        return rng.choice(unary)(random_term(rng, depth - 1))
    left, right = random_term(rng, depth - 1), random_term(rng, depth - 1)
    return rng.choice((left + right, left * right, left - right, left / right))


def test_random_terms_have_the_derivative_of_their_difference_quotients():
    rng = random.Random(8)
    compared = 0
    for _ in range(120):
        term = random_term(rng, 3)
        for slope, quotient in at_random(term, rng, 2):
            compared += 1
            assert abs(slope - quotient) <= 1e-12 * (1 + abs(slope)), term
    assert compared > 100


CONDITIONS = [
    (s**3, []), (exp(s), []), (1 / s, [ne(s, 0)]), (sqrt(s), [gt(s, 0)]), (s ** Rational(5, 3), [gt(s, 0)]),
    (log(s), [gt(s, 0)]), (log(s**2 - 1), [gt(s**2 - 1, 0)]),
    (s**t, [gt(s, 0)]), (acos(s), [gt(1 - s, 0), gt(1 + s, 0)]), (asin(s), [gt(1 - s, 0), gt(1 + s, 0)]),
    (tan(s), [ne(cos(s), 0)]), (atan(s), []), (Abs(s), [ne(s, 0)]), (Abs(s - 1) ** 3 * t, [ne(s - 1, 0)]),
    (sqrt(t) * s, []), (1 / (1 + sqrt(s)), [gt(s, 0), ne(1 + sqrt(s), 0)]), (log(t), []), (s / t, []),
    (sqrt(Inner(u + s * v, u)), [gt(Inner(u + s * v, u), 0)]),
    (Sum(log(s + p(i)), (i, 1, n)), [forall(i, gt(s + p(i), 0), [ge(i, 1), ge(n, i)])]), (f(1 / s), [ne(s, 0)]),
]  # fmt: skip


@pytest.mark.parametrize(("term", "conditions"), CONDITIONS, ids=str)
def test_the_conditions_are_reported(term, conditions):
    assert set(derivative(term, s)[1]) == set(conditions)


NONE = [
    Max(s, 0), Min(s, t), sinc(s), t + Max(s * t, 1), Integral(f(x * s), (x, 0, 1)), exp(Max(s, 2)), Max(s, t),
]  # fmt: skip


@pytest.mark.parametrize("term", NONE, ids=str)
def test_there_is_no_rule(term):
    with pytest.raises(NoDerivative):
        derivative(term, s)


def test_no_rule_is_needed_where_the_variable_does_not_occur():
    for term in (Abs(t), Max(x, y), Sum(p(i), (i, 1, n)), sinc(t), KroneckerDelta(i, n)):
        assert derivative(term, s) == (0, ())


def test_the_bounds_of_a_sum_must_not_move():
    k = integer("k")
    with pytest.raises(NoDerivative):
        derivative(Sum(p(i), (i, 1, k)), k)


ABSTRACT = [
    (f(s), f.prime(s)), (f(2 * s), 2 * f.prime(2 * s)), (f.prime(s, 2), f.prime(s, 3)),
    (f(g(s)), f.prime(g(s)) * g.prime(s)), (f(s) * g(s), f.prime(s) * g(s) + f(s) * g.prime(s)),
    (P(u + s * v), Inner(P.gradient(u + s * v), v)),
    (Inner(P.gradient(u + s * v), w), Inner(Hessian(P.head, u + s * v, v), w)),
    (Inner(u + s * v, u + s * v), 2 * Inner(u, v) + 2 * s * Inner(v, v)),
    (Sum(p(i) * s**2, (i, 1, n)), 2 * s * Sum(p(i), (i, 1, n))),
    (Sum(exp(s * p(i)), (i, 1, n)), Sum(p(i) * exp(s * p(i)), (i, 1, n))),
    (Integral(f(x), (x, 0, s)), f(s)), (Integral(f(x), (x, s, s**2)), 2 * s * f(s**2) - f(s)),
    (Deriv(f(x * s), x, 1), f.prime(s) + s * f.prime(s, 2)),
    (log(Sum(exp(s * p(i)), (i, 1, n))), Sum(p(i) * exp(s * p(i)), (i, 1, n)) / Sum(exp(s * p(i)), (i, 1, n))),
]  # fmt: skip


@pytest.mark.parametrize(("term", "slope"), ABSTRACT, ids=str)
def test_abstract_functions_follow_the_chain_rule(term, slope):
    assert is_zero(derivative(term, s)[0] - slope)


def test_vector_combinations_are_differentiated_by_components():
    assert is_zero(derivative(s**2 * u + v, s)[0] - 2 * s * u)


def test_an_evaluated_derivative_is_at_its_point():
    assert evaluate_derivatives(Deriv(s**2, s, 3)) == (6, ())
    assert evaluate_derivatives(Deriv(s**2 * t, s, t)) == (2 * t**2, ())
    assert evaluate_derivatives(1 + Deriv(1 / s, s, x)) == (1 - x**-2, (ne(x, 0),))
    assert evaluate_derivatives(Deriv(Deriv(f(s * t), s, t), t, 1))[0] == f.prime(1) + 2 * f.prime(1, 2)
    assert evaluate_derivatives(x + y) == (x + y, ())


def test_the_bound_variable_is_not_the_free_one():
    assert evaluate_derivatives(s * Deriv(s**2, s, 5)) == (10 * s, ())
    assert evaluate_derivatives(Deriv(s * Deriv(s**2, s, s), s, 1)) == (4, ())


def test_a_condition_under_a_sum_is_for_all_its_indices():
    value, conditions = evaluate_derivatives(Sum(Deriv(log(s), s, p(i)), (i, 1, n)))
    assert value == Sum(1 / p(i), (i, 1, n))
    assert conditions == (forall(i, gt(p(i), 0), [ge(i, 1), ge(n, i)]),)


def test_a_condition_under_an_integral_is_refused():
    with pytest.raises(IllFormed, match="condition on a bound variable"):
        evaluate_derivatives(Integral(Deriv(log(s), s, x), (x, 1, 2)))


def test_a_moving_vector_is_differentiated_in_its_space():
    moving = Vec(VecHead("m"), EUCLIDEAN, s)
    slope, conditions = derivative(Inner(moving, moving), s)
    assert conditions == ()
    assert slope != 0
