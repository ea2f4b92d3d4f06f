"""What holds for several vectors of any inner-product space."""

from __future__ import annotations

from functools import cache
from typing import Any

from verify.author.kernel import Theorem, cases, cite, combine, instantiate
from verify.axioms import DEFINITE
from verify.language.terms import Inner, eq, ge, gt, le, vectors
from verify.lemmas import cauchy_schwarz

_x, _y, _z = vectors("x y z")


@cache
def _gram_determinant() -> Theorem:
    """By Cauchy–Schwarz for what y and z have beside x, times ‖x‖²; where x is 0 both sides are."""
    size, first, second = Inner(_x, _x), Inner(_x, _y), Inner(_x, _z)
    left, right = size * _y - first * _x, size * _z - second * _x
    goal = ge(
        size * Inner(_y, _y) * Inner(_z, _z) + 2 * first * second * Inner(_y, _z),
        size * Inner(_y, _z) ** 2 + Inner(_y, _y) * second**2 + Inner(_z, _z) * first**2,
    )
    moves, still = gt(size, 0), le(size, 0)
    up, down = cauchy_schwarz(left, right), cauchy_schwarz(left, -right)
    apart = combine(ge(Inner(left, left) * Inner(right, right), Inner(left, right) ** 2), [(up, down)])
    beside = combine(goal, [(1 / size**3, apart)], facts=[moves])
    null = combine(eq(size, 0), [(1, size)], facts=[still])
    nothing = combine(goal, [], using=[instantiate(cite(DEFINITE), {}, [null])])
    return cases([beside, nothing], [moves, still])


def gram_determinant(x: Any, y: Any, z: Any) -> Theorem:
    """The Gram determinant of three vectors is not negative.

    >>> gram_determinant(u, v, w).conclusion.lhs
    ‖u‖**2*‖v‖**2*‖w‖**2 + 2*⟨u, v⟩*⟨u, w⟩*⟨v, w⟩
    """
    return instantiate(_gram_determinant(), {_x: x, _y: y, _z: z})
