"""Lemma 7: the explicit update comes closer to the nearer of p⋆ and −p⋆, strictly unless it does not move."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
from sympy import Expr, Matrix, Rational, acos, cos, pi, sin, sinc, sqrt

from numeric.learners.geodesic import SphereLearner
from numeric.manifolds import Sphere
from proofs.spheres.lemma_7_sign import (
    AT_MOST_ONE, BELOW_ONE, INSIDE, OFF_EQUATOR, before_the_equator, gains_before_the_equator, gains_strictly,
    sine_is_positive, z,
)  # fmt: skip
from proofs.spheres.single_step import (
    ANGLE, NAMES, NEXT, SOLVES, UNIT, UNIT_BEST, UNIT_DATA, UPDATE_EVERYWHERE, along, best, d, eta, p, step, x,
)  # fmt: skip
from verify.author.kernel import Theorem, assume, cases, certify, combine, identity, instantiate, witness
from verify.claims import Claim, Searched, Sharpness, decided_by, fails_as, fails_without, holds_at
from verify.language.terms import Formula, Inner, eq, ge, gt, le, lt, ne, real
from verify.lemmas.circular import (
    arccosine_decreases, arccosine_does_not_increase, arccosine_is_acute, arccosine_is_positive, within_one,
)  # fmt: skip
from verify.prover.proving import certificate

a, b, c, e, beta, v = real("a b c e β v")

# --- the step of the proof: e = π/2 ---------------------------------------------------------------------------------


def third_side(d: Any, e: Any, beta: Any) -> Expr:
    """cos d cos e + sin d sin e cos β, the cosine of the side opposite to β (13)."""
    return cos(d) * cos(e) + sin(d) * sin(e) * cos(beta)


AFTER = eq(cos(a), third_side(b + d, e, beta))
BEFORE = eq(cos(c), third_side(d, e, beta))
QUARTER = eq(e, pi / 2)

LEMMA_7_STEP = Claim(
    "spheres/lemma-7-step",
    at="proof of Lemma 7",
    printed="sin² c − sin² a = cos² a − cos² c = cos² β sin b sin(b + 2d)",
    given=[AFTER, BEFORE, QUARTER],
    states=[
        eq(sin(c) ** 2 - sin(a) ** 2, cos(a) ** 2 - cos(c) ** 2),
        eq(cos(a) ** 2 - cos(c) ** 2, cos(beta) ** 2 * sin(b) * sin(b + 2 * d)),
    ],
    rests_on=["spheres/law-of-cosines"],
    reading="a, b, c, d, e, β are any real numbers that satisfy both equations (13), and e = π/2, as ⟨p⋆, x⟩ = 0 says.",
)


@LEMMA_7_STEP.proof
def difference_of_squared_sines(claim: Claim) -> list[Theorem]:
    """cos a = sin(b + d) cos β, cos c = sin d cos β, and sin² u − sin² v = sin(u − v) sin(u + v)."""
    sines, product = claim.states
    ends = [assume(g) for g in claim.given if g in (AFTER, BEFORE)]
    parts = [(t.conclusion.lhs + t.conclusion.rhs, t) for t in ends]
    signed = [(factor if t.conclusion == AFTER else -factor, t) for factor, t in parts]
    return [identity(sines), combine(product, signed, using=[g for g in claim.given if g == QUARTER])]


@LEMMA_7_STEP.mutant("sign", at={a: pi / 6, b: pi / 6, c: pi / 3, d: pi / 6, e: pi / 2, beta: 0})
def minus_twice_d(claim: Claim) -> Claim:
    """sin(b − 2d)."""
    wrong = cos(beta) ** 2 * sin(b) * sin(b - 2 * d)
    return claim.replace(states=[claim.states[0], eq(claim.states[1].lhs, wrong)])


@LEMMA_7_STEP.mutant("constant", at={a: pi / 6, b: pi / 6, c: pi / 3, d: pi / 6, e: pi / 2, beta: 0})
def single_d(claim: Claim) -> Claim:
    """sin(b + d)."""
    wrong = cos(beta) ** 2 * sin(b) * sin(b + d)
    return claim.replace(states=[claim.states[0], eq(claim.states[1].lhs, wrong)])


fails_without(LEMMA_7_STEP,
    (QUARTER, "The comparator may have a loss: any e.", {a: pi / 3, b: pi / 6, c: pi / 6, d: pi / 6, e: 0, beta: 0}),
    (AFTER, "a need not satisfy (13).", {a: 0, b: pi / 6, c: pi / 3, d: pi / 6, e: pi / 2, beta: 0}),
    (BEFORE, "c need not satisfy (13).", {a: pi / 6, b: pi / 6, c: 0, d: pi / 6, e: pi / 2, beta: 0}),
)  # fmt: skip


# --- the lemma ------------------------------------------------------------------------------------------------------

BEFORE_COSINE, AFTER_COSINE, CORRELATION = Inner(p, best), Inner(NEXT, best), Inner(p, x)
DISTANCE_BEFORE, DISTANCE_AFTER = acos(BEFORE_COSINE), acos(AFTER_COSINE)

UNITS = [UNIT, UNIT_DATA, UNIT_BEST]
AT_ANGLE_BETA = eq(BEFORE_COSINE, sin(d) * cos(beta))
NOT_ORTHOGONAL = ne(cos(beta), 0)
TRIANGLE = [ANGLE, *INSIDE, AT_ANGLE_BETA]
START, END = eq(BEFORE_COSINE, cos(c)), eq(AFTER_COSINE, cos(a))
"""c = dist(p_t, p⋆) and a = dist(p_{t+1}, p⋆)."""

ONE_STEP = (
    "p = p_t, x = x_t and p⋆ are unit vectors of any dimension with ⟨p⋆, x⟩ = 0, p_{t+1} is the explicit update "
    "(spheres/update-everywhere), and distances are arccosines. "
)
SETTING = ONE_STEP + "0 < η < 1. "
ANGLE_READING = (
    "d = dist(x, p) with 0 < d < π, as β is the angle at x between the arcs to p and to p⋆; as e = π/2, "
    "⟨p, p⋆⟩ = sin d cos β (13), and β ≠ π/2 is cos β ≠ 0. "
)

ARCS = (
    "c = dist(p_t, p⋆) and a = dist(p_{t+1}, p⋆) are arcs with ⟨p, p⋆⟩ = cos c and ⟨p′, p⋆⟩ = cos a; that they are "
    "between 0 and π makes no difference to sin². "
)

LEMMA_7 = Claim(
    "spheres/lemma-7",
    weight="gap",
    slip=(
        "A trial without a loss, d = π/2, moves nothing, and the lemma does not leave it out. Its proof "
        "finds the equality there, and with d ≠ π/2 the lemma is true in the measure of section 6.2."
    ),
    at="Lemma 7",
    printed="the algorithm (10) makes progress towards p⋆, for any β ≠ π/2 and any 0 < η < 1",
    given=[*UNITS, SOLVES, *TRIANGLE, NOT_ORTHOGONAL, BELOW_ONE, START, END],
    where=NAMES,
    states=gt(sin(c) ** 2, sin(a) ** 2),
    rests_on=["spheres/lemma-7-step", "spheres/lemma-7-sign"],
    reading=SETTING
    + ANGLE_READING
    + ARCS
    + "Progress is measured by sin² c − sin² a, as section 6.2 says. Where β > π/2 the distance itself grows: "
    "spheres/lemma-7-farther.",
)

BEYOND_THE_EQUATOR = {
    p: (Rational(3, 5), -Rational(4, 5)),
    x: (1, 0),
    best: (0, 1),
    d: acos(Rational(3, 5)),
    beta: pi,
    eta: Rational(25, 48),
}
WITHOUT_A_LOSS = {
    p: (0, Rational(3, 5), Rational(4, 5)),
    x: (1, 0, 0),
    best: (0, 0, 1),
    d: pi / 2,
    beta: acos(Rational(4, 5)),
    eta: Rational(1, 2),
}


def with_arcs(values: dict[Any, Any]) -> dict[Any, Any]:
    """The values with the arcs c and a from p_t and p_{t+1} to p⋆."""
    at, data, target = (Matrix(values[name]) for name in (p, x, best))
    slope = 2 * at.dot(data) * (data - at.dot(data) * at)
    angle = values[eta] * sqrt(slope.dot(slope))
    after = cos(angle) * at.dot(target) - values[eta] * sinc(angle) * slope.dot(target)
    return {**values, c: acos(at.dot(target)), a: acos(after)}


@LEMMA_7.counterexample
def at_rest(claim: Claim) -> Theorem:
    """p = (0, 3/5, 4/5), x = (1, 0, 0), p⋆ = (0, 0, 1): d = π/2, so nothing moves, though cos β = 4/5."""
    return witness(claim.given, claim.states[0], with_arcs(WITHOUT_A_LOSS))


LEMMA_7_REPAIRED = Claim(
    "spheres/lemma-7.repaired",
    at="Lemma 7",
    says="sin² dist(p_{t+1}, p⋆) < sin² dist(p_t, p⋆), for any β ≠ π/2, d ≠ π/2 and any 0 < η < 1",
    given=[*UNITS, SOLVES, *TRIANGLE, NOT_ORTHOGONAL, OFF_EQUATOR, BELOW_ONE, START, END],
    idle={UNIT_BEST: "p⋆ enters through ⟨p, p⋆⟩ and ⟨p′, p⋆⟩ alone, whose arccosines are given"},
    where=NAMES,
    states=LEMMA_7.states,
    repairs="spheres/lemma-7",
    rests_on=["spheres/lemma-7-step", "spheres/lemma-7-sign.repaired"],
    reading=(
        SETTING
        + ANGLE_READING
        + ARCS
        + "Progress is measured as the paper's proof measures it, by sin²: p_{t+1} is closer to "
        "one of the poles ±p⋆ than p_t is to either. A loss on the trial, d ≠ π/2, is a hypothesis, as otherwise "
        "nothing moves."
    ),
)

LEMMA_7_CLOSER = Claim(
    "spheres/lemma-7-closer",
    face_of="spheres/lemma-7",
    at="Lemma 7 and section 6",
    printed=(
        "for any learning rate 0 < η < 1 the algorithm always progresses, in terms of spherical "
        "distances, towards a (closer) true parameter p⋆, except for the pathological case when dist(p_t, p⋆) = π/2"
    ),
    given=[*UNITS, SOLVES, gt(BEFORE_COSINE, 0), BELOW_ONE],
    where=NAMES,
    states=gt(DISTANCE_BEFORE, DISTANCE_AFTER),
    rests_on=["spheres/lemma-7"],
    reading=(
        SETTING + "Of p⋆ and −p⋆, which solve the same trials, the closer is meant: ⟨p, p⋆⟩ > 0, which leaves out the "
        "distance π/2. Progress is dist(p_{t+1}, p⋆) < dist(p_t, p⋆)."
    ),
)


@LEMMA_7_CLOSER.counterexample
def nothing_to_learn(claim: Claim) -> Theorem:
    """p = (0, 3/5, 4/5), x = (1, 0, 0), p⋆ = (0, 0, 1): no loss on this trial, so nothing moves."""
    values = {k: t for k, t in WITHOUT_A_LOSS.items() if k not in (d, beta)}
    return witness(claim.given, claim.states[0], values)


HAS_LOSS = ne(CORRELATION, 0)

LEMMA_7_CLOSER_REPAIRED = Claim(
    "spheres/lemma-7-closer.repaired",
    at="Lemma 7 and section 6",
    says="if ⟨p_t, p⋆⟩ > 0, the trial has a loss and 0 < η < 1, then dist(p_{t+1}, p⋆) < dist(p_t, p⋆)",
    given=[*UNITS, SOLVES, gt(BEFORE_COSINE, 0), HAS_LOSS, BELOW_ONE],
    where=NAMES,
    states=gt(DISTANCE_BEFORE, DISTANCE_AFTER),
    repairs="spheres/lemma-7-closer",
    reading=SETTING + "p⋆ is the closer of ±p⋆, ⟨p, p⋆⟩ > 0, and the trial has a loss, ⟨p, x⟩ ≠ 0.",
)

LEMMA_7_FARTHER = Claim(
    "spheres/lemma-7-farther",
    at="Lemma 7",
    says="where cos β < 0, every trial with a loss moves away from p⋆: dist(p_{t+1}, p⋆) > dist(p_t, p⋆)",
    given=[*UNITS, SOLVES, gt(0, BEFORE_COSINE), HAS_LOSS, BELOW_ONE],
    where=NAMES,
    states=gt(DISTANCE_AFTER, DISTANCE_BEFORE),
    rests_on=["spheres/lemma-7-closer.repaired"],
    reading=SETTING + "Where p⋆ is the farther of ±p⋆ (β > π/2), every trial with a loss moves away from p⋆.",
)

LEMMA_7_NO_PROGRESS = Claim(
    "spheres/lemma-7-no-progress",
    at="Lemma 7",
    printed="If β = π/2 then the algorithm makes no progress, that is dist(p_{t+1}, p⋆) = dist(p_t, p⋆)",
    given=[SOLVES, eq(BEFORE_COSINE, 0)],
    where=NAMES,
    states=[eq(AFTER_COSINE, 0), eq(DISTANCE_AFTER, DISTANCE_BEFORE)],
    reading=(
        ONE_STEP
        + "β = π/2 is ⟨p, p⋆⟩ = sin d cos β = 0. True for every η > 0, also where p = ±x and β is undefined, and "
        "for vectors of any length."
    ),
)

LEMMA_7_REMARK = Claim(
    "spheres/lemma-7-remark",
    at="after Lemma 7",
    printed=(
        "One consequence of Lemma 7 is that if the learning rate satisfies 0 < η < 1 and the spherical distance "
        "dist(p_t, p⋆) < π/2 then also dist(p_{t+1}, p⋆) < π/2 … Thus dist(p_{t+1}, p⋆) ≤ dist(p_t, p⋆)."
    ),
    given=[*UNITS, SOLVES, gt(pi / 2, DISTANCE_BEFORE), BELOW_ONE],
    where=NAMES,
    states=[ge(DISTANCE_BEFORE, DISTANCE_AFTER), gt(pi / 2, DISTANCE_AFTER)],
    rests_on=["spheres/lemma-7-closer.repaired"],
    reading=SETTING + "Without a condition on the trial: where it has no loss both distances are equal.",
)

LEMMA_7_REMARK_SHARP = Claim(
    "spheres/lemma-7-remark.sharp",
    at="after Lemma 7",
    says="the same with 0 < η ≤ 1",
    given=[*UNITS, SOLVES, gt(pi / 2, DISTANCE_BEFORE), AT_MOST_ONE],
    where=NAMES,
    states=[ge(DISTANCE_BEFORE, DISTANCE_AFTER), gt(pi / 2, DISTANCE_AFTER)],
    reading=ONE_STEP
    + "0 < η ≤ 1: η = 1 is allowed; for η > 1 it fails (spheres/lemma-7-sign-edge, and the mutants here).",
    sharpens="spheres/lemma-7-remark",
)


# --- what all of these rest on --------------------------------------------------------------------------------------


@cache
def cosines_in_range() -> list[Theorem]:
    """|⟨p, p⋆⟩| ≤ 1 and |⟨p_{t+1}, p⋆⟩| ≤ 1, for unit vectors."""
    stays = UPDATE_EVERYWHERE.theorem(UPDATE_EVERYWHERE.states[1])
    return [*within_one(p, best, [UNIT, UNIT_BEST]), *within_one(NEXT, best, [stays, UNIT_BEST])]


@cache
def closed_form() -> Theorem:
    """sin d ⟨p_{t+1}, p⋆⟩ = sin(b + d)⟨p, p⋆⟩."""
    solved = combine(eq(sin(step(d, eta)) * Inner(x, best), 0), [(sin(step(d, eta)), assume(SOLVES))])
    return combine(eq(sin(d) * AFTER_COSINE, sin(step(d, eta) + d) * BEFORE_COSINE), [(1, along(best)), (-1, solved)])


@cache
def correlated_data_gain() -> Theorem:
    """⟨p_{t+1}, p⋆⟩ > ⟨p, p⋆⟩ where ⟨p, p⋆⟩ > 0 and ⟨p, x⟩ > 0, η ≤ 1: at d = arccos⟨p, x⟩ < π/2."""
    towards, correlated = gt(BEFORE_COSINE, 0), gt(CORRELATION, 0)
    within = [gt(d, 0), lt(d, pi / 2)]
    ahead, before, _, _ = before_the_equator()
    below_pi = combine(lt(d, pi), [(1, assume(within[1])), (1, pi / 2)])
    sine = instantiate(sine_is_positive(), {z: d}, [assume(within[0]), below_pi])
    turned = step(d, eta) + d
    up = combine(gt(turned, 0), [(1, ahead), (1, assume(within[0]))])
    down = combine(gt(pi, turned), [(1, before), (1, assume(within[0]))])
    later = instantiate(sine_is_positive(), {z: turned}, [up, down])
    product = combine(gt(sin(turned) * BEFORE_COSINE, 0), [(later, assume(towards))])
    stays = combine(gt(AFTER_COSINE, 0), [(1 / sin(d), product), (1 / sin(d), closed_form())], facts=[sine])
    squares = combine(
        gt(AFTER_COSINE**2, BEFORE_COSINE**2),
        [
            (BEFORE_COSINE**2 / sin(d) ** 2, gains_before_the_equator()),
            ((AFTER_COSINE + sin(turned) * BEFORE_COSINE / sin(d)) / sin(d), closed_form()),
        ],
        facts=[sine, towards],
    )
    grows = combine(
        gt(AFTER_COSINE, BEFORE_COSINE), [(1 / (AFTER_COSINE + BEFORE_COSINE), squares)], facts=[stays, towards, sine]
    )
    apart = combine(
        gt(1 - CORRELATION**2, 0),
        [
            (1, Inner(p - CORRELATION * x - BEFORE_COSINE * best, p - CORRELATION * x - BEFORE_COSINE * best)),
            (assume(towards), assume(towards)),
        ],
        using=[*UNITS, SOLVES],
    )
    below_one = combine(gt(1, CORRELATION), [(1 / (1 + CORRELATION), apart)], facts=[correlated])
    angle = acos(CORRELATION)
    above = combine(gt(1 + CORRELATION, 0), [(1, CORRELATION), (1, 1)], facts=[correlated])
    facts = [assume(correlated), below_one, above]
    not_zero = arccosine_is_positive(CORRELATION, facts)
    acute = arccosine_is_acute(CORRELATION, facts)
    defined = identity(eq(CORRELATION, cos(angle)), facts=facts)
    return instantiate(grows, {d: angle}, [not_zero, acute, defined, *facts])


TOWARDS = gt(BEFORE_COSINE, 0)
GROWS = gt(AFTER_COSINE, BEFORE_COSINE)
POSITIVE, NONE, NEGATIVE = gt(CORRELATION, 0), eq(CORRELATION, 0), lt(CORRELATION, 0)


@cache
def opposite_data_gain() -> Theorem:
    """The same where ⟨p, x⟩ < 0: −x is the same trial."""
    mirrored = [
        combine(gt(Inner(p, -x), 0), [(1, assume(NEGATIVE))]),
        identity(eq(Inner(-x, -x), 1), using=[UNIT_DATA]),
        identity(eq(Inner(-x, best), 0), using=[SOLVES]),
    ]
    return combine(GROWS, [(1, instantiate(correlated_data_gain(), {x: -x}, mirrored))])


@cache
def every_loss_gains() -> Theorem:
    """⟨p_{t+1}, p⋆⟩ > ⟨p, p⋆⟩ where ⟨p, p⋆⟩ > 0 and ⟨p, x⟩ ≠ 0, η ≤ 1."""
    square = combine(gt(CORRELATION**2, 0), [(1, CORRELATION**2)], facts=[HAS_LOSS])
    never = combine(GROWS, [(1, square)], using=[NONE])
    return cases([correlated_data_gain(), never, opposite_data_gain()], [POSITIVE, NONE, NEGATIVE])


@cache
def nothing_is_lost() -> Theorem:
    """⟨p_{t+1}, p⋆⟩ ≥ ⟨p, p⋆⟩ where ⟨p, p⋆⟩ > 0, η ≤ 1: without a loss p_{t+1} = p."""
    goal = ge(AFTER_COSINE, BEFORE_COSINE)
    rests = combine(goal, [], using=[NONE])
    moves = [combine(goal, [(1, theorem)]) for theorem in (correlated_data_gain(), opposite_data_gain())]
    return cases([moves[0], rests, moves[1]], [POSITIVE, NONE, NEGATIVE])


def _given(claim: Claim) -> list[Theorem]:
    """The claim's hypotheses, and η ≤ 1 from its bound on η."""
    bounds = [g for g in claim.given if g in (BELOW_ONE, AT_MOST_ONE)]
    return [*map(assume, claim.given), *(combine(AT_MOST_ONE, [(1, assume(g))]) for g in bounds)]


