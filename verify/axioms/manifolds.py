"""Complete manifolds of non-positive and of non-negative curvature, and the real line as one of both."""

from __future__ import annotations

from typing import Any

from sympy import Abs, Lambda, Tuple

from verify.axioms.references import CHEEGER_EBIN, DO_CARMO
from verify.kernel import Axiom
from verify.terms import Inner, Predicate, Tangent, Vec, VecHead, eq, function, ge, norm, point, points, real

# --- complete manifolds of non-positive curvature -------------------------------------------------------------------

EXP, DIST, LIFT = points("Exp"), function("dist"), VecHead("lift")


def nonpositive_curvature(exponential: Any = EXP.head, distance: Any = DIST.head, lifting: Any = LIFT) -> Predicate:
    """The formula: these are the exponential map, distance and `lift` of a complete manifold with curvature ≤ 0."""
    words = "a complete Riemannian manifold of non-positive sectional curvature"
    return Predicate(words, exponential, distance, lifting)


def lift(v: Any, u: Any, q: Any) -> Vec:
    """The end, in the tangent space at v, of the lift that starts at u of a minimising geodesic from Exp_v(u) to q."""
    return Vec(LIFT, Tangent(v), v, u, q)


_at, _to = point("v"), point("q")
_tangent = Vec(VecHead("U"), Tangent(_at))
_lifted = lift(_at, _tangent, _to)
_MANIFOLD = (nonpositive_curvature(),)
_HADAMARD = f"{DO_CARMO}, Chapter 7, Theorem 3.1 (Cartan–Hadamard)"

COVERING = Axiom(
    "Cartan–Hadamard covering",
    "With curvature ≤ 0, Exp_v covers the manifold: a minimising geodesic from Exp_v(U) to q lifts to the tangent "
    "space at v from U; its end, lift(v, U, q), is mapped to q.",
    _HADAMARD,
    _MANIFOLD,
    eq(EXP(_at, _lifted), _to),
)

HINGE = Axiom(
    "hinge comparison, curvature ≤ 0",
    "With curvature ≤ 0, Exp_v does not shorten curves of the tangent space: the minimising geodesic from Exp_v(U) "
    "to q is no shorter than the segment from U to the end W of its lift, so dist² ≥ ‖U‖² + ‖W‖² − 2⟨U, W⟩.",
    f"{DO_CARMO}, Chapter 10, Proposition 2.5 (Rauch), and Chapter 7, Theorem 3.1",
    _MANIFOLD,
    ge(
        DIST(EXP(_at, _tangent), _to) ** 2,
        Inner(_tangent, _tangent) + Inner(_lifted, _lifted) - 2 * Inner(_tangent, _lifted),
    ),
)

DISTANCE_AT_MOST_LENGTH = Axiom(
    "the distance is at most the length of a geodesic",
    "dist(v, Exp_v(U)) ≤ ‖U‖, and a distance is not negative.",
    "definition of the Riemannian distance",
    _MANIFOLD,
    ge(norm(_tangent), DIST(_at, EXP(_at, _tangent))),
)

DISTANCE_NOT_NEGATIVE = Axiom(
    "a distance is not negative",
    "dist(v, q) ≥ 0.",
    "definition of a metric",
    _MANIFOLD,
    ge(DIST(_at, _to), 0),
)

_x1, _x2, _x3 = real("x y z")
LINE_EXP = Lambda((_x1, _x2), Tuple(_x1 + _x2))
LINE_DIST = Lambda((_x1, _x2), Abs(_x1 - _x2))
LINE_LIFT = Lambda((_x1, _x2, _x3), Tuple(_x3 - _x1))
REAL_LINE = Axiom(
    "the real line is a complete flat manifold",
    "R with its usual metric is complete and has curvature 0; its exponential map is v + u, its distance |v − q|, and "
    "the segment from v + u to q lifts to one that ends at q − v.",
    f"{DO_CARMO}, Chapter 3, Example 2.2",
    (),
    nonpositive_curvature(LINE_EXP, LINE_DIST, LINE_LIFT),
)


# --- complete manifolds of non-negative curvature -------------------------------------------------------------------

LOG = VecHead("log")


def nonnegative_curvature(exponential: Any = EXP.head, distance: Any = DIST.head, velocity: Any = LOG) -> Predicate:
    """The formula: the exponential map, distance and `log` of a complete, connected manifold with curvature ≥ 0."""
    words = "a complete connected Riemannian manifold of non-negative sectional curvature"
    return Predicate(words, exponential, distance, velocity)


def log_map(v: Any, q: Any) -> Vec:
    """The initial velocity, in the tangent space at v, of a minimising geodesic from v to q over the time 1."""
    return Vec(LOG, Tangent(v), v, q)


_ROUND = (nonnegative_curvature(),)
_velocity = log_map(_at, _to)

MINIMISING_GEODESIC = Axiom(
    "Hopf–Rinow: a minimising geodesic between any two points",
    "Two points v and q of a complete connected manifold are the ends of a geodesic that is as long as their distance; "
    "log(v, q) is the velocity of one, so Exp_v(log(v, q)) = q.",
    f"{DO_CARMO}, Chapter 7, Theorem 2.8 (f)",
    _ROUND,
    eq(EXP(_at, _velocity), _to),
)

MINIMISING_LENGTH = Axiom(
    "Hopf–Rinow: the length of the minimising geodesic",
    "The geodesic from v to q with velocity log(v, q) is as long as their distance: ‖log(v, q)‖² = dist(v, q)².",
    f"{DO_CARMO}, Chapter 7, Theorem 2.8 (f)",
    _ROUND,
    eq(Inner(_velocity, _velocity), DIST(_at, _to) ** 2),
)

TOPONOGOV = Axiom(
    "Toponogov's hinge comparison, curvature ≥ 0",
    "With curvature ≥ 0, the ends of a hinge of a minimising geodesic from v to q and any geodesic from v, with "
    "velocity "
    "U, are no farther apart than in the plane: dist(Exp_v(U), q)² ≤ ‖U‖² + dist(v, q)² − 2⟨U, log(v, q)⟩.",
    f"{CHEEGER_EBIN}, Theorem 2.2 (B)",
    _ROUND,
    ge(
        Inner(_tangent, _tangent) + DIST(_at, _to) ** 2 - 2 * Inner(_tangent, _velocity),
        DIST(EXP(_at, _tangent), _to) ** 2,
    ),
)

LINE_LOG = Lambda((_x1, _x2), Tuple(_x2 - _x1))
REAL_LINE_FROM_BELOW = Axiom(
    "the real line is a complete flat manifold, curvature ≥ 0",
    "R with its usual metric is complete and connected and has curvature 0; its exponential map is v + u, its distance "
    "|v − q|, and the velocity from v to q is q − v.",
    f"{DO_CARMO}, Chapter 3, Example 2.2",
    (),
    nonnegative_curvature(LINE_EXP, LINE_DIST, LINE_LOG),
)
