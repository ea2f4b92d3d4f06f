"""A claim is data that is checked when it is made."""

import re

import pytest
from sympy import Function, Symbol

from verify.claims import Claim, ClaimError, Conformance, Paper
from verify.language.terms import (
    Constant,
    IllFormed,
    Vec,
    VecHead,
    eq,
    family,
    forall,
    ge,
    integer,
    le,
    ne,
    norm,
    point,
    positive,
    real,
    vector,
    vectors,
)

pytestmark = pytest.mark.usefixtures("registry")

a, b = real("a b")
t = integer("t")
G = vector("G")
GOOD = {"at": "Lemma 1", "states": ge(a, 0), "reading": "For real a."}


def test_sympy_relations_become_formulas():
    claim = Claim("toy/x", at="Lemma 1", given=[a <= b], states=[a >= 0, b > 0], reading="For real a, b.")
    assert [str(f) for f in (*claim.given, *claim.states)] == ["a ≤ b", "a ≥ 0", "b > 0"]
    assert claim.statement == "a ≤ b ⟹ a ≥ 0 and b > 0"


@pytest.mark.parametrize(
    ("id", "changes", "message"),
    [
        ("Prop 8", {}, "the id must read paper/result in lower case, such as spheres/prop-8, not 'Prop 8'"),
        ("toy/x", {"reading": " "}, "claim toy/x: reading must be a text, not ' '"),
        ("toy/x", {"at": None}, "claim toy/x: at must be a text, not None"),
        ("toy/x", {"says": 3}, "claim toy/x: says must be a text, not 3"),
        ("toy/x", {"open_because": None}, "claim toy/x: open_because must be a text, not None"),
        ("toy/x", {"reconstructed": "no"}, "claim toy/x: reconstructed must be True or False, not 'no'"),
        ("toy/x", {"states": []}, "claim toy/x: states must be a formula or a list with at least one"),
        ("toy/x", {"states": "a >= 0"}, "claim toy/x: states[0]: statement: expected a relation"),
        ("toy/x", {"given": [ge(a, 0), a**2 >= 0]}, "claim toy/x: given[1]: statement: sympy evaluated it to True"),
        ("toy/x", {"given": "a"}, "claim toy/x: given must be a list of relations, not 'a'"),
        ("toy/x", {"rests_on": "toy/y"}, "claim toy/x: rests_on must be a list of claim ids, not 'toy/y'"),
        ("toy/x", {"rests_on": ["y"]}, "claim toy/x: rests_on: 'y' is not a claim id"),
        ("toy/x", {"repairs": "y"}, "claim toy/x: repairs: 'y' is not a claim id"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(id, changes, message):
    with pytest.raises(ClaimError) as error:
        Claim(id, **(GOOD | changes))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        (le(G(t), b**2), "G(t) ≤ b**2 compares a vector with a number: norm(G(t)) and Inner(G(t), …) are numbers"),
        (eq(1, G(t)), "1 = G(t) compares a number with a vector: norm(G(t)) and Inner(G(t), …) are numbers"),
        (ge(G(t), G(1)), "G(t) ≥ G(1) compares vectors by ≥: norm(G(t)) and Inner(G(t), …) are numbers"),
        (ne(G(t), 0), "G(t) ≠ 0 compares vectors by ≠: norm(G(t)) and Inner(G(t), …) are numbers"),
        (eq(point("p"), 0), "p = 0 compares a point with a number"),
        (forall(t, le(G(t), b), [ge(t, 1)]), "G(t) ≤ b compares a vector with a number: norm(G(t))"),
        (
            ge(Function("f")(a), 0),
            'f(a) is a function of sympy\'s own: f must be made by function("f") or',
        ),
        (ge(Function("f")(G(t)), 0), 'f(G(t)) is a function of sympy\'s own: f must be made by field("f")'),
        (ge(a ^ b, 0), "a ^ b in a ^ b ≥ 0 is true or false, and no term; a power is written x**2"),
        (ge(a, Symbol("z")), "z in a ≥ z is a symbol of which nothing is declared: it must be made by one of real("),
    ],
)
def test_sides_that_cannot_be_compared_and_symbols_without_a_sort_are_refused_when_the_claim_is_made(formula, said):
    with pytest.raises(ClaimError, match=re.escape(said)):
        Claim("toy/x", at="1", given=[ge(b, 0), formula], states=ge(a, 0), reading="r", open_because="o")


def test_what_can_be_compared_is_taken():
    given = [eq(G(t), 0), eq(point("p"), point("q")), eq(G(t), G(1)), ne(a, 0), eq(b, 0)]
    assert len(Claim("toy/x", at="1", given=given, states=ge(a, 0), reading="r", open_because="o").given) == len(given)


@pytest.mark.parametrize(
    ("changes", "dropped", "message"),
    [
        ({"wieght": "constant"}, "", "claim toy/x: a claim has no argument 'wieght'; the nearest are weight"),
        ({"qqq": 1}, "", "claim toy/x: a claim has no argument 'qqq'; it has id, at, states, reading"),
        ({}, "reading", "claim toy/x: reading is missing: it says what the printed words were taken to mean"),
        ({}, "at", "claim toy/x: at is missing: it says where the statement stands"),
        ({}, "states", "claim toy/x: states is missing: it is what is claimed, a formula"),
    ],
)
def test_an_argument_that_is_misspelt_or_missing_is_named_with_the_claim(changes, dropped, message):
    with pytest.raises(ClaimError) as error:
        Claim("toy/x", **{name: value for name, value in (GOOD | changes).items() if name != dropped})
    assert str(error.value).startswith(message)


def test_a_claim_without_an_id_or_with_more_that_has_no_name():
    with pytest.raises(ClaimError, match="claim: the id is missing: it comes first"):
        Claim(**GOOD)
    with pytest.raises(ClaimError, match="claim toy/x: only the id stands without a name"):
        Claim("toy/x", ge(a, 0), at="1", reading="r")


def test_what_a_claim_does_not_have_is_named_with_what_is_near():
    claim = Claim("toy/x", **GOOD)
    with pytest.raises(AttributeError, match="claim toy/x: a Claim has no 'prove'; the nearest are proof"):
        claim.prove()
    assert not hasattr(claim, "_repr_svg_")
    assert claim.replace(states=eq(a, 0)).id == "toy/x"


def test_a_variable_without_a_name_is_refused():
    for declare in (real, integer, positive, vectors):
        for names in ("", " ", 3):
            with pytest.raises(IllFormed, match=r"names must be a text with one name or several, as .*, not"):
                declare(names)


def test_what_is_declared_with_a_name_is_said():
    c, k, p, (u,) = positive("c"), integer("k"), family("p", positive=True), vectors("u")
    claim = Claim("toy/x", at="1", given=[ge(k, 1), ge(norm(u), a)], states=ge(p(k), c * b), reading="r")
    assert claim.variables == ["k: integer", "p: positive function", "c: positive real", "a, b: real", "u: vector"]


def test_a_space_is_no_variable():
    v = Vec(VecHead("v"), Constant("F"))
    claim = Claim("toy/x", at="1", given=[ge(norm(v), a)], states=ge(a, b), reading="r")
    assert claim.variables == ["a, b: real", "v: vector"]


def test_a_changed_copy_keeps_the_steps_and_is_not_registered(registry):
    claim = Claim("toy/x", **GOOD)
    claim.proof(lambda claim: None)
    changed = claim.replace(states=eq(a, 0))
    assert changed.steps == claim.steps
    assert changed.states != claim.states
    assert registry.claims == [claim]


def test_two_steps_of_one_name_are_refused():
    claim = Claim("toy/x", **GOOD)
    claim.proof(lambda claim: None)
    with pytest.raises(ClaimError, match="claim toy/x: two steps are named <lambda>"):
        claim.counterexample(lambda claim: None)


def test_a_mutant_names_what_it_changes():
    with pytest.raises(ClaimError, match="must be one of constant, sign, hypothesis, not 'colour'"):
        Claim("toy/x", **GOOD).mutant("colour")


def test_a_conformance_unit_is_one_of_two():
    with pytest.raises(ClaimError, match="must be one of ulp, relative, not 'percent'"):
        Conformance("exp", 10, 0.1, "percent", 1)


@pytest.mark.parametrize(
    ("points", "worst", "holds"), [(10, 1, True), (10, 1.01, False), (0, 0, False), (9, float("nan"), False)]
)
def test_conformance_needs_points_and_a_small_worst_error(points, worst, holds):
    assert Conformance("exp", points, worst, "ulp", 1).holds is holds


def test_a_paper_has_a_plain_id():
    with pytest.raises(ClaimError, match="the id must be lower-case words"):
        Paper("On Spheres", "T", "A", "W")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((3, "A", "W"), "paper toy: title must be a text, not 3"),
        (("T", ["A", 3], "W"), "paper toy: authors must be a text or a list of texts, not ['A', 3]"),
        (("T", 3, "W"), "paper toy: authors must be a text or a list of texts, not 3"),
        (("T", "A", None), "paper toy: where must be a text, not None"),
    ],
)
def test_what_is_said_of_a_paper_is_text(arguments, said):
    with pytest.raises(ClaimError) as error:
        Paper("toy", *arguments)
    assert str(error.value) == said
