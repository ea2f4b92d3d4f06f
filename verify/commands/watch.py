"""`verify watch`: the state of a claim's proofs, shown anew whenever a module of its package is saved."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path
from typing import Final

from verify.claims.claim import Claim
from verify.claims.registry import Registry, current
from verify.claims.remedies import explained
from verify.commands.claims import with_claims
from verify.commands.shared import add_from, say
from verify.usage import UsageError
from verify.verdicts.unfinished import state

EVERY: Final = 0.2
"""Seconds between two looks at the files."""
CLEAR: Final = "\x1b[2J\x1b[H"


def add(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("id", metavar="ID", help="the claim that is being written")
    parser.add_argument("--once", action="store_true", help="show its state once; exit status 1 if a step fails")
    add_from(parser)


@with_claims
def run(known: Registry, options: argparse.Namespace) -> int:
    """Shows it, and waits for the next save, until interrupted."""
    if not hasattr(os, "fork"):
        raise UsageError("watch needs a system on which processes can be forked")
    claim = known.claim(options.id)
    if options.once:
        return _shown(claim.id, [])
    folder = claim.source.folder
    changed: list[str] = []
    seen = _saved(folder)
    try:
        while True:
            _show(claim, changed)
            while (now := _saved(folder)) == seen:
                time.sleep(EVERY)
            changed = [f for f in dict.fromkeys([*changed, *now]) if now.get(f) != seen.get(f) or f in changed]
            seen = now
    except KeyboardInterrupt:
        return 0


def _saved(folder: Path) -> dict[str, int]:
    """When each module of the folder was saved."""
    return {str(file): file.stat().st_mtime_ns for file in sorted(folder.glob("*.py"))}


def _show(claim: Claim, changed: Sequence[str]) -> None:
    """Shows the claim as its module is now, in a process of its own, which has all else loaded already."""
    sys.stdout.write(CLEAR if sys.stdout.isatty() else "\n")
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        try:
            os._exit(_shown(claim.id, _modules(claim, changed)))
        finally:
            os._exit(1)
    os.waitpid(child, 0)


def _modules(claim: Claim, changed: Sequence[str]) -> list[str]:
    """What is loaded again: the claim's module; where others of its package were saved, all of that package."""
    name = claim.source.module
    package = name.rpartition(".")[0]
    if set(changed) <= {claim.source.file}:
        return [name] if changed else []
    return [name, *(other for other in sys.modules if other.startswith(f"{package}.") and other != name)]


def _shown(id: str, modules: Sequence[str]) -> int:
    started = time.perf_counter()
    forgotten = [sys.modules.pop(name) for name in modules]
    for module in forgotten:
        _forget_bytecode(module.__file__)
    if forgotten:  # the first one, the claim's, imports what it needs of the others
        try:
            importlib.import_module(modules[0])
        except (Exception, SystemExit) as error:
            return say(f"{modules[0]}: {_line(error, forgotten[0].__file__)}{explained(error)}")
    lines, finished = state(current().claim(id))
    print("\n".join(lines))
    print(f"\n{time.strftime('%H:%M:%S')}, {time.perf_counter() - started:.1f} s")
    sys.stdout.flush()
    return 0 if finished else 1


def _forget_bytecode(file: str | None) -> None:
    """Else a module that is as long as before, and was saved in the same second, is taken for the one before."""
    if file is not None:
        with suppress(OSError, NotImplementedError):
            os.unlink(cache_from_source(file))


def _line(error: BaseException, file: str | None) -> str:
    """The line of the module that the error passed through, if it did."""
    trace, found = error.__traceback__, 0
    if isinstance(error, SyntaxError):
        return f"line {error.lineno}: "
    while trace is not None:
        found = trace.tb_lineno if trace.tb_frame.f_code.co_filename == file else found
        trace = trace.tb_next
    return f"line {found}: " if found else ""
