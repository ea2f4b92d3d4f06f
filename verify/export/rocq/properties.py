"""Properties that only axioms and hypotheses speak of: what they are called in Rocq, and what types they speak of."""

from __future__ import annotations

from typing import Final, NamedTuple

from verify.core.nodes import OTHER, Term
from verify.export.rocq.names import REAL_TYPE, Head, Inexpressible, Names, Shape

_SPACE: Final = "the space"


class Property(NamedTuple):
    """The parameter of `Assumed.v` that stands for a property, and the shapes of what it is said of."""

    name: str
    shapes: tuple[Shape, ...]


PROPERTIES: Final = {
    "a space of symmetric matrices with ⟨A, B⟩ = tr(AB), I and the projections on orthonormal eigenvectors: "
    "rows, tr exp, I, eigenvalues, projections": Property(
        "symmetric_matrices",
        (
            (REAL_TYPE,), (_SPACE, REAL_TYPE), (_SPACE,), (REAL_TYPE, _SPACE, REAL_TYPE), (REAL_TYPE, _SPACE, _SPACE),
        ),
    ),
}  # fmt: skip
"""By the words that the core has for them."""


def is_property(f: Term) -> bool:
    """Whether the formula says that something has one of the properties."""
    return f.kind == "predicate" and f.args[0] in PROPERTIES


def heads_of(f: Term, names: Names) -> list[Head]:
    """The numbers and functions of which the formula speaks.

    Raises:
        Inexpressible: where it speaks of something that has no name, or in which space is not known.
    """
    shapes = PROPERTIES[f.args[0]].shapes
    if any(a.kind != "variable" for a in f.args[1:]):
        raise Inexpressible("a property of what is written out")
    found = {
        there
        for a, shape in zip(f.args[1:], shapes, strict=True)
        if a.sort == OTHER
        for known in names.shapes(a)
        if len(known) == len(shape)
        for there, type_ in zip(known, shape, strict=True)
        if type_ == _SPACE and there != REAL_TYPE
    }
    if len(found) != 1:
        raise Inexpressible("a property in a space that is not known")
    (space,) = found
    return [
        Head(a, tuple(space if type_ == _SPACE else type_ for type_ in shape))
        for a, shape in zip(f.args[1:], shapes, strict=True)
    ]
