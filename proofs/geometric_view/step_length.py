"""After (10): how far the updates move, which is the length of the geodesic only up to the injectivity radius."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Rational, acos, cos, pi, sin, sqrt

from numeric.manifolds import Sphere
from numeric.reference import sphere as reference
from proofs.spheres.distance_gradient import (
    APART, DISTANCE_GRADIENT, NOT_ANTIPODAL, UNIT, UNIT_Q, distance, logarithm, p, q,
)  # fmt: skip
from proofs.spheres.update import explicit_update
from verify.author.kernel import Theorem, assume, cases, certify, combine, identity, instantiate, witness
from verify.claims import Claim, Conformance, Sharpness, fails_as, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import Inner, eq, ge, gt, le, norm, positive, real, vectors
from verify.lemmas.circular import arccosine_is_at_most_pi, arccosine_is_positive, arccosine_of_cosine
from verify.prover.proving import certificate

eta = positive("η")
g = vectors("g h")[0]
w, z = real("w z")

STEP = explicit_update(p, g, eta)
LENGTH = eta * norm(g)
TANGENT, MOVES = eq(Inner(p, g), 0), gt(Inner(g, g), 0)
GIVEN = [UNIT, TANGENT, MOVES]
WITHIN = le(LENGTH, pi)

SETTING = (
    "On the unit sphere of any dimension, with dist = arccos⟨·, ·⟩: g = grad L(p) is a tangent vector at p = w_t, not "
    "0 (at 0 nothing moves), and w_{t+1} the end of the geodesic (12) with velocity −ηg. "
)

EXPLICIT = Claim(
    "geometric_view/step-length",
    at="after (10)",
    printed="The length of the geodesic segment and therefore the distance dist(w_t, w_{t+1}) is … equal to η‖grad "
    "L_t(w_t)‖_g, for the explicit rule (10)",
    given=GIVEN,
    states=eq(distance(p, STEP), LENGTH),
    rests_on=["spheres/exponential-map"],
    reading=SETTING + "No bound on η is printed. The print speaks of every manifold; the sphere is one of them.",
    face_of="geometric_view/theorem-6",
)

EXPLICIT_REPAIRED = Claim(
    "geometric_view/step-length.repaired",
    at="after (10), on the sphere",
    says="On the unit sphere dist(w_t, w_{t+1}) = η‖grad L_t(w_t)‖ as long as that is at most π, the injectivity "
    "radius",
    given=[*GIVEN, WITHIN],
    states=eq(distance(p, STEP), LENGTH),
    repairs="geometric_view/step-length",
    reading=SETTING
    + "Of the manifolds that the print speaks of, the sphere is decided here. Up to π the geodesic is minimising. "
    "Always, there: geometric_view/step-length-bound, and everywhere: geometric_view/step-length-bound-everywhere.",
)

BOUND = Claim(
    "geometric_view/step-length-bound",
    at="after (10), on the sphere",
    says="On the unit sphere dist(w_t, w_{t+1}) ≤ η‖grad L_t(w_t)‖, for every η > 0",
    given=GIVEN,
    states=le(distance(p, STEP), LENGTH),
    rests_on=["geometric_view/step-length.repaired"],
    reading=SETTING + "For every η > 0. It is this direction that an upper bound on D(w_t, w_{t+1}) needs.",
)

AROUND = {p: (1, 0), g: (0, 1), eta: 3 * pi / 2}


@EXPLICIT.counterexample
def three_quarters_round(claim: Claim) -> Theorem:
    """p = (1, 0), g = (0, 1), η = 3π/2 ends at (0, 1), which is π/2 away."""
    return witness(claim.given, claim.states[0], AROUND)


def _cosine(claim: Claim) -> Theorem:
    """⟨p, w_{t+1}⟩ = cos(η‖g‖)."""
    plain = [h for h in claim.given if h in (UNIT, TANGENT)]
    moves = [h for h in claim.given if h == MOVES]
    return identity(eq(Inner(p, STEP), cos(LENGTH)), using=plain, facts=moves)


def _short(claim: Claim, within: Theorem) -> Theorem:
    """arccos⟨p, w_{t+1}⟩ = η‖g‖, from η‖g‖ ≤ π."""
    cosine = _cosine(claim)
    moves = [h for h in claim.given if h == MOVES]
    ahead = combine(ge(LENGTH, 0), [(eta, norm(g))])
    inside = _defined(cosine)
    found = arccosine_of_cosine(Inner(p, STEP), LENGTH, [cosine, ahead, within, *inside, *map(assume, moves)])
    return combine(eq(distance(p, STEP), LENGTH), [(1, found)], facts=[*inside, *moves])


def _defined(cosine: Theorem) -> list[Theorem]:
    """−1 ≤ ⟨p, w_{t+1}⟩ ≤ 1."""
    halves = {1: cos(LENGTH / 2) ** 2, -1: sin(LENGTH / 2) ** 2}
    return [combine(ge(1 + sign * Inner(p, STEP), 0), [(2, halves[sign]), (sign, cosine)]) for sign in (1, -1)]


@EXPLICIT_REPAIRED.proof
def angle_of_the_great_circle(claim: Claim) -> Theorem:
    """arccos(cos η‖g‖) = η‖g‖ for 0 ≤ η‖g‖ ≤ π."""
    (within,) = [assume(h) for h in claim.given if h == WITHIN] or [assume(WITHIN)]
    return _short(claim, within)


@BOUND.proof
def never_more_than_half_way_round(claim: Claim) -> Theorem:
    """Beyond π the distance is at most π."""
    goal = claim.states[0]
    near = combine(goal, [(-1, _short(claim, assume(WITHIN)))])
    cosine = _cosine(claim)
    inside = _defined(cosine)
    furthest = arccosine_is_at_most_pi(Inner(p, STEP), inside)
    beyond = gt(LENGTH, pi)
    far = combine(goal, [(1, furthest), (1, assume(beyond))], facts=inside)
    return instantiate(cases([near, far], [le(LENGTH, pi), beyond]), {}, inside)


ACROSS = {p: (1, 0), g: (0, 1), eta: Rational(1, 2)}


fails_as(EXPLICIT_REPAIRED, ("constant", eq(distance(p, STEP), 2 * LENGTH), "2η‖g‖.", ACROSS))


@EXPLICIT_REPAIRED.mutant("constant", at=AROUND)
def twice_as_far(claim: Claim) -> Claim:
    """Up to 2π."""
    return claim.replace(given=[*GIVEN, le(LENGTH, 2 * pi)])


fails_as(EXPLICIT_REPAIRED, ("sign", eq(distance(p, STEP), -LENGTH), "−η‖g‖.", ACROSS))


fails_without(EXPLICIT_REPAIRED,
    (WITHIN, "η‖g‖ may be anything: the print.", AROUND),
    (UNIT, "p need not be a unit vector.", ACROSS | {p: (Rational(1, 2), 0)}),
    (TANGENT, "g need not be tangent.", ACROSS | {g: (-1, 0), p: (1, 0), eta: 2 * pi / 3}),
)  # fmt: skip


fails_as(BOUND,
    ("constant", le(distance(p, STEP), LENGTH / 2), "½η‖g‖.", ACROSS),
    ("sign", ge(distance(p, STEP), LENGTH), "≥.", AROUND),
)  # fmt: skip


fails_without(BOUND,
    (UNIT, "p need not be a unit vector.", ACROSS | {p: (Rational(1, 2), 0)}),
    (TANGENT, "g need not be tangent.", ACROSS | {g: (1, 0), eta: pi / 4}),
)  # fmt: skip


@BOUND.extremal("η", [pi / 6, pi / 2, pi])
def up_to_half_way_round(rate: Any) -> dict[Any, Any]:
    """p = (1, 0) and g = (0, 1): attained while η ≤ π."""
    return ACROSS | {eta: rate}


@EXPLICIT_REPAIRED.sharp
def injectivity_radius() -> Sharpness:
    """Beyond π the distance is at most π."""
    return Sharpness(
        "the largest η‖grad L‖ up to which the distance is always that",
        "π, exactly: the distance of no two points is more",
        [arccosine_is_at_most_pi(z)],
    )


# --- the implicit rule ----------------------------------------------------------------------------------------------

h = vectors("h k")[0]
UPDATE = eq(logarithm(p, q), eta * h)
SIZES = [APART, NOT_ANTIPODAL]

IMPLICIT = Claim(
    "geometric_view/step-length-implicit",
    at="after (10), on the sphere",
    says="On the unit sphere, for w_{t+1} ≠ ±w_t, dist(w_t, w_{t+1}) = η‖grad L_t(w_{t+1})‖ < π for the implicit rule "
    "(9)",
    given=[UNIT, UNIT_Q, *SIZES, UPDATE],
    states=[eq(distance(p, q), eta * norm(h)), gt(pi, eta * norm(h))],
    rests_on=["spheres/distance-gradient"],
    reading=(
        "The print says it of every manifold; the sphere is decided here. On the unit sphere of any dimension p = "
        "w_{t+1} ≠ ±q, q = w_t, h = grad L(w_{t+1}) with Exp_p⁻¹ q = ηh, (9), where Exp_p⁻¹ q is the velocity of the "
        "minimising geodesic, as in spheres/distance-gradient: then the distance is as printed, and less than π. If "
        "any geodesic from p to q were meant, it would fail as for the explicit rule."
    ),
)


@IMPLICIT.proof
def length_of_the_logarithm(claim: Claim) -> list[Theorem]:
    """‖Exp_p⁻¹ q‖ = arccos⟨p, q⟩."""
    equal, short = claim.states
    known = [assume(f) for f in claim.given]
    sides = [assume(f) for f in claim.given if f in SIZES]
    sides.append(combine(gt(1 - Inner(p, q) ** 2, 0), [(sides[0], sides[-1])]))
    theta, size = distance(p, q), Inner(h, h)
    log = logarithm(p, q)
    length = instantiate(DISTANCE_GRADIENT.theorem(DISTANCE_GRADIENT.states[2]), {}, known)
    v = vectors("v k")[0]
    moved = identity(eq(Inner(v, v), eta**2 * size), using=[eq(v, eta * h)])
    updates = [instantiate(moved, {v: log}, [assume(f), *sides]) for f in claim.given if f == UPDATE]
    squares = [combine(eq(theta**2, eta**2 * size), [(1, m), (-1, length)], facts=sides) for m in updates]
    positive_angle = arccosine_is_positive(Inner(p, q), sides)
    ratio = 1 / (theta + eta * norm(h))
    same = combine(equal, [(ratio, m) for m in squares], facts=[positive_angle, *sides])
    below = instantiate(_arccosine_is_below(), {z: Inner(p, q)}, sides)
    return [same, combine(short, [(1, below), (1, same)], facts=sides)]


def _arccosine_is_below() -> Theorem:
    """arccos z < π for −1 < z ≤ 1."""
    return certify(certificate(gt(pi, acos(z)), [gt(z, -1), le(z, 1)]))


APART_BY_A_THIRD = {p: (1, 0), q: (Rational(1, 2), sqrt(3) / 2), h: (0, pi / 3), eta: 1}


fails_as(IMPLICIT,
    ("constant", [eq(distance(p, q), 2 * eta * norm(h)), IMPLICIT.states[1]], "2η‖h‖.", APART_BY_A_THIRD),
    ("sign", [eq(distance(p, q), -eta * norm(h)), IMPLICIT.states[1]], "−η‖h‖.", APART_BY_A_THIRD),
)  # fmt: skip


fails_without(IMPLICIT,
    (UPDATE, "(9) need not hold.", APART_BY_A_THIRD | {h: (0, 1)}),
    (UNIT_Q, "q need not be a unit vector.", APART_BY_A_THIRD | {q: (Rational(1, 2), 0), h: (0, 0)}),
)  # fmt: skip


SIXTH = 2 * pi / (3 * sqrt(3))
LONG_START = {
    p: (2, 0),
    q: (Rational(1, 4), sqrt(15) / 4),
    h: (-Rational(3, 4) * SIXTH, sqrt(15) / 4 * SIXTH),
    eta: 1,
}


fails_without(IMPLICIT, (UNIT, "p need not be a unit vector.", LONG_START))


def _steps() -> list[tuple[Any, Any]]:
    """Points of spheres and tangent vectors of lengths from 0.1 to 3.1."""
    rng, sphere = np.random.default_rng(46), Sphere()
    found = []
    for n in (2, 3, 10):
        for size in (0.1, 1.0, 2.0, 3.1):
            at = sphere.random_point(rng, n)
            across = sphere.proju(at, rng.standard_normal(n))
            found.append((at, size * across / np.linalg.norm(across)))
    return found


def _tangent(pair: Any) -> Any:
    return reference.proju(reference.projx(pair[0]), pair[1])


@EXPLICIT_REPAIRED.conformance
def code_measures_the_step() -> Iterator[Conformance]:
    """dist(w, Exp_w(V)) of the sphere against ‖V‖; Exp and dist each lose an ulp of 1."""
    return conformance(
        _steps(),
        formula=lambda pair: value(norm(g), {g: _tangent(pair)}),
        code=lambda pair: Sphere().dist(pair[0], Sphere().exp(*pair)),
        reference=lambda pair: reference.dist(pair[0], reference.exp(*pair)),
        ulps=64.0,
    )
