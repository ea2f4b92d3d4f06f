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


def from_half_of_what_is_left(trades: Theorem, left: Any, within: list[Theorem]) -> Theorem:
    """d·Loss ≤ 2√(Loss·Loss⋆) + D where d·Loss > D: the bound with v = (d·Loss − D)/(2Loss), which `within` allows."""
    more, twice = left * loss - start, 2 * sqrt(loss) * sqrt(compared)
    there = instantiate(trades, [more / (2 * loss)], within)
    ahead = [f for f in within if f.conclusion in (gt(loss, 0), gt(more, 0))]
    square = combine(ge(4 * loss * compared, more**2), [(2 * more, there)], facts=ahead)
    below = at_most_by_squares(more, twice, follows(ge(twice**2, more**2), square), ahead)
    return instantiate(follows(quadratic(loss, compared, start, left), below), {}, ahead)


def with_root(product: Theorem, left: Any) -> Theorem:
    """Loss ≤ ((√Loss⋆ + √(Loss⋆ + dD))/d)², from d·Loss ≤ 2√(Loss·Loss⋆) + D."""
    excess, root = left * sqrt(loss) - sqrt(compared), sqrt(compared + left * start)
    below = at_most_by_squares(excess, root, follows(ge(root**2, excess**2), product), [ge(excess, 0)])
    bound = le(loss, largest(compared, start, left))
    factor = (sqrt(compared) + root + left * sqrt(loss)) / left**2
    further = combine(bound, [(factor, below)])
    nearer = combine(bound, [(factor, assume(le(excess, 0))), (factor, root)])
    return cases([further, nearer], [ge(excess, 0), le(excess, 0)])


@cache
def balanced() -> tuple[Theorem, Theorem]:
    """d·Loss ≤ 2√(Loss·Loss⋆) + D, and Loss ≤ ((√Loss⋆ + √(Loss⋆ + dD))/d)², for 0 < d ≤ 2."""
    more, goal = left * loss - start, quadratic(loss, compared, start, left)
    ahead = assume(gt(more, 0))
    some = follows(gt(loss, 0), ahead, start)
    share = more / (2 * loss)
    within = [
        combine(gt(share, 0), [(1 / (2 * loss), ahead)], facts=[some]),
        combine(ge(1, share), [(HALF, assume(SMALL)), (1 / (2 * loss), start)], facts=[some]),
    ]
    further = from_half_of_what_is_left(assume(TRADES), left, [*within, some, ahead])
    nearer = follows(goal, le(more, 0), 2 * sqrt(loss) * sqrt(compared))
    product = cases([further, nearer], [gt(more, 0), le(more, 0)])
    return product, with_root(product, left)


floor = positive("f")
FROM_FLOOR = forall([v], ge(compared / v + start, (1 + floor - v) * loss), [ge(1, v), ge(v, floor)])
REACHES = ge(sqrt(compared), floor * sqrt(compared + (1 + floor) * start))
"""The best share is at least f."""


@cache
def balanced_above() -> Theorem:
    """Loss ≤ ((√Loss⋆ + √(Loss⋆ + dD))/d)² for d = 1 + f < 2, where the shares from f on will do."""
    left, most = 1 + floor, assume(gt(1, floor))
    more, whole = left * loss - start, sqrt(compared) + sqrt(compared + left * start)
    root, bound = sqrt(compared + left * start), le(loss, largest(compared, start, left))
    some, far, near = gt(loss, 0), ge(more, 2 * floor * loss), le(more, 2 * floor * loss)
    ahead = combine(gt(more, 0), [(1, assume(far)), (2 * floor, assume(some))])
    share = more / (2 * loss)
    within = [
        combine(gt(share, 0), [(1 / (2 * loss), ahead)], facts=[some]),
        combine(ge(1, share), [(HALF, most), (1 / (2 * loss), start)], facts=[some]),
        combine(ge(share, floor), [(1 / (2 * loss), assume(far))], facts=[some]),
    ]
    further = with_root(from_half_of_what_is_left(assume(FROM_FLOOR), left, [*within, assume(some), ahead]), left)
    square = combine(ge(compared, floor**2 * root**2), [(sqrt(compared) + floor * root, assume(REACHES))])
    terms = [(1 / ((1 - floor) * left), square), (1 / (1 - floor), assume(near))]
    small = combine(ge(root**2, loss), terms, facts=[most])
    larger = combine(ge(whole**2, left**2 * root**2), [(whole + left * root, assume(REACHES))])
    nearer = combine(bound, [(1 / left**2, larger), (1, small)])
    none = follows(bound, le(loss, 0), whole**2 / left**2)
    return cases([cases([further, nearer], [far, near]), none], [some, le(loss, 0)])
