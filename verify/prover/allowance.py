"""What a search may do, counted in work and not in time, so that the same call finds the same on every machine.

A unit of work is about what a second of one processor does. What an operation costs depends on sizes alone: it was
measured once, and is written beside the operation as a number.
"""

from __future__ import annotations

import math

from verify.prover.alarm import worked


class Allowance:
    """Work that may be done, and a time that caps it: what is cut short by the cap depends on the machine."""

    def __init__(self, work: float, deadline: float = math.inf) -> None:
        """
        Args:
            work: units.
            deadline: as a value of `worked()`.
        """
        self.deadline = deadline
        self._spent, self._most = [0.0], work

    def spend(self, work: float) -> None:
        """Counts what was done."""
        self._spent[0] += work

    @property
    def left(self) -> float:
        """What may still be done; 0 if nothing."""
        return max(0.0, self._most - self._spent[0])

    @property
    def is_over(self) -> bool:
        """Whether all the work is done, or it is too late."""
        return not self.left or self.is_late

    @property
    def is_late(self) -> bool:
        """Whether the time is over."""
        return worked() > self.deadline

    def at_most(self, work: float) -> Allowance:
        """An allowance within this one: what is spent of it is spent of this one too."""
        return self._from_here(min(work, self.left), self.deadline)

    def beyond(self, work: float) -> Allowance:
        """An allowance that counts the same work, but ends after so much more of it, whatever is left of this one."""
        return self._from_here(work, math.inf)

    def _from_here(self, work: float, deadline: float) -> Allowance:
        made = Allowance(self._spent[0] + work, deadline)
        made._spent = self._spent
        return made

    def part(self, share: float) -> Allowance:
        """A share of what is left, as an allowance within this one."""
        return self.at_most(share * self.left)
