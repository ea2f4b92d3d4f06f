"""The bounds as a table: what is printed, against the strongest form that is proved and how sharp that is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from verify.report.bracket import mark
from verify.report.claim_section import badges, formula, links
from verify.report.evidence_section import typeset
from verify.report.further import given_also, meant
from verify.report.inline import names_of
from verify.report.quoted import lowered, quoted
from verify.report.records import ClaimRow
from verify.report.text import MEASURED, bracket_text
from verify.verdicts.bounds import Bound, Form, bounds, summary

EQUATION = "an equation, or strict"
"""What is said of a form that is no bound itself."""

COLUMNS = ("where", "printed", "strongest proved", "how sharp")
"""What stands in a row of the table; the style sheet says it once more where a row becomes a block."""


def bounds_in(claims: Sequence[ClaimRow]) -> list[Bound[ClaimRow]]:
    """The bounds among these claims, those first that are not known to be sharp."""
    return bounds({row["id"]: row for row in claims}, lambda row: row["bounds"])


def bounds_table(claims: Sequence[ClaimRow], known: Mapping[str, str], *, whole: bool) -> Iterator[str]:
    """The bounds among these claims, a row each; nothing where there are none.

    Args:
        claims: those on the page, or listed there.
        known: where claims are.
        whole: whether all of them are shown, or only those that are not known to be sharp.
    """
    found = bounds_in(claims)
    if not found:
        return
    yield f'<section id="bounds" class="list">\n<h2>Bounds</h2>\n<p>{escape(summary(found))}</p>\n<p>{MEASURED}</p>'
    shown = [bound for bound in found if whole or not bound.is_sharp]
    if shown:
        head = "".join(f'<th scope="col">{name}</th>' for name in COLUMNS)
        yield f'<table class="findings bounds"><thead><tr>{head}</tr></thead><tbody>'
        for bound in shown:
            row = bound.row
            place = f"{escape(row['where'])}<div>{links([row['id']], known, narrow=True)}</div>{badges(row)}"
            yield f'<tr data-claim="{escape(row["id"])}"><th scope="row">{place}</th><td>{_printed(row)}'
            yield f"<td>{''.join(_form(over, row, known) for over in bound.strongest)}"
            yield f"<td>{''.join(map(_sharpness, bound.strongest))}"
        yield "</tbody></table>"
    yield "</section>"


def _printed(row: ClaimRow) -> str:
    return quoted(row["printed"]) if row["printed"] else '<span class="faint">not quoted</span>'


def _form(form: Form[ClaimRow], printed: ClaimRow, known: Mapping[str, str]) -> str:
    """What is proved, set, with what its names stand for; and of another claim what it needs that this one does not."""
    row = form.row
    shown = form.brackets or range(len(row["states"]))
    formulas = "".join(formula(row["mathml"]["states"][number], "") for number in shown)
    label, hypotheses = given_also(row, printed)
    given = f"<p>{label}</p>{typeset(hypotheses, names_of(row))}<p>states</p>" if hypotheses else ""
    meanings = meant(row, [*hypotheses, *(row["states"][number] for number in shown)])
    where = f"<p>where</p>{typeset(meanings, names_of(row))}" if meanings else ""
    link = f"<div>{links([row['id']], known, narrow=True)}</div>" if row is not printed else ""
    return f'{link}<div class="formulas">{given}{formulas}{where}</div>'


def _sharpness(form: Form[ClaimRow]) -> str:
    """How sharp each of its formulas is, drawn where it is no equation, and why that is all."""
    names = names_of(form.row)
    why = f'<div class="faint">{lowered(form.row["loose"])}</div>' if form.row["loose"] else ""
    said = (
        typeset([bracket_text(found)], names) + (mark(found) if found and not found.attained else "")
        for found in form.brackets.values()
    )
    return f"<div>{''.join(said) or EQUATION}{why}</div>"
