"""`verify lint`: what is wrong with how claims are stated."""

from __future__ import annotations

import argparse
from pathlib import Path

from verify.claims.registry import Registry
from verify.commands.claims import asked, outcomes, with_claims
from verify.commands.shared import add_from, add_selection, say
from verify.usage import UsageError
from verify.verdicts import lint


def add(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    add_from(parser)
    add_selection(parser)
    parser.add_argument("--texts", metavar="DIR", type=Path, help="check quotations in DIR/<paper>.md or .txt")
    parser.add_argument("--sharp", action="store_true", help="ask of every bound how sharp it is")
    parser.add_argument("--thorough", action="store_true", help="try proofs without each hypothesis, which takes long")


@with_claims
def run(known: Registry, options: argparse.Namespace) -> int:
    """Prints what is found; the exit status is 1 if anything is."""
    if options.texts is not None and not options.texts.is_dir():
        raise UsageError(f"--texts {options.texts}: must be a folder, and there is none")
    ids = [claim.id for claim in asked(known, options)]
    rows, status = outcomes(known, options, ids, tell=False)
    try:
        told = (lambda id: say(f"{id}, without each hypothesis", 0)) if options.thorough else None
        found = lint.lint(known, rows, options.texts, sharp=options.sharp, thorough=told)
    except OSError as error:
        raise UsageError(f"--texts {error.filename}: {error.strerror}") from None
    print(*found, lint.summary(found, rows, sharp=options.sharp), sep="\n")
    return max(status, int(bool(found)))
