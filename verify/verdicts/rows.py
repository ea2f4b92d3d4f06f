"""A claim with what became of it as plain data: what commands print, what is kept, what reports are made from."""

from __future__ import annotations

from typing import Annotated, Generic, Literal, Never, TypedDict, TypeVar, final

from verify.claims.records import AxiomRecord, Keyword, Seconds
from verify.claims.weights import WEIGHTS, Verdict
from verify.verdicts.records import EvidenceRecord, Violation

Evidence = TypeVar("Evidence")
Axiom = TypeVar("Axiom")

FLAWS = ("hollow", "idle", "index", "instance", "loose", "quotation", "weight", "undecided")
"""What can be wrong with how claims are stated, as `verify.verdicts.lint` finds it."""

UTC = r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"


class _Claim(TypedDict):
    id: Annotated[str, Keyword("pattern", "^[a-z0-9._-]+/[a-z0-9._-]+$"), "paper/result, permanent"]
    paper: str
    where: Annotated[str, "where it stands in the paper"]
    source: Annotated[str, "file and line that declare it"]
    variables: list[str]
    given: Annotated[list[str], "its hypotheses"]
    states: Annotated[list[str], Keyword("minItems", 1), "what it says of everything that satisfies them"]
    abbreviations: Annotated[
        list[str], "an equation for each name that given and states are shown with in the place of a longer term"
    ]
    reading: Annotated[str, "what the printed words were taken to mean"]
    printed: Annotated[str, "the statement as printed: a quotation; may be empty"]
    says: Annotated[str, "the statement in the author's own words, where no paper prints it; may be empty"]
    weight: Annotated[str, Keyword("enum", ("", *WEIGHTS)), "how grave the refutation is"]
    slip: Annotated[str, "with a weight: what is wrong, and why it weighs that much"]
    face_of: Annotated[str, "the refuted claim whose slip shows here once more, or empty"]
    idle: Annotated[dict[str, str], "hypotheses that the proof does not use, with the reason why they are stated"]
    reconstructed: bool
    rests_on: list[str]
    repairs: Annotated[str, "the refuted claim that it replaces, or empty"]
    sharpens: Annotated[list[str], "the claims that it says more than"]
    loose: Annotated[str, "why no instance comes within 1 % of what it promises, or why none is given; may be empty"]
    open_because: str


class _Found(TypedDict, Generic[Evidence, Axiom]):
    verdict: Verdict
    failures: list[str]
    evidence: list[Evidence]
    ok: bool
    axioms: list[Axiom]
    hypotheses_met: str
    remarks: Annotated[
        list[str],
        "what the verdict lacks: that it rests on an axiom of the author's own, that no instance meets the hypotheses",
    ]
    counterexample: Violation | None


class Repair(TypedDict):
    """A claim that repairs another, or says more than it."""

    id: str
    verdict: Verdict


class Links(TypedDict):
    """What a claim has to do with the others."""

    rests_on_refuted: Annotated[list[str], "the refuted claims among all that it rests on"]
    used_by: Annotated[list[str], "the claims that rest on it"]
    repaired_by: list[Repair]
    sharpened_by: list[Repair]
    command: Annotated[str, "runs it again"]


class OutcomeOf(_Claim, _Found[Evidence, Axiom], Generic[Evidence, Axiom]):
    """A claim with its evidence and verdict, as `verify.verdicts.verdict.Outcome` writes it."""

    statement: Annotated[str, "hypotheses and conclusion in one line"]
    seconds: Seconds
    ran: Annotated[str, Keyword("pattern", UTC)]
    cached: Annotated[bool, "whether an earlier run from the same sources was used"]


class LinkedOf(OutcomeOf[Evidence, Axiom], Links, Generic[Evidence, Axiom]):
    """An outcome with its links, as `verify.verdicts.dependencies.with_links` gives it."""


class ToldOf(_Claim, _Found[Evidence, Axiom], Links, Generic[Evidence, Axiom]):
    """What every outcome with its links says, and what comes with a package of claims."""


@final
class EvidenceNamed(TypedDict):
    """Of a step, only what it is called."""

    kind: str
    name: str
    summary: str


@final
class NotExamined(TypedDict):
    """In the place of the outcome of a claim that no command has examined yet."""

    id: str
    paper: str
    verdict: Literal["not examined"]
    where: str
    ok: Literal[True]
    remarks: list[Never]
    weight: str
    face_of: str
    evidence: list[Never]


OutcomeRow = OutcomeOf[EvidenceRecord, AxiomRecord]
LinkedRow = LinkedOf[EvidenceRecord, AxiomRecord]
RecordedRow = ToldOf[EvidenceNamed, AxiomRecord]
