"""What the proofs of a claim establish: a theorem for each of its formulas, checked to be that, or why none."""

from __future__ import annotations

import traceback
from typing import TYPE_CHECKING, Any

from verify.author import kernel
from verify.author.kernel import KernelError, Theorem
from verify.author.origins import unmet
from verify.claims.registry import ClaimError
from verify.language.terms import Formula
from verify.prover.found import NotKept

if TYPE_CHECKING:
    from verify.claims.claim import Claim
    from verify.claims.steps import Step


class NoTheorems(Exception):
    """A step ran to its end, and what it returned is not a theorem for each formula of its claim."""


class NotTheClaim(KernelError):
    """A proof returned a theorem that is not what its claim states."""

    def __init__(self, message: str, claim: Claim, theorem: Theorem) -> None:
        super().__init__(message)
        self._claim, self._theorem = claim, theorem

    @property
    def explained(self) -> str:
        """The message; where a hypothesis is none of the claim's, with the step that brings it in."""
        found = unmet(self._theorem, self._claim.given)
        if found is None:
            return str(self)
        hypothesis, step = self._claim.displayed.step(found[0]), found[1]
        return (
            f"{hypothesis}, which {step.origin} brings in, is not among the claim's hypotheses "
            "and does not follow from them"
        )


class DoesNotStand(KernelError):
    """A proof uses the theorem of a claim whose own proof fails; `claim` and `where` are that claim's, and the line."""

    def __init__(self, claim: str, where: str) -> None:
        super().__init__(f"it rests on {claim}, whose proof does not stand: {where}")
        self.claim, self.where = claim, where


class Circular(KernelError):
    """A proof uses the theorem that it is to prove, itself or by way of other claims."""

    def __init__(self, claims: list[str]) -> None:
        super().__init__(f"the proof is circular: {' rests on '.join(claims)}")
        self.claims = claims


_under_way: list[Established] = []
"""What is being established by a first proof, the innermost last."""


class Established:
    """What the steps of one claim establish; what its first proof came to is remembered for the claims that rest on it.

    That it fails is remembered too, so that it is not tried again, and searched for, by each of them.
    """

    def __init__(self, claim: Claim) -> None:
        self._claim = claim
        self._theorems: list[Theorem] | None = None
        self._fallen: tuple[str, str] | None = None

    def by(self, step: Step) -> list[Theorem]:
        """The step's theorems, one for each formula of the claim, each of them checked to be it.

        Raises:
            NotTheClaim: when a theorem is not what the claim states.
            NoTheorems: when the step returned something else.
        """
        if step is self._first:
            _under_way.append(self)
        try:
            theorems = self._checked(step)
        except NotKept:  # beside the claim that asks; another may have it
            raise
        except Exception as error:
            if step is self._first:
                self._fallen = _lowest(error, self._claim, step)
            raise
        finally:
            if step is self._first:
                _under_way.pop()
        if step is self._first:
            self._fallen = None
        return theorems

    def theorem(self, states: Formula) -> Theorem:
        """What the first proof gives for one of the claim's formulas.

        Raises:
            ClaimError: when nothing proves the claim, or the formula is none of its own.
            Circular: when that proof is under way.
            DoesNotStand: when it fails.
        """
        claim, first = self._claim, self._first
        if first is None or states not in claim.states:
            raise ClaimError(f"claim {claim.id}: {'it does not state this' if first else 'no proof of it'}: {states}")
        if self in _under_way:
            circle = [other._claim.id for other in _under_way[_under_way.index(self) :]]
            raise Circular([*circle, claim.id])
        if self._fallen is not None:
            raise DoesNotStand(*self._fallen)
        if self._theorems is None:
            try:
                self._theorems = self.by(first)
            except Exception as error:
                if isinstance(error, Circular) and _under_way and _under_way[-1]._claim.id in error.claims:
                    raise
                if self._fallen is None:  # it is not known to fail
                    raise
                raise DoesNotStand(*self._fallen) from error
        return self._theorems[claim.states.index(states)]

    @property
    def _first(self) -> Step | None:
        return next((step for step in self._claim.steps if step.kind in ("proof", "citation")), None)

    def _checked(self, step: Step) -> list[Theorem]:
        claim, returned = self._claim, step.function(self._claim)
        theorems = theorems_in(returned)
        if theorems is None or len(theorems) != len(claim.states):
            count = len(claim.states)
            wanted = "a theorem" if count == 1 else f"{count} theorems, one for each formula of states, in order"
            raise NoTheorems(f"it returned {_described(returned)}; it must return {wanted}")
        for theorem, states in zip(theorems, claim.states, strict=True):
            try:
                kernel.proves(theorem, claim.given, states)
            except KernelError as error:
                raise NotTheClaim(str(error), claim, theorem) from None
        return theorems


def theorems_in(returned: Any) -> list[Theorem] | None:
    """The theorems that a step returned, one or a list; None where it returned anything else."""
    theorems = list(returned) if isinstance(returned, list | tuple) else [returned]
    return theorems if all(isinstance(theorem, Theorem) for theorem in theorems) else None


def _described(returned: Any) -> str:
    if isinstance(returned, list | tuple):
        return f"a list of {len(returned)} ({', '.join(type(item).__name__ for item in returned)})"
    return "nothing" if returned is None else f"a {type(returned).__name__}"


def broke_at(error: BaseException, claim: Claim, step: Step) -> str:
    """The innermost line of the step's own file that the error passed through."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == step.file and f.lineno]
    return claim.source.place(step.file, (frames[-1].lineno or step.line) if frames else step.line)


def _lowest(error: Exception, claim: Claim, step: Step) -> tuple[str, str]:
    """The claim whose step ended with this error, and where; or the one below it that the error speaks of."""
    return (error.claim, error.where) if isinstance(error, DoesNotStand) else (claim.id, broke_at(error, claim, step))
