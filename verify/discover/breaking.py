"""Long lines of Python, broken where brackets allow it."""

from __future__ import annotations

from collections.abc import Iterator

WIDTH = 120
"""Columns of a line, at most, as far as there is a place to break it."""

_OPEN, _CLOSE = "([{", ")]}"


def broken(line: str, width: int = WIDTH) -> list[str]:
    """A statement as lines of at most `width` columns, each further one indented by four more.

    Breaks are made after commas and before operators, inside brackets only, so that the statement stays the same.
    """
    indent = len(line) - len(line.lstrip(" "))
    return _laid(line.strip(), indent, width)


def _laid(text: str, indent: int, width: int) -> list[str]:
    if indent + len(text) <= width:
        return [" " * indent + text]
    parts = _last_brackets(text)
    if parts is None:
        return [" " * indent + text]
    head, inside, tail = parts
    lines = []
    for piece in _packed(inside, width - indent - 4):
        lines += _laid(piece, indent + 4, width) if _splits_at_brackets(piece) else [" " * (indent + 4) + piece]
    return [" " * indent + head, *lines, " " * indent + tail]


def _splits_at_brackets(piece: str) -> bool:
    return _last_brackets(piece) is not None


def _last_brackets(text: str) -> tuple[str, str, str] | None:
    """What is before and up to the longest bracket of the outermost, what is inside it, and the rest; None without."""
    found, start, longest = None, 0, 2
    for position, depth, char in _walk(text):
        if depth == 1 and char in _OPEN:
            start = position
        elif depth == 0 and char in _CLOSE and position - start > longest:
            found, longest = (start + 1, position), position - start
    if found is None:
        return None
    first, last = found
    return text[:first], text[first:last], text[last:]


def _walk(text: str) -> Iterator[tuple[int, int, str]]:
    """Each character outside of strings, with how many brackets are open after it."""
    depth, quote = 0, ""
    for position, char in enumerate(text):
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        else:
            depth += (char in _OPEN) - (char in _CLOSE)
            yield position, depth, char


def _packed(inside: str, width: int) -> Iterator[str]:
    """The arguments in brackets, as many in a line as there is room for; one that is too long at its operators."""
    line = ""
    for piece in _at_commas(inside):
        if line and len(line) + 1 + len(piece) > width:
            yield line
            line = ""
        if len(piece) > width and not line:
            yield from _at_operators(piece, width)
        else:
            line = f"{line} {piece}" if line else piece
    if line:
        yield line


def _at_commas(inside: str) -> list[str]:
    cuts = [position + 1 for position, depth, char in _walk(inside) if depth == 0 and char == ","]
    return [inside[a:b].strip() for a, b in zip([0, *cuts], [*cuts, len(inside)], strict=True) if inside[a:b].strip()]


def _at_operators(piece: str, width: int) -> Iterator[str]:
    """One argument, cut before a sum's operators; in one piece where it is a single term or has a bracket around it."""
    spaces = {position for position, depth, char in _walk(piece) if depth == 0 and char == " "}
    cuts = [p for p in sorted(spaces) if piece[p + 1 : p + 3] in ("+ ", "- ")]
    terms = [piece[a:b].strip() for a, b in zip([0, *cuts], [*cuts, len(piece)], strict=True)]
    line = ""
    for term in terms:
        if line and len(line) + 1 + len(term) > width:
            yield line
            line = ""
        line = f"{line} {term}" if line else term
    yield line
