"""Derivatives, and where they are what they are said to be."""

from fractions import Fraction

import pytest

from verify.core.balls import NoEnclosure, enclosure, precision, rational_ball
from verify.core.definedness import conditions
from verify.core.derivatives import ELEMENTARY, derivative, evaluated
from verify.core.nodes import EUCLIDEAN, FUNCTION, INTEGER, PARTIAL, POINT, VECTOR, Refused, Term, node
from verify.core.polynomials import canonical, minus
from verify.core.terms import ONE, ZERO, add, binding, mul, number, power, relation, substitute, variable

x, s, y = variable("x"), variable("s"), variable("y")
k = variable("k", INTEGER)
f, g = variable("f", FUNCTION), variable("g", PARTIAL)
curve = variable("γ", VECTOR)
HALF = number(Fraction(1, 2))


def at(head: Term, u: Term, order: int = 0) -> Term:
    return node("apply", head, order, u)


def gamma(u: Term) -> Term:
    return node("vector", curve, EUCLIDEAN, u)


def is_same(a: Term, b: Term) -> bool:
    return canonical(minus(a, b)) is ZERO


def d(body: Term, place: Term, by: Term = s) -> Term:
    return binding("derivative", by, body, place)


def test_elementary() -> None:
    answer, needed = derivative(mul(number(3), power(s, number(2)), node("log", s)), s)
    assert is_same(answer, add(mul(number(6), s, node("log", s)), mul(number(3), s)))
    assert needed == (relation(">", s),)
    assert derivative(power(s, ZERO), s) == (ZERO, ())
    assert derivative(power(power(s, HALF), ZERO), s) == (ZERO, (relation(">", s),))
    assert derivative(power(s, number(2)), s)[1] == ()
    assert relation("≠", s) in derivative(node("abs", s), s)[1]


@pytest.mark.parametrize("kind", sorted(ELEMENTARY))
@pytest.mark.parametrize("start", [Fraction(1, 3), Fraction(-2, 5), Fraction(7, 5)])
def test_each_elementary_derivative_encloses_the_quotients_of_differences(kind: str, start: Fraction) -> None:
    """By the mean value theorem: between two points a little apart, in balls."""
    gap = Fraction(1, 1 << 20)
    slope = derivative(node(kind, s), s)[0]
    with precision(128):
        try:
            first, last = (enclosure(node(kind, number(q))) for q in (start, start + gap))
        except NoEnclosure:
            return  # outside of its domain; each function is defined at one of the starts
        between = enclosure(slope, {s: rational_ball(start).union(rational_ball(start + gap))})
        assert between.overlaps((last - first) / rational_ball(gap))
        assert between.rad() < between.abs_upper() * 1e-3


def test_closed_ends_of_domains_are_no_places_of_derivatives() -> None:
    for kind in ("asin", "acos", "acosh", "atanh"):
        assert all(c.args[0] == ">" for c in derivative(node(kind, s), s)[1])
        assert derivative(node(kind, s), s)[1]
    assert derivative(power(s, number(Fraction(3, 2))), s)[1] == (relation(">", s),)


def test_refused() -> None:
    jumps = variable("N", "integer function")
    p = variable("p", POINT)
    for t in (
        node("max", s, ZERO),
        node("min", s, ZERO),
        node("sinc", s),
        at(f, node("point", p, s)),
        node("apply", jumps, 0, node("point", p, s)),
        node("apply", f, 0, s, y),
        binding("integral", x, mul(x, s), ZERO, ONE),
        node(
            "inner",
            node("vector", curve, node("tangent", node("point", p, s))),
            node("vector", variable("w", VECTOR), node("tangent", node("point", p, s))),
        ),
    ):
        with pytest.raises(Refused):
            derivative(t, s)


def test_the_bound_of_an_integral_that_moves_is_inside() -> None:
    whole = binding("integral", x, power(x, HALF), ZERO, s)
    answer, needed = derivative(whole, s)
    assert is_same(answer, power(s, HALF))
    assert relation(">", s) in needed
    assert relation(">", s) in conditions(d(whole, s))
    fixed = binding("integral", x, power(x, HALF), s, ONE)
    assert is_same(derivative(fixed, s)[0], mul(number(-1), power(s, HALF)))
    with pytest.raises(Refused):  # the function may end where the bound is
        derivative(binding("integral", x, at(g, x), ZERO, s), s)
    assert is_same(derivative(binding("integral", x, at(f, x), ZERO, s), s)[0], at(f, s))


def test_what_a_derivative_does_away_with_has_values_nearby() -> None:
    inner = d(add(x, power(s, HALF)), ONE, x)
    assert relation(">", y) in conditions(d(inner, y))


def test_abstract_functions() -> None:
    assert is_same(evaluated(d(at(f, power(s, number(2))), y))[0], mul(number(2), y, at(f, power(y, number(2)), 1)))
    twice = d(d(at(f, x), s, x), y)
    assert evaluated(twice)[0] is at(f, y, 2)
    assert is_same(evaluated(d(at(f, gamma(s)), y))[0], node("inner", node("gradient", f, gamma(y)), d(gamma(s), y)))


def test_curves_have_derivatives_that_no_name_clashes_with() -> None:
    speed = d(gamma(s), y)
    assert evaluated(speed)[0] is speed
    assert not any("'" in v.args[0] for v in speed.free)
    twice = d(d(gamma(x), s, x), y)
    assert evaluated(twice)[0] is twice
    chain = evaluated(d(d(gamma(mul(number(2), x)), s, x), y))[0]
    assert is_same(chain, mul(number(4), substitute(twice, {y: mul(number(2), y)})))
    energy = d(node("inner", gamma(s), gamma(s)), y)
    assert is_same(evaluated(energy)[0], mul(number(2), node("inner", gamma(y), speed)))


def test_sums_are_differentiated_for_every_index() -> None:
    whole = binding("sum", k, node("log", add(s, k)), ONE, number(3))
    answer, needed = derivative(whole, s)
    assert answer.kind == "sum"
    assert [c.kind for c in needed] == ["forall"]


def test_bounds_with_derivatives_are_carried_out() -> None:
    whole = binding("integral", x, x, ZERO, d(power(s, number(2)), y))
    assert is_same(evaluated(whole)[0], binding("integral", x, x, ZERO, mul(number(2), y)))
