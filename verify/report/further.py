"""The hypotheses of a claim that the printed one does not have, in whose place it stands."""

from __future__ import annotations

import re

from verify.verdicts.rows import LinkedRow


def further(row: LinkedRow, printed: LinkedRow) -> list[int]:
    """Which hypotheses of a claim the printed one does not have, by their places."""
    return [n for n, text in enumerate(row["given"]) if text not in printed["given"] or _means_else(text, row, printed)]


def _means_else(text: str, row: LinkedRow, printed: LinkedRow) -> bool:
    """Whether a name in a formula stands for a longer term, and not for the same one in both claims."""
    differ = {*row["abbreviations"]} ^ {*printed["abbreviations"]}
    names = {re.split(r"[( ]", abbreviation, maxsplit=1)[0] for abbreviation in differ}
    return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) for name in names)


def given_also(row: LinkedRow, printed: LinkedRow) -> tuple[str, list[str]]:
    """What stands before those hypotheses, and the hypotheses."""
    return "given also" if printed["given"] else "given", [row["given"][place] for place in further(row, printed)]
