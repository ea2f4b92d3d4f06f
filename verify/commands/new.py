"""`verify new`: makes the folder of an audit."""

from __future__ import annotations

import argparse
from pathlib import Path

from verify.commands import scaffold
from verify.usage import UsageError


def add(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("folder", metavar="DIR", type=Path)
    parser.add_argument("--paper", metavar="ID", required=True, help="the paper's id, such as experts")
    parser.add_argument("--title", metavar="T", default="", help="its title (default: the id)")
    parser.add_argument("--ci", action="store_true", help="also a workflow for GitHub, and hooks for pre-commit")


def run(options: argparse.Namespace) -> int:
    """Prints the names of the files."""
    try:
        for file in scaffold.make(options.folder, options.paper, options.title, ci=options.ci):
            print(file)
    except OSError as error:
        raise UsageError(f"{options.folder}: {error.strerror}") from None
    return 0
