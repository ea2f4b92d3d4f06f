"""Which hypotheses a statement that was proved does not need: those of its proof, less what a search does without."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from verify.claims.claim import Claim
from verify.discover.discovering import Discovery
from verify.discover.facts import Fact
from verify.language.terms import Formula
from verify.language.translation import translate

MOST: int = 6
"""Hypotheses that are left out in turn."""


def supposed(claim: Claim, facts: Sequence[Fact]) -> tuple[Formula, ...]:
    """The hypotheses of a claim that a proof has."""
    used = {translate(h) for fact in facts for h in fact.theorem.hypotheses}
    return tuple(formula for formula in claim.given if translate(formula) in used)


def weakest(
    claim: Claim, facts: Sequence[Fact], prove: Callable[[Claim], Discovery | None]
) -> tuple[tuple[Formula, ...], tuple[Fact, ...]]:
    """The hypotheses that a statement is proved from after all, and the proof from them.

    Args:
        claim: what is proved.
        facts: its proof.
        prove: looks for a proof of a claim with fewer hypotheses; None where there is no time for one.
    """
    given, found = supposed(claim, facts), tuple(facts)
    for formula in given[:MOST]:
        if formula not in given:
            continue
        fewer = claim.replace(given=tuple(f for f in given if f != formula))
        made = prove(fewer)
        if made is None:
            break
        proof = tuple(fact for fact in made.facts if fact is not None)
        if made.is_proved:
            given, found = supposed(fewer, proof), proof
    return given, found
