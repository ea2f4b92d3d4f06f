"""Small pieces of sentences that several commands and pages say."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

MOST_PARTS: Final = 1000
"""The largest denominator of a fraction that a float is taken to be meant as."""


def so_many(number: int, what: str) -> str:
    """A number of what has its plural in s."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def assigned(values: Mapping[str, object]) -> str:
    """The values of an instance."""
    return ", ".join(f"{name} = {value}" for name, value in values.items())


def fraction_of(number: Any) -> str:
    """How a float is written as the simplest fraction that is as near, such as Rational(3, 2) for 1.5."""
    if float(number) - float(number) != 0:  # no number, or infinite
        return "Rational(1, 2)"
    near = Fraction(float(number)).limit_denominator(MOST_PARTS)
    exact = near if float(near) == float(number) else Fraction(str(float(number)))
    return f"Rational({exact.numerator}, {exact.denominator})"
