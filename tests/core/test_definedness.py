"""Where terms have values."""

from fractions import Fraction

import pytest

from verify.core.definedness import conditions, conditions_nearby, within
from verify.core.nodes import DOMAIN, INTEGER, INTEGERS, PARTIAL, POINT, Refused, node
from verify.core.polynomials import canonical
from verify.core.terms import ONE, ZERO, add, binding, forall, mul, number, power, predicate, relation, variable

x, y = variable("x"), variable("y")
k = variable("k", INTEGER)
HALF = number(Fraction(1, 2))


def test_powers() -> None:
    assert conditions(power(x, number(3))) == ()
    assert conditions(power(x, ZERO)) == ()
    assert conditions(power(x, number(-1))) == (relation("≠", x),)
    assert conditions(power(x, HALF)) == (relation("≥", x),)
    assert conditions_nearby(power(x, HALF), x) == (relation(">", x),)
    assert conditions_nearby(power(x, HALF), y) == (relation("≥", x),)  # where x does not move
    assert conditions(power(x, number(Fraction(-1, 2)))) == (relation(">", x),)
    assert conditions(power(x, y)) == (relation(">", x),)


def test_sums_and_integrals_ask_for_their_range() -> None:
    whole = binding("sum", k, power(k, number(-1)), ONE, number(5))
    assert conditions(whole) == (forall([k], within(k, ONE, number(5), True), relation("≠", k)),)
    (condition,) = conditions(binding("integral", x, node("log", x), y, ONE))
    assert condition.kind == "forall"
    (inside,) = within(x, ONE, y)  # the formula is the same in either order
    (turned,) = within(x, y, ONE)
    assert canonical(inside.args[1]) is canonical(turned.args[1])


def test_an_integrand_that_may_jump_is_refused() -> None:
    p, n = variable("p", POINT), variable("N", INTEGERS)
    for body in (
        node("apply", n, 0, node("point", p, x)),
        node("apply", variable("f", "function"), 0, node("point", p, x)),
    ):
        with pytest.raises(Refused):
            conditions(binding("integral", x, body, ZERO, ONE))


def test_partial_functions() -> None:
    g = variable("g", PARTIAL)
    assert conditions(node("apply", g, 0, x)) == (predicate(DOMAIN, g, x),)
    assert conditions(node("apply", g, 1, power(x, HALF))) == (
        relation("≥", x),
        predicate(DOMAIN, g, power(x, HALF)),
    )
    with pytest.raises(Refused):
        conditions_nearby(node("apply", g, 0, x), x)
    assert conditions_nearby(node("apply", g, 0, x), y) == (predicate(DOMAIN, g, x),)


def test_formulas() -> None:
    root = relation("≥", power(x, HALF), ONE)
    schema = forall([x], [root], relation(">", node("log", x)))
    assert conditions(schema) == (forall([x], [], relation("≥", x)), forall([x], [root], relation(">", x)))
    assert conditions(forall([x], [], relation(">", mul(x, x), power(y, number(-1))))) == (relation("≠", y),)
    assert conditions(relation(">", add(x, node("acosh", y)))) != ()
