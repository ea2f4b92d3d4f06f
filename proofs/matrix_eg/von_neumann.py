"""Section 2: the gradient of F(W) = tr(W log W − W), and the Bregman divergence (1) that belongs to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Abs, Expr, Lambda, log

from numeric import spectral
from numeric.reference import spectral as reference
from proofs.matrix_eg import _klein
from proofs.matrix_eg._instances import orthonormal_in_one_dimension
from proofs.matrix_eg._klein import divergence, exchanged
from proofs.matrix_eg._matrices import (
    COMPLETE_TOO, INDEX, basis, d, form, i, j, of, orthonormal, total, trace_of_product, x,
)  # fmt: skip
from verify.audit import (
    Claim, Conformance, Deriv, Inner, Theorem, assume, at, cite, combine, eq, fails_as, fails_without, family, forall,
    function, ge, generalize, gt, in_domain, instantiate, partial, real, telescope,
)  # fmt: skip
from verify.axioms import SLOPE_AT_THE_END
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import VecHead

s, q = real("s q")
f = partial("f")
lam, nu = family("ω", positive=True), family("ν")
v, z = basis("u"), basis("z")
first, second = family("λ̃"), family("λ", positive=True)
a, b = basis("ṽ"), basis("v")
POSITIVE = forall(i, gt(first(i), 0), INDEX)
GIVEN = [ge(d, 0), *orthonormal(a), *orthonormal(b), POSITIVE]
"""W̃ = Σ λ̃ ṽ ṽᵀ and W = Σ λ v vᵀ are positive definite."""


def potential(values: Any) -> Expr:
    """F(W) = tr(W log W − W) = Σ (λ log λ − λ)."""
    return total(values(i) * log(values(i)) - values(i))


def direction(at: Any) -> Expr:
    """xᵀVx for V = Σ ν(j) z(j) z(j)ᵀ."""
    return form(nu, z, at)


def product_with_log(logs: Any, vectors: Any, matrix: Any) -> Expr:
    """tr(A log W) = Σⱼ log λⱼ vⱼᵀAvⱼ in the eigenbasis of W, for A given by its form."""
    return trace_of_product(lambda j: log(logs(j)), vectors, matrix)


NEAR = [ge(s, -1), ge(1, s)]
ON_THE_LINE = forall([s, x], eq(form(of(lam, s), of(v, s), x), form(of(lam, 0), of(v, 0), x) + s * direction(x)), NEAR)
BASES = [forall(s, part, NEAR) for part in orthonormal(of(v, s))]
DEFINED = forall(s, in_domain(f, s), NEAR)
ALONG = forall(s, eq(f(s), potential(of(lam, s))), NEAR)

GRADIENT = Claim(
    "matrix_eg/von-neumann",
    at="before (1)",
    printed="When choosing F(W) = tr(W log W − W), then f(W) = ∇F(W) = log W",
    given=[ge(d, 0), DEFINED, *BASES, ON_THE_LINE, ALONG],
    states=eq(Deriv(f(q), q, 0), product_with_log(of(lam, 0), of(v, 0), direction)),
    reading=(
        "That log W is the gradient means that F has the derivative tr(V log W) along every line W + sV. V = Σ ν z zᵀ "
        "is any symmetric matrix, so small that W + sV is positive definite for −1 ≤ s ≤ 1; W + sV has the eigenvalues "
        "ω(s, i) > 0, the orthonormal eigenbasis u(s, i) (spectral theorem), and f(s) = F(W + sV) for these s. That F "
        "is differentiable along lines is presupposed, as by the paper; tr(V log W) is taken in the eigenbasis of W."
    ),
)

BREGMAN = Claim(
    "matrix_eg/von-neumann-divergence",
    at="(1)",
    printed="Δ_F(W̃, W) = F(W̃) − F(W) − tr[(W̃ − W) log W] = tr(W̃ log W̃ − W̃ log W − W̃ + W)",
    given=GIVEN,
    idle={
        **dict.fromkeys(orthonormal(a), "W̃ has an orthonormal eigenbasis; the two sides have the same form of it"),
        orthonormal(b)[1]: COMPLETE_TOO,
    },
    where={
        real("F_W̃"): potential(first),
        real("F_W"): potential(second),
        function("logW")(x): form(lambda i: log(second(i)), b, x),
        function("W̃")(x): form(first, a, x),
        function("W")(x): form(second, b, x),
    },
    states=eq(
        potential(first)
        - potential(second)
        - product_with_log(second, b, lambda at: form(first, a, at) - form(second, b, at)),
        divergence(first, a, second, b),
    ),
    reading=(
        "W̃ = Σ λ̃ ṽ ṽᵀ and W = Σ λ v vᵀ are positive definite, with orthonormal eigenbases; matrices are told by "
        "their forms x ↦ xᵀ·x. F(W) = tr(W log W − W) = Σ (λ log λ − λ). The trace of (W̃ − W) log W is taken in the "
        "eigenbasis of W, those of (1) in that of W̃."
    ),
    rests_on=["matrix_eg/von-neumann"],
)

NOT_NEGATIVE = Claim(
    "matrix_eg/von-neumann-positive",
    at="Section 2",
    says="The von Neumann divergence (1) is a Bregman divergence, and so Δ_F(W̃, W) ≥ 0",
    given=GIVEN,
    states=ge(divergence(first, a, second, b), 0),
    reading="For positive definite W̃ = Σ λ̃ ṽ ṽᵀ and W = Σ λ v vᵀ of any traces and dimension (Klein's inequality).",
    rests_on=["matrix_eg/von-neumann-divergence"],
)


@NOT_NEGATIVE.proof
def klein(claim: Claim) -> Theorem:
    """x log(x/y) − x + y ≥ 0 for the eigenvalues, weighed by the squares of the products of eigenvectors."""
    place = {
        _klein.first: Lambda(i, first(i)),
        _klein.second: Lambda(i, second(i)),
        VecHead("a"): Lambda(i, a(i)),
        VecHead("b"): Lambda(i, b(i)),
    }
    return combine(claim.states[0], [(1, instantiate(_klein.klein(), place))], facts=[POSITIVE])


def own_trace() -> Theorem:
    """Σⱼ log λⱼ vⱼᵀWvⱼ = Σⱼ log λⱼ λⱼ."""
    unit = assume(orthonormal(b)[0])
    inside = [ge(j, 1), ge(d, j)]
    here = combine(eq(log(second(j)) * (form(second, b, b(j)) - second(j)), 0), [], using=[unit], facts=inside)
    return telescope(here, j, 1, d)


@BREGMAN.proof
def two_bases(claim: Claim) -> Theorem:
    """The double sum of tr(W̃ log W) in either order."""
    swapped = instantiate(
        exchanged(),
        {family("g"): Lambda((i, j), first(i) * log(second(j)) * Inner(a(i), b(j)) ** 2), _klein._n: d},
    )
    return combine(claim.states[0], [(1, swapped), (1, own_trace())], facts=[POSITIVE])


def between(sign: int) -> tuple[list[Theorem], list[Theorem]]:
    """−1 ≤ ±s ≤ 1 for 0 ≤ s ≤ 1, and −1 ≤ 0 ≤ 1."""
    at, ends = sign * s, [assume(ge(s, 0)), assume(ge(1, s))]
    near = [
        combine(ge(at, -1), [(1, ends[(1 - sign) // 2]), (1, (1 + sign) // 2)]),
        combine(ge(1, at), [(1, ends[(1 + sign) // 2]), (1, (1 - sign) // 2)]),
    ]
    return near, [combine(ge(0, -1), [(1, 1)]), combine(ge(1, 0), [(1, 1)])]


def has_values(sign: int) -> list[Theorem]:
    """f is defined at ±s, for 0 ≤ s ≤ 1, and at 0."""
    near, zero = between(sign)
    return [at(DEFINED, where, by=known) for where, known in ((sign * s, near), (0, zero))]


def above_the_tangent(sign: int) -> Theorem:
    """f(±s) ≥ f(0) ± s tr(V log W), for 0 ≤ s ≤ 1: Klein's inequality for W ± sV and W."""
    at = sign * s
    near, zero = between(sign)
    bases = [instantiate(assume(h), [where], known) for where, known in ((at, near), (0, zero)) for h in BASES]
    place = {
        first: Lambda(i, lam(at, i)),
        second: Lambda(i, lam(0, i)),
        VecHead("ṽ"): Lambda(i, v(at, i)),
        VecHead("v"): Lambda(i, v(0, i)),
    }
    definite = generalize(combine(gt(lam(at, i), 0), [(1, lam(at, i))]), [i], INDEX)
    klein, bregman = (
        instantiate(claim.theorem(claim.states[0]), place, [*bases, definite]) for claim in (NOT_NEGATIVE, BREGMAN)
    )
    here = v(0, j)
    line = instantiate(assume(ON_THE_LINE), [at, here], near)
    change = combine(
        eq(
            log(lam(0, j)) * (form(of(lam, at), of(v, at), here) - form(of(lam, 0), of(v, 0), here)),
            at * log(lam(0, j)) * direction(here),
        ),
        [(log(lam(0, j)), line)],
    )
    moved = telescope(change, j, 1, d)
    ends = zip((at, 0), (near, zero), has_values(sign), strict=True)
    there, start = (instantiate(assume(ALONG), [where], [*known, value]) for where, known, value in ends)
    goal = ge(f(at), f(0) + at * product_with_log(of(lam, 0), of(v, 0), direction))
    terms = [(1, klein), (1, bregman), (1, moved), (1, there), (-1, start)]
    return combine(goal, terms, facts=has_values(sign))


