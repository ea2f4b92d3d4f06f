"""Lemma 5 (34): the loss bound of the general additive algorithm for a learning rate below 1/(bc)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import Expr, Integer, Lambda, Rational, Symbol

from proofs.general_additive._line import gradient_descent, halving, met
from proofs.general_additive._runs import runs, slowly, to_and_fro, worst
from proofs.general_additive.algorithm import (
    ACTIVATION,
    COMPARED,
    CONVEX,
    GIVEN,
    NAMES,
    OUTPUTS,
    STANDARD_BASIS,
    TRIAL,
    UPDATE,
    Phi,
    Psi,
    a,
    away,
    best,
    desired,
    e,
    error,
    eta,
    j,
    k,
    length,
    matching_loss,
    moved,
    t,
    target,
    theta,
    trials,
    x,
)
from proofs.general_additive.divergence import divergence
from proofs.general_additive.lemma_4 import LEMMA_4
from verify.claims import Claim, Searched, Sharpness
from verify.kernel import Theorem, assume, combine, generalize, instantiate, telescope, witness
from verify.lemmas import above_tangent
from verify.terms import Hessian, Inner, Relation, Vec, VecHead, forall, ge, gt, le, positive, real, vectors

b, c = positive("b c")
r, s = real("r s")
w, z = vectors("w z")
u, v = Vec(VecHead("u"), OUTPUTS), Vec(VecHead("v"), OUTPUTS)

CONVEX_PSI = forall([w, z], ge(Psi(w), Psi(z) + Inner(w - z, Psi.gradient(z))))
B_BOUND = forall([t, w], ge(b, Inner(Hessian(Psi.head, w, x(t)), x(t))), TRIAL)
C_BOUND = forall(
    [u, v],
    ge(
        2 * c * divergence(Phi, u, v),
        Inner(Phi.gradient(u) - Phi.gradient(v), Phi.gradient(u) - Phi.gradient(v)),
    ),
)
SLOW = gt(1 - b * c * eta, 0)

LOSS, COMPARED_LOSS = trials(matching_loss(a(t), t)), trials(matching_loss(target(t), t))


def bound(comparator: Any, start: Any, rate: Any) -> Expr:
    """The right-hand side of (34)."""
    return comparator / (1 - b * c * rate) + start / (rate - b * c * rate**2)


RULES = [f for f in GIVEN if f != CONVEX]
READING = (
    "As in general_additive/lemma-4, with Ψ and Φ twice differentiable and convex. b > 0 bounds ⟨Dψ(w)x_t, x_t⟩ for "
    "every trial and every w in R^n (28). c > 0 is at least c_φ (29), whose fractions have y = φ(v) and ŷ = φ(u): "
    "‖φ(u) − φ(v)‖² ≤ 2cΔ_φ(u, v), which makes Φ convex. "
)

LEMMA_5 = Claim(
    "general_additive/lemma-5",
    weight="gap",
    slip=(
        "Beyond η = 1/(bc) the factors change their signs, and the bound is negative; the theorem that "
        "uses the lemma stays below."
    ),
    at="Lemma 5, (34)",
    printed=(
        "For any initial parameter matrix Θ_1 ∈ R^{k×n} and learning rate η we have Loss_φ(GA(ψ, φ, Θ_1, η), "
        "S) ≤ Loss_φ(ψ(Θ⋆), S)/(1 − bcη) + Δ_ψ(Θ_1, Θ⋆)/(η − bcη²) (34) for all parameter matrices Θ⋆ ∈ "
        "R^{k×n}"
    ),
    given=[*RULES, CONVEX_PSI, B_BOUND, C_BOUND],
    where=NAMES,
    states=le(LOSS, bound(COMPARED_LOSS, away(1), eta)),
    rests_on=["general_additive/lemma-4"],
    reading=READING + "As printed, for any η > 0: beyond 1/(bc) the right-hand side is negative.",
)

LEMMA_5_REPAIRED = Claim(
    "general_additive/lemma-5.repaired",
    at="Lemma 5, (34)",
    says="Loss(GA, S) ≤ Loss(ψ(Θ⋆), S)/(1 − bcη) + Δ_ψ(Θ_1, Θ⋆)/(η − bcη²), for 0 < η < 1/(bc)",
    given=[*LEMMA_5.given, SLOW],
    where=NAMES,
    states=LEMMA_5.states[0],
    rests_on=["general_additive/lemma-4"],
    repairs="general_additive/lemma-5",
    reading=READING + "With the hypothesis bcη < 1, by which the proof divides.",
)

TOWARDS_ZERO = gradient_descent(halving, 0)
THERE_AND_BACK = gradient_descent(lambda t: 3 - 2 * t, 0, 2)


@LEMMA_5.counterexample
def beyond_the_edge(claim: Claim) -> Theorem:
    """Gradient descent, x = 1, y = 0, θ_1 = 1, θ⋆ = 0, η = 2, with b = c = 1: loss ½, bound −¼."""
    return witness(list(claim.given), claim.states[0], {**THERE_AND_BACK, b: 1, c: 1}, met(THERE_AND_BACK)())


def small_steps() -> Theorem:
    """Δ_ψ(θ_{t+1,j}, θ_{t,j}) ≤ ½bη²(ŷ_{t,j} − y_{t,j})², by Taylor's theorem along the step."""
    e_j = Inner(error(t), e(j))
    step = -eta * e_j * x(t)
    curvature = b * eta**2 * e_j**2
    f = Lambda(s, curvature * s**2 / 2 - Psi(theta(t, j) + s * step))

    def convex(goal: Relation, s: Symbol) -> Theorem:
        below = instantiate(assume(B_BOUND), [t, theta(t, j) + s * step])
        return combine(goal, [(eta**2 * e_j**2, below)])

    above = above_tangent(f, 0, 1, convex)
    moves = instantiate(assume(UPDATE), [t, j])
    goal = ge(curvature / 2, divergence(Psi, theta(t + 1, j), theta(t, j)))
    return combine(goal, [(1, above)], using=[moves])


