"""Square roots of products below means of two factors: √(pq) ≤ (λp + q/λ)/2, with the λ for which both are equal.

So is √(ab/((a + c)(b + c))) at most the mean of a/(a + c) and b/(b + c). What a root is of is made homogeneous by an
equation first, by which it may have factors: c + ab is (c + a)(c + b) where a + b + c = 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from operator import mul

import sympy
from sympy import Add, Expr, Mul, Poly, PolynomialError, Pow, Rational, S, Symbol, factor_list, fraction, together

from verify.prover.goal import Goal
from verify.prover.rules.coordinates import equations
from verify.prover.search.homogeneous import raised, unit
from verify.prover.search.moves import Move
from verify.prover.search.root_means import linear
from verify.prover.search.samples import Samples
from verify.prover.search.touching import touching

_MOST_ROOTS, _MOST_FACTORS, _MOST_CHOICES = 4, 6, 200
_HALF = Rational(1, 2)
Place = dict[Symbol, Expr]


def below(goal: Goal, samples: Samples) -> Iterator[Move]:
    """f = r − Σ cᵢ√uᵢ with cᵢ > 0, and a mean of two factors of uᵢ for each root; what is left is rational."""
    f = goal.shows.expr
    nodes = sorted({p.base for p in f.atoms(Pow) if p.exp in (_HALF, -_HALF) and p.base.free_symbols}, key=str)
    used = [x for x in goal.variables if x in f.free_symbols]
    if goal.shows.strict or not 1 <= len(nodes) <= _MOST_ROOTS or len(used) < 2 or not samples.points:
        return
    rows = linear(f, nodes)
    if rows is None or any(samples.signs(c) != {-1} for _, c in rows):
        return
    rows = [(u, sympy.factor(c)) for u, c in rows]
    place = next(iter(touching(goal, samples)), dict.fromkeys(used, S.One))
    means = [list(_means(u, goal, place, samples)) for u, _ in rows]
    rest = sympy.factor(together(f - Add(*(c * sympy.sqrt(u) for u, c in rows))))
    for chosen in islice(product(*means), _MOST_CHOICES):
        left = rest + Add(*(c * mean for (_, c), mean in zip(rows, chosen, strict=True)))
        if -1 not in samples.signs(left) and (len(rows) > 1 or not samples.are_equal(left, S.Zero)):
            parts = [c * (sympy.sqrt(u) - mean) for (u, c), mean in zip(rows, chosen, strict=True)]
            yield "sum", {"terms": [*parts, sympy.factor(together(left))]}
            return


def _means(u: Expr, goal: Goal, place: Place, samples: Samples) -> Iterator[Expr]:
    """The means (λp + q/λ)/2 with pq = u, where there are two factors at least."""
    try:
        parts = [factor_list(_homogeneous(part, goal)) for part in fraction(together(u))]
    except PolynomialError:
        return
    number = parts[0][0] / parts[1][0]
    factors = [(p, side * n) for side, (_, rows) in zip((1, -1), parts, strict=True) for p, n in rows]
    if not 2 <= len(factors) <= _MOST_FACTORS or not all(samples.signs(p) <= {0, 1} for p, _ in factors):
        return
    forms = [Poly(p, *sorted(p.free_symbols, key=str)) for p, _ in factors]
    degrees = [n * form.total_degree() for form, (_, n) in zip(forms, factors, strict=True)]
    are_forms = all(form.is_homogeneous for form in forms)
    for choice in product((1, -1), repeat=len(factors) - 1):
        sides = (1, *choice)
        if are_forms and sum(map(mul, sides, degrees)) != 0:
            continue  # a mean of these would not be a form
        p, q = (Mul(*(f**n for (f, n), at in zip(factors, sides, strict=True) if at == side)) for side in (1, -1))
        ratio = (number * q / p).subs(place)
        scale = sympy.sqrt(ratio)
        if q != 1 and ratio.is_positive and scale.is_Rational:
            yield (scale * p + number * q / scale) / 2


def _homogeneous(part: Expr, goal: Goal) -> Expr:
    """The polynomial as a form where an equation says what is 1."""
    used = sorted(part.free_symbols, key=str)
    for u in equations(goal) if used else ():
        variables = sorted(u.free_symbols, key=str)
        found = unit(u, variables) if set(used) <= set(variables) else None
        form = raised(Poly(part, *variables), *found) if found is not None else None
        if form is not None:
            return form
    return part
