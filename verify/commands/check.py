"""`verify check`: has the core check what prove, hunt or export wrote."""

from __future__ import annotations

import argparse
import contextlib
import io
from pathlib import Path

from verify.commands.shared import print_json
from verify.core.__main__ import main as check_files
from verify.usage import UsageError


def add(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a certificate, or the proof of a theorem")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options: argparse.Namespace) -> int:
    """Has the core check a file; the exit status is 0 if it holds, 1 if it is refused, 2 if it cannot be read."""
    name = str(options.file)
    if not options.json and not options.file.is_file():
        why = "it is a folder" if options.file.is_dir() else "there is no such file"
        raise UsageError(f"FILE: {name}: {why}; it must be what verify prove, hunt or export wrote")
    if not options.json:
        return check_files([name])
    with contextlib.redirect_stdout(io.StringIO()) as said:
        status = check_files([name])
    verdict = {0: "holds", 1: "refused", 2: "unreadable"}[status]
    first, *details = [line.strip() for line in said.getvalue().splitlines()]
    says = first.removeprefix(f"{name}: ").partition(": ")[2]
    print_json({"verdict": verdict, "says": says, "details": details}, indent=None)
    return status
