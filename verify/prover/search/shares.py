"""Sums of one term in turn over the variables: every summand is above its share x^p/Σ x^p of the bound."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import Add, Expr, Rational, S, Symbol, cancel

from verify.prover.goal import Goal
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples
from verify.prover.search.substitutions import new_variable

_VARIABLES = (2, 3, 4)
_LARGEST_BOTTOM = 12
"""Of the exponent."""


def shares(goal: Goal, samples: Samples) -> Iterator[Move]:
    """f = r + Σ t(xᵢ; the others), of degree zero, which vanishes where all variables are equal.

    The summands are t + r·xᵢᵖ/Σ xᵖ, where p is such that their slopes vanish there; none of them seems negative.
    Where p is no whole number, powers of new variables take the place of the variables first.
    """
    f = goal.shows.expr
    used = [x for x in goal.variables if x in f.free_symbols]
    if goal.shows.strict or len(used) not in _VARIABLES:
        return
    r, terms = _in_turn(f, used)
    if not terms or r == 0 or not all(samples.signs(x) == {1} for x in used):
        return
    p = _exponent(terms[0], r, used)
    if p is None or samples.ratio(terms[0].subs({x: 2 * x for x in used}, simultaneous=True), terms[0]) != 1:
        return
    whole = Add(*(x**p for x in used))
    parts = [t + r * x**p / whole for t, x in zip(terms, used, strict=True)]
    if not samples.points or any(-1 in samples.signs(part) for part in parts):
        return
    if p.q > 1:
        yield from _whole(used, int(p.q), goal)
    else:
        yield "sum", {"terms": parts}


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


def _in_turn(f: Expr, used: list[Symbol]) -> tuple[Expr, list[Expr]]:
    """The constant of the sum, and its other terms, the first for the first variable and so on; else none."""
    r, rest = f.as_coeff_Add()
    args = list(Add.make_args(rest))
    if not r.is_Rational or len(args) != len(used):
        return S.Zero, []
    turn = dict(zip(used, [*used[1:], used[0]], strict=True))
    for first in args:
        terms = [first]
        while len(terms) < len(used):
            terms.append(terms[-1].subs(turn, simultaneous=True))
        if set(terms) == set(args) and _exponent(first, r, used) is not None:
            return r, terms
    return S.Zero, []


def _exponent(t: Expr, r: Expr, used: list[Symbol]) -> Rational | None:
    """p with which t + r·xᵖ/Σ xᵖ vanishes to first order where all variables are 1; None if there is none."""
    n = len(used)
    ones = dict.fromkeys(used, S.One)
    slopes = [cancel(t.diff(y).subs(ones)) for y in used]
    p = -slopes[0] * n**2 / (r * (n - 1))
    level = cancel(t.subs(ones) + r / n) == 0
    even = all(slope == slopes[1] for slope in slopes[2:])
    if not level or not even or not p.is_Rational or p == 0 or p.q > _LARGEST_BOTTOM:
        return None
    return p
