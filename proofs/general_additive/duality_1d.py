"""Duality (15): in one dimension, from the integral definition (11), L_φ(y, ŷ) = L_{φ⁻¹}(â, a)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial as bind
from typing import Any

import numpy as np
from sympy import Expr, Integral, Lambda

from numeric.matching import Logistic
from numeric.reference import matching as reference
from verify.audit import (
    Claim, Conformance, Deriv, Theorem, assume, cite, combine, decided_by, eq, fails_as, fails_without, forall,
    function, generalize, gt, identity, in_domain, instantiate, partial, real,
)  # fmt: skip
from verify.axioms import CHANGE_OF_VARIABLES, FUNDAMENTAL_THEOREM, INTERMEDIATE_VALUES, between
from verify.claims.concrete import value
from verify.claims.conformance import conformance

a, b, r, q, z = real("a â r q z")
U, W = real("u v")  # the bounds in the axioms
phi, psi = function("φ"), partial("φ⁻¹")


def matching_loss(transfer: Any, inverse: Any, y: Any, prediction: Any) -> Expr:
    """L_φ(y, ŷ), the integral of φ(r) − y from φ⁻¹(y) to φ⁻¹(ŷ) (11)."""
    return Integral(transfer(r) - y, (r, inverse(y), inverse(prediction)))


INCREASING = forall(r, gt(phi.prime(r), 0))
DEFINED = forall(r, in_domain(psi, phi(r)))
INVERSE = forall(r, eq(psi(phi(r)), r))

DUALITY_1D = Claim(
    "general_additive/duality-1d",
    at="(15)",
    printed="L_φ(y, ŷ) = L_{φ⁻¹}(â, a) where y = φ(a) and ŷ = φ(â)",
    given=[INCREASING, DEFINED, INVERSE],
    states=eq(matching_loss(phi, psi, phi(a), phi(b)), matching_loss(psi, phi, b, a)),
    reading=(
        "φ: R → R is continuously differentiable with φ′ > 0, and φ⁻¹ its inverse, defined on the range of φ (which "
        "need not be all of R). Both losses are the integral (11); the one for φ⁻¹ exchanges the roles of φ and φ⁻¹, "
        "so its bounds are φ(â) and φ(a). The proof does not use φ′ > 0 beyond the existence of the inverse."
    ),
)


@DUALITY_1D.proof
def substitute_and_integrate_by_parts(claim: Claim) -> Theorem:
    """z = φ(r) turns the dual loss into the integral of (r − â)φ′(r); by parts both are P(â) − P(a) − (â − a)φ(a)."""
    schemas = list(claim.given)
    defined = [f for f in schemas if f == DEFINED]
    inverse = [f for f in schemas if f == INVERSE]
    goal = claim.states[0]
    antiderivative = Lambda(r, Integral(phi(q), (q, 0, r)))
    start = identity(eq(goal.lhs, Integral(phi(r) - phi(a), (r, a, b))), using=inverse, facts=defined)
    loss = _fundamental(Lambda(r, antiderivative(r) - phi(a) * r), Lambda(r, phi(r) - phi(a)), a, b)
    reached = instantiate(
        cite(INTERMEDIATE_VALUES),
        {partial("D"): psi.head, function("g"): Lambda(r, phi(r)), U: b, W: a},
        discharge=[assume(f) for f in defined],
    )
    changed = instantiate(
        cite(CHANGE_OF_VARIABLES),
        {partial("f"): Lambda(z, psi(z) - b), function("g"): Lambda(r, phi(r)), U: b, W: a},
        discharge=[reached],
    )
    moved = identity(
        eq(changed.conclusion.rhs, Integral((r - b) * phi.prime(r), (r, b, a))), using=inverse, facts=defined
    )
    parts = _fundamental(Lambda(r, (r - b) * phi(r) - antiderivative(r)), Lambda(r, (r - b) * phi.prime(r)), b, a)
    terms = [(1, start), (1, loss), (-1, changed), (-1, moved), (-1, parts)]
    return combine(goal, terms, facts=[reached, *defined])


def _fundamental(primitive: Lambda, integrand: Lambda, lo: Any, hi: Any) -> Theorem:
    """∫ integrand = primitive(hi) − primitive(lo), the primitive's derivative being an identity."""
    derivative = identity(eq(Deriv(primitive(q), q, r), integrand(r)))
    return instantiate(
        cite(FUNDAMENTAL_THEOREM),
        {partial("F"): primitive, partial("f"): integrand, U: lo, W: hi},
        discharge=[generalize(derivative, [r], [between(r, lo, hi)])],
    )


IDENTITY = {phi: Lambda(r, r), psi: Lambda(r, r), a: 0, b: 1}


@DUALITY_1D.instance
def identical() -> dict[Any, Any]:
    """φ(r) = r."""
    return IDENTITY


NO_INTEGRALS = "the statement is about integrals, which no exact instance works out; false in 60 digits"


fails_as(DUALITY_1D,
    ("sign", eq(DUALITY_1D.states[0].lhs, matching_loss(psi, phi, a, b)), "The order of the arguments is kept.",
        decided_by(undecided=NO_INTEGRALS)),
    ("constant", eq(DUALITY_1D.states[0].lhs, DUALITY_1D.states[0].rhs + 1), "The dual loss and 1.",
        IDENTITY | {b: 0}),
)  # fmt: skip


fails_without(DUALITY_1D, (INVERSE, "φ⁻¹ need not invert φ.", decided_by(undecided=NO_INTEGRALS)))


@DUALITY_1D.conformance
def logistic_loss_follows_the_integral() -> Iterator[Conformance]:
    """The logistic transfer function: its divergence against the integral (11), by quadrature."""
    rng = np.random.default_rng(15)
    points = [tuple(pair) for pair in rng.normal(0, 3, (12, 2))]

    def at(pair: Any) -> dict[Any, Any]:
        return {
            phi: lambda u: reference.transfer("logistic", u),
            psi: lambda y: reference.inverse("logistic", y),
            a: pair[1],
            b: pair[0],
        }

    def value_at(side: Expr, pair: Any) -> Any:
        return value(side, at(pair))

    for side in (DUALITY_1D.states[0].lhs, DUALITY_1D.states[0].rhs):
        yield from conformance(
            points,
            formula=bind(value_at, side),
            code=lambda pair: Logistic().divergence(*pair),
            reference=lambda pair: reference.divergence("logistic", *pair),
            ulps=4.0,
        )
