"""Update (6): a metric whose volume is a prior, and the stochastic gradient descent along its geodesics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Expr, Integer, KroneckerDelta, Lambda, Sum, exp, log

from numeric.learners.geodesic import explicit_update
from numeric.manifolds import PositiveOrthant
from numeric.reference import positive_orthant as reference
from verify.author.kernel import Theorem, assume, combine, generalize, identity, instantiate
from verify.claims import Claim, Conformance, fails_as, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import Deriv, eq, family, forall, ge, integer, positive, real, substitute

i, j, n = integer("i j n")
s, q, r = real("s q r")
eta, prior = positive("η φ")
w, diagonal = family("w", positive=True), family("g", positive=True)
partial_of, v, metric_gradient = family("∂L"), family("V"), family("G")


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
    """(wⁱ)²∂ᵢL = ∂ᵢL/gᵢᵢ, for the metric diag(1/(wⁱ)²)."""
    return w(i) ** 2 * partial_of(i)


def geodesic(i: Any, s: Any) -> Expr:
    """wⁱ e^{−sη wⁱ∂ᵢL}."""
    return w(i) * exp(-s * eta * w(i) * partial_of(i))


DEFINES = forall(v, eq(total(metric_gradient(j) * v(j) / w(j) ** 2), total(partial_of(j) * v(j))))
INDEX = [ge(i, 1), ge(n, i)]
LOG_METRIC = [
    eq(root_of_determinant(lambda j: 1 / w(j) ** 2), product(lambda j: 1 / w(j))),
    eq(metric_gradient(i), gradient(i)),
    eq(Deriv(geodesic(i, q), q, 0), -eta * gradient(i)),
    eq(Deriv(Deriv(log(geodesic(i, q)), q, r), r, s), 0),
    eq(Deriv(log(w(i) + s * v(i)), s, 0) ** 2, v(i) ** 2 / w(i) ** 2),
]

PREFERENTIAL = Claim(
    "geometric_view/preferential-update",
    at="(6), and the line before Remark 2",
    printed="√det(g_ij(w)) = φ(w), where φ(w) is a Bayesian prior … w_{t+1} = Exp_{w_t}(−η grad L_t(w_t))",
    given=[DEFINES, *INDEX],
    states=[eq(root_of_determinant(conformal), prior), *LOG_METRIC],
    reading=(
        "Both are definitions; what is decided: for every n ≥ 1 and every value φ > 0 of a prior there is a positive "
        "definite metric with √det g = φ, such as φ^{2/n} times the identity (so it does not determine the metric); "
        "and for diag(1/(wⁱ)²) on the positive orthant, where √det g = Π 1/wʲ, (6) is computed: its gradient G, for "
        "which ⟨G, V⟩_g = Σ ∂ⱼL Vʲ for all V, has the components (wⁱ)²∂ᵢL, and wⁱe^{−sηwⁱ∂ᵢL}, which is wⁱ at s = 0, "
        "is the geodesic with the velocity −ηG, as ln maps it to a line and this metric to the flat one. So (6) is "
        "wⁱe^{−ηwⁱ∂ᵢL}. Determinants and products of diagonals are written as e^{Σ ln}."
    ),
)


@PREFERENTIAL.proof
def logarithms(claim: Claim) -> list[Theorem]:
    """½ Σ (2/n) ln φ = ln φ; ln w − sηw∂L is linear in s."""
    index = [h for h in claim.given if h in INDEX]
    some = [combine(ge(n, 1), [(1, assume(h)) for h in index])]
    axis = Lambda(j, KroneckerDelta(j, i))
    tested = [instantiate(assume(h), [axis]) for h in claim.given if h == DEFINES]
    found = claim.states[2]
    terms = [(w(i) ** 2, t) for t in tested]
    for sign, side in ((-1, "lhs"), (1, "rhs")):
        value = {"lhs": metric_gradient(i) / w(i) ** 2, "rhs": partial_of(i)}[side]
        terms += [(sign * w(i) ** 2, identity(eq(getattr(t.conclusion, side), value), facts=index)) for t in tested]
    return [
        combine(goal, terms, facts=index) if goal == found else identity(goal, facts=[*some, *index])
        for goal in claim.states
    ]


AT = {
    n: 2,
    prior: 3,
    w: Lambda(j, 2),
    partial_of: Lambda(j, 1),
    v: Lambda(j, 1),
    metric_gradient: Lambda(j, 4),
    i: 1,
    eta: 1,
    s: 0,
}


def gradients() -> list[Theorem]:
    """Σ 4Vʲ/4 = Σ Vʲ, for two weights 2 and partial derivatives 1."""
    here = {w: AT[w], partial_of: AT[partial_of], n: Integer(2)}
    found = []
    for components in (AT[metric_gradient], Lambda(j, 4 + (j - 1) * (j - 2))):
        schema = substitute(
            DEFINES, {getattr(name, "head", name): x for name, x in (here | {metric_gradient: components}).items()}
        )
        found.append(generalize(identity(schema.body), schema.variables))
    return found


fails_as(PREFERENTIAL,
    ("constant", [eq(PREFERENTIAL.states[0].lhs ** 2, prior), *PREFERENTIAL.states[1:]], "det g = φ.", AT, gradients),
)  # fmt: skip


@PREFERENTIAL.mutant("sign", at=AT, discharge=gradients)
def uphill(claim: Claim) -> Claim:
    """The geodesic leaves along the gradient."""
    third = claim.states[3]
    return claim.replace(states=[*claim.states[:3], eq(third.lhs, -third.rhs), *claim.states[4:]])


fails_without(PREFERENTIAL, (DEFINES, "G may be anything.", AT | {metric_gradient: Lambda(j, 1)}))


@PREFERENTIAL.mutant(
    "hypothesis", at=AT | {i: 3, metric_gradient: Lambda(j, 4 + (j - 1) * (j - 2))}, discharge=gradients
)
def beyond_the_last(claim: Claim) -> Claim:
    """i may be more than n."""
    return claim.replace(given=[DEFINES, INDEX[0], ge(n, 1)])


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
