"""Complete connected Riemannian manifolds, and what a bound on their curvature says of geodesics.

A manifold is given by its exponential map and its distance. A point may have several names, as an angle has: those at
the distance 0 from one another are one point. An equation of points says that their names are the same, too. It is said
that there is a shortest path, or the lift of one; none is chosen, as on a circle the choice would have to jump.
"""

from __future__ import annotations

from typing import Any

from verify.author.kernel import Axiom
from verify.axioms.references import CHEEGER_EBIN, DO_CARMO
from verify.language.terms import (
    Inner,
    Predicate,
    Property,
    Relation,
    Tangent,
    Vec,
    VecHead,
    eq,
    forall,
    function,
    ge,
    norm,
    point,
    points,
    real,
)

EXP, DIST = points("Exp"), function("dist")
_v, _q = point("v"), point("q")
_U, _W = (Vec(VecHead(name), Tangent(_v)) for name in "UW")
_z = real("z")

EXPONENTIAL_MAP, DISTANCE = "point, tangent ↦ point", "point, point ↦ number"
"""Of what they are functions."""
COMPLETE_MANIFOLD = Property("a complete connected Riemannian manifold", EXPONENTIAL_MAP, DISTANCE)
NONNEGATIVE_CURVATURE = Property("a manifold of non-negative sectional curvature", EXPONENTIAL_MAP, DISTANCE)
NONPOSITIVE_CURVATURE = Property("a manifold of non-positive sectional curvature", EXPONENTIAL_MAP, DISTANCE)
SIMPLY_CONNECTED = Property("a simply connected manifold", EXPONENTIAL_MAP, DISTANCE)
LIFTS = Property(
    "a shortest path to q lifts, at v, from U to W, in the order Exp, dist, v, U, q, W:",
    *(EXPONENTIAL_MAP, DISTANCE, "point", "vector", "point", "vector"),
)


def complete(exponential: Any = EXP.head, distance: Any = DIST.head) -> Predicate:
    """The formula: these are the exponential map and the distance of a complete connected manifold."""
    return COMPLETE_MANIFOLD(exponential, distance)


def nonnegative_curvature(exponential: Any = EXP.head, distance: Any = DIST.head) -> Predicate:
    """The formula: the manifold has curvature ≥ 0."""
    return NONNEGATIVE_CURVATURE(exponential, distance)


def nonpositive_curvature(exponential: Any = EXP.head, distance: Any = DIST.head) -> Predicate:
    """The formula: the manifold has curvature ≤ 0."""
    return NONPOSITIVE_CURVATURE(exponential, distance)


def simply_connected(exponential: Any = EXP.head, distance: Any = DIST.head) -> Predicate:
    """The formula: the manifold is simply connected."""
    return SIMPLY_CONNECTED(exponential, distance)


def same_point(p: Any, q: Any) -> Relation:
    """The formula: p and q are one point, which may have two names."""
    return eq(DIST(p, q), 0)


# --- complete manifolds -----------------------------------------------------------------------------------------------

DISTANCE_NOT_NEGATIVE = Axiom(
    "a distance is not negative",
    "dist(v, q) ≥ 0.",
    "definition of a metric",
    (complete(),),
    ge(DIST(_v, _q), 0),
)

NO_DISTANCE = Axiom(
    "a point has no distance from itself",
    "dist(v, v) = 0.",
    "definition of a metric",
    (complete(),),
    eq(DIST(_v, _v), 0),
)

DISTANCE_AT_MOST_LENGTH = Axiom(
    "the distance is at most the length of a geodesic",
    "Where Exp_v(U) is the point q, dist(v, q) ≤ ‖U‖.",
    "definition of the Riemannian distance",
    (complete(), same_point(EXP(_v, _U), _q)),
    ge(norm(_U), DIST(_v, _q)),
)

MINIMISING_GEODESIC = Axiom(
    "Hopf–Rinow: a minimising geodesic between any two points",
    "Two points v and q of a complete connected manifold are the ends of a geodesic that is as long as their distance: "
    "there is a W with Exp_v(W) = q and ‖W‖ = dist(v, q). Whatever z ≥ 0 follows from such a W holds.",
    f"{DO_CARMO}, Chapter 7, Theorem 2.8 (f)",
    (complete(), forall(_W, ge(_z, 0), [same_point(EXP(_v, _W), _q), eq(Inner(_W, _W), DIST(_v, _q) ** 2)])),
    ge(_z, 0),
)


