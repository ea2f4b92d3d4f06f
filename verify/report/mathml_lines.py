"""Markup of formulas made ready for a page: nothing superfluous, brackets no larger than need be, long lines broken."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any
from xml.dom.minidom import parseString

LINE = 80
"""A formula of more letters is broken into lines, where it can be."""

TALL = ("mfrac", "munderover", "mtable", "msqrt", "mroot")
"""Elements that brackets around them grow for."""

BRACKETS = ("(", ")", "[", "]", "⟨", "⟩", "‖", "|")
BEFORE = ("=", "≠", "≥", "≤", ">", "<", "+", "\u2212")
"""Signs that a line may begin with."""

AFTER = (",", ":")
"""Signs that a line may end with."""


def finished(markup: str) -> str:
    """The markup of a formula, without the `<math>` around it, made ready."""
    row: Any = parseString(f"<mrow>{markup}</mrow>").documentElement
    _flatten(row)
    _keep_small(row)
    if _width(row) <= LINE:
        return "".join(child.toxml() for child in row.childNodes)
    rows = "".join(f"<mtr><mtd>{_line(line, first=n == 0)}</mtd></mtr>" for n, line in enumerate(_lines(row)))
    return f'<mtable displaystyle="true">{rows}</mtable>'


def width(markup: str) -> int:
    """About how many letters wide a formula is, as `verify.report.mathml` prints it."""
    return round(_width(parseString(markup).documentElement))


def _flatten(node: Any) -> None:
    """Takes away rows that hold a single element."""
    for child in _elements(node):
        _flatten(child)
        if child.tagName == "mrow" and len(child.childNodes) == 1:
            node.replaceChild(child.firstChild, child)


def _keep_small(node: Any) -> bool:
    """Keeps brackets around what is no taller than letters from being stretched; whether something is taller."""
    tall = node.tagName in TALL
    for child in _elements(node):
        tall |= _keep_small(child)
    if not tall:
        for child in _elements(node):
            if _sign(child) in BRACKETS:
                child.setAttribute("stretchy", "false")
    return tall


def _elements(node: Any) -> list[Any]:
    return [child for child in node.childNodes if child.nodeType == child.ELEMENT_NODE]


def _sign(node: Any) -> str:
    return str(node.firstChild.data) if node.tagName == "mo" else ""


def _width(node: Any) -> float:
    if node.nodeType == node.TEXT_NODE:
        return float(sum(1 for c in node.data if c != "\u2062"))
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
    indent = "" if first else '<mspace width="2em"/>'
    return indent + "".join(part.toxml() for part in parts)
