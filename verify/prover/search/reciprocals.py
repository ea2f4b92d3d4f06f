"""All variables as reciprocals of others, where an equation has a lower degree in these."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Expr, Poly, Pow, Symbol

from verify.prover.goal import Goal, Inequality
from verify.prover.rules.coordinates import equations
from verify.prover.search.forms import tidy
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples
from verify.prover.search.substitutions import new_variable

_FEWEST, _MOST = 3, 4
"""Variables; of two, one is found from the equation as it stands."""


def of_all(goal: Goal, samples: Samples) -> Iterator[Move]:
    """x + y + z = xyz as uv + vw + wu = 1 with x = 1/u, for positive variables that are all in one equation."""
    used = sorted(goal.shows.expr.free_symbols, key=str)
    found = equations(goal)
    if len(found) != 1 or not _FEWEST <= len(used) <= _MOST or not samples.points:
        return
    u = found[0]
    if u.free_symbols != {*used} or not all(Inequality(x, True) in goal.given for x in used):
        return
    if not u.is_polynomial(*used) or _reversed_degree(u, used) >= Poly(u, *used).total_degree():
        return
    new: dict[Symbol, Symbol] = {}
    for x in used:
        new[x] = new_variable(goal, x, new.values())
    yield (
        "substitute",
        {
            "forward": [[x, 1 / t] for x, t in new.items()],
            "inverse": [[t, 1 / x] for x, t in new.items()],
            "given": [[t, True] for t in new.values()],
        },
    )


def roots_apart(goal: Goal, samples: Samples) -> Iterator[Move]:
    """√(1 + x²)/x for √(1 + 1/x²), as it is under an equation that was turned so."""
    f = goal.shows.expr
    roots = [p for p in f.atoms(Pow) if not p.exp.is_Integer]
    if equations(goal) and any(q.exp.is_negative for p in roots for q in p.base.atoms(Pow) if q.base.is_Symbol):
        apart = tidy(f, samples)
        if apart != f:
            yield "rewrite", {"shows": apart}


def _reversed_degree(u: Expr, used: list[Symbol]) -> int:
    """The degree of u(1/x) times the least monomial that makes it a polynomial."""
    poly = Poly(u, *used)
    tops = [poly.degree(x) for x in used]
    return max(sum(top - n for top, n in zip(tops, exponents, strict=True)) for exponents in poly.monoms())


MOVES = (of_all, roots_apart)
