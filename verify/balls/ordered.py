"""The first digits of two numbers, as many as show that they differ."""

from __future__ import annotations

from flint import arb
from sympy import Expr, Rational, floor

from verify.balls.evaluate import MAX_PRECISION, Undefined, enclose, working_precision

FEWEST = 2
"""Decimal places that are always shown."""


def first_digits(first: Expr, second: Expr) -> tuple[str, str]:
    """Two numbers, cut off behind the first decimal place by which they differ and not rounded; a fraction in full.

    What is cut off is marked by "…". No digit is given that an enclosure does not hold.

    Raises:
        Undefined: where no precision shows digits by which they differ.
        Unsupported: for a term without an enclosure.
    """
    precision = 64
    while precision <= MAX_PRECISION:
        values = [x if isinstance(x, Rational) else enclose(x, {}, precision) for x in (first, second)]
        with working_precision(precision):
            for places in range(FEWEST, precision // 4):
                digits = [_cut_off(x, places) for x in values]
                if digits[0] is None or digits[1] is None:
                    break
                if digits[0] != digits[1]:
                    return _written(first, digits[0]), _written(second, digits[1])
        precision *= 2
    raise Undefined("no digits show that the numbers differ")


def _cut_off(value: Rational | arb, places: int) -> str | None:
    """The digits of a fraction, or of all numbers of a ball, up to so many places; None where they do not agree."""
    if not (value >= 0 or value < 0):
        return None
    scaled = abs(value) * 10**places
    whole = floor(scaled) if isinstance(value, Rational) else scaled.floor().unique_fmpz()
    if whole is None:
        return None
    return f"{'-' if value < 0 else ''}{int(whole) // 10**places}.{int(whole) % 10**places:0{places}d}"


def _written(number: Expr, digits: str) -> str:
    return str(number) if isinstance(number, Rational) else f"{digits}…"
