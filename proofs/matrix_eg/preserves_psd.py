"""Section 1: the matrix exponential of a symmetric matrix is symmetric and positive definite."""

from __future__ import annotations

from typing import Any

from sympy import Lambda, Rational, exp

from proofs.matrix_eg._instances import one_dimension, orthonormal_in_one_dimension
from proofs.matrix_eg._matrices import ORTHONORMAL_TOO, basis, d, form, i, orthonormal, x
from verify.audit import (
    Claim, Inner, Theorem, assume, combine, exponential_above_tangent, fails_as, fails_without, family, ge, gt,
    instantiate, lt, telescope,
)  # fmt: skip

lam, v = family("λ"), basis("v")
BASIS = orthonormal(v)
NOT_ZERO = gt(Inner(x, x), 0)


def exponential(at: Any = x) -> Any:
    """xᵀ exp(A) x for A = Σ λᵢvᵢvᵢᵀ."""
    return form(lambda i: exp(lam(i)), v, at)


CLAIM = Claim(
    "matrix_eg/preserves-psd",
    at="Section 1, and after (4)",
    printed="the matrix exponential maps any symmetric matrix to a positive definite matrix",
    given=[*BASIS, NOT_ZERO],
    idle={BASIS[0]: ORTHONORMAL_TOO},
    states=gt(exponential(), 0),
    reading=(
        "A = Σ λᵢvᵢvᵢᵀ with an orthonormal basis vᵢ of R^d (spectral theorem), and exp A = Σ e^{λᵢ}vᵢvᵢᵀ, a symmetric "
        "matrix by its form; then xᵀ exp(A) x > 0 for every x ≠ 0, in every dimension."
    ),
)

PEIERLS = Claim(
    "matrix_eg/preserves-psd.sharp",
    at="Section 1, quantitative",
    says="xᵀ exp(A) x ≥ exp(xᵀAx/xᵀx) xᵀx",
    given=[*BASIS, NOT_ZERO],
    idle={BASIS[0]: ORTHONORMAL_TOO},
    states=ge(exponential(), exp(form(lam, v, x) / Inner(x, x)) * Inner(x, x)),
    reading=(
        "A = Σ λᵢvᵢvᵢᵀ with an orthonormal basis vᵢ of R^d (spectral theorem), exp A = Σ e^{λᵢ}vᵢvᵢᵀ and x ≠ 0: how "
        "positive the exponential is. Equality for eigenvectors."
    ),
    sharpens="matrix_eg/preserves-psd",
)


@PEIERLS.proof
def tangent_at_the_mean(claim: Claim) -> Theorem:
    """e^λ ≥ e^m(1 + λ − m) at each eigenvalue, for the mean m = xᵀAx/xᵀx; the squares ⟨vᵢ, x⟩² weigh them."""
    size, whole = Inner(x, x), form(lam, v, x)
    mean = whole / size
    weight = exp(mean) * Inner(v(i), x) ** 2
    above = exponential_above_tangent(lam(i) - mean)
    goal = ge(exp(lam(i)) * Inner(v(i), x) ** 2, weight * (1 + lam(i) - mean))
    term = combine(goal, [(weight, above)], facts=[NOT_ZERO])
    added = telescope(term, i, 1, d)
    unit = instantiate(assume(BASIS[1]), [x])
    squares = form(lambda _: 1, v, x)
    exactly = combine(ge(exponential(), exp(mean) * (squares + whole - mean * squares)), [(1, added)], facts=[NOT_ZERO])
    return combine(claim.states[0], [(1, exactly), (exp(mean) * (whole / size - 1), unit)], facts=[NOT_ZERO])


@CLAIM.proof
def exponentials_are_positive(claim: Claim) -> Theorem:
    """The bound from below is positive."""
    sharp = PEIERLS.theorem(PEIERLS.states[0])
    size = assume(NOT_ZERO)
    return combine(claim.states[0], [(1, sharp), (exp(form(lam, v, x) / Inner(x, x)), size)], facts=[NOT_ZERO])


def at(value: Any, vector: Any = 1, length: Any = 1) -> dict[str, Any]:
    """How a mutant is refuted by the 1 × 1 matrix `value` at x = `vector`."""
    return {
        "at": {**one_dimension(v, length), lam: Lambda(i, value), x: vector},
        "discharge": orthonormal_in_one_dimension if length == 1 else None,
    }


fails_as(CLAIM,
    ("constant", gt(exponential(), Rational(1, 2)), "xᵀ exp(A) x > ½.", at(-1)),
    ("sign", lt(exponential(), 0), "xᵀ exp(A) x < 0.", at(0)),
)  # fmt: skip


fails_without(CLAIM,
    (NOT_ZERO, "x may be 0.", at(0, vector=0)),
    (BASIS, "The vectors need not be an orthonormal basis.", at(0, length=0)),
)  # fmt: skip


fails_as(PEIERLS,
    ("constant", ge(exponential(), 2 * exp(form(lam, v, x) / Inner(x, x)) * Inner(x, x)), "Twice the bound.", at(1)),
    ("sign", ge(exponential(), exp(-form(lam, v, x) / Inner(x, x)) * Inner(x, x)), "exp(−xᵀAx/xᵀx).", at(-1)),
)  # fmt: skip


@PEIERLS.extremal("λ", [-1, 1, 3])
def eigenvectors(value: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """The 1 × 1 matrix λ at x = 1: attained, as for every eigenvector."""
    found = at(value)
    return found["at"], found["discharge"]()
