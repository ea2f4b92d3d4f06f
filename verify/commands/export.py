"""`verify export`: writes proofs as files."""

from __future__ import annotations

import argparse
from contextlib import closing
from typing import Any

from verify.claims.registry import Registry
from verify.commands.claims import settled, with_claims
from verify.commands.progress import Board
from verify.commands.shared import add_from, add_selection, folder, made_folder
from verify.export.claims import write_claim
from verify.export.rocq.writing import write_library, write_rocq
from verify.tasks import as_done
from verify.tasks.options import where
from verify.usage import UsageError


def add(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    add_from(parser)
    parser.add_argument(
        "what", choices=("proofs", "rocq"), metavar="proofs|rocq", help="proof files for the core, or files for Rocq"
    )
    add_selection(parser)
    parser.add_argument("--out", metavar="DIR", type=folder, required=True, help="where to write")


def run(options: argparse.Namespace) -> int:
    """The exit status is 0 if all are written that have such a form, else 1."""
    with made_folder("--out", options.out):
        return _write(options)


@with_claims
def _write(known: Registry, options: argparse.Namespace) -> int:
    """Writes them, and shows what is written.

    Raises:
        KeyboardInterrupt: with what was written.
    """
    claims, out, rocq = settled(known, options), options.out, options.what == "rocq"
    board, written, gaps = Board(len(claims)), 0, 0
    try:
        if rocq:
            write_library(out)
        tasks = [[claim.source.module, claim.id, str(out)] for claim in claims]
        place = where(options, all_processors=True)
        with closing(as_done(write_rocq if rocq else write_claim, tasks, where=place)) as shares:
            for share in shares:
                gap = not share.failure and "gap" in share.result
                gaps += gap
                written += not (gap or share.failure)
                said = f"not written: {share.failure}" if share.failure else _in_words(share.result, rocq)
                board.show(claims[share.index].id, said, well=not share.failure)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"{written} of {len(claims)} files are written to {out}") from None
    except OSError as error:
        raise UsageError(f"--out {out}: {error.strerror}") from None
    finally:
        board.clear()
    checks = f"make -C {out} -f Makefile.rocq" if rocq else f"python -m verify.core {out}/*.json*"
    print(f"{written} of {len(claims)} proofs are written; {checks} checks them")
    return int(written + gaps < len(claims))


def _in_words(made: dict[str, Any], rocq: bool) -> str:
    if "gap" in made:
        return f"no form in Rocq: {made['gap']}"
    steps = f"{made['steps']} {'lemmas' if rocq else 'steps'}"
    return f"{steps}, {-(-made['bytes'] // 1024)} KiB, {made['seconds']:.1f} s"
