"""Lemma 4, exactly: what (33) drops is the loss of the predictions against those of the comparator."""

from __future__ import annotations

from typing import Any

from sympy import Integer, Lambda, Rational

from proofs.general_additive._line import HALF, gradient_descent, halving
from proofs.general_additive.algorithm import (
    ACTIVATION, COMPARED, STANDARD_BASIS, Phi, Psi, a, away, best, e, eta, j, k, length, moved, t, target, theta,
    trials,
)  # fmt: skip
from proofs.general_additive.boundary_outcomes import (
    COMPARED_LOSS, LOSS, LOSS_NAMES, READING, RULES, UPDATE, error, loss,
)  # fmt: skip
from proofs.general_additive.divergence import divergence
from proofs.general_additive.lemma_5_every_rate import case
from verify.audit import (
    Claim, Inner, Theorem, at, eq, fails_as, fails_without, follows, ge, identity, telescope,
)  # fmt: skip

APART = trials(divergence(Phi, target(t), a(t)))
MOVES = trials(moved(t + 1, t))


def total(apart: Any = 1, moves: Any = 1) -> Any:
    """Loss + ΣΔ_φ(a⋆_t, â_t) = Loss⋆ + (Δ_1 − Δ_{ℓ+1})/η + ΣΔ_ψ(Θ_{t+1}, Θ_t)/η, with factors on both sums."""
    return eq(LOSS + apart * APART, COMPARED_LOSS + (away(1) - away(length + 1)) / eta + moves * MOVES / eta)


EXACT = Claim(
    "general_additive/lemma-4-exact",
    at="Lemma 4, (33), sharper",
    says=(
        "Loss(GA, S) + Σ L_φ(ŷ_t, φ(ψ(Θ⋆)x_t)) = Loss(ψ(Θ⋆), S) + (1/η)(Δ_ψ(Θ_1, Θ⋆) − Δ_ψ(Θ_{ℓ+1}, Θ⋆)) + "
        "(1/η) Σ Δ_ψ(Θ_{t+1}, Θ_t)"
    ),
    given=RULES,
    where=LOSS_NAMES,
    states=total(),
    sharpens=["general_additive/lemma-4", "general_additive/lemma-4-boundary"],
    reading=READING
    + "(33) is an equation, in which only the first sum is missing: L_φ(ŷ_t, φ(a⋆_t)) = Δ_φ(a⋆_t, â_t), the loss of "
    "the comparator's prediction with the algorithm's as the outcome. For any differentiable Φ and Ψ, convex or not; "
    "where Φ is convex no term of the sum is negative, and (33) is left. All that is sharper than Lemma 5 and Theorem "
    "3 comes from this sum.",
)


@EXACT.proof
def three_points_twice(claim: Claim) -> Theorem:
    """Three points for each row, and three for the loss: (ŷ − y)·(â − a⋆) = L(â) − L(a⋆) + Δ_φ(a⋆, â)."""
    rules = [at(f, t, j) for f in (ACTIVATION, COMPARED, UPDATE)]
    gap = Inner(error(t), e(j)) * (Inner(a(t), e(j)) - Inner(target(t), e(j)))
    here, later = (divergence(Psi, theta(now, j), best(j)) for now in (t, t + 1))
    row = identity(eq(eta * gap, here - later + divergence(Psi, theta(t + 1, j), theta(t, j))), using=rules)
    basis = at(STANDARD_BASIS, error(t), a(t) - target(t))
    own = loss(a(t), t) + divergence(Phi, target(t), a(t))
    step = eq(loss(target(t), t) + (away(t) - away(t + 1) + moved(t + 1, t)) / eta, own)
    each = follows(step, basis, telescope(row, j, 1, k))
    return follows(claim.states[0], telescope(each, t, 1, length, away(t) / eta), ge(length, 0))


ONE_STEP = case(gradient_descent(halving, Rational(3, 4)))
"""θ_1 = 1, θ_2 = ½ at η = ½, with y = 0 and the comparator ¾."""


fails_as(EXACT,
    ("constant", total(moves=HALF), "Half of the term with Δ_ψ(Θ_{t+1}, Θ_t).", ONE_STEP),
    ("constant", total(apart=0), "(33) as an equation.", ONE_STEP),
    ("sign", total(apart=-1), "The losses against the comparator's predictions are subtracted.", ONE_STEP),
)  # fmt: skip


fails_without(EXACT,
    (UPDATE, "The parameters may be anything.", case(gradient_descent(lambda _: Integer(1), 0))),
    (ACTIVATION, "The algorithm's activations may be anything.",
        case(gradient_descent(lambda t: 6 - 5 * t, 1, predicted=Lambda(t, 10)))),
    (COMPARED, "The comparator's activations may be anything.",
        case(gradient_descent(halving, 1, comparator=Lambda(t, 0)))),
    (STANDARD_BASIS, "The vectors e need not be a basis.",
        case(gradient_descent(lambda _: Integer(1), 0, basis=Lambda(j, 0), inputs=Lambda(t, 0)))),
)  # fmt: skip
