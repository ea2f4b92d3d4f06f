"""Proof of Lemma 9, one trial: its line holds up to 1.158987894147961968…, where a trial in the plane decides."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from sympy import Expr, Lambda, Rational, acos, cos, pi, sin, sqrt

from proofs.spheres._cosine_gain import (
    AFTER_COSINE, BEFORE_COSINE, CORRELATION, DISTANCE_BEFORE, UNITS, closed_form, cosines_in_range,
)  # fmt: skip
from proofs.spheres._great_circle import by_cosines, cosine_falls
from proofs.spheres.lemma_7_sign import AT_MOST_ONE, BELOW_ONE, sine_is_at_most, z
from proofs.spheres.lemma_9_bound_2_factor import C, slower_far_away
from proofs.spheres.lemma_9_progress import (
    LEMMA_9_PROGRESS_REPAIRED, LOSS, NAMES, ONE_TRIAL, PROGRESS, WITHIN_THIRD, gain, share, turn,
)  # fmt: skip
from proofs.spheres.lemma_9_progress_linear import TOWARDS, beside_both, facing_angle, mirrored_data, wide
from proofs.spheres.lemma_9_step import promise
from proofs.spheres.single_step import ANGLE, SOLVES, UNIT, UNIT_DATA, best, d, eta, p, x
from verify.author.kernel import Theorem, assume, cases, certify, cite, combine, generalize, instantiate, witness
from verify.axioms import NONNEGATIVE_DERIVATIVE
from verify.claims import Claim, Sharpness, fails_as, fails_without
from verify.language.terms import Deriv, eq, ge, gt, le, lt, partial, real
from verify.lemmas import from_absurdity
from verify.prover.proving import certificate

c, g, r, s, v, w, y = real("c g r s v w y")

REACH, BEYOND = Rational(1158987894147961968, 10**18), Rational(1158987894147961969, 10**18)
SMALL = Rational(11, 100)
"""Up to this progress, the series in the loss is enough."""
SLOW, SHORT, LARGEST = Rational(1, 16), Rational(1, 5), Rational(17, 20)
"""A rate and a sine below which there is only such progress, and a loss that is not reached."""


def end(start: Any, progress: Any) -> Expr:
    """√(start² − progress), the distance that is left after this progress in its square."""
    return sqrt(start**2 - progress)


@cache
def small_progress() -> Theorem:
    """cos C (1 + y) ≥ cos √(C² − y) for 0 ≤ y ≤ 11/100, at the edge C."""
    return certify(certificate(ge(cos(REACH) * (1 + y), cos(end(REACH, y))), [ge(y, 0), le(y, SMALL)]))


@cache
def large_progress() -> Theorem:
    """cos C cos(s − η sin 2s) ≥ cos s cos √(C² − y) for the promised y of the loss sin² s, where y ≥ 11/100, s ≤ C."""
    y = promise(sin(s) ** 2, g)
    goal = ge(cos(REACH) * cos(s - g * sin(2 * s)), cos(s) * cos(end(REACH, y)))
    inside = [ge(g, SLOW), le(g, 1), ge(s, SHORT), le(s, REACH), ge(y, SMALL)]
    return certify(certificate(goal, inside, budget=600))


@cache
def little_promised() -> list[Theorem]:
    """The promise is below 11/100 where η ≤ 1/16 or L ≤ 1/25, for L ≤ 17/20 and η ≤ 1."""
    inside = [ge(w, 0), le(w, LARGEST), ge(g, 0), le(g, 1)]
    goal = ge(SMALL - Rational(1, 1000), promise(w, g))
    return [certify(certificate(goal, [*inside, bound])) for bound in (le(g, SLOW), le(w, SHORT**2))]


@cache
def farther_is_worse() -> Theorem:
    """cos c cos √(C² − y) ≥ cos C cos √(c² − y) for π/3 ≤ c ≤ C and 0 ≤ y ≤ 1.

    cos √(q² − y)/cos q does not fall in q: with u = √(q² − y) ≤ q its slope has the sign of tan q/q − tan u/u.
    """
    inside = [ge(c, pi / 3), le(c, REACH), ge(y, 0), le(y, 1)]
    here, shares = c + s * (REACH - c), [ge(s, 0), ge(1, s)]
    left = end(here, y)
    above = combine(ge(here, pi / 3), [(1, assume(inside[0])), (s, assume(inside[1]))], facts=shares)
    below = combine(le(here, REACH), [(assume(shares[1]), assume(inside[1]))])
    forward = combine(gt(here, 0), [(1, above), (1, pi / 3)])
    longer = combine(gt(here + pi / 3, 0), [(1, forward), (1, pi / 3)])
    room = [(longer, above), (1, pi**2 / 9 - 1), (1, assume(inside[3]))]
    some = combine(gt(here**2 - y, 0), room)
    moving = combine(gt(left, 0), [(1, left)], facts=[some])
    shorter = combine(ge(here**2, left**2), [(1, assume(inside[2]))], facts=[some])
    total = combine(gt(here + left, 0), [(1, forward), (1, moving)], facts=[some])
    nearer = combine(le(left, here), [(1 / (here + left), shorter)], facts=[some, total])
    acute = combine(le(here, pi / 2), [(1, below), (1, pi / 2 - REACH)])
    slower = instantiate(slower_far_away(), {v: left, C: here}, [moving, nearer, acute, some])
    cosine = certify(certificate(gt(cos(z), 0), [ge(z, 0), le(z, REACH)]))
    positive = instantiate(cosine, {z: here}, [forward, below])
    slope = ge(Deriv(cos(end(w, y)) / cos(w), w, here), 0)
    rises = combine(slope, [(1 / (left * cos(here) ** 2), slower)], facts=[some, moving, positive])
    known = [generalize(theorem, [s], shares) for theorem in (some, positive, rises)]
    values = {partial("f"): Lambda(w, cos(end(w, y)) / cos(w)), real("a"): c, real("b"): REACH}
    larger = instantiate(cite(NONNEGATIVE_DERIVATIVE), values, [assume(inside[1]), *known])
    ends = [instantiate(theorem, {s: at}) for at in (0, 1) for theorem in (some, positive)]
    goal = ge(cos(c) * cos(end(REACH, y)), cos(REACH) * cos(end(c, y)))
    return combine(goal, [(cos(c) * cos(REACH), larger)], facts=[*inside, *ends])


GAIN_PROMISED = promise(LOSS, eta)
NEAR_EDGE, FACING_EDGE = le(DISTANCE_BEFORE, REACH), ge(BEFORE_COSINE, cos(REACH))
FALLS = ge(cos(REACH) * AFTER_COSINE, BEFORE_COSINE * cos(end(REACH, GAIN_PROMISED)))

LEMMA_9_PROGRESS_SHARP = Claim(
    "spheres/lemma-9-progress.sharp",
    at="proof of Lemma 9",
    says="dist(p_t, p⋆)² − dist(p_{t+1}, p⋆)² ≥ 2η(1 − η)L_t(p_t) + (2/3)η²(3 − (2 − η)η)L_t(p_t)² for "
    "dist(p_t, p⋆) ≤ 1.158987894147961968",
    given=[*UNITS, SOLVES, NEAR_EDGE, AT_MOST_ONE],
    where=NAMES,
    states=ge(PROGRESS, GAIN_PROMISED),
    rests_on=["spheres/lemma-9-progress.repaired", "spheres/lemma-7-step"],
    reading=ONE_TRIAL
    + "0 < η ≤ 1, and dist(p_t, p⋆) is at most 1.158987894147961968 in the place of π/3. The largest distance for "
    "which the line holds is 1.158987894147961968…, the least c at which a trial in the plane breaks it for some "
    "rate, η = 0.163014904348599917…: there L = sin² c, and p_{t+1} is at c − η sin 2c.",
    sharpens="spheres/lemma-9-progress.repaired",
)


@cache
def enough_of_a_small_loss() -> Theorem:
    """cos C ⟨p_{t+1}, p⋆⟩ ≥ ⟨p, p⋆⟩ cos √(C² − P) for a promise P ≤ 11/100: the cosine grows by the factor 1 + P."""
    not_negative = combine(ge(GAIN_PROMISED, 0), promised_signs())
    series = instantiate(small_progress(), {y: GAIN_PROMISED}, [not_negative])
    grown = [(cos(REACH) * BEFORE_COSINE, gain(strict=False)), (cos(REACH), turn())]
    found = combine(FALLS, [(BEFORE_COSINE, series), *grown], facts=[TOWARDS])
    return instantiate(found, {}, [left_of_edge()])


@cache
def left_of_edge() -> Theorem:
    """C² − P ≥ 0."""
    return combine(ge(REACH**2 - GAIN_PROMISED, 0), [(1, at_most_one()), (1, REACH**2 - 1)])


def promised_signs() -> list[Any]:
    """2η(1 − η)L and (2/3)η²(2 + (1 − η)²)L² are not negative for η ≤ 1."""
    square = Rational(2, 3) * eta**2 * LOSS**2
    return [(2 * eta * LOSS, assume(AT_MOST_ONE)), (square, 2), (square, (1 - eta) ** 2)]


@cache
def enough_of_a_large_loss() -> Theorem:
    """The same for a promise P ≥ 11/100 and ⟨p, x⟩ > 0: at the angle s = π/2 − d, cos s ⟨p_{t+1}, p⋆⟩ is known."""
    sine, wider = wide()
    angle = pi / 2 - d
    below = combine(gt(angle, 0), [(1, assume(lt(d, pi / 2)))])
    forward = combine(
        ge(angle, SHORT),
        [(1, instantiate(sine_is_at_most(), {z: angle}, [below])), (1, assume(LONG)), (-1, assume(ANGLE))],
    )
    below_pi = combine(le(angle, pi), [(1, assume(gt(d, 0))), (1, pi / 2)])
    order = combine(ge(cos(angle), cos(REACH)), [(1, wider), (1, assume(FACING_EDGE))])
    within = instantiate(by_cosines(), {r: REACH, v: angle}, [order, below_pi])
    large = combine(ge(promise(cos(d) ** 2, eta), SMALL), [(1, assume(ge(GAIN_PROMISED, SMALL)))], using=[ANGLE])
    step = instantiate(large_progress(), {s: angle, g: eta}, [forward, within, large])
    terms = [(BEFORE_COSINE / sin(d), step), (cos(REACH) / sin(d), closed_form())]
    found = combine(FALLS, terms, using=[ANGLE], facts=[sine, TOWARDS])
    there = instantiate(found, {d: acos(CORRELATION)}, facing_angle())
    slow, small = (combine(ge(0, 1), [(1000, t), (1000, assume(ge(GAIN_PROMISED, SMALL)))]) for t in promised_at_most())
    short = le(CORRELATION, SHORT)
    weight = CORRELATION + SHORT
    square = combine(le(LOSS, SHORT**2), [(weight, assume(short))], facts=[gt(CORRELATION, 0)])
    never = [from_absurdity(eq(FALLS.lhs, FALLS.rhs), t) for t in (slow, instantiate(small, {}, [square]))]
    rest = cases([there, combine(FALLS, [(1, never[1])])], [LONG, short])
    found = cases([rest, combine(FALLS, [(1, never[0])])], [ge(eta, SLOW), le(eta, SLOW)])
    return instantiate(found, {}, [left_of_edge()])


LONG = ge(CORRELATION, SHORT)


@cache
def promised_at_most() -> list[Theorem]:
    """The promise is below 11/100 where η ≤ 1/16, or L ≤ 1/25."""
    return [instantiate(theorem, {w: LOSS, g: eta}, bounded_loss()) for theorem in little_promised()]


@cache
def bounded_loss() -> list[Theorem]:
    """0 ≤ L ≤ 17/20 and η ≥ 0, for ⟨p, p⋆⟩ ≥ cos C ≥ 2/5."""
    short = combine(le(LOSS, 1 - BEFORE_COSINE**2), [(1, beside_both())])
    facing = combine(ge(BEFORE_COSINE, Rational(2, 5)), [(1, assume(FACING_EDGE)), (1, cos(REACH) - Rational(2, 5))])
    square = combine(ge(BEFORE_COSINE**2, Rational(4, 25)), [(BEFORE_COSINE + Rational(2, 5), facing)], facts=[TOWARDS])
    little = combine(le(LOSS, LARGEST), [(1, short), (1, square), (1, LARGEST - Rational(21, 25))])
    return [*share(), little, combine(ge(eta, 0), [(1, eta)])]


@cache
def enough() -> Theorem:
    """cos C ⟨p_{t+1}, p⋆⟩ ≥ ⟨p, p⋆⟩ cos √(C² − P), for ⟨p, p⋆⟩ ≥ cos C: −x is the same trial as x."""
    none = eq(CORRELATION, 0)
    apart = combine(ge(0, SMALL), [(1, assume(ge(GAIN_PROMISED, SMALL)))], using=[none])
    never = combine(FALLS, [(1, from_absurdity(eq(FALLS.lhs, FALLS.rhs), apart))])
    opposite = combine(FALLS, [(1, instantiate(enough_of_a_large_loss(), {x: -x}, mirrored_data()))])
    sides = [gt(CORRELATION, 0), none, gt(0, CORRELATION)]
    large = cases([enough_of_a_large_loss(), never, opposite], sides)
    found = cases([enough_of_a_small_loss(), large], [le(GAIN_PROMISED, SMALL), ge(GAIN_PROMISED, SMALL)])
    return instantiate(found, {}, [left_of_edge()])


@cache
def from_the_edge() -> Theorem:
    """arccos² z − arccos² v ≥ y, where cos C v ≥ z cos √(C² − y), π/3 ≤ arccos z ≤ C and 0 ≤ y ≤ 1."""
    falls = ge(cos(REACH) * v, z * cos(end(REACH, y)))
    inside = [ge(z, -1), le(z, 1), ge(v, -1), le(v, 1)]
    far = [ge(acos(z), pi / 3), le(acos(z), REACH), ge(y, 0), le(y, 1)]
    left = end(acos(z), y)
    room = combine(
        gt(acos(z) ** 2 - y, 0),
        [(acos(z) + pi / 3, assume(far[0])), (1, pi**2 / 9 - 1), (1, assume(far[3]))],
        facts=[*far, *inside],
    )
    worse = instantiate(farther_is_worse(), {c: acos(z)}, [*map(assume, far), *map(assume, inside)])
    closer = combine(
        ge(v, cos(left)), [(1 / cos(REACH), worse), (1 / cos(REACH), assume(falls))], facts=[*inside, room]
    )
    arc = certify(certificate(ge(acos(v), 0), inside[2:]))
    half = certify(certificate(le(acos(v), pi), inside[2:]))
    order = combine(ge(cos(acos(v)), cos(left)), [(1, closer)], facts=[*inside, room])
    ahead = combine(ge(left, 0), [(1, left)], facts=[room])
    within = instantiate(by_cosines(), {r: left, v: acos(v)}, [order, ahead, half, room, *map(assume, inside)])
    goal = ge(acos(z) ** 2 - acos(v) ** 2, y)
    found = combine(goal, [(left + acos(v), within)], facts=[room, ahead, arc, *inside])
    return instantiate(found, {}, [room, combine(ge(acos(z) ** 2 - y, 0), [(1, room)], facts=inside)])


@cache
def at_most_one() -> Theorem:
    """The promise is at most 1 where L ≤ 17/20."""
    bound = certify(certificate(le(promise(w, g), 1), [ge(w, 0), le(w, LARGEST), ge(g, 0), le(g, 1)]))
    return instantiate(bound, {w: LOSS, g: eta}, bounded_loss())


@LEMMA_9_PROGRESS_SHARP.proof
def a_trial_in_the_plane_decides(claim: Claim) -> Theorem:
    """Up to π/3 this is the printed line. Beyond, the cosine grows enough at the edge, and before it all the more."""
    near, far = WITHIN_THIRD, gt(DISTANCE_BEFORE, pi / 3)
    range_ = cosines_in_range()
    printed = LEMMA_9_PROGRESS_REPAIRED.theorem(LEMMA_9_PROGRESS_REPAIRED.states[0])
    arc = instantiate(certify(certificate(ge(acos(v), 0), [ge(v, -1), le(v, 1)])), {v: BEFORE_COSINE}, range_)
    within = [assume(g) for g in claim.given if g == NEAR_EDGE]
    falls = instantiate(cosine_falls(), {v: DISTANCE_BEFORE, r: REACH}, [arc, *within, *range_])
    facing = combine(FACING_EDGE, [(1, falls)], facts=range_)
    towards = combine(TOWARDS, [(1, facing), (1, cos(REACH))])
    known = [facing, towards, *map(assume, claim.given), *range_]
    grown = instantiate(enough(), {}, known)
    most, least = instantiate(at_most_one(), {}, known), combine(ge(GAIN_PROMISED, 0), promised_signs())
    beyond = combine(ge(DISTANCE_BEFORE, pi / 3), [(1, assume(far))], facts=range_)
    values = {z: BEFORE_COSINE, v: AFTER_COSINE, y: GAIN_PROMISED}
    moved = instantiate(from_the_edge(), values, [grown, most, least, beyond, *within, *known])
    both = [printed, combine(claim.states[0], [(1, moved)], facts=range_)]
    return instantiate(cases(both, [near, far]), {}, known)


# --- how sharp this is ------------------------------------------------------------------------------------------------

WORST_RATE = Rational(163014904348599918, 10**18)


WORST_COSINE = Rational(400267226506055983873706629865, 10**30)
"""The cosine of a distance between those two."""


def in_plane(cosine: Rational, rate: Any) -> dict[Any, Any]:
    """One trial in the plane from the distance arccos(cosine) to p⋆ = (1, 0), with the largest loss that there is."""
    return {p: (cosine, sqrt(1 - cosine**2)), x: (0, 1), best: (1, 0), eta: rate}


@LEMMA_9_PROGRESS_SHARP.sharp
def farthest_distance() -> Iterator[Sharpness]:
    """The theorem at the edge, and a trial in the plane against the line from just beyond."""
    fails = witness([*UNITS, SOLVES, le(DISTANCE_BEFORE, BEYOND), BELOW_ONE], LEMMA_9_PROGRESS_SHARP.states[0],
                    in_plane(WORST_COSINE, WORST_RATE))  # fmt: skip
    holds = LEMMA_9_PROGRESS_SHARP.theorem(LEMMA_9_PROGRESS_SHARP.states[0])
    label = "the largest dist(p_t, p⋆), between that of the theorem and that of the instance"
    yield Sharpness(label, "1.158987894147961968…", [holds, fails])


# --- what happens when something is changed ---------------------------------------------------------------------------

PAST = Rational(29, 25)
"""1.16, more than arccos(2/5) = 1.1592…"""
THIRD = in_plane(Rational(1, 2), Rational(1, 2))


fails_without(LEMMA_9_PROGRESS_SHARP, (NEAR_EDGE, "Any distance to p⋆.", in_plane(Rational(2, 5), Rational(1, 6))))


@LEMMA_9_PROGRESS_SHARP.mutant("constant", at=in_plane(Rational(2, 5), Rational(1, 6)))
def a_little_farther(claim: Claim) -> Claim:
    """Distances up to 1.16."""
    return claim.replace(given=[le(DISTANCE_BEFORE, PAST) if g == NEAR_EDGE else g for g in claim.given])


fails_as(LEMMA_9_PROGRESS_SHARP,
    ("constant", ge(PROGRESS, Rational(1001, 1000) * GAIN_PROMISED), "1001/1000 of the promise.",
        in_plane(Rational(4003, 10000), Rational(1, 6))),
    ("sign", ge(-PROGRESS, GAIN_PROMISED), "The distances exchanged.", THIRD),
)  # fmt: skip


fails_without(LEMMA_9_PROGRESS_SHARP,
    (AT_MOST_ONE, "Any η > 0.", {**THIRD, eta: 2}),
    (UNIT, "p need not be a unit vector.", {**THIRD, p: (Rational(1, 2), 2)}),
    (UNIT_DATA, "x need not be a unit vector.", {**THIRD, x: (0, 3)}),
    (SOLVES, "⟨p⋆, x⟩ need not be 0.", {**THIRD, x: (1, 0)}),
)  # fmt: skip
