"""What the steps of a claim gave, as HTML: one function a kind of evidence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from verify.claims.experiments import Figure, Result
from verify.claims.records import ProofRecord
from verify.language.words import so_many
from verify.report import plots
from verify.report.bracket import bracket_svg
from verify.report.inline import Names, inline, names_of, of_step
from verify.report.proof_order import reading_order, references
from verify.report.records import ClaimRow
from verify.report.text import (
    change_lines,
    conformance_line,
    experiment_findings,
    experiment_settings,
    hunt_lines,
    instance_lines,
    mutant_decision,
    node_how,
    node_note,
    rocq_lines,
    search_line,
    sharpness_line,
    short,
)
from verify.report.tightness import tightness_lines
from verify.tightness.records import INSTANCE, TightnessData
from verify.verdicts.records import EvidenceRecord, ExperimentData, MutantData, SharpnessData

FIRST = 160
"""Letters of a step's statement, or of numbers, which may be of any size; report.json has the whole."""

MADE = 80
"""Letters of what a step was made with."""

CHANGED = 100
"""Letters of what is changed in a claim."""

MOST, FEWEST = 8, 0
"""Steps of a proof that the page of a paper shows, the main line of the argument first, and one page of several."""

PRINTS = "verify show ID"
"""What prints the steps that are left out: said hundreds of times, so in few words; "How to read this" says more."""

AGAIN = 40
"""Letters of a statement that stands with the claim, or further above, already."""

CHECKED = "checked in balls"
"""How the note begins that is true of every step by the rules that it is true of: the page says it once."""

DEEPEST = 6
"""Side arguments are indented no further."""


def evidence(row: ClaimRow, anchor: str, most: int = MOST) -> Iterator[str]:
    """All evidence of a claim, mutants together at the end; `anchor` begins the ids of steps, `most` of a proof."""
    changed: list[tuple[EvidenceRecord, MutantData[str, ProofRecord]]] = []
    for position, item in enumerate(row["evidence"]):
        if item["ok"] and item["kind"] == "mutant":
            changed.append((item, item["data"]))
        else:
            yield from _step(row, item, f"{anchor}.{position}", most)
    if changed:
        yield from _mutants(row, changed)


def _step(row: ClaimRow, item: EvidenceRecord, anchor: str, most: int) -> Iterator[str]:
    """What a step gave that is no mutant."""
    if not item["ok"]:
        yield f'<p>{_title(item)} <span class="failed">failed</span></p>'
        yield lines([f"{item['where']}: {item['message']}"])
    elif item["kind"] in ("proof", "citation", "counterexample"):
        proof = item["data"]["proof"]
        yield from _folded(item, steps(row, proof, anchor, most), _size(proof))
    elif item["kind"] == "instance":
        yield from _folded(item, [typeset(instance_lines(item["data"]), names_of(row))])
    elif item["kind"] == "conformance":
        yield from _folded(item, [lines(map(conformance_line, item["data"]["results"]))])
    else:
        yield from _plain(item)
        if item["kind"] == "search":
            yield lines(map(search_line, item["data"]["results"]))
        elif item["kind"] == "hunt":
            yield lines(hunt_lines(item["data"]))
        elif item["kind"] == "rocq":
            yield lines(rocq_lines(item["data"]))
        elif item["kind"] == "sharpness":
            yield from _sharpness(item["data"])
        elif item["kind"] == "tightness":
            yield from _tightness(row, item["data"])
        elif item["kind"] == "experiment":
            yield from _experiment(row, item["data"])


def with_code(text: str) -> str:
    """Words in which names of code stand between backticks, as in Markdown."""
    return re.sub("`([^`]*)`", r"<code>\1</code>", escape(text))


def lines(texts: Iterable[str]) -> str:
    """Lines of text."""
    return "".join(f"<div class=line>{escape(text)}</div>" for text in texts)


def typeset(texts: Iterable[str], names: Names) -> str:
    """Lines of formulas."""
    return "".join(f"<div class=math>{inline(text, names)}</div>" for text in texts)


# --- kinds of evidence that take more to show -------------------------------------------------------------------------


def _sharpness(data: SharpnessData[ProofRecord]) -> Iterator[str]:
    """How sharp the claim is; the steps that certify an answer are left to what prints them."""
    for result in data["results"]:
        proof = result["proof"]
        yield lines([sharpness_line(result), *([f"by {_size(proof)}: {PRINTS}"] if proof["roots"] else [])])


def _tightness(row: ClaimRow, data: TightnessData[ProofRecord]) -> Iterator[str]:
    """The bracket of truth over promise, in words and as bars, and the values one by one folded."""
    proved, names = row["verdict"] == "proved", names_of(row)
    bracket, *values = tightness_lines(data, proved=proved)
    yield typeset([bracket], names)
    if data["parameter"] == INSTANCE:  # which the table of bounds draws
        return
    yield bracket_svg(data, bracket, proved=proved)
    count = so_many(len(data["points"]), "value")
    yield f"<details><summary>{count}</summary>{typeset(values, names)}</details>"


