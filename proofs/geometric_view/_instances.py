"""The schemas of section 4 and 5 in the coordinates of a manifold: what its instances have in common."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from sympy import Abs, Lambda

from verify.author.kernel import Theorem, assume, combine, generalize, instantiate
from verify.language.terms import Formula, eq, ge, integer, real
from verify.lemmas import vanishes_with_its_square

t = integer("t")
x, u, q = real("v U q")


@cache
def one_name() -> Theorem:
    """q = v, where |v − q| = 0."""
    apart = eq(Abs(x - q), 0)
    square = combine(eq((x - q) ** 2, 0), [(Abs(x - q), assume(apart))])
    return combine(eq(q, x), [(-1, vanishes_with_its_square(x - q, square))])


def convex_on_the_line(
    value: Lambda, slope: Lambda, trial: Sequence[Formula], gap: Sequence[tuple[Any, Any]] = ()
) -> Theorem:
    """L_t(q) ≥ L_t(v) + L_t′(v)U in the trials, where v + U is q; `gap` is what there is between the sides."""
    there = instantiate(one_name(), {x: x + u})
    goal = ge(value(t, q), value(t, x) + slope(t, x) * u)
    above = combine(ge(value(t, x + u), goal.rhs), list(gap))
    return generalize(combine(goal, [(1, above)], using=[there]), [t, x, u, q], [*trial, eq(Abs(x + u - q), 0)])
