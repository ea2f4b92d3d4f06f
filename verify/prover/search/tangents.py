"""Moves by the tangents of the logarithm: means of logarithms, and u − 1 − log u."""

from __future__ import annotations

from collections.abc import Iterator

import sympy

from verify.prover.goal import Goal, Inequality
from verify.prover.search.logarithm_forms import averaged, below_tangent
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples
from verify.prover.search.substitutions import fresh_rows


def below_tangents(goal: Goal, samples: Samples) -> Iterator[Move]:
    """A mean of logarithms below the logarithm of a mean, by the tangents of the logarithm at that mean."""
    found = None if goal.shows.strict else averaged(goal)
    if found is None or not samples.points or any(-1 in samples.signs(t) for t in found[1]):
        return
    positive, terms = found
    if positive.free_symbols and not positive.is_Symbol and Inequality(positive, True) not in goal.given:
        yield "rewrite", {"given": [*([g.expr, g.strict] for g in goal.given), [positive, True]]}
    else:
        yield "sum", {"terms": terms}


def below_tangents_at_one(goal: Goal, samples: Samples) -> Iterator[Move]:
    """Logarithms below their tangents at 1, where what is left without them is seen not to be negative."""
    f = goal.shows.expr
    if goal.shows.strict or not samples.points or len(f.free_symbols) < 2 or len(f.atoms(sympy.log)) < 2:
        return
    terms = below_tangent(goal, samples)
    if terms is not None:
        yield "sum", {"terms": terms}


def at_tangent(goal: Goal, _: Samples) -> Iterator[Move]:
    """A new variable for log u, of which it is known that it is at most u − 1, where u − 1 − log u is a factor."""
    for factor in sympy.Mul.make_args(goal.shows.expr):
        for node in sorted(factor.atoms(sympy.log), key=str) if factor.is_Add else ():
            if sympy.expand(factor + node - node.args[0] + 1) == 0:
                yield "abstract", {"nodes": fresh_rows(goal, [node])}
                return


MOVES = (below_tangents, below_tangents_at_one)
"""Those that are tried early, in this order."""
