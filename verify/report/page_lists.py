"""The parts of a page that list claims: the contents of a paper, the axioms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from verify.report.claim_section import badges, filtered, formula, links
from verify.report.records import AxiomTypeset, ClaimRow
from verify.report.text import OWN, axiom_formula


def contents(claims: Sequence[ClaimRow], known: Mapping[str, str]) -> Iterator[str]:
    """A line a claim, with what is searched and filtered by; the rest stands where the link leads."""
    yield '<ul class="contents">'
    for row in claims:
        id, said = escape(row["id"]), escape(row["printed"] or row["says"])
        yield f'<li id="{id}" {filtered(row)}>{links([row["id"]], known)}'
        yield f'<span class="faint">{escape(row["where"])}</span> {badges(row)}<div class="faint">{said}</div>'
    yield "</ul>"


def axioms_used(axioms: Sequence[AxiomTypeset], known: Mapping[str, str]) -> Iterator[str]:
    """What is taken on trust, each with the claims that rest on it."""
    if axioms:
        yield '<section id="axioms">\n<h2>Axioms</h2>\n<p>Taken on trust, by reference.</p>\n<dl>'
        for axiom in axioms:
            own = f' <span class="remark">{escape(OWN)}</span>' if axiom["own"] else ""
            yield f"<dt>{escape(axiom['name'])}{own}</dt><dd>{escape(axiom['statement'])}"
            yield from _axiom_formula(axiom)
            used = links(axiom["claims"], known)
            yield f'<span class="faint">{escape(axiom["reference"])}; used by {used}</span></dd>'
        yield "</dl>\n</section>"


def _axiom_formula(axiom: AxiomTypeset) -> Iterator[str]:
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
