"""Moves by the tangents of the logarithm: means of logarithms and of powers, and u − 1 − log u."""

from __future__ import annotations

from collections.abc import Iterator

import sympy
from sympy import Add, Expr, Mul, S

from verify.prover.goal import Goal, Inequality
from verify.prover.search.factors import has_variables
from verify.prover.search.logarithm_forms import averaged, below_tangent
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples
from verify.prover.search.substitutions import fresh_rows
from verify.prover.search.touching import touching

_LARGEST = 80
"""Operations of a sum of powers that is taken apart."""


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
    for factor in Mul.make_args(goal.shows.expr):
        for node in sorted(factor.atoms(sympy.log), key=str) if factor.is_Add else ():
            gap, weight = node.args[0] - 1 - node, -factor.coeff(node)
            if not weight.is_positive or sympy.expand(factor - weight * gap) != 0:
                continue
            if weight == 1:
                yield "abstract", {"nodes": fresh_rows(goal, [node])}
            else:
                yield "product", {"factors": [[goal.shows.expr / factor * weight, 1, "+"], [gap, 1, "+"]]}
            return


def powers_above_tangents(goal: Goal, samples: Samples) -> Iterator[Move]:
    """f = r + Σ cᵢpᵢ with powers pᵢ ≥ aᵢ(1 + log(pᵢ/aᵢ)), where what is left without them is seen not to be negative.

    That is how arithmetic and geometric means compare: with all aᵢ = m, r = −m·Σ cᵢ is left with m·Σ cᵢ·log(pᵢ/m). The
    aᵢ are the values of the powers where f touches zero, or such an m, or 1.
    """
    rows, rest = _powers(goal.shows.expr, samples)
    several = len(rows) == len({p for _, p in rows}) > 1 and goal.shows.expr.count_ops() <= _LARGEST
    for values in _values(goal, samples, rows, rest) if several else ():
        over = [(c * a, p / a) for (c, p), a in zip(rows, values, strict=True)]
        gaps = [c * (v - 1 - sympy.log(v)) for c, v in over]
        left = rest + Add(*(c for c, _ in over))
        left = (S.Zero if samples.are_equal(left, S.Zero) else left) + Add(*(c * sympy.log(v) for c, v in over))
        signs = samples.signs(left)
        if -1 not in signs and (not goal.shows.strict or signs == {1}):
            yield "sum", {"terms": [left, *gaps], "strict": 0}
            return


def _powers(f: Expr, samples: Samples) -> tuple[list[tuple[Expr, Expr]], Expr]:
    """The summands with a power of a variable exponent, as positive factors and powers; and what is left of f."""
    rows, rest = [], S.Zero
    for term in Add.make_args(f) if samples.points else ():
        powers = [n for n in Mul.make_args(term) if has_variables(n)]
        if powers and samples.signs(term) == {1}:
            rows.append((Mul(*(n for n in Mul.make_args(term) if n not in powers)), Mul(*powers)))
        else:
            rest += term
    return rows, rest


def _values(goal: Goal, samples: Samples, rows: list[tuple[Expr, Expr]], rest: Expr) -> Iterator[list[Expr]]:
    """Values of the powers at which their tangents may be tried."""
    for point in [] if goal.shows.strict else touching(goal, samples):
        yield [p.subs(point) for _, p in rows]
    mean = -rest / Add(*(c for c, _ in rows))
    if samples.signs(mean) == {1}:
        yield [mean] * len(rows)
    yield [S.One] * len(rows)


MOVES = (below_tangents, below_tangents_at_one)
"""Those that are tried early, in this order."""
