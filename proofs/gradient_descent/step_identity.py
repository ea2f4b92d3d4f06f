"""The identity (4), (5) behind one step of gradient descent."""

from __future__ import annotations

from proofs.gradient_descent.ogd_setting import eta, square
from verify.audit import Claim, Inner, Theorem, eq, fails_as, identity, vectors

x, y, z = vectors("x y z")

STEP_IDENTITY = Claim(
    "gradient_descent/step-identity",
    at="(4), (5)",
    printed="−(1/η)(w′ − w)ᵀ(w − u) = (1/η)(½‖w − u‖² − ½‖w′ − u‖² + ½‖w′ − w‖²)",
    given=[],
    states=eq(-Inner(y - x, x - z) / eta, (square(x - z) / 2 - square(y - z) / 2 + square(y - x) / 2) / eta),
    reading="For any vectors x = w_t, y = w′_{t+1} and z = u, in any dimension, and η > 0.",
)


@STEP_IDENTITY.proof
def polarisation(claim: Claim) -> Theorem:
    """Both sides are bilinear."""
    return identity(claim.states[0])


fails_as(STEP_IDENTITY,
    ("constant", eq(STEP_IDENTITY.states[0].lhs, 2 * STEP_IDENTITY.states[0].rhs), "The halves are lost.",
        {x: 0, y: 1, z: 2, eta: 1}),
    ("sign", eq(STEP_IDENTITY.states[0].lhs, STEP_IDENTITY.states[0].rhs - square(y - x) / eta),
        "½‖w′ − w‖² is subtracted.", {x: 0, y: 1, z: 2, eta: 1}),
)  # fmt: skip
