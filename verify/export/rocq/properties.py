"""Properties that only axioms and hypotheses speak of: what they are called in Rocq, and what types they speak of."""

from __future__ import annotations

from typing import Final, NamedTuple

from verify.axioms.linear_algebra import SYMMETRIC_MATRICES
from verify.axioms.links import DIFFEOMORPHISM
from verify.axioms.manifolds import (
    COMPLETE_MANIFOLD, LIFTS, NONNEGATIVE_CURVATURE, NONPOSITIVE_CURVATURE, SIMPLY_CONNECTED,
)  # fmt: skip
from verify.core.nodes import OTHER, Term
from verify.export.rocq.names import REAL_TYPE, TANGENT, Head, Inexpressible, Names, Shape
from verify.language.properties import head_of, kinds_of

_SPACE, _POINTS = "the space", "the points"
_TERM: Final[Shape] = ()
"""Where a property is said of a point or a vector, and not of a function."""


class Property(NamedTuple):
    """The parameter of `Assumed.v` that stands for a property, and the shapes of what it is said of."""

    name: str
    shapes: tuple[Shape, ...]


_EXP_AND_DIST: Final = ((_POINTS, TANGENT, _POINTS), (_POINTS, _POINTS, REAL_TYPE))
_OF_MATRICES: Final = (
    (REAL_TYPE,), (_SPACE, REAL_TYPE), _TERM, (REAL_TYPE, _SPACE, REAL_TYPE), (REAL_TYPE, _SPACE, _SPACE),
)  # fmt: skip
_OF_LINKS: Final = ((_POINTS, _SPACE), (_POINTS, TANGENT, _SPACE), (_POINTS, TANGENT, _POINTS))
PROPERTIES: Final = {
    SYMMETRIC_MATRICES.words: Property("symmetric_matrices", _OF_MATRICES),
    COMPLETE_MANIFOLD.words: Property("complete_manifold", _EXP_AND_DIST),
    NONNEGATIVE_CURVATURE.words: Property("nonnegative_curvature", _EXP_AND_DIST),
    NONPOSITIVE_CURVATURE.words: Property("nonpositive_curvature", _EXP_AND_DIST),
    SIMPLY_CONNECTED.words: Property("simply_connected", _EXP_AND_DIST),
    LIFTS.words: Property("lifts", (*_EXP_AND_DIST, _TERM, _TERM, _TERM, _TERM)),
    DIFFEOMORPHISM.words: Property("diffeomorphism", _OF_LINKS),
}
"""By the words that the core has for them."""


def is_property(f: Term) -> bool:
    """Whether the formula says that something has one of the properties."""
    return f.kind == "predicate" and f.args[0] in PROPERTIES


def spoken_of(f: Term, names: Names) -> list[Head | Term]:
    """What the formula speaks of: numbers and functions, and points and vectors.

    Raises:
        Inexpressible: where it speaks of a function that has no name, or in which space is not known.
    """
    kinds = kinds_of(f.args[0]) or ()
    spoken = (head_of(a, k) or a if a.kind == "lambda" else a for a, k in zip(f.args[1:], kinds, strict=True))
    pairs = list(zip(spoken, PROPERTIES[f.args[0]].shapes, strict=True))
    if any(shape is not _TERM and a.kind != "variable" for a, shape in pairs):
        raise Inexpressible("a property of what is written out")
    if any(shape is _TERM and a.sort == OTHER for a, shape in pairs):
        raise Inexpressible("a property of coordinates")
    space = _space(pairs, names)
    instead = {_SPACE: space, _POINTS: names.points() if any(_POINTS in shape for _, shape in pairs) else ""}
    return [a if shape is _TERM else Head(a, tuple(instead.get(type_, type_) for type_ in shape)) for a, shape in pairs]


def heads_of(f: Term, names: Names) -> list[Head]:
    """The functions of which the formula speaks as such."""
    return [h for h in spoken_of(f, names) if isinstance(h, Head) and h.variable.sort == OTHER]


def _space(pairs: list[tuple[Term, Shape]], names: Names) -> str:
    """The space in which there are vectors of which a property speaks, by what its functions are applied to."""
    if all(_SPACE not in shape for _, shape in pairs):
        return ""
    found = {
        there
        for a, shape in pairs
        for known in names.shapes(a)
        if len(known) == len(shape)
        for there, type_ in zip(known, shape, strict=True)
        if type_ == _SPACE and there != REAL_TYPE
    }
    if len(found) != 1:
        raise Inexpressible("a property in a space that is not known")
    return found.pop()
