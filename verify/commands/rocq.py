"""`verify rocq`: has Rocq prove each claim once more."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from verify.claims.claim import Claim
from verify.claims.registry import Registry
from verify.commands.claims import settled, with_claims
from verify.commands.progress import Board
from verify.commands.shared import add_from, add_selection
from verify.export.rocq import coqc
from verify.export.rocq.running import GAP, PASSED, REFUSED, put_to_rocq
from verify.export.rocq.support import SUPPORT
from verify.session.kept_rocq import KeptRocq
from verify.store import entries
from verify.tasks import Where, as_done
from verify.tasks.options import where
from verify.usage import UsageError

SECONDS: Final = 300
MOST_SECONDS: Final = 10**6
MOST_TOGETHER: Final = 8
"""Claims in one run of `coqc`, which loads its libraries once; what is done is shown when all of them are."""


def add(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    add_from(parser)
    add_selection(parser)
    parser.add_argument(
        "--seconds", metavar="S", type=_seconds, default=SECONDS, help=f"most time for one claim (default: {SECONDS})"
    )
    parser.add_argument("--fresh", action="store_true", help="do not use what was kept")


def _seconds(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= MOST_SECONDS:
        raise argparse.ArgumentTypeError(f"the seconds must be from 1 to {MOST_SECONDS}, not {text!r}")
    return int(text)


@with_claims
def run(known: Registry, options: argparse.Namespace) -> int:
    """The exit status is 1 if one that has a form in Rocq does not pass."""
    claims = settled(known, options)
    try:
        return _run(claims, options.seconds, where(options, all_processors=True), fresh=options.fresh)
    except coqc.NoRocq as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        raise UsageError(f"cannot write {error.filename}: {error.strerror}") from None


def _run(claims: Sequence[Claim], seconds: int, where: Where, *, fresh: bool) -> int:
    """Has Rocq prove each claim once more; the exit status is 0 if all that have a form in Rocq passed, else 1.

    Raises:
        NoRocq: where Rocq cannot be run. OSError: where nothing can be kept. KeyboardInterrupt: with what passed.
    """
    root = entries.folder().parent / "rocq"
    library = coqc.library(SUPPORT, root, lambda name: _tell(f"compiling the support library: {name}.v"))
    board, counts = Board(len(claims)), Counter[str]()
    try:
        missing = []
        for claim in claims:
            kept = None if fresh else KeptRocq(claim).get()
            if kept is None or kept.get("version", coqc.version()) != coqc.version():
                missing.append(claim)
            else:
                counts[kept["status"]] += 1
                board.show(claim.id, _in_words(kept, "kept"), well=kept["status"] == PASSED)
        for claim, said in _said_of(missing, library, root, seconds, where):
            if said["status"] != REFUSED:  # which may be for want of time
                KeptRocq(claim).put(said)
            counts[said["status"]] += 1
            board.show(claim.id, _in_words(said), well=said["status"] == PASSED)
    except KeyboardInterrupt:
        done = f"{board.done} of {len(claims)} claims are done, {counts[PASSED]} of them passed"
        raise KeyboardInterrupt(f"{done}; the same command goes on from there") from None
    finally:
        board.clear()
    print(f"Rocq {coqc.version()}: {counts[PASSED]} of {len(claims)} claims passed, {counts[REFUSED]} did not, and "
          f"{counts[GAP]} have no form in Rocq yet")  # fmt: skip
    return int(counts[REFUSED] > 0)


def _said_of(
    claims: Sequence[Claim], library: Path, root: Path, seconds: int, where: Where
) -> Iterator[tuple[Claim, dict[str, Any]]]:
    size = min(MOST_TOGETHER, 1 + len(claims) // 16)
    groups = [claims[start : start + size] for start in range(0, len(claims), size)]
    tasks = [
        [[[c.source.module, c.id] for c in group], str(library.resolve()), str(root.resolve()), seconds]
        for group in groups
    ]
    with closing(as_done(put_to_rocq, tasks, where=where)) as shares:
        for share in shares:
            group = groups[share.index]
            failed = {"status": REFUSED, "lemma": "", "why": share.failure}
            yield from zip(group, [failed] * len(group) if share.failure else share.result, strict=True)


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _in_words(said: dict[str, Any], kept: str = "") -> str:
    if said["status"] == PASSED:
        return f"passed, {said['lemmas']} lemmas, {kept or format(said['seconds'], '.1f') + ' s'}"
    if said["status"] == GAP:
        return f"no form in Rocq: {said['why']}"
    return f"does not pass{' at ' + said['lemma'] if said['lemma'] else ''}: {said['why']}"
