"""One-sided matching: what is found makes the pattern the term."""

import pytest
from sympy import Integer, KroneckerDelta, Sum, sin

from verify.language.terms import (
    EUCLIDEAN,
    Inner,
    Tangent,
    Vec,
    VecHead,
    alpha,
    family,
    field,
    function,
    integer,
    nonnegative,
    partial,
    point,
    points,
    positive,
    real,
    substitute,
    vector,
    vectors,
)
from verify.normal_forms.matching import match

x, y, a, b = real("x y a b")
c, r = positive("c"), nonnegative("r")
i, j, k, n = integer("i j k n")
u, v, w = vectors("u v w")
U, W = VecHead("u"), VecHead("w")
p_ = family("p_", positive=True)
f, g, p, P, V = function("f"), function("g"), family("p"), field("P"), points("V")
A = point("A")
t = vector("t", Tangent(A))


def named(value):
    """The same name in every process: the order in which a set lists its members is not."""
    return "{" + ", ".join(sorted(map(str, value))) + "}" if isinstance(value, set) else str(value)


def member(index):
    return Vec(VecHead("m"), EUCLIDEAN, index)


FOUND = [
    (f(x), f(a + 1), {x}, {x: a + 1}), (f(x), f(Integer(0)), {x}, {x: Integer(0)}), (p(i), p(k + 1), {i}, {i: k + 1}),
    (p(i), p(Integer(3)), {i}, {i: Integer(3)}), (f(f(x)), f(f(b)), {x}, {x: b}), (f(x), f(y), {y}, None),
    (Inner(u, member(i)), Inner(u, member(n)), {i}, {i: n}), (P(u), P(v + 2 * w), {U}, {U: v + 2 * w}),
    (P.gradient(u), P.gradient(v), {U}, {U: v}), (V(i), V(k), {i}, {i: k}),
    (KroneckerDelta(i, k), KroneckerDelta(j, k), {i}, {i: j}),
    (Sum(p(i), (i, 1, n)), Sum(p(j), (j, 1, k)), {n}, {n: k}), (sin(x), sin(y), {x}, {x: y}), (x, y, {x}, {x: y}),
    (f(x), f(x), set(), {}), (f((a + b) * a), f(a**2 + a * b), set(), {}),
]  # fmt: skip


@pytest.mark.parametrize(("pattern", "term", "variables", "binding"), FOUND, ids=named)
def test_a_match(pattern, term, variables, binding):
    assert match(pattern, term, variables) == binding


@pytest.mark.parametrize(("pattern", "term", "variables", "binding"), [e for e in FOUND if e[3]], ids=named)
def test_the_binding_makes_the_pattern_the_term(pattern, term, variables, binding):
    assert alpha(substitute(pattern, binding)) == alpha(term)


NONE = [
    (p_(Integer(1)), f(Integer(1)), {p_.head}), (partial("h")(x), f(x), {partial("h").head}),
    (f(x), g(y), {x}), (f(x), f.prime(y), {x}), (f(f(x)), f(y), {x}), (x + 1, y, {x}), (p(i), p(x), {i}),
    (p(i), p(i / 2), {i}), (f(c), f(y), {c}), (f(c), f(positive("q")), {c}), (f(r), f(y), {r}),
    (P(u), P(t), {U}), (P(u), f(x), {U}), (P(u), P(x), {U}), (V(i), V(x), {i}), (f(x) * f(x + 1), f(a) * f(b), {x}),
    (Inner(u, w), Inner(t, t), {U, W}), (x, u, {x}), (x, A, {x}), (f(x), f(u), {x}), (sin(x), sin(x) + 1, {x}),
]  # fmt: skip


@pytest.mark.parametrize(("pattern", "term", "variables"), NONE, ids=named)
def test_no_match(pattern, term, variables):
    assert match(pattern, term, variables) is None


def test_one_variable_has_one_value():
    h = family("h")
    assert match(h(i, i), h(j, j), {i}) == {i: j}
    assert match(h(i, i), h(j, k), {i}) is None


def test_a_bound_variable_is_not_taken_out_of_its_scope():
    assert match(Sum(p(i) * x, (i, 1, n)), Sum(p(i) * i, (i, 1, n)), {x}) is None