# --- curvature ≥ 0 ----------------------------------------------------------------------------------------------------

TOPONOGOV = Axiom(
    "Toponogov's hinge comparison, curvature ≥ 0",
    "With curvature ≥ 0, the ends of a hinge of a minimising geodesic from v to q, with velocity W, and any geodesic "
    "from v, with velocity U, are no farther apart than in the plane: dist(Exp_v(U), q)² ≤ ‖U‖² + ‖W‖² − 2⟨U, W⟩.",
    f"{CHEEGER_EBIN}, Theorem 2.2 (B)",
    (complete(), nonnegative_curvature(), same_point(EXP(_v, _W), _q), eq(Inner(_W, _W), DIST(_v, _q) ** 2)),
    ge(Inner(_U, _U) + Inner(_W, _W) - 2 * Inner(_U, _W), DIST(EXP(_v, _U), _q) ** 2),
)


# --- curvature ≤ 0 ----------------------------------------------------------------------------------------------------


def lifted(v: Any, U: Any, q: Any, W: Any, exponential: Any = EXP.head, distance: Any = DIST.head) -> Predicate:
    """The formula: a shortest path from Exp_v(U) to q has a lift, by Exp_v, from U to W in the tangent space at v."""
    return LIFTS(exponential, distance, v, U, q, W)


_HADAMARD = f"{DO_CARMO}, Chapter 7, Theorem 3.1 (Cartan–Hadamard)"
_LIFTED = lifted(_v, _U, _q, _W)

COVERING = Axiom(
    "Cartan–Hadamard covering",
    "With curvature ≤ 0, Exp_v covers the manifold, so a shortest path from Exp_v(U) to q lifts to the tangent space "
    "at v, from U to some W. Whatever z ≥ 0 follows from such a W holds.",
    _HADAMARD,
    (complete(), nonpositive_curvature(), forall(_W, ge(_z, 0), [_LIFTED])),
    ge(_z, 0),
)

LIFT_ARRIVES = Axiom(
    "the end of a lift",
    "If a path to q lifts by Exp_v to one that ends at W, then Exp_v(W) = q.",
    "definition of a lift",
    (complete(), _LIFTED),
    same_point(EXP(_v, _W), _q),
)

HINGE = Axiom(
    "hinge comparison, curvature ≤ 0",
    "With curvature ≤ 0, Exp_v does not shorten curves of the tangent space: the shortest path from Exp_v(U) to q is "
    "no shorter than the segment from U to the end W of its lift, so dist² ≥ ‖U‖² + ‖W‖² − 2⟨U, W⟩.",
    f"{DO_CARMO}, Chapter 10, Proposition 2.5 (Rauch), and Chapter 7, Theorem 3.1",
    (complete(), nonpositive_curvature(), _LIFTED),
    ge(DIST(EXP(_v, _U), _q) ** 2, Inner(_U, _U) + Inner(_W, _W) - 2 * Inner(_U, _W)),
)

ONE_LIFT = Axiom(
    "Cartan–Hadamard: one geodesic between any two points",
    "With curvature ≤ 0 and simply connected, Exp_v is one-to-one, so that every lift of a path to q = Exp_v(W) ends "
    "at W.",
    _HADAMARD,
    (complete(), nonpositive_curvature(), simply_connected(), same_point(EXP(_v, _W), _q)),
    _LIFTED,
)

EVERY_GEODESIC_IS_SHORTEST = Axiom(
    "Cartan–Hadamard: every geodesic is a shortest path",
    "With curvature ≤ 0 and simply connected, dist(v, q) = ‖U‖ where Exp_v(U) is the point q.",
    f"{_HADAMARD}, with Theorem 2.8 (f)",
    (complete(), nonpositive_curvature(), simply_connected(), same_point(EXP(_v, _U), _q)),
    eq(norm(_U), DIST(_v, _q)),
)
