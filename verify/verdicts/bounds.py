"""Bounds: which claims are bounds, how sharp each is known to be, and what is proved that promises less."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from sympy import Symbol

from verify.claims.claim import Claim
from verify.language.terms import Formula, Relation
from verify.language.words import so_many
from verify.tightness.records import Ends, ends
from verify.verdicts.rows import LinkedRow

Row = TypeVar("Row", bound=LinkedRow)


def bounds_of(claim: Claim) -> list[int]:
    """Which of its formulas are promise ≥ truth, where both depend on the variables."""
    return [number for number, formula in enumerate(claim.states) if _is_bound(formula)]


def _is_bound(formula: Formula) -> bool:
    return isinstance(formula, Relation) and formula.op == "≥" and all(side.atoms(Symbol) for side in formula.args[1:])


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


class Bound(NamedTuple, Generic[Row]):
    """A bound with the strongest that is proved in its place, and whether each of these is known to be sharp."""

    row: Row
    strongest: list[Row]
    is_sharp: bool


def bounds(rows: Mapping[str, Row], is_bound: Callable[[Row], bool]) -> list[Bound[Row]]:
    """The bounds that say more than no other claim, those first that are not known to be sharp.

    Args:
        rows: the claims, by id.
        is_bound: whether one is a bound.
    """
    found = []
    for id, row in rows.items():
        if row["repairs"] not in rows and not any(other in rows for other in row["sharpens"]):
            above = [other for other in strongest(rows, id) if is_bound(other)]
            if above:
                found.append(Bound(row, above, all(_is_sharp(other) for other in above)))
    return sorted(found, key=lambda bound: bound.is_sharp)


def _is_sharp(row: LinkedRow) -> bool:
    found = bracket(row)
    return found is not None and found.is_sharp


def summary(found: Sequence[Bound[Row]]) -> str:
    """How many bounds there are, and how many of them are known to be sharp."""
    sharp, sharpened = sum(bound.is_sharp for bound in found), sum(bound.strongest != [bound.row] for bound in found)
    return (
        f"{so_many(len(found), 'bound')}; for {sharpened} something else is proved, which repairs or sharpens it. Of "
        f"{sharp} the strongest form is attained, or an exact instance comes within 1 % of it; the others stand first."
    )


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
