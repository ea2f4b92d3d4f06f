"""Proof of Lemma 9: the progress of all trials adds up, and the mean of the squared losses."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from sympy import Lambda, Rational

from proofs.spheres._cosine_gain import cosines_in_range
from proofs.spheres._one_trial import AT_REST, SLOW, meeting, meets, without_each
from proofs.spheres._runs import (
    COVERED, CUMULATIVE, DATA, FROM_A_THIRD, LOSS, NAMES_AND_DISTANCES, NEAR, READING, RUN, SOLVED, TRIAL, TRIALS,
    UPDATES, arrived, datum, distance, inside_at_ends, j, k, parameter, t, trials,
)  # fmt: skip
from proofs.spheres.lemma_7_sign import AT_MOST_ONE, BELOW_ONE
from proofs.spheres.lemma_9_progress import LEMMA_9_PROGRESS_REPAIRED
from proofs.spheres.lemma_9_step import linear, promise, quadratic
from proofs.spheres.single_step import eta, p, x
from verify.author.kernel import Theorem, assume, combine, instantiate, telescope, witness
from verify.claims import Claim
from verify.language.terms import family, ge, gt

amount = family("ℓ")

LEMMA_9_SUM = Claim(
    "spheres/lemma-9-sum",
    face_of="spheres/lemma-9-step",
    at="proof of Lemma 9",
    printed="dist(p_0, p⋆)² − dist(p_k, p⋆)² > 2η(1 − η) Σ L_t(p_t) + (2/3)η²(3 − (2 − η)η) Σ L_t(p_t)² … and hence "
    "dist(p_0, p⋆)² − dist(p_k, p⋆)² > 2η(1 − η) loss_k + (2/3)η²(3 − (2 − η)η)(1/k)(loss_k)²",
    given=[*RUN, NEAR, BELOW_ONE],
    where=NAMES_AND_DISTANCES,
    states=[
        gt(COVERED, linear(eta) * CUMULATIVE + quadratic(eta) * trials(LOSS**2)),
        gt(COVERED, promise(CUMULATIVE, eta, 1 / k)),
    ],
    rests_on=["spheres/lemma-9-progress"],
    reading=READING + "As printed, with >.",
)

LEMMA_9_SUM_REPAIRED = Claim(
    "spheres/lemma-9-sum.repaired",
    at="proof of Lemma 9",
    says="dist(p_0, p⋆)² − dist(p_k, p⋆)² ≥ 2η(1 − η)Σ L_t(p_t) + (2/3)η²(3 − (2 − η)η)Σ L_t(p_t)², "
    "Σ L_t(p_t)² ≥ (1/k)(Σ L_t(p_t))², and hence the first with the latter",
    given=[*RUN, NEAR, AT_MOST_ONE],
    where=NAMES_AND_DISTANCES,
    states=[
        ge(COVERED, linear(eta) * CUMULATIVE + quadratic(eta) * trials(LOSS**2)),
        ge(trials(LOSS**2), CUMULATIVE**2 / k),
        ge(COVERED, promise(CUMULATIVE, eta, 1 / k)),
    ],
    repairs="spheres/lemma-9-sum",
    rests_on=["spheres/lemma-9-progress.repaired", "spheres/lemma-7-remark.sharp"],
    reading=FROM_A_THIRD + "0 < η ≤ 1: with ≥, and η = 1 is allowed. The second part is Hölder's inequality.",
)


@cache
def covered() -> Theorem:
    """dist(p_0, p⋆)² − dist(p_k, p⋆)² ≥ Σ (2η(1 − η)L + (2/3)η²(3 − (2 − η)η)L²)."""
    trial = [instantiate(assume(f), [t]) for f in (DATA, SOLVED, UPDATES)]
    reached = combine(ge(k, t), [(1, assume(TRIAL[1])), (1, 1)])
    here = [instantiate(known, {}, [reached]) for known in arrived(t)]
    there = [instantiate(known, {}, [reached]) for known in arrived(t + 1)]
    values = {p: parameter(t), x: datum(t)}
    after = [instantiate(known, values, [*trial, *here]) for known in cosines_in_range()]
    progress = LEMMA_9_PROGRESS_REPAIRED.theorem(LEMMA_9_PROGRESS_REPAIRED.states[0])
    step = instantiate(progress, values, [*trial, *here, *after])
    goal = ge(distance(t) ** 2 - distance(t + 1) ** 2, promise(LOSS, eta))
    moved = combine(goal, [(1, step)], using=[trial[2]], facts=[*here, *there, *after])
    return telescope(moved, t, 0, k - 1, distance(t) ** 2)


@cache
def hoelder() -> Theorem:
    """Σ ℓ_t² ≥ (1/k)(Σ ℓ_t)² for any k ≥ 1 numbers, as Σ (ℓ_t − mean)² ≥ 0."""
    mean = trials(amount(j), j) / k
    square = combine(ge((amount(t) - mean) ** 2, 0), [(1, (amount(t) - mean) ** 2)], facts=[TRIALS])
    goal = ge(trials(amount(t) ** 2), trials(amount(t)) ** 2 / k)
    return combine(goal, [(1, telescope(square, t, 0, k - 1))], facts=[TRIALS])


def rate_at_most_one(below_one: bool) -> list[Theorem]:
    """η ≤ 1, from η < 1 if that is given."""
    return [combine(AT_MOST_ONE, [(1, assume(BELOW_ONE))]) if below_one else assume(AT_MOST_ONE)]


@cache
def summed(below_one: bool, run: Callable[[], Theorem] = covered) -> list[Theorem]:
    """Both sums, and Hölder's inequality between them, for η < 1 or for η ≤ 1; `run` adds the trials up."""
    first, _, third = LEMMA_9_SUM_REPAIRED.states
    total = instantiate(run(), {}, [*inside_at_ends(), *rate_at_most_one(below_one)])
    squares = combine(first, [(1, total)], facts=inside_at_ends())
    mean = instantiate(hoelder(), {amount: Lambda(t, LOSS)})
    left = Rational(2, 3) * eta**2
    parts = [(left * 2, mean), (left * (1 - eta) ** 2, mean)]
    return [squares, mean, combine(third, [(1, squares), *parts], facts=[TRIALS, *inside_at_ends()])]


