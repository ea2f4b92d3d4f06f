"""Sums of terms of one variable each: every one is shown apart, with its share of a constant and of an equation."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

import mpmath
import sympy
from sympy import Add, Expr, S, Symbol

from verify.prover.bounds import ranges
from verify.prover.goal import Goal
from verify.prover.rules.coordinates import equations
from verify.prover.search.closed_forms import closed_forms
from verify.prover.search.moves import Move
from verify.prover.search.newton import SMALL, Slopes
from verify.prover.search.samples import DIGITS, Samples, function, value_of

_STARTS = 3
_MOST = 20


def summands(goal: Goal, samples: Samples) -> Iterator[Move]:
    """f = Σ gᵢ(xᵢ), which vanishes at a point p where it is least on Σ eᵢ(xᵢ) = 0, if there is such an equation.

    The parts are gᵢ − gᵢ(pᵢ) − λ·(eᵢ − eᵢ(pᵢ)), with the multiplier λ = gᵢ'(pᵢ)/eᵢ'(pᵢ), and λ·Σ eᵢ.
    """
    variables = tuple(x for x in goal.variables if x in goal.shows.expr.free_symbols)
    parts = _apart(goal.shows.expr, variables)
    if goal.shows.strict or len(variables) < 2 or parts is None:
        return
    for equation in (*equations(goal), S.Zero):
        bound = _apart(equation, variables)
        if bound is None:
            continue
        for point in _touched(goal, parts, bound, equation, samples):
            multiplier = _multiplier(parts, bound, point)
            terms = [
                parts[x] - parts[x].subs(x, point[x]) - multiplier * (bound[x] - bound[x].subs(x, point[x]))
                for x in variables
            ]
            if all(-1 not in samples.signs(t) for t in terms):
                yield "sum", {"terms": [*terms, multiplier * equation]}
                return


def equal_shares(goal: Goal, samples: Samples) -> Iterator[Move]:
    """f = g(x₁) + … + g(xₙ), where each has the same share of the constant: all are least at the same place."""
    variables = tuple(x for x in goal.variables if x in goal.shows.expr.free_symbols)
    parts = _apart(goal.shows.expr, variables)
    if len(variables) < 2 or parts is None or not samples.points:
        return
    first = variables[0]
    if all(sympy.expand(parts[x].subs(x, first) - parts[first]) == 0 for x in variables):
        constant = sympy.expand(goal.shows.expr) - Add(*parts.values())
        terms = [part + constant / len(variables) for part in parts.values()]
        if all(-1 not in samples.signs(t) for t in terms):
            yield "sum", {"terms": terms, "strict": 0}


def chords(goal: Goal, samples: Samples) -> Iterator[Move]:
    """f = Σ gᵢ(xᵢ) with Σ eᵢ(xᵢ) = 0, where each gᵢ seems to be above a chord in eᵢ, between ends of the xᵢ.

    The slope λ of the chords is that of one of them. So is sin A + sin B + sin C > 2 for acute angles shown by
    sin x > 2x/π; where the bound is attained at an end, or nowhere, no tangents show it.
    """
    variables = tuple(x for x in goal.variables if x in goal.shows.expr.free_symbols)
    parts = _apart(goal.shows.expr, variables)
    bounds = ranges(goal)
    if len(variables) < 2 or parts is None or not all(bounds[x].finite for x in variables):
        return
    for equation in equations(goal):
        bound = _apart(equation, variables)
        if bound is None:
            continue
        for x in variables:
            low, high = ({g: g.subs(x, end) for g in (parts[x], bound[x])} for end in (bounds[x].lo, bounds[x].hi))
            gap = high[bound[x]] - low[bound[x]]
            if gap == 0 or not all(v.is_finite for v in (*low.values(), *high.values())):
                continue
            multiplier = (high[parts[x]] - low[parts[x]]) / gap
            gaps = [parts[y] - multiplier * bound[y] for y in variables]
            terms = [gap - gap.subs(y, bounds[y].lo) for gap, y in zip(gaps, variables, strict=True)]
            rest = goal.shows.expr - Add(*terms) - multiplier * equation
            whole = [*terms, multiplier * equation, sympy.simplify(rest)]
            if not whole[-1].free_symbols and all(-1 not in samples.signs(t) for t in whole):
                yield "sum", {"terms": whole} | ({"strict": 0} if goal.shows.strict else {})
                return


def alone(goal: Goal) -> Iterator[Move]:
    """A term of one variable with what the conditions say of it alone, where they bind it to others."""
    used = goal.shows.expr.free_symbols
    if len(used) != 1 or not any(g.expr.free_symbols > used for g in goal.given):
        return
    (x,) = used
    r = ranges(goal)[x]
    ends = [(x - r.lo, r.open_lo)] if r.lo is not None else []
    ends += [(r.hi - x, r.open_hi)] if r.hi is not None else []
    own = [(g.expr, g.strict) for g in goal.given if g.expr.free_symbols == used]
    yield "rewrite", {"given": [[term, strict] for term, strict in dict.fromkeys([*own, *ends])]}


def is_apart(goal: Goal) -> bool:
    """Whether the term is a sum of such of one variable each, that are no polynomials: factors would mix them."""
    f = goal.shows.expr
    variables = tuple(x for x in goal.variables if x in f.free_symbols)
    return len(variables) > 1 and not f.is_rational_function(*variables) and _apart(f, variables) is not None


def _apart(f: Expr, variables: tuple[Symbol, ...]) -> dict[Symbol, Expr] | None:
    """The summands by their variable, with constants left out; None if one has two."""
    found: dict[Symbol, Expr] = dict.fromkeys(variables, S.Zero)
    for term in Add.make_args(sympy.expand(f)):
        used = [x for x in variables if x in term.free_symbols]
        if len(used) > 1 or term.free_symbols - set(variables):
            return None
        if used:
            found[used[0]] += term
    return found


def _multiplier(parts: dict[Symbol, Expr], bound: dict[Symbol, Expr], point: dict[Symbol, Expr]) -> Expr:
    for x, e in bound.items():
        slope = e.diff(x).subs(x, point[x])
        if slope != 0:
            return sympy.simplify(parts[x].diff(x).subs(x, point[x]) / slope)
    return S.Zero


def _touched(
    goal: Goal, parts: dict[Symbol, Expr], bound: dict[Symbol, Expr], equation: Expr, samples: Samples
) -> Iterator[dict[Symbol, Expr]]:
    """Exact points where f seems to vanish and its slopes to be proportional to those of the equation."""
    multiplier = Symbol("multiplier_", real=True)
    variables = tuple(parts)
    unknowns = (*variables, multiplier) if equation != 0 else variables
    slopes = [(parts[x] - multiplier * bound[x]).diff(x) for x in variables] + ([equation] if equation != 0 else [])
    system = Slopes(goal.shows.expr, slopes, unknowns)
    height = function(goal.shows.expr, goal.variables)
    rows = [(v, p) for v, p in zip(samples.values(goal.shows.expr), samples.points, strict=True) if v is not None]
    with mpmath.workdps(DIGITS):
        for _, start in sorted(rows, key=lambda row: row[0])[:_STARTS]:
            place = dict(zip(goal.variables, start, strict=True))
            found = system.zero(tuple(place.get(u, mpmath.mpf(0)) for u in unknowns))
            if found is None:
                continue
            for exact in islice(product(*(closed_forms(c) for c in found[: len(variables)])), _MOST):
                place |= dict(zip(variables, (mpmath.mpmathify(e.evalf(DIGITS)) for e in exact), strict=True))
                here = value_of(height, tuple(place[x] for x in goal.variables))
                if here is not None and abs(here) < SMALL:
                    yield dict(zip(variables, exact, strict=True))
                    break
