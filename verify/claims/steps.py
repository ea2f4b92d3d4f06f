"""What is attached to a claim, each by a function of its module, and what such functions return."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from verify.claims import registry
from verify.claims.experiments import Extent
from verify.claims.family import Over
from verify.claims.records import UNITS, StepKind
from verify.claims.registry import ClaimError

if TYPE_CHECKING:
    from verify.claims.claim import Claim


@dataclass(frozen=True)
class Source:
    """Where a claim is declared; `scope` is the namespace of the run of its module."""

    module: str
    file: str
    line: int
    scope: dict[str, Any] = field(repr=False, compare=False)

    def runs_again(self, earlier: Source) -> bool:
        """Whether this is the module of `earlier`, executed a second time."""
        return (self.module, self.file) == (earlier.module, earlier.file) and self.scope is not earlier.scope

    @property
    def is_running(self) -> bool:
        """Whether one of the calls under way is the module, or a function of it."""
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and frame.f_globals is not self.scope:
            frame = frame.f_back
        return frame is not None

    @property
    def folder(self) -> Path:
        """The folder that the module lies in."""
        return Path(self.file).parent

    def place(self, file: str, line: int) -> str:
        """A file and line as this claim's project names them."""
        root = self.file.removesuffix(registry.relative(self.file, self.module))
        return f"{file.removeprefix(root)}:{line}"

    def __str__(self) -> str:
        return self.place(self.file, self.line)


@dataclass(frozen=True)
class Decision:
    """How a mutant is decided: an exact instance at which it fails, a proof that it is true too, or why it is neither.

    `at` is an assignment for the rule `witness`, and `discharge` a function that returns the theorems that meet the
    schemas among its hypotheses there; `proof` is a function of the changed claim that returns its theorems. Where
    nothing is given, an instance is sought: `verify refresh` looks for it, and keeps it.
    """

    at: Mapping[Any, Any] | None = None
    discharge: Callable[[], Any] | None = None
    proof: Callable[[Claim], Any] | None = None
    undecided: str = ""

    @property
    def ways(self) -> list[str]:
        """Which of the three are given."""
        given = {"at": self.at is not None, "proof": self.proof is not None, "undecided": bool(self.undecided.strip())}
        return [name for name, is_given in given.items() if is_given]


@dataclass(frozen=True)
class Step:
    """One function attached to a claim: what kind of evidence it gives, and where it stands."""

    kind: StepKind
    name: str
    summary: str
    function: Callable[..., Any]
    file: str
    line: int
    label: str = ""
    decision: Decision = field(default_factory=Decision)
    extent: Extent | None = None
    over: Over | None = None


@dataclass(frozen=True)
class Conformance:
    """How far float code strays from the statement: the worst error over the points that were tried."""

    name: str
    points: int
    worst: float
    unit: str
    allowed: float

    def __post_init__(self) -> None:
        if self.unit not in UNITS:
            raise ClaimError(f"conformance {self.name}: the unit must be one of {', '.join(UNITS)}, not {self.unit!r}")

    @property
    def holds(self) -> bool:
        """Whether points were tried and none strays further than allowed (a nan strays)."""
        return self.points > 0 and self.worst <= self.allowed


@dataclass(frozen=True)
class Sharpness:
    """How sharp a statement is: what was asked, the answer, and the theorems that certify it, if any do."""

    label: str
    value: str
    theorems: Any = None


@dataclass(frozen=True)
class Searched:
    """A search in floats for a counterexample: how many cases were tried, and the worst of them.

    `worst` is the largest ratio found of what happens to what is promised, at most 1 as far as the statement holds, and
    `at` the instance in words. A ratio above 1 is a candidate, to be confirmed exactly or to be explained by rounding.
    """

    name: str
    cases: int
    worst: float
    at: str
    allowed: float = 1.0

    @property
    def holds(self) -> bool:
        """Whether cases were tried and none goes beyond what is allowed (a nan does)."""
        return self.cases > 0 and self.worst <= self.allowed
