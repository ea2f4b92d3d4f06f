"""Certificates: the record of a proof of an inequality, as a tree of rules that is checked without any search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from verify.core.at_infinity import beyond
from verify.core.boxes import boxes
from verify.core.certificate_rules import RULES
from verify.core.nodes import Refused, Term
from verify.core.obligations import Certificate, Node, check_form
from verify.core.polynomial_rules import polynomial
from verify.core.reading import decode, said

__all__ = ["ALL_RULES", "Certificate", "certificate_from_json", "certificate_to_json", "check_certificate"]

MOST_DEPTH: Final = 200
MOST_NODES: Final = 20_000

ALL_RULES: Final[dict[str, Callable[[Node], None]]] = {
    **RULES, "boxes": boxes, "beyond": beyond, "polynomial": polynomial,
}  # fmt: skip


def check_certificate(certificate: Certificate) -> None:
    """Checks every node, the parts first.

    Sound: what a node says (see `verify.core.obligations`) is true if what its parts say is, by its rule; so it is true
    of the leaves, which have no parts, and of all others.

    Raises:
        Refused: naming the rule that does not hold, where it stands in the tree, and why.
    """
    _check(certificate, (), set())


def _check(certificate: Certificate, at: tuple[int, ...], done: set[Certificate]) -> None:
    place = f"node {'.'.join(map(str, at)) or 'at the root'}"
    if len(at) > MOST_DEPTH or len(done) > MOST_NODES:
        raise Refused(f"{place}: the tree is deeper than {MOST_DEPTH} or has more than {MOST_NODES} nodes")
    if type(certificate) is not Certificate:
        raise Refused(f"{place}: a node must be a Certificate")
    if certificate in done:  # the same object, whose parts and data nobody changes meanwhile
        return
    try:
        check_form(certificate)
    except Refused as error:
        raise type(error)(f"{place}: {error}") from None
    for n, part in enumerate(certificate.parts, 1):
        _check(part, (*at, n), done)
    try:
        check_node(certificate)
    except Refused as error:
        raise type(error)(f"{place} ({said(certificate.rule)}): {error}") from None
    done.add(certificate)


def check_node(certificate: Certificate) -> None:
    """Checks a well-formed node by its rule, whatever its parts say: of these nothing is checked.

    Raises:
        Refused: where the rule does not hold.
    """
    try:
        if certificate.rule not in ALL_RULES:
            raise Refused("there is no such rule")
        ALL_RULES[certificate.rule](Node(certificate))
    except Refused:
        raise
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError) as error:
        raise Refused(f"malformed: {type(error).__name__}: {error}") from None


def certificate_from_json(data: Any, decode: Callable[[Any], Term] = decode, depth: int = 0) -> Certificate:
    """The certificate that the JSON value stands for; `decode` reads terms and relations. Nothing is checked here."""
    names = {"variables", "given", "shows", "rule", "data", "parts"}
    if (
        depth > MOST_DEPTH
        or type(data) is not dict
        or not set(data) <= names
        or not names - {"data", "parts"} <= set(data)
    ):
        raise Refused(
            f"a node of a certificate must have {', '.join(sorted(names))}, and be no deeper than {MOST_DEPTH}"
        )
    rows = [data["variables"], data["given"], data.get("parts", [])]
    details = data.get("data", {})
    if any(type(row) is not list for row in rows) or type(details) is not dict or type(data["rule"]) is not str:
        raise Refused("a node of a certificate must have lists of variables, conditions and parts, and a rule")
    return Certificate(
        tuple(map(decode, rows[0])),
        tuple(map(decode, rows[1])),
        decode(data["shows"]),
        data["rule"],
        {name: _read(value, decode, 0) for name, value in details.items()},
        tuple(certificate_from_json(p, decode, depth + 1) for p in rows[2]),
    )


def certificate_to_json(certificate: Certificate, encode: Callable[[Term], Any]) -> dict[str, Any]:
    """The certificate as JSON; `encode` writes terms and relations."""
    c = certificate
    found: dict[str, Any] = {
        "variables": [encode(v) for v in c.variables],
        "given": [encode(g) for g in c.given],
        "shows": encode(c.shows),
        "rule": c.rule,
    }
    if c.data:
        found["data"] = {name: _written(value, encode) for name, value in c.data.items()}
    if c.parts:
        found["parts"] = [certificate_to_json(p, encode) for p in c.parts]
    return found


def _read(value: Any, decode: Callable[[Any], Term], depth: int) -> Any:
    if depth > 12:
        raise Refused("the data of a node are nested too deeply")
    if type(value) is dict:
        if set(value) == {"term"}:
            return decode(value["term"])
        return {name: _read(v, decode, depth + 1) for name, v in value.items()}
    if type(value) is list:
        return [_read(v, decode, depth + 1) for v in value]
    return value


def _written(value: Any, encode: Callable[[Term], Any]) -> Any:
    if type(value) is Term:
        return {"term": encode(value)}
    if type(value) is dict:
        return {name: _written(v, encode) for name, v in value.items()}
    if type(value) in (list, tuple):
        return [_written(v, encode) for v in value]
    return value
