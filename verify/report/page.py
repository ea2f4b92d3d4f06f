"""The report as one self-contained HTML page, readable without scripts and without a network."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import Any

from verify.report.claim_section import claim_section, formula, links, repairs
from verify.report.text import (
    COUNTED,
    MEANINGS,
    OWN,
    axiom_formula,
    counterexample_line,
    counterexample_summary,
    made_of,
)
from verify.weights import WEIGHTS, faces, findings, summary, weight_of

Row = Mapping[str, Any]

POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; form-action 'none'"
"""What the page may do: nothing that needs a network."""

HOW_TO_READ = """\
A claim shows its statement as it was decided, the reading that leads from the printed words to it, and all evidence.
Proofs are folded: the conclusion comes first, and below each step stands what it follows from, the main line at the
left and side arguments indented; a number is the step that is used. Equations of the rules identity and combine are
also checked in ball arithmetic at random points. What stands further above already, and long terms, are cut with …;
report.json has the whole. Mutants are changed claims, which no proof of the claim may prove."""


def page(data: Row) -> str:
    """The whole page."""
    return "\n".join(_page(data)) + "\n"


def _page(data: Row) -> Iterator[str]:
    known = frozenset(row["id"] for row in data["claims"])
    yield from _head()
    yield '<a class="skip" href="#claims">Skip to the claims</a>'
    yield "<header>\n<h1>Verification report</h1>"
    yield from _overview(data)
    yield "</header>\n<main>"
    yield from _filter(data)
    yield from _errata(data["claims"], known)
    yield from _sharpened([row for row in data["claims"] if "sharpened" in row["marks"]], known)
    yield '<div id="claims" tabindex="-1">'
    for paper in data["papers"]:
        yield f'<section class="paper" id="{escape(paper["id"])}">\n<h2>{escape(paper["title"])}</h2>'
        yield f"<p>{escape(_source(paper))}</p>"
        for number, row in enumerate(data["claims"]):
            if row["paper"] == paper["id"]:
                yield from claim_section(row, f"s{number}", known)
        yield "</section>"
    yield "</div>"
    yield from _axioms(data["axioms"], known)
    yield "</main>\n<footer>\n<h2>How this was made</h2>\n<dl>"
    yield from (f"<dt>{escape(label)}</dt><dd>{escape(text)}</dd>" for label, text in made_of(data))
    yield "</dl>\n</footer>"
    yield f"<script>{_resource('page.js')}</script>\n</body>\n</html>"


def _head() -> Iterator[str]:
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="color-scheme" content="light dark">\n<link rel="icon" href="data:,">'
    yield f"<title>Verification report</title>\n<style>{_resource('page.css')}</style>\n</head>\n<body>"


def _resource(name: str) -> str:
    return (files("verify.report") / name).read_text(encoding="utf-8")


def _source(paper: Row) -> str:
    return ", ".join(part for part in (paper["authors"], paper["where"]) if part)


# --- the first screen -------------------------------------------------------------------------------------------------


def _overview(data: Row) -> Iterator[str]:
    """What was audited, and what was found of it, paper by paper."""
    claims, papers = len(data["claims"]), len(data["papers"])
    what = f"{_plural(claims, 'claim')} of {_plural(papers, 'paper')}"
    yield f"<p>{what}, decided by machine. A verdict is computed from the evidence that stands with each claim.</p>"
    yield from (f'<p class="failed">Not read: {escape(problem)}</p>' for problem in data["problems"])
    yield '<div class="scroll"><table class="counts"><thead><tr><th scope="col">paper</th><th scope="col">claims</th>'
    yield "".join(f'<th scope="col" class="{word}">{word}</th>' for word in COUNTED) + "</tr></thead><tbody>"
    for paper in data["papers"]:
        total = sum(row["paper"] == paper["id"] for row in data["claims"])
        yield _count_row(paper["id"], paper["title"], total, paper["counts"])
    if papers != 1:
        yield _count_row("", "all", claims, data["counts"])
    yield "</tbody></table></div>"
    yield "<details><summary>How to read this</summary>\n<dl>"
    yield from (f'<dt class="{word}">{word}</dt><dd>{meaning}</dd>' for word, meaning in (MEANINGS | WEIGHTS).items())
    yield f"</dl>\n<p>{HOW_TO_READ}</p></details>"


def _plural(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _count_row(id: str, title: str, total: int, counts: Row) -> str:
    place = escape(id or "claims")
    cells = []
    for word in COUNTED:
        link = f'<a href="#{place}" data-paper="{escape(id)}" data-verdict="{word}">{counts[word]}</a>'
        cells.append(f'<td class="{word}">{link if counts[word] else "·"}</td>')
    name = f'<a href="#{place}" data-paper="{escape(id)}" data-verdict="">{escape(title)}</a>'
    return f'<tr><th scope="row">{name}</th><td class="claims">{total}</td>{"".join(cells)}</tr>'


def _filter(data: Row) -> Iterator[str]:
    """The controls, hidden until a script shows them."""
    kinds = dict.fromkeys(item["kind"] for row in data["claims"] for item in row["evidence"])
    words = [word for word in COUNTED if data["counts"][word]]
    yield '<form id="filter" role="search" aria-label="Filter the claims" hidden>'
    yield '<label>Search <input type="search" name="words" autocomplete="off"></label>'
    yield _select("paper", "Paper", [(paper["id"], paper["title"]) for paper in data["papers"]])
    yield _select("verdict", "Verdict", [(word, word) for word in words])
    yield _select("evidence", "Evidence", [(kind, kind) for kind in sorted(kinds)])
    yield '<button type="reset">Show all</button> <button type="button" name="unfold">Unfold</button>'
    yield '<output aria-live="polite"></output>\n</form>'


def _select(name: str, label: str, options: Sequence[tuple[str, str]]) -> str:
    shown = "".join(f'<option value="{escape(value)}">{escape(text)}</option>' for value, text in options)
    return f'<label>{label} <select name="{name}"><option value="">all</option>{shown}</select></label>'


# --- lists of claims --------------------------------------------------------------------------------------------------


def _errata(claims: Sequence[Row], known: frozenset[str]) -> Iterator[str]:
    rows = findings(claims)
    if rows:
        yield f'<section id="errata" class="list">\n<h2>Errata</h2>\n<p>{escape(summary(claims))}</p>\n<ul>'
        yield from (_erratum(row, faces(claims, row["id"]), known) for row in rows)
        yield "</ul>\n</section>"


def _erratum(row: Row, shown: list[str], known: frozenset[str]) -> str:
    printed = f'<div class="faint">printed: {escape(row["printed"])}</div>' if row["printed"] else ""
    slip = f"<div>{escape(row['slip'])}</div>" if row["slip"] else ""
    more = f"<div>Also {links(shown, known)}.</div>" if shown else ""
    place = f"{links([row['id']], known)}, {escape(row['where'])}"
    return (
        f'<li data-claim="{escape(row["id"])}"><b>{weight_of(row)}</b>: {place} {printed}{slip}'
        f"<div>{escape(counterexample_summary(row))}</div>"
        f'<div class="line">{escape(counterexample_line(row))}</div>'
        f"<div>{f'Repair: {repairs(row, known)}.' if row['repaired_by'] else 'No repair is known.'}</div>{more}</li>"
    )


def _sharpened(rows: Sequence[Row], known: frozenset[str]) -> Iterator[str]:
    if rows:
        yield '<section id="sharpened" class="list">\n<h2>Sharpened</h2>\n<ul>'
        for row in rows:
            told = f"{escape(row['where'])}<div>{escape(row['reading'])}</div>"
            yield f'<li data-claim="{escape(row["id"])}">{links([row["id"]], known)}, {told}</li>'
        yield "</ul>\n</section>"


def _axioms(axioms: Sequence[Row], known: frozenset[str]) -> Iterator[str]:
    if axioms:
        yield '<section id="axioms">\n<h2>Axioms</h2>\n<p>Taken on trust, by reference.</p>\n<dl>'
        for axiom in axioms:
            own = f' <span class="remark">{escape(OWN)}</span>' if axiom["own"] else ""
            yield f"<dt>{escape(axiom['name'])}{own}</dt><dd>{escape(axiom['statement'])}"
            yield from _axiom_formula(axiom)
            used = links(axiom["claims"], known)
            yield f'<span class="faint">{escape(axiom["reference"])}; used by {used}</span></dd>'
        yield "</dl>\n</section>"


def _axiom_formula(axiom: Row) -> Iterator[str]:
    """What it needs and what it gives, set as the formulas of claims are."""
    shown = axiom["mathml"]
    if not shown["conclusion"]:
        yield f"<p>{escape(axiom_formula(axiom))}</p>"
        return
    yield '<div class="formulas">'
    if axiom["hypotheses"]:
        yield "<p>given</p>"
        yield from (formula(m, text) for m, text in zip(shown["hypotheses"], axiom["hypotheses"], strict=True))
    yield f"<p>states</p>\n{formula(shown['conclusion'], axiom['conclusion'])}\n</div>"
