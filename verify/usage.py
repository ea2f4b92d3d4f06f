"""What a user is told who asks for what makes no sense."""

from __future__ import annotations

import difflib
from collections.abc import Collection


class UsageError(ValueError):
    """What was asked for makes no sense; the message, one line, says what would."""


class UnknownClaim(UsageError):
    """No claim has the id; the message names the nearest ones."""

    def __init__(self, id: str, known: Collection[str]) -> None:
        papers = {other.partition("/")[0] for other in known}
        if id.rstrip("/") in papers:
            paper = id.rstrip("/")
            super().__init__(f"{paper} is a paper; `verify list --paper {paper}` names its claims")
            return
        if meant := _of_that_name(id, known):
            super().__init__(f"no claim {id!r}; {meant}")
            return
        there = nearest(id, known) or "`verify list` names them all"
        other = "" if id.partition("/")[0] in papers else "; one of a project of your own needs --from DIR"
        super().__init__(f"no claim {id!r}; {there}{other}")


def _of_that_name(id: str, known: Collection[str]) -> str:
    """The ids that lack nothing but their paper, in words; nothing where there is none."""
    found = [other for other in known if other.partition("/")[2] == id]
    return f"did you mean {' or '.join(found)}?" if found else ""


def nearest(id: str, known: Collection[str]) -> str:
    """The ids that may have been meant, in words; nothing where none is near."""
    near = difflib.get_close_matches(id, known, n=3, cutoff=0.4)
    return f"the nearest {'are' if len(near) > 1 else 'is'} {', '.join(near)}" if near else ""
