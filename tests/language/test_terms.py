"""The language of statements: substitution without capture, bound names, sorts, and what is refused."""

import pytest
import sympy
from sympy import Eq, Function, Ge, Gt, Integral, KroneckerDelta, Lambda, Le, Lt, Ne, S, Sum, cos, exp, sin, sqrt

from verify.language.terms import (
    EUCLIDEAN,
    Constant,
    Deriv,
    ForAll,
    Fun,
    Hessian,
    IllFormed,
    Inner,
    PartialHead,
    Predicate,
    Pt,
    PtHead,
    Relation,
    Tangent,
    Vec,
    VecHead,
    alpha,
    as_formula,
    difference,
    eq,
    family,
    field,
    forall,
    free_variables,
    fresh,
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
    point,
    points,
    positive,
    real,
    sort_of,
    substitute,
    text,
    vector,
    vectors,
)

x, y, z = real("x y z")
i, j, k, n = integer("i j k n")
u, v, w = vectors("u v w")
f, g = function("f"), function("g")
p = family("p", positive=True)
P = field("P")
V = points("V")
A, B = point("A"), point("B")
SPHERE = Tangent(A)
a_tangent = vector("a", SPHERE)


# --- formulas ---------------------------------------------------------------------------------------------------------

READ = [(Eq(x, y), eq(x, y)), (Ne(x, y), ne(x, y)), (Ge(x, y), ge(x, y)), (Gt(x, y), gt(x, y)), (Le(x, y), ge(y, x)),
        (Lt(x, y), gt(y, x)), (x <= y, le(x, y)), (x < 1, lt(x, 1))]  # fmt: skip


@pytest.mark.parametrize(("printed", "formula"), READ, ids=str)
def test_a_relation_of_sympy_is_read_as_it_stands(printed, formula):
    assert as_formula(printed) == formula


@pytest.mark.parametrize("formula", [eq(x, y), forall(x, ge(x, x)), Predicate("is convex", P.head)], ids=str)
def test_a_formula_is_read_as_itself(formula):
    assert as_formula(formula) is formula


@pytest.mark.parametrize("evaluated", [True, False, Eq(1, 1), Ge(2, 3), positive("q") > 0, Eq(x, x)], ids=str)
def test_a_relation_that_was_evaluated_cannot_be_read(evaluated):
    with pytest.raises(IllFormed, match=r"sympy evaluated it to (True|False) before"):
        as_formula(evaluated)


@pytest.mark.parametrize("other", [x, 1, "x > 0", None, sympy.And(x > 0, y > 0), [eq(x, y)]], ids=str)
def test_anything_else_is_no_statement(other):
    with pytest.raises(IllFormed, match="expected a relation"):
        as_formula(other)


def test_relations_are_never_evaluated():
    assert eq(x, x).args[1:] == (x, x)
    assert ge(3, 1) != ge(2, 0)
    assert difference(gt(3, 1)) == 2


@pytest.mark.parametrize("op", ["<", "==", "", "≤"])
def test_there_are_four_operators(op):
    with pytest.raises(IllFormed, match="the operator must be one of"):
        Relation(op, x, y)


def test_smaller_is_larger_the_other_way_round():
    assert le(x, y) == ge(y, x)
    assert lt(x, y) == gt(y, x)


def test_a_schema_binds_variables_only():
    for bad in (1, x + 1, f(x), Vec(VecHead("u"), EUCLIDEAN, x)):
        with pytest.raises(IllFormed, match="variable"):
            forall(bad, ge(x, 0))
    with pytest.raises(IllFormed, match="not a variable"):
        ForAll([x + 1], [], ge(x, 0))
    with pytest.raises(IllFormed, match="not a formula"):
        ForAll([x], [x > 0], ge(x, 0))


def test_a_schema_hides_its_variables():
    formula = forall([x, u, f, A], ge(x * y * Inner(u, v) * f(x), 0), [eq(A, B), gt(x, z)])
    assert free_variables(formula) == {y, z, VecHead("v"), PtHead("B")}


def test_binders_hide_their_variables():
    assert free_variables(Sum(p(i) * x, (i, 1, n))) == {p.head, x, n}
    assert free_variables(Integral(f(x), (x, 0, y))) == {f.head, y}
    assert free_variables(Deriv(f(x * y), x, x + z)) == {f.head, y, x, z}
    assert free_variables(Lambda(x, x + y)) == {y}


