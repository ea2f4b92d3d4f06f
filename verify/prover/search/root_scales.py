"""Polynomials with square roots of numbers as coefficients, in variables of which some are multiples of such a root."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from sympy import Expr, Integer, Poly, Pow, Rational, Symbol, factor_terms, fraction, sqrt, together

from verify.prover.goal import Goal
from verify.prover.rules.coordinates import equations
from verify.prover.search.moves import Move
from verify.prover.search.substitutions import new_variable

_MOST_VARIABLES = 4


def rational(goal: Goal) -> Iterator[Move]:
    """x = √d·y for some variables, where that leaves rational coefficients, or rational multiples of √d only.

    So is x²y + xy² + 3√3 ≥ 3√3·xy as y²z + yz² + 1 ≥ 3yz: over the rationals it is much sooner shown.
    """
    f = goal.shows.expr
    used = [x for x in goal.variables if x in f.free_symbols]
    roots = {p.base for p in f.atoms(Pow) if not p.exp.is_Integer}
    if len(roots) != 1 or not 1 <= len(used) <= _MOST_VARIABLES or not f.is_rational_function(*used):
        return
    if equations(goal) or not all(g.expr.is_polynomial(*used) for g in goal.given):
        return
    (d,) = roots
    top, bottom = (part.expand() for part in fraction(together(f)))
    rows = _parities(top, used, d) if isinstance(d, Integer) and not bottom.has(sqrt(d)) else None
    if rows is None:
        return
    if {parity for parity, _ in rows} == {0}:
        yield "rewrite", {"shows": top / bottom}
        return
    if {parity for parity, _ in rows} == {1}:
        yield "product", {"factors": [[(top / sqrt(d)).expand() / bottom, 1, "+"], [sqrt(d), 1, "+"]]}
        return
    for chosen in product((0, 1), repeat=len(used)):
        sums = {(parity + sum(k * on for k, on in zip(degrees, chosen, strict=True))) % 2 for parity, degrees in rows}
        if len(sums) == 1:
            data: dict[str, list[list[Any]]] = {"forward": [], "inverse": []}
            for x in (x for x, on in zip(used, chosen, strict=True) if on):
                y: Symbol = new_variable(goal, x, (row[0] for row in data["inverse"]))
                data["forward"].append([x, sqrt(d) * y])
                data["inverse"].append([y, x / sqrt(d)])
            yield "substitute", data
            return


def _parities(f: Expr, used: list[Symbol], d: Integer) -> list[tuple[int, tuple[int, ...]]] | None:
    """For each monomial whether its coefficient is a multiple of √d, and its degrees; None for another kind."""
    found: list[tuple[int, tuple[int, ...]]] = []
    for degrees, c in Poly(f, *used).terms():
        parity = next((k for k in (0, 1) if isinstance((c / sqrt(d) ** k).expand(), Rational)), None)
        if parity is None:
            return None
        found.append((parity, degrees))
    return found


def conditions(goal: Goal) -> Iterator[Move]:
    """Conditions that are multiples of a root of a number without it, and none that say 0 ≥ 0."""
    rows = [[_without_root(g.expr), g.strict] for g in goal.given if g.strict or g.expr.expand() != 0]
    if goal.shows.expr.is_polynomial(*goal.variables) and rows != [[g.expr, g.strict] for g in goal.given]:
        yield "rewrite", {"given": rows}


def _without_root(term: Expr) -> Expr:
    factor, rest = factor_terms(term.expand()).as_independent(*term.free_symbols, as_Add=False)
    return rest.expand() if factor.is_positive and any(not p.exp.is_Integer for p in factor.atoms(Pow)) else term


MOVES = (rational, conditions)
"""In this order."""
