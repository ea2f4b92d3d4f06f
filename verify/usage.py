"""What a user is told who asks for what makes no sense."""

from __future__ import annotations

import difflib
from collections.abc import Collection


class UsageError(ValueError):
    """What was asked for makes no sense; the message, one line, says what would."""


class UnknownClaim(UsageError):
    """No claim has the id; the message names the nearest ones."""

    def __init__(self, id: str, known: Collection[str]) -> None:
        super().__init__(f"no claim {id!r}; {nearest(id, known) or '`verify list` names them all'}")


def nearest(id: str, known: Collection[str]) -> str:
    """The ids that may have been meant, in words; nothing where none is near."""
    near = difflib.get_close_matches(id, known, n=3, cutoff=0.4)
    return f"the nearest {'are' if len(near) > 1 else 'is'} {', '.join(near)}" if near else ""
