"""After (23): L_φ(y, ψ(Θ̃)x) is the loss of the prediction φ(ψ(Θ̃)x) only where φ is the identity."""

from __future__ import annotations

from sympy import Lambda, Rational

from proofs.general_additive.divergence import P, divergence
from verify.audit import (
    Claim, Deriv, Theorem, assume, at, combine, eq, fails_as, fails_without, forall, generalize, identity, real,
    vectors, witness,
)  # fmt: skip

r, s = real("r s")
a, p, w, activation = vectors("a p w ã")

ASKED = eq(P.gradient(p), activation)
IDENTITY = forall(w, eq(P.gradient(w), w))
SAME = eq(divergence(P, p, a), divergence(P, activation, a))

PRINTED = Claim(
    "general_additive/loss-without-transfer",
    weight="misprint",
    slip="The prediction is φ(ψ(Θ̃)x), as in (24); the letter φ is left out twice.",
    at="after (23)",
    printed="the loss L_φ(y_t, ψ(Θ̃)x_t) at the present example",
    given=[ASKED],
    states=SAME,
    reading=(
        "The second argument of L_φ is a prediction. ã = ψ(Θ̃)x is the activation, y = φ(a), and φ = ∇P. As printed "
        "the loss is L_φ(φ(a), ã) = Δ_φ(p, a) where φ(p) = ã; that at the example is L_φ(φ(a), φ(ã)) = Δ_φ(ã, a), by "
        "(16)."
    ),
)

REPAIRED = Claim(
    "general_additive/loss-without-transfer.repaired",
    at="after (23)",
    says="where φ is the identity, L_φ(y_t, ψ(Θ̃)x_t) is the loss at the present example",
    given=[IDENTITY, ASKED],
    states=SAME,
    repairs="general_additive/loss-without-transfer",
    reading="As general_additive/loss-without-transfer, where φ is the identity of R^k, as in the next sentence.",
)


TWICE = {P: Lambda(r, r**2), a: 0, p: Rational(1, 2), activation: 1}


@PRINTED.counterexample
def twice_the_activation(claim: Claim) -> Theorem:
    """φ(w) = 2w, y = 0 and ψ(Θ̃)x = 1: ¼, and not 1."""
    return witness(list(claim.given), claim.states[0], TWICE)


@REPAIRED.proof
def the_prediction_is_the_activation(claim: Claim) -> Theorem:
    """φ(p) = p."""
    own = [(-1, at(IDENTITY, p))]
    asked = [(1, assume(ASKED))]
    return identity(claim.states[0], using=[combine(eq(p, activation), [*asked, *own])])


ONE = {P: Lambda(r, r**2 / 2), a: 0, p: 1, activation: 1}


def linear() -> list[Theorem]:
    """The derivative of r²/2 is r."""
    return [generalize(identity(eq(Deriv(r**2 / 2, r, s), s)), [s])]


fails_as(REPAIRED,
    ("constant", eq(SAME.lhs, 2 * SAME.rhs), "Twice the loss.", ONE, linear),
    ("sign", eq(SAME.lhs, -SAME.rhs), "The negative loss.", ONE, linear),
)  # fmt: skip


fails_without(REPAIRED,
    (IDENTITY, "φ need not be the identity.", TWICE),
    (ASKED, "p need not have the output ã.", ONE | {p: 2}, linear),
)  # fmt: skip
