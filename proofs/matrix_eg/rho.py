"""The factor ρ of Theorem 4.1: at most one, one only without a violation, and exponentially small in its square."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
from sympy import Rational, exp, log

from numeric.learners.definite_boost import progress_factor
from proofs.matrix_eg import LOST
from proofs.matrix_eg.approximate_alpha import (
    ABOVE, BELOW, GIVEN, INSIDE, NAMES, NEGATIVE_ENDS, POSITIVE_ENDS, WEIGHTS, factor, high, in_eigenvalues,
    log_factor, low, p, progress, q, r, x,
)  # fmt: skip
from verify.audit import (
    Claim, Searched, Sharpness, Theorem, certify, combine, decided, exponential_above_tangent, fails_as,
    fails_without, ge, gt, instantiate, le, lt, ne,
)  # fmt: skip
from verify.prover.proving import certificate

RHO = Claim(
    "matrix_eg/rho",
    at="after Theorem 4.1",
    printed="because ρ(r_t) ≤ 1",
    given=GIVEN,
    reconstructed=True,
    where=NAMES,
    states=le(progress(r, low, high), 1),
    reading=LOST
    + (
        "For every interval with λ_min < 0 < λ_max and every r inside it. That ρ = 1 only at r = 0 is "
        "matrix_eg/rho-strict, and that the dual objective falls matrix_eg/dual-decrease.repaired. That λ_min < 0 < "
        "λ_max is not said in the text: it says that C is neither always met nor never, and without it ρ may have a "
        "root of a negative number."
    ),
)

STRICT = Claim(
    "matrix_eg/rho-strict",
    at="after Theorem 4.1",
    printed="we have ρ(r_t) = 1 only if r_t = 0",
    given=[*GIVEN, ne(r, 0)],
    where=NAMES,
    states=lt(progress(r, low, high), 1),
    reconstructed=True,
    reading=(
        "ρ of Theorem 4.1, whose signs the text has lost: ρ(r) < 1 for every r ≠ 0 with λ_min < r < λ_max, where λ_min "
        "< 0 < λ_max, which the text does not say and without which ρ may have a root of a negative number. ρ(r) ≤ 1: "
        "matrix_eg/rho."
    ),
)

SHARP = Claim(
    "matrix_eg/rho.sharp",
    at="after Theorem 4.1, sharper",
    says="ρ(r) ≤ exp(−2r²/(λ_max − λ_min)²)",
    given=GIVEN,
    where=NAMES,
    states=le(progress(r, low, high), exp(-2 * r**2 / (high - low) ** 2)),
    reading=(
        "ρ is that of Theorem 4.1, λ_min < 0 < λ_max and λ_min < r < λ_max. A rate: with (13) repaired, T rounds with "
        "violations of at least r ≥ 0, and one λ_max − λ_min, bring the dual objective down to exp(−2Tr²/(λ_max − "
        "λ_min)²) times what it was, or less."
    ),
    sharpens="matrix_eg/rho",
)


@cache
def logarithm_below_tangent() -> Theorem:
    """x − 1 ≥ ln x."""
    return decided(ge(x - 1, log(x)), gt(x, 0))


@RHO.proof
def relative_entropy_is_not_negative(claim: Claim) -> Theorem:
    """ln ρ = q ln(p/q) + (1 − q) ln((1 − p)/(1 − q)) ≤ p − q + q − p, as ln x ≤ x − 1."""
    known = list(claim.given)
    ratios = ((q, p / q), (1 - q, (1 - p) / (1 - q)))
    positive = [combine(gt(ratio, 0), [(1, ratio)], facts=WEIGHTS) for _, ratio in ratios]
    below = [
        (weight * factor(), instantiate(logarithm_below_tangent(), {x: ratio}, [fact]))
        for (weight, ratio), fact in zip(ratios, positive, strict=True)
    ]
    above = exponential_above_tangent(-log_factor())
    at_most_one = combine(le(factor(), 1), [(factor(), above), *below], facts=WEIGHTS)
    return combine(claim.states[0], [(1, in_eigenvalues(at_most_one, known))], facts=known)


@cache
def two_points() -> Theorem:
    """ρ ≤ e^(−2(p − q)²): the relative entropy of two numbers is at least twice the square of their difference."""
    room = -log_factor() - 2 * (p - q) ** 2
    entropy = certify(certificate(ge(q * log(q / p) + (1 - q) * log((1 - q) / (1 - p)) - 2 * (p - q) ** 2, 0), WEIGHTS))
    above = exponential_above_tangent(room)
    return combine(le(factor(), exp(-2 * (p - q) ** 2)), [(factor(), above), (factor(), entropy)], facts=WEIGHTS)


@SHARP.proof
def pinsker(claim: Claim) -> Theorem:
    """The bound for p − q = −r/(λ_max − λ_min)."""
    known = list(claim.given)
    return combine(claim.states[0], [(1, in_eigenvalues(two_points(), known))], facts=known)


@STRICT.proof
def by_the_rate(claim: Claim) -> Theorem:
    """ρ(r) ≤ e^(−v) < 1 for v = 2r²/(λ_max − λ_min)² > 0, as e^v ≥ 1 + v."""
    known = list(claim.given)
    square = 2 * r**2 / (high - low) ** 2
    rate = SHARP.theorem(SHARP.states[0])
    above = exponential_above_tangent(square)
    return combine(claim.states[0], [(1, rate), (exp(-square), above), (exp(-square), square)], facts=known)


# --- mutants ---------------------------------------------------------------------------------------------------------

UNEQUAL = {low: -1, high: 3, r: Rational(1, 2)}
EXCHANGED = ((high - r) / high) ** (-low / (high - low)) * ((low - r) / low) ** (high / (high - low))

fails_as(RHO,
    ("constant", le(progress(r, low, high), Rational(9, 10)), "ρ ≤ 9/10.", UNEQUAL),
    ("sign", ge(progress(r, low, high), 1), "ρ ≥ 1.", UNEQUAL),
    ("sign", le(EXCHANGED, 1), "The eigenvalues exchanged in the exponents.", UNEQUAL),
)  # fmt: skip
fails_without(RHO,
    ([BELOW, INSIDE[0]], "λ_min may be positive, and r below it: ρ = (3/2)²/2 = 9/8.", POSITIVE_ENDS),
    ([ABOVE, INSIDE[1]], "λ_max may be negative, and r above it: ρ = 9/8 again.", NEGATIVE_ENDS),
)  # fmt: skip

fails_without(STRICT, (ne(r, 0), "r may be 0: then ρ = 1.", {low: -1, high: 3, r: 0}))
fails_as(STRICT, ("constant", lt(progress(r, low, high), Rational(9, 10)), "ρ < 9/10.", UNEQUAL))

fails_as(SHARP,
    ("constant", le(progress(r, low, high), exp(-Rational(21, 10) * r**2 / (high - low) ** 2)),
        "21/10 in place of 2, already for small r.", {low: -1, high: 1, r: Rational(1, 4)}),
    ("sign", ge(progress(r, low, high), exp(-2 * r**2 / (high - low) ** 2)), "≥ in place of ≤.", UNEQUAL),
)  # fmt: skip


@SHARP.sharp
def exponent_is_the_best() -> Sharpness:
    """At λ = ±1, ρ = √(1 − r²), and ln ρ = −r²/2 − r⁴/4 − …: no factor above 2 will do; a mutant shows it for 21/10."""
    return Sharpness("factor of r²/(λ_max − λ_min)² in the exponent", "2; 21/10 is refuted at λ = ±1, r = 1/4")


@SHARP.search
def random_intervals() -> Iterator[Searched]:
    """ρ(r) over exp(−2r²/(λ_max − λ_min)²), on 2000 intervals."""
    rng = np.random.default_rng(41)
    worst, where = 0.0, ""
    for _ in range(2000):
        below, above = -float(np.exp(rng.uniform(-3, 3))), float(np.exp(rng.uniform(-3, 3)))
        edge = below + (above - below) * float(rng.uniform(0.001, 0.999))
        found = progress_factor(edge, below, above) / float(np.exp(-2 * edge**2 / (above - below) ** 2))
        if found > worst:
            worst, where = found, f"λ = {below:.3g}, {above:.3g}, r = {edge:.3g}"
    yield Searched("ρ over its bound", 2000, worst, where, 1 + 1e-12)
