"""Comparing code with a formula: numpy in ulp, an mpmath reference in relative error, at the same exact inputs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from mpmath import mp

from verify.claims.concrete import DIGITS
from verify.claims.steps import Conformance

_ULP = mp.mpf(2) ** -52
REFERENCE_ERROR = 1e-45
"""How far an mpmath reference may stray from the formula: both work with `DIGITS` digits, and cancel some."""


def error(found: Any, wanted: Any) -> Any:
    """The relative error of a number, or of a vector in the Euclidean norm; absolute where zero is wanted."""
    if hasattr(found, "__len__"):
        difference = mp.sqrt(mp.fsum((mp.mpf(a) - b) ** 2 for a, b in zip(found, wanted, strict=True)))
        size = mp.sqrt(mp.fsum(b**2 for b in wanted))
    else:
        difference, size = abs(mp.mpf(found) - wanted), abs(wanted)
    return difference / size if size else difference


def conformance(
    points: Iterable[Any],
    formula: Callable[[Any], Any],
    code: Callable[[Any], Any],
    reference: Callable[[Any], Any],
    *,
    ulps: float,
) -> Iterator[Conformance]:
    """Two records: how far the float code, and how far the reference, stray from the formula over the points.

    Args:
        points: inputs, float64 numbers or arrays, taken as exact.
        formula: the claim's formula at a point, in mpmath.
        code: the float64 implementation at a point.
        reference: the mpmath implementation at a point.
        ulps: the largest error allowed to the code, in units of 2^−52.
    """
    worst_code = worst_reference = mp.mpf(0)
    count = 0
    with mp.workdps(DIGITS):
        for point in points:
            wanted = formula(point)
            worst_code = max(worst_code, error(code(point), wanted) / _ULP)
            worst_reference = max(worst_reference, error(reference(point), wanted))
            count += 1
    yield Conformance("numpy against the formula", count, float(worst_code), "ulp", ulps)
    yield Conformance("mpmath against the formula", count, float(worst_reference), "relative", REFERENCE_ERROR)
