"""MEG (matrix_eg, section 3), from the definitions; matrices as in `numeric.reference.spectral`."""

import mpmath as mp

from numeric.reference import spectral
from numeric.reference._vectors import Number, Vector
from numeric.reference.spectral import Matrix


def update(W: Matrix, X: Matrix, y: Number, eta: Number, *, dps: int = 60) -> Matrix:
    """exp(log W - 2 eta (tr(W X) - y) X)/Z (eq. 4)."""
    with mp.workdps(dps):
        a, b = spectral.matrix(W), spectral.matrix(X)
        a = a / spectral.trace(a)
        step = 2 * mp.mpf(eta) * (spectral.inner(a, b) - mp.mpf(y))
        return spectral.exp_trace_normalised(spectral.logarithm(a, dps=dps) - step * b, dps=dps)


def unwrapped(W: Matrix, X: list[Matrix], Y: Vector, eta: Number, *, dps: int = 60) -> tuple[Matrix, list[Number]]:
    """exp(log W_1 - 2 eta sum_s (yhat_s - y_s) X_s)/Z after the last instance, and every prediction (eq. 7)."""
    with mp.workdps(dps):
        L = spectral.logarithm(W, dps=dps)
        predictions = []
        for x, y in zip(X, Y, strict=True):
            b = spectral.matrix(x)
            predictions.append(spectral.inner(spectral.exp_trace_normalised(L, dps=dps), b))
            L = L - 2 * mp.mpf(eta) * (predictions[-1] - mp.mpf(y)) * b
        return spectral.exp_trace_normalised(L, dps=dps), predictions


def relative_loss_bound(comparator_loss: Number, divergence: Number, r: Number, c: Number, *, dps: int = 60) -> Number:
    """(1 + c/2) L_U + (1/2 + 1/c) r**2 Delta(U, W_1) (eq. 6)."""
    with mp.workdps(dps):
        c = mp.mpf(c)
        half = mp.mpf(1) / 2
        return (1 + c / 2) * mp.mpf(comparator_loss) + (half + 1 / c) * mp.mpf(r) ** 2 * mp.mpf(divergence)


def moment_factor(share: Number, *, dps: int = 60) -> Number:
    """2 (1 - 2q)/ln((1 - q)/q) for the share q, 1 at q = 1/2 (Lemma 3.1)."""
    with mp.workdps(dps):
        q = mp.mpf(share)
        return mp.mpf(1) if 2 * q == 1 else 2 * (1 - 2 * q) / mp.log((1 - q) / q)
