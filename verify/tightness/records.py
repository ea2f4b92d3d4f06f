"""What a family of instances gives as plain data: a bracket of truth over promise for each value of its parameter."""

from __future__ import annotations

from collections.abc import Iterable
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
