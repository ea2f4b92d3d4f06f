"""Changed claims as rows: what fails without a hypothesis, or with another constant, sign or statement.

    fails_without(LEMMA_5,
        (SLOW, "any rate", {eta: 2, b: 1, …}),
        (B_BOUND, "b may be anything"),                    # an instance is looked for by `verify refresh`, and kept
    )
    fails_as(LEMMA_5, ("constant", le(LOSS, bound / 4), "a quarter of the bound", {eta: 1, …}))

A row says what is changed, in words, and the exact instance at which the changed claim fails: an assignment, alone or
with a function that returns the theorems that meet its schemas there. In its place may stand `decided_by(…)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from verify.claims.claim import Claim
from verify.claims.records import MUTATIONS
from verify.claims.registry import ClaimError
from verify.claims.row import caller, read
from verify.claims.steps import Decision
from verify.language.terms import Formula

Change = Callable[[Claim], Claim]


def fails_without(claim: Claim, *rows: Sequence[Any]) -> None:
    """Attaches a changed claim for each row (hypotheses, words, instance): the claim without these hypotheses.

    The first entry is a hypothesis, a list of them, or a mapping of hypotheses to what stands in their place.

    Raises:
        ClaimError: where a row is none, or names what is no hypothesis of the claim.

    >>> made = Claim("toy/sum", at="1", given=[ge(x, 0), ge(y, 0)], states=ge(x + y, 0), reading="For real x, y.")
    >>> fails_without(made, (ge(y, 0), "y may be negative", {x: 0, y: -1}))
    >>> made.steps[0].name
    'y_may_be_negative'
    """
    place = caller()
    for row in rows:
        (dropped,), words, decision = read(claim, "fails_without", row, ["what is changed"])
        if isinstance(dropped, Mapping):
            instead = {formula: _listed(other) for formula, other in dropped.items()}
        else:
            instead = {formula: [] for formula in _listed(dropped)}
        for formula in instead:
            if formula not in claim.given:
                raise ClaimError(f"claim {claim.id}: fails_without: {words}: {formula} is no hypothesis of the claim")
        claim.changed("hypothesis", words, _without(instead), decision, place)


def fails_as(claim: Claim, *rows: Sequence[Any]) -> None:
    """Attaches a changed claim for each row (change, statement, words, instance): the claim with another statement.

    The change is `"constant"`, `"sign"` or `"hypothesis"`. The statement is a formula or a list, or a mapping of
    formulas of the claim to what stands in their place.

    Raises:
        ClaimError: where a row is none, or names what the claim does not state.

    >>> made = Claim("toy/plus", at="1", given=[ge(x, 0), ge(y, 0)], states=ge(x + y, 0), reading="For real x, y.")
    >>> fails_as(made, ("sign", le(x + y, 0), "not positive", {x: 1, y: 0}))
    >>> made.steps[0].label
    'sign'
    """
    place = caller()
    for row in rows:
        change, *rest = row if isinstance(row, tuple) and row else ("",)
        if change not in MUTATIONS:
            raise ClaimError(
                f"claim {claim.id}: fails_as: a row begins with one of {', '.join(MUTATIONS)}, not {change!r}"
            )
        (states,), words, decision = read(claim, "fails_as", tuple(rest), ["what is changed"])
        if isinstance(states, Mapping):
            for formula in states:
                if formula not in claim.states:
                    raise ClaimError(f"claim {claim.id}: fails_as: {words}: the claim does not state {formula}")
        claim.changed(change, words, _restated(states), decision, place)


def decided_by(
    *,
    at: Mapping[Any, Any] | None = None,
    discharge: Callable[[], Any] | None = None,
    proof: Callable[[Claim], Any] | None = None,
    undecided: str = "",
) -> Decision:
    """How a changed claim is decided: `Claim.mutant` says what the arguments are.

    >>> decided_by(undecided="No exact instance is known.").ways
    ['undecided']
    """
    return Decision(at, discharge, proof, undecided)


def _without(instead: Mapping[Formula, Sequence[Formula]]) -> Change:
    def change(claim: Claim) -> Claim:
        return claim.replace(given=[f for g in claim.given for f in instead.get(g, [g])])

    return change


def _restated(states: Any) -> Change:
    def change(claim: Claim) -> Claim:
        if isinstance(states, Mapping):
            return claim.replace(states=[states.get(f, f) for f in claim.states])
        return claim.replace(states=states)

    return change


def _listed(items: Any) -> list[Any]:
    return list(items) if isinstance(items, Iterable) and not isinstance(items, Formula) else [items]
