"""Each axiom that claims rest on, once."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

AXIOM: Final = ("name", "statement", "reference", "hypotheses", "conclusion", "own")
"""What an axiom says."""


def axioms(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Each axiom once, with the claims that rest on it."""
    found: dict[str, dict[str, Any]] = {}
    for row in rows:
        for axiom in row["axioms"]:
            found.setdefault(axiom_key(axiom), axiom | {"claims": []})["claims"].append(row["id"])
    return sorted(found.values(), key=lambda axiom: (axiom["name"], axiom["statement"]))


def axiom_key(axiom: Mapping[str, Any]) -> str:
    """All that an axiom says: two that differ in anything are two."""
    return json.dumps({name: axiom[name] for name in AXIOM}, sort_keys=True)
