"""Markup of formulas made ready for a page: nothing superfluous, brackets no larger than need be, long lines broken."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any
from unicodedata import combining
from xml.dom.minidom import parseString

LINE = 80
"""A formula of more letters is broken into lines, where it can be."""

TALL = ("mfrac", "munderover", "mtable", "msqrt", "mroot")
"""Elements that brackets around them grow for."""

BRACKETS = ("(", ")", "[", "]", "⟨", "⟩", "‖", "|")
GROWING = {*BRACKETS, "{"}
"""Signs that are as tall as the row that they stand in, while they are operators."""

LEADING = (["+"], ["\u2212"])
"""Signs that need no room at the beginning of a row."""

BEFORE = ("=", "≠", "≥", "≤", ">", "<", "+", "\u2212")
"""Signs that a line may begin with."""

AFTER = (",", ":")
"""Signs that a line may end with."""


def finished(markup: str) -> str:
    """The markup of a formula, without the `<math>` around it, made ready."""
    row: Any = parseString(f"<mrow>{markup}</mrow>").documentElement
    _keep_small(row)
    _flatten(row)
    if _width(row) <= LINE:
        return _written(row)
    rows = "".join(f"<mtr><mtd>{_line(line, first=n == 0)}</mtd></mtr>" for n, line in enumerate(_lines(row)))
    return f'<mtable displaystyle="true">{rows}</mtable>'


def width(markup: str) -> int:
    """About how many letters wide a formula is, as `verify.report.mathml` prints it."""
    return round(_width(parseString(markup).documentElement))


def _keep_small(node: Any) -> bool:
    """Makes letters of brackets around what is no taller than letters: operators would grow. Whether it is taller."""
    tall = node.tagName in TALL
    for child in _elements(node):
        tall |= _keep_small(child)
    if not tall:
        for child in _elements(node):
            if _sign(child) in BRACKETS:
                child.tagName = child.nodeName = "mi"
    return tall


def _flatten(node: Any) -> None:
    """Takes away rows of a single element, and rows within rows that have no sign which minds its neighbours."""
    for child in _elements(node):
        _flatten(child)
        if child.tagName != "mrow":
            continue
        parts = _elements(child)
        if len(parts) == 1 or (node.tagName == "mrow" and all(_sign(part) in ("", "\u2062") for part in parts)):
            _replace(child)


def _written(row: Any) -> str:
    """What is in a row, without the rows in it that make no difference on the page."""
    _spread(row)
    return "".join(part.toxml() for part in row.childNodes)


def _spread(node: Any) -> None:
    """Takes away rows within rows but for those that a sign goes by, and rows that are all that is in a root.

    Brackets grow with the row that they stand in, and a minus at its beginning belongs to a number.
    """
    for child in _elements(node):
        _spread(child)
    if node.tagName not in ("mrow", "msqrt", "mtd"):
        return
    for child in _elements(node):
        signs = [_sign(part) for part in _elements(child)]
        alone = child is node.firstChild is node.lastChild
        kept = signs[:1] in LEADING and child is not node.firstChild
        if child.tagName == "mrow" and (alone or not (kept or set(signs) & GROWING)):
            _replace(child)


def _replace(row: Any) -> None:
    """Puts what is in a row into the row's place."""
    for part in _elements(row):
        row.parentNode.insertBefore(part, row)
    row.parentNode.removeChild(row)


def _elements(node: Any) -> list[Any]:
    return [child for child in node.childNodes if child.nodeType == child.ELEMENT_NODE]


def _sign(node: Any) -> str:
    return str(node.firstChild.data) if node.tagName == "mo" else ""


def _width(node: Any) -> float:
    if node.nodeType == node.TEXT_NODE:
        return float(sum(1 for c in node.data if c != "\u2062" and not combining(c)))
    inner = [_width(child) for child in node.childNodes]
    if node.tagName in ("mfrac", "munderover", "mtable"):
        return max(inner, default=0.0)
    if node.tagName in ("msub", "msup", "msubsup"):
        return inner[0] + 0.7 * max(inner[1:], default=0.0)
    gaps = {"mo": 0.4, "msqrt": 1.0, "mspace": 2.0}
    return sum(inner) + gaps.get(node.tagName, 0.0)


# --- lines ------------------------------------------------------------------------------------------------------------


def _lines(row: Any) -> list[list[Any]]:
    """The elements of a row line by line, each as full as it may be."""
    lines: list[list[Any]] = []
    used = 0.0
    for piece in _pieces(list(_parts(row))):
        size = sum(map(_width, piece))
        if lines and used + size <= LINE:
            lines[-1] += piece
            used += size
        else:
            lines.append(piece)
            used = size
    return lines


def _parts(row: Any) -> Iterator[Any]:
    """The elements of a row, those of rows within it that are too long for a line in their place."""
    for child in _elements(row):
        if child.tagName == "mrow" and _width(child) > LINE:
            yield from _parts(child)
        else:
            yield child


def _pieces(parts: list[Any]) -> Iterator[list[Any]]:
    """The elements in groups between which a line may end."""
    piece = parts[:1]
    for before, part in pairwise(parts):
        if (_sign(part) in BEFORE and before.tagName != "mo") or _sign(before) in AFTER:
            yield piece
            piece = []
        piece.append(part)
    yield piece


def _line(parts: list[Any], *, first: bool) -> str:
    """One line; those after the first are indented, and the sign that they begin with stands between two terms."""
    if _sign(parts[0]) in BEFORE and not first:
        parts[0].setAttribute("form", "infix")
    row = parts[0].ownerDocument.createElement("mrow")
    for part in parts:
        row.appendChild(part)
    return ("" if first else '<mspace width="2em"/>') + _written(row)
