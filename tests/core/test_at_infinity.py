"""Expansions towards infinity: what is said of all numbers from a start on holds there, nothing false is accepted."""

import json
import random
from fractions import Fraction

import pytest
from flint import arb

from verify.core.answers import check_answer
from verify.core.at_infinity import UNIT, _Line, has_sign
from verify.core.balls import NoEnclosure, precision
from verify.core.nodes import Refused, node
from verify.core.reading import parsed
from verify.core.series import Balls, evaluated
from verify.core.terms import add, mul, number, power, variable
from verify.prover.files import answer_to_json
from verify.prover.proving import prove

X, Y = variable("x"), variable("y")
BITS = 128


def fraction(p, q=1):
    return number(Fraction(p, q))


def inverse(t):
    return power(t, fraction(-1))


def log(t):
    return node("log", t)


def exp(t):
    return node("exp", t)


def minus(a, b):
    return add(a, mul(fraction(-1), b))


def decided(term, start, *, strict=True, order=4, **values):
    with precision(BITS):
        try:
            return has_sign(term, X, Fraction(start), {Y: values["y"]} if values else {}, order, strict=strict)
        except NoEnclosure:
            return False


TRUE = {
    "x > log x": (minus(X, log(X)), 3),
    "x > 100 log x, far out": (minus(X, mul(fraction(100), log(X))), 1000),
    "exp x > x^10": (minus(exp(X), power(X, fraction(10))), 100),
    "x^x > exp x": (minus(power(X, X), exp(X)), 3),
    "log cosh x > x - log 2": (add(log(node("cosh", X)), mul(fraction(-1), X), log(fraction(2))), 3),
    "(1 + 1/x)^x < e": (minus(node("e"), power(add(fraction(1), inverse(X)), X)), 4),
    "log log x < log x": (minus(log(X), log(log(X))), 16),
    "sqrt(x^2 + 1) - x > 1/(3x)": (
        add(power(add(power(X, fraction(2)), fraction(1)), fraction(1, 2)), mul(fraction(-1), X),
            mul(fraction(-1, 3), inverse(X))), 4),
    "x sin(1/x) < 1": (minus(fraction(1), mul(X, node("sin", inverse(X)))), 2),
    "sin x > -2": (add(node("sin", X), fraction(2)), 2),
    "exp exp x > exp(x^3)": (minus(exp(exp(X)), exp(power(X, fraction(3)))), 20),
}  # fmt: skip

FALSE = {
    "log x > 0 from 1/2": (log(X), Fraction(1, 2)),
    "log x > 0 from 1": (log(X), 1),
    "log log x > 0 from 2": (log(log(X)), 2),
    "x > 100 log x, not far enough": (minus(X, mul(fraction(100), log(X))), 100),
    "log x > 10, not far enough": (minus(log(X), fraction(10)), 20000),
    "exp x > x^10, not far enough": (minus(exp(X), power(X, fraction(10))), 20),
    "100 exp(x/100) > x^2, where the quotient rises before it falls": (
        minus(mul(fraction(100), exp(mul(fraction(1, 100), X))), power(X, fraction(2))), 1),
    "x < log x": (minus(log(X), X), 3),
    "x sin(1/x) > 1": (minus(mul(X, node("sin", inverse(X))), fraction(1)), 2),
    "(1 + 1/x)^x > e": (minus(power(add(fraction(1), inverse(X)), X), node("e")), 4),
    "sin x > 0": (node("sin", X), 2),
    "sin x + 1 > 0, where it is 0": (add(node("sin", X), fraction(1)), 2),
    "x - x > 0": (minus(X, X), 2),
    "log cosh x > x - log 2 + 1/x^9": (
        add(log(node("cosh", X)), mul(fraction(-1), X), log(fraction(2)), mul(fraction(-1), power(X, fraction(-9)))),
        3),
}  # fmt: skip


@pytest.mark.parametrize("name", TRUE)
def test_the_leading_term_decides(name):
    term, start = TRUE[name]
    assert decided(term, start), name


@pytest.mark.parametrize("name", FALSE)
def test_nothing_false_is_accepted(name):
    term, start = FALSE[name]
    for order in (1, 2, 3, 6):
        assert not decided(term, start, order=order), name


