"""Places in a range to look for counterexamples at: near its ends, far out, spread on a logarithmic scale."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

POWERS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 60, 100, 300)
_FAR = (1, 2, 3, 5, 7, 10, 14, 20, 30, 50, 70, 10**2, 300, 10**3, 10**4, 10**5, 10**6, 10**9, 10**12,
        10**15, 10**20, 10**30, 10**50, 10**100)  # fmt: skip


def step_from(lo: Fraction | None, hi: Fraction | None, size: Fraction, up: bool) -> Fraction:
    """`size` of the way from one end to the other, or that far from the only end."""
    if lo is not None and hi is not None:
        return lo + (hi - lo) * size if up else hi - (hi - lo) * size
    if lo is not None:
        return lo + size
    return hi - size if hi is not None else (size if up else -size)


def _moves() -> list[Callable[[Fraction | None, Fraction | None], Fraction]]:
    sizes = [Fraction(1, 10**k) for k in (*range(1, 31), *POWERS[-4:])] + [Fraction(i, 10) for i in range(11)]
    found: list[Any] = [lambda lo, hi, s=s, up=up: step_from(lo, hi, s, up) for s in sizes for up in (True, False)]

    def far(lo: Fraction | None, hi: Fraction | None, s: int, up: bool) -> Fraction:
        if lo is not None and hi is not None:
            return lo + (hi - lo) * (Fraction(1, s + 1) if up else Fraction(s, s + 1))
        return step_from(lo, hi, Fraction(s), up)

    return found + [lambda lo, hi, s=s, up=up: far(lo, hi, s, up) for s in _FAR for up in (True, False)]


MOVES = _moves()


def spread(rng: Any, lo: Any, hi: Any) -> Any:
    """A random number in each range: even, or close to an end on a logarithmic scale, or an end, or far out."""
    count = len(lo)
    kind = rng.random(count)
    part = np.where(kind < 0.5, rng.random(count), 10.0 ** rng.uniform(-10, 0, count))
    part = np.where(kind > 0.97, 0.0, part)
    width = np.where(np.isfinite(hi - lo), hi - lo, 1.0)
    inside = np.where(kind < 0.75, lo + part * width, hi - part * width)
    size = np.where(kind < 0.5, 10.0 ** rng.uniform(-2, 2, count), 10.0 ** rng.uniform(-10, 7, count))
    free = np.where(rng.random(count) < 0.5, size, -size)
    below, above = np.isfinite(lo), np.isfinite(hi)
    return np.where(below & above, inside, np.where(below, lo + size, np.where(above, hi - size, free)))