def away_at_the_end() -> Theorem:
    """Δ_ψ(Θ_{ℓ+1}, Θ⋆) ≥ 0."""
    last = theta(length + 1, j)
    tangent = instantiate(assume(CONVEX_PSI), [last, best(j)])
    return telescope(combine(ge(divergence(Psi, last, best(j)), 0), [(1, tangent)]), j, 1, k)


@LEMMA_5_REPAIRED.proof
def movement_is_paid_for_by_the_loss(claim: Claim) -> Theorem:
    """Σ_j (ŷ_{t,j} − y_{t,j})² = ‖ŷ_t − y_t‖² ≤ 2cL_t, so that the movement is at most bcη² times the loss."""
    facts = [f for f in claim.given if f == ge(length, 0)]
    added = telescope(small_steps(), j, 1, k)
    basis = instantiate(assume(STANDARD_BASIS), [error(t), error(t)])
    by_loss = instantiate(assume(C_BOUND), [a(t), desired(t)])
    here = combine(
        ge(b * c * eta**2 * matching_loss(a(t), t), moved(t + 1, t)),
        [(1, added), (b * eta**2 / 2, basis), (b * eta**2 / 2, by_loss)],
    )
    summed = telescope(here, t, 1, length)
    tangent = instantiate(assume(C_BOUND), [u, v])
    squared = Inner(Phi.gradient(u) - Phi.gradient(v), Phi.gradient(u) - Phi.gradient(v))
    convex = combine(CONVEX.body, [(1 / (2 * c), tangent), (1 / (2 * c), squared)])
    lemma = instantiate(LEMMA_4.theorem(LEMMA_4.states[0]), discharge=[generalize(convex, [u, v])])
    scaled = combine(
        ge(COMPARED_LOSS + away(1) / eta, (1 - b * c * eta) * LOSS),
        [(1, lemma), (1 / eta, summed), (1 / eta, away_at_the_end())],
        facts=facts,
    )
    slow = assume(SLOW)
    room = combine(gt(eta - b * c * eta**2, 0), [(eta, slow)])
    return combine(claim.states[0], [(1 / (1 - b * c * eta), scaled)], facts=[slow, room])


def at(instance: dict[Any, Any], b_value: Any = 1, c_value: Any = 1) -> dict[str, Any]:
    """How a mutant is refuted at an instance with these constants."""
    return {"at": {**instance, b: b_value, c: c_value}, "discharge": met(instance, b_value, c_value)}


@LEMMA_5_REPAIRED.mutant("constant", **at(gradient_descent(halving, Rational(4, 5))))
def loss_not_divided(claim: Claim) -> Claim:
    """The comparator's loss is not divided by 1 − bcη."""
    return claim.replace(states=le(LOSS, COMPARED_LOSS + away(1) / (eta - b * c * eta**2)))


@LEMMA_5_REPAIRED.mutant("constant", **at(gradient_descent(halving, Rational(1, 3))))
def quarter_of_the_divergence(claim: Claim) -> Claim:
    """A quarter of the term with Δ_ψ(Θ_1, Θ⋆)."""
    return claim.replace(states=le(LOSS, bound(COMPARED_LOSS, away(1) / 4, eta)))


@LEMMA_5_REPAIRED.mutant("sign", **at(gradient_descent(halving, Rational(1, 3))))
def divergence_subtracted(claim: Claim) -> Claim:
    """The term with Δ_ψ(Θ_1, Θ⋆) is subtracted."""
    return claim.replace(states=le(LOSS, bound(COMPARED_LOSS, -away(1), eta)))


