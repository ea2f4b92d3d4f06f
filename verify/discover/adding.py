"""What holds for each index of a range: the context of one index, and facts on each added up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sympy import Symbol

from verify.author.kernel import KernelError, telescope
from verify.discover.facts import Context, Fact
from verify.discover.slacks import chained
from verify.language.terms import IllFormed, ge


def in_range(context: Context, index: Symbol, low: Any, high: Any) -> Context:
    """The context with low ≤ index ≤ high, and what bounds the index because it bounds `high`."""
    inside = context.inside([ge(index, low), ge(high, index)])
    inside.add_all(chained(ge(high, index), inside))
    return inside


def added_up(each: Fact, context: Context, *ranges: tuple[Any, ...]) -> Fact | None:
    """A fact on each index of a range, added up; over several ranges, the first one inside of the next.

    Args:
        each: an equation or inequality, under the bounds of the indices.
        context: which hypotheses the sum may have.
        ranges: for each index its name, where it starts and ends, and perhaps a potential: the rest of what
            `telescope` takes.
    """
    theorem = each.theorem
    try:
        for arguments in ranges:
            theorem = telescope(theorem, *arguments)
    except (KernelError, IllFormed):
        return None

    def code(spell: Any, names: Sequence[str]) -> str:
        (said,) = names
        for arguments in ranges:
            said = f"telescope({', '.join([said, *map(spell, arguments)])})"
        return said

    return context.settled(Fact(theorem, code, (each,)))
