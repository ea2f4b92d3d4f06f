"""Lemma 9, the first bound on the cumulative loss, also for η = 1 where there is progress."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from sympy import Expr, Rational, pi, sqrt

from numeric import bounds
from numeric.reference import bounds as reference
from proofs.spheres._one_trial import (
    DROPPED, HALF_RATE, ONLY_DEFINED, SLOW, WITH_PROGRESS, Run, in_plane, meeting, met, undecided, without,
    without_each,
)  # fmt: skip
from proofs.spheres._runs import (
    COVERED, CUMULATIVE, FROM_A_THIRD, NAMES_AND_DISTANCES, NEAR, READING, RUN, TRIALS, inside_at_ends, k,
)  # fmt: skip
from proofs.spheres._searches import at_distances, some_distances, worst_of_all_runs, worst_run
from proofs.spheres.lemma_7_sign import AT_MOST_ONE, BELOW_ONE
from proofs.spheres.lemma_9_sum import covered, rate_at_most_one, summed
from proofs.spheres.single_step import UNIT_BEST, eta
from verify.author.kernel import Theorem, assume, combine, identity, instantiate
from verify.claims import Claim, Conformance, Searched, Sharpness
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import Formula, eq, ge, gt, le, real

D, q, r, s, y = real("D q r s y")


def first_bound(covered: Any, eta: Any) -> Expr:
    """The first right-hand side of Lemma 9, for k trials."""
    root = sqrt((1 - eta) ** 2 + Rational(2, 3) / k * (3 - (2 - eta) * eta) * covered)
    return covered / (eta * (1 - eta + root))


LEMMA_9_BOUND_1 = Claim(
    "spheres/lemma-9-bound-1",
    at="Lemma 9",
    printed="loss_k ≤ (dist(p_0, p⋆)² − dist(p_k, p⋆)²)/(η(1 − η + √((1 − η)² + (2/3k)(3 − (2 − η)η)"
    "(dist(p_0, p⋆)² − dist(p_k, p⋆)²))))",
    given=[*RUN, NEAR, BELOW_ONE],
    where=NAMES_AND_DISTANCES,
    states=le(CUMULATIVE, first_bound(COVERED, eta)),
    rests_on=["spheres/lemma-9-sum.repaired"],
    reading=READING + "As printed, with 2/(3k) under the root.",
)

AHEAD = gt(COVERED, 0)

LEMMA_9_BOUND_1_SHARP = Claim(
    "spheres/lemma-9-bound-1.sharp",
    at="Lemma 9",
    says="the first bound of Lemma 9 for 0 < η ≤ 1, if dist(p_k, p⋆) < dist(p_0, p⋆)",
    given=[*RUN, NEAR, AT_MOST_ONE, AHEAD],
    where=NAMES_AND_DISTANCES,
    states=le(CUMULATIVE, first_bound(COVERED, eta)),
    rests_on=["spheres/lemma-9-sum.repaired"],
    reading=FROM_A_THIRD + "0 < η ≤ 1: η = 1 is allowed too. Without progress the first bound would be 0/0 there.",
    sharpens="spheres/lemma-9-bound-1",
)


# --- the quadratic ----------------------------------------------------------------------------------------------------


@cache
def solved() -> Theorem:
    """y ≤ D/(r + s) where 2ry + qy² ≤ D, s² = r² + qD, and r, s, y ≥ 0, r + s > 0, q > 0.

    The difference of the sides is (D − 2ry − qy²)/(s + qy + r).
    """
    signs = [ge(r, 0), ge(s, 0), ge(y, 0), gt(r + s, 0), gt(q, 0)]
    more = combine(gt(s + q * y + r, 0), [(1, assume(signs[3])), (q, y)], facts=signs)
    return combine(
        le(y, D / (r + s)),
        [
            (1 / (s + q * y + r), assume(ge(D, 2 * r * y + q * y**2))),
            (-y / ((s + q * y + r) * (r + s)), assume(eq(s**2, r**2 + q * D))),
        ],
        facts=[*signs, more],
    )


CURVED = Rational(2, 3) / k * (3 - (2 - eta) * eta)
ROOT = sqrt((1 - eta) ** 2 + CURVED * COVERED)
VALUES = {D: COVERED, r: 1 - eta, s: ROOT, q: CURVED, y: eta * CUMULATIVE}


@cache
def quadratic_at_ends(below_one: bool, run: Callable[[], Theorem] = covered) -> list[Theorem]:
    """What is needed to solve the quadratic: D ≥ 2(1 − η)y + qy², D ≥ 0, the root, 1 − η + √… > 0, and η < 1.

    The first is the sum, D = dist(p_0, p⋆)² − dist(p_k, p⋆)² and y = η loss_k. Without η < 1 a D > 0 is a hypothesis.
    """
    total, rates = summed(below_one, run)[2], rate_at_most_one(below_one)
    apart = [assume(BELOW_ONE)] if below_one else []
    facts = [*inside_at_ends(), assume(TRIALS), *rates, *apart]
    scaled = VALUES[y]
    lost = combine(ge(scaled, 0), [(eta, CUMULATIVE)])
    squares = [(Rational(2, 3) / k * scaled**2, factor) for factor in (2, (1 - eta) ** 2)]
    ahead = combine(ge(COVERED, 0), [(1, total), *((2 * scaled, rate) for rate in rates), *squares], facts=facts)
    curved = combine(gt(CURVED, 0), [(Rational(2, 3) / k, part) for part in (2, (1 - eta) ** 2)], facts=facts)
    inside = combine(ge((1 - eta) ** 2 + CURVED * COVERED, 0), [(1, (1 - eta) ** 2), (curved, ahead)], facts=facts)
    facts = [*facts, ahead, inside, curved, lost]
    if below_one:
        some = combine(gt(1 - eta + ROOT, 0), [(1, apart[0]), (1, ROOT)], facts=facts)
    else:
        forward = combine(
            gt((1 - eta) ** 2 + CURVED * COVERED, 0), [(1, (1 - eta) ** 2), (curved, assume(AHEAD))], facts=facts
        )
        facts = [*facts, forward, assume(AHEAD)]
        some = combine(gt(1 - eta + ROOT, 0), [(1, rates[0]), (1, ROOT)], facts=facts)
    square = identity(eq(ROOT**2, (1 - eta) ** 2 + CURVED * COVERED), facts=facts)
    length = combine(ge(COVERED, 2 * (1 - eta) * scaled + CURVED * scaled**2), [(1, total)], facts=facts)
    return [length, square, some, *facts]


@LEMMA_9_BOUND_1.proof
def quadratic_solved(claim: Claim) -> Theorem:
    """With y = η loss_k the sum reads 2(1 − η)y + qy² ≤ D, so y is at most the larger root, D/(1 − η + √…)."""
    return within_root(claim.states[0], quadratic_at_ends(BELOW_ONE in claim.given))


def within_root(goal: Formula, facts: list[Theorem]) -> Theorem:
    """The goal, loss_k at most the first bound, from the quadratic."""
    return combine(goal, [(1 / eta, instantiate(solved(), VALUES, facts))], facts=facts)


@LEMMA_9_BOUND_1_SHARP.proof
def with_rate_one(claim: Claim) -> Theorem:
    """The root is positive, as D is."""
    return quadratic_solved(claim)


# --- what happens when something is changed ---------------------------------------------------------------------------

without_each(LEMMA_9_BOUND_1)

for _number, (_formula, _summary, _run) in enumerate(DROPPED, start=1):
    if _formula in (NEAR, AT_MOST_ONE):
        without(LEMMA_9_BOUND_1_SHARP, _formula, _number, _summary, _run)

for _number, (_formula, _summary, _run) in enumerate(WITH_PROGRESS, start=8):
    without(LEMMA_9_BOUND_1_SHARP, _formula, _number, _summary, _run)
undecided(LEMMA_9_BOUND_1_SHARP, UNIT_BEST, "long_comparator", "p⋆ of any length.", ONLY_DEFINED)
undecided(LEMMA_9_BOUND_1_SHARP, TRIALS, "no_trials", "k may be 0 or negative.", "then 1/k, or the sum, means nothing")
undecided(
    LEMMA_9_BOUND_1_SHARP,
    AHEAD,
    "without_progress",
    "dist(p_k, p⋆) may equal dist(p_0, p⋆).",
    "then the bound is 0/0 for η = 1, and for η < 1 it is spheres/lemma-9-bound-1",
)


@LEMMA_9_BOUND_1_SHARP.mutant("constant", at=SLOW, discharge=meeting(SLOW))
@LEMMA_9_BOUND_1.mutant("constant", at=SLOW, discharge=meeting(SLOW))
def three_quarters(claim: Claim) -> Claim:
    """Three quarters of the bound."""
    return claim.replace(states=le(CUMULATIVE, Rational(3, 4) * first_bound(COVERED, eta)))


@LEMMA_9_BOUND_1.mutant("constant", at=HALF_RATE, discharge=meeting(HALF_RATE))
def three_times_under_the_root(claim: Claim) -> Claim:
    """2/k under the root in the place of 2/(3k)."""
    root = sqrt((1 - eta) ** 2 + 3 * CURVED * COVERED)
    return claim.replace(states=le(CUMULATIVE, COVERED / (eta * (1 - eta + root))))


@LEMMA_9_BOUND_1_SHARP.mutant("sign", at=HALF_RATE, discharge=meeting(HALF_RATE))
@LEMMA_9_BOUND_1.mutant("sign", at=HALF_RATE, discharge=meeting(HALF_RATE))
def plus_eta(claim: Claim) -> Claim:
    """1 + η before the root."""
    return claim.replace(states=le(CUMULATIVE, COVERED / (eta * (1 + eta + ROOT))))


# --- how near the loss comes, after one trial -------------------------------------------------------------------------

RATES = [Rational(1, 100), Rational(1, 10), Rational(1, 4), Rational(1, 2)]


@LEMMA_9_BOUND_1.extremal("η", RATES)
def largest_loss(rate: Any) -> tuple[Run, list[Theorem]]:
    """One trial in the plane from the distance π/3, with the largest loss that there is, 3/4."""
    return met(in_plane(pi / 3, rate))


# --- in floats --------------------------------------------------------------------------------------------------------


@LEMMA_9_BOUND_1.conformance
def code_follows_the_first_bound() -> Iterator[Conformance]:
    """The first bound as a function of the two distances."""
    return conformance(
        some_distances(),
        formula=lambda at: value(first_bound(COVERED, eta), at_distances(at)),
        code=lambda at: bounds.sphere_loss_bound(*at),
        reference=lambda at: reference.sphere_loss_bound(*at),
        ulps=8.0,
    )


@LEMMA_9_BOUND_1.search
def random_runs() -> Iterator[Searched]:
    """The learner on random data orthogonal to p⋆, in 2 to 6 dimensions."""
    yield Searched("loss over the first bound", *worst_run(bounds.sphere_loss_bound))


@LEMMA_9_BOUND_1.sharp
def worst_runs() -> Iterator[Sharpness]:
    """Dynamic programming over the distance to p⋆; no run is worse than by this factor, up to the grid."""
    for number in (1, 2, 5, 20):
        yield Sharpness(
            f"worst loss over the first bound, k = {number}, η = 1/2, from π/3", worst_of_all_runs(number, "first")
        )
