"""Answers of `verify prove` as files: the statement is what the text says, whatever the certificates are of."""

from __future__ import annotations

import json
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
