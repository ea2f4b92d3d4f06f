"""The table of contents of a page: its sections, and the claims by where they stand in the paper."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape

from verify.claims.weights import findings
from verify.report.bounds_table import bounds_in
from verify.report.graph_section import graph_id, joined
from verify.report.records import ClaimRow, Report


def navigation(data: Report, *, whole: bool, made: bool) -> Iterator[str]:
    """The sections of a page on these data, in their order.

    Args:
        data: of the report, or the part of it that the page is on.
        whole: whether the claims are on the page with all that is said of them, and graphs of them before.
        made: whether the page says how the report was made.
    """
    claims, papers = data["claims"], data["papers"]
    yield '<nav id="contents" aria-label="Contents"><details open><summary>Contents</summary>\n<ul>'
    if found := findings(claims):
        yield _item("errata", "Errata", len(found))
    if bounded := bounds_in(claims):
        yield _item("bounds", "Bounds", len(bounded))
    of = {paper["id"]: [row for row in claims if row["paper"] == paper["id"]] for paper in papers}
    drawn = [id for id, rows in of.items() if whole and joined(rows)]
    if drawn:
        yield _item(graph_id(drawn[0]), "What rests on what")
    for paper in papers:
        rows = of[paper["id"]]
        yield _item(paper["id"], paper["title"] if len(papers) > 1 else "Claims", len(rows))
        if whole:
            yield from _by_place(rows)
    if data["axioms"]:
        yield _item("axioms", "Axioms", len(data["axioms"]))
    if made:
        yield _item("made", "How this was made")
    yield "</ul></details></nav>"


def _item(id: str, text: str, count: int = 0) -> str:
    number = f" <small>{count}</small>" if count else ""
    return f'<li><a href="#{escape(id)}">{escape(text)}</a>{number}'


def _by_place(rows: Sequence[ClaimRow]) -> Iterator[str]:
    """The places of a paper, each leading to its first claim."""
    yield '<li class="places"><details><summary>By where they stand</summary><ul>'
    for place, there in places(rows).items():
        yield _item(there[0]["id"], place, len(there))
    yield "</ul></details>"


def places(rows: Sequence[ClaimRow]) -> dict[str, list[ClaimRow]]:
    """The claims by where they stand: by the words before the first comma, whether that is a Section or a section."""
    found: dict[str, list[ClaimRow]] = {}
    for row in rows:
        found.setdefault(_place(row["where"]), []).append(row)
    return found


def _place(where: str) -> str:
    """Where a claim stands, without what is said of it there; what is in brackets is whole."""
    place = re.match(r"(?:\([^)]*\)|[^,])*", where)
    text = (place[0] if place else "").strip() or where
    return text[:1].upper() + text[1:]
