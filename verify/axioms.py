"""Classical theorems taken on trust, each with its reference; `verify axioms` lists which claims rest on which.

Functions of the language are continuous, and as often differentiable as they are differentiated, where they are
defined; points "between" two numbers include both, in either order.
"""

from __future__ import annotations

from typing import Any

from sympy import Abs, Integral, Lambda, Rational, S, Sum, Tuple, cos, sin, sqrt

from verify.kernel import Axiom
from verify.terms import (
    EUCLIDEAN,
    Constant,
    Deriv,
    Inner,
    Predicate,
    Tangent,
    Vec,
    VecHead,
    eq,
    family,
    forall,
    function,
    ge,
    gt,
    in_domain,
    integer,
    ne,
    norm,
    partial,
    point,
    points,
    real,
    vector,
)

RUDIN = "W. Rudin, Principles of Mathematical Analysis, 3rd ed., McGraw-Hill 1976"
DO_CARMO = "M. P. do Carmo, Riemannian Geometry, Birkhäuser 1992"
LEE = "J. M. Lee, Introduction to Riemannian Manifolds, 2nd ed., Springer 2018"

_f, _F, _g = function("f"), function("F"), function("g")
_a, _b, _q, _r, _s, _u, _v, _z = real("a b q r s u v z")


def between(x: Any, u: Any, v: Any) -> Any:
    """The formula: x lies between u and v, in either order."""
    return ge((v - x) * (x - u), 0)


FUNDAMENTAL_THEOREM = Axiom(
    "fundamental theorem of calculus",
    "If F′ = f between u and v and f is continuous there, the integral of f from u to v is F(v) − F(u).",
    f"{RUDIN}, Theorem 6.21",
    (forall(_r, eq(Deriv(_F(_q), _q, _r), _f(_r)), [between(_r, _u, _v)]),),
    eq(Integral(_f(_r), (_r, _u, _v)), _F(_v) - _F(_u)),
)

CHANGE_OF_VARIABLES = Axiom(
    "change of variables",
    "For a continuously differentiable g and an f that is continuous on the values of g between u and v, the integral "
    "of f from g(u) to g(v) is that of f(g(r)) g′(r) from u to v.",
    f"{RUDIN}, Theorem 6.19",
    (),
    eq(Integral(_f(_z), (_z, _g(_u), _g(_v))), Integral(_f(_g(_r)) * Deriv(_g(_q), _q, _r), (_r, _u, _v))),
)

_D = partial("D")
INTERMEDIATE_VALUES = Axiom(
    "intermediate value theorem",
    "A set that contains all values of a differentiable function g on the line contains every number between two of "
    "them. (That g is differentiable is said by: its derivative equals itself. Continuous would do.)",
    f"{RUDIN}, Theorems 5.2 and 4.23",
    (forall(_r, in_domain(_D, _g(_r))), forall(_r, eq(Deriv(_g(_q), _q, _r), Deriv(_g(_q), _q, _r)))),
    forall(_z, in_domain(_D, _z), [between(_z, _g(_u), _g(_v))]),
)

ZERO_DERIVATIVE = Axiom(
    "a function with zero derivative is constant",
    "If f′(s) = 0 for 0 ≤ s ≤ 1, then f(1) = f(0).",
    f"{RUDIN}, Theorem 5.11 (mean value theorem)",
    (forall(_s, eq(Deriv(_f(_q), _q, _s), 0), [ge(_s, 0), ge(1, _s)]),),
    eq(_f(1), _f(0)),
)

TANGENT_BELOW = Axiom(
    "a function with non-negative second derivative lies above its tangent",
    "If f″ ≥ 0 at a + s(b − a) for all 0 ≤ s ≤ 1, then f(b) ≥ f(a) + f′(a)(b − a).",
    f"{RUDIN}, Theorem 5.15 (Taylor's theorem with one derivative more)",
    (
        forall(
            _s,
            ge(Deriv(Deriv(_f(_q), _q, _r), _r, _a + _s * (_b - _a)), 0),
            [ge(_s, 0), ge(1, _s)],
        ),
    ),
    ge(_f(_b), _f(_a) + Deriv(_f(_q), _q, _a) * (_b - _a)),
)

SLOPE_AT_THE_END = Axiom(
    "a function that starts at zero and is not negative does not start downwards",
    "If f(0) = 0 and f(s) ≥ 0 for 0 ≤ s ≤ 1, then f′(0) ≥ 0.",
    f"{RUDIN}, Definition 5.1 (the derivative is the limit of difference quotients) and Theorem 3.19",
    (eq(_f(0), 0), forall(_s, ge(_f(_s), 0), [ge(_s, 0), ge(1, _s)])),
    ge(Deriv(_f(_q), _q, 0), 0),
)

