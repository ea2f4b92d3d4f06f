"""Moves for exponentials and hyperbolic functions of sums: new variables u = exp x, in which all is rational."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from math import lcm
from typing import Any

import sympy
from sympy import Expr, Poly, PolynomialError, Symbol, cosh, exp, sinh, tanh

from verify.balls.arithmetic import Arb
from verify.prover.bounds import ranges
from verify.prover.goal import Goal, Inequality
from verify.prover.rules.plain import follows
from verify.prover.search.moves import Move

_MOST_VARIABLES = 3
_LARGEST_POWER = 12
_SMALL = 20
"""Operations of a term whose sign is looked for in exponentials."""


def as_exponentials(goal: Goal) -> Iterator[Move]:
    """Hyperbolic functions by exponentials, where then their variables stand in exponents only."""
    f = goal.shows.expr
    if f.has(sinh, cosh, tanh) and len(f.free_symbols) > 1:
        other = f.rewrite(exp)
        if other != f and not other.has(sinh, cosh, tanh) and _denominators(other) is not None:
            yield "rewrite", {"shows": other}


def of_one_sign(goal: Goal) -> Iterator[Move]:
    """Hyperbolic functions by exponentials, where the sign is plain then, as that of cosh x − sinh x."""
    f = goal.shows.expr
    if f.has(sinh, cosh) and f.count_ops() <= _SMALL:
        other = sympy.expand(f.rewrite(exp))
        if follows(Goal(goal.variables, goal.given, Inequality(other, goal.shows.strict)), Arb):
            yield "rewrite", {"shows": other}


def exponential_values(goal: Goal) -> Iterator[Move]:
    """x = d·log u for each variable x of exponents, if it stands there only, with the denominator d."""
    found = _denominators(goal.shows.expr)
    if not found or not goal.shows.expr.has(exp):
        return
    bounds = ranges(goal)
    names = {y.name for y in goal.variables}
    new = {x: Symbol(f"u_{n}", real=True) for n, x in enumerate(found, 1)}
    if names & {u.name for u in new.values()}:
        return
    given: list[list[Any]] = [[u, True] for u in new.values()]
    for x, u in new.items():
        r, d = bounds[x], found[x]
        given += [[u - exp(r.lo / d), r.open_lo]] if r.lo is not None else []
        given += [[exp(r.hi / d) - u, r.open_hi]] if r.hi is not None else []
    for g in goal.given:
        given += _compared(g.expr, g.strict, new, found)
    yield (
        "substitute",
        {
            "forward": [[x, found[x] * sympy.log(u)] for x, u in new.items()],
            "inverse": [[u, exp(x / found[x])] for x, u in new.items()],
            "given": given,
        },
    )


def values_of_several(goal: Goal) -> Iterator[Move]:
    """The same for a term of several variables that is rational in its exponentials and in variables that none has."""
    f = goal.shows.expr
    places = {n: sympy.Dummy() for n in f.atoms(exp) if n.free_symbols}
    others = f.free_symbols - {x for n in places for x in n.free_symbols}
    if len(f.free_symbols) > 1 and f.xreplace(places).is_rational_function(*places.values(), *others):
        yield from exponential_values(goal)


def by_one_each(f: Expr) -> tuple[Expr, dict[Expr, Expr]]:
    """The term with powers of one symbol for the exponentials of multiples of one product, and what the symbols are."""
    found: dict[Expr, list[tuple[Expr, Expr]]] = {}
    multiples: dict[Expr, set[Expr]] = {}
    for node in f.atoms(exp):
        rows = [term.as_coeff_Mul() for term in sympy.Add.make_args(sympy.expand(node.args[0]))]
        if not all(c.is_Rational and m.free_symbols for c, m in rows):
            continue
        found[node] = rows
        for c, m in rows:
            multiples.setdefault(m, set()).add(c)
    bottoms = {m: lcm(*(int(c.q) for c in those)) for m, those in multiples.items()}
    most = max((abs(c) * bottoms[m] for m, those in multiples.items() for c in those), default=0)
    if most > _LARGEST_POWER or all(len({abs(c) for c in those}) == 1 for those in multiples.values()):
        return f, {}
    symbols = {m: sympy.Dummy(positive=True) for m in multiples}
    powers = {node: sympy.Mul(*(symbols[m] ** (c * bottoms[m]) for c, m in rows)) for node, rows in found.items()}
    return f.xreplace(powers), {symbols[m]: exp(m / bottoms[m]) for m in multiples}


def _compared(g: Expr, strict: bool, new: dict[Symbol, Symbol], found: dict[Symbol, int]) -> list[list[Any]]:
    """x − y ≥ 0 for variables with the same denominator, as what it says of u and v."""
    for (x, u), (y, v) in permutations(new.items(), 2):
        if sympy.expand(g - (x - y)) == 0 and found[x] == found[y]:
            return [[u - v, strict]]
    return []


def _denominators(f: Expr) -> dict[Symbol, int] | None:
    """For each variable of exponents the common denominator of its factors there; None if one stands elsewhere."""
    nodes = sorted((n for n in f.atoms(exp) if n.free_symbols), key=str)
    variables = sorted({x for n in nodes for x in n.free_symbols}, key=str)
    if not 1 <= len(variables) <= _MOST_VARIABLES or f.xreplace({n: sympy.Dummy() for n in nodes}).free_symbols & set(
        variables
    ):
        return None
    factors: dict[Symbol, list[Any]] = {x: [] for x in variables}
    for n in nodes:
        try:
            poly = Poly(n.args[0], *variables)
        except PolynomialError:
            return None
        slopes = [poly.coeff_monomial(x) for x in variables]
        if poly.total_degree() != 1 or not all(c.is_Rational for c in slopes):
            return None
        for x, c in zip(variables, slopes, strict=True):
            factors[x].append(c)
    found = {x: lcm(*(int(c.q) for c in rows)) for x, rows in factors.items()}
    most = max(abs(c) * found[x] for x, rows in factors.items() for c in rows)
    return found if most <= _LARGEST_POWER else None
