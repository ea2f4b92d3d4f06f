"""Section 1: the matrix exponential of a symmetric matrix is symmetric and positive definite."""

from __future__ import annotations

from typing import Any

from sympy import Lambda, Rational, exp

from proofs.matrix_eg._instances import one_dimension, orthonormal_in_one_dimension
from proofs.matrix_eg._matrices import ORTHONORMAL_TOO, basis, d, form, i, orthonormal, x
from proofs.matrix_eg._scalar import tangent
from verify.author.kernel import Theorem, assume, combine, instantiate, telescope
from verify.claims import Claim
from verify.language.terms import Inner, family, ge, gt, lt

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
)


@PEIERLS.proof
def tangent_at_the_mean(claim: Claim) -> Theorem:
    """e^λ ≥ e^m(1 + λ − m) at each eigenvalue, for the mean m = xᵀAx/xᵀx; the squares ⟨vᵢ, x⟩² weigh them."""
    size, whole = Inner(x, x), form(lam, v, x)
    mean = whole / size
    weight = exp(mean) * Inner(v(i), x) ** 2
    above = tangent(lam(i) - mean)
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


@CLAIM.mutant("constant", **at(-1))
def above_one_half(claim: Claim) -> Claim:
    """xᵀ exp(A) x > ½."""
    return claim.replace(states=gt(exponential(), Rational(1, 2)))


@CLAIM.mutant("sign", **at(0))
def negative(claim: Claim) -> Claim:
    """xᵀ exp(A) x < 0."""
    return claim.replace(states=lt(exponential(), 0))


@CLAIM.mutant("hypothesis", **at(0, vector=0))
def zero_vector(claim: Claim) -> Claim:
    """x may be 0."""
    return claim.replace(given=[f for f in claim.given if f != NOT_ZERO])


@CLAIM.mutant("hypothesis", **at(0, length=0))
def no_basis(claim: Claim) -> Claim:
    """The vectors need not be an orthonormal basis."""
    return claim.replace(given=[f for f in claim.given if f not in BASIS])


@PEIERLS.mutant("constant", **at(1))
def twice_as_large(claim: Claim) -> Claim:
    """Twice the bound."""
    return claim.replace(states=ge(exponential(), 2 * exp(form(lam, v, x) / Inner(x, x)) * Inner(x, x)))


@PEIERLS.mutant("sign", **at(-1))
def exponent_negated(claim: Claim) -> Claim:
    """exp(−xᵀAx/xᵀx)."""
    return claim.replace(states=ge(exponential(), exp(-form(lam, v, x) / Inner(x, x)) * Inner(x, x)))
