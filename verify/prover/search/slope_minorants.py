"""Terms bent beside a polynomial: a rational part of a slope by its Taylor polynomial, from below, and the integral."""

from __future__ import annotations

from collections.abc import Iterator

import sympy
from sympy import Dummy, Expr, Poly, PolynomialError, Rational, S, Symbol, log

from verify.prover.goal import Goal
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples

_LARGEST = 60
"""Operations of a term whose slopes are looked at."""
_ONE_PAIR = 2
_ORDERS = (2, 4)


def integrals(goal: Goal, samples: Samples) -> Iterator[Move]:
    """f(x, y) with f = 0 for x = y and ∂f/∂y = (y − x)(A(y) − B(x, y)), A rational and B a polynomial.

    Where T is a Taylor polynomial below A, at a place where A is least, f is ∫(t − x)(A − T)dt, which grows from x = y
    on, and ∫(t − x)(T − B)dt, both from x to y, of which the second one is a polynomial. That is how Pinsker's
    inequality is refined.
    """
    f = goal.shows.expr
    used = sorted(f.free_symbols, key=str)
    if goal.shows.strict or len(used) != _ONE_PAIR or not f.has(log) or f.count_ops() > _LARGEST or not samples.points:
        return
    for x, y in (used, used[::-1]):
        slope = sympy.factor(sympy.together(f.diff(y)))
        bend = sympy.cancel(slope / (y - x))
        if not samples.are_equal(f.subs(y, x), S.Zero) or not bend.is_rational_function(x, y):
            continue
        part = _alone(bend, x, y)
        for lower in _below(goal, part, y, samples) if part is not None else ():
            t = Dummy(real=True)
            rest = sympy.integrate(sympy.expand((t - x) * (bend - part + lower).subs(y, t)), (t, x, y))
            rest = sympy.factor(rest)
            if -1 not in samples.signs(rest) and -1 not in samples.signs(f - rest):
                yield "sum", {"terms": [f - rest, rest]}
                return


def _alone(bend: Expr, x: Symbol, y: Symbol) -> Expr | None:
    """The proper fraction in y of a rational function of which all else is a polynomial, if it is none itself."""
    top, bottom = sympy.fraction(sympy.cancel(bend.subs(x, 0)))
    part = sympy.rem(top, bottom, y) / bottom
    rest = sympy.cancel(bend - part)
    return part if rest.is_polynomial(x, y) and not part.is_polynomial(y) else None


def _below(goal: Goal, part: Expr, y: Symbol, samples: Samples) -> Iterator[Expr]:
    """Taylor polynomials where a function is least, that are nowhere seen above it."""
    try:
        places = [Rational(r) for r in Poly(sympy.fraction(sympy.together(part.diff(y)))[0], y).ground_roots()]
    except (PolynomialError, ValueError):
        return
    for at in places:
        if samples.signs(y - at) >= {-1, 1} and part.subs(y, at).is_finite:
            for order in _ORDERS:
                lower = S.Zero
                slope = part
                for k in range(order + 1):
                    lower += slope.subs(y, at) * (y - at) ** k / sympy.factorial(k)
                    slope = slope.diff(y)
                if -1 not in samples.signs(part - lower):
                    yield lower
