"""Brings what is kept beside the claims up to date: searches for what is missing, drops what nothing asks for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from verify.claims.claim import Claim
from verify.prover.found import Refresh, refreshing
from verify.verdicts.verdict import examine


def refresh(claims: Sequence[Claim], progress: Callable[[str], None], *, every: bool) -> tuple[Refresh, list[str]]:
    """Runs the steps of the claims, and searches for what they ask for and is not kept.

    Files are written as each claim ends, so that an interrupted run loses little.

    Args:
        claims: whose steps are run.
        progress: told of each claim for which something was searched.
        every: whether these are all the claims there are, so that what none of them asks for can go.

    Returns:
        What was asked and found, and the failures of steps, a line each.

    Raises:
        OSError: where a file cannot be written.
    """
    failures: list[str] = []
    with refreshing() as made:
        for number, claim in enumerate(claims, 1):
            before = made.searched
            outcome = examine(claim)
            failures += outcome.failures
            made.write()
            if made.searched > before:
                progress(f"{claim.id} ({number} of {len(claims)}): {made.searched - before} searched")
        if every and not failures:
            made.forget_unasked()
            made.write()
    return made, failures
