"""Exact solutions of small systems of linear equations that are not negative, by the simplex method.

sympy's `linprog` gives solutions of degenerate systems of this kind that do not solve them, or finds none.
"""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpq

Row = list[fmpq]


def nonnegative(equations: Sequence[tuple[Sequence[int | fmpq], int | fmpq]], most: int) -> list[fmpq] | None:
    """x ≥ 0 with every row·x = its right side, by at most so many steps; None if there is none or it takes more.

    An artificial variable for each row makes a first solution; their sum is made small, by Bland's rule.
    """
    table = [[fmpq(c) for c in row] + [fmpq(right)] for row, right in equations]
    table = [[-c for c in row] if row[-1] < 0 else row for row in table]
    width = len(table[0]) - 1
    basis = [width + n for n in range(len(table))]
    cost = [-sum((row[k] for row in table), fmpq(0)) for k in range(width + 1)]
    for _ in range(most):
        if cost[-1] == 0:
            return _solution(table, basis, width)
        entering = next((k for k in range(width) if cost[k] < 0), None)
        if entering is None:
            return None
        rows = [(row[-1] / row[entering], basis[n], n) for n, row in enumerate(table) if row[entering] > 0]
        if not rows:
            return None
        leaving = min(rows)[2]
        _pivot(table, cost, leaving, entering)
        basis[leaving] = entering
    return None


def _pivot(table: list[Row], cost: Row, leaving: int, entering: int) -> None:
    pivot = table[leaving][entering]
    chosen = table[leaving] = [c / pivot if c != 0 else c for c in table[leaving]]
    places = [k for k, c in enumerate(chosen) if c != 0]
    for row in [*(row for n, row in enumerate(table) if n != leaving), cost]:
        factor = row[entering]
        if factor != 0:
            for k in places:
                row[k] -= factor * chosen[k]


def _solution(table: list[Row], basis: list[int], width: int) -> list[fmpq]:
    found = [fmpq(0)] * width
    for n, row in zip(basis, table, strict=True):
        if n < width:
            found[n] = row[-1]
    return found