def without(claim: Claim, *hypotheses: Any) -> Claim:
    """The claim without some of its hypotheses."""
    return claim.replace(given=[f for f in claim.given if f not in hypotheses])


def any_rate(claim: Claim) -> Claim:
    """Any η > 0."""
    return without(claim, SLOW)


def b_too_small(claim: Claim) -> Claim:
    """b may be anything."""
    return without(claim, B_BOUND)


def c_too_small(claim: Claim) -> Claim:
    """c may be anything."""
    return without(claim, C_BOUND)


RISING = gradient_descent(
    lambda t: Rational(3, 2) ** (t - 1),
    0,
    Psi=Lambda(r, -(r**2) / 2),
    predicted=Lambda(t, -(Rational(3, 2) ** (t - 1))),
)


def psi_not_convex(claim: Claim) -> Claim:
    """Ψ need not be convex."""
    return without(claim, CONVEX_PSI)


def no_update(claim: Claim) -> Claim:
    """The parameters may be anything."""
    return without(claim, UPDATE)


def another_prediction(claim: Claim) -> Claim:
    """The algorithm's activations may be anything."""
    return without(claim, ACTIVATION)


def another_comparator(claim: Claim) -> Claim:
    """The comparator's activations may be anything."""
    return without(claim, COMPARED)


def no_basis(claim: Claim) -> Claim:
    """The vectors e need not be a basis."""
    return without(claim, STANDARD_BASIS)


def hypotheses_are_needed(claim: Claim, fast: dict[Any, Any] = TOWARDS_ZERO) -> None:
    """The mutants without one of the hypotheses of Lemma 5, each refuted by a run of gradient descent on the line."""
    still = gradient_descent(lambda _: Integer(1), 0, trials=10)
    nowhere = gradient_descent(lambda _: Integer(1), 0, trials=10, basis=Lambda(j, 0), inputs=Lambda(t, 0))
    refuted = {
        any_rate: at(fast, 4),
        b_too_small: at(gradient_descent(halving, Rational(2, 3)), Rational(1, 2)),
        c_too_small: at(gradient_descent(halving, Rational(2, 3)), 1, Rational(1, 2)),
        psi_not_convex: at(RISING),
        no_update: at(still),
        another_prediction: at(gradient_descent(lambda t: 6 - 5 * t, 1, predicted=Lambda(t, 10))),
        another_comparator: at(gradient_descent(halving, 1, comparator=Lambda(t, 0))),
        no_basis: at(nowhere),
    }
    for dropped, instance in refuted.items():
        claim.mutant("hypothesis", **instance)(dropped)


hypotheses_are_needed(LEMMA_5_REPAIRED)


@LEMMA_5_REPAIRED.search
def random_runs() -> Iterator[Searched]:
    """Losses against (34), for rates with bcη < 1."""

    def promise(run: Any) -> float:
        return float(run.compared + run.start / run.eta) / (1.0 - float(run.slow))

    return worst(runs(slowly), promise)


@LEMMA_5_REPAIRED.search
def many_trials() -> Iterator[Searched]:
    """θ_t = ±1 in turn, with the comparator 0: the ratio tends to 4(1 − η)/(2 − η)², more than 1 − η² in one trial."""
    trials = 1000
    for rate in (0.1, 0.5, 0.9):
        loss, compared = to_and_fro(rate, trials)
        promised = (compared + 0.5 / rate) / (1.0 - rate)
        yield Searched(f"η = {rate}", 1, loss / promised, f"{trials} trials to and fro")


RATES = [Rational(1, 100), Rational(1, 10), Rational(1, 2), Rational(9, 10)]


def one_step(rate: Any) -> Any:
    """θ_1 = 1 and θ_2 = 1 − η: the one trial of gradient descent with x = 1 and y = 0."""
    return lambda t: 1 - (t - 1) * rate


@LEMMA_5_REPAIRED.extremal("η", RATES)
def the_best_comparator(rate: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """One trial and θ⋆ = 1/(1 + η), with b = c = 1: the ratio is 1 − η², the largest over one trial from y = 0."""
    found = at(gradient_descent(one_step(rate), 1 / (1 + rate), rate))
    return found["at"], found["discharge"]()


@LEMMA_5_REPAIRED.sharp
def nearly_attained() -> Iterator[Sharpness]:
    """One trial, x = 1, y = 0, θ_1 = 1, θ⋆ = 1/(1 + η): the quotient 1 − η² tends to 1 as η → 0."""
    found = at(gradient_descent(lambda t: 1 - (t - 1) / Integer(10), Rational(10, 11), Rational(1, 10)))
    less = le(LOSS, Rational(98, 100) * bound(COMPARED_LOSS, away(1), eta))
    fails = witness(list(LEMMA_5_REPAIRED.given), less, found["at"], found["discharge"]())
    yield Sharpness("best factor of the right-hand side for all η (98/100 fails at η = 1/10)", "1", fails)
