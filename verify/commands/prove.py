"""`verify prove`: decides one inequality over a whole domain."""

from __future__ import annotations

import argparse

from verify.prover import command
from verify.prover.language import FormulaError
from verify.usage import UsageError


def add(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    command.add_prove(parser)


def run(options: argparse.Namespace) -> int:
    """The exit status is 0 for proved, 1 for refuted, 3 for unknown."""
    try:
        return command.run_prove(options)
    except FormulaError as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        raise UsageError(f"--to {error.filename or options.to}: {error.strerror}") from None
