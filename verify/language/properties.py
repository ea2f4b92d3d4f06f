"""Properties by name: the words that say them, and of what kinds of values and functions they are said.

In the core a function that has a property is a rule, as x ↦ f(x), since f may stand for a function of numbers and for
one of vectors. Authors write the head, and the words tell of what arguments it is a function here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from verify.core.heads import IN_WORDS
from verify.core.nodes import CONSTANT, INTEGER, NUMBER, POINT, VECTOR, IllFormed, Term, node
from verify.core.terms import function, local, variable
from verify.language.nodes import IllFormed as Wrong

ARROW: Final = " ↦ "
TANGENT: Final = "tangent"
"""The tangent space at the first of the points that a function is one of."""

_SPACE: Final = re.compile(r"[^\W\d_a-zα-ω]\w*")
"""The name of a space has a capital letter."""

_kinds: dict[str, tuple[str, ...]] = {}


def declare(words: str, kinds: Sequence[str]) -> None:
    """Remembers of what the words are said, at each place: "number", "point", "vector", or a function.

    That is written as "point, tangent ↦ point": arguments are a number, an integer, a point, a tangent vector, or a
    vector of the space that is named, and so are the values.

    Raises:
        IllFormed: where a kind is none of these, or the words are said of something else already.
    """
    for kind in kinds:
        function = ARROW in kind
        known = (*IN_WORDS.values(), TANGENT) if function else ("number", "point", "vector")
        for part in re.split(f"{ARROW}|, ", kind):
            if part not in known and not (function and _SPACE.fullmatch(part)):
                raise Wrong(
                    f"“{words}” is said of {kind!r}: a kind is number, point, vector, or a function, as "
                    f"'point, tangent ↦ number', of numbers, integers, points, tangent vectors or a space by its name"
                )
    if _kinds.setdefault(words, tuple(kinds)) != tuple(kinds):
        raise Wrong(f"“{words}” is said of {'; '.join(_kinds[words])}, not of {'; '.join(kinds)}")


def kinds_of(words: str) -> tuple[str, ...] | None:
    """Of what the words are said, if that is declared."""
    return _kinds.get(words)


def in_words(kind: str) -> str:
    """The kind as the core names it, which does not tell the spaces of vectors apart."""
    parts = [[_plain(x) for x in side.split(", ")] for side in kind.split(ARROW)]
    return ARROW.join(map(", ".join, parts))


def _plain(kind: str) -> str:
    return kind if kind in IN_WORDS.values() else "vector"


def as_rule(head: Term, kind: str) -> Term:
    """The head as a function of that kind.

    Raises:
        IllFormed: where it is no head of such a function.
    """
    said, _, value = kind.partition(ARROW)
    if not value:
        raise IllFormed(f"{head!r} is a function, it is a {kind} that has this property")
    asked = said.split(", ")
    kinds = {words: name for name, words in IN_WORDS.items()}
    variables = local(head, *((kinds.get(a, VECTOR), "") for a in asked))
    points = [node("point", v) for v in variables if v.args[1] == POINT]

    def space(name: str) -> Term:
        return node("tangent", points[0]) if name == TANGENT else variable(name, CONSTANT)

    args = []
    for v, a in zip(variables, asked, strict=True):
        plain = v if v.args[1] in (NUMBER, INTEGER) else node("point", v) if v.args[1] == POINT else None
        args.append(plain or node("vector", v, space(a)))
    if value in (IN_WORDS[NUMBER], IN_WORDS[INTEGER]):
        return function(variables, node("apply", head, 0, *args))
    if value == IN_WORDS[POINT]:
        return function(variables, node("point", head, *args))
    return function(variables, node("vector", head, space(value), *args))


def head_of(rule: Term, kind: str) -> Term | None:
    """The head that the rule is, as a function of that kind, if it is one."""
    head = rule.args[1].args[0] if rule.args[1].kind in ("apply", "point", "vector") else None
    if head is None or head.kind != "variable":
        return None
    try:
        return head if as_rule(head, kind) is rule else None
    except IllFormed:
        return None
