"""Lemma 7, in spherical distances: the explicit update comes closer to the nearer of p⋆ and −p⋆."""

from __future__ import annotations

from sympy import Rational

from proofs.spheres._cosine_gain import (
    AFTER_COSINE, BEFORE_COSINE, DISTANCE_AFTER, DISTANCE_BEFORE, HAS_LOSS, SETTING, UNITS, cosines_in_range,
    every_loss_gains, given_rate, nearer,
)  # fmt: skip
from proofs.spheres._one_step import (
    BEYOND_THE_EQUATOR, COMPARATOR_WITH_A_LOSS, LONG_DATA, LONG_PARAMETER, PLAIN, TOO_FAST, WITHOUT_A_LOSS, scalar_free,
)  # fmt: skip
from proofs.spheres.lemma_7_sign import BELOW_ONE
from proofs.spheres.lemma_7_step import beta
from proofs.spheres.single_step import NAMES, SOLVES, UNIT, UNIT_DATA, d, eta
from verify.author.kernel import Theorem, instantiate, witness
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import gt

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


@LEMMA_7_CLOSER_REPAIRED.proof
def cosine_increases(claim: Claim) -> Theorem:
    """⟨p_{t+1}, p⋆⟩ = ⟨p, p⋆⟩ sin(b + d)/sin d > ⟨p, p⋆⟩, and arccos decreases."""
    known = [*given_rate(claim), *cosines_in_range()]
    grows = instantiate(every_loss_gains(), {}, known)
    return nearer(claim.states[0], (BEFORE_COSINE, AFTER_COSINE), grows, known)


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

fails_as(LEMMA_7_CLOSER_REPAIRED,
    ("constant", gt(DISTANCE_BEFORE / 2, DISTANCE_AFTER), "The distance is halved.",
        scalar_free(PLAIN | {eta: Rational(25, 96)})),
)  # fmt: skip
