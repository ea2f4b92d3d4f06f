"""From −1 ≥ 0 follows everything."""

from __future__ import annotations

from functools import cache

from sympy import S

from verify.author.kernel import Theorem, assume, combine, instantiate
from verify.language.terms import Relation, difference, eq, ge, gt, real
from verify.lemmas import from_absurdity

ABSURD = ge(S.NegativeOne, S.Zero)
_a, _b = real("a b")


@cache
def _clash() -> Theorem:
    """a > 0, −a ≥ 0 ⊢ −1 ≥ 0; first b/a ≥ 0, as facts that contradict each other settle no sign."""
    ratio = combine(ge(_b / _a, 0), [(1 / _a, assume(ge(_b, 0)))], facts=[gt(_a, 0)])
    return instantiate(ratio, {_b: -_a}, [assume(gt(_a, 0))])


def clash(positive: Theorem, opposite: Theorem) -> Theorem:
    """−1 ≥ 0, from u > 0 and −u ≥ 0."""
    return instantiate(_clash(), {_a: positive.conclusion.lhs}, [positive, opposite])


def from_nothing(goal: Relation, absurd: Theorem) -> Theorem:
    """Any relation between scalars, from c ≥ 0 for a negative number c."""
    if goal.op == "=":
        return from_absurdity(goal, absurd)
    one = from_absurdity(eq(difference(goal), S.One), absurd)
    return combine(goal, [(1, one), (1, 1)])
