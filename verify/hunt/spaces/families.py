"""Finitely many exact values as one rule of the indices, in a form whose sign the kernel can see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sympy import Add, Expr, Integer, Lambda, S, Symbol, Tuple, exp, expand, log, prod

_NAMES = ("i", "j", "l", "m")

Table = Mapping[tuple[int, ...], Any]


def rule(table: Table, arity: int, signed: bool) -> Lambda:
    """The `Lambda` of `arity` integers with the values of the table, which are numbers or tuples of them.

    Args:
        table: exact values by indices; there may be none.
        arity: how many indices there are.
        signed: whether the values are positive and the rule has to show it.
    """
    places = [Symbol(name, integer=True) for name in _NAMES[:arity]]
    if not table:
        return Lambda(tuple(places), S.One)
    (first, *_) = table.values()
    if isinstance(first, tuple):
        parts = [_interpolated({k: v[n] for k, v in table.items()}, places, False) for n in range(len(first))]
        return Lambda(tuple(places), Tuple(*parts) if len(parts) > 1 else parts[0])
    return Lambda(tuple(places), _interpolated(table, places, signed))


def _interpolated(table: Table, places: Sequence[Symbol], signed: bool) -> Expr:
    values = set(table.values())
    if len(values) == 1:
        return values.pop()
    if not signed:
        return _polynomial(_filled(table), places)
    if len(places) == 1 and len(table) == 2:
        (a,), (b,) = sorted(table)
        return table[a,] * ((table[b,] / table[a,]) ** ((places[0] - a) / Integer(b - a)))
    return exp(_polynomial(_filled({k: log(v) for k, v in table.items()}), places))


def _filled(table: Table) -> Table:
    """The table with every combination of its indices; what is missing is the nearest value along the first index."""
    axes = [sorted({k[n] for k in table}) for n in range(len(next(iter(table))))]
    found: dict[tuple[int, ...], Any] = {(): None}
    for axis in axes:
        found = {(*k, i): None for k in found for i in axis}
    return {k: table[k] if k in table else table[min(table, key=lambda other: _apart(k, other))] for k in found}


def _apart(k: Sequence[int], other: Sequence[int]) -> int:
    return sum(abs(a - b) for a, b in zip(k, other, strict=True))


def _polynomial(table: Table, places: Sequence[Symbol]) -> Expr:
    """The polynomial of least degree in each index with these values on a grid.

    It is multiplied out where the values are rational; else one value is left alone where the others vanish.
    """
    if not places:
        return table[()]
    place, *rest = places
    nodes = sorted({k[0] for k in table})
    rows = {i: _polynomial({k[1:]: v for k, v in table.items() if k[0] == i}, rest) for i in nodes}
    if len({*rows.values()}) == 1:
        return rows[nodes[0]]
    terms = [row * prod([(place - m) / Integer(i - m) for m in nodes if m != i]) for i, row in rows.items()]
    return expand(sum(terms)) if all(value.is_Rational for value in table.values()) else Add(*terms)
