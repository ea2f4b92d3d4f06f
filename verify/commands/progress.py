"""Progress of many pieces of work on stderr, a line each; on a terminal what went well takes turns in one line."""

from __future__ import annotations

import sys


class Board:
    """How many of how many are done, and what became of each."""

    def __init__(self, total: int) -> None:
        self.total, self.done = total, 0
        self._terminal = sys.stderr.isatty()

    def show(self, id: str, said: str, *, well: bool) -> None:
        """One more is done."""
        self.done += 1
        start, end = ("\r\x1b[K", "" if well else "\n") if self._terminal else ("", "\n")
        sys.stderr.write(f"{start}[{self.done:>{len(str(self.total))}}/{self.total}] {id} … {said}{end}")
        sys.stderr.flush()

    def clear(self) -> None:
        """Leaves no half line behind."""
        if self._terminal:
            sys.stderr.write("\r\x1b[K")
