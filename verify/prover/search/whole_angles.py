"""Terms that are the same an angle π further on, by sines and cosines of doubled angles: the tangents of their halves.

A quotient of tangents is such a term, and cos a·cos b·cos(a + b). So is a condition on a sum of angles, as the sine of
that times the cosines of single ones: A + B > π/2 says that tan A·tan B > 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import lcm
from typing import Any

import sympy
from sympy import Add, Dummy, Expr, Mul, Poly, PolynomialError, Symbol, cos, expand, expand_trig, pi, sin, tan

from verify.balls.evaluate import is_positive
from verify.prover.bounds import ranges
from verify.prover.goal import Goal, Inequality
from verify.prover.rules.coordinates import equations
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples
from verify.prover.search.triangles import is_half_turn

_MOST_VARIABLES = 2
_MOST_TERMS = 60


def quotients(goal: Goal, samples: Samples) -> Iterator[Move]:
    """f = n/d, of sines and cosines of single angles, where n has period π, and d is of factors of one sign."""
    moved, back = _in_units(goal)
    places = _places(moved)
    rows = _quotient(moved.shows.expr, places) if places and samples.points else None
    if rows is None or not rows[1].free_symbols:
        return
    top, bottom = rows
    number, factors = sympy.factor_list(bottom)
    powers = dict(factors)
    for s, c in places.values():
        if _parity(top, s, c) == 1:
            top, powers[c] = expand(top * c), powers.get(c, 0) + 1
    if _doubled(top, places) is None:
        return
    waves = {place: wave(x) for x, pair in places.items() for wave, place in zip((sin, cos), pair, strict=True)}
    written = _sums(moved.shows.expr)
    below: list[list[Any]] = []
    for base, power in powers.items():
        factor = base.xreplace(waves)
        factor = written.get(expand(factor), factor).xreplace(back)
        signs = samples.signs(factor)
        if signs not in ({1}, {-1}):
            return
        below.append([factor, -power, "" if power % 2 == 0 else "+-"[signs == {-1}]])
    negative = sum(row[2] == "-" for row in below)
    above = (top / number).expand().xreplace(waves).xreplace(back)
    yield "product", {"factors": [[above, 1, "+-"[negative % 2]], *below]}


def doubled(goal: Goal) -> Iterator[Move]:
    """The term, and what binds the angles to each other, by sines and cosines of doubled ones."""
    moved, back = _in_units(goal)
    places = _places(moved)
    if not places or not any(len(g.expr.free_symbols) > 1 for g in goal.given):
        return
    quotient = _quotient(moved.shows.expr, places)
    shows = None if quotient is None or quotient[1] != 1 else _doubled(quotient[0], places)
    rows: list[list[Any]] = []
    for g in (g for g in moved.given if not g.expr.has(sin, cos)):  # such were told of what is divided by
        new = _condition(moved, g.expr, places) if g.expr.free_symbols & {*places} else g.expr
        if new is None:
            return
        rows.append([new.xreplace(back), g.strict])
    if shows is not None and shows.has(sin, cos):
        yield "rewrite", {"shows": shows.xreplace(back), "given": rows}


def conditions(goal: Goal) -> Iterator[Move]:
    """What such a condition on angles became, as the product that it was made of."""
    if goal.shows.expr.has(tan):
        return
    moved, back = _in_units(goal)
    places = _places(moved)
    for g in moved.given if places else ():
        new = _condition(moved, g.expr, places)
        if new is not None and new.xreplace(back) == goal.shows.expr and (g.strict or not goal.shows.strict):
            waves = [sin(expand(g.expr)), *(2 * cos(x) for x in sorted(g.expr.free_symbols, key=str))]
            yield "product", {"factors": [[wave.xreplace(back), 1, "+"] for wave in waves]}
            return


def _in_units(goal: Goal) -> tuple[Goal, dict[Expr, Expr]]:
    """The goal with such shares of the angles as variables that all are whole multiples; and what these shares are."""
    used = goal.shows.expr.free_symbols
    rows = [c for w in goal.shows.expr.atoms(sin, cos, tan) for c in expand(w.args[0]).as_coefficients_dict().values()]
    unit = lcm(*(int(c.q) for c in rows if c.is_Rational))
    there, back = {x: unit * x for x in used}, {x: x / unit for x in used}
    given = tuple(
        Inequality(expand(g.expr.xreplace(there) / unit), g.strict) if g.expr.free_symbols & used else g
        for g in goal.given
    )
    return Goal(goal.variables, given, Inequality(goal.shows.expr.xreplace(there), goal.shows.strict)), back


def _places(goal: Goal) -> dict[Symbol, tuple[Dummy, Dummy]]:
    """Variables for the sines and cosines of the angles in the term, if these have positive cosines."""
    f = goal.shows.expr
    used = sorted(f.free_symbols, key=str)
    if not 2 <= len(used) <= _MOST_VARIABLES or not f.has(sin, cos, tan) or equations(goal):
        return {}
    bounds = ranges(goal)
    for x in used:
        for end, is_open in ((bounds[x].lo, bounds[x].open_lo), (bounds[x].hi, bounds[x].open_hi)):
            if end is None or not (is_positive(pi / 2 - abs(end)) is True or (is_open and abs(end) == pi / 2)):
                return {}
    return {x: (Dummy("s", real=True), Dummy("c", real=True)) for x in used}


def _quotient(f: Expr, places: dict[Symbol, tuple[Dummy, Dummy]]) -> tuple[Expr, Expr] | None:
    """Numerator and denominator in the places of sines and cosines; None for a term of another kind."""
    flat = expand_trig(f.replace(tan, lambda u: sin(expand(u)) / cos(expand(u))))
    flat = flat.xreplace({wave(x): p for x, pair in places.items() for wave, p in zip((sin, cos), pair, strict=True)})
    if flat.free_symbols & {*places} or not flat.is_rational_function(*(p for pair in places.values() for p in pair)):
        return None
    top, bottom = sympy.fraction(sympy.cancel(flat))
    return expand(top), bottom


def _parity(term: Expr, s: Dummy, c: Dummy) -> int | None:
    """Of the degrees in one angle; None where they differ."""
    found = {sum(degrees) % 2 for degrees in Poly(term, s, c).monoms()}
    return found.pop() if len(found) == 1 else None


def _doubled(term: Expr, places: dict[Symbol, tuple[Dummy, Dummy]]) -> Expr | None:
    """A polynomial of even degrees in each angle by the sines and cosines of doubled angles; None for another one."""
    try:
        poly = Poly(term, *(p for pair in places.values() for p in pair))
    except PolynomialError:
        return None
    if len(poly.terms()) > _MOST_TERMS:
        return None
    summands: list[Expr] = []
    for degrees, coefficient in poly.terms():
        factors = [coefficient]
        for x, k, m in zip(places, degrees[::2], degrees[1::2], strict=True):
            if (k + m) % 2:
                return None
            squares = ((1 - cos(2 * x)) / 2) ** (k // 2) * ((1 + cos(2 * x)) / 2) ** (m // 2)
            factors.append(squares * sin(2 * x) / 2 if k % 2 else squares)
        summands.append(Mul(*factors))
    return expand(Add(*summands))


def _condition(goal: Goal, u: Expr, places: dict[Symbol, tuple[Dummy, Dummy]]) -> Expr | None:
    """sin u times twice the cosine of each angle in u, which is a sum of such up to signs and at most π."""
    angles = u.free_symbols
    constant = 2 * expand(u).as_independent(*angles, as_Add=True)[0] / pi  # of others the sines need not be rational
    if not angles <= {*places} or any(abs(u.diff(x)) != 1 for x in angles) or not constant.is_Integer:
        return None
    if not is_half_turn(goal, u):
        return None
    quotient = _quotient(2 ** len(angles) * sin(expand(u)) * Mul(*(cos(x) for x in angles)), places)
    return None if quotient is None else _doubled(quotient[0], places)


def _sums(f: Expr) -> dict[Expr, Expr]:
    """Sines and cosines of sums of angles, and their negatives, by what they are in those of single angles."""
    arguments: Sequence[Expr] = [expand(n.args[0]) for n in f.atoms(sin, cos, tan) if n.args[0].is_Add]
    waves = [wave(u) for u in arguments for wave in (sin, cos)]
    return {expand(expand_trig(side * w)): side * w for w in waves for side in (1, -1)}