def test_a_zero_is_not_negative_but_not_positive():
    assert decided(minus(X, X), 2, strict=False)
    assert not decided(minus(X, X), 2, strict=True)


def test_a_high_power_of_a_sum_is_not_multiplied_out():
    base = add(power(fraction(2), fraction(1, 2)), power(fraction(3), fraction(1, 2)), node("pi"), inverse(X))
    assert decided(power(base, fraction(10000)), 10000, order=5)


def test_other_variables_range_over_their_boxes():
    term = minus(X, mul(Y, log(X)))
    assert decided(term, 100, y=arb(1).union(arb(2)))
    assert not decided(term, 100, y=arb(1).union(arb(40)))


def _term(source, depth):
    """A random term of x, as its parts come."""
    if depth == 0:
        return source.choice([X, X, fraction(source.randint(-3, 3)), fraction(1, source.randint(2, 5)), node("pi")])
    one, other = _term(source, depth - 1), _term(source, source.randrange(depth))
    kind = source.choice(
        ["add", "add", "mul", "mul", "inverse", "root", "exp", "log", "sin", "cos", "atan", "tanh", "cosh", "sinh",
         "asinh", "acos", "asin", "atanh", "acosh", "max", "abs", "power"]
    )  # fmt: skip
    if kind in ("add", "mul"):
        return (add if kind == "add" else mul)(one, other)
    if kind == "inverse":
        return inverse(one)
    if kind == "root":
        return power(one, fraction(source.choice([1, -1, 2, -3]), source.choice([2, 3])))
    if kind == "power":
        return power(one, fraction(source.randint(-3, 6)))
    return node("max", one, other) if kind == "max" else node(kind, one)


def _value(line, expansion, x):
    """What an expansion encloses at a number."""
    there = _Line(X, x, {}, line.order)
    found = arb(0)
    for m, c in expansion.items():
        found += c.ball * (there.value(m) if m != UNIT else 1)
    return found


def test_an_expansion_encloses_the_term_at_every_number_from_the_start_on():
    source, met = random.Random(7), 0
    for _ in range(500):
        term, start = _term(source, 3), Fraction(source.choice([2, 3, 20, 100]))
        with precision(BITS):
            line = _Line(X, start, {}, source.choice([1, 2, 4]))
            try:
                expansion = line.of(term)
            except (NoEnclosure, Refused, RecursionError):
                continue
            for _ in range(3):
                x = start + Fraction(source.randint(0, 1000), source.choice([10, 1000, 3]))
                try:
                    exact = evaluated(term, Balls, {X: Balls.rational(x)})
                    found = _value(line, expansion, x)
                except NoEnclosure:
                    continue
                if found.is_finite() and exact.is_finite():
                    met += 1
                    assert found.overlaps(exact), f"{term!r} from {start}: {found} is not {exact} at {x}"
    assert met > 300, "enough terms have an expansion"


def test_a_sign_that_is_claimed_holds_at_sampled_numbers():
    source, claimed = random.Random(11), 0
    for _ in range(400):
        term, start = _term(source, 3), Fraction(source.choice([2, 5, 50]))
        if X not in term.free or not decided(term, start, order=3):
            continue
        claimed += 1
        with precision(BITS):
            for x in (start, start + Fraction(1, 7), 2 * start, 10 * start, start**2 + 3):
                try:
                    exact = evaluated(term, Balls, {X: Balls.rational(x)})
                except NoEnclosure:
                    continue
                assert not exact <= 0, f"{term!r} is not positive at {x}"
    assert claimed > 50


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"from": {"term": [1, 2]}}, "logarithm"),
        ({"order": 0}, "order"),
        ({"order": True}, "order"),
        ({"precision": 10}, "precision"),
        ({"bounds": [[1, 2]]}, "bounds"),
        ({"variable": "x"}, "variable"),
    ],
)
def test_edited_data_are_refused(change, says):
    answer = prove("log(log(x)) < log(x)/2 + 1/x", "x >= 20", budget=20)
    data = answer_to_json(answer)
    nodes = [data["certificate"][-1]]
    for n in nodes:
        nodes += n.get("parts", [])
    leaf = next(n for n in nodes if n["rule"] == "beyond")
    check_answer(parsed(json.dumps(data).encode()))
    leaf["data"].update(change)
    with pytest.raises(Refused, match=says):
        check_answer(parsed(json.dumps(data).encode()))
