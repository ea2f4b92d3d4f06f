"""The Gibbs variational principle, from the spectral theorem: ln tr exp is above its tangents."""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import Expr, exp, log

from proofs.matrix_eg._symmetric import (
    COMPLETE, EIGENVALUE, EXPONENTIAL, EXPONENTIALS, OVERLAP, RESOLUTION, TRACE, UNIT, A, B, E, Z, d, i, j, lam, mexp,
    one, s,
)  # fmt: skip
from verify.audit import (
    Inner, Theorem, assume, at, combine, exponential_above_tangent, function, ge, instantiate, real, telescope,
)  # fmt: skip

c = real("c")


def relative_entropy(A: Any, B: Any) -> Expr:
    """Δ(W, W′) = tr(W log W − W log W′) for W = exp A/tr exp A and W′ = exp B/tr exp B."""
    return Inner(mexp(A), A - B) / Z(A) - log(Z(A)) + log(Z(B))


FAR = function("Δ")
NAMES = {FAR(A, B): relative_entropy(A, B), **EXPONENTIALS}
"""What statements on relative entropies are shown with: Δ(A, B) is Δ(W, W′)."""


@cache
def at_an_eigenvector() -> Theorem:
    """⟨exp B, E⟩ ≥ e^c(1 − c + ⟨B, E⟩) for the projection E on an eigenvector of A: e^b ≥ e^c(1 + b − c)."""
    second, at = lam(j, B), E(i, A)
    weight = instantiate(assume(OVERLAP), [i, j, A, B])
    above = exponential_above_tangent(second - c)
    gap = exp(second - c) - (1 + second - c)
    row = telescope(combine(ge(Inner(at, E(j, B)) * gap, 0), [(weight, above)]), j, 1, d)
    exponential = instantiate(instantiate(assume(EXPONENTIAL), [s, B, at]), {s: 1})
    resolved, complete = (instantiate(assume(f), [B, at]) for f in (RESOLUTION, COMPLETE))
    unit = instantiate(assume(UNIT), [i, A])
    grown, rest = exp(c), 1 - c
    return combine(
        ge(Inner(mexp(B), at), grown * (rest + Inner(B, at))),
        [(grown, row), (1, exponential), (-grown, resolved), (-grown * rest, complete), (grown * rest, unit)],
    )


@cache
def shifted_tangent() -> Theorem:
    """Z(B) ≥ e^c((1 − c)Z(A) + ⟨exp A, B − A⟩): the sum over the eigenvectors of A, at the eigenvalue plus c."""
    added = telescope(instantiate(at_an_eigenvector(), {c: lam(i, A) + c}), i, 1, d)
    of_one, trace = at(COMPLETE, A, mexp(B)), at(TRACE, B)
    scale = exp(c)
    spelt = [instantiate(at(EXPONENTIAL, s, A, M), {s: 1}) for M in (A, B)]
    mass = instantiate(at(EXPONENTIAL, s, A, one), {s: 1})
    return combine(
        ge(Z(B), scale * ((1 - c) * Z(A) + Inner(mexp(A), B - A))),
        [
            (1, added),
            (1, of_one),
            (1, trace),
            (scale, spelt[0]),
            (-scale, spelt[1]),
            (-scale * (1 - c), mass),
            (-scale * (1 - c), at(TRACE, A)),
        ],
        using=[assume(UNIT), assume(EIGENVALUE)],
    )


@cache
def gibbs() -> Theorem:
    """⟨exp A, A − B⟩/Z(A) ≥ ln Z(A) − ln Z(B): the relative entropy is not negative."""
    mean = Inner(mexp(A), B - A) / Z(A)
    below = instantiate(shifted_tangent(), {c: mean})
    quotient = Z(B) / (exp(mean) * Z(A))
    return combine(ge(relative_entropy(A, B), 0), [(1, exponential_above_tangent(-log(quotient))), (1 / Z(B), below)])
