"""Moves by derivatives: ends that decide where a term rises, falls or bends, and splits where it turns."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import mpmath
import sympy
from sympy import Expr, Poly, PolynomialError, Symbol, fraction, together

from verify.balls.arithmetic import Arb
from verify.prover.bounds import ranges
from verify.prover.goal import Goal, Inequality
from verify.prover.rules.plain import follows
from verify.prover.search.closed_forms import closed_forms
from verify.prover.search.equations import without_logarithms
from verify.prover.search.factors import factored, factors, has_variables
from verify.prover.search.logarithm_forms import weighted
from verify.prover.search.moves import Move
from verify.prover.search.samples import DIGITS, Samples, function, value_of

_LARGEST = 60
"""Operations of a term whose slopes are looked at before anything else."""

_TURNS = 3
_MOST_TURNS = 8
_PLACES = 64


def ends(goal: Goal, x: Symbol, samples: Samples) -> list[tuple[Expr, int]]:
    """The lower (side 1) and upper (side −1) ends of x: from every condition that is linear in it, of one sign."""
    found: dict[tuple[Expr, int], None] = {}
    r = ranges(goal)[x]
    for g in goal.given:
        if x not in g.expr.free_symbols:
            continue
        try:
            poly = Poly(g.expr, x)
        except PolynomialError:
            continue
        if poly.degree() != 1:
            continue
        a, b = poly.all_coeffs()
        signs = samples.signs(a) if a.free_symbols else {1 if a.is_positive else -1}
        if signs in ({1}, {-1}):
            end = sympy.factor(-b / a) if a.free_symbols else sympy.expand(-b / a)
            found[(end, 1 if signs == {1} else -1)] = None
    for end, side in ((r.lo, 1), (r.hi, -1)):
        if end is not None:
            found.setdefault((end, side), None)
    return list(found)


def monotone(goal: Goal, samples: Samples) -> Iterator[Move]:
    """Rising from a lower end or falling to an upper end, in each variable."""
    f = goal.shows.expr
    for x in sorted(f.free_symbols, key=str):
        slope = f.diff(x)
        signs = samples.signs(slope)
        for end, side in ends(goal, x, samples):
            if -side in signs or not signs:
                continue
            gap = samples.signs(side * (x - end))
            if -1 in gap:
                continue
            value = f.subs(x, end)
            limit = value.has(sympy.nan, sympy.zoo, sympy.oo, sympy.I) or bool(
                any(node.args[0].subs(x, end) == 0 for node in f.atoms(sympy.log))
            )
            at_end = set() if limit else samples.signs(value)
            if -1 in at_end:
                continue
            options: list[str | None] = [None]
            if goal.shows.strict:
                options = ["end"] if at_end == {1} else ["slope", "end"]
            for strict in options:
                data: dict[str, Any] = {"variable": x, "end": end, "side": side}
                if strict:
                    data["strict"] = strict
                if limit:
                    data["limit"] = True
                yield "monotone", data


def evident(goal: Goal, samples: Samples) -> Iterator[Move]:
    """Rising from the one lower end, or falling to the one upper end, by a slope whose sign its factors show.

    Or by a slope that has its sign at the end and keeps it, as the term bends one way; or concave between two ends,
    where factors show that. The term is then nonnegative if it is at such ends, and only then: so nothing is lost, and
    a variable less is left. Not of products, whose slopes have products of the same factors again.
    """
    f = goal.shows.expr
    if f.count_ops() > _LARGEST or sum(bool(n.free_symbols) for n in sympy.Mul.make_args(f)) > 1:
        return
    for move in monotone(goal, samples):
        x, side = move[1]["variable"], move[1]["side"]
        others = [end for end, its_side in ends(goal, x, samples) if its_side == side]
        is_last = all(-1 not in samples.signs(side * (move[1]["end"] - other)) for other in others)
        if is_last and only_ends(goal, x, samples) and "limit" not in move[1]:
            slope = f.diff(x)
            if _is_obvious(goal, side * slope) or _is_obvious(goal, slope.diff(x)):
                yield move
    for move in concave(goal, samples):
        x = move[1]["variable"]
        if len(ends(goal, x, samples)) == 2 and only_ends(goal, x, samples) and _is_obvious(goal, -f.diff(x, 2)):
            yield move


def only_ends(goal: Goal, x: Symbol, samples: Samples) -> bool:
    """Whether each condition on x is an end of it: linear, with a factor of one sign."""
    slopes = [g.expr.diff(x) for g in goal.given if x in g.expr.free_symbols]
    return all(x not in a.free_symbols and (a.is_number or samples.signs(a) in ({1}, {-1})) for a in slopes)


def _is_obvious(goal: Goal, slope: Expr) -> bool:
    """Whether the factors of a slope show its sign; what a logarithm or a bent power is taken of is positive."""
    quotient = without_logarithms(slope)
    top, bottom = fraction(together(slope if quotient is None else quotient - 1))
    term = factored(top) / factored(bottom)
    f = goal.shows.expr
    inside = {n.base for n in f.atoms(sympy.Pow) if has_variables(n)} | {n.args[0] for n in f.atoms(sympy.log)}
    known = (*goal.given, *(Inequality(u, strict=True) for u in sorted(inside, key=str)))
    asked = Goal(goal.variables, known, Inequality(term, strict=False))
    return follows(asked, Arb) or weighted(asked) is not None


def concave(goal: Goal, samples: Samples) -> Iterator[Move]:
    """Concave between two ends, in each variable."""
    f = goal.shows.expr
    for x in sorted(f.free_symbols, key=str):
        bend = samples.signs(f.diff(x, 2))
        if 1 in bend or not bend:
            continue
        lowers = [e for e, side in ends(goal, x, samples) if side == 1]
        uppers = [e for e, side in ends(goal, x, samples) if side == -1]
        for lo in lowers:
            for hi in uppers:
                data: dict[str, Any] = {"variable": x, "lower": lo, "upper": hi}
                if not goal.shows.strict:
                    yield "concave", data
                    continue
                at = [samples.signs(f.subs(x, e)) for e in (lo, hi)]
                if any(-1 in s for s in at):
                    continue
                for strict in ("both", "curvature", "lower", "upper"):
                    yield "concave", {**data, "strict": strict}


def turning_curves(goal: Goal, samples: Samples) -> Iterator[Move]:
    """Splits where a derivative vanishes that is linear in an exponential or a logarithm of its variable."""
    f = goal.shows.expr
    if len(f.free_symbols) < 2:
        return
    place = Symbol("place_", real=True)
    for x in sorted(f.free_symbols, key=str):
        slope = f.diff(x)
        for head, inverse in ((sympy.exp, sympy.log), (sympy.log, sympy.exp)):
            flat = slope.xreplace({head(x): place})
            if x in flat.free_symbols or place not in flat.free_symbols or place in flat.diff(place).free_symbols:
                continue
            at = inverse(sympy.cancel(-flat.subs(place, 0) / flat.diff(place)))
            if {-1, 1} <= samples.signs(x - at):
                yield "split", {"by": x - at, "closed": True}


def touching_points(goal: Goal, samples: Samples) -> Iterator[Move]:
    """In one variable: splits at the zeros of the derivative, exactly where their closed form is seen."""
    f = goal.shows.expr
    if len(goal.variables) != 1:
        return
    (x,) = goal.variables
    points = sorted(p[0] for p in samples.points)
    h = function(f, (x,))
    with mpmath.workdps(DIGITS):
        turns = []
        for root, _ in _zeros(f.diff(x), x, points):
            height = value_of(h, (root,))
            if height is not None:
                turns.append((abs(height), root))
        if len(turns) > _MOST_TURNS:
            return
        for height, root in sorted(turns)[:_TURNS]:
            if height < mpmath.mpf(10) ** -20:
                for exact in closed_forms(root):
                    yield "split", {"by": x - exact, "closed": not goal.shows.strict}
            else:
                for near in _around(root, points):
                    yield "split", {"by": x - near}


def ends_of_conditions(goal: Goal, samples: Samples) -> Iterator[Move]:
    """In one variable with two ends: splits where a condition that is no polynomial changes its sign, exactly."""
    used = goal.shows.expr.free_symbols
    if len(used) != 1 or not all(ranges(goal)[x].finite for x in used):
        return
    (x,) = used
    low, high = (mpmath.mpmathify(end.evalf(DIGITS)) for end in (ranges(goal)[x].lo, ranges(goal)[x].hi))
    places = [low + (high - low) * n / _PLACES for n in range(_PLACES + 1)]
    for term in (g.expr for g in goal.given if g.expr.free_symbols == {x} and not g.expr.is_polynomial(x)):
        with mpmath.workdps(DIGITS):
            for root, above in _zeros(term, x, places):  # where the condition holds is the closed part
                for at in closed_forms(root)[:1]:
                    yield "split", {"by": x - at if above > 0 else at - x}


def _zeros(term: Expr, x: Symbol, places: list[Any]) -> Iterator[tuple[Any, Any]]:
    """Zeros between neighbouring places where the term has not the same sign, with its value at the upper of them."""
    f = function(term, (x,))
    values = [value_of(f, (at,)) for at in places]
    for p, q, u, v in zip(places, places[1:], values, values[1:], strict=False):
        if u is not None and v is not None and u * v <= 0:
            yield _bisect(f, p, q, u), v


def _around(root: Any, points: list[Any]) -> list[Expr]:
    """Simple rational numbers below and above a number, well between the ends of the samples."""
    lo, hi = points[0], points[-1]
    below = root - (root - lo) / 4
    above = root + min((hi - root) / 4, abs(root) + 1)
    return [sympy.Rational(str(mpmath.nstr(n, 2))) for n in (below, above) if lo < n < hi]


def _bisect(g: Any, p: Any, q: Any, u: Any) -> Any:
    for _ in range(170):
        m = (p + q) / 2
        v = value_of(g, (m,))
        if v is None:
            return m
        p, q = (m, q) if v * u > 0 else (p, m)
    return (p + q) / 2


def turned(goal: Goal, samples: Samples) -> Iterator[Move]:
    """The first of these splits where the derivative is a difference of logarithms, whose sign is then evident."""
    f = goal.shows.expr
    for x in sorted(f.free_symbols, key=str):
        if f.has(sympy.log) and without_logarithms(f.diff(x)) is not None:
            yield from islice(_turning_points(goal, x, samples), 1)


def turning_points(goal: Goal, samples: Samples) -> Iterator[Move]:
    """Splits at the factors of a derivative that change sign on the domain and are linear in its variable.

    A derivative that is a difference of logarithms has the sign of the difference of what they are taken of.
    """
    for x in sorted(goal.shows.expr.free_symbols, key=str):
        yield from _turning_points(goal, x, samples)


def _turning_points(goal: Goal, x: Symbol, samples: Samples) -> Iterator[Move]:
    slope = goal.shows.expr.diff(x)
    try:
        quotient = without_logarithms(slope)
        _, rows = factors(fraction(together(slope if quotient is None else quotient - 1))[0])
    except (PolynomialError, NotImplementedError, ValueError, TypeError):
        return
    for p, n in rows:
        if n % 2 and p.is_polynomial(*goal.variables) and samples.signs(p) >= {-1, 1}:
            try:
                linear = Poly(p, x).degree() == 1
            except PolynomialError:
                linear = False
            if linear:
                yield "split", {"by": p}
                yield "split", {"by": p, "closed": True}
