"""x = (1 + u)/(1 − u) where powers of x and of the mean (1 + x)/2 have variable exponents: with u = (x − 1)/(x + 1).

The numbers x and 1 are then as 1 + u and 1 − u, whose mean is 1.
"""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Pow

from verify.prover.goal import Goal
from verify.prover.search.factors import has_variables
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples
from verify.prover.search.substitutions import new_variable


def as_variable(goal: Goal, samples: Samples) -> Iterator[Move]:
    """The half difference over the mean as the variable; first, on which side of 1 the old one is."""
    powers = [p for p in goal.shows.expr.atoms(Pow) if has_variables(p)]
    bases = {p.base for p in powers}
    for x in sorted((b for b in bases if b.is_Symbol), key=str) if samples.points else ():
        means = [b for b in bases - {x} if b.free_symbols == {x} and (b / (1 + x)).cancel().is_Rational]
        if not means or samples.signs(x) != {1} or any(x in p.exp.free_symbols for p in powers):
            continue
        side = samples.side(x - 1)
        if side is None:
            yield "split", {"by": x - 1, "closed": True}
            return
        u = new_variable(goal, x)
        yield (
            "substitute",
            {
                "forward": [[x, (1 + side * u) / (1 - side * u)]],
                "inverse": [[u, side * (x - 1) / (x + 1)]],
                "given": [[u, False], [1 - u, True]],
            },
        )
        return
