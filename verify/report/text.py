"""What a report says in words: one claim for `verify show`, and the sentences that the pages share."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from decimal import ROUND_FLOOR, Decimal, localcontext
from typing import Any

from verify.claims import weights
from verify.claims.records import AxiomSaid, CertificateRecord, ProofRecord, RunRecord, StepRecord
from verify.claims.weights import Verdict
from verify.export.rocq.assumptions import in_short, trusted
from verify.language.words import assigned, so_many
from verify.report.listed import listed
from verify.report.records import Mark, PaperRow, Report
from verify.report.tightness import ratio, tightness_lines
from verify.tightness.records import INSTANCE, Ends
from verify.verdicts.records import (
    ChangedData,
    ConformanceResult,
    Decided,
    EvidenceRecord,
    HuntSaid,
    InstanceData,
    MutantData,
    RocqData,
    SearchResult,
    SharpnessResult,
    Violation,
    proof_of,
)
from verify.verdicts.rows import EvidenceNamed, LinkedRow, NotExamined, RecordedRow

Row = LinkedRow | RecordedRow
"""A claim as it was examined, or as it came with its sources."""

LONGEST = 160
"""Letters of a term, which may be of any size, in a list or table."""

_FALSE = re.compile(r"(?P<left>[^<>≤≥=≠:;]+) (?P<sign>[<>≤≥=≠]) (?P<right>[^<>≤≥=≠:;]+) is false")
"""A relation between numbers, as a counterexample ends with it."""

_CLOSED_BY = {"(": ")", "⟨": "⟩", "‖": "‖"}

PREMISE = re.compile(r"#(\d+)")
"""How the text of what a step was made with names its premises."""


def claim_text(row: Row) -> str:
    """One claim with its evidence, for a terminal."""
    return "\n".join(_claim_lines(row))


def _claim_lines(row: Row) -> Iterator[str]:
    yield f"{row['id']}  {row['where']}  {', '.join([row['verdict'].upper(), *row['remarks']])}"
    yield ""
    yield from (f"  given   {formula}" for formula in row["given"])
    yield from (f"  states  {formula}" for formula in row["states"])
    yield from (f"  where   {formula}" for formula in row["abbreviations"])
    yield ""
    for label, text in facts(row):
        yield f"{label}: {text}"
    if row["counterexample"]:
        yield "counterexample:"
        yield from (f"  {line}" for line in counterexample_lines(row["counterexample"]))
    yield from (f"failed: {failure}" for failure in row["failures"])
    yield ""
    items: Sequence[EvidenceRecord | EvidenceNamed] = row["evidence"]
    for item in items:
        yield f"{item['kind']} {item['name']}{took(item) if 'ok' in item else ''}"
        if item["summary"]:
            yield f"  {item['summary']}"
        yield from (f"  {line}" for line in (evidence_lines(item, row["verdict"]) if "ok" in item else ()))
    for axiom in row["axioms"]:
        first, *rest = axiom_lines(axiom)
        yield f"axiom {first}"
        yield from (f"  {line}" for line in rest)
    if "statement" in row:
        yield f"run again: {row['command']}"
    else:
        yield f"as it came with these sources, without the steps of proofs; {row['command']} establishes it here"


def took(item: EvidenceRecord) -> str:
    """Whether a step did what it should, and how long it took."""
    return f": {'ok' if item['ok'] else 'FAILED'}, {item['seconds']:.2f} s"


OWN = "the author's own: declared beside the claims"
"""What is said of an axiom that `verify.axioms` does not have."""


def axiom_lines(axiom: AxiomSaid) -> list[str]:
    """What an axiom says, its formula, where it is from, and whose it is if it is not the library's."""
    own = [OWN] if axiom["own"] else []
    return [f"{axiom['name']}: {axiom['statement']}", axiom_formula(axiom), axiom["reference"], *own]


def axiom_formula(axiom: AxiomSaid) -> str:
    """The formula of an axiom: what it needs, and what it gives."""
    return f"{', '.join(axiom['hypotheses'])} ⊢ {axiom['conclusion']}".strip()


