"""Names that pass for others where they are shown; what is said of a vector, read as if it were of its coordinates."""

from __future__ import annotations

import pytest

from tests.attacks.steps import V, eq, every, ge, gt, head, inner, real, term, there
from verify.core import kernel
from verify.core.grammar import read_term
from verify.core.nodes import DOMAIN, Refused, node
from verify.core.reading import decode
from verify.core.terms import predicate, variable

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


# --- witnesses --------------------------------------------------------------------------------------------------------

U, ONE_AND_TWO = variable("u", "vector"), node("tuple", term(1), term(2))


def refuted(given, states, values, discharge=()):
    kernel.refutes(kernel.witness(given, states, values, discharge), given, states)


def test_a_property_of_numbers_is_not_said_of_a_vector():
    """W, of two numbers: coprime, of a vector: of length 1. ⊢ W(1, 2) refuted W(u) ⇒ ⟨u, u⟩ = 1."""
    given, states = [predicate("W", V("u"))], eq(inner(V("u"), V("u")), 1)
    for said, is_so in (([term(1), term(2)], False), ([ONE_AND_TWO], True)):
        known = kernel.cite(kernel.Axiom("an axiom", "As it says.", "nowhere", (), there("W", 2, *said)))
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
