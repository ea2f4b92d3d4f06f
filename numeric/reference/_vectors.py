"""Lists of mpf."""

from collections.abc import Iterable, Sequence
from typing import Any

import mpmath as mp

Number = Any
"""A float or an mpf; mpmath has no types."""
Vector = Sequence[Number]


def exact(x: Iterable[Number]) -> list[Number]:
    """Each entry as an mpf, floats exactly."""
    return [mp.mpf(t) for t in x]


def dot(x: Vector, y: Vector) -> Number:
    """<x, y>."""
    return mp.fdot(zip(x, y, strict=True))


def norm(x: Vector) -> Number:
    """|x|."""
    return mp.sqrt(dot(x, x))


def scaled(c: Number, x: Vector) -> list[Number]:
    """c x."""
    return [c * t for t in x]


def plus(x: Vector, y: Vector) -> list[Number]:
    """x + y."""
    return [a + b for a, b in zip(x, y, strict=True)]
