"""`verify show`: one claim with its statement, reading, verdict, evidence and axioms."""

from __future__ import annotations

import argparse
from importlib import import_module

from verify.commands.shared import add_from, print_json
from verify.report.text import claim_text
from verify.session.latest import Latest


def add(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    add_from(parser)
    parser.add_argument("id", metavar="ID")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help="print JSON")
    how.add_argument("--latex", action="store_true", help="print it as LaTeX, with an entry for a bibliography")


def run(options: argparse.Namespace) -> int:
    """Prints the claim, which is examined first unless that was done; the exit status is 1 if it failed."""
    row, status = None if options.latex else Latest(options.folders).row(options.id), 0
    if row is None or "statement" not in row:  # the place of one that was not examined has none
        row, status = import_module("verify.commands.claims").examined(options)
    if options.latex:
        print(import_module("verify.commands.typesetting").display(row))
    elif options.json:
        print_json(row)
    else:
        print(claim_text(row))
    return max(status, 0 if row["ok"] else 1)
