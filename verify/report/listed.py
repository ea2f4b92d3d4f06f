"""An instance in floats as readers are shown it: numbers by their names, families as lists of their values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_MEMBER = re.compile(r"(?P<head>.+)\((?P<index>-?\d+(?:, -?\d+)*)\)(?:\.(?P<part>\d+))?|(?P<vector>.+)\.(?P<place>\d+)")


def listed(at: Mapping[str, float]) -> str:
    """The values by name, "x(1)", "x(2)" and so on as one list, of vectors one of tuples; what is no family as it is.

    >>> listed({"η": 0.5, "x(1)": 1.0, "x(2)": -1.0, "u.1": 0.0, "u.2": 3.0})
    'η = 0.5, x = (1, -1), u = (0, 3)'
    >>> listed({"w(0).1": 0.0, "w(0).2": 1.0, "w(1).1": 2.0, "w(1).2": 3.0, "p(1, 1)": 0.5, "p(1, 2)": 0.25})
    'w(0), … = ((0, 1), (2, 3)), p = ((0.5, 0.25))'
    """
    tables: dict[str, dict[tuple[int, ...], float]] = {}
    plain: dict[str, float] = {}
    for name, value in at.items():
        match = _MEMBER.fullmatch(name)
        if match is None:
            plain[name] = value
            tables[name] = {}
            continue
        index = [int(i) for i in (match["index"] or "").split(", ") if i]
        place = match["part"] or match["place"]
        key = (*index, int(place)) if place else tuple(index)
        tables.setdefault(match["head"] or match["vector"], {})[key] = value
    said = []
    for name, table in tables.items():
        if not table:
            said.append(f"{name} = {plain[name]:.6g}")
            continue
        first = min(key[0] for key in table)
        said.append(f"{name if first == 1 else f'{name}({first}), …'} = {_rows(table)}")
    return ", ".join(said)


def _rows(table: Mapping[tuple[Any, ...], float]) -> str:
    if () in table:
        return f"{table[()]:.6g}"
    firsts = sorted({key[0] for key in table})
    rows = [_rows({key[1:]: value for key, value in table.items() if key[0] == first}) for first in firsts]
    return f"({', '.join(rows)})"
