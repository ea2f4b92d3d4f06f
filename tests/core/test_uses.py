"""What is taken for granted of the functions in formulas."""

import pytest

from verify.core.nodes import EUCLIDEAN, FUNCTION, INTEGER, VECTOR, Refused, Term, node
from verify.core.terms import ONE, ZERO, binding, forall, function, mul, number, predicate, relation, variable
from verify.core.uses import DEFINED, NOTHING, head_of, order_of, places, slopes, uses_of

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
    assert set(map(head_of, slopes(relation("=", at(g, x), at(f, x, 2))))) == {f}


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


def integral(body: Term, by: Term = s) -> Term:
    return binding("integral", by, body, ZERO, ONE)


def where(term: Term) -> set[tuple[Term, int]]:
    return {place[:2] for place in places(term)}


def test_places_are_the_arguments_over_which_is_integrated() -> None:
    assert where(at(f, x)) == frozenset()
    assert where(at(f, x, 1)) == frozenset()
    assert where(binding("sum", k, at(f, k), ONE, number(3))) == frozenset()
    assert where(d(at(f, s), x)) == frozenset()
    assert where(integral(at(f, s))) == {(f, 0)}
    assert where(integral(at(f, mul(s, x), 1))) == {(f, 0)}
    assert where(integral(node("apply", f, 0, k, s))) == {(f, 1)}
    assert where(integral(node("apply", f, 0, s, mul(x, s)))) == {(f, 0), (f, 1)}
    assert where(integral(mul(s, at(f, x)))) == frozenset()
    assert where(integral(node("inner", curve(s), curve(x)))) == {(gamma, 0)}
    assert where(integral(at(f, curve(s)))) == {(f, 0), (gamma, 0)}
    assert where(integral(at(f, integral(at(g, x), x)))) == {(g, 0)}
    assert where(integral(at(f, integral(at(g, mul(s, x)), x)))) == {(f, 0), (g, 0)}
    assert where(binding("integral", s, s, ZERO, integral(at(f, s)))) == {(f, 0)}
    assert where(forall([f, x], [], relation(">", integral(at(f, s)), integral(at(g, mul(s, x)))))) == {(g, 0)}


def test_what_is_bound_shows_its_places() -> None:
    uses = uses_of([integral(at(f, s))])
    with pytest.raises(Refused):
        uses.closed([f], [], [relation(">", at(f, x))])
    assert uses.closed([f], [], [relation(">", integral(at(f, s)))]) == NOTHING


def test_substitution() -> None:
    uses = uses_of([relation(">", at(f, x, 1), integral(at(f, s)))])
    made = uses.substituted({f: function([s], mul(at(g, s), node("log", s)))})
    assert {head_of(u) for u in made.uses.slopes} == {g}
    assert relation(">", x) in made.needed
    assert {place[:2] for place in made.uses.places} == {(g, 0)}
    assert {place[:2] for place in uses.substituted({x: ONE}).uses.places} == {(f, 0)}
    assert uses.substituted({x: ONE}).needed == ()
    assert {place[:2] for place in uses.substituted({f: g}).uses.places} == {(g, 0)}
    fixed = uses.substituted({f: function([s], mul(at(g, y), s))})
    assert fixed.uses.places == frozenset()  # g stands still while f is integrated
    inside = uses.substituted({f: function([s], mul(s, integral(at(g, s))))})
    assert {place[:2] for place in inside.uses.places} == {(g, 0)}


def test_substitution_keeps_apart_the_arguments_that_are_integrated() -> None:
    uses = uses_of([integral(node("apply", f, 0, k, s))])
    a, b = variable("a"), variable("b")
    swapped = uses.substituted({f: function([a, b], node("apply", g, 0, b, a))})
    assert {place[:2] for place in swapped.uses.places} == {(g, 0)}


def test_beyond_the_claim() -> None:
    with pytest.raises(Refused):
        uses_of([at(f, x, 2)]).refuse_beyond([relation(">", at(f, x, 1))])
    with pytest.raises(Refused):
        uses_of([integral(at(f, s))]).refuse_beyond([relation(">", at(f, x))])
    uses_of([at(f, x)]).refuse_beyond([relation(">", at(f, k))])
    uses_of([at(f, ONE, 1), at(g, x, 1)]).refuse_beyond([relation(">", at(f, x, 1))])
    uses_of([integral(at(f, s)), integral(at(g, s))]).refuse_beyond([relation(">", integral(at(f, mul(s, s))))])
