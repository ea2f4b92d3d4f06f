"""The closed form (13) of the step: as printed it is not always defined; repaired, it minimises the chord bound."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
from sympy import Expr, Rational, exp, log

from numeric.learners import definite_boost as code
from numeric.reference import definite_boost as reference
from proofs.matrix_eg import LOST
from verify.audit import (
    Claim, Conformance, Theorem, assume, combine, decided, decided_by, eq, exponential_above_tangent, fails_as,
    fails_without, function, ge, gt, instantiate, real, substitute, witness,
)  # fmt: skip
from verify.claims.concrete import value
from verify.claims.conformance import conformance

r, low, high, beta, x, p, q, w = real("r λ_min λ_max β x p q w")


def printed_step(r: Any, low: Any, high: Any) -> Expr:
    """(13) as printed: ln((1 + r/λ_max)/(1 + r/λ_min))/(λ_max − λ_min)."""
    return log(printed_ratio(r, low, high)) / (high - low)


def printed_ratio(r: Any, low: Any, high: Any) -> Expr:
    """(1 + r/λ_max)/(1 + r/λ_min)."""
    return (1 + r / high) / (1 + r / low)


def ratio(r: Any, low: Any, high: Any) -> Expr:
    """(1 − r/λ_min)/(1 − r/λ_max)."""
    return ((low - r) / low) / ((high - r) / high)


def step(r: Any, low: Any, high: Any) -> Expr:
    """(13) with the λ exchanged in the fraction, and −r for r: ln((1 − r/λ_min)/(1 − r/λ_max))/(λ_max − λ_min)."""
    return log(ratio(r, low, high)) / (high - low)


def chord_bound(beta: Any, r: Any, low: Any, high: Any) -> Expr:
    """((λ_max − r)e^(−βλ_min) + (r − λ_min)e^(−βλ_max))/(λ_max − λ_min), a bound on tr(W e^(−βC))."""
    return ((high - r) * exp(-beta * low) + (r - low) * exp(-beta * high)) / (high - low)


def progress(r: Any, low: Any, high: Any) -> Expr:
    """ρ(r) = (1 − r/λ_max)^(λ_max/(λ_max − λ_min)) (1 − r/λ_min)^(−λ_min/(λ_max − λ_min)), Theorem 4.1."""
    width = high - low
    return ((high - r) / high) ** (high / width) * ((low - r) / low) ** (-low / width)


CHORD, STEP, RHO = function("bound"), real("α"), real("ρ")
"""Names for the chord bound, a function of β, for the step, and for ρ(r)."""

BELOW, ABOVE = gt(0, low), gt(high, 0)
INSIDE = [gt(r, low), gt(high, r)]
GIVEN = [BELOW, ABOVE, *INSIDE]
NAMES = {STEP: step(r, low, high), RHO: progress(r, low, high)}
"""What statements on (13) repaired are shown with."""
VIOLATED = ge(r, 0)

APPROXIMATE_ALPHA = Claim(
    "matrix_eg/approximate-alpha",
    at="(13)",
    printed=(
        "one can use the following approximate solution: α_t = 1/(λ_t^max − λ_t^min) log((1 + r_t/λ_t^max)/"
        "(1 + r_t/λ_t^min))"
    ),
    weight="misprint",
    slip=(
        "λ_max and λ_min are exchanged and r_t has the other sign: the ρ(r_t) of Theorem 4.1 belongs to "
        "ln((1 − r/λ_min)/(1 − r/λ_max)), which minimises the bound. As printed it is the logarithm of a negative "
        "number where r_t > −λ_min, as in the first round of section 5, and elsewhere, unless λ_min = −λ_max, one with "
        "which the bound of Theorem 4.1 can fail and, where λ_max > −λ_min, the dual objective rise."
    ),
    given=[*GIVEN, VIOLATED],
    reconstructed=True,
    states=gt(printed_ratio(r, low, high), 0),
    reading=(
        LOST + "The order of λ_t^max and λ_t^min in the fraction is the text's. "
        "The eigenvalues of C_t lie in [λ_min, λ_max] with λ_min < 0 < λ_max, and λ_min < r < λ_max for the violation "
        "r = tr(W_tC_t) ≥ 0. Claimed is that (13) is a number: that the logarithm's argument is positive."
    ),
)

APPROXIMATE_ALPHA_MINIMISES = Claim(
    "matrix_eg/approximate-alpha-minimises",
    at="(13), where it is defined",
    printed="cannot be obtained in closed form. However, one can use the following approximate solution",
    face_of="matrix_eg/approximate-alpha",
    given=[*GIVEN, VIOLATED, gt(-low, r)],
    reconstructed=True,
    where={STEP: printed_step(r, low, high), CHORD(beta): chord_bound(beta, r, low, high)},
    states=ge(CHORD(beta), CHORD(STEP)),
    reading=LOST
    + (
        "Approximate in the sense of the proof of Theorem 4.1: tr(W_t e^(−βC_t)) is at most the chord bound, and (13) "
        "minimises that bound over β. Only r < −λ_min, where (13) as printed is defined."
    ),
)

REPAIRED = Claim(
    "matrix_eg/approximate-alpha.repaired",
    at="(13)",
    says="α_t = ln((1 − r_t/λ_min)/(1 − r_t/λ_max))/(λ_max − λ_min) is a number, and at least 0 for r_t ≥ 0",
    given=[BELOW, ABOVE, INSIDE[1], VIOLATED],
    where=NAMES,
    states=[gt(ratio(r, low, high), 0), ge(STEP, 0)],
    repairs="matrix_eg/approximate-alpha",
    reading=(
        "λ_min and λ_max are exchanged in the fraction, and r has the other sign. λ_min < 0 < λ_max, and r = "
        "tr(W_tC_t) with 0 ≤ r < λ_max. For λ_min < r < 0 the same formula is a number too, and negative: "
        "matrix_eg/stop-rule."
    ),
)

MINIMISES = Claim(
    "matrix_eg/approximate-alpha-minimises.repaired",
    at="(13)",
    says="α_t minimises the bound on the dual objective (11); the least value is ρ(r_t)",
    given=GIVEN,
    where=NAMES | {CHORD(beta): chord_bound(beta, r, low, high)},
    states=[ge(CHORD(beta), RHO), ge(RHO, CHORD(STEP))],
    repairs="matrix_eg/approximate-alpha-minimises",
    reading=(
        "λ_min < 0 < λ_max, and r = tr(W_tC_t) of either sign, λ_min < r < λ_max. tr(W_t e^(−βC_t)) is at most the "
        "chord bound, as e^(−βλ) lies below its chord over [λ_min, λ_max]. For every β, also negative: so ρ(r) of "
        "Theorem 4.1 is the least value of that bound, and (13) repaired, α, attains it."
    ),
)


@APPROXIMATE_ALPHA.counterexample
def negative_argument(claim: Claim) -> Theorem:
    """λ = −1 and 2, r = 3/2: (1 + 3/4)/(1 − 3/2) = −7/2."""
    return witness(list(claim.given), claim.states[0], {low: -1, high: 2, r: Rational(3, 2)})


@APPROXIMATE_ALPHA_MINIMISES.counterexample
def another_step_is_better(claim: Claim) -> Theorem:
    """λ = −1 and 2, r = 1/2: the bound is 0.9500 at (13), and 0.9453 at β = 1/4."""
    at = {low: -1, high: 2, r: Rational(1, 2), beta: Rational(1, 4)}
    return witness(list(claim.given), claim.states[0], at)


@cache
def logarithm_above() -> Theorem:
    """ln x ≥ 1 − 1/x, for x > 0."""
    return decided(ge(log(x), 1 - 1 / x), gt(x, 0))


@REPAIRED.proof
def ratio_at_least_one(claim: Claim) -> list[Theorem]:
    """The ratio is positive factor by factor; its logarithm is at least 1 − 1/ratio ≥ 0."""
    defined, not_negative = claim.states
    known = list(claim.given)
    factors = high * (r - low) / ((-low) * (high - r))
    first = combine(defined, [(1, factors)], facts=known)
    above = instantiate(logarithm_above(), {x: ratio(r, low, high)}, discharge=[first])
    excess = r * (high - low) / (high * (r - low))
    return [first, combine(not_negative, [(1 / (high - low), above), (excess / (high - low), 1)], facts=known)]


def least_value() -> list[Theorem]:
    """With λ_max = qw, λ_min = −(1 − q)w and r = (q − p)w: the bound over ρ is qe^X + (1 − q)e^Y, qX + (1 − q)Y = 0."""
    at = {"low": -(1 - q) * w, "high": q * w, "r": (q - p) * w}
    known, rho, shift = [gt(w, 0), *WEIGHTS], factor(), log_factor()
    tangents = [
        (weight * rho, exponential_above_tangent(exponent - shift))
        for weight, exponent in (
            (q, log(p / q) - beta * at["high"] + beta * w),
            (1 - q, log((1 - p) / (1 - q)) - beta * at["high"]),
        )
    ]
    bound = p * exp(-beta * at["low"]) + (1 - p) * exp(-beta * at["high"])
    best = log(p * (1 - q) / ((1 - p) * q)) / w
    lower = combine(ge(bound, rho), tangents, facts=known)
    return [lower, combine(eq(substitute(bound, {beta: -best}), rho), [], facts=known)]


def in_eigenvalues(theorem: Theorem, known: list[Any]) -> Theorem:
    """A theorem on q, p and w, for q = λ_max/(λ_max − λ_min), p = (λ_max − r)/(λ_max − λ_min) and w = λ_max − λ_min."""
    width = high - low
    place = {w: width, q: high / width, p: (high - r) / width}
    rest = {q: -low / width, p: (r - low) / width}
    positive = [combine(gt(term, 0), [(1, term)], facts=known) for term in place.values()]
    positive += [combine(gt(1 - place[v], 0), [(1, rest[v])], facts=known) for v in (q, p)]
    return instantiate(theorem, place, discharge=positive)


def factor() -> Expr:
    """ρ in the weights: (p/q)^q ((1 − p)/(1 − q))^(1 − q)."""
    return (p / q) ** q * ((1 - p) / (1 - q)) ** (1 - q)


def log_factor() -> Expr:
    """ln ρ in the weights."""
    return q * log(p / q) + (1 - q) * log((1 - p) / (1 - q))


WEIGHTS = [gt(q, 0), gt(1 - q, 0), gt(p, 0), gt(1 - p, 0)]


@MINIMISES.proof
def weighted_means(claim: Claim) -> list[Theorem]:
    """The bound over ρ is qe^X + (1 − q)e^Y with q = λ_max/(λ_max − λ_min) and qX + (1 − q)Y = 0; e^X ≥ 1 + X."""
    known = list(claim.given)
    lower, equal = (in_eigenvalues(theorem, known) for theorem in least_value())
    return [
        combine(claim.states[0], [(1, lower)], facts=known),
        combine(claim.states[1], [(-1, equal)], facts=known),
    ]


# --- mutants ---------------------------------------------------------------------------------------------------------

HALF = {low: -1, high: 2, r: Rational(1, 2)}


fails_as(REPAIRED,
    ("sign", [REPAIRED.states[0], ge(0, step(r, low, high))], "α ≤ 0.", {low: -1, high: 2, r: Rational(1, 2)}),
    ("constant", [REPAIRED.states[0], ge(step(r, low, high), 1)], "α ≥ 1.", {low: -1, high: 2, r: Rational(1, 2)}),
)  # fmt: skip


fails_without(REPAIRED,
    (BELOW, "λ_min may be positive: the constraint cannot be met.", {low: Rational(1, 4), high: 2, r: Rational(1, 2)}),
)  # fmt: skip


def positive_above_a_violation(claim: Claim) -> list[Theorem]:
    """λ_max > r ≥ 0."""
    largest = combine(ABOVE, [(1, assume(INSIDE[1])), (1, assume(VIOLATED))])
    return [instantiate(theorem, {}, [largest]) for theorem in ratio_at_least_one(REPAIRED)]


fails_without(REPAIRED,
    (ABOVE, "λ_max > 0 is left out, but follows.", decided_by(proof=positive_above_a_violation)),
    (INSIDE[1], "r may be above λ_max.", {low: -1, high: 2, r: 3}),
    (VIOLATED, "r may be negative.", {low: -1, high: 2, r: Rational(-1, 2)}),
)  # fmt: skip


fails_as(MINIMISES,
    ("constant",
        [ge(chord_bound(beta, r, low, high), Rational(101, 100) * progress(r, low, high)), MINIMISES.states[1]],
        "101/100 times ρ.", {**HALF, beta: Rational(1, 4)}),
    ("sign", [ge(progress(r, low, high), chord_bound(beta, r, low, high)), MINIMISES.states[1]],
        "≤ in place of ≥, for every β.", {**HALF, beta: 3}),
)  # fmt: skip


POSITIVE_ENDS = {low: 1, high: 2, r: -1}
NEGATIVE_ENDS = {low: -2, high: -1, r: 1}
"""Ends of one sign with r on the other side of 0, where ρ is a number: 9/8."""


fails_without(MINIMISES,
    ([BELOW, INSIDE[0]], "λ_min may be positive, and r below it: the bound is 1 at β = 0, and ρ = (3/2)²/2 = 9/8.",
        POSITIVE_ENDS | {beta: 0}),
    ([ABOVE, INSIDE[1]], "λ_max may be negative, and r above it: ρ = 9/8 again.", NEGATIVE_ENDS | {beta: 0}),
)  # fmt: skip


# --- code ------------------------------------------------------------------------------------------------------------


def _violations() -> list[Any]:
    """Violation and interval: of ordinary size, near the ends, near zero, and of very unequal eigenvalues."""
    rng = np.random.default_rng(13)
    found = []
    for scale in (1.0, 1e-8, 1 - 1e-8):
        for _ in range(8):
            ends = np.exp(rng.uniform(-4, 4, 2))
            found.append((float(scale * rng.uniform() * ends[1]), -float(ends[0]), float(ends[1])))
    return found


def _at(case: Any) -> dict[Any, Any]:
    return dict(zip((r, low, high), case, strict=True))


@REPAIRED.conformance
def code_follows_the_repaired_step() -> Iterator[Conformance]:
    """The step as a function of r, λ_min and λ_max."""
    return conformance(
        _violations(),
        formula=lambda case: value(step(r, low, high), _at(case), 100),
        code=lambda case: code.approximate_alpha(*case),
        reference=lambda case: reference.approximate_alpha(*case, dps=100),
        ulps=4.0,
    )


@MINIMISES.conformance
def code_follows_the_least_value() -> Iterator[Conformance]:
    """ρ(r) as a function of r, λ_min and λ_max."""
    return conformance(
        _violations(),
        formula=lambda case: value(progress(r, low, high), _at(case), 100),
        code=lambda case: code.progress_factor(*case),
        reference=lambda case: reference.progress_factor(*case, dps=100),
        ulps=8.0,
    )
