"""Counterexamples, and what is none."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest

from verify.core.equality import same
from verify.core.nodes import (
    EUCLIDEAN,
    FUNCTION,
    INTEGER,
    INTEGERS,
    NUMBER,
    PARTIAL,
    POINT,
    VECTOR,
    Refused,
    Term,
    node,
)  # fmt: skip
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
from verify.core.witness import check_witness

x, y, s = variable("x"), variable("y"), variable("s")
positive = variable("p", NUMBER, "positive")
k, n = variable("k", INTEGER), variable("n", INTEGER)
f = variable("f", FUNCTION)
u, v = variable("u", VECTOR), variable("v", VECTOR)
U, V = node("vector", u, EUCLIDEAN), node("vector", v, EUCLIDEAN)
HALF = number(Fraction(1, 2))
MINUS = number(-1)


def at(head: Term, *args: Term, order: int = 0) -> Term:
    return node("apply", head, order, *args)


def pair(a: int, b: int) -> Term:
    return node("tuple", number(a), number(b))


def inverse(t: Term) -> Term:
    return power(t, MINUS)


def refused(given: Sequence[Term], states: Term, assignment: Mapping[Term, Term], known: Sequence[Term] = ()) -> None:
    with pytest.raises(Refused):
        check_witness(given, states, assignment, known)


def test_numbers() -> None:
    lines = check_witness([relation(">", x, ONE)], relation("<", x, number(2)), {x: number(3)}, [])
    assert len(lines) == 2
    assert lines[-1].startswith("but not")
    refused([relation(">", x, ONE)], relation("<", x, number(2)), {x: ONE})  # a hypothesis fails
    refused([], relation("<", x, number(2)), {x: ONE})  # it is true
    refused([], relation("<", positive, ZERO), {positive: MINUS})  # of another sign
    refused([], relation("=", k, ZERO), {k: HALF})  # no integer
    refused([], relation("=", x, ZERO), {x: y})  # no value
    refused([relation("=", x, ONE)], relation("=", x, ONE), {x: number(2)})
    check_witness([], relation("≥", add(mul(positive, positive), ONE), add(ONE, ONE)), {positive: HALF}, [])


def test_what_has_no_value_is_neither_true_nor_false() -> None:
    refused([], relation("=", mul(ZERO, inverse(x)), ONE), {x: ZERO})
    refused([relation("=", mul(ZERO, inverse(x)), ZERO)], relation("=", x, ONE), {x: ZERO})
    constant = {f: function([s], number(3)), x: ZERO}
    refused([relation("=", at(f, inverse(x)), number(3))], relation("=", x, ONE), constant)
    refused([], relation("=", at(f, inverse(x)), ONE), constant)
    check_witness([], relation("=", at(f, x), ONE), constant, [])
    g = variable("g", PARTIAL)
    root = {g: function([s], power(s, HALF)), x: MINUS}
    refused([predicate("in the domain of", g, x)], relation("=", x, ONE), root)
    check_witness([predicate("in the domain of", g, x)], relation("=", x, ONE), {**root, x: ZERO}, [])
    constant_root = {g: function([s], number(3)), x: ZERO}
    refused([predicate("in the domain of", g, inverse(x))], relation("=", x, ONE), constant_root)


def test_functions_are_total_and_as_smooth_as_the_statement_needs() -> None:
    with_a_gap = {f: function([s], inverse(s)), x: ONE}
    check_witness([], relation("=", at(f, x), ZERO), with_a_gap, [])  # whatever fills the gap
    refused([], relation("=", at(f, add(x, MINUS)), ONE), with_a_gap)
    refused([], relation("=", binding("integral", s, at(f, s), ONE, number(2)), ONE), with_a_gap)
    refused([], relation("=", at(f, x, order=1), ONE), with_a_gap)
    step = {f: function([s], mul(node("abs", s), inverse(s)))}
    signs = forall([y], [relation("≠", y)], relation("=", mul(at(f, y), at(f, y)), ONE))
    jump = relation("=", at(f, ONE), at(f, MINUS))
    check_witness([signs], jump, step, [])
    refused([signs, relation("=", at(f, ONE, order=1))], jump, step)  # no function with a slope has that jump
    refused([], relation("=", at(f, x), ZERO), {f: function([k], k), x: ONE})  # a family
    slope = relation("=", at(f, x, order=1), ZERO)
    refused([], slope, {f: function([s], node("abs", s)), x: ONE})
    check_witness([], slope, {f: function([s], mul(s, s)), x: ONE}, [])
    twice = relation("=", at(f, x, order=2), ZERO)
    bend = function([s], mul(s, node("abs", s)))  # once continuously differentiable
    refused([], twice, {f: bend, x: ONE})
    refused([], relation("=", at(f, x), ZERO), {f: function([s], at(f, s)), x: ONE})
    bounded = variable("f", FUNCTION, "positive")
    refused([], relation("=", at(bounded, x), ZERO), {bounded: function([s], mul(s, s)), x: ONE})


def test_families_may_have_gaps_where_they_are_not_used() -> None:
    family = {f: function([k], inverse(k)), n: number(3)}
    every = forall([k], [relation("≥", k, ONE)], relation(">", at(f, k)))
    check_witness([every], relation(">", at(f, n), ONE), family, [])
    refused([forall([k], [], relation(">", add(ONE, at(f, mul(k, k)))))], relation(">", at(f, n), ONE), family)
    # nothing that fills the gap may make a condition true
    guarded = forall([k], [relation(">", at(f, k))], relation(">", k, ZERO))
    refused([guarded], relation(">", at(f, n), ONE), family)
    whole = variable("N", INTEGERS)
    refused([], relation(">", at(whole, n), ONE), {whole: function([k], mul(HALF, k)), n: ONE})


def test_ranges_of_integers_are_gone_through() -> None:
    def every(op: str, low: Fraction, high: Fraction, body: Term) -> Term:
        return forall([k], [relation(op, k, number(low)), relation(op, number(high), k)], body)

    fails = relation("=", x, ONE)
    square = relation("≥", mul(k, k), k)
    check_witness([every("≥", Fraction(-3), Fraction(7, 2), square)], fails, {x: ZERO}, [])
    above = relation(">", mul(add(k, MINUS), add(k, MINUS)))  # false at 1 alone
    refused([every(">", Fraction(1, 2), Fraction(5, 2), above)], fails, {x: ZERO})
    check_witness([every(">", Fraction(1), Fraction(5, 2), above)], fails, {x: ZERO}, [])
    two = forall(
        [k, n], [relation("≥", k, ZERO), relation("≥", number(2), k), relation("=", n, k)], relation("=", n, k)
    )
    check_witness([two], fails, {x: ZERO}, [])


def test_vectors() -> None:
    values = {u: pair(1, 0), v: pair(1, 2)}
    check_witness([relation("=", node("inner", U, V), ONE)], relation("=", node("inner", U, V), ZERO), values, [])
    check_witness([], relation("=", U, V), values, [])
    refused([relation("=", U, V)], relation("=", x, ONE), {**values, x: ZERO})
    refused([], relation("=", U, V), {u: pair(1, 0), v: node("tuple", ONE)})
    lengths = forall([u], [], relation("≥", node("inner", U, U)))
    check_witness([lengths], relation("=", V, ZERO), {v: pair(1, 2)}, [])
    refused([forall([u], [], relation(">", node("inner", U, U)))], relation("=", V, ZERO), {v: pair(1, 2)})


def test_fields() -> None:
    a, b = variable("a"), variable("b")
    field = function([a, b], add(mul(a, a), mul(a, b)))
    values = {f: field, u: pair(1, 2), v: pair(1, 1)}
    gradient = node("gradient", f, U)
    lines = check_witness([], relation("=", gradient, ZERO), values, [])
    assert "4 = 0" in lines[-1]
    check_witness([relation("=", node("inner", gradient, V), number(5))], relation("=", U, V), values, [])
    hessian = node("hessian", f, U, V)
    check_witness([relation("=", node("inner", hessian, V), number(4))], relation("=", U, V), values, [])
    cone = function([a, b], power(add(mul(a, a), mul(b, b)), HALF))
    refused([], relation("=", gradient, ZERO), {**values, f: cone})


def test_curves() -> None:
    speed = binding("derivative", s, node("vector", u, EUCLIDEAN, s), ONE)
    circle = function([s], node("tuple", node("cos", s), node("sin", s)))
    check_witness([relation("=", node("inner", speed, speed), ONE)], relation("=", speed, ZERO), {u: circle}, [])
    corner = function([s], node("tuple", node("abs", s), s))
    refused([], relation("=", speed, ZERO), {u: corner})


def test_predicates_are_known_or_refused() -> None:
    convex = predicate("is convex", function([s], at(f, s)))
    square = function([s], mul(s, s))
    given, states = [convex], relation("=", at(f, x), ZERO)
    refused(given, states, {f: square, x: ONE})
    check_witness(given, states, {f: square, x: ONE}, [predicate("is convex", square)])
    refused(given, states, {f: function([s], mul(s, s, s)), x: ONE}, [predicate("is convex", square)])
    head = variable("P", POINT)
    refused([], relation("=", node("point", head), node("point", variable("Q", POINT))), {head: pair(1, 2)})


def test_what_is_written_alike_is_compared_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Among many known facts the one that says what is asked for is found without comparing the others."""
    compared = []
    monkeypatch.setattr("verify.core.witness.same", lambda *terms: compared.append(terms) or same(*terms))

    def bounded(t: Term) -> Term:
        return forall([x], [relation(">", x, ONE)], relation(">", t, ZERO))

    cubes = at(f, power(x, number(3)))
    asked, alike = bounded(mul(cubes, add(x, ONE))), bounded(add(mul(cubes, x), cubes))
    others = [bounded(add(cubes, mul(number(m), power(x, number(m))), *[at(f, x)] * m)) for m in range(2, 12)]
    check_witness([asked], relation("=", y, ONE), {y: ZERO}, [*others, alike])
    assert [known for known, *_ in compared] == [alike]
