"""What is said of a function of vectors, read as if it were of one of numbers."""

from __future__ import annotations

import pytest

from tests.attacks.steps import V, eq, inner, plus, real, term
from verify.core import kernel
from verify.core.nodes import Refused, node
from verify.core.terms import function, predicate, variable

U, AT = variable("u", "vector"), variable("a", "vector")
X, Y = real("x"), real("y")


def axiom(*formulas):
    return kernel.cite(kernel.Axiom("an axiom", "As it says.", "nowhere", tuple(formulas[:-1]), formulas[-1]))


def test_a_property_of_functions_of_numbers_is_not_said_of_functions_of_vectors():
    """W, of a function of two numbers: their sum, of one of a vector: of norm 1. W(u ↦ ⟨u, a⟩) ⇒ ⟨a, a⟩ = 1."""
    given, states = [predicate("W", function([U], inner(V("u"), V("a"))))], eq(inner(V("a"), V("a")), 1)
    kernel.proves(axiom(*given, states), given, states)
    known = axiom(predicate("W", function([X, Y], plus(X, Y))))
    with pytest.raises(Refused):
        kernel.witness(given, states, {AT: node("tuple", term(1), term(1))}, [known])


def test_a_property_of_functions_of_numbers():
    b = real("b")
    given, states = [predicate("W", function([X], plus(X, b)))], eq(b, 1)
    known = axiom(predicate("W", function([X], plus(X, term(2)))))
    kernel.refutes(kernel.witness(given, states, {b: term(2)}, [known]), given, states)
