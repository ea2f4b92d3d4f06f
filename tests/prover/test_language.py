"""The language: what formulas mean, what they need to be defined, how bad ones are refused, and the round trip."""

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from sympy import E, Max, Min, Rational, Symbol, cos, exp, log, pi, sin, sqrt, tan

from tests.sampling import drawn
from verify.prover.language import MOST_DEPTH, Builder, FormulaError, expression, read_relations, read_term, text
from verify.prover.proving import prove
from verify.prover.statement import parse_statement

x, y, z = (Symbol(name, real=True) for name in "xyz")
NAMES = {"x": x, "y": y, "z": z}

MEANINGS = [
    # numbers are exact
    ("0.1", Rational(1, 10)), (".5", Rational(1, 2)), ("1e-3", Rational(1, 1000)), ("2.50E+1", 25), ("7.", 7),
    ("3/4", Rational(3, 4)), ("0.1 + 0.2", Rational(3, 10)),
    # binding is that of Python, with ^ for **
    ("-x^2", -(x**2)), ("2^-1", Rational(1, 2)), ("x^y^2", x ** (y**2)), ("x**2**3", x**8), ("x - y - z", x - y - z),
    ("x/y/z", x / y / z), ("x/y*z", x * z / y), ("--x", x), ("+x", x), ("-x*y", -x * y), ("2*-x", -2 * x),
    # functions and constants
    ("ln(x)", log(x)), ("sqrt(x)", sqrt(x)), ("root(x, 4)", x ** Rational(1, 4)), ("arctan(x)", sympy.atan(x)),
    ("cot(x)", cos(x) / sin(x)), ("sec(x)", 1 / cos(x)), ("csc(x)", 1 / sin(x)),
    ("coth(x)", sympy.cosh(x) / sympy.sinh(x)), ("E^x", exp(x)), ("pi*E", pi * E), ("max(x, y, 1)", Max(x, y, 1)),
    ("min(x, 2)", Min(x, 2)), ("|x - 1|", abs(x - 1)), ("|x*|y||", abs(x * abs(y))), ("arsinh(x)", sympy.asinh(x)),
    ("cos(pi/3)", Rational(1, 2)),
    # what a formula copied from a page may have
    ("π·x", pi * x), ("x − 1", x - 1), ("√(x + 1)", sqrt(x + 1)), ("√x*y", sqrt(x) * y), ("x² × y³", x**2 * y**3),
    ("\n x\t+ 1 ", x + 1),
]  # fmt: skip


@pytest.mark.parametrize(("formula", "meaning"), MEANINGS, ids=[m[0] for m in MEANINGS])
def test_a_formula_means_what_it_says(formula, meaning):
    assert expression(formula, NAMES) == meaning


@pytest.mark.parametrize("value", [-8, -1, 0, 1, 27])
def test_an_odd_root_is_the_real_one(value):
    root = expression("cbrt(x)", NAMES).subs(x, value)
    assert root**3 == value
    assert root.is_real


def test_an_odd_root_of_what_is_not_negative_is_a_power():
    tree = read_term("cbrt(x*y) + root(-x, 5)")
    found = Builder("cbrt(x*y) + root(-x, 5)", NAMES, [x, y]).build(tree)
    assert found == (x * y) ** Rational(1, 3) - x ** Rational(1, 5)


def test_greek_letters_are_names():
    assert expression("α + Β_1*θ") == sum(
        (Symbol("α", real=True), Symbol("Β_1", real=True) * Symbol("θ", real=True)), sympy.Integer(0)
    )


# --- what is needed to be defined -----------------------------------------------------------------

NEEDS = [
    ("log(x)", {"x >0"}), ("exp(log(x))", {"x >0"}), ("0*log(x)", {"x >0"}), ("x/x", {"x !=0"}),
    ("sqrt(x)^2", {"x >=0"}), ("x^(3/4)", {"x >=0"}), ("x^(-1/2)", {"x >0"}), ("x^-2", {"x !=0"}), ("x^y", {"x >0"}),
    ("2^x", set()), ("E^x", set()), ("cbrt(x)", set()), ("root(x, 4)", {"x >=0"}), ("x^2", set()),
    ("asin(x)", {"1 - x >=0", "1 + x >=0"}), ("acosh(x)", {"x - 1 >=0"}), ("atanh(x)", {"1 - x >0", "1 + x >0"}),
    ("tan(x)", {"cos(x) !=0"}), ("cot(x)", {"sin(x) !=0"}), ("coth(x)", {"x !=0"}),
    ("1/x - 1/x", {"x !=0"}), ("log(x/y)", {"y !=0", "x/y >0"}),
]  # fmt: skip


