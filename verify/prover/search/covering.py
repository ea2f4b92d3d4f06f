"""The search for a cover by boxes: faces where the term vanishes are found, boxes halved until each has its sign."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from multiprocessing import get_context
from typing import Any

from sympy import Abs, Expr, Max, Min, Symbol, sinc

from verify.balls.arithmetic import Arb
from verify.balls.evaluate import Undefined, Unsupported
from verify.prover.bounds import ranges
from verify.prover.certificate import Step
from verify.prover.goal import Goal
from verify.prover.rejected import Rejected
from verify.prover.rules.boxes import CENTRED, CONVEX, OUTSIDE, PLAIN, Box, Cover, halves, taylor
from verify.prover.rules.plain import vanishes

_DEPTH = 250
_ALONE = 800
"""From so many boxes on, several processes share the rest."""
_ORDERS = 12


def cover(
    goal: Goal,
    *,
    boxes: int,
    deadline: float,
    points: Sequence[dict[Symbol, Expr]] = (),
    precision: int = 96,
    jobs: int = 1,
) -> Step | str:
    """A step by boxes, or what resisted."""
    known = ranges(goal)
    used = goal.shows.expr.free_symbols
    rows = [[x, r.lo, r.hi] for x in goal.variables if (r := known[x]).finite and (x in used or _matters(goal, x))]
    if not used <= {row[0] for row in rows} or not rows:
        return "the domain is not bounded"
    data: dict[str, Any] = {"bounds": rows, "faces": [], "precision": precision, "tree": ""}
    if points:
        data["points"] = [[p[row[0]] for row in rows] for p in points]
    reasons = ""
    start = time.monotonic()
    for extra, share in ((0, 0.15), (4, 1.0)):
        data["faces"] = faces(goal, rows, extra)
        until = start + share * (deadline - start)
        try:
            found = _halve(goal, data, boxes, until, jobs)
        except Rejected as error:
            if "points" not in data:
                return str(error)
            del data["points"]
            found = _halve(goal, data, boxes, until, jobs)
        if not isinstance(found, str):
            return found
        reasons = found
        if not data["faces"]:
            break
    return reasons


def _matters(goal: Goal, x: Symbol) -> bool:
    used = goal.shows.expr.free_symbols
    return any(x in g.expr.free_symbols and g.expr.free_symbols & used - {x} for g in goal.given)


def faces(goal: Goal, rows: list[list[Any]], extra: int) -> list[list[Any]]:
    """Rows [x, at, order, reach] for the ends of ranges where the goal's term vanishes."""
    f = goal.shows.expr
    if f.has(Abs, Max, Min, sinc):
        return []
    variables = tuple(row[0] for row in rows)
    found = []
    for x, lo, hi in rows:
        if x not in f.free_symbols:
            continue
        for at in (lo, hi):
            order = vanishing_order(goal, variables, f, x, at)
            if order:
                found.append([x, at, order, order + extra])
    return found


def vanishing_order(goal: Goal, variables: tuple[Symbol, ...], f: Expr, x: Symbol, at: Expr) -> int:
    """To which order the term vanishes identically at x = at; 0 if it does not, or has no Taylor series there."""
    for reach in (0, 2, 5, _ORDERS):
        try:
            coefficients = taylor(f, variables, x, at, reach)
        except Rejected:
            return 0
        for k, c in enumerate(coefficients):
            if not vanishes(c, goal):
                return k
    return 0


def _halve(goal: Goal, data: dict[str, Any], boxes: int, deadline: float, jobs: int) -> Step | str:
    """The step with a tree, or what resisted; large trees are shared among processes."""
    cover = Cover(goal, data, Arb)
    whole: Box = ((Fraction(0), Fraction(1)),) * len(cover.variables)
    alone = boxes if jobs == 1 else min(boxes, _ALONE)
    done = _grow(cover, [(whole, 0)], alone, deadline)
    if not done.waiting:
        return Step("boxes", {**data, "tree": done.tree})
    if jobs == 1 or alone == boxes or done.stuck:
        return done.reason
    parts = _shared(goal, data, done.waiting, max(1, (boxes - alone) // len(done.waiting)), deadline, jobs)
    if isinstance(parts, str):
        return parts
    return Step("boxes", {**data, "tree": done.tree + "".join(parts)})


@dataclass
class _Grown:
    """A tree as far as it was grown, and the boxes that wait, the next one last."""

    tree: str
    waiting: list[tuple[Box, int]]
    stuck: bool = False
    reason: str = ""


def _grow(cover: Cover, waiting: list[tuple[Box, int]], boxes: int, deadline: float) -> _Grown:
    tree: list[str] = []
    for looked in range(boxes):
        if not waiting:
            return _Grown("".join(tree), [])
        box, depth = waiting[-1]
        if depth == _DEPTH or time.monotonic() > deadline:
            return _Grown(
                "".join(tree), waiting, True, f"after {looked} boxes it is not certain on {_decimal(cover, box)}"
            )
        waiting.pop()
        if cover.goal.given and cover.is_outside(box):
            tree.append(OUTSIDE)
            continue
        node = _leaf(cover, box)
        if node is not None:
            tree.append(node)
            continue
        axis = _axis(cover, box)
        tree.append(str(axis))
        lower, upper = halves(box, axis)
        waiting += [(upper, depth + 1), (lower, depth + 1)]
    reason = f"after {boxes} boxes it is not certain on {_decimal(cover, waiting[-1][0])}" if waiting else ""
    return _Grown("".join(tree), waiting, False, reason)


def _shared(
    goal: Goal, data: dict[str, Any], waiting: list[tuple[Box, int]], boxes: int, deadline: float, jobs: int
) -> list[str] | str:
    """The trees of the boxes that wait, in the order in which they belong, each grown by one of several processes."""
    context = get_context("spawn")
    with ProcessPoolExecutor(jobs, context, initializer=_begin, initargs=(goal, data)) as pool:
        futures = [pool.submit(_grow_one, box, boxes, deadline) for box in waiting[::-1]]
        parts = []
        for future in futures:
            done = future.result()
            if done.waiting:
                for other in futures:
                    other.cancel()
                return done.reason
            parts.append(done.tree)
    return parts


_cover_of_this_process: list[Cover] = []


def _begin(goal: Goal, data: dict[str, Any]) -> None:
    _cover_of_this_process[:] = [Cover(goal, data, Arb)]


def _grow_one(start: tuple[Box, int], boxes: int, deadline: float) -> _Grown:
    return _grow(_cover_of_this_process[0], [start], boxes, deadline)


def _leaf(cover: Cover, box: Box) -> str | None:
    """The first kind of leaf that this box can be."""
    touching = cover.near(box, 0)
    nodes = [touching, *cover.nearest(box)] if touching else [PLAIN, CENTRED, *cover.nearest(box)]
    for node in (*dict.fromkeys(nodes), *CONVEX[: len(cover.points)]):
        try:
            found = cover.enclosure(node, box)
        except (Undefined, Unsupported):
            continue
        if found > 0 if cover.strict else found >= 0:
            return node
    return None


def _axis(cover: Cover, box: Box) -> int:
    return max(range(len(box)), key=lambda n: box[n][1] - box[n][0])


def _decimal(cover: Cover, box: Box) -> str:
    rows = []
    for x, (u, v) in zip(cover.variables, box, strict=True):
        lo, hi = (float(e) for e in cover.bounds[x])
        rows.append(f"{x} in [{lo + float(u) * (hi - lo):.6g}, {lo + float(v) * (hi - lo):.6g}]")
    return ", ".join(rows)
