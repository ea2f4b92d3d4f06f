"""Answers in fewer words: what the core sees by itself need not be said by a part of a certificate.

The search writes a proof of every goal that a rule leaves, also of those that are plain to the core. Where the core
accepts a node without such a part, or an answer without such a certificate, it is left out; the core has the last word
on what is left.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from verify.core.answers import check_answer
from verify.core.certificate import Certificate, certificate_from_json, certificate_to_json, check_node
from verify.core.nodes import Refused, Term
from verify.core.obligations import check_form
from verify.core.reading import decode
from verify.language.core_json import encode

_PLAIN: Final = ("obvious", "constant")
_LONGEST: Final = 64
_MOST: Final = 2000
"""Nodes of a cover, and of all covers: larger ones stay as they are: trying them takes as long as checking them."""


def shortened(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer that the core accepts, of the same statement, with no more in it; other answers as they are."""
    if answer.get("verdict") != "proved":
        return answer
    try:
        read = [certificate_from_json(c, decode) for c in answer["certificate"]]
        if sum(map(_covered, read)) > _MOST:
            return answer
        made = [_pruned(c) for c in read]
        needed = [c for c in made if not _is_plain(c)]
        for kept in (needed, made) if 0 < len(needed) < len(made) else (made,):
            found = answer | {"certificate": [certificate_to_json(c, encode) for c in kept]}
            if _is_accepted(found):
                return found
    except (Refused, RecursionError):
        pass
    return answer


def _pruned(node: Certificate) -> Certificate:
    """A node that says as much, plain if it can be, without parts and conditions that it does not need."""
    if _size(node) > _LONGEST:
        return node
    plain = replace(node, rule="obvious", data={}, parts=())
    found = replace(node, parts=tuple(map(_pruned, node.parts)))
    found = next((made for made in (plain, found) if _holds(made)), node)
    without = replace(found, parts=tuple(p for p in found.parts if not _is_plain(p)))
    if found.parts and _holds(without):
        found = without
    for part in filter(_is_plain, found.parts):
        without = replace(found, parts=tuple(p for p in found.parts if p is not part))
        found = without if _holds(without) else found
    for condition in found.given:
        without = replace(found, given=tuple(g for g in found.given if g is not condition))
        found = without if _holds(without) else found
    used = frozenset[Term]().union(*(f.free for f in (*found.given, found.shows)))
    without = replace(found, variables=tuple(v for v in found.variables if v in used))
    return without if _holds(without) else found


def _size(node: Certificate) -> int:
    return len(str(node.data.get("tree", "")))


def _covered(node: Certificate) -> int:
    return _size(node) + sum(map(_covered, node.parts))


def _is_plain(node: Certificate) -> bool:
    return node.rule in _PLAIN and not node.parts


def _holds(node: Certificate) -> bool:
    try:
        check_form(node)
        check_node(node)
    except Refused:
        return False
    return True


def _is_accepted(answer: dict[str, Any]) -> bool:
    try:
        check_answer(answer)
    except Refused:
        return False
    return True
