"""`verify diff`: what has changed between two reports."""

from __future__ import annotations

import argparse
from pathlib import Path

from verify.report.difference import differences, read
from verify.usage import UsageError


def add(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("old", metavar="OLD", type=Path, help="the earlier report, its folder or its report.json")
    parser.add_argument("new", metavar="NEW", type=Path, help="the later one")


def run(options: argparse.Namespace) -> int:
    """Prints a line a difference; as of `diff`, the exit status is 1 if there is one."""
    try:
        lines = list(differences(read(_report("OLD", options.old)), read(_report("NEW", options.new))))
    except OSError as error:
        raise UsageError(f"{error.filename}: {error.strerror}") from None
    except ValueError as error:
        raise UsageError(str(error)) from None
    print(*(lines or ["no difference"]), sep="\n")
    return 1 if lines else 0


def _report(argument: str, path: Path) -> Path:
    """The data of a report, of which the folder may be named.

    Raises:
        UsageError: where there is none.
    """
    file = path / "report.json" if path.is_dir() else path
    if not file.is_file():
        wanted = "it must be the report.json that verify report writes, or its folder"
        raise UsageError(f"{argument}: there is no file {file}; {wanted}")
    return file
