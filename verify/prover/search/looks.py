"""Looks at what a goal is made of, by which it is seen which ways are worth their time."""

from __future__ import annotations

from sympy import Abs, Function, Max, Min, Pow

from verify.prover.bounds import ranges
from verify.prover.goal import Goal

_SEVERAL = 3


def is_algebraic(goal: Goal) -> bool:
    """Whether the term is made of variables by arithmetic and rational powers."""
    f = goal.shows.expr
    nodes = f.atoms(Function) | {p for p in f.atoms(Pow) if not p.exp.is_Rational}
    return not any(n.free_symbols for n in nodes if not isinstance(n, Abs | Max | Min))


def is_wide(goal: Goal) -> bool:
    """Whether it has several variables and some without an end, so that boxes would hardly help."""
    used = goal.shows.expr.free_symbols
    return len(used) >= _SEVERAL and not all(r.finite for x, r in ranges(goal).items() if x in used)
