"""Words are said of functions of given kinds: a head is written for one, and the core gets the rule."""

from __future__ import annotations

import pytest
from sympy import Lambda, Tuple

from verify.core.nodes import EUCLIDEAN, Refused, node
from verify.core.printing import text
from verify.language.properties import as_rule, head_of, in_words
from verify.language.terms import Predicate, Property, VecHead, family, function, integer, points, real, vector
from verify.language.translation import translate, untranslate

_SAID = ("integer ↦ number", "point, tangent ↦ point", "E ↦ E", "point, tangent ↦ tangent", "vector")
MANY = Property("a property of many kinds, for a test", *_SAID)
f, g, x, i = function("f"), family("g"), real("x"), integer("i")
EXP, PUSH, U = points("Exp").head, VecHead("P"), vector("u")
MADE = MANY(g.head, EXP, VecHead("A"), PUSH, U)


def test_heads_become_rules_of_the_kinds_that_are_declared():
    said = text(translate(MADE))
    assert said.endswith(
        "((i integer ↦ g(i)), (p point, v vector ↦ Exp(p, v∈T(p))), (v vector ↦ A(v)), "
        "(p point, v vector ↦ P∈T(p)(p, v∈T(p))), u)"
    )


def test_they_come_back_as_heads():
    assert untranslate(translate(MADE)) == MADE


@pytest.mark.parametrize("kind", _SAID[:-1])
def test_a_rule_is_its_head_as_of_no_other_kind(kind):
    head = {"number": translate(g.head), "point": translate(EXP)}.get(kind.partition(" ↦ ")[2], translate(PUSH))
    rule = as_rule(head, kind)
    assert head_of(rule, kind) is head
    assert all(head_of(rule, other) is None for other in _SAID[:-1] if other != kind)
    assert head_of(node("lambda", (("real", ""),), node("bound", 0, "real", "")), kind) is None


def test_a_rule_that_is_written_is_taken_as_it_is():
    said = translate(MANY(Lambda(i, 2 * g(i)), EXP, VecHead("A"), PUSH, U))
    assert text(said).startswith('"a property of many kinds, for a test"((i integer ↦ 2·g(i)), ')
    assert translate(Predicate("nice", Lambda(x, f(x)))).args[1] is as_rule(translate(f.head), "number ↦ number")


def test_a_head_is_refused_where_nothing_says_what_it_is_a_function_of():
    with pytest.raises(Refused, match=r"“nice” is said of f: .* Lambda\(x, f\(x\)\), or .* Property"):
        translate(Predicate("nice", f.head))
    with pytest.raises(Refused, match="Property"):
        translate(Predicate(MANY.words, g.head))


def test_words_are_of_one_kind():
    Property(MANY.words, *_SAID)
    with pytest.raises(ValueError, match=r"is said of integer ↦ number; .*, not of number ↦ number"):
        Property(MANY.words, "number ↦ number")


@pytest.mark.parametrize(
    "kind", ["numer ↦ number", "number -> number", "integer", "", "E", "number ↦ number ↦ ", "vector ↦ number"]
)
def test_a_kind_that_is_none_is_refused_in_one_line(kind):
    with pytest.raises(ValueError, match=r"“a property, for a test” is said of .*: a kind is number, point, vector, "):
        Property("a property, for a test", kind)


def test_in_coordinates_words_tell_what_they_were_said_of():
    assert in_words("integer, Sym_d ↦ Sym_d") == "integer, vector ↦ vector"
    there = Predicate("a pair", Lambda(x, Tuple(x, x)), x).in_coordinates(2)
    assert there.words == "a pair, in 2 coordinates, of number ↦ 2 numbers; number"
    assert "of integer ↦ number; point, vector ↦ point; vector ↦ vector" in MADE.in_coordinates(3).words


def test_a_head_of_other_values_is_refused():
    with pytest.raises(Refused, match="no head of a point"):
        as_rule(translate(f.head), "number ↦ point")
    assert as_rule(translate(VecHead("A")), "E ↦ E").args[1].sort is EUCLIDEAN


def test_a_tangent_vector_is_one_at_the_first_point():
    rule = as_rule(translate(f.head), "point, point, tangent ↦ number")
    assert text(rule) == "(p point, q point, u vector ↦ f(p, q, u∈T(p)))"
