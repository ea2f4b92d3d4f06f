"""How a row of a claim's instances or changed claims is read, and where it stands."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from verify.claims.claim import Claim
from verify.claims.registry import ClaimError
from verify.claims.steps import Decision


def read(claim: Claim, name: str, row: Sequence[Any], before: Sequence[str] = ()) -> tuple[list[Any], str, Decision]:
    """What comes before the words, the words, and the instance or another decision, of a row for this function.

    Args:
        claim: whose row it is.
        name: of the function.
        row: as it is written.
        before: what comes before the words, as it is called.

    Raises:
        ClaimError: where it is no row.
    """
    first = len(before)
    if not isinstance(row, tuple) or not first < len(row) <= first + 3:
        raise ClaimError(
            f"claim {claim.id}: {name}: a row is {', '.join([*before, 'words'])} and an instance, not {row!r}"
        )
    words = row[first]
    if not isinstance(words, str) or not words.strip():
        raise ClaimError(f"claim {claim.id}: {name}: a row needs words, not {words!r}")
    return [*row[:first]], words.strip(), _decision(claim, name, words, [*row[first + 1 :]])


def _decision(claim: Claim, name: str, words: str, how: Sequence[Any]) -> Decision:
    if not how:
        return Decision()
    first = how[0]
    if isinstance(first, Mapping) and first and all(key in ("at", "discharge", "proof", "undecided") for key in first):
        first = Decision(**first)
    if isinstance(first, Decision) and len(how) == 1 and len(first.ways) == 1:
        return first
    named = isinstance(first, Mapping) and not any(isinstance(key, str) for key in first)
    if named and (len(how) == 1 or callable(how[1])):
        return Decision(first, how[1] if len(how) > 1 else None)
    raise ClaimError(
        f"claim {claim.id}: {name}: {words}: it is decided by an assignment to variables, alone or with a function "
        f"that returns theorems, or by decided_by(…), not by {how!r}"
    )


def caller() -> tuple[str, int]:
    """Where the function was called that calls this."""
    frame = sys._getframe(2)
    return frame.f_code.co_filename, frame.f_lineno
