"""Bounds of nested maxima and absolute values: what is above each branch, wherever that is the largest one or not.

Such a term is convex in what it is made of. So where it is subtracted, the outer node is told apart first, which leaves
one inner node at a time, and the conditions of its branches are not needed.
"""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Abs, Add, Expr, Max, Min

from verify.prover.goal import Goal
from verify.prover.search.moves import Move


def moves(goal: Goal) -> Iterator[Move]:
    """The goal without conditions of branches, and then the outer node of nested ones that the goal is to be above."""
    bare = [g for g in goal.given if not _nodes(g.expr)]
    capped = _capped(goal.shows.expr)
    if not capped or _nodes(goal.shows.expr) - set(capped).union(*map(_inner, capped)):
        return
    if len(bare) < len(goal.given):
        yield "rewrite", {"given": [[g.expr, g.strict] for g in bare]}
    if any(map(_inner, capped)):
        yield "unfold", {"node": max(capped, key=lambda n: (n.count_ops(), str(n)))}


def is_one_value(goal: Goal) -> bool:
    """Whether the goal is to be above one absolute value, and has no other kink: to polynomials that is a root."""
    nodes = _nodes(goal.shows.expr)
    return len(nodes) == 1 and all(isinstance(n, Abs) for n in nodes) and _capped(goal.shows.expr) == [*nodes]


def _nodes(term: Expr) -> set[Expr]:
    return set(term.atoms(Abs, Max, Min))


def _inner(node: Expr) -> set[Expr]:
    return set[Expr]().union(*(_nodes(a) for a in node.args))


def _capped(f: Expr) -> list[Expr]:
    """The nodes that are subtracted, or minima that are added."""
    rows = [part.as_coeff_Mul() for part in Add.make_args(f)]
    return [u for c, u in rows if isinstance(u, Abs | Max | Min) and c.is_Rational and (c > 0) == isinstance(u, Min)]
