"""Section 5: the eigenvalues of the matrix of a constraint, 1 − ε and −ε."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mpmath import mp
from sympy import Expr, Rational

from numeric import spectral
from numeric.experiments.projection_kernel import constraint_matrix
from numeric.reference import spectral as reference
from proofs.matrix_eg import LOST
from proofs.matrix_eg.distance_instance import HALF
from proofs.matrix_eg.distance_spectrum import ORTHONORMAL, PLANE, applied, e_a, e_b, gap, v
from verify.audit import (
    Claim, Conformance, Inner, Theorem, combine, eq, fails_as, fails_without, ge, identity, le, real,
)  # fmt: skip
from verify.claims.concrete import DIGITS
from verify.claims.conformance import conformance

eps = real("ε")


def constraint(v: Any) -> Expr:
    """C_j v = X_j v − εv."""
    return applied(v) - eps * v


PROJECTION_SPECTRUM = Claim(
    "matrix_eg/projection-spectrum",
    at="section 5",
    printed="The largest and smallest eigenvalues of any C_j are 1 − ε and −ε, respectively",
    given=ORTHONORMAL,
    reconstructed=True,
    states=[
        eq(constraint(e_a - e_b), (1 - eps) * (e_a - e_b)),
        eq(constraint(e_a + e_b), -eps * (e_a + e_b)),
        le(Inner(v, constraint(v)), (1 - eps) * Inner(v, v)),
        ge(Inner(v, constraint(v)), -eps * Inner(v, v)),
    ],
    rests_on=["matrix_eg/distance-spectrum"],
    reading=LOST
    + (
        "C_j = X_j − εI with the printed X_j, for every d ≥ 2 and every real ε: both are eigenvalues, with the "
        "eigenvectors e_a ∓ e_b, and every vᵀC_jv/vᵀv lies between them."
    ),
)


@PROJECTION_SPECTRUM.proof
def shifted(claim: Claim) -> list[Theorem]:
    """The eigenvalues of X_j less ε."""
    unit = [f for f in claim.given if f in ORTHONORMAL]
    *equations, largest, smallest = claim.states
    found = [identity(state, using=unit) for state in equations]
    found.append(combine(largest, [(1, gap())], using=unit))
    return [*found, combine(smallest, [(1, Inner(applied(v), applied(v)))], using=unit)]


fails_as(PROJECTION_SPECTRUM,
    ("constant", [eq(constraint(e_a - e_b), (1 - 2 * eps) * (e_a - e_b)), *PROJECTION_SPECTRUM.states[1:]],
        "1 − 2ε is the largest.", {**PLANE, eps: HALF}),
    ("sign", [*PROJECTION_SPECTRUM.states[:3], ge(Inner(v, constraint(v)), eps * Inner(v, v))], "ε is the smallest.",
        {**PLANE, eps: HALF}),
)  # fmt: skip
fails_without(PROJECTION_SPECTRUM,
    (ORTHONORMAL[0], "e_a need not have unit length.", {**PLANE, e_a: (2, 0), eps: HALF}),
)  # fmt: skip


@PROJECTION_SPECTRUM.extremal("v_b", [-Rational(1, 2), -1], formula=2)
def along_the_largest(second: Any) -> dict[Any, Any]:
    """ε = 1/2: attained at e_a − e_b."""
    return {**PLANE, v: (1, second), eps: HALF}


@PROJECTION_SPECTRUM.extremal("v_b", [Rational(1, 2), 1], formula=3)
def along_the_smallest(second: Any) -> dict[Any, Any]:
    """ε = −1, where both sides are positive: attained at e_a + e_b."""
    return {**PLANE, v: (1, second), eps: -1}


@PROJECTION_SPECTRUM.conformance
def code_follows_the_spectrum() -> Iterator[Conformance]:
    """The extreme eigenvalues of C_j, d from 2 to 20, against −ε and 1 − ε."""
    cases = [(n, epsilon) for n in (2, 5, 20) for epsilon in (0.0, 2.0**-7, 0.875)]

    def extremes(case: Any) -> list[float]:
        found = spectral.eigen(constraint_matrix(case[0], 0, case[0] - 1, case[1])).values
        return [float(found[0]), float(found[-1])]

    def in_mpmath(case: Any) -> list[Any]:
        with mp.workdps(DIGITS):
            found = sorted(mp.eigsy(reference.matrix(constraint_matrix(case[0], 0, case[0] - 1, case[1])))[0])
            return [found[0], found[-1]]

    return conformance(
        cases,
        formula=lambda case: [-mp.mpf(case[1]), 1 - mp.mpf(case[1])],
        code=extremes,
        reference=in_mpmath,
        ulps=4.0,
    )
