"""`verify axioms`: the classical theorems taken on trust, each with the claims that rest on it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib import import_module

from verify.commands.shared import add_from, print_json
from verify.report.axioms import axioms
from verify.report.text import axiom_lines
from verify.session.latest import Latest
from verify.session.recorded import Recorded
from verify.verdicts.rows import LinkedRow, RecordedRow


def add(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    add_from(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options: argparse.Namespace) -> int:
    """Prints them, as they came with the claims, or were established by `verify run`; else examines every claim."""
    rows, status = _known(options), 0
    if rows is None or options.json:
        rows, status = import_module("verify.commands.claims").examined(options)
    found = axioms(rows)
    if options.json:
        print_json(found)
        return status
    for axiom in found:
        print(*axiom_lines(axiom), f"used by {', '.join(axiom['claims'])}", sep="\n  ")
    return status


def _known(options: argparse.Namespace) -> Sequence[LinkedRow | RecordedRow] | None:
    """The rows of all claims, if they can be had without loading one."""
    latest = Latest(options.folders)
    kept = [row for id in latest.ids or () if (row := latest.row(id)) and "axioms" in row]
    if latest.ids and len(kept) == len(latest.ids):
        return kept
    record = Recorded(latest.folders)
    return record.rows if record.holds else None
