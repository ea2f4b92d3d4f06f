"""What is read from outside: JSON by its letter, and terms; whatever is hostile is refused in one line, at once."""

from __future__ import annotations

import json
import random
import time
from fractions import Fraction
from typing import Any

import pytest

from verify.core.nodes import EUCLIDEAN, Refused, node
from verify.core.reading import MOST_BYTES, decode, decode_formula, parsed
from verify.core.terms import add, binding, forall, function, mul, number, power, predicate, relation, variable


def real(name: str) -> dict[str, Any]:
    return {"name": name, "kind": "Symbol", "is": {"real": True}}


def integer(name: str) -> dict[str, Any]:
    return {"name": name, "kind": "Symbol", "is": {"integer": True}}


F = {"name": "f", "kind": "FunHead", "is": {"real": True}}
V = {"name": "v", "kind": "VecHead", "is": {}}
E = {"name": "E", "kind": "Constant", "is": {}}
x, n, i, j = variable("x"), variable("n", "integer"), variable("i", "integer"), variable("j", "integer")
f, v = variable("f", "function"), variable("v", "vector")


def tuple_of(*items: Any) -> dict[str, Any]:
    return {"Tuple": list(items)}


def deep(levels: int) -> Any:
    data: Any = 1
    for _ in range(levels):
        data = {"sin": [data]}
    return data


GOOD = [
    (3, number(3)),
    ([-1, 2], number(Fraction(-1, 2))),
    ([2, -4], number(Fraction(-1, 2))),
    ({"constant": "pi"}, node("pi")),
    ({"constant": "E"}, node("e")),
    (real("x"), x),
    ({"name": "x", "kind": "Symbol", "is": {"positive": True}}, variable("x", sign="positive")),
    ({"name": "f", "kind": "FunHead", "is": {"integer": True}}, variable("f", "integer function")),
    ({"name": "f", "kind": "PartialHead", "is": {"real": True}}, variable("f", "partial function")),
    ({"Add": [real("x"), 1, {"Mul": [-1, real("x")]}]}, add(x, number(1), mul(number(-1), x))),
    ({"Pow": [real("x"), [1, 2]]}, power(x, number(Fraction(1, 2)))),
    ({"Fun": [F, 2, real("x")]}, node("apply", f, 2, x)),
    ({"Vec": [V, E, integer("n")]}, node("vector", v, EUCLIDEAN, n)),
    ({"Gradient": [F, {"Vec": [V, E]}]}, node("gradient", f, node("vector", v, EUCLIDEAN))),
    ({"asinh": [{"Abs": [real("x")]}]}, node("asinh", node("abs", x))),
    ({"Relation": [{"text": "≤"}, real("x"), 0]}, relation("≤", x)),
    (
        {"Predicate": [{"text": "is even"}, {"Lambda": [tuple_of(real("x")), {"Fun": [F, 0, real("x")]}]}, 1]},
        predicate("is even", function([x], node("apply", f, 0, x)), number(1)),
    ),
    ({"Lambda": [tuple_of(real("x")), {"sin": [real("x")]}]}, function([x], node("sin", x))),
    (
        {"ForAll": [tuple_of(real("x")), tuple_of(), {"Relation": [{"text": ">"}, real("x"), 0]}]},
        forall([x], [], relation(">", x)),
    ),
    # the first limit is the innermost: it may speak of the index of the second
    (
        {"Sum": [integer("i"), tuple_of(integer("i"), 1, integer("j")), tuple_of(integer("j"), 1, integer("n"))]},
        binding("sum", j, binding("sum", i, i, number(1), j), number(1), n),
    ),
    ({"Deriv": [{"exp": [real("x")]}, real("x"), 0]}, binding("derivative", x, node("exp", x), number(0))),
    (
        {"Integral": [real("x"), tuple_of(real("x"), 0, real("x"))]},
        binding("integral", x, x, number(0), x),
    ),
]


@pytest.mark.parametrize(("data", "term"), GOOD)
def test_terms_are_read(data: Any, term: Any) -> None:
    assert decode(data) is term
    assert decode(parsed(json.dumps(data).encode())) is term


