"""Properties that a claim may say something has, which only axioms give a meaning; they are parameters in Rocq."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from verify.export.rocq.statement.heads import REAL, TANGENT, Heads, Json, NoStatement, Thing, key_of

_MATRICES: Final = (
    "a space of symmetric matrices with ⟨A, B⟩ = tr(AB), I and the projections on orthonormal eigenvectors: "
    "rows, tr exp, I, eigenvalues, projections"
)
_LIFTS: Final = "a shortest path to q lifts, at v, from U to W, in the order Exp, dist, v, U, q, W:"
_ONTO: Final = "a diffeomorphism of a complete Riemannian manifold onto Euclidean space, with its differential"
_EXP, _DIST = f"M {TANGENT} M", "M M R"
PROPERTIES: Final = {
    _MATRICES: ("symmetric_matrices", ("R", "S R", "", "R S R", "R S S")),
    "a complete connected Riemannian manifold": ("complete_manifold", (_EXP, _DIST)),
    "a manifold of non-negative sectional curvature": ("nonnegative_curvature", (_EXP, _DIST)),
    "a manifold of non-positive sectional curvature": ("nonpositive_curvature", (_EXP, _DIST)),
    "a simply connected manifold": ("simply_connected", (_EXP, _DIST)),
    _LIFTS: ("lifts", (_EXP, _DIST, "", "", "", "")),
    _ONTO: ("diffeomorphism", ("M S", f"M {TANGENT} S", _EXP)),
}
"""By their words: what they are called, and the shapes of the functions that they are said of.

S is one space, M the set of points; what has no shape is a point or a vector.
"""


def said_of(words: str, args: Sequence[Json], heads: Heads) -> tuple[str, list[str | None]]:
    """What the property is called, and the names of the functions that have it; None for points and vectors.

    Raises:
        NoStatement: where it is no such property, or is said of what has no name or more than one.
    """
    if words not in PROPERTIES:
        raise NoStatement(f"the property {words!r}")
    name, shapes = PROPERTIES[words]
    found: list[str | None] = []
    spaces: set[str] = set()
    for a, shape in zip(args, (s.split() for s in shapes), strict=True):
        if not shape:
            found.append(None)
            continue
        if not isinstance(a, dict) or "name" not in a:
            raise NoStatement("a property of what is written out")
        thing = _only(heads.things_of(key_of(a)), shape, heads.points)
        spaces |= {t for t, s in zip(thing.shape, shape, strict=True) if s == "S"}
        found.append(thing.name)
    if len(spaces) > 1:
        raise NoStatement("a property in several spaces")
    return name, found


def _only(things: Sequence[Thing], shape: Sequence[str], points: str) -> Thing:
    """The one of several functions with one name that is of this shape."""
    named = {"R": REAL, TANGENT: TANGENT, "M": points}
    fitting = [
        thing
        for thing in things
        if len(thing.shape) == len(shape)
        and all(
            named[s] == t if s in named else t not in named.values() for t, s in zip(thing.shape, shape, strict=True)
        )
    ]
    if len(fitting) != 1:
        raise NoStatement("a property of what the claim does not speak of otherwise")
    return fitting[0]
