"""The report as one self-contained HTML page, readable without scripts and without a network."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any

from verify.experiments import Result
from verify.report import plots
from verify.report.text import (
    counterexample_lines,
    counterexample_summary,
    evidence_lines,
    experiment_findings,
    experiment_settings,
    facts,
    headline,
    node_remark,
)
from verify.report.tightness import tightness_svg

Row = Mapping[str, Any]

STYLE = """
:root { color-scheme: light dark; --paper: #fff; --ink: #1b1b1f; --faint: #63636b; --line: #d9d9de;
  --soft: #f5f5f7;
  --proved: #1a6f3c; --refuted: #b3261e; --cited: #1f5fa8; --supported: #7a5b00; --open: #63636b; }
@media (prefers-color-scheme: dark) { :root { --paper: #16171a; --ink: #e7e7ea; --faint: #9d9da6; --line:
  #36373d;
  --soft: #1f2024; --proved: #6fce93; --refuted: #ff8f85; --cited: #8cbcf5; --supported: #e3bd55; --open:
  #9d9da6; } }
body { max-width: 52rem; margin: 0 auto; padding: 2rem 1rem 4rem; background: var(--paper); color:
  var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.3rem; margin-top: 3rem; }
h3 { font-size: 1.05rem; margin: 0; display: flex; gap: .75rem; align-items: baseline; flex-wrap: wrap; }
a { color: inherit; } code, .line { font-family: ui-monospace, monospace; font-size: .85rem;
  overflow-wrap: anywhere; }
article { border-top: 1px solid var(--line); padding: 1.25rem 0; }
.verdict { font-weight: 600; } .at, .faint { color: var(--faint); font-weight: 400; }
.proved { color: var(--proved); } .refuted, .failed { color: var(--refuted); } .cited { color:
  var(--cited); }
.supported { color: var(--supported); } .open { color: var(--open); }
.formulas { margin: .75rem 0; padding: .25rem 1rem; background: var(--soft); border-radius: .4rem;
  overflow-x: auto; }
.formulas p { margin: .5rem 0 0; color: var(--faint); font-size: .85rem; }
math { margin: .5rem 0; } mi.vector { font-weight: bold; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: .75rem 0; }
dt { color: var(--faint); } dd { margin: 0; overflow-wrap: anywhere; }
details { margin: .2rem 0; } details details { margin-left: 1rem; } summary { cursor: pointer; }
.leaf { margin: .2rem 0 .2rem 1rem; }
ul.errata { padding-left: 1.2rem; }
table { border-collapse: collapse; font-size: .85rem; } th, td { text-align: left; vertical-align: top;
  padding: .15rem 1rem .15rem 0; border-bottom: 1px solid var(--line); }
figure { margin: 1rem 0; } figure svg { max-width: 100%; height: auto; }
figcaption { color: var(--faint); font-size: .85rem; }
@media print { body { max-width: none; padding: 0; } article { break-inside: avoid; } a {
  text-decoration: none; } }
"""


def page(data: Row) -> str:
    """The whole page."""
    return "\n".join(_page(data)) + "\n"


def _page(data: Row) -> Iterator[str]:
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>Verification report</title>\n<style>{STYLE}</style>\n</head>\n<body>"
    yield f"<h1>Verification report</h1>\n<p>{escape(headline(data))}</p>"
    yield from (f'<p class="failed">Not read: {escape(problem)}</p>' for problem in data["problems"])
    errata = [row for row in data["claims"] if row["verdict"] == "refuted"]
    if errata:
        yield '<h2>Errata</h2>\n<ul class="errata">'
        yield from map(_erratum, errata)
        yield "</ul>"
    for paper in data["papers"]:
        yield f"<section>\n<h2>{escape(paper['title'])}</h2>"
        yield f"<p>{escape(', '.join(part for part in (paper['authors'], paper['where']) if part))}</p>"
        for row in data["claims"]:
            if row["paper"] == paper["id"]:
                yield from _claim(row)
        yield "</section>"
    if data["axioms"]:
        yield "<section>\n<h2>Axioms</h2>\n<p>Taken on trust, by reference.</p>\n<dl>"
        for axiom in data["axioms"]:
            used = ", ".join(map(_link, axiom["claims"]))
            yield f"<dt>{escape(axiom['name'])}</dt><dd>{escape(axiom['statement'])} "
            yield f'<span class="faint">{escape(axiom["reference"])}; used by {used}</span></dd>'
        yield "</dl>\n</section>"
    yield "</body>\n</html>"


def _erratum(row: Row) -> str:
    line = counterexample_lines(row)
    repairs = ", ".join(f"{_link(repair['id'])} ({repair['verdict']})" for repair in row["repaired_by"])
    return (
        f"<li>{_link(row['id'])} ({escape(row['where'])}) is false. "
        f"{escape(counterexample_summary(row))} "
        f'<span class="line">at {escape(line[0])}: {escape(line[-1])}</span> '
        f"{f'Repair: {repairs}.' if repairs else 'No repair is known.'}</li>"
    )


def _claim(row: Row) -> Iterator[str]:
    yield f'<article id="{escape(row["id"])}">'
    yield f'<h3>{escape(row["id"])} <span class="at">{escape(row["where"])}</span> '
    yield f'<span class="verdict {row["verdict"]}">{row["verdict"]}</span></h3>'
    yield '<div class="formulas">'
    for label, key in (("given", "given"), ("states", "states")):
        if row[key]:
            yield f"<p>{label}</p>"
            yield from (f"<div>{_formula(m, text)}</div>" for m, text in zip(row["mathml"][key], row[key], strict=True))
    yield "</div>\n<dl>"
    for label, text in facts(row):
        linked = label in ("rests on", "rests on refuted", "used by", "repairs")
        shown = ", ".join(map(_link, text.split(", "))) if linked else escape(text)
        yield f"<dt>{label}</dt><dd>{shown}</dd>"
    yield f"<dt>axioms</dt><dd>{escape(', '.join(axiom['name'] for axiom in row['axioms'])) or 'none'}</dd>"
    yield f"<dt>examined</dt><dd>{escape(row['ran'])}, {row['seconds']:.2f} s</dd>"
    yield f"<dt>run again</dt><dd><code>{escape(row['command'])}</code></dd>\n</dl>"
    yield from (f'<p class="failed">{escape(failure)}</p>' for failure in row["failures"])
    if row["counterexample"]:
        yield f"<p>Counterexample:</p>\n{_lines(counterexample_lines(row))}"
    for position, item in enumerate(row["evidence"]):
        if item["kind"] == "experiment" and item["ok"]:
            yield from _experiment(row["id"], item)
        else:
            yield from _evidence(item, row["verdict"], f"{row['id']}.{position}")
    yield "</article>"


def _formula(markup: str, text: str) -> str:
    return markup.replace("<math ", f'<math title="{escape(text)}" alttext="{escape(text)}" ', 1)


def _link(id: str) -> str:
    return f'<a href="#{escape(id)}">{escape(id)}</a>'


def _lines(lines: Iterable[str]) -> str:
    return "".join(f'<div class="leaf line">{escape(line)}</div>' for line in lines)


def _evidence(item: Row, verdict: str, anchor: str) -> Iterator[str]:
    state = f"{item['seconds']:.2f} s" if item["ok"] else '<span class="failed">failed</span>'
    yield f"<details><summary>{item['kind']} <code>{escape(item['name'])}</code> "
    yield f"{escape(item['summary'])} ({state})</summary>"
    if "proof" in item["data"]:
        yield from _tree(item["data"]["proof"], anchor)
    else:
        yield _lines(evidence_lines(item, verdict))
        if item["kind"] == "tightness" and item["ok"]:
            yield tightness_svg(item["data"], anchor) or ""
        if "shown_by" in item["data"]:
            yield from _tree(item["data"]["shown_by"], anchor)
    yield "</details>"


def _experiment(id: str, item: Row) -> Iterator[str]:
    """What an experiment found, and its figures: in full view, as there is nothing else that the claim has."""
    data = item["data"]
    yield f"<p>Experiment: {escape(item['summary'])}</p>\n<table><thead><tr><th>measured, in floats</th>"
    yield "<th>here</th><th>in the paper</th><th></th></tr></thead><tbody>"
    for what, value, printed, agrees in experiment_findings(data):
        shown = {"agrees with": "agrees", "does not agree with": '<span class="failed">does not agree</span>'}
        cells = (escape(what), escape(value), escape(printed), shown.get(agrees, ""))
        yield f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
    yield f'</tbody></table>\n<p class="faint">{escape(experiment_settings(data))}</p>'
    figures = Result.from_json(data["result"]).figures
    drawn = [plots.svg(figure, f"{id}.{figure.name}") for figure in figures]
    for figure, svg in zip(figures, drawn, strict=True):
        if svg is not None:
            yield f"<figure>{svg}<figcaption>{escape(figure.caption)}</figcaption></figure>"
    if None in drawn:
        yield f'<p class="faint">{escape(plots.MISSING)}</p>'
    short = "" if data["steps"] == data["whole"] else f"; so far {data['steps']} of {data['whole']} {data['unit']}"
    yield f'<p class="faint">In floats, by <code>{escape(data["command"])}</code>{escape(short)}.</p>'


def _tree(proof: Row, anchor: str) -> Iterator[str]:
    """Nested details, conclusion first; a step that was shown before is a link to where."""
    shown: set[int] = set()
    pending: list[int | str] = list(reversed(proof["roots"]))
    while pending:
        entry = pending.pop()
        if isinstance(entry, str):
            yield entry
            continue
        node = proof["nodes"][entry]
        text = f'<span class="faint">{node["rule"]}</span> <span class="line">{escape(node["statement"])}</span>'
        if entry in shown:
            yield f'<div class="leaf">{text} <a href="#{escape(anchor)}.{entry}">as above</a></div>'
            continue
        shown.add(entry)
        remark = f' <span class="faint">{escape(node_remark(node))}</span>'
        name = f'id="{escape(anchor)}.{entry}"'
        if node["premises"]:
            yield f"<details open {name}><summary>{text}{remark}</summary>"
            pending += ["</details>", *reversed(node["premises"])]
        else:
            yield f'<div class="leaf" {name}>{text}{remark}</div>'
