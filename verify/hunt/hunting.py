"""A hunt for a counterexample to one claim: block after block, on one machine or a cluster, resumable.

What is answered depends on the claim, the seed and the number of blocks that were done, and on nothing else: each block
depends on the claim, the seed and its number, and what they gave is put together in their order, up to the first
counterexample. What hunts with other seeds found is tried again first, and is the one exception.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, field
from itertools import count
from typing import Any, cast

import numpy as np

from verify.claims.claim import Claim
from verify.hunt.blocks import block, ground, outcome
from verify.hunt.exact import approximate
from verify.hunt.space import NoInstances
from verify.hunt.trials import Best
from verify.language.codec import decode
from verify.prover.alarm import OutOfTime, waiting
from verify.session.kept_hunts import Confirmed, ConfirmedFound, HuntRecord, KeptHunts, Suspect
from verify.tasks import Local, Where, in_order
from verify.verdicts.records import WorstRatio

BUDGET = 60.0
"""Seconds, by default."""

LONGEST = 1e9
"""Seconds that a hunt without a budget may take."""

PATIENCE = 1 << 20
"""Cases after which hypotheses that none of them meets are given up."""

MOST_FAILURES = 8
"""Blocks that may break off before the hunt does."""

_HERE = Local()


@dataclass
class Hunt:
    """What blocks gave, put together.

    cases: instances that were tried; met: those that meet the hypotheses; spaces: how many spaces they are from. worst:
    the greatest ratio in floats, with the space and the instance; counterexample: what the kernel confirmed, with the
    block that found it (-1 for one of a hunt with another seed); suspect: exact coordinates of the one, or near the
    other, for a hunt with another seed. refusal: why the kernel does not confirm the worst,
    where its ratio is above 1. exhausted: whether nothing is left to try. failures: blocks that broke off, and how.
    """

    claim: str
    seed: int
    blocks: int = 0
    cases: int = 0
    met: int = 0
    spaces: int = 0
    worst: WorstRatio | None = None
    refusal: str = ""
    suspect: Suspect | None = None
    counterexample: Confirmed | None = None
    exhausted: bool = False
    failures: list[str] = field(default_factory=list)
    seconds: float = field(default=0.0, compare=False)

    def add(self, number: int, found: dict[str, Any]) -> None:
        """Takes in what a block gave."""
        self.cases += found["cases"]
        self.met += found["met"]
        self.spaces = max(self.spaces, found["space"] + 1)
        worst, suspect = found["worst"], Suspect(space=found["space"], values=found["suspect"])
        if worst is not None and (self.worst is None or worst["ratio"] > self.worst["ratio"]):
            self.worst = {"ratio": worst["ratio"], "at": worst["at"], "space": found["name"], "block": number}
            self.refusal = found.get("refusal", "")
            self.suspect = suspect if found["suspect"] else self.suspect
        if found["counterexample"] is not None:
            confirmed: ConfirmedFound = found["counterexample"]
            self.counterexample = {**confirmed, "space": found["name"], "block": number}
            self.suspect = suspect

    def to_json(self) -> HuntRecord:
        """Plain data, from which `Hunt(**data)` makes it again."""
        return cast(HuntRecord, asdict(self))


def hunt(
    claim: Claim,
    *,
    seed: int = 0,
    budget: float | None = BUDGET,
    cases: int | None = None,
    where: Where = _HERE,
    kept: KeptHunts | None = None,
    fresh: bool = False,
    progress: Callable[[Hunt], None] = lambda hunt: None,
) -> Hunt:
    """Searches for a counterexample; an interrupted hunt goes on where it was, and what it reached is kept.

    Args:
        claim: what to break.
        seed: of all that is random, from 0 to 2^63 - 1.
        budget: seconds in all, those of an earlier hunt with the same seed included; None for no limit.
        cases: stop after the block in which so many instances have been tried; None for no limit.
        where: in this process, in several, or on a cluster.
        kept: the folder of what was done before.
        fresh: begin anew.
        progress: called after each block.

    Raises:
        NoInstances: when the claim cannot be hunted, or no instance that was tried meets its hypotheses.
        RuntimeError: when all that was begun broke off.
        OSError: when nothing can be kept.
    """
    kept = kept or KeptHunts(claim)
    if fresh:
        kept.forget(seed)
    before = kept.get(seed)
    spent = before["seconds"] if before else 0.0
    began = time.monotonic()
    until = None if budget is None else began + max(budget - spent, 0.0)
    if before and cases is None and (_is_over(before) or (until is not None and until <= began)):
        return _met(Hunt(**before))
    made = Hunt(claim.id, seed)
    if not fresh:
        _try_again(claim, made, kept)
    try:
        if made.counterexample is None:
            _blocks(claim, made, cases, until, where, kept, progress)
    finally:
        made.seconds = round(spent + time.monotonic() - began, 3)
        if made.cases and not (before and before["blocks"] > made.blocks):
            kept.put(seed, made.to_json())
    return _met(made)


def _is_over(before: HuntRecord) -> bool:
    return before["counterexample"] is not None or bool(before["exhausted"])


def _met(made: Hunt) -> Hunt:
    """The hunt, unless it tried nothing that the claim speaks of."""
    if made.met:
        return made
    if made.failures:
        raise RuntimeError(f"{made.claim}: {made.failures[0]}")
    if made.cases:
        tried = f"none of {made.cases} instances that were tried, from {made.spaces} spaces, meets its hypotheses"
    elif made.exhausted:
        tried = "there are no instances to try"
    else:
        tried = "the budget was over before the first instances were tried"
    raise NoInstances(f"{made.claim}: {tried}")


def _blocks(
    claim: Claim,
    made: Hunt,
    cases: int | None,
    until: float | None,
    where: Where,
    kept: KeptHunts,
    progress: Callable[[Hunt], None],
) -> None:
    shares = in_order(block, _tasks(claim, made.seed), where=where, kept=kept.blocks(made.seed), until=until)
    left = math.inf if until is None else until - time.monotonic()
    with suppress(OutOfTime), closing(shares), waiting(min(left, LONGEST)):  # a block in this process is broken off
        for share in shares:
            if share.failure:
                made.failures.append(f"block {share.index} broke off: {share.failure}")
                if len(made.failures) == MOST_FAILURES:
                    return
                continue
            if "refused" in share.result:
                raise NoInstances(share.result["refused"])
            made.exhausted = "end" in share.result
            if made.exhausted:
                return
            made.add(share.index, share.result)
            made.blocks += 1
            progress(made)
            if made.counterexample is not None or (cases is not None and made.cases >= cases):
                return
            if not made.met and made.cases >= PATIENCE:
                return


def _tasks(claim: Claim, seed: int) -> Iterator[dict[str, Any]]:
    for number in count():
        yield {"module": claim.source.module, "claim": claim.id, "seed": seed, "block": number}


def _try_again(claim: Claim, made: Hunt, kept: KeptHunts) -> None:
    """Tries what hunts with other seeds found to break the claim, if only in floats."""
    for other in kept.all():
        suspect = other["suspect"]
        if other["seed"] == made.seed or suspect is None or made.counterexample is not None:
            continue
        space = ground(claim)[suspect["space"]]
        values = tuple(map(decode, suspect["values"]))
        if space is not None:
            best = Best(space, 1)
            best.score(np.array([[approximate(value)] for value in values]).reshape(len(values), 1))
            made.add(
                -1, {"space": suspect["space"], "name": space.name, **outcome(claim, space, best.trials(), values)}
            )