def test_the_default_space_is_no_variable():
    assert free_variables(Inner(u, v)) == {VecHead("u"), VecHead("v")}


# --- terms ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Fun(x, 0, y), "head must be a FunHead"), (lambda: Fun(f.head, -1, x), "order an integer >= 0"),
        (lambda: Fun(f.head, S.Half, x), "order an integer >= 0"), (lambda: Fun(f.head, 1, x, y), "of one variable"),
        (lambda: Fun(f.head, 1), "of one variable"), (lambda: Vec(x), "head must be a VecHead"),
        (lambda: Vec(f.head), "head must be a VecHead"), (lambda: Pt(VecHead("u")), "head must be a PtHead"),
        (lambda: Deriv(f(x), f.head, 0), "must be a scalar symbol"), (lambda: Deriv(f(x), x + 1, 0), "scalar symbol"),
    ],
)  # fmt: skip
def test_an_abstract_term_needs_its_kind_of_head(make, words):
    with pytest.raises(IllFormed, match=words):
        make()


def test_an_inner_product_is_symmetric_and_zero_at_zero():
    assert Inner(u, v) == Inner(v, u)
    assert Inner(u, 0) == Inner(0, v) == 0
    assert norm(u) ** 2 == Inner(u, u)


def test_signs_of_families_hold_for_values_and_not_for_derivatives():
    q = function("q", positive=True)
    assert q(x).is_positive
    assert q.prime(x).is_positive is None
    assert f(x).is_positive is None
    assert family("m", nonnegative=True)(i).is_nonnegative


def test_fresh_variables_are_new_and_of_the_same_kind():
    for variable in (x, positive("q"), nonnegative("q"), i, f.head, VecHead("u"), PtHead("A"), PartialHead("h")):
        made = fresh(variable)
        assert made != variable
        assert fresh(variable) != made
        assert made._assumptions_orig == variable._assumptions_orig
        assert isinstance(made, sympy.Dummy if type(variable) is sympy.Symbol else type(variable))


# --- sorts ------------------------------------------------------------------------------------------------------------

SORTS = [
    (x, "scalar"), (S(0), "zero"), (S(3), "scalar"), (exp(x) * f(y), "scalar"), (u, EUCLIDEAN),
    (2 * u - x * v, EUCLIDEAN),
    (Inner(u, v), "scalar"), (A, "point"), (V(i), "point"), (a_tangent, SPHERE), (P.gradient(u), EUCLIDEAN),
    (Hessian(P.head, u, v), EUCLIDEAN), (P(u), "scalar"), (f(x), "scalar"), (Sum(p(i), (i, 1, n)), "scalar"),
    (Sum(x**i * u, (i, 1, n)), EUCLIDEAN), (Deriv(x * u, x, 0), EUCLIDEAN), (KroneckerDelta(i, j), "scalar"),
    (Function("d")(x), "scalar"), (f(A), "scalar"),
]  # fmt: skip
MIXED = [
    u + x, u + 1, u * v, u**2, exp(u), sqrt(u), u + a_tangent, Inner(u, a_tangent), Inner(x, y), Inner(u, x), A + x,
    A + B,
    2 * A, Inner(A, B), cos(A), Sum(x, (i, 1, n)) + u, Sum(u + x, (i, 1, n)), f.head + 1, VecHead("u") * x, 1 / u,
    Sum(x, (i, 1, P.gradient(u))), Deriv(x, x, u), sympy.Max(x, 1) * u * v,
]  # fmt: skip


@pytest.mark.parametrize(("term", "sort"), SORTS, ids=str)
def test_the_sort_of_a_term(term, sort):
    assert sort_of(term) == sort


@pytest.mark.parametrize("term", MIXED, ids=str)
def test_mixed_sorts_are_refused(term):
    with pytest.raises(IllFormed):
        sort_of(term)


# --- substitution -----------------------------------------------------------------------------------------------------


def means(left, right):
    return alpha(left) == alpha(right)


