"""What a family of instances gives as plain data: a bracket of truth over promise for each value of its parameter."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Generic, NotRequired, TypedDict, TypeVar, final

from verify.claims.records import Count, ProofRecord

Proof = TypeVar("Proof")
"""How proofs are written: with their formulas in place, or with numbers for them."""


class _Tried(TypedDict):
    value: Annotated[str, "of the parameter"]
    at: Annotated[float, "the value, for a plot"]
    message: Annotated[str, "what went wrong, or empty"]
    seconds: float


@final
class PointRecord(_Tried, Generic[Proof]):
    """The bracket at one value of the parameter."""

    found: Annotated[str, "certified: the ratio reaches it where attained, and exceeds it otherwise"]
    attained: bool
    ratio: Annotated[float, "found, for a plot"]
    promise: str
    truth: str
    assignment: dict[str, str]
    shown_by: Proof
    above: Annotated[str, "the certified upper end beside that of the claim's own proof, or empty"]
    below: Annotated[float, "above, for a plot"]
    bounded_by: NotRequired[Proof]


@final
class NoPoint(_Tried):
    """A value at which there is no bracket."""


class TightnessData(TypedDict, Generic[Proof]):
    """The brackets of a family, all of them found."""

    parameter: str
    formula: Annotated[Count, "which formula of the claim is the bound"]
    points: list[PointRecord[Proof]]


class TightnessTried(TypedDict, Generic[Proof]):
    """The brackets of a family, some of them not found."""

    parameter: str
    formula: Count
    points: list[PointRecord[Proof] | NoPoint]


Brackets = TightnessData[ProofRecord] | TightnessTried[ProofRecord]

Point = PointRecord[ProofRecord]


def bracketed(points: Iterable[Point | NoPoint]) -> list[Point]:
    """The brackets among them."""
    return [point for point in points if "found" in point]


INSTANCE = "instance"
"""The parameter of a bracket at one of the instances that a claim has anyway."""

NEAR = Fraction(99, 100)
"""A bound is sharp where an instance comes as near as this to what is proved."""


@dataclass(frozen=True)
class Ends:
    """The bracket of the largest ratio of a family: from below an exact instance, from above what is proved.

    The instance is that at `parameter` = `value`, its ratio `found` or more; `above` is empty where nothing is proved,
    and `highest` a float next to it. At other values that were tried the ratio is less, the least `least`, at `lowest`.
    """

    parameter: str
    value: str
    found: str
    attained: bool
    above: str
    highest: float
    least: str
    lowest: str

    @property
    def is_sharp(self) -> bool:
        """Whether the instance attains what is proved, or comes within 1 % of it."""
        return bool(self.above) and (self.attained or Fraction(self.found) >= NEAR * Fraction(self.highest))


def ends(data: Brackets, *, proved: bool) -> Ends | None:
    """The bracket of the largest ratio over the values that were tried; None where no instance gives one.

    Args:
        data: the brackets of a family.
        proved: whether the bound is proved, for then the ratio is at most 1.
    """
    points = bracketed(data["points"])
    if not points:
        return None
    best, worst = (choose(points, key=lambda point: point["ratio"]) for choose in (max, min))
    above, highest = "1" if proved else "", 1.0
    if all(point["above"] for point in points):
        above, highest = max(((point["above"], point["below"]) for point in points), key=lambda end: end[1])
    return Ends(
        parameter=data["parameter"],
        value=best["value"],
        found=best["found"],
        attained=best["attained"],
        above=above,
        highest=highest,
        least=worst["found"],
        lowest=worst["value"],
    )
