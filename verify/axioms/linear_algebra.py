"""Inner products, determinants and symmetric matrices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Expr, KroneckerDelta, Lambda, S, Sum, Tuple, exp

from verify.author.kernel import Axiom
from verify.axioms.references import BHATIA, HORN_JOHNSON
from verify.language.terms import (
    Constant,
    Formula,
    Inner,
    Predicate,
    Property,
    Vec,
    VecHead,
    eq,
    family,
    forall,
    function,
    ge,
    integer,
    real,
    vector,
)

_a, _b, _q = real("a b q")

_x = vector("x")
DEFINITE = Axiom(
    "an inner product is definite",
    "A vector whose inner product with itself is zero is the zero vector.",
    "definition of an inner product",
    (eq(Inner(_x, _x), 0),),
    eq(_x, 0),
)

# --- determinants ---------------------------------------------------------------------------------------------------

_A, _B, _C = family("A"), family("B"), family("C")
_i, _j, _l, _n = integer("i j l n")
_INDICES = (ge(_i, 1), ge(_n, _i), ge(_j, 1), ge(_n, _j))


_DETERMINANT = Property("the determinant of the square matrix", "integer, integer ↦ number", "number", "number")


def determinant(matrix: Any, size: Any, number: Any) -> Predicate:
    """The formula: the number is the determinant of the matrix with the entries (i, j), 1 ≤ i, j ≤ size."""
    return _DETERMINANT(getattr(matrix, "head", matrix), size, number)


DETERMINANT_OF_A_PRODUCT = Axiom(
    "determinants multiply",
    "If C = AᵀB for n × n matrices, n ≥ 1, then det C = det A · det B.",
    f"{HORN_JOHNSON}, Sections 0.3.1 (det Aᵀ = det A) and 0.3.5",
    (
        ge(_n, 1),
        determinant(_A, _n, _a),
        determinant(_B, _n, _b),
        determinant(_C, _n, _q),
        forall([_i, _j], eq(_C(_i, _j), Sum(_A(_l, _i) * _B(_l, _j), (_l, 1, _n))), _INDICES),
    ),
    eq(_q, _a * _b),
)

DETERMINANT_OF_ONE_ENTRY = Axiom(
    "the determinant of a 1 × 1 matrix is its entry",
    "det (a) = a.",
    "definition of the determinant",
    (),
    determinant(_A, S.One, _A(1, 1)),
)

# --- symmetric matrices, by their eigenvalues and eigenvectors ------------------------------------------------------

_d, _k = integer("d k")


def orthonormal_basis(basis: Callable[[Any], Any], size: Any) -> list[Formula]:
    """The formulas: basis(1), …, basis(size) are orthonormal vectors, and ‖x‖² = Σ ⟨basis(i), x⟩² for every x."""
    both = [ge(_i, 1), ge(size, _i), ge(_j, 1), ge(size, _j)]
    return [
        forall([_i, _j], eq(Inner(basis(_i), basis(_j)), KroneckerDelta(_i, _j)), both),
        forall(_x, eq(Inner(_x, _x), Sum(Inner(basis(_i), _x) ** 2, (_i, 1, size)))),
    ]


def quadratic_form(values: Callable[[Any], Any], basis: Callable[[Any], Any], size: Any, at: Any) -> Expr:
    """xᵀAx at the vector x = `at`, for A = Σ values(i) basis(i) basis(i)ᵀ."""
    index = next(n for n in (_i, _k, _j) if n not in at.free_symbols)  # not to capture an index of the vector
    return Sum(values(index) * Inner(basis(index), at) ** 2, (index, 1, size))


def _basis(name: str) -> Callable[[Any], Vec]:
    return lambda index: Vec(VecHead(name), vector("x").args[1], index)


_alpha, _beta, _gamma = family("α"), family("β"), family("γ")
_basis_a, _basis_b, _basis_c = _basis("a"), _basis("b"), _basis("c")
GOLDEN_THOMPSON = Axiom(
    "Golden–Thompson inequality",
    "For real symmetric d × d matrices A and B, tr exp(A + B) ≤ tr(exp(A) exp(B)). In orthonormal eigenbases, "
    "A = Σ αᵢaᵢaᵢᵀ, B = Σ βⱼbⱼbⱼᵀ and A + B = Σ γₖcₖcₖᵀ: Σₖ exp γₖ ≤ Σᵢⱼ exp(αᵢ) exp(βⱼ) ⟨aᵢ, bⱼ⟩².",
    f"{BHATIA}, Theorem IX.3.5 (for the trace); C. J. Thompson, J. Math. Phys. 6 (1965) 1812",
    (
        ge(_d, 1),
        *(f for basis in (_basis_a, _basis_b, _basis_c) for f in orthonormal_basis(basis, _d)),
        forall(
            _x,
            eq(
                quadratic_form(_gamma, _basis_c, _d, _x),
                quadratic_form(_alpha, _basis_a, _d, _x) + quadratic_form(_beta, _basis_b, _d, _x),
            ),
        ),
    ),
    ge(
        Sum(exp(_alpha(_i)) * Sum(exp(_beta(_j)) * Inner(_basis_a(_i), _basis_b(_j)) ** 2, (_j, 1, _d)), (_i, 1, _d)),
        Sum(exp(_gamma(_k)), (_k, 1, _d)),
    ),
)

GOLDEN_THOMPSON_EQUALITY = Axiom(
    "equality in the Golden–Thompson inequality",
    "For real symmetric d × d matrices A and B, tr exp(A + B) = tr(exp(A) exp(B)) only if AB = BA. In orthonormal "
    "eigenbases, as in the inequality: (αᵢ − αₖ) aᵢᵀBaₖ, which is aᵢᵀ(AB − BA)aₖ, is 0 for all i and k.",
    "W. So, Equality cases in matrix exponential inequalities, SIAM J. Matrix Anal. Appl. 13 (1992) 1154",
    (*GOLDEN_THOMPSON.hypotheses, eq(GOLDEN_THOMPSON.conclusion.lhs, GOLDEN_THOMPSON.conclusion.rhs)),
    forall(
        [_i, _k],
        eq(
            (_alpha(_i) - _alpha(_k))
            * Sum(_beta(_j) * Inner(_basis_a(_i), _basis_b(_j)) * Inner(_basis_a(_k), _basis_b(_j)), (_j, 1, _d)),
            0,
        ),
        [ge(_i, 1), ge(_d, _i), ge(_k, 1), ge(_d, _k)],
    ),
)


# --- symmetric matrices, as vectors ---------------------------------------------------------------------------------

SYM = Constant("Sym_d")
"""A space of real symmetric d × d matrices with ⟨A, B⟩ = tr(AB)."""

TRACE_EXP, IDENTITY_MATRIX = function("Z", positive=True), Vec(VecHead("I"), SYM)
EIGENVALUES, PROJECTIONS = function("λ"), VecHead("E")

SYMMETRIC_MATRICES = Property(
    "a space of symmetric matrices with ⟨A, B⟩ = tr(AB), I and the projections on orthonormal eigenvectors: rows, "
    "tr exp, I, eigenvalues, projections",
    *("number", "Sym_d ↦ number", "vector", "integer, Sym_d ↦ number", "integer, Sym_d ↦ Sym_d"),
)


def symmetric_matrices(
    size: Any = _d,
    trace_exp: Any = TRACE_EXP.head,
    unit: Any = IDENTITY_MATRIX,
    eigenvalues: Any = EIGENVALUES.head,
    projections: Any = PROJECTIONS,
) -> Predicate:
    """The formula: what `SYM` is, with A ↦ tr exp A, the identity, and eigenvalues and spectral projections.

    `unit` is a matrix, `projections` the head of a family of matrices; or they are a tuple and a family of tuples.
    """
    return SYMMETRIC_MATRICES(size, trace_exp, unit, eigenvalues, projections)


_matrices = [Vec(VecHead(name), SYM) for name in "AB"]
GOLDEN_THOMPSON_IN_TRACES = Axiom(
    "Golden–Thompson inequality, in traces",
    "For real symmetric matrices A and B, tr exp(A + B) ≤ tr(exp(A) exp(B)); exp A is the gradient of tr exp at A.",
    f"{BHATIA}, Theorem IX.3.5 (for the trace); C. J. Thompson, J. Math. Phys. 6 (1965) 1812",
    (symmetric_matrices(),),
    forall(
        _matrices,
        ge(Inner(*(TRACE_EXP.gradient(matrix) for matrix in _matrices)), TRACE_EXP(_matrices[0] + _matrices[1])),
    ),
)

_first, _second = real("a1 a2")
DIAGONAL_TRACE_EXP = Lambda((_first, _second), exp(_first) + exp(_second))
DIAGONAL_EIGENVALUES = Lambda((_k, _first, _second), (2 - _k) * _first + (_k - 1) * _second)
DIAGONAL_PROJECTIONS = Lambda((_k, _first, _second), Tuple(2 - _k, _k - 1))
DIAGONAL_MATRICES = Axiom(
    "diagonal 2 × 2 matrices are symmetric",
    "The matrices diag(a₁, a₂) are a space as described: tr(AB) = a₁b₁ + a₂b₂, tr exp A = exp a₁ + exp a₂, the "
    "eigenvalues are the entries and the projections diag(1, 0) and diag(0, 1).",
    "direct computation",
    (),
    symmetric_matrices(
        S(2), DIAGONAL_TRACE_EXP, Tuple(1, 1), DIAGONAL_EIGENVALUES, DIAGONAL_PROJECTIONS
    ).in_coordinates(2),
)
