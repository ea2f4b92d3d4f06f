"""Angles that linear conditions bind to each other, as those of a triangle: by the tangents of their halves."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import (
    Add,
    Dummy,
    Expr,
    Poly,
    PolynomialError,
    S,
    Symbol,
    cos,
    expand,
    expand_trig,
    factor,
    fraction,
    oo,
    pi,
    sin,
    tan,
)

from verify.balls.arithmetic import Arb
from verify.prover.goal import Goal, Inequality
from verify.prover.rules.coordinates import equations
from verify.prover.rules.plain import follows
from verify.prover.search.moves import Move
from verify.prover.search.substitutions import new_variable, scale_of_angle
from verify.prover.statement import bounds, sign_of

_MOST_VARIABLES = 3


def sines(goal: Goal) -> Iterator[Move]:
    """0 < u < π as sin u > 0, for conditions on sums of angles, and all in sines and cosines of single angles."""
    f = goal.shows.expr
    used = sorted(f.free_symbols, key=str)
    if not 2 <= len(used) <= _MOST_VARIABLES or equations(goal) or not _is_of_angles(f, used) or _has_halves(f):
        return
    tied, rows = False, []
    for g in goal.given:
        if not g.expr.free_symbols & {*used}:
            rows.append([g.expr, g.strict])
        elif g.expr.free_symbols <= {*used} and is_half_turn(goal, g.expr):
            tied = tied or len(g.expr.free_symbols) > 1
            rows.append([expand_trig(sin(expand(g.expr))), g.strict])
        else:
            return
    if tied:
        new = expand_trig(f.replace(tan, lambda u: sin(u) / cos(u)))
        yield "rewrite", {"shows": new, "given": rows}


def half_angles(goal: Goal) -> Iterator[Move]:
    """The tangent of half an angle, for one whose range is told by the signs of sines and cosines alone."""
    f = goal.shows.expr
    inside = [g.expr for g in goal.given if g.expr.has(sin, cos)]
    for x in sorted(f.free_symbols, key=str) if inside and len(goal.variables) > 1 else ():
        scale = scale_of_angle(Add(*(Dummy(real=True) * term for term in (f, *inside))), x)
        if scale is not None and all(g.expr in inside for g in goal.given if x in g.expr.free_symbols):
            yield "half angle", {"variable": x, "scale": scale, "new": new_variable(goal, x), "everywhere": True}
            return


def conditions(goal: Goal) -> Iterator[Move]:
    """One condition without its factors that are plainly positive: 1 − uv > 0 for (u + v)(1 − uv)/(1 + u²) > 0.

    Where that is what is to be shown, it is the condition times powers of the others.
    """
    used = goal.variables
    if not goal.shows.expr.is_rational_function(*used):
        return
    for g in sorted(goal.given, key=lambda g: len(g.expr.free_symbols)):
        if not g.expr.is_rational_function(*used) or g.expr.is_polynomial(*used):
            continue
        rows = _turning(goal, g.expr)
        if rows is None:
            continue
        turning, rest = rows
        if goal.shows == Inequality(turning, g.strict):
            yield "product", {"factors": [[g.expr, 1, "+"], *([base, -power, "+"] for base, power in rest)]}
        elif Inequality(turning, g.strict) not in goal.given:
            kept = [[h.expr, h.strict] for h in goal.given if h != g]
            yield "rewrite", {"given": [*kept, [turning, g.strict]]}
        else:
            yield "rewrite", {"given": [[h.expr, h.strict] for h in goal.given if h != g]}
        return


def _turning(goal: Goal, term: Expr) -> tuple[Expr, list[tuple[Expr, int]]] | None:
    """The one factor whose sign is not plain, and the positive ones with their powers; None if there are more."""
    turning: list[Expr] = []
    rest: list[tuple[Expr, int]] = []
    top, bottom = fraction(factor(term))
    number, signs = S.One, S.One
    for part, side in ((top, 1), (bottom, -1)):
        for base, power in part.as_powers_dict().items():
            if not base.free_symbols:
                number *= base ** (side * power)
            elif _is_plain(goal, base):
                rest.append((base, int(side * power)))
            elif _is_plain(goal, -base):
                rest.append((-base, int(side * power)))
                signs *= (-1) ** power
            elif side * power == 1:
                turning.append(base)
            else:
                return None
    if len(turning) != 1 or not turning[0].is_polynomial(*goal.variables) or not number.is_Rational:
        return None
    return number * signs / abs(number) * turning[0], [*rest, *([] if abs(number) == 1 else [(abs(number), 1)])]


def _is_plain(goal: Goal, base: Expr) -> bool:
    return follows(Goal(goal.variables, goal.given, Inequality(base, True)), Arb)


def _is_of_angles(f: Expr, used: list[Symbol]) -> bool:
    """Whether the variables stand in sines, cosines and tangents only."""
    return f.has(sin, cos) and not f.replace(_is_wave, lambda _: Dummy(real=True)).free_symbols & {*used}


def _has_halves(f: Expr) -> bool:
    """Whether an angle is no whole combination of the variables: tangents of quarters would be of a high degree."""
    rows = [c for w in f.atoms(sin, cos, tan) for c in w.args[0].as_coefficients_dict().values()]
    return any(c.is_Rational and not c.is_Integer for c in rows)


def _is_wave(node: Expr) -> bool:
    return isinstance(node, sin | cos | tan)


def is_half_turn(goal: Goal, u: Expr) -> bool:
    """Whether the term is linear, with multiples of π, and the conditions say that it is at most π."""
    try:
        poly = Poly(u, *sorted(u.free_symbols, key=str))
    except PolynomialError:
        return False
    constant = poly.coeff_monomial(1) / pi
    if poly.total_degree() != 1 or not all(c.is_Rational for c in (*poly.coeffs()[: len(poly.gens)], constant)):
        return False
    place = Dummy("place", real=True)
    equal = (Inequality(place - u, False), Inequality(u - place, False))
    high = bounds(Goal((*goal.variables, place), (*goal.given, *equal), goal.shows))[place][2]
    return high != oo and sign_of(pi - high) in (0, 1)
