"""`verify report`: report.json, report.md and report.html with a page a paper, on all papers or some."""

from __future__ import annotations

import argparse
from pathlib import Path

from verify.claims.registry import Registry
from verify.commands.claims import none_declared, of_papers, outcomes, with_claims
from verify.commands.shared import add_from, add_papers, folder, made_folder, print_json
from verify.report.schema import report_schema
from verify.report.text import summary_lines
from verify.report.writing import write
from verify.tasks.options import add_dask
from verify.usage import UsageError


def add(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    add_from(parser)
    parser.add_argument("--out", metavar="DIR", type=folder, default=Path("verification-report"), help="where to write")
    add_papers(parser)
    parser.add_argument("--one-file", action="store_true", help="all papers in report.html, without pages of their own")
    parser.add_argument("--schema", action="store_true", help="print the JSON Schema of report.json instead")
    add_dask(parser)


def run(options: argparse.Namespace) -> int:
    """Writes the report, or prints what its data look like."""
    if options.schema:
        print_json(report_schema())
        return 0
    with made_folder("--out", options.out):
        return _write(options)


@with_claims
def _write(known: Registry, options: argparse.Namespace) -> int:
    """Writes it, and prints the names of its files and what they sum up.

    What the claims rest on is examined too, and not in the report.
    """
    ids = [claim.id for claim in of_papers(known, options)]
    rows, status = outcomes(known, options, ids)
    try:
        for file in write(options.out, known, rows, options.one_file):
            print(file)
        print(*summary_lines(rows), sep="\n")
    except OSError as error:
        raise UsageError(f"--out {options.out}: {error.strerror}") from None
    return max(status, none_declared(known))
