"""Formulas as people write them: what the text says is read, and nothing is simplified."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any

import pytest

from verify.core.grammar import MOST_TEXT, read_relations, read_term
from verify.core.nodes import Refused, Term, node
from verify.core.terms import MINUS_ONE, ZERO, add, mul, number, power, relation, variable

x, y, a, c = map(variable, ("x", "y", "a", "c"))
two, three, half = number(2), number(3), number(Fraction(1, 2))


def less(u: Term) -> Term:
    return mul(MINUS_ONE, u)


TERMS: list[tuple[str, Term]] = [
    ("x", x),
    ("x - x", add(x, less(x))),
    ("x*y/x", mul(x, y, power(x, MINUS_ONE))),
    ("x - y - 2", add(x, less(y), number(-2))),
    ("-x^2", less(power(x, two))),
    ("(-x)^2", power(less(x), two)),
    ("-2^2", less(power(two, two))),
    ("(-2)^2", power(number(-2), two)),
    ("2^-1", power(two, MINUS_ONE)),
    ("x^2^3", power(x, power(two, three))),
    ("x**y", power(x, y)),
    ("x^(1/2)", power(x, half)),
    ("1/2*x", mul(number(1), half, x)),
    ("x/2", mul(x, half)),
    ("x/0", mul(x, power(ZERO, MINUS_ONE))),
    ("3/4 - 1", number(Fraction(-1, 4))),
    ("1.5e-1", number(Fraction(3, 20))),
    (".5", half),
    ("2.", two),
    ("--x", less(less(x))),
    ("+x", x),
    ("x−y·2", add(x, less(mul(y, two)))),
    ("sqrt(x*y^2)", power(mul(x, power(y, two)), half)),
    ("√x", power(x, half)),
    ("√(x+y)", power(add(x, y), half)),
    ("root(x, 4)", power(x, number(Fraction(1, 4)))),
    (
        "cbrt(x)",
        add(
            power(node("max", ZERO, x), number(Fraction(1, 3))),
            less(power(node("max", ZERO, less(x)), number(Fraction(1, 3)))),
        ),
    ),
    ("acos(cos(x))", node("acos", node("cos", x))),
    ("arccos(x)", node("acos", x)),
    ("ln(x)", node("log", x)),
    ("|x - |y||", node("abs", add(x, less(node("abs", y))))),
    ("max(x, y, 1)", node("max", x, y, number(1))),
    ("sec(x)", power(node("cos", x), MINUS_ONE)),
    ("cot(x)", mul(node("cos", x), power(node("sin", x), MINUS_ONE))),
    ("pi + π + E", add(node("pi"), node("pi"), node("e"))),
    ("α_1", variable("α_1")),
    ("sinc(x)*exp(-x)", mul(node("sinc", x), node("exp", less(x)))),
]


@pytest.mark.parametrize(("text", "term"), TERMS, ids=[t for t, _ in TERMS])
def test_terms(text: str, term: Term) -> None:
    assert read_term(text) is term


def test_chains_and_conjunctions() -> None:
    pi = node("pi")
    assert read_relations("0 <= a <= c and c < pi") == [
        relation("≤", ZERO, a),
        relation("≤", a, c),
        relation("<", c, pi),
    ]
    assert read_relations("a > 0, c == 1 & x ≥ y && y>=x") == [
        relation(">", a), relation("=", c, number(1)), relation("≥", x, y), relation("≥", y, x),
    ]  # fmt: skip
    assert read_relations("x != 0 < y") == [relation("≠", x), relation("<", ZERO, y)]
    assert read_relations("  ") == []


def test_infinite_bounds() -> None:
    assert read_relations("-oo < x < oo", infinite=True) == [relation("=", x, x)] * 2
    assert read_relations("0 < x < ∞", infinite=True) == [relation("<", ZERO, x), relation("=", x, x)]
    assert read_relations("oo > log(x)", infinite=True) == [relation("=", node("log", x), node("log", x))]
    for text in ("oo < x", "x < -oo", "x = oo", "x != oo", "-oo < oo", "x + oo > 1", "2*oo > x"):
        with pytest.raises(Refused):
            read_relations(text, infinite=True)
    with pytest.raises(Refused):
        read_relations("x < oo")


BAD: list[Any] = [
    "", " ", "2x", "x y", "(x", "x)", "|x", "x +", "* x", "f(x)", "sin", "sin x", "sin(x, y)", "max(x)", "x < y",
    "x $ y", "x'", "x[0]", "x.y", "1e99999999", "1" * 2000, "root(x, 1)", "root(x, y)", "root(x, 1/2)", "x^10001",
    "x^(1/20000)", "oo", "-oo + 1", "(" * 2000, "-" * 2000 + "x", "x" + "²" * 5000, "x²³", "x" + "^x" * 4000,
    "x" * (MOST_TEXT + 1),
    "1e9999*1e9999*1e9999*1e9999", "x\x00", "x; y", "import os", "__import__('os')", "²", "x^", "x,y", None, 3, b"x",
    "sin()", "()", "||", "√", "e^", "١",
]  # fmt: skip


@pytest.mark.parametrize("text", BAD, ids=[repr(t)[:20] for t in BAD])
def test_what_is_no_term(text: Any) -> None:
    start = time.monotonic()
    with pytest.raises(Refused) as refused:
        read_term(text)
    assert str(refused.value).isprintable()
    assert time.monotonic() - start < 1


@pytest.mark.parametrize(
    "text", ["x", "x <", "< x", "x !! 1", "x < y <", "x < y y", "(x < y)", "x < y or y < x", 1, "x =< y"]
)
def test_what_is_no_relation(text: Any) -> None:
    with pytest.raises(Refused):
        read_relations(text)


def test_long_sums_are_read_at_once() -> None:
    start = time.monotonic()
    assert len(read_term("+".join(["x"] * 4000)).args) == 4000
    read_term("+".join(f"1/{7**30 + n}" for n in range(300)))
    assert time.monotonic() - start < 2
