"""Answers of `verify prove` as files: the statement is what the text says, whatever the certificates are of."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from typing import Any

import pytest

from verify.core.answers import FORMAT, check_answer
from verify.core.certificate import Certificate, certificate_to_json
from verify.core.grammar import read_relations
from verify.core.nodes import Refused, Term
from verify.core.reading import parsed
from verify.core.terms import variable
from verify.language.core_json import encode

x, y = variable("x"), variable("y")


def obvious(given: str, shows: str, variables: Sequence[Term] = (x,)) -> Any:
    certificate = Certificate(
        tuple(variables), tuple(read_relations(given)), read_relations(shows)[0], "obvious", {}, ()
    )
    return certificate_to_json(certificate, encode)


def answer(relation: str, where: str, *certificates: Any) -> Any:
    data = {
        "format": FORMAT, "verdict": "proved", "relation": relation, "where": where, "certificate": list(certificates),
    }  # fmt: skip
    return parsed(json.dumps(data).encode())


def test_a_proof_is_checked() -> None:
    checked = check_answer(answer("x^2 + 1 > 0", "-oo < x < oo", obvious("", "x^2 + 1 > 0")))
    assert [m.conclusion for m in checked.made] == read_relations("x^2 + 1 > 0")


def test_the_certificate_may_say_it_in_other_words() -> None:
    check_answer(answer("1 > -x^2", "-oo < x < oo", obvious("", "x^2 + 1 > 0")))


def test_each_relation_needs_its_certificate() -> None:
    first, second = obvious("", "x^2 + 1 > 0"), obvious("", "x^4 + 2 > 0")
    check_answer(answer("-1 < x^2 and x^4 + 2 > 0", "-oo < x < oo", second, first))
    with pytest.raises(Refused):
        check_answer(answer("-1 < x^2 and x^4 + 2 > 0", "-oo < x < oo", first, first))


BAD = {
    "of something else": answer("x > 0", "-oo < x < oo", obvious("", "x^2 + 1 > 0")),
    "less than strict": answer("x^2 > 0", "-oo < x < oo", obvious("", "x^2 >= 0")),
    "of another variable": answer("y > 0", "-oo < y < oo", obvious("x > 0", "x > 0")),
    "of other conditions": answer("x > 0", "x > -1", obvious("x > 0", "x > 0")),
    "none": answer("x^2 + 1 > 0", "-oo < x < oo"),
    "no domain": answer("x^2 + 1 > 0", "", obvious("", "x^2 + 1 > 0")),
    "no relation": answer("", "-oo < x < oo", obvious("", "x^2 + 1 > 0")),
    "not defined everywhere": answer("(x^2 + 1)*x/x > 0", "-oo < x < oo", obvious("", "x^2 + 1 > 0")),
    "a root of a negative number": answer("sqrt(x)^2 + x^2 + 1 - x > 0", "-oo < x < oo", obvious("", "x^2 + 1 > 0")),
    "what sympy makes of a root": answer("sqrt(x*y^2) >= sqrt(x)*y", "x >= 0, y < oo", obvious("", "0 >= 0", (x, y))),
    "a text for a term": answer("x^2 + 1 > 0", "-oo < x < oo", obvious("", "x^2 + 1 > 0") | {"shows": "x^2 + 1 > 0"}),
    "a certificate that is a list": answer("x^2 + 1 > 0", "-oo < x < oo", []),
    "another verdict": answer("x^2 + 1 > 0", "-oo < x < oo", obvious("", "x^2 + 1 > 0")) | {"verdict": "refuted"},
    "another format": answer("x^2 + 1 > 0", "-oo < x < oo", obvious("", "x^2 + 1 > 0")) | {"format": "certificate 1"},
    "a field too many": answer("x^2 + 1 > 0", "-oo < x < oo", obvious("", "x^2 + 1 > 0")) | {"assumes": "x > 0"},
    "conditions in a list": answer("x^2 + 1 > 0", "-oo < x < oo", obvious("", "x^2 + 1 > 0")) | {"where": ["x > 0"]},
    "certificates that are none": answer("x^2 + 1 > 0", "-oo < x < oo") | {"certificate": None},
}  # fmt: skip


@pytest.mark.parametrize("data", BAD.values(), ids=BAD.keys())
def test_what_proves_something_else_is_refused(data: Any) -> None:
    with pytest.raises(Refused) as refused:
        check_answer(data)
    assert str(refused.value).isprintable()


def test_a_certificate_of_each_of_many_relations_is_checked_once() -> None:
    many = range(1, 41)
    relation = " and ".join(f"x^2 + {k} > 0" for k in many)
    started = time.process_time()
    checked = check_answer(answer(relation, "-oo < x < oo", *(obvious("", f"x^2 + {k} > 0") for k in many)))
    assert time.process_time() - started < 5  # it took 35 s when each relation had every certificate checked anew
    assert [m.conclusion for m in checked.made] == read_relations(relation)


def test_a_certificate_may_need_a_later_one() -> None:
    """As here log(x) is defined by what the second says; the order of the certificates does not matter."""
    where, relation = "x >= 2", "log(x)^2 + 1 > 0"
    goal, defined = obvious(where, relation), obvious(where, "x > 0")
    for certificates in ([goal, defined], [defined, goal]):
        assert check_answer(answer(relation, where, *certificates)).made


def box(tree: Any, **other: Any) -> Any:
    v = encode(x)
    data = {"bounds": [[{"term": v}, {"term": 0}, {"term": 1}]], "faces": [], "precision": 96, "tree": tree} | other
    return obvious("0 <= x, x <= 1", "x^2 + 1 > 0") | {"rule": "boxes", "data": data}


def wide(n: int) -> Any:
    waves = [{"sin": [{"Mul": [k, encode(x)]}]} for k in range(2, n)]
    return obvious("", "x^2 + 1 > 0") | {"shows": {"Relation": [{"text": "≥"}, {"Add": waves}, 0]}}


def nested(n: int) -> Any:
    found = obvious("", "x^2 + 1 > 0")
    for _ in range(n):
        found = obvious("", "x^2 + 1 > 0") | {"parts": [found]}
    return found


LARGE = {
    "a tree of zeros": box("0" * 2_000_000),
    "a tree of leaves": box("L" * 2_000_000),
    "a number for a tree": box(10**4000),
    "a precision": box("L", precision=10**9),
    "orders of faces": box("L", faces=[[{"term": encode(x)}, {"term": 0}, 10**6, 10**6]]),
    "a power of a factor": obvious("", "x^2 + 1 > 0")
    | {"rule": "product", "data": {"factors": [[{"term": encode(x)}, 10**400, "+"]]}},
    "the same variable twice": obvious("", "x^2 + 1 > 0", (x, x)),
    "names for variables": obvious("", "x^2 + 1 > 0") | {"variables": ["x", "x"]},
    "a deep tree": nested(250),
    "a wide term": wide(2000),
}
"""Certificates that cost nothing to write, and might cost much to read."""


@pytest.mark.parametrize("certificate", LARGE.values(), ids=LARGE.keys())
def test_what_is_large_is_refused_quickly_by_one_short_line(certificate: Any) -> None:
    started = time.process_time()
    with pytest.raises(Refused) as refused:
        check_answer(answer("x^2 + 1 > 0", "0 <= x, x <= 1", certificate))
    assert time.process_time() - started < 5
    assert str(refused.value).isprintable()


def test_the_number_of_certificates_is_limited() -> None:
    with pytest.raises(Refused, match="at most 100"):
        check_answer(answer("x^2 + 1 > 0", "-oo < x < oo", *[obvious("", "x^2 + 1 > 0")] * 101))


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (b'{"format": "\xff"}', "not UTF-8"),
        ("{}".encode("utf-16"), "not UTF-8"),
        (b'{"n": ' + b"9" * 1_000_000 + b"}", "too many digits"),
        (b"[" * 100_000 + b"]" * 100_000, "nested too deeply"),
        (b'{"parts": [' * 100_000 + b"]}" * 100_000, "nested too deeply"),
    ],
)
def test_a_file_that_is_no_json_is_refused_quickly(written: bytes, told: str) -> None:
    started = time.process_time()
    with pytest.raises(Refused, match=told):
        parsed(written)
    assert time.process_time() - started < 2
