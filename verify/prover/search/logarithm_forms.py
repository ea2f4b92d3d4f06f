"""Terms that are linear or quadratic in logarithms, as sums of weights times differences, or their squares."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import sympy
from sympy import Add, Dummy, Expr, Mul, Poly, PolynomialError, S, expand_mul, fraction, log, together

from verify.balls.arithmetic import Arb
from verify.prover.goal import Goal, Inequality
from verify.prover.rules.plain import follows
from verify.prover.search.factors import factored
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples

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


def averaged(goal: Goal) -> tuple[Expr, list[Expr]] | None:
    """What is to be positive, and terms that add up to the goal's, W·log M − Σ wᵢ·log xᵢ + R with W = Σ wᵢ.

    They are wᵢ(xᵢ/M − 1 − log(xᵢ/M)), as a logarithm is below its tangent, and R + W − Σ wᵢxᵢ/M, in which no logarithm
    of these is left. What is to be positive is the numerator of M.
    """
    rows = [(t, *_logarithm(t)) for t in Add.make_args(goal.shows.expr)]
    logs = [(c, u) for _, c, u in rows if u is not None]
    rest = Add(*(t for t, _, u in rows if u is None))
    if len(logs) < 3 or rest.has(log):
        return None
    for most, (weight, mean) in enumerate(logs):
        less = [(-c, u) for n, (c, u) in enumerate(logs) if n != most]
        if not weight.free_symbols and weight.is_positive and sympy.cancel(weight - Add(*(w for w, _ in less))) == 0:
            over = [(w, sympy.factor(u / mean)) for w, u in less]
            gaps = [w * (v - 1 - log(v)) for w, v in over]
            return fraction(together(mean))[0], [*gaps, rest + weight - Add(*(w * v for w, v in over))]
    return None


def below_tangent(goal: Goal, samples: Samples) -> list[Expr] | None:
    """Terms that add up to the goal's, R − Σ wᵢ·log vᵢ with weights that are seen not to be negative.

    They are wᵢ(vᵢ − 1 − log vᵢ), as a logarithm is below its tangent at 1, and R + Σ wᵢ(1 − vᵢ), without a logarithm.
    Logarithms whose weights are multiples of each other by a rational number are taken together.
    """
    rows = [(t, *_logarithm(t)) for t in Add.make_args(expand_mul(goal.shows.expr))]
    rest = Add(*(t for t, _, u in rows if u is None))
    shared: dict[Expr, Expr] = {}
    for _, c, u in rows:
        if u is not None:
            number, weight = c.as_coeff_Mul(rational=True)
            shared[weight] = shared.get(weight, S.One) * u**number
    if not shared or rest.has(log):
        return None
    gaps, level = [], rest
    for weight, u in shared.items():
        signs = samples.signs(weight)
        if weight.has(log) or not (signs <= {0, 1} or signs <= {-1, 0}):
            return None
        w, v = (weight, 1 / u) if signs <= {0, 1} else (-weight, u)
        v = sympy.factor(v)
        gaps.append(w * (v - 1 - log(v)))
        level += w * (1 - v)
    level = sympy.factor(level)
    return None if -1 in samples.signs(level) else [*gaps, level]


def _logarithm(term: Expr) -> tuple[Expr, Expr | None]:
    """The factor of a logarithm, and what it is taken of; None where there is none."""
    nodes = [n for n in sympy.Mul.make_args(term) if isinstance(n, log) and n.free_symbols]
    return (term / nodes[0], nodes[0].args[0]) if len(nodes) == 1 else (term, None)


def collected(goal: Goal, _: Samples) -> Iterator[Move]:
    """One coefficient for each logarithm: in 2x·log(1 − x) − (1 + x)·log(1 − x) both summands grow as x → 1."""
    coefficients: dict[Expr, list[Expr]] = {}
    for term in Add.make_args(goal.shows.expr):
        nodes = [n for n in Mul.make_args(term) if isinstance(n, log) and n.free_symbols]
        coefficients.setdefault(nodes[0] if len(nodes) == 1 else S.One, []).append(term)
    several = [node for node, terms in coefficients.items() if node != 1 and len(terms) > 1]
    if several:
        parts = {node: sympy.factor(Add(*(t / node for t in coefficients[node]))) * node for node in several}
        shows = Add(*(parts.get(node, Add(*terms)) for node, terms in coefficients.items()))
        if shows.count_ops() < goal.shows.expr.count_ops():
            yield "rewrite", {"shows": shows}
