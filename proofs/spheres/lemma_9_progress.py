"""Proof of Lemma 9, one trial: the progress in squared distance to p⋆."""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import Expr, Rational, acos, cos, pi, sin, sinc, sqrt

from proofs.spheres._cosine_gain import (
    AFTER_COSINE, BEFORE_COSINE, DISTANCE_AFTER, DISTANCE_BEFORE, UNITS, cosines_in_range,
)  # fmt: skip
from proofs.spheres.gradient import gradient, loss
from proofs.spheres.lemma_7_sign import AT_MOST_ONE, BELOW_ONE, z
from proofs.spheres.lemma_9_step import RATE, gain_in_loss, h, linear, promise, w, y
from proofs.spheres.prop_8 import PROP_8, a, c
from proofs.spheres.single_step import NEXT, SOLVES, UNIT, UNIT_BEST, UNIT_DATA, best, eta, p, x
from verify.author.kernel import Theorem, assume, certify, combine, identity, instantiate, witness
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import Inner, eq, ge, gt, le, ne, norm, real, vector
from verify.prover.proving import certificate

v = real("v")

G = gradient(p, x)
LOSS = loss(p, x)
LENGTH = eta * norm(G)
"""b = η‖V‖, the length of the step."""
WITHIN_THIRD = le(DISTANCE_BEFORE, pi / 3)
HAS_LOSS = ne(Inner(p, x), 0)
PROGRESS = DISTANCE_BEFORE**2 - DISTANCE_AFTER**2

L = real("L")
NAMES = {vector("p′"): NEXT, vector("V"): G, L: LOSS}
"""p_{t+1}, the gradient of the loss at p_t, and the loss."""

ONE_TRIAL = (
    "p = p_t, x = x_t and p⋆ are unit vectors of any dimension with ⟨p⋆, x⟩ = 0, V is the gradient (11) of the loss "
    "L = ⟨p, x⟩² at p, and p′ = p_{t+1} is the explicit update, Exp_p(−ηV) (spheres/update-everywhere), so that it is "
    "p itself where L = 0. Distances on the sphere are arccosines of inner products, dist(p_t, p⋆) = arccos⟨p, p⋆⟩ "
    "and dist(p_{t+1}, p⋆) = arccos⟨p′, p⋆⟩. "
)
READING = ONE_TRIAL + "The first is at most π/3, as Lemma 9 supposes of its start. "

LEMMA_9_PROGRESS = Claim(
    "spheres/lemma-9-progress",
    face_of="spheres/lemma-9-step",
    at="proof of Lemma 9",
    printed="dist(p_t, p⋆)² − dist(p_{t+1}, p⋆)² > 2η(1 − η)L_t(p_t) + (2/3)η²(3 − (2 − η)η)L_t(p_t)²",
    given=[*UNITS, SOLVES, WITHIN_THIRD, BELOW_ONE],
    states=gt(PROGRESS, promise(L, eta)),
    where=NAMES,
    rests_on=["spheres/lemma-9-step", "spheres/lemma-9-ratio", "spheres/prop-8", "spheres/lemma-7-remark"],
    reading=READING + "0 < η < 1, and as printed, with >: a trial without a loss moves nothing, and both sides are 0.",
)

AT_REST = {
    p: (Rational(1, 2), sqrt(3) / 2, 0),
    x: (0, 0, 1),
    best: (1, 0, 0),
    eta: Rational(1, 2),
}


@LEMMA_9_PROGRESS.counterexample
def no_loss(claim: Claim) -> Theorem:
    """p = (1/2, √3/2, 0), x = (0, 0, 1), p⋆ = (1, 0, 0): there is no loss, nothing moves, and both sides are 0."""
    return witness(claim.given, claim.states[0], AT_REST)


LEMMA_9_PROGRESS_REPAIRED = Claim(
    "spheres/lemma-9-progress.repaired",
    at="proof of Lemma 9",
    says="dist(p_t, p⋆)² − dist(p_{t+1}, p⋆)² ≥ 2η(1 − η)L_t(p_t) + (2/3)η²(3 − (2 − η)η)L_t(p_t)²",
    given=[*UNITS, SOLVES, WITHIN_THIRD, AT_MOST_ONE],
    states=ge(PROGRESS, promise(L, eta)),
    where=NAMES,
    repairs="spheres/lemma-9-progress",
    rests_on=["spheres/lemma-9-step.repaired", "spheres/prop-8"],
    reading=READING + "0 < η ≤ 1, and ≥ for the printed >.",
)