def _nearer(goal: Formula, ends: tuple[Any, Any], cosine_grows: Theorem, known: list[Theorem]) -> Theorem:
    """The goal, arccos of the first end > arccos of the second, from the cosines."""
    first, second = ends
    shrinks = arccosine_decreases(first, second, [cosine_grows, *known])
    return combine(goal, [(1, shrinks)], facts=known)


@LEMMA_7_REPAIRED.proof
def squared_sines(claim: Claim) -> Theorem:
    """cos² a − cos² c = ⟨p_{t+1}, p⋆⟩² − ⟨p, p⋆⟩² = cos² β sin b sin(b + 2d), by the closed form and lemma-7-sign."""
    known = _given(without(claim, *UNITS, SOLVES))
    sine = instantiate(sine_is_positive(), {z: d}, known)
    turned = sin(step(d, eta) + d) * BEFORE_COSINE / sin(d)
    angle = combine(gt(cos(beta) ** 2, 0), [(1, cos(beta) ** 2)], facts=[f for f in claim.given if f == NOT_ORTHOGONAL])
    gains = instantiate(gains_strictly(), {}, known)
    squares = combine(
        gt(AFTER_COSINE**2, BEFORE_COSINE**2),
        [(angle, gains), ((AFTER_COSINE + turned) / sin(d), closed_form())],
        using=[f for f in claim.given if f == AT_ANGLE_BETA],
        facts=[sine],
    )
    ends = [(1, START, BEFORE_COSINE + cos(c)), (-1, END, AFTER_COSINE + cos(a))]
    arcs = [(sign * factor, assume(f)) for sign, f, factor in ends if f in claim.given]
    return combine(claim.states[0], [(1, squares), *arcs], facts=[sine])