@GRADIENT.proof
def squeezed_by_the_tangent(claim: Claim) -> Theorem:
    """F lies above its tangent on both sides of W, so its derivative there is that of the tangent."""
    slope = product_with_log(of(lam, 0), of(v, 0), direction)
    bounds = []
    for sign in (1, -1):
        height = Lambda(s, f(sign * s) - f(0) - sign * s * slope)
        above = combine(ge(height(s), 0), [(1, above_the_tangent(sign))], facts=has_values(sign))
        flat = combine(eq(height(0), 0), [], facts=has_values(sign)[1:])
        axiom = instantiate(cite(SLOPE_AT_THE_END), {partial("f"): height})
        schema = generalize(above, [s], [ge(s, 0), ge(1, s)])
        bounds.append(instantiate(axiom, {}, [flat, schema, *has_values(sign)[1:]]))
    up, down = bounds
    steeper = combine(ge(Deriv(f(q), q, 0), slope), [(1, up)])
    flatter = combine(ge(slope, Deriv(f(q), q, 0)), [(1, down)])
    return combine(claim.states[0], [(1, Deriv(f(q), q, 0) - slope)], facts=[steeper, flatter])


def numbers() -> dict[Any, Any]:
    """1 × 1 matrices: W = 2 and V = 1, so that F(W + sV) = (2 + s) log(2 + s) − (2 + s) for −1 ≤ s ≤ 1."""
    return {
        d: 1,
        lam.head: Lambda((s, i), 1 + Abs(1 + s)),
        nu.head: Lambda(i, 1),
        v(s, i).args[0]: Lambda((s, i), 1),
        z(i).args[0]: Lambda(i, 1),
        f.head: Lambda(s, (2 + s) * log(2 + s) - (2 + s)),
    }


