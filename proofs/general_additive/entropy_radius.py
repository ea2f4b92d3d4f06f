"""The divergence of EG from its uniform start, and the matching loss of exponentials without a normalisation."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Lambda, Rational, Sum, exp, log

from verify.audit import (
    Claim, Deriv, Theorem, certify, eq, fails_as, fails_without, family, follows, function, ge, gt, holds_at, identity,
    instantiate, integer, le, real, sum_above_member, telescope,
)  # fmt: skip
from verify.prover.proving import certificate

i, j, n = integer("i j n")
s = real("s")
u = real("u")
theta, other, v = family("θ"), family("θ̃"), family("v")
weight, base = family("ω̃", positive=True), family("ω", positive=True)

SOME = ge(n, 1)


def over_inputs(term: Any, index: Any = i) -> Expr:
    """The sum over the n inputs."""
    return Sum(term, (index, 1, n))


# --- Δ_σ(0, θ) -----------------------------------------------------------------------------------------------------


def total(theta: Any) -> Expr:
    """Σ e^{θ_j}."""
    return over_inputs(exp(theta(j)), j)


def softmax(theta: Any, i: Any) -> Expr:
    """σ_i(θ), (4)."""
    return exp(theta(i)) / total(theta)


def softmax_divergence(at: Any, base: Any) -> Expr:
    """Δ_σ(θ̂, θ) = P_σ(θ̂) − P_σ(θ) − (θ̂ − θ)·σ(θ), (19) for P_σ = ln Σ exp, of parameters given by index."""
    return log(total(at)) - log(total(base)) - over_inputs((at(i) - base(i)) * softmax(base, i))


def zero(_: Any) -> Expr:
    """The parameters 0, whose weights are 1/n each."""
    return Rational(0)


APART = real("Δ")
"""Δ_σ(0, θ), where statements are shown."""
NEGATIVE_ENTROPY = over_inputs(softmax(theta, i) * log(softmax(theta, i)))

ENTROPY_RADIUS = Claim(
    "general_additive/entropy-radius",
    at="section 4, after (32)",
    printed=(
        "zero initial parameters θ_1 = 0 … the corresponding weight vector ω = σ(θ), we then have Δ_ψ(θ_1, θ) = Σ ω_i "
        "ln(ω_i/ω_{1,i}) = Σ ω_i ln ω_i + ln n ≤ ln n"
    ),
    given=[SOME],
    where={APART: softmax_divergence(zero, theta), function("ω")(i): softmax(theta, i)},
    states=[
        eq(APART, over_inputs(softmax(theta, i) * log(softmax(theta, i) * n))),
        eq(APART, NEGATIVE_ENTROPY + log(n)),
        le(APART, log(n)),
    ],
    reading="Δ is Δ_ψ(0, θ), (19) for the softmax function; ω_{1,i} = 1/n; for every n ≥ 1 and every parameters θ.",
)


def never_positive() -> Theorem:
    """u ln u ≤ 0 for 0 < u ≤ 1."""
    return certify(certificate(le(u * log(u), 0), [gt(u, 0), le(u, 1)]))


@ENTROPY_RADIUS.proof
def no_weight_exceeds_one(claim: Claim) -> list[Theorem]:
    """ln σ_i(θ) = θ_i − ln Σ e^{θ_j}, and ω_i ln ω_i ≤ 0 for ω_i ≤ 1."""
    given = list(claim.given)
    relative, split, bounded = claim.states
    first, second = identity(relative, facts=given), identity(split, facts=given)
    here = softmax(theta, i)
    inside = follows(le(here, 1), sum_above_member(total(theta), i, [ge(i, 1), ge(n, i)]), given)
    each = instantiate(never_positive(), {u: here}, [inside, follows(gt(here, 0), here, given)])
    added = telescope(each, i, 1, n)
    return [first, second, follows(bounded, added, second, given)]


UNEQUAL = {n: 2, theta: Lambda(i, (2 - i) * log(9))}
"""The weights 9/10 and 1/10."""


fails_as(ENTROPY_RADIUS,
    ("constant", [*ENTROPY_RADIUS.states[:2], le(softmax_divergence(zero, theta), log(n) / 2)],
        "½ ln n in place of ln n.", UNEQUAL),
    ("sign", [
            ENTROPY_RADIUS.states[0],
            eq(ENTROPY_RADIUS.states[1].lhs, NEGATIVE_ENTROPY - log(n)),
            ENTROPY_RADIUS.states[2],
        ], "−ln n in place of + ln n.", UNEQUAL),
)  # fmt: skip


holds_at(ENTROPY_RADIUS, ("Nearly all weight on one input.", {n: 2, theta: Lambda(i, (2 - i) * log(9999))}))


# --- exponentials without a normalisation --------------------------------------------------------------------------

UNNORMALISED = over_inputs(weight(i) * log(weight(i) / base(i)) + base(i) - weight(i))
DISTRIBUTIONS = [eq(over_inputs(weight(j), j), 1), eq(over_inputs(base(j), j), 1)]


def exponential_divergence(at: Any, base: Any) -> Expr:
    """Δ_ψ(θ̂, θ) for ψ_i(θ) = e^{θ_i} and its potential Σ e^{θ_j}, of parameters given by index."""
    return total(at) - total(base) - over_inputs((at(i) - base(i)) * exp(base(i)))


UNNORMALISED_LOSS = Claim(
    "general_additive/unnormalised-loss",
    at="section 3, before (24)",
    printed=(
        "the matching loss function L_ψ for this invertible ψ is given by L_ψ(ω̃, ω) = Σ_j (ω̃_j ln(ω̃_j/ω_j) + ω_j − "
        "ω̃_j) for ω̃_j, ω_j ≥ 0"
    ),
    given=[],
    states=[
        eq(Deriv(total(lambda i: theta(i) + s * v(i)), s, 0), over_inputs(exp(theta(i)) * v(i))),
        eq(exponential_divergence(lambda i: log(base(i)), lambda i: log(weight(i))), UNNORMALISED),
    ],
    reading=(
        "Σ e^{θ_j} is a potential of ψ: its derivative along every v is ψ(θ)·v. L_ψ(ω̃, ω) is (16), where ω̃ = ψ(θ̃) "
        "and ω = ψ(θ) are in the range of ψ, the positive orthant, so that θ̃_i = ln ω̃_i. For zeros among them the "
        "print relies on the conventions of Example 2. That it is the relative entropy where both sums are 1 is "
        "general_additive/unnormalised-loss-simplex. For every n."
    ),
)

UNNORMALISED_ENTROPY = Claim(
    "general_additive/unnormalised-loss-simplex",
    at="section 3, before (24)",
    printed="Restricted to Σ ω̃_j = Σ ω_j = 1 this simplifies to the relative entropy",
    given=DISTRIBUTIONS,
    states=eq(UNNORMALISED, over_inputs(weight(i) * log(weight(i) / base(i)))),
    reading="ω̃ and ω as in general_additive/unnormalised-loss; equal sums would do.",
)


@UNNORMALISED_LOSS.proof
def logarithms_of_the_weights(claim: Claim) -> list[Theorem]:
    """e^{ln ω} = ω."""
    return [identity(state) for state in claim.states]


@UNNORMALISED_ENTROPY.proof
def sums_cancel(claim: Claim) -> Theorem:
    """Σ ω_i = Σ ω̃_i."""
    return identity(claim.states[0], using=list(claim.given))


PAIR = {n: 2, theta: Lambda(i, 0), v: Lambda(i, 1), weight: Lambda(i, Rational(1, 2)), base: Lambda(i, 2**i)}


fails_as(UNNORMALISED_LOSS,
    ("sign", {UNNORMALISED_LOSS.states[1]: eq(UNNORMALISED_LOSS.states[1].lhs,
        over_inputs(weight(i) * log(weight(i) / base(i)) - base(i) + weight(i)))},
        "ω̃_j − ω_j in place of ω_j − ω̃_j.", PAIR),
    ("constant",
        [UNNORMALISED_LOSS.states[0], eq(UNNORMALISED_LOSS.states[1].lhs, UNNORMALISED_ENTROPY.states[0].rhs)],
        "The relative entropy alone.", PAIR),
)  # fmt: skip


UNEVEN = {n: 2, weight: Lambda(i, Rational(1, 2)), base: Lambda(i, Rational(9, 4) / 3**i)}


fails_as(UNNORMALISED_ENTROPY,
    ("constant", eq(UNNORMALISED_ENTROPY.states[0].lhs, UNNORMALISED_ENTROPY.states[0].rhs / 2),
        "Half of the relative entropy.", UNEVEN),
    ("sign", eq(UNNORMALISED_ENTROPY.states[0].lhs, -UNNORMALISED_ENTROPY.states[0].rhs), "−Σ ω̃_j ln(ω̃_j/ω_j).",
        UNEVEN),
)  # fmt: skip


fails_without(UNNORMALISED_ENTROPY,
    (DISTRIBUTIONS[0], "ω̃ need not sum to one.", {**UNEVEN, weight: Lambda(i, 1)}),
    (DISTRIBUTIONS[1], "ω need not sum to one.", {**UNEVEN, base: Lambda(i, 1)}),
)  # fmt: skip
