"""A claim while its module is written: the goal, what its proofs have made so far, and where and why each one stops.

Nothing here takes part in a verdict. What a proof had made is read off its own variables at the point where it stopped.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from types import CodeType, FrameType
from typing import Any, Final

from verify.author.kernel import Theorem
from verify.claims import registry
from verify.claims.claim import Claim
from verify.verdicts.dependencies import problems
from verify.verdicts.evidence import Evidence, examined

WIDTH: Final = 120


def state(claim: Claim) -> tuple[list[str], bool]:
    """What is to be shown of the claim, a line each, and whether all its steps do what they should; it runs them."""
    lines = [f"{claim.id}  {claim.at}"]
    lines += _said("given", [str(f) for f in claim.shown_given])
    lines += _said("goal", [str(f) for f in claim.shown_states])
    wrong = [str(problem) for problem in problems(registry.current(), [claim])]
    lines += _said("wrong", wrong)
    finished = not wrong
    for step in claim.steps:
        if step.kind != "mutant":
            made: dict[str, Any] = {}
            with _Watching(step.function.__code__, made):
                found = examined(claim, step)
            lines += _of_step(found, made)
            finished &= found.ok
    changed = [examined(claim, step) for step in claim.steps if step.kind == "mutant"]
    lines += _of_changed(changed)
    return lines, finished and all(found.ok for found in changed)


def _of_step(found: Evidence, made: Mapping[str, Any]) -> Iterator[str]:
    yield ""
    if found.ok:
        yield f"{found.kind} {found.name}: done, {found.seconds:.1f} s"
        return
    yield f"{found.kind} {found.name}"
    for name, theorem in _theorems(made):
        yield from _said(name, [str(theorem)])
    yield from _said("stops at", [found.where])
    yield from _said("because", [found.message])


def _of_changed(made: Sequence[Evidence]) -> Iterator[str]:
    """The changed claims that are not decided as they say; how many are."""
    if made:
        yield ""
        yield f"changed claims: {sum(found.ok for found in made)} of {len(made)} decided"
    for found in made:
        if not found.ok:
            yield from _said(found.where, [f"{found.summary or found.name}: {found.message}"])


def _said(name: str, lines: list[str]) -> Iterator[str]:
    """Lines beside their name, folded."""
    for number, line in enumerate(lines):
        head = f"  {name if number == 0 else '':<8} "
        yield from textwrap.wrap(
            line, WIDTH, initial_indent=head, subsequent_indent=" " * 13, break_long_words=False, break_on_hyphens=False
        )


def _theorems(variables: Mapping[str, Any]) -> Iterator[tuple[str, Theorem]]:
    """Theorems by the names that the proof gives them, in its order; of a list, with a number."""
    for name, value in variables.items():
        if isinstance(value, Theorem):
            yield name, value
        elif isinstance(value, list | tuple):
            yield from ((f"{name}[{n}]", item) for n, item in enumerate(value) if isinstance(item, Theorem))


class _Watching:
    """While it lasts, notes the variables of a function as it ends, in whatever way it does."""

    def __init__(self, code: CodeType, noted: dict[str, Any]) -> None:
        self.code, self.noted = code, noted

    def __enter__(self) -> None:
        self.before = sys.getprofile()
        sys.setprofile(self._see)

    def __exit__(self, *_: object) -> None:
        sys.setprofile(self.before)

    def _see(self, frame: FrameType, event: str, _: object) -> None:
        if event == "return" and frame.f_code is self.code:
            self.noted.clear()
            self.noted.update(frame.f_locals)
