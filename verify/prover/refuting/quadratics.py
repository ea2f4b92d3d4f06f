"""Where a polynomial of the second degree is least, or falls without end: exactly, by completing squares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from flint import fmpq, fmpq_mat
from sympy import Expr, Poly, Symbol

_MOST_VARIABLES = 12
_FAR = tuple(side * size for size in (fmpq(1), fmpq(1, 100), fmpq(100)) for side in (1, -1))

Place = list[Fraction]


def lowest(term: Expr, variables: Sequence[Symbol]) -> Iterator[Place]:
    """Where all derivatives vanish, if that is one place; and along a line on which the polynomial falls, if any does.

    Nothing where the term is no polynomial of the second degree with rational coefficients.
    """
    n = len(variables)
    if not 2 <= n <= _MOST_VARIABLES or not term.is_polynomial(*variables):
        return
    poly = Poly(term, *variables)
    if poly.total_degree() != 2 or not all(c.is_Rational for c in poly.coeffs()):
        return
    form = [[fmpq(0)] * (n + 1) for _ in range(n + 1)]  # of twice the polynomial, the last variable being 1
    for exponents, c in poly.terms():
        i, j = ([i for i, k in enumerate(exponents) for _ in range(k)] + [n, n])[:2]
        form[i][j] += fmpq(int(c.p), int(c.q))
        form[j][i] += fmpq(int(c.p), int(c.q))
    bends = fmpq_mat(n, n, [c for row in form[:n] for c in row[:n]])
    centre = [fmpq(0)] * n
    if bends.det() != 0:
        centre = [-row[0] for row in bends.solve(fmpq_mat(n, 1, [row[n] for row in form[:n]])).tolist()]
        yield _place(centre)
    *way, last = _falling(form) or [*centre, fmpq(1)]
    if last != 0:
        yield _place([w / last for w in way])
    else:
        yield from (_place([c + t * w for c, w in zip(centre, way, strict=True)]) for t in _FAR)


def _falling(bends: Sequence[Sequence[fmpq]]) -> list[fmpq] | None:
    """v with vᵀAv < 0, by elimination of the variables; None where the matrix A is positive semidefinite.

    What is eliminated is where the square that it completes is zero: a combination of those that are left.
    """
    n = len(bends)
    rest = [list(row) for row in bends]
    rows: list[list[fmpq]] = []
    for k in range(n):
        way = [fmpq(0)] * n
        beside = next((j for j in range(k + 1, n) if rest[k][j] != 0), None)
        if rest[k][k] == 0 and beside is None:
            rows.append(way)
            continue
        if rest[k][k] <= 0:
            way[k] = fmpq(1)
            if rest[k][k] == 0 and beside is not None:  # 2tb + c is negative for some t
                way[beside] = fmpq(1)
                way[k] = -(1 + rest[beside][beside]) / (2 * rest[k][beside]) - (1 if rest[k][beside] > 0 else -1)
            for i in reversed(range(k)):
                way[i] = -sum((c * w for c, w in zip(rows[i], way, strict=True)), fmpq(0))
            return way
        row = [c / rest[k][k] for c in rest[k]]
        rows.append([fmpq(0)] * (k + 1) + row[k + 1 :])
        for i in range(k + 1, n):
            scale = rest[i][k]
            for j in range(k, n):
                rest[i][j] -= scale * row[j]
    return None


def _place(point: Sequence[fmpq]) -> Place:
    return [Fraction(int(c.p), int(c.q)) for c in point]
