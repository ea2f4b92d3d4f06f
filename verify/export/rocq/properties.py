"""Properties that only axioms and hypotheses speak of: what they are called in Rocq, and what types they speak of."""

from __future__ import annotations

from typing import Final, NamedTuple

from verify.core.nodes import OTHER, Term
from verify.core.terms import HEADED
from verify.export.rocq.names import REAL_TYPE, TANGENT, Head, Inexpressible, Names, Shape

_SPACE, _POINTS = "the space", "the points"
_TERM: Final[Shape] = ()
"""Where a property is said of a point or a vector, and not of a function."""


class Property(NamedTuple):
    """The parameter of `Assumed.v` that stands for a property, and the shapes of what it is said of."""

    name: str
    shapes: tuple[Shape, ...]


_EXP_AND_DIST: Final = ((_POINTS, TANGENT, _POINTS), (_POINTS, _POINTS, REAL_TYPE))
PROPERTIES: Final = {
    "a space of symmetric matrices with ⟨A, B⟩ = tr(AB), I and the projections on orthonormal eigenvectors: "
    "rows, tr exp, I, eigenvalues, projections": Property(
        "symmetric_matrices",
        (
            (REAL_TYPE,), (_SPACE, REAL_TYPE), _TERM, (REAL_TYPE, _SPACE, REAL_TYPE), (REAL_TYPE, _SPACE, _SPACE),
        ),
    ),
    "a complete connected Riemannian manifold": Property("complete_manifold", _EXP_AND_DIST),
    "a manifold of non-negative sectional curvature": Property("nonnegative_curvature", _EXP_AND_DIST),
    "a manifold of non-positive sectional curvature": Property("nonpositive_curvature", _EXP_AND_DIST),
    "a simply connected manifold": Property("simply_connected", _EXP_AND_DIST),
    "a shortest path to q lifts, at v, from U to W, in the order Exp, dist, v, U, q, W:": Property(
        "lifts", (*_EXP_AND_DIST, _TERM, _TERM, _TERM, _TERM)
    ),
    "a diffeomorphism of a complete Riemannian manifold onto Euclidean space, with its differential": Property(
        "diffeomorphism", ((_POINTS, _SPACE), (_POINTS, TANGENT, _SPACE), (_POINTS, TANGENT, _POINTS))
    ),
}  # fmt: skip
"""By the words that the core has for them."""


def is_property(f: Term) -> bool:
    """Whether the formula says that something has one of the properties."""
    return f.kind == "predicate" and f.args[0] in PROPERTIES


def bare(rule: Term) -> Term | None:
    """The head that the rule is a function of all its arguments by, as f is in x ↦ f(x); in Rocq these are one."""
    body = rule.args[1] if rule.kind == "lambda" else rule
    if rule.kind != "lambda" or body.kind not in ("apply", "vector", "point") or body.args[0].kind != "variable":
        return None
    args = [a.args[0] if a.kind in ("vector", "point") else a for a in body.args[HEADED[body.kind] :]]
    plain = [a.args[0] if a.kind == "bound" else None for a in args] == list(range(len(rule.args[0])))
    alone = all(len(a.args) == HEADED.get(a.kind, len(a.args)) for a in body.args[HEADED[body.kind] :])
    return body.args[0] if plain and alone and not (body.kind == "apply" and body.args[1]) else None


def spoken_of(f: Term, names: Names) -> list[Head | Term]:
    """What the formula speaks of: numbers and functions, and points and vectors.

    Raises:
        Inexpressible: where it speaks of a function that has no name, or in which space is not known.
    """
    spoken = (bare(a) or a for a in f.args[1:])
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