BAD = {
    "true": True,
    "null": None,
    "a fraction": 0.5,
    "text": "x",
    "bytes": b"x",
    "an empty list": [],
    "three numbers": [1, 2, 3],
    "zero below": [1, 0],
    "true above": [True, 2],
    "a nested pair": [[1, 2], 3],
    "an empty object": {},
    "two names": {"sin": [1], "cos": [1]},
    "an unknown node": {"Derivative": [1]},
    "a node of the core's own name": {"bound": [0]},
    "arguments that are no list": {"sin": 1},
    "arguments that are an object": {"sin": {"sin": [1]}},
    "too few arguments": {"Pow": [1]},
    "too many arguments": {"sin": [1, 2]},
    "no arguments": {"Max": []},
    "an unknown constant": {"constant": "I"},
    "a constant that is a list": {"constant": []},
    "a name without a kind": {"name": "x", "is": {}},
    "a name with more": real("x") | {"value": 1},
    "a kind that is a list": {"name": "x", "kind": [], "is": {}},
    "an unknown kind": {"name": "x", "kind": "Wild", "is": {}},
    "a name that is a number": {"name": 1, "kind": "Symbol", "is": {}},
    "no name": {"name": "", "kind": "Symbol", "is": {}},
    "a blank name": {"name": "  ", "kind": "Symbol", "is": {}},
    "a name with a line feed": {"name": "x\ny", "kind": "Symbol", "is": {}},
    "a name with an escape": {"name": "x\x1b[2J", "kind": "Symbol", "is": {}},
    "a name from right to left": {"name": "x\u202e", "kind": "Symbol", "is": {}},
    "half a character": {"name": "\ud800", "kind": "Symbol", "is": {}},
    "a name like a formula": {"name": "1 > 0, x", "kind": "Symbol", "is": {}},
    "a long name": {"name": "x" * 1000, "kind": "Symbol", "is": {}},
    "a reserved name": {"name": "!1", "kind": "Symbol", "is": {"real": True}},
    "a local name": {"name": "~1", "kind": "Symbol", "is": {"real": True}},
    "a name of a pattern": {"name": "?x", "kind": "Symbol", "is": {"real": True}},
    "an unknown declaration": {"name": "x", "kind": "Symbol", "is": {"prime": True}},
    "a declaration that is false": {"name": "x", "kind": "Symbol", "is": {"real": False}},
    "a declaration that is 1": {"name": "x", "kind": "Symbol", "is": {"real": 1}},
    "declarations in a list": {"name": "x", "kind": "Symbol", "is": ["real"]},
    "two signs": {"name": "x", "kind": "Symbol", "is": {"positive": True, "nonnegative": True}},
    "a positive vector": {"name": "v", "kind": "VecHead", "is": {"positive": True}},
    "an integer partial function": {"name": "f", "kind": "PartialHead", "is": {"integer": True}},
    "a function as a number": {"sin": [F]},
    "a vector as a number": {"sin": [{"Vec": [V, E]}]},
    "a number and a vector": {"Add": [1, {"Vec": [V, E]}]},
    "a product of vectors": {"Mul": [{"Vec": [V, E]}, {"Vec": [V, E]}]},
    "a formula as a number": {"Add": [{"Relation": [{"text": ">"}, 1, 0]}, 1]},
    "a number as a head": {"Fun": [1, 0, 1]},
    "a number as a space": {"Vec": [V, 1]},
    "vectors in order": {"Relation": [{"text": ">"}, {"Vec": [V, E]}, 0]},
    "an unknown relation": {"Relation": [{"text": "∈"}, 1, 2]},
    "a relation without a sign": {"Relation": [1, 2, 3]},
    "a sign that is a number": {"Relation": [{"text": 1}, 1, 2]},
    "a sign with more": {"Relation": [{"text": "=", "more": 1}, 1, 2]},
    "words with a line feed": {"Predicate": [{"text": "a\nb"}, 1]},
    "words with a quotation mark": {"Predicate": [{"text": 'a"b'}, 1]},
    "an order that is true": {"Fun": [F, True, 1]},
    "a negative order": {"Fun": [F, -1, 1]},
    "an order without end": {"Fun": [F, 10**400, 1]},
    "a derivative of a family": {"Fun": [F, 1, 1, 2]},
    "an exponent without end": {"Pow": [2, 10**400]},
    "an exponent with many digits below": {"Pow": [2, [1, 10**400]]},
    "a number of a million digits": 10**1_000_000,
    "a variable bound twice": {"Lambda": [tuple_of(real("x"), real("x")), 1]},
    "a function of nothing": {"Lambda": [tuple_of(), 1]},
    "a function of a number": {"Lambda": [tuple_of(1), 1]},
    "a function of constants": {"Lambda": [tuple_of(E), 1]},
    "for all of a term": {"ForAll": [tuple_of(real("x")), tuple_of(), 1]},
    "for all with a term": {"ForAll": [tuple_of(real("x")), tuple_of(1), {"Relation": [{"text": "="}, 1, 1]}]},
    "for all of a list": {"ForAll": [[], tuple_of(), {"Relation": [{"text": "="}, 1, 1]}]},
    "a sum over a real": {"Sum": [1, tuple_of(real("x"), 1, 2)]},
    "a sum over a positive integer": {
        "Sum": [1, tuple_of({"name": "i", "kind": "Symbol", "is": {"integer": True, "positive": True}}, 1, 2)]
    },
    "a sum to a half": {"Sum": [1, tuple_of(integer("i"), 1, [1, 2])]},
    "a sum without bounds": {"Sum": [1]},
    "a sum without an end": {"Sum": [1, tuple_of(integer("i"), 1)]},
    "an integral over an integer": {"Integral": [1, tuple_of(integer("i"), 1, 2)]},
    "a derivative in an integer": {"Deriv": [1, integer("i"), 1]},
    "a delta of reals": {"KroneckerDelta": [real("x"), 1]},
    "nested too deeply": deep(401),
    "nested far too deeply": deep(20_000),
}


