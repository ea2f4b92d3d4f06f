"""The whole statement: what is bound, declared, taken to be smooth, given, and stated.

A claim that is proved says: for all values of its variables, if each formula of `given` is defined and true, and its
functions are as smooth as it differentiates them, each formula of `states` is defined and true. One that is refuted:
there are values at which all that is so, and one formula of `states` is defined and not true.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from typing import Any, Final

from verify.export.rocq.statement.asked import Definedness, Smoothness
from verify.export.rocq.statement.heads import Heads, Json
from verify.export.rocq.statement.printed import Printer
from verify.export.rocq.statement.properties import with_heads
from verify.export.rocq.statement.spelling import AND, ARROW, BINDER, NOT, Written

WIDTH: Final = 110


def statement(data: Mapping[str, Any]) -> str:
    """The proposition that the claim of a proof file is true, or that it is false, as the file shows.

    Raises:
        NoStatement: where it cannot be said.
    """
    return written(data)[0]


def written(data: Mapping[str, Any]) -> tuple[str, Heads]:
    """The proposition, and what its names stand for, in the order in which it binds them: spaces first."""
    claim = data["claim"]
    shown = data["steps"][data["shows"][0]]
    if shown["rule"] == "witness":
        made = _Statement(claim["given"], [shown["conclusion"]])
        return made.refuted(), made.heads
    made = _Statement(claim["given"], claim["states"])
    return made.proved(), made.heads


class _Statement:
    """The parts of a statement: what is bound, what is declared of it, what is given, what is stated."""

    def __init__(self, given: list[Json], states: list[Json]) -> None:
        given, states = [*map(with_heads, given)], [*map(with_heads, states)]
        self.heads = Heads([*given, *states])
        self.printer = Printer(self.heads)
        defined = Definedness(self.printer)
        smooth = Smoothness(self.printer)
        for formula in (*given, *states):
            smooth.read(formula)
        self.declared = [d for thing in self.heads.things for d in self.printer.declared(thing)]
        self.smooth = smooth.propositions()
        self.given = [(defined.of(f, {}), self.printer.formula(f, {})) for f in given]
        self.states = [(defined.of(f, {}), self.printer.formula(f, {})) for f in states]

    def proved(self) -> str:
        """For all values: if all that is given, then all that is stated."""
        lines = self._first("forall")
        for title, propositions in self._premises():
            lines.append(f"  (* {title} *)")
            lines += [_line(p.within(ARROW - 1), " ->") for p in propositions]
        lines.append("  (* states *)")
        return "\n".join([*lines, *self._joined(p for defined, f in self.states for p in (*defined, f))])

    def refuted(self) -> str:
        """There are values with all that is given, at which what is stated is defined and not true."""
        lines = self._first("exists")
        for title, propositions in self._premises():
            lines.append(f"  (* {title} *)")
            lines += [_line(p.within(AND - 1), " /\\") for p in propositions]
        ((defined, formula),) = self.states
        lines.append("  (* and not what it states *)")
        return "\n".join([*lines, *self._joined([*defined, Written(f"~ {formula.within(NOT - 1)}", NOT)])])

    def _first(self, word: str) -> list[str]:
        spaces = [f"({' '.join(self.heads.spaces.values())} : Space)"] if self.heads.spaces else []
        points = [f"({self.heads.points} : Points)"] if self.heads.points else []
        binders = [*points, *spaces, *self.printer.binders(self.heads.things)]
        return [_line(f"{word} {' '.join(binders)}", ",", indent=2)] if binders else []

    def _premises(self) -> list[tuple[str, list[Written]]]:
        given = [p for defined, formula in self.given for p in (*defined, formula)]
        found = [("declared", self.declared), ("as smooth as it is differentiated", self.smooth), ("given", given)]
        return [(title, list(dict.fromkeys(propositions))) for title, propositions in found if propositions]

    @staticmethod
    def _joined(propositions: Iterable[Written]) -> list[str]:
        *most, last = dict.fromkeys(propositions)
        if not most:
            return [_line(last.within(BINDER))]
        return [*(_line(p.within(AND - 1), " /\\") for p in most), _line(last.within(AND))]


def _line(text: str, end: str = "", indent: int = 4) -> str:
    """The text in lines of a width that can be read; Rocq does not mind where they end."""
    return textwrap.fill(
        text + end, WIDTH, initial_indent=" " * indent, subsequent_indent=" " * (indent + 4),
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
