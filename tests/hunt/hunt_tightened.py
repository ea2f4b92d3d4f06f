"""Tightens every bound that is attained to 99/100 of its promise, hunts it, and prints what was found as a table.

    python tests/hunt/hunt_tightened.py [--budget S] [--only TEXT]

What is attained, the instances of the claims certify; the hunt knows the tightened statement and its hypotheses alone,
and should break each.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.hunt.tables import claims, print_table
from tests.hunt.tightened import attained, hunted


def main() -> None:
    """Prints the table as it grows, then the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--budget", type=float, default=60.0)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    found = attained(claims("tightness", options.only))
    print_table(((bound.name, bound.claim) for bound in found), partial(hunted, budget=options.budget))


if __name__ == "__main__":
    main()
