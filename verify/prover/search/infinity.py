"""Moves towards infinity and singular ends: splits far out or close in, from where on an expansion decides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import Abs, Expr, Max, Min, Rational, Symbol

from verify.balls.arithmetic import Arb
from verify.balls.evaluate import Undefined, Unsupported, is_positive
from verify.balls.series import SeriesRing
from verify.balls.tape import Tape
from verify.prover.bounds import Range, ranges
from verify.prover.goal import Goal, Inequality
from verify.prover.rules.infinity import is_decided
from verify.prover.search.moves import Move
from verify.prover.search.substitutions import new_variable

_STARTS = tuple(Rational(n) for n in (2, 4, 20, 100, 10**4, 10**8, 10**20, 10**50, 10**100))
_ORDERS = (3, 6)
_PRECISION = 128


def is_split(goal: Goal) -> bool:
    """Whether a variable of the term has a positive lower bound only, as a split far out or close in leaves it."""
    bounds = ranges(goal)
    rows = [bounds[x] for x in goal.shows.expr.free_symbols if x in bounds]
    return any(r.hi is None and r.lo is not None and r.lo.is_positive for r in rows)


def far(goal: Goal) -> Iterator[Move]:
    """Where one variable has no upper bound and the others have both: from where on the expansion decides.

    A variable without a lower bound is reflected; one without any is split at 0.
    """
    bounds = ranges(goal)
    for x, others in _one_apart(goal, bounds):
        r = bounds[x]
        if r.lo is None and r.hi is None:
            yield "split", {"by": x, "closed": True}
            return
        if r.lo is None:
            new = new_variable(goal, x)
            yield "substitute", {"forward": [[x, -new]], "inverse": [[new, -x]]}
            return
        if r.hi is not None:
            continue
        for start in _STARTS:
            if is_positive(start - r.lo) and _order(goal, x, start, others):
                yield "split", {"by": x - start}
                return


def decided(goal: Goal) -> Iterator[Move]:
    """Where one variable has no upper bound and the expansion decides from its lower bound on."""
    bounds = ranges(goal)
    for x, others in _one_apart(goal, bounds):
        low = bounds[x].lo
        if bounds[x].hi is None and isinstance(low, Rational) and low > 0:
            order = _order(goal, x, low, others)
            if order:
                yield "beyond", _data(x, low, others, order)
                return


def ends(goal: Goal) -> Iterator[Move]:
    """Towards a finite end of one variable's range at which the term is singular, as 1 over the distance grows."""
    bounds = ranges(goal)
    for x, others in _one_apart(goal, bounds):
        for end, side, is_open in _ends_of(bounds[x]):
            if not _is_singular(goal, x, end, others):
                continue
            t = Symbol("t_", real=True)
            moved = _moved(goal, x, end + side / t, t)
            start = next((n for n in _STARTS if _order(moved, t, n, others)), None)
            if start is None:
                continue
            gap = side * (x - end)
            other = bounds[x].hi if side == 1 else bounds[x].lo
            if not is_open:
                yield "split", {"by": -gap}
            elif other is not None and is_positive(abs(other - end) - 1 / start) is False:
                new = new_variable(goal, x)
                yield (
                    "substitute",
                    {"forward": [[x, end + side / new]], "inverse": [[new, 1 / gap]], "given": [[new - start, False]]},
                )
            else:
                yield "split", {"by": 1 / start - gap}
            return


def close(goal: Goal) -> Iterator[Move]:
    """Close to a singular end of the range of the only variable, where the expansion decides all that is left."""
    if len(goal.shows.expr.free_symbols) == 1:
        yield from (move for move in ends(goal) if move[0] == "substitute")


def _one_apart(goal: Goal, bounds: dict[Symbol, Range]) -> Iterator[tuple[Symbol, list[tuple[Symbol, Expr, Expr]]]]:
    """Each variable of the goal's term, with the ranges of the others if they have both ends."""
    f = goal.shows.expr
    if f.has(Abs, Max, Min):
        return
    used = sorted(f.free_symbols, key=str)
    for x in used:
        rows = [(y, bounds[y].lo, bounds[y].hi) for y in used if y != x]
        if all(bounds[y].finite for y, _, _ in rows):
            yield x, rows


def _is_singular(goal: Goal, x: Symbol, end: Expr, others: list[tuple[Symbol, Expr, Expr]]) -> bool:
    """Whether the term has no Taylor series in x at the end, with the others in the middle of their ranges."""
    ring = SeriesRing(Arb, 2)
    with Arb.precision(_PRECISION):
        at = [ring.variable(Tape(end, ())(Arb, []))]
        at += [ring.lift(Tape((low + high) / 2, ())(Arb, [])) for _, low, high in others]
        try:
            Tape(goal.shows.expr, (x, *(y for y, _, _ in others)))(ring, at)
        except (Undefined, Unsupported):
            return True
    return False


def _ends_of(r: Range) -> list[tuple[Any, int, bool]]:
    found = [(r.lo, 1, r.open_lo), (r.hi, -1, r.open_hi)]
    return [row for row in found if row[0] is not None]


def _moved(goal: Goal, x: Symbol, to: Expr, t: Symbol) -> Goal:
    """The goal's term at another variable, and no conditions: to be looked at only."""
    return Goal((t,), (), Inequality(goal.shows.expr.xreplace({x: to}), goal.shows.strict))


def _order(goal: Goal, x: Symbol, start: Rational, others: list[tuple[Symbol, Expr, Expr]]) -> int:
    """The first order of an expansion that decides from there on; 0 for none."""
    return next((k for k in _ORDERS if is_decided(goal, x, start, others, k, _PRECISION)), 0)


def _data(x: Symbol, start: Rational, others: list[tuple[Symbol, Expr, Expr]], order: int) -> dict[str, Any]:
    return {
        "variable": x, "from": start, "bounds": [list(row) for row in others], "order": order, "precision": _PRECISION,
    }  # fmt: skip
