"""Hunts of many claims as one Markdown table, shared by the scripts that print them."""

from __future__ import annotations

import math
import resource
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from verify.claims import Claim, registry
from verify.hunt.hunting import Hunt
from verify.hunt.space import NoInstances
from verify.session.kept_hunts import KeptHunts

Hunting = Callable[[Claim, KeptHunts], Hunt]
"""How a claim is hunted, with a folder for what is found."""


def claims(kind: str, only: str) -> list[Claim]:
    """The claims with a step of this kind whose ids have the text in them."""
    known = registry.current()
    known.discover()
    return [claim for claim in known.claims if only in claim.id and any(step.kind == kind for step in claim.steps)]


def print_table(named: Iterable[tuple[str, Claim]], hunting: Hunting) -> None:
    """Hunts the claims, each afresh, and prints a line for each, then the counts.

    Args:
        named: claims, with what to call them in the table.
        hunting: how each is hunted.
    """
    counts: dict[str, int] = {}
    print("| claim | hunt | cases | worst ratio, in floats | at | s | s of CPU |\n|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name, claim in named:
            word, cells = _hunted(claim, hunting, Path(folder, name.replace(" ", "-")))
            counts[word] = counts.get(word, 0) + 1
            print(f"| {' | '.join([name, word, *cells])} |".replace("\n", " "), flush=True)
    print("\n" + ", ".join(f"{count} {word}" for word, count in sorted(counts.items())))


def _hunted(claim: Claim, hunting: Hunting, folder: Path) -> tuple[str, list[str]]:
    """What was found, in a word, and the other cells of the line."""
    made, said = None, ""
    began, busy = time.monotonic(), _busy()
    try:
        made = hunting(claim, KeptHunts(claim, folder))
    except NoInstances as error:
        said = str(error)
    except Exception as error:
        said = f"broke off: {type(error).__name__}: {' '.join(str(error).split())}"
    spent = [f"{time.monotonic() - began:.1f}", f"{_busy() - busy:.1f}"]
    if made is None:
        return "–", ["", "", said, *spent]
    word, *cells = _cells(made)
    return word, [*cells, *spent]


def _busy() -> float:
    """Seconds that this process and those that it has waited for have computed."""
    times = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return math.fsum(t.ru_utime + t.ru_stime for t in times)


def _cells(made: Hunt) -> Iterator[str]:
    worst: dict[str, Any] = made.worst or {"ratio": math.nan, "space": "", "at": {}}
    ratio = worst["ratio"]
    at = ", ".join([worst["space"], *(f"{name} = {value:.6g}" for name, value in worst["at"].items())])
    word = "found" if made.counterexample else "candidate" if ratio > 1.0 else "nothing"
    if made.counterexample:
        at = ", ".join(f"{name} = {value}" for name, value in made.counterexample["assignment"].items())
    why = " ".join([made.refusal, *made.failures[:1]]) if word != "found" else ""
    excess = f"1 + {ratio - 1.0:.2g}" if 0.0 < ratio - 1.0 < 0.01 else f"{ratio:.6g}"
    yield from (word, str(made.cases), excess, f"{at[:160]} {why[:200]}")
