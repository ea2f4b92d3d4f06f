"""Section 2: with the logarithm as the link, the update (6) is EG."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Expr, Lambda, Rational, Sum, exp, log

from numeric.learners.exponentiated_gradient import eg_update
from numeric.reference import exponentiated_gradient as eg_reference
from verify.author.kernel import Theorem, generalize, identity
from verify.claims import Claim, Conformance, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import eq, family, forall, ge, integer, positive

eta = positive("η")
i, j, n = integer("i j n")
weight, partial_of = family("p", positive=True), family("∂L")
theta = family("θ")


def normaliser(activation: Any) -> Expr:
    """Σ_j e^{θ_j}."""
    return Sum(exp(activation(j)), (j, 1, n))


def softmax(activation: Any, i: Any) -> Expr:
    """The i-th component of the softmax function."""
    return exp(activation(i)) / normaliser(activation)


def linked(i: Any) -> Expr:
    """h(p) − η∂L with the logarithm as the link."""
    return log(weight(i)) - eta * partial_of(i)


def exponentiated_gradient(i: Any) -> Expr:
    """p_i e^{−η∂_iL} / Σ_j p_j e^{−η∂_jL}."""
    return weight(i) * exp(-eta * partial_of(i)) / Sum(weight(j) * exp(-eta * partial_of(j)), (j, 1, n))


ON_SIMPLEX = eq(Sum(weight(j), (j, 1, n)), 1)
LINKED = forall(j, eq(theta(j), linked(j)))
link = family("h")
LOGARITHMS = forall(j, eq(link(j), log(weight(j))))
"""h(p), the componentwise logarithm."""
SOME = ge(n, 1)

SOFTMAX_LINK = Claim(
    "spheres/softmax-link",
    at="section 2",
    printed=(
        "the link h is essentially a componentwise logarithm and the inverse h⁻¹ the softmax function … "
        "the resulting update (the EG update)"
    ),
    given=[ON_SIMPLEX, LOGARITHMS, LINKED, SOME],
    states=[
        eq(softmax(link, i), weight(i)),
        eq(softmax(theta, i), exponentiated_gradient(i)),
    ],
    reading=(
        "p is a point of the open simplex with n ≥ 1 components, h = h(p) its componentwise logarithm, and "
        "θ = h(p) − η∂L. The softmax function of h(p) is p, "
        "and (6) with this pair multiplies p_i by e^{−η∂_iL} and "
        "normalises: EG. Essentially an inverse: the "
        "logarithm "
        "maps the simplex to a hypersurface of Rⁿ, so softmax undoes it, but log softmax(θ) is θ up to a constant only."
    ),
)


@SOFTMAX_LINK.proof
def exponents_add(claim: Claim) -> list[Theorem]:
    """e^{ln p − η∂L} = p e^{−η∂L}."""
    simplex = [f for f in claim.given if f == ON_SIMPLEX]
    steps = [f for f in claim.given if f == LINKED]
    logarithms = [f for f in claim.given if f == LOGARITHMS]
    some = [f for f in claim.given if f == SOME]
    return [
        identity(claim.states[0], using=[*logarithms, *simplex], facts=some),
        identity(claim.states[1], using=steps, facts=some),
    ]


TWO = {
    n: 2, i: 1, weight: Lambda(j, Rational(3) ** (j - 1) / 4), partial_of: Lambda(j, j), eta: 1,
    link: Lambda(j, log(Rational(3) ** (j - 1) / 4)), theta: Lambda(j, log(Rational(3) ** (j - 1) / 4) - j),
}  # fmt: skip


def linked_to(weights: Expr) -> list[Theorem]:
    """h_j = ln p_j and θ_j = ln p_j − j for these weights p_j, by the meaning of h and θ."""
    return [generalize(identity(eq(values, values)), [j]) for values in (log(weights), log(weights) - j)]


def linked_in_two() -> list[Theorem]:
    """For p_j = 3^{j−1}/4."""
    return linked_to(Rational(3) ** (j - 1) / 4)


@SOFTMAX_LINK.mutant("sign", at=TWO, discharge=linked_in_two)
def uphill_in_exponents(claim: Claim) -> Claim:
    """+η∂L on the right."""
    up = Sum(weight(j) * exp(eta * partial_of(j)), (j, 1, n))
    return claim.replace(states=[claim.states[0], eq(softmax(theta, i), weight(i) * exp(eta * partial_of(i)) / up)])


@SOFTMAX_LINK.mutant("constant", at=TWO, discharge=linked_in_two)
def twice_the_rate(claim: Claim) -> Claim:
    """2η on the right."""
    twice = Sum(weight(j) * exp(-2 * eta * partial_of(j)), (j, 1, n))
    last = eq(softmax(theta, i), weight(i) * exp(-2 * eta * partial_of(i)) / twice)
    return claim.replace(states=[claim.states[0], last])


def linked_to_large_weights() -> list[Theorem]:
    """For p_j = 3^{j−1}."""
    return linked_to(Rational(3) ** (j - 1))


fails_without(SOFTMAX_LINK,
    (ON_SIMPLEX, "p need not sum to one.", {
            **TWO,
            weight: Lambda(j, Rational(3) ** (j - 1)),
            link: Lambda(j, log(Rational(3) ** (j - 1))),
            theta: Lambda(j, log(Rational(3) ** (j - 1)) - j),
        }, linked_to_large_weights),
)  # fmt: skip


def _weights() -> list[Any]:
    """EG steps: weights of the simplex, an instance, a label and a rate."""
    rng = np.random.default_rng(32)
    found = []
    for k in (2, 3, 20):
        for _ in range(3):
            start = rng.gamma(1.0, size=k) + 1e-3
            found.append((start / start.sum(), rng.standard_normal(k), float(rng.standard_normal()), 0.125))
    return found


def _eg_by_formula(step: Any) -> list[Any]:
    with mp.workdps(60):
        start = [mp.mpf(z) for z in step[0]]
        error = mp.fdot(start, map(mp.mpf, step[1])) - step[2]
        slopes = [2 * error * mp.mpf(z) for z in step[1]]
        at = {weight: start, partial_of: slopes, eta: step[3], n: len(start)}
        return [value(exponentiated_gradient(i), {**at, i: k + 1}) for k in range(len(start))]


@SOFTMAX_LINK.conformance
def code_follows_the_exponentiated_gradient() -> Iterator[Conformance]:
    """EG with the square loss, and its reference."""
    return conformance(
        _weights(),
        formula=_eg_by_formula,
        code=lambda step: eg_update(*step),
        reference=lambda step: eg_reference.eg_update(*step),
        ulps=8.0,
    )