@LEMMA_7_CLOSER_REPAIRED.proof
def cosine_increases(claim: Claim) -> Theorem:
    """⟨p_{t+1}, p⋆⟩ = ⟨p, p⋆⟩ sin(b + d)/sin d > ⟨p, p⋆⟩, and arccos decreases."""
    known = [*_given(claim), *cosines_in_range()]
    grows = instantiate(every_loss_gains(), {}, known)
    return _nearer(claim.states[0], (BEFORE_COSINE, AFTER_COSINE), grows, known)


@LEMMA_7_FARTHER.proof
def the_other_pole(claim: Claim) -> Theorem:
    """The same towards −p⋆."""
    known = _given(claim)
    mirrored = [
        *(combine(gt(Inner(p, -best), 0), [(1, assume(g))]) for g in claim.given if g == gt(0, BEFORE_COSINE)),
        identity(eq(Inner(-best, -best), 1), using=[UNIT_BEST]),
        identity(eq(Inner(x, -best), 0), using=[SOLVES]),
    ]
    other = instantiate(every_loss_gains(), {best: -best}, [*known, *mirrored])
    shrinks = combine(gt(BEFORE_COSINE, AFTER_COSINE), [(1, other)])
    return _nearer(claim.states[0], (AFTER_COSINE, BEFORE_COSINE), shrinks, [*known, *cosines_in_range()])


