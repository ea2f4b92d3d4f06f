"""Families of instances at which a bound is sharp, or the sharpest known."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sympy import Float, Symbol, sympify

from verify.language.terms import Formula, Relation, text

if TYPE_CHECKING:
    from verify.author.kernel import Theorem


@dataclass(frozen=True)
class Runs:
    """Runs that are known by formulas, not by their numbers, and what a theorem says of them: for very long ones.

    Attributes:
        family: formulas that define the runs: see `verify.tightness.definitions.check_defined`.
        numbers: the integers on which their lengths depend, with a value of each for which the family is looked at.
        meets: theorems that the family meets the claim's hypotheses, but for those that it has itself.
        share: an exact number below 1.
        reaches: a theorem that the family's truth is more than this share of the promise.
    """

    family: Sequence[Formula]
    numbers: Mapping[Symbol, int]
    meets: Sequence[Theorem]
    share: Any
    reaches: Theorem


@dataclass(frozen=True)
class Over:
    """What a family is indexed by: a parameter's name, the values that are tried, and the formula that is the bound.

    `above` gives for a value a constant c and a theorem `c·promise ≥ truth`, whose hypotheses are the claim's and what
    `pinned` says of the value.

    Raises:
        ValueError: without a name, without values, or with a value that is not exact.
    """

    parameter: str
    values: tuple[Any, ...]
    formula: int = 0
    above: Callable[[Any], tuple[Any, Theorem]] | None = None
    pinned: Callable[[Any], Sequence[Formula]] | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.parameter, str) or not self.parameter.strip():
            raise ValueError(f"the parameter must have a name, not {self.parameter!r}")
        if not self.values:
            raise ValueError(f"there must be values of {self.parameter}")
        for value in self.values:
            check_exact(self.parameter, value)

    def bound(self, states: Sequence[Formula]) -> Relation:
        """The bound among the formulas of a claim.

        Raises:
            ValueError: when there is none of that number, or it is not an inequality.
        """
        if not 0 <= self.formula < len(states):
            raise ValueError(f"formula is {self.formula}; the claim states {len(states)}")
        found = states[self.formula]
        if not isinstance(found, Relation) or found.op not in ("≥", ">"):
            raise ValueError(f"a ratio needs an inequality, not {text(found)}")
        return found


def check_exact(parameter: str, value: Any) -> None:
    """Refuses a value that is not an exact constant.

    Raises:
        ValueError: with the parameter and the value.
    """
    made = sympify(value) if not isinstance(value, float) else None
    if made is None or made.has(Float) or made.free_symbols or not made.is_real:
        raise ValueError(f"{parameter} is {value!r}; it must be an exact real number")
