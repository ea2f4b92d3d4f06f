"""Lemma 9, the second bound times tan C/(2C), from every start closer to p⋆ than π/2."""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import Rational, S, acos, cos, pi, sin

from proofs.spheres._cosine_gain import (
    AFTER_COSINE, BEFORE_COSINE, CORRELATION, DISTANCE_AFTER, DISTANCE_BEFORE, UNITS, cosines_in_range,
)  # fmt: skip
from proofs.spheres._great_circle import by_cosines, cosine_falls, r, v
from proofs.spheres._one_trial import (
    FAR, LONG_DATA, LONG_START, RESTS_ANYWAY, SLOW, WITH_A_LOSS, Run, meets, met, small_loss, undecided, without,
)  # fmt: skip
from proofs.spheres._runs import (
    COVERED, CUMULATIVE, DATA, NAMES_AND_DISTANCES, ON_RUNS, RUN, SOLVED, START, TRIAL, UPDATES, at_trial, datum,
    distance, earlier, inside_at_ends, j, k, n, parameter, reached, t, units, up_to,
)  # fmt: skip
from proofs.spheres.lemma_7_sign import AT_MOST_ONE, sine_is_not_negative, z
from proofs.spheres.lemma_9_progress import LOSS, PROGRESS, gain_is_not_negative, turn
from proofs.spheres.lemma_9_progress_linear import CLOSER_POLE, LEMMA_9_PROGRESS_LINEAR, MAYBE
from proofs.spheres.lemma_9_step import linear
from proofs.spheres.single_step import SOLVES, UNIT_BEST, best, eta, p, x
from verify.author.kernel import Theorem, assume, cases, certify, combine, generalize, induct, instantiate, telescope
from verify.claims import Claim
from verify.language.terms import Formula, Inner, ge, gt, le, lt, real
from verify.lemmas.circular import within_one
from verify.prover.proving import certificate

C = real("C")
WITHIN_C, C_ACUTE = le(distance(0), C), lt(C, pi / 2)
REACHED = [*RUN, WITHIN_C, C_ACUTE]

LEMMA_9_FACTOR = Claim(
    "spheres/lemma-9-bound-2-factor",
    at="Lemma 9",
    says="loss_k ≤ (tan C/(2C)) (dist(p_0, p⋆)² − dist(p_k, p⋆)²)/(2η(1 − η)), for dist(p_0, p⋆) ≤ C < π/2",
    given=[*REACHED, AT_MOST_ONE],
    where=NAMES_AND_DISTANCES,
    states=ge(sin(C) * COVERED, 2 * C * cos(C) * linear(eta) * CUMULATIVE),
    rests_on=["spheres/lemma-9-progress.linear"],
    reading=(
        ON_RUNS + "0 < η ≤ 1. The second bound of Lemma 9 times tan C/(2C), from every start closer to p⋆ than π/2, "
        "written without denominators: 0.8269… times the printed bound at C = π/3."
    ),
    sharpens="spheres/lemma-9-bound-2.sharp",
)


# --- one trial --------------------------------------------------------------------------------------------------------


@cache
def slower_far_away() -> Theorem:
    """c cos c sin C ≥ C cos C sin c for 0 ≤ c ≤ C ≤ π/2: tan c/c rises."""
    return certify(certificate(ge(v * cos(v) * sin(C), C * cos(C) * sin(v)), [ge(v, 0), le(v, C), le(C, pi / 2)]))


FACING = ge(BEFORE_COSINE, cos(C))
OF_C = [ge(C, 0), C_ACUTE]


@cache
def cosine_of_c() -> Theorem:
    """cos C > 0 for 0 ≤ C < π/2."""
    return certify(certificate(gt(cos(C), 0), OF_C))


@cache
def stays_facing() -> Theorem:
    """⟨p_{t+1}, p⋆⟩ ≥ ⟨p_t, p⋆⟩ where that is positive."""
    towards = gt(BEFORE_COSINE, 0)
    return combine(
        ge(AFTER_COSINE, BEFORE_COSINE), [(BEFORE_COSINE, gain_is_not_negative()), (1, turn())], facts=[towards]
    )