@LEMMA_7_NO_PROGRESS.proof
def equator_is_kept(claim: Claim) -> list[Theorem]:
    """⟨p, p⋆⟩ and ⟨V, p⋆⟩ = −2⟨p, x⟩²⟨p, p⋆⟩ vanish, so ⟨p_{t+1}, p⋆⟩ does."""
    stays, distance = claim.states
    zero = [f for f in claim.given if f in (SOLVES, eq(BEFORE_COSINE, 0))]
    after = identity(stays, using=zero)
    within = [combine(ge(1 - sign * AFTER_COSINE, 0), [(1, 1), (-sign, after)]) for sign in (1, -1)]
    return [after, identity(distance, using=zero, facts=within)]


def _acute_distance_shrinks(claim: Claim) -> list[Theorem]:
    stays_acute = claim.states[1]
    known = [*_given(claim), *cosines_in_range()]
    acute = [f for f in claim.given if f == gt(pi / 2, DISTANCE_BEFORE)]
    towards = instantiate(cosine_of_an_acute_angle(), {z: BEFORE_COSINE}, known)
    grows = instantiate(nothing_is_lost(), {}, [*known, towards])
    nearer = arccosine_does_not_increase(BEFORE_COSINE, AFTER_COSINE, [grows, *known])
    return [nearer, combine(stays_acute, [(1, nearer), *((1, assume(f)) for f in acute)], facts=cosines_in_range())]


