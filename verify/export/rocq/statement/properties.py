"""Properties that a claim may say something has, which only axioms give a meaning; they are parameters in Rocq."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from verify.export.rocq.statement.heads import DOMAIN, HEADS, REAL, TANGENT, Heads, Json, NoStatement, Thing, key_of

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


def with_heads(t: Json) -> Json:
    """The formula with heads in the place of functions that have a property, which are written as x ↦ f(x)."""
    if not isinstance(t, dict) or "name" in t:
        return [*map(with_heads, t)] if isinstance(t, list) else t
    ((name, args),) = t.items()
    if name == "Predicate" and args[0]["text"] != DOMAIN:
        return {name: [args[0], *(_head_of(a) or a for a in args[1:])]}
    return {name: with_heads(args)}


def _head_of(rule: Json) -> Json | None:
    """The f of x ↦ f(x), x a number, a vector or a point."""
    if not isinstance(rule, dict) or "Lambda" not in rule:
        return None
    variables, body = rule["Lambda"][0]["Tuple"], rule["Lambda"][1]
    ((name, args),) = body.items() if isinstance(body, dict) and len(body) == 1 else [("", [])]
    if name not in ("Fun", "Vec", "Pt") or (name == "Fun" and args[1] != 0):
        return None
    plain = [_variable(a) for a in args[HEADS[name] :]]
    return args[0] if plain == variables and args[0] not in variables else None


def _variable(t: Json) -> Json:
    if isinstance(t, dict) and "Vec" in t and len(t["Vec"]) == HEADS["Vec"]:
        return t["Vec"][0]
    return t["Pt"][0] if isinstance(t, dict) and "Pt" in t and len(t["Pt"]) == HEADS["Pt"] else t


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
