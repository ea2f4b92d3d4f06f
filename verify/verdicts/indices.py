"""Sums that are probably not those that were meant: over what does not depend on their index, or with ends reversed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import Sum, Symbol

from verify.claims.claim import Claim
from verify.language.terms import Fun, Pt, Vec, free_variables, text


def odd_sums(claim: Claim) -> list[str]:
    """What is odd about sums in the formulas of a claim, one line each."""
    known = set[Symbol]().union(*map(free_variables, claim.given))
    found: dict[str, None] = {}
    for formula in (*claim.given, *claim.states):
        free = free_variables(formula) - known
        for term in sorted(formula.atoms(Sum), key=str):
            found |= dict.fromkeys(_odd(term, free))
    return list(found)


def _odd(total: Any, free: set[Symbol]) -> Iterator[str]:
    body, *limits = total.args
    for n, (index, low, high) in enumerate(limits):
        inside = body.free_symbols.union(*(bound.free_symbols for limit in limits[:n] for bound in limit[1:]))
        meant = sorted(free & _indices(body), key=str)
        if index not in inside and meant:
            yield (
                f"{text(total)} adds up over {index.name} what does not depend on it, and {meant[0].name}, of which no "
                f"hypothesis speaks, is one number there: the sum is perhaps over {meant[0].name}"
            )
        gap = high - low
        if (gap.is_number and gap < -1) or (high.is_number and not low.is_number):
            yield (
                f"{text(total)} goes from {text(low)} to {text(high)}, and is 0 where the first is more: a sum has its "
                f"index, its lower and its upper end, as ({index.name}, {text(high)}, {text(low)})"
            )


def _indices(body: Any) -> set[Symbol]:
    """The variables that families in the term have as indices."""
    terms = (t.args[1 if isinstance(t, Pt) else 2 :] for t in body.atoms(Fun, Vec, Pt))
    return {v for arguments in terms for v in arguments if isinstance(v, Symbol) and v.is_integer}
