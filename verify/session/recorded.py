"""Verdicts that come with a package of claims, marked with the sources that they were established from."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from verify.claims import places
from verify.store import entries
from verify.store.sources import ENGINE, PACKAGES, RECORD, contents, engine, root_of, within

COLUMNS: Final = ("id", "paper", "verdict", "weight", "face_of", "where", "remarks")
"""What is recorded of a claim."""


def recorded(folders: Iterable[Path]) -> tuple[list[dict[str, Any]], bool]:
    """The rows that come with the packages in these folders, and whether they all belong to the sources there now."""
    rows: list[dict[str, Any]] = []
    same = True
    for folder in folders:
        try:
            data = json.loads((folder / RECORD).read_text(encoding="utf-8"))
            found = [dict(zip(COLUMNS, row, strict=True)) for row in data["claims"]]
            same = same and data["sources"] == _sources(folder)
        except (OSError, ValueError, LookupError, TypeError):
            continue
        rows += [{**row, "ok": True, "evidence": []} for row in found]
    return rows, same


def record(package: str, rows: Sequence[Mapping[str, Any]]) -> list[Path]:
    """Writes the verdicts into the folder of a package.

    Raises:
        OSError: when it cannot be written.
    """
    written = []
    for folder in map(Path, places.locations(package)):
        lines = ",\n".join(json.dumps([row[name] for name in COLUMNS], ensure_ascii=False) for row in rows)
        text = f'{{"sources": "{_sources(folder)}", "claims": [\n{lines}\n]}}\n'
        entries.write(folder / RECORD, text.encode())
        written.append(folder / RECORD)
    return written


def _sources(folder: Path) -> str:
    """A digest of what the verdicts of a folder depend on: the engine, its claims, and what these are made of."""
    known = [root / package for package in PACKAGES if (root := root_of(package)) and root / package != folder]
    return contents({ENGINE: engine(), **{root: sorted(within(root)) for root in (folder, *known)}})
