"""Homogeneous sums whose terms have one variable and the sum of all: tangents as if that sum were 1.

So is Σ a/√(b + c) at least √(3(a + b + c)/2): where a + b + c = 1 each term is a function of one variable, above a
tangent of it; and what is linear there is a form in general. Where an equation says what the sum is, terms are written
in one variable each by that.
"""

from __future__ import annotations

from collections.abc import Iterator

import mpmath
import sympy
from sympy import Add, Expr, S, Symbol

from verify.prover.goal import Goal, Inequality
from verify.prover.rules.coordinates import equations
from verify.prover.search import separable
from verify.prover.search.closed_forms import closed_forms
from verify.prover.search.moves import Move
from verify.prover.search.samples import DIGITS, Samples

_FEWEST, _MOST = 3, 4


def tangents(goal: Goal, samples: Samples) -> Iterator[Move]:
    """f = Σ (hᵢ − sᵈ·Tᵢ(xᵢ/s)) for a form f of degree d, with tangents or chords Tᵢ of hᵢ where s = Σ x is 1.

    Or f = Σ (hᵢ − Tᵢ(xᵢ)) + λ(s − k), where an equation says that s = k.
    """
    f = goal.shows.expr
    used = [x for x in goal.variables if x in f.free_symbols]
    if not _FEWEST <= len(used) <= _MOST or f.is_rational_function(*used) or not samples.points:
        return
    if not all(Inequality(x, True) in goal.given for x in used):
        return
    total, told = Add(*used), equations(goal)
    value = S.One if not told else next((v for u in told for v in (total - u, total + u) if v.is_Rational), S.Zero)
    parts = _by_variable(f, used, value) if value > 0 else None
    degree = S.One if told or parts is None else _degree(f, used, samples)
    if parts is None or degree is None:
        return
    rows = {x: Add(*(there for _, there in parts[x])) for x in used}
    number = Add(*(there for _, there in parts[None]))
    given = [Inequality(x, True) for x in used] + [Inequality(side * (total - value), False) for side in (1, -1)]
    there = Goal(tuple(used), tuple(given), Inequality(Add(*rows.values(), number), goal.shows.strict))
    for source in (separable.summands, separable.chords):
        for _, data in source(there, Samples(there)):
            lines = {x: _line(x, rows[x], data["terms"]) for x in used}
            unit, scale = (value, S.One) if told else (total, total ** (degree - 1))
            terms = [
                Add(*(h for h, _ in parts[x])) - scale * (slope * x + level * unit / value)
                for x, (slope, level) in lines.items()
            ]
            if told:
                terms.append(next(slope for slope, _ in lines.values()) * (total - value))
            if all(-1 not in samples.signs(t) for t in terms):
                yield "sum", {"terms": terms} | ({"strict": 0} if goal.shows.strict else {})
                return


def _line(x: Symbol, row: Expr, terms: list[Expr]) -> tuple[Expr, Expr]:
    """Slope and level of what was taken from a row."""
    line = sympy.expand(row - next((t for t in terms if t.free_symbols == {x}), S.Zero))
    return line.coeff(x, 1), line.coeff(x, 0)


def _by_variable(f: Expr, used: list[Symbol], value: Expr) -> dict[Symbol | None, list[tuple[Expr, Expr]]] | None:
    """The summands with what they are where the sum has the value, by the one variable that is left there, or None."""
    found: dict[Symbol | None, list[tuple[Expr, Expr]]] = {None: []} | {x: [] for x in used}
    for term in Add.make_args(f):
        for x in used:
            other, *rest = (y for y in used if y != x)
            there = term.subs(other, value - x - Add(*rest))
            if there.free_symbols <= {x}:
                found[x if there.free_symbols else None].append((term, there))
                break
        else:
            return None
    return found if all(found[x] for x in used) else None


def _degree(f: Expr, used: list[Symbol], samples: Samples) -> Expr | None:
    """The degree of a form, as far as seen."""
    ratio = samples.ratio(f.subs({x: 2 * x for x in used}, simultaneous=True), f)
    with mpmath.workdps(DIGITS):
        found = closed_forms(mpmath.log(ratio, 2)) if ratio is not None and ratio > 0 else []
    return next((c for c in found if c.is_Rational), None)