@LEMMA_9_SUM_REPAIRED.proof
def telescoping(claim: Claim) -> list[Theorem]:
    """The progress of each trial adds up; the mean of the squares is at least the square of the mean."""
    return summed(BELOW_ONE in claim.given)


@LEMMA_9_SUM.counterexample
def no_loss_at_all(claim: Claim) -> Theorem:
    """p_0 = p_1 = (1/2, √3/2, 0), x_0 = (0, 0, 1), p⋆ = (1, 0, 0): no loss, nothing moves, and both sides are 0."""
    return witness(claim.given, claim.states[0], AT_REST, meets(AT_REST))


# --- what happens when something is changed ---------------------------------------------------------------------------

without_each(LEMMA_9_SUM_REPAIRED)


@LEMMA_9_SUM_REPAIRED.mutant("constant", at=SLOW, discharge=meeting(SLOW))
def a_third_more(claim: Claim) -> Claim:
    """One third more of the linear term."""
    more = linear(eta) * CUMULATIVE / 3
    first, second, third = claim.states
    return claim.replace(states=[ge(COVERED, first.rhs + more), second, ge(COVERED, third.rhs + more)])


@LEMMA_9_SUM_REPAIRED.mutant("constant", at=SLOW, discharge=meeting(SLOW))
def twice_the_mean(claim: Claim) -> Claim:
    """2/k in Hölder's inequality."""
    first, second, third = claim.states
    return claim.replace(states=[first, ge(second.lhs, 2 * second.rhs), third])


@LEMMA_9_SUM_REPAIRED.mutant("sign", at=SLOW, discharge=meeting(SLOW))
def from_last_to_first(claim: Claim) -> Claim:
    """The distances exchanged."""
    first, second, third = claim.states
    return claim.replace(states=[ge(-COVERED, first.rhs), second, ge(-COVERED, third.rhs)])
