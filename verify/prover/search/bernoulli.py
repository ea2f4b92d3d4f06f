"""Powers with variable exponents between their tangents at 1, by Bernoulli's inequality."""

from __future__ import annotations

from collections.abc import Iterator

import sympy
from sympy import Add, Expr, Mul, S, expand

from verify.prover.goal import Goal
from verify.prover.search.factors import has_variables
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples

_LEAST, _MOST = 2, 4
"""Powers in a term that are looked at; one alone is as good as its bound."""


def bounded(goal: Goal, samples: Samples) -> Iterator[Move]:
    """f = R + Σ cᵢuᵢ with powers u = bᵉ, each by a bound v of it: Σ cᵢ(uᵢ − vᵢ), and R + Σ cᵢvᵢ, in which they are not.

    The bounds are 1 + e(b − 1) and, from (1/b)ᵉ, 1/(1 + e(1/b − 1)).
    """
    f = goal.shows.expr
    nodes = [n for n in f.atoms(sympy.Pow) if has_variables(n) and n.base.free_symbols]
    if not _LEAST <= len(nodes) <= _MOST or not samples.points or len(f.free_symbols) < 2:
        return
    gaps: list[Expr] = []
    level = S.Zero
    for term in Add.make_args(sympy.expand_mul(f)):
        powers = [u for u in Mul.make_args(term) if u in nodes]
        if not powers and not term.has(*nodes):
            level += term
            continue
        factor = term / powers[0] if powers else term
        if factor.has(*nodes):
            return
        bound = next((v for v in _bounds(powers[0]) if _is_below(factor * v, term, samples)), None)
        if bound is None:
            return
        gaps.append(factor * (powers[0] - bound))
        level += factor * bound
    level = sympy.factor(expand(level))
    if level != 0 and samples.defined(level) and samples.signs(level) <= ({1} if goal.shows.strict else {0, 1}):
        yield "sum", {"terms": [*gaps, level], **({"strict": len(gaps)} if goal.shows.strict else {})}


def _bounds(power: Expr) -> tuple[Expr, Expr]:
    base, exponent = power.args
    return 1 + exponent * (base - 1), sympy.cancel(1 / (1 + exponent * (1 / base - 1)))


def _is_below(term: Expr, other: Expr, samples: Samples) -> bool:
    gap = other - term
    return samples.defined(gap) and -1 not in samples.signs(gap)
