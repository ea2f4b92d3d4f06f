"""`verify rocq`: has Rocq prove each claim once more."""

from __future__ import annotations

import argparse

from verify.commands.claims import settled, with_claims
from verify.commands.shared import add_from
from verify.export.rocq.command import add_rocq, run_rocq
from verify.export.rocq.coqc import NoRocq
from verify.registry import Registry
from verify.shares.options import where
from verify.usage import UsageError


def add(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    add_from(parser)
    add_rocq(parser)


@with_claims
def run(known: Registry, options: argparse.Namespace) -> int:
    """The exit status is 1 if one that has a form in Rocq does not pass."""
    claims = settled(known, options)
    try:
        return run_rocq(claims, options.seconds, where(options), fresh=options.fresh)
    except NoRocq as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        raise UsageError(f"cannot write {error.filename}: {error.strerror}") from None
