"""The matching loss as a path integral, after (16): ∫ (φ(r) − φ(a))·dr from a to â, along whatever path."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Expr, Integral, Lambda

from numeric.matching import Softmax
from numeric.reference import matching as reference
from proofs.general_additive.divergence import divergence
from verify.audit import (
    Claim, Conformance, Deriv, Inner, Theorem, cite, decided_by, eq, fails_as, fails_without, field, follows,
    generalize, identity, instantiate, partial, real, vectors,
)  # fmt: skip
from verify.axioms import FUNDAMENTAL_THEOREM, between
from verify.claims.conformance import conformance
from verify.language.terms import EUCLIDEAN, Vec, VecHead

r, q, w = real("r q w")
U, W = real("u v")  # the bounds in the axiom
P = field("P")
a, b = vectors("a â")
PATH, OTHER = VecHead("γ"), VecHead("δ")


def along(path: VecHead, s: Any) -> Vec:
    """The point of a path at time s."""
    return Vec(path, EUCLIDEAN, s)


def path_integral(path: VecHead, base: Any) -> Expr:
    """∫ (φ(r) − φ(base))·dr along the path, 0 ≤ s ≤ 1."""
    velocity = Deriv(along(path, q), q, r)
    return Integral(Inner(P.gradient(along(path, r)) - P.gradient(base), velocity), (r, 0, 1))


def ends(path: VecHead) -> list[Any]:
    """The path leads from a to â."""
    return [eq(along(path, 0), a), eq(along(path, 1), b)]


PATH_INTEGRAL = Claim(
    "general_additive/path-integral",
    at="after (16)",
    printed=(
        "L_φ(φ(a), φ(â)) = ∫_a^â (φ(r) − φ(a))·dr where the integral is a path integral the value of which must be "
        "independent of the actual path chosen between a and â"
    ),
    given=[*ends(PATH), *ends(OTHER)],
    states=[eq(path_integral(PATH, a), divergence(P, b, a)), eq(path_integral(PATH, a), path_integral(OTHER, a))],
    reading=(
        "φ = ∇P is continuous on R^k, for any k; a path is a continuously differentiable map of [0, 1] into R^k from a "
        "to â. Its integral is the right-hand side of (16), so every two paths between the same ends have the same."
    ),
)


@PATH_INTEGRAL.proof
def fundamental_theorem_along_the_path(claim: Claim) -> list[Theorem]:
    """The integrand is the derivative of P(γ(s)) − ⟨γ(s), φ(a)⟩."""
    values = [_value_of(path, ends(path)) for path in (PATH, OTHER)]
    loss, independent = claim.states
    return [
        follows(loss, values[0]),
        follows(independent, values[0], values[1]),
    ]


def _value_of(path: VecHead, at_the_ends: list[Any]) -> Theorem:
    """The integral along one path is the divergence."""
    integral = path_integral(path, a)
    primitive = Lambda(r, P(along(path, r)) - Inner(along(path, r), P.gradient(a)))
    integrand = Lambda(r, integral.args[0])
    derivative = identity(eq(Deriv(primitive(q), q, r), integrand(r)))
    found = instantiate(
        cite(FUNDAMENTAL_THEOREM),
        {partial("F"): primitive, partial("f"): integrand, U: 0, W: 1},
        discharge=[generalize(derivative, [r], [between(r, 0, 1)])],
    )
    return follows(eq(integral, divergence(P, b, a)), found, using=at_the_ends)


SQUARE = {P: Lambda(w, w**2), a: 0, b: 1, PATH: Lambda(r, r), OTHER: Lambda(r, r)}
NO_VALUE = "an instance needs the value of an integral, which an exact instance does not give; for x² on the line "


@PATH_INTEGRAL.instance
def segment_of_the_line() -> dict[Any, Any]:
    """P(a) = a², from 0 to 1, twice along the segment."""
    return SQUARE


fails_as(PATH_INTEGRAL,
    ("constant", {PATH_INTEGRAL.states[1]: eq(PATH_INTEGRAL.states[1].lhs, PATH_INTEGRAL.states[1].rhs + 1)},
        "The integral along the other path is larger by 1.", SQUARE),
)  # fmt: skip


LINEAR = SQUARE | {P: Lambda(w, w)}
"""φ = 1 on the line: the integrand is 0."""


fails_as(PATH_INTEGRAL,
    ("constant", {PATH_INTEGRAL.states[0]: eq(PATH_INTEGRAL.states[0].lhs, PATH_INTEGRAL.states[0].rhs + Inner(b - a,
        P.gradient(a)) / 2)}, "P(â) − P(a) − ½⟨â − a, φ(a)⟩.", LINEAR),
    ("sign", {PATH_INTEGRAL.states[0]: eq(PATH_INTEGRAL.states[0].lhs, PATH_INTEGRAL.states[0].rhs + 2 * Inner(b - a,
        P.gradient(a)))}, "P(â) − P(a) + ⟨â − a, φ(a)⟩.", LINEAR),
)  # fmt: skip


fails_without(PATH_INTEGRAL,
    (ends(PATH)[1], "The path γ need not end in â.", SQUARE | {PATH: Lambda(r, 0)}),
    (ends(PATH)[0], "The path γ need not start in a.", SQUARE | {PATH: Lambda(r, 1)}),
    (ends(OTHER)[1], "The other path need not end in â.",
        decided_by(undecided=f"{NO_VALUE} the paths s and 2s give 1 and 4")),
    (ends(OTHER)[0], "The other path need not start in a.",
        decided_by(undecided=f"{NO_VALUE} the paths s and 2s − 1 give 1 and 0")),
)  # fmt: skip


@PATH_INTEGRAL.conformance
def softmax_loss_along_a_bent_path() -> Iterator[Conformance]:
    """The softmax divergence against the integral, by quadrature, along a + s(â − a) + s(1 − s)d with random d."""
    rng = np.random.default_rng(16)
    points = [tuple(rng.normal(0, 1, (3, n)).tolist()) for n in (2, 3, 6) for _ in range(2)]
    return conformance(
        points,
        formula=_integral_of_softmax,
        code=lambda point: Softmax().divergence(point[1], point[0]),
        reference=lambda point: reference.divergence("softmax", point[1], point[0]),
        ulps=4.0,
    )


def _integral_of_softmax(point: Any) -> Any:
    start, end, bend = ([mp.mpf(c) for c in vector] for vector in point)
    before = reference.transfer("softmax", start)

    def integrand(s: Any) -> Any:
        here = [p + s * (e - p) + s * (1 - s) * d for p, e, d in zip(start, end, bend, strict=True)]
        velocity = [e - p + (1 - 2 * s) * d for p, e, d in zip(start, end, bend, strict=True)]
        change = [y - z for y, z in zip(reference.transfer("softmax", here), before, strict=True)]
        return mp.fdot(change, velocity)

    return mp.quad(integrand, mp.linspace(0, 1, 5))