@pytest.mark.parametrize(("formula", "needs"), NEEDS, ids=[n[0] for n in NEEDS])
def test_what_a_formula_needs_is_taken_from_what_was_written(formula, needs):
    builder = Builder(formula, NAMES)
    builder.build(read_term(formula))
    found = {(r.kind, r.expr) for r in builder.requirements}
    assert found == {(n.rsplit(" ", 1)[1], expression(n.rsplit(" ", 1)[0], NAMES)) for n in needs}


def test_a_requirement_names_the_part_that_needs_it():
    builder = Builder("1 + log( x - 1 )", NAMES)
    builder.build(read_term("1 + log( x - 1 )"))
    assert str(builder.requirements[0]) == "log( x - 1 ) needs -1 + x > 0"


def test_a_power_that_is_an_exponential_is_said_to_be_one():
    builder = Builder("(1-x)^ (y+1) + x^pi + log(z) + y^(1/2)", NAMES)
    builder.build(read_term(builder.text))
    assert [str(r) for r in builder.requirements] == [
        "(1-x)^ (y+1) is read as exp((y+1)*log(1 - x)), which needs 1 - x > 0",
        "x^pi is read as exp(pi*log(x)), which needs x > 0",
        "log(z) needs z > 0",
        "y^(1/2) needs y >= 0",
    ]


# --- bad formulas ---------------------------------------------------------------------------------

BAD = [
    # formula, a part of the message
    ("", "empty"), ("   ", "empty"), ("2x", "an operator is missing after '2'"), ("x y", "written with *"),
    ("2(x)", "position 2: '('"), ("(x)(y)", "operator is missing"), ("x(y + 1)", "unknown function"),
    ("f(x)", "unknown function (or a * is missing before the parenthesis) at position 1: 'f'"),
    ("sin x", "needs its arguments in parentheses"), ("sin + 1", "needs its arguments in parentheses"),
    ("(x", "not closed"), ("sin(x", "not closed"), ("x)", "closed that was not opened at position 2"),
    ("((x)", "not closed: at position 1"), ("|x", "not closed"), ("x|", "unexpected"), ("()", "missing"),
    ("sin()", "missing at position 5"), ("x +", "missing at the end"), ("* x", "missing at position 1"),
    ("x ** ", "missing at the end"), ("x + * y", "missing at position 5"), ("x,, y", "unexpected"),
    ("sqrt(x, y)", "sqrt takes 1 argument, not 2"), ("max(x)", "max takes at least 2"), ("root(x)", "takes 2"),
    ("root(x, y)", "needs an integer"), ("root(x, 1)", "needs an integer"), ("x < 1", "not expected"),
    ("w + 1", "w has no domain: add it to where, e.g. -oo < w < oo"), ("x + oo", "oo is only allowed"),
    ("e^x", "write E for Euler's number"), ("I*x", "I has no domain"), ("2e", "operator is missing"),
    ("1.2.3", "operator is missing"), ("x @ y", "unexpected character '@' at position 3"), ("x; y", "character ';'"),
    ("x % 2", "character '%'"), ("x!", "character '!'"), ("x[0]", "character '['"), ("{x}", "character '{'"),
    ("x₁", "unexpected character"), ("１ + x", "unexpected character"), ("x\x00", "unexpected character"),
    ("1/0", "division by zero"), ("x/(1 - 1)", "the divisor at position 3: '(1 - 1)' is 0"), ("0^-1", "not a real"),
    ("log(0)", "not a real number"),
    ("max(1, (-1)^pi)", "not a real number"), ("log(-2)", "not a real number"), ("sqrt(-1)", "not a real number"),
    ("tan(pi/2)", "not a real number"), ("x^20000", "exponent is too large"), ("9^9^9", "exponent is too large"),
    ("(x^9999)^9999", "exponent is too large"), ("1e99999", "too long"), ("1e9999999999", "too long"),
    ("1" * 2000, "too long"), ("(" * 300 + "x" + ")" * 300, f"nested more than {MOST_DEPTH} deep"),
    ("-" * 5000 + "x", "nested"), ("x^" * 500 + "x", "nested"), ("sin(" * 300 + "x" + ")" * 300, "nested"),
    ("√" * 300 + "x", "nested"), ("|" * 400, "nested"), ("x + " * 5000 + "x", "at most 10000 are read"),
]  # fmt: skip


