"""Schemas over the rounds 1 ≤ t ≤ 2, met at an exact instance: t = 1 and t = 2 are looked at in turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from verify.kernel import Theorem, cases, combine, generalize
from verify.terms import Formula, Relation, eq, ge, gt

Terms = Callable[[int], Sequence[tuple[Any, Any]]]


def nothing(_: int) -> Sequence[tuple[Any, Any]]:
    """No slack: an equation, or an inequality with equality."""
    return []


def both_rounds(body: Relation, t: Any, terms: Terms = nothing, more: Sequence[Any] = ()) -> Theorem:
    """For all t, and what is named in `more`, with 1 ≤ t ≤ 2: body; `terms(n)` are its slacks in round n."""
    within: list[Formula] = [ge(t, 1), ge(2, t)]
    first, second = ge(1, t), gt(t, 1)
    ends = [(1, [within[0], first]), (2, [within[1], second])]
    theorems = []
    for n, facts in ends:
        here = combine(eq(t, n), [(1, t - n)], facts=facts)
        theorems.append(combine(body, terms(n), using=[here]))
    return generalize(cases(theorems, [first, second]), [t, *more], within)