@cache
def cosine_of_an_acute_angle() -> Theorem:
    """z > 0 where arccos z < π/2."""
    w = real("w")
    cosine = certify(certificate(gt(cos(w), 0), [ge(w, 0), lt(w, pi / 2)]))
    within = [ge(1 - z, 0), ge(1 + z, 0)]
    not_negative = certify(certificate(ge(acos(z), 0), [ge(z, -1), le(z, 1)]))
    return combine(gt(z, 0), [(1, instantiate(cosine, {w: acos(z)}, [not_negative]))], facts=within)


@LEMMA_7_REMARK.proof
def cosine_does_not_decrease(claim: Claim) -> list[Theorem]:
    """Trials with a loss increase ⟨·, p⋆⟩, the others leave it."""
    return _acute_distance_shrinks(claim)


@LEMMA_7_REMARK_SHARP.proof
def cosine_does_not_decrease_at_rate_one(claim: Claim) -> list[Theorem]:
    """Nothing in the argument needs η < 1."""
    return _acute_distance_shrinks(claim)


# --- every hypothesis dropped in turn -------------------------------------------------------------------------------

RATE = Rational(25, 48)
"""With ⟨p, x⟩ = 3/5 the step is b = 1/2."""
THREE, FOUR = Rational(3, 5), Rational(4, 5)
PLAIN = {p: (THREE, FOUR), x: (1, 0), best: (0, 1), d: acos(THREE), beta: 0, eta: RATE}
TOO_FAST = PLAIN | {eta: Rational(25, 12)}
LONG_PARAMETER = PLAIN | {p: (THREE, Rational(16, 9), FOUR), x: (1, 0, 0), best: (0, 0, 1), eta: Rational(5, 8)}
LONG_DATA = PLAIN | {p: (THREE, 0, FOUR), x: (1, Rational(3, 2), 0), best: (0, 0, 1), eta: Rational(25, 51)}
COMPARATOR_WITH_A_LOSS = PLAIN | {best: (1, 0), beta: acos(Rational(3, 4))}
ON_THE_EQUATOR_OF_P_STAR = PLAIN | {p: (THREE, FOUR, 0), x: (1, 0, 0), best: (0, 0, 1)}


