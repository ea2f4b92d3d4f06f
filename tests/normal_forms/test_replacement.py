"""Values in the place of variables: what is refused, and what is remembered when sympy simplifies."""

import pytest
from sympy import Abs, Integer, KroneckerDelta, Lambda, Rational, Sum, exp, log, sqrt

from verify.language.terms import (
    EUCLIDEAN,
    Constant,
    IllFormed,
    Inner,
    Tangent,
    Vec,
    VecHead,
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
    nonnegative,
    norm,
    partial,
    point,
    points,
    positive,
    real,
    vector,
    vectors,
)
from verify.normal_forms.facts import Facts
from verify.normal_forms.replacement import as_term, replaced, variable

x, y, z = real("x y z")
c, r = positive("c"), nonnegative("r")
i, j, n = integer("i j n")
u, v, w = vectors("u v w")
A, B = point("A"), point("B")
f, g, h = function("f"), function("g"), partial("h")
p, q = family("p", positive=True), family("q")
P, Q, V = field("P"), field("Q"), points("V")
t = vector("t", Tangent(A))


def put(formula, values, known=(), **options):
    made, needed = replaced([formula], {variable(k): as_term(value) for k, value in values.items()}, known, **options)
    return made[0], set(needed)


# --- variables --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("term", "head"),
    [(x, x), (u, VecHead("u")), (f, f.head), (A, A.args[0]), (f.head, f.head), (V, V.head), (i, i)],
    ids=str,
)
def test_a_variable_is_named_by_itself(term, head):
    assert variable(term) == head


@pytest.mark.parametrize(
    "term",
    [
        x + 1,
        3,
        f(x),
        V(i),
        Vec(VecHead("u"), EUCLIDEAN, x),
        Constant("Log"),
        Vec(Constant("Log")),
        Inner(u, v),
        "x",
        None,
    ],
    ids=str,
)
def test_anything_else_is_no_variable(term):
    with pytest.raises(IllFormed, match="is not a variable"):
        variable(term)


def test_numbers_and_functions_stand_for_terms():
    assert as_term(3) == Integer(3)
    assert as_term(f) == f.head
    assert as_term(x) == x


# --- what is refused --------------------------------------------------------------------------------------------------

REFUSED = [
    (ge(c, 0), {c: -1}, "declared positive"), (ge(c, 0), {c: 0}, "declared positive"),
    (ge(c, 0), {c: x}, "declared positive"), (ge(c, 0), {c: r}, "declared positive"),
    (ge(c, 0), {c: c - 1}, "declared positive"),
    (ge(r, 0), {r: -1}, "declared nonnegative"), (ge(r, 0), {r: x}, "declared nonnegative"),
    (ge(r, 0), {r: log(c)}, "declared nonnegative"),
    (ge(i, 0), {i: Rational(1, 2)}, "declared an integer"), (ge(i, 0), {i: x}, "declared an integer"),
    (ge(i, 0), {i: n / 2}, "declared an integer"), (ge(i, 0), {i: sqrt(2)}, "declared an integer"),
    (ge(p(i), 0), {p: Lambda(j, j)}, "declared positive"), (ge(p(i), 0), {p: Lambda(j, -1)}, "declared positive"),
    (ge(p(i), 0), {p: q}, "declared positive"), (ge(p(i), 0), {p: Lambda(j, q(j) ** 2)}, "declared positive"),
    (ge(x, 0), {x: u}, "of another sort"), (ge(x, 0), {x: A}, "of another sort"), (eq(u, v), {u: x}, "of another sort"),
    (eq(u, v), {u: A}, "of another sort"), (eq(A, B), {A: x}, "of another sort"), (eq(A, B), {A: u}, "of another sort"),
    (eq(A, B), {A: 0}, "of another sort"),
    (eq(u, v), {u: t}, "of another sort"), (eq(t, 2 * t), {t: u}, "of another sort"),
    (eq(t, 2 * t), {t: vector("s", Tangent(B))}, "of another sort"),
    (ge(f(x), 0), {f: Lambda(z, u)}, "of another sort"),
    (ge(norm(u), 0), {u: 3}, "of another sort"), (ge(f(x), 0), {f: h}, "is not a term"),
    (ge(h(x), 0), {h: f}, "is not a term"),
]  # fmt: skip


@pytest.mark.parametrize(("formula", "values", "words"), REFUSED, ids=str)
def test_it_is_refused(formula, values, words):
    with pytest.raises(IllFormed, match=words):
        put(formula, values)


