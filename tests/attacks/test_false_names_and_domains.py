"""Ways in which the core said what is false, found by reading it: certificates, witnesses, files."""

from __future__ import annotations

import pytest

from tests.attacks.steps import V, every, ge, gt, head, real, term
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


def test_a_partial_function_is_not_defined_at_numbers_as_it_is_at_a_vector():
    """∀h with u in its domain: 1, 2 are in its domain, is false at u = (1, 2)."""
    h = head("h", "partial function")

    def given(*at):
        return [every(h, predicate(DOMAIN, h, *at), predicate(DOMAIN, h, V("u")))]

    with pytest.raises(Refused):
        kernel.witness(given(term(1), term(2)), ge(0, 1), {U: ONE_AND_TWO})
    refuted(given(V("v")), ge(0, 1), {U: ONE_AND_TWO, variable("v", "vector"): ONE_AND_TWO})
