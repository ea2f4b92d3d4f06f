"""Multiples of a term that are sums of terms of one variable each, which the term itself is not."""

from __future__ import annotations

from collections.abc import Iterator

import sympy
from sympy import Abs, Add, Expr, Max, Min, Mul, Symbol, fraction, together

from verify.prover.goal import Goal
from verify.prover.search.factors import factors
from verify.prover.search.looks import is_algebraic
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples

_MOST_VARIABLES = 4
_LARGEST = 120
"""Operations of a term that is looked at."""


def multiples(goal: Goal, samples: Samples) -> Iterator[Move]:
    """f = c·(g(x) + h(y)), with a factor c of one sign.

    That is what a difference of quotients is, as f(y)/g(y) against f(x)/g(x), and a quotient by a sum of the variables,
    as (g(x) + g(y))/(x + y).
    """
    f = goal.shows.expr
    used = sorted(f.free_symbols, key=str)
    is_fit = 2 <= len(used) <= _MOST_VARIABLES and not f.has(Abs, Max, Min) and f.count_ops() <= _LARGEST
    if not is_fit or is_algebraic(goal) or not samples.points:
        return
    for factor, total in (*_of_products(f, used), *_over_several(f, used, samples)):
        signs = samples.signs(factor)
        if factor.free_symbols and signs in ({1}, {-1}):
            sign = "+" if signs == {1} else "-"
            yield "product", {"factors": [[factor, 1, sign], [total, 1, sign]]}
            return


def _of_products(f: Expr, used: list[Symbol]) -> Iterator[tuple[Expr, Expr]]:
    """a(x)·b(y) and the sum c(x)/a(x) + d(y)/b(y), for f = a(x)·d(y) + c(x)·b(y), and with a for c."""
    rows = [_parts(term, *used) for term in Add.make_args(f)] if len(used) == 2 else []
    apart = [row for row in rows if row is not None and all(part.free_symbols for part in row)]
    if len(rows) == len(apart) == 2:
        for (a, d), (c, b) in (apart, apart[::-1]):
            yield a * b, c / a + d / b


def _parts(term: Expr, x: Symbol, y: Symbol) -> tuple[Expr, Expr] | None:
    """The factors of a product that have x, and those that do not; None if one has both variables."""
    parts = Mul.make_args(term)
    if any({x, y} <= part.free_symbols for part in parts):
        return None
    of_x = Mul(*(part for part in parts if x in part.free_symbols))
    return of_x, term / of_x


def _over_several(f: Expr, used: list[Symbol], samples: Samples) -> Iterator[tuple[Expr, Expr]]:
    """1/q and the sum Σ g(xᵢ) = q·f, for the factors q of denominators that have several variables."""
    rows = factors(fraction(together(f))[1])[1]
    q = Mul(*(p**n for p, n in rows if len(p.free_symbols) > 1))
    if q == 1:
        return
    alike = (sympy.factor((q * f).subs(dict.fromkeys(used, x))) for x in used)
    total = Add(*(part / len(used) for part in alike))
    if samples.are_equal(q * f, total):
        yield 1 / q, total
