"""Section 1, before (2): a desired output has at most one activation, and none outside the range of φ."""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import Lambda, exp

from proofs.general_additive.appendix_linear import a
from proofs.general_additive.appendix_strict import HALF, ONE_TO_ONE, STRICT, b, p, q, s, square_is_strict
from proofs.general_additive.divergence import P
from verify.audit import (
    Claim, Deriv, Theorem, assume, certify, combine, eq, exists, fails_as, fails_without, ge, generalize, gt,
    instantiate, real, vector, witness,
)  # fmt: skip
from verify.language.exists import NOTHING_EXISTS
from verify.prover.proving import certificate

r, z = real("r z")
y = vector("y")

UNIQUE = Claim(
    "general_additive/unique-activation",
    weight="wording",
    slip="There is at most one, and one only for y in the range of φ, as the paper says of the loss below.",
    at="section 1, before (2)",
    printed=(
        "Since φ is the gradient of a strictly convex function, it is one-to-one. Hence, for any desired output y, "
        "there is a unique desired linear activation a such that y = φ(a)"
    ),
    given=[STRICT],
    states=exists(a, [eq(P.gradient(a), y)]),
    reading=(
        "φ = ∇P for a differentiable P on R^k that is strictly convex, by chords. Desired outputs are any vectors of "
        "R^k, as in the first sentence of the paper. That there is not more than one is "
        "general_additive/unique-activation.repaired."
    ),
)

AT_MOST_ONE = Claim(
    "general_additive/unique-activation.repaired",
    at="section 1, before (2)",
    says="for any desired output y there is at most one activation a with y = φ(a); one for y in the range of φ",
    given=[STRICT, eq(P.gradient(a), y), eq(P.gradient(b), y)],
    states=eq(a, b),
    repairs="general_additive/unique-activation",
    rests_on=["general_additive/appendix-strict"],
    reading="As printed, where a and â are activations of the same output y. The range of φ is where there is one.",
)


@cache
def exponential_strictly_above_tangent() -> Theorem:
    """e^z > 1 + z for z ≠ 0."""
    return certify(certificate(gt(exp(z), 1 + z), [gt(z**2, 0)]))


def exponential_is_strict() -> Theorem:
    """e^r is strictly convex: above its tangent at the middle of a chord, at both ends."""
    given = [gt((p - q) ** 2, 0), gt(s, 0), gt(1, s)]
    middle = (1 - s) * p + s * q
    ends = []
    for end, share in ((p, s), (q, 1 - s)):
        away = combine(gt((end - middle) ** 2, 0), [(share**2, assume(given[0]))], facts=given[1:])
        ends.append(instantiate(exponential_strictly_above_tangent(), {z: end - middle}, [away]))
    weights = [(1 - s) * exp(middle), s * exp(middle)]
    chord = gt((1 - s) * exp(p) + s * exp(q), exp(middle))
    strict = combine(chord, list(zip(weights, ends, strict=True)), facts=given[1:])
    return generalize(strict, [p, q, s], given)


def nowhere(transfer: Any, value: Any) -> Theorem:
    """No r has e^r = −1."""
    slope = eq(Deriv(transfer, r, z), value)
    return generalize(combine(ge(-1, 0), [(-1, assume(slope)), (1, exp(z))]), [z], [slope])


@UNIQUE.counterexample
def beyond_the_range(claim: Claim) -> Theorem:
    """P(r) = e^r on the line, so that φ(r) = e^r > 0, and y = −1."""
    values = {P: Lambda(r, exp(r)), y: -1} | dict(NOTHING_EXISTS)
    return witness(list(claim.given), claim.states[0], values, [exponential_is_strict(), nowhere(exp(r), -1)])


@AT_MOST_ONE.proof
def one_to_one(claim: Claim) -> Theorem:
    """φ(a) = y = φ(â)."""
    first, second = (eq(P.gradient(w), y) for w in (a, b))
    same = [(sign, assume(f)) for sign, f in ((1, first), (-1, second)) if f in claim.given]
    equal = combine(eq(P.gradient(a), P.gradient(b)), same)
    return instantiate(ONE_TO_ONE.theorem(ONE_TO_ONE.states[0]), {}, [equal])


SQUARE = {P: Lambda(r, r**2), a: 1, b: 1, y: 2}


fails_as(AT_MOST_ONE,
    ("constant", eq(a, HALF * b), "a = ½â.", SQUARE, square_is_strict),
    ("sign", eq(a, -b), "a = −â.", SQUARE, square_is_strict),
)  # fmt: skip


fails_without(AT_MOST_ONE,
    (AT_MOST_ONE.given[2], "φ(â) need not be y.", SQUARE | {b: 3}, square_is_strict),
    (STRICT, "P need not be strictly convex.", {P: Lambda(r, 2 * r), a: 0, b: 1, y: 2}),
)  # fmt: skip