def without(claim: Claim, *dropped: Formula) -> Claim:
    """The claim with hypotheses left out."""
    return claim.replace(given=[g for g in claim.given if g not in dropped])


def scalar_free(values: dict[Any, Any]) -> dict[Any, Any]:
    """The values without those of d and β, for claims that do not name these."""
    return {k: t for k, t in values.items() if k not in (d, beta)}


def opposite(values: dict[Any, Any]) -> dict[Any, Any]:
    """The values with −p⋆ in the place of p⋆, without those of d and β."""
    return scalar_free(values) | {best: tuple(-t for t in values[best])}


NEARLY_ORTHOGONAL = scalar_free(PLAIN) | {p: (Rational(20, 101), Rational(99, 101)), eta: Rational(10201, 9900)}
"""⟨p, x⟩ = 20/101 is small, and η = 1.0304… overshoots."""


fails_without(LEMMA_7_REPAIRED,
    (UNIT, "p need not be a unit vector.", with_arcs(LONG_PARAMETER)),
    (UNIT_DATA, "x need not be a unit vector.", with_arcs(LONG_DATA)),
    (SOLVES, "p⋆ may have a loss.", with_arcs(COMPARATOR_WITH_A_LOSS)),
    (BELOW_ONE, "η may be more than 1.", with_arcs(TOO_FAST)),
    (UNIT_BEST, "p⋆ need not be a unit vector: true all the same.", decided_by(proof=squared_sines)),
    (START, "c need not be the distance before the trial.", with_arcs(PLAIN) | {c: 0}),
    (END, "a need not be the distance after the trial.", with_arcs(PLAIN) | {a: pi / 2}),
    (ANGLE, "d need not be the distance from p to x.",
        with_arcs({**WITHOUT_A_LOSS, d: pi / 3, beta: acos(8 * sqrt(3) / 15)})),
    (INSIDE[0], "d may be negative.", with_arcs({**WITHOUT_A_LOSS, d: -pi / 2, beta: acos(-FOUR)})),
    (INSIDE[1], "d may be more than π.", with_arcs({**WITHOUT_A_LOSS, d: 3 * pi / 2, beta: acos(-FOUR)})),
    (AT_ANGLE_BETA, "β need not be the angle at x.", with_arcs(ON_THE_EQUATOR_OF_P_STAR)),
    (NOT_ORTHOGONAL, "β = π/2 is allowed.", with_arcs(ON_THE_EQUATOR_OF_P_STAR | {beta: pi / 2})),
    (OFF_EQUATOR, "d = π/2 is allowed.", with_arcs(WITHOUT_A_LOSS)),
)  # fmt: skip


