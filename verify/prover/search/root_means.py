"""Square roots between means: 2λu/(λ² + u) ≤ √u ≤ (u + λ²)/2λ, as √(λ²u) is between harmonic and arithmetic mean."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

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
    if not 1 <= len(nodes) <= _MOST_ROOTS or len(f.free_symbols) < 2 or not samples.points:
        return
    rows = linear(f, nodes)
    if rows is None:
        return
    for place in [None] if goal.shows.strict else [*touching(goal, samples), None]:
        parts: list[Expr] = []
        gaps: list[Expr] = []
        for u, c in rows:
            level = S.One if place is None else sympy.sqrt(u.subs(place))
            signs = samples.signs(c)
            if signs not in ({1}, {-1}) or not level.is_positive:
                break
            mean = 2 * level * u / (level**2 + u) if signs == {1} else (u + level**2) / (2 * level)
            parts.append(c * (sympy.sqrt(u) - mean))
            gaps.append(u - level**2)
        else:
            rest = sympy.factor(together(f - Add(*parts)))
            is_new = rest != 0 or len(parts) > 1
            if is_new and rest.is_rational_function(*goal.variables) and -1 not in samples.signs(rest):
                terms = [*parts, *([rest] if rest != 0 else [])]
                yield from (
                    _strict(terms, [*gaps, rest], goal, samples) if goal.shows.strict else [("sum", {"terms": terms})]
                )
                return


def _strict(terms: list[Expr], gaps: list[Expr], goal: Goal, samples: Samples) -> Iterator[Move]:
    """The sum with a term that is nowhere zero, as its gap is not; or cases by the order of two variables for it."""
    signs = [samples.signs(gap) for gap in gaps]
    apart = [n for n, seen in enumerate(signs) if seen in ({1}, {-1})]
    if apart:
        yield "sum", {"terms": terms, "strict": apart[0]}
        return
    values = [samples.values(gap) for gap in gaps]
    for x, y in combinations(sorted(goal.shows.expr.free_symbols, key=str), 2):
        sides = samples.values(x - y)
        if all(any(_are_apart(row, sides, side) for row in values) for side in (1, -1)):
            yield "split", {"by": x - y, "closed": True}
            return


def _are_apart(values: list[Any], sides: list[Any], side: int) -> bool:
    """Whether all values have one sign where the difference of two variables has the sign that is asked for."""
    here = [v for v, at in zip(values, sides, strict=True) if at is not None and at * side >= 0]
    return bool(here) and None not in here and (all(v > 0 for v in here) or all(v < 0 for v in here))


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
