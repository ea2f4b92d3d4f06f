"""What the steps of a claim gave, as HTML: one function a kind of evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from typing import Any

from verify.claims.experiments import Figure, Result
from verify.report import plots
from verify.report.bracket import bracket_svg
from verify.report.proof_order import reading_order, references
from verify.report.text import (
    change_lines,
    conformance_line,
    experiment_findings,
    experiment_settings,
    hunt_lines,
    mutant_decision,
    node_note,
    rocq_lines,
    search_line,
    sharpness_line,
    short,
)
from verify.report.tightness import tightness_lines

Row = Mapping[str, Any]

FIRST = 160
"""Letters of a step's statement, which may be of any size; report.json has the whole."""

MOST = 16
"""Steps of a proof that the page shows, the main line of the argument first."""

AGAIN = 40
"""Letters of a statement that stands with the claim, or further above, already."""

CHECKED = "checked in balls"
"""How the note begins that is true of every step by the rules that it is true of: the page says it once."""

DEEPEST = 6
"""Side arguments are indented no further."""


def evidence(row: Row, anchor: str) -> Iterator[str]:
    """All evidence of a claim, mutants together at the end; `anchor` begins the ids of steps."""
    for position, item in enumerate(row["evidence"]):
        if item["kind"] != "mutant" or not item["ok"]:
            show = SHOWN[item["kind"]] if item["ok"] else _failed
            yield from show(row, item, f"{anchor}.{position}")
    changed = [item for item in row["evidence"] if item["kind"] == "mutant" and item["ok"]]
    if changed:
        yield from _mutants(row, changed)


def lines(texts: Iterable[str]) -> str:
    """Lines of formulas."""
    return "".join(f'<div class="line">{escape(text)}</div>' for text in texts)


# --- one function a kind ----------------------------------------------------------------------------------------------


def _proof(row: Row, item: Row, anchor: str) -> Iterator[str]:
    proof = item["data"]["proof"]
    yield from _folded(item, steps(row, proof, anchor), _size(proof))


def _instance(_: Row, item: Row, anchor: str) -> Iterator[str]:
    yield from _folded(item, [lines(item["data"]["lines"])])


def _conformance(_: Row, item: Row, anchor: str) -> Iterator[str]:
    yield from _folded(item, [lines(map(conformance_line, item["data"]["results"]))])


def _search(_: Row, item: Row, anchor: str) -> Iterator[str]:
    yield from _plain(item)
    yield lines(map(search_line, item["data"]["results"]))


def _sharpness(_: Row, item: Row, anchor: str) -> Iterator[str]:
    """How sharp the claim is; the steps that certify an answer are in report.json."""
    yield from _plain(item)
    for result in item["data"]["results"]:
        proof = result["proof"]
        yield lines([sharpness_line(result), *([f"by {_size(proof)}, in report.json"] if proof["roots"] else [])])


def _tightness(row: Row, item: Row, anchor: str) -> Iterator[str]:
    """The bracket of truth over promise, in words and as bars, and the values one by one folded."""
    proved = row["verdict"] == "proved"
    bracket, *values = tightness_lines(item["data"], proved=proved)
    yield from _plain(item)
    yield lines([bracket])
    yield bracket_svg(item["data"], bracket, proved=proved)
    yield f"<details><summary>{len(item['data']['points'])} values</summary>{lines(values)}</details>"


def _experiment(row: Row, item: Row, anchor: str) -> Iterator[str]:
    """What an experiment found, and its figures: in full view, as there is nothing else that the claim has."""
    data = item["data"]
    yield from _plain(item)
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


