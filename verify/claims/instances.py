"""Instances as rows: exact assignments at which all hypotheses of a claim hold, such as those at which it is sharp."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verify.claims.claim import Claim
from verify.claims.registry import ClaimError
from verify.claims.row import caller, read


def holds_at(claim: Claim, *rows: Sequence[Any]) -> None:
    """Attaches an instance for each row (words, assignment): all hypotheses hold there.

    A function may follow that returns the theorems that meet the schemas there. Of a bound each shows how near what
    happens comes to what is promised.

    Raises:
        ClaimError: where a row is none.

    >>> made = Claim("toy/bound", at="1", given=[ge(x, 1)], states=ge(x**2, x), reading="For real x.")
    >>> holds_at(made, ("at one", {x: 1}))
    >>> made.steps[0].kind
    'instance'
    """
    place = caller()
    for row in rows:
        _, words, decision = read(claim, "holds_at", row)
        if decision.at is None:
            raise ClaimError(f"claim {claim.id}: holds_at: {words}: it needs an assignment to variables")
        claim.instance_at(words, decision.at, decision.discharge, place)
