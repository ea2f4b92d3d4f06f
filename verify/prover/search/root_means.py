"""Square roots between means: 2λu/(λ² + u) ≤ √u ≤ (u + λ²)/2λ, as √(λ²u) is between harmonic and arithmetic mean."""

from __future__ import annotations

from collections.abc import Iterator

import sympy
from sympy import Add, Dummy, Expr, Poly, PolynomialError, Pow, Rational, S, fraction, together

from verify.prover.goal import Goal
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples
from verify.prover.search.touching import touching

_MOST_ROOTS = 4
_HALF = Rational(1, 2)


def between(goal: Goal, samples: Samples) -> Iterator[Move]:
    """f = Σ cᵢ(√uᵢ − bᵢ) + g, with a mean bᵢ for each root: below it where cᵢ > 0, above it where cᵢ < 0.

    The means are equal to the roots where f touches zero, if it is seen to, else where u = 1. What is left is rational,
    and is seen not to be negative.
    """
    f = goal.shows.expr
    nodes = sorted({p.base for p in f.atoms(Pow) if p.exp in (_HALF, -_HALF) and p.base.free_symbols}, key=str)
    if goal.shows.strict or not 1 <= len(nodes) <= _MOST_ROOTS or len(f.free_symbols) < 2 or not samples.points:
        return
    rows = linear(f, nodes)
    if rows is None:
        return
    for place in [*touching(goal, samples), None]:
        parts: list[Expr] = []
        for u, c in rows:
            level = S.One if place is None else sympy.sqrt(u.subs(place))
            signs = samples.signs(c)
            if signs not in ({1}, {-1}) or not level.is_positive:
                break
            mean = 2 * level * u / (level**2 + u) if signs == {1} else (u + level**2) / (2 * level)
            parts.append(c * (sympy.sqrt(u) - mean))
        else:
            rest = sympy.factor(together(f - Add(*parts)))
            if rest != 0 and rest.is_rational_function(*goal.variables) and -1 not in samples.signs(rest):
                yield "sum", {"terms": [*parts, rest]}
                return


def linear(f: Expr, bases: list[Expr]) -> list[tuple[Expr, Expr]] | None:
    """The radicands u with the coefficients c of f = Σ c·√u + a rational rest; 1/√v is √(1/v)."""
    places = [Dummy(real=True) for _ in bases]
    roots = dict(zip(bases, places, strict=True))
    flat = f.replace(
        lambda n: isinstance(n, Pow) and n.base in roots and n.exp.is_Rational and n.exp.q == 2,
        lambda n: roots[n.base] * n.base ** (n.exp - _HALF),
    )
    try:
        poly = Poly(fraction(together(flat))[0], *places)
    except PolynomialError:
        return None
    bottom = fraction(together(flat))[1]
    found = []
    for exponents, c in poly.terms():
        if max(exponents) > 1 or bottom.free_symbols & {*places}:
            return None
        inside = [u for u, n in zip(bases, exponents, strict=True) if n]
        if inside:
            found.append((sympy.Mul(*inside), c / bottom))
    return found
