"""Polynomials with roots of a number as coefficients, in variables of which some are multiples of such a root."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import lcm
from typing import Any

from sympy import Expr, Integer, Poly, Pow, Rational, Symbol, factor_terms, fraction, together

from verify.prover.goal import Goal
from verify.prover.rules.coordinates import equations
from verify.prover.search.moves import Move
from verify.prover.search.substitutions import new_variable

_MOST_VARIABLES, _LARGEST_ROOT, _MOST_WEIGHTS = 4, 12, 1296


def rational(goal: Goal) -> Iterator[Move]:
    """x = d^w·y for some variables, where that leaves rational coefficients, or rational multiples of one power of d.

    So is x²y + xy² + 3√3 ≥ 3√3·xy as y²z + yz² + 1 ≥ 3yz, and x² + y² + 1/(xy) ≥ 2√2 as y² + z² + 2/(yz) ≥ 4: over the
    rationals it is much sooner shown.
    """
    f = goal.shows.expr
    used = [x for x in goal.variables if x in f.free_symbols]
    powers = {p for p in f.atoms(Pow) if not p.exp.is_Integer}
    if len({p.base for p in powers}) != 1 or not 1 <= len(used) <= _MOST_VARIABLES or not f.is_rational_function(*used):
        return
    if equations(goal) or not all(g.expr.is_polynomial(*used) for g in goal.given):
        return
    d = next(iter(powers)).base
    order = lcm(*(p.exp.q for p in powers if p.exp.is_Rational))
    top, bottom = (part.expand() for part in fraction(together(f)))
    is_of_one = isinstance(d, Integer) and 2 <= order <= _LARGEST_ROOT and not _is_irrational(bottom)
    rows = _exponents(top, used, d, order) if is_of_one else None
    if rows is None:
        return
    occur = {k for k, _ in rows}
    if occur == {0}:
        yield "rewrite", {"shows": top / bottom}
        return
    if len(occur) == 1:
        scale = d ** Rational(occur.pop(), order)
        yield "product", {"factors": [[(top / scale).expand() / bottom, 1, "+"], [scale, 1, "+"]]}
        return
    weights = next(filter(None, (_weights(rows, order, parts, len(used)) for parts in (1, 2))), None)
    data: dict[str, list[list[Any]]] = {"forward": [], "inverse": []}
    for x, weight in zip(used, weights or (), strict=weights is not None):
        if weight:
            y: Symbol = new_variable(goal, x, (row[0] for row in data["inverse"]))
            data["forward"].append([x, d**weight * y])
            data["inverse"].append([y, x / d**weight])
    if weights:
        yield "substitute", data


def _is_irrational(term: Expr) -> bool:
    return any(not p.exp.is_Integer for p in term.atoms(Pow))


def _weights(rows: list[tuple[int, tuple[int, ...]]], order: int, parts: int, used: int) -> tuple[Rational, ...] | None:
    """Multiples w of 1/(order·parts) for which k/order + Σ degrees·w is the same in all rows, but for whole numbers."""
    whole = order * parts
    for chosen in product(range(whole), repeat=used) if whole**used <= _MOST_WEIGHTS else ():
        sums = {(k * parts + sum(n * w for n, w in zip(degrees, chosen, strict=True))) % whole for k, degrees in rows}
        if len(sums) == 1:
            return tuple(Rational(w, whole) for w in chosen)
    return None


def _exponents(f: Expr, used: list[Symbol], d: Integer, order: int) -> list[tuple[int, tuple[int, ...]]] | None:
    """For each monomial the k for which its coefficient is a rational multiple of d^(k/order), and its degrees."""
    found: list[tuple[int, tuple[int, ...]]] = []
    for degrees, c in Poly(f, *used).terms():
        k = next((k for k in range(order) if (c / d ** Rational(k, order)).expand().is_Rational), None)
        if k is None:
            return None
        found.append((k, degrees))
    return found


def conditions(goal: Goal) -> Iterator[Move]:
    """Conditions that are multiples of a root of a number without it, and none that say 0 ≥ 0."""
    rows = [[_without_root(g.expr), g.strict] for g in goal.given if g.strict or g.expr.expand() != 0]
    if goal.shows.expr.is_rational_function(*goal.variables) and rows != [[g.expr, g.strict] for g in goal.given]:
        yield "rewrite", {"given": rows}


def _without_root(term: Expr) -> Expr:
    factor, rest = factor_terms(term.expand()).as_independent(*term.free_symbols, as_Add=False)
    return rest.expand() if factor.is_positive and _is_irrational(factor) else term


MOVES = (conditions, rational)
"""In this order."""
