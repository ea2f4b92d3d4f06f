"""The report in words: one claim for `verify show`, and the whole as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from verify.report.tightness import tightness_lines

Row = Mapping[str, Any]


def claim_text(row: Row) -> str:
    """One claim with its evidence, for a terminal."""
    return "\n".join(_claim_lines(row))


def _claim_lines(row: Row) -> Iterator[str]:
    yield f"{row['id']}  {row['where']}  {row['verdict'].upper()}"
    yield ""
    yield from (f"  given   {formula}" for formula in row["given"])
    yield from (f"  states  {formula}" for formula in row["states"])
    yield ""
    for label, text in facts(row):
        yield f"{label}: {text}"
    if row["counterexample"]:
        yield "counterexample:"
        yield from (f"  {line}" for line in counterexample_lines(row))
    yield from (f"failed: {failure}" for failure in row["failures"])
    yield ""
    for item in row["evidence"]:
        yield f"{item['kind']} {item['name']}: {'ok' if item['ok'] else 'FAILED'}, {item['seconds']:.2f} s"
        if item["summary"]:
            yield f"  {item['summary']}"
        yield from (f"  {line}" for line in evidence_lines(item, row["verdict"]))
    for axiom in row["axioms"]:
        yield f"axiom {axiom['name']}: {axiom['statement']} ({axiom['reference']})"
    yield f"run again: {row['command']}"


def facts(row: Row) -> Iterator[tuple[str, str]]:
    """What there is to say beside statement and evidence, as labels and texts."""
    if row["variables"]:
        yield "where", "; ".join(row["variables"])
    yield "reading", row["reading"]
    if row["printed"]:
        yield "printed", row["printed"]
    if row["reconstructed"]:
        yield "reconstructed", "the printed statement is incomplete and was completed"
    if row["verdict"] == "proved":
        yield "hypotheses can all hold", row["hypotheses_met"] or "not shown"
    if row["verdict"] == "open" and row["open_because"]:
        yield "open because", row["open_because"]
    for label, key in (
        ("rests on", "rests_on"),
        ("rests on refuted", "rests_on_refuted"),
        ("used by", "used_by"),
    ):
        if row[key]:
            yield label, ", ".join(row[key])
    if row["repairs"]:
        yield "repairs", row["repairs"]
    if row["repaired_by"]:
        yield (
            "repaired by",
            ", ".join(f"{repair['id']} ({repair['verdict']})" for repair in row["repaired_by"]),
        )
    yield "source", row["source"]


def counterexample_lines(row: Row) -> list[str]:
    """The assignment, and the hypotheses and the violated conclusion in numbers."""
    found = row["counterexample"]
    return [", ".join(f"{name} = {value}" for name, value in found["assignment"].items()), *found["lines"]]


def counterexample_summary(row: Row) -> str:
    """What the step that refutes the claim says of itself, in one line."""
    return next((item["summary"] for item in row["evidence"] if item["kind"] == "counterexample" and item["ok"]), "")


def evidence_lines(item: Row, verdict: str) -> Iterator[str]:
    """What a step gave, in lines: steps of a proof, refusals of a mutant, measured errors, answers, brackets."""
    data = item["data"]
    if not item["ok"]:
        yield f"{item['where']}: {item['message']}"
    if "proof" in data:
        yield from proof_lines(data["proof"])
    if item["kind"] == "instance" and item["ok"]:
        yield from data["lines"]
    if item["kind"] == "mutant" and item["ok"]:
        yield mutant_line(data)
    if item["kind"] == "experiment" and item["ok"]:
        yield from experiment_lines(data)
    if item["kind"] == "hunt":
        yield from hunt_lines(data)
    if item["kind"] == "tightness" and "points" in data:
        yield from tightness_lines(data, proved=verdict == "proved")
    for refusal in data.get("refusals", ()):
        yield f"changed {data['change']}: {refusal['proof']} is refused: {refusal['message']}"
    for result in data.get("results", ()):
        if item["kind"] == "conformance":
            yield conformance_line(result)
        elif item["kind"] == "search":
            yield search_line(result)
        else:
            certified = "certified" if result["proof"]["roots"] else "not certified"
            yield f"{result['label']}: {result['value']} ({certified})"
            yield from (f"  {line}" for line in proof_lines(result["proof"]))


def experiment_lines(data: Row) -> Iterator[str]:
    """What a run found, beside what the paper says, its settings, and how much of the experiment it was."""
    for what, value, printed, agrees in experiment_findings(data):
        said = f", {agrees} the paper: {printed}" if printed else ""
        yield f"{what}: {value}{said} (float result)"
    yield experiment_settings(data)


def experiment_findings(data: Row) -> Iterator[tuple[str, str, str, str]]:
    """Of each finding: what was measured, the number, what the paper says, and how the two stand to each other.

    A run that is shorter than the paper's is only set beside it.
    """
    words = {True: "agrees with", False: "does not agree with", None: "beside"}
    for finding in data["result"]["findings"]:
        agrees = finding["agrees"] if data["steps"] >= data["whole"] else None
        yield finding["what"], number(finding["value"]), finding["printed"], words[agrees]


def experiment_settings(data: Row) -> str:
    """The settings of a run, and how much of the experiment it was."""
    settings = ", ".join(f"{name} {number(value)}" for name, value in data["result"]["settings"].items())
    of = "" if data["steps"] >= data["whole"] else f", of {data['whole']}"
    return f"settings: {settings}; a run of {data['steps']} {data['unit']}{of}"


def number(value: float | str | None) -> str:
    """A number to six digits."""
    return f"{value:.6g}" if isinstance(value, float) else "–" if value is None else str(value)


def mutant_line(data: Row) -> str:
    """How a changed claim was decided."""
    if data["decided"] == "refuted":
        return f"changed {data['change']}, refuted: {data['lines'][-1]}"
    if data["decided"] == "true":
        return f"changed {data['change']}, true too: the claim is not tight there"
    return f"changed {data['change']}, undecided: {data['reason']}"


def search_line(result: Row) -> str:
    """What a search found, marked as a float result."""
    return (
        f"{result['name']}: worst ratio {result['worst']} in {result['cases']} cases, at {result['at']} (float result)"
    )


def hunt_lines(data: Row) -> Iterator[str]:
    """How much a hunt tried, and the worst that it found, marked as a float result."""
    tried = f"{data['cases']} cases, of which {data['met']} meet the hypotheses, in {data['spaces']} spaces"
    yield f"hunted: {tried}, seed {data['seed']}, {data['blocks']} blocks"
    worst = data["worst"]
    if worst is None:
        return
    at = ", ".join([worst["space"], *(f"{name} = {number(value)}" for name, value in worst["at"].items())])
    yield f"worst ratio {worst['ratio']!r} in floats, at {at}"
    if worst["ratio"] > 1.0:
        yield f"a candidate for a counterexample, not confirmed: {data['refusal']}"


def conformance_line(result: Row) -> str:
    """One measured error, marked as a float result."""
    verdict = "within" if result["ok"] else "BEYOND"
    return (
        f"{result['name']}: worst error {result['worst']} {result['unit']} over {result['points']} points, "
        f"{verdict} the allowed {result['allowed']} (float result)"
    )


def proof_lines(proof: Row) -> Iterator[str]:
    """The steps of a proof, premises first, each numbered and naming what it follows from."""
    for number, node in enumerate(proof["nodes"], start=1):
        origin = f" from {', '.join(str(premise + 1) for premise in node['premises'])}" if node["premises"] else ""
        yield f"{number}. {node['rule']}{origin}: {node['statement']}{node_remark(node)}"


def node_remark(node: Row) -> str:
    """The note of a step, in brackets."""
    return f"  [{node['note']}]" if node["note"] else ""


# --- Markdown -----------------------------------------------------------------------------------------------


def markdown(data: Row) -> str:
    """The report as Markdown, errata first."""
    return "\n".join(_report_lines(data)) + "\n"


def _report_lines(data: Row) -> Iterator[str]:
    yield "# Verification report"
    yield ""
    yield headline(data)
    for problem in data["problems"]:
        yield f"\n**Not read:** {_escaped(problem)}"
    errata = [row for row in data["claims"] if row["verdict"] == "refuted"]
    if errata:
        yield "\n## Errata\n"
        for row in errata:
            lines = counterexample_lines(row)
            false = _code(f"at {lines[0]}: {lines[-1]}")
            said = _escaped(counterexample_summary(row))
            yield f"- {row['id']} ({row['where']}) is false. {said} {false} {repair_text(row)}"
    for paper in data["papers"]:
        yield f"\n## {_escaped(paper['title'])}\n"
        yield _escaped(", ".join(part for part in (paper["authors"], paper["where"]) if part))
        for row in data["claims"]:
            if row["paper"] == paper["id"]:
                yield from _claim_markdown(row)
    if data["axioms"]:
        yield "\n## Axioms\n"
        for axiom in data["axioms"]:
            said = f"{axiom['statement']} ({axiom['reference']}), used by {', '.join(axiom['claims'])}"
            yield f"- **{_escaped(axiom['name'])}** {_escaped(said)}"


def _claim_markdown(row: Row) -> Iterator[str]:
    yield f"\n### {row['id']}: {_escaped(row['where'])}, {row['verdict']}\n"
    yield from (f"- given {_code(formula)}" for formula in row["given"])
    yield from (f"- states {_code(formula)}" for formula in row["states"])
    yield from (f"- {label}: {_escaped(text)}" for label, text in facts(row))
    yield from (
        f"- counterexample: {_code(line)}" for line in (counterexample_lines(row) if row["counterexample"] else ())
    )
    yield from (f"- **failed:** {_escaped(failure)}" for failure in row["failures"])
    for item in row["evidence"]:
        mark = "" if item["ok"] else " **failed**"
        yield f"- {item['kind']} `{item['name']}`{mark}, {item['seconds']:.2f} s: {_escaped(item['summary'])}"
        yield from (f"  - {_code(line)}" for line in evidence_lines(item, row["verdict"]))
        if "command" in item["data"]:
            yield f"  - the whole of it, with plots: `{item['data']['command']}`"
    yield f"- run again: `{row['command']}`"


def headline(data: Row) -> str:
    """What the report counts, when it was made and on what."""
    counts = ", ".join(f"{count} {verdict}" for verdict, count in data["counts"].items() if count)
    versions = ", ".join(f"{name} {version}" for name, version in data["versions"].items())
    mutants = ", ".join(f"{count} {decided}" for decided, count in data["mutants"].items())
    generated = f"Generated {data['generated']} with {versions}."
    return f"{len(data['claims'])} claims: {counts or 'none'}. Mutants: {mutants}. {generated}"


def repair_text(row: Row) -> str:
    """What replaces a refuted claim, and whether that is proved."""
    if not row["repaired_by"]:
        return "No repair is known."
    return "Repair: " + ", ".join(f"{repair['id']} ({repair['verdict']})" for repair in row["repaired_by"]) + "."


def _code(text: str) -> str:
    fence = "``" if "`" in text else "`"
    return f"{fence} {text} {fence}" if "`" in text else f"`{text}`"


def _escaped(text: str) -> str:
    return "".join(f"\\{c}" if c in "\\`*_<>[]|#" else c for c in text).replace("\n", " ")