CURVATURE_AT_A_MINIMUM = Axiom(
    "a function is not curved downwards at a minimum",
    "If f(0) = 0 and f(s) ≥ 0 for all s, then f″(0) ≥ 0.",
    f"{RUDIN}, Theorems 5.8 (f′(0) = 0) and 5.15 (Taylor)",
    (eq(_f(0), 0), forall(_s, ge(_f(_s), 0))),
    ge(Deriv(Deriv(_f(_q), _q, _r), _r, 0), 0),
)

_x = vector("x")
DEFINITE = Axiom(
    "an inner product is definite",
    "A vector whose inner product with itself is zero is the zero vector.",
    "definition of an inner product",
    (eq(Inner(_x, _x), 0),),
    eq(_x, 0),
)

# --- geodesics on the unit sphere, as a submanifold of Euclidean space ----------------------------------------------

SPHERE_EXP = Constant("Exp")


def sphere_exp(p: Any, v: Any) -> Vec:
    """Exp_p(v) on the unit sphere, as a vector of the ambient space."""
    return Vec(SPHERE_EXP, vector("p").args[1], p, v)


def _curve(s: Any) -> Vec:
    return Vec(VecHead("γ"), vector("p").args[1], s)


_p, _V, _U = vector("p"), vector("V"), vector("U")
SPHERE_GEODESIC = Axiom(
    "geodesics of a sphere",
    "A curve on the unit sphere whose acceleration is normal to the sphere (its product with every tangent vector "
    "vanishes) is a geodesic; the one with γ(0) = p and γ′(0) = V is unique, and Exp_p(V) = γ(1).",
    f"{LEE}, Corollary 5.2 (geodesics of a submanifold) and Theorem 4.27 (existence and uniqueness)",
    (
        forall(_s, eq(Inner(_curve(_s), _curve(_s)), 1)),
        forall(
            [_s, _U],
            eq(Inner(Deriv(Deriv(_curve(_q), _q, _r), _r, _s), _U), 0),
            [eq(Inner(_U, _curve(_s)), 0)],
        ),
        eq(_curve(0), _p),
        eq(Deriv(_curve(_q), _q, 0), _V),
    ),
    eq(sphere_exp(_p, _V), _curve(1)),
)

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
LINE_EXP = Lambda((_x1, _x2), _x1 + _x2)
LINE_DIST = Lambda((_x1, _x2), Abs(_x1 - _x2))
LINE_LIFT = Lambda((_x1, _x2, _x3), _x3 - _x1)
REAL_LINE = Axiom(
    "the real line is a complete flat manifold",
    "R with its usual metric is complete and has curvature 0; its exponential map is v + u, its distance |v − q|, and "
    "the segment from v + u to q lifts to one that ends at q − v.",
    f"{DO_CARMO}, Chapter 3, Example 2.2",
    (),
    nonpositive_curvature(LINE_EXP, LINE_DIST, LINE_LIFT),
)

_xi, _h = real("ξ h")
SMALLER_TO_THE_RIGHT = Axiom(
    "a function with a negative derivative falls at first",
    "If f′(0) < 0, there is a ξ > 0 with f(h) < f(0) for all 0 < h < ξ: whatever z ≥ 0 follows from such a ξ holds.",
    "R. G. Bartle, D. R. Sherbert, Introduction to Real Analysis, 4th ed., Wiley 2011, Lemma 6.2.11 (a), for −f",
    (
        gt(0, Deriv(_f(_q), _q, 0)),
        forall(_xi, ge(_z, 0), [gt(_xi, 0), forall(_h, gt(_f(0), _f(_h)), [gt(_h, 0), gt(_xi, _h)])]),
    ),
    ge(_z, 0),
)


NONNEGATIVE_DERIVATIVE = Axiom(
    "a function with non-negative derivative does not fall",
    "If a ≤ b and f′ ≥ 0 at a + s(b − a) for all 0 ≤ s ≤ 1, then f(b) ≥ f(a).",
    f"{RUDIN}, Theorem 5.11(a) (mean value theorem)",
    (
        ge(_b, _a),
        forall(_s, ge(Deriv(_f(_q), _q, _a + _s * (_b - _a)), 0), [ge(_s, 0), ge(1, _s)]),
    ),
    ge(_f(_b), _f(_a)),
)


