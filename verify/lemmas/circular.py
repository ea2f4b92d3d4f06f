"""What arccos and the inner products of unit vectors are: where they lie, and that arccos undoes cos.

Each says it of terms; that they are in the range is a hypothesis unless the facts show it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from sympy import Rational, S, acos, cos, pi, sin

from verify.author.kernel import Theorem, assume, cases, combine, identity, instantiate
from verify.author.reasons import as_theorem, listed
from verify.author.steps import decided
from verify.language.terms import Formula, Inner, eq, ge, gt, le, lt, real, vectors

Facts = Sequence[Theorem | Formula]

_v, _w, _z = real("v w z")
_first, _second = vectors("u W")
_RANGE = [ge(_z, -1), le(_z, 1)]


def _at(theorem: Theorem, values: dict[Any, Any], facts: Facts) -> Theorem:
    return instantiate(theorem, values, [as_theorem(f) for f in facts])


@cache
def _not_negative() -> Theorem:
    return decided(ge(acos(_z), 0), _RANGE)


def arccosine_is_not_negative(x: Any, facts: Facts = ()) -> Theorem:
    """arccos x ≥ 0 for −1 ≤ x ≤ 1.

    >>> arccosine_is_not_negative(x).conclusion
    acos(x) ≥ 0
    """
    facts = listed(facts, "arccosine_is_not_negative")
    return _at(_not_negative(), {_z: x}, facts)


@cache
def _at_most_pi() -> Theorem:
    return decided(ge(pi, acos(_z)), _RANGE)


def arccosine_is_at_most_pi(x: Any, facts: Facts = ()) -> Theorem:
    """arccos x ≤ π for −1 ≤ x ≤ 1.

    >>> arccosine_is_at_most_pi(x).conclusion
    pi ≥ acos(x)
    """
    facts = listed(facts, "arccosine_is_at_most_pi")
    return _at(_at_most_pi(), {_z: x}, facts)


@cache
def _positive() -> Theorem:
    return decided(gt(acos(_z), 0), ge(_z, -1), lt(_z, 1))


def arccosine_is_positive(x: Any, facts: Facts = ()) -> Theorem:
    """arccos x > 0 for −1 ≤ x < 1.

    >>> arccosine_is_positive(x, [ge(x, 0), lt(x, 1)])
    <Theorem x ≥ 0, x < 1 ⊢ acos(x) > 0>
    """
    facts = listed(facts, "arccosine_is_positive")
    return _at(_positive(), {_z: x}, facts)


@cache
def _acute() -> Theorem:
    return decided(gt(pi / 2, acos(_z)), gt(_z, 0), le(_z, 1))


def arccosine_is_acute(x: Any, facts: Facts = ()) -> Theorem:
    """arccos x < π/2 for 0 < x ≤ 1.

    >>> arccosine_is_acute(x)
    <Theorem x > 0, x ≤ 1 ⊢ pi/2 > acos(x)>
    """
    facts = listed(facts, "arccosine_is_acute")
    return _at(_acute(), {_z: x}, facts)


@cache
def _sine(half_turns: int) -> Theorem:
    ends = half_turns * pi, (half_turns + 1) * pi
    return decided(gt(S.NegativeOne**half_turns * sin(_z), 0), gt(_z, ends[0]), lt(_z, ends[1]))


def sign_of_sine(x: Any, half_turns: int, facts: Facts = ()) -> Theorem:
    """sin x > 0 for 0 < x < π, and with its sign for so many half turns more.

    >>> sign_of_sine(x, -1)
    <Theorem x > -pi, x < 0 ⊢ -sin(x) > 0>
    """
    return _at(_sine(half_turns), {_z: x}, facts)


@cache
def _decreases() -> Theorem:
    return decided(gt(acos(_z), acos(_v)), ge(_z, -1), lt(_z, _v), le(_v, 1))


def arccosine_decreases(x: Any, y: Any, facts: Facts = ()) -> Theorem:
    """arccos x > arccos y for −1 ≤ x < y ≤ 1.

    >>> arccosine_decreases(x, y).conclusion
    acos(x) > acos(y)
    """
    facts = listed(facts, "arccosine_decreases")
    return _at(_decreases(), {_z: x, _v: y}, facts)


@cache
def _does_not_increase() -> Theorem:
    goal, within = ge(acos(_z), acos(_v)), [ge(1 + _z, 0), ge(1 - _v, 0), ge(1 + _v, 0), ge(1 - _z, 0)]
    strictly = combine(goal, [(1, _decreases())], facts=within)
    ordered, reached = le(_z, _v), ge(_z, _v)
    same = combine(eq(_z, _v), [(1, _z - _v)], facts=[ordered, reached])
    equal = combine(goal, [], using=[same], facts=within)
    return cases([strictly, equal], [lt(_z, _v), reached])


def arccosine_does_not_increase(x: Any, y: Any, facts: Facts = ()) -> Theorem:
    """arccos x ≥ arccos y for −1 ≤ x ≤ y ≤ 1.

    >>> arccosine_does_not_increase(x, y).conclusion
    acos(x) ≥ acos(y)
    """
    facts = listed(facts, "arccosine_does_not_increase")
    return _at(_does_not_increase(), {_z: x, _v: y}, facts)


@cache
def _of_cosine() -> Theorem:
    """cos is injective on [0, π], and both sides have one cosine."""
    decreasing = decided(gt(cos(_z), cos(_v)), ge(_z, 0), lt(_z, _v), le(_v, pi))
    same, goal = eq(cos(_v), cos(_z)), eq(_v, _z)
    ratio = (_v - _z) / (cos(_v) - cos(_z))
    sides = []
    for order in (decreasing, instantiate(decreasing, {_z: _v, _v: _z})):
        never = combine(goal, [(ratio, same)], facts=[order])  # cos v ≠ cos z is left as a hypothesis
        sides.append(instantiate(never, {}, [order]))
    above, below = sides
    injective = cases([assume(goal), above, below], [goal, gt(_v, _z), lt(_v, _z)])
    cosine = [
        combine(ge(1 - cos(_z), 0), [(2, sin(_z / 2) ** 2)]),
        combine(ge(1 + cos(_z), 0), [(2, cos(_z / 2) ** 2)]),
    ]
    ends = [lemma(cos(_z), cosine) for lemma in (arccosine_is_not_negative, arccosine_is_at_most_pi)]
    back = identity(eq(cos(acos(cos(_z))), cos(_z)), facts=cosine)
    inverse = instantiate(injective, {_v: acos(cos(_z))}, [*ends, back, *cosine])
    known = eq(_w, cos(_z))
    pairs = zip((-1, 1), cosine, strict=True)
    within = [combine(ge(1 + sign * _w, 0), [(1, bound), (sign, known)]) for sign, bound in pairs]
    return combine(eq(acos(_w), _z), [(1, inverse)], using=[known], facts=within)


def arccosine_of_cosine(x: Any, angle: Any, facts: Facts = ()) -> Theorem:
    """arccos x = angle, where x = cos(angle) and 0 ≤ angle ≤ π.

    >>> arccosine_of_cosine(x, y).conclusion
    acos(x) = y
    """
    facts = listed(facts, "arccosine_of_cosine")
    return _at(_of_cosine(), {_w: x, _z: angle}, facts)


@cache
def _inner_product() -> Theorem:
    units = [eq(Inner(_first, _first), 1), eq(Inner(_second, _second), 1)]
    apart = Inner(_first - _second, _first - _second)
    return combine(ge(1 - Inner(_first, _second), 0), [(Rational(1, 2), apart)], using=units)


def within_one(first: Any, second: Any, units: Facts) -> list[Theorem]:
    """⟨first, second⟩ ≤ 1 and ⟨first, second⟩ ≥ −1, for unit vectors, which `units` say they are.

    >>> within_one(u, v, [eq(Inner(u, u), 1), eq(Inner(v, v), 1)])[0]
    <Theorem ‖u‖**2 = 1, ‖v‖**2 = 1 ⊢ 1 - ⟨u, v⟩ ≥ 0>
    """
    upper = _at(_inner_product(), {_first: first, _second: second}, units)
    lower = _at(_inner_product(), {_first: -first, _second: second}, units)
    product = Inner(first, second)
    return [combine(ge(1 - product, 0), [(1, upper)]), combine(ge(1 + product, 0), [(1, lower)])]
