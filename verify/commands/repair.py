"""`verify repair`: the nearest true statement to a claim that is false, with its proof, as a module."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

from verify.claims.claim import Claim
from verify.claims.registry import Registry
from verify.commands.claims import verdict_known, with_claims
from verify.commands.discover import SECONDS_BETWEEN_LINES, check_scipy, print_module, searched, write
from verify.commands.shared import add_from, check_file, limit, print_json
from verify.discover.written import CannotWrite
from verify.repair.repairing import SECONDS, Repair, Repairs, repair
from verify.repair.restated import restated, says

MOST_NAMED = 5
"""Changes that are named though they were not proved."""


def add(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    add_from(parser)
    parser.add_argument("id", metavar="ID")
    parser.add_argument(
        "--seconds", metavar="S", type=limit, default=SECONDS, help=f"end it after so long (default: {SECONDS:g})"
    )
    parser.add_argument("--out", metavar="FILE", type=Path, help="write the nearest repair to a file, if there is one")
    parser.add_argument("--json", action="store_true", help="print JSON")


@with_claims
def run(known: Registry, options: argparse.Namespace) -> int:
    """The exit status is 0 if a repair is proved, else 1."""
    claim = known.claim(options.id)
    made = Repairs(claim, holds=verdict_known(claim, options) == "proved")
    if not made.holds:
        check_scipy()
        check_file("--out", options.out)
        progress = _Progress(claim)
        try:
            made = repair(claim, options.seconds, progress)
        finally:
            progress.end()
    text, refusal = _text(claim, made.found)
    if text and options.out is not None:
        write(options.out, text)
    if options.json:
        print_json(_data(made, text, refusal))
    else:
        print_module(told(made), text, options.out, refusal and f"the first cannot be written: {refusal}")
    return 0 if text else 1


def _text(claim: Claim, found: list[Repair]) -> tuple[str, str]:
    """The nearest repair as a module, or why there is none."""
    try:
        return (restated(claim, found[0]).text, "") if found else ("", "")
    except CannotWrite as error:
        return "", str(error)


def told(made: Repairs) -> list[str]:
    """What a search for repairs found, in lines."""
    id, seconds = made.claim.id, searched(made.seconds)
    if made.holds:
        return [f"{id}: it is proved as it stands, and needs no repair ({seconds})"]
    counts = f"{made.tried} changes were tried, {made.broken} broken in floats, {made.unmet} met by no instance"
    if not made.found:
        lines = [f"{id}: no repair was proved ({seconds})", f"  {counts}"]
        return lines + [f"  not broken, not proved: {change.words}" for change in made.unproved[:MOST_NAMED]]
    lines = [f"{id}: repaired ({seconds})"]
    for number, one in enumerate(made.found):
        lines.append(f"  {'true' if number == 0 else 'also'} {says(one)}:")
        lines += [f"    {formula}" for formula in one.claim.states if formula not in made.claim.states or number == 0]
        lines += [f"    also without {formula}" for formula in one.claim.given if formula not in one.needed]
    return [*lines, f"  {counts}"]


def _data(made: Repairs, text: str, refusal: str) -> dict[str, Any]:
    """What a search found, as plain data."""
    found = [
        {
            "change": says(one),
            "size": round(one.size, 3),
            "given": list(map(str, one.claim.given)),
            "needed": list(map(str, one.needed)),
            "states": list(map(str, one.claim.states)),
        }
        for one in made.found
    ]
    return {
        "claim": made.claim.id,
        "holds": made.holds,
        "repairs": found,
        "tried": made.tried,
        "broken": made.broken,
        "unmet": made.unmet,
        "unproved": [change.words for change in made.unproved],
        "module": text,
        "refusal": refusal,
        "seconds": round(made.seconds, 3),
    }


class _Progress:
    """Shows how far a search has come: in place on a terminal, elsewhere a line now and then."""

    def __init__(self, claim: Claim) -> None:
        self._id, self._shown = claim.id, time.monotonic()

    def __call__(self, made: Repairs) -> None:
        """Shows it."""
        terminal = sys.stderr.isatty()
        if time.monotonic() - self._shown < (0.2 if terminal else SECONDS_BETWEEN_LINES):
            return
        self._shown = time.monotonic()
        text = f"{self._id}: {made.tried} changes, {made.broken} broken in floats, {len(made.found)} proved"
        sys.stderr.write(f"\r\x1b[K{text}" if terminal else f"{text}\n")
        sys.stderr.flush()

    def end(self) -> None:
        """Leaves the line."""
        if sys.stderr.isatty():
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
