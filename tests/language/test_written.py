"""A relation is shown as it was written, and is the formula that it always was."""

import re

import pytest
from sympy import cos

from verify.language.exists import exists
from verify.language.terms import Predicate, eq, forall, function, ge, gt, integer, le, lt, real, substitute, text
from verify.report.latex import latex
from verify.report.mathml import mathml

a, b, s = real("a b s")
t, k = integer("t k")
f = function("f")


@pytest.mark.parametrize(
    ("formula", "shown", "same"),
    [
        (le(a, b), "a ≤ b", ge(b, a)),
        (lt(a, b), "a < b", gt(b, a)),
        (ge(a, b), "a ≥ b", le(b, a)),
        (forall([s], le(f(s), 1), [lt(0, s)]), "for all s with 0 < s: f(s) ≤ 1", forall([s], ge(1, f(s)), [gt(s, 0)])),
    ],
)
def test_less_is_shown_as_less_and_held_as_more(formula, shown, same):
    assert str(formula) == shown
    assert formula == same
    assert hash(formula) == hash(same)
    assert str(same) != shown  # what one of two equal formulas shows does not depend on which was shown first


def test_what_is_put_into_a_relation_leaves_it_as_it_was_written():
    assert str(substitute(le(a, f(b)), {a: b**2})) == "b**2 ≤ f(b)"
    assert str(le(a, b).subs(a, 1)) == "1 ≤ b"
    assert str(substitute(forall([s], le(f(s), a)), {a: 2})) == "for all s: f(s) ≤ 2"


def test_an_equation_has_no_other_way_round():
    assert str(eq(b, a)) == "b = a"


def test_the_terms_without_a_minus_sign_come_first():
    assert text(-a + b) == "b - a"
    assert text(-cos(a) + cos(b) - 1) == "cos(b) - cos(a) - 1"
    assert text(-a - b) == "-a - b"


def test_every_printer_shows_it_the_same_way():
    assert latex([le(a, b), lt(a, b)]) == [r"a \leq b", "a < b"]
    less, more = mathml([le(a, b), ge(b, a)])
    assert less.index(">a<") < less.index("≤") < less.index(">b<")
    assert more.index(">b<") < more.index("≥") < more.index(">a<")


@pytest.mark.parametrize(
    ("conditions", "shown"),
    [
        ([ge(t, 1), ge(k, t)], "1 ≤ t ≤ k"),
        ([le(1, t), lt(t, k)], "1 ≤ t < k"),
        ([gt(t, 0), ge(k - 1, t)], "0 < t ≤ k - 1"),
        ([ge(k, t), ge(t, 1)], "k ≥ t, t ≥ 1"),  # the lower end comes first, as it was written
        ([ge(k, 1), ge(t, k)], "k ≥ 1, t ≥ k"),  # k is not what the schema is about
        ([eq(t, 1), ge(k, t)], "t = 1, k ≥ t"),
        ([ge(t, 1), ge(k, t), ge(k, 2)], "1 ≤ t ≤ k, k ≥ 2"),
    ],
)
def test_a_variable_between_two_bounds_is_shown_between_them(conditions, shown):
    assert str(forall(t, ge(f(t), 0), conditions)) == f"for all t with {shown}: f(t) ≥ 0"


def test_every_printer_shows_the_chain():
    schema = forall(t, ge(f(t), 0), [ge(t, 1), ge(k, t)])
    assert r"1 \leq t \leq k\colon" in latex([schema])[0]
    assert re.sub("<[^>]*>", "", mathml([schema])[0]).startswith("∀t\xa0with\xa01≤t≤k:")


def test_what_exists_is_shown_with_its_quantifier():
    there = exists([a, b], [gt(a, b)])
    assert str(there) == "there are a, b with a > b"
    assert str(exists(a, [forall(s, ge(s, a)), gt(a, 0)])) == "there is a with for all s: s ≥ a; a > 0"
    assert latex([there]) == [r"\exists a, b\colon\ a > b"]
    assert re.sub("<[^>]*>", "", mathml([there])[0]) == "∃a,b:a&gt;b"


def test_a_property_stands_behind_its_subject():
    smooth = Predicate("is a smooth function, with the derivative", a, b)
    assert str(smooth) == "a is a smooth function, with the derivative b"
    assert str(Predicate("is defined", a)) == "a is defined"
    assert str(Predicate("in the domain of", a, b)) == "in the domain of(a, b)"
    assert "is a smooth function" in latex([smooth])[0]
    assert latex([smooth])[0].startswith("a")
    assert re.sub("<[^>]*>", "", mathml([smooth])[0]) == "a\xa0is a smooth function, with the derivative\xa0b"