@cache
def within_reach() -> Theorem:
    """sin C (dist² − dist²) ≥ 2C cos C · 2η(1 − η)L in one trial with ⟨p, p⋆⟩ ≥ cos C, 0 ≤ C < π/2."""
    goal = ge(sin(C) * PROGRESS, 2 * C * cos(C) * linear(eta) * LOSS)
    range_ = cosines_in_range()
    towards = combine(gt(BEFORE_COSINE, 0), [(1, assume(FACING)), (1, cosine_of_c())])
    below_pi = combine(le(C, pi), [(1, assume(C_ACUTE)), (1, pi / 2)])
    at_most = combine(le(C, pi / 2), [(1, assume(C_ACUTE))])
    sine = instantiate(sine_is_not_negative(), {z: C}, [assume(OF_C[0]), below_pi])
    wider = combine(ge(cos(DISTANCE_BEFORE), cos(C)), [(1, assume(FACING))], facts=range_)
    arc_before, arc_after = (instantiate(arc(), {v: at}, range_) for at in (BEFORE_COSINE, AFTER_COSINE))
    half = certify(certificate(le(acos(v), pi), [ge(v, -1), le(v, 1)]))
    turned = instantiate(half, {v: BEFORE_COSINE}, range_)
    inside = instantiate(by_cosines(), {r: C, v: DISTANCE_BEFORE}, [wider, assume(OF_C[0]), turned, *range_])
    slower = instantiate(slower_far_away(), {v: DISTANCE_BEFORE}, [arc_before, inside, at_most, *range_])
    moving, known = gt(1 - BEFORE_COSINE, 0), [*range_, towards]
    square = combine(gt(1 - BEFORE_COSINE**2, 0), [(assume(moving), 1 + BEFORE_COSINE)], facts=known)
    acute = combine(CLOSER_POLE, [(1, inside), (1, assume(C_ACUTE))], facts=range_)
    progress = instantiate(LEMMA_9_PROGRESS_LINEAR.theorem(LEMMA_9_PROGRESS_LINEAR.states[0]), {}, [acute, *range_])
    share = 2 * LOSS / sin(DISTANCE_BEFORE)
    rate = combine(ge(linear(eta), 0), [(2 * eta, assume(AT_MOST_ONE))])
    weight = combine(ge(share * linear(eta), 0), [(share, rate)], facts=[*range_, square])
    facts = [*range_, square, sine]
    apart = combine(goal, [(sin(C) / sin(DISTANCE_BEFORE), progress), (weight, slower)], facts=facts)
    at_p = le(1 - BEFORE_COSINE, 0)
    order = certify(certificate(ge(acos(r), acos(v)), [ge(r, -1), le(r, v), le(v, 1)]))
    nearer = instantiate(
        order, {r: BEFORE_COSINE, v: AFTER_COSINE}, [instantiate(stays_facing(), {}, [towards]), *range_]
    )
    both = combine(ge(DISTANCE_BEFORE + DISTANCE_AFTER, 0), [(1, arc_before), (1, arc_after)], facts=range_)
    gained = combine(ge(PROGRESS, 0), [(both, nearer)], facts=range_)
    beside = p - BEFORE_COSINE * best - CORRELATION * x
    gram = combine(ge(1 - BEFORE_COSINE**2, LOSS), [(1, Inner(beside, beside))], using=[*UNITS, SOLVES])
    more = combine(ge(1 + BEFORE_COSINE, 0), [(1, towards), (1, 1)])
    no_loss = combine(ge(0, LOSS), [(1, gram), (more, assume(at_p))])
    cosine = combine(ge(2 * C * cos(C), 0), [(2 * C, cosine_of_c())], facts=[OF_C[0]])
    scaled = combine(ge(2 * C * cos(C) * linear(eta), 0), [(cosine, rate)])
    still = combine(goal, [(sine, gained), (scaled, no_loss)], facts=range_)
    whole = combine(ge(1 - BEFORE_COSINE**2, 0), [(range_[0], range_[1])])
    return instantiate(cases([apart, still], [moving, at_p]), {}, [*range_, whole, assume(C_ACUTE)])


@cache
def arc() -> Theorem:
    """arccos v ≥ 0."""
    return certify(certificate(ge(acos(v), 0), [ge(v, -1), le(v, 1)]))


# --- the run ----------------------------------------------------------------------------------------------------------

FACING_AT = ge(Inner(parameter(n), best), cos(C))


@cache
def start() -> list[Theorem]:
    """C ≥ 0 and ⟨p_0, p⋆⟩ ≥ cos C, from dist(p_0, p⋆) ≤ C < π/2."""
    inside = within_one(parameter(0), best, [START, UNIT_BEST])
    first = instantiate(arc(), {v: Inner(parameter(0), best)}, inside)
    forward = combine(ge(C, 0), [(1, first), (1, assume(WITHIN_C))], facts=inside)
    below_pi = combine(le(C, pi), [(1, assume(C_ACUTE)), (1, pi / 2)])
    falls = instantiate(cosine_falls(), {v: distance(0), r: C}, [first, assume(WITHIN_C), below_pi, *inside])
    return [forward, combine(ge(Inner(parameter(0), best), cos(C)), [(1, falls)], facts=inside)]


