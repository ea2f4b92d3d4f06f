"""phi(a) = A a for a symmetric positive semi-definite A (general_additive, Example 1): `numeric.matching.Linear`.

A is a list of rows. `rank` is how many of its eigenvalues, the largest, are not read as 0.
"""

import mpmath as mp

from numeric.reference._vectors import Number, Vector, dot, exact
from numeric.reference.spectral import Matrix, matrix


def transfer(A: Matrix, a: Vector, *, dps: int = 60) -> list[Number]:
    """A a."""
    with mp.workdps(dps):
        return list(matrix(A) * mp.matrix(exact(a)))


def potential(A: Matrix, a: Vector, *, dps: int = 60) -> Number:
    """a.Aa/2."""
    with mp.workdps(dps):
        return dot(exact(a), transfer(A, a, dps=dps)) / 2


def divergence(A: Matrix, a_hat: Vector, a: Vector, *, dps: int = 60) -> Number:
    """p(a_hat) - P(a) - (a_hat - a).Aa (eq. 19)."""
    with mp.workdps(dps):
        step = [s - t for s, t in zip(exact(a_hat), exact(a), strict=True)]
        return potential(A, a_hat, dps=dps) - potential(A, a, dps=dps) - dot(step, transfer(A, a, dps=dps))


def inverse(A: Matrix, y: Vector, rank: int, *, dps: int = 60) -> list[Number]:
    """A* y: the sum of x_j (x_j.y)/lambda_j over the eigenvectors of the `rank` largest eigenvalues."""
    with mp.workdps(dps):
        values, V = mp.eigsy(matrix(A))
        n, b = V.rows, exact(y)
        out = [mp.mpf(0)] * n
        for j in range(n - rank, n):
            c = mp.fsum(V[i, j] * b[i] for i in range(n)) / values[j]
            out = [out[i] + c * V[i, j] for i in range(n)]
        return out


def matching_loss(A: Matrix, y: Vector, yhat: Vector, rank: int, *, dps: int = 60) -> Number:
    """(y - yhat).A* (y - yhat)/2."""
    with mp.workdps(dps):
        d = [s - t for s, t in zip(exact(y), exact(yhat), strict=True)]
        return dot(d, inverse(A, d, rank, dps=dps)) / 2


def largest_eigenvalue(A: Matrix, *, dps: int = 60) -> Number:
    """The largest eigenvalue of A."""
    with mp.workdps(dps):
        return max(mp.eigsy(matrix(A), eigvals_only=True))
