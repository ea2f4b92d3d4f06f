"""`verify show`: one claim with its statement, reading, verdict, evidence and axioms."""

from __future__ import annotations

import argparse
from importlib import import_module

from verify.commands.shared import add_from, print_json
from verify.report.text import claim_text
from verify.session.latest import Latest
from verify.session.recorded import Recorded
from verify.usage import UnknownClaim
from verify.verdicts.rows import LinkedRow, RecordedRow


def add(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    add_from(parser)
    parser.add_argument("id", metavar="ID")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help="print JSON")
    how.add_argument("--latex", action="store_true", help="print it as LaTeX, with an entry for a bibliography")


def run(options: argparse.Namespace) -> int:
    """Prints the claim as it was examined, or else as it came; one that did not is examined first.

    The exit status is 1 if it failed.
    """
    latest, status = Latest(options.folders), 0
    last = None if options.latex else latest.row(options.id)
    row: LinkedRow | RecordedRow | None = last if last is not None and "statement" in last else None
    if row is None and not options.latex and not options.json:
        row = came_with(latest, options.id)
        if row is not None and latest.is_outdated:
            row = _examined_here(options) or row
    if row is None:
        (row,), status = import_module("verify.commands.claims").examined(options)
    if options.latex:
        print(import_module("verify.commands.typesetting").display(row))
    elif options.json:
        print_json(row)
    else:
        print(claim_text(row))
    return max(status, 0 if row["ok"] else 1)


def _examined_here(options: argparse.Namespace) -> LinkedRow | None:
    """The claim as it was examined before something changed that does not matter to it, as a hunt for another one."""
    rows, _, _ = import_module("verify.commands.claims").as_they_are(options)
    return next((row for row in rows if row["id"] == options.id and "statement" in row), None)


def came_with(latest: Latest, id: str) -> RecordedRow | None:
    """What came with the package of a claim, if it belongs to the sources there now.

    Raises:
        UnknownClaim: where none of these packages has the claim.
    """
    record = Recorded(latest.folders)
    row = next((row for row in record.standing if row["id"] == id), None)
    if row is None and record.holds:
        raise UnknownClaim(id, [other["id"] for other in record.rows])
    return row