def on_the_line() -> list[Theorem]:
    """What the schemas say there: |1 + s| = 1 + s for s ≥ −1."""
    size, whole = 1 + Abs(1 + s), (2 + s) * log(2 + s) - (2 + s)
    inside: list[Any] = [*NEAR, combine(gt(2 + s, 0), [(1, assume(NEAR[0])), (1, 1)])]
    along = combine(eq(whole, size * log(size) - size), [], facts=inside)
    line = combine(eq(size * q**2, 2 * q**2 + s * q**2), [], facts=inside)
    near = [generalize(f, [s], NEAR) for f in orthonormal_in_one_dimension()]
    return [*near, generalize(along, [s], NEAR), generalize(line, [s, q], NEAR)]


fails_as(GRADIENT,
    ("constant", eq(GRADIENT.states[0].lhs, GRADIENT.states[0].rhs / 2), "½ log W.", numbers(), on_the_line),
    ("sign", eq(GRADIENT.states[0].lhs, -GRADIENT.states[0].rhs), "−log W.", numbers(), on_the_line),
)  # fmt: skip
fails_without(GRADIENT,
    (ALONG, "f may be any function.", numbers() | {f.head: Lambda(s, 0)}, on_the_line),
    (ON_THE_LINE, "V may be any direction.", numbers() | {nu.head: Lambda(i, 2)}, on_the_line),
)  # fmt: skip


