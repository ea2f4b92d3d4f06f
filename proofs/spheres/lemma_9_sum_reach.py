"""How far the sums of Lemma 9's proof reach: as far as one trial does, where they are sharp."""

from __future__ import annotations

from typing import Any

from sympy import Rational

from proofs.spheres._one_trial import DROPPED, Run, meets, met, without
from proofs.spheres._runs import COVERED, NAMES_AND_DISTANCES, NEAR, ON_RUNS, RUN, distance
from proofs.spheres.lemma_7_sign import AT_MOST_ONE
from proofs.spheres.lemma_9_bound_1_reach import (
    FROM_PAST, IN_A_THIRD, START_NEAR_EDGE, covered_from_the_edge, run_in_plane,
)  # fmt: skip
from proofs.spheres.lemma_9_progress_sharp import PAST
from proofs.spheres.lemma_9_sum import LEMMA_9_SUM_REPAIRED, summed
from verify.audit import Claim, Theorem, fails_as, ge, le

REACH = Claim(
    "spheres/lemma-9-sum.reach",
    at="proof of Lemma 9",
    says="the same for dist(p_0, p⋆) ≤ 1.158987894147961968",
    given=[*RUN, START_NEAR_EDGE, AT_MOST_ONE],
    where=NAMES_AND_DISTANCES,
    states=LEMMA_9_SUM_REPAIRED.states,
    rests_on=["spheres/lemma-9-progress.sharp"],
    reading=ON_RUNS
    + "0 < η ≤ 1, and dist(p_0, p⋆) is at most 1.158987894147961968 in the place of π/3. Just beyond, one trial in "
    "the plane breaks the line (spheres/lemma-9-progress.sharp); just before, it nearly attains it.",
    sharpens="spheres/lemma-9-sum.repaired",
)


@REACH.proof
def telescoping(claim: Claim) -> list[Theorem]:
    """The distances fall, so each trial is within the edge; then as for starts up to π/3."""
    return summed(False, covered_from_the_edge)


# --- how sharp this is ----------------------------------------------------------------------------------------------

COSINES = [Rational(1, 2), Rational(9, 20), Rational(21, 52)]


@REACH.extremal("⟨p_0, p⋆⟩", COSINES)
def towards_the_edge(cosine: Any) -> tuple[Run, list[Theorem]]:
    """One trial in the plane with the largest loss that there is, at the rate 1/6, from ever nearer to the edge."""
    return met(run_in_plane(cosine, Rational(1, 6)))


@REACH.extremal("⟨p_0, p⋆⟩", COSINES, formula=2)
def in_one_trial(cosine: Any) -> tuple[Run, list[Theorem]]:
    """The same, as the mean of one trial is its loss."""
    return towards_the_edge(cosine)


# --- what happens when something is changed -------------------------------------------------------------------------

AT_THE_EDGE = run_in_plane(Rational(4003, 10000), Rational(1, 6))
SUM, MEAN, TOGETHER = REACH.states


@REACH.mutant("constant", at=FROM_PAST, discharge=lambda: meets(FROM_PAST))
def starts_up_to_past(claim: Claim) -> Claim:
    """Starts up to 1.16."""
    return claim.replace(given=[le(distance(0), PAST) if g == START_NEAR_EDGE else g for g in claim.given])


fails_as(REACH,
    ("constant", [ge(COVERED, Rational(1001, 1000) * SUM.rhs), MEAN, ge(COVERED, Rational(1001, 1000) * TOGETHER.rhs)],
        "1001/1000 of what is promised.", AT_THE_EDGE, lambda: meets(AT_THE_EDGE)),
    ("constant", {MEAN: ge(MEAN.lhs, 2 * MEAN.rhs)}, "2/k in Hölder's inequality.", IN_A_THIRD,
        lambda: meets(IN_A_THIRD)),
    ("sign", [ge(-COVERED, SUM.rhs), MEAN, ge(-COVERED, TOGETHER.rhs)], "The distances exchanged.", IN_A_THIRD,
        lambda: meets(IN_A_THIRD)),
)  # fmt: skip


for _number, (_formula, _summary, _run) in enumerate(
    [*(row for row in DROPPED if row[0] != NEAR), (START_NEAR_EDGE, "Any start: arccos(2/5) = 1.1592….", FROM_PAST)],
    start=1,
):
    if _formula in REACH.given:
        without(REACH, _formula, _number, _summary, _run)
