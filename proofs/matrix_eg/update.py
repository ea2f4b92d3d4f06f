"""Section 3: the MEG update (4), which keeps definiteness and the trace, and its diagonal case, which is EG."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Expr, Lambda, Rational, Tuple, exp, log

from numeric.learners.exponentiated_gradient import eg_update
from numeric.learners.matrix_eg import direct_update
from numeric.reference import exponentiated_gradient as reference_eg
from numeric.reference import matrix_eg as reference
from numeric.reference import spectral
from proofs.matrix_eg._instances import axes_are_orthonormal, one_dimension, orthonormal_in_one_dimension, pick
from proofs.matrix_eg._matrices import (
    COMPLETE_TOO, ORTHONORMAL_TOO, basis, d, form, i, j, k, m, orthonormal, total, trace_of_product, x,
)  # fmt: skip
from proofs.matrix_eg.preserves_psd import CLAIM as PRESERVES
from proofs.matrix_eg.preserves_psd import exponential, lam
from verify.audit import (
    Claim, Conformance, Inner, Theorem, assume, at, combine, eq, fails_as, fails_without, family, forall, ge, gt,
    identity, instantiate, positive, real, telescope,
)  # fmt: skip
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import VecHead

c, label = real("c y")
eta = positive("η")
gamma, after = family("γ"), family("ω", positive=True)
v = basis("v")
Z = total(exp(gamma(m)), m)


def updated(k: Any) -> Expr:
    """An eigenvalue of exp(M)/tr exp(M), for one of M."""
    return exp(gamma(k)) / Z


AT_K = [ge(k, 1), ge(d, k)]
UP_TO_A_FACTOR = forall(k, eq(after(k), exp(gamma(k) + c)), AT_K)
TRACE_ONE = eq(total(after(k), k), 1)
NOT_ZERO = gt(Inner(x, x), 0)

UPDATE = Claim(
    "matrix_eg/update",
    at="(4)",
    printed=(
        "W_{t+1} = (1/Z_t) exp(log W_t − 2η(ŷ_t − y_t)X_t), where the normalization factor Z_t is tr[exp(log W_t − "
        "2η(ŷ_t − y_t)X_t)]. Note that in the above update, the exponent … is an arbitrary symmetric matrix and the "
        "matrix exponential converts this matrix back into a symmetric positive definite matrix"
    ),
    idle={orthonormal(v)[0]: ORTHONORMAL_TOO},
    given=[ge(d, 1), *orthonormal(v), UP_TO_A_FACTOR, TRACE_ONE, NOT_ZERO, *AT_K],
    states=[
        eq(after(k), updated(k)),
        eq(total(updated(k), k), 1),
        gt(form(updated, v, x), 0),
    ],
    rests_on=["matrix_eg/update-constraint", "matrix_eg/preserves-psd"],
    reading=(
        "The exponent M = log W_t − 2η(ŷ_t − y_t)X_t = Σ γ v vᵀ is any symmetric matrix, with an orthonormal "
        "eigenbasis (spectral theorem). By matrix_eg/update-constraint log W_{t+1} = M + cI, so that W_{t+1} has the "
        "eigenvectors of M and the eigenvalues ω = e^{γ+c}; with trace one they are e^γ/Z, Z = Σ e^γ, whatever c was. "
        "And exp(M)/Z has trace one and xᵀ(exp(M)/Z)x > 0 for every x ≠ 0."
    ),
)


def normaliser_is_positive() -> Theorem:
    """Σ e^γ > 0."""
    return combine(gt(Z, 0), [(1, Z)], facts=[ge(d, 1)])


@UPDATE.proof
def normalise(claim: Claim) -> list[Theorem]:
    """e^c Σ e^γ = 1."""
    equal, one, definite = claim.states
    some = normaliser_is_positive()
    each = at(UP_TO_A_FACTOR, k)
    added = telescope(each, k, 1, d)
    factor = combine(eq(exp(c) * Z, 1), [(-1, added), (1, assume(TRACE_ONE))])
    trace = identity(one, facts=[some])
    above = instantiate(PRESERVES.theorem(gt(exponential(), 0)), {lam: Lambda(k, gamma(k))})
    return [
        combine(equal, [(1, each), (exp(gamma(k)) / Z, factor)], facts=[some]),
        trace,
        combine(definite, [(1 / Z, above)], facts=[some]),
    ]


weight, entry = family("w", positive=True), family("μ")
ERROR = total(weight(i) * entry(i)) - label
STANDARD = orthonormal(v)
EXPONENT = forall(k, eq(gamma(k), log(weight(k)) - 2 * eta * ERROR * entry(k)), AT_K)
"""The entries of a diagonal exponent."""


def eg(k: Any, factor: Any = 2) -> Expr:
    """w_k exp(−2η(⟨w, μ⟩ − y)μ_k)/Σ w_m exp(−2η(⟨w, μ⟩ − y)μ_m), with 2 or another factor."""
    parts = [weight(n) * exp(-factor * eta * ERROR * entry(n)) for n in (k, m)]
    return parts[0] / total(parts[1], m)


DIAGONAL = Claim(
    "matrix_eg/diagonal-eg",
    at="Abstract",
    printed="The updates generalize the Exponentiated Gradient (EG) update",
    given=[ge(d, 1), *STANDARD, EXPONENT, *AT_K],
    idle={STANDARD[1]: COMPLETE_TOO},
    where={real("ŷ"): total(weight(i) * entry(i))},
    states=[
        eq(trace_of_product(weight, v, lambda at: form(entry, v, at)), total(weight(i) * entry(i))),
        eq(
            form(gamma, v, x),
            form(lambda k: log(weight(k)), v, x) - 2 * eta * ERROR * form(entry, v, x),
        ),
        eq(updated(k), eg(k)),
    ],
    rests_on=["matrix_eg/update"],
    reading=(
        "W_t = Σ w v vᵀ with w > 0 and X_t = Σ μ v vᵀ are diagonal in the same orthonormal basis v (the standard one, "
        "or any other), and x is any vector, at which their forms are taken. Then tr(W_tX_t) = Σ wμ, the ŷ of EG for "
        "the instance μ; the diagonal matrix of the γ = log w − 2η(Σ wμ − y)μ is the exponent of (4), log W_t − "
        "2η(ŷ_t − y_t)X_t; and the eigenvalues e^γ over their sum, of W_{t+1}, are the weights of the EG update for "
        "the loss (Σ wμ − y)²."
    ),
)


@DIAGONAL.proof
def entry_by_entry(claim: Claim) -> list[Theorem]:
    """vᵢᵀX_tvᵢ = μᵢ, sums are linear, and e^γ = w e^s for γ = log w + s."""
    prediction, exponent, weights = claim.states
    entries = [assume(f) for f in claim.given if f == EXPONENT]

    def change(at: Any) -> Expr:
        return -2 * eta * ERROR * entry(at)

    def grown(at: Any) -> Theorem:
        known = [instantiate(f, [at]) for f in entries]
        return combine(eq(exp(gamma(at)), weight(at) * exp(change(at))), [], using=known)

    square = Inner(v(m), x) ** 2
    form_of = [(square, instantiate(f, [m])) for f in entries]
    split = combine(eq((gamma(m) - log(weight(m)) - change(m)) * square, 0), form_of)
    unit, inside = assume(STANDARD[0]), [ge(j, 1), ge(d, j)]
    here = combine(eq(weight(j) * (form(entry, v, v(j)) - entry(j)), 0), [], using=[unit], facts=inside)
    whole = total(weight(m) * exp(change(m)), m)
    some = [combine(gt(term, 0), [(1, term)], facts=[ge(d, 1)]) for term in (whole, Z)]
    sums = telescope(grown(m), m, 1, d)
    quotient = [(1 / whole, grown(k)), (-exp(gamma(k)) / (whole * Z), sums)]
    return [
        combine(prediction, [(1, telescope(here, j, 1, d))]),
        combine(exponent, [(1, telescope(split, m, 1, d))]),
        combine(weights, quotient, facts=some),
    ]


ONE = {**one_dimension(v), k: 1, x: 1}
"""1 × 1 matrices."""


def as_it_should() -> list[Theorem]:
    """ω = e^{γ+c} = 1 for γ = 1, c = −1."""
    return orthonormal_in_one_dimension()


NUMBER = {**ONE, gamma: Lambda(k, 1), c: -1, after: Lambda(k, 1)}


_, TRACE, DEFINITE = UPDATE.states

fails_as(UPDATE,
    ("constant", {TRACE: eq(TRACE.lhs, 2)}, "The trace is 2.", NUMBER, as_it_should),
    ("sign", {DEFINITE: gt(0, DEFINITE.lhs)}, "W_{t+1} is negative definite.", NUMBER, as_it_should),
)  # fmt: skip
fails_without(UPDATE,
    (TRACE_ONE, "tr W_{t+1} may be anything.", NUMBER | {c: 0, after: Lambda(k, exp(1))}, as_it_should),
)  # fmt: skip


QUARTERS = {
    **NUMBER,
    d: 2,
    VecHead("v"): Lambda(i, Tuple(2 - i, i - 1)),
    gamma: Lambda(k, 0),
    after: Lambda(k, exp(pick(log(Rational(1, 4)), log(Rational(3, 4)), k))),
    x: Tuple(1, 0),
}


fails_without(UPDATE,
    (UP_TO_A_FACTOR, "W_{t+1} may have any eigenvalues with the sum one: diag(1/4, 3/4), for the exponent 0.",
        QUARTERS, axes_are_orthonormal),
    (NOT_ZERO, "x may be 0.", NUMBER | {x: 0}, as_it_should),
    ([*orthonormal(v)], "The eigenvectors need not be a basis.", NUMBER | {VecHead("v"): Lambda(i, 0)}),
)  # fmt: skip


DIAGONAL_AT = {**ONE, weight: Lambda(i, 1), entry: Lambda(i, 1), gamma: Lambda(i, -2), label: 0, eta: 1}


PREDICTED, MOVED, _ = DIAGONAL.states

fails_as(DIAGONAL,
    ("constant", {PREDICTED: eq(PREDICTED.lhs, 2 * PREDICTED.rhs)}, "tr(WX) = 2⟨w, μ⟩.", DIAGONAL_AT,
        orthonormal_in_one_dimension),
    ("sign", {MOVED: eq(MOVED.lhs, MOVED.rhs + 4 * eta * ERROR * form(entry, v, x))}, "log W_t + 2η(ŷ_t − y_t)X_t.",
        DIAGONAL_AT, orthonormal_in_one_dimension),
)  # fmt: skip
fails_without(DIAGONAL,
    (EXPONENT, "γ may be anything.", DIAGONAL_AT | {gamma: Lambda(i, 0)}, orthonormal_in_one_dimension),
    ([*STANDARD], "The vectors need not be orthonormal.", DIAGONAL_AT | {VecHead("v"): Lambda(i, 2)}),
)  # fmt: skip


def steps() -> list[tuple[Any, Any, float, float]]:
    """Random W of trace one, X, y and η."""
    rng = np.random.default_rng(6)
    found = []
    for n in (1, 2, 3, 5):
        for size in (1.0, 5.0):
            q = np.linalg.qr(rng.normal(size=(n, n)))[0]
            weights = np.exp(-size * rng.random(n))
            start = (q * (weights / weights.sum())) @ q.T
            matrix = rng.normal(size=(n, n))
            start, matrix = ((a + a.T) / 2 for a in (start, matrix))
            found.append((start / start.trace(), matrix, float(rng.normal()), float(rng.uniform(0.1, 1))))
    return found


def from_eigenvalues(values: Any, vectors: Any) -> list[Any]:
    """The entries, row by row, of the matrix with these eigenvalues of exp(M)/Z for the eigenvalues of M."""
    weights = [value(updated(k), {gamma: values, k: n + 1, d: len(values)}) for n in range(len(values))]
    return list(vectors * mp.diag(weights) * vectors.T)


@UPDATE.conformance
def code_follows_the_update() -> Iterator[Conformance]:
    """One update, normwise: numpy and mpmath against the eigenvalues of the exponent."""

    def exactly(step: Any) -> Any:
        start, matrix, wanted, rate = step
        given = spectral.matrix(start)
        given = given / spectral.trace(given)
        error = spectral.inner(given, spectral.matrix(matrix)) - mp.mpf(wanted)
        exponent = spectral.logarithm(given) - 2 * mp.mpf(rate) * error * spectral.matrix(matrix)
        values, vectors = mp.eigsy(exponent)
        return from_eigenvalues(list(values), vectors)

    return conformance(
        steps(),
        formula=exactly,
        code=lambda step: direct_update(*step).ravel().tolist(),
        reference=lambda step: list(reference.update(*step)),
        ulps=32.0,
    )


@DIAGONAL.conformance
def code_follows_eg() -> Iterator[Conformance]:
    """The diagonal of the MEG update of a diagonal matrix, and the EG update in mpmath, against the formula of EG."""
    rng = np.random.default_rng(7)
    counts = [1 + rng.multinomial(64 - n, np.full(n, 1 / n)) for n in (2, 3, 5, 8)]
    points = [(some / 64, rng.normal(size=len(some)), float(rng.normal()), 0.5) for some in counts]

    def exactly(point: Any) -> Any:
        weights, entries, wanted, rate = point
        whole = mp.fsum(map(mp.mpf, weights))
        at = {
            weight: [mp.mpf(w) / whole for w in weights],
            entry: [mp.mpf(e) for e in entries],
            label: wanted,
            eta: rate,
            d: len(weights),
        }
        return [value(eg(k), {**at, k: n + 1}) for n in range(len(weights))]

    def by_matrices(point: Any) -> Any:
        weights, entries, wanted, rate = point
        return np.diag(direct_update(np.diag(weights), np.diag(entries), wanted, rate)).tolist()

    yield from conformance(
        points, formula=exactly, code=by_matrices, reference=lambda point: reference_eg.eg_update(*point), ulps=32.0
    )
    yield from conformance(
        points,
        formula=exactly,
        code=lambda point: eg_update(*point).tolist(),
        reference=_diagonal_update,
        ulps=32.0,
    )


def _diagonal_update(point: Any) -> list[Any]:
    weights, entries, wanted, rate = point
    found = reference.update(np.diag(weights), np.diag(entries), wanted, rate)
    return [found[n, n] for n in range(len(weights))]