def scalars(first_value: Any, second_value: Any, length: Any = 1) -> dict[str, Any]:
    """How a mutant is refuted by 1 × 1 matrices W̃ and W."""
    values = {
        d: 1,
        first.head: Lambda(i, first_value),
        second.head: Lambda(i, second_value),
        a(i).args[0]: Lambda(i, 1),
        b(i).args[0]: Lambda(i, length),
    }
    return {"at": values, "discharge": orthonormal_in_one_dimension}


IS = BREGMAN.states[0]

fails_as(BREGMAN,
    ("constant", eq(IS.lhs, IS.rhs + total(first(i)) - total(second(i))), "Without −W̃ + W.", scalars(1, 2)),
    ("sign", eq(2 * (potential(first) - potential(second)) - IS.lhs, IS.rhs), "F(W̃) − F(W) + tr[(W̃ − W) log W].",
        scalars(1, 2)),
)  # fmt: skip
fails_without(BREGMAN,
    ([*(h for h in orthonormal(b) if h not in orthonormal(a))], "The vectors of W need not be orthonormal.",
        scalars(1, 2, length=2)),
)  # fmt: skip


fails_as(NOT_NEGATIVE,
    ("constant", ge(NOT_NEGATIVE.states[0].lhs, 1), "The divergence is at least 1.", scalars(1, 1)),
    ("sign", ge(0, NOT_NEGATIVE.states[0].lhs), "The divergence is at most 0.", scalars(1, 2)),
)  # fmt: skip
fails_without(NOT_NEGATIVE, ([*orthonormal(b)], "The vectors of W need not be orthonormal.", scalars(1, 2, length=4)))


def pairs() -> list[tuple[Any, Any]]:
    """Pairs of random positive definite matrices, some near each other, some with small eigenvalues."""
    rng = np.random.default_rng(4)
    found = []
    for n in (1, 2, 3, 5):
        for size in (1.0, 6.0):
            found.append(tuple(_definite(rng, n, size) for _ in range(2)))
    return found


def _definite(rng: Any, n: int, size: float) -> Any:
    q = np.linalg.qr(rng.normal(size=(n, n)))[0]
    matrix = (q * np.exp(-size * rng.random(n))) @ q.T
    return (matrix + matrix.T) / 2


def eigen(matrix: Any) -> tuple[Any, Any]:
    """The eigenvalues and eigenvectors in mpmath, as a list and a function of the index."""
    values, vectors = mp.eigsy(reference.matrix(matrix))
    return list(values), lambda n: list(vectors[:, int(n) - 1])


@BREGMAN.conformance
def code_follows_the_divergence() -> Iterator[Conformance]:
    """The divergence of numpy and of mpmath against the Bregman divergence of F, on pairs (W, W̃)."""

    def exactly(pair: Any) -> Any:
        (q_values, q_vectors), (p_values, p_vectors) = map(eigen, pair)
        at = {first: p_values, second: q_values, VecHead("ṽ"): p_vectors, VecHead("v"): q_vectors, d: len(q_values)}
        return value(BREGMAN.states[0].lhs, at)

    return conformance(
        pairs(),
        formula=exactly,
        code=lambda pair: float(spectral.von_neumann_divergence(*pair)),
        reference=lambda pair: reference.von_neumann_divergence(*pair),
        ulps=64.0,
    )
