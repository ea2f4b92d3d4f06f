"""What has changed between two reports, as their `report.json` have them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from verify.report.records import SCHEMA

Row = Mapping[str, Any]
WORDS: Final = {
    "given": "its hypotheses", "states": "its statement", "reading": "its reading", "printed": "what is printed",
    "weight": "its weight", "rests_on": "what it rests on", "repairs": "what it repairs", "marks": "its marks",
}  # fmt: skip
"""What else of a claim is compared, and what it is called."""


def read(file: Path) -> dict[str, Row]:
    """The claims of a report, by id.

    Raises:
        ValueError: naming the file, where it is no report. OSError: where it cannot be read.
    """
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        if data["schema"] != SCHEMA:
            raise ValueError(f"{file}: its format is {data['schema']!r}; it must be {SCHEMA!r}")
        names = [axiom["name"] for axiom in data["axioms"]]
        return {row["id"]: row | {"axioms": [names[number] for number in row["axioms"]]} for row in data["claims"]}
    except (UnicodeDecodeError, json.JSONDecodeError, LookupError, TypeError):
        raise ValueError(f"{file}: it must be the report.json of a report") from None


def differences(old: Mapping[str, Row], new: Mapping[str, Row]) -> Iterator[str]:
    """A line a claim that is new, gone, has another verdict or says something else: verdicts first."""
    both = [id for id in new if id in old]
    for id in both:
        if old[id]["verdict"] != new[id]["verdict"]:
            yield f"{id}: {old[id]['verdict']} → {new[id]['verdict']}"
    yield from (f"{id}: new, {row['verdict']}" for id, row in new.items() if id not in old)
    yield from (f"{id}: gone, it was {row['verdict']}" for id, row in old.items() if id not in new)
    for id in both:
        changed = [words for part, words in WORDS.items() if old[id].get(part) != new[id].get(part)]
        axioms = [set(row["axioms"]) for row in (old[id], new[id])]
        if changed:
            yield f"{id}: changed {', '.join(changed)}"
        if axioms[0] != axioms[1]:
            more, less = sorted(axioms[1] - axioms[0]), sorted(axioms[0] - axioms[1])
            said = [f"{sign}{name}" for sign, names in (("+", more), ("−", less)) for name in names]
            yield f"{id}: rests on other axioms: {', '.join(said)}"
