"""The link update (6) on the simplex: the softmax function leads into its interior."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Lambda, Sum

from numeric.matching import Softmax
from numeric.reference import matching as matching_reference
from proofs.spheres.softmax_link import SOME, i, j, n, softmax, theta
from verify.author.kernel import Theorem, combine, identity
from verify.claims import Claim, Conformance, fails_as
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import eq, ge, gt

INDEX = [ge(i, 1), ge(n, i)]

LINK_UPDATE_SIMPLEX = Claim(
    "spheres/link-update-simplex",
    at="(6)",
    says="for the logarithm and the softmax function the updated parameter stays in the open simplex",
    given=[SOME, *INDEX],
    states=[gt(softmax(theta, i), 0), eq(Sum(softmax(theta, i), (i, 1, n)), 1)],
    reading=(
        "Whatever vector θ ∈ Rⁿ the step h(p) − η∂L leads to, its softmax has positive components with the sum one. "
        "The logarithm maps the simplex to a hypersurface of dimension n − 1, not onto Rⁿ as spheres/link-update asks; "
        "that the softmax function is defined on all of Rⁿ is what matters."
    ),
)


@LINK_UPDATE_SIMPLEX.proof
def normalised(claim: Claim) -> list[Theorem]:
    """Exponentials are positive, and so is their sum."""
    index = [f for f in claim.given if f in (SOME, *INDEX)]
    some = [f for f in claim.given if f == SOME]
    first, second = claim.states
    return [combine(first, [(1, softmax(theta, i))], facts=index), identity(second, facts=some)]


ZERO_ACTIVATIONS = {n: 2, i: 1, theta: Lambda(j, 0)}


fails_as(LINK_UPDATE_SIMPLEX,
    ("constant", [LINK_UPDATE_SIMPLEX.states[0], eq(LINK_UPDATE_SIMPLEX.states[1].lhs, 2)],
        "The components sum to 2.", ZERO_ACTIVATIONS),
    ("sign", [gt(0, softmax(theta, i)), LINK_UPDATE_SIMPLEX.states[1]], "The components are negative.",
        ZERO_ACTIVATIONS),
)  # fmt: skip


def _softmax_by_formula(activation: Any) -> list[Any]:
    size = len(activation)
    return [value(softmax(theta, i), {theta: list(map(mp.mpf, activation)), n: size, i: k + 1}) for k in range(size)]


@LINK_UPDATE_SIMPLEX.conformance
def code_follows_the_softmax() -> Iterator[Conformance]:
    """The softmax function and its reference, in 1 to 20 dimensions."""
    rng = np.random.default_rng(34)
    return conformance(
        [rng.normal(0, 4, size) for size in (1, 2, 5, 20) for _ in range(3)],
        formula=_softmax_by_formula,
        code=lambda activation: Softmax().transfer(activation),
        reference=lambda activation: matching_reference.transfer("softmax", activation),
        ulps=4.0,
    )
