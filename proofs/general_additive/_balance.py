"""The best of the bounds (d − v)Loss ≤ Loss⋆/v + D for shares 0 < v ≤ 1: √Loss ≤ (√Loss⋆ + √(Loss⋆ + dD))/d."""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import Expr, sqrt

from proofs.general_additive._line import HALF
from verify.audit import (
    Theorem, assume, at_most_by_squares, cases, combine, follows, forall, ge, gt, instantiate, le, nonnegative,
    positive,
)  # fmt: skip

loss, compared, start = nonnegative("L L⋆ D")
left, v = positive("d v")
TRADES = forall([v], ge(compared / v + start, (left - v) * loss), [ge(1, v)])
SMALL = ge(2, left)


def quadratic(loss: Any, compared: Any, start: Any, left: Any) -> Any:
    """d·Loss ≤ 2√(Loss·Loss⋆) + D."""
    return le(left * loss, 2 * sqrt(loss) * sqrt(compared) + start)


def largest(compared: Any, start: Any, left: Any) -> Expr:
    """((√Loss⋆ + √(Loss⋆ + dD))/d)²."""
    return ((sqrt(compared) + sqrt(compared + left * start)) / left) ** 2


def half_of_what_is_left() -> Theorem:
    """(d·Loss − D)² ≤ 4Loss·Loss⋆ where d·Loss > D: the bound with v = (d·Loss − D)/(2Loss)."""
    more = left * loss - start
    some = follows(gt(loss, 0), gt(more, 0), start)
    share = more / (2 * loss)
    within = [
        combine(gt(share, 0), [(1 / (2 * loss), assume(gt(more, 0)))], facts=[some]),
        combine(ge(1, share), [(HALF, assume(SMALL)), (1 / (2 * loss), start)], facts=[some]),
    ]
    there = instantiate(assume(TRADES), [share], [*within, some])
    return combine(ge(4 * loss * compared, more**2), [(2 * more, there)], facts=[some, gt(more, 0)])


@cache
def balanced() -> tuple[Theorem, Theorem]:
    """d·Loss ≤ 2√(Loss·Loss⋆) + D, and Loss ≤ ((√Loss⋆ + √(Loss⋆ + dD))/d)², for 0 < d ≤ 2."""
    more, twice, goal = left * loss - start, 2 * sqrt(loss) * sqrt(compared), quadratic(loss, compared, start, left)
    squares = follows(ge(twice**2, more**2), half_of_what_is_left())
    ahead = follows(goal, at_most_by_squares(more, twice, squares, [gt(more, 0)]))
    first = cases([ahead, follows(goal, le(more, 0), twice)], [gt(more, 0), le(more, 0)])
    excess, root = left * sqrt(loss) - sqrt(compared), sqrt(compared + left * start)
    below = at_most_by_squares(excess, root, follows(ge(root**2, excess**2), first), [ge(excess, 0)])
    bound = le(loss, largest(compared, start, left))
    factor = (sqrt(compared) + root + left * sqrt(loss)) / left**2
    further = combine(bound, [(factor, below)])
    nearer = combine(bound, [(factor, assume(le(excess, 0))), (factor, root)])
    return first, cases([further, nearer], [ge(excess, 0), le(excess, 0)])
