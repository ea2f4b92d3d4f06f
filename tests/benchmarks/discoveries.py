"""How many true statements are proved from their words alone, and that no false one is.

    python -m tests.benchmarks.discoveries [--set tuned] [--seconds 60] [--every 1] [--from 0]

Prints one Markdown table and the names of what was proved. The sets are the statements that the search may be tuned on,
those that it may not, and the claims of the papers; of these every so manieth is tried. A claim is given as an
unregistered copy without its steps.
"""

from __future__ import annotations

import argparse
import sys

from tests.benchmarks.hunts import SETS, claims, is_false
from verify.claims import Claim
from verify.discover.discovering import SECONDS, discover


def proved(claim: Claim, seconds: float) -> tuple[bool, float]:
    """Whether a proof is found that the kernel takes, and after how many seconds."""
    copy = claim.replace()
    copy.steps = ()
    found = discover(copy, seconds)
    return found.is_proved, found.seconds


def main() -> int:
    """The exit status is 1 where a false statement was proved."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--set", dest="sets", choices=SETS, action="append", help="(default: all)")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, metavar="S", help=f"a statement (default: {SECONDS:g})"
    )
    parser.add_argument("--every", type=int, default=1, metavar="N", help="of the claims of the papers")
    parser.add_argument("--from", dest="first", type=int, default=0, metavar="K", help="the first of them")
    parser.add_argument("--only", default="", metavar="TEXT", help="what the ids have in them")
    parser.add_argument("--false", action="store_true", help="try false statements too")
    options = parser.parse_args()
    print("| set | statements | proved | seconds, median of those proved |")
    print("|---|---|---|---|")
    names, wrong = [], 0
    for name in options.sets or SETS:
        chosen = [c for c in claims(name) if options.only in c.id]
        if name == "papers":
            chosen = [c for c in chosen if any(s.kind in ("proof", "counterexample") for s in c.steps)]
        for truth in ("true", *(("false",) if options.false else ())):
            those = [c for c in chosen if is_false(c) == (truth == "false")]
            those = those[options.first :: options.every] if name == "papers" else those
            seconds = []
            for claim in those:
                done, spent = proved(claim, options.seconds)
                print(
                    f"{claim.id}: {truth}, {'proved' if done else 'open'}, {spent:.1f} s", file=sys.stderr, flush=True
                )
                seconds += [spent] if done else []
                names += [f"- `{claim.id}`{'' if truth == 'true' else ' (FALSE)'}"] if done else []
            wrong += len(seconds) if truth == "false" else 0
            median = f"{sorted(seconds)[len(seconds) // 2]:.1f}" if seconds else ""
            share = f" ({100 * len(seconds) // len(those)} %)" if those and truth == "true" else ""
            print(f"| {name}, {truth} | {len(those)} | {len(seconds)}{share} | {median} |", flush=True)
    print("\n".join(["", f"At most {options.seconds:g} s a statement, on one processor. Proved:", "", *names]))
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
