"""Vectors in any dimension: what follows from bilinearity, and what does not."""

import pytest
from sympy import Rational, Sum, sqrt

from verify.claims.concrete import value
from verify.language.terms import (
    EUCLIDEAN,
    Hessian,
    IllFormed,
    Inner,
    Tangent,
    Vec,
    VecHead,
    eq,
    field,
    forall,
    ge,
    integer,
    norm,
    point,
    points,
    real,
    vector,
    vectors,
)
from verify.normal_forms.crosscheck import crosscheck
from verify.normal_forms.normalizer import Normalizer, is_zero

a, b, c = real("a b c")
i, n = integer("i n")
u, v, w, x = vectors("u v w x")
P, Q = field("P"), field("Q")
A, B = point("A"), point("B")
V = points("V")
s, t = vector("s", Tangent(A)), vector("t", Tangent(A))


def member(k):
    return Vec(VecHead("y"), EUCLIDEAN, k)


def added(term):
    return Sum(term, (i, 1, n))


TRUE = [
    (Inner(u + v, u + v) + Inner(u - v, u - v), 2 * Inner(u, u) + 2 * Inner(v, v)),
    (Inner(u + v, u - v), norm(u) ** 2 - norm(v) ** 2),
    (Inner(u, v), (Inner(u + v, u + v) - Inner(u - v, u - v)) / 4),
    (Inner(a * u + b * v, w), a * Inner(u, w) + b * Inner(v, w)),
    (Inner(u - v, u - v), Inner(u - w, u - w) + Inner(w - v, w - v) + 2 * Inner(u - w, w - v)), (norm(-u), norm(u)),
    (norm(3 * u), 3 * norm(u)),
    (norm(u - v), norm(v - u)), (norm(u) ** 2, Inner(u, u)), (Inner(u, v) - Inner(v, u), 0),
    (Inner(s + t, s), Inner(s, s) + Inner(t, s)), (norm(a * u), abs(a) * norm(u)),
    (Inner(u - Inner(u, v) / Inner(v, v) * v, v), 0),
    (Inner(P.gradient(u), v + w), Inner(P.gradient(u), v) + Inner(P.gradient(u), w)),
    (Inner(Hessian(P.head, x, u), v), Inner(u, Hessian(P.head, x, v))),
    (Inner(Hessian(P.head, x, u + a * v), w), Inner(Hessian(P.head, x, u), w) + a * Inner(v, Hessian(P.head, x, w))),
    (Inner(Hessian(P.head, u + v, w), x), Inner(w, Hessian(P.head, v + u, x))), (P(u + v), P(v + u)),
    (P((a + b) * u), P(a * u + b * u)), (Inner(member(i + 1), u), Inner(u, member(1 + i))),
]  # fmt: skip
OF_SUMS = [
    (Inner(added(member(i)), u), added(Inner(member(i), u))), (Inner(added(i * u), v), Inner(u, v) * added(i)),
    (Inner(added(member(i)), added(member(i))), added(Inner(member(i), added(member(i))))),
    (added(Inner(member(i) - u, member(i))), added(Inner(member(i), member(i))) - Inner(added(member(i)), u)),
]  # fmt: skip
EQUAL_VECTORS = [
    ((a + b) * u, a * u + b * u), (a * (u + v), a * v + a * u), (u + v - u, v), (u / 2 + u / 2, u),
    (sqrt(a) ** 2 * u, a * u), (P.gradient(u + v), P.gradient(v + u)),
    (Hessian(P.head, u, v + w), Hessian(P.head, u, v) + Hessian(P.head, u, w)),
    (Hessian(P.head, u, 2 * v), 2 * Hessian(P.head, u, v)), (member(2 * i - i), member(i)),
    (a**2 * s - b**2 * s, (a - b) * (a + b) * s), (added(2 * member(i) / n), 2 * added(member(i)) / n),
    (added(member(i) + a * u), added(member(i)) + added(a) * u),
]  # fmt: skip
NOT = [
    (Inner(u, v), Inner(u, w)), (Inner(u + v, u + v), Inner(u, u) + Inner(v, v)), (norm(u + v), norm(u) + norm(v)),
    (norm(a * u), a * norm(u)), (Inner(u, v) ** 2, Inner(u, u) * Inner(v, v)),
    (Inner(P.gradient(u), v), Inner(P.gradient(v), u)), (P(u), P(v)), (P(u), Q(u)),
    (Inner(Hessian(P.head, x, u), v), Inner(Hessian(P.head, u, x), v)),
    (Inner(Hessian(P.head, x, u), v), Inner(Hessian(Q.head, x, v), u)), (Inner(member(i), u), Inner(member(i + 1), u)),
    (P(u + v), P(u) + P(v)), (P(2 * u), 2 * P(u)),
    (Inner(P.gradient(u + v), w), Inner(P.gradient(u), w) + Inner(P.gradient(v), w)), (norm(u), Inner(u, u)),
    (Inner(added(member(i)), added(member(i))), added(Inner(member(i), member(i)))),
    (added(i * Inner(member(i), u)), n * Inner(added(member(i)), u)),
]  # fmt: skip


@pytest.mark.parametrize(("left", "right"), TRUE, ids=str)
def test_it_follows_from_bilinearity(left, right):
    assert is_zero(left - right)


