"""What holds for several vectors of any inner-product space."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from verify.author.kernel import Theorem, cases, cite, combine, identity, instantiate
from verify.author.reasons import listed
from verify.axioms import DEFINITE
from verify.language.terms import Formula, Inner, eq, ge, gt, le, norm, real, vectors
from verify.lemmas import cauchy_schwarz, from_absurdity

_s = real("s")
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


@cache
def _norm_of_multiple() -> Theorem:
    """Where s is positive, by squares; where it is 0, both sides are."""
    goal, low = eq(norm(_s * _x), _s * norm(_x)), gt(0, _s)
    positive = combine(gt(-1 / _s, 0), [(1 / _s**2, low)], facts=[low])
    absurd = combine(ge(-1, 0), [(positive, ge(_s, 0))], facts=[low])
    beyond, there = identity(goal, facts=[gt(_s, 0)]), identity(goal, using=[eq(_s, 0)])
    return cases([beyond, there, from_absurdity(goal, absurd)], [gt(_s, 0), eq(_s, 0), low])


def norm_of_multiple(factor: Any, vector: Any, facts: Sequence[Theorem | Formula] = ()) -> Theorem:
    """‖s·u‖ = s·‖u‖, where the facts show that s is not negative; where it is positive `identity` says it too.

    >>> norm_of_multiple(x, u - v, ge(x, 0))
    <Theorem x ≥ 0 ⊢ ‖x*(u - v)‖ = x*‖u - v‖>
    """
    facts = listed(facts, "norm_of_multiple")
    sign = combine(ge(factor, 0), [(1, factor)], facts=facts)
    return instantiate(_norm_of_multiple(), {_s: factor, _x: vector}, [sign])
