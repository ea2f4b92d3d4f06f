"""Terms that are linear or quadratic in logarithms, as sums of weights times differences, or their squares."""

from __future__ import annotations

from itertools import combinations

import sympy
from sympy import Add, Dummy, Expr, Poly, PolynomialError, S, fraction, log, together

from verify.balls.arithmetic import Arb
from verify.prover.goal import Goal, Inequality
from verify.prover.rules.plain import follows
from verify.prover.search.factors import factored

_LARGEST = 200
"""Operations of a term that is multiplied out."""


def weighted(goal: Goal) -> list[Expr] | None:
    """Terms that add up to the goal's, each a weight that is plainly positive by what is to be compared or squared.

    Σ cᵢⱼ(log u − log v)² with the weights that the products of two logarithms have, and Σ w(log u − log v) where one
    logarithm has all of the positive weight.
    """
    if not goal.shows.expr.has(log) or goal.shows.expr.count_ops() > _LARGEST:
        return None
    top, bottom = fraction(together(goal.shows.expr))
    nodes = sorted((n for n in top.atoms(log) if n.free_symbols), key=str)
    places = [Dummy(real=True) for _ in nodes]
    try:
        poly = Poly(top.xreplace(dict(zip(nodes, places, strict=True))), *places)
    except PolynomialError:
        return None
    if any(bottom.has(n) for n in nodes) or not poly.is_homogeneous or len(nodes) < 2:
        return None
    degree = poly.homogeneous_order()
    rows = _squares(poly, nodes) if degree == 2 else _differences(goal, poly, nodes) if degree == 1 else None
    rows = rows and [(factored(sympy.expand(weight)) / bottom, other) for weight, other in rows]
    if (
        not rows
        or len(rows) < 2
        or not all(follows(Goal(goal.variables, goal.given, Inequality(w, False)), Arb) for w, _ in rows)
    ):
        return None
    return [weight * other for weight, other in rows]


def _squares(poly: Poly, nodes: list[Expr]) -> list[tuple[Expr, Expr]]:
    """Weights and squares, of differences of two logarithms and of single ones."""
    own = {n: poly.coeff_monomial(x**2) for n, x in zip(nodes, poly.gens, strict=True)}
    rows = []
    for (u, x), (v, y) in combinations(zip(nodes, poly.gens, strict=True), 2):
        weight = -poly.coeff_monomial(x * y) / 2
        if weight != 0:
            rows.append((weight, (u - v) ** 2))
            own[u], own[v] = own[u] - weight, own[v] - weight
    return rows + [(weight, n**2) for n, weight in own.items() if sympy.expand(weight) != 0]


def _differences(goal: Goal, poly: Poly, nodes: list[Expr]) -> list[tuple[Expr, Expr]] | None:
    """Weights, and by how much the one logarithm of positive weight is larger than another, or than 0."""
    weights = {n: factored(poly.coeff_monomial(x)) for n, x in zip(nodes, poly.gens, strict=True)}
    least = [n for n, w in weights.items() if follows(Goal(goal.variables, goal.given, Inequality(-w, False)), Arb)]
    if len(least) != len(nodes) - 1:
        return None
    (most,) = (n for n in nodes if n not in least)
    rows = [(-weights[n], most - n) for n in least]
    rest = sympy.expand(weights[most] - Add(*(w for w, _ in rows)))
    return rows + ([(rest, most)] if rest != S.Zero else [])
