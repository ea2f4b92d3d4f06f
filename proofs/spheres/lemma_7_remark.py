"""After Lemma 7: from less than π/2 the distance to p⋆ never grows, for η ≤ 1 and no larger rate."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sympy import Rational, acos, cos, pi

from proofs.spheres._cosine_gain import (
    AFTER_COSINE, BEFORE_COSINE, DISTANCE_AFTER, DISTANCE_BEFORE, ONE_STEP, SETTING, UNITS, cosines_in_range,
    given_rate, nothing_is_lost,
)  # fmt: skip
from proofs.spheres._one_step import (
    BEYOND_THE_EQUATOR, COMPARATOR_WITH_A_LOSS, FOUR, LONG_DATA, LONG_PARAMETER, NEARLY_ORTHOGONAL, PLAIN, THREE,
    TOO_FAST, scalar_free,
)  # fmt: skip
from proofs.spheres.lemma_7_sign import AT_MOST_ONE, BELOW_ONE, z
from proofs.spheres.single_step import NAMES, SOLVES, UNIT, UNIT_DATA, best, eta, p, x
from verify.author.kernel import Theorem, assume, certify, combine, instantiate, witness
from verify.claims import Claim, Sharpness, fails_as, fails_without, holds_at
from verify.language.terms import ge, gt, le, lt, real
from verify.lemmas.circular import arccosine_does_not_increase
from verify.prover.proving import certificate

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


def _acute_distance_shrinks(claim: Claim) -> list[Theorem]:
    stays_acute = claim.states[1]
    known = [*given_rate(claim), *cosines_in_range()]
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


# --- how sharp this is ------------------------------------------------------------------------------------------------


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
