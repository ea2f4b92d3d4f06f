"""A linear goal by an equation: where u = q·f + r is zero and q is positive, f has the sign of −r."""

from __future__ import annotations

from collections.abc import Iterator

import sympy
from sympy import Poly

from verify.prover.goal import Goal
from verify.prover.rules.coordinates import equations
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples


def remainders(goal: Goal, samples: Samples) -> Iterator[Move]:
    """f = −r/q + u/q, for an equation u = 0 that is divided by f in a variable in which f is linear.

    So r is without that variable: it is u on the surface f = 0, and q > 0 says that u grows with f.
    """
    f = goal.shows.expr
    used = sorted(f.free_symbols, key=str)
    if not f.is_polynomial(*used) or len(used) < 2:
        return
    for u in equations(goal):
        if not u.is_polynomial(*goal.variables) or sympy.expand(u - f) == 0 or sympy.expand(u + f) == 0:
            continue
        for x in used:
            if not f.diff(x).is_Rational or f.diff(x) == 0 or x not in u.free_symbols or Poly(u, x).degree() < 2:
                continue
            quotient, rest = sympy.div(Poly(u, x), Poly(f, x))
            q, r = sympy.expand(quotient.as_expr()), sympy.factor(rest.as_expr())
            signs = samples.signs(q)
            if signs in ({1}, {-1}):
                sign = 1 if signs == {1} else -1
                strict = {"strict": 0} if goal.shows.strict else {}
                yield "sum", {"terms": [-sign * r / (sign * q), sign * u / (sign * q)], **strict}
                return
