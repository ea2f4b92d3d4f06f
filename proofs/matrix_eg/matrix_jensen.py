"""Section 3.1: Jensen's inequality for the matrix exponential, on the eigenvalues of A."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Lambda, exp

from proofs.matrix_eg._instances import one_dimension, orthonormal_in_one_dimension
from proofs.matrix_eg._matrices import INDEX, ORTHONORMAL_TOO, basis, d, form, i, orthonormal, x
from verify.audit import (
    Claim, Inner, Searched, Theorem, assume, combine, exponential_below_chord, fails_as, fails_without, family,
    forall, ge, generalize, gt, instantiate, le, real, telescope,
)  # fmt: skip

rho_1, rho_2 = real("ρ₁ ρ₂")
alpha, v = family("α"), basis("v")

BASIS = orthonormal(v)
ABOVE_ZERO = forall(i, gt(alpha(i), 0), INDEX)
AT_LEAST_ZERO = forall(i, ge(alpha(i), 0), INDEX)
AT_MOST_ONE = forall(i, ge(1, alpha(i)), INDEX)


FIRST, SECOND = exp(rho_1), exp(rho_2)


def jensen(first: Any = FIRST, second: Any = SECOND, at: Any = x) -> Any:
    """xᵀ exp(ρ₁A + ρ₂(I − A)) x ≤ xᵀ(e^{ρ₁}A + e^{ρ₂}(I − A))x, with other factors if they are given."""
    whole = form(alpha, v, at)
    return le(
        form(lambda i: exp(rho_1 * alpha(i) + rho_2 * (1 - alpha(i))), v, at),
        first * whole + second * (Inner(at, at) - whole),
    )


READING = (
    "A = Σ αᵢvᵢvᵢᵀ with an orthonormal basis vᵢ of R^d, which every symmetric matrix has (spectral theorem); a "
    "function of A has the same eigenvectors and the function of each eigenvalue, so that exp(ρ₁A + ρ₂(I − A)) has the "
    "eigenvalues e^{ρ₁αᵢ + ρ₂(1−αᵢ)}. The order of matrices is that of their forms: xᵀ·x for every x. "
)

MATRIX_JENSEN = Claim(
    "matrix_eg/matrix-jensen",
    at="Section 3.1",
    printed=(
        "exp(ρ₁A + ρ₂(I − A)) ≼ exp(ρ₁)A + exp(ρ₂)(I − A) for finite ρ₁, ρ₂ ∈ R and any symmetric matrix A with "
        "0 ≺ A ≼ I"
    ),
    given=[*BASIS, ABOVE_ZERO, AT_MOST_ONE],
    idle={BASIS[0]: ORTHONORMAL_TOO},
    states=jensen(),
    reading=READING + "0 ≺ A ≼ I: 0 < αᵢ ≤ 1 for every i. The signs of the order are reconstructed.",
    reconstructed=True,
)

MATRIX_JENSEN_SHARP = Claim(
    "matrix_eg/matrix-jensen.sharp",
    at="Section 3.1, for semi-definite A",
    says="exp(ρ₁A + ρ₂(I − A)) ≼ exp(ρ₁)A + exp(ρ₂)(I − A) for any symmetric A with 0 ≼ A ≼ I",
    given=[*BASIS, AT_LEAST_ZERO, AT_MOST_ONE],
    idle={BASIS[0]: ORTHONORMAL_TOO},
    states=jensen(),
    reading=READING
    + "0 ≼ A ≼ I: 0 ≤ αᵢ ≤ 1. A need not be definite; the use of the inequality in Lemma 3.1 needs this.",
    sharpens="matrix_eg/matrix-jensen",
)


@MATRIX_JENSEN_SHARP.proof
def chord_on_each_eigenvalue(claim: Claim) -> Theorem:
    """The exponential lies below its chord at each eigenvalue; the squares ⟨vᵢ, x⟩² weigh these inequalities."""
    within = [instantiate(assume(f), [i]) for f in (AT_LEAST_ZERO, AT_MOST_ONE)]
    below = exponential_below_chord(rho_1 - rho_2, alpha(i), within)
    chord, square = alpha(i) * exp(rho_1) + (1 - alpha(i)) * exp(rho_2), Inner(v(i), x) ** 2
    mean = exp(rho_1 * alpha(i) + rho_2 * (1 - alpha(i)))
    term = combine(le(mean * square, chord * square), [(exp(rho_2) * square, below)])
    added = telescope(term, i, 1, d)
    unit = instantiate(assume(BASIS[1]), [x])
    return combine(claim.states[0], [(1, added), (exp(rho_2), unit)])


@MATRIX_JENSEN.proof
def definite_is_semidefinite(claim: Claim) -> Theorem:
    """0 < αᵢ is more than is needed."""
    above = instantiate(assume(ABOVE_ZERO), [i])
    at_least = generalize(combine(ge(alpha(i), 0), [(1, above)]), [i], INDEX)
    theorem = instantiate(MATRIX_JENSEN_SHARP.theorem(jensen()), discharge=[at_least])
    return combine(claim.states[0], [(1, theorem)])


def at(share: Any, first: Any = 1, second: Any = 0, length: Any = 1) -> dict[str, Any]:
    """How a mutant is refuted by the 1 × 1 matrix A = share, with ρ₁ = first, ρ₂ = second, x = 1."""
    values = {**one_dimension(v, length), alpha: Lambda(i, share), rho_1: first, rho_2: second, x: 1}
    return {"at": values, "discharge": orthonormal_in_one_dimension}


fails_as(MATRIX_JENSEN_SHARP,
    ("constant", jensen(first=exp(rho_1) / 2), "½e^{ρ₁}A.", at(1)),
    ("constant", jensen(second=exp(rho_2) / 2), "½e^{ρ₂}(I − A).", at(0)),
    ("sign", jensen(second=-exp(rho_2)), "e^{ρ₁}A − e^{ρ₂}(I − A).", at(0)),
)  # fmt: skip


fails_without(MATRIX_JENSEN_SHARP,
    (AT_LEAST_ZERO, "A may have negative eigenvalues.", at(-1)),
    (AT_MOST_ONE, "A may have eigenvalues above 1.", at(2)),
    ([*BASIS], "The eigenvectors need not be a basis of unit vectors.", at(1 / exp(1), 0, 0, length=2)),
)  # fmt: skip


@MATRIX_JENSEN_SHARP.extremal("α", [0, 1])
def projections(share: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """The 1 × 1 matrices A = 0 and A = 1, with ρ₁ = 1 and ρ₂ = 0: attained, as for every projection."""
    found = at(share)
    return found["at"], found["discharge"]()


fails_as(MATRIX_JENSEN,
    ("constant", jensen(first=exp(rho_1) / 2), "½e^{ρ₁}A.", at(1)),
    ("sign", jensen(first=-exp(rho_1)), "−e^{ρ₁}A + e^{ρ₂}(I − A).", at(1)),
)  # fmt: skip


@MATRIX_JENSEN.mutant("hypothesis", proof=lambda claim: MATRIX_JENSEN_SHARP.theorem(jensen()))
def semidefinite(claim: Claim) -> Claim:
    """A need only be semi-definite."""
    return claim.replace(given=[AT_LEAST_ZERO if f == ABOVE_ZERO else f for f in claim.given])


fails_without(MATRIX_JENSEN,
    (ABOVE_ZERO, "A may have any eigenvalues up to 1.", at(-1)),
    (AT_MOST_ONE, "A may have any positive eigenvalues.", at(2)),
)  # fmt: skip


@MATRIX_JENSEN.search
def random_matrices() -> Iterator[Searched]:
    """The largest eigenvalue of left minus right, plus 1, for random A with eigenvalues in (0, 1]."""
    rng = np.random.default_rng(31)
    worst, where, cases = 0.0, "", 2000
    for _ in range(cases):
        n = int(rng.integers(1, 7))
        q = np.linalg.qr(rng.normal(size=(n, n)))[0]
        shares, (first, second) = rng.beta(0.5, 0.5, n), rng.normal(0, 3, 2)
        matrix, one = (q * shares) @ q.T, np.eye(n)
        right = np.exp(first) * matrix + np.exp(second) * (one - matrix)
        values, vectors = np.linalg.eigh(first * matrix + second * (one - matrix))
        gap = np.linalg.eigvalsh((vectors * np.exp(values)) @ vectors.T - right)[-1] / np.linalg.norm(right)
        if 1 + gap > worst:
            worst, where = float(1 + gap), f"d = {n}, ρ₁ = {first:.3f}, ρ₂ = {second:.3f}"
    yield Searched("1 + λmax(left − right)/‖right‖", cases, worst, where, allowed=1 + 1e-12)
