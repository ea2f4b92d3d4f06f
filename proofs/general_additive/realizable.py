"""Section 4, no loss of the comparator: the loss of the algorithm is at most bcΔ, and the printed bound is 4bcΔ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import Integer, Lambda, Rational

from proofs.general_additive._line import HALF, gradient_descent, halving, met
from proofs.general_additive.algorithm import (
    ACTIVATION,
    COMPARED,
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
    t,
    target,
    theta,
)
from proofs.general_additive.divergence import divergence
from proofs.general_additive.lemma_5 import (
    B_BOUND,
    C_BOUND,
    CONVEX_PSI,
    LEMMA_5,
    LOSS,
    READING,
    b,
    c,
    small_steps,
    without,
)
from proofs.general_additive.theorem_3 import FACTOR_2
from verify.claims import Claim, Sharpness
from verify.kernel import Theorem, assume, combine, identity, instantiate, telescope, witness
from verify.terms import Inner, eq, forall, ge, le

REALIZABLE = forall(t, eq(target(t), desired(t)), TRIAL)
NOT_FAST = ge(1, b * c * eta)
ONE_DIRECTION = [ACTIVATION, COMPARED, UPDATE]

REALIZABLE_SHARP = Claim(
    "general_additive/realizable.sharp",
    at="after Theorem 3, sharper",
    printed="if Loss(ψ(Θ⋆), S) = 0: Loss(GA, S) ≤ Δ_ψ(Θ_1, Θ⋆)/η for η ≤ 1/(bc), so at most bcR and not only 4bcR",
    given=[*LEMMA_5.given, REALIZABLE, NOT_FAST],
    states=le(LOSS, away(1) / eta),
    rests_on=["general_additive/lemma-4"],
    reading=READING
    + (
        "The comparator has no loss: a⋆_t is the desired activation of every trial. For every η ≤ 1/(bc), and so "
        "bcR at "
        "η = 1/(bc), where (32) with K = 0 has 4bcR: the convexity of the loss in the activation is used on one side "
        "only there, and Δ_φ(a, â) + Δ_φ(â, a) = (φ(â) − φ(a))·(â − a) keeps both."
    ),
)


@REALIZABLE_SHARP.proof
def both_divergences(claim: Claim) -> Theorem:
    """η(ŷ − y)·(â − a) = η(L + Δ_φ(a, â)), and ηΔ_φ(a, â) ≥ η‖ŷ − y‖²/(2c) pays for the movement."""
    facts = [f for f in claim.given if f == ge(length, 0)]
    rules = [instantiate(assume(f), [t, j]) for f in ONE_DIRECTION]
    gap = Inner(error(t), e(j)) * (Inner(target(t), e(j)) - Inner(a(t), e(j)))
    apart, later = divergence(Psi, theta(t, j), best(j)), divergence(Psi, theta(t + 1, j), best(j))
    row = identity(eq(eta * gap, later - apart - divergence(Psi, theta(t + 1, j), theta(t, j))), using=rules)
    added = telescope(row, j, 1, k)
    basis = instantiate(assume(STANDARD_BASIS), [error(t), target(t) - a(t)])
    length_of_error = instantiate(assume(STANDARD_BASIS), [error(t), error(t)])
    moves = telescope(small_steps(claim), j, 1, k)
    turned = instantiate(assume(C_BOUND), [desired(t), a(t)])
    square = Inner(error(t), error(t))
    back = combine(ge(divergence(Phi, desired(t), a(t)), 0), [(1 / (2 * c), turned), (1 / (2 * c), square)])
    same = instantiate(assume(REALIZABLE), [t])
    slow = assume(NOT_FAST)
    step = combine(
        ge(away(t) / eta - away(t + 1) / eta, matching_loss(a(t), t)),
        [
            (1 / eta, added),
            (1, basis),
            (1 / eta, moves),
            (b * eta / 2, length_of_error),
            (b * eta / 2, turned),
            (back, slow),
        ],
        using=[same],
        facts=facts,
    )
    summed = telescope(step, t, 1, length, away(t) / eta)
    last = combine(
        ge(divergence(Psi, theta(length + 1, j), best(j)), 0),
        [(1, instantiate(assume(CONVEX_PSI), [theta(length + 1, j), best(j)]))],
    )
    return combine(claim.states[0], [(1, summed), (1 / eta, telescope(last, j, 1, k))], facts=facts)


REALIZABLE_BOUND = Claim(
    "general_additive/realizable",
    at="after Theorem 3",
    printed="assume that Loss(ψ(Θ⋆), S) = 0; in (32) we can then take K = 0, and the bound becomes 4bcR",
    given=[*FACTOR_2.given, REALIZABLE],
    states=le(LOSS, 4 * b * c * away(1)),
    rests_on=["general_additive/theorem-3-factor-2"],
    reading=READING
    + (
        "The comparator has no loss: a⋆_t is the desired activation of every trial. Theorem 3 has K > 0, and "
        "(31) is 0/0 "
        "at K = 0; its limit is η = 1/(2bc), the rate of (30), which gives the bound."
    ),
)


@REALIZABLE_BOUND.proof
def no_loss_to_double(claim: Claim) -> Theorem:
    """(30), whose first term is 0."""
    general = FACTOR_2.theorem(FACTOR_2.states[0])
    same = instantiate(assume(REALIZABLE), [t])
    none = identity(eq(matching_loss(target(t), t), 0), using=[same])
    facts = [f for f in claim.given if f == ge(length, 0)]
    return combine(claim.states[0], [(1, general), (-2, telescope(none, t, 1, length))], facts=facts)


def at(path: Any, comparator: Any, rate: Any, b_value: Any = 1, c_value: Any = 1, **other: Any) -> dict[str, Any]:
    """How a mutant is refuted by gradient descent on the line, with y = 0 and θ_1 = 1."""
    found = gradient_descent(path, comparator, rate, **other)
    return {"at": {**found, b: b_value, c: c_value}, "discharge": met(found, b_value, c_value)}


def to_zero(t: Any) -> Any:
    """θ_1 = 1 and θ_2 = 0: what η = 1 makes of it in one trial."""
    return 2 - t


def flipping(t: Any) -> Any:
    """θ_1 = 1 and θ_2 = −1: what η = 2 makes of it."""
    return 3 - 2 * t


@REALIZABLE_SHARP.sharp
def attained_in_one_trial() -> Iterator[Sharpness]:
    """Gradient descent, x = 1, y = 0, θ_1 = 1, η = b = c = 1: the loss ½ is Δ."""
    instance = at(to_zero, 0, 1)
    less = le(LOSS, Rational(999, 1000) * away(1) / eta)
    fails = witness(list(REALIZABLE_SHARP.given), less, instance["at"], instance["discharge"]())
    yield Sharpness("best factor of Δ_ψ(Θ_1, Θ⋆)/η (one thousandth less fails)", "1", fails)


@REALIZABLE_SHARP.mutant("constant", **at(to_zero, 0, 1))
def half_the_divergence(claim: Claim) -> Claim:
    """Half of Δ_ψ(Θ_1, Θ⋆)/η."""
    return claim.replace(states=le(LOSS, away(1) / (2 * eta)))


@REALIZABLE_SHARP.mutant("sign", **at(to_zero, 0, 1))
def divergence_subtracted(claim: Claim) -> Claim:
    """−Δ_ψ(Θ_1, Θ⋆)/η."""
    return claim.replace(states=le(LOSS, -away(1) / eta))


@REALIZABLE_SHARP.mutant("hypothesis", **at(flipping, 0, 2))
def twice_as_fast(claim: Claim) -> Claim:
    """η may exceed 1/(bc)."""
    return without(claim, NOT_FAST)


@REALIZABLE_SHARP.mutant("hypothesis", **at(to_zero, 1, 1))
def comparator_with_a_loss(claim: Claim) -> Claim:
    """The comparator may have a loss."""
    return without(claim, REALIZABLE)


@REALIZABLE_SHARP.mutant("hypothesis", **at(flipping, 0, 2, 1, Rational(1, 2)))
def c_too_small(claim: Claim) -> Claim:
    """c may be anything."""
    return without(claim, C_BOUND)


@REALIZABLE_SHARP.mutant("hypothesis", **at(flipping, 0, 2, Rational(1, 2)))
def b_too_small(claim: Claim) -> Claim:
    """b may be anything."""
    return without(claim, B_BOUND)


@REALIZABLE_SHARP.mutant("hypothesis", **at(lambda _: Integer(1), 0, 1, trials=10))
def no_update(claim: Claim) -> Claim:
    """The parameters may be anything."""
    return without(claim, UPDATE)


@REALIZABLE_SHARP.mutant("hypothesis", **at(lambda t: 11 - 10 * t, 0, 1, predicted=Lambda(t, 10)))
def another_prediction(claim: Claim) -> Claim:
    """The algorithm's activations may be anything."""
    return without(claim, ACTIVATION)


def at_half(path: Any, comparator: Any) -> dict[str, Any]:
    """The same at the rate 1/(2bc) of the printed bound."""
    found = at(path, comparator, HALF)
    return found | {"at": {key: value for key, value in found["at"].items() if key != eta}}


@REALIZABLE_BOUND.mutant("constant", **at_half(halving, 0))
def a_fifth_of_the_bound(claim: Claim) -> Claim:
    """⅘bcΔ: what the sharper bound leaves room for is not more than a factor of 4."""
    return claim.replace(states=le(LOSS, 4 * b * c * away(1) / 5))


@REALIZABLE_BOUND.mutant("sign", **at_half(halving, 0))
def bound_subtracted(claim: Claim) -> Claim:
    """−4bcΔ."""
    return claim.replace(states=le(LOSS, -4 * b * c * away(1)))


@REALIZABLE_BOUND.mutant("hypothesis", **at_half(halving, 1))
def comparator_may_lose(claim: Claim) -> Claim:
    """The comparator may have a loss."""
    return without(claim, REALIZABLE)
