"""Symmetric matrices as orthonormal eigenbases with eigenvalues, as the spectral theorem gives them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Expr, Sum

from verify.audit import ge, integer, vectors
from verify.axioms import orthonormal_basis, quadratic_form
from verify.language.terms import EUCLIDEAN, Vec, VecHead

d, i, j, k, m = integer("d i j k m")
x, y = vectors("x y")

Values = Callable[[Any], Any]


def basis(name: str) -> Any:
    """A family of vectors of R^d."""
    return lambda *index: Vec(VecHead(name), EUCLIDEAN, *index)


def of(name: Any, *first: Any) -> Values:
    """The family with its first indices fixed: i ↦ name(first, i)."""
    return lambda index: name(*first, index)


def total(term: Any, index: Any = i) -> Expr:
    """The sum over the index from 1 to d."""
    return Sum(term, (index, 1, d))


def form(values: Values, vectors: Values, at: Any) -> Expr:
    """xᵀAx for A = Σ values(i) vectors(i) vectors(i)ᵀ."""
    return quadratic_form(values, vectors, d, at)


def orthonormal(vectors: Values) -> list[Any]:
    """The vectors are an orthonormal basis of R^d."""
    return orthonormal_basis(vectors, d)


def trace_of_product(values: Values, vectors: Values, second: Callable[[Any], Expr]) -> Expr:
    """tr(AB) = Σⱼ λⱼ vⱼᵀBvⱼ in the eigenbasis of A = Σⱼ λⱼvⱼvⱼᵀ, for B given by its form x ↦ xᵀBx."""
    return total(values(j) * second(vectors(j)), j)


INDEX = [ge(i, 1), ge(d, i)]

COMPLETE_TOO = (
    "the vectors are an orthonormal basis, as the spectral theorem gives it: that they are orthonormal is enough"
)
"""Why a claim says that vectors are complete, where its proof does without."""

ORTHONORMAL_TOO = (
    "the vectors are an orthonormal basis, as the spectral theorem gives it: that they are complete is enough"
)
"""Why a claim says that vectors are orthonormal, where its proof does without."""