fails_as(LEMMA_7_REPAIRED,
    ("constant", gt(sin(c) ** 2, 2 * sin(a) ** 2), "sin² is halved.", with_arcs(PLAIN | {eta: Rational(5, 96)})),
    ("sign", gt(sin(a) ** 2, sin(c) ** 2), "sin² grows.", with_arcs(PLAIN)),
)  # fmt: skip


fails_without(LEMMA_7_CLOSER_REPAIRED,
    (UNIT, "p need not be a unit vector.", scalar_free(LONG_PARAMETER)),
    (UNIT_DATA, "x need not be a unit vector.", scalar_free(LONG_DATA)),
    (SOLVES, "p⋆ may have a loss.", scalar_free(COMPARATOR_WITH_A_LOSS)),
    (BELOW_ONE, "η may be more than 1.", scalar_free(TOO_FAST)),
    (gt(BEFORE_COSINE, 0), "p⋆ may be the other of ±p⋆.", scalar_free(BEYOND_THE_EQUATOR)),
    (HAS_LOSS, "The trial may have no loss.", scalar_free(WITHOUT_A_LOSS)),
)  # fmt: skip


fails_as(LEMMA_7_CLOSER_REPAIRED,
    ("sign", gt(LEMMA_7_CLOSER_REPAIRED.states[0].rhs, LEMMA_7_CLOSER_REPAIRED.states[0].lhs),
        "The inequality is turned around.", scalar_free(PLAIN)),
)  # fmt: skip


fails_without(LEMMA_7_FARTHER,
    (UNIT, "p need not be a unit vector.", opposite(LONG_PARAMETER)),
    (UNIT_DATA, "x need not be a unit vector.", opposite(LONG_DATA)),
    (SOLVES, "p⋆ may have a loss.", opposite(COMPARATOR_WITH_A_LOSS)),
    (BELOW_ONE, "η may be more than 1.", opposite(TOO_FAST)),
    (gt(0, BEFORE_COSINE), "p⋆ may be the other of ±p⋆.", opposite(BEYOND_THE_EQUATOR)),
    (HAS_LOSS, "The trial may have no loss.", opposite(WITHOUT_A_LOSS)),
)  # fmt: skip


fails_as(LEMMA_7_FARTHER,
    ("sign", gt(LEMMA_7_FARTHER.states[0].rhs, LEMMA_7_FARTHER.states[0].lhs), "The inequality is turned around.",
        opposite(PLAIN)),
)  # fmt: skip


fails_as(LEMMA_7_CLOSER_REPAIRED,
    ("constant", gt(DISTANCE_BEFORE / 2, DISTANCE_AFTER), "The distance is halved.",
        scalar_free(PLAIN | {eta: Rational(25, 96)})),
)  # fmt: skip


fails_as(LEMMA_7_FARTHER,
    ("constant", gt(DISTANCE_AFTER, 3 * DISTANCE_BEFORE / 2), "The distance grows by half.", opposite(PLAIN)),
)  # fmt: skip


fails_without(LEMMA_7_NO_PROGRESS,
    (SOLVES, "p⋆ may have a loss.", {p: (1, 0), x: (THREE, FOUR), best: (0, 1), eta: RATE}),
    (LEMMA_7_NO_PROGRESS.given[1], "⟨p, p⋆⟩ may be anything.", scalar_free(PLAIN)),
)  # fmt: skip


fails_as(LEMMA_7_NO_PROGRESS,
    ("constant", [LEMMA_7_NO_PROGRESS.states[0], eq(DISTANCE_AFTER, DISTANCE_BEFORE / 2)], "The distance is halved.",
        scalar_free(ON_THE_EQUATOR_OF_P_STAR)),
    ("sign", [LEMMA_7_NO_PROGRESS.states[0], eq(DISTANCE_AFTER, -DISTANCE_BEFORE)], "The distance changes its sign.",
        scalar_free(ON_THE_EQUATOR_OF_P_STAR)),
)  # fmt: skip


fails_without(LEMMA_7_REMARK,
    (UNIT, "p need not be a unit vector.", scalar_free(LONG_PARAMETER)),
    (UNIT_DATA, "x need not be a unit vector.", scalar_free(LONG_DATA)),
    (SOLVES, "p⋆ may have a loss.", scalar_free(COMPARATOR_WITH_A_LOSS)),
    (BELOW_ONE, "η may be more than 1.", scalar_free(TOO_FAST)),
    (gt(pi / 2, DISTANCE_BEFORE), "dist(p_t, p⋆) may be more than π/2.", scalar_free(BEYOND_THE_EQUATOR)),
)  # fmt: skip