@pytest.mark.parametrize(("formula", "message"), BAD, ids=[b[0][:16].strip() or "blank" for b in BAD])
def test_a_bad_formula_is_refused_in_one_line(formula, message):
    with pytest.raises(FormulaError) as refused:
        expression(formula, NAMES)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 200


CODE = [
    "__import__('os').system('true')", "__import__(os)", "x.__class__", "x.subs(x, 1)", "lambda x: x", "f'{x}'",
    '"x"', "'x'", "eval(x)", "exec(x)", "open(x)", "(lambda: x)()", "x if x else y", "[x for x in y]", "x := 1",
    "print(x)", "Symbol(x)", "S(x)", "globals()", "x;import os", "{}.get", "`x`", "$(x)", "x # y", "x\\y",
    "__builtins__",
]  # fmt: skip


@pytest.mark.parametrize("formula", CODE)
def test_code_is_refused_like_any_other_text(formula):
    for bad in (formula, f"{formula} + 1"):
        with pytest.raises(FormulaError):
            expression(bad, NAMES)
    with pytest.raises(FormulaError):
        parse_statement(f"{formula} < 1", "-oo < x < oo, -oo < y < oo")


BAD_RELATIONS = [
    ("x", "comparison (<, <=, >, >=) is missing"), ("x <", "missing at the end"), ("< x", "missing at position 1"),
    ("x < 1,", "missing at the end"), ("x < 1 and", "missing at the end"), ("x != 1", "only < <= > >="),
    ("(x < 1)", "not closed before '<'"), ("x < 1)", "not opened"), ("x < y z", "operator is missing"),
    ("x < (1, 2)", "not closed"),
    ("x <> 1", "missing"), ("x < < 1", "missing"),
]  # fmt: skip


OTHER_LANGUAGES = [
    # relation, where it is, what is said
    ("x in R", "'in' at position 3", "variables are real numbers; sets, integers and 'or' are not read"),
    ("x > 0, n integer", "'integer' at position 10", "variables are real numbers"),
    ("x real", "'real' at position 3", "variables are real numbers"), ("x ∈ R", "'∈' at position 3", "sets"),
    ("x < 1 or y < 1", "'or' at position 7", "joined by commas or by 'and'"),
    ("x <= 1 => x <= 2", "'=>' at position 8", "what is assumed goes into where, and 'at least' is written >="),
    ("x <= 1 ==> x <= 2", "'==>' at position 8", "goes into where"), ("x<1⇒x<2", "'⇒' at position 4", "into where"),
    ("x < 2 if x < 1", "'if' at position 7", "goes into where"), ("x =< 1", "'=<' at position 3", "written <="),
]  # fmt: skip


@pytest.mark.parametrize(("relation", "place", "why"), OTHER_LANGUAGES, ids=[o[0] for o in OTHER_LANGUAGES])
def test_what_other_languages_have_is_named_with_what_this_one_has(relation, place, why):
    with pytest.raises(FormulaError, match=r"^[^\n]*$") as refused:
        read_relations(relation)
    assert str(refused.value).startswith(f"{place} is not read: ")
    assert why in str(refused.value)


def test_a_name_that_is_a_word_elsewhere_is_one_where_a_name_is_expected():
    assert [node.name for c in read_relations("0 < in, in < real") for node in (*c.lhs.names(), *c.rhs.names())] == [
        "in", "in", "real",
    ]  # fmt: skip


def test_each_part_needs_a_comparison_of_its_own():
    for relation in ("a,b >= 0", "a and b >= 0"):
        with pytest.raises(FormulaError, match="each part needs one of its own, as in a >= 0, b >= 0"):
            read_relations(relation)


