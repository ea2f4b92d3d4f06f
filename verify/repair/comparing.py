"""What follows from what, as far as short searches see: claims from claims, and hypotheses from those that stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Final

from verify.author.elaboration import settled
from verify.claims.claim import Claim
from verify.discover.discovering import Search, discover
from verify.discover.facts import FAILURES, Context
from verify.language.terms import Formula
from verify.prover.alarm import OutOfTime, limited, worked

AT_ONCE: Final = 0.4
"""Seconds for a hypothesis that may follow from the others."""

READ: Final = 4.0
"""Seconds for what the hypotheses of a claim say at once."""


def implies(one: Claim, other: Claim, seconds: float = 0.5) -> bool:
    """Whether the other claim follows from the one, as far as short searches see, and is not found without it.

    Its hypotheses have to give those of the one, and what the one states what it states itself: alone, or with the
    hypotheses. What is proved as soon without the one says nothing: all that is compared was proved by itself.
    """
    wanted = [f for f in one.given if f not in other.given]
    if wanted and not _follow(other, other.given, wanted, 2 * seconds):
        return False
    left = [f for f in other.states if f not in one.states]
    return not left or any(
        _follow(other, [*given, *one.states], left, seconds) and not _follow(other, given, left, seconds)
        for given in ((), other.given)
    )


def _follow(claim: Claim, given: Sequence[Formula], states: Sequence[Formula], seconds: float) -> bool:
    return discover(claim.replace(given=given, states=list(states)), seconds).is_proved


class Known:
    """What the hypotheses of a claim say at once: what follows from them is nothing that the claim lacks."""

    def __init__(self, claim: Claim) -> None:
        self._given = claim.given
        self._context = Context.of([])
        with suppress(OutOfTime, *FAILURES), limited(READ):
            self._context = Search(worked() + READ).given(claim)

    def adds_nothing(self, changed: Claim) -> bool:
        """Whether a changed claim has nothing but a further hypothesis that follows from those of the claim."""
        more = self.added(changed)
        return more is not None and self._follows(more)

    def added(self, changed: Claim) -> Formula | None:
        """The one hypothesis that a changed claim has besides; None where there are others, or some are missing."""
        more = [formula for formula in changed.given if formula not in self._given]
        return more[0] if len(more) == 1 == len(changed.given) - len(self._given) else None

    def _follows(self, formula: Formula) -> bool:
        search = Search(worked() + AT_ONCE)
        with suppress(OutOfTime, *FAILURES), limited(AT_ONCE):
            return search.prove(formula, self._context.inside([]), 0) is not None
        return False


def is_weaker(formula: Formula, than: Iterable[Formula]) -> bool:
    """Whether a hypothesis follows at once from one of others."""
    return any(settled(formula, [other]) for other in than)
