"""After Theorem 3: a comparator without a loss has the outputs y_t = φ(Ω⋆x_t), which are Ω⋆x_t for φ the identity."""

from __future__ import annotations

from typing import Any

from sympy import KroneckerDelta, Lambda

from proofs.general_additive.algorithm import length, t, trials
from proofs.general_additive.appendix_linear import CONVEX, POSITIVE, met
from proofs.general_additive.appendix_linear import c as activation
from proofs.general_additive.appendix_linear import d as other
from proofs.general_additive.divergence import NAMES, P, divergence
from verify.claims import Claim
from verify.kernel import Theorem, assume, combine, instantiate, telescope, witness
from verify.terms import EUCLIDEAN, Vec, VecHead, eq, ge, integer, real

r = real("r")
m = integer("m")


def comparator(t: Any) -> Vec:
    """Ω⋆x_t, the comparator's activation."""
    return Vec(VecHead("a⋆"), EUCLIDEAN, t)


def desired(t: Any) -> Vec:
    """The activation a_t with y_t = φ(a_t)."""
    return Vec(VecHead("a"), EUCLIDEAN, t)


HERE = [ge(m, 1), ge(length, m)]
NO_LOSS = eq(trials(divergence(P, comparator(t), desired(t))), 0)

PRINTED = Claim(
    "general_additive/no-loss-outputs",
    face_of="general_additive/loss-without-transfer",
    at="after Theorem 3",
    printed=("Loss_φ(ψ(Θ⋆), S) = 0 for some Θ⋆, i.e., some weight matrix Ω⋆ = ψ(Θ⋆) satisfies y_t = Ω⋆x_t for all t"),
    given=[CONVEX, NO_LOSS, *HERE],
    where=NAMES,
    states=eq(P.gradient(desired(m)), comparator(m)),
    reading=(
        "φ = ∇P on R^k for a differentiable convex P, y_t = φ(a_t), and a⋆_t = Ω⋆x_t; the loss of trial t is "
        "Δ(a⋆_t, a_t). y_m = a⋆_m is asked of each trial 1 ≤ m ≤ ℓ."
    ),
)

REPAIRED = Claim(
    "general_additive/no-loss-outputs.repaired",
    at="after Theorem 3",
    says="Loss_φ(ψ(Θ⋆), S) = 0, i.e., the weight matrix Ω⋆ = ψ(Θ⋆) satisfies y_t = φ(Ω⋆x_t) for all t",
    given=PRINTED.given,
    where=NAMES,
    states=eq(P.gradient(desired(m)), P.gradient(comparator(m))),
    repairs="general_additive/no-loss-outputs",
    rests_on=["general_additive/appendix-positive"],
    reading=(
        "As general_additive/no-loss-outputs, with φ: no trial has a loss, as none is negative, and then the outputs "
        "are equal. That equal outputs have no loss is (16)."
    ),
)

SQUARE = Lambda(r, r**2)
ONE_TRIAL = {P: SQUARE, length: 1, m: 1, VecHead("a⋆"): Lambda(t, 1), VecHead("a"): Lambda(t, 1)}


@PRINTED.counterexample
def twice_the_activation(claim: Claim) -> Theorem:
    """φ(w) = 2w, one trial with the activation a⋆ = a = 1: no loss, and y = 2, not 1."""
    return witness(list(claim.given), claim.states[0], ONE_TRIAL, met(SQUARE)())


@REPAIRED.proof
def no_trial_has_a_loss(claim: Claim) -> Theorem:
    """Each loss is at most the sum, which is 0; and a loss of 0 is one of equal outputs."""
    others = 1 - KroneckerDelta(t, m)
    tangents = [instantiate(assume(f), [comparator(t), desired(t)]) for f in claim.given if f == CONVEX]
    each = combine(ge(others * divergence(P, comparator(t), desired(t)), 0), [(others, f) for f in tangents])
    facts = [f for f in claim.given if f in HERE]
    zero = [(-1, assume(f)) for f in claim.given if f == NO_LOSS]
    here = divergence(P, comparator(m), desired(m))
    least = combine(ge(0, here), [(1, telescope(each, t, 1, length)), *zero], facts=facts)
    own = [instantiate(assume(f), [comparator(m), desired(m)]) for f in claim.given if f == CONVEX]
    nothing = combine(eq(here, 0), [(1, here)], facts=[least, *own])
    equal = POSITIVE.theorem(POSITIVE.states[1])
    there = instantiate(equal, {other: comparator(m), activation: desired(m)}, [nothing])
    return combine(claim.states[0], [(-1, there)])


@REPAIRED.mutant("constant", at=ONE_TRIAL, discharge=met(SQUARE))
def twice_the_output(claim: Claim) -> Claim:
    """2φ(Ω⋆x_t)."""
    return claim.replace(states=eq(claim.states[0].lhs, 2 * claim.states[0].rhs))


@REPAIRED.mutant("sign", at=ONE_TRIAL, discharge=met(SQUARE))
def output_negated(claim: Claim) -> Claim:
    """−φ(Ω⋆x_t)."""
    return claim.replace(states=eq(claim.states[0].lhs, -claim.states[0].rhs))


@REPAIRED.mutant("hypothesis", at=ONE_TRIAL | {VecHead("a"): Lambda(t, 2)}, discharge=met(SQUARE))
def some_loss(claim: Claim) -> Claim:
    """The comparator may have a loss."""
    return claim.replace(given=[f for f in claim.given if f != NO_LOSS])


@REPAIRED.mutant("hypothesis", at=ONE_TRIAL | {m: 2, VecHead("a"): Lambda(t, t)}, discharge=met(SQUARE))
def beyond_the_trials(claim: Claim) -> Claim:
    """m may exceed ℓ."""
    return claim.replace(given=[f for f in claim.given if f != HERE[1]])


@REPAIRED.mutant("hypothesis", at=ONE_TRIAL | {m: 0, VecHead("a"): Lambda(t, t)}, discharge=met(SQUARE))
def before_the_trials(claim: Claim) -> Claim:
    """m may be 0."""
    return claim.replace(given=[f for f in claim.given if f != HERE[0]])


CUBIC = Lambda(r, r**3 - 3 * r**2 + 4 * r)


@REPAIRED.mutant("hypothesis", at=ONE_TRIAL | {P: CUBIC, VecHead("a⋆"): Lambda(t, 3), VecHead("a"): Lambda(t, 0)})
def not_convex(claim: Claim) -> Claim:
    """P need not be convex."""
    return claim.replace(given=[f for f in claim.given if f != CONVEX])
