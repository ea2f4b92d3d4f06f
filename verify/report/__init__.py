"""The verdicts on paper: `report.json`, `report.md` and `report.html`, from the same data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from verify.registry import Registry
from verify.report.data import report_data
from verify.report.document import document
from verify.report.markdown import markdown
from verify.report.page import page


def write(folder: Path, known: Registry, rows: Sequence[Mapping[str, Any]]) -> list[Path]:
    """Writes the three files into the folder, and returns their paths."""
    data = report_data(known, rows)
    folder.mkdir(parents=True, exist_ok=True)
    texts = {
        "report.json": document(data),
        "report.md": markdown(data),
        "report.html": page(data),
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in texts]