ALLOWED = [
    (ge(c, 0), {c: 2}, ge(Integer(2), 0)), (ge(c, 0), {c: exp(x)}, ge(exp(x), 0)), (ge(c, 0), {c: c + r}, ge(c + r, 0)),
    (ge(r, 0), {r: x**2}, ge(x**2, 0)), (ge(r, 0), {r: Abs(y)}, ge(Abs(y), 0)),
    (ge(i, 0), {i: 2 * n - 1}, ge(2 * n - 1, 0)),
    (ge(p(i), 0), {p: Lambda(j, exp(j))}, ge(exp(i), 0)), (ge(q(i), 0), {q: p}, ge(p(i), 0)),
    (ge(x, 0), {x: 0}, ge(0, 0)), (eq(u, v), {u: 2 * v + w}, eq(2 * v + w, v)), (eq(u, v), {u: 0}, eq(0, v)),
    (eq(A, B), {A: V(i)}, eq(V(i), B)),
    (eq(t, 0), {t: vector("s", Tangent(A))}, eq(vector("s", Tangent(A)), 0)), (ge(P(u), 0), {P: Q}, ge(Q(u), 0)),
    (ge(f(x), y), {x: y, y: x}, ge(f(y), x)),
    (eq(t, 2 * t), {A: B}, eq(vector("t", Tangent(B)), 2 * vector("t", Tangent(B)))),
]  # fmt: skip


@pytest.mark.parametrize(("formula", "values", "result"), ALLOWED, ids=str)
def test_it_is_allowed(formula, values, result):
    made, needed = put(formula, values)
    assert made == result
    assert not [condition for condition in needed if not Facts().holds(condition)]


def test_what_is_known_settles_a_sign():
    assert put(ge(c, 0), {c: x}, [gt(x, 0)])[0] == ge(x, 0)
    with pytest.raises(IllFormed):
        put(ge(c, 0), {c: x}, [ge(x, 0)])


def test_the_hypotheses_that_are_made_settle_a_sign_and_the_conclusion_does_not():
    made, _ = replaced([gt(y, 0), ge(c, 0)], {c: x, y: x}, [])
    assert made == [gt(x, 0), ge(x, 0)]
    with pytest.raises(IllFormed):
        replaced([gt(c, 0)], {c: x}, [])


def test_a_fact_about_the_argument_of_a_lambda_settles_nothing():
    with pytest.raises(IllFormed):
        put(ge(p(i), 0), {p: Lambda(j, j)}, [gt(j, 0)])


def test_a_family_of_tangent_vectors_at_a_moving_point_is_refused():
    moving = Vec(VecHead("m"), Tangent(A), i)
    with pytest.raises(IllFormed, match=r"cannot be replaced|of another sort"):
        put(ge(Inner(moving, moving), 0), {VecHead("m"): Lambda(j, t), A: B})


# --- what is remembered -----------------------------------------------------------------------------------------------

REMEMBERED = [
    (eq(x / y, z), {x: y}, {ne(y, 0)}), (eq(x / y, z), {y: x}, {ne(x, 0)}),
    (ge(x - y, 0), {x: 1 / z, y: 1 / z}, {ne(z, 0)}), (eq(f(x), z), {f: Lambda(y, y / y**2)}, {ne(x, 0)}),
    (eq(f(x) - f(x), z), {f: Lambda(y, log(y))}, set()),
    (ge(f(x) * z, 0), {f: Lambda(y, 1 / y), z: x}, {ne(x, 0)}), (ge(log(x), y), {x: exp(z)}, set()),
    (ge(exp(x), y), {x: log(z)}, {gt(z, 0)}), (ge(x**2, 0), {x: sqrt(z)}, {ge(z, 0)}),
    (ge(y * x, 0), {y: 0, x: 1 / z}, {ne(z, 0)}),
    (ge(h(x), 0), {h: Lambda(y, log(y))}, {gt(x, 0)}), (ge(x, 0), {x: h(y)}, {in_domain(h, y)}),
    (eq(f(y) * x, 0), {x: 0, f: Lambda(z, 1 / z)}, {ne(y, 0)}),
]  # fmt: skip


@pytest.mark.parametrize(("formula", "values", "conditions"), REMEMBERED, ids=str)
def test_conditions_are_remembered_when_sympy_simplifies(formula, values, conditions):
    _, needed = put(formula, values)
    assert {condition for condition in needed if not Facts().holds(condition)} == conditions


def test_a_condition_under_a_sum_is_remembered_for_all_indices():
    _, needed = put(ge(Sum(q(i) * x, (i, 1, n)), 0), {q: Lambda(j, 1 / j), x: 0})
    assert any(str(condition).startswith("for all i") and "≠ 0" in str(condition) for condition in needed)


def test_a_delta_that_is_decided_leaves_no_condition():
    made, needed = put(eq(KroneckerDelta(i, j), 0), {i: 1, j: 2})
    assert made == eq(0, 0)
    assert not needed


def test_a_schema_is_filled_under_its_binder():
    made, needed = put(forall(z, ge(f(z), y)), {y: z, f: Lambda(x, x**2)})
    (bound,) = made.variables
    assert bound != z
    assert made == forall(bound, ge(bound**2, z))
    assert not needed
    _, needed = put(forall(z, ge(f(z), y)), {f: Lambda(x, 1 / x)})
    assert any("for all" in str(condition) for condition in needed)
