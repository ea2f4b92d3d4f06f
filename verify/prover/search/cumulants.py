"""Sums of exponentials by their logarithms, as the logarithm of a moment generating function: its slopes are means.

The second derivative of log Σ c·exp(a·x) in x is a variance, a rational function of the exponentials.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy
from sympy import Add, Expr, Mul, Poly, PolynomialError, S, Symbol, exp, log

from verify.prover.bounds import ranges
from verify.prover.goal import Goal
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples
from verify.prover.search.substitutions import new_variable

_MOST_TERMS = 6


def below_a_bent_exponential(goal: Goal, samples: Samples) -> Iterator[Move]:
    """Logarithms of both sides of c·exp(w) ≥ Σ c·exp(a), where w is of degree 2 in a variable, and each a linear in it.

    Two slopes in that variable are then without it, but for the variance (Hoeffding's lemma is proved so).
    """
    f = goal.shows.expr
    if not f.has(exp):
        return
    alike: dict[Expr, Expr] = {}
    for term in Add.make_args(f):
        powers = Mul(*(n for n in Mul.make_args(term) if isinstance(n, exp)))
        rest = Mul(*(n for n in Mul.make_args(term) if not isinstance(n, exp)))
        alike[powers] = alike.get(powers, S.Zero) + rest
    terms = [powers * factor for powers, factor in alike.items()]
    larger = [t for t in terms if samples.signs(t) <= {0, 1}]
    smaller = [t for t in terms if t not in larger and samples.signs(t) <= {-1, 0}]
    if len(larger) != 1 or not 2 <= len(smaller) == len(terms) - 1 < _MOST_TERMS:
        return
    for x in sorted(f.free_symbols, key=str):
        if _degree(larger[0], x) == 2 and all(_degree(t, x) in (0, 1) for t in smaller):
            yield "logs", {"larger": larger[0], "smaller": -Add(*smaller)}
            return


def _degree(term: Expr, x: Symbol) -> int | None:
    """Of the exponent, in a variable that is nowhere else; None where that is no polynomial in it."""
    powers = [n for n in Mul.make_args(term) if isinstance(n, exp)]
    if any(x in n.free_symbols for n in Mul.make_args(term) if n not in powers):
        return None
    exponent = Add(*(n.args[0] for n in powers))
    try:
        return 0 if x not in exponent.free_symbols else int(Poly(exponent, x).degree())
    except PolynomialError:
        return None


def exponentials_in_logarithms(goal: Goal, samples: Samples) -> Iterator[Move]:
    """x = log u for the variables that stand in exponentials in logarithms, and are linear in the term besides.

    So is the logarithm of a sum of exponentials one of a sum, beside logarithms of its members.
    """
    f = goal.shows.expr
    data: dict[str, list[list[Any]]] = {"forward": [], "inverse": [], "given": []}
    for x in (y for y in goal.variables if y in f.free_symbols):
        r = ranges(goal)[x]
        bound = r.lo is not None or r.hi is not None or any(x in g.expr.free_symbols for g in goal.given)
        if not bound and _is_within_logarithms(f, x):
            u = new_variable(goal, x, (row[0] for row in data["inverse"]))
            data["forward"].append([x, log(u)])
            data["inverse"].append([u, exp(x)])
            data["given"].append([u, True])
    if len(data["forward"]) > 1:
        yield "substitute", data


def _is_within_logarithms(f: Expr, x: Symbol) -> bool:
    """Whether x stands in exp x in logarithms, and is linear besides."""
    nodes = {n: sympy.Dummy() for n in f.atoms(log) if x in n.free_symbols}
    slope = f.xreplace(nodes).diff(x)
    inside = [n.args[0].xreplace({exp(x): S.One}) for n in nodes]
    return bool(nodes) and not any(x in u.free_symbols for u in inside) and x not in slope.free_symbols


MOVES = (below_a_bent_exponential, exponentials_in_logarithms)
"""Those that are tried first, in this order."""
