"""Hunts every refuted claim, and every proved one, and prints what was found as Markdown tables.

    python tests/search/hunt_all.py refuted [--budget S] [-j N] [--only TEXT]
    python tests/search/hunt_all.py proved [--cases N] [-j N] [--only TEXT]

From nothing but its hypotheses and statement, the hunt should find a counterexample to each claim that has one, and
none to a proved claim, over which N cases are spread evenly. A claim is taken to be what its steps decide.
"""

from __future__ import annotations

import argparse
import math
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from verify import registry
from verify.claims import Claim
from verify.search.hunt import Hunt, hunt
from verify.search.kept import KeptHunts
from verify.search.space import NoInstances
from verify.shares import Local


def claims(kind: str, only: str) -> list[Claim]:
    """The claims with a step of this kind whose ids have the text in them."""
    known = registry.current()
    known.discover()
    return [claim for claim in known.claims if only in claim.id and any(step.kind == kind for step in claim.steps)]


def row(claim: Claim, made: Hunt | None, said: str, seconds: float) -> str:
    """One line of a table."""
    if made is None:
        return f"| {claim.id} | – | | | {said} | {seconds:.1f} |"
    worst: dict[str, Any] = made.worst or {"ratio": math.nan, "space": "", "at": {}}
    ratio = worst["ratio"]
    at = ", ".join([worst["space"], *(f"{name} = {value:.6g}" for name, value in worst["at"].items())])
    result = "found" if made.counterexample else "candidate" if ratio > 1.0 else "nothing"
    if made.counterexample:
        at = ", ".join(f"{name} = {value}" for name, value in made.counterexample["assignment"].items())
    why = " ".join([made.refusal, *made.failures[:1]]) if result != "found" else ""
    excess = f"1 + {ratio - 1.0:.2g}" if 0.0 < ratio - 1.0 < 0.01 else f"{ratio:.6g}"
    return f"| {claim.id} | {result} | {made.cases} | {excess} | {at[:160]} {why[:200]} | {seconds:.1f} |"


def main() -> None:
    """Prints the table as it grows, then the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("which", choices=("refuted", "proved"))
    parser.add_argument("--budget", type=float, default=60.0)
    parser.add_argument("--cases", type=int, default=10**7)
    parser.add_argument("--only", default="")
    parser.add_argument("-j", "--jobs", type=int, default=1)
    options = parser.parse_args()
    chosen = claims("counterexample" if options.which == "refuted" else "proof", options.only)
    counts: dict[str, int] = {}
    print("| claim | hunt | cases | worst ratio, in floats | at | s |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for claim in chosen:
            began, made, said = time.monotonic(), None, ""
            share = -(-options.cases // len(chosen))
            try:
                made = hunt(
                    claim,
                    budget=options.budget,
                    cases=share if options.which == "proved" else None,
                    where=Local(options.jobs),
                    kept=KeptHunts(claim, Path(folder)),
                )
            except NoInstances as error:
                said = str(error)
            except Exception as error:
                said = f"broke off: {type(error).__name__}: {' '.join(str(error).split())}"
            line = row(claim, made, said, time.monotonic() - began)
            word = line.split("|")[2].strip()
            counts[word] = counts.get(word, 0) + 1
            print(line.replace("\n", " "), flush=True)
    print("\n" + ", ".join(f"{count} {word}" for word, count in sorted(counts.items())))


if __name__ == "__main__":
    main()