SUBSTITUTED = [
    (x + y, {x: y}, 2 * y), (x - y, {x: y, y: x}, y - x), (Sum(x * i, (i, 1, n)), {x: i}, Sum(i * j, (j, 1, n))),
    (Sum(x * i, (i, 1, n)), {i: 3}, Sum(x * i, (i, 1, n))), (Sum(x, (i, 1, i)), {i: k}, Sum(x, (j, 1, k))),
    (Sum(i, (i, 1, n)), {n: i}, Sum(j, (j, 1, i))),
    (Sum(i * j, (i, 1, j), (j, 1, n)), {n: i}, Sum(Sum(k * j, (k, 1, j)), (j, 1, i))),
    (Integral(f(x) * y, (x, 0, y)), {y: x}, Integral(f(z) * x, (z, 0, x))),
    (Deriv(x * y, x, x), {y: x}, Deriv(z * x, z, x)), (Deriv(x * y, x, x), {x: 3}, Deriv(x * y, x, 3)),
    (Lambda(x, x * y), {y: x}, Lambda(z, z * x)), (Lambda(x, x * y), {x: 5}, Lambda(x, x * y)),
    (forall(x, ge(x * y, 0), [gt(x, y)]), {y: x}, forall(z, ge(z * x, 0), [gt(z, x)])),
    (forall(u, eq(Inner(u, v), 0)), {VecHead("v"): u}, forall(w, eq(Inner(w, u), 0))),
    (forall(f, eq(f(x), g(x))), {g.head: f.head}, forall(function("h"), eq(function("h")(x), f(x)))),
    (f(x) + f(y), {f.head: Lambda(z, z**2)}, x**2 + y**2), (f(x), {f.head: g.head}, g(x)),
    (f(f(x)), {f.head: Lambda(z, 2 * z + y)}, 2 * (2 * x + y) + y), (f(x), {f.head: Lambda(z, x * z)}, x**2),
    (f(x), {x: f(y)}, f(f(y))), (Sum(p(i), (i, 1, n)), {p.head: Lambda(j, j * k)}, Sum(i * k, (i, 1, n))),
    (Sum(p(i) * j, (j, 1, n)), {p.head: Lambda(k, j + k)}, Sum((j + i) * k, (k, 1, n))),
    (f.prime(x), {f.head: Lambda(z, z * y)}, Deriv(z * y, z, x)),
    (f.prime(x, 2), {f.head: Lambda(z, z * y)}, Deriv(Deriv(z * y, z, w_), w_, x) if (w_ := real("w")) else None),
    (2 * u, {VecHead("u"): v + w}, 2 * (v + w)), (Inner(u, v), {VecHead("u"): 2 * v}, Inner(2 * v, v)),
    (eq(A, V(i)), {PtHead("A"): V(j)}, eq(V(j), V(i))), (V(i), {V.head: Lambda(j, A)}, A),
    (P.gradient(u), {P.head: field("Q").head}, field("Q").gradient(u)),
    (a_tangent, {PtHead("A"): B}, vector("a", Tangent(B))), (x, {y: 3}, x),
]  # fmt: skip


@pytest.mark.parametrize(("term", "mapping", "result"), SUBSTITUTED, ids=str)
def test_substitution_avoids_capture(term, mapping, result):
    assert means(substitute(term, mapping), result)


def test_substitution_is_simultaneous_under_binders():
    made = substitute(Sum(x * y * i, (i, x, y)), {x: i, y: j})
    assert means(made, Sum(i * j * k, (k, i, j)))


@pytest.mark.parametrize(
    ("term", "mapping", "words"),
    [
        (f(x), {f.head: x}, "must be a Lambda"), (f(x), {f.head: Lambda((x, y), x * y)}, "takes 2 arguments, not 1"),
        (P.gradient(u), {P.head: Lambda(x, x**2)}, "replaced by another field only"),
        (Hessian(P.head, u, v), {P.head: Lambda(x, x**2)}, "replaced by another field only"),
    ],
)  # fmt: skip
def test_what_cannot_take_the_place_of_a_function_is_refused(term, mapping, words):
    with pytest.raises(IllFormed, match=words):
        substitute(term, mapping)


def test_a_function_family_or_vector_stands_for_its_head():
    assert means(substitute(f(x) + p(i), {f: Lambda(z, z**2), p: g}), x**2 + g(i))
    assert means(substitute(Inner(u, v), {u: 2 * v}), Inner(2 * v, v))


@pytest.mark.parametrize(
    ("term", "mapping", "words"),
    [
        (f(x), {"f": g}, "f is not a variable: a symbol, vector, point, function or family"),
        (x + y, {x + y: 1}, r"x \+ y is not a variable: a symbol, vector, point, function or family"),
        (p(i), {p: [1, 2]}, r"p is replaced by a term or a Lambda of its arguments, not \[1, 2\]"),
        (x, {x: 0.5}, "x is replaced by a term or a Lambda of its arguments, not 0.5"),
        (x, [(x, 1)], r"needs {variable: value}, not \[\(x, 1\)\]"),
        ([x], {x: 1}, r"needs a term or formula, not \[x\]"),
    ],
)
def test_what_is_no_variable_or_no_term_is_refused(term, mapping, words):
    with pytest.raises(IllFormed, match=words):
        substitute(term, mapping)


