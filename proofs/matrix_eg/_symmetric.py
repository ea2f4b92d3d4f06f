"""Symmetric matrices as vectors: traces of products are inner products, and exp is the gradient of tr exp.

`SYM` is the space of symmetric d × d matrices with ⟨A, B⟩ = tr(AB), `one` its identity matrix, `Z(A)` = tr exp A, which
is differentiable with the gradient exp A, and `E(i, A)` the projection on the i-th of d orthonormal eigenvectors of A,
with eigenvalue `lam(i, A)`. What the proofs use of them are the formulas below, the spectral theorem, and the
Golden–Thompson inequality, an axiom about them. Diagonal matrices, as vectors of R^d, meet all of it.
"""

from __future__ import annotations

from typing import Any

from sympy import Expr, Sum, exp

from proofs.matrix_eg import LOST
from verify.audit import Inner, Theorem, at, cite, combine, eq, forall, ge, instantiate, integer, real, telescope
from verify.axioms import (
    EIGENVALUES, GOLDEN_THOMPSON_IN_TRACES, IDENTITY_MATRIX, PROJECTIONS, SYM, TRACE_EXP, symmetric_matrices,
)  # fmt: skip
from verify.language.terms import Vec, VecHead

d, i, j = integer("d i j")
s = real("s")
Z, lam, one = TRACE_EXP, EIGENVALUES, IDENTITY_MATRIX
A, B, M = (Vec(VecHead(name), SYM) for name in "ABM")


def mexp(A: Any) -> Expr:
    """exp A, as the gradient of tr exp."""
    return Z.gradient(A)


EXPONENTIALS = {Vec(VecHead("exp"), SYM, A): mexp(A)}
"""The name of exp A in statements, for the gradient."""


def E(i: Any, A: Any) -> Vec:
    """The projection on the i-th eigenvector of A."""
    return Vec(PROJECTIONS, SYM, i, A)


def family(name: str) -> Any:
    """A family of symmetric matrices."""
    return lambda *index: Vec(VecHead(name), SYM, *index)


def over_eigenvectors(term: Any, index: Any = i) -> Expr:
    """The sum over the d eigenvectors."""
    return Sum(term, (index, 1, d))


INDEX = [ge(i, 1), ge(d, i)]
RESOLUTION = forall([A, B], eq(Inner(A, B), over_eigenvectors(lam(i, A) * Inner(E(i, A), B))))
COMPLETE = forall([A, B], eq(Inner(one, B), over_eigenvectors(Inner(E(i, A), B))))
EXPONENTIAL = forall([s, A, B], eq(Inner(mexp(s * A), B), over_eigenvectors(exp(s * lam(i, A)) * Inner(E(i, A), B))))
TRACE = forall([A], eq(Z(A), Inner(mexp(A), one)))
EIGENVALUE = forall([i, A], eq(Inner(E(i, A), A), lam(i, A)), INDEX)
UNIT = forall([i, A], eq(Inner(E(i, A), one), 1), INDEX)
OVERLAP = forall([i, j, A, B], ge(Inner(E(i, A), E(j, B)), 0), [*INDEX, ge(j, 1), ge(d, j)])
WEIGHED = [RESOLUTION, COMPLETE, EXPONENTIAL, TRACE, OVERLAP]
"""What is needed to weigh the eigenvalues of one matrix by another."""
SPECTRAL = [*WEIGHED, EIGENVALUE, UNIT]
SYMMETRIC = symmetric_matrices()
"""What Z, I, λ and E are; the Golden–Thompson inequality is cited for them."""

SPECTRAL_READING = LOST + (
    "Symmetric matrices are vectors with ⟨A, B⟩ = tr(AB), I is the identity matrix, Z(A) = tr exp A with the gradient "
    "exp A, and E(i, A), λ(i, A) are the projections on orthonormal eigenvectors of A and its eigenvalues; the "
    "hypotheses that say so are the spectral theorem, and hold for all symmetric d × d matrices. "
)


def exponential_positive(X: Any, M: Any) -> Theorem:
    """⟨E(j, X), exp M⟩ ≥ 0: an exponential is positive semidefinite."""
    overlap = at(OVERLAP, i, j, M, X)
    term = combine(ge(exp(lam(i, M)) * Inner(E(i, M), E(j, X)), 0), [(exp(lam(i, M)), overlap)])
    added = telescope(term, i, 1, d)
    expanded = instantiate(at(EXPONENTIAL, s, M, E(j, X)), {s: 1})
    return combine(ge(Inner(mexp(M), E(j, X)), 0), [(1, added), (1, expanded)])


def golden_thompson(X: Any, Y: Any) -> Theorem:
    """⟨exp X, exp Y⟩ ≥ tr exp(X + Y)."""
    return instantiate(cite(GOLDEN_THOMPSON_IN_TRACES), [X, Y])
