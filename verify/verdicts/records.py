"""The evidence of claims and their outcomes as plain data: a record for each kind.

What proofs and formulas are written as differs between an outcome, which has them as texts, and report.json, which has
numbers for them: records that hold some are generic in that.
"""

from __future__ import annotations

from typing import Annotated, Generic, Literal, Never, NotRequired, TypedDict, TypeVar, final

from verify.claims.records import MUTATIONS, UNITS, Count, Keyword, ProofRecord, RunRecord, Seconds, StepKind
from verify.tightness.records import Proof, TightnessData, TightnessTried

Formula = TypeVar("Formula")
Experiment = TypeVar("Experiment")
Kind = TypeVar("Kind")
Data = TypeVar("Data")

EvidenceKind = StepKind | Literal["hunt", "rocq"]
"""A step gives the first, `verify hunt` and `verify rocq` the others."""

LEFT_OUT = "no part of report.json"
"""Stands beside the type of such a field."""


# --- what each kind of evidence gives ---------------------------------------------------------------------------------


@final
class Nothing(TypedDict):
    """What a step gives that broke off."""

    nothing: NotRequired[Annotated[Never, LEFT_OUT]]  # every other record would be one without fields too


class ProofData(TypedDict, Generic[Proof]):
    """Of a proof, and of a citation."""

    proof: Proof
    idle: Annotated[list[str], "the hypotheses that it does not use"]


class Violation(TypedDict):
    """Where a claim fails: which formula of it, at what, and the numbers to check by hand."""

    refutes: Count
    assignment: dict[str, str]
    lines: list[str]


class CounterexampleData(Violation, Generic[Proof]):
    """Of a counterexample."""

    proof: Proof


class InstanceData(TypedDict):
    """Of an instance that meets the hypotheses: what it is, and what they say there."""

    assignment: dict[str, str]
    lines: list[str]


class Refusal(TypedDict):
    """What the kernel says to a proof of the claim that is tried on a changed one."""

    proof: str
    message: str


Decided = Literal["refuted", "true", "undecided"]
"""What a mutant can be."""


class ChangedData(TypedDict, Generic[Formula]):
    """Of a mutant: what the changed claim says, and which proofs were tried on it."""

    change: Annotated[str, Keyword("enum", MUTATIONS)]
    given: list[Formula]
    states: list[Formula]
    refusals: list[Refusal]
    keeps_hypotheses: bool


class FalseData(ChangedData[Formula], Generic[Formula, Proof]):
    """Of a mutant that fails at an instance."""

    decided: Literal["refuted"]
    assignment: dict[str, str]
    lines: list[str]
    shown_by: Proof


class TrueData(ChangedData[Formula], Generic[Formula, Proof]):
    """Of a mutant that is proved too."""

    decided: Literal["true"]
    shown_by: Proof


class UndecidedData(ChangedData[Formula], Generic[Formula]):
    """Of a mutant that is neither."""

    decided: Literal["undecided"]
    reason: str


MutantData = FalseData[Formula, Proof] | TrueData[Formula, Proof] | UndecidedData[Formula]


class ConformanceResult(TypedDict):
    """How far float code strays from the statement."""

    name: str
    points: Count
    worst: float | str
    unit: Annotated[str, Keyword("enum", UNITS)]
    allowed: float | str
    ok: bool


class ConformanceData(TypedDict):
    """Of code that was compared with the statement."""

    arithmetic: Literal["float"]
    results: list[ConformanceResult]


class SearchResult(TypedDict):
    """The worst that a search for a counterexample found."""

    name: str
    cases: Count
    worst: float | str
    at: str
    allowed: float | str
    ok: bool


class SearchData(TypedDict):
    """Of a search that the claim brings with it."""

    arithmetic: Literal["float"]
    results: list[SearchResult]


class SharpnessResult(TypedDict, Generic[Proof]):
    """An answer on how sharp a claim is; without steps where nothing certifies it."""

    label: str
    value: str
    proof: Proof


class SharpnessData(TypedDict, Generic[Proof]):
    """Of a step that says how sharp the claim is."""

    results: list[SharpnessResult[Proof]]


class _Run(RunRecord):
    arithmetic: Literal["float"]
    seed: Count


