"""Section 4: what (30) and (32) say where some parameters have no loss, and a bound four times as good."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from sympy import Integer, Lambda, Rational, sqrt

from proofs.general_additive._line import COMPARATOR, DESIRED, HALF, gradient_descent, halving, met, r
from proofs.general_additive._moves import B_BOUND, COMPARED_LOSS, CONVEX_PSI, C_BOUND, LOSS, b, c, small_steps
from proofs.general_additive.algorithm import (
    ACTIVATION, COMPARED, NAMES, STANDARD_BASIS, TRIAL, UPDATE, Phi, Psi, a, away, best, desired, e, error, eta, j, k,
    length, matching_loss, t, target, theta,
)  # fmt: skip
from proofs.general_additive.divergence import divergence
from proofs.general_additive.theorem_3 import COMMON, FACTOR_2, READING, SLOWER, TUNED, K, R, at_rate
from verify.audit import (
    Claim, Deriv, Inner, Theorem, assume, at, combine, eq, fails_as, fails_without, follows, forall, ge, generalize,
    identity, instantiate, le, telescope,
)  # fmt: skip
from verify.author.kernel import KernelError

NO_LOSS = eq(COMPARED_LOSS, 0)

REALIZABLE = Claim(
    "general_additive/realizable",
    at="section 4, after (32)",
    printed=(
        "Loss_φ(ψ(Θ⋆), S) = 0 for some Θ⋆ … In bound (32) we can then take K = 0, and the bound becomes L_φ(GA, S) ≤ "
        "4bcR"
    ),
    given=[*at_rate(COMMON, SLOWER), NO_LOSS, le(away(1), R)],
    where=NAMES,
    states=[
        le(LOSS, 4 * b * c * R),
        eq(TUNED, R / (sqrt((b * c * R) ** 2 + K * b * c * R) + b * c * R)),
    ],
    rests_on=["general_additive/theorem-3-factor-2"],
    reading=(
        READING + "(31) and (32) ask for K > 0, and (31) is 0/0 at K = 0. It is R/(√((bcR)² + KbcR) + bcR), which has "
        "the value 1/(2bc) at K = 0: with that rate the bound holds, by (30)."
    ),
)


@REALIZABLE.proof
def nothing_to_compare(claim: Claim) -> list[Theorem]:
    """(30) without the comparator's loss."""
    bound, rate = claim.states
    general = FACTOR_2.theorem(FACTOR_2.states[0])
    near = [(4 * b * c, assume(le(away(1), R)))]
    return [combine(bound, [(1, general), *near, (-2, assume(NO_LOSS))]), identity(rate)]


FASTER = 1 / (b * c)
REALIZED = forall(t, eq(Phi.gradient(target(t)), Phi.gradient(desired(t))), TRIAL)

REALIZABLE_SHARP = Claim(
    "general_additive/realizable.sharp",
    at="section 4, after (32), sharper",
    says="y_t = φ(ψ(Θ⋆)x_t) for all t, η = 1/(bc): L_φ(GA, S) ≤ bcΔ_ψ(Θ_1, Θ⋆)",
    given=[*at_rate([f for f in COMMON if f != COMPARED], FASTER), COMPARED, REALIZED],
    where=NAMES,
    states=le(LOSS, b * c * away(1)),
    rests_on=["general_additive/lemma-5.repaired"],
    reading=(
        READING + "The learning rate is 1/(bc), at which (34) says nothing. A quarter of the printed bound; with ψ and "
        "φ the identity, x = 1 and θ⋆ = 1, the loss of the first trial is bcΔ_ψ(Θ_1, Θ⋆) already, at every rate."
    ),
    sharpens="general_additive/realizable",
)


@REALIZABLE_SHARP.proof
def both_divergences(claim: Claim) -> Theorem:
    """⟨ŷ − y, â − a⋆⟩ = Δ(â, a⋆) + Δ(a⋆, â): the second, which Lemma 4 drops, pays for the movement."""
    given = list(claim.given)
    facts = [f for f in given if f == ge(length, 0)]
    known = [f for f in given if f in (ACTIVATION, COMPARED, *at_rate([UPDATE], FASTER))]
    rules = [at(f, t, j) for f in known]
    hit = [at(f, t) for f in given if f == REALIZED]
    rate, miss = FASTER, error(t)
    gap = Inner(miss, e(j)) * (Inner(target(t), e(j)) - Inner(a(t), e(j)))
    row = identity(
        eq(
            rate * gap,
            divergence(Psi, theta(t + 1, j), best(j))
            - divergence(Psi, theta(t, j), best(j))
            - divergence(Psi, theta(t + 1, j), theta(t, j)),
        ),
        using=rules,
    )
    added = telescope(row, j, 1, k)
    across = at(STANDARD_BASIS, miss, target(t) - a(t))
    basis = at(STANDARD_BASIS, miss, miss)
    small = telescope(instantiate(small_steps(), {eta: rate}), j, 1, k)
    paid = at(C_BOUND, target(t), a(t))
    pair = desired(t), target(t)
    size = Inner(Phi.gradient(pair[0]) - Phi.gradient(pair[1]), Phi.gradient(pair[0]) - Phi.gradient(pair[1]))
    tight = instantiate(assume(C_BOUND), pair)
    same = follows(ge(divergence(Phi, *pair), 0), tight, size)
    step = follows(
        ge(b * c * (away(t) - away(t + 1)), matching_loss(a(t), t)),
        across,
        added,
        small,
        basis,
        paid,
        same,
        facts,
        using=hit,
    )
    summed = telescope(step, t, 1, length, b * c * away(t))
    apart = follows(
        ge(divergence(Psi, theta(length + 1, j), best(j)), 0), at(CONVEX_PSI, theta(length + 1, j), best(j))
    )
    return follows(claim.states[0], summed, telescope(apart, j, 1, k), facts)


