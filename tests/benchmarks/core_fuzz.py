"""Semantic fuzzing of the core at length: `python -m tests.benchmarks.core_fuzz [applications] [terms] [processes]`.

By default 10⁶ applications of rules and 10⁵ terms. Prints what became of them by rule, and each hole.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from os import cpu_count

from tests.attacks.fuzz import applications, terms_against_models

PORTION = 2_000


def _portion(task):
    what, n, count = task
    return (
        applications(count, seed=1000 + n, tries=12) if what == "rules" else terms_against_models(count, seed=1000 + n)
    ), what


def main(rules: int = 10**6, terms: int = 10**5, processes: int = 0) -> int:
    """Runs both; the exit status is 1 if there is a hole."""
    tasks = [("rules", n, PORTION) for n in range(rules // PORTION)] + [
        ("terms", n, PORTION) for n in range(terms // PORTION)
    ]
    counts = {"rules": Counter(), "terms": Counter()}
    holes = []
    start = time.perf_counter()
    with ProcessPoolExecutor(processes or cpu_count()) as pool:
        for tally, what in pool.map(_portion, tasks):
            counts[what] += tally.counts
            for label, hole in tally.holes:
                holes.append((label, hole))
                print(f"HOLE {label}: {hole}", flush=True)
    made = counts["rules"]
    seconds = time.perf_counter() - start
    print(f"{made['accepted'] + made['refused']} applications, {len(holes)} holes, {seconds:.0f} s")
    print(f"{made['claims']} claims proved; a hypothesis true and not defined in {made['tested with gaps']}")
    kinds = ("accepted", "tested", "tested with gaps", "refused")
    print(f"{'rule':<12}", *(f"{what:>16}" for what in kinds))
    for rule in ("identity", "combine", "instantiate", "generalize", "cases", "induct", "telescope", "assume"):
        print(f"{rule:<12}", *(f"{made[f'{rule}: {what}']:>16}" for what in kinds))
    print(f"{terms} terms: {dict(counts['terms'])}")
    return bool(holes)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