# --- bound names ------------------------------------------------------------------------------------------------------

SAME = [
    (Sum(p(i), (i, 1, n)), Sum(p(j), (j, 1, n))),
    (Sum(Sum(i * j, (i, 1, j)), (j, 1, n)), Sum(Sum(j * i, (j, 1, i)), (i, 1, n))),
    (Integral(f(x), (x, 0, y)), Integral(f(z), (z, 0, y))), (Lambda(x, x + y), Lambda(z, z + y)),
    (forall(x, forall(y, ge(x, y))), forall(y, forall(x, ge(y, x)))),
    (forall(u, ge(norm(u), 0)), forall(v, ge(norm(v), 0))),
    (forall(f, eq(f(x), 0)), forall(g, eq(g(x), 0))), (Deriv(f(x), x, y), Deriv(f(z), z, y)),
    (forall(A, eq(f(A), 0)), forall(B, eq(f(B), 0))),
    (Sum(i * j, (i, 1, j), (j, 1, n)), Sum(Sum(i * j, (i, 1, j)), (j, 1, n))),
]  # fmt: skip
DIFFERENT = [
    (Sum(p(i), (i, 1, n)), Sum(p(i), (i, 1, k))), (Lambda(x, x + y), Lambda(y, y + y)),
    (Sum(p(i), (i, 1, n)), Sum(p(k), (i, 1, n))),
    (forall(x, forall(y, ge(x, y))), forall(x, forall(y, ge(y, x)))),
    (forall(x, ge(x, 0)), forall(positive("x"), ge(positive("x"), 0))),
    (forall([x, y], gt(x, y)), forall([y, x], gt(x, y))), (forall(u, ge(norm(u), 0)), forall(x, ge(sqrt(x**2), 0))),
    (forall(f, eq(f(x), 0)), forall(partial("f"), eq(partial("f")(x), 0))), (Deriv(f(x), x, y), Deriv(f(x), x, z)),
    (forall(i, ge(i, 0)), forall(x, ge(x, 0))), (Sum(i * j, (i, 1, n)), Sum(i * j, (j, 1, n))),
]  # fmt: skip


@pytest.mark.parametrize(("left", "right"), SAME, ids=str)
def test_bound_names_do_not_matter(left, right):
    assert alpha(left) == alpha(right)


@pytest.mark.parametrize(("left", "right"), DIFFERENT, ids=str)
def test_everything_else_matters(left, right):
    assert alpha(left) != alpha(right)


@pytest.mark.parametrize("term", [t for pair in SAME for t in pair], ids=str)
def test_renaming_twice_changes_nothing(term):
    assert alpha(alpha(term)) == alpha(term)
    assert free_variables(alpha(term)) == free_variables(term)


# --- in words ---------------------------------------------------------------------------------------------------------

WORDS = [
    (Sum(p(i), (i, 1, n)), "Σ_{i=1..n} (p(i))"), (Inner(u, v), "⟨u, v⟩"), (f.prime(x), "f'(x)"),
    (Sum(p(i), (i, 1, n)) ** 2, "(Σ_{i=1..n} (p(i)))**2"),
    (P.gradient(u), "∇P(u)"),
    (Hessian(P.head, u, v), "D∇P(u)[v]"), (KroneckerDelta(i, j), "δ(i, j)"), (Deriv(f(x), x, 0), "d/dx[f(x)]|x=0"),
    (ge(x, y), "x ≥ y"), (forall(x, gt(x**2, y), [ne(x, 0)]), "for all x with x ≠ 0: x**2 > y"),
    (in_domain(partial("h"), x), "in the domain of(h, x)"), (a_tangent, "a"), (Lambda(x, sin(x)), "(x ↦ sin(x))"),
    (Integral(f(x), (x, 0, 1)), "∫_{0..1} (f(x)) dx"),
]  # fmt: skip


@pytest.mark.parametrize(("term", "words"), WORDS, ids=lambda a: a if isinstance(a, str) else "")
def test_in_words(term, words):
    assert text(term) == words


def test_a_constant_of_the_language_is_a_vector_head():
    assert isinstance(Constant("log map"), VecHead)