@pytest.mark.parametrize(("left", "right"), OF_SUMS, ids=str)
def test_an_inner_product_with_a_sum_is_the_sum_of_inner_products(left, right):
    assert is_zero(left - right)
    assert not is_zero(left - 2 * right)


@pytest.mark.parametrize(("left", "right"), EQUAL_VECTORS, ids=str)
def test_vectors_agree_by_linearity(left, right):
    assert is_zero(left - right)
    assert not is_zero(left - 2 * right)


@pytest.mark.parametrize(("left", "right"), NOT, ids=str)
def test_it_does_not_follow(left, right):
    assert not is_zero(left - right)


def test_different_vectors_are_not_equal():
    assert not is_zero(u - v)
    assert not is_zero(member(i) - member(1))
    assert not is_zero(P.gradient(u) - P.gradient(v))


CONCRETE = [e for e in TRUE if not e[0].has(P.head) and not e[0].atoms(Tangent) and not e[0].has(VecHead("y"))]


@pytest.mark.parametrize("dimension", [1, 2, 3])
def test_true_ones_hold_for_concrete_vectors(dimension):
    at = {u: [1, -2, 5], v: [3, 0.5, -1], w: [-1, 4, 2]}
    at = {k: vec[:dimension] for k, vec in at.items()} | {a: -1.5, b: 2}
    for left, right in CONCRETE:
        assert abs(value(left - right, at)) < 1e-50


@pytest.mark.parametrize("dimension", [2, 3])
def test_false_ones_fail_for_concrete_vectors(dimension):
    at = {u: [1, -2, 5], v: [3, 0.5, -1], w: [-1, 4, 2]}
    at = {k: vec[:dimension] for k, vec in at.items()} | {a: -1.5}
    for left, right in NOT[:5]:
        assert abs(value(left - right, at)) > 1e-9


@pytest.mark.parametrize(
    "term",
    [s + u, Inner(s, u), s - vector("s", Tangent(B)), Inner(vector("q", Tangent(V(i))), s), u + 1, Inner(a, b), u * v],
    ids=str,
)
def test_spaces_do_not_mix(term):
    with pytest.raises(IllFormed):
        is_zero(term)


def test_tangent_spaces_at_equal_points_are_the_same_space():
    one, other = vector("q", Tangent(V(i + 1))), vector("q", Tangent(V(1 + i)))
    assert is_zero(one - other)


def test_points_are_written_canonically():
    assert Normalizer().canonical(V((a + b) ** 2)) == Normalizer().canonical(V(a**2 + 2 * a * b + b**2))
    assert Normalizer().canonical(V(a)) != Normalizer().canonical(V(b))
    assert Normalizer(equations=[eq(A, B)]).canonical(A) == B


USING = [
    (Inner(u, u) - 1, [eq(Inner(u, u), 1)]),
    (Inner(u + v, u + v) - 2 - 2 * a, [eq(Inner(u, u), 1), eq(Inner(v, v), 1), eq(Inner(u, v), a)]),
    (Inner(u, w), [eq(u, v - x), eq(Inner(v, w), Inner(x, w))]), (u - 2 * w, [eq(u, v + w), eq(v, w)]),
    (P(u) - P(v), [eq(u, v)]),
    (2 * u - a * v, [eq(2 * u - a * v, 0)]),
    (Inner(member(i), member(i)) - 1, [forall(n, eq(Inner(member(n), member(n)), 1))]),
    (Inner(P.gradient(u), v) - a, [forall(w, eq(P.gradient(w), w)), eq(Inner(u, v), a)]),
    (norm(u) - 1, [eq(Inner(u, u), 1)]),
]  # fmt: skip


@pytest.mark.parametrize(("term", "using"), USING, ids=str)
def test_it_follows_from_known_products(term, using):
    assert is_zero(term, equations=using)
    assert not is_zero(term)


def test_a_product_of_another_pair_is_not_known():
    assert not is_zero(Inner(u, w) - 1, equations=[eq(Inner(u, v), 1)])
    assert not is_zero(Inner(member(i), member(n)) - 1, equations=[forall(n, eq(Inner(member(n), member(n)), 1))])


def test_a_combination_without_a_plain_atom_is_refused():
    with pytest.raises(IllFormed, match="to be solved for a vector"):
        is_zero(u, equations=[eq(a * u - b * v, 0)])


def test_a_root_of_a_square_of_a_product_is_its_magnitude():
    assert is_zero(sqrt(Inner(u, v) ** 2) - Inner(u, v), [ge(Inner(u, v), 0)])
    assert not is_zero(sqrt(Inner(u, v) ** 2) - Inner(u, v))


@pytest.mark.parametrize(("left", "right"), TRUE, ids=str)
def test_the_zero_test_agrees_with_balls(left, right):
    table = Normalizer()
    assert table.is_zero(left - right)
    assert crosscheck(table, left - right) >= 1


def test_sums_of_products():
    left = Inner(u, v) * Sum(a * Inner(member(i), u + v), (i, 1, n))
    right = a * Inner(u, v) * (Sum(Inner(member(i), u), (i, 1, n)) + Sum(Inner(v, member(i)), (i, 1, n)))
    assert is_zero(left - right)
    assert not is_zero(left - Rational(1, 2) * right)
