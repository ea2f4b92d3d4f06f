"""Lemma 9, how far its first bound reaches: starts up to 1.158987894147961968…."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from sympy import Rational, acos, cos, pi, sqrt

from proofs.spheres._cosine_gain import cosines_in_range
from proofs.spheres._great_circle import by_cosines
from proofs.spheres._one_trial import TOO_FAST, WITH_PROGRESS, Run, meets, stepped, without
from proofs.spheres._runs import (
    COVERED, CUMULATIVE, DATA, NAMES_AND_DISTANCES, ON_RUNS, RUN, SOLVED, TRIAL, UPDATES, datum, distance, k, parameter,
    t,
)  # fmt: skip
from proofs.spheres._runs import LOSS as LOSS_AT
from proofs.spheres.lemma_7_sign import AT_MOST_ONE, BELOW_ONE, z
from proofs.spheres.lemma_9_bound_1 import AHEAD, first_bound, quadratic_at_ends, within_root
from proofs.spheres.lemma_9_bound_2_factor import C, at_each_end
from proofs.spheres.lemma_9_progress_sharp import (
    BEYOND, LEMMA_9_PROGRESS_SHARP, PAST, REACH, WORST_COSINE, WORST_RATE, r, v,
)  # fmt: skip
from proofs.spheres.lemma_9_step import promise
from proofs.spheres.single_step import best, eta, p, x
from verify.author.kernel import Theorem, assume, certify, combine, instantiate, telescope, witness
from verify.claims import Claim, Sharpness, fails_as
from verify.language.terms import Inner, ge, le, lt
from verify.prover.proving import certificate

START_NEAR_EDGE = le(distance(0), REACH)

LEMMA_9_BOUND_1_REACH = Claim(
    "spheres/lemma-9-bound-1.reach",
    at="Lemma 9",
    says="the first bound of Lemma 9 for dist(p_0, p⋆) ≤ 1.158987894147961968 and 0 < η ≤ 1, if dist(p_k, p⋆) < "
    "dist(p_0, p⋆)",
    given=[*RUN, START_NEAR_EDGE, AT_MOST_ONE, AHEAD],
    where=NAMES_AND_DISTANCES,
    states=le(CUMULATIVE, first_bound(COVERED, eta)),
    rests_on=["spheres/lemma-9-progress.sharp"],
    reading=ON_RUNS
    + "0 < η ≤ 1, and dist(p_0, p⋆) is at most 1.158987894147961968 in the place of π/3. The largest start from which "
    "the bound always holds is 1.158987894147961968…: just beyond, one trial in the plane at the rate "
    "0.163014904348599917… loses more. Without progress, for η < 1, there is no loss (spheres/lemma-9-bound-1).",
    sharpens="spheres/lemma-9-bound-1.sharp",
)


@cache
def covered_from_the_edge() -> Theorem:
    """dist(p_0, p⋆)² − dist(p_k, p⋆)² ≥ Σ (2η(1 − η)L + (2/3)η²(3 − (2 − η)η)L²), for starts up to the edge."""
    trial = [instantiate(assume(f), [t]) for f in (DATA, SOLVED, UPDATES)]
    before = combine(ge(k, t), [(1, assume(TRIAL[1])), (1, 1)])
    acute = combine(lt(REACH, pi / 2), [(1, pi / 2 - REACH)])
    here, there = (
        [instantiate(theorem, {C: REACH}, [before, acute]) for theorem in at_each_end(moment)] for moment in (t, t + 1)
    )
    values = {p: parameter(t), x: datum(t)}
    known = [*trial, *here]
    after = [instantiate(theorem, values, known) for theorem in cosines_in_range()]
    within = instantiate(within_edge(), {z: Inner(parameter(t), best)}, known)
    step = instantiate(
        LEMMA_9_PROGRESS_SHARP.theorem(LEMMA_9_PROGRESS_SHARP.states[0]), values, [*known, *after, within]
    )
    goal = ge(distance(t) ** 2 - distance(t + 1) ** 2, promise(LOSS_AT, eta))
    moved = combine(goal, [(1, step)], using=[trial[2]], facts=[*here, *there, *after])
    return telescope(moved, t, 0, k - 1, distance(t) ** 2)


@cache
def within_edge() -> Theorem:
    """arccos z ≤ C for cos C ≤ z ≤ 1, at the edge C."""
    inside = [ge(z, -1), le(z, 1)]
    order = combine(ge(cos(acos(z)), cos(REACH)), [(1, assume(ge(z, cos(REACH))))], facts=inside)
    half = certify(certificate(le(acos(v), pi), [ge(v, -1), le(v, 1)]))
    return instantiate(by_cosines(), {r: REACH, v: acos(z)}, [order, instantiate(half, {v: z}), *map(assume, inside)])


@LEMMA_9_BOUND_1_REACH.proof
def the_same_quadratic(claim: Claim) -> Theorem:
    """The distances fall, so each trial is within the edge; then as for starts up to π/3."""
    return within_root(claim.states[0], quadratic_at_ends(False, covered_from_the_edge))


# --- how sharp this is ------------------------------------------------------------------------------------------------


def run_in_plane(cosine: Rational, rate: Any) -> Run:
    """The run of that trial."""
    return stepped((cosine, sqrt(1 - cosine**2)), (0, 1), rate)


@LEMMA_9_BOUND_1_REACH.sharp
def farthest_start() -> Iterator[Sharpness]:
    """The theorem at the edge, and the run of one trial that loses more than the bound from just beyond."""
    at = run_in_plane(WORST_COSINE, WORST_RATE)
    fails = witness([*RUN, le(distance(0), BEYOND), BELOW_ONE], LEMMA_9_BOUND_1_REACH.states[0], at, meets(at))
    holds = LEMMA_9_BOUND_1_REACH.theorem(LEMMA_9_BOUND_1_REACH.states[0])
    label = "the largest dist(p_0, p⋆) for the first bound, between that of the theorem and that of the instance"
    yield Sharpness(label, "1.158987894147961968…", [holds, fails])


# --- what happens when something is changed ---------------------------------------------------------------------------

FROM_PAST, IN_A_THIRD = run_in_plane(Rational(2, 5), Rational(1, 6)), run_in_plane(Rational(1, 2), Rational(1, 2))


@LEMMA_9_BOUND_1_REACH.mutant("constant", at=FROM_PAST, discharge=lambda: meets(FROM_PAST))
def starts_up_to_past(claim: Claim) -> Claim:
    """Starts up to 1.16."""
    return claim.replace(given=[le(distance(0), PAST) if g == START_NEAR_EDGE else g for g in claim.given])


fails_as(LEMMA_9_BOUND_1_REACH,
    ("sign", le(CUMULATIVE, -first_bound(COVERED, eta)), "The bound with the other sign.", IN_A_THIRD,
        lambda: meets(IN_A_THIRD)),
)  # fmt: skip


for _number, (_formula, _summary, _run) in enumerate(
    [
        *WITH_PROGRESS,
        (START_NEAR_EDGE, "Any distance from p_0 to p⋆: arccos(2/5) = 1.1592….", FROM_PAST),
        (AT_MOST_ONE, "Any η > 0: 2.", TOO_FAST),
    ],
    start=1,
):
    without(LEMMA_9_BOUND_1_REACH, _formula, _number, _summary, _run)
