"""The search for a cover by boxes: faces where the term vanishes are found, boxes halved until each has its sign."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from fractions import Fraction
from multiprocessing import get_context
from typing import Any

from sympy import Abs, Expr, Max, Min, Symbol, sinc

from verify.balls.arithmetic import Arb
from verify.balls.evaluate import Undefined, Unsupported
from verify.prover.alarm import worked
from verify.prover.bounds import ranges
from verify.prover.certificate import Step
from verify.prover.goal import Goal
from verify.prover.rejected import Rejected
from verify.prover.rules.boxes import CENTRED, CONVEX, OUTSIDE, PLAIN, TAYLOR, Box, Cover, halves, taylor
from verify.prover.rules.plain import vanishes

_DEPTH = 250
_ALONE = 800
"""From so many boxes on, several processes share the rest."""
_ORDERS = 12
_LARGEST = 2_000
"""Operations of a Taylor coefficient beyond which no further ones are made: exact ones double with each order."""
_FURTHER = 4
"""How much further than the order of vanishing Taylor's formula goes at a face, where the order alone did not do."""
_TAYLOR_ORDERS = {1: 14, 2: 7, 3: 4}
"""The order of Taylor models about the middle of a box, by the number of variables; with more there are none."""
_MUCH = 50_000.0
"""With less work Taylor models of several variables are not tried: one costs as much as a thousand boxes."""
_ROUGH = (Abs, Max, Min, sinc)


@dataclass
class Effort:
    """What a search may spend: boxes, and work in enclosures of a term of some thirty operations; seconds are a cap."""

    boxes: int
    work: float
    deadline: float

    def part(self, share: float) -> Effort:
        """A share of the boxes and of the work."""
        return Effort(max(1, int(share * self.boxes)), share * self.work, self.deadline)


