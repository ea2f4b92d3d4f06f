"""Names that pass for others where they are shown; what is said of a vector, read as if it were of its coordinates."""

from __future__ import annotations

import pytest

from tests.attacks.steps import A, P, Pt, V, eq, every, ge, gt, has, head, inner, lam, plus, real, term, there, times
from verify.core import kernel
from verify.core.grammar import read_term
from verify.core.nodes import DOMAIN, Refused, node
from verify.core.reading import decode
from verify.core.terms import binding, power, predicate, variable

# --- names ------------------------------------------------------------------------------------------------------------


def named(name):
    return decode({"name": name, "kind": "Symbol", "is": {}})


@pytest.mark.parametrize("name", list("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο"), ids=ascii)
def test_a_greek_letter_is_not_taken_for_a_latin_one(name):
    """Refuted: not always A ≥ 0 ⊢ Α ≥ 0, where the second A was an alpha."""
    with pytest.raises(Refused):
        named(name)
    with pytest.raises(Refused):
        read_term(f"{name} + 1")


@pytest.mark.parametrize("name", list("ΓΔΘΛΞΠΣΦΨΩαωνξπς"), ids=ascii)
def test_other_greek_letters_are_names(name):
    assert named(name) is variable(name)
    assert name == "π" or read_term(f"{name}") is variable(name)


def test_a_name_is_not_taken_for_a_power():
    """Refuted: not always ⊢ xˆ2 ≥ 0, of a variable of that name."""
    assert repr(gt(named("xˆ2"))) == "xˆ2⟨real⟩ > 0"
    assert repr(gt(real("x_2"))) == "x_2 > 0"


@pytest.mark.parametrize("name", ["pi", "E", "oo", "e", "π"])
def test_a_variable_is_told_from_the_number_of_its_name(name):
    """Refuted: not always ⊢ pi ≥ 3, of a variable of that name."""
    assert repr(gt(named(name), 3)) == f"{name}⟨real⟩ > 3"


@pytest.mark.parametrize("name", ["sqrt", "cbrt", "root", "ln", "arctan", "cot"])
def test_a_function_is_told_from_that_which_texts_have_of_its_name(name):
    """Refuted: not always ⊢ sqrt(4) ≥ 0, of a function of that name."""
    assert repr(ge(A(head(name), 4))) == f"{name}⟨function⟩(4) ≥ 0"
    assert repr(ge(A(head("lnx"), 4))) == "lnx(4) ≥ 0"


def test_a_name_is_not_taken_for_a_derivative():
    """Refuted: not always (∀ r: f(r) = r^2) ⊢ f′(1) = 2, of a function f′ that has nothing to do with f."""
    f, prime = head("f"), decode({"name": "f′", "kind": "FunHead", "is": {}})
    given, r = every(real("r"), eq(A(f, real("r")), P(real("r"), 2))), real("r")
    assert repr(eq(A(prime, 1), 2)) == "f′⟨function⟩(1) = 2"
    assert repr(eq(A(f, 1, order=1), 2)) == "f'(1) = 2"
    assert repr(eq(A(head("∂f"), 1), 2)) == "∂f⟨function⟩(1) = 2"
    assert repr(V("γ′", 0)) == "γ′⟨vector⟩(0)"
    assert repr(ge(real("w′"))) == "w′ ≥ 0"
    square = lam(r, P(r, 2))
    refuted([given], eq(A(prime, 1), 2), {f: square, prime: lam(r, 0)})
    with pytest.raises(Refused, match="not shown to fail"):
        refuted([given], eq(A(f, 1, order=1), 2), {f: square})


def test_a_name_and_its_arguments_are_not_taken_for_a_product():
    """Refuted: not always x ≥ 0, y ≥ 0 ⊢ x⋆(y) ≥ 0, of a function x⋆."""
    star, y = decode({"name": "x⋆", "kind": "FunHead", "is": {}}), real("y")
    assert repr(ge(A(star, y))) == "(x⋆)(y) ≥ 0"
    assert repr(ge(A(star, y, order=1))) == "(x⋆)'(y) ≥ 0"
    assert repr(V("w⋆", y)) == "(w⋆)(y)"
    assert repr(Pt("p⋆", y)) == "(p⋆)(y)"
    assert repr(V("w⋆")) == "w⋆"
    assert repr(A(head("f⋆₁"), y)) == "f⋆₁(y)"


def test_what_is_done_with_a_slope_is_not_done_with_its_place():
    """Proved: d/dr[r^2]|r=(a)^2 = 4·a^2, the square of the slope at a, which is not the slope at a^2."""
    r, a = real("r"), real("a")
    slope = binding("derivative", r, power(r, term(2)), a)
    assert repr(power(slope, term(2))) == "(d/dr[r^2]|r=(a))^2"
    assert repr(binding("derivative", r, power(r, term(2)), power(a, term(2)))) == "d/dr[r^2]|r=(a^2)"
    assert repr(times(slope, a)) == "(d/dr[r^2]|r=(a))·a"
    assert repr(times(a, power(slope, term(-1)))) == "a/(d/dr[r^2]|r=(a))"
    assert repr(plus(slope, 1)) == "(d/dr[r^2]|r=(a)) + 1"
    assert repr(eq(slope, times(2, a))) == "d/dr[r^2]|r=(a) = 2·a"


@pytest.mark.parametrize("name", ["i\u0307", "xj\u0307", "x\u0302\u0302", "x\u0302\u0303", "θ⋆\u0302"], ids=ascii)
def test_a_hat_is_seen(name):
    """Refuted: not always i ≥ 0 ⊢ i̇ ≥ 0, where the second i has a dot above its dot."""
    with pytest.raises(Refused):
        named(name)


@pytest.mark.parametrize("name", ["x\u0302", "ℓ\u0307", "ï", "θ\u0307x\u0303", "w′", "x1\u0302"], ids=ascii)
def test_one_hat_on_a_letter_is_part_of_a_name(name):
    assert named(name) is variable(name)


# --- witnesses --------------------------------------------------------------------------------------------------------

U, ONE_AND_TWO = variable("u", "vector"), node("tuple", term(1), term(2))


def refuted(given, states, values, discharge=()):
    kernel.refutes(kernel.witness(given, states, values, discharge), given, states)


def test_a_property_of_numbers_is_not_said_of_a_vector():
    """W, of two numbers: coprime, of a vector: of length 1. ⊢ W(1, 2) refuted W(u) ⇒ ⟨u, u⟩ = 1."""
    given, states = [has("W", V("u"))], eq(inner(V("u"), V("u")), 1)
    for said, is_so in (([term(1), term(2)], False), ([ONE_AND_TWO], True)):
        known = kernel.cite(kernel.Axiom("an axiom", "As it says.", "nowhere", (), there("W", 2, "vector", *said)))
        if is_so:
            refuted(given, states, {U: ONE_AND_TWO}, [known])
            continue
        with pytest.raises(Refused):
            kernel.witness(given, states, {U: ONE_AND_TWO}, [known])


def test_a_partial_function_is_not_defined_at_numbers_as_it_is_at_a_vector():
    """∀h with u in its domain: 1, 2 are in its domain, is false at u = (1, 2)."""
    h = head("h", "partial function")

    def given(*at):
        return [every(h, predicate(DOMAIN, h, *at), predicate(DOMAIN, h, V("u")))]

    with pytest.raises(Refused):
        kernel.witness(given(term(1), term(2)), ge(0, 1), {U: ONE_AND_TWO})
    refuted(given(V("v")), ge(0, 1), {U: ONE_AND_TWO, variable("v", "vector"): ONE_AND_TWO})
