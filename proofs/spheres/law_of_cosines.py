"""Law of cosines (13) for the triangles x, p_{t+1}, p⋆ and x, p_t, p⋆; the sign of b beyond d = π/2."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Abs, Expr, Rational, acos, cos, pi, sin, sinc

from numeric import triangle
from numeric.reference import triangle as reference
from proofs.spheres.lemma_7_sign import INSIDE, sine_is_positive, z
from proofs.spheres.lemma_7_step import third_side
from proofs.spheres.single_step import ANGLE, NAMES, NEXT, UNIT, UNIT_DATA, along, best, d, eta, p, step, x
from verify.author.kernel import Theorem, assume, combine, instantiate
from verify.claims import Claim, Conformance, fails_as, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import Inner, eq, gt, lt, real

a, c, e, beta = real("a c e β")
b = step(d, eta)


def towards(point: Any, angle: Any) -> Expr:
    """The unit tangent vector at x of the arc to a point at this angle from x."""
    return (point - cos(angle) * x) / sin(angle)


ANGLE_OF_BEST = eq(Inner(x, best), cos(e))
BEST_INSIDE = [gt(e, 0), lt(e, pi)]
BETA = eq(cos(beta), Inner(towards(p, d), towards(best, e)))
SIDE_AFTER, SIDE_BEFORE = eq(cos(a), Inner(NEXT, best)), eq(cos(c), Inner(p, best))
GIVEN = [UNIT, UNIT_DATA, ANGLE, *INSIDE, ANGLE_OF_BEST, *BEST_INSIDE, BETA, SIDE_AFTER, SIDE_BEFORE]

SETTING = (
    "p = p_t, x = x_t and the comparator p⋆ are unit vectors of any dimension (that p⋆ is one is not used), at the "
    "distances d and e from x, both between 0 and π; β is the angle at x between the arcs to p and to p⋆. c and a are "
    "the distances of p_t and of p_{t+1} (spheres/update-everywhere) to p⋆. "
)

LAW_OF_COSINES = Claim(
    "spheres/law-of-cosines",
    at="(13)",
    printed="cos a = cos(b+d) cos e + sin(b+d) sin e cos β and cos c = cos d cos e + sin d sin e cos β … where "
    "b = η sin 2d",
    given=GIVEN,
    where=NAMES,
    states=[eq(cos(a), third_side(b + d, e, beta)), eq(cos(c), third_side(d, e, beta))],
    rests_on=["spheres/collinear"],
    reading=SETTING
    + "b = η sin 2d with its sign, as the end of section 6.1 has it: then (13) holds on both sides of d = π/2, "
    "for every η > 0, and nothing has to be replaced.",
)

OBTUSE = gt(d, pi / 2)

LAW_OBTUSE = Claim(
    "spheres/law-of-cosines-obtuse",
    at="after (13)",
    printed=("It is easy to check that the system of equations (13) still holds for d > π/2 if b is replaced by −b"),
    given=[*(g for g in GIVEN if g != SIDE_BEFORE), OBTUSE],
    where=NAMES,
    states=[
        eq(cos(a), third_side(-eta * Abs(sin(2 * d)) + d, e, beta)),
        eq(-eta * Abs(sin(2 * d)), b),
    ],
    rests_on=["spheres/law-of-cosines"],
    reading=SETTING
    + "The second equation of (13), for c, has no b. b is the length of the arc from p_t to p_{t+1}, as in Figure 2: "
    "b = η|sin 2d| = η‖V‖. Replaced by −b it is η sin 2d for d > π/2, so that (13) with b = η sin 2d, as the paper "
    "concludes, holds on both sides of π/2.",
)


def _before(claim: Claim) -> Theorem:
    """⟨p, p⋆⟩ = cos d cos e + sin d sin e cos β, by the meaning of β."""
    known = [assume(g) for g in claim.given]
    ends = [instantiate(sine_is_positive(), {z: side}, known) for side in (d, e)]
    equations = [g for g in claim.given if g in (UNIT, UNIT_DATA, ANGLE, ANGLE_OF_BEST)]
    goal = eq(Inner(p, best), third_side(d, e, beta))
    angles = [assume(g) for g in claim.given if g == BETA]
    terms = [(-sin(d) * sin(e), angle) for angle in angles]
    return combine(goal, terms, using=equations, facts=ends)


def _after(claim: Claim) -> Theorem:
    """⟨p_{t+1}, p⋆⟩ = cos(b + d) cos e + sin(b + d) sin e cos β: the arc to p_{t+1} leaves x like that to p."""
    sine = instantiate(sine_is_positive(), {z: d}, [assume(g) for g in claim.given if g in INSIDE])
    goal = eq(Inner(NEXT, best), third_side(b + d, e, beta))
    terms = [(1 / sin(d), along(best)), (sin(b + d) / sin(d), _before(claim))]
    return combine(goal, terms, using=[g for g in claim.given if g == ANGLE_OF_BEST], facts=[sine])


@LAW_OF_COSINES.proof
def one_angle_for_both(claim: Claim) -> list[Theorem]:
    """p and p_{t+1} lie on one great circle through x, so both triangles have the angle β."""
    after, before = claim.states
    ends = [assume(g) for g in claim.given if g in (SIDE_AFTER, SIDE_BEFORE)]
    both = {SIDE_AFTER: _after(claim), SIDE_BEFORE: _before(claim)}
    sums = {end.conclusion: [(1, end), (1, both[end.conclusion])] for end in ends}
    return [combine(after, sums.get(SIDE_AFTER, [])), combine(before, sums.get(SIDE_BEFORE, []))]


@LAW_OBTUSE.proof
def length_of_the_step(claim: Claim) -> list[Theorem]:
    """sin 2d ≤ 0 for π/2 < d < π, so −|sin 2d| = sin 2d."""
    ends = [assume(g) for g in claim.given if g == SIDE_AFTER]
    beyond = [combine(gt(2 * d - pi, 0), [(2, assume(g))]) for g in claim.given if g == OBTUSE]
    short = [combine(lt(2 * d - pi, pi), [(2, assume(g))]) for g in claim.given if g == INSIDE[1]]
    turned = combine(gt(0, sin(2 * d)), [(1, instantiate(sine_is_positive(), {z: 2 * d - pi}, [*beyond, *short]))])
    sine = instantiate(sine_is_positive(), {z: d}, [assume(g) for g in claim.given if g in INSIDE])
    cosine = combine(gt(0, cos(d)), [(1 / (2 * sin(d)), turned)], facts=[sine])
    return [
        combine(claim.states[0], [(1, end) for end in ends] + [(1, _after(claim))], facts=[sine, cosine]),
        combine(claim.states[1], [], facts=[sine, cosine]),
    ]


TURNED = {
    p: (-Rational(3, 5), Rational(4, 5)),
    x: (1, 0),
    best: (0, 1),
    d: acos(-Rational(3, 5)),
    eta: Rational(25, 48),
}
AT_TURNED = TURNED | {e: pi / 2, beta: 0, c: acos(Rational(4, 5)), a: acos(-Rational(3, 5)) - pi / 2 - Rational(1, 2)}


# --- every hypothesis dropped in turn -------------------------------------------------------------------------------

THREE, FOUR, HALF = Rational(3, 5), Rational(4, 5), Rational(1, 2)
ACROSS = TURNED | {
    p: (THREE, FOUR), d: acos(THREE), e: pi / 2, beta: 0, c: acos(FOUR), a: pi / 2 - HALF - acos(THREE)
}  # fmt: skip
"""p = (3/5, 4/5), x = (1, 0), p⋆ = (0, 1), b = 1/2."""
AT_START = ACROSS | {best: (THREE, FOUR), e: acos(THREE), c: 0, a: HALF}
"""p⋆ = p: c = 0, and a = 1/2 is the length of the step."""


@LAW_OF_COSINES.mutant("sign", at=ACROSS)
def minus_the_sines(claim: Claim) -> Claim:
    """The product of the sines is subtracted."""
    wrong = cos(b + d) * cos(e) - sin(b + d) * sin(e) * cos(beta)
    return claim.replace(states=[eq(cos(a), wrong), claim.states[1]])


fails_as(LAW_OF_COSINES,
    ("constant", [eq(cos(a), third_side(b / 2 + d, e, beta)), LAW_OF_COSINES.states[1]], "b = η sin 2d / 2.", ACROSS),
)  # fmt: skip


fails_as(LAW_OBTUSE,
    ("sign", [eq(cos(a), third_side(eta * Abs(sin(2 * d)) + d, e, beta)), LAW_OBTUSE.states[1]],
        "The length of the step is added.", AT_TURNED),
    ("constant", [eq(cos(a), third_side(-2 * eta * Abs(sin(2 * d)) + d, e, beta)), LAW_OBTUSE.states[1]],
        "Twice the length of the step.", AT_TURNED),
)  # fmt: skip


fails_without(LAW_OBTUSE, (OBTUSE, "d may be less than π/2.", ACROSS))


fails_without(LAW_OF_COSINES,
    (SIDE_AFTER, "a need not be dist(p_{t+1}, p⋆).", ACROSS | {a: 0}),
    (SIDE_BEFORE, "c need not be dist(p_t, p⋆).", ACROSS | {c: 0}),
    (BETA, "β need not be the angle at x.", ACROSS | {beta: pi}),
)  # fmt: skip


SHORT_PARAMETER = AT_START | {
    p: (THREE, 0),
    beta: pi / 2,
    c: acos(Rational(9, 25)),
    a: acos(THREE * (THREE * cos(Rational(2, 5)) - Rational(2, 5) * sinc(Rational(2, 5)))),
}
SHORT_DATA = AT_START | {
    x: (HALF, 0),
    eta: Rational(25, 12),
    d: acos(Rational(3, 10)),
    e: acos(Rational(3, 10)),
    beta: acos(Rational(337, 364)),
}


fails_without(LAW_OF_COSINES,
    (UNIT, "p need not be a unit vector.", SHORT_PARAMETER),
    (UNIT_DATA, "x need not be a unit vector.", SHORT_DATA),
    (ANGLE, "d need not be dist(p, x).", AT_START | {d: pi / 2, beta: acos(FOUR)}),
    (ANGLE_OF_BEST, "e need not be dist(p⋆, x).", AT_START | {e: pi / 2, beta: acos(FOUR)}),
)  # fmt: skip


fails_without(LAW_OBTUSE,
    (SIDE_AFTER, "a need not be dist(p_{t+1}, p⋆).", AT_TURNED | {a: 0}),
    (BETA, "β need not be the angle at x.", AT_TURNED | {beta: pi}),
)  # fmt: skip


@LAW_OF_COSINES.conformance
def code_follows_the_law() -> Iterator[Conformance]:
    """The side opposite to β, for random triangles, some of them long or nearly degenerate."""
    rng = np.random.default_rng(13)
    points = [tuple(rng.uniform(0.0, np.pi, 3)) for _ in range(40)]
    points += [(t, t + 1e-6, 1e-6) for t in rng.uniform(0.1, 3.0, 10)]
    points += [(t, np.pi - t - 1e-3, np.pi - 1e-3) for t in rng.uniform(0.1, 3.0, 10)]
    return conformance(
        points,
        formula=lambda at: value(acos(third_side(d, e, beta)), dict(zip((d, e, beta), at, strict=True))),
        code=lambda at: triangle.opposite_side(*at),
        reference=lambda at: reference.opposite_side(*at),
        ulps=8.0,
    )
