"""By how much linear conditions hold, as new variables: sides of a triangle become sums of two positive numbers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice

import sympy
from sympy import Abs, Expr, Function, Matrix, Max, Min, Poly, PolynomialError, Pow, Rational, Symbol

from verify.prover.goal import Goal, Inequality
from verify.prover.search.moves import Move
from verify.prover.search.substitutions import new_variable

_MOST_VARIABLES = 5
_MOST_CHOICES = 60

Row = tuple[list[Rational], Rational, Inequality]
"""The coefficients of a linear condition, its constant, and the condition."""


def slacks(goal: Goal) -> Iterator[Move]:
    """New variables for as many conditions as there are variables, if all other linear ones follow from these.

    Only where several of the conditions tie variables to each other: what bounds one by one is better left so.
    """
    used = [x for x in goal.variables if x in goal.shows.expr.free_symbols]
    rows = _linear(goal, used)
    tied = [row for row in rows if sum(c != 0 for c in row[0]) > 1]
    if len(tied) < 2 or not 2 <= len(used) <= _MOST_VARIABLES or not _is_algebraic(goal.shows.expr):
        return
    single = [row for row in rows if row not in tied]
    for chosen in islice(combinations([*tied, *single], len(used)), _MOST_CHOICES):
        table = Matrix([row[0] for row in chosen])
        if table.det() == 0:
            continue
        back = table.inv()
        constants = Matrix([row[1] for row in chosen])
        if all(_follows(row, back, constants) for row in rows if row not in chosen):
            yield _in_new_variables(goal, used, chosen, back, constants)
            return


def _is_algebraic(f: Expr) -> bool:
    """Whether the term is made by arithmetic and rational powers."""
    return not f.atoms(Function) - f.atoms(Abs, Max, Min) and all(p.exp.is_Rational for p in f.atoms(Pow))


def _linear(goal: Goal, used: list[Symbol]) -> list[Row]:
    """The conditions that are linear in the variables of the term, and in no others."""
    found: list[Row] = []
    for g in goal.given:
        if not g.expr.free_symbols or not g.expr.free_symbols <= {*used}:
            continue
        try:
            poly = Poly(g.expr, *used)
        except PolynomialError:
            continue
        if poly.total_degree() == 1 and all(c.is_Rational for c in poly.coeffs()):
            found.append(([poly.coeff_monomial(x) for x in used], poly.coeff_monomial(1), g))
    return found


def _follows(row: Row, back: Matrix, constants: Matrix) -> bool:
    """Whether the condition is a sum of those chosen, with factors that are not negative, and of such a constant."""
    factors = Matrix([row[0]]) * back
    rest = row[1] - (factors * constants)[0]
    return bool(rest >= 0) and all(c >= 0 for c in factors)


def _in_new_variables(goal: Goal, used: list[Symbol], chosen: tuple[Row, ...], back: Matrix, constants: Matrix) -> Move:
    new: list[Symbol] = []
    for x in used:
        new.append(new_variable(goal, x, new))
    values: list[Expr] = list(back * (Matrix(new) - constants))
    return (
        "substitute",
        {
            "forward": [[x, sympy.expand(value)] for x, value in zip(used, values, strict=True)],
            "inverse": [[t, row[2].expr] for t, row in zip(new, chosen, strict=True)],
            "given": [[t, row[2].strict] for t, row in zip(new, chosen, strict=True)],
        },
    )
