"""What does the work: seats that each take one call at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from verify.usage import UsageError


class WhereError(UsageError):
    """The work cannot be done where it was to be done; the message is one line that says why."""


class Crew(Protocol):
    """Seats that take calls; one that is lost with its call is replaced."""

    def idle(self) -> Sequence[str]:
        """Seats that could take a call now."""

    def start(self, seat: str, call: str) -> None:
        """Lets an idle seat take a call."""

    def wait(self, seconds: float | None) -> list[tuple[str, str | None]]:
        """Waits for answers, not much longer than so long, and gives each with its seat; None for a seat that was lost.

        Raises:
            WhereError: when no answer will come.
        """

    def end(self) -> None:
        """Gives up whatever is still under way."""


class Where(Protocol):
    """A place where work is done."""

    def crew(self) -> Crew:
        """A crew for one run, which must be ended.

        Raises:
            WhereError: when there is none to be had.
        """
