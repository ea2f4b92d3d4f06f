"""How many claims Rocq proves again, how long that takes from nothing, and which it does not.

    python -m tests.benchmarks.rocq_claims [-j N]

Nothing that was kept is used. Prints a Markdown table by paper, and a list of the others with what `verify rocq` says.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from verify.claims.registry import Registry, using
from verify.export.claims import is_settled

ROOT = Path(__file__).resolve().parents[2]
LINE = re.compile(r"^\[ *\d+/\d+\] (\S+) … (passed)?(.*)$")


def verdicts() -> dict[str, str]:
    """What each settled claim is, by its id."""
    with using(Registry()) as registry:
        registry.discover("proofs")
        settled = [claim for claim in registry.claims if is_settled(claim)]
    return {c.id: "proved" if any(s.kind == "proof" for s in c.steps) else "refuted" for c in settled}


def said(jobs: str) -> tuple[dict[str, str], float]:
    """What `verify rocq` says of each claim, "" where it passed, and how many seconds it took."""
    with tempfile.TemporaryDirectory() as folder:
        started = time.monotonic()
        command = [sys.executable, "-m", "verify", "rocq", "-j", jobs, "--from", "proofs"]
        environment = os.environ | {"VERIFY_CACHE": str(Path(folder) / "cache")}
        found = {}
        with subprocess.Popen(
            command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, encoding="utf-8"
        ) as run:
            for line in run.stderr or ():
                sys.stderr.write(line)
                if match := LINE.match(line):
                    found[match[1]] = "" if match[2] else match[3]
    return found, time.monotonic() - started


def main() -> None:
    """Prints the table and the list."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("-j", metavar="N", default="2", help="processes (default: 2)")
    kinds, (found, seconds) = verdicts(), said(parser.parse_args().j)
    every = Counter((id.partition("/")[0], kind) for id, kind in kinds.items())
    again = Counter((id.partition("/")[0], kinds[id]) for id, why in found.items() if not why)
    print("| paper | proved again | refuted again |\n|---|---|---|")
    for paper in sorted({paper for paper, _ in every}):
        row = [f"{again[paper, kind]} of {every[paper, kind]}" for kind in ("proved", "refuted")]
        print(f"| {paper} | {' | '.join(row)} |")
    total = [sum(n for (_, k), n in again.items() if k == kind) for kind in ("proved", "refuted")]
    whole = [sum(n for (_, k), n in every.items() if k == kind) for kind in ("proved", "refuted")]
    print(f"| all | {total[0]} of {whole[0]} | {total[1]} of {whole[1]} |\n\n{seconds / 60:.0f} minutes.\n")
    for id, why in sorted(found.items()):
        if why:
            print(f"- `{id}` {why}")


if __name__ == "__main__":
    main()