def _mutants(row: Row, items: list[Row]) -> Iterator[str]:
    """The changed claims as a table: what was changed, and how that was decided."""
    decided = [item["data"]["decided"] for item in items]
    counts = ", ".join(f"{decided.count(word)} {word}" for word in dict.fromkeys(decided))
    yield f"<details><summary>mutants: {counts}</summary>"
    yield '<div class="scroll"><table><thead><tr><th scope="col">changed</th><th scope="col">how</th>'
    yield '<th scope="col">the claim’s proofs</th><th scope="col">decided</th></tr></thead><tbody>'
    for item in items:
        data = item["data"]
        refused = (f"{refusal['proof']} is refused: {short(refusal['message'], 40)}" for refusal in data["refusals"])
        title = f"{escape(item['summary']) or escape(item['name'])} ({escape(data['change'])})"
        texts = (change_lines(row, data), refused, [mutant_decision(data)])
        cells = [title, *("<br>".join(map(escape, said)) for said in texts)]
        yield f"<tr>{''.join(f'<td>{cell}' for cell in cells)}"
    yield "</tbody></table></div></details>"


def _hunt(_: Row, item: Row, anchor: str) -> Iterator[str]:
    yield from _plain(item)
    yield lines(hunt_lines(item["data"]))


def _rocq(_: Row, item: Row, anchor: str) -> Iterator[str]:
    yield from _plain(item)
    yield lines(rocq_lines(item["data"]))


def _failed(_: Row, item: Row, anchor: str) -> Iterator[str]:
    yield f'<p>{_title(item)} <span class="failed">failed</span></p>'
    yield lines([f"{item['where']}: {item['message']}"])


SHOWN: dict[str, Callable[[Row, Row, str], Iterator[str]]] = {
    "proof": _proof,
    "counterexample": _proof,
    "citation": _proof,
    "instance": _instance,
    "conformance": _conformance,
    "search": _search,
    "sharpness": _sharpness,
    "tightness": _tightness,
    "hunt": _hunt,
    "rocq": _rocq,
    "experiment": _experiment,
}
"""How each kind of evidence but mutants is shown."""


# --- what they share --------------------------------------------------------------------------------------------------


def _figure(figure: Figure, salt: str) -> Iterator[str]:
    """A plot with its caption; what draws it, where that is missing."""
    svg = plots.svg(figure, salt)
    if svg is None:
        yield f'<p class="faint">{escape(plots.MISSING)}</p>'
    else:
        named = svg.replace("<svg ", f'<svg role="img" aria-label="{escape(figure.caption)}" ', 1)
        yield f"<figure>{named}<figcaption>{escape(figure.caption)}</figcaption></figure>"


def _title(item: Row) -> str:
    summary = f": {escape(item['summary'])}" if item["summary"] else ""
    return f"{item['kind']} <code>{escape(item['name'])}</code>{summary}"


def _plain(item: Row) -> Iterator[str]:
    yield f'<p>{_title(item)} <span class="faint">{item["seconds"]:.2f} s</span></p>'


def _folded(item: Row, inside: Iterable[str], size: str = "") -> Iterator[str]:
    said = ", ".join(filter(None, [size, f"{item['seconds']:.2f} s"]))
    yield f'<details><summary>{_title(item)} <span class="faint">{said}</span></summary>'
    yield from inside
    yield "</details>"


def _size(proof: Row) -> str:
    count = len(proof["nodes"])
    return f"{count} steps" if count != 1 else "1 step"


def steps(row: Row, proof: Row, anchor: str) -> Iterator[str]:
    """The steps of a proof, conclusion first, each once: its number, statement, rule, premises and note."""
    whole = reading_order(proof)
    places = whole[:MOST]
    here = {place.node for place in places}
    wanted = {n for place in places for n, elsewhere in references(place, proof["nodes"][place.node]) if elsewhere}
    said = {*row["given"], *row["states"]}
    yield "<ol>"
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
        note = escape(node_note(node))
        about = f"{node['rule']} {origin}".strip() + (f": {note}" if note and not note.startswith(CHECKED) else "")
        yield f"<li value={place.node + 1}{named}{indent}>{escape(statement)} <small>{about}</small>"
        said.add(node["statement"])
    yield "</ol>"
    if len(whole) > MOST:
        yield f"<p>{len(whole) - MOST} more steps, which these rest on, are in report.json.</p>"
