"""After Theorem 3: a comparator without a loss has the outputs y_t = φ(Ω⋆x_t), which are Ω⋆x_t for φ the identity."""

from __future__ import annotations

from typing import Any

from sympy import KroneckerDelta, Lambda

from proofs.general_additive.algorithm import TRIAL, length, t, trials
from proofs.general_additive.appendix_linear import CONVEX, POSITIVE, met
from proofs.general_additive.appendix_linear import c as activation
from proofs.general_additive.appendix_linear import d as other
from proofs.general_additive.divergence import NAMES, P, divergence
from verify.audit import (
    Claim, Deriv, Theorem, assume, at, combine, eq, fails_as, fails_without, follows, forall, ge, generalize, identity,
    instantiate, integer, real, telescope, witness,
)  # fmt: skip
from verify.language.terms import EUCLIDEAN, Vec, VecHead

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
    says="where Loss_φ(ψ(Θ⋆), S) = 0, the weight matrix Ω⋆ = ψ(Θ⋆) satisfies y_t = φ(Ω⋆x_t) for all t",
    given=PRINTED.given,
    where=NAMES,
    states=eq(P.gradient(desired(m)), P.gradient(comparator(m))),
    repairs="general_additive/no-loss-outputs",
    rests_on=["general_additive/appendix-positive"],
    reading=(
        "As general_additive/no-loss-outputs, with φ: no trial has a loss, as none is negative, and then the outputs "
        "are equal. That equal outputs have no loss is general_additive/no-loss-outputs-converse."
    ),
)

SAME_OUTPUTS = forall(t, eq(P.gradient(desired(t)), P.gradient(comparator(t))), TRIAL)

CONVERSE = Claim(
    "general_additive/no-loss-outputs-converse",
    at="after Theorem 3",
    says="where y_t = φ(Ω⋆x_t) for all t, Loss_φ(ψ(Θ⋆), S) = 0",
    given=[CONVEX, SAME_OUTPUTS, ge(length, 0)],
    idle={ge(length, 0): "ℓ is a number of trials"},
    where=NAMES,
    states=NO_LOSS,
    repairs="general_additive/no-loss-outputs",
    reading=(
        "The other direction of general_additive/no-loss-outputs.repaired: φ = ∇P on R^k for a differentiable convex "
        "P, which need not be strictly convex, so that a⋆_t may differ from a_t."
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
    tangents = [at(CONVEX, comparator(t), desired(t))]
    each = follows(ge(others * divergence(P, comparator(t), desired(t)), 0), tangents)
    zero = [(-1, assume(NO_LOSS))]
    here = divergence(P, comparator(m), desired(m))
    least = combine(ge(0, here), [(1, telescope(each, t, 1, length)), *zero], facts=HERE)
    own = [at(CONVEX, comparator(m), desired(m))]
    nothing = follows(eq(here, 0), here, least, own)
    equal = POSITIVE.theorem(POSITIVE.states[1])
    there = instantiate(equal, {other: comparator(m), activation: desired(m)}, [nothing])
    return follows(claim.states[0], there)


@CONVERSE.proof
def divergences_both_ways(claim: Claim) -> Theorem:
    """Δ(a⋆_t, a_t) + Δ(a_t, a⋆_t) = ⟨a⋆_t − a_t, φ(a⋆_t) − φ(a_t)⟩, which is 0, and neither is negative."""
    here = divergence(P, comparator(t), desired(t))
    same = [at(SAME_OUTPUTS, t)]
    pairs = ([comparator(t), desired(t)], [desired(t), comparator(t)])
    up, down = ([instantiate(assume(CONVEX), pair)] for pair in pairs)
    most = follows(ge(0, here), down, using=same)
    least = follows(ge(here, 0), up)
    each = follows(eq(here, 0), here, most, least)
    return follows(claim.states[0], telescope(each, t, 1, length), ge(length, 0))


fails_as(REPAIRED,
    ("constant", eq(REPAIRED.states[0].lhs, 2 * REPAIRED.states[0].rhs), "2φ(Ω⋆x_t).", ONE_TRIAL, met(SQUARE)),
    ("sign", eq(REPAIRED.states[0].lhs, -REPAIRED.states[0].rhs), "−φ(Ω⋆x_t).", ONE_TRIAL, met(SQUARE)),
)  # fmt: skip


fails_without(REPAIRED,
    (NO_LOSS, "The comparator may have a loss.", ONE_TRIAL | {VecHead("a"): Lambda(t, 2)}, met(SQUARE)),
    (HERE[1], "m may exceed ℓ.", ONE_TRIAL | {m: 2, VecHead("a"): Lambda(t, t)}, met(SQUARE)),
    (HERE[0], "m may be 0.", ONE_TRIAL | {m: 0, VecHead("a"): Lambda(t, t)}, met(SQUARE)),
)  # fmt: skip


CUBIC = Lambda(r, r**3 - 3 * r**2 + 4 * r)


fails_without(REPAIRED,
    (CONVEX, "P need not be convex.", ONE_TRIAL | {P: CUBIC, VecHead("a⋆"): Lambda(t, 3), VecHead("a"): Lambda(t, 0)}),
)  # fmt: skip


def same_outputs(potential: Any, own: Any, compared: Any) -> Theorem:
    """In the one trial the outputs of these two activations are equal."""
    slopes = eq(Deriv(potential(r), r, own), Deriv(potential(r), r, compared))
    return generalize(identity(slopes), [t], [ge(t, 1), ge(1, t)])


def nothing_lost() -> list[Theorem]:
    """What meets the hypotheses of the converse for a = a⋆ = 1."""
    return [*met(SQUARE)(), same_outputs(SQUARE, 1, 1)]


fails_as(CONVERSE,
    ("constant", eq(CONVERSE.states[0].lhs, 1), "The loss is 1.", ONE_TRIAL, nothing_lost),
    ("sign", eq(CONVERSE.states[0].lhs, -length), "The loss is −ℓ.", ONE_TRIAL, nothing_lost),
)  # fmt: skip


fails_without(CONVERSE,
    (SAME_OUTPUTS, "The outputs may be anything.", ONE_TRIAL | {VecHead("a"): Lambda(t, 2)}, met(SQUARE)),
    (CONVEX, "P need not be convex: P′ is 4 at 0 and at 2, and the loss is −4.",
        ONE_TRIAL | {P: CUBIC, VecHead("a⋆"): Lambda(t, 2), VecHead("a"): Lambda(t, 0)},
        lambda: [same_outputs(CUBIC, 0, 2)]),
)  # fmt: skip
