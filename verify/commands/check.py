"""`verify check`: has the core check what prove, hunt or export wrote."""

from __future__ import annotations

import argparse

from verify.prover import command


def add(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    command.add_check(parser)


def run(options: argparse.Namespace) -> int:
    """The exit status is 0 if it holds."""
    return command.run_check(options)