def _experiment(row: ClaimRow, data: ExperimentData) -> Iterator[str]:
    """What an experiment found, and its figures: in full view, as there is nothing else that the claim has."""
    yield '<div class="scroll"><table><thead><tr><th scope="col">measured, in floats</th><th scope="col">here</th>'
    yield '<th scope="col">in the paper</th><th scope="col">the two</th></tr></thead><tbody>'
    for what, value, printed, agrees in experiment_findings(data):
        shown = {
            "agrees with": "agree",
            "does not agree with": '<span class="failed">do not agree</span>',
            "beside": "",
        }
        cells = (escape(what), escape(value), escape(printed), shown.get(agrees, escape(agrees)))
        yield f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
    yield f'</tbody></table></div>\n<p class="faint">{escape(experiment_settings(data))}</p>'
    for figure in Result.from_json(data["result"]).figures:
        yield from _figure(figure, f"{row['id']}.{figure.name}")
    command, extent = f"<code>{escape(data['command'])}</code>", f"{data['steps']} of {data['whole']} {data['unit']}"
    by = f", by {command}" if data["steps"] == data["whole"] else f"; {escape(extent)}, the whole by {command}"
    yield f'<p class="faint">In floats{by}.</p>'


def _mutants(row: ClaimRow, items: Sequence[tuple[EvidenceRecord, MutantData[str, ProofRecord]]]) -> Iterator[str]:
    """The changed claims as a table: what was changed, and how that was decided."""
    decided = [data["decided"] for _, data in items]
    counts = ", ".join(f"{decided.count(word)} {word}" for word in dict.fromkeys(decided))
    yield f"<details><summary>mutants: {counts}</summary>"
    head = "".join(f"<th>{name}" for name in ("changed", "how", "the claim’s proofs", "decided"))  # a row of columns
    yield f"<div class=scroll><table><thead><tr>{head}</thead><tbody>"
    names = names_of(row)
    for item, data in items:
        title = f"{escape(item['summary']) or escape(item['name'])} ({escape(data['change'])})"
        refused = [
            f"{escape(refusal['proof'])} is refused: {inline(short(refusal['message'], 40), names)}"
            for refusal in data["refusals"]
        ]
        changes = [inline(short(line, CHANGED), names) for line in change_lines(row, data)]
        said = inline(short(mutant_decision(data), FIRST), names)
        cells = [title, "<br>".join(changes), "<br>".join(refused), said]
        yield f"<tr>{''.join(f'<td>{cell}' for cell in cells)}"
    yield "</tbody></table></div></details>"


# --- what they share --------------------------------------------------------------------------------------------------


def _figure(figure: Figure, salt: str) -> Iterator[str]:
    """A plot with its caption; what draws it, where that is missing."""
    svg = plots.svg(figure, salt)
    if svg is None:
        yield f'<p class="faint">{escape(plots.MISSING)}</p>'
    else:
        named = svg.replace("<svg ", f'<svg role="img" aria-label="{escape(figure.caption)}" ', 1)
        yield f"<figure>{named}<figcaption>{escape(figure.caption)}</figcaption></figure>"


def _title(item: EvidenceRecord) -> str:
    summary = f": {with_code(item['summary'])}" if item["summary"] else ""
    return f"{item['kind']} <code>{escape(item['name'])}</code>{summary}"


def _plain(item: EvidenceRecord) -> Iterator[str]:
    yield f"<p>{_title(item)} <small>{item['seconds']:.2f} s</small></p>"


def _folded(item: EvidenceRecord, inside: Iterable[str], size: str = "") -> Iterator[str]:
    said = ", ".join(filter(None, [size, f"{item['seconds']:.2f} s"]))
    yield f"<details><summary>{_title(item)} <small>{said}</small></summary>"
    yield from inside
    yield "</details>"


def _size(proof: ProofRecord) -> str:
    count = len(proof["nodes"])
    return f"{count} steps" if count != 1 else "1 step"


def steps(row: ClaimRow, proof: ProofRecord, anchor: str, most: int = MOST) -> Iterator[str]:
    """The steps of a proof, conclusion first, each once: its number, statement, rule, premises and note."""
    if not most:
        yield f"<p>{PRINTS} prints them.</p>"
        return
    whole = reading_order(proof)
    places = whole[:most]
    here = {place.node for place in places}
    names = names_of(row)
    wanted = {n for place in places for n, elsewhere in references(place, proof["nodes"][place.node]) if elsewhere}
    said = {*row["given"], *row["states"]}
    yield "<ol class=math>"
    for place in places:
        node = proof["nodes"][place.node]
        named = f" id={anchor}.{place.node + 1}" if place.node in wanted else ""
        indent = f" class=d{min(place.depth, DEEPEST)}" if place.depth else ""
        origin = ", ".join(
            f"<a href=#{anchor}.{n + 1}>{n + 1}</a>" if elsewhere and n in here else str(n + 1)
            for n, elsewhere in references(place, node)
        )
        again = node["statement"] in said or node["rule"] == "witness"
        statement = short(node["statement"], AGAIN if again else FIRST)
        shown = inline(statement, of_step(names, node["statement"]))
        about = f"{node['rule']} {origin}".strip()
        note = node_note(node)
        words = [
            inline(short(node_how(node), MADE), of_step(names, node["how"])),
            escape(note) if not note.startswith(CHECKED) else "",
        ]
        if any(words):
            about += f": {'; '.join(filter(None, words))}"
        yield f"<li value={place.node + 1}{named}{indent}>{shown} <small>{about}</small>"
        said.add(node["statement"])
    yield "</ol>"
    if len(whole) > most:
        yield f"<p>{so_many(len(whole) - most, 'more step')}: {PRINTS}</p>"
