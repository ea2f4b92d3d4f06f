"""(11)–(14): the matching loss in one dimension as an integral, substituted and integrated by parts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial as bind
from typing import Any

import numpy as np
from sympy import Expr, Integral, Lambda

from numeric.matching import Logistic
from numeric.reference import matching as reference
from proofs.general_additive.duality_1d import (
    DEFINED, DUALITY_1D, IDENTITY, INCREASING, INVERSE, NO_INTEGRALS, U, W, a, b, matching_loss, phi, psi, q, r, z,
)  # fmt: skip
from proofs.general_additive.duality_1d import _fundamental as by_antiderivative
from verify.audit import (
    Claim, Conformance, Theorem, assume, cite, decided_by, eq, fails_as, fails_without, follows, function, ge,
    generalize, identity, instantiate, partial, real, witness,
)  # fmt: skip
from verify.axioms import CHANGE_OF_VARIABLES, INTERMEDIATE_VALUES, SLOPE_AT_THE_END
from verify.claims.concrete import value
from verify.claims.conformance import conformance

Y, X = phi(a), phi(b)
LOSS = matching_loss(phi, psi, Y, X)
SUBSTITUTED = Integral((z - Y) * psi.prime(z), (z, Y, X))
OF_INVERSE = Integral(psi(z), (z, Y, X))
BY_PARTS = (X - Y) * psi(X) - (Y - Y) * psi(Y) - OF_INVERSE
DUAL = Integral(psi(z) - psi(X), (z, X, Y))

# --- (13) as printed -----------------------------------------------------------------------------------------------

P = function("P")
area, s = real("I s")


def bracket(end: Any, activation: Any, outcome: Any) -> Expr:
    """(z − y)φ⁻¹(z) − I at z = end, for φ⁻¹(z) = activation; I stands for ∫_y^ŷ φ⁻¹(z)dz."""
    return (end - outcome) * activation - area


PRINTED = Claim(
    "general_additive/one-dimensional",
    weight="misprint",
    slip=(
        "The integral stands inside the bracket, where it cancels; (11) and (12), just above, show where it belongs."
    ),
    at="(13)",
    printed="L_φ(y, ŷ) = [(z − y)φ⁻¹(z) − ∫_y^ŷ φ⁻¹(z)dz]_y^ŷ",
    given=[],
    states=eq(
        P(b) - P(a) - (b - a) * P.prime(a),
        bracket(P.prime(b), b, P.prime(a)) - bracket(P.prime(a), a, P.prime(a)),
    ),
    reading=(
        "The bracket is the difference of its values at z = ŷ and z = y, y = φ(a), ŷ = φ(â), φ = P′; the loss (11) is "
        "P(â) − P(a) − (â − a)φ(a). The integral in the bracket is one number, I, which cancels: as printed only the "
        "first term should be in the bracket. An inverse of φ is not needed to read it."
    ),
)


@PRINTED.counterexample
def squares(claim: Claim) -> Theorem:
    """φ(a) = a, y = 0, ŷ = 1: the loss is ½, the bracket 1."""
    return witness(list(claim.given), claim.states[0], {P: Lambda(r, r**2 / 2), a: 0, b: 1, area: 0})


# --- (11) to (14) with the integral outside ------------------------------------------------------------------------

REPAIRED = Claim(
    "general_additive/one-dimensional.repaired",
    at="(11)–(14)",
    says="L_φ(y, ŷ) = ∫_y^ŷ (z − y)(φ⁻¹)′(z)dz = [(z − y)φ⁻¹(z)]_y^ŷ − ∫_y^ŷ φ⁻¹(z)dz = ∫_ŷ^y (φ⁻¹(z) − φ⁻¹(ŷ))dz",
    given=[INCREASING, DEFINED, INVERSE],
    states=[eq(LOSS, SUBSTITUTED), eq(LOSS, BY_PARTS), eq(LOSS, DUAL)],
    repairs="general_additive/one-dimensional",
    rests_on=["general_additive/duality-1d"],
    reading=(
        "φ: R → R is continuously differentiable with φ′ > 0, and φ⁻¹ its inverse, defined and differentiable on the "
        "range of φ (which need not be all of R); y = φ(a) and ŷ = φ(â). The loss (11) equals (12), (13) with the "
        "integral after the bracket, and (14)."
    ),
)


@REPAIRED.proof
def in_activations(claim: Claim) -> list[Theorem]:
    """z = φ(r) turns the integrals over outputs into integrals over activations, which have antiderivatives."""
    schemas = list(claim.given)
    increasing, defined, inverse = ([f for f in schemas if f == one] for one in (INCREASING, DEFINED, INVERSE))
    substituted, by_parts, dual = claim.states
    reached = instantiate(
        cite(INTERMEDIATE_VALUES),
        {partial("D"): psi.head, function("g"): Lambda(r, phi(r)), U: a, W: b},
        discharge=[assume(f) for f in defined],
    )
    facts: list[Any] = [reached, *defined, *increasing]
    start = identity(eq(LOSS, Integral(phi(r) - Y, (r, a, b))), using=inverse, facts=defined)
    slopes = generalize(_slope_of_the_inverse(inverse, [*increasing, *defined]), [r])
    first = _over_activations(Lambda(z, (z - Y) * psi.prime(z)), reached)
    plain = identity(eq(first.conclusion.rhs, Integral(phi(r) - Y, (r, a, b))), using=[slopes], facts=facts)
    second = _over_activations(Lambda(z, psi(z)), reached)
    product = identity(eq(second.conclusion.rhs, Integral(r * phi.prime(r), (r, a, b))), using=inverse, facts=facts)
    antiderivative = Lambda(r, Integral(phi(q), (q, 0, r)))
    loss = by_antiderivative(Lambda(r, antiderivative(r) - Y * r), Lambda(r, phi(r) - Y), a, b)
    parts = by_antiderivative(Lambda(r, r * phi(r) - antiderivative(r)), Lambda(r, r * phi.prime(r)), a, b)
    return [
        follows(substituted, start, plain, first, facts),
        follows(by_parts, start, loss, second, product, parts, facts, using=inverse),
        follows(dual, DUALITY_1D.theorem(DUALITY_1D.states[0]), facts, using=inverse),
    ]


def _slope_of_the_inverse(inverse: list[Any], facts: list[Any]) -> Theorem:
    """(φ⁻¹)′(φ(r)) = 1/φ′(r): φ⁻¹(φ(r + s)) − (r + s) is 0 for every s, so it neither rises nor falls at s = 0."""
    never, slopes = psi(phi(r + s)) - (r + s), []
    for sign in (1, -1):
        zero = follows(ge(sign * never, 0), facts, using=inverse)
        at_zero = follows(eq(sign * never.subs(s, 0), 0), facts, using=inverse)
        schema = generalize(zero, [s], [ge(s, 0), ge(1, s)])
        axiom = cite(SLOPE_AT_THE_END)
        slopes.append(instantiate(axiom, {partial("f"): Lambda(s, sign * never)}, discharge=[schema, at_zero]))
    rise = psi.prime(phi(r)) * phi.prime(r)
    signs = [follows(ge(n * (rise - 1), 0), f, facts) for n, f in zip((1, -1), slopes, strict=True)]
    equal = follows(eq(rise, 1), rise - 1, signs, facts)
    return follows(eq(psi.prime(phi(r)), 1 / phi.prime(r)), equal, facts)


def _over_activations(integrand: Lambda, reached: Theorem) -> Theorem:
    """The integral from φ(a) to φ(â) as one from a to â."""
    return instantiate(
        cite(CHANGE_OF_VARIABLES),
        {partial("f"): integrand, function("g"): Lambda(r, phi(r)), U: a, W: b},
        discharge=[reached],
    )


@REPAIRED.instance
def identical() -> dict[Any, Any]:
    """φ(r) = r."""
    return IDENTITY


fails_as(REPAIRED,
    ("sign", {REPAIRED.states[2]: eq(LOSS, Integral(psi(z) - psi(X), (z, Y, X)))}, "The last integral from y to ŷ.",
        decided_by(undecided=NO_INTEGRALS)),
    ("constant", {REPAIRED.states[0]: eq(LOSS, SUBSTITUTED + 1)}, "(12) and 1.", IDENTITY | {a: 1}),
)  # fmt: skip


fails_without(REPAIRED, (INVERSE, "φ⁻¹ need not invert φ.", decided_by(undecided=NO_INTEGRALS)))


@REPAIRED.conformance
def logistic_loss_follows_the_integrals() -> Iterator[Conformance]:
    """The logistic loss of outputs against (12), (13) with the integral outside, and (14), by quadrature."""
    rng = np.random.default_rng(11)
    points = [tuple(pair) for pair in rng.normal(0, 2, (4, 2)).tolist()]
    for side in (SUBSTITUTED, BY_PARTS, DUAL):
        yield from conformance(
            points,
            formula=bind(_at_the_logistic, side),
            code=lambda pair: Logistic().divergence(*pair),
            reference=lambda pair: reference.divergence("logistic", *pair),
            ulps=4.0,
        )


def _at_the_logistic(side: Expr, pair: Any) -> Any:
    functions = {phi: bind(reference.transfer, "logistic"), psi: bind(reference.inverse, "logistic", dps=200)}
    return value(side, {**functions, a: pair[1], b: pair[0]})
