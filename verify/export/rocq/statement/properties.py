"""Properties that a claim may say something has, which only axioms give a meaning; they are parameters in Rocq."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from verify.export.rocq.statement.heads import REAL, Heads, Json, NoStatement, Thing, key_of

_MATRICES: Final = (
    "a space of symmetric matrices with ⟨A, B⟩ = tr(AB), I and the projections on orthonormal eigenvectors: "
    "rows, tr exp, I, eigenvalues, projections"
)
PROPERTIES: Final = {_MATRICES: ("symmetric_matrices", ("R", "S -> R", "S", "R -> S -> R", "R -> S -> S"))}
"""By their words: what they are called, and the types of what they are said of, where S is one space."""


def said_of(words: str, args: Sequence[Json], heads: Heads) -> tuple[str, list[str]]:
    """What the property is called, and the names of what has it.

    Raises:
        NoStatement: where it is no such property, or is said of what has no name or more than one.
    """
    if words not in PROPERTIES:
        raise NoStatement(f"the property {words!r}")
    name, types = PROPERTIES[words]
    found: list[str] = []
    spaces: set[str] = set()
    for a, type_ in zip(args, types, strict=True):
        if not isinstance(a, dict) or "name" not in a:
            raise NoStatement("a property of what is written out")
        thing = _only(heads.things_of(key_of(a)), type_.split(" -> "))
        spaces |= {t for t, s in zip(thing.shape, type_.split(" -> "), strict=True) if s == "S"}
        found.append(thing.name)
    if len(spaces) != 1:
        raise NoStatement("a property in several spaces")
    return name, found


def _only(things: Sequence[Thing], types: Sequence[str]) -> Thing:
    """The one of several functions with one name that is of this type."""
    fitting = [
        thing
        for thing in things
        if len(thing.shape) == len(types)
        and all((t == REAL) == (s == "R") for t, s in zip(thing.shape, types, strict=True))
    ]
    if len(fitting) != 1:
        raise NoStatement("a property of what the claim does not speak of otherwise")
    return fitting[0]
