"""What a report says as plain data: `Report` is what its pages are made from, `WrittenReport` is report.json.

The second has numbers where the first has texts that it would repeat; `verify.report.document` makes it.
"""

from __future__ import annotations

from typing import Annotated, Final, Generic, Literal, NotRequired, TypedDict, TypeVar

from verify.claims.records import AxiomRecord, AxiomSaid, CertificateRecord, Count, Keyword, Made, Seconds
from verify.claims.weights import UNWEIGHED, VERDICTS, WEIGHTS, Verdict
from verify.verdicts.records import Decided, EvidenceOf, EvidenceRecord, ExperimentShown
from verify.verdicts.rows import FLAWS, LinkedOf

SCHEMA: Final = "verification-report/1"
"""The name and version of report.json; it changes when a reader of the old one would be misled."""

PACKAGE: Final = "verify-online-learning"

Mark = Literal["repaired", "sharpened", "re-proved"]
MARKS: Final[tuple[Mark, ...]] = ("repaired", "sharpened", "re-proved")
"""What a claim can be beside its verdict: refuted with a proved repair; proved and sharper than printed; proved, or
refuted, once more by Rocq."""

Evidence = TypeVar("Evidence")
Axiom = TypeVar("Axiom")
Claim = TypeVar("Claim")

Counts = Annotated[dict[Verdict | Mark, Count], Keyword("required", (*VERDICTS, *MARKS))]
Finding = Annotated[str, Keyword("enum", (*WEIGHTS, UNWEIGHED))]
Flaw = Annotated[str, Keyword("enum", FLAWS)]

FormulaNumber = Annotated[int, Keyword("minimum", 0), "position in the claim's formulas"]
AxiomNumber = Annotated[int, Keyword("minimum", 0), "position in the report's axioms"]
StepNumber = Annotated[int, Keyword("minimum", 0), "position in nodes"]


# --- claims -----------------------------------------------------------------------------------------------------------


class ClaimFormulas(TypedDict):
    """The formulas of given, states and abbreviations, typeset."""

    given: list[str]
    states: list[str]
    abbreviations: list[str]


class ClaimOf(LinkedOf[Evidence, Axiom], Generic[Evidence, Axiom]):
    """One claim with all that was found of it, for the pages."""

    mathml: ClaimFormulas
    indices: Annotated[
        dict[str, Annotated[list[Count], Keyword("minItems", 1)]],
        "by name of a function, at which places of its arguments indices stand, which are set below it",
    ]
    marks: Annotated[list[Mark], Keyword("uniqueItems", True)]
    bounds: Annotated[
        list[Count], "which of its formulas are bounds: something is at most what is promised, neither of them a number"
    ]


ClaimRow = ClaimOf[EvidenceRecord, AxiomRecord]


class WrittenStep(TypedDict):
    """One step; lists and texts that are empty are left out."""

    rule: Annotated[str, "the kernel's rule that made it"]
    statement: FormulaNumber
    hypotheses: NotRequired[list[FormulaNumber]]
    premises: NotRequired[Annotated[list[StepNumber], "earlier ones"]]
    how: NotRequired[Made]
    note: NotRequired[str]
    certificates: NotRequired[list[CertificateRecord]]


class WrittenProof(TypedDict):
    """A proof: its steps, premises before what follows from them."""

    roots: Annotated[list[StepNumber], "the conclusions"]
    nodes: list[WrittenStep]
    axioms: list[AxiomNumber]


WrittenEvidence = EvidenceOf[WrittenProof, FormulaNumber, ExperimentShown]


class WrittenClaim(ClaimOf[WrittenEvidence, AxiomNumber]):
    """One claim with all that was found of it."""

    formulas: Annotated[list[str], Keyword("uniqueItems", True), "what the steps of its proofs say, each once"]


# --- axioms -----------------------------------------------------------------------------------------------------------


class AxiomUsed(AxiomRecord):
    """An axiom with the claims that rest on it."""

    claims: list[str]


class AxiomFormulas(TypedDict):
    """The formulas as markup; empty where they cannot be written as data."""

    hypotheses: list[str]
    conclusion: str


class AxiomTypeset(AxiomSaid):
    """An axiom with its formulas typeset, and the claims whose verdicts rest on it."""

    claims: list[str]
    mathml: AxiomFormulas


# --- the whole --------------------------------------------------------------------------------------------------------


class Precision(TypedDict):
    """Bits: of covers by boxes, and the most that a sign of a constant may take."""

    covers: list[Count]
    most: Count


class PaperRow(TypedDict):
    """A paper whose claims are in the report."""

    id: str
    title: str
    authors: str
    where: str
    counts: Counts


class ReportOf(TypedDict, Generic[Claim]):
    """What `verify report` writes to report.json."""

    schema: Literal["verification-report/1"]
    generated: Annotated[str, Keyword("pattern", r"^\d{4}-\d\d-\d\d$")]
    versions: Annotated[
        dict[str, str],
        Keyword("required", (PACKAGE, "python", "sympy", "mpmath", "python-flint", "numpy")),
        "of this package, and of what its proofs are checked with",
    ]
    seconds: Annotated[Seconds, "that examining all claims took"]
    precision: Precision
    seeds: Annotated[list[Count], "of experiments"]
    problems: Annotated[list[str], "what could not be read"]
    counts: Counts
    mutants: Annotated[dict[Decided, Count], Keyword("required", ("refuted", "true", "undecided"))]
    findings: Annotated[
        dict[Finding, Annotated[int, Keyword("minimum", 1)]],
        "refuted claims by weight, faces of another left out",
    ]
    flaws: Annotated[
        dict[Flaw, Count],
        Keyword("required", FLAWS),
        "what `verify lint` finds wrong with how claims are stated, without the texts of the papers",
    ]
    papers: list[PaperRow]
    axioms: list[AxiomTypeset]
    claims: list[Claim]


Report = ReportOf[ClaimRow]
WrittenReport = ReportOf[WrittenClaim]