@pytest.mark.parametrize(("relation", "message"), BAD_RELATIONS, ids=[b[0] for b in BAD_RELATIONS])
def test_a_bad_relation_is_refused_in_one_line(relation, message):
    with pytest.raises(FormulaError, match=r"^[^\n]*$") as refused:
        read_relations(relation)
    assert message in str(refused.value)


@given(st.text(alphabet="xy0123456789.+-*/^()|<>=, esincoqrtlgapm&_πß\n'\"[]", max_size=30))
@drawn(300)
def test_whatever_is_written_is_read_or_refused(formula):
    try:
        message = str(expression(formula))
    except FormulaError as refused:
        message = str(refused)
    assert "\n" not in message


# --- the round trip -------------------------------------------------------------------------------

_LEAVES = st.one_of(
    st.sampled_from([x, y, z, pi, E]),
    st.fractions(min_value=-5, max_value=5, max_denominator=7).map(lambda q: Rational(q.numerator, q.denominator)),
)
_FUNCTIONS = st.sampled_from(
    [exp, sin, cos, tan, sympy.sinh, sympy.tanh, sympy.atan, sympy.asinh, sympy.Abs, sympy.log, sympy.asin, sympy.sinc]
)


def _is_real(term):
    strange = (sympy.I, sympy.nan, sympy.zoo, sympy.oo, -sympy.oo)
    return term.is_extended_real is not False and not term.has(*strange, sympy.re, sympy.im, sympy.arg, sympy.sign)


def _larger(left, right):
    try:
        return Max(left, right)
    except ValueError:  # they are not real
        return left


def _grown(parts):
    powers = st.sampled_from([-2, -1, 2, 3, Rational(1, 2), Rational(-1, 2), Rational(2, 3), Rational(-5, 3)])
    return st.one_of(
        st.tuples(parts, parts).map(lambda p: p[0] + p[1]),
        st.tuples(parts, parts).map(lambda p: p[0] - p[1]),
        st.tuples(parts, parts).map(lambda p: p[0] * p[1]),
        st.tuples(parts, powers).map(lambda p: p[0] ** p[1]),
        st.tuples(parts, parts).map(lambda p: p[0] ** p[1]),
        st.tuples(_FUNCTIONS, parts).map(lambda p: p[0](p[1])),
        st.tuples(parts, parts).map(lambda p: _larger(*p)),
        parts.map(sympy.factor),
    )


@given(st.recursive(st.one_of(_LEAVES), _grown, max_leaves=8))
@drawn(120)
def test_what_is_printed_reads_back_as_the_same_term(term):
    if not _is_real(term):
        return
    try:
        written = text(term)
    except ValueError:  # a function that sympy brought in
        return
    try:
        read = expression(written)
    except FormulaError as refused:
        assert "too large" in str(refused)  # noqa: PT017 - sizes are limited on purpose
        return
    assert read == term


def test_a_number_is_not_multiplied_into_a_sum():
    for term in (sympy.factor(2 * x + 2 * y), sympy.factor(-x - y), sympy.factor(x / 3 + y / 3) * z, 1 / (2 * x + 2)):
        assert expression(text(term)) == term


def test_what_the_language_has_no_words_for_is_not_printed():
    for term in (sympy.gamma(x), sympy.Float(0.5), sympy.I, sympy.oo, Symbol("x y"), Symbol("sin"), sympy.Dummy("a b")):
        with pytest.raises(ValueError, match=r"no text|no name"):
            text(term)


def test_a_maximum_inside_of_another_one_stays_apart_from_it():
    assert expression("max(x, max(y, z))", NAMES) == Max(x, (y + z + abs(y - z)) / 2)
    assert expression("min(min(x, y), z)", NAMES) == Min((x + y - abs(x - y)) / 2, z)
    assert expression("max(x, min(y, z))", NAMES) == Max(x, Min(y, z))
    everywhere = ", ".join(f"-oo < {v} < oo" for v in NAMES)
    assert prove("max(x, max(y, z)) >= (x + y + z)/3", everywhere, budget=20).verdict == "proved"
