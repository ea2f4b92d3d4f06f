"""Sums of one term in turn over the variables: every summand is above its share x^p/Σ x^p of the bound."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import Any

import sympy
from sympy import Add, Dummy, Expr, Poly, PolynomialError, Rational, S, Symbol, simplify

from verify.prover.goal import Goal
from verify.prover.rules.coordinates import equations
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples
from verify.prover.search.substitutions import new_variable

_VARIABLES = (2, 3, 4)
_LARGEST_BOTTOM = 12
"""Of the exponent."""
_MOST_ORBITS, _MOST_WAYS = 3, 27
"""Terms in turn, and ways to say which of their variables is the first, that are looked at."""


def shares(goal: Goal, samples: Samples) -> Iterator[Move]:
    """f = r + Σ t(xᵢ; the others), which vanishes where all variables are equal: of degree zero, or on an equation.

    The summands are t + r·xᵢᵖ/Σ xᵖ, where p is such that their slopes vanish there, as far as the equation leaves them
    free; none of them seems negative. Where the equation says that Σ xᵖ is a number, that takes its place. Where p is
    no whole number, powers of new variables take the place of the variables first, if there is no equation.
    """
    f = goal.shows.expr
    used = [x for x in goal.variables if x in f.free_symbols]
    if goal.shows.strict or len(used) not in _VARIABLES:
        return
    r, rest = f.as_independent(*used, as_Add=True)
    if r == 0 or not all(samples.signs(x) == {1} for x in used):
        return
    level = _level(goal, used, r, rest)
    for terms in islice(_in_turn(rest, used), _MOST_WAYS) if level is not None else ():
        p = _exponent(terms[0], r, used, level) if len(terms[0].free_symbols) > 1 else None
        if p is None or not (equations(goal) or _is_of_degree_zero(terms[0], used, samples)):
            continue
        whole = Add(*(x**p for x in used))
        sums = samples.ratio(whole, S.One) if equations(goal) else None
        bottom = len(used) * level**p if sums is not None else whole
        parts = [t + r * x**p / bottom for t, x in zip(terms, used, strict=True)]
        if not samples.points or any(-1 in samples.signs(part) for part in parts):
            continue
        if p.q > 1 and not equations(goal):
            yield from _whole(used, int(p.q), goal)
        elif p.q == 1:
            yield "sum", {"terms": parts if sums is None else [*parts, r - r * whole / bottom]}
        return


def _is_of_degree_zero(t: Expr, used: list[Symbol], samples: Samples) -> bool:
    return samples.ratio(t.subs({x: 2 * x for x in used}, simultaneous=True), t) == 1


def _level(goal: Goal, used: list[Symbol], r: Expr, rest: Expr) -> Expr | None:
    """The value that all variables have where they are equal and f vanishes; 1 where they may have any."""
    bound = [u for u in equations(goal) if u.free_symbols == {*used}]
    if not bound:
        return S.One
    place = Dummy(positive=True)
    there = dict.fromkeys(used, place)
    try:
        roots = Poly(bound[0].subs(there), place).real_roots() if len(bound) == 1 else []
    except (PolynomialError, NotImplementedError):
        return None
    for value in roots:
        at = dict.fromkeys(used, value)
        slopes = {simplify(bound[0].diff(x).subs(at)) for x in used}
        if value.is_positive and len(slopes) == 1 and simplify((r + rest).subs(at)) == 0:
            return sympy.radsimp(value)
    return None


def _whole(used: list[Symbol], q: int, goal: Goal) -> Iterator[Move]:
    """Powers of new variables for all of them, so that the exponents of the shares are whole numbers."""
    new: list[Symbol] = []
    for x in used:
        new.append(new_variable(goal, x, new))
    data: dict[str, Any] = {
        "forward": [[x, y**q] for x, y in zip(used, new, strict=True)],
        "inverse": [[y, x ** Rational(1, q)] for x, y in zip(used, new, strict=True)],
        "given": [[y, True] for y in new],
    }
    yield "substitute", data


def _in_turn(rest: Expr, used: list[Symbol]) -> Iterator[list[Expr]]:
    """The summands put together to terms in turn, the first for the first variable and so on, in every way."""
    turn = dict(zip(used, [*used[1:], used[0]], strict=True))
    args = list(Add.make_args(rest))
    orbits: list[list[Expr]] = []
    while args and len(orbits) < _MOST_ORBITS:
        orbit = [args[0]]
        while len(orbit) < len(used):
            orbit.append(orbit[-1].subs(turn, simultaneous=True))
        if len({*orbit}) < len(used) or not {*orbit} <= {*args}:
            return
        orbits.append(orbit)
        args = [term for term in args if term not in orbit]
    if args:
        return
    for starts in product(range(len(used)), repeat=len(orbits)):
        turned = [orbit[n:] + orbit[:n] for orbit, n in zip(orbits, starts, strict=True)]
        yield [Add(*parts) for parts in zip(*turned, strict=True)]


def _exponent(t: Expr, r: Expr, used: list[Symbol], level: Expr) -> Rational | None:
    """p with which t + r·xᵖ/Σ xᵖ vanishes to first order where all variables are equal; None if there is none."""
    n = len(used)
    at = dict.fromkeys(used, level)
    if simplify(t.subs(at) + r / n) != 0:
        return None
    own, *others = (simplify(t.diff(y).subs(at)) for y in used)
    p = simplify(-n * level * (own - others[0]) / r)
    even = all(simplify(slope - others[0]) == 0 for slope in others[1:])
    if not even or not p.is_Rational or p == 0 or p.q > _LARGEST_BOTTOM:
        return None
    return p
