"""Bounds: which claims are bounds, how sharp each is known to be, and what is proved that promises less."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from sympy import Symbol

from verify.claims.claim import Claim
from verify.language.terms import Relation
from verify.tightness.records import Ends, ends
from verify.verdicts.rows import LinkedRow

Row = TypeVar("Row", bound=LinkedRow)


def is_bound(claim: Claim) -> bool:
    """Whether one of its formulas is promise ≥ truth, where both depend on the variables."""
    return any(
        isinstance(formula, Relation) and formula.op == "≥" and all(side.atoms(Symbol) for side in formula.args[1:])
        for formula in claim.states
    )


def bracket(row: LinkedRow) -> Ends | None:
    """Of the brackets of its families one that is sharp, else that of the largest ratio; None without one."""
    proved = row["verdict"] == "proved"
    data = [item["data"] for item in row["evidence"] if item["kind"] == "tightness" and item["ok"]]
    found = [bracket for family in data if (bracket := ends(family, proved=proved))]
    return max(found, key=lambda bracket: (bracket.is_sharp, float(bracket.found)), default=None)


def is_sharpened(row: LinkedRow) -> bool:
    """Whether something that is proved says more."""
    return any(other["verdict"] == "proved" for other in row["sharpened_by"])


def strongest(rows: Mapping[str, Row], id: str) -> list[Row]:
    """The proved claims above this one that nothing proved says more than: repairs of it, and what sharpens those."""
    seen: dict[str, Row] = {}
    pending = [id]
    while pending:
        row = rows.get(pending.pop(0))
        if row is not None and row["id"] not in seen:
            seen[row["id"]] = row
            pending += [other["id"] for other in (*row["repaired_by"], *row["sharpened_by"])]
    return [row for row in seen.values() if row["verdict"] == "proved" and not is_sharpened(row)]


def roots(rows: Mapping[str, Row], bound: Callable[[Row], bool]) -> Iterator[tuple[Row, list[Row]]]:
    """The bounds that say more than no other claim, each with the strongest that is proved in its place.

    Args:
        rows: the claims.
        bound: whether one is a bound.
    """
    for id, row in rows.items():
        if row["repairs"] not in rows and not any(other in rows for other in row["sharpens"]):
            found = [other for other in strongest(rows, id) if bound(other)]
            if found:
                yield row, found


def doubts(row: LinkedRow) -> Iterator[str]:
    """What is wrong with what a bound says of its sharpness."""
    found = bracket(row)
    known = is_sharpened(row) or (found is not None and found.is_sharp)
    if row["verdict"] == "proved" and not known and not row["loose"]:
        least = f"the nearest instance reaches {found.found}" if found else "no instance shows how sharp it is"
        yield f"{least}; give extremal instances within 1 %, what sharpens it, or in loose the reason why not"
    if row["loose"] and (known or row["verdict"] != "proved"):
        why = "it is not proved" if row["verdict"] != "proved" else "it is sharpened, or an instance comes within 1 %"
        yield f"loose gives a reason why it is not sharp, but {why}"
