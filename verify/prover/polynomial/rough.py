"""Polynomials at places of a system's domain in floats, with its roots and constants: what is not worth a proof."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import isfinite
from typing import Any

from verify.prover.allowance import Allowance
from verify.prover.polynomial.reading import Polynomial, System
from verify.prover.search.compiled import in_floats

_PLACES, _TRIES = 16, 120
_SIZES = (0.01, 0.3, 1.0, 3.0, 100.0)
_ROUNDING = 1e-9
_TRY = 2e-5
"""The work of drawing a place."""

Place = list[float]


def places(system: System, allowed: Allowance) -> list[Place]:
    """Values of the ring's variables at some points that meet the conditions, as far as floats say."""
    symbols = sorted(set().union(*(m.free_symbols for m in system.meanings)), key=str)
    try:
        values = in_floats(system.meanings, symbols)
    except ValueError:
        return []
    conditions = [g.polynomial for g in system.given]
    draw = random.Random(1)
    found: list[Place] = []
    for n in range(_TRIES):
        allowed.spend(_TRY)
        least = -1.0 if n % 2 else 0.0
        point = [draw.choice(_SIZES) * draw.uniform(least, 1.0) for _ in symbols]
        place = _place(values, point)
        if place is not None and not any(is_negative(p, place) for p in conditions):
            found.append(place)
            if len(found) == _PLACES:
                break
    return found


def _place(values: Callable[..., Sequence[Any]], point: Sequence[float]) -> Place | None:
    try:
        found = values(*point)
    except (ValueError, ArithmeticError, TypeError):
        return None
    return [float(v) for v in found] if all(isinstance(v, int | float) and isfinite(v) for v in found) else None


def is_negative(polynomial: Polynomial, place: Place) -> bool:
    """Whether the polynomial is negative at the place, by more than what rounding may do."""
    total = size = 0.0
    for exponents, c in polynomial.to_dict().items():
        term = int(c.p) / int(c.q)
        for v, k in zip(place, exponents, strict=True):
            if k:
                term *= v ** int(k)
        total += term
        size += abs(term)
    return total < -_ROUNDING * size
