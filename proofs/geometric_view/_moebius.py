"""The flat Möbius band in coordinates: L = h² is convex on it, and one step across it is longer than the distance."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from sympy import Lambda, Min, Tuple, sqrt

from proofs.geometric_view._trials import best, eta, k, loss, t, w
from verify.author.kernel import Theorem, assume, cases, combine, generalize, identity, instantiate
from verify.axioms import MOEBIUS_BAND, MOEBIUS_DIST, from_even
from verify.language.terms import Formula, Relation, VecHead, eq, ge, gt, le, real
from verify.lemmas import vanishes_with_its_square

x, h, a, b, y, z = real("x h a b y z")
u, v = real("u v")
FIRST, SECOND = u**2 + (h - z) ** 2, v**2 + (h + z) ** 2
ROOT = sqrt(Min(FIRST, SECOND))


def _on_one_side(small: Any, gap: Any, rest: Any, other: Any, order: Relation) -> Theorem:
    """z² = h², where the smaller term is 0, which is the square of a factor of h² − z² and another square."""
    nothing = combine(eq(small, 0), [(ROOT, assume(eq(ROOT, 0))), (-1, identity(eq(ROOT**2, small), facts=[order]))])
    least = combine(le(gap**2, 0), [(-1, nothing), (1, rest**2)])
    still = vanishes_with_its_square(gap, combine(eq(gap**2, 0), [(1, gap**2)], facts=[least]))
    return combine(eq(z**2, h**2), [(-other, still)])


@cache
def one_height() -> Theorem:
    """z² = h², where the least of u² + (h − z)² and v² + (h + z)² is 0, as is the distance of one point on the band."""
    orders = [ge(SECOND, FIRST), gt(FIRST, SECOND)]
    sides = [(FIRST, h - z, u, h + z), (SECOND, h + z, v, h - z)]
    return cases([_on_one_side(*side, order) for side, order in zip(sides, orders, strict=True)], orders)


def convex_along_geodesics(trial: Sequence[Formula]) -> Theorem:
    """L_t(q) ≥ L_t(v) + ⟨grad L_t(v), U⟩ for L = h² in the trials, where v + U is q = (y, z) on the band."""
    end = (x + a, h + b)
    arcs = {u: from_even(x + a - y), v: from_even(x + a - y - 1), h: h + b}
    above = combine(ge(z**2, h**2 + 2 * h * b), [(1, instantiate(one_height(), arcs)), (1, b**2)])
    return generalize(above, [t, x, h, a, b, y, z], [*trial, eq(MOEBIUS_DIST(*end, y, z), 0)])


ACROSS = {
    **MOEBIUS_BAND.values,
    loss: Lambda((t, x, h), h**2),
    VecHead("grad"): Lambda((t, x, h), Tuple(0, 2 * h)),
    w.head: Lambda(t, Tuple(0, 2 - 4 * t)),
    best: (0, 0),
    eta: 1,
    k: 1,
}
"""L = h² and one trial from (0, 2) to (0, −2), which is (1, 2), at the distance 1; w⋆ = (0, 0)."""
