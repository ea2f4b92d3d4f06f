"""`verify export`: writes proofs as files."""

from __future__ import annotations

import argparse

from verify.commands.claims import settled, with_claims
from verify.commands.shared import add_from
from verify.export.command import add_export, run_export
from verify.registry import Registry
from verify.shares.options import where
from verify.usage import UsageError


def add(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    add_from(parser)
    add_export(parser)


@with_claims
def run(known: Registry, options: argparse.Namespace) -> int:
    """The exit status is 1 if one could not be written."""
    claims = settled(known, options)
    try:
        return run_export(options.what, claims, options.out, where(options))
    except OSError as error:
        raise UsageError(f"--out {options.out}: {error.strerror}") from None
