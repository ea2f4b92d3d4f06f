"""Maps without a matching loss (general_additive, Examples 4 and 8): `numeric.matching.normalisation`."""

import mpmath as mp

from numeric.reference._vectors import Number, Vector, dot, exact, norm


def transfer(a: Vector, *, dps: int = 60) -> list[Number]:
    """a/|a|."""
    with mp.workdps(dps):
        x = exact(a)
        return [t / norm(x) for t in x]


def potential(a: Vector, *, dps: int = 60) -> Number:
    """|a|."""
    with mp.workdps(dps):
        return norm(exact(a))


def divergence(a_hat: Vector, a: Vector, *, dps: int = 60) -> Number:
    """|a_hat| - a_hat.a/|a|."""
    with mp.workdps(dps):
        return potential(a_hat, dps=dps) - dot(exact(a_hat), transfer(a, dps=dps))


def proportions(a: Vector, *, dps: int = 60) -> list[Number]:
    """a/sum(a)."""
    with mp.workdps(dps):
        x = exact(a)
        return [t / mp.fsum(x) for t in x]


def jacobian_of_proportions(a: Vector, *, dps: int = 60) -> list[list[Number]]:
    """(delta_ij - phi_i)/sum(a)."""
    with mp.workdps(dps):
        z, y = mp.fsum(exact(a)), proportions(a, dps=dps)
        return [[((i == j) - y[i]) / z for j in range(len(y))] for i in range(len(y))]
