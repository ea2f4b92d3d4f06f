"""The gradient (17) of the matching loss in the outcome: ∇_y L_φ(y, ŷ) = φ⁻¹(y) − φ⁻¹(ŷ)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Expr, Lambda

from numeric.matching import Rho
from numeric.reference import matching as reference
from verify.audit import (
    Claim, Conformance, Deriv, Inner, Theorem, decided_by, eq, fails_as, fails_without, field, identity, in_domain,
    partial, real, vectors,
)  # fmt: skip
from verify.claims.conformance import conformance

s = real("s")
y, x, v = vectors("y ŷ v")
P, Q = field("P"), partial("Q")


def loss_of_outputs(y: Any, x: Any) -> Expr:
    """L_φ(y, ŷ) = P(â) − P(a) − ⟨â − a, y⟩ (16), for a = φ⁻¹(y), â = φ⁻¹(ŷ) and φ⁻¹ = ∇Q."""
    a, a_hat = Q.gradient(y), Q.gradient(x)
    return P(a_hat) - P(a) - Inner(a_hat - a, y)


INVERSE = eq(P.gradient(Q.gradient(y)), y)
DEFINED = [in_domain(Q, y), in_domain(Q, x)]

GRADIENT_Y = Claim(
    "general_additive/gradient-y",
    at="(17)",
    printed=(
        "In the important special case that φ has a differentiable inverse φ⁻¹, we can … further obtain ∇_y L_φ(y, ŷ) "
        "= φ⁻¹(y) − φ⁻¹(ŷ)"
    ),
    given=[*DEFINED, INVERSE],
    states=eq(Deriv(loss_of_outputs(y + s * v, x), s, 0), Inner(Q.gradient(y) - Q.gradient(x), v)),
    reading=(
        "φ = ∇P on R^k, for any k. Its inverse is defined on an open set and differentiable there; it has a potential, "
        "Q(y) = ⟨y, φ⁻¹(y)⟩ − P(φ⁻¹(y)), so it is written ∇Q. The vector is the gradient in y: its product with every "
        "v is the derivative of L_φ along v. That φ inverts φ⁻¹ is used at y only."
    ),
)


@GRADIENT_Y.proof
def chain_rule(claim: Claim) -> Theorem:
    """The terms with Dφ⁻¹(y)v cancel, as φ(φ⁻¹(y)) = y."""
    return identity(
        claim.states[0],
        using=[INVERSE],
        facts=[f for f in claim.given if f != INVERSE],
    )


SQUARES = {P: Lambda(s, s**2 / 2), Q: Lambda(s, s**2 / 2), y: (1,), x: (0,), v: (1,)}


fails_as(GRADIENT_Y,
    ("sign", eq(GRADIENT_Y.states[0].lhs, -GRADIENT_Y.states[0].rhs), "φ⁻¹(ŷ) − φ⁻¹(y).", SQUARES),
    ("constant", eq(GRADIENT_Y.states[0].lhs, GRADIENT_Y.states[0].rhs / 2), "½(φ⁻¹(y) − φ⁻¹(ŷ)).", SQUARES),
)  # fmt: skip


fails_without(GRADIENT_Y,
    (INVERSE, "∇Q need not invert φ at y.", {**SQUARES, Q: Lambda(s, s**2)}),
    (DEFINED[0],
        ("y need not be said to be in the domain of φ⁻¹: true too, as it must be for φ(φ⁻¹(y)) to have" " a value."),
        decided_by(proof=chain_rule)),
)  # fmt: skip


@GRADIENT_Y.conformance
def code_follows_the_difference() -> Iterator[Conformance]:
    """ρ in 1 to 8 dimensions: φ⁻¹(y) − φ⁻¹(ŷ) of the code, against the derivative of L_φ by differences."""
    rng = np.random.default_rng(17)
    points = [tuple((rng.integers(1, 99, n) / 1024.0).tolist() for _ in range(2)) for n in (1, 2, 3, 8) for _ in "ab"]
    return conformance(
        points,
        formula=_derivatives_of_the_loss,
        code=lambda pair: Rho().inverse(pair[0]) - Rho().inverse(pair[1]),
        reference=lambda pair: [
            u - w for u, w in zip(*(reference.inverse("rho", vector) for vector in pair), strict=True)
        ],
        ulps=64.0,
    )


def _derivatives_of_the_loss(pair: Any) -> Any:
    outcome, guess = ([mp.mpf(c) for c in vector] for vector in pair)
    a_hat = reference.inverse("rho", guess, dps=150)

    def loss(h: Any, n: int) -> Any:
        moved = [c + h * (m == n) for m, c in enumerate(outcome)]
        a = reference.inverse("rho", moved, dps=150)
        gap = reference.potential("rho", a_hat, dps=150) - reference.potential("rho", a, dps=150)
        return gap - mp.fdot([p - q for p, q in zip(a_hat, a, strict=True)], moved)

    with mp.workdps(150):
        return [mp.diff(lambda h, n=n: loss(h, n), 0) for n in range(len(outcome))]
