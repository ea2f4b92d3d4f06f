"""Variables that equations among the conditions give in terms of the others."""

from __future__ import annotations

import sympy
from sympy import Expr, Symbol

from verify.prover.goal import Goal


def solve_equations(goal: Goal, sign: int) -> tuple[dict[Symbol, Expr], bool]:
    """Variables in terms of others, from conditions u ≥ 0 and −u ≥ 0 with u of degree 1 or 2 in one of them; in order.

    Of degree 2 only if none is of degree 1; then it is one of two roots, and the second result is True.
    """
    solved: dict[Symbol, Expr] = {}
    has_roots = False
    loose = [g.expr for g in goal.given if not g.strict]
    for u in loose:
        if sympy.expand(-u) not in map(sympy.expand, loose):
            continue
        reduced = u
        for x, value in solved.items():
            reduced = reduced.xreplace({x: value})
        reduced = sympy.expand(reduced)
        names = sorted(reduced.free_symbols, key=goal.variables.index, reverse=True)
        for x, degree in ((x, degree) for degree in (1, 2) for x in names):
            a, b, c = (reduced.diff(x, k).subs(x, 0) / sympy.factorial(k) for k in (2, 1, 0))
            if sympy.expand(a * x**2 + b * x + c - reduced) != 0 or (a if degree == 2 else b) == 0:
                continue
            if degree == 1 and a == 0:
                solved[x] = -c / b
                break
            if degree == 2 and a.is_Rational:
                solved[x] = (-b + sign * sympy.sqrt(b**2 - 4 * a * c)) / (2 * a)
                has_roots = True
                break
    return solved, has_roots