EXTREME_VALUE = Axiom(
    "extreme value theorem",
    "A function that is differentiable from a to b takes its least value on [a, b] at some x there: whatever z ≥ 0 "
    "follows from such an x holds. (That f is differentiable is said by: its derivative equals itself. Continuous "
    "would do.)",
    f"{RUDIN}, Theorems 5.2 and 4.16",
    (
        forall(_s, eq(Deriv(_f(_q), _q, _s), Deriv(_f(_q), _q, _s)), [ge(_s, _a), ge(_b, _s)]),
        ge(_b, _a),
        forall(
            _r,
            ge(_z, 0),
            [ge(_r, _a), ge(_b, _r), forall(_s, ge(_f(_s), _f(_r)), [ge(_s, _a), ge(_b, _s)])],
        ),
    ),
    ge(_z, 0),
)

TAYLOR = Axiom(
    "Taylor's theorem with a remainder of second order",
    "If f″ = g on [0, 1], there is an s with 0 ≤ s ≤ 1 and f(1) = f(0) + f′(0) + g(s)/2: whatever z ≥ 0 follows from "
    "such an s holds.",
    f"{RUDIN}, Theorem 5.15, for n = 2",
    (
        forall(_s, eq(Deriv(Deriv(_f(_q), _q, _r), _r, _s), _g(_s)), [ge(_s, 0), ge(1, _s)]),
        forall(_s, ge(_z, 0), [ge(_s, 0), ge(1, _s), eq(_f(1), _f(0) + Deriv(_f(_q), _q, 0) + _g(_s) / 2)]),
    ),
    ge(_z, 0),
)

# --- complete manifolds of non-negative curvature -------------------------------------------------------------------

LOG = VecHead("log")
CHEEGER_EBIN = "J. Cheeger, D. G. Ebin, Comparison Theorems in Riemannian Geometry, North-Holland 1975"


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

LINE_LOG = Lambda((_x1, _x2), _x2 - _x1)
REAL_LINE_FROM_BELOW = Axiom(
    "the real line is a complete flat manifold, curvature ≥ 0",
    "R with its usual metric is complete and connected and has curvature 0; its exponential map is v + u, its distance "
    "|v − q|, and the velocity from v to q is q − v.",
    f"{DO_CARMO}, Chapter 3, Example 2.2",
    (),
    nonnegative_curvature(LINE_EXP, LINE_DIST, LINE_LOG),
)

# --- isometries -----------------------------------------------------------------------------------------------------

OTHER_TANGENT = Constant("F")
"""The tangent space at φ(w) of the second manifold; the default space is that at w of the first."""


def isometry_at(phi: Any, base: Any, differential: Any, first: Any, second: Any) -> Predicate:
    """The formula: φ is an isometry between manifolds with these exponential maps, with this differential at a point.

    The exponential maps may be defined for some vectors only; what they are elsewhere is not spoken of.
    """
    words = "an isometry onto another Riemannian manifold, at a point, with its differential there and both Exp"
    return Predicate(words, phi, base, differential, first, second)


def reaches(exponential: Any, base: Any, velocity: Any, end: Any) -> Predicate:
    """The formula: the geodesic from a point with a velocity is defined up to the time 1, and there at the end."""
    return Predicate("Exp, from a point with a velocity, is defined and is", exponential, base, velocity, end)


_phi, _first, _second = points("φ"), points("Exp₁"), points("Exp₂")
_w, _end, _other = point("w"), point("q"), point("z")
_direction = vector("U")
_pushed = Vec(VecHead("V"), OTHER_TANGENT)
_differential = VecHead("φ⋆")

NATURALITY = Axiom(
    "isometries map geodesics to geodesics",
    "If the geodesic from w with velocity U is defined up to time 1 and ends at q, and φ is an isometry, then the "
    "geodesic from φ(w) with velocity φ⋆U is defined up to time 1 and ends at φ(q).",
    f"{LEE}, Corollary 5.14 (naturality of geodesics) and Proposition 5.20 (of the exponential map)",
    (
        isometry_at(_phi.head, _w, _differential, _first.head, _second.head),
        eq(_pushed, Vec(_differential, OTHER_TANGENT, _direction)),
        reaches(_first.head, _w, _direction, _end),
    ),
    reaches(_second.head, _phi(_w), _pushed, _phi(_end)),
)

