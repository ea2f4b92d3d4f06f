"""What must hold for a term to be defined."""

import pytest
import sympy
from sympy import (
    Abs,
    Float,
    Integral,
    KroneckerDelta,
    Lambda,
    Max,
    Rational,
    Sum,
    acos,
    asin,
    atan,
    cos,
    exp,
    log,
    pi,
    sin,
    sinc,
    sqrt,
    tan,
)

from verify.language.terms import (
    Deriv,
    IllFormed,
    Inner,
    Predicate,
    eq,
    family,
    field,
    forall,
    function,
    ge,
    gt,
    in_domain,
    integer,
    ne,
    norm,
    partial,
    positive,
    real,
    vectors,
)
from verify.normal_forms.definedness import conditions, conditions_after

x, y, t = real("x y t")
c = positive("c")
i, j, n = integer("i j n")
u, v = vectors("u v")
f, h, p, P, R = function("f"), partial("h"), family("p"), field("P"), partial("R")
RANGE = [ge(i, 1), ge(n, i)]

TOTAL = [
    x + y, x**3, exp(x), sin(x), cos(x), sinc(x), atan(x), Abs(x), Max(x, y), pi * x, f(x), f.prime(x), p(i),
    Inner(u, v), P.gradient(u), KroneckerDelta(i, j),
    Sum(p(i), (i, 1, n)), Integral(f(x), (x, 0, y)), Predicate("is convex", P.head), eq(x, y), x**2 * y, sympy.cosh(x),
    sympy.tanh(x),
]  # fmt: skip
NEEDED = [
    (1 / x, [ne(x, 0)]), (x**-2, [ne(x, 0)]), (x / y, [ne(y, 0)]), (sqrt(x), [ge(x, 0)]), (1 / sqrt(x), [gt(x, 0)]),
    (x ** Rational(1, 3), [ge(x, 0)]), (x ** Rational(-1, 3), [gt(x, 0)]),
    (x**y, [gt(x, 0)]), (2**x, [gt(sympy.Integer(2), 0)]), (x**i, [gt(x, 0)]), (x**pi, [gt(x, 0)]),
    (log(x), [gt(x, 0)]), (log(log(x)), [gt(x, 0), gt(log(x), 0)]), (tan(x), [ne(cos(x), 0)]),
    (acos(x), [ge(1 - x, 0), ge(1 + x, 0)]), (asin(x), [ge(1 - x, 0), ge(1 + x, 0)]), (norm(u), [ge(Inner(u, u), 0)]),
    (h(x), [in_domain(h, x)]), (h.prime(x, 2), [in_domain(h, x)]),
    (R.gradient(u), [in_domain(R, u)]), (h(1 / x), [ne(x, 0), in_domain(h, 1 / x)]),
    (eq(1 / x, log(y)), [ne(x, 0), gt(y, 0)]), (1 / (1 / x), []), (f(1 / x), [ne(x, 0)]),
    (Deriv(log(t), t, x), [gt(x, 0)]), (Deriv(sqrt(t), t, x), [ge(x, 0), gt(x, 0)]),
    (Deriv(t**2, t, 1 / x), [ne(x, 0)]), (Deriv(t / y, t, 0), [ne(y, 0)]), (Deriv(h(t), t, x), [in_domain(h, x)]),
    (Sum(log(p(i)), (i, 1, n)), [forall(i, gt(p(i), 0), RANGE)]), (Sum(p(i) / x, (i, 1, n)), [ne(x, 0)]),
    (Integral(1 / t, (t, x, y)), [forall(t, ne(t, 0), [ge((y - t) * (t - x), 0)])]),
    (Lambda(x, 1 / x), [forall(x, ne(x, 0))]), (Lambda(x, x / y), [ne(y, 0)]),
    (forall(x, ge(log(x), y), [gt(x, 1)]), [forall(x, gt(x, 0), [gt(x, 1)])]), (forall(x, ge(1 / y, x)), [ne(y, 0)]),
    (h(c), [in_domain(h, c)]),
]  # fmt: skip
OUTSIDE = [
    Float(0.5) * x, x + sympy.I, sympy.oo, sympy.nan, sympy.zoo, sympy.gamma(x), sympy.floor(x),
    sympy.Piecewise((x, x > 0), (0, True)), sympy.sign(x), KroneckerDelta(x, 1),
    sympy.Function("k")(x), sympy.Derivative(sympy.Function("k")(x), x), sympy.factorial(n),
    sympy.re(sympy.Symbol("z")), eq(x, sympy.oo), Sum(Float(0.5) * i, (i, 1, n)),
]  # fmt: skip


@pytest.mark.parametrize("term", TOTAL, ids=str)
def test_it_is_defined_everywhere(term):
    assert conditions(term) == ()


@pytest.mark.parametrize(("term", "needed"), NEEDED, ids=str)
def test_it_needs(term, needed):
    assert set(conditions(term)) == set(needed)


@pytest.mark.parametrize("term", OUTSIDE, ids=str)
def test_it_is_not_part_of_the_language(term):
    with pytest.raises(IllFormed):
        conditions(term)


def test_each_condition_is_given_once():
    assert conditions(1 / x + 2 / x + x**-3) == (ne(x, 0),)


def after(formula, values):
    return set(conditions_after([formula], values))


def test_what_cancels_while_a_value_is_put_in_is_remembered():
    assert ne(x, 0) in after(eq(f(y), y), {f.head: Lambda(t, t / x)})
    assert ne(y, 0) in after(ge(x / y, 1), {x: y})
    assert gt(y, 0) in after(ge(log(exp(x)), 1), {x: log(y)})


def test_a_function_is_asked_for_its_domain_wherever_it_is_applied():
    found = after(ge(f(x) - f(x + 1), 0), {f.head: Lambda(t, log(t))})
    assert {gt(x, 0), gt(x + 1, 0)} <= found


def test_a_function_that_ignores_its_argument_still_needs_it_defined():
    assert ne(x, 0) in after(eq(f(1 / x), 0), {f.head: Lambda(t, sympy.Integer(0))})


def test_a_function_under_a_sum_is_asked_for_all_indices():
    found = after(ge(Sum(p(i), (i, 1, n)), 0), {p.head: Lambda(j, 1 / (j - 3))})
    assert any(c == forall(i, ne(i - 3, 0), RANGE) for c in found) or any(
        "for all" in str(c) and "≠ 0" in str(c) for c in found
    )


def test_a_total_function_needs_nothing():
    assert after(ge(f(x), 0), {f.head: function("g").head}) == set()


def test_nested_sums_ask_it_of_every_index():
    nested = Sum(1 / (i - j), (i, 1, j), (j, 1, n))
    inside = forall(i, ne(i - j, 0), [ge(i, 1), ge(j, i)])
    assert conditions(nested) == (forall(j, inside, [ge(j, 1), ge(n, j)]),)
