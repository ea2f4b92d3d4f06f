"""A claim as LaTeX, and its audit as an entry of a bibliography."""

from __future__ import annotations

import re
from importlib import metadata

from verify.claims import registry
from verify.claims.paper import Paper
from verify.notebook import latex
from verify.verdicts.rows import LinkedRow
from verify.verdicts.verdict import Outcome


def display(row: LinkedRow) -> str:
    """The statement and verdict of a claim between double dollar signs, and an entry for BibTeX."""
    outcome = Outcome.from_json(row)
    paper = next((paper for paper in registry.current().papers if paper.id == outcome.paper), None)
    return f"{latex(outcome)}\n\n{entry(paper, outcome.paper)}"


def entry(paper: Paper | None, id: str) -> str:
    """The entry of the audit of a paper; it says which version of the toolkit the audit is of, and no date."""
    by = f" by {_plain(str(paper.authors))}" if paper and paper.authors else ""
    title = f"``{_plain(paper.title)}''{by}" if paper else _plain(id)
    version = metadata.version("verify-online-learning")
    return "\n".join([
        f"@misc{{verify-{id},",
        f"  title = {{A machine-checked audit of {title}}},",
        f"  howpublished = {{verify-online-learning {version}, its report on {_plain(id)}}},",
        "}",
    ])  # fmt: skip


def _plain(text: str) -> str:
    """Words outside formulas, with what means something else there written out."""
    return re.sub(r"([#$%&_{}])", r"\\\1", text)
