"""`verify axioms`: the classical theorems taken on trust, each with the claims that rest on it."""

from __future__ import annotations

import argparse
from importlib import import_module

from verify.commands.shared import add_from, print_json
from verify.language.words import so_many
from verify.report.axioms import axioms
from verify.report.text import axiom_lines
from verify.session.latest import Latest
from verify.session.recorded import Recorded
from verify.verdicts.rows import LinkedRow, RecordedRow

Row = LinkedRow | RecordedRow


def add(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    add_from(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options: argparse.Namespace) -> int:
    """Prints them, as they came with the claims, or were established by `verify run`; all other claims are examined.

    As JSON they are printed with what is not recorded, so that every claim is.
    """
    latest = Latest(options.folders)
    known, is_all = ({}, False) if options.json else _known(latest)
    rows, status = list(known.values()), 0
    if not is_all:
        rows, status = import_module("verify.commands.claims").examined_beside(options, known)
    found = axioms(rows)
    if options.json:
        print_json(found)
        return status
    if not found:
        print(f"no axiom: {so_many(len(rows), 'claim')}, and what is settled rests on the rules alone")
    for axiom in found:
        print(*axiom_lines(axiom), f"used by {', '.join(axiom['claims'])}", sep="\n  ")
    return status


def _known(latest: Latest) -> tuple[dict[str, Row], bool]:
    """The rows of claims that can be had without loading one, and whether those are all that there are."""
    ids = latest.ids
    found: dict[str, Row] = {id: row for id in ids or () if (row := latest.row(id)) and "axioms" in row}
    if ids is not None and len(found) == len(ids):
        return found, True
    record = Recorded(latest.folders)
    came = {row["id"]: row for row in record.standing if ids is None or row["id"] in ids}
    found = {**came, **found}
    return found, record.holds if ids is None else len(found) == len(ids)
