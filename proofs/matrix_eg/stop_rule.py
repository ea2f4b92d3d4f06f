"""When DefiniteBoost has to stop: where all constraints hold strictly, r_t < 0, and (13) would go on."""

from __future__ import annotations

from typing import Any

from sympy import Rational

from proofs.matrix_eg._gibbs import c as shift
from proofs.matrix_eg._gibbs import shifted_tangent
from proofs.matrix_eg._one_round import EDGE, WITHIN, C
from proofs.matrix_eg._symmetric import EXPONENTIALS, SPECTRAL, SPECTRAL_READING, SYMMETRIC, A, B, M, Z
from proofs.matrix_eg.approximate_alpha import ABOVE, BELOW, GIVEN, INSIDE, NAMES, high, low, r, ratio, step, x
from proofs.matrix_eg.decrease import DECREASE_REPAIRED, one_projection
from proofs.matrix_eg.rho import logarithm_below_tangent
from verify.audit import Claim, Theorem, assume, combine, fails_as, fails_without, gt, instantiate, lt, real

s = real("s")

FORWARD = gt(s, 0)
STOPPED = Claim(
    "matrix_eg/stop-rule",
    at="section 4.2",
    says=(
        "Where the most unsatisfied constraint holds strictly, r_t < 0, the best α ≥ 0 of (11) is 0, so that the "
        "algorithm stops; (13) repaired is negative, and lessens the dual objective further"
    ),
    given=[*SPECTRAL, SYMMETRIC, *WITHIN, EDGE, BELOW, ABOVE, INSIDE[0], gt(0, r), FORWARD],
    where=NAMES | EXPONENTIALS,
    states=[
        gt(Z(M - s * C), Z(M)),
        lt(step(r, low, high), 0),
        lt(Z(M - step(r, low, high) * C), Z(M)),
    ],
    rests_on=["matrix_eg/dual-decrease.repaired"],
    reading=SPECTRAL_READING
    + (
        "W_t = exp M/tr exp M, C is the most unsatisfied constraint, its eigenvalues are in [λ_min, λ_max], λ_min < 0 "
        "< λ_max, and r = tr(W_tC) < 0: all constraints hold strictly. s is any α > 0, and raises the objective of "
        "(11): its only minimiser is α = 0. So an algorithm that chooses α ≥ 0, as (11) has it, stays where it is. "
        "One that takes (13), and stops only where the dual objective no longer falls, goes on with a negative step, "
        "and may leave the multipliers α_j ≥ 0 of (9). The text has no other rule than that the dual objective "
        '"continues to decrease until all constraints are satisfied": read as that the algorithm stops there, as soon '
        "as r_t ≤ 0, it is right."
    ),
)


@STOPPED.proof
def tangent_and_logarithm(claim: Claim) -> list[Theorem]:
    """Z(M − sC) ≥ Z(M) − s r Z(M) > Z(M); ln u ≤ u − 1 for the ratio u < 1 in (13); and ρ(r) < 1."""
    stays, back, _ = claim.states
    below, ahead = assume(gt(0, r)), assume(FORWARD)
    tangent = instantiate(shifted_tangent(), {A: M, B: M - s * C, shift: 0})
    product = combine(gt(-s * r, 0), [(below, ahead)])
    known = [*GIVEN, gt(0, r)]
    u = ratio(r, low, high)
    defined = combine(gt(u, 0), [(high * (r - low) / (-low * (high - r)), 1)], facts=known)
    at_most = instantiate(logarithm_below_tangent(), {x: u}, [defined])
    width = combine(gt(high - low, 0), [(1, high), (1, -low)], facts=known)
    room = -r / (-low * (high - r))
    falls = DECREASE_REPAIRED.theorem(DECREASE_REPAIRED.states[0])
    return [
        combine(stays, [(1, tangent), (Z(M), product), (-s, assume(EDGE))]),
        combine(back, [(1 / (high - low), at_most), (room, 1)], facts=[*known, width]),
        instantiate(falls, {}, [below]),
    ]


EIGHTH = Rational(1, 8)


def one_round(violation: Any, taken: Any = EIGHTH) -> dict[str, Any]:
    """C = diag(−1, 2) and the W_t with that violation; s is `taken`."""
    found = one_projection(violation, -1, 2)
    return {**found, "at": found["at"] | {s: taken}}


fails_as(STOPPED,
    ("constant", [gt(Z(M - s * C), 2 * Z(M)), *STOPPED.states[1:]],
        "The dual objective is more than doubled, whatever α is.", one_round(-4 * EIGHTH)),
)  # fmt: skip
fails_as(STOPPED,
    ("sign", {STOPPED.states[1]: gt(step(r, low, high), 0)}, "(13) repaired is positive.", one_round(-4 * EIGHTH)),
)  # fmt: skip


fails_without(STOPPED,
    (gt(0, r), "The constraint may be violated.", one_round(4 * EIGHTH)),
    (FORWARD, "α may be negative in (11).", one_round(-4 * EIGHTH, -EIGHTH)),
    (FORWARD, "α may be 0, and leaves the dual objective as it is.", one_round(-4 * EIGHTH, 0)),
)  # fmt: skip
