"""The command `verify rocq`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from verify.cache import Cache
from verify.claims import Claim
from verify.export.rocq import coqc
from verify.export.rocq.files import SUPPORT
from verify.export.rocq.kept import KeptRocq
from verify.export.rocq.running import GAP, PASSED, REFUSED, put_to_rocq
from verify.shares import Where, as_done

SECONDS: Final = 300
MOST_SECONDS: Final = 10**6
MOST_TOGETHER: Final = 8
"""Claims in one run of `coqc`, which loads its libraries once; what is done is shown when all of them are."""


def add_rocq(parser: argparse.ArgumentParser) -> None:
    """The options of `verify rocq`."""
    parser.add_argument("ids", metavar="ID", nargs="*", default=[], help="claims (default: all that are settled)")
    parser.add_argument("--paper", metavar="P", help="only claims of this paper")
    parser.add_argument(
        "--seconds", metavar="S", type=_seconds, default=SECONDS, help=f"most time for one claim (default: {SECONDS})"
    )
    parser.add_argument("--fresh", action="store_true", help="do not use what was kept")


def _seconds(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= MOST_SECONDS:
        raise argparse.ArgumentTypeError(f"the seconds must be from 1 to {MOST_SECONDS}, not {text!r}")
    return int(text)


def run_rocq(claims: Sequence[Claim], seconds: int, where: Where, *, fresh: bool = False) -> int:
    """Has Rocq prove each claim once more; the exit status is 0 if all that have a form in Rocq passed, else 1.

    Raises:
        NoRocq: where Rocq cannot be run. OSError: where nothing can be kept. KeyboardInterrupt: with what passed.
    """
    root = Cache().folder.parent / "rocq"
    library = coqc.library(SUPPORT, root, lambda name: _tell(f"compiling the support library: {name}.v"))
    board = _Board(len(claims))
    try:
        missing = []
        for claim in claims:
            kept = None if fresh else KeptRocq(claim).get()
            if kept is None or kept.get("version", coqc.version()) != coqc.version():
                missing.append(claim)
            else:
                board.show(claim.id, kept, "kept")
        for claim, said in _said_of(missing, library, root, seconds, where):
            if said["status"] != REFUSED:  # which may be for want of time
                KeptRocq(claim).put(said)
            board.show(claim.id, said)
    except KeyboardInterrupt:
        done = f"{board.done} of {len(claims)} claims are done, {board.counts[PASSED]} of them passed"
        raise KeyboardInterrupt(f"{done}; the same command goes on from there") from None
    finally:
        board.clear()
    counts = board.counts
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


class _Board:
    """Progress on stderr: a line a claim; on a terminal those that passed take turns in one line."""

    def __init__(self, total: int) -> None:
        self.total, self.done = total, 0
        self.counts = {PASSED: 0, REFUSED: 0, GAP: 0}
        self._terminal = sys.stderr.isatty()

    def show(self, id: str, said: dict[str, Any], kept: str = "") -> None:
        """One claim more."""
        self.done += 1
        status = said["status"]
        self.counts[status] += 1
        start, end = ("\r\x1b[K", "" if status == PASSED else "\n") if self._terminal else ("", "\n")
        label = f"[{self.done:>{len(str(self.total))}}/{self.total}] {id}"
        sys.stderr.write(f"{start}{label} … {_in_words(said, kept)}{end}")
        sys.stderr.flush()

    def clear(self) -> None:
        """Leaves no half line behind."""
        if self._terminal:
            sys.stderr.write("\r\x1b[K")


def _in_words(said: dict[str, Any], kept: str) -> str:
    if said["status"] == PASSED:
        return f"passed, {said['lemmas']} lemmas, {kept or format(said['seconds'], '.1f') + ' s'}"
    if said["status"] == GAP:
        return f"no form in Rocq: {said['why']}"
    return f"does not pass{' at ' + said['lemma'] if said['lemma'] else ''}: {said['why']}"
