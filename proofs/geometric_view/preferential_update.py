"""Update (6): a metric whose volume is a prior, and the stochastic gradient descent along its geodesics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Expr, Lambda, Sum, exp, log

from numeric.learners.geodesic import explicit_update
from numeric.manifolds import PositiveOrthant
from numeric.reference import positive_orthant as reference
from verify.claims import Claim, Conformance
from verify.concrete import value
from verify.conformance import conformance
from verify.kernel import Theorem, identity
from verify.terms import Deriv, eq, family, ge, integer, positive, real

i, j, n = integer("i j n")
s, q, r = real("s q r")
eta, prior = positive("η φ")
w, diagonal = family("w", positive=True), family("g", positive=True)
partial_of, v = family("∂L"), family("V")


def total(term: Any) -> Expr:
    """The sum over the n components."""
    return Sum(term, (j, 1, n))


def root_of_determinant(diagonal: Any) -> Expr:
    """√det g = e^{½ Σ ln g_jj} of a diagonal metric with positive entries."""
    return exp(total(log(diagonal(j))) / 2)


def product(factor: Any) -> Expr:
    """Π_j of positive factors, e^{Σ ln}."""
    return exp(total(log(factor(j))))


def conformal(_: Any) -> Expr:
    """φ^{2/n}, every entry of a diagonal metric with the volume φ."""
    return exp(2 * log(prior) / n)


def gradient(i: Any) -> Expr:
    """(grad L)ⁱ = ∂ᵢL/gᵢᵢ for the metric diag(1/(wⁱ)²)."""
    return w(i) ** 2 * partial_of(i)


def geodesic(i: Any, s: Any) -> Expr:
    """wⁱ e^{−sη wⁱ∂ᵢL}."""
    return w(i) * exp(-s * eta * w(i) * partial_of(i))


SOME = ge(n, 1)
LOG_METRIC = [
    eq(root_of_determinant(lambda j: 1 / w(j) ** 2), product(lambda j: 1 / w(j))),
    eq(total(gradient(j) * v(j) / w(j) ** 2), total(partial_of(j) * v(j))),
    eq(geodesic(i, 0), w(i)),
    eq(Deriv(geodesic(i, q), q, 0), -eta * gradient(i)),
    eq(Deriv(Deriv(log(geodesic(i, q)), q, r), r, s), 0),
    eq(Deriv(log(w(i) + s * v(i)), s, 0) ** 2, v(i) ** 2 / w(i) ** 2),
]

PREFERENTIAL = Claim(
    "geometric_view/preferential-update",
    at="(6), and the line before Remark 2",
    printed="√det(g_ij(w)) = φ(w), where φ(w) is a Bayesian prior; w_{t+1} = Exp_{w_t}(−η grad L_t(w_t))",
    given=[SOME],
    states=[eq(root_of_determinant(conformal), prior), *LOG_METRIC],
    reading=(
        "Both are definitions; what is decided: for every n ≥ 1 and every value φ > 0 of a prior there is a positive "
        "definite metric with √det g = φ, such as φ^{2/n} times the identity (so it does not determine the metric); "
        "and "
        "for diag(1/(wⁱ)²) on the positive orthant, where √det g = Π 1/wʲ, (6) is computed: its gradient ⟨grad L, V⟩_g "
        "= Σ ∂ⱼL Vʲ has the components (wⁱ)²∂ᵢL, and wⁱe^{−sηwⁱ∂ᵢL} is the geodesic with the velocity −η grad L, as ln "
        "maps it to a line and this metric to the flat one. So (6) is wⁱe^{−ηwⁱ∂ᵢL}. Determinants and products of "
        "diagonals are written as e^{Σ ln}."
    ),
)


@PREFERENTIAL.proof
def logarithms(claim: Claim) -> list[Theorem]:
    """½ Σ (2/n) ln φ = ln φ; ln w − sηw∂L is linear in s."""
    some = [h for h in claim.given if h == SOME]
    return [identity(goal, facts=some) for goal in claim.states]


AT = {
    n: 2,
    prior: 3,
    w: Lambda(j, 2),
    partial_of: Lambda(j, 1),
    v: Lambda(j, 1),
    i: 1,
    eta: 1,
    s: 0,
}


@PREFERENTIAL.mutant("constant", at=AT)
def without_the_root(claim: Claim) -> Claim:
    """det g = φ."""
    return claim.replace(states=[eq(claim.states[0].lhs ** 2, prior), *claim.states[1:]])


@PREFERENTIAL.mutant("sign", at=AT)
def uphill(claim: Claim) -> Claim:
    """The geodesic leaves along the gradient."""
    fourth = claim.states[4]
    return claim.replace(states=[*claim.states[:4], eq(fourth.lhs, -fourth.rhs), *claim.states[5:]])


@PREFERENTIAL.mutant("hypothesis", undecided="for n = 0 the exponent 2/n is not defined")
def no_parameters(claim: Claim) -> Claim:
    """n may be 0."""
    return claim.replace(given=[])


def _steps() -> list[tuple[Any, Any]]:
    """Positive weights and partial derivatives."""
    rng = np.random.default_rng(48)
    return [(np.exp(rng.standard_normal(m)), rng.standard_normal(m)) for m in (1, 3, 20) for _ in range(4)]


RATE = 0.375


def _by_formula(step: Any) -> list[Any]:
    at = {w: [mp.mpf(c) for c in step[0]], partial_of: [mp.mpf(c) for c in step[1]], eta: RATE}
    return [value(geodesic(i, 1), {**at, i: k + 1}) for k in range(len(step[0]))]


def _reference(step: Any) -> list[Any]:
    """Exp of the reference at −ηw²∂L."""
    weights, partials = ([mp.mpf(c) for c in part] for part in step)
    velocity = [-mp.mpf(RATE) * a**2 * b for a, b in zip(weights, partials, strict=True)]
    return reference.exp(weights, velocity)


@PREFERENTIAL.conformance
def code_follows_the_update() -> Iterator[Conformance]:
    """The explicit update of any manifold, on the positive orthant; it rounds the velocity first."""
    return conformance(
        _steps(),
        formula=_by_formula,
        code=lambda step: explicit_update(PositiveOrthant(), step[0], step[1], RATE),
        reference=_reference,
        ulps=32.0,
    )
