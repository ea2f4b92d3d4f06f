"""Hypotheses that contradict each other: whatever a claim states under them, it says nothing."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import S

from verify.author.following import at, follows
from verify.author.kernel import KernelError, Theorem
from verify.claims.claim import Claim
from verify.language.terms import ForAll, Formula, Head, IllFormed, Relation, difference, ge, gt, le
from verify.prover.found import asked_by


def contradictory(claim: Claim) -> list[Formula]:
    """Hypotheses that cannot hold together, as far as a combination of them says so; empty where none does.

    Of those for all numbers what they say of 1 is combined.

    Raises:
        NotKept: where a file is kept beside the claim, and nothing in it for this question.
    """
    relations = [formula for formula in claim.given if isinstance(formula, Relation) and formula.op != "≠"]
    schemas = [formula for formula in claim.given if isinstance(formula, ForAll)]
    with asked_by(claim.id, claim.source.folder):
        there = [theorem for schema in schemas if (theorem := _at_one(schema, relations)) is not None]
        questions = [(*question, more) for more in ([], there)[: 1 + bool(there)] for question in _absurd(relations)]
        for absurd, known, beside, more in questions:
            try:
                theorem = follows(absurd, *known, *more)
            except KernelError:
                continue
            used = {*theorem.hypotheses, *beside}
            if used <= set(claim.given):
                return [formula for formula in claim.given if formula in used]
    return []


def _absurd(relations: list[Relation]) -> Iterator[tuple[Relation, list[Relation], list[Relation]]]:
    """What is absurd, of what it is to follow, and what makes it so: −1 ≥ 0, or that what is positive is not."""
    yield ge(-1, 0), relations, []
    yield gt(0, 0), relations, []
    for strict in (r for r in relations if r.op == ">"):
        yield le(difference(strict), 0), [r for r in relations if r != strict], [strict]


def _at_one(schema: ForAll, relations: list[Relation]) -> Theorem | None:
    """What is assumed for all numbers, for 1, where its conditions follow for it."""
    if not isinstance(schema.body, Relation) or any(isinstance(v, Head) for v in schema.variables):
        return None
    try:
        return at(schema, *(S.One for _ in schema.variables), by=relations)
    except (KernelError, IllFormed):
        return None
