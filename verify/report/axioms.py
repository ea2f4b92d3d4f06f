"""Each axiom that claims rest on, once."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Final

from verify.claims.records import AxiomSaid
from verify.report.records import AxiomUsed
from verify.verdicts.rows import LinkedRow, RecordedRow

AXIOM: Final = ("name", "statement", "reference", "hypotheses", "conclusion", "own")
"""What an axiom says."""


def axioms(rows: Iterable[LinkedRow | RecordedRow]) -> list[AxiomUsed]:
    """Each axiom once, with the claims that rest on it."""
    found: dict[str, AxiomUsed] = {}
    for row in rows:
        for axiom in row["axioms"]:
            used = found.setdefault(axiom_key(axiom), {**axiom, "claims": []})
            used["claims"].append(row["id"])
    return sorted(found.values(), key=lambda axiom: (axiom["name"], axiom["statement"]))


def axiom_key(axiom: AxiomSaid) -> str:
    """All that an axiom says: two that differ in anything are two."""
    said: Mapping[str, object] = axiom
    return json.dumps({name: said[name] for name in AXIOM}, sort_keys=True)
