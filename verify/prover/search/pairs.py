"""Sums over the pairs of several variables: each pair apart, with its share of what has one variable alone."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Add, Expr, S, Symbol, expand

from verify.prover.goal import Goal
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples

_MOST_VARIABLES = 6


def pairs(goal: Goal, samples: Samples) -> Iterator[Move]:
    """f = Σ h(xᵢ, xⱼ) + Σ g(xᵢ), no part of which seems negative once each g is shared out among the pairs of its xᵢ.

    Polynomials are left to sums of squares.
    """
    f = goal.shows.expr
    used = [x for x in goal.variables if x in f.free_symbols]
    if goal.shows.strict or not 3 <= len(used) <= _MOST_VARIABLES or f.is_rational_function(*used):
        return
    whole: dict[frozenset[Symbol], Expr] = {}
    for term in Add.make_args(expand(f)):
        key = frozenset(term.free_symbols & {*used})
        whole[key] = whole.get(key, S.Zero) + term
    both = [key for key in whole if len(key) == 2]
    if len(both) < 2 or any(len(key) not in (1, 2) for key in whole):
        return
    of_pairs = {key: whole[key] for key in both}
    for (x,), term in ((tuple(key), whole[key]) for key in whole if len(key) == 1):
        own = [key for key in both if x in key]
        for key in own:
            of_pairs[key] += term / len(own)
        if not own:
            of_pairs[frozenset({x})] = term
    parts = list(of_pairs.values())
    if samples.points and all(samples.defined(part) and -1 not in samples.signs(part) for part in parts):
        yield "sum", {"terms": parts}
