"""Moves where a term touches zero inside of its domain: splits at the point or along the curve, and tangents there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import mpmath
import sympy
from sympy import Abs, Add, Expr, Max, Min, Symbol

from verify.prover.bounds import ranges
from verify.prover.goal import Goal
from verify.prover.search.closed_forms import closed_forms
from verify.prover.search.moves import Move
from verify.prover.search.newton import SINGULAR, SMALL, Slopes
from verify.prover.search.samples import DIGITS, Samples
from verify.prover.search.touching import touching

Place = tuple[Any, tuple[Any, ...]]
"""The value of one variable, and those of the others."""

_STARTS = 12
_MOST_ALONG, _MOST_SUMMANDS = 3, 9
"""Variables, and summands, of a term whose tangents along a curve are looked at."""
_SPARE = 3
"""So many more places on a curve than a form of it has constants are to agree with it."""


def touched(goal: Goal, samples: Samples) -> Iterator[Move]:
    """In one variable: splits where the term touches zero, exactly; at an end of the parts its order is known."""
    f = goal.shows.expr
    if len(f.free_symbols) != 1 or goal.shows.strict:
        return
    if f.has(sympy.sin, sympy.cos) and not all(ranges(goal)[x].finite for x in f.free_symbols):
        return  # there may be as many places as periods
    for point in touching(goal, samples):
        for x, at in point.items():
            if samples.signs(x - at) >= {-1, 1}:
                yield "split", {"by": x - at, "closed": True}


def tangents(goal: Goal, samples: Samples) -> Iterator[Move]:
    """f = Σ gᵢ, which touches zero at p: every gᵢ is above its tangent plane at p, and these planes add up to 0."""
    f = goal.shows.expr
    if goal.shows.strict or len(f.free_symbols) < 2 or len(Add.make_args(f)) < 2:
        return
    for point in touching(goal, samples):
        for parts in (_by_variables(f), list(Add.make_args(f))):
            terms = [t for g in parts if (t := g - _tangent(g, point)) != 0]
            if len(terms) > 1 and all(samples.defined(t) and -1 not in samples.signs(t) for t in terms):
                yield "sum", {"terms": terms}
                break


def _by_variables(f: Expr) -> list[Expr]:
    """The summands that have the same variables together."""
    found: dict[frozenset[Any], Expr] = {}
    for term in Add.make_args(f):
        used = frozenset(term.free_symbols)
        found[used] = found.get(used, sympy.S.Zero) + term
    return list(found.values())


def _tangent(g: Expr, point: dict[Symbol, Expr]) -> Expr:
    slopes = (g.diff(x).subs(point) * (x - at) for x, at in point.items())
    return sympy.expand(g.subs(point) + Add(*slopes))


def curves(goal: Goal, samples: Samples) -> Iterator[Move]:
    """Splits along curves on which the term and its slope in one variable vanish, as far as seen."""
    if not goal.shows.strict:
        for x, curve in _curves(goal, samples):
            yield "split", {"by": x - curve, "closed": True}


def _curves(goal: Goal, samples: Samples) -> Iterator[tuple[Symbol, Expr]]:
    """For each variable the curve on which the term and its slope in it vanish, as a function of the others."""
    f = goal.shows.expr
    used = tuple(sorted(f.free_symbols, key=str))
    if len(used) < 2 or f.has(Abs, Max, Min) or not set(used) <= set(goal.variables):
        return
    for x in used:
        if x not in samples.curves:
            others = tuple(y for y in used if y != x)
            forms = _forms(_contacts(goal, samples, x, others), others)
            samples.curves[x] = next((curve for curve in forms if _is_contact(f, x, curve, samples)), None)
        if (found := samples.curves[x]) is not None:
            yield x, found


def _is_contact(f: Expr, x: Symbol, curve: Expr, samples: Samples) -> bool:
    return samples.signs(x - curve) >= {-1, 1} and samples.are_equal(f.subs(x, curve), sympy.S.Zero)


def tangents_along(goal: Goal, samples: Samples) -> Iterator[Move]:
    """f = g + h, which touches zero along a curve: both are above their tangents there, which add up to 0.

    The summands of f are shared out between g and h in every way, until one is seen in which neither is negative.
    """
    f = goal.shows.expr
    rows = (t.as_coeff_Mul() for t in Add.make_args(f))
    parts = [c * u for c, t in rows for u in Add.make_args(t) if u.free_symbols]
    few = 2 <= len(f.free_symbols) <= _MOST_ALONG and 3 <= len(parts) <= _MOST_SUMMANDS
    if goal.shows.strict or not few or not samples.points:
        return
    for x, curve in _curves(goal, samples):
        gaps = [t - _tangent_along(t, x, curve) for t in parts]
        signs = [samples.signs(gap) for gap in gaps]
        bent = [gap for gap, s in zip(gaps, signs, strict=True) if s - {0}]
        for chosen in range(1, 2 ** (len(bent) - 1)):
            sides = [Add(*(g for n, g in enumerate(bent) if chosen >> n & 1 == side)) for side in (0, 1)]
            if all(samples.defined(side) and -1 not in samples.signs(side) for side in sides):
                yield "sum", {"terms": sides}
                return


def _tangent_along(g: Expr, x: Symbol, curve: Expr) -> Expr:
    return g.subs(x, curve) + g.diff(x).subs(x, curve) * (x - curve)


def _contacts(goal: Goal, samples: Samples, x: Symbol, others: tuple[Symbol, ...]) -> list[Place]:
    """Values of x, with those of the others, where the term and its slope in x vanish."""
    f = goal.shows.expr
    system = Slopes(f, [f.diff(x)], (x, *others))
    rows = [dict(zip(goal.variables, p, strict=True)) for p in samples.points[:_STARTS]]
    found: list[Place] = []
    with mpmath.workdps(DIGITS):
        for row in rows:
            rest = tuple(row[y] for y in others)
            for start in sorted({r[x] for r in rows}, key=lambda at: abs(at - row[x]))[:3]:
                zero = system.zero((start,), rest)
                if zero is not None:
                    found.append((zero[0], rest))
                    break
    return found


def _forms(places: list[Place], others: tuple[Symbol, ...]) -> Iterator[Expr]:
    """Sums and products of powers of the other variables that go through all the places."""
    if len(places) < len(others) + 1 + _SPARE:
        return
    with mpmath.workdps(DIGITS):
        constants = _fitted(places)
        if constants is not None:
            yield Add(constants[-1], *(c * y for c, y in zip(constants, others, strict=False)))
        if all(at > 0 and all(r > 0 for r in rest) for at, rest in places):
            rows = [(mpmath.log(at), tuple(mpmath.log(r) for r in rest)) for at, rest in places]
            constants = _fitted(rows)
            if constants is not None and all(c.is_Rational for c in constants[:-1]):
                powers = (y**c for c, y in zip(constants, others, strict=False))
                yield sympy.Mul(sympy.exp(constants[-1]), *powers)


def _fitted(rows: list[Place]) -> list[Expr] | None:
    """Exact coefficients, the constant last, of a linear function that has the values at all arguments."""
    count = len(rows[0][1]) + 1
    matrix = mpmath.matrix([[*rest, 1] for _, rest in rows[:count]])
    try:
        found = mpmath.lu_solve(matrix, mpmath.matrix([at for at, _ in rows[:count]]))
    except SINGULAR:
        return None
    for at, rest in rows:
        if abs(at - sum(c * r for c, r in zip(found, (*rest, 1), strict=True))) > SMALL * max(1, abs(at)):
            return None
    exact = [closed_forms(c) for c in found]
    return [some[0] for some in exact] if all(exact) else None
