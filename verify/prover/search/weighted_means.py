"""Products of powers below weighted arithmetic means: ∏ uᵢ^wᵢ ≤ Σ wᵢuᵢ, with weights wᵢ ≥ 0 that add up to 1."""

from __future__ import annotations

from collections.abc import Iterator

import sympy
from sympy import Add, Expr, Mul, Pow, S

from verify.prover.goal import Goal
from verify.prover.search.factors import has_variables
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples

_MOST_PRODUCTS = 6


def above_products_of_powers(goal: Goal, samples: Samples) -> Iterator[Move]:
    """f = r − Σ c·∏ u^w as Σ c(Σ wu − ∏ u^w), and what is left, in which no variable is an exponent."""
    f = goal.shows.expr
    if goal.shows.strict or not samples.points:
        return
    gaps: list[Expr] = []
    rest: Expr = S.Zero
    for term in Add.make_args(f):
        powers = [n for n in Mul.make_args(term) if has_variables(n)]
        if not powers:
            rest += term
            continue
        factor = -Mul(*(n for n in Mul.make_args(term) if not has_variables(n)))
        mean = _mean(powers, samples)
        if mean is None or _has_bent_powers(factor) or not samples.signs(factor) <= {0, 1}:
            return
        gaps.append(factor * (mean - Mul(*powers)))
        rest -= factor * mean
    if 1 < len(gaps) <= _MOST_PRODUCTS or (gaps and sympy.expand(rest) != 0):
        rest = sympy.factor(rest)
        if -1 not in samples.signs(rest):
            yield "sum", {"terms": [*gaps, rest]}


def _mean(powers: list[Expr], samples: Samples) -> Expr | None:
    """The weighted mean of the bases; None where their exponents are no weights, as far as seen."""
    rows = [(n.base, n.exp) for n in powers if isinstance(n, Pow)]
    whole = Add(*(w for _, w in rows))
    if not samples.are_equal(whole, S.One):
        return None
    if not all(samples.signs(w) <= {0, 1} and samples.signs(u) <= {0, 1} for u, w in rows):
        return None
    return Add(*(w * u for u, w in rows))


def _has_bent_powers(term: Expr) -> bool:
    """Whether a variable is in an exponent of the term."""
    return any(has_variables(n) for n in term.atoms(Pow))
