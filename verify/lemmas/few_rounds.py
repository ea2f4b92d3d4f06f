"""Schemas over the rounds 1 ≤ t ≤ n, met at an exact instance: the rounds are looked at in turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from verify.author.kernel import Theorem, cases, combine, generalize
from verify.language.terms import Formula, Relation, eq, ge, gt

Terms = Callable[[int], Sequence[tuple[Any, Any]]]


def nothing(_: int) -> Sequence[tuple[Any, Any]]:
    """No slack: an equation, or an inequality with equality."""
    return []


def each_round(
    body: Relation,
    t: Any,
    terms: Terms = nothing,
    last: int = 2,
    more: Sequence[Any] = (),
    given: Sequence[Formula] = (),
) -> Theorem:
    """For all t with 1 ≤ t ≤ last, and what is named in `more` with `given`: body; `terms(n)` are its slacks at n."""

    def onwards(n: int) -> Theorem:
        end = ge(last, t) if n == last else ge(n, t)
        here = combine(body, terms(n), using=[combine(eq(t, n), [(1, t - n)], facts=[ge(t, n), end])])
        return here if n == last else cases([here, onwards(n + 1)], [end, gt(t, n)])

    return generalize(onwards(1), [t, *more], [ge(t, 1), ge(last, t), *given])
