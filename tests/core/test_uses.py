"""What is taken for granted of the functions in formulas."""

import pytest

from verify.core.nodes import EUCLIDEAN, FUNCTION, INTEGER, VECTOR, Refused, Term, node
from verify.core.terms import (
    ONE,
    ZERO,
    add,
    binding,
    forall,
    function,
    mul,
    number,
    power,
    predicate,
    relation,
    variable,
)
from verify.core.uses import DEFINED, NOTHING, differentiated_heads, head_of, order_of, places, slopes, uses_of

x, s, y = variable("x"), variable("s"), variable("y")
k = variable("k", INTEGER)
f, g = variable("f", FUNCTION), variable("g", FUNCTION)
gamma = variable("γ", VECTOR)


def at(head: Term, u: Term, order: int = 0) -> Term:
    return node("apply", head, order, u)


def curve(u: Term) -> Term:
    return node("vector", gamma, EUCLIDEAN, u)


def d(body: Term, place: Term, by: Term = s) -> Term:
    return binding("derivative", by, body, place)


def defined(t: Term) -> Term:
    return predicate(DEFINED, t)


def test_slopes() -> None:
    assert slopes(at(f, x, 1)) == (defined(at(f, x, 1)),)
    assert slopes(d(at(f, mul(s, s)), y)) == (defined(at(f, mul(y, y), 1)),)
    assert slopes(d(mul(ZERO, at(f, s)), y)) == (defined(at(f, y, 1)),)
    (use,) = slopes(forall([x], [relation(">", x)], relation(">", at(f, x, 1))))
    assert use is forall([x], [relation(">", x)], defined(at(f, x, 1)))
    assert head_of(use) is f
    assert differentiated_heads(relation("=", at(g, x), at(f, x, 2))) == {f}


def test_slopes_of_curves_and_fields() -> None:
    speed = d(curve(s), y)
    assert slopes(speed) == (defined(speed),)
    assert head_of(slopes(speed)[0]) is gamma
    twice = slopes(d(d(curve(x), s, x), y))
    assert {order_of(u) for u in twice} == {1, 2}
    found = slopes(d(at(f, curve(s)), y))
    assert {head_of(u) for u in found} == {f, gamma}
    hessian = node("hessian", f, curve(x), curve(y))
    assert [order_of(u) for u in slopes(hessian)] == [2]


def test_a_bound_function_is_not_differentiated() -> None:
    with pytest.raises(Refused):
        slopes(forall([f], [], relation(">", at(f, x, 1))))
    with pytest.raises(Refused):
        uses_of([at(f, x, 1)]).closed([f], [])


def test_places() -> None:
    assert places(at(f, k)) == frozenset()
    assert places(at(f, add(k, ONE))) == frozenset()
    assert places(at(f, x)) == {(f, 0)}
    assert places(at(f, ONE, 1)) == {(f, 0)}
    assert places(node("apply", f, 0, k, power(k, number(-1)))) == {(f, 1)}
    assert places(binding("sum", k, at(f, k), ONE, number(3))) == frozenset()
    assert places(binding("integral", x, at(f, x), ZERO, ONE)) == {(f, 0)}
    assert places(at(f, curve(k))) == {(f, 0)}
    assert places(forall([f, x], [], relation(">", at(f, x), at(g, x)))) == {(g, 0)}


def test_what_is_bound_shows_its_places() -> None:
    uses = uses_of([at(f, x)])
    with pytest.raises(Refused):
        uses.closed([f], [], [relation(">", at(f, k))])
    assert uses.closed([f], [], [relation(">", at(f, x))]) == NOTHING


def test_substitution() -> None:
    uses = uses_of([relation(">", at(f, x, 1))])
    made = uses.substituted({f: function([s], mul(at(g, s), node("log", s)))})
    assert {head_of(u) for u in made.uses.slopes} == {g}
    assert relation(">", x) in made.needed
    assert made.uses.places == {(g, 0)}
    assert uses.substituted({x: ONE}).uses.places == {(f, 0)}
    assert uses.substituted({x: ONE}).needed == ()
    assert uses.substituted({f: g}).uses.places == {(g, 0)}


def test_beyond_the_claim() -> None:
    with pytest.raises(Refused):
        uses_of([at(f, x, 2)]).refuse_beyond([relation(">", at(f, x, 1))])
    with pytest.raises(Refused):
        uses_of([at(f, x)]).refuse_beyond([relation(">", at(f, k))])
    uses_of([at(f, ONE, 1), at(g, x, 1)]).refuse_beyond([relation(">", at(f, x, 1))])
