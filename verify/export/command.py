"""The command `verify export`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from verify.claims import Claim
from verify.export.claims import write_claim
from verify.report.experiment import check_writable
from verify.shares import Where, as_done


def add_export(parser: argparse.ArgumentParser) -> None:
    """The options of `verify export`."""
    parser.add_argument("what", choices=("proofs",), metavar="proofs", help="one file for each claim that is settled")
    parser.add_argument("ids", metavar="ID", nargs="*", default=[], help="claims (default: all that are settled)")
    parser.add_argument("--out", metavar="DIR", type=Path, required=True, help="where to write")
    parser.add_argument("--paper", metavar="P", help="only claims of this paper")


def run_export(claims: Sequence[Claim], out: Path, where: Where) -> int:
    """Writes the file of each claim; the exit status is 0 if all are written, else 1.

    Raises:
        OSError: where nothing can be written. KeyboardInterrupt: with what was written.
    """
    check_writable(out)
    tasks = [[claim.source.module, claim.id, str(out)] for claim in claims]
    done = written = 0
    width, terminal = len(str(len(tasks))), sys.stderr.isatty()
    try:
        with closing(as_done(write_claim, tasks, where=where)) as shares:
            for share in shares:
                done += 1
                label = f"[{done:>{width}}/{len(tasks)}] {claims[share.index].id}"
                if share.failure:
                    said = f"not written: {share.failure}"
                else:
                    written += 1
                    made = share.result
                    said = f"{made['steps']} steps, {-(-made['bytes'] // 1024)} KiB, {made['seconds']:.1f} s"
                start, end = ("\r\x1b[K", "") if terminal and not share.failure else ("", "\n")
                sys.stderr.write(f"{start}{label} … {said}{end}")
                sys.stderr.flush()
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"{written} of {len(tasks)} files are written to {out}") from None
    finally:
        if terminal:
            sys.stderr.write("\r\x1b[K")
    print(f"{written} of {len(tasks)} proofs are written; python -m verify.core {out}/*.json* checks them")
    return int(written < len(tasks))
