"""The report as HTML pages, each self-contained, readable without scripts and without a network.

With several papers `report.html` has what was found, a line a claim, and the axioms; each paper has a page with its
claims and all evidence. With one paper, or on request, all of it is one page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files

from verify.claims.weights import WEIGHTS
from verify.report.bounds_table import bounds_table
from verify.report.claim_section import claim_section
from verify.report.evidence_section import FEWEST, MOST, with_code
from verify.report.findings_table import errata
from verify.report.graph_section import graphs
from verify.report.math_font import face
from verify.report.navigation import navigation
from verify.report.page_lists import axioms_used, contents
from verify.report.records import AxiomTypeset, ClaimRow, Counts, PaperRow, Report
from verify.report.text import COUNTED, MEANINGS, heading, made_of, source

REPORT = "report.html"
"""The page that leads to the others."""

PAPERS = "papers"
"""The folder of the papers' pages, so that no paper's id can clash with another file."""

POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; font-src data:; "
POLICY += "form-action 'none'"
"""What the page may do: nothing that needs a network."""

HOW_TO_READ = """\
A claim shows its statement as it was decided, the reading that leads from the printed words to it, and all evidence.
Proofs are folded: the conclusion comes first, and below each step stands what it follows from, the main line at the
left and side arguments indented; a number is the step that is used. After the colon stands what a step was made with:
the values that are put in; or the sum that the difference of the two sides is, in which [n] is the difference of step
n. Equations of the rules identity and combine are also checked in ball arithmetic at random points. What stands
further above already, and long terms, are cut with …, and whole steps of a long proof may be left out:
<code>verify show ID</code> prints all of it, and report.json has it. Tables name the hypotheses that the printed claim
does not have: given also, or given instead where some that it has are not needed. Mutants are changed claims, which no
proof of the claim may prove. How sharp a bound is is drawn as bars from 0 to 1: a dot is an exact instance, filled
where the bound is attained, and the bar ends at what is proved."""


def pages(data: Report) -> dict[str, str]:
    """The pages by their places in the report's folder: of several papers each has its own, beside the report's."""
    if len(data["papers"]) < 2:
        return {REPORT: page(data)}
    papers = {paper["id"]: f"{PAPERS}/{paper['id']}.html" for paper in data["papers"]}
    return {REPORT: _contents(data, papers)} | {papers[paper["id"]]: _paper(data, paper) for paper in data["papers"]}


def page(data: Report) -> str:
    """Everything as one page, of whatever size."""
    known = {row["id"]: f"#{row['id']}" for row in data["claims"]}
    sections = (line for paper in data["papers"] for line in _section(paper, _articles(data, paper, known)))
    return _joined(_page(data, known, sections, verdicts=_verdicts(data)))


def _contents(data: Report, papers: Mapping[str, str]) -> str:
    """What was found, and a line a claim, each with its way to the page of its paper."""
    known = {row["id"]: f"{papers[row['paper']]}#{row['id']}" for row in data["claims"]}
    sections = (
        line
        for paper in data["papers"]
        for line in _section(paper, contents(_of(data["claims"], paper), known), papers[paper["id"]])
    )
    return _joined(_page(data, known, sections))


def _paper(data: Report, paper: PaperRow) -> str:
    """The claims of one paper; what they refer to of others is on those papers' pages."""
    claims, places = _of(data["claims"], paper), {other["id"]: f"{other['id']}.html" for other in data["papers"]}
    known = {row["id"]: f"{places[row['paper']]}#{row['id']}" for row in data["claims"]}
    known |= {row["id"]: f"#{row['id']}" for row in claims}
    own: Report = {
        **data,
        "papers": [paper],
        "claims": claims,
        "counts": paper["counts"],
        "problems": [],
        "axioms": _axioms_of(data["axioms"], {row["id"] for row in claims}),
    }
    sections = _section(paper, _articles(own, paper, known))
    return _joined(_page(own, known, sections, verdicts=_verdicts(data), part_of=f"../{REPORT}"))


def _joined(lines: Iterable[str]) -> str:
    return "\n".join(lines) + "\n"


def _page(
    data: Report,
    known: Mapping[str, str],
    sections: Iterable[str],
    verdicts: Mapping[str, str] | None = None,
    part_of: str = "",
) -> Iterator[str]:
    """A page on these data.

    Args:
        data: of the report, or the part of it that the page is on.
        known: where claims are.
        sections: on the papers, which show claims with all that is said of them, or only list them.
        verdicts: of all claims in the report, if those on the page are shown with all that is said of them.
        part_of: where the report lies that the page is a part of.
    """
    whole = verdicts is not None
    yield from _head(data["papers"][0]["title"] if part_of else heading(data), data["papers"])
    if part_of:
        yield f'<p>Part of the <a href="{part_of}">verification report</a>, which says how it was made.</p>'
    yield from _overview(data)
    yield from navigation(data, whole=whole, made=not part_of)
    yield "</header>\n<main>"
    yield from _filter(data, whole)
    yield from errata(data["claims"], known)
    yield from bounds_table(data["claims"], known, whole=whole)
    if verdicts is not None:
        yield from graphs(data, known, verdicts)
    yield '<div id="claims" tabindex="-1">'
    yield from sections
    yield "</div>"
    yield from axioms_used(data["axioms"], known)
    yield "</main>"
    if not part_of:
        yield '<footer id="made">\n<h2>How this was made</h2>\n<dl>'
        yield from (f"<dt>{escape(label)}</dt><dd>{escape(text)}</dd>" for label, text in made_of(data))
        yield "</dl>\n</footer>"
    yield f"<script>{_resource('page.js')}</script>\n</body>\n</html>"


