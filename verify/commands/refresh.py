"""`verify refresh`: searches for the certificates, multipliers and instances that claims need and that are not kept."""

from __future__ import annotations

import argparse
import sys

from verify.claims.registry import Registry
from verify.commands.claims import asked, with_claims
from verify.commands.shared import add_from, add_selection
from verify.language.words import so_many
from verify.verdicts.refresh import refresh


def add(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    add_from(parser)
    add_selection(parser)


@with_claims
def run(known: Registry, options: argparse.Namespace) -> int:
    """Searches, and names what needs nothing any more."""
    claims, every = asked(known, options), not (options.ids or options.papers)
    made, failures = refresh(claims, lambda line: print(line, file=sys.stderr, flush=True), every=every)
    for failure in failures:
        print(f"verify: {failure}", file=sys.stderr)
    print(f"{so_many(len(claims), 'claim')}: {len(made.asked)} asked for, {made.searched} searched")
    return 1 if failures else 0
