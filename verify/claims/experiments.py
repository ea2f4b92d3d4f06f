"""What an experiment of a paper gives: numbers beside what the paper says of them, and curves to plot; all in floats.

An experiment is a step of a claim, a function `(steps, seed, state)` that yields a `Stage` after each piece of work
and returns a `Result`. From the state of a stage, which it gets back, it goes on with the same bits.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from verify.claims.records import CurveRecord, FigureRecord, FindingRecord, ResultRecord

State = Mapping[str, npt.NDArray[Any]]
"""Named arrays; nothing else is kept between two runs."""


@dataclass(frozen=True)
class Extent:
    """How long an experiment runs: as the paper has it, and so short that it can be a step of each examination."""

    steps: int
    short: int
    unit: str = "steps"

    def __post_init__(self) -> None:
        if not 1 <= self.short <= self.steps:
            raise ValueError(f"short is {self.short}; it must be from 1 to steps, {self.steps}")


@dataclass(frozen=True)
class Curve:
    """One line of a figure; a number that is not finite is a gap."""

    label: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    dashed: bool = False

    def __post_init__(self) -> None:
        if len(self.x) != len(self.y):
            raise ValueError(f"curve {self.label}: x, y have {len(self.x)}, {len(self.y)} numbers, not as many")
        for name in ("x", "y"):
            object.__setattr__(self, name, tuple(float(value) for value in getattr(self, name)))


@dataclass(frozen=True)
class Figure:
    """Curves over one pair of axes; `name` is the file's, without its suffix."""

    name: str
    caption: str
    x: str
    y: str
    curves: tuple[Curve, ...]


@dataclass(frozen=True)
class Finding:
    """One measured number, what the paper says of it, and whether the two agree; None where it says nothing.

    `instead` says what was run where that was not what the paper ran: then nothing is said of whether they agree.

    Raises:
        ValueError: where both `instead` and `agrees` are given.
    """

    what: str
    value: float | str
    printed: str = ""
    agrees: bool | None = None
    instead: str = ""

    def __post_init__(self) -> None:
        if self.instead and self.agrees is not None:
            raise ValueError(f"finding {self.what}: agrees is {self.agrees}; it must be None where something else ran")


@dataclass(frozen=True)
class Result:
    """What a whole run gave."""

    settings: Mapping[str, float | str]
    findings: tuple[Finding, ...]
    figures: tuple[Figure, ...] = ()

    def of(self, steps: int, extent: Extent) -> Result:
        """The result as that of a run of so many steps: of any other number than the paper's, nothing agrees."""
        if steps == extent.steps:
            return self
        part = f"{steps} {extent.unit}, for {extent.steps}"
        findings = [
            replace(found, agrees=None, instead="; ".join(filter(None, (found.instead, part))))
            if found.printed
            else found
            for found in self.findings
        ]
        return replace(self, findings=tuple(findings))

    def to_json(self) -> ResultRecord:
        """Plain data for JSON: numbers that are not finite are null."""
        record: ResultRecord = _plain(dataclasses.asdict(self))
        return record

    @classmethod
    def from_json(cls, data: ResultRecord) -> Result:
        """The result that `to_json` wrote.

        Raises:
            KeyError, TypeError: when the data has another shape.
        """
        settings = {name: _number(value) for name, value in data["settings"].items()}
        return cls(settings, tuple(map(_finding, data["findings"])), tuple(map(_figure, data["figures"])))


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, np.generic):
        value = value.item()
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _finding(data: FindingRecord) -> Finding:
    return Finding(data["what"], _number(data["value"]), data["printed"], data["agrees"], data["instead"])


def _figure(data: FigureRecord) -> Figure:
    return Figure(data["name"], data["caption"], data["x"], data["y"], tuple(map(_curve, data["curves"])))


def _curve(data: CurveRecord) -> Curve:
    x, y = (tuple(math.nan if v is None else v for v in axis) for axis in (data["x"], data["y"]))
    return Curve(data["label"], x, y, data["dashed"])


def _number(value: float | str | None) -> float | str:
    return math.nan if value is None else value


@dataclass(frozen=True)
class Stage:
    """How many steps are done, and the state to go on from; without one, an interruption falls back to an earlier."""

    done: int
    state: State | None = field(default=None, repr=False)


Run = Generator[Stage, None, Result]
Function = Callable[[int, int, State | None], Run]


def finish(function: Function, steps: int, seed: int, state: State | None, each: Callable[[Stage], None]) -> Result:
    """Runs an experiment to its end, from the start or from a state, and calls `each` after every stage.

    Raises:
        TypeError: when the function is no experiment.
    """
    stages = function(steps, seed, state)
    if not isinstance(stages, Generator):
        raise TypeError("an experiment must yield stages and return a result")
    while True:
        try:
            stage = next(stages)
        except StopIteration as end:
            if not isinstance(end.value, Result):
                raise TypeError(f"an experiment must return a Result, not a {type(end.value).__name__}") from None
            return end.value
        each(stage)
