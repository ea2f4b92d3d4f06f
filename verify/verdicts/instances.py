"""Exact instances of claims that give none: found once, kept beside the claim (`verify.prover.found`), then checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from verify.author import kernel
from verify.author.kernel import KernelError, Theorem
from verify.claims.claim import Claim
from verify.discharge import meeting
from verify.language.codec import Encoder, Unreadable, decode
from verify.language.terms import Relation
from verify.prover.found import kept, numbered
from verify.prover.rejected import Rejected, Resists


def failing(changed: Claim, words: str) -> Theorem:
    """The kernel's word that a changed claim fails at an instance.

    Raises:
        Resists: where none is found, or that is kept.
        NotKept: where a file is kept, and nothing in it for this claim.
    """
    relations = [f for f in changed.states if isinstance(f, Relation)]
    return _kept(words, changed, relations, meeting.MORE_TRIES, "no instance at which it fails was found; give one")


def meeting_all(claim: Claim) -> Theorem | None:
    """The kernel's word that all hypotheses of a claim hold at an instance, where there is one.

    Raises:
        NotKept: where a file is kept, and nothing in it for this claim.
    """
    try:
        return _kept(claim.id, claim, [meeting.NEVER], meeting.TRIES, "no instance that meets its hypotheses was found")
    except Resists:
        return None


def _kept(asked: str, claim: Claim, relations: Sequence[Relation], tries: int, none: str) -> Theorem:
    """What refutes one of the relations under the claim's hypotheses."""

    def found() -> Iterator[dict[str, Any]]:
        for n, states in enumerate(relations):
            theorem = meeting.meeting(claim.given, states, tries)
            if theorem is not None:
                pairs = theorem.conclusion.assignment.items()
                yield {"fails": n, "at": [[Encoder()(v), Encoder()(value)] for v, value in pairs]}

    def search() -> dict[str, Any]:
        for entry in found():
            return entry
        raise Resists(none)

    def checked(entry: Any) -> Theorem:
        try:
            at = {decode(v): decode(value) for v, value in entry["at"]}
            return kernel.witness(claim.given, relations[entry["fails"]], at)
        except KernelError as error:
            raise Rejected(str(error)) from None
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise Rejected(f"it cannot be read: {type(error).__name__}: {error}") from None

    encode = Encoder()
    try:
        question = numbered(asked, [encode(f) for f in (*claim.given, *relations)])
    except Unreadable as error:
        raise Resists(str(error)) from None
    return kept(question, "instance", search, checked)