def _of(claims: Iterable[ClaimRow], paper: PaperRow) -> list[ClaimRow]:
    return [row for row in claims if row["paper"] == paper["id"]]


def _section(paper: PaperRow, inside: Iterable[str], place: str = "") -> Iterator[str]:
    """A paper with its claims; `place` is where its own page is."""
    title = f'<a href="{escape(place)}">{escape(paper["title"])}</a>' if place else escape(paper["title"])
    yield f'<section class="paper" id="{escape(paper["id"])}">\n<h2>{title}</h2>\n<p>{escape(source(paper))}</p>'
    yield from inside
    yield "</section>"


def _axioms_of(axioms: Iterable[AxiomTypeset], ids: set[str]) -> list[AxiomTypeset]:
    """The axioms that these claims rest on, used by no others."""
    own: list[AxiomTypeset] = [{**axiom, "claims": [id for id in axiom["claims"] if id in ids]} for axiom in axioms]
    return [axiom for axiom in own if axiom["claims"]]


def _verdicts(data: Report) -> dict[str, str]:
    return {row["id"]: row["verdict"] for row in data["claims"]}


def _articles(data: Report, paper: PaperRow, known: Mapping[str, str]) -> Iterator[str]:
    for number, row in enumerate(data["claims"]):
        if row["paper"] == paper["id"]:
            yield from claim_section(row, f"s{number}", known, MOST if len(data["papers"]) == 1 else FEWEST)


def _head(title: str, papers: Sequence[PaperRow]) -> Iterator[str]:
    """All before the first screen, and the title; by whom a paper is, where the page is on a single one."""
    by, whole = (papers[0]["authors"], source(papers[0])) if len(papers) == 1 else ("", "")
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="color-scheme" content="light dark">\n<link rel="icon" href="data:,">'
    yield f"<title>{escape(', '.join(filter(None, [title, by])))}</title>"
    yield f"<style>{face()}\n{_resource('page.css')}</style>\n</head>\n<body>"
    yield '<a class="skip" href="#claims">Skip to the claims</a>'
    yield f"<header>\n<h1>{escape(title)}</h1>" + (f"\n<p>{escape(whole)}</p>" if whole else "")


def _resource(name: str) -> str:
    return (files("verify.report") / name).read_text(encoding="utf-8")


# --- the first screen -------------------------------------------------------------------------------------------------


def _overview(data: Report) -> Iterator[str]:
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
    words = (MEANINGS | WEIGHTS).items()
    yield from (f'<dt class="{word}">{word}</dt><dd>{with_code(meaning)}</dd>' for word, meaning in words)
    yield f"</dl>\n<p>{HOW_TO_READ}</p>"
    for row in data["claims"][:1]:
        command = escape(row["command"].replace(row["id"], "ID"))
        yield f"<p>What is said of a claim is established again by <code>{command}</code>.</p>"
    yield "</details>"


def _plural(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _count_row(id: str, title: str, total: int, counts: Counts) -> str:
    place = escape(id or "claims")
    cells = []
    for word in COUNTED:
        link = f'<a href="#{place}" data-paper="{escape(id)}" data-verdict="{word}">{counts[word]}</a>'
        cells.append(f'<td class="{word}">{link if counts[word] else "·"}</td>')
    name = f'<a href="#{place}" data-paper="{escape(id)}" data-verdict="">{escape(title)}</a>'
    return f'<tr><th scope="row">{name}</th><td class="claims">{total}</td>{"".join(cells)}</tr>'


def _filter(data: Report, whole: bool) -> Iterator[str]:
    """The controls, hidden until a script shows them; what can be folded is there where claims are shown `whole`."""
    kinds = dict.fromkeys(item["kind"] for row in data["claims"] for item in row["evidence"])
    words = [word for word in COUNTED if data["counts"][word]]
    yield '<form id="filter" role="search" aria-label="Filter the claims" hidden>'
    yield '<label>Search <input type="search" name="words" autocomplete="off"></label>'
    if len(data["papers"]) > 1:
        yield _select("paper", "Paper", [(paper["id"], paper["title"]) for paper in data["papers"]])
    yield _select("verdict", "Verdict", [(word, word) for word in words])
    yield _select("evidence", "Evidence", [(kind, kind) for kind in sorted(kinds)])
    unfold = ' <button type="button" name="unfold">Unfold</button>' if whole else ""
    yield f'<button type="reset">Show all</button>{unfold}'
    yield '<a href="#contents">Contents</a> <output aria-live="polite"></output>\n</form>'


def _select(name: str, label: str, options: Sequence[tuple[str, str]]) -> str:
    shown = "".join(f'<option value="{escape(value)}">{escape(text)}</option>' for value, text in options)
    return f'<label>{label} <select name="{name}"><option value="">all</option>{shown}</select></label>'
