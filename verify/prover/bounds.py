"""Constant bounds that the conditions of a goal imply for each of its variables, by linear propagation."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sympy import Expr, Poly, PolynomialError, S, Symbol

from verify.balls.evaluate import is_positive
from verify.prover.goal import Goal, Inequality

_ROUNDS = 6
_KEPT = 2000
"""How many answers are remembered, as a search asks of the same conditions again and again."""


@dataclass(frozen=True)
class Range:
    """lo ≤ x ≤ hi, without the ends where they are open; None where there is no bound."""

    lo: Any = None
    open_lo: bool = False
    hi: Any = None
    open_hi: bool = False

    @property
    def finite(self) -> bool:
        """Whether it has both ends."""
        return self.lo is not None and self.hi is not None


def ranges(goal: Goal) -> dict[Symbol, Range]:
    """For each variable, bounds that hold wherever all conditions do."""
    return dict(_ranges(goal))


@lru_cache(_KEPT)
def _ranges(goal: Goal) -> dict[Symbol, Range]:
    found = {x: Range() for x in goal.variables}
    linear = [form for g in goal.given if (form := _linear(g, goal.variables)) is not None]
    for _ in range(_ROUNDS):
        before = dict(found)
        for coefficients, constant, strict in linear:
            for x in coefficients:
                _tighten(found, x, coefficients, constant, strict)
        if found == before:
            break
    return found


@lru_cache(_KEPT)
def _linear(g: Inequality, variables: tuple[Symbol, ...]) -> tuple[dict[Symbol, Expr], Expr, bool] | None:
    """The coefficients and the constant of a condition that is linear with constant coefficients."""
    if not g.expr.free_symbols & set(variables):
        return None
    try:
        poly = Poly(g.expr, *variables)
    except PolynomialError:
        return None
    if poly.total_degree() > 1 or any(c.free_symbols or c.is_real is False for c in poly.coeffs()):
        return None
    coefficients = {x: poly.coeff_monomial(x) for x in variables}
    return {x: c for x, c in coefficients.items() if c != 0}, poly.coeff_monomial(1), g.strict


def _tighten(
    found: dict[Symbol, Range], x: Symbol, coefficients: dict[Symbol, Expr], constant: Expr, strict: bool
) -> None:
    """From a·x + Σ b·y + c ≥ 0: a·x ≥ −c − the largest value of Σ b·y."""
    total, open_end = -constant, strict
    for y, b in coefficients.items():
        if y == x:
            continue
        positive = is_positive(b)
        if positive is None:
            return
        end, open_y = (found[y].hi, found[y].open_hi) if positive else (found[y].lo, found[y].open_lo)
        if end is None:
            return
        total, open_end = total - b * end, open_end or open_y
    positive = is_positive(coefficients[x])
    if positive is None:
        return
    end = total / coefficients[x]
    old = found[x]
    if positive and _better(end, old.lo, open_end, old.open_lo, 1):
        found[x] = Range(end, open_end, old.hi, old.open_hi)
    elif not positive and _better(end, old.hi, open_end, old.open_hi, -1):
        found[x] = Range(old.lo, old.open_lo, end, open_end)


def _better(new: Expr, old: Expr | None, new_open: bool, old_open: bool, sign: int) -> bool:
    if old is None:
        return True
    gap = (new - old) * sign
    if gap == S.Zero:
        return new_open and not old_open
    return is_positive(gap) is True


def is_empty(goal: Goal) -> bool:
    """Whether the bounds, or a condition without variables, certainly contradict each other."""
    for g in goal.given:
        if not g.expr.free_symbols and (is_positive(-g.expr) is True or (g.strict and g.expr == 0)):
            return True
    for r in ranges(goal).values():
        if r.finite and (is_positive(r.lo - r.hi) is True or (r.lo == r.hi and (r.open_lo or r.open_hi))):
            return True
    return False
