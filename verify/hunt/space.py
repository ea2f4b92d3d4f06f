"""What is searched: instances of one claim that differ in finitely many numbers, and how each is judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from verify.author.kernel import Theorem
    from verify.claims.claim import Claim

__all__ = ["MANY", "Coordinate", "FloatArray", "NoInstances", "Score", "Space", "spaces"]

MANY = 200
"""Samples of the schemas of a space from which on an instance is dear to score."""

FloatArray = npt.NDArray[np.float64]


class NoInstances(ValueError):
    """The claim cannot be searched: no instance meets its hypotheses, or it states no relation that could fail."""


@dataclass(frozen=True)
class Coordinate:
    """One free number of a space: its name, and the range that it is drawn from.

    `integral` says that only whole numbers are meant, `near` are exact numbers that are worth trying first, and
    `angular` says that circular functions are taken of the number. One smaller than `least` is taken to be zero: a
    coefficient that is nearly zero makes a function that is nearly another one.
    """

    name: str
    low: float
    high: float
    integral: bool = False
    near: tuple[Any, ...] = ()
    angular: bool = False
    least: float = 0.0


@dataclass(frozen=True)
class Score:
    """What trials gave, each array of the shape (trials,).

    `ratio` is above 1 where the statement fails in floats, and nan where a term is undefined. `slack` is the least
    slack of the hypotheses, relative: negative where one fails, not negative where all hold.
    """

    ratio: FloatArray
    slack: FloatArray


class Space(Protocol):
    """Instances of one claim that differ in finitely many numbers: sizes, dimension and functions are chosen."""

    @property
    def name(self) -> str:
        """What was chosen, in words: "n = 2, T = 3, in R^2, ℓ = r²/2"."""
        ...

    @property
    def coordinates(self) -> tuple[Coordinate, ...]:
        """The numbers that are free."""
        ...

    @property
    def samples(self) -> int:
        """At how many values of their variables the schemas among the hypotheses are looked at for one trial."""
        ...

    def score(self, values: FloatArray) -> Score:
        """What the instances give in floats; `values` has the shape (coordinates, trials)."""
        ...

    def is_doubtful(self, values: Sequence[Any]) -> bool:
        """Whether a hypothesis fails at these coordinates after all, as far as floats tell that look at it longer."""
        ...

    def named(self, values: Sequence[float]) -> dict[str, float]:
        """The numbers and members of families at these coordinates, by their names."""
        ...

    def sharpened(self, values: Sequence[Any]) -> Space | None:
        """The space where what was seen to fail at these coordinates is looked at always; None where nothing does."""
        ...

    def views(self) -> Iterator[Space]:
        """The same instances, the statement seen otherwise: above 1 at the same ones, and elsewhere not in step."""
        ...

    def exact(self, values: Sequence[Any]) -> Mapping[Any, Any] | None:
        """An assignment of all the claim's variables at exact coordinates, every equation solved; None if it fails."""
        ...

    def confirm(self, values: Sequence[Any]) -> Theorem | None:
        """The theorem that the statement fails at these exact coordinates; None where it does not go through."""
        ...


def spaces(claim: Claim) -> Iterator[Space]:
    """The spaces of a claim, from its hypotheses, statement and declarations alone, the most promising first.

    Raises:
        NoInstances: where the claim states no relation, or nothing meets its hypotheses.
    """
    from verify.hunt.spaces.finding import found  # it needs the classes above  # noqa: PLC0415

    return found(claim)
