"""The report as Markdown, for a repository or a review; the steps of proofs are left to the other two files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from verify.claims.weights import WEIGHTS, Verdict, faces, findings, summary, weight_of
from verify.language.words import so_many
from verify.report.bounds_table import EQUATION, bounds_in
from verify.report.further import NOTHING, given_also, instead, meant
from verify.report.records import ClaimRow, Mark, Report
from verify.report.text import (
    COUNTED,
    MEANINGS,
    MEASURED,
    OWN,
    axiom_formula,
    bracket_text,
    change_lines,
    counterexample_line,
    counterexample_lines,
    counterexample_summary,
    evidence_lines,
    facts,
    heading,
    made_of,
    mutant_line,
    source,
)
from verify.verdicts.bounds import Form
from verify.verdicts.bounds import summary as summary_of_bounds
from verify.verdicts.records import EvidenceRecord, proof_of


def markdown(data: Report) -> str:
    """The whole report, errata first."""
    return "\n".join(_lines(data)) + "\n"


def _lines(data: Report) -> Iterator[str]:
    yield f"# {_escaped(heading(data))}\n"
    yield from (f"{_escaped(source(paper))}\n" for paper in data["papers"] if len(data["papers"]) == 1)
    yield from _counts(data)
    yield from (f"\n**Not read:** {_escaped(problem)}" for problem in data["problems"])
    errata = findings(data["claims"])
    if errata:
        yield "\n## Errata\n"
        yield from (f"{line}.\n" for line in [summary(data["claims"])] if line)
        for row in errata:
            yield from _erratum(row, data["claims"])
    found = bounds_in(data["claims"])
    if found:
        yield f"\n## Bounds\n\n{_escaped(summary_of_bounds(found))}\n\n{MEASURED}\n"
        for row, strongest in found:
            yield f"- {_escaped(row['where'])}: {'; '.join(_form(form, row) for form in strongest)}"
    for paper in data["papers"]:
        yield f"\n## {_escaped(paper['title'])}\n"
        yield _escaped(source(paper))
        for row in data["claims"]:
            if row["paper"] == paper["id"]:
                yield from _claim(row)
    if data["axioms"]:
        yield "\n## Axioms\n"
        for axiom in data["axioms"]:
            own = f" **{OWN}**" if axiom["own"] else ""
            said = f"{axiom['statement']} ({axiom['reference']}), used by {', '.join(axiom['claims'])}"
            yield f"- **{_escaped(axiom['name'])}**{own} {_escaped(said)}"
            yield f"  - {_code(axiom_formula(axiom))}"
    yield "\n## How this was made\n"
    yield from (f"- {label}: {_escaped(text)}" for label, text in made_of(data))
    yield "\n## What the words mean\n"
    yield from (f"- **{word}**: {meaning}" for word, meaning in (MEANINGS | WEIGHTS).items())


def _counts(data: Report) -> Iterator[str]:
    yield f"{so_many(len(data['claims']), 'claim')} of {so_many(len(data['papers']), 'paper')}.\n"
    yield f"| paper | claims | {' | '.join(COUNTED)} |"
    yield f"|---|{'---|' * (len(COUNTED) + 1)}"
    for paper in data["papers"]:
        total = sum(row["paper"] == paper["id"] for row in data["claims"])
        yield _count_row(_escaped(paper["title"]), total, paper["counts"])
    yield _count_row("all", len(data["claims"]), data["counts"])


def _form(form: Form[ClaimRow], printed: ClaimRow) -> str:
    """The strongest form of a bound, what it needs that the printed one does not, and how sharp it is."""
    row = form.row
    said = [f"{_code(row['states'][n])}: {_escaped(bracket_text(found))}" for n, found in form.brackets.items()]
    said = said or [f"{_code(states)}: {EQUATION}" for states in row["states"]]
    label, hypotheses = given_also(row, printed)
    given = f" ({label} {_codes(hypotheses)})" if hypotheses else ""
    meanings = meant(row, [*hypotheses, *(row["states"][n] for n in form.brackets or range(len(row["states"])))])
    where = f" (where {_codes(meanings)})" if meanings else ""
    loose = f" ({_escaped(row['loose'])})" if row["loose"] else ""
    return f"{_link(row['id'])}{given} {', '.join(said)}{where}{loose}"


def _count_row(name: str, total: int, counts: Mapping[Verdict | Mark, int]) -> str:
    return f"| {name} | {total} | {' | '.join(str(counts[word] or '') for word in COUNTED)} |"


def _erratum(row: ClaimRow, claims: Sequence[ClaimRow]) -> Iterator[str]:
    """What is printed and what refutes it, and below it, a line each, what is true instead."""
    printed = f"“{_escaped(row['printed'])}”" if row["printed"] else f"states {_codes(row['states'])}"
    wrong = _escaped(" ".join(part for part in (row["slip"], counterexample_summary(row)) if part))
    shown = faces(claims, row["id"])
    more = f" Also {', '.join(map(_link, shown))}." if shown else ""
    place = f"{_link(row['id'])}, {_escaped(row['where'])}"
    yield f"- **{weight_of(row)}**: {place}: {printed}. {wrong} {_code(counterexample_line(row))}{more}"
    said = {other["id"]: other for other in claims}
    for id, verdict in instead(row, claims).items():
        yield f"  - {_link(id) if id in said else _escaped(id)} ({verdict})" + (
            _new(said[id], row) if id in said else ""
        )
    if not row["repaired_by"]:
        yield f"  - {NOTHING}"


def _new(row: ClaimRow, printed: ClaimRow) -> str:
    """What a claim says, without the hypotheses that the printed one has."""
    label, hypotheses = given_also(row, printed)
    parts = {label: hypotheses, "states": row["states"], "where": row["abbreviations"]}
    return ": " + "; ".join(f"{label} {_codes(formulas)}" for label, formulas in parts.items() if formulas)


def _claim(row: ClaimRow) -> Iterator[str]:
    marks = _escaped(", ".join([row["verdict"], *row["marks"], *row["remarks"]]))
    yield f'\n<a id="{row["id"]}"></a>\n\n### {row["id"]}: {_escaped(row["where"])}, {marks}\n'
    yield from (f"- given {_code(formula)}" for formula in row["given"])
    yield from (f"- states {_code(formula)}" for formula in row["states"])
    yield from (f"- where {_code(formula)}" for formula in row["abbreviations"])
    yield from (f"- {label}: {_escaped(text)}" for label, text in facts(row))
    if row["counterexample"]:
        yield from (f"- counterexample: {_code(line)}" for line in counterexample_lines(row["counterexample"]))
    yield from (f"- **failed:** {_escaped(failure)}" for failure in row["failures"])
    for item in row["evidence"]:
        yield from _evidence(row, item)
    yield f"- run again: `{row['command']}` ({row['seconds']:.2f} s)"


def _evidence(row: ClaimRow, item: EvidenceRecord) -> Iterator[str]:
    proof = proof_of(item)
    size = f", {len(proof['nodes'])} steps" if proof is not None else ""
    mark = "" if item["ok"] else " **failed**"
    yield f"- {item['kind']} `{item['name']}`{mark}{size}, {item['seconds']:.2f} s: {_escaped(item['summary'])}"
    if item["kind"] == "mutant" and item["ok"]:
        data = item["data"]
        yield from (f"  - {_code(line)}" for line in (*change_lines(row, data), mutant_line(data)))
        yield from (f"  - {r['proof']} is refused: {_code(r['message'])}" for r in data["refusals"])
    elif proof is None:
        yield from (f"  - {_code(line)}" for line in evidence_lines(item, row["verdict"], steps=False))
    if item["kind"] == "experiment" and item["ok"]:
        yield f"  - the whole of it, with plots: `{item['data']['command']}`"


def _link(id: str) -> str:
    return f"[{id}](#{id})"


def _code(text: str) -> str:
    fence = "``" if "`" in text else "`"
    return f"{fence} {text} {fence}" if "`" in text else f"`{text}`"


def _codes(texts: Iterable[str]) -> str:
    return ", ".join(map(_code, texts))


def _escaped(text: str) -> str:
    return "".join(f"\\{c}" if c in "\\`*_<>[]|#" else c for c in text).replace("\n", " ")
