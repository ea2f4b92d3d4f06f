"""Of long lists of like cases a few are tried in every run, and all of them by `pytest -m slow`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest


def every(step: int, rows: Iterable[Any], ids: Sequence[str] | None = None) -> list[Any]:
    """Parameters of a test: each row whose number step divides, and the others marked slow."""
    made = []
    for number, row in enumerate(rows):
        values, name = (row if isinstance(row, tuple) else (row,)), ids[number] if ids else None
        made.append(pytest.param(*values, id=name, marks=[pytest.mark.slow] if number % step else []))
    return made
