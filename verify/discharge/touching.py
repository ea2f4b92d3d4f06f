"""Inequalities between two points that are equations where the points meet, by convexity along the segment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sympy import Lambda, Symbol

from verify.author.kernel import Theorem, combine, instantiate
from verify.discharge.normal import plain
from verify.discharge.stumbles import GIVES_UP
from verify.language.terms import Deriv, Formula, Fun, Relation, difference, free_variables, ge, real, substitute
from verify.lemmas import above_tangent

if TYPE_CHECKING:
    from verify.discharge.sequents import Sequents

_MOST_COORDINATES = 3
_q, _r = real("q∙ r∙")


def convex_where_they_meet(goal: Relation, given: Sequence[Formula], search: Sequents) -> Theorem | None:
    """u ≥ v at points x and y of R^n, where u − v and its derivative in x vanish at x = y and it is convex in x.

    The points are made of the variables that no condition speaks of: the first half of them and the second, by name.
    """
    if goal.op != "≥" or goal.atoms(Fun):
        return None
    bound = set().union(*map(free_variables, given))
    free = [v for v in sorted(free_variables(goal) - bound, key=str) if v._assumptions_orig == {"real": True}]
    n, odd = divmod(len(free), 2)
    if odd or not 0 < n <= _MOST_COORDINATES:
        return None
    gap = plain(difference(goal), given)
    for moving, resting in ((free[:n], free[n:]), (free[n:], free[:n])):
        try:
            found = _above(goal, gap, moving, resting, search)
        except GIVES_UP:
            continue
        if found is not None:
            return found
    return None


def _above(goal: Relation, gap: Any, moving: list[Symbol], resting: list[Symbol], search: Sequents) -> Theorem | None:
    starts = substitute(gap, dict(zip(moving, resting, strict=True)))
    if plain(starts) != 0:
        return None
    places = [Symbol(f"p∙{n}", real=True) for n in range(len(moving))]
    directions = [Symbol(f"d∙{n}", real=True) for n in range(len(moving))]

    def along(origin: Sequence[Any], direction: Sequence[Any], s: Any) -> Any:
        point = [a + s * b for a, b in zip(origin, direction, strict=True)]
        return substitute(gap, dict(zip(moving, point, strict=True)))

    bend = plain(Deriv(Deriv(along(places, directions, _q), _q, _r), _r, 0))
    curved = search.formula(ge(bend, 0))
    if curved is None:
        return None
    apart = [a - b for a, b in zip(moving, resting, strict=True)]

    def convex(wanted: Relation, s: Symbol) -> Theorem:
        here = [a + s * b for a, b in zip(resting, apart, strict=True)]
        values = dict(zip([*places, *directions], [*here, *apart], strict=True))
        return combine(wanted, [(1, instantiate(curved, values))])

    return combine(goal, [(1, above_tangent(Lambda(_q, along(resting, apart, _q)), 0, 1, convex))])