def facts(row: Row) -> Iterator[tuple[str, str]]:
    """What there is to say beside statement and evidence, as labels and texts."""
    if row["variables"]:
        yield "variables", "; ".join(row["variables"])
    yield "reading", row["reading"]
    if row["printed"]:
        yield "printed", row["printed"]
    if row["says"]:
        yield "says", row["says"]
    if row["weight"]:
        yield f"finding ({row['weight']})", row["slip"]
    if row["face_of"]:
        yield "a face of", row["face_of"]
    for formula, reason in row["idle"].items():
        yield "not used", f"{formula}: {reason}"
    if row["reconstructed"]:
        yield "reconstructed", "the printed statement is incomplete and was completed"
    if row["verdict"] == "proved":
        yield "hypotheses can all hold", short(row["hypotheses_met"]) or "not shown"
    if row["verdict"] == "open" and row["open_because"]:
        yield "open because", row["open_because"]
    for label, ids in (
        ("rests on", row["rests_on"]),
        ("rests on refuted", row["rests_on_refuted"]),
        ("used by", row["used_by"]),
        ("repairs", [row["repairs"]] if row["repairs"] else []),
        ("sharpens", row["sharpens"]),
    ):
        if ids:
            yield label, ", ".join(ids)
    for label, others in (("repaired by", row["repaired_by"]), ("sharpened by", row["sharpened_by"])):
        if others:
            yield label, ", ".join(f"{other['id']} ({other['verdict']})" for other in others)
    if row["loose"]:
        yield "not within 1 %", row["loose"]
    if said := reproved(row):
        yield "re-proved by", said
    yield "source", row["source"]


def reproved(row: Row | NotExamined) -> str:
    """By which Rocq the claim was proved once more, and on what that rests; empty where it was not."""
    items: Sequence[EvidenceRecord | EvidenceNamed] = row["evidence"]
    return next((_rocq(item["data"]) for item in items if "ok" in item and item["kind"] == "rocq"), "")


def _rocq(data: RocqData) -> str:
    on = " and ".join(in_short(data["assumptions"])) or "no assumption at all"
    assumed = ", ".join(f"“{name}”" for name in trusted(data["assumptions"]))
    return f"Rocq {data['version']}, on {on}{f', assuming {assumed}' if assumed else ''}"


def rocq_lines(data: RocqData) -> Iterator[str]:
    """How much Rocq checked, and what it says that all of it rests on."""
    yield f"re-proved by {_rocq(data)}: {data['lemmas']} lemmas"
    if data["assumptions"]:
        yield f"Print Assumptions: {', '.join(data['assumptions'])}"


def counterexample_lines(found: Violation) -> list[str]:
    """The assignment, and the hypotheses and the violated conclusion in numbers."""
    return [assigned(found["assignment"]), *found["lines"]]


def instance_lines(data: InstanceData) -> Iterator[str]:
    """An instance that meets the hypotheses, and each of them in numbers."""
    if data["assignment"]:
        yield assigned(data["assignment"])
    yield from data["lines"]


def summary_lines(rows: Sequence[Row]) -> Iterator[str]:
    """How many claims have which verdict, and how many findings there are of which weight."""
    counts = Counter(row["verdict"] for row in rows)
    verdicts = ", ".join(f"{count} {verdict}" for verdict, count in counts.items())
    yield f"{so_many(len(rows), 'claim')}{': ' if verdicts else ''}{verdicts}"
    if said := weights.summary(rows):
        yield said


def counterexample_line(row: Row) -> str:
    """The assignment and the violated conclusion in numbers, each cut where it is long; empty without one."""
    found = row["counterexample"]
    if found is None:
        return ""
    assignment = short(assigned(found["assignment"]))
    return ": ".join(filter(None, [assignment, _short_relation(violation(found["lines"], row["states"]))]))


