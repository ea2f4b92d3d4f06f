"""`verify hunt`: searches for a counterexample to a claim."""

from __future__ import annotations

import argparse

from verify.commands.claims import with_claims
from verify.commands.shared import add_from, seed
from verify.entries import check_writable
from verify.registry import Registry
from verify.search import command as search_command
from verify.search.kept import KeptHunts
from verify.search.space import NoInstances
from verify.usage import UsageError


def add(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    add_from(parser)
    search_command.add_hunt(parser)
    parser.add_argument("--seed", metavar="N", type=seed, default=0, help="of all that is random (default: 0)")


@with_claims
def run(known: Registry, options: argparse.Namespace) -> int:
    """The exit status is 1 if one is found and confirmed."""
    claim = known.claim(options.id)
    try:
        check_writable(KeptHunts(claim).folder)
        return search_command.run_hunt(claim, options)
    except NoInstances as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        raise UsageError(f"cannot write {error.filename or options.out}: {error.strerror}") from None
