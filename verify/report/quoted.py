"""Quotations, and what is said of them, as HTML: lowered and raised in print is what texts write x_t, y^{k−1}."""

from __future__ import annotations

import re
from html import escape

_TAGS = {"_": "sub", "^": "sup"}
_SHORT = re.compile(r"([0-9]+|[A-Za-zα-ωΑ-Ω]{1,2})(?![A-Za-zα-ωΑ-Ω])")
"""What is lowered or raised without braces: a number, or an index or two; a longer word may be something else."""


def quoted(text: str) -> str:
    """The quotation of a paper."""
    return f"<q>{lowered(text)}</q>"


def lowered(text: str) -> str:
    """The text, with what stands behind _ lowered and what stands behind ^ raised; the rest as it is."""
    made, at = [], 0
    while at < len(text):
        end = _end(text, at + 1) if at and text[at] in _TAGS else at
        if end <= at + 1:
            made.append(escape(text[at]))
            at += 1
            continue
        tag, inside = _TAGS[text[at]], text[at + 1 : end]
        made.append(f"<{tag}>{lowered(inside[1:-1] if inside[0] == '{' else inside)}</{tag}>")
        at = end
    return "".join(made)


def _end(text: str, at: int) -> int:
    """Where that ends which begins here: a group in braces, or a short index; here, where it is neither."""
    if text[at : at + 1] != "{":
        short = _SHORT.match(text, at)
        return short.end() if short else at
    depth = 0
    for place in range(at, len(text)):
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        if depth == 0:
            return place + 1
    return at
