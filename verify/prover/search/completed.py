"""Quadratics in a variable, by completing the square."""

from __future__ import annotations

from collections.abc import Iterator

import sympy
from sympy import Poly, PolynomialError

from verify.prover.goal import Goal
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples


def square(goal: Goal, samples: Samples) -> Iterator[Move]:
    """a·x² + b·x + c = a(x + b/2a)² + (c − b²/4a), with a > 0 as far as seen.

    Where no condition speaks of x nothing is lost: c − b²/4a is the least value over all x. Else it must be seen not to
    be negative. Polynomials in all variables are left to sums of squares.
    """
    f = goal.shows.expr
    used = sorted(f.free_symbols, key=str)
    if not f.is_Add or len(used) < 2 or f.is_rational_function(*used):
        return
    free = [x for x in used if not any(x in g.expr.free_symbols for g in goal.given)]
    for x in (*free, *(x for x in used if x not in free)):
        try:
            poly = Poly(f, x)
        except PolynomialError:
            continue
        if poly.degree() != 2:
            continue
        a, b, c = poly.all_coeffs()
        if samples.signs(a) == {1}:
            rest = sympy.factor(c - b**2 / (4 * a))
            if x not in free and not samples.signs(rest) <= ({1} if goal.shows.strict else {0, 1}):
                continue
            strict = {"strict": 1} if goal.shows.strict else {}
            yield "sum", {"terms": [a * (x + b / (2 * a)) ** 2, rest], **strict}
            return
