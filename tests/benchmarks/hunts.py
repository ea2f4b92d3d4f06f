"""How many false statements the hunt for counterexamples refutes, and that it refutes no true one.

    python -m tests.benchmarks.hunts [--set tuned] [--budget 60] [-j 2] [--every 20]

Prints one Markdown table and the names of what was not found. The sets are the statements that the search may be tuned
on, those that it may not, and the claims of the papers, of whose proved ones every so manieth is hunted. A claim is
taken to be what its steps decide; what is found is a theorem of the kernel.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from verify.claims import Claim, places, registry
from verify.hunt.hunting import hunt
from verify.hunt.space import NoInstances
from verify.session.kept_hunts import KeptHunts
from verify.tasks import Local

STATEMENTS = Path(__file__).resolve().parents[1] / "statements"
SETS = ("tuned", "unseen", "papers")
WORDS = ("found", "candidate", "nothing")


def claims(name: str) -> list[Claim]:
    """The claims of a set; none where it is not there."""
    known = registry.current()
    if name == "papers":
        before = {claim.id for claim in known.all_claims}
        known.discover()
        return [claim for claim in known.all_claims if claim.id not in before]
    if not (STATEMENTS / name).is_dir():
        return []
    for package in places.packages_in(STATEMENTS / name):
        package.make_importable()
        known.discover(package.name)
    return [claim for claim in known.all_claims if claim.paper == name]


def is_false(claim: Claim) -> bool:
    """Whether a counterexample decides the claim."""
    return any(step.kind == "counterexample" for step in claim.steps)


def hunted(claim: Claim, budget: float, jobs: int, folder: Path) -> tuple[str, float, str]:
    """What a hunt from nothing finds, in a word, after how many seconds, and what the kernel says to a candidate."""
    began = time.monotonic()
    importlib.import_module(claim.source.module)
    try:
        made = hunt(claim, budget=budget, where=Local(jobs), kept=KeptHunts(claim, folder))
    except (NoInstances, RuntimeError) as error:
        return "nothing", time.monotonic() - began, " ".join(str(error).split())
    word = "found" if made.counterexample else "candidate" if made.worst and made.worst["ratio"] > 1.0 else "nothing"
    return word, time.monotonic() - began, "; ".join([*made.failures[:1], made.refusal]).strip("; ")


def main() -> int:
    """The exit status is 1 where a true statement was refuted."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--set", dest="sets", choices=SETS, action="append", help="(default: all)")
    parser.add_argument("--budget", type=float, default=60.0, metavar="S", help="a statement (default: 60)")
    parser.add_argument("--every", type=int, default=20, metavar="N", help="of the proved claims of the papers")
    parser.add_argument("--only", default="", metavar="TEXT", help="what the ids have in them")
    parser.add_argument("--false", action="store_true", help="only statements that are false")
    parser.add_argument("-j", "--jobs", type=int, default=2, metavar="N")
    options = parser.parse_args()
    print("| set | statements | found | candidate | nothing | seconds, median of those found |")
    print("|---|---|---|---|---|---|")
    rest, wrong = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for name in options.sets or SETS:
            chosen = [claim for claim in claims(name) if options.only in claim.id]
            false = [claim for claim in chosen if is_false(claim)]
            true = [
                c for c in chosen if not is_false(c) and (name != "papers" or any(s.kind == "proof" for s in c.steps))
            ]
            true = true[:: options.every] if name == "papers" else true
            for truth, those in (("false", false), ("true", [] if options.false else true)):
                counts: Counter[str] = Counter()
                seconds = []
                for claim in those:
                    word, spent, said = hunted(claim, options.budget, options.jobs, Path(folder))
                    print(f"{claim.id}: {truth}, {word}, {spent:.1f} s {said}"[:300], file=sys.stderr, flush=True)
                    counts[word] += 1
                    seconds += [spent] if word == "found" else []
                    missed = word != "found" if truth == "false" else word == "found"
                    rest += [f"- `{claim.id}` ({truth}): {word}"] if missed else []
                wrong += counts["found"] if truth == "true" else 0
                median = f"{sorted(seconds)[len(seconds) // 2]:.1f}" if seconds else ""
                cells = " | ".join(str(counts[word]) for word in WORDS)
                share = f" ({100 * counts['found'] // len(those)} %)" if those and truth == "false" else ""
                print(
                    f"| {name}, {truth} | {len(those)} | {cells.replace(' |', share + ' |', 1)} | {median} |",
                    flush=True,
                )
    print("\n".join(["", f"Budget {options.budget:g} s a statement on {options.jobs} processes.", "", *rest]))
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
