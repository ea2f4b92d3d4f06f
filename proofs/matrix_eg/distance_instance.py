"""Section 5: the instance matrix of a distance gives half the squared distance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Expr, KroneckerDelta, Lambda, Rational, Sum, sqrt

from numeric.experiments.projection_kernel import constraint_matrix
from numeric.reference import spectral as reference
from proofs.matrix_eg import LOST
from verify.audit import (
    Claim, Conformance, Inner, Theorem, eq, fails_as, fails_without, ge, identity, integer, listed, ne, witness,
)  # fmt: skip
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import EUCLIDEAN, Vec, VecHead

i, j, a, b, d = integer("i j a b d")

HALF = Rational(1, 2)


def point(i: Any) -> Vec:
    """x_i, the object i in the feature space: [W]_ij = ⟨x_i, x_j⟩."""
    return Vec(VecHead("x"), EUCLIDEAN, i)


def entry(i: Any, j: Any, size: Any = HALF) -> Expr:
    """The entry (i, j) of X_t: `size` at (a, a) and (b, b), −size at (a, b) and (b, a), else 0."""
    at_a, at_b = (KroneckerDelta(i, a), KroneckerDelta(j, a)), (KroneckerDelta(i, b), KroneckerDelta(j, b))
    return size * (at_a[0] - at_b[0]) * (at_a[1] - at_b[1])


def trace(size: Any = HALF) -> Expr:
    """tr(WX_t) = Σ_ij [W]_ij [X_t]_ij."""
    return Sum(Inner(point(i), point(j)) * entry(i, j, size), (i, 1, d), (j, 1, d))


def squared_distance() -> Expr:
    """‖x_a − x_b‖²."""
    return Inner(point(a) - point(b), point(a) - point(b))


def mass() -> Expr:
    """tr W."""
    return Sum(Inner(point(i), point(i)), (i, 1, d))


HALVES = {d: 2, a: 1, b: 2, VecHead("x"): listed(((1 / sqrt(2), 0), (0, 1 / sqrt(2))), i)}
"""W = I/2, definite and of trace one: the points e_1/√2 and e_2/√2."""

PLACES = [ge(a, 1), ge(d, a), ge(b, 1), ge(d, b)]
OBJECTS = [*PLACES, ne(a, b)]

INSTANCE = Claim(
    "matrix_eg/distance-instance",
    weight="constant",
    slip=(
        "The X_t that is printed gives half the squared distance. With entries ±1 it is the whole; then r is 2, and "
        "the rate 2/r² of section 5 is ½."
    ),
    at="section 5",
    printed=(
        "the total loss incurred by this sequence is Σ_t (‖x_a − x_b‖² − y_t)² = Σ_t (tr(W_tX_t) − y_t)²,"
        " … where X_t is a symmetric matrix whose (a_t, a_t) and (b_t, b_t) elements are 0.5, (a_t, b_t) "
        "and (b_t, a_t) elements are −0.5, and all the other elements are zero"
    ),
    given=OBJECTS,
    reconstructed=True,
    states=eq(trace(), squared_distance()),
    reading=LOST
    + (
        "The two forms of the total loss agree term by term, for all labels. [W]_ij = ⟨x_i, x_j⟩ for points of the "
        "feature space, a and b are two of the d objects, and the trace of the product is the sum of the products of "
        "the entries."
    ),
)

INSTANCE_REPAIRED = Claim(
    "matrix_eg/distance-instance.repaired",
    at="section 5",
    says=("tr(W_tX_t) = ½‖x_a − x_b‖²; with the entries 1 and −1 in the place of 0.5 and −0.5 it is ‖x_a − x_b‖²"),
    given=PLACES,
    states=[eq(trace(), squared_distance() / 2), eq(trace(1), squared_distance())],
    repairs="matrix_eg/distance-instance",
    reading=(
        "[W]_ij = ⟨x_i, x_j⟩ for points of the feature space, a and b are two of the d objects, and the entries of "
        "X_t are 0.5 and −0.5 as printed, in the first formula, and 1 and −1 in the second; for a = b all "
        "entries are 0, and both sides. For every d."
    ),
)


@INSTANCE.counterexample
def two_points(claim: Claim) -> Theorem:
    """d = 2 and W = I/2, the first W_1 of the paper: x_1 = e_1/√2, x_2 = e_2/√2, and tr(WX) = ½ for a distance of 1."""
    return witness(list(claim.given), claim.states[0], HALVES)


@INSTANCE_REPAIRED.proof
def entry_by_entry(claim: Claim) -> list[Theorem]:
    """Only four entries are not zero."""
    return [identity(state, facts=list(claim.given)) for state in claim.states]


PAIR = {d: 2, a: 1, b: 2, VecHead("x"): Lambda(i, i)}


fails_as(INSTANCE_REPAIRED,
    ("constant", [eq(trace(), squared_distance() / 3), INSTANCE_REPAIRED.states[1]],
        "A third of the squared distance.", PAIR),
)  # fmt: skip


@INSTANCE_REPAIRED.mutant("sign", at=PAIR)
def positive_off_the_diagonal(claim: Claim) -> Claim:
    """½ at (a, b) and (b, a)."""
    here = (KroneckerDelta(i, a) + KroneckerDelta(i, b)) * (KroneckerDelta(j, a) + KroneckerDelta(j, b)) / 2
    total = Sum(Inner(point(i), point(j)) * here, (i, 1, d), (j, 1, d))
    return claim.replace(states=[eq(total, squared_distance() / 2), claim.states[1]])


fails_without(INSTANCE_REPAIRED, (ge(d, b), "b may be above d.", {**PAIR, b: 3}))


def _points() -> list[Any]:
    """Small integer points, so that their kernel is exact, with a pair of them."""
    rng = np.random.default_rng(5)
    found = []
    for n in (2, 3, 7, 20):
        first, second = rng.choice(n, 2, replace=False)
        found.append((rng.integers(-9, 9, (n, 4)), int(first), int(second)))
    return found


@INSTANCE_REPAIRED.conformance
def code_follows_the_trace() -> Iterator[Conformance]:
    """tr(WX_t) for kernels of integer points."""

    def at(case: Any) -> dict[Any, Any]:
        rows = case[0].tolist()
        return {d: len(rows), a: case[1] + 1, b: case[2] + 1, VecHead("x"): lambda n: [*map(int, rows[int(n) - 1])]}

    def matrices(case: Any) -> tuple[Any, Any]:
        kernel = (case[0] @ case[0].T).astype(float)
        return kernel, constraint_matrix(len(kernel), case[1], case[2], 0.0)

    return conformance(
        _points(),
        formula=lambda case: value(trace(), at(case)),
        code=lambda case: float(np.sum(matrices(case)[0] * matrices(case)[1])),
        reference=lambda case: reference.inner(*map(reference.matrix, matrices(case))),
        ulps=1.0,
    )
