"""The papers whose claims are decided."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from verify.claims import registry
from verify.claims.called import check_texts
from verify.claims.registry import ClaimError

_WORD = r"[a-z0-9]+(?:[-_.][a-z0-9]+)*"


def is_paper_id(id: str) -> bool:
    """Whether these are lower-case words joined by - _ or . ."""
    return re.fullmatch(_WORD, id) is not None


def is_claim_id(id: object) -> bool:
    """Whether it is the id of a paper and such words for a result, with a slash between."""
    return isinstance(id, str) and re.fullmatch(f"{_WORD}/{_WORD}", id) is not None


@dataclass(frozen=True)
class Paper:
    """A paper whose claims are decided; declared once, in the `__init__` of its folder."""

    id: str
    title: str
    authors: str | Sequence[str]
    where: str

    def __post_init__(self) -> None:
        if not is_paper_id(self.id):
            raise ClaimError(f"paper: the id must be lower-case words joined by - _ or ., not {self.id!r}")
        check_texts(f"paper {self.id}", title=self.title, authors=self.authors, where=self.where)
        if not isinstance(self.authors, str):
            object.__setattr__(self, "authors", ", ".join(self.authors))
        scope = sys._getframe(2).f_globals  # of the module that calls the __init__ that calls this
        registry.current().add_paper(self, scope["__name__"], scope)
