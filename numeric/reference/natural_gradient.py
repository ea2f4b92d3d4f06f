"""The natural gradient (spheres, eq. 5) by elimination."""

from collections.abc import Sequence

import mpmath as mp

from numeric.reference._vectors import Number, Vector, exact, plus, scaled


def natural_gradient(G: Sequence[Vector], egrad: Vector, *, dps: int = 60) -> list[Number]:
    """G**-1 egrad for the symmetric part of G."""
    with mp.workdps(dps):
        a = [exact(row) for row in G]
        n = len(a)
        m = mp.matrix([[(a[i][j] + a[j][i]) / 2 for j in range(n)] for i in range(n)])
        return list(mp.lu_solve(m, mp.matrix(exact(egrad))))


def update(w: Vector, G: Sequence[Vector], egrad: Vector, eta: Number, *, dps: int = 60) -> list[Number]:
    """w - eta G**-1 egrad."""
    with mp.workdps(dps):
        return plus(exact(w), scaled(-mp.mpf(eta), natural_gradient(G, egrad, dps=dps)))
