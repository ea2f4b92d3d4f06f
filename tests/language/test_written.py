"""A relation is shown as it was written, and is the formula that it always was."""

import pytest
from sympy import cos

from verify.report.latex import latex
from verify.report.mathml import mathml
from verify.terms import eq, forall, function, ge, gt, le, lt, real, substitute, text

a, b, s = real("a b s")
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
