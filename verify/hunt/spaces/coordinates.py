"""The ranges that free numbers are drawn from, and the exact numbers that are tried first."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sympy import Add, Expr, Mul, Rational, S, Symbol, diff, log, pi
from sympy.functions.elementary.trigonometric import TrigonometricFunction

from verify.hunt.space import Coordinate
from verify.hunt.spaces.grounding import Ground
from verify.hunt.spaces.solving import Plan

WIDE = 6
"""How far a number goes on either side where no hypothesis bounds it."""

TINY = Rational(1, 10**6)
"""How near a positive number comes to zero."""

LEAST = Rational(1, 10)
"""The least size of a coefficient that is not zero."""

SHORT = 60
"""Operations of a step that is multiplied out to see what it is made of."""

_R = Rational
_NUMBERS = (
    S.One, S.Zero, -S.One, _R(1, 2), S(2), -S(2), _R(-1, 2), _R(1, 3), _R(2, 3), _R(1, 4), _R(3, 4), S(3), -S(3), S(4),
    S(10), _R(1, 10), _R(9, 10), _R(3, 2), _R(1, 5), _R(1, 100), S(5), S(20), log(2), log(3), -log(2),
)  # fmt: skip
_ANGLES = (
    S.Zero, pi / 2, pi, pi / 4, pi / 3, pi / 6, 3 * pi / 4, 2 * pi / 3, 5 * pi / 6, 3 * pi / 2, -pi / 2, -pi / 4,
    -pi / 3, -pi, 2 * pi, -2 * pi / 3, -pi / 6, pi / 12, 5 * pi / 12,
)  # fmt: skip


def coordinates(
    plan: Plan,
    free: Sequence[Symbol],
    checked: Sequence[Ground],
    turning: bool,
    turned: Collection[Symbol] = (),
    coefficients: Collection[Symbol] = (),
) -> tuple[Coordinate, ...]:
    """The coordinates of a space: its free numbers, then its angles, then its branches.

    Args:
        plan: how everything else follows.
        free: the numbers that nothing determines.
        checked: relations, some of which bound a number.
        turning: whether multiples of π are worth trying for the numbers.
        turned: the numbers that are angles, as circular functions are taken of them.
        coefficients: the numbers that are coefficients of functions.
    """
    found = []
    for s in free:
        low, high = _range(s, plan, checked)
        numbers = (
            (*_NUMBERS[:4], pi / 2, pi, -pi, *_NUMBERS[4:9], *_ANGLES[3:13], *_NUMBERS[9:]) if turning else _NUMBERS
        )
        least = LEAST if s in coefficients else S.Zero
        low = max(low, least) if s.is_positive else low
        near = tuple(x for x in numbers if low <= x <= high and not (s.is_integer and not x.is_integer))
        near = near if not s.is_positive else tuple(x for x in near if x > 0)
        found.append(Coordinate(s.name, float(low), float(high), bool(s.is_integer), near, s in turned, float(least)))
    found += [Coordinate(s.name, float(-pi), float(2 * pi), False, _ANGLES, True) for s in plan.angles]
    found += [Coordinate(s.name, 0.0, 1.0, True, (S.Zero, S.One)) for s in plan.branches]
    return tuple(found)


def angles(terms: Sequence[Expr], plan: Plan) -> set[Symbol]:
    """The free numbers that circular functions are taken of, as a sum of multiples of them and of π.

    What a step gives is followed to what it is made of: there a number that may have either sign is an angle also where
    a positive one, as a rate or a time, multiplies it.
    """
    found: set[Symbol] = set()
    steps = [s for e in terms for f in e.atoms(TrigonometricFunction) for s in _added(f.args[0])]
    while steps:
        s = steps.pop()
        if s in found:
            continue
        found.add(s)
        made = plan.steps.get(s, S.Zero)
        made = made.expand() if made.count_ops() < SHORT else made
        steps += [x for x in made.free_symbols if not x.is_nonnegative and _is_scaled(made, x)]
    return found - set(plan.steps)


def _added(angle: Expr) -> list[Symbol]:
    """The symbols of an angle that is a sum of rational multiples of them and of π; none of any other."""
    symbols = sorted(angle.free_symbols, key=str)
    rest = angle - Add(*(angle.coeff(s) * s for s in symbols))
    plain = (rest / pi).is_Rational and all(angle.coeff(s).is_Rational for s in symbols)
    return symbols if plain else []


def _is_scaled(made: Expr, x: Symbol) -> bool:
    """Whether the term is a sum with a multiple of x, the factor a number or positive, and no other part with it."""
    parts = [part for part in Add.make_args(made) if x in part.free_symbols]
    factors = [part / x for part in parts]
    return len(parts) == 1 and all(
        a.is_positive or a.is_Rational for factor in factors for a in Mul.make_args(factor) if a != -1
    )


def _range(s: Symbol, plan: Plan, checked: Sequence[Ground]) -> tuple[Any, Any]:
    low, high = -S(WIDE), S(WIDE)
    if s.is_nonnegative:
        low, high = TINY if s.is_positive else S.Zero, S(4 * WIDE)
    bounds = [bound for g in checked if g.op in ("≥", ">") and (bound := _bound(g.difference, s)) is not None]
    bounds += [bound for t, e in plan.steps.items() if t.is_nonnegative and (bound := _share(e, s)) is not None]
    for value, is_lower in bounds:
        if is_lower:
            low, high = max(low, value), max(high, value + WIDE)
    for value, is_lower in bounds:
        if not is_lower:
            high = min(high, value)
    return (low, high) if low < high else (high - 1, high) if low > high else (low, low + TINY)


def _bound(term: Expr, s: Symbol) -> tuple[Any, bool] | None:
    """The number that `term ≥ 0` bounds s by, if it speaks of s alone and is linear: and whether from below."""
    if term.free_symbols != {s}:
        return None
    factor = diff(term, s)
    if not factor.is_number or not factor.is_nonzero:
        return None
    return -term.xreplace({s: S.Zero}) / factor, bool(factor > 0)


def _share(term: Expr, s: Symbol) -> tuple[Any, bool] | None:
    """The most that s can be where `term`, a number less a sum of positive parts, is not negative."""
    if s not in term.free_symbols or not term.is_Add:
        return None
    total = S.Zero
    for part in term.args:
        if part.is_number:
            total += part
        elif not part.is_nonpositive:
            return None
    factor = -diff(term, s)
    return (total / factor, False) if factor.is_number and factor.is_positive and total.is_positive else None
