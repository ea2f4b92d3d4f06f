"""Polynomials in variables that are not negative, by how far these lie above the least of them."""

from __future__ import annotations

from collections.abc import Iterator

import sympy
from sympy import Expr, Poly, Symbol

from verify.prover.goal import Goal, Inequality
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples
from verify.prover.search.substitutions import new_variable

_VARIABLES = 3
_LARGEST_DEGREE = 24
_RAYS = 40
"""Directions in which the coefficients are looked at before a variable is taken for the least."""


def above_the_least(goal: Goal, samples: Samples) -> Iterator[Move]:
    """The least of three variables and the gaps to the others, for a form that then has coefficients of one sign.

    These are forms of the gaps, one for each power of the least variable. Which one is the least is told by cases.
    """
    f = goal.shows.expr
    used = [x for x in goal.variables if x in f.free_symbols]
    if not _is_form(f, used) or not all(_is_not_negative(goal, x) for x in used):
        return
    low = [x for x in used if not any(_is_below(goal, x, y) for y in used if x != y)]
    if not all(_is_positive_above(f, x, used) for x in low):
        return
    least = low[0]
    if len(low) > 1:
        yield "split", {"by": low[0] - low[1], "closed": True}
        return
    others = [x for x in used if x != least]
    if not all(_is_below(goal, x, least) for x in others):
        return
    new: list[Symbol] = []
    for x in others:
        new.append(new_variable(goal, x, new))
    yield (
        "substitute",
        {
            "forward": [[x, least + t] for x, t in zip(others, new, strict=True)],
            "inverse": [[t, x - least] for x, t in zip(others, new, strict=True)],
            "given": [[t, False] for t in new],
        },
    )


def by_powers(goal: Goal, samples: Samples) -> Iterator[Move]:
    """A form of three variables that are not negative as the sum of its parts with each power of one of them."""
    f = goal.shows.expr
    used = [x for x in goal.variables if x in f.free_symbols]
    if goal.shows.strict or not _is_form(f, used) or not all(_is_not_negative(goal, x) for x in used):
        return
    for x in used:
        rows = Poly(f, x).all_terms()
        parts = [(n, c) for (n,), c in rows if c != 0]
        if len(parts) > 1 and all(_is_positive(c, [y for y in used if y != x]) for _, c in parts):
            yield "sum", {"terms": [x**n * sympy.factor(c) for n, c in parts]}
            return


def _is_form(f: Expr, used: list[Symbol]) -> bool:
    """Whether the term is a homogeneous polynomial of three variables with rational coefficients."""
    if len(used) != _VARIABLES or not f.is_polynomial(*used):
        return False
    poly = Poly(f, *used)
    rational = all(c.is_Rational for c in poly.coeffs())
    return rational and bool(poly.is_homogeneous) and poly.total_degree() <= _LARGEST_DEGREE


def _is_not_negative(goal: Goal, x: Symbol) -> bool:
    return any(Inequality(x, strict) in goal.given for strict in (True, False))


def _is_below(goal: Goal, x: Symbol, y: Symbol) -> bool:
    """Whether a condition says that y is at most x."""
    return any(sympy.expand(g.expr - x + y) == 0 for g in goal.given)


def _is_positive_above(f: Expr, least: Symbol, used: list[Symbol]) -> bool:
    """Whether all coefficients of powers of the least variable seem not to be negative, as forms of the gaps."""
    others = [x for x in used if x != least]
    moved = Poly(f, *used).as_expr().subs({x: x + least for x in others}, simultaneous=True)
    return all(_is_positive(c, others) for c in Poly(moved, least).all_coeffs())


def _is_positive(form: Expr, pair: list[Symbol]) -> bool:
    """Whether a form of two variables seems not to be negative where these are not."""
    rows = [(exponents, float(c)) for exponents, c in Poly(form, *pair).terms()]
    for n in range(_RAYS + 1):
        u, v = n / _RAYS, 1 - n / _RAYS
        values = [c * u**i * v**j for (i, j), c in rows]
        if sum(values) < -1e-9 * sum(map(abs, values)):
            return False
    return True
