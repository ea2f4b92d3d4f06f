"""The command `verify export`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from verify.claims import Claim
from verify.export.claims import write_claim
from verify.export.rocq.writing import write_library, write_rocq
from verify.entries import check_writable
from verify.shares import Where, as_done


def add_export(parser: argparse.ArgumentParser) -> None:
    """The options of `verify export`."""
    parser.add_argument(
        "what", choices=("proofs", "rocq"), metavar="proofs|rocq", help="proof files for the core, or files for Rocq"
    )
    parser.add_argument("ids", metavar="ID", nargs="*", default=[], help="claims (default: all that are settled)")
    parser.add_argument("--out", metavar="DIR", type=Path, required=True, help="where to write")
    parser.add_argument("--paper", metavar="P", help="only claims of this paper")


def run_export(what: str, claims: Sequence[Claim], out: Path, where: Where) -> int:
    """Writes the file of each claim; the exit status is 0 if all are written that have such a form, else 1.

    Raises:
        OSError: where nothing can be written. KeyboardInterrupt: with what was written.
    """
    check_writable(out)
    rocq = what == "rocq"
    if rocq:
        write_library(out)
    tasks = [[claim.source.module, claim.id, str(out)] for claim in claims]
    done = written = gaps = 0
    width, terminal = len(str(len(tasks))), sys.stderr.isatty()
    try:
        with closing(as_done(write_rocq if rocq else write_claim, tasks, where=where)) as shares:
            for share in shares:
                done += 1
                label = f"[{done:>{width}}/{len(tasks)}] {claims[share.index].id}"
                if share.failure:
                    said = f"not written: {share.failure}"
                elif gap := share.result.get("gap"):
                    gaps += 1
                    said = f"no form in Rocq: {gap}"
                else:
                    written += 1
                    made = share.result
                    steps = f"{made['steps']} {'lemmas' if rocq else 'steps'}"
                    said = f"{steps}, {-(-made['bytes'] // 1024)} KiB, {made['seconds']:.1f} s"
                start, end = ("\r\x1b[K", "") if terminal and not share.failure else ("", "\n")
                sys.stderr.write(f"{start}{label} … {said}{end}")
                sys.stderr.flush()
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"{written} of {len(tasks)} files are written to {out}") from None
    finally:
        if terminal:
            sys.stderr.write("\r\x1b[K")
    checks = f"make -C {out} -f Makefile.rocq" if rocq else f"python -m verify.core {out}/*.json*"
    print(f"{written} of {len(tasks)} proofs are written; {checks} checks them")
    return int(written + gaps < len(tasks))
