"""Section 3.1: the Golden–Thompson inequality, cited, and searched for exceptions in floats."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from verify.audit import Claim, Searched, Theorem, cite
from verify.axioms import GOLDEN_THOMPSON

CLAIM = Claim(
    "matrix_eg/golden-thompson",
    at="Section 3.1",
    printed="tr[exp(A + B)] ≤ tr[exp(A) exp(B)] for symmetric matrices A and B",
    given=GOLDEN_THOMPSON.hypotheses,
    states=GOLDEN_THOMPSON.conclusion,
    reading=(
        "A = Σ αᵢaᵢaᵢᵀ, B = Σ βⱼbⱼbⱼᵀ and A + B = Σ γₖcₖcₖᵀ, each with an orthonormal basis of R^d, as the spectral "
        "theorem gives them; that the third is the sum of the others is said by the forms, at every x. The trace of a "
        "product is Σᵢⱼ f(αᵢ)g(βⱼ)⟨aᵢ, bⱼ⟩². A classical theorem, which the paper cites too. The inequality's sign is "
        "reconstructed."
    ),
    reconstructed=True,
)


@CLAIM.cited
def classical(_: Claim) -> Theorem:
    """C. J. Thompson (1965), and S. Golden, Phys. Rev. 137 (1965) B1127, for semi-definite matrices."""
    return cite(GOLDEN_THOMPSON)


@CLAIM.search
def random_matrices() -> Iterator[Searched]:
    """The ratio tr exp(A + B)/tr(exp A exp B) for random symmetric matrices of many sizes."""
    rng = np.random.default_rng(17)
    worst, where, cases = 0.0, "", 3000
    for _ in range(cases):
        n, scale = int(rng.integers(1, 8)), float(10 ** rng.uniform(-3, 1))
        first, second = (scale * (g + g.T) / 2 for g in rng.normal(size=(2, n, n)))
        (a, p), (b, q) = np.linalg.eigh(first), np.linalg.eigh(second)
        product = float(np.exp(a) @ (p.T @ q) ** 2 @ np.exp(b))
        ratio = float(np.exp(np.linalg.eigvalsh(first + second)).sum()) / product
        if ratio > worst:
            worst, where = ratio, f"d = {n}, entries of size {scale:.2e}"
    yield Searched("tr exp(A + B)/tr(exp A exp B)", cases, worst, where, allowed=1 + 1e-12)
