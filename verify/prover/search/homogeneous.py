"""Terms made homogeneous by an equation P = c with a homogeneous P: 1 − ab is a² + b² + c² − ab where Σ x² = 1."""

from __future__ import annotations

from collections.abc import Iterator

import sympy
from sympy import Add, Expr, Poly, PolynomialError, S, Symbol

from verify.prover.goal import Goal, Inequality
from verify.prover.rules.coordinates import equations
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples

_LEAST_DEGREE = 2
"""A linear equation is solved for a variable instead."""
_LARGEST_DEGREE, _MOST_VARIABLES = 20, 4


def homogenized(goal: Goal, samples: Samples) -> Iterator[Move]:
    """f = g + (f − g) with a homogeneous g that is f on the equation; where f is homogeneous, without the equation."""
    f = goal.shows.expr
    used = [x for x in goal.variables if x in f.free_symbols]
    if not 2 <= len(used) <= _MOST_VARIABLES or not f.is_polynomial(*used):
        return
    rows = [(u, row) for u in equations(goal) if (row := unit(u, used)) is not None and row[1] >= _LEAST_DEGREE]
    if len(rows) != 1:
        return
    ((u, (whole, degree)),) = rows
    poly = Poly(f, *used)
    if poly.is_homogeneous:
        rest = [g for g in goal.given if sympy.expand(g.expr - u) != 0 and sympy.expand(g.expr + u) != 0]
        if all(_is_homogeneous(g, used) for g in rest):
            yield "rewrite", {"given": [[g.expr, g.strict] for g in rest]}
        return
    form = raised(poly, whole, degree)
    if form is not None and poly.total_degree() <= _LARGEST_DEGREE:
        strict = {"strict": 0} if goal.shows.strict else {}
        yield "sum", {"terms": [form, sympy.expand(f - form)], **strict}


def multiples(goal: Goal, samples: Samples) -> Iterator[Move]:
    """What is a multiple q·u of an equation u = 0, as a product: with a q ≥ 0 as u ≥ 0 says, else as −u ≥ 0 does."""
    if goal.shows.strict or not equations(goal) or not samples.are_equal(goal.shows.expr, S.Zero):
        return
    f = goal.shows.expr
    used = [x for x in goal.variables if x in f.free_symbols]
    for u in equations(goal) if f.is_polynomial(*used) else ():
        if not u.is_polynomial(*used) or not u.free_symbols <= {*used}:
            continue
        quotient, rest = sympy.div(Poly(f, *used), Poly(u, *used))
        if not rest.is_zero or quotient.is_zero:
            continue
        q = quotient.as_expr()
        sides = [side for side in (1, -1) if any(g.expr == side * q for g in goal.given) or side * q == 1]
        if sides:
            yield "product", {"factors": [[sides[0] * u, 1, "+"], [sides[0] * q, 1, "+"]]}
        else:
            yield "split", {"by": q, "closed": True}
        return


def unit(u: Expr, used: list[Symbol]) -> tuple[Expr, int] | None:
    """P/c and the degree of P, for an equation P = c."""
    try:
        poly = Poly(u, *used)
    except PolynomialError:
        return None
    constant = poly.coeff_monomial(1)
    if u.free_symbols != {*used} or constant == 0 or constant.free_symbols:
        return None
    form = Poly(1 - u / constant, *used)
    degree = form.total_degree()
    return (form.as_expr(), degree) if form.is_homogeneous and degree else None


def raised(part: Poly, whole: Expr, degree: int) -> Expr | None:
    """The polynomial with powers of the unit beside its terms of lower degree; None where roots of it are needed."""
    largest = part.total_degree()
    by_degree: dict[int, Expr] = {}
    for exponents, c in part.terms():
        monomial = sympy.Mul(c, *(x**n for x, n in zip(part.gens, exponents, strict=True)))
        by_degree[sum(exponents)] = by_degree.get(sum(exponents), S.Zero) + monomial
    if any((largest - n) % degree for n in by_degree):
        return None
    return Add(*(form * whole ** ((largest - n) // degree) for n, form in by_degree.items()))


def _is_homogeneous(g: Inequality, used: list[Symbol]) -> bool:
    """Whether a condition says the same of all multiples of a point."""
    return bool(g.expr.is_polynomial(*used)) and Poly(g.expr, *used).is_homogeneous
