"""sympy objects at the core's door: read node by node, or refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import sympy
from sympy import Dummy, Lambda, Pow, Rational, S, Sum, Symbol, acosh, exp, sqrt

from verify.core.nodes import EUCLIDEAN, Refused, node
from verify.core.reading import decode
from verify.core.terms import add, forall, function, mul, number, power, relation, variable
from verify.language import terms
from verify.language.codec import Encoder
from verify.language.terms import (
    Deriv,
    Fun,
    FunHead,
    Gradient,
    Hessian,
    Inner,
    PartialHead,
    Predicate,
    Pt,
    PtHead,
    Tangent,
    Vec,
    VecHead,
    Word,
)  # fmt: skip
from verify.language.translation import translate, untranslate

x, y, z = Symbol("x", real=True), Symbol("y", positive=True), Symbol("z", real=True)
i, j, n = (Symbol(name, integer=True) for name in "ijn")
f, g = FunHead("f", real=True), PartialHead("g", real=True)
v, w = Vec(VecHead("v")), Vec(VecHead("w"))
p = Pt(PtHead("p"))

WRITTEN: list[Any] = [
    x + 2 * y - Rational(3, 2),
    sqrt(x**2 + 1) / y,
    exp(x) * sympy.log(y) * sympy.sinc(x) * sympy.tanh(x),
    sympy.Max(x, 0, y) + sympy.Min(x, 1) + abs(x),
    sympy.pi * sympy.E + exp(1),
    Sum(Fun(f, 0, i, j) * i, (i, 1, j), (j, 1, n)),
    Sum(sympy.KroneckerDelta(i, j), (i, 1, n)),
    sympy.Integral(Fun(f, 0, x), (x, 0, y)),
    Deriv(Fun(f, 0, x) ** 2, x, y),
    Fun(f, 2, x) + Fun(FunHead("k", integer=True), 0, n) + Fun(FunHead("h", real=True, positive=True), 0),
    Inner(v, w) * Inner(Gradient(f, v + 2 * w), Hessian(f, v, w)),
    terms.eq(v, 0),
    terms.ge(x, y),
    terms.ne(x, 0),
    terms.eq(Vec(VecHead("u"), Tangent(p), n), 0),
    Predicate("in the domain of", g, x, v),
    Predicate("is the isometry", Lambda((x, z), x + z), sympy.Tuple(x, 1), p),
    terms.forall([i, f, VecHead("v")], terms.gt(Fun(f, 0, i), Inner(v, w)), [terms.ge(i, 1)]),
]


@pytest.mark.parametrize("term", WRITTEN, ids=str)
def test_it_is_what_the_file_format_says(term: Any) -> None:
    found = translate(term)
    assert found is decode(Encoder()(term))
    assert translate(term) is found
    assert not found.open


def test_what_the_files_do_not_know() -> None:
    assert translate(acosh(x)) is node("acosh", variable("x"))
    # neither an exponential nor taken for one
    assert translate(Pow(sympy.E, x, evaluate=False)) is power(node("e"), variable("x"))
    assert translate(S(0)) is number(0)


def test_declarations_decide_and_not_what_sympy_takes_for_equal() -> None:
    plain, odd = Symbol("x", positive=True), Symbol("x", extended_positive=True, finite=True)
    assert plain == odd
    assert translate(plain) is variable("x", "real", "positive")
    with pytest.raises(Refused):
        translate(odd)
    assert translate(plain + 1) is add(variable("x", "real", "positive"), number(1)) or translate(1 + plain)
    with pytest.raises(Refused):
        translate(odd * 3)


@pytest.mark.parametrize(
    "term",
    [
        Symbol("x"), Symbol("x", complex=True), Symbol("x", real=False), Symbol("x", even=True),
        Symbol("x", negative=True),
        Symbol("x", real=True, nonzero=True), Symbol("x", positive=True, nonnegative=True), Symbol("!x", real=True),
        Symbol("x⋄0", real=True), Symbol("x", commutative=False), sympy.Wild("x"), PartialHead("g", integer=True),
        VecHead("v", real=True), S(1.5), sympy.I, sympy.oo, sympy.nan, sympy.zoo, S.true, sympy.EulerGamma,
        sympy.gamma(x), sympy.sec(x), sympy.cot(x), sympy.sign(x), sympy.floor(x),
        sympy.Piecewise((x, x > 0), (0, True)),
        sympy.Derivative(sympy.Function("f")(x), x), sympy.Function("f")(x), x > 0, sympy.Eq(x, y),
        sympy.Product(i, (i, 1, n)),
        Sum(x, (x, 1, n)), Sum(i, (i, 1, x)), Fun(f, 0, sympy.Float(1)), Word("x"), sympy.Integral(x, x),
        sympy.Integral(x, (x, 0)), Inner(v, x), v + 1, v * w, 3, None, "x", Symbol, [x], sympy.Matrix([1]),
        Predicate(Word("a"), x > 0), Deriv(i**2, i, 1), sympy.re(Symbol("z")),
    ],
    ids=repr,
)  # fmt: skip
def test_the_rest_is_refused(term: Any) -> None:
    with pytest.raises(Refused):
        translate(term)


def test_dummies() -> None:
    a, b = Dummy("x", real=True), Dummy("x", real=True)
    both = translate(a + 2 * b)
    assert len(both.free) == 2
    # a hypothesis and a conclusion speak of the same variable
    assert translate(a) in both.free
    assert translate(Lambda((a, b), a - b)) is translate(Lambda((b, a), b - a))
    assert translate(Sum(a * n, (n, 1, 3))) is not translate(Sum(b * n, (n, 1, 3)))


def test_arguments_of_functions_may_be_undeclared() -> None:
    t = Symbol("t")
    assert translate(Lambda(t, 2 * t)) is function([variable("t")], mul(number(2), variable("t")))
    with pytest.raises(Refused):
        translate(Lambda(t, 2 * t * Symbol("s")))
    with pytest.raises(Refused):
        translate(t)


def test_the_way_back() -> None:
    for term in WRITTEN:
        found = translate(term)
        assert translate(untranslate(found)) is found or found.kind not in ("relation", "forall")
    up = relation("≤", variable("x"), number(1))
    assert translate(untranslate(up)) is relation("≥", number(1), variable("x"))
    z = variable("z", "integer", "positive")
    said = forall([z], [], relation(">", mul(number(Fraction(1, 2)), z)))
    assert translate(untranslate(said)) is said
    assert translate(untranslate(EUCLIDEAN)) is EUCLIDEAN
