"""Section 5: the instance matrix of a distance has the eigenvalues 1 and 0."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mpmath import mp
from sympy import Expr, Rational

from numeric import spectral
from numeric.data import distance_instance
from numeric.reference import spectral as reference
from proofs.matrix_eg import LOST
from proofs.matrix_eg.distance_instance import HALF
from verify.audit import (
    Claim, Conformance, Inner, Theorem, combine, eq, fails_as, fails_without, ge, identity, le, vectors,
)  # fmt: skip
from verify.claims.concrete import DIGITS
from verify.claims.conformance import conformance

e_a, e_b, v = vectors("e_a e_b v")
ORTHONORMAL = [eq(Inner(e_a, e_a), 1), eq(Inner(e_b, e_b), 1), eq(Inner(e_a, e_b), 0)]


def applied(v: Any, size: Any = HALF) -> Expr:
    """X_t v = ½(v_a − v_b)(e_a − e_b)."""
    return size * (Inner(e_a, v) - Inner(e_b, v)) * (e_a - e_b)


SPECTRUM = Claim(
    "matrix_eg/distance-spectrum",
    at="section 5",
    says=("The X_t as printed has the eigenvalues 1 and 0 and no others, so that the least r of Lemma 3.1 is 1"),
    given=ORTHONORMAL,
    states=[
        eq(applied(e_a - e_b), e_a - e_b),
        eq(applied(e_a + e_b), 0),
        eq(applied(applied(v)), applied(v)),
        le(Inner(v, applied(v)), Inner(v, v)),
        ge(Inner(v, applied(v)), 0),
    ],
    reading=LOST
    + (
        "X_t as printed: ½(e_a − e_b)(e_a − e_b)ᵀ with e_a, e_b of an orthonormal basis of R^d, d ≥ 2. 1 and 0 are "
        "eigenvalues (of e_a − e_b and e_a + e_b); X_t² = X_t, so that there are no others; and 0 ≤ X_t ≤ I. So the "
        "least r of Lemma 3.1 is 1, as η = 2 of section 5 needs. With the entries ±1 it is 2."
    ),
)


def gap() -> Expr:
    """⟨v − X_tv, v − X_tv⟩, where X_t is a projection."""
    return Inner(v - applied(v), v - applied(v))


@SPECTRUM.proof
def orthogonal_projection(claim: Claim) -> list[Theorem]:
    """X_t is the orthogonal projection on e_a − e_b."""
    unit = [f for f in claim.given if f in ORTHONORMAL]
    *equations, largest, smallest = claim.states
    found = [identity(state, using=unit) for state in equations]
    found.append(combine(largest, [(1, gap())], using=unit))
    return [*found, combine(smallest, [(1, Inner(applied(v), applied(v)))], using=unit)]


PLANE = {e_a: (1, 0), e_b: (0, 1), v: (1, 2)}


fails_as(SPECTRUM,
    ("constant", [eq(applied(e_a - e_b, 1), e_a - e_b), *SPECTRUM.states[1:]],
        "1 is an eigenvalue for the entries ±1: it is 2.", PLANE),
    ("sign", [*SPECTRUM.states[:-1], le(Inner(v, applied(v)), 0)], "X_t ≤ 0.", PLANE),
)  # fmt: skip
fails_without(SPECTRUM,
    (ORTHONORMAL[0], "e_a need not have unit length.", {**PLANE, e_a: (2, 0)}),
    (ORTHONORMAL[1], "e_b need not have unit length.", {**PLANE, e_b: (0, 2)}),
    (ORTHONORMAL[2], "e_a and e_b need not be orthogonal.", {**PLANE, e_b: (Rational(3, 5), Rational(4, 5))}),
)  # fmt: skip


@SPECTRUM.extremal("v_b", [-Rational(1, 2), -1], formula=3)
def along_the_difference(second: Any) -> dict[Any, Any]:
    """v = (1, v_b): attained at e_a − e_b."""
    return {**PLANE, v: (1, second)}


@SPECTRUM.conformance
def code_follows_the_spectrum_of_an_instance() -> Iterator[Conformance]:
    """All eigenvalues of X_t, d from 2 to 20: one 1 and zeros."""

    def in_mpmath(size: int) -> list[Any]:
        with mp.workdps(DIGITS):
            return sorted(mp.eigsy(reference.matrix(distance_instance(size, 0, size - 1)))[0])

    return conformance(
        (2, 5, 20),
        formula=lambda size: [mp.mpf(0)] * (size - 1) + [mp.mpf(1)],
        code=lambda size: spectral.eigen(distance_instance(size, 0, size - 1)).values,
        reference=in_mpmath,
        ulps=4.0,
    )
