"""Hunts every refuted claim, and every proved one, and prints what was found as Markdown tables.

    python tests/hunt/hunt_all.py refuted [--budget S] [-j N] [--only TEXT]
    python tests/hunt/hunt_all.py proved [--cases N] [-j N] [--only TEXT]

From nothing but its hypotheses and statement, the hunt should find a counterexample to each claim that has one, and
none to a proved claim, over which N cases are spread evenly. A claim is taken to be what its steps decide.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.hunt.tables import claims, print_table
from verify.hunt.hunting import hunt
from verify.tasks import Local


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
    cases = -(-options.cases // max(1, len(chosen))) if options.which == "proved" else None
    where = Local(options.jobs)
    print_table(
        [(claim.id, claim) for claim in chosen],
        lambda claim, kept: hunt(claim, budget=options.budget, cases=cases, where=where, kept=kept),
    )


if __name__ == "__main__":
    main()
