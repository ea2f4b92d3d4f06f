"""Hypotheses that a claim does without, although its proofs name them.

What a theorem has among its hypotheses says what its proof named, and a proof may name more than it needs. So each is
left out in turn, and the proofs are tried.
"""

from __future__ import annotations

from verify.claims.claim import Claim
from verify.claims.steps import Step
from verify.language.terms import Formula
from verify.prover.found import NotKept, asked_by
from verify.verdicts.evidence import REFUSALS

_NOT_PROVED = (*REFUSALS, NotKept, LookupError, ValueError, TypeError)
"""A proof may ask for a hypothesis by its place among the others, or for a certificate that only all of them have."""


def needless(claim: Claim) -> list[Formula]:
    """The hypotheses without which one of the claim's proofs proves it all the same; a few proofs' time for each."""
    proofs = [step for step in claim.steps if step.kind == "proof"]
    found = []
    for formula in claim.given:
        if formula in claim.displayed.promised:
            continue
        weaker = claim.replace(given=[other for other in claim.given if other != formula])
        if any(_proves(weaker, step) for step in proofs):
            found.append(formula)
    return found


def _proves(claim: Claim, step: Step) -> bool:
    try:
        with asked_by(claim.id, claim.source.folder):
            claim.established.by(step)
    except _NOT_PROVED:
        return False
    return True
