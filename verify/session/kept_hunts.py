"""Hunts kept on disk beside the claims' outcomes, and what they add to the evidence."""

from __future__ import annotations

import dataclasses
import functools
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, TypedDict

from verify.claims.claim import Claim
from verify.claims.records import ProofRecord
from verify.session.cache import Cache, hunting_key
from verify.store import entries
from verify.tasks import Kept
from verify.verdicts.evidence import Evidence
from verify.verdicts.records import CounterexampleData, HuntData, HuntSaid
from verify.verdicts.verdict import Outcome, decide

ENOUGH = 100_000
"""Instances meeting the hypotheses that a hunt in vain must have tried to support a claim that nothing decides."""

ROUNDING = 1e-12
"""By how much the worst ratio in floats of such a hunt may exceed 1."""


class ConfirmedFound(CounterexampleData[ProofRecord]):
    """A counterexample that the kernel confirmed, as a block of a hunt gives it."""

    ratio: float
    at: Annotated[dict[str, str], "exact coordinates, in words"]
    file: Annotated[object, "its proof, for `verify check`"]


class Confirmed(ConfirmedFound):
    """The same as a hunt keeps it, with where it was found."""

    space: str
    block: int


class Suspect(TypedDict):
    """What breaks a claim at least in floats: the number of a space, and exact coordinates in it."""

    space: int
    values: Annotated[list[object], "as verify.language.codec writes them"]


class HuntRecord(HuntSaid):
    """What a hunt reached, as `verify.hunt.hunting.Hunt` writes it."""

    claim: str
    suspect: Suspect | None
    counterexample: Confirmed | None
    exhausted: bool
    failures: list[str]
    seconds: float


class KeptHunts:
    """The hunts of one claim; what was kept from other sources, or is unreadable, counts as absent."""

    def __init__(self, claim: Claim, folder: Path | None = None) -> None:
        self._claim = claim
        self._stem = Cache(folder).of(claim) / f"{claim.id}.hunt"

    @functools.cached_property
    def _key(self) -> str:
        return hunting_key(self._claim)

    @property
    def folder(self) -> Path:
        """Where they are."""
        return self._stem.parent

    def get(self, seed: int) -> HuntRecord | None:
        """What a hunt with this seed reached."""
        try:
            found: HuntRecord = entries.read(self._summary(seed), self._key)
        except entries.Absent:
            return None
        return found

    def put(self, seed: int, hunt: HuntRecord) -> None:
        """Keeps what a hunt reached.

        Raises:
            OSError: when it cannot be written.
        """
        entries.keep(self._summary(seed), self._key, hunt)

    def forget(self, seed: int) -> None:
        """Drops what a hunt with this seed reached."""
        self._summary(seed).unlink(missing_ok=True)
        shutil.rmtree(self.blocks(seed).folder, ignore_errors=True)

    def all(self) -> Iterator[HuntRecord]:
        """The hunts with any seed, in the order of the seeds."""
        files = self.folder.glob(f"{self._stem.name}.seed-*.json")
        for seed in sorted(int(text) for file in files if (text := file.stem.rpartition("-")[2]).isdecimal()):
            if (found := self.get(seed)) is not None:
                yield found

    def blocks(self, seed: int) -> Kept:
        """Where the blocks of a hunt with this seed are kept."""
        return Kept(self._stem.with_name(f"{self._stem.name}.seed-{seed}.blocks"), self._key)

    def _summary(self, seed: int) -> Path:
        return self._stem.with_name(f"{self._stem.name}.seed-{seed}.json")


def with_hunts(claim: Claim, outcome: Outcome, folder: Path | None = None) -> Outcome:
    """The outcome with what hunts found among the evidence, and the verdict that follows from all of it.

    A confirmed counterexample counts as any other; a hunt in vain supports a claim that nothing decides.
    """
    found = [_evidence(claim, hunt) for hunt in KeptHunts(claim, folder).all()]
    own = decide(outcome.evidence, claim.open_because)
    if not found or own != (outcome.verdict, outcome.failures):  # an outcome of a run that broke off stays what it is
        return outcome
    evidence = [*outcome.evidence, *found]
    verdict, failures = decide(evidence, claim.open_because)
    return dataclasses.replace(outcome, evidence=evidence, verdict=verdict, failures=failures)


def _evidence(claim: Claim, hunt: HuntRecord) -> Evidence:
    name, where = f"hunt-{hunt['seed']}", str(claim.source)
    found = hunt["counterexample"]
    if found is not None:
        counterexample: CounterexampleData[ProofRecord] = {
            "refutes": found["refutes"],
            "assignment": found["assignment"],
            "lines": found["lines"],
            "proof": found["proof"],
        }
        summary = f"Found by verify hunt with seed {hunt['seed']}."
        return Evidence("counterexample", name, summary, True, "", where, hunt["seconds"], counterexample)
    worst = hunt["worst"]
    in_vain = worst is not None and worst["ratio"] <= 1.0 + ROUNDING
    data: HuntData = {
        "arithmetic": "float",
        "seed": hunt["seed"],
        "blocks": hunt["blocks"],
        "cases": hunt["cases"],
        "met": hunt["met"],
        "spaces": hunt["spaces"],
        "worst": worst,
        "refusal": hunt["refusal"],
        "supports": in_vain and hunt["met"] >= ENOUGH,
    }
    return Evidence("hunt", name, "", True, "", where, hunt["seconds"], data)
