"""Functions of a quotient of linear terms, as atan((t − 1)/(t + 1)): that quotient as the variable.

So are means of two numbers, as Seiffert's: in z = (t − 1)/(t + 1) they are even but for a common factor, and 0 < z < 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import sympy
from sympy import (
    Abs,
    Add,
    Expr,
    Function,
    Mul,
    Poly,
    PolynomialError,
    Pow,
    S,
    Symbol,
    acos,
    acosh,
    asin,
    asinh,
    atan,
    atanh,
    fraction,
    sift,
    together,
)

from verify.prover.bounds import ranges
from verify.prover.goal import Goal
from verify.prover.search.factors import factors
from verify.prover.search.forms import tidy
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples
from verify.prover.search.substitutions import new_variable

_INVERSE = (asin, acos, atan, asinh, acosh, atanh)


def quotients(goal: Goal, samples: Samples) -> Iterator[Move]:
    """x = (b − dz)/(cz − a) for z = (ax + b)/(cx + d), where an inverse function is of that, for x without an end.

    z is to have both ends. Not where there are roots of two kinds: the core does not see that those of 1 − z, which are
    left then, are powers of one.
    """
    f = goal.shows.expr
    roots = {p.exp.q for p in f.atoms(Pow) if p.exp.is_Rational and not p.exp.is_Integer and p.free_symbols}
    if len(f.free_symbols) != 1 or not samples.points or len(roots) > 1 or f.has(Abs):
        return
    (x,) = f.free_symbols
    r = ranges(goal)[x]
    for u in _arguments(f, *_INVERSE) if r.hi is None else ():
        found = _coefficients(u, x)
        if found is None or len(samples.signs(fraction(u)[1])) != 1:
            continue
        (a, b, c, d), z = found, new_variable(goal, x)
        top, bottom = b - d * z, c * z - a
        ends = [(u.subs(x, r.lo) if r.lo is not None else S.NaN, r.open_lo), (a / c, True)]
        (low, is_open), (high, is_open_above) = ends if a * d > b * c else ends[::-1]
        if not (low.is_finite and high.is_finite):
            continue
        given = [[z - low, is_open], [high - z, is_open_above]]
        side = -1 if -1 in samples.signs(bottom.subs(z, u)) else 1
        forward = [[x, (side * top) / (side * bottom)]]
        yield "substitute", {"forward": forward, "inverse": [[z, u]], "given": given}
        return


def in_lowest_terms(goal: Goal, samples: Samples) -> Iterator[Move]:
    """The term with arguments of functions, and what else is rational, in lowest terms, and the bounds of its variable.

    That is after such a change of the variable: what all summands then have in common is a factor.
    """
    f = goal.shows.expr
    if len(f.free_symbols) != 1 or not samples.points:
        return
    (x,) = f.free_symbols
    inside = [*_arguments(f), *(n.exp for n in f.atoms(Pow) if n.exp.free_symbols and n.exp.is_rational_function())]
    shorter = {u: v for u in inside if (v := sympy.cancel(u)).count_ops() < u.count_ops()}
    if x not in shorter.values():
        return
    parts: dict[Expr, Expr] = {}
    for term in Add.make_args(tidy(f.xreplace(shorter), samples)):
        rational, bent = sift(Mul.make_args(term), lambda u: bool(u.is_rational_function()), binary=True)
        parts[Mul(*bent)] = parts.get(Mul(*bent), S.Zero) + Mul(*rational)
    summands = [node * _in_lowest_terms(c, samples) for node, c in parts.items() if c != 0]
    powers = [t.as_powers_dict() for t in summands]
    exponents = {u: [row.get(u, S.Zero) for row in powers] for u in chain(*powers) if u.free_symbols}
    common = Mul(*(u ** min(ks) for u, ks in exponents.items() if all(k.is_Rational for k in ks)))
    r = ranges(goal)[x]
    given = [[x - r.lo, r.open_lo]] if r.lo is not None else []
    given += [[r.hi - x, r.open_hi]] if r.hi is not None else []
    yield "rewrite", {"shows": common * Add(*(t / common for t in summands)), "given": given}


def _in_lowest_terms(quotient: Expr, samples: Samples) -> Expr:
    """A product of powers of factors that are positive, as far as seen."""
    made = S.One
    for side, part in zip((1, -1), fraction(sympy.cancel(quotient)), strict=True):
        constant, rows = factors(part)
        made *= constant**side
        for p, n in rows:
            sign = S.NegativeOne if samples.signs(p) == {-1} else S.One
            made *= sign**n * (sign * p) ** (side * n)
    return made


def _arguments(f: Expr, *heads: type) -> list[Expr]:
    """What functions, or those of these kinds, are of, where that is a quotient."""
    inside = {n.args[0] for n in f.atoms(*heads or (Function,)) if n.free_symbols and len(n.args) == 1}
    return sorted((u for u in inside if u.is_rational_function() and not u.is_polynomial()), key=str)


def _coefficients(u: Expr, x: Symbol) -> tuple[Expr, Expr, Expr, Expr] | None:
    """a, b, c, d of (ax + b)/(cx + d), for c ≠ 0 and numbers that are rational."""
    try:
        top, bottom = (Poly(part, x) for part in fraction(together(u)))
    except PolynomialError:
        return None
    if top.degree() > 1 or bottom.degree() != 1:
        return None
    numbers = tuple(p.coeff_monomial(m) for p in (top, bottom) for m in (x, 1))
    return numbers if all(n.is_Rational for n in numbers) else None
