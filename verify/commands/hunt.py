"""`verify hunt`: searches for a counterexample to a claim."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from verify.claims.claim import Claim
from verify.claims.registry import Registry
from verify.commands.claims import with_claims
from verify.commands.shared import add_from, budget, print_json, say, seed
from verify.hunt.hunting import BUDGET, Hunt, hunt
from verify.hunt.space import NoInstances
from verify.language.words import assigned, so_many
from verify.report.text import hunt_lines
from verify.session.cache import Cache
from verify.session.kept_hunts import KeptHunts
from verify.store.entries import check_writable
from verify.tasks.options import add_dask, where
from verify.usage import UsageError

SECONDS_BETWEEN_LINES = 10.0
"""Of progress, where it cannot be shown in place."""

MOST_CASES = 10**15

ESTABLISHING = ("proof", "citation")
"""Kinds of evidence that establish a claim."""


def add(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    add_from(parser)
    parser.add_argument("id", metavar="ID")
    parser.add_argument("--budget", metavar="SECONDS", type=budget, help=f"in all (default: {BUDGET:g})")
    parser.add_argument("--cases", metavar="N", type=_cases, help="stop when so many instances have been tried")
    parser.add_argument("--fresh", action="store_true", help="do not go on from earlier hunts")
    parser.add_argument("--out", metavar="FILE", type=Path, help="write a counterexample's proof, for verify check")
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_dask(parser)
    parser.add_argument("--seed", metavar="N", type=seed, default=0, help="of all that is random (default: 0)")


def _cases(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= MOST_CASES:
        raise argparse.ArgumentTypeError(f"the number of cases must be from 1 to {MOST_CASES}, not {text!r}")
    return int(text)


@with_claims
def run(known: Registry, options: argparse.Namespace) -> int:
    """The exit status is 1 if one is found and confirmed."""
    claim = known.claim(options.id)
    try:
        check_writable(KeptHunts(claim).folder)
        return _run(claim, options)
    except NoInstances as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        raise UsageError(
            f"cannot write {error.filename or options.out or 'standard output'}: {error.strerror}"
        ) from None


def _run(claim: Claim, options: argparse.Namespace) -> int:
    """Searches for a counterexample; the exit status is 1 if one is found and confirmed, else 0.

    Raises:
        ValueError: when there is nothing to hunt, or the work cannot be done where it was to be done.
        OSError: when nothing can be kept. KeyboardInterrupt: with what was kept.
    """
    budget = options.budget or (None if options.cases else BUDGET)
    progress = Progress(claim.id, budget)
    try:
        found = hunt(
            claim,
            seed=options.seed,
            budget=budget,
            cases=options.cases,
            where=where(options),
            kept=KeptHunts(claim),
            fresh=options.fresh,
            progress=progress,
        )
    except KeyboardInterrupt:
        progress.end()
        again = "the same command, without --fresh," if options.fresh else "the same command"
        raise KeyboardInterrupt(f"{progress.done}; {again} goes on from there") from None
    progress.end()
    if found.counterexample is not None and any(step.kind in ESTABLISHING for step in claim.steps):
        _compare(claim)
    if options.out is not None and found.counterexample is not None:
        options.out.write_text(json.dumps(found.counterexample["file"], indent=1) + "\n", encoding="utf-8")
    if options.json:
        print_json(_data(found))
    else:
        print("\n".join(told(found)))
        if options.out is not None and found.counterexample is not None:
            print(f"written to {options.out}")
    return 0 if found.counterexample is None else 1


def _compare(claim: Claim) -> None:
    """Says what a counterexample means for a claim that has a proof: that may fail, and there is nothing odd then."""
    kept = Cache().get(claim)
    if kept is None:
        say(f"{claim.id} has a proof too; verify run {claim.id} says whether it goes through, which it must not")
    elif any(item.ok and item.kind in ESTABLISHING for item in kept.evidence):
        say(f"INCONSISTENT: {claim.id} is both established and refuted; verify show says by what")


def _data(found: Hunt) -> dict[str, Any]:
    data: dict[str, Any] = {"arithmetic": "float", **found.to_json()}
    if found.counterexample is not None:
        shown = ("space", "block", "at", "ratio", "refutes", "assignment", "lines")
        data["counterexample"] = {key: data["counterexample"][key] for key in shown}
    return data


def told(found: Hunt) -> list[str]:
    """What a hunt found, in lines."""
    lines = list(hunt_lines(found.to_json()))
    if found.counterexample is None:
        nothing = "nothing is left to try" if found.exhausted else f"the hunt alone {found.seconds:.0f} s"
        lines += found.failures
        return [f"{found.claim}: no counterexample was found ({nothing})", *(f"  {line}" for line in lines)]
    shown = found.counterexample
    assignment = assigned(shown["assignment"])
    return [
        f"{found.claim}: a counterexample, confirmed exactly (the hunt alone {found.seconds:.1f} s)",
        f"  {assignment}",
        *(f"  {line}" for line in shown["lines"]),
        f"  space: {shown['space']}",
        f"  {lines[0]}",
    ]


class Progress:
    """Shows how far a hunt has come: in place on a terminal, elsewhere a line now and then."""

    def __init__(self, what: str, budget: float | None) -> None:
        self.done = "no block is done"
        self._what, self._budget = what, budget
        self._began = time.monotonic()
        self._shown = self._began

    def __call__(self, hunt: Hunt) -> None:
        """Shows what has been done."""
        ratio = hunt.worst["ratio"] if hunt.worst else None
        held = ratio is not None and ratio <= 1.0
        worst = "" if ratio is None else f", worst ratio {ratio:.9g} in floats" if held else ", a candidate in floats"
        done = f"{so_many(hunt.blocks, 'block')}, {hunt.cases} cases"
        self.done = f"{done} are kept{worst}"
        now, terminal = time.monotonic(), sys.stderr.isatty()
        if now - self._shown < (0.2 if terminal else SECONDS_BETWEEN_LINES):
            return
        self._shown = now
        text = f"{self._what}: {done}{worst}, {now - self._began:.0f} s"
        if self._budget is not None:
            text += f" of {self._budget:g}"
        sys.stderr.write(f"\r\x1b[K{text}" if terminal else f"{text}\n")
        sys.stderr.flush()

    def end(self) -> None:
        """Leaves the line."""
        if sys.stderr.isatty():
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
