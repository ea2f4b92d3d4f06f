"""Cubes cut into simplices by the order of the coordinates (Kuhn): on each a polynomial is a form in the sides.

So are inequalities proved on a cube that are sharp wherever all variables are equal, as those of Ky Fan.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

from sympy import S, Symbol

from verify.balls.arithmetic import Arb
from verify.prover.bounds import ranges
from verify.prover.certificate import reduce
from verify.prover.goal import Goal, Inequality
from verify.prover.rejected import Rejected
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples

_MOST_VARIABLES = 4


def by_order(goal: Goal, samples: Samples) -> Iterator[Move]:
    """The first two variables whose order is not known, where the term vanishes if all of them are equal.

    One order is enough where they may be exchanged. The conditions are those of a cube and of orders, and no others;
    once all is in order those are left of them that are the sides of a simplex.
    """
    used = [x for x in goal.variables if x in goal.shows.expr.free_symbols]
    if not 2 <= len(used) <= _MOST_VARIABLES or not _is_cube(goal, used) or not samples.points:
        return
    if not samples.are_equal(goal.shows.expr.xreplace(dict.fromkeys(used, used[0])), S.Zero):
        return
    for x, y in combinations(used, 2):
        if any(samples.signs(x - y) <= {0, sign} for sign in (1, -1)):
            continue
        try:
            reduce(goal, "order", {"pair": [x, y]}, Arb)
            yield "order", {"pair": [x, y]}
        except Rejected:
            yield "split", {"by": x - y, "closed": True}
        return
    sides = _sides(goal, samples, used)
    if len(sides) < len(goal.given):
        yield "rewrite", {"given": [[g.expr, g.strict] for g in sides]}


def _sides(goal: Goal, samples: Samples, used: list[Symbol]) -> list[Inequality]:
    """The two ends and the orders of neighbours, where all variables are in order."""
    below = {x: sum(samples.signs(x - y) <= {0, 1} for y in used) for x in used}
    chain = sorted(used, key=lambda x: -below[x])
    links = [x - y for x, y in pairwise(chain)]
    r = ranges(goal)[used[0]]
    wanted = [r.hi - chain[0], *links, chain[-1] - r.lo]
    return [g for g in goal.given if g.expr in wanted]


def _is_cube(goal: Goal, used: list[Symbol]) -> bool:
    """Whether all variables have the same two ends, and nothing else is known but orders."""
    r = ranges(goal)
    ends = {(r[x].lo, r[x].hi) for x in used}
    orders = {s * (x - y) for x, y in combinations(used, 2) for s in (1, -1)}
    single = {g for g in goal.given if len(g.expr.free_symbols) == 1}
    return len(ends) == 1 and r[used[0]].finite and all(g in single or g.expr in orders for g in goal.given)
