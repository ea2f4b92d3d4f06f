"""Duality (18): the matching loss of φ in the outputs is that of φ⁻¹ in the activations, order exchanged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Expr, Lambda, exp, log

from numeric.matching import Rho
from numeric.reference import matching as reference
from proofs.general_additive.divergence import divergence
from verify.audit import (
    Claim, Conformance, Deriv, Hessian, Inner, Theorem, cite, eq, fails_as, fails_without, field, follows, forall, ge,
    generalize, identity, in_domain, instantiate, partial, real, vectors,
)  # fmt: skip
from verify.axioms import ZERO_DERIVATIVE
from verify.claims.concrete import ConcreteField, value
from verify.claims.conformance import conformance
from verify.language.terms import Gradient

s, r = real("s r")
a, b, v, u = vectors("a â v u")
P, Q = field("P"), partial("Q")


def transfer(a: Any) -> Gradient:
    """φ(a) = ∇P(a), the transfer function with potential P."""
    return P.gradient(a)


DEFINED = forall(v, in_domain(Q, transfer(v)))
INVERSE = forall(v, eq(Q.gradient(transfer(v)), v))

SMOOTH = forall([v, u], eq(Hessian(P.head, v, u), Hessian(P.head, v, u)))
"""The transfer function is differentiable everywhere: its derivative equals itself."""

DUALITY = Claim(
    "general_additive/duality",
    at="(18)",
    printed="L_φ(y, ŷ) = L_{φ⁻¹}(â, a) for y = φ(a) and ŷ = φ(â)",
    given=[SMOOTH, DEFINED, INVERSE],
    states=eq(divergence(P, b, a), divergence(Q, transfer(a), transfer(b))),
    reading=(
        "φ = ∇P is a transfer function on R^k, for any k, with a twice differentiable potential P, which is said by: "
        "the derivative of φ equals itself. Its inverse φ⁻¹ has a potential Q too, on an open set that contains the "
        "range of φ: ∇Q(φ(v)) = v for every v. By (16) L_φ(φ(a), φ(â)) = P(â) − P(a) − ⟨â − a, φ(a)⟩, and with φ⁻¹ in "
        "place of φ, whose inputs are outputs of φ, L_{φ⁻¹}(â, a) = Q(y) − Q(ŷ) − ⟨y − ŷ, φ⁻¹(ŷ)⟩. Neither convexity "
        "nor φ being onto is needed."
    ),
)


def segment(s: Any) -> Expr:
    """The segment of activations from a to â."""
    return a + s * (b - a)


def legendre(s: Any) -> Expr:
    """Q(φ(r)) + P(r) − ⟨r, φ(r)⟩ at r = segment(s), which does not depend on s."""
    return Q(transfer(segment(s))) + P(segment(s)) - Inner(segment(s), transfer(segment(s)))


@DUALITY.proof
def legendre_sum_is_constant(claim: Claim) -> Theorem:
    """The derivative of Q(φ(r)) + P(r) − ⟨r, φ(r)⟩ along the segment from a to â vanishes."""
    schemas = list(claim.given)
    defined = [f for f in schemas if f == DEFINED]
    inverse = [f for f in schemas if f == INVERSE]
    inside = [ge(s, 0), ge(1, s)]
    still = identity(eq(Deriv(legendre(r), r, s), 0), using=inverse, facts=defined)
    constant = instantiate(
        cite(ZERO_DERIVATIVE),
        {partial("f"): Lambda(s, legendre(s))},
        discharge=[generalize(still, [s], inside)],
    )
    back = identity(eq(Inner(transfer(a) - transfer(b), Q.gradient(transfer(b))),
                       Inner(transfer(a) - transfer(b), b)), using=inverse, facts=defined)  # fmt: skip
    return follows(claim.states[0], constant, back, defined)


EXPONENTIAL = {P: Lambda(r, exp(r)), Q: Lambda(r, r * log(r) - r), a: (0,), b: (1,)}
OPPOSITE = {P: Lambda(r, r**2 / 2), Q: Lambda(r, -(r**2) / 2), a: (0,), b: (1,)}


fails_as(DUALITY,
    ("sign", eq(divergence(P, b, a), divergence(Q, transfer(b), transfer(a))), "The order of the arguments is kept.",
        EXPONENTIAL),
    ("constant", eq(DUALITY.states[0].lhs, 2 * DUALITY.states[0].rhs), "Twice the dual loss.", EXPONENTIAL),
)  # fmt: skip


fails_without(DUALITY,
    (INVERSE, "∇Q need not invert ∇P.", OPPOSITE),
    ({INVERSE: forall(v, eq(Q.gradient(transfer(v)), -v))}, "∇Q(φ(v)) = −v.", OPPOSITE),
)  # fmt: skip


def _activations() -> list[tuple[Any, Any]]:
    rng = np.random.default_rng(18)
    return [(rng.normal(0, 3, k), rng.normal(0, 3, k)) for k in (1, 2, 5, 20) for _ in range(5)]


@DUALITY.conformance
def code_follows_both_losses() -> Iterator[Conformance]:
    """The reduced softmax ρ in 1 to 20 dimensions: its divergence, and the loss of its inverse, against (16)."""
    rho = Rho()
    primal = ConcreteField(lambda u: reference.potential("rho", u), lambda u: reference.transfer("rho", u))
    dual = ConcreteField(lambda y: reference.inverse_potential("rho", y), lambda y: reference.inverse("rho", y))
    yield from conformance(
        _activations(),
        formula=lambda pair: value(divergence(P, b, a), {P: primal, a: pair[1], b: pair[0]}),
        code=lambda pair: rho.divergence(*pair),
        reference=lambda pair: reference.divergence("rho", *pair),
        ulps=4.0,
    )
    yield from conformance(
        _activations(),
        formula=lambda pair: value(
            divergence(Q, transfer(a), transfer(b)), {P: primal, Q: dual, a: pair[1], b: pair[0]}
        ),
        code=lambda pair: rho.divergence(*pair),
        reference=lambda pair: reference.inverse_matching_loss("rho", *pair),
        ulps=4.0,
    )
