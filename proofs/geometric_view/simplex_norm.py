"""Example 3: ‖f⋆grad L‖² is the variance of the partial derivatives under p."""

from __future__ import annotations

from collections.abc import Iterator

from mpmath import mp

from numeric.manifolds import Simplex
from numeric.reference import simplex as reference
from proofs.geometric_view.push_forward import (
    ON_SIMPLEX, TWO_COMPONENTS, UNNORMALISED, at_distribution, d, distributions_and_partials, i, mean, p,
    pushed_gradient, total,
)  # fmt: skip
from verify.author.kernel import Theorem, identity
from verify.claims import Claim, Conformance, fails_as, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import eq

PARTS = total(pushed_gradient(p(i), d(i), mean(p, d)) ** 2, i)
VARIANCE = total(p(i) * d(i) ** 2, i) - mean(p, d) ** 2

SIMPLEX_NORM = Claim(
    "geometric_view/simplex-norm",
    at="Example 3",
    printed="‖V‖² = Σᵢ pⁱ (∂ᵢL_t(p))² − (Σᵢ pⁱ ∂ᵢL_t(p))²",
    given=[ON_SIMPLEX],
    states=eq(PARTS, VARIANCE),
    rests_on=["geometric_view/push-forward"],
    reading=(
        "V = f⋆grad L has the components of geometric_view/push-forward, and ‖V‖ is its Euclidean norm in R^{n+1}, in "
        "which the sphere of radius 2 lies; p is in the open simplex, for every n."
    ),
)


@SIMPLEX_NORM.proof
def expand_the_square(claim: Claim) -> Theorem:
    """Σ pⁱ(dᵢ − m)² = Σ pⁱdᵢ² − 2m·m + m²·1."""
    return identity(claim.states[0], using=[f for f in claim.given if f == ON_SIMPLEX])


fails_as(SIMPLEX_NORM,
    ("constant", eq(PARTS, total(p(i) * d(i) ** 2, i) - 2 * mean(p, d) ** 2),
        "The squared mean with the factor of the cross term.", TWO_COMPONENTS),
    ("sign", eq(PARTS, total(p(i) * d(i) ** 2, i) + mean(p, d) ** 2), "The squared mean is added.", TWO_COMPONENTS),
)  # fmt: skip


fails_without(SIMPLEX_NORM, (ON_SIMPLEX, "The components of p need not sum to one.", UNNORMALISED))


@SIMPLEX_NORM.conformance
def code_follows_the_norm() -> Iterator[Conformance]:
    """The simplex's gradient norm and its reference against the root of the printed right-hand side."""
    return conformance(
        distributions_and_partials(),
        formula=lambda pair: mp.sqrt(value(VARIANCE, at_distribution(pair))),
        code=lambda pair: Simplex().gradient_norm(*pair),
        reference=lambda pair: reference.gradient_norm(*pair),
        ulps=3.0,
    )
