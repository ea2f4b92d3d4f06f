"""Finitely many exact values as families, for exact assignments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sympy import Lambda, S, Symbol, Tuple, interpolate


def listed(values: Sequence[Any], index: Symbol, first: int = 1) -> Lambda:
    """The family with these values from the index `first` on: the polynomial through them, of vectors one a coordinate.

    Args:
        values: exact numbers, or tuples of one length.
        index: the variable of the polynomials.
        first: the index of the first value.
    """
    if not values:
        raise ValueError("values is empty; it must have at least one entry")
    if not isinstance(values[0], tuple | Tuple):
        return Lambda(index, _through(values, index, first))
    columns = zip(*values, strict=True)
    return Lambda(index, Tuple(*(_through(column, index, first) for column in columns)))


def _through(values: Sequence[Any], index: Symbol, first: int) -> Any:
    points = [(first + n, S(value)) for n, value in enumerate(values)]
    return S(interpolate(points, index)) if len(points) > 1 else points[0][1]
