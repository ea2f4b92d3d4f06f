"""Statements as MathML."""

import re
from unicodedata import normalize
from xml.dom.minidom import parseString

import pytest
from sympy import Integer, Integral, KroneckerDelta, Piecewise, Rational, Sum, cos, log, pi

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
from verify.report.alphabets import bold, identifier, italic
from verify.report.compact import compact
from verify.report.mathml import StatementPrinter, mathml
from verify.report.mathml_lines import LINE, width
from verify.report.notation import argument_positions, decimal

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
        (eq(u, v), "𝐮=𝐯"),
        (ge(Inner(u, v), 0), "⟨𝐮,𝐯⟩≥0"),
        (eq(Inner(u, u), norm(u)), "‖𝐮‖^2=‖𝐮‖"),
        (eq(Gradient(F, u), Hessian(F, u, v)), "∇F(𝐮)=∇^2F(𝐮)[𝐯]"),
        (eq(Deriv(f(x), x, 1), 0), "d/dx[f(x)]_x=1=0"),
        (eq(Sum(p(i) * p(k), (i, 1, k), (k, 1, 5)), 0), "∑[k=1..5]∑[i=1..k]p_ip_k=0"),
        (eq(Sum(p(i) + 1, (i, 1, k)), KroneckerDelta(i, k)), "∑[i=1..k](p_i+1)=δ_i,k"),
        (forall(u, ge(Inner(u, u), 0), [ne(u, v)]), "∀𝐮 with 𝐮≠𝐯:‖𝐮‖^2≥0"),
        (Predicate("is a < b & c", u), "𝐮 is a < b & c"),
        (eq(Piecewise((x, x > 0), (0, True)), 0), "{xx>00otherwise=0"),
    ],
)
def test_reads(formula, reads):
    assert text(formula) == reads


def test_vectors_are_bold():
    assert "<mi>𝐮</mi>" in mathml([eq(u, v)])[0]
    assert [bold(name) for name in ("â", "θ⋆", "grad", "w₁", "∇ℓ")] == ["𝐚̂", "𝛉⋆", "𝐠𝐫𝐚𝐝", "𝐰₁", "𝛁𝓵"]


def test_names_of_one_letter_are_italic_whatever_stands_above_it_and_words_upright():
    assert [italic(name) for name in ("y", "ŷ", "w⋆", "h′", "ϑ")] == ["𝑦", "𝑦̂", "𝑤⋆", "ℎ′", "𝜗"]
    assert [identifier(name) for name in ("y", "ŷ")] == ["y", "𝑦̂"]
    upright = ["log", "Df", "λmin", "∂L", "ℓ", "1", "("]
    assert list(map(italic, upright)) == upright


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


def test_a_row_in_a_row_is_left_out_unless_a_sign_goes_by_it():
    plain, minus, tall = mathml([ge(x - eta, x + f(x + eta)), ge(f(-x), 0), ge(f(1 / x) * (x - f(eta)) + eta, 0)])
    assert "<mrow>" not in plain
    assert "<mi>(</mi><mrow><mo>−</mo><mi>x</mi></mrow><mi>)</mi>" in minus
    assert "<mrow><mo>(</mo><mfrac><mn>1</mn><mi>x</mi></mfrac><mo>)</mo></mrow>" in tall


FORMULAS = [
    ge(f(x) - 2 * eta**2, Sum(p(i) * (1 - p(i)), (i, 1, k)) / (2 * x + f(-x))),
    forall([u, v], ge(Inner(u - v, Gradient(F, u)), Hessian(F, u, v)), [ne(u, v), ge(norm(u), 2)]),
    ge(sum(f(x + n) * eta**n for n in range(30)), -x),
    Predicate("is a < b & c", u),
]


@pytest.mark.parametrize("formula", FORMULAS, ids=range(len(FORMULAS)))
def test_the_page_has_the_same_formula_in_less(formula):
    (markup,) = mathml([formula])
    small = compact(markup)
    plain = [re.sub(r"\s", "", normalize("NFKD", _read(parseString(m).documentElement))) for m in (markup, small)]
    assert plain[0] == plain[1]
    assert len(small.encode()) < 0.85 * len(markup.encode())


def test_what_grows_or_has_scripts_stays_an_element():
    small = compact(mathml([FORMULAS[0]])[0])
    assert small.count("<msub>") == 3
    assert "<mo>∑</mo><mtext>" not in small
    assert "<mi>𝑖\u2005=\u20051</mi>" in small
    assert "<mo>(</mo>" in compact(mathml([ge(f(1 / x), 0)])[0])


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (Rational(241, 100), "2.41"),
        (Rational(-133, 200), "-0.665"),
        (Rational(46033388487517, 20000000000000), "2.30166942437585"),
        (Rational(33, 200), ""),
        (Rational(3, 4), ""),
        (Rational(241, 300), ""),
        (Integer(241), ""),
        (Rational(10**40 + 1, 10**30), ""),
    ],
)
def test_long_fractions_of_hundredths_are_decimals(number, shown):
    assert decimal(number) == shown


def test_a_decimal_stands_before_its_factors():
    assert text(ge(Rational(241, 100) * log(x), -Rational(133, 200) * x)) == "2.41log(x)≥−0.665x"
    assert text(ge(Rational(241, 100) * 2**x / eta, 0)) == "2.41·2^x/η_1≥0"


def test_brackets_grow_around_fractions_only():
    small, tall = mathml([ge(f(x), 0), ge(f(1 / x), 0)])
    assert small.count("<mi>(</mi>") == small.count("<mi>)</mi>") == 1
    assert "<mo>(</mo>" in tall