ONE_END = Axiom(
    "a geodesic is determined by its initial point and velocity",
    "If Exp_w(V) is defined and is q, and is z, then z = q.",
    f"{LEE}, Theorem 4.27 (existence and uniqueness of geodesics) and Corollary 4.28",
    (reaches(_second.head, _w, _pushed, _end), reaches(_second.head, _w, _pushed, _other)),
    eq(_other, _end),
)

LINE_REACHES = Axiom(
    "geodesics of the real line",
    "On R the geodesic from w with velocity u ends at w + u.",
    f"{DO_CARMO}, Chapter 3, Example 2.2",
    (),
    forall([_x1, _x2], reaches(LINE_EXP, _x1, _x2, _x1 + _x2)),
)

LINE_REFLECTION = Axiom(
    "a reflection of the real line is an isometry",
    "x ↦ −x maps R isometrically onto R, with the differential u ↦ −u at every point.",
    "definition of an isometry",
    (),
    forall(_x3, isometry_at(Lambda(_x1, -_x1), _x3, Lambda(_x2, -_x2), LINE_EXP, LINE_EXP)),
)

# --- continuously differentiable functions that need not be smooth ----------------------------------------------------


def continuously_differentiable(f: Any, derivative: Any) -> Predicate:
    """The formula: f: R → R is continuously differentiable, with this derivative."""
    return Predicate("is a continuously differentiable function on R, with the derivative", f, derivative)


SMOOTH_FUNCTIONS = Axiom(
    "a twice differentiable function is continuously differentiable",
    "If f′ = g on R and g is differentiable, then f is continuously differentiable with the derivative g. (That g is "
    "differentiable is said by: its derivative equals itself.)",
    f"{RUDIN}, Theorem 5.2 (what is differentiable is continuous, f′ too)",
    (
        forall(_s, eq(Deriv(_f(_q), _q, _s), _g(_s))),
        forall(_s, eq(Deriv(_g(_q), _q, _s), Deriv(_g(_q), _q, _s))),
    ),
    continuously_differentiable(_f.head, _g.head),
)

THREE_HALVES = Axiom(
    "the power 3/2 of the magnitude",
    "The function 2|x|^(3/2) is continuously differentiable on R, with the derivative 3√x for x ≥ 0 and −3√(−x) for "
    "x ≤ 0, which is 3(√(|x| + x) − √(|x| − x))/√2.",
    f"{RUDIN}, Theorem 5.5 (chain rule) for x ≠ 0, and Definition 5.1 at 0, where the quotient is ±2√|h|",
    (),
    continuously_differentiable(
        Lambda(_x1, 2 * Abs(_x1) ** Rational(3, 2)),
        Lambda(_x1, 3 * (sqrt(Abs(_x1) + _x1) - sqrt(Abs(_x1) - _x1)) / sqrt(2)),
    ),
)

# --- link functions -------------------------------------------------------------------------------------------------

_link, _push = VecHead("f"), VecHead("Df")


def link_of(f: Any = _link, differential: Any = _push, exponential: Any = EXP.head) -> Predicate:
    """The formula: f is a diffeomorphism, with this differential, of a complete manifold with this Exp onto E."""
    words = "a diffeomorphism of a complete Riemannian manifold onto Euclidean space, with its differential"
    return Predicate(words, f, differential, exponential)


_pushed = Vec(_push, EUCLIDEAN, _at, _tangent)
ISOMETRIES_KEEP_GEODESICS = Axiom(
    "isometries take geodesics to geodesics",
    "If the differential of a diffeomorphism f of a complete Riemannian manifold onto Euclidean space keeps the length "
    "of every tangent vector, then f(Exp_v(U)) = f(v) + Df(v)U.",
    f"{LEE}, Proposition 5.20 (naturality of the exponential map) and Example 5.17 (geodesics of Rⁿ)",
    (link_of(), forall([_at, _tangent], eq(Inner(_pushed, _pushed), Inner(_tangent, _tangent)))),
    eq(Vec(_link, EUCLIDEAN, EXP(_at, _tangent)), Vec(_link, EUCLIDEAN, _at) + _pushed),
)

_c = real("c")
SCALED_LINE = Axiom(
    "scaling is a diffeomorphism of the real line",
    "For c ≠ 0 the map v ↦ cv is a diffeomorphism of the real line, complete with Exp_v(u) = v + u, onto itself, and "
    "its differential is u ↦ cu.",
    f"{DO_CARMO}, Chapter 3, Example 2.2",
    (ne(_c, 0),),
    link_of(Lambda(_x1, _c * _x1), Lambda((_x1, _x2), _c * _x2), LINE_EXP),
)

# --- determinants ---------------------------------------------------------------------------------------------------

