"""Lemma 9, the second bound on the cumulative loss, which leaves the root out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from sympy import Expr, Rational, pi

from numeric import bounds
from numeric.reference import bounds as reference
from proofs.spheres._one_trial import HALF_RATE, SLOW, Run, in_plane, meeting, met, small_loss, without_each
from proofs.spheres._runs import COVERED, CUMULATIVE, NAMES_AND_DISTANCES, NEAR, READING, RUN
from proofs.spheres._searches import at_distances, some_distances, worst_of_all_runs, worst_run
from proofs.spheres.lemma_7_sign import BELOW_ONE
from proofs.spheres.lemma_9_bound_1 import RATES, VALUES, D, first_bound, q, quadratic_at_ends, r, s, solved
from proofs.spheres.single_step import eta
from verify.author.kernel import Theorem, assume, combine, instantiate
from verify.claims import Claim, Conformance, Searched, Sharpness
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import eq, ge, gt, le


def second_bound(covered: Any, eta: Any) -> Expr:
    """The second right-hand side of Lemma 9."""
    return covered / (2 * eta * (1 - eta))


LEMMA_9_BOUND_2 = Claim(
    "spheres/lemma-9-bound-2",
    at="Lemma 9",
    printed="… ≤ (dist(p_0, p⋆)² − dist(p_k, p⋆)²)/(2η(1 − η))",
    given=[*RUN, NEAR, BELOW_ONE],
    where=NAMES_AND_DISTANCES,
    states=[
        le(first_bound(COVERED, eta), second_bound(COVERED, eta)),
        le(CUMULATIVE, second_bound(COVERED, eta)),
    ],
    rests_on=["spheres/lemma-9-bound-1"],
    reading=READING + "The first bound is at most the second, which therefore bounds the loss too.",
)


@cache
def root_left_out() -> Theorem:
    """D/(r + s) ≤ D/(2r) where s² = r² + qD, r > 0, s, D ≥ 0 and q > 0."""
    signs = [gt(r, 0), ge(s, 0), ge(D, 0), gt(q, 0)]
    weight = D / (2 * r * (r + s) ** 2)
    some = combine(gt(r + s, 0), [(1, r), (1, s)], facts=signs)
    return combine(
        le(D / (r + s), D / (2 * r)),
        [(weight * D, q), (weight, assume(eq(s**2, r**2 + q * D)))],
        facts=[*signs, some],
    )


@LEMMA_9_BOUND_2.proof
def smaller_root(claim: Claim) -> list[Theorem]:
    """√((1 − η)² + qD) ≥ 1 − η, as D ≥ 0."""
    between, whole = claim.states
    facts = quadratic_at_ends(below_one=True)
    found = instantiate(solved(), VALUES, facts)
    larger = instantiate(root_left_out(), VALUES, facts)
    return [
        combine(between, [(1 / eta, larger)], facts=facts),
        combine(whole, [(1 / eta, larger), (1 / eta, found)], facts=facts),
    ]


# --- what happens when something is changed ---------------------------------------------------------------------------

without_each(LEMMA_9_BOUND_2)


@LEMMA_9_BOUND_2.mutant("constant", at=SLOW, discharge=meeting(SLOW))
def three_quarters_of_it(claim: Claim) -> Claim:
    """Three quarters of the second bound."""
    smaller = Rational(3, 4) * second_bound(COVERED, eta)
    return claim.replace(states=[le(first_bound(COVERED, eta), smaller), le(CUMULATIVE, smaller)])


@LEMMA_9_BOUND_2.mutant("sign", at=HALF_RATE, discharge=meeting(HALF_RATE))
def one_plus_eta(claim: Claim) -> Claim:
    """1 + η in the second bound."""
    smaller = COVERED / (2 * eta * (1 + eta))
    return claim.replace(states=[le(first_bound(COVERED, eta), smaller), le(CUMULATIVE, smaller)])


# --- how near the loss comes, after one trial -------------------------------------------------------------------------

STARTS = [pi / 6, pi / 3]
SLOWLY = Rational(1, 100)


@LEMMA_9_BOUND_2.extremal("η", RATES, formula=1)
def largest_loss(rate: Any) -> tuple[Run, list[Theorem]]:
    """One trial in the plane from the distance π/3, with the largest loss that there is, 3/4."""
    return met(in_plane(pi / 3, rate))


@LEMMA_9_BOUND_2.extremal("c", STARTS, formula=1)
def smallest_loss(start: Any) -> tuple[Run, list[Theorem]]:
    """A trial with a small loss at the distance c, η = 1/100: the ratio tends to tan(c)/(2c) as both tend to 0."""
    return met(small_loss(start, SLOWLY))


# --- in floats --------------------------------------------------------------------------------------------------------


@LEMMA_9_BOUND_2.conformance
def code_follows_the_second_bound() -> Iterator[Conformance]:
    """The second bound as a function of the two distances."""
    return conformance(
        some_distances(),
        formula=lambda at: value(second_bound(COVERED, eta), at_distances(at)),
        code=lambda at: bounds.simple_sphere_loss_bound(*at[:3]),
        reference=lambda at: reference.simple_sphere_loss_bound(*at[:3]),
        ulps=8.0,
    )


@LEMMA_9_BOUND_2.search
def the_same_runs() -> Iterator[Searched]:
    """The learner on random data orthogonal to p⋆, in 2 to 6 dimensions."""
    yield Searched(
        "loss over the second bound", *worst_run(lambda rate, *ends: bounds.simple_sphere_loss_bound(rate, *ends[:2]))
    )


@LEMMA_9_BOUND_2.sharp
def worst_runs_of_the_second() -> Iterator[Sharpness]:
    """The same; as the losses become small the ratio tends to tan(π/3)/(2π/3) = 0.82699…"""
    for number in (1, 2, 5, 20):
        yield Sharpness(
            f"worst loss over the second bound, k = {number}, η = 1/2, from π/3", worst_of_all_runs(number, "second")
        )
