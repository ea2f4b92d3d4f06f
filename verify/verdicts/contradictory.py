"""Hypotheses that contradict each other: whatever a claim states under them, it says nothing."""

from __future__ import annotations

from verify.author.following import follows
from verify.author.kernel import KernelError
from verify.claims.claim import Claim
from verify.language.terms import Formula, Relation, ge, gt
from verify.prover.found import asked_by


def contradictory(claim: Claim) -> list[Formula]:
    """Hypotheses that cannot hold together, as far as a combination of them says so; empty where none does.

    Raises:
        NotKept: where a file is kept beside the claim, and nothing in it for this question.
    """
    relations = [formula for formula in claim.given if isinstance(formula, Relation) and formula.op != "≠"]
    with asked_by(claim.id, claim.source.folder):
        for absurd in (ge(-1, 0), gt(0, 0)):
            try:
                theorem = follows(absurd, *relations)
            except KernelError:
                continue
            return list(theorem.hypotheses)
    return []