def cover(
    goal: Goal, effort: Effort, *, points: Sequence[dict[Symbol, Expr]] = (), precision: int = 96, jobs: int = 1
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
    found: Step | str = ""
    for way, share in _ways(goal, rows, effort.work):
        data |= way
        try:
            found = _halve(goal, data, effort.part(share), jobs)
        except Rejected as error:
            if "points" not in data:
                return str(error)
            del data["points"]
            found = _halve(goal, data, effort.part(share), jobs)
        if not isinstance(found, str):
            break
    return found


def _ways(goal: Goal, rows: list[list[Any]], work: float) -> Iterator[tuple[dict[str, Any], float]]:
    """What is tried in turn, with its share of the effort: what costs little, then Taylor's formula further on."""
    first = faces(goal, rows, 0)
    if first:
        yield {"faces": first}, 0.5
        yield {"faces": faces(goal, rows, _FURTHER)}, 0.5
    else:
        yield {"faces": []}, 1.0
    order = _TAYLOR_ORDERS.get(len(rows), 0) if len(rows) == 1 or work > _MUCH else 0
    if order and not goal.shows.expr.has(*_ROUGH):
        yield {"order": order}, 0.5 if len(rows) > 1 else 1.0


def _matters(goal: Goal, x: Symbol) -> bool:
    used = goal.shows.expr.free_symbols
    return any(x in g.expr.free_symbols and g.expr.free_symbols & used - {x} for g in goal.given)


def faces(goal: Goal, rows: list[list[Any]], extra: int) -> list[list[Any]]:
    """Rows [x, at, order, reach] for the ends of ranges where the goal's term vanishes."""
    f = goal.shows.expr
    if f.has(*_ROUGH):
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
        if coefficients[-1].count_ops() > _LARGEST:
            return 0
    return 0


def _halve(goal: Goal, data: dict[str, Any], effort: Effort, jobs: int) -> Step | str:
    """The step with a tree, or what resisted; large trees are shared among processes."""
    cover = Cover(goal, data, Arb)
    whole: Box = ((Fraction(0), Fraction(1)),) * len(cover.variables)
    alone = effort if jobs == 1 else replace(effort, boxes=min(effort.boxes, _ALONE))
    done = _grow(cover, [(whole, 0)], alone)
    if not done.waiting:
        return Step("boxes", {**data, "tree": done.tree})
    if alone.boxes == effort.boxes or done.stuck:
        return done.reason
    parts = _shared(goal, data, done.waiting, effort.part((1 - _ALONE / effort.boxes) / len(done.waiting)), jobs)
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


def _grow(cover: Cover, waiting: list[tuple[Box, int]], effort: Effort) -> _Grown:
    tree: list[str] = []
    looks = _Looks(cover)
    for looked in range(effort.boxes):
        if not waiting:
            return _Grown("".join(tree), [])
        box, depth = waiting[-1]
        if depth == _DEPTH or looks.work > effort.work or worked() > effort.deadline:
            return _Grown(
                "".join(tree), waiting, True, f"after {looked} boxes it is not certain on {_decimal(cover, box)}"
            )
        waiting.pop()
        if cover.goal.given and cover.is_outside(box):
            tree.append(OUTSIDE)
            continue
        node = looks.leaf(box)
        if node is not None:
            tree.append(node)
            continue
        axis = _axis(cover, box)
        tree.append(str(axis))
        lower, upper = halves(box, axis)
        waiting += [(upper, depth + 1), (lower, depth + 1)]
    if not waiting:
        return _Grown("".join(tree), [])
    reason = f"after {effort.boxes} boxes it is not certain on {_decimal(cover, waiting[-1][0])}"
    return _Grown("".join(tree), waiting, False, reason)


def _shared(
    goal: Goal, data: dict[str, Any], waiting: list[tuple[Box, int]], effort: Effort, jobs: int
) -> list[str] | str:
    """The trees of the boxes that wait, in the order in which they belong, each grown by one of several processes."""
    context = get_context("spawn")
    with ProcessPoolExecutor(jobs, context, initializer=_begin, initargs=(goal, data)) as pool:
        own = replace(effort, deadline=effort.deadline - worked())  # each process has a clock of its own
        futures = [pool.submit(_grow_one, box, own) for box in waiting[::-1]]
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


def _grow_one(start: tuple[Box, int], effort: Effort) -> _Grown:
    """The tree of a box, in a process whose seconds from now on the effort's deadline is."""
    return _grow(_cover_of_this_process[0], [start], replace(effort, deadline=worked() + effort.deadline))


class _Looks:
    """Looks for the kind of leaf that a box can be, and counts what that costs."""

    def __init__(self, cover: Cover) -> None:
        self._cover = cover
        self._size = len(cover) / 30
        self.work = 0.0

    def leaf(self, box: Box) -> str | None:
        """The first kind of leaf that this box can be."""
        for node in self._kinds(box):
            try:
                self.work += self._size * self._cost(node)
                found = self._cover.enclosure(node, box)
            except (Undefined, Unsupported):
                continue
            if found > 0 if self._cover.strict else found >= 0:
                return node
        return None

    def _kinds(self, box: Box) -> list[str]:
        cover = self._cover
        touching = cover.near(box, 0)
        model = [TAYLOR] if cover.order else []
        nodes = [touching, *cover.nearest(box)] if touching else [PLAIN, CENTRED, *model, *cover.nearest(box)]
        return [*dict.fromkeys(nodes), *CONVEX[: len(cover.points)]]

    def _cost(self, node: str) -> float:
        """What an enclosure costs beside that of the term; products of series cost the square of their size."""
        cover, variables = self._cover, len(self._cover.variables)
        if node == PLAIN:
            return 1.0
        if node == CENTRED:
            return 1.0 + 3.0 * variables
        if node in CONVEX:
            return 4.0 * variables**2
        reach = [cover.order] * variables if node == TAYLOR else [face.reach for face in cover.chosen(node)]
        return 2.0 ** len(reach) * math.prod((n + 1) ** 2 / 2 for n in reach)


def _axis(cover: Cover, box: Box) -> int:
    return max(range(len(box)), key=lambda n: box[n][1] - box[n][0])


def _decimal(cover: Cover, box: Box) -> str:
    rows = []
    for x, (u, v) in zip(cover.variables, box, strict=True):
        lo, hi = (float(e) for e in cover.bounds[x])
        rows.append(f"{x} in [{lo + float(u) * (hi - lo):.6g}, {lo + float(v) * (hi - lo):.6g}]")
    return ", ".join(rows)
