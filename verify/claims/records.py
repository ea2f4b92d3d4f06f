"""What the steps of claims give as plain data: proofs, and the results of experiments.

Outcomes are kept and reports are written in these shapes, and the JSON Schema of a report is made from them
(`verify.report.schema`): there a text beside a type describes the field, and a `Keyword` says what else holds of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, NotRequired, TypedDict

StepKind = Literal[
    "proof", "citation", "counterexample", "conformance", "sharpness", "tightness", "search", "experiment", "instance",
    "mutant",
]  # fmt: skip
"""The kinds of evidence that a function attached to a claim gives."""

MUTATIONS = ("constant", "sign", "hypothesis")
"""What a mutant changes."""

UNITS = ("ulp", "relative")
"""What errors of float code are measured in."""


@dataclass(frozen=True)
class Keyword:
    """A keyword of JSON Schema that stands beside a type, such as `minimum`."""

    name: str
    value: object


Count = Annotated[int, Keyword("minimum", 0)]
Seconds = Annotated[float, Keyword("minimum", 0)]


# --- proofs -----------------------------------------------------------------------------------------------------------


class CertificateRecord(TypedDict):
    """What a certified step says of its certificate."""

    rules: list[str]
    steps: Count
    boxes: Count
    precision: Annotated[int | None, "bits; null without a cover by boxes"]
    margin: Annotated[
        str | None,
        "the least distance of its covers from what they exclude, a decimal number rounded down; null without a cover, "
        "or where it had to be made finer",
    ]


Made = Annotated[str, "what a step was made with; #0 is its first premise, in a sum the difference of its sides"]


class StepRecord(TypedDict):
    """One step of a proof; `premises` are positions of earlier ones."""

    rule: str
    statement: str
    hypotheses: list[str]
    how: Made
    note: str
    axioms: list[str]
    premises: list[int]
    certificates: list[CertificateRecord]


class AxiomSaid(TypedDict):
    """What an axiom says."""

    name: str
    statement: str
    reference: str
    hypotheses: Annotated[list[str], "what it needs"]
    conclusion: Annotated[str, "what it gives"]
    own: Annotated[bool, "whether it is the author's own: declared beside the claims, not in verify.axioms"]


class AxiomRecord(AxiomSaid):
    """An axiom with its formulas as `verify.language.codec` writes them; none where it cannot.

    They are no part of what comes with a package of claims.
    """

    encoded: NotRequired[list[object]]


class ProofRecord(TypedDict):
    """Steps with premises before what follows from them, the positions of the conclusions, and the axioms used."""

    roots: list[int]
    nodes: list[StepRecord]
    axioms: list[AxiomRecord]


# --- experiments ------------------------------------------------------------------------------------------------------


class CurveRecord(TypedDict):
    """One line of a figure; null is a gap."""

    label: str
    x: list[float | None]
    y: list[float | None]
    dashed: bool


class FigureRecord(TypedDict):
    """Curves over one pair of axes."""

    name: str
    caption: str
    x: str
    y: str
    curves: list[CurveRecord]


class FindingRecord(TypedDict):
    """One measured number, and what the paper says of it."""

    what: str
    value: Annotated[float | str | None, "null where it is not finite"]
    printed: Annotated[str, "what the paper says; may be empty"]
    agrees: Annotated[bool | None, "whether the two agree; null where that is not asked"]
    instead: Annotated[str, "what was run where that was not what the paper ran, or empty"]


class ResultRecord(TypedDict):
    """What a run of an experiment gave."""

    settings: dict[str, float | str | None]
    findings: list[FindingRecord]
    figures: list[FigureRecord]


class RunRecord(TypedDict):
    """A run of an experiment, of any number of steps."""

    steps: Count
    unit: str
    whole: Annotated[Count, "as many steps as the paper has"]
    result: ResultRecord
