"""Lemma 7, where p⋆ is the farther of ±p⋆: every trial with a loss moves away from it."""

from __future__ import annotations

from proofs.spheres._cosine_gain import (
    AFTER_COSINE, BEFORE_COSINE, DISTANCE_AFTER, DISTANCE_BEFORE, HAS_LOSS, SETTING, UNITS, cosines_in_range,
    every_loss_gains, given_rate, nearer,
)  # fmt: skip
from proofs.spheres._one_step import (
    BEYOND_THE_EQUATOR, COMPARATOR_WITH_A_LOSS, LONG_DATA, LONG_PARAMETER, PLAIN, TOO_FAST, WITHOUT_A_LOSS, opposite,
)  # fmt: skip
from proofs.spheres.lemma_7_sign import BELOW_ONE
from proofs.spheres.single_step import NAMES, SOLVES, UNIT, UNIT_BEST, UNIT_DATA, best, p, x
from verify.author.kernel import Theorem, assume, combine, identity, instantiate
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import Inner, eq, gt

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


@LEMMA_7_FARTHER.proof
def the_other_pole(claim: Claim) -> Theorem:
    """The same towards −p⋆."""
    known = given_rate(claim)
    mirrored = [
        *(combine(gt(Inner(p, -best), 0), [(1, assume(g))]) for g in claim.given if g == gt(0, BEFORE_COSINE)),
        identity(eq(Inner(-best, -best), 1), using=[UNIT_BEST]),
        identity(eq(Inner(x, -best), 0), using=[SOLVES]),
    ]
    other = instantiate(every_loss_gains(), {best: -best}, [*known, *mirrored])
    shrinks = combine(gt(BEFORE_COSINE, AFTER_COSINE), [(1, other)])
    return nearer(claim.states[0], (AFTER_COSINE, BEFORE_COSINE), shrinks, [*known, *cosines_in_range()])


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

fails_as(LEMMA_7_FARTHER,
    ("constant", gt(DISTANCE_AFTER, 3 * DISTANCE_BEFORE / 2), "The distance grows by half.", opposite(PLAIN)),
)  # fmt: skip