_A, _B, _C = family("A"), family("B"), family("C")
_i, _j, _l, _n = integer("i j l n")
_INDICES = (ge(_i, 1), ge(_n, _i), ge(_j, 1), ge(_n, _j))


def determinant(matrix: Any, size: Any, number: Any) -> Predicate:
    """The formula: the number is the determinant of the matrix with the entries (i, j), 1 ≤ i, j ≤ size."""
    return Predicate("the determinant of the square matrix", getattr(matrix, "head", matrix), size, number)


DETERMINANT_OF_A_PRODUCT = Axiom(
    "determinants multiply",
    "If C = AᵀB for n × n matrices, n ≥ 1, then det C = det A · det B.",
    "R. A. Horn, C. R. Johnson, Matrix Analysis, 2nd ed., Cambridge 2013, Sections 0.3.1 (det Aᵀ = det A) and 0.3.5",
    (
        ge(_n, 1),
        determinant(_A, _n, _a),
        determinant(_B, _n, _b),
        determinant(_C, _n, _q),
        forall([_i, _j], eq(_C(_i, _j), Sum(_A(_l, _i) * _B(_l, _j), (_l, 1, _n))), _INDICES),
    ),
    eq(_q, _a * _b),
)

DETERMINANT_OF_ONE_ENTRY = Axiom(
    "the determinant of a 1 × 1 matrix is its entry",
    "det (a) = a.",
    "definition of the determinant",
    (),
    determinant(_A, S.One, _A(1, 1)),
)

# --- flat manifolds -------------------------------------------------------------------------------------------------


FLAT = "a complete connected surface of curvature zero, with Exp(s e₁ + t e₂) at the point, e₁ and e₂ orthonormal"


def flat_surface(exponential: Any, base: Any) -> Predicate:
    """The formula: Exp(o, s, t) is Exp_o(s e₁ + t e₂), e₁ and e₂ orthonormal, on a complete surface of curvature 0."""
    return Predicate(FLAT, getattr(exponential, "head", exponential), base)


_p1, _p2, _p3, _along, _up = real("a b c s t")
CYLINDER_EXP = Lambda(
    (_p1, _p2, _p3, _along, _up),
    Tuple(_p1 * cos(_along) - _p2 * sin(_along), _p1 * sin(_along) + _p2 * cos(_along), _p3 + _up),
)
FLAT_CYLINDER = Axiom(
    "the cylinder is a complete flat surface",
    "On the cylinder x² + y² = 1 with the metric of R³ the geodesics from (1, 0, 0) are helices: Exp(s e₁ + t e₂) = "
    "(cos s, sin s, t) for the orthonormal e₁ = (0, 1, 0) and e₂ = (0, 0, 1). It is complete, connected and flat. (The "
    "arguments are the coordinates of Exp and of the point.)",
    f"{DO_CARMO}, Chapter 3, Example 2.9 (the plane is locally isometric to the cylinder)",
    (),
    Predicate(FLAT, *(Lambda(CYLINDER_EXP.signature, part) for part in CYLINDER_EXP.expr), S.One, S.Zero, S.Zero),
)


def flat_space(exponential: Any = EXP.head) -> Predicate:
    """The formula: Exp is the exponential map of a complete, simply connected manifold of curvature zero."""
    words = "a complete simply connected Riemannian manifold of sectional curvature zero, of the dimension of E"
    return Predicate(words, exponential)


KEEPS_LENGTHS = ISOMETRIES_KEEP_GEODESICS.hypotheses[1]
KILLING_HOPF = Axiom(
    "Killing–Hopf, curvature zero",
    "A complete, simply connected n-manifold of curvature zero is isometric to Rⁿ: whatever z ≥ 0 follows from a "
    "diffeomorphism onto Rⁿ whose differential keeps lengths holds.",
    f"{LEE}, Theorem 12.4 (uniqueness of constant-curvature metrics), and {DO_CARMO}, Chapter 8, Theorem 4.1",
    (flat_space(), forall([_link, _push], ge(_z, 0), [link_of(), KEEPS_LENGTHS])),
    ge(_z, 0),
)

FLATNESS_IS_KEPT = Axiom(
    "curvature is invariant under isometries",
    "A manifold that a diffeomorphism whose differential keeps lengths maps onto Rⁿ is complete, simply connected and "
    "of curvature zero, as Rⁿ is.",
    f"{LEE}, Proposition 7.6 (local isometry invariance of the curvature tensor)",
    (link_of(), KEEPS_LENGTHS),
    flat_space(),
)
