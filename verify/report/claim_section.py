"""One claim as HTML: its statement as it is proved, what was made of the printed words, and all evidence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Final, Literal

from verify.claims.records import AxiomSaid
from verify.report.compact import compact
from verify.report.evidence_section import MOST, evidence, typeset
from verify.report.inline import inline, names_of
from verify.report.mathml_lines import width
from verify.report.records import ClaimRow
from verify.report.text import OWN, counterexample_lines, facts
from verify.verdicts.rows import Repair

Part = Literal["given", "states", "abbreviations"]
PARTS: Final[tuple[tuple[Part, str], ...]] = (("given", "given"), ("states", "states"), ("abbreviations", "where"))
"""Of a statement, each with what stands before it."""

LINKED = ("a face of", "rests on", "rests on refuted", "used by", "repairs", "sharpens")
"""Facts that are ids of claims."""

JUDGED: Final[Mapping[str, Literal["repaired_by", "sharpened_by"]]] = {
    "repaired by": "repaired_by",
    "sharpened by": "sharpened_by",
}
"""Facts that are ids of claims with their verdicts."""

FORMULAS = ("variables", "not used")
"""Facts that are set as formulas are."""

WIDE = 30
"""Formulas of more letters are set smaller where they would not fit."""


def claim_section(row: ClaimRow, anchor: str, known: Mapping[str, str], most: int = MOST) -> Iterator[str]:
    """The article of a claim.

    Args:
        row: the claim.
        anchor: begins the ids of its steps.
        known: where linked claims are.
        most: steps that are shown of a proof.
    """
    id = escape(row["id"])
    yield f'<article id="{id}" {filtered(row)}>'
    yield f'<h3><a href="#{id}">{id}</a> <small>{escape(row["where"])}</small> {badges(row)}</h3>'
    yield from (f'<p class="remark">{escape(row["verdict"])}, {escape(remark)}</p>' for remark in row["remarks"])
    yield '<div class="formulas">'
    for key, label in PARTS:
        if row[key]:
            yield f"<p>{label}</p>"
            texts = row[key] if key == "states" else [""] * len(row[key])
            yield from (formula(m, text) for m, text in zip(row["mathml"][key], texts, strict=True))
    yield "</div>"
    yield from (f'<p class="failed">{escape(failure)}</p>' for failure in row["failures"])
    if row["counterexample"]:
        numbers = typeset(counterexample_lines(row["counterexample"]), names_of(row))
        yield f'<div class="counterexample"><p>false at</p>{numbers}</div>'
    yield "<dl>"
    for label, text in facts(row):
        if label in JUDGED:
            shown = judged(row[JUDGED[label]], known)
        elif label in FORMULAS:
            shown = f"<span class=math>{inline(text, names_of(row))}</span>"
        else:
            shown = links(text.split(", "), known) if label in LINKED else escape(text)
        yield f"<dt>{label}<dd>{shown}"
    yield f"<dt>axioms<dd>{'; '.join(map(_axiom, row['axioms'])) or 'none'}"
    yield f"<dt>examined<dd>{escape(row['ran'])}, in {row['seconds']:.2f} s\n</dl>"
    yield from evidence(row, anchor, most)
    yield "</article>"


def filtered(row: ClaimRow) -> str:
    """The attributes that the filters of a page go by: verdict and marks, and the kinds of evidence."""
    kinds = " ".join(dict.fromkeys(item["kind"] for item in row["evidence"]))
    return f'data-is="{" ".join(_words(row))}" data-by="{kinds}"'


def badges(row: ClaimRow) -> str:
    """The verdict and the marks of a claim, each a word in its colour."""
    return " ".join(f'<span class="badge {word}">{word}</span>' for word in _words(row))


def _words(row: ClaimRow) -> list[str]:
    return [row["verdict"], *row["marks"]]


def _axiom(axiom: AxiomSaid) -> str:
    return f"{escape(axiom['name'])}{f' ({escape(OWN)})' if axiom['own'] else ''}"


def formula(markup: str, text: str) -> str:
    """A formula with its text, if that is not said elsewhere, told how wide it is where that matters."""
    letters = width(markup)
    style = f" style=--w:{letters}" if letters > WIDE else ""
    said = f' alttext="{escape(text)}"' if text else ""
    return compact(markup).replace('<math displaystyle="true"', f"<math{said}{style}", 1)


def links(ids: list[str], known: Mapping[str, str], *, narrow: bool = False) -> str:
    """Links to claims; the id alone where a claim is not in the report.

    In a column that is `narrow` an id may go on in the next line behind its strokes and points, and, as everywhere,
    behind its hyphens; else it would be broken within a word.
    """
    shown = {id: escape(id).replace("/", "/<wbr>").replace(".", ".<wbr>") if narrow else escape(id) for id in ids}
    return ", ".join(f'<a href="{escape(known[id])}">{shown[id]}</a>' if id in known else shown[id] for id in ids)


def judged(others: Iterable[Repair], known: Mapping[str, str]) -> str:
    """Links to claims, with their verdicts."""
    return ", ".join(f"{links([other['id']], known)} ({other['verdict']})" for other in others)
