"""Lemma 9, how far its second bound reaches: it holds from every start with tan C ≤ 2C, and no farther."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import Rational, acos, cos, pi, sin, sqrt

from proofs.spheres._cosine_gain import UNITS
from proofs.spheres._one_trial import FAR, TOO_FAST, Run, meets, met, stepped, without
from proofs.spheres._runs import COVERED, CUMULATIVE, NAMES_AND_DISTANCES, NEAR, ON_RUNS, inside_at_ends
from proofs.spheres.lemma_7_sign import AT_MOST_ONE, BELOW_ONE, sine_is_positive, z
from proofs.spheres.lemma_9_bound_2 import LEMMA_9_BOUND_2, second_bound
from proofs.spheres.lemma_9_bound_2_factor import C_ACUTE, DROPPED, LEMMA_9_FACTOR, REACHED, SLOW_AT_THIRD, WITHIN_C, C
from proofs.spheres.lemma_9_progress import LOSS, PROGRESS
from proofs.spheres.lemma_9_progress_linear import small_loss
from proofs.spheres.lemma_9_step import linear
from proofs.spheres.single_step import SOLVES, eta
from verify.author.kernel import Theorem, assume, cases, combine, instantiate, witness
from verify.claims import Claim, Sharpness, fails_as
from verify.language.terms import Formula, ge, gt, le, lt

C_STEEP = le(sin(C), 2 * C * cos(C))

LEMMA_9_BOUND_2_SHARP = Claim(
    "spheres/lemma-9-bound-2.sharp",
    at="Lemma 9",
    says="loss_k ≤ (dist(p_0, p⋆)² − dist(p_k, p⋆)²)/(2η(1 − η)), for dist(p_0, p⋆) ≤ C < π/2 with tan C ≤ 2C",
    given=[*REACHED, C_STEEP, BELOW_ONE],
    where=NAMES_AND_DISTANCES,
    states=le(CUMULATIVE, second_bound(COVERED, eta)),
    rests_on=["spheres/lemma-9-bound-2-factor"],
    reading=(
        ON_RUNS + "0 < η < 1. The second bound of Lemma 9 as printed, from every start up to C = 1.1655…, the root of "
        "tan C = 2C, in the place of π/3."
    ),
    sharpens="spheres/lemma-9-bound-2",
)


@LEMMA_9_BOUND_2_SHARP.proof
def steep_enough(claim: Claim) -> Theorem:
    """For C ≤ π/3 this is Lemma 9; for a larger C the factor is tan C/(2C) ≤ 1, and sin C > 0."""
    goal, close, far = claim.states[0], le(C, pi / 3), gt(C, pi / 3)
    ends = inside_at_ends()
    near = combine(NEAR, [(1, assume(close)), (1, assume(WITHIN_C))], facts=ends)
    printed = instantiate(LEMMA_9_BOUND_2.theorem(LEMMA_9_BOUND_2.states[1]), {}, [near])
    rate = combine(AT_MOST_ONE, [(1, assume(BELOW_ONE))])
    added = instantiate(LEMMA_9_FACTOR.theorem(LEMMA_9_FACTOR.states[0]), {}, [rate])
    larger = combine(gt(C, 0), [(1, assume(far)), (1, pi / 3)])
    below_pi = combine(lt(C, pi), [(1, assume(C_ACUTE)), (1, pi / 2)])
    sine = instantiate(sine_is_positive(), {z: C}, [larger, below_pi])
    steep = [assume(g) for g in claim.given if g == C_STEEP]
    weight = CUMULATIVE / sin(C)
    beyond = combine(
        goal,
        [(1 / (linear(eta) * sin(C)), added), *((weight, g) for g in steep)],
        facts=[*ends, sine, assume(BELOW_ONE)],
    )
    return instantiate(cases([printed, beyond], [close, far]), {}, ends)


# --- how sharp this is ------------------------------------------------------------------------------------------------

LAST, BEYOND = Rational(1165561185207211, 10**15), Rational(394234868672746, 10**15)


@LEMMA_9_BOUND_2_SHARP.sharp
def farthest_start() -> Iterator[Sharpness]:
    """The bound for a C just below the root of tan C = 2C, and one trial against it from just above."""
    holds = instantiate(LEMMA_9_BOUND_2_SHARP.theorem(LEMMA_9_BOUND_2_SHARP.states[0]), {C: LAST}, inside_at_ends())
    at = small_loss(BEYOND, Rational(1, 10**20))
    fails = witness([*UNITS, SOLVES, BELOW_ONE], ge(PROGRESS, linear(eta) * LOSS), at)
    yield Sharpness(
        "the largest C, between that of the theorem and the distance of the instance",
        "1.16556118520721…",
        [holds, fails],
    )


# --- what happens when something is changed ---------------------------------------------------------------------------


OWN: list[tuple[Formula, str, Run]] = [
    (C_ACUTE, "C = 2π, where sin C ≤ 2C cos C again.", {**FAR, C: 2 * pi}),
    (C_STEEP, "C = 5π/12, where tan C > 2C.", {**FAR, C: 5 * pi / 12}),
    (BELOW_ONE, "η = 2.", {**TOO_FAST, C: pi / 3}),
]
for _number, (_formula, _summary, _run) in enumerate([*DROPPED, *OWN], start=1):
    without(LEMMA_9_BOUND_2_SHARP, _formula, _number, _summary, _run)

FAR_AT_ITS_DISTANCE = {**FAR, C: 5 * pi / 12}


@LEMMA_9_BOUND_2_SHARP.mutant("constant", at=FAR_AT_ITS_DISTANCE, discharge=lambda: meets(FAR_AT_ITS_DISTANCE))
def three_in_place_of_two(claim: Claim) -> Claim:
    """tan C ≤ 3C."""
    weaker = le(sin(C), 3 * C * cos(C))
    return claim.replace(given=[weaker if g == C_STEEP else g for g in claim.given])


fails_as(LEMMA_9_BOUND_2_SHARP,
    ("sign", le(CUMULATIVE, -second_bound(COVERED, eta)), "The distances exchanged.", SLOW_AT_THIRD,
        lambda: meets(SLOW_AT_THIRD)),
)  # fmt: skip


@LEMMA_9_BOUND_2_SHARP.extremal("cos C", [Rational(1, 2), Rational(15, 38)])
def up_to_the_farthest(cosine: Any) -> tuple[Run, list[Theorem]]:
    """The same; tan C = 2C at cos C = 0.3942…"""
    tilt = Rational(1, 100)
    start = (cosine, sqrt(1 - cosine**2 - tilt**2), tilt)
    run, theorems = met(stepped(start, (0, 0, 1), Rational(1, 100), (1, 0, 0)))
    return {**run, C: acos(cosine)}, theorems
