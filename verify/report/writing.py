"""Writes the report: all its files, from the same data."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from verify.claims.registry import Registry
from verify.report.data import report_data
from verify.report.document import document
from verify.report.markdown import markdown
from verify.report.page import REPORT, page, pages
from verify.store import entries
from verify.verdicts.rows import LinkedRow


def write(folder: Path, known: Registry, rows: Sequence[LinkedRow], one_file: bool = False) -> list[Path]:
    """Writes the report into the folder, its HTML as one file if that is asked for, and returns the paths."""
    data = report_data(known, rows)
    texts = {
        "report.json": document(data),
        "report.md": markdown(data),
        **({REPORT: page(data)} if one_file else pages(data)),
    }
    for name, text in texts.items():
        entries.write(folder / name, text.encode())
    return [folder / name for name in texts]