def _short_relation(text: str) -> str:
    """That a relation is false, each side cut where it is long, so that it is seen between what it was to hold."""
    found = _FALSE.fullmatch(text)
    if len(text) <= LONGEST or found is None:
        return short(text)
    left, right = found["left"], found["right"]
    room = max(LONGEST // 2, LONGEST - min(len(left), len(right)))
    return f"{_short_side(left, room)} {found['sign']} {_short_side(right, room)} is false"


def _short_side(text: str, letters: int) -> str:
    """A side, cut before a factor or term, with the brackets closed that are open there."""
    if len(text) <= letters:
        return text
    start = text[: max(text.rfind(" ", 0, letters), text.rfind("·", 0, letters))].rstrip(" ·+-*/^(⟨‖")
    open_ones: list[str] = []
    for sign in start:
        if open_ones and sign == open_ones[-1]:
            open_ones.pop()
        elif sign in _CLOSED_BY:
            open_ones.append(_CLOSED_BY[sign])
    return f"{start} …{''.join(reversed(open_ones))}"


def violation(lines: Sequence[str], states: Sequence[str]) -> str:
    """The last line of a counterexample without the formula that it violates: the numbers."""
    said = (f"but not {formula}: " for formula in states)
    return next((lines[-1].removeprefix(start) for start in said if lines[-1].startswith(start)), lines[-1])


def short(text: str, letters: int = LONGEST) -> str:
    """A text without what it says after its first so many letters; report.json has the whole."""
    return text if len(text) <= letters else f"{text[:letters].rstrip()} …"


def counterexample_summary(row: LinkedRow) -> str:
    """What the step that refutes the claim says of itself, in one line."""
    return next((item["summary"] for item in row["evidence"] if item["kind"] == "counterexample" and item["ok"]), "")


def evidence_lines(item: EvidenceRecord, verdict: str, *, steps: bool = True) -> Iterator[str]:
    """What a step gave, in lines: steps of a proof, refusals of a mutant, measured errors, answers, brackets.

    `verdict` is that of the claim. Without `steps`, the proofs of it are left out.
    """
    if not item["ok"]:
        yield f"{item['where']}: {item['message']}"
    elif item["kind"] == "instance":
        yield from instance_lines(item["data"])
    elif item["kind"] == "mutant":
        yield mutant_line(item["data"])
    elif item["kind"] == "experiment":
        yield from experiment_lines(item["data"])
    elif item["kind"] == "hunt":
        yield from hunt_lines(item["data"])
    elif item["kind"] == "rocq":
        yield from rocq_lines(item["data"])
    elif item["kind"] == "sharpness":
        for answer in item["data"]["results"]:
            yield sharpness_line(answer)
            yield from (f"  {line}" for line in proof_lines(answer["proof"]) if steps)
    elif steps and (proof := proof_of(item)) is not None:
        yield from proof_lines(proof)
    yield from _measured(item, verdict)


def _measured(item: EvidenceRecord, verdict: str) -> Iterator[str]:
    """What steps say of themselves also where they do not show what they should."""
    if item["kind"] == "tightness" and "points" in item["data"]:
        yield from tightness_lines(item["data"], proved=verdict == "proved")
    if item["kind"] == "mutant" and "refusals" in item["data"]:
        for refusal in item["data"]["refusals"]:
            yield f"changed {item['data']['change']}: {refusal['proof']} is refused: {refusal['message']}"
    if item["kind"] == "conformance" and "results" in item["data"]:
        yield from map(conformance_line, item["data"]["results"])
    if item["kind"] == "search" and "results" in item["data"]:
        yield from map(search_line, item["data"]["results"])


def experiment_lines(data: RunRecord) -> Iterator[str]:
    """What a run found, beside what the paper says, its settings, and how much of the experiment it was."""
    for what, value, printed, agrees in experiment_findings(data):
        paper = "; the paper" if agrees.startswith("run instead") else " the paper"
        said = f", {agrees}{paper}: {printed}" if printed else ""
        yield f"{what}: {value}{said} (float result)"
    yield experiment_settings(data)


def experiment_findings(data: RunRecord) -> Iterator[tuple[str, str, str, str]]:
    """Of each finding: what was measured, the number, what the paper says, and how the two stand to each other.

    What did something else than the paper's run, a shorter one say, is only set beside it, with what was run.
    """
    words = {True: "agrees with", False: "does not agree with", None: "beside"}
    for finding in data["result"]["findings"]:
        ran = f"run instead: {finding['instead']}" if finding["instead"] else words[finding["agrees"]]
        yield finding["what"], number(finding["value"]), finding["printed"], ran


def experiment_settings(data: RunRecord) -> str:
    """The settings of a run, and how much of the experiment it was."""
    settings = ", ".join(f"{name} {number(value)}" for name, value in data["result"]["settings"].items())
    text = f"settings: {settings}; a run of {data['steps']} {data['unit']}"
    if data["steps"] == data["whole"]:
        return text
    if data["steps"] > data["whole"]:
        return f"{text}, longer than the full run of {data['whole']}"
    return f"{text}, a part of the full run of {data['whole']}"


def number(value: float | str | None) -> str:
    """A number to six digits."""
    return f"{value:.6g}" if isinstance(value, float) else "–" if value is None else str(value)


def mutant_line(data: MutantData[str, ProofRecord]) -> str:
    """How a changed claim was decided, and at what."""
    if data["decided"] == "refuted":
        return f"changed {data['change']}, refuted: {data['lines'][-1]}"
    return f"changed {data['change']}, {mutant_decision(data)}"


def mutant_decision(data: MutantData[str, ProofRecord]) -> str:
    """How a changed claim was decided, its formulas left out."""
    if data["decided"] == "refuted":
        return f"refuted: {violation(data['lines'], data['states'])}"
    if data["decided"] == "true":
        return "true too: the claim is not tight there"
    return f"undecided: {data['reason']}"


def search_line(result: SearchResult) -> str:
    """What a search found, marked as a float result."""
    return (
        f"{result['name']}: worst ratio {result['worst']} in {result['cases']} cases, at {result['at']} (float result)"
    )


def hunt_lines(data: HuntSaid) -> Iterator[str]:
    """How much a hunt tried, and the worst that it found, marked as a float result."""
    tried = f"{data['cases']} cases, of which {data['met']} meet the hypotheses, in {data['spaces']} spaces"
    yield f"hunted: {tried}, seed {data['seed']}, {data['blocks']} blocks"
    worst = data["worst"]
    if worst is None:
        return
    at = ", ".join(filter(None, [worst["space"], listed(worst["at"])]))
    if worst["ratio"] > 1.0:
        yield f"a candidate for a counterexample, in floats alone, not confirmed: {data['refusal']}"
        yield f"it is {at}"
    else:
        yield f"worst ratio {worst['ratio']!r} in floats, at {at}"


def sharpness_line(result: SharpnessResult[ProofRecord]) -> str:
    """One answer on how sharp a claim is, and whether theorems certify it."""
    certified = "certified" if result["proof"]["roots"] else "not certified"
    return f"{result['label']}: {result['value']} ({certified})"


def conformance_line(result: ConformanceResult) -> str:
    """One measured error, marked as a float result."""
    verdict = "within" if result["ok"] else "BEYOND"
    return (
        f"{result['name']}: worst error {result['worst']} {result['unit']} over {result['points']} points, "
        f"{verdict} the allowed {result['allowed']} (float result)"
    )


def proof_lines(proof: ProofRecord) -> Iterator[str]:
    """The steps of a proof, premises first, each numbered and naming what it follows from."""
    for number, node in enumerate(proof["nodes"], start=1):
        origin = f" from {', '.join(str(premise + 1) for premise in node['premises'])}" if node["premises"] else ""
        yield f"{number}. {node['rule']}{origin}: {node['statement']}{node_remark(node)}"


def node_remark(node: StepRecord) -> str:
    """What a step was made with, and its note, in brackets."""
    said = "; ".join(filter(None, [node_how(node), node_note(node)]))
    return f"  ({said})" if said else ""


def node_how(node: StepRecord) -> str:
    """What a step was made with, its premises as the numbers of their steps between square brackets."""
    return PREMISE.sub(lambda found: f"[{node['premises'][int(found[1])] + 1}]", node["how"])


def node_note(node: StepRecord) -> str:
    """What a step says of itself: of a certified one, its certificate."""
    return "; ".join(map(certificate_text, node["certificates"])) or node["note"]


def certificate_text(certificate: CertificateRecord) -> str:
    """The rules of a certificate, its size, and the least distance of its covers from what they exclude."""
    said = [", ".join(certificate["rules"]) or "plain", f"{certificate['steps']} steps"]
    if certificate["boxes"]:
        said += [f"{certificate['boxes']} boxes", f"{certificate['precision']} bits"]
    if certificate["margin"]:
        said.append(f"margin {rounded_down(certificate['margin'])}")
    return "; ".join(said)


def bracket_text(found: Ends | None) -> str:
    """How sharp a bound is known to be, in a few words."""
    if found is None:
        return "no instance"
    where = "an instance" if found.parameter == INSTANCE else f"{found.parameter} = {short(found.value, 20)}"
    said = f"{ratio(rounded_down(found.found), attained=found.attained)} at {where}"
    if not found.attained and found.above != "1":
        said += f", at most {found.above}" if found.above else ", not proved"
    if rounded_down(found.least) != rounded_down(found.found):
        said += f"; above {rounded_down(found.least)} at {found.parameter} = {short(found.lowest, 20)}"
    return said


MEASURED = (
    "How sharp a bound is: the ratio of truth to promise, of what happens to what the bound allows, at an exact "
    "instance. No ratio is above 1 where the bound is proved, and with 1 it is attained. A letter that the formula "
    "does not have numbers the instances."
)
"""What stands before bounds with their ratios."""


def rounded_down(value: str) -> str:
    """A decimal number to three digits, not above the value."""
    with localcontext(prec=3, rounding=ROUND_FLOOR):
        return str(+Decimal(value))


def change_lines(row: LinkedRow, data: ChangedData[str]) -> Iterator[str]:
    """In what a mutant differs from the claim."""
    yield from (f"without {formula}" for formula in row["given"] if formula not in data["given"])
    yield from (f"given {formula}" for formula in data["given"] if formula not in row["given"])
    if data["states"] != row["states"]:
        yield from (f"states {formula}" for formula in data["states"])


def heading(data: Report) -> str:
    """What a report, or a page of it, is on: one on a single paper has that paper's title."""
    papers = data["papers"]
    return f"Verification report: {papers[0]['title']}" if len(papers) == 1 else "Verification report"


def source(paper: PaperRow) -> str:
    """By whom a paper is, and where it was published."""
    return ", ".join(part for part in (paper["authors"], paper["where"]) if part)


COUNTED: tuple[Verdict | Mark, ...] = (
    "proved",
    "refuted",
    "repaired",
    "sharpened",
    "re-proved",
    "cited",
    "supported",
    "open",
)
"""Verdicts and marks, in the order in which a report counts them."""

MEANINGS = {
    "proved": "the kernel derived it from its hypotheses, for every value of its variables",
    "refuted": "an exact instance meets every hypothesis and violates the conclusion",
    "repaired": "refuted, and a changed statement that is proved stands beside it",
    "sharpened": "says more than what is printed, and is proved",
    "re-proved": "the proof, or the counterexample, was proved once more by Rocq, which was called Coq, where "
    "`verify rocq` was run",
    "cited": "taken from the literature, by reference",
    "supported": "searched for a counterexample in vain, in floats; neither proved nor refuted",
    "open": "nothing decides it",
}


CHANGED: Mapping[Decided, str] = {
    "refuted": "refuted",
    "true": "that stay true and say so",
    "undecided": "undecided, with the reason",
}
"""What became of changed claims, after their number."""

FLAWED = {
    "hollow": "× a statement that says nothing",
    "idle": "× a hypothesis that the proof does not use, without a reason",
    "index": "× a sum over what does not depend on its index, or with its ends reversed",
    "instance": "× a proved claim whose hypotheses nothing shows to hold",
    "loose": "× a bound that no instance comes within 1 % of, without a reason",
    "quotation": "× a claim with neither a quotation nor words of its own",
    "weight": "× a refuted claim without a weight, or a weight that is out of place",
    "undecided": "× more than one in twenty changed claims undecided",
}
"""What is wrong with how claims are stated, after its number."""


def made_of(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What a report was made with, as labels and texts."""
    yield "generated", data["generated"]
    yield "versions", ", ".join(f"{name} {version}" for name, version in data["versions"].items())
    ran = sorted(row["ran"] for row in data["claims"])
    examined = f"{data['seconds']:.0f} s over all claims"
    yield "examined", f"{examined}, from {ran[0]} to {ran[-1]}" if ran else examined
    covers = ", ".join(f"{bits} bits" for bits in data["precision"]["covers"]) or "none here"
    yield "precision", f"of covers by boxes: {covers}; of signs of constants: at most {data['precision']['most']} bits"
    yield "seeds", ", ".join(map(str, data["seeds"])) or "nothing here is random"
    mutants = {decided: count for decided, count in data["mutants"].items() if count}
    if mutants:
        yield "claims changed on purpose", ", ".join(f"{n} {CHANGED[decided]}" for decided, n in mutants.items())
    flaws = [f"{count} {FLAWED[kind]}" for kind, count in data["flaws"].items() if count]
    yield "how claims are stated", ", ".join(flaws) or "nothing is wrong that verify lint looks for"
