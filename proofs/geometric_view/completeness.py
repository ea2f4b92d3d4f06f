"""Before Proposition 7: spheres of every radius are complete; the open simplex is not, and how far its geodesics go."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Expr, KroneckerDelta, Lambda, Rational, asin, cos, pi, sin, sqrt

from numeric.manifolds import Sphere
from numeric.reference import sphere as reference
from proofs.geometric_view.push_forward import ON_SIMPLEX, i, j, n, p, total
from verify.author.kernel import Theorem, assume, cases, certify, combine, generalize, identity, instantiate, witness
from verify.claims import Claim, Conformance, Sharpness, fails_as, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import Deriv, Inner, eq, family, forall, ge, gt, le, lt, norm, positive, real, vectors
from verify.prover.proving import certificate

s, q, r, t, a, b = real("s q r t a b")
radius, length = positive("R ℓ")
w, V, U = vectors("w V U")
u = family("u")


def great_circle(s: Any) -> Expr:
    """γ(s) = w cos(s‖V‖/R) + R V/‖V‖ sin(s‖V‖/R), on the sphere of radius R."""
    return w * cos(s * norm(V) / radius) + radius / norm(V) * sin(s * norm(V) / radius) * V


def root_at(i: Any, t: Any) -> Expr:
    """√pⁱ cos t + uⁱ sin t: half of the component of the great circle from f(p) = 2√p in the direction u, after 2t."""
    return sqrt(p(i)) * cos(t) + u(i) * sin(t)


ON_SPHERE, TANGENT, MOVING = eq(Inner(w, w), radius**2), eq(Inner(w, V), 0), gt(Inner(V, V), 0)
CIRCLE = great_circle(q)
SPHERE_PARTS = [
    forall(s, eq(Inner(great_circle(s), great_circle(s)), radius**2)),
    eq(Deriv(CIRCLE, q, 0), V),
    forall([s, U], eq(Inner(Deriv(Deriv(CIRCLE, q, r), r, s), U), 0), [eq(Inner(U, great_circle(s)), 0)]),
]
UNIT_DIRECTION, ORTHOGONAL = eq(total(u(j) ** 2), 1), eq(total(sqrt(p(j)) * u(j)), 0)
SPHERE_GIVEN, SIMPLEX_GIVEN = [ON_SPHERE, TANGENT, MOVING], [ON_SIMPLEX, UNIT_DIRECTION, ORTHOGONAL]

SETTING = (
    "Complete means, as the text says, that Exp_p(V) is defined for every p and every tangent V: that the geodesic "
    "from "
    "p with velocity V is in the manifold up to s = 1. On the sphere of radius R that geodesic is the great circle "
    "γ(s) from w, V ≠ 0 (for V = 0 it stands still). In the simplex it is that with f(p(s)) = γ(s) for f(p) = 2√p "
    "(geometric_view/simplex-isometry): √pⁱ(s) = √pⁱ cos t + uⁱ sin t for the direction u of f⋆V, ‖u‖ = 1, t = "
    "s‖f⋆V‖/2, as long as these are positive. "
)

COMPLETENESS = Claim(
    "geometric_view/completeness",
    at="before Proposition 7",
    printed="a sphere S_r^n and the probability simplex Δ^n are complete manifolds",
    weight="error",
    slip=(
        "The simplex of Example 3 is open, and geodesics reach its faces in finite time: Exp is not defined on all "
        "tangent vectors. Theorem 6 and Proposition 7 suppose a complete manifold, and the paper names the simplex as "
        "one to which they apply."
    ),
    given=[*SPHERE_GIVEN, *SIMPLEX_GIVEN, ge(t, 0)],
    states=[*SPHERE_PARTS, gt(root_at(i, t), 0)],
    rests_on=["geometric_view/simplex-isometry"],
    reading=SETTING + "Any n and R; t ≥ 0 is any number, as ‖V‖ is.",
)

HALVES = {n: 1, p: Lambda(j, Rational(1, 2)), u: Lambda(j, (2 * j - 3) / sqrt(2)), i: 1}
CIRCLE_AT = {w: (1, 0), V: (0, 1), radius: 1}


@COMPLETENESS.counterexample
def to_the_boundary(claim: Claim) -> Theorem:
    """p = (½, ½) towards the second vertex: after t = π/4 the first component is 0."""
    return witness(claim.given, claim.states[-1], HALVES | CIRCLE_AT | {t: pi / 4})


COMPLETENESS_REPAIRED = Claim(
    "geometric_view/completeness.repaired",
    at="before Proposition 7",
    says="A sphere is a complete manifold; the geodesics of the open simplex, continued, stay in the closed simplex.",
    given=[*SPHERE_GIVEN, *SIMPLEX_GIVEN],
    states=[*SPHERE_PARTS, eq(total(root_at(j, t) ** 2), 1), ge(root_at(i, t) ** 2, 0)],
    repairs="geometric_view/completeness",
    reading=SETTING
    + (
        "Spheres of every dimension and radius are complete: γ is on the sphere for all s, and its acceleration is "
        "normal to it. The open simplex is not. What is true of it: the points with the components (√pⁱ cos t + uⁱ sin "
        "t)² are in the closed simplex for all t; they are the geodesic, reflected wherever it meets a face."
    ),
)


@COMPLETENESS_REPAIRED.proof
def great_circles_do_not_end(claim: Claim) -> list[Theorem]:
    """⟨γ, γ⟩ = R² and γ″ = −(‖V‖/R)² γ."""
    on_sphere, leaves, bends, stays, weakly = claim.states
    units = [h for h in claim.given if h in (ON_SPHERE, TANGENT)]
    moving = [h for h in claim.given if h == MOVING]
    (orthogonal,) = bends.given
    inward = identity(
        eq(bends.body.lhs, -Inner(V, V) / radius**2 * Inner(U, great_circle(s))), using=units, facts=moving
    )
    normal = combine(bends.body, [(1, inward), (-Inner(V, V) / radius**2, assume(orthogonal))], facts=moving)
    return [
        generalize(identity(on_sphere.body, using=units, facts=moving), [s]),
        identity(leaves, using=units, facts=moving),
        generalize(normal, [s, U], [orthogonal]),
        _stays(claim, stays),
        combine(weakly, [(1, root_at(i, t) ** 2)]),
    ]


def _stays(claim: Claim, goal: Any) -> Theorem:
    """Σ (√p cos t + u sin t)² = cos² t + sin² t."""
    weights = {ON_SIMPLEX: cos(t) ** 2, UNIT_DIRECTION: sin(t) ** 2, ORTHOGONAL: 2 * sin(t) * cos(t)}
    return combine(goal, [(weights[h], assume(h)) for h in claim.given if h in weights])


ALL = HALVES | CIRCLE_AT | {t: pi / 4}


fails_as(COMPLETENESS_REPAIRED,
    ("constant", [
            COMPLETENESS_REPAIRED.states[0],
            eq(COMPLETENESS_REPAIRED.states[1].lhs, 2 * V),
            *COMPLETENESS_REPAIRED.states[2:],
        ], "γ′(0) = 2V.", ALL),
    ("sign", [
            COMPLETENESS_REPAIRED.states[0],
            eq(COMPLETENESS_REPAIRED.states[1].lhs, -V),
            *COMPLETENESS_REPAIRED.states[2:],
        ], "γ′(0) = −V.", ALL),
)  # fmt: skip


fails_without(COMPLETENESS_REPAIRED,
    (ON_SIMPLEX, "p may have any sum.", ALL | {p: Lambda(j, 1)}),
    (UNIT_DIRECTION, "u may have any length.", ALL | {u: Lambda(j, 2 * j - 3)}),
    (ORTHOGONAL, "u need not be tangent.", ALL | {u: Lambda(j, 1 / sqrt(2))}),
)  # fmt: skip


# --- how far a geodesic of the simplex goes -------------------------------------------------------------------------

QUARTER_TURN, BEFORE = [ge(t, 0), lt(t, pi / 2)], lt(sin(t), sqrt(p(i)))
INDEX = [ge(i, 1), ge(n + 1, i)]

REACH = Claim(
    "geometric_view/completeness-reach",
    at="Example 3, before Proposition 7",
    says="Exp_p(V) is in the open simplex for ‖V‖ < 2 arcsin √(min pⁱ), and for no larger bound on ‖V‖ alone.",
    given=[*SIMPLEX_GIVEN, *INDEX, *QUARTER_TURN, BEFORE],
    states=gt(root_at(i, t), 0),
    rests_on=["geometric_view/completeness.repaired"],
    reading=(
        "On the open simplex Exp is not defined everywhere: a geodesic from p, in whichever direction u, has a "
        "positive i-th component up to t = ‖f⋆V‖/2 < arcsin √pⁱ. So Exp_p(V) is in the open simplex for ‖V‖ < 2 arcsin "
        "√(min pⁱ), and so is the explicit update (10) for η‖grad L(p)‖ below that. The number is the distance to the "
        "nearest face."
    ),
)


def _direction_is_short(claim: Claim) -> Theorem:
    """(uⁱ)² ≤ 1 − pⁱ: u is a unit vector orthogonal to √p."""
    equations = [h for h in claim.given if h in SIMPLEX_GIVEN]
    index = [h for h in claim.given if h in INDEX]
    gap = u(i) * u(j) - (KroneckerDelta(i, j) - sqrt(p(i)) * sqrt(p(j)))
    square = total(gap**2)
    whole = identity(eq(square, 1 - p(i) - u(i) ** 2), using=equations, facts=index)
    return combine(ge(1 - p(i) - u(i) ** 2, 0), [(1, square), (-1, whole)])


def _longer() -> Theorem:
    """a + b > 0, from a ≥ 0 and a² > b²."""
    goal, known = gt(a + b, 0), [ge(a, 0), gt(a**2, b**2)]
    square = combine(gt(a**2, 0), [(1, assume(known[1])), (1, b**2)])
    some = combine(gt(a, 0), [(1 / a, square)], facts=[gt(a, 0)])
    none = combine(gt(a, 0), [(1, square)], using=[combine(eq(a, 0), [(1, a)], facts=[known[0], le(a, 0)])])
    ahead = cases([some, none], [gt(a, 0), le(a, 0)])
    apart = le(a - b, 0)
    near = combine(goal, [(1 / (a - b), assume(known[1]))], facts=[gt(a - b, 0)])
    far = combine(goal, [(2, ahead), (1, b - a)], facts=[apart])
    return cases([near, far], [gt(a - b, 0), apart])


@REACH.proof
def not_steeper_than_the_face_allows(claim: Claim) -> Theorem:
    """(uⁱ sin t)² ≤ (1 − pⁱ) sin² t < pⁱ cos² t where sin² t < pⁱ."""
    turn = [assume(h) for h in claim.given if h in QUARTER_TURN]
    before = [assume(h) for h in claim.given if h == BEFORE]
    forward = instantiate(certify(certificate(ge(sin(t), 0), QUARTER_TURN)), {}, turn)
    ahead = instantiate(certify(certificate(gt(cos(t), 0), QUARTER_TURN)), {}, turn)
    below = [combine(gt(p(i) - sin(t) ** 2, 0), [(h, sqrt(p(i))), (h, forward)]) for h in before]
    first, second = sqrt(p(i)) * cos(t), u(i) * sin(t)
    short = _direction_is_short(claim)
    larger = combine(gt(first**2, second**2), [*((1, h) for h in below), (sin(t) ** 2, short)])
    start = combine(ge(first, 0), [(sqrt(p(i)), ahead)])
    return combine(claim.states[0], [(1, instantiate(_longer(), {a: first, b: second}, [start, larger]))])


NEAR = HALVES | {t: pi / 6}


fails_without(REACH, (BEFORE, "As far as the face and further.", HALVES | {t: pi / 4}))


@REACH.mutant("constant", at=HALVES | {t: pi / 4})
def up_to_the_face(claim: Claim) -> Claim:
    """sin t ≤ √pⁱ."""
    return claim.replace(given=[*(h for h in claim.given if h != BEFORE), le(sin(t), sqrt(p(i)))])


fails_as(REACH, ("sign", gt(0, root_at(i, t)), "A negative component.", NEAR))


fails_without(REACH,
    (UNIT_DIRECTION, "u may have any length.", HALVES | {u: Lambda(j, 10 * (2 * j - 3)), t: pi / 6}),
    (ORTHOGONAL, "u need not be tangent.",
        HALVES | {u: Lambda(j, KroneckerDelta(j, 1) * -1), t: asin(Rational(13, 20))}),
    (QUARTER_TURN[1], "t may be more than π/2.", NEAR | {t: pi - pi / 6}),
    (QUARTER_TURN[0], "t may be negative.", NEAR | {t: -3 * pi / 4}),
    (INDEX[1], "i may be more than n + 1.", NEAR | {i: 3, u: Lambda(j, (3 - 2 * j) / sqrt(2))}),
    (INDEX[0], "i may be less than 1.", NEAR | {i: 0}),
)  # fmt: skip


LARGE = HALVES | {
    p: Lambda(j, 9 * Rational(16, 9) ** (j - 1)),
    u: Lambda(j, (7 * j - 11) / 5),
    t: asin(Rational(99, 100)),
}


fails_without(REACH, (ON_SIMPLEX, "p may have any sum.", LARGE))


@REACH.sharp
def distance_to_the_face() -> Sharpness:
    """Towards the face the component vanishes at t = arcsin √pⁱ."""
    x = real("x")
    inside = [gt(x, 0), lt(x, 1)]
    angle = asin(sqrt(x))
    ends = identity(eq(sqrt(x) * cos(angle) - sqrt(1 - x) * sin(angle), 0), facts=inside)
    return Sharpness("the largest ‖V‖ for which Exp_p(V) is defined in every direction", "2 arcsin √(min pⁱ)", [ends])


def _pairs() -> list[tuple[Any, Any]]:
    """Points of the sphere of radius 2 and tangent vectors of lengths from 1e-9 to 30."""
    rng, sphere = np.random.default_rng(44), Sphere(2.0)
    found = []
    for m in (2, 3, 10):
        for size in (1e-9, 1e-3, 1.0, 30.0):
            at = sphere.random_point(rng, m)
            across = sphere.proju(at, rng.standard_normal(m))
            found.append((at, size * across / np.linalg.norm(across)))
    return found


def _at(pair: Any) -> dict[Any, Any]:
    at = reference.projx(pair[0], radius=2)
    return {w: at, V: reference.proju(at, pair[1]), radius: 2}


@COMPLETENESS_REPAIRED.conformance
def code_follows_great_circles() -> Iterator[Conformance]:
    """Exp on the sphere of radius 2, and its reference."""
    return conformance(
        _pairs(),
        formula=lambda pair: value(great_circle(1), _at(pair)),
        code=lambda pair: Sphere(2.0).exp(*pair),
        reference=lambda pair: reference.exp(*pair, radius=2),
        ulps=4.0,
    )
