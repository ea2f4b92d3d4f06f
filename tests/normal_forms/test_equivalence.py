"""When two formulas say the same, and when one follows."""

import pytest
from sympy import Abs, Integer, Sum, cos, exp, log, sin, sqrt

from verify.language.terms import (
    Deriv,
    Inner,
    Predicate,
    eq,
    family,
    forall,
    function,
    ge,
    gt,
    integer,
    le,
    lt,
    ne,
    norm,
    point,
    positive,
    real,
    vectors,
)
from verify.normal_forms.equivalence import follows, same

x, y, z = real("x y z")
c = positive("c")
i, j, n = integer("i j n")
u, v, w = vectors("u v w")
A, B = point("A"), point("B")
f, g, p = function("f"), function("g"), family("p")

SAME = [
    (ge(x, y), ge(x, y), []), (ge(x, y), ge(x - y, 0), []), (le(x, y), ge(y, x), []), (eq(x, y), eq(y, x), []),
    (ne(x, y), ne(y, x), []), (eq(x, y), eq(x - y, 0), []),
    (ge((x + y) ** 2, 0), ge(x**2 + 2 * x * y + y**2, 0), []), (gt(cos(x) ** 2, y), gt(1 - sin(x) ** 2, y), []),
    (ge(sqrt(x**2), y), ge(Abs(x), y), []),
    (ge(Abs(x), y), ge(x, y), [ge(x, 0)]), (ge(Sum(p(i), (i, 1, n)), 0), ge(Sum(p(j), (j, 1, n)), 0), []),
    (forall(x, ge(x**2, y)), forall(z, ge(z * z, y)), []),
    (forall(x, ge(x, 0), [gt(x - y, 0)]), forall(x, ge(x, 0), [gt(x, y)]), []),
    (forall(x, ge(Abs(x), 0), [ge(x, 0)]), forall(x, ge(x, 0), [ge(x, 0)]), []),
    (forall(x, ge(x**2, Sum(p(i), (i, 1, 1)))), forall(z, ge(z * z, p(1))), []),
    (forall([x, y], ge(Deriv(z**2, z, x), y)), forall([x, y], ge(2 * x, y)), []),
    (eq(u + v, w), eq(w, v + u), []), (eq(u + v, w), eq(u, w - v), []), (ge(norm(u) ** 2, x), ge(Inner(u, u), x), []),
    (eq(A, B), eq(A, B), []), (Predicate("is convex", f.head), Predicate("is convex", f.head), []),
    (forall(f, eq(f(x), 0)), forall(g, eq(g(x), 0)), []), (gt(log(c * exp(x)), 0), gt(log(c) + x, 0), []),
]  # fmt: skip
DIFFERENT = [
    (forall([x, y], ge(Deriv(z**2, z, x), y)), forall([y, x], ge(2 * x, y)), []),
    (forall([x, y], ge(Deriv(z**2, z, x), y)), forall([x, c], ge(2 * x, c)), []),
    (ge(x, y), ge(y, x), []), (gt(x, y), ge(x, y), []), (ge(x, y), eq(x, y), []), (ge(x, y), ge(2 * x, y), []),
    (ge(x, 0), ge(x, 1), []), (eq(x, y), eq(x, -y), []), (gt(x, y), lt(x, y), []),
    (ge(Abs(x), y), ge(x, y), []), (ge(Abs(x), y), ge(x, y), [ge(z, 0)]),
    (forall(x, ge(x, y)), forall(y, ge(x, y)), []), (forall(x, ge(x, 0)), ge(x, 0), []),
    (forall(x, ge(x, 0)), forall(x, ge(x, 0), [gt(x, 0)]), []),
    (forall(x, ge(x, 0), [gt(x, 1)]), forall(x, ge(x, 0), [gt(x, 0)]), []),
    (forall(x, ge(x, 0)), forall(c, ge(c, 0)), []), (eq(u, v), eq(u, w), []), (eq(A, B), eq(A, A), []),
    (Predicate("is convex", f.head), Predicate("is convex", g.head), []),
    (Predicate("is convex", f.head), ge(f(x), 0), []), (ge(1 / x, 0), ge(x, 0), []), (ne(x, y), ne(x, -y), []),
    (forall([x, y], ge(x, y)), forall([y, x], ge(x, y)), []), (forall(i, ge(i, 0)), forall(x, ge(x, 0)), []),
    (ge(f(x), 0), ge(g(x), 0), []), (eq(x, 1), eq(2 * x, 2), []),
    (forall(u, ge(norm(u), 0)), forall(x, ge(Abs(x), 0)), []),
]  # fmt: skip


@pytest.mark.parametrize(("left", "right", "known"), SAME, ids=str)
def test_they_say_the_same(left, right, known):
    assert same(left, right, known)
    assert same(right, left, known)


@pytest.mark.parametrize(("left", "right", "known"), DIFFERENT, ids=str)
def test_they_do_not(left, right, known):
    assert not same(left, right, known)
    assert not same(right, left, known)


def test_a_bound_variable_has_none_of_the_facts_of_its_name():
    assert not same(forall(x, ge(Abs(x), y)), forall(x, ge(x, y)), [ge(x, 0)])


FOLLOWS = [
    (ge(x, y), [ge(x, y)]), (ge(x, y), [gt(x, y)]), (ge(x - y, 0), [gt(x, y)]), (gt(x, 0), [gt(x, 1)]),
    (ge(x**2, 0), []), (gt(c, 0), []), (eq(x, y), [eq(y, x)]), (ge(Abs(x), y), [ge(x, y), ge(x, 0)]),
    (ge(cos(x) ** 2, y), [ge(1 - sin(x) ** 2, y)]), (Predicate("is convex", f.head), [Predicate("is convex", f.head)]),
    (forall(x, ge(f(x), 0)), [forall(y, ge(f(y), 0))]), (eq(u, v), [eq(v, u)]), (ne(x, 0), [gt(x, 0)]),
    (eq(A, B), [eq(A, B)]),
]  # fmt: skip
DOES_NOT = [
    (ge(x, y), []), (gt(x, y), [ge(x, y)]), (gt(x**2, 0), []), (ge(x, 1), [gt(x, 0)]), (eq(x, y), [ge(x, y)]),
    (eq(u, v), [eq(u, w)]), (eq(A, B), []), (ge(x, z), [ge(x, y), ge(y, z)]), (ge(x, y), [ge(Abs(x), y)]),
    (Predicate("is convex", f.head), []), (forall(x, ge(f(x), 0)), [ge(f(x), 0)]), (ge(Integer(-1), 0), []),
    (ge(f(x), 0), [ge(g(x), 0)]),
    # equal after reduction, but not defined under what is known
    (ge((x**2 - 1) / (x - 1), y), [ge(x + 1, y)]), (ge(1 / (1 / x + 1 / y), z), [ge(x * y / (x + y), z)]),
    (gt(1 / x**2, 0), []), (ge(sqrt(x), 0), []),
]  # fmt: skip


@pytest.mark.parametrize(("formula", "known"), FOLLOWS, ids=str)
def test_it_follows(formula, known):
    assert follows(formula, known)


@pytest.mark.parametrize(("formula", "known"), DOES_NOT, ids=str)
def test_it_does_not_follow(formula, known):
    assert not follows(formula, known)


def test_it_follows_once_it_is_defined():
    assert follows(ge((x**2 - 1) / (x - 1), y), [ge(x + 1, y), ne(x - 1, 0)])
    assert follows(gt(1 / x**2, 0), [ne(x, 0)])
    assert follows(ge(sqrt(x), 0), [ge(x, 0)])
