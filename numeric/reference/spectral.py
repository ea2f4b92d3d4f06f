"""Functions of symmetric matrices (matrix_eg, section 2), from the definitions.

A matrix is a list of rows, or an mpmath matrix; results are mpmath matrices. The arguments are symmetrised.
"""

from collections.abc import Callable
from typing import Any

import mpmath as mp

from numeric.reference._vectors import Number, Vector

Matrix = Any
"""Rows of floats or mpf, or an mpmath matrix; mpmath has no types."""


def matrix(A: Matrix) -> Matrix:
    """(A + A^T)/2 as an mpmath matrix, floats exactly."""
    rows = A if isinstance(A, mp.matrix) else mp.matrix([[mp.mpf(t) for t in row] for row in A])
    return (rows + rows.T) / 2


def trace(A: Matrix) -> Number:
    """The sum of the diagonal."""
    return mp.fsum(A[i, i] for i in range(A.rows))


def inner(A: Matrix, B: Matrix) -> Number:
    """tr(A B) of symmetric matrices: the sum of the products of their entries."""
    return mp.fsum(A[i, j] * B[i, j] for i in range(A.rows) for j in range(A.rows))


def of_eigenvalues(A: Matrix, f: Callable[[Number], Number]) -> Matrix:
    """V diag(f(eigenvalues)) V^T."""
    values, V = mp.eigsy(matrix(A))
    return V * mp.diag([f(t) for t in values]) * V.T


def exponential(A: Matrix, *, dps: int = 60) -> Matrix:
    """exp(A)."""
    with mp.workdps(dps):
        return of_eigenvalues(A, mp.exp)


def logarithm(W: Matrix, *, dps: int = 60) -> Matrix:
    """log(W) of a positive definite matrix."""
    with mp.workdps(dps):
        return of_eigenvalues(W, mp.log)


def exp_trace_normalised(A: Matrix, *, dps: int = 60) -> Matrix:
    """exp(A)/tr exp(A)."""
    with mp.workdps(dps):
        E = exponential(A, dps=dps)
        return E / trace(E)


def log_trace_exp(A: Matrix, *, dps: int = 60) -> Number:
    """ln tr exp(A)."""
    with mp.workdps(dps):
        return mp.log(trace(exponential(A, dps=dps)))


def von_neumann_entropy(W: Matrix, *, dps: int = 60) -> Number:
    """-tr(W log W) of W/tr W, with 0 log 0 = 0; eigenvalues below 10**(10-dps) count as 0."""
    with mp.workdps(dps):
        A = matrix(W)
        values: Vector = mp.eigsy(A / trace(A), eigvals_only=True)
        return mp.fsum(-t * mp.log(t) for t in values if t > mp.mpf(10) ** (10 - dps))


def von_neumann_divergence(W: Matrix, U: Matrix, *, dps: int = 60) -> Number:
    """tr(U log U - U log W - U + W) (eq. 1), with 0 log 0 = 0 as in `von_neumann_entropy`."""
    with mp.workdps(dps):
        a, b = matrix(W), matrix(U)
        least = mp.mpf(10) ** (10 - dps)
        entropy = mp.fsum(t * mp.log(t) for t in mp.eigsy(b, eigvals_only=True) if t > least)
        return entropy - inner(b, logarithm(a, dps=dps)) - trace(b) + trace(a)
