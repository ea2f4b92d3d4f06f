"""Statements as MathML."""

import re
from xml.dom.minidom import parseString

import pytest
from sympy import Integral, KroneckerDelta, Piecewise, Sum, cos, pi

from verify.language.terms import (
    Deriv,
    FunHead,
    Gradient,
    Hessian,
    Inner,
    Predicate,
    eq,
    family,
    forall,
    function,
    ge,
    gt,
    integer,
    ne,
    norm,
    points,
    real,
    vectors,
)
from verify.report.mathml import StatementPrinter, mathml
from verify.report.mathml_lines import LINE, width
from verify.report.notation import argument_positions

x, eta = real("x eta_1")
i, k, t = integer("i k t")
u, v = vectors("u v")
f, p, V = function("f"), family("p"), points("V")
F = FunHead("F")


def text(formula):
    """The characters of the markup, with scripts after ^ and _."""
    (markup,) = mathml([formula])

    return _read(parseString(markup).documentElement)


def _read(node):
    if node.nodeType == node.TEXT_NODE:
        return node.data.replace("\xa0", " ").replace("\u2062", "")
    inner = [_read(child) for child in node.childNodes]
    marks = {"msub": "_", "msup": "^", "mfrac": "/"}
    if node.tagName in marks:
        return marks[node.tagName].join(inner)
    if node.tagName == "mspace":
        return ""
    if node.tagName == "munderover":
        return f"{inner[0]}[{inner[1]}..{inner[2]}]"
    return "".join(inner)


@pytest.mark.parametrize(
    ("formula", "reads"),
    [
        (ge(cos(x), eta**2), "cos(x)≥η_1^2"),
        (gt(-x, 2 * pi), "−x>2π"),
        (eq(real("w_{t+1}"), real("w_t")), "w_t+1=w_t"),
        (eq(p(i + 1), p(i)), "p_i+1=p_i"),
        (eq(f(0), f(x)), "f(0)=f(x)"),
        (eq(f.prime(x, 2), f.prime(x)), "f^′′(x)=f^′(x)"),
        (eq(V(t + 1), V(t)), "V_t+1=V_t"),
        (eq(u, v), "u=v"),
        (ge(Inner(u, v), 0), "⟨u,v⟩≥0"),
        (eq(Inner(u, u), norm(u)), "‖u‖^2=‖u‖"),
        (eq(Gradient(F, u), Hessian(F, u, v)), "∇F(u)=∇^2F(u)[v]"),
        (eq(Deriv(f(x), x, 1), 0), "d/dx[f(x)]_x=1=0"),
        (eq(Sum(p(i) * p(k), (i, 1, k), (k, 1, 5)), 0), "∑[k=1..5]∑[i=1..k]p_ip_k=0"),
        (eq(Sum(p(i) + 1, (i, 1, k)), KroneckerDelta(i, k)), "∑[i=1..k](p_i+1)=δ_i,k"),
        (forall(u, ge(Inner(u, u), 0), [ne(u, v)]), "∀u with u≠v:‖u‖^2≥0"),
        (Predicate("is a < b & c", u), "u is a < b & c"),
        (eq(Piecewise((x, x > 0), (0, True)), 0), "{xx>00otherwise=0"),
    ],
)
def test_reads(formula, reads):
    assert text(formula) == reads


def test_vectors_are_bold():
    assert '<mi class="v">u</mi>' in mathml([eq(u, v)])[0]


def test_an_index_in_one_formula_is_an_index_in_all():
    set_together = mathml([ge(p(1), 0), ge(p(i), 0)])
    assert all("<msub>" in markup for markup in set_together)


def test_integrals_name_their_variable():
    assert text(ge(Integral(f(x), (x, 0, 1)), 0)).endswith("f(x)dx≥0")


def test_sums_begin_with_a_term_without_a_minus_sign():
    assert text(ge(eta**2 - x, 0)) == "η_1^2−x≥0"
    assert text(ge(-x - eta, 0)).startswith("−")


def test_markup_has_no_named_entities_and_no_row_around_a_single_element():
    (markup,) = mathml([ge(pi * cos(x) / 3 - 2 * x, Piecewise((x, x > 0), (0, True)))])
    assert not re.search(r"&(?!lt;|gt;|amp;)", markup)
    assert not any(
        len(row.childNodes) == 1 for row in parseString(markup).getElementsByTagName("mrow") if row.parentNode
    )


def test_width_counts_letters_side_by_side():
    narrow, wide, stacked = (width(mathml([ge(f, 0)])[0]) for f in (x, x + x**2 + x**3, 1 / (1 + x**5)))
    assert narrow < stacked < wide


def test_long_formulas_are_broken_into_lines_that_lose_nothing():
    terms = [f(x + n) * eta**n for n in range(30)]
    formula = ge(Sum(p(i), (i, 1, k)), sum(terms))
    (markup,) = mathml([formula])
    lines = parseString(markup).getElementsByTagName("mtr")
    assert len(lines) > 2
    assert all(width(line.toxml()) <= LINE + 2 for line in lines)
    assert [_read(line)[0] for line in lines[1:]] == ["+"] * (len(lines) - 1)
    (short,) = mathml([ge(Sum(p(i), (i, 1, k)), terms[0])])
    assert "mtable" not in short
    letters = sorted(re.sub("<[^>]*>", "", markup))
    assert letters == sorted(re.sub("<[^>]*>", "", StatementPrinter(argument_positions([formula])).doprint(formula)))


def test_brackets_grow_around_fractions_only():
    small, tall = mathml([ge(f(x), 0), ge(f(1 / x), 0)])
    assert small.count("<mi>(</mi>") == small.count("<mi>)</mi>") == 1
    assert "<mo>(</mo>" in tall