LEMMA_9_PROGRESS_STRICT = Claim(
    "spheres/lemma-9-progress.strict",
    at="proof of Lemma 9",
    says="where L_t(p_t) > 0, dist(p_t, p⋆)² − dist(p_{t+1}, p⋆)² is larger than "
    "2η(1 − η)L_t(p_t) + (2/3)η²(3 − (2 − η)η)L_t(p_t)²",
    given=[*UNITS, SOLVES, WITHIN_THIRD, AT_MOST_ONE, HAS_LOSS],
    states=gt(PROGRESS, promise(L, eta)),
    where=NAMES,
    rests_on=["spheres/lemma-9-step.sharp", "spheres/prop-8"],
    reading=READING + "0 < η ≤ 1, and > as printed, for a trial with a loss, ⟨p, x⟩ ≠ 0.",
)


@cache
def turn() -> Theorem:
    """⟨p_{t+1}, p⋆⟩ = ⟨p, p⋆⟩(cos b + 2ηL sinc b) with b = η‖V‖, as ⟨V, p⋆⟩ = −2L⟨p, p⋆⟩."""
    goal = eq(AFTER_COSINE, BEFORE_COSINE * (cos(LENGTH) + 2 * eta * LOSS * sinc(LENGTH)))
    return identity(goal, using=[SOLVES])


@cache
def share() -> list[Theorem]:
    """0 ≤ L ≤ 1, by Cauchy–Schwarz."""
    apart = x - Inner(p, x) * p
    return [
        combine(ge(LOSS, 0), [(1, LOSS)]),
        combine(ge(1, LOSS), [(1, Inner(apart, apart))], using=[UNIT, UNIT_DATA]),
    ]


@cache
def length() -> list[Theorem]:
    """b² = 4η²L(1 − L), and 0 ≤ b ≤ 1 for η ≤ 1."""
    square = identity(eq(LENGTH**2, 4 * eta**2 * LOSS * (1 - LOSS)), using=[UNIT, UNIT_DATA])
    small = combine(
        ge(1, z),
        [
            (1 / (1 + z), (1 - 2 * w) ** 2),
            (4 * w * (1 - w) * (1 + h) / (1 + z), assume(RATE)),
            (-1 / (1 + z), assume(eq(z**2, 4 * h**2 * w * (1 - w)))),
        ],
        facts=[ge(z, 0), ge(w, 0), ge(1, w)],
    )
    forward = combine(ge(LENGTH, 0), [(eta, norm(G))])
    backward = combine(ge(LENGTH, -1), [(1, forward), (1, 1)])
    return [square, backward, instantiate(small, {z: LENGTH, w: LOSS, h: eta}, [square, forward, *share()])]


@cache
def gain(strict: bool) -> Theorem:
    """cos b − 1 + 2ηL sinc b against the promise, for η ≤ 1."""
    return instantiate(gain_in_loss(strict), {z: LENGTH, w: LOSS, h: eta}, [*length(), *share()])


@cache
def from_cosines(limit: Expr) -> Theorem:
    """arccos² z − arccos² v ≥ y, where v = z(1 + y), y ≥ 0, v ≤ 1 and arccos z ≤ limit: Proposition 8."""
    grows, larger, inside = eq(v, z * (1 + y)), ge(y, 0), [ge(z, -1), le(z, 1), le(v, 1)]
    near = le(acos(z), limit)
    proposition = PROP_8.theorem(PROP_8.states[0])
    cosine = certify(certificate(gt(cos(c), 0), [ge(c, 0), le(c, limit)]))
    arc = certify(certificate(ge(acos(z), 0), inside[:2]))
    positive = instantiate(cosine, {c: acos(z)}, [arc, assume(near), *map(assume, inside)])
    towards = combine(gt(z, 0), [(1, positive)], facts=inside[:2])
    rises = combine(ge(v, z), [(1, assume(grows)), (z, assume(larger))], facts=[towards])
    below = combine(ge(v, -1), [(1, rises), (1, towards), (1, 1)])
    known = [*map(assume, inside), below, rises, towards]
    end = instantiate(arc, {z: v}, known)
    order = certify(certificate(ge(acos(z), acos(v)), [ge(z, -1), le(z, v), le(v, 1)]))
    nearer = instantiate(order, {}, known)
    bound = instantiate(proposition, {a: acos(v), c: acos(z)}, [end, nearer, assume(near), positive, *known])
    return combine(ge(acos(z) ** 2 - acos(v) ** 2, y), [(1, bound), (1 / z, assume(grows))], facts=known)


