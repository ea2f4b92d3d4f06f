"""What Rocq said of claims, kept on disk beside their outcomes, and what that adds to the evidence."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
from pathlib import Path
from typing import Any, Final

import verify
from verify.claims.claim import Claim
from verify.session.cache import Cache, key
from verify.store import entries
from verify.verdicts.evidence import Evidence
from verify.verdicts.records import RocqData
from verify.verdicts.verdict import Outcome

KIND: Final = "rocq"
"""Of the evidence: the proof, or the counterexample, was proved once more by Rocq."""


class KeptRocq:
    """What Rocq said of one claim; what was kept from other sources, or is unreadable, counts as absent."""

    def __init__(self, claim: Claim, folder: Path | None = None) -> None:
        self._claim = claim
        self._file = Cache(folder).of(claim) / f"{claim.id}.rocq.json"

    @functools.cached_property
    def _key(self) -> str:
        return hashlib.sha256(f"{key(self._claim)}\n{_exporter()}".encode()).hexdigest()

    def get(self) -> dict[str, Any] | None:
        """What was kept: that it passed, or that it has no form in Rocq."""
        if not self._file.is_file():  # the key takes longer to make
            return None
        try:
            found: dict[str, Any] = entries.read(self._file, self._key)
        except entries.Absent:
            return None
        return found

    def put(self, said: dict[str, Any]) -> None:
        """Keeps what Rocq said.

        Raises:
            OSError: when it cannot be written.
        """
        entries.keep(self._file, self._key, said)


@functools.cache
def _exporter() -> str:
    """A digest of what writes files for Rocq, and of its support library."""
    digest = hashlib.sha256()
    root = Path(verify.__file__).parent / "export"
    for file in sorted([*root.rglob("*.py"), *root.rglob("*.v")]):
        digest.update(f"{file.relative_to(root).as_posix()}\n".encode() + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def with_rocq(claim: Claim, outcome: Outcome, folder: Path | None = None) -> Outcome:
    """The outcome with what Rocq said among the evidence, if it passed; the verdict stays what it is."""
    if outcome.verdict not in ("proved", "refuted"):
        return outcome
    said = KeptRocq(claim, folder).get()
    if said is None or said["status"] != "passed":
        return outcome
    data: RocqData = {
        "version": said["version"],
        "assumptions": said["assumptions"],
        "lemmas": said["lemmas"],
    }
    item = Evidence(KIND, "coqc", "", True, "", str(claim.source), said["seconds"], data)
    return dataclasses.replace(outcome, evidence=[*outcome.evidence, item])
