"""Lemma 4 (33): the progress of the general additive algorithm towards any parameter matrix bounds its loss."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import Integer, Lambda, Rational

from proofs.general_additive._line import gradient_descent, halving, met, w
from proofs.general_additive._runs import runs, slowly, worst
from proofs.general_additive.algorithm import (
    ACTIVATION, COMPARED, CONVEX, GIVEN, NAMES, STANDARD_BASIS, UPDATE, Phi, Psi, a, away, best, e, error, eta, j, k,
    length, matching_loss, moved, t, target, theta, trials,
)  # fmt: skip
from proofs.general_additive.divergence import divergence
from verify.audit import (
    Claim, Inner, Searched, Sharpness, Theorem, at, eq, fails_as, fails_without, follows, ge, identity, le, telescope,
    witness,
)  # fmt: skip

LEMMA_4 = Claim(
    "general_additive/lemma-4",
    at="Lemma 4, (33)",
    printed="Loss(GA, S) ≤ Loss(ψ(Θ⋆), S) + (1/η)(Δ_ψ(Θ_1,Θ⋆) − Δ_ψ(Θ_{ℓ+1},Θ⋆)) + (1/η) Σ Δ_ψ(Θ_{t+1},Θ_t)",
    given=GIVEN,
    where=NAMES,
    states=le(
        trials(matching_loss(a(t), t)),
        trials(matching_loss(target(t), t)) + (away(1) - away(length + 1)) / eta + trials(moved(t + 1, t)) / eta,
    ),
    reading=(
        "Θ_t has k rows θ(t, j), vectors of R^n; ψ = ∇Ψ for a differentiable potential Ψ on R^n, φ = ∇Φ for a "
        "differentiable convex Φ on R^k (above each of its tangents), for every n and k, and e the standard basis of "
        "R^k. The j-th activation of trial t is ⟨ψ(θ(t, j)), x_t⟩, that of the comparator ⟨ψ(θ⋆(j)), x_t⟩; the outcome "
        "y_t = φ(a_t) is in the range of φ, for whose closure see general_additive/lemma-4-boundary; ŷ_t = φ(â_t), and "
        "the update is (20), for the ℓ trials. L_φ(y_t, φ(a)) is Δ_φ(a, a_t), and Δ_ψ of matrices the sum over rows. "
        "The learning rate is any η > 0; Ψ need not be convex."
    ),
)


def one_trial() -> Theorem:
    """η(L(â_t) + Δ_φ(a⋆_t, â_t) − L(a⋆_t)) = Δ_ψ(Θ_t, Θ⋆) − Δ_ψ(Θ_{t+1}, Θ⋆) + Δ_ψ(Θ_{t+1}, Θ_t), for any Φ and Ψ."""
    rules = [at(f, t, j) for f in (ACTIVATION, COMPARED, UPDATE)]
    gap = Inner(error(t), e(j)) * (Inner(target(t), e(j)) - Inner(a(t), e(j)))
    row = identity(
        eq(
            eta * gap,
            divergence(Psi, theta(t + 1, j), best(j))
            - divergence(Psi, theta(t, j), best(j))
            - divergence(Psi, theta(t + 1, j), theta(t, j)),
        ),
        using=rules,
    )
    basis = at(STANDARD_BASIS, error(t), target(t) - a(t))
    more = matching_loss(a(t), t) + divergence(Phi, target(t), a(t)) - matching_loss(target(t), t)
    return follows(eq(eta * more, away(t) - away(t + 1) + moved(t + 1, t)), basis, telescope(row, j, 1, k))


@LEMMA_4.proof
def progress_of_each_row(claim: Claim) -> Theorem:
    """Three points for each row, convexity of the loss in the activation for each trial; the sums telescope."""
    convex = at(CONVEX, target(t), a(t))
    step = follows(
        ge(matching_loss(target(t), t) + (away(t) - away(t + 1) + moved(t + 1, t)) / eta, matching_loss(a(t), t)),
        convex,
        one_trial(),
        ge(length, 0),
    )
    summed = telescope(step, t, 1, length, away(t) / eta)
    return follows(claim.states[0], summed, ge(length, 0))


NEAR = gradient_descent(halving, Rational(3, 4))
"""θ_1 = 1, η = ½, one trial, and the comparator ¾."""


def changed_bound(movement: int | Rational) -> Any:
    """(33) with a factor on the term with Δ_ψ(Θ_{t+1}, Θ_t)."""
    progress = (away(1) - away(length + 1)) / eta
    compared, moves = trials(matching_loss(target(t), t)), trials(moved(t + 1, t)) / eta
    return le(trials(matching_loss(a(t), t)), compared + progress + movement * moves)


fails_as(LEMMA_4,
    ("constant", changed_bound(Rational(1, 2)), "Half of the term with Δ_ψ(Θ_{t+1}, Θ_t).", NEAR, met(NEAR)),
    ("sign", changed_bound(-1), "The term with Δ_ψ(Θ_{t+1}, Θ_t) is subtracted.", NEAR, met(NEAR)),
)  # fmt: skip


CONCAVE = gradient_descent(lambda t: Rational(3, 2) ** (t - 1), 10, Phi=Lambda(w, -(w**2) / 2))


fails_without(LEMMA_4, (CONVEX, "Φ need not be convex.", CONCAVE, met(CONCAVE)))


STANDING = gradient_descent(lambda _: Integer(1), 0)


fails_without(LEMMA_4, (UPDATE, "The parameters may be anything.", STANDING, met(STANDING)))


ELSEWHERE = gradient_descent(lambda t: 6 - 5 * t, 1, predicted=Lambda(t, 10))


fails_without(LEMMA_4, (ACTIVATION, "The algorithm's activations may be anything.", ELSEWHERE, met(ELSEWHERE)))


ANOTHER = gradient_descent(halving, 1, comparator=Lambda(t, 0))


fails_without(LEMMA_4, (COMPARED, "The comparator's activations may be anything.", ANOTHER, met(ANOTHER)))


BLIND = gradient_descent(lambda _: Integer(1), 0, basis=Lambda(j, 0), inputs=Lambda(t, 0))


fails_without(LEMMA_4, (STANDARD_BASIS, "The vectors e need not be a basis.", BLIND, met(BLIND)))


@LEMMA_4.search
def random_runs() -> Iterator[Searched]:
    """Losses against (33), for rates with bcη < 1."""
    return worst(runs(slowly), lambda run: run.compared + (run.start - run.end + run.moved) / run.eta)


AT_THE_START = gradient_descent(halving, 1)


@LEMMA_4.sharp
def attained_at_the_start() -> Iterator[Sharpness]:
    """With Θ⋆ = Θ_1 and one trial both sides are the loss of that trial."""
    bound = LEMMA_4.states[0].lhs
    fails = witness(GIVEN, le(LEMMA_4.states[0].rhs, Rational(999, 1000) * bound), AT_THE_START, met(AT_THE_START)())
    yield Sharpness("best factor of the right-hand side (one thousandth less fails)", "1", fails)


@LEMMA_4.extremal("θ⋆", [1, Rational(3, 4), Rational(1, 2), 0])
def comparators(best: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """One trial from θ_1 = 1: the ratio is 1/(1 + (1 − θ⋆)²), as the tangent at the prediction loses ½(1 − θ⋆)²."""
    found = gradient_descent(halving, best)
    return found, met(found)()
