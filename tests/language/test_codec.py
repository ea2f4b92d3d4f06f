"""Terms as JSON: what is written is read back as the same term, and nothing else is read."""

import json

import pytest
import sympy
from sympy import (
    Abs,
    Dummy,
    Float,
    Integer,
    Integral,
    KroneckerDelta,
    Lambda,
    Max,
    Min,
    Rational,
    Sum,
    Symbol,
    Tuple,
    acos,
    asin,
    atan,
    cos,
    cosh,
    exp,
    log,
    pi,
    sin,
    sinc,
    sinh,
    sqrt,
    tan,
    tanh,
)

from verify.language.codec import Encoder, Unreadable, decode
from verify.language.terms import (
    Constant,
    Counterexample,
    Deriv,
    Hessian,
    Inner,
    Predicate,
    Tangent,
    Vec,
    alpha,
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

x, y = real("x y")
q, r = positive("q"), nonnegative("r")
i, j, n = integer("i j n")
u, v = vectors("u v")
f, h, p, P = function("f"), partial("h"), family("p", positive=True), field("P")
V, A = points("V"), point("A")
a = vector("a", Tangent(A))

TERMS = [
    Integer(0), Integer(-7), Integer(10**40), Rational(1, 3), Rational(-22, 7), pi, sympy.E, x, q, r, i,
    Symbol("plain"),
    x + 2 * y - Rational(1, 2), x * y / q, x**2, sqrt(q), x**y, x**-3, 2**x, exp(x), exp(-(x**2)), log(q), sin(x),
    cos(x), tan(x),
    sinh(x), cosh(x), tanh(x), acos(x), asin(x), atan(x), sinc(x), Abs(x), Max(x, y, 1), Min(x, y),
    Sum(p(i), (i, 1, n)),
    Sum(i * j, (i, 1, j), (j, 1, n)), Integral(f(x), (x, 0, y)), KroneckerDelta(i, j), Tuple(x, y), Lambda(x, x + y),
    Lambda((x, y), x * y), f(x), f.prime(x), f.prime(x, 3), h(x), p(i + 1), u, 2 * u - x * v, a,
    vector("b", Tangent(V(i))),
    Vec(Constant("Log"), Tangent(A), A, V(j)), A, V(i), Inner(u, v), norm(u), P(u), P.gradient(u),
    Hessian(P.head, u, v),
    Deriv(f(x * y), x, 0), Tangent(A),
]  # fmt: skip
FORMULAS = [
    eq(x, y), ne(x, 0), ge(x, y), gt(q, 0), eq(A, V(1)), forall([x, u, f, A], gt(f(x) * Inner(u, u), y), [ge(x, 0)]),
    Predicate("is convex", P.head), Predicate("holds"), in_domain(h, x), forall(x, forall(y, ge(x, y))),
]  # fmt: skip


def through_json(term):
    return decode(json.loads(json.dumps(Encoder()(term))))


@pytest.mark.parametrize("term", [*TERMS, *FORMULAS], ids=str)
def test_what_is_written_is_read_back(term):
    again = through_json(term)
    assert again == term
    assert type(again) is type(term)
    assert Encoder()(again) == Encoder()(term)


@pytest.mark.parametrize(
    "symbol", [x, q, r, i, f.head, h.head, p.head, P.head, V.head, Constant("Log"), Symbol("plain")]
)
def test_symbols_keep_what_was_declared(symbol):
    again = through_json(symbol)
    assert type(again) is type(symbol)
    assert again._assumptions_orig == symbol._assumptions_orig


def test_dummies_come_back_as_symbols_that_stay_apart():
    one, other = Dummy("t", real=True), Dummy("t", real=True)
    again = through_json(one - other + x)
    assert again != x
    assert len(again.free_symbols) == 3
    assert not again.atoms(Dummy)


def test_bound_dummies_mean_the_same():
    t = Dummy("t", integer=True)
    assert alpha(through_json(Sum(p(t), (t, 1, n)))) == alpha(Sum(p(i), (i, 1, n)))


def test_one_encoder_gives_one_name_to_one_dummy():
    t = Dummy("t", real=True)
    write = Encoder()
    assert write(t) == write(t)
    assert write(t) != write(Dummy("t", real=True))


def test_nothing_is_evaluated_that_was_not_before():
    relation = eq(x + x, 2 * x)
    assert through_json(relation) == relation
    assert through_json(ge(3, 1)).lhs == 3


UNWRITABLE = [
    Float(0.5), sympy.I, sympy.oo, sympy.nan, sympy.zoo, sympy.gamma(x), sympy.Piecewise((x, x > 0), (0, True)), x > 0,
    sympy.true,
    sympy.EulerGamma, sympy.Function("k")(x), x + Float(1.5), Sum(1 / Float(3) * i, (i, 1, n)), sympy.floor(x),
    Counterexample(Tuple(), eq(x, y), Tuple(), Tuple()),
]  # fmt: skip


@pytest.mark.parametrize("term", UNWRITABLE, ids=str)
def test_what_is_no_part_of_the_language_is_not_written(term):
    with pytest.raises(Unreadable, match="cannot be written"):
        Encoder()(term)


@pytest.mark.parametrize("thing", [None, "x", 1.5, [x], object()])
def test_what_is_no_term_is_not_written(thing):
    with pytest.raises(Unreadable):
        Encoder()(thing)


MALFORMED = [
    None, True, False, 0.5, "x", [1], [1, 2, 3], [1, 0], [1.5, 2], ["1", "2"], [], {}, {"Add": [1], "Mul": [2]},
    {"gamma": [1]},
    {"Float": [1]}, {"eval": ["1"]}, {"Symbol": ["x"]}, {"name": "x"}, {"name": "x", "kind": "Dummy"},
    {"name": "x", "kind": "Wild", "is": {}}, {"add": [1, 2]}, {"Add": [1, "x"]}, {"Add": [1, None]},
    {"Counterexample": []},
    {"sin": [0.5]}, {"Relation": ["≥", 1, 2]},
]  # fmt: skip


@pytest.mark.parametrize("data", MALFORMED, ids=str)
def test_malformed_data_is_refused(data):
    with pytest.raises(Unreadable):
        decode(data)


WRONG = [
    {"constant": "i"}, {"name": 5, "kind": "Symbol"}, {"Add": 3},
    {"Fun": [{"name": "x", "kind": "Symbol"}, 0]}, {"Fun": []}, {"Relation": [{"text": "<"}, 1, 2]}, {"sin": [1, 2]},
    {"name": "x", "kind": ["Symbol"]},
]  # fmt: skip


@pytest.mark.parametrize("data", WRONG, ids=str)
def test_wrong_arguments_are_refused_in_some_way(data):
    with pytest.raises((Unreadable, ValueError, TypeError, KeyError, AttributeError)):
        decode(data)
