"""Whether what a claim quotes stands in the text of its paper: its words, in their order; symbols are left aside.

The text of a paper is a file `<paper>.md` or `<paper>.txt` in a folder that a command names: papers are not ours to
distribute, and what was extracted from a PDF has damaged formulas, so only words are compared.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from pathlib import Path

from verify.claims.claim import Claim

ENDINGS = (".md", ".txt")
WINDOW = 400
"""How many letters may stand between two runs of words that a formula parts in the quotation."""
_MATH = re.compile(r"\$\$.*?\$\$|\$.*?\$|<[^<>]{1,40}>|\\[A-Za-z]+", re.DOTALL)
_FUNCTIONS = frozenset(
    "arccos arcsin arctan cosh cos cot diag exp inf lim ln log max min mod rank sign sinh sin sup tan tr".split()  # noqa: SIM905
)
_BEFORE, _AFTER = "([“‘\"'–—-", ",;:.!?)]”’\"'–—-"


def text_of(folder: Path, paper: str) -> Path | None:
    """The file with the paper's text, if the folder has one."""
    return next((file for file in (folder / f"{paper}{ending}" for ending in ENDINGS) if file.is_file()), None)


def missing(claim: Claim, folder: Path) -> str:
    """The first words that the claim quotes and its paper does not print; empty where all stand there.

    Raises:
        OSError: when the text cannot be read.
    """
    file = text_of(folder, claim.paper)
    if file is None or not claim.printed:
        return ""
    text = letters(_MATH.sub(" ", file.read_text(encoding="utf-8")))
    plain = letters(file.read_text(encoding="utf-8"))
    for part in claim.printed.split("…"):
        runs = words(part)
        if not any(_stands(tuple(map(letters, runs)), source) for source in (text, plain)):
            return next((run for run in runs if letters(run) not in plain and letters(run) not in text), part.strip())
    return ""


def words(quoted: str) -> list[str]:
    """The runs of words between the formulas of a quotation."""
    runs: list[list[str]] = [[]]
    for token in quoted.split():
        word = token.lstrip(_BEFORE).rstrip(_AFTER)
        plain = re.sub(r"[-–'’]", "", word)
        if plain.isalpha() and plain.isascii() and len(plain) > 1 and plain.lower() not in _FUNCTIONS:
            runs[-1].append(word)
        elif word and runs[-1]:
            runs.append([])
    return [" ".join(run) for run in runs if run]


@lru_cache(maxsize=64)
def letters(text: str) -> str:
    """The letters a to z of a text, in lower case, ligatures taken apart."""
    return re.sub(r"[^a-z]", "", unicodedata.normalize("NFKD", text).lower())


def _stands(runs: tuple[str, ...], text: str) -> bool:
    """Whether the runs stand in the text one after the other, no two of them further apart than the window."""
    if not runs:
        return True
    start = text.find(runs[0])
    while start >= 0:
        end = start + len(runs[0])
        for run in runs[1:]:
            found = text.find(run, end, end + WINDOW + len(run))
            if found < 0:
                break
            end = found + len(run)
        else:
            return True
        start = text.find(runs[0], start + 1)
    return False
