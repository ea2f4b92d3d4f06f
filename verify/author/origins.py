"""Where a theorem was made, for what is said of a proof: no part of what is believed."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, NamedTuple

from verify.core import equality
from verify.core.nodes import Refused
from verify.language.translation import translate

if TYPE_CHECKING:
    from verify.author.kernel import Theorem
    from verify.language.terms import Formula

_ENGINE = f"{Path(__file__).parents[1]}{os.sep}"


class Origin(NamedTuple):
    """The line of a proof, and the function of the engine that it calls there."""

    function: str
    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.function} at {Path(self.file).name}:{self.line}"


def origin(rule: str) -> Origin:
    """The innermost line outside the engine of the calls under way, in which this rule makes a theorem."""
    rules = sys._getframe(1)
    inner: FrameType = rules
    outer = inner.f_back
    while outer is not None and outer.f_code.co_filename.startswith(_ENGINE):
        inner, outer = outer, outer.f_back
    called_itself = inner.f_code.co_filename == rules.f_code.co_filename  # within what wraps every rule
    here = outer or inner
    return Origin(rule if called_itself else inner.f_code.co_name, here.f_code.co_filename, here.f_lineno)


def unmet(theorem: Theorem, given: Sequence[Formula]) -> tuple[Formula, Theorem] | None:
    """The first hypothesis of a theorem that these do not give, and the step that it first stands in; None without."""
    there = [translate(f) for f in given]
    try:
        granted = equality.taken_as_read(there)
    except Refused:  # what is given makes no sense
        return None
    for hypothesis in theorem.hypotheses:
        try:
            equality.taken_on([translate(hypothesis)], there, granted)
        except Refused:
            return hypothesis, _first_with(hypothesis, theorem)
    return None


def _first_with(hypothesis: Any, theorem: Theorem) -> Theorem:
    while below := [premise for premise in theorem.premises if hypothesis in premise.hypotheses]:
        theorem = below[0]
    return theorem