fails_as(LEMMA_7_REMARK,
    ("sign", [ge(DISTANCE_AFTER, DISTANCE_BEFORE), LEMMA_7_REMARK.states[1]], "The distance does not decrease.",
        scalar_free(PLAIN)),
    ("constant", [ge(DISTANCE_BEFORE / 2, DISTANCE_AFTER), LEMMA_7_REMARK.states[1]],
        "The distance is at most half of what it was.", scalar_free(PLAIN | {eta: Rational(25, 96)})),
)  # fmt: skip


holds_at(LEMMA_7_REMARK_SHARP,
    ("A trial without a loss.", scalar_free(PLAIN | {p: (THREE, FOUR, 0), x: (0, 0, 1), best: (0, 1, 0)})),
)  # fmt: skip


fails_without(LEMMA_7_REMARK_SHARP,
    (UNIT, "p need not be a unit vector.", scalar_free(LONG_PARAMETER)),
    (UNIT_DATA, "x need not be a unit vector.", scalar_free(LONG_DATA)),
    (SOLVES, "p⋆ may have a loss.", scalar_free(COMPARATOR_WITH_A_LOSS)),
    (AT_MOST_ONE, "η may be more than 1.", scalar_free(TOO_FAST)),
    (gt(pi / 2, DISTANCE_BEFORE), "dist(p_t, p⋆) may be more than π/2.", scalar_free(BEYOND_THE_EQUATOR)),
)  # fmt: skip


fails_as(LEMMA_7_REMARK_SHARP,
    ("sign", [ge(DISTANCE_AFTER, DISTANCE_BEFORE), LEMMA_7_REMARK_SHARP.states[1]], "The distance does not decrease.",
        scalar_free(PLAIN)),
    ("constant", [ge(DISTANCE_BEFORE / 2, DISTANCE_AFTER), LEMMA_7_REMARK_SHARP.states[1]],
        "The distance is at most half of what it was.", scalar_free(PLAIN | {eta: Rational(25, 96)})),
)  # fmt: skip


@LEMMA_7_REMARK_SHARP.mutant("constant", at=NEARLY_ORTHOGONAL)
def sharp_slightly_faster(claim: Claim) -> Claim:
    """η up to 21/20."""
    return claim.replace(given=[*(g for g in claim.given if g != AT_MOST_ONE), le(eta, Rational(21, 20))])


# --- search ---------------------------------------------------------------------------------------------------------


@LEMMA_7_REPAIRED.search
def random_trials() -> Iterator[Searched]:
    """sin² dist after over sin² dist before, in 2 to 20 dimensions, η up to 1, half of them with a small loss."""
    rng, sphere = np.random.default_rng(7), Sphere()
    worst, at, cases = 0.0, "", 0
    for case in range(500):
        dimension = int(rng.integers(2, 21))
        target = sphere.random_point(rng, dimension)
        data = sphere.projx(sphere.proju(target, rng.standard_normal(dimension)))
        start = sphere.random_point(rng, dimension)
        if case % 2:
            start = sphere.projx(sphere.proju(data, start) + 10.0 ** rng.uniform(-6, 0) * data)
        rate = 1.0 - 10.0 ** rng.uniform(-8, 0)
        learner = SphereLearner(start, rate) if rate > 0.0 else SphereLearner(start, 0.5)
        learner.learn_one(data)
        before, after = (np.sin(sphere.dist(w, target)) ** 2 for w in (start, learner.coef_))
        cases += 1
        if before > 1e-12 and after / before > worst:
            worst, at = float(after / before), f"n = {dimension}, η = {rate:.9f}, ⟨p, x⟩ = {float(start @ data):.3e}"
    yield Searched("sin² dist(p_{t+1}, p⋆) / sin² dist(p_t, p⋆)", cases, worst, at, allowed=1.0 + 1e-12)


@LEMMA_7_REMARK_SHARP.sharp
def largest_rate() -> Iterator[Sharpness]:
    """η = 1 is proved; past it nearly orthogonal data are overshot."""
    given = [g for g in LEMMA_7_REMARK_SHARP.given if g != AT_MOST_ONE]
    overshot = witness(given, LEMMA_7_REMARK_SHARP.states[0], NEARLY_ORTHOGONAL)
    yield Sharpness(
        "the largest η for which dist(p_{t+1}, p⋆) ≤ dist(p_t, p⋆) always",
        "1: proved for η ≤ 1; for every η > 1 the gain sin b sin(b + 2d) is negative at some d "
        "(spheres/lemma-7-sign-edge), for η = 10201/9900 at p = (20/101, 99/101), x = (1, 0), p⋆ = (0, 1)",
        [LEMMA_7_REMARK_SHARP.theorem(LEMMA_7_REMARK_SHARP.states[0]), overshot],
    )
