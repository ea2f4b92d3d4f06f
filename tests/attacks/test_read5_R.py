"""False steps of a fifth reading of the rules, each refused; and true neighbours, accepted."""

import pytest

from tests.attacks.steps import A
from verify.core.kernel import assume, instantiate
from verify.core.nodes import DOMAIN, FUNCTION, PARTIAL, Refused
from verify.core.terms import ZERO, function, mul, number, power, predicate, variable

f, g, x = variable("f", PARTIAL), variable("g", FUNCTION), variable("x")


def test_a_domain_is_of_values_not_of_rules():
    """Of a rule in the domain of f its gaps could not be asked: 0·g(r) became 0/r, which was said to be 0."""
    with pytest.raises(Refused, match="no argument"):
        predicate(DOMAIN, f, function([x], mul(ZERO, A(g, x))))
    with pytest.raises(Refused, match="no argument"):
        predicate(DOMAIN, f, g)
    said = predicate("smooth", function([x], mul(ZERO, A(g, x))))
    zero = predicate("smooth", function([x], ZERO))
    theorem = instantiate(assume(said), {}, hypotheses=[said], conclusion=zero)
    gap = function([x], mul(ZERO, power(x, number(-1))))
    with pytest.raises(Refused):
        instantiate(
            theorem, {g: function([x], power(x, number(-1)))}, hypotheses=[predicate("smooth", gap)], conclusion=zero
        )


def test_a_domain_of_values_is_still_spoken_of():
    """f(x) is defined where x is in the domain of f."""
    there = predicate(DOMAIN, f, x)
    moved = predicate(DOMAIN, f, number(2))
    assert instantiate(assume(there), {x: number(2)}, hypotheses=[moved], conclusion=moved).conclusion is moved
