"""`verify discover`: looks for a proof of a claim from its statement alone, and prints it as a module."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import Any

from verify.claims.registry import Registry
from verify.commands.claims import verdict_known, with_claims
from verify.commands.shared import add_from, check_file, limit, print_json, say
from verify.discharge import program
from verify.discover.discovering import SECONDS, Discovery, discover
from verify.discover.module import module
from verify.discover.written import CannotWrite
from verify.session.examining import told_while_slow
from verify.usage import UsageError

SECONDS_BETWEEN_LINES = 10.0
"""After so long it is said that the search goes on, and then after twice as long, and so on."""


def add(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    add_from(parser)
    parser.add_argument("id", metavar="ID")
    parser.add_argument(
        "--seconds",
        metavar="S",
        type=limit,
        default=SECONDS,
        help=f"end it after so long (default: {SECONDS:g})",
    )
    parser.add_argument("--out", metavar="FILE", type=Path, help="write the module to a file, if there is a proof")
    parser.add_argument("--json", action="store_true", help="print JSON")


@with_claims
def run(known: Registry, options: argparse.Namespace) -> int:
    """The exit status is 0 if the claim is proved, else 1."""
    claim = known.claim(options.id)
    check_scipy()
    check_file("--out", options.out)
    if verdict_known(claim, options) == "refuted":
        say(f"{claim.id} is refuted, so that it has no proof; verify repair {claim.id} looks for what is true")
    with told_while_slow(claim.id, SECONDS_BETWEEN_LINES):
        found = discover(claim, options.seconds)
    text, refusal = "", ""
    if found.is_proved:
        try:
            text = module(claim, [fact for fact in found.facts if fact is not None]).text
        except CannotWrite as error:
            refusal = str(error)
    if text and options.out is not None:
        write(options.out, text)
    if options.json:
        print_json(_data(found, text, refusal))
    else:
        print_module(told(found), text, options.out, refusal and f"it cannot be written: {refusal}")
    return 0 if text else 1


def print_module(lines: list[str], text: str, out: Path | None, refusal: str) -> None:
    """Prints what a search found, and the module with it, or where that was written, or why it cannot be."""
    print("\n".join(lines))
    if refusal:
        print(f"  {refusal}")
    elif text:
        print(f"  written to {out}" if out is not None else f"\n{text}".rstrip())


def check_scipy() -> None:
    """Refuses where the extra that a search for proofs needs is not installed."""
    if not program.available():
        raise UsageError(program.MISSING)


def write(file: Path, text: str) -> None:
    """Writes a module."""
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"--out {file}: {error.strerror}") from None


def told(found: Discovery) -> list[str]:
    """What a search found, in lines: the formulas, and, where one resists, what was tried."""
    claim, seconds = found.claim, searched(found.seconds)
    if found.is_proved:
        return [f"{claim.id}: proved ({seconds})", *(f"  {formula}" for formula in claim.states)]
    lines = [f"{claim.id}: no proof was found ({seconds})"]
    for formula, fact in zip(claim.states, found.facts, strict=True):
        lines.append(f"  {'proved' if fact is not None else 'resists'}: {formula}")
        if fact is None:
            break  # the others were not tried
    return lines + [f"  tried {tactic}, {_goals(count)}" for tactic, count in tactics(found.tried).items()]


def searched(seconds: float) -> str:
    """How long a search took: of the processor, and without loading claims before and writing a module after it."""
    return f"the search alone {seconds:.1f} s"


def tactics(tried: list[str]) -> dict[str, int]:
    """How many goals each tactic was tried on, in the order in which they were tried first."""
    return dict(Counter(line.partition(": ")[0] for line in tried))


def _goals(count: int) -> str:
    return "on one goal" if count == 1 else f"on {count} goals"


def _data(found: Discovery, text: str, refusal: str) -> dict[str, Any]:
    """What a search found, as plain data."""
    formulas = [
        {"formula": str(formula), "proved": fact is not None}
        for formula, fact in zip(found.claim.states, found.facts, strict=True)
    ]
    return {
        "claim": found.claim.id,
        "proved": found.is_proved,
        "formulas": formulas,
        "tried": tactics(found.tried),
        "module": text,
        "refusal": refusal,
        "seconds": round(found.seconds, 3),
    }
