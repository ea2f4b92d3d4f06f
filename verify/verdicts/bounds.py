"""Bounds: which claims are bounds, how sharp each is known to be, and what is proved that promises less."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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


class Form(NamedTuple, Generic[Row]):
    """A claim with a bracket for each of its formulas that is a bound, none for an equation; None for no instance."""

    row: Row
    brackets: dict[int, Ends | None]

    @property
    def is_sharp(self) -> bool:
        """Whether each of its bounds is attained, or an instance comes within 1 %."""
        return all(found is not None and found.is_sharp for found in self.brackets.values())


def form(row: Row, numbers: Iterable[int]) -> Form[Row]:
    """The claim with brackets of the formulas of these numbers: of their families one that is sharp, else the best."""
    proved, found = row["verdict"] == "proved", dict[int, list[Ends]]()
    for item in row["evidence"]:
        if item["kind"] == "tightness" and item["ok"]:
            bracket = ends(item["data"], proved=proved)
            found.setdefault(item["data"]["formula"], []).extend([bracket] if bracket else [])
    return Form(row, {number: max(found.get(number, ()), key=_nearness, default=None) for number in numbers})


def _nearness(bracket: Ends) -> tuple[bool, float]:
    return bracket.is_sharp, float(bracket.found)


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
    """A bound with the strongest that is proved in its place."""

    row: Row
    strongest: list[Form[Row]]

    @property
    def is_sharp(self) -> bool:
        """Whether all of that is known to be sharp."""
        return all(form.is_sharp for form in self.strongest)

    @property
    def is_improved(self) -> bool:
        """Whether something else is proved in its place."""
        return [form.row["id"] for form in self.strongest] != [self.row["id"]]


def bounds(rows: Mapping[str, Row], numbers: Callable[[Row], Sequence[int]]) -> list[Bound[Row]]:
    """The bounds that say more than no other claim, those first that are not known to be sharp.

    Args:
        rows: the claims, by id.
        numbers: which formulas of one are bounds.
    """
    found = []
    for id, row in rows.items():
        if row["repairs"] not in rows and not any(other in rows for other in row["sharpens"]):
            above = [form(other, numbers(other)) for other in strongest(rows, id)]
            if numbers(row) or any(form.brackets for form in above):
                found += [Bound(row, above)] if above else []
    return sorted(found, key=lambda bound: bound.is_sharp)


def summary(found: Sequence[Bound[Row]]) -> str:
    """How many bounds there are, and how many of them are known to be sharp."""
    sharp, improved = sum(bound.is_sharp for bound in found), sum(bound.is_improved for bound in found)
    return (
        f"{so_many(len(found), 'bound')}; for {improved} something else is proved, which repairs or sharpens it. Of "
        f"{sharp} the strongest form is attained, or exact instances or long runs come within 1 % of it; the others "
        "stand first."
    )


def doubts(row: LinkedRow, numbers: Sequence[int]) -> Iterator[str]:
    """What is wrong with what a bound says of its sharpness; `numbers` are those of its formulas that are bounds."""
    found = form(row, numbers)
    known = is_sharpened(row) or found.is_sharp
    if row["verdict"] == "proved" and not known and not row["loose"]:
        for number, bracket in found.brackets.items():
            if bracket is None or not bracket.is_sharp:
                least = f"the nearest instance reaches {bracket.found}" if bracket else "no instance gives a ratio"
                yield f"{row['states'][number]}: {least}; give extremal instances, what sharpens it, or why (loose)"
    if row["loose"] and (known or row["verdict"] != "proved"):
        why = "it is not proved" if row["verdict"] != "proved" else "it is sharpened, or an instance comes within 1 %"
        yield f"loose gives a reason why it is not sharp, but {why}"