GAINED = cos(LENGTH) - 1 + 2 * eta * LOSS * sinc(LENGTH)


@cache
def gain_is_not_negative() -> Theorem:
    """cos b − 1 + 2ηL sinc b ≥ 0 for η ≤ 1."""
    square = Rational(2, 3) * eta**2 * LOSS**2
    return combine(
        ge(GAINED, 0),
        [(1, gain(False)), (2 * eta * LOSS, assume(AT_MOST_ONE)), (square, 2), (square, (1 - eta) ** 2)],
    )


@cache
def progress(limit: Expr) -> Theorem:
    """dist(p_t, p⋆)² − dist(p_{t+1}, p⋆)² ≥ cos b − 1 + 2ηL sinc b, where dist(p_t, p⋆) ≤ limit and η ≤ 1."""
    values = {z: BEFORE_COSINE, v: AFTER_COSINE, y: GAINED}
    grows = combine(eq(AFTER_COSINE, BEFORE_COSINE * (1 + GAINED)), [(1, turn())])
    return instantiate(from_cosines(limit), values, [grows, gain_is_not_negative(), *cosines_in_range()])


def known(claim: Claim) -> list[Theorem]:
    """The claim's hypotheses, and η ≤ 1 from its bound on η."""
    bounds = [g for g in claim.given if g in (BELOW_ONE, AT_MOST_ONE)]
    return [*map(assume, claim.given), *(combine(AT_MOST_ONE, [(1, assume(g))]) for g in bounds)]


def _from_gain(claim: Claim, strict: bool) -> Theorem:
    limit = next((g.lhs for g in claim.given if g.rhs == DISTANCE_BEFORE), pi / 3)
    facts = known(claim)
    some = [combine(gt(LOSS, 0), [(1, LOSS)], facts=[g]) for g in claim.given if g == HAS_LOSS]
    moves = instantiate(progress(limit), {}, facts)
    gained = instantiate(gain(strict), {}, [*facts, *some])
    return combine(claim.states[0], [(1, moves), (1, gained)], facts=[*facts, *cosines_in_range()])


@LEMMA_9_PROGRESS_REPAIRED.proof
def cosines_to_distances(claim: Claim) -> Theorem:
    """cos a = cos c (1 + y) with y = cos b − 1 + 2ηL sinc b ≥ 0: Proposition 8, and the series bound y from below."""
    return _from_gain(claim, strict=False)


@LEMMA_9_PROGRESS_STRICT.proof
def with_a_loss(claim: Claim) -> Theorem:
    """The same with L > 0."""
    return _from_gain(claim, strict=True)


# --- what happens when something is changed -------------------------------------------------------------------------

RARELY = {
    p: (Rational(1, 2), sqrt(Rational(3, 4) - Rational(1, 10000)), Rational(1, 100)),
    x: (0, 0, 1),
    best: (1, 0, 0),
    eta: Rational(1, 10),
}
"""dist(p, p⋆) = π/3 and L = 1/10000."""
IN_PLANE = {p: (Rational(1, 2), sqrt(3) / 2), x: (0, 1), best: (1, 0), eta: Rational(1, 2)}
FAR = {**RARELY, p: (Rational(37, 100), sqrt(1 - Rational(37, 100) ** 2 - Rational(1, 10000)), Rational(1, 100))}
"""dist(p, p⋆) = arccos 0.37 = 1.1917… and L = 1/10000."""


fails_as(LEMMA_9_PROGRESS_REPAIRED,
    ("constant", ge(PROGRESS, promise(LOSS, eta) + linear(eta) * LOSS / 4),
        ("One quarter more of the linear term; at dist = π/3 and L → 0 up to 2π/(3√3) = 1.2092… times " "it are true."),
        RARELY),
    ("constant", ge(PROGRESS, promise(LOSS, eta, 3)), "Three times the term in L².",
        {**IN_PLANE, eta: Rational(9, 10)}),
    ("sign", ge(PROGRESS, promise(LOSS, eta) + 4 * eta**2 * LOSS), "1 + η in the linear term.", RARELY),
)  # fmt: skip


