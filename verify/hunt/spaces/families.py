"""Finitely many exact values as one rule of the indices, in a form whose sign the kernel can see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from sympy import Add, Expr, Integer, KroneckerDelta, Lambda, Mul, S, Symbol, Tuple, expand, prod

from verify.hunt.exact import approximate
from verify.language.tables import shown

_NAMES = ("i", "j", "l", "m")

FEW = 6
"""Values along an index that a polynomial may go through."""

Table = Mapping[tuple[int, ...], Any]


def rule(table: Table, arity: int, signed: bool, names: Sequence[str] = ()) -> Lambda:
    """The `Lambda` of `arity` integers with the values of the table, which are numbers or tuples of them.

    It has one value everywhere but at the indices where another is added to it; of few values whose sign does not
    matter it is a polynomial, which may go on beyond them as a hypothesis for all indices asks. Readers are shown the
    values.

    Args:
        table: exact values by indices; there may be none.
        arity: how many indices there are.
        signed: whether the values are positive, or not negative, and the rule has to show it.
        names: of the indices, as the statement has them; else letters.
    """
    places = [Symbol(name, integer=True) for name in (names if len(names) == arity else _NAMES[:arity])]
    if not table:
        return Lambda(tuple(places), S.One)
    (first, *_) = table.values()
    if isinstance(first, tuple):
        parts = [_through({k: v[n] for k, v in table.items()}, places, False) for n in range(len(first))]
        made = Lambda(tuple(places), Tuple(*parts) if len(parts) > 1 else parts[0])
    else:
        made = Lambda(tuple(places), _through(table, places, signed))
    listed = _rows(table, arity) if made.expr.free_symbols else None
    return made if listed is None else shown(made, *listed)


def _through(table: Table, places: Sequence[Symbol], signed: bool) -> Expr:
    if len(set(table.values())) == 1:
        return next(iter(table.values()))
    few = all(len({index[n] for index in table}) <= FEW for n in range(len(places)))
    return _polynomial(_filled(table), places) if few and not signed else _stepwise(table, places, signed)


def _stepwise(table: Table, places: Sequence[Symbol], signed: bool) -> Expr:
    """The least value, if signs matter, or the most frequent one, and what is added to it at some of the indices."""
    often = Counter(table.values())
    base = min(often, key=approximate) if signed else max(often, key=lambda value: (often[value], -value.count_ops()))
    steps = [
        (value - base) * Mul(*(KroneckerDelta(place, Integer(n)) for place, n in zip(places, index, strict=True)))
        for index, value in table.items()
        if value != base
    ]
    return Add(base, *steps)


def _rows(table: Table, arity: int) -> tuple[list[Any], int] | None:
    """The values in the order of their indices and the first of these, as lists show them; None where they do not."""
    axes = [sorted({index[n] for index in table}) for n in range(arity)]
    whole = all(axis == list(range(axis[0], axis[-1] + 1)) for axis in axes) and len(table) == Mul(*map(len, axes))
    if arity == 1 and whole:
        return [table[n,] for n in axes[0]], axes[0][0]
    if arity == 2 and whole and axes[1][0] == 1 and not any(isinstance(value, tuple) for value in table.values()):
        return [tuple(table[m, n] for n in axes[1]) for m in axes[0]], axes[0][0]
    return None


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
