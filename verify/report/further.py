"""What stands in the place of a printed claim: which claims, and what these need that the printed one does not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from verify.verdicts.rows import LinkedRow

SIGNS = ("positive", "nonnegative")
"""How the kind of a variable begins that is declared with a sign."""

NOTHING = "No repair is known."
"""What is said where nothing stands in the place of a finding."""


def instead(row: LinkedRow, claims: Sequence[LinkedRow]) -> dict[str, str]:
    """What repairs a finding, and what among the claims is sharper than that, by id, each with its verdict in words."""
    repairs: dict[str, str] = {repair["id"]: repair["verdict"] for repair in row["repaired_by"]}
    above = {row["id"], *repairs}
    sharper = {
        other["id"]: f"sharper, {other['verdict']}" for other in claims if not above.isdisjoint(other["sharpens"])
    }
    return repairs | {id: said for id, said in sharper.items() if id not in repairs} if repairs else {}


def further(row: LinkedRow, printed: LinkedRow) -> list[int]:
    """Which hypotheses of a claim the printed one does not have, by their places."""
    return [n for n, text in enumerate(row["given"]) if text not in printed["given"] or _means_else(text, row, printed)]


def _means_else(text: str, row: LinkedRow, printed: LinkedRow) -> bool:
    """Whether a name in a formula stands for a longer term, and not for the same one in both claims."""
    differ = {*row["abbreviations"]} ^ {*printed["abbreviations"]}
    return any(_has(text, abbreviation) for abbreviation in differ)


def _has(text: str, abbreviation: str) -> bool:
    """Whether a formula has the name that an abbreviation is of."""
    name = re.split(r"[( ]", abbreviation, maxsplit=1)[0]
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def meant(row: LinkedRow, shown: Iterable[str]) -> list[str]:
    """The abbreviations of a claim that some of its formulas have, or what these stand for has."""
    found, pending = dict.fromkeys(row["abbreviations"], False), [*shown]
    while pending:
        text = pending.pop()
        new = [line for line, has in found.items() if not has and _has(text, line)]
        found |= dict.fromkeys(new, True)
        pending += new
    return [line for line, has in found.items() if has]


def declared_also(row: LinkedRow, printed: LinkedRow) -> list[str]:
    """The signs that a claim's variables are declared with, where the printed one's are not: hypotheses too."""
    own, others = _signs(row), _signs(printed)
    new = {sign: [name for name, its in own.items() if its == sign and others.get(name) != sign] for sign in SIGNS}
    return [f"{', '.join(names)}: {sign}" for sign, names in new.items() if names]


def _signs(row: LinkedRow) -> dict[str, str]:
    """The sign that a variable is declared with, by its name."""
    kinds = (line.rpartition(": ") for line in row["variables"])
    found = ((names, kind.partition(" ")[0]) for names, _, kind in kinds)
    return {name: sign for names, sign in found if sign in SIGNS for name in names.split(", ")}


def done_without(row: LinkedRow, printed: LinkedRow) -> list[str]:
    """The hypotheses of the printed claim that this one does not have."""
    return [*(printed["given"][place] for place in further(printed, row)), *declared_also(printed, row)]


def given_also(row: LinkedRow, printed: LinkedRow) -> tuple[str, list[str]]:
    """What stands before those hypotheses, and the hypotheses; they are not "also" given where others are not."""
    label = "given instead" if done_without(row, printed) else "given also" if printed["given"] else "given"
    return label, [*(row["given"][place] for place in further(row, printed)), *declared_also(row, printed)]
