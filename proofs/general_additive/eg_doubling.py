"""Section 4: weights of any sign as weights on the simplex, by doubling the inputs."""

from __future__ import annotations

from typing import Any

from sympy import Abs, Expr, KroneckerDelta, Lambda

from proofs.general_additive._exponentiated import i, n, over_inputs, p
from verify.audit import (
    Claim, Theorem, eq, fails_as, fails_without, family, follows, function, ge, identity, instantiate, le,
    magnitude_bounds, positive, telescope,
)  # fmt: skip

U = positive("U")
weight, data = family("ω"), family("x")

INDEX = [ge(i, 1), ge(n, i)]

LENGTH = over_inputs(Abs(weight(p)), p)
"""‖ω‖₁."""


def doubled(sign: int, i: Any) -> Expr:
    """ω′_i, or ω′_{n+i} for the sign −1: what of ω/U has the sign, and an equal part of what ‖ω‖₁ lacks."""
    return (Abs(weight(i)) + sign * weight(i)) / (2 * U) + (1 - LENGTH / U) / (2 * n)


WITHIN = le(LENGTH, U)
UP, DOWN = function("ω⁺"), function("ω⁻")
"""What ω′_i and ω′_{n+i} are called where statements are shown."""
PRODUCT = over_inputs(weight(i) * data(i))

DOUBLING = Claim(
    "general_additive/eg-doubling",
    at="section 4, after (32)",
    printed=(
        "x′_t = (Ux_{t,1}, …, Ux_{t,n}, −Ux_{t,1}, …, −Ux_{t,n}) … for any vector ω ∈ R^n with ‖ω‖_1 ≤ U there is a "
        "vector ω′ ∈ [0, 1]^{2n} such that we have ω·x_t = ω′·x′_t for all x_t and additionally Σ ω′_i = 1"
    ),
    given=[le(LENGTH, U), ge(n, 1), *INDEX],
    where={UP(i): doubled(1, i), DOWN(i): doubled(-1, i)},
    states=[
        *(state for part in (UP, DOWN) for state in (ge(part(i), 0), le(part(i), 1))),
        eq(over_inputs(UP(i) + DOWN(i)), 1),
        eq(over_inputs(UP(i) * U * data(i) - DOWN(i) * U * data(i)), PRODUCT),
    ],
    reading=(
        "ω⁺(i) is ω′_i and ω⁻(i) is ω′_{n+i}, for U > 0 and n ≥ 1 and every 1 ≤ i ≤ n. Where ‖ω‖_1 = U some "
        "of them must be 0, and ω′ is not in the range of σ."
    ),
)


def never_negative(sign: int) -> Theorem:
    """ω′_i ≥ 0."""
    part = magnitude_bounds(weight(i), sign)
    return follows(ge(doubled(sign, i), 0), part, le(LENGTH, U), ge(n, 1))


def sum_is_one(given: list[Any]) -> Theorem:
    """Σ (ω′_i + ω′_{n+i}) = 1."""
    return identity(eq(over_inputs(doubled(1, i) + doubled(-1, i)), 1), facts=given)


def at_most_one(sign: int) -> Theorem:
    """ω′_i ≤ 1: the others are not negative, and the sum is one."""
    here, there = (instantiate(never_negative(s), {i: p}) for s in (sign, -sign))
    rest = (1 - KroneckerDelta(i, p)) * doubled(sign, p) + doubled(-sign, p)
    each = follows(ge(rest, 0), here, there, ge(n, 1))
    added = telescope(each, p, 1, n)
    return follows(le(doubled(sign, i), 1), added, sum_is_one([ge(n, 1)]), ge(n, 1), INDEX)


@DOUBLING.proof
def share_what_is_left(claim: Claim) -> list[Theorem]:
    """|ω_i| ± ω_i ≥ 0; the sum is ‖ω‖₁/U + 1 − ‖ω‖₁/U, and ω′_i − ω′_{n+i} = ω_i/U."""
    bounds = [theorem for sign in (1, -1) for theorem in (never_negative(sign), at_most_one(sign))]
    return [*bounds, sum_is_one([ge(n, 1)]), identity(claim.states[-1], facts=[ge(n, 1)])]


LONE = {n: 1, i: 1, U: 2, weight: Lambda(i, 1), data: Lambda(i, 3)}


fails_as(DOUBLING,
    ("constant", [*DOUBLING.states[:5], eq(DOUBLING.states[5].lhs, PRODUCT / 2)], "½ω·x.", LONE),
    ("constant", [*DOUBLING.states[:4], eq(DOUBLING.states[4].lhs, 2), DOUBLING.states[5]], "Σ ω′_i = 2.", LONE),
    ("sign", [*DOUBLING.states[:5], eq(DOUBLING.states[5].lhs, -PRODUCT)], "−ω·x.", LONE),
)  # fmt: skip


fails_without(DOUBLING,
    (WITHIN, "‖ω‖_1 may be larger than U: then no ω′ with these sums is in [0, 1]^{2n}.",
        {**LONE, U: 1, weight: Lambda(i, 3)}),
)  # fmt: skip
