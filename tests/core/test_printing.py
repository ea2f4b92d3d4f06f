"""How terms read: by precedence, with names for what is bound, and nothing that could be taken for something else."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest

from verify.core.grammar import read_term
from verify.core.nodes import EUCLIDEAN, Term, node
from verify.core.printing import MOST_SHOWN, text, theorem_text
from verify.core.terms import add, binding, forall, function, mul, number, power, predicate, relation, variable

x, y, r, n, i = variable("x"), variable("y"), variable("r"), variable("n", "integer"), variable("i", "integer")
f, v = variable("f", "function"), node("vector", variable("v", "vector"), EUCLIDEAN)
tangent = node("tangent", node("point", variable("p", "point")))


def at(index: Term) -> Term:
    return node("apply", f, 0, index)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("x - y", "x - y"),
        ("x - 2*y", "x - 2·y"),
        ("x - (y - 1)", "x - (y - 1)"),
        ("-x + y", "-x + y"),
        ("-(x + y)", "-(x + y)"),
        ("-x^2", "-x^2"),
        ("(-x)^2", "(-x)^2"),
        ("(x^2)^3", "(x^2)^3"),
        ("x^2^3", "x^(2^3)"),
        ("x^(1/3)", "x^(1/3)"),
        ("x^-1", "x^(-1)"),
        ("(x + 1)*y", "(x + 1)·y"),
        ("x/y", "x/y"),
        ("x/(y*x)", "x/(y·x)"),
        ("x*(-3)", "x·(-3)"),
        ("sqrt(x)", "√(x)"),
        ("|sin(x)|", "|sin(x)|"),
        ("max(x, y)*E^pi", "max(x, y)·e^π"),
    ],
)
def test_precedence(written: str, shown: str) -> None:
    assert text(read_term(written)) == shown


def test_bound_variables_get_names_that_are_not_taken() -> None:
    total = binding("sum", i, at(i), number(1), n)
    assert text(total) == "Σ_{i=1..n} (f(i))" or text(total) == "Σ_{i=1..n} f(i)"
    beside = binding("sum", i, mul(at(i), i), number(1), variable("i", "integer"))
    assert text(beside) == "Σ_{j=1..i} (f(j)·j)"
    nested = binding("sum", i, binding("sum", n, mul(i, n), number(1), i), number(1), number(3))
    assert text(nested) == "Σ_{i=1..3} (Σ_{j=1..i} (i·j))"
    assert text(binding("integral", r, power(r, number(2)), number(0), x)) == "∫_{0..x} (r^2) dr"
    assert text(binding("derivative", r, mul(r, x), number(Fraction(1, 2)))) == "d/dr[r·x]|r=(1/2)"
    assert text(function([x, y], add(x, y))) == "(r, s ↦ r + s)"


def test_formulas() -> None:
    positive = variable("u", "real", "positive")
    said = forall([n, positive], [relation("≥", n, number(1))], relation(">", mul(n, positive)))
    assert text(said) == "(∀ i integer, r positive real with i ≥ 1: i·r > 0)"
    assert text(predicate("is even", function([x], node("apply", f, 0, x)), x)) == '"is even"((r ↦ f(r)), x)'
    assert theorem_text([relation(">", x), relation("≤", y, x)], relation("≠", x)) == "x > 0, y ≤ x ⊢ x ≠ 0"
    assert theorem_text([], relation("=", x, x)) == "⊢ x = x"


def test_abstract_terms() -> None:
    assert text(node("apply", f, 2, x)) == "f''(x)"
    assert text(node("gradient", f, v)) == "∇f(v)"
    assert text(node("hessian", f, v, add(v, v))) == "D∇f(v)[v + v]"
    assert text(node("inner", v, mul(number(2), v))) == "⟨v, 2·v⟩"
    assert text(node("vector", variable("w", "vector"), tangent, n)) == "w∈T(p)(n)"


def test_variables_of_one_name_are_told_apart() -> None:
    assert text(add(x, variable("x", "real", "positive"))) in (
        "x⟨real⟩ + x⟨positive real⟩", "x⟨positive real⟩ + x⟨real⟩",
    )  # fmt: skip
    assert text(add(variable("e"), node("e"))) == "e⟨real⟩ + e"


def test_what_is_too_long_is_cut_off_at_once() -> None:
    start = time.monotonic()
    term: Term = x
    for _ in range(100):  # written out it has 2¹⁰⁰ letters
        term = add(term, term)
    assert len(text(term)) <= 8 * MOST_SHOWN
    assert len(text(number(2**60_000))) <= 20_100
    assert time.monotonic() - start < 2


def test_open_terms_are_shown() -> None:
    assert text(node("bound", 0, "real", "")) == "#0"
