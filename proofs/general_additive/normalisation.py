"""Example 4: the map a/‖a‖ has the convex potential ‖a‖, and a divergence that its values do not determine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Expr

from numeric.matching import Normalisation
from numeric.reference import normalisation as reference
from proofs.general_additive.identity_loss import divergence
from verify.audit import (
    Claim, Conformance, Deriv, Inner, Theorem, assume, cases, cauchy_schwarz, combine, eq, fails_as, fails_without,
    follows, ge, gt, identity, le, lt, ne, norm, positive, real, vectors, witness,
)  # fmt: skip
from verify.claims.concrete import value
from verify.claims.conformance import conformance

s = real("s")
c = positive("c")
a, b, v = vectors("a â v")


def normalised(a: Any) -> Expr:
    """φ(a) = a/‖a‖."""
    return a / norm(a)


def gap(b: Any, a: Any) -> Expr:
    """‖â‖ − ⟨a, â⟩/‖a‖."""
    return norm(b) - Inner(a, b) / norm(a)


NONZERO = [gt(Inner(a, a), 0), gt(Inner(b, b), 0)]
GRADIENT = eq(Deriv(norm(a + s * v), s, 0), Inner(normalised(a), v))
ABOVE_TANGENT = ge(norm(v), norm(a) + Inner(v - a, normalised(a)))
NOT_STRICTLY = eq(norm(c * a), norm(a) + Inner(c * a - a, normalised(a)))
DIVERGENCE = eq(divergence(norm, b, a), gap(b, a))
SCALES = eq(divergence(norm, c * b, a), c * divergence(norm, b, a))
SAME_OUTPUT = eq(normalised(c * b), normalised(b))

EXAMPLE_4 = Claim(
    "general_additive/example-4",
    at="Example 4",
    printed=(
        "The mapping is not well defined at the origin, but otherwise it can be written as a gradient φ(a) = "
        "∇P_φ(a) where the potential function P_φ(a) = ‖a‖₂ is convex. However, P_φ is not strictly convex. "
        "Moreover, we have Δ_φ(â, a) = … ‖â‖₂ − (a/‖a‖₂)·â, so Δ_φ(câ, a) = cΔ_φ(â, a) … although φ(â) = "
        "φ(câ) for all c > 0"
    ),
    given=NONZERO,
    states=[GRADIENT, ABOVE_TANGENT, NOT_STRICTLY, DIVERGENCE, SCALES, SAME_OUTPUT],
    reading=(
        "For all a, â ≠ 0 in R^k, every k, and every c > 0; v is any direction, and any point in the convexity: "
        "‖v‖ ≥ ‖a‖ + ⟨v − a, φ(a)⟩, also for v = 0. On the ray through a there is equality, so ‖·‖ is not strictly "
        "convex. The norm is the Euclidean one, for which Dφ is symmetric; the last term of (19) is written as the "
        "derivative of P at a along â − a."
    ),
)


def nonzero() -> list[Any]:
    """What is given of a and â, and ‖câ‖² > 0."""
    return [*NONZERO, follows(gt(Inner(c * b, c * b), 0), NONZERO[1])]


@EXAMPLE_4.proof
def cauchy_and_schwarz(claim: Claim) -> list[Theorem]:
    """Convexity is ⟨a, v⟩ ≤ ‖a‖‖v‖; the rest is algebra."""
    facts = nonzero()
    gradient, convex, flat, difference, scales, same = claim.states
    return [
        identity(gradient, facts=facts),
        follows(convex, cauchy_schwarz(v, a), facts),
        identity(flat, facts=facts),
        identity(difference, facts=facts),
        identity(scales, facts=facts),
        identity(same, facts=facts),
    ]


PLANE = {a: (1, 0), b: (0, 2), v: (3, 4), c: 2}


fails_as(EXAMPLE_4,
    ("constant", {GRADIENT: eq(GRADIENT.lhs, GRADIENT.rhs / 2)}, "The gradient is a/(2‖a‖).", PLANE),
    ("sign", {ABOVE_TANGENT: le(ABOVE_TANGENT.lhs, ABOVE_TANGENT.rhs)}, "‖·‖ lies below its tangents.", PLANE),
    ("constant", {ABOVE_TANGENT: gt(ABOVE_TANGENT.lhs, ABOVE_TANGENT.rhs)}, "‖·‖ lies strictly above its tangents.",
        {**PLANE, v: (2, 0)}),
    ("sign", {DIVERGENCE: eq(DIVERGENCE.lhs, norm(b) + Inner(a, b) / norm(a))}, "‖â‖ + ⟨a, â⟩/‖a‖.",
        {**PLANE, b: (3, 4)}),
    ("constant", {SCALES: eq(SCALES.lhs, divergence(norm, b, a))},
        "Δ(câ, a) = Δ(â, a): what a matching loss would need.", PLANE),
)  # fmt: skip


@EXAMPLE_4.conformance
def code_follows_the_gap() -> Iterator[Conformance]:
    """The divergence and the map in 2 to 20 dimensions, some pairs of activations nearly parallel."""
    rng = np.random.default_rng(4)
    pairs = [(rng.normal(0, 3, n), rng.normal(0, 3, n)) for n in (2, 3, 20) for _ in range(4)]
    pairs += [(first, 2 * first + 1e-6 * second) for first, second in pairs]
    points = [(first.tolist(), second.tolist()) for first, second in pairs]
    yield from conformance(
        points,
        formula=lambda pair: value(gap(b, a), {b: pair[0], a: pair[1]}),
        code=lambda pair: Normalisation().divergence(*pair),
        reference=lambda pair: reference.divergence(*pair),
        ulps=4.0,
    )
    yield from conformance(
        points,
        formula=lambda pair: value(normalised(a), {a: pair[1]}),
        code=lambda pair: Normalisation().transfer(pair[1]),
        reference=lambda pair: reference.transfer(pair[1]),
        ulps=4.0,
    )


# --- Δ(câ, a) ≠ Δ(â, a) --------------------------------------------------------------------------------------------

OTHER_SCALE = ne(c, 1)
CHANGES = ne(divergence(norm, c * b, a), divergence(norm, b, a))
APART = gt(norm(a) * norm(b), Inner(a, b))

EXAMPLE_4_SCALE = Claim(
    "general_additive/example-4-scale",
    weight="wording",
    slip=("It holds where φ(â) ≠ φ(a); along the ray of a both sides are 0. The example makes its point all the same."),
    at="Example 4",
    printed="Δ_φ(câ, a) ≠ Δ_φ(â, a) for c ≠ 1",
    given=[*NONZERO, OTHER_SCALE],
    states=CHANGES,
    rests_on=["general_additive/example-4"],
    reading="For all a, â ≠ 0 and every c > 0 other than 1.",
)

EXAMPLE_4_SCALE_REPAIRED = Claim(
    "general_additive/example-4-scale.repaired",
    at="Example 4",
    says="Δ_φ(câ, a) ≠ Δ_φ(â, a) for c ≠ 1 where φ(â) ≠ φ(a); hence L_φ(y, ŷ) is not well defined by (16)",
    given=[*NONZERO, APART, OTHER_SCALE],
    states=[CHANGES, SAME_OUTPUT],
    repairs="general_additive/example-4-scale",
    rests_on=["general_additive/example-4"],
    reading=(
        "φ(â) ≠ φ(a) is ⟨a, â⟩ < ‖a‖‖â‖. Then the activations â and câ have the same output ŷ ≠ y, and two values of "
        "the right-hand side of (16): for no two different outputs is there a matching loss, in any dimension k ≥ 1."
    ),
)


@EXAMPLE_4_SCALE.counterexample
def same_direction(claim: Claim) -> Theorem:
    """a = â = (1, 0), c = 2: both are 0."""
    return witness(list(claim.given), claim.states[0], {**PLANE, b: (1, 0)})


@EXAMPLE_4_SCALE_REPAIRED.proof
def a_multiple_of_the_gap(claim: Claim) -> list[Theorem]:
    """The difference is (c − 1)Δ(â, a), and Δ(â, a) > 0."""
    facts = nonzero()
    changes, same = claim.states
    wide = [follows(gt(gap(b, a), 0), APART, facts)]
    square = follows(gt((c - 1) ** 2, 0), (c - 1) ** 2, OTHER_SCALE)
    sides = [gt(c, 1), lt(c, 1), eq(c, 1)]
    larger = follows(changes, gap(b, a), facts, wide, sides[0])
    smaller = follows(ne(changes.rhs, changes.lhs), gap(b, a), facts, wide, sides[1])
    never = combine(changes, [(1, square), (gap(b, a) - (c - 1), assume(sides[2]))], facts=facts)
    return [cases([larger, smaller, never], sides), identity(same, facts=facts)]


@EXAMPLE_4_SCALE_REPAIRED.instance
def orthogonal_activations() -> dict[Any, Any]:
    """a = (1, 0), â = (0, 2), c = 2."""
    return PLANE


fails_without(EXAMPLE_4_SCALE_REPAIRED,
    (APART, "φ(â) may be φ(a).", {**PLANE, b: (1, 0)}),
    (OTHER_SCALE, "c may be 1.", {**PLANE, c: 1}),
)  # fmt: skip


fails_as(EXAMPLE_4_SCALE_REPAIRED,
    ("sign", {CHANGES: eq(CHANGES.lhs, CHANGES.rhs)}, "= in place of ≠.", PLANE),
    ("constant", {CHANGES: ne(CHANGES.lhs, 2 * CHANGES.rhs)}, "Δ(câ, a) ≠ 2Δ(â, a).", PLANE),
)  # fmt: skip