@pytest.mark.parametrize("data", BAD.values(), ids=BAD.keys())
def test_hostile_terms_are_refused(data: Any) -> None:
    start = time.monotonic()
    with pytest.raises(Refused) as refused:
        decode(data)
    message = str(refused.value)
    assert message.isprintable()
    assert len(message) < 400
    assert time.monotonic() - start < 1


def test_only_formulas_are_formulas() -> None:
    assert decode_formula({"Relation": [{"text": "="}, 1, 1]}) is relation("=", number(1), number(1))
    with pytest.raises(Refused):
        decode_formula(1)


NO_JSON = {
    "nothing": b"",
    "half an object": b'{"a": ',
    "two values": b"1 2",
    "a key twice": b'{"sin": [1], "sin": [2]}',
    "a key twice, inside": b'[{"a": [{"b": 1, "b": 1}]}]',
    "a fraction": b"[0.5]",
    "an exponent": b"1e999999999",
    "NaN": b"[NaN]",
    "Infinity": b"-Infinity",
    "not UTF-8": b'"\xff\xfe"',
    "half a character": b'"\xed\xa0\x80"',
    "a byte order mark": b"\xef\xbb\xbf1",
    "a million digits": b"1" * 1_000_000,
    "nested lists": b"[" * 100_000,
    "nested lists that close": b"[" * 100_000 + b"]" * 100_000,
    "nested objects": b'{"sin":[' * 100_000,
    "too long": b" " * (MOST_BYTES + 1),
}


@pytest.mark.parametrize("written", NO_JSON.values(), ids=NO_JSON.keys())
def test_what_is_no_json_is_refused(written: bytes) -> None:
    start = time.monotonic()
    with pytest.raises(Refused) as refused:
        parsed(written)
    assert str(refused.value).isprintable()
    assert time.monotonic() - start < 2


def test_random_changes_are_read_or_refused() -> None:
    """Whatever is put in the place of a part: there is a term, or a refusal, and never another exception."""
    chance = random.Random(1)
    pieces = [*BAD.values(), *(d for d, _ in GOOD), 10**400, [1, 2], "Tuple", tuple_of(), tuple_of(1, 2, 3)]
    pieces = [
        p for p in pieces if p is not BAD["nested far too deeply"] and p is not BAD["a number of a million digits"]
    ]

    def changed(data: Any) -> Any:
        if chance.random() < 0.15 or not isinstance(data, dict | list) or not data:
            return chance.choice(pieces) if chance.random() < 0.3 else data
        if isinstance(data, list):
            items = [changed(d) for d in data]
            if chance.random() < 0.1:
                items.insert(chance.randrange(len(items) + 1), chance.choice(pieces))
            return items
        return {k: changed(d) for k, d in data.items()}

    read = 0
    for _ in range(6000):
        try:
            decode(changed(chance.choice(pieces)))
            read += 1
        except Refused:
            continue
    assert read > 100