fails_without(LEMMA_9_PROGRESS_REPAIRED,
    (UNIT, "p need not be a unit vector.", {**IN_PLANE, p: (Rational(1, 2), 2)}),
    (UNIT_DATA, "x need not be a unit vector.", {**IN_PLANE, x: (0, 3)}),
)  # fmt: skip


IN_RANGE = [ge(BEFORE_COSINE, -1), le(BEFORE_COSINE, 1), le(AFTER_COSINE, 1)]


def _defined_distances(claim: Claim) -> Theorem:
    """The length of p⋆ is used for the arccosines alone."""
    facts = known(claim)
    values = {z: BEFORE_COSINE, v: AFTER_COSINE, y: GAINED}
    grows = combine(eq(AFTER_COSINE, BEFORE_COSINE * (1 + GAINED)), [(1, turn())])
    moves = instantiate(from_cosines(pi / 3), values, [grows, gain_is_not_negative(), *facts])
    gained = instantiate(gain(False), {}, facts)
    return instantiate(combine(claim.states[0], [(1, moves), (1, gained)]), {}, facts)


@LEMMA_9_PROGRESS_REPAIRED.mutant("hypothesis", proof=_defined_distances)
def long_comparator(claim: Claim) -> Claim:
    """p⋆ of any length, with both inner products between −1 and 1."""
    given = [g for g in claim.given if g != UNIT_BEST]
    return claim.replace(given=[*given, *IN_RANGE, ge(AFTER_COSINE, -1)])


fails_without(LEMMA_9_PROGRESS_REPAIRED,
    (SOLVES, "⟨p⋆, x⟩ need not be 0.", {**IN_PLANE, x: (1, 0)}),
    (WITHIN_THIRD, "Any distance to p⋆.", FAR),
)  # fmt: skip


@LEMMA_9_PROGRESS_REPAIRED.mutant("constant", at=FAR)
def distance_up_to_six_fifths(claim: Claim) -> Claim:
    """Distances up to 6/5: past 1.1655…, the root of tan c = 2c, trials with a small loss come too little closer."""
    given = [le(DISTANCE_BEFORE, Rational(6, 5)) if g == WITHIN_THIRD else g for g in claim.given]
    return claim.replace(given=given)


fails_without(LEMMA_9_PROGRESS_REPAIRED, (AT_MOST_ONE, "Any η > 0.", {**IN_PLANE, eta: 2}))


fails_without(LEMMA_9_PROGRESS_STRICT, (HAS_LOSS, "No loss on the trial.", AT_REST))


fails_as(LEMMA_9_PROGRESS_STRICT,
    ("constant", gt(PROGRESS, promise(LOSS, eta) + linear(eta) * LOSS / 4), "One quarter more of the linear term.",
        RARELY),
    ("sign", gt(-PROGRESS, promise(LOSS, eta)), "The distances exchanged.", RARELY),
)  # fmt: skip


fails_without(LEMMA_9_PROGRESS_STRICT,
    (WITHIN_THIRD, "Any distance to p⋆.", FAR),
    (AT_MOST_ONE, "Any η > 0.", {**IN_PLANE, eta: 2}),
)  # fmt: skip


def small_loss(start: Any, rate: Any) -> dict[Any, Any]:
    """A trial at this distance to p⋆ with the loss 1/10000."""
    tilt = Rational(1, 100)
    return {p: (cos(start), sqrt(sin(start) ** 2 - tilt**2), tilt), x: (0, 0, 1), best: (1, 0, 0), eta: rate}


@LEMMA_9_PROGRESS_REPAIRED.extremal("c", [pi / 12, pi / 6, pi / 3])
def distances(start: Any) -> dict[Any, Any]:
    """A small loss at the distance c and η = 1/100: the ratio tends to tan(c)/(2c)."""
    return small_loss(start, Rational(1, 100))


@LEMMA_9_PROGRESS_REPAIRED.extremal("η", [Rational(1, 10), 1])
def rates_at_the_largest_distance(rate: Any) -> dict[Any, Any]:
    """A small loss at the distance π/3."""
    return small_loss(pi / 3, rate)