class ExperimentData(_Run):
    """Of an experiment: the short run, and in a report the whole one where that was kept."""

    command: NotRequired[str]


class ExperimentShown(_Run):
    """Of an experiment, in a report."""

    command: Annotated[str, "runs the whole of it"]


class WorstRatio(TypedDict):
    """The largest ratio of what happens to what is promised, in floats, and where."""

    ratio: float
    at: dict[str, float]
    space: str
    block: Annotated[int, "that found it; -1 for what a hunt with another seed found"]


class HuntSaid(TypedDict):
    """How much a hunt tried, and the worst that it found."""

    seed: int
    blocks: Count
    cases: Annotated[Count, "instances that were tried"]
    met: Annotated[Count, "those of them that meet the hypotheses, in floats"]
    spaces: Count
    worst: WorstRatio | None
    refusal: Annotated[str, "why a ratio above 1 is not confirmed"]


class HuntData(HuntSaid):
    """Of a hunt in vain."""

    arithmetic: Literal["float"]
    supports: Annotated[bool, "whether the hunt is enough for the verdict supported"]


class RocqData(TypedDict):
    """Of a proof that Rocq proved once more."""

    version: Annotated[str, "of Rocq"]
    assumptions: Annotated[list[str], Keyword("uniqueItems", True), "what Print Assumptions names"]
    lemmas: Annotated[Count, "how many the proof has"]


# --- evidence ---------------------------------------------------------------------------------------------------------


class _Step(TypedDict):
    name: str
    summary: str
    message: Annotated[str, "what is wrong with a step that does not show what it should"]
    where: str
    seconds: Seconds
    traceback: NotRequired[Annotated[str, LEFT_OUT]]


class Holds(_Step, Generic[Kind, Data]):
    """What one step of a claim gave; the shape of its data depends on the kind."""

    kind: Kind
    ok: Annotated[Literal[True], "the step shows what it should"]
    data: Data


class Fails(_Step, Generic[Kind, Data]):
    """What one step of a claim gave that does not show what it should: nothing where it broke off."""

    kind: Kind
    ok: Literal[False]
    data: Data | Nothing


EvidenceOf = (
    Holds[Literal["proof", "citation"], ProofData[Proof]]
    | Holds[Literal["counterexample"], CounterexampleData[Proof]]
    | Holds[Literal["instance"], InstanceData]
    | Holds[Literal["mutant"], MutantData[Formula, Proof]]
    | Holds[Literal["conformance"], ConformanceData]
    | Holds[Literal["search"], SearchData]
    | Holds[Literal["sharpness"], SharpnessData[Proof]]
    | Holds[Literal["tightness"], TightnessData[Proof]]
    | Holds[Literal["experiment"], Experiment]
    | Holds[Literal["hunt"], HuntData]
    | Holds[Literal["rocq"], RocqData]
    | Fails[Literal["proof", "citation", "counterexample", "instance", "sharpness", "experiment"], Nothing]
    | Fails[Literal["mutant"], ChangedData[Formula]]
    | Fails[Literal["conformance"], ConformanceData]
    | Fails[Literal["search"], SearchData]
    | Fails[Literal["tightness"], TightnessTried[Proof]]
)
"""What one step gave; `kind` and `ok` say what its data is."""

EvidenceRecord = EvidenceOf[ProofRecord, str, ExperimentData]


def proof_of(item: EvidenceRecord) -> ProofRecord | None:
    """The proof of the claim, or that a counterexample is one, where that is what the evidence is."""
    if item["ok"] and item["kind"] in ("proof", "citation", "counterexample"):
        return item["data"]["proof"]
    return None


EvidenceData = (
    ProofData[ProofRecord]
    | CounterexampleData[ProofRecord]
    | InstanceData
    | MutantData[str, ProofRecord]
    | ConformanceData
    | SearchData
    | SharpnessData[ProofRecord]
    | TightnessData[ProofRecord]
    | ExperimentData
    | HuntData
    | RocqData
)
"""The data of evidence that shows what it should."""

Tried = ChangedData[str] | ConformanceData | SearchData | TightnessTried[ProofRecord] | Nothing
"""The data of evidence that does not."""