def realized(at: dict[Any, Any]) -> list[Theorem]:
    """The comparator's output is the outcome, where it is."""
    slopes = [Deriv(at[Phi](r), r, at[family](t)) for family in (COMPARATOR, DESIRED)]
    with suppress(KernelError):
        return [generalize(identity(eq(*slopes), facts=TRIAL[:1]), [t], [ge(t, 1), ge(at[length], t)])]
    return []


def case(path: Any, nearest: Any, rate: Any, bound: Any = 1, ratio: Any = 1, **other: Any) -> dict[str, Any]:
    """How a mutant is refuted by gradient descent on the real line, with y = 0, b, c and R = Δ_ψ(Θ_1, Θ⋆)."""
    instance = gradient_descent(path, nearest, rate=rate, **other)
    found = {key: value for key, value in instance.items() if key != eta}
    values = {b: bound, c: ratio, R: (path(1) - nearest) ** 2 / 2 or 1}
    schemas = met(instance, bound, ratio)
    return {"at": found | values, "discharge": lambda: [*schemas(), *realized(instance)]}


fails_as(REALIZABLE,
    ("constant", [le(LOSS, b * c * R / 2), REALIZABLE.states[1]], "½bcR in place of 4bcR.",
        case(halving, Integer(0), HALF)),
    ("sign", [le(LOSS, -4 * b * c * R), REALIZABLE.states[1]], "−4bcR.", case(halving, Integer(0), HALF)),
)  # fmt: skip


fails_without(REALIZABLE,
    (NO_LOSS, "The comparator may have a loss.", case(halving, Rational(2, 3), HALF)),
    (C_BOUND, "c may be anything.", case(lambda t: 9 - 8 * t, Integer(0), 8, ratio=Rational(1, 16))),
    (B_BOUND, "b may be anything.", case(lambda t: 9 - 8 * t, Integer(0), 8, bound=Rational(1, 16))),
)  # fmt: skip


TO_ZERO = case(lambda t: 2 - t, Integer(0), 1)
"""η = 1 takes θ_1 = 1 to θ⋆ = 0 in the one trial, whose loss is ½ = bcΔ."""


fails_as(REALIZABLE_SHARP,
    ("constant", le(LOSS, Rational(99, 100) * b * c * away(1)), "99/100 of the bound.", TO_ZERO),
    ("sign", le(LOSS, -b * c * away(1)), "−bcΔ.", TO_ZERO),
)  # fmt: skip


fails_without(REALIZABLE_SHARP,
    (REALIZED, "The comparator's outputs may be anything.", case(lambda t: 2 - t, Rational(2, 3), 1)),
    (C_BOUND, "c may be anything.", case(lambda t: 3 - 2 * t, Integer(0), 2, ratio=HALF)),
    (B_BOUND, "b may be anything.", case(lambda t: 3 - 2 * t, Integer(0), 2, bound=HALF)),
)  # fmt: skip


RISING = case(
    lambda t: 2 ** (t - 1), Integer(0), 1, Psi=Lambda(r, -(r**2) / 2), predicted=Lambda(t, -(Integer(2) ** (t - 1)))
)


fails_without(REALIZABLE_SHARP,
    (CONVEX_PSI, "Ψ need not be convex.", RISING),
    (at_rate([UPDATE], FASTER)[0], "The parameters may be anything.",
        case(lambda _: Integer(1), Integer(0), 1, trials=10)),
    (ACTIVATION, "The algorithm's activations may be anything.",
        case(lambda t: 11 - 10 * t, Integer(0), 1, predicted=Lambda(t, 10))),
    (COMPARED, "The comparator's activations may be anything.",
        case(lambda t: 2 - t, Integer(1), 1, comparator=Lambda(t, 0))),
)  # fmt: skip


BLIND = case(lambda _: Integer(1), Integer(0), 1, trials=10, basis=Lambda(j, 0), inputs=Lambda(t, 0))


fails_without(REALIZABLE_SHARP, (STANDARD_BASIS, "The vectors e need not be a basis.", BLIND))