@cache
def faces() -> Theorem:
    """⟨p_n, p⋆⟩ ≥ cos C for 0 ≤ n ≤ k."""
    forward, first = start()
    here = {p: parameter(n), x: datum(n)}
    unit = instantiate(units(), [S.Zero], [reached()])
    kept = earlier(FACING_AT)
    towards = combine(gt(Inner(parameter(n), best), 0), [(1, kept), (1, instantiate(cosine_of_c(), {}, [forward]))])
    step = instantiate(stays_facing(), here, [unit, at_trial(DATA, n), at_trial(SOLVED, n), towards])
    after = combine(ge(Inner(parameter(n + 1), best), cos(C)), [(1, step), (1, kept)], using=[at_trial(UPDATES, n)])
    base = generalize(first, [j], [ge(k, 0)])
    return induct(base, generalize(after, [j], [ge(k, n + 1)]), up_to(FACING_AT), n, 0)


def at_each_end(end: Any) -> list[Theorem]:
    """For 0 ≤ end ≤ k: p is a unit vector there, its product with p⋆ is in [−1, 1] and at least cos C."""
    unit, near = (instantiate(instantiate(known, {n: end}), [S.Zero]) for known in (units(), faces()))
    return [unit, *within_one(parameter(end), best, [unit, UNIT_BEST]), near]


@cache
def far_and_near() -> Theorem:
    """sin C (dist(p_0, p⋆)² − dist(p_k, p⋆)²) ≥ 2C cos C · 2η(1 − η) loss_k, for dist(p_0, p⋆) ≤ C < π/2, η ≤ 1."""
    trial = [instantiate(assume(f), [t]) for f in (DATA, SOLVED, UPDATES)]
    before = combine(ge(k, t), [(1, assume(TRIAL[1])), (1, 1)])
    here, there = ([instantiate(known, {}, [before]) for known in at_each_end(end)] for end in (t, t + 1))
    values = {p: parameter(t), x: datum(t)}
    known = [*trial, *here, start()[0]]
    after = [instantiate(theorem, values, known) for theorem in cosines_in_range()]
    step = instantiate(within_reach(), values, [*known, *after])
    loss = LOSS.subs({p: parameter(t), x: datum(t)})
    goal = ge(sin(C) * distance(t) ** 2 - sin(C) * distance(t + 1) ** 2, 2 * C * cos(C) * linear(eta) * loss)
    moved = combine(goal, [(1, step)], using=[trial[2]], facts=[*here, *there, *after])
    added = telescope(moved, t, 0, k - 1, sin(C) * distance(t) ** 2)
    found = combine(LEMMA_9_FACTOR.states[0], [(1, added)], facts=inside_at_ends())
    return instantiate(found, {}, inside_at_ends())


@LEMMA_9_FACTOR.proof
def telescoping(claim: Claim) -> Theorem:
    """The distances fall, so every trial has at least the factor 2C/tan C; the squared distances telescope."""
    return instantiate(far_and_near(), {}, list(map(assume, claim.given)))


# --- what happens when something is changed ---------------------------------------------------------------------------

FAR_BUT_CLOSE_C = {**FAR, C: pi / 3}
DROPPED: list[tuple[Formula, str, Run]] = [
    (START, "p_0 need not be a unit vector.", {**LONG_START, C: pi / 3}),
    (DATA, "The data need not be unit vectors.", {**LONG_DATA, C: pi / 3}),
    (SOLVED, "p⋆ may have a loss.", {**WITH_A_LOSS, C: pi / 3}),
    (UPDATES, "Any p_1: it stays where p_0 is.", {**RESTS_ANYWAY, C: pi / 3}),
    (WITHIN_C, "p_0 may be farther than C from p⋆.", FAR_BUT_CLOSE_C),
]


for _number, (_formula, _summary, _run) in enumerate(
    [*DROPPED, (C_ACUTE, "C = 3π/2.", {**SLOW, C: 3 * pi / 2})], start=1
):
    without(LEMMA_9_FACTOR, _formula, _number, _summary, _run)

undecided(LEMMA_9_FACTOR, AT_MOST_ONE, "any_rate", "Any η > 0.", MAYBE)

SLOW_AT_THIRD = {**SLOW, C: pi / 3}


@LEMMA_9_FACTOR.mutant("constant", at=SLOW_AT_THIRD, discharge=lambda: meets(SLOW_AT_THIRD))
def tenth_more(claim: Claim) -> Claim:
    """11/10 of the factor."""
    goal = claim.states[0]
    return claim.replace(states=ge(goal.lhs, Rational(11, 10) * goal.rhs))


@LEMMA_9_FACTOR.mutant("sign", at=SLOW_AT_THIRD, discharge=lambda: meets(SLOW_AT_THIRD))
def the_other_way(claim: Claim) -> Claim:
    """The distances exchanged."""
    goal = claim.states[0]
    return claim.replace(states=ge(-goal.lhs, goal.rhs))


@LEMMA_9_FACTOR.extremal("C", [pi / 12, pi / 3, 5 * pi / 12])
def from_the_distance(start: Any) -> tuple[Run, list[Theorem]]:
    """The run of a trial at the distance C with the loss 1/10000, η = 1/100."""
    run, theorems = met(small_loss(start, Rational(1, 100)))
    return {**run, C: start}, theorems
