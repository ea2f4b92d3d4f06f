"""The findings as a table: what is printed, against what is proved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from verify.claims.weights import faces, findings, summary, weight_of
from verify.report.claim_section import formula, links
from verify.report.evidence_section import typeset
from verify.report.further import NOTHING, declared_also, further, given_also, instead
from verify.report.inline import names_of
from verify.report.quoted import lowered, quoted
from verify.report.records import ClaimRow
from verify.report.text import counterexample_line, counterexample_summary

COLUMNS = ("where", "printed", "true instead", "what refutes it")
"""What stands in a row of the table; the style sheet says it once more where a row becomes a block."""


def errata(claims: Sequence[ClaimRow], known: Mapping[str, str]) -> Iterator[str]:
    """The findings among these claims, the gravest first, a row each; nothing where there are none.

    Args:
        claims: those on the page, or listed there; what repairs one is shown as a formula if it is among them.
        known: where claims are.
    """
    rows = findings(claims)
    if not rows:
        return
    yield f'<section id="errata" class="list">\n<h2>Errata</h2>\n<p>{escape(summary(claims))}</p>'
    head = "".join(f'<th scope="col">{name}</th>' for name in COLUMNS)
    yield f'<table class="findings"><thead><tr>{head}</tr></thead><tbody>'
    for row in rows:
        yield f'<tr data-claim="{escape(row["id"])}"><th scope="row">{_place(row, claims, known)}</th>'
        yield f"<td>{_printed(row)}<td>{_instead(row, claims, known)}<td>{_numbers(row)}"
    yield "</tbody></table>\n</section>"


def _place(row: ClaimRow, claims: Sequence[ClaimRow], known: Mapping[str, str]) -> str:
    shown = faces(claims, row["id"])
    more = f'<div class="faint">Also {links(shown, known, narrow=True)}.</div>' if shown else ""
    return f"<b>{weight_of(row)}</b> {escape(row['where'])}<div>{links([row['id']], known, narrow=True)}</div>{more}"


def _printed(row: ClaimRow) -> str:
    """The words of the paper, or else the statement that they were read as, and what is wrong with them."""
    words = (
        quoted(row["printed"])
        if row["printed"]
        else f'<div class="formulas">{_part("states", row["mathml"]["states"], row["states"])}</div>'
    )
    return words + (f'<div class="faint">{lowered(row["slip"])}</div>' if row["slip"] else "")


def _instead(row: ClaimRow, claims: Sequence[ClaimRow], known: Mapping[str, str]) -> str:
    """What repairs the finding, and what is sharper than that, each with its verdict and what it says anew."""
    said = {other["id"]: other for other in claims}
    shown = (
        f"<div>{links([id], known, narrow=True)} ({verdict})</div>" + (_formulas(said[id], row) if id in said else "")
        for id, verdict in instead(row, claims).items()
    )
    return "".join(shown) or NOTHING


def _formulas(row: ClaimRow, printed: ClaimRow) -> str:
    """What a claim says, set, without the hypotheses that the printed one has."""
    markup, label = row["mathml"], given_also(row, printed)[0]
    given = [formula(markup["given"][n], row["given"][n]) for n in further(row, printed)]
    given += [typeset(signs, names_of(row)) for signs in [declared_also(row, printed)] if signs]
    text = f"<p>{label}</p>{''.join(given)}" if given else ""
    text += _part("states", markup["states"], row["states"])
    text += _part("where", markup["abbreviations"], row["abbreviations"])
    return f'<div class="formulas">{text}</div>'


def _part(label: str, markups: Sequence[str], plains: Sequence[str]) -> str:
    shown = [formula(markup, plain) for markup, plain in zip(markups, plains, strict=True)]
    return f"<p>{label}</p>{''.join(shown)}" if shown else ""


def _numbers(row: ClaimRow) -> str:
    return f"<div>{lowered(counterexample_summary(row))}</div>{typeset([counterexample_line(row)], names_of(row))}"
