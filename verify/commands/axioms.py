"""`verify axioms`: the classical theorems taken on trust, each with the claims that rest on it."""

from __future__ import annotations

import argparse

from verify.claims.registry import Registry
from verify.commands.claims import outcomes, with_claims
from verify.commands.shared import add_from, print_json
from verify.report.data import axioms
from verify.report.text import axiom_lines


def add(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    add_from(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")


@with_claims
def run(known: Registry, options: argparse.Namespace) -> int:
    """Prints them."""
    rows, status = outcomes(known, options, [claim.id for claim in known.claims])
    found = axioms(rows)
    if options.json:
        print_json(found)
        return status
    for axiom in found:
        print(*axiom_lines(axiom), f"used by {', '.join(axiom['claims'])}", sep="\n  ")
    return status
