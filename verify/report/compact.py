"""The markup of a formula in as few bytes as the page needs for it, with what is seen left as it is.

Most of the markup are tags around single letters. Letters, numbers, signs and words that stand side by side become one
text, with the letters in italics and the signs in the room that they have as operators; what grows, fractions, roots
and scripts stay elements. report.json keeps each letter and sign apart.
"""

from __future__ import annotations

from typing import Any
from xml.dom.minidom import parseString

from verify.report import alphabets

TIGHT = ("\N{INVISIBLE TIMES}", "∀", "∃", "∇")
"""Signs without room around them; the first is not seen at all."""

THIN, MEDIUM, THICK = "\N{THIN SPACE}", "\N{MEDIUM MATHEMATICAL SPACE}", "\N{FOUR-PER-EM SPACE}"
"""The room of operators: three, four and about five eighteenths of the letters' size."""

ROOM = {sign: THICK + sign + THICK for sign in "=≠≥≤><"} | {sign: sign + THIN for sign in ",:"}
"""Signs with the room around them."""

ROWS = ("math", "mrow", "msqrt", "mtd")
"""Elements whose children stand side by side."""


def compact(markup: str) -> str:
    """The same formula, to be set the same."""
    formula: Any = parseString(markup).documentElement
    _compact(formula)
    return str(formula.toxml())


def _compact(node: Any) -> None:
    for child in [child for child in node.childNodes if child.nodeType == child.ELEMENT_NODE]:
        _compact(child)
        if child.tagName == "mrow" and len(child.childNodes) == 1:
            node.replaceChild(child.firstChild, child)
    if node.tagName in ROWS:
        run: list[tuple[Any, str]] = []
        for child, text in [(child, _text(child)) for child in node.childNodes]:
            if text is None:
                _join(run)
                run = []
            else:
                run.append((child, text))
        _join(run)


def _text(node: Any) -> str | None:
    """What an element says as a part of a text, with the room that it takes; None for those that stay elements."""
    if node.tagName not in ("mi", "mn", "mo", "mtext") or node.attributes:
        return None
    text = str(node.firstChild.data)
    if node.tagName != "mo":
        return alphabets.italic(text) if node.tagName == "mi" else text
    if text in ("+", "\N{MINUS SIGN}"):
        return text if node is node.parentNode.firstChild else MEDIUM + text + MEDIUM
    return text.removeprefix(TIGHT[0]) if text in TIGHT else ROOM.get(text)


def _join(run: list[tuple[Any, str]]) -> None:
    """Makes one element of those that stand side by side; what is not seen goes."""
    seen = [node for node, text in run if text]
    for node, _ in run:
        if node not in seen[:1]:
            node.parentNode.removeChild(node)
    if len(seen) > 1:
        seen[0].tagName = seen[0].nodeName = "mi"
        seen[0].firstChild.data = "".join(text for _, text in run)
