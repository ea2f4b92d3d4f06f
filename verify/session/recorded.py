"""What comes with a package of claims: their verdicts and what they say, marked with the sources that they belong to.

So a fresh clone answers at once what is claimed and what became of it. Proofs step by step, and what local hunts and
Rocq add, are not among it: `verify run` establishes them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final, cast

from verify.claims import places
from verify.store import entries
from verify.store.sources import ENGINE, PACKAGES, RECORD, contents, engine, root_of, within
from verify.verdicts.rows import LinkedRow, RecordedRow

Row = Mapping[str, Any]

EMPTY: Final[Row] = {
    "abbreviations": [], "axioms": [], "counterexample": None, "face_of": "", "failures": [], "given": [], "idle": {},
    "loose": "", "open_because": "", "printed": "", "reconstructed": False, "remarks": [], "repaired_by": [],
    "repairs": "", "rests_on": [], "rests_on_refuted": [], "says": "", "sharpened_by": [], "sharpens": [], "slip": "",
    "used_by": [], "variables": [], "weight": "",
}  # fmt: skip
"""What a claim may be without; the other columns every claim has."""

COLUMNS: Final = (
    "id", "paper", "verdict", "where", "states", "reading", "hypotheses_met", "source", "command", *EMPTY,
)  # fmt: skip
"""What is recorded of a claim, beside the names and summaries of its evidence."""

_LOCAL: Final = ("hunt", "rocq")
"""Kinds of evidence that depend on what was done on this machine."""


class Recorded:
    """What came with the packages in some folders; what cannot be read is not there.

    `rows` are in reading order; `whole` says whether every folder has a record.
    """

    def __init__(self, folders: Iterable[Path]) -> None:
        self.rows: list[RecordedRow] = []
        self.whole, self._marks, self._inside = True, dict[Path, str](), dict[Path, list[RecordedRow]]()
        for folder in folders:
            try:
                data = json.loads((folder / RECORD).read_text(encoding="utf-8"))
                mark, rows = data["sources"], [_read(row, data["axioms"]) for row in data["claims"]]
            except (OSError, ValueError, LookupError, TypeError):
                self.whole = False
            else:
                self._marks[folder], self._inside[folder] = mark, rows
                self.rows += rows
        self.whole = self.whole and bool(self._marks)

    @cached_property
    def same(self) -> bool:
        """Whether all of it belongs to the sources there now."""
        return len(self._standing) == len(self._marks)

    @cached_property
    def _standing(self) -> list[Path]:
        """The folders whose records belong to the sources there now."""
        return [folder for folder, mark in self._marks.items() if mark == _sources(folder)]

    @property
    def standing(self) -> list[RecordedRow]:
        """The rows that say what a run would say, whatever other packages lack."""
        return [row for folder in self._standing for row in self._inside[folder]]

    @property
    def holds(self) -> bool:
        """Whether it says all that a run would say of the claims there now."""
        return self.whole and self.same

    def row(self, id: str) -> RecordedRow | None:
        """The row of a claim."""
        return next((row for row in self.rows if row["id"] == id), None)


def record(package: str, rows: Sequence[LinkedRow]) -> list[Path]:
    """Writes what the rows say into the folder of a package.

    Raises:
        OSError: when it cannot be written.
    """
    axioms: list[Any] = []
    lines = ",\n".join(json.dumps(_written(row, axioms), ensure_ascii=False) for row in rows)
    classical = ",\n".join(json.dumps(axiom, ensure_ascii=False) for axiom in axioms)
    written = []
    for folder in map(Path, places.locations(package)):
        text = f'{{"sources": "{_sources(folder)}", "axioms": [\n{classical}\n], "claims": [\n{lines}\n]}}\n'
        entries.write(folder / RECORD, text.encode())
        written.append(folder / RECORD)
    return written


def _written(row: Row, axioms: list[Any]) -> dict[str, Any]:
    """The columns that are not empty; axioms are written once for all claims and named by their number."""
    rests_on = [{name: value for name, value in axiom.items() if name != "encoded"} for axiom in row["axioms"]]
    axioms += [axiom for position, axiom in enumerate(rests_on) if axiom not in [*axioms, *rests_on[:position]]]
    kept = {name: row[name] for name in COLUMNS if name not in EMPTY or row[name] != EMPTY[name]}
    evidence = [[e["kind"], e["name"], e["summary"]] for e in row["evidence"] if e["kind"] not in _LOCAL]
    return kept | {"axioms": [axioms.index(axiom) for axiom in rests_on], "evidence": evidence}


def _read(row: Row, axioms: Sequence[Any]) -> RecordedRow:
    """A row as `verify.verdicts.dependencies.with_links` gives it, but for what was not recorded."""
    evidence = [{"kind": kind, "name": name, "summary": summary} for kind, name, summary in row["evidence"]]
    found = {**EMPTY, **row, "ok": True, "evidence": evidence, "axioms": [axioms[number] for number in row["axioms"]]}
    return cast(RecordedRow, {name: found[name] for name in (*COLUMNS, "ok", "evidence")})


def _sources(folder: Path) -> str:
    """A digest of what the verdicts of a folder depend on: the engine, its claims, and what these are made of."""
    known = [root / package for package in PACKAGES if (root := root_of(package)) and root / package != folder]
    return contents({ENGINE: engine(), **{root: sorted(within(root)) for root in (folder, *known)}})
