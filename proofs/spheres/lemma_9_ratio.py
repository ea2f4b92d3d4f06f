"""Proof of Lemma 9, one trial: the relative gain in cosine is that of two sines."""

from __future__ import annotations

from typing import Any

from sympy import Expr, cos, pi, sin

from proofs.spheres.lemma_7_step import AFTER, BEFORE, QUARTER, a, b, beta, c, e
from proofs.spheres.prop_8 import WITHIN, cosine_is_positive, gain_ratio
from proofs.spheres.single_step import d
from verify.author.kernel import Theorem, assume, certify, combine, instantiate
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import eq, ge, gt, lt, ne
from verify.prover.proving import certificate


def sine_gain(b: Any, d: Any) -> Expr:
    """(sin(b + d) − sin d)/sin d."""
    return (sin(b + d) - sin(d)) / sin(d)


ACUTE = lt(c, pi / 2)
LOWER_C = ge(c, 0)
TRIANGLES = [AFTER, BEFORE, QUARTER]

LEMMA_9_RATIO = Claim(
    "spheres/lemma-9-ratio",
    at="proof of Lemma 9",
    printed="(cos a − cos c)/cos c = (sin(b + d) − sin d)/sin d",
    given=[*TRIANGLES, LOWER_C, WITHIN],
    states=eq(gain_ratio(a, c), sine_gain(b, d)),
    rests_on=["spheres/law-of-cosines"],
    reading=(
        "a, b, c, d, e, β are real numbers that satisfy both equations (13), with e = π/2, c = dist(p_t, p⋆) ≤ π/3 as "
        "in Lemma 9. That sin d ≠ 0 follows, as cos c = sin d cos β is not 0. b is any number here."
    ),
)


def _ratio(claim: Claim, cosine: Theorem) -> Theorem:
    """cos a = sin(b + d) cos β and cos c = sin d cos β is not 0, so that sin² d > 0."""
    using = [g for g in claim.given if g in TRIANGLES]
    squared = combine(gt(cos(c) ** 2, 0), [(1, cos(c) ** 2)], facts=[cosine])
    larger = combine(ge(sin(d) ** 2, sin(d) ** 2 * cos(beta) ** 2), [(1, sin(d) ** 2 * sin(beta) ** 2)])
    product = [(cos(c) + sin(d) * cos(beta), assume(g)) for g in using if g == BEFORE]
    sine = combine(gt(sin(d) ** 2, 0), [(1, squared), (1, larger), *((-f, t) for f, t in product)], using=[QUARTER])
    parts = combine(
        eq((cos(a) - cos(c)) * sin(d), (sin(b + d) - sin(d)) * cos(c)),
        [(sin(d), assume(AFTER)), (-sin(b + d), assume(BEFORE))],
        using=[g for g in using if g == QUARTER],
    )
    return combine(claim.states[0], [(1 / (cos(c) * sin(d)), parts)], facts=[cosine, sine])


@LEMMA_9_RATIO.proof
def common_factor(claim: Claim) -> Theorem:
    """cos a = sin(b + d) cos β and cos c = sin d cos β > 0."""
    known = [assume(g) for g in claim.given if g in (LOWER_C, WITHIN)]
    return _ratio(claim, instantiate(cosine_is_positive(pi / 3), discharge=known))


SIXTHS = {a: pi / 6, b: pi / 6, c: pi / 3, d: pi / 6, e: pi / 2, beta: 0}


fails_as(LEMMA_9_RATIO,
    ("sign", eq(gain_ratio(a, c), (sin(b - d) - sin(d)) / sin(d)), "sin(b − d).", SIXTHS),
    ("constant", eq(gain_ratio(a, c), sine_gain(b + d, d)), "sin(b + 2d).", SIXTHS),
)  # fmt: skip


fails_without(LEMMA_9_RATIO,
    (QUARTER, "The comparator may have a loss: any e.", {a: pi / 3, b: pi / 6, c: pi / 6, d: pi / 6, e: 0, beta: 0}),
    (AFTER, "a need not satisfy (13).", {**SIXTHS, a: 0}),
    (BEFORE, "c need not satisfy (13).", {**SIXTHS, c: 0}),
)  # fmt: skip


def _acute(claim: Claim) -> Theorem:
    cosine = certify(certificate(gt(cos(c), 0), [LOWER_C, ACUTE]))
    return _ratio(claim, instantiate(cosine, discharge=[assume(g) for g in claim.given if g in (LOWER_C, ACUTE)]))


NOT_A_RIGHT_ANGLE = ne(cos(c), 0)


def _off_the_right_angle(claim: Claim) -> Theorem:
    return _ratio(claim, assume(NOT_A_RIGHT_ANGLE))


@LEMMA_9_RATIO.mutant("hypothesis", proof=_off_the_right_angle)
def any_start_with_a_cosine(claim: Claim) -> Claim:
    """cos c ≠ 0 in the place of 0 ≤ c ≤ π/3: all that the quotient needs."""
    return claim.replace(given=[*(g for g in claim.given if g in TRIANGLES), NOT_A_RIGHT_ANGLE])


@LEMMA_9_RATIO.mutant("hypothesis", proof=_acute)
def farther_start(claim: Claim) -> Claim:
    """Any c < π/2 in the place of c ≤ π/3."""
    return claim.replace(given=[ACUTE if g == WITHIN else g for g in claim.given])
