"""What verdicts there are, what a refutation weighs, and how those are counted: by what is wrong, not by where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal, TypeVar, get_args

Verdict = Literal["proved", "refuted", "cited", "supported", "open"]
VERDICTS: Final[tuple[Verdict, ...]] = get_args(Verdict)

NOT_EXAMINED: Final = "not examined"
"""In the place of the verdict of a claim that no command has examined yet."""

WEIGHTS = {
    "error": "the statement is false, and what follows from it or is taught by it has to change",
    "gap": "true with a hypothesis that the paper leaves out, or by another argument than the one printed",
    "constant": "the form is right, and a constant or a rate in it is wrong",
    "misprint": "the paper itself shows, nearby, what was meant",
    "wording": "what is meant is true, and the words say something else",
    "reading": "true as its author most likely meant it, and false as it can also be read",
}
"""What a weight means, the gravest first."""

UNWEIGHED = "not weighed"
"""In the place of the weight of a finding that has none."""

Row = TypeVar("Row", bound=Mapping[str, Any])
"""A claim with its verdict; what else it has does not matter here."""


def rank(weight: str) -> int:
    """The place of a weight, the gravest first and no weight last."""
    return list(WEIGHTS).index(weight) if weight in WEIGHTS else len(WEIGHTS)


def findings(rows: Iterable[Row]) -> list[Row]:
    """The refuted claims that are no faces of another, the gravest first."""
    found = [row for row in rows if row["verdict"] == "refuted" and not row["face_of"]]
    return sorted(found, key=lambda row: rank(row["weight"]))


def faces(rows: Iterable[Mapping[str, Any]], id: str) -> list[str]:
    """The ids of the claims in which the slip of a claim shows once more."""
    return [row["id"] for row in rows if row["face_of"] == id]


def weight_of(row: Mapping[str, Any]) -> str:
    """The weight of a finding; that it has none is said."""
    return str(row["weight"]) or UNWEIGHED


def counted(rows: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """How many findings have each weight, the gravest first."""
    weights = [weight_of(row) for row in findings(rows)]
    return {weight: weights.count(weight) for weight in (*WEIGHTS, UNWEIGHED) if weight in weights}


def summary(rows: Sequence[Mapping[str, Any]]) -> str:
    """How many findings there are and what they weigh, in one line; empty where nothing is weighed."""
    counts = counted(rows)
    if not counts.keys() - {UNWEIGHED}:
        return ""
    more = sum(bool(row["face_of"]) for row in rows if row["verdict"] == "refuted")
    weighed = ", ".join(f"{weight} {count}" for weight, count in counts.items())
    shown = f", shown by {more} more refuted claims" if more > 1 else ", shown by 1 more refuted claim" if more else ""
    total = sum(counts.values())
    return f"{total} {'finding' if total == 1 else 'findings'} ({weighed}){shown}"
