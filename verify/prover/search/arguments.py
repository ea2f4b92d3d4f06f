"""Functions of one polynomial in several variables: that polynomial as a variable, between ends that it has."""

from __future__ import annotations

from collections.abc import Iterator

import sympy
from sympy import Expr, Function, Poly, S, Symbol, exp, pi

from verify.balls.arithmetic import Arb
from verify.prover.bounds import ranges
from verify.prover.goal import Goal, Inequality
from verify.prover.rules.plain import follows
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples
from verify.prover.search.substitutions import new_variable

_ENDS = (S.Zero, pi / 2, pi, -pi / 2, -pi)
"""Ends that are tried beside those of the variables."""


def alone(goal: Goal, samples: Samples) -> Iterator[Move]:
    """f = F(u), with u of degree 1 in a variable, as F(t): so is sin(px + qy) a sine, as any other.

    The ends of t are the closest ones of those that the variables and the sine have that no sample lies beyond.
    """
    f = goal.shows.expr
    used = sorted(f.free_symbols, key=str)
    u = _argument(f)
    if u is None or len(used) < 2 or not samples.points:
        return
    for x in used:
        rows = Poly(u, x).all_coeffs() if u.is_polynomial(x) else []
        if len(rows) == 2 and samples.signs(rows[0]) in ({1}, {-1}):
            side = 1 if samples.signs(rows[0]) == {1} else -1
            if not follows(Goal(goal.variables, goal.given, Inequality(side * rows[0], True)), Arb):
                yield "split", {"by": -side * rows[0]}  # it may be zero, which is a case of its own
            t = new_variable(goal, x)
            data = {"forward": [[x, (t - rows[1]) / rows[0]]], "inverse": [[t, u]]}
            yield "substitute", data | {"given": _ends(goal, u, t, samples)}
            return


def _argument(f: Expr) -> Expr | None:
    """The one argument of all functions of the term, if no variable stands anywhere else."""
    nodes = [n for n in f.atoms(Function, exp) if n.free_symbols]
    inside = {n.args[0] for n in nodes}
    flat = f.xreplace({n: sympy.Dummy() for n in nodes})
    if len(inside) != 1 or flat.free_symbols & f.free_symbols:
        return None
    (u,) = inside
    return u if u.is_polynomial(*u.free_symbols) and not u.is_Symbol else None


def _ends(goal: Goal, u: Expr, t: Symbol, samples: Samples) -> list[list[object]]:
    """The closest ends below and above."""
    bounds = ranges(goal)
    known = {end for x in goal.variables for end in (bounds[x].lo, bounds[x].hi) if end is not None}
    found = sorted({*_ENDS, *known}, key=float)
    lower = [end for end in found if -1 not in samples.signs(u - end)]
    upper = [end for end in found if 1 not in samples.signs(u - end)]
    rows: list[list[object]] = [[t - lower[-1], False]] if lower else []
    return [*rows, [upper[0] - t, False]] if upper else rows
