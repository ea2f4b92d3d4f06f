"""Reading statements in R^n: coordinates for vectors and points, partial derivatives for gradients."""

import pytest
from sympy import Lambda, Rational, Sum, Tuple, sqrt

from verify.author.kernel import KernelError, generalize, identity, witness
from verify.language.terms import (
    EUCLIDEAN,
    Deriv,
    Hessian,
    IllFormed,
    Inner,
    Vec,
    VecHead,
    eq,
    field,
    forall,
    function,
    ge,
    integer,
    le,
    norm,
    point,
    real,
    vectors,
)
from verify.normal_forms.coordinates import read
from verify.normal_forms.ground import decided
from verify.normal_forms.replacement import as_term, replaced, variable

u, v, w = vectors("u v w")
t, k = integer("t k")
x, y, z = real("x y z")
f = field("f")


def member(name, index):
    return Vec(VecHead(name), EUCLIDEAN, index)


def holds(formula, values):
    """Whether the formula holds at the values, coordinate by coordinate."""
    found, _, _, parts = read([formula], {variable(name): as_term(value) for name, value in values.items()})
    made = [replaced([part], found, [])[0][0] for part in parts]
    return [decided(m) for m in made]


P, Q, R = (1, 2), (3, Rational(-1, 2)), (0, 5)


def test_an_inner_product_is_the_sum_of_products():
    assert holds(eq(Inner(u, v), 2), {u: P, v: Q}) == [True]
    assert holds(eq(Inner(u, v), 3), {u: P, v: Q}) == [False]
    assert holds(eq(norm(u), sqrt(5)), {u: P}) == [True]


def test_vectors_are_equal_when_their_coordinates_are():
    assert holds(eq(2 * u + w, v), {u: P, v: (2, 9), w: R}) == [True, True]
    assert holds(eq(2 * u + w, v), {u: P, v: (2, 8), w: R}) == [True, False]
    assert holds(eq(u, 0), {u: (0, 0)}) == [True, True]


def test_a_family_of_vectors_has_families_of_coordinates():
    powers = Lambda(t, Tuple(2**t, t))
    total = Sum(member("x", t), (t, 1, 3))
    assert holds(eq(Inner(total, total), 14**2 + 6**2), {VecHead("x"): powers}) == [True]


def test_a_gradient_has_the_partial_derivatives_as_coordinates():
    square = Lambda((x, y), x**2 * y)
    assert holds(eq(f.gradient(u), v), {f: square, u: P, v: (4, 1)}) == [True, True]
    assert holds(eq(f(u), 2), {f: square, u: P}) == [True]
    assert holds(eq(Hessian(f.head, u, v), w), {f: square, u: P, v: (1, 1), w: (6, 2)}) == [True, True]


def test_the_derivative_of_a_curve_is_taken_in_each_coordinate():
    s = real("s")
    assert holds(eq(Deriv(s**2 * u + s * v, s, 1), w), {u: P, v: Q, w: (5, Rational(7, 2))}) == [True, True]


def test_bound_vectors_become_bound_numbers():
    goal = forall([v], ge(Inner(u + v, u + v), 2 * Inner(u, v)))
    _, _, _, (made,) = read([goal], {u.args[0]: Tuple(1, 2)})
    assert len(made.variables) == 2
    assert all(s.is_real for s in made.variables)


def test_a_point_and_a_line_are_the_case_of_one_dimension():
    A, dist = point("A"), function("dist")
    assert holds(eq(dist(A, A), 0), {A: 3, dist: Lambda((x, y), (x - y) ** 2)}) == [True]


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({u: P, v: (1, 2, 3)}, "one dimension"),
        ({u: P, v: 1}, "must have 2 coordinates"),
    ],
)
def test_values_of_different_dimension_are_refused(values, reason):
    with pytest.raises(IllFormed, match=reason):
        holds(eq(Inner(u, v), 0), values)


def test_a_witness_refutes_in_the_plane_what_holds_on_the_line():
    on_the_line = eq(Inner(u, v) ** 2, Inner(u, u) * Inner(v, v))
    with pytest.raises(KernelError, match="not shown to fail"):
        witness([], on_the_line, {u: 2, v: 3})
    assert "0 = 1 is false" in witness([], on_the_line, {u: (1, 0), v: (0, 1)}).conclusion.lines[-1]


def test_a_witness_must_meet_vector_hypotheses_in_every_coordinate():
    given = [eq(u, v)]
    with pytest.raises(KernelError, match="not shown to meet"):
        witness(given, eq(Inner(u, w), 1), {u: (1, 0), v: (1, 1), w: (0, 0)})
    assert witness(given, eq(Inner(u, w), 1), {u: (1, 0), v: (1, 0), w: (0, 0)})


def test_a_schema_over_vectors_is_met_by_a_theorem_in_coordinates():
    constant = forall([v], eq(f(v), f(u)))
    flat = {f: Lambda((x, y), 7), u: (0, 0), w: (1, 1)}
    a, b = real("a b")
    met = generalize(identity(eq(7 + 0 * a, 7)), [a, b])
    assert witness([constant], le(f(w), 6), flat, discharge=[met])


def test_a_witness_with_floats_is_refused():
    with pytest.raises(KernelError, match=r"the float 0\.5 is no exact number"):
        witness([], eq(Inner(u, u), 1), {u: (0.5, 0.5)})


def test_a_value_that_leaves_a_term_undefined_is_no_counterexample():
    with pytest.raises(KernelError, match="not shown to meet 0 ≠ 0"):
        witness([], eq(Inner(u, v) / Inner(u, u), 1), {u: (0, 0), v: (1, 1)})


def test_definedness_is_asked_before_coordinates_cancel():
    with pytest.raises(KernelError, match="not shown to meet"):
        witness([], eq(Inner(u, v) * Inner(u, w) / (Inner(u, u) * Inner(v, w)), 2), {u: 0, v: 1, w: 1})
