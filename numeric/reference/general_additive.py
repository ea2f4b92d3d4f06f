"""The general additive algorithm (general_additive, Figure 5, eq. 35 and section 4) and its bounds.

psi and phi are names of `reference.matching`; a function of numbers acts on each entry.
"""

from collections.abc import Callable, Sequence

import mpmath as mp

from numeric.reference import matching
from numeric.reference._vectors import Number, Vector, dot, exact


def transfer(name: str, a: Vector, *, dps: int = 60) -> list[Number]:
    """phi(a) of a vector."""
    with mp.workdps(dps):
        if name in matching.NUMBERS:
            return [matching.transfer(name, t, dps=dps) for t in a]
        return list(matching.transfer(name, a, dps=dps))


def predict(psi: str, phi: str, theta: Sequence[Vector], x: Vector, *, dps: int = 60) -> list[Number]:
    """phi(psi(Theta) x)."""
    with mp.workdps(dps):
        return transfer(phi, [dot(transfer(psi, row, dps=dps), exact(x)) for row in theta], dps=dps)


def update(
    psi: str,
    phi: str,
    theta: Sequence[Vector],
    x: Vector,
    y: Vector,
    eta: Number,
    *,
    clip: Number | None = None,
    dps: int = 60,
) -> list[list[Number]]:
    """Theta - eta (yhat - y) x^T, with yhat clipped to [-clip, clip] if given."""
    with mp.workdps(dps):
        yhat = predict(psi, phi, theta, x, dps=dps)
        if clip is not None:
            yhat = [max(-mp.mpf(clip), min(mp.mpf(clip), t)) for t in yhat]
        error = [s - t for s, t in zip(yhat, exact(y), strict=True)]
        b, rate = exact(x), mp.mpf(eta)
        return [
            [s - rate * e * t for s, t in zip(exact(row), b, strict=True)] for row, e in zip(theta, error, strict=True)
        ]


def update_with_loss(
    psi: str, theta: Vector, x: Vector, loss: Callable[[Number], Number], eta: Number, *, dps: int = 60
) -> list[Number]:
    """theta - eta dL/da x, with `loss` as a function of the activation, differentiated numerically."""
    with mp.workdps(dps):
        a = dot(transfer(psi, theta, dps=dps), exact(x))
        slope = mp.diff(loss, a)
        return [s - mp.mpf(eta) * slope * t for s, t in zip(exact(theta), exact(x), strict=True)]


def hellinger(y: Number, a: Number, *, dps: int = 60) -> Number:
    """1 - sqrt(y s) - sqrt((1-y)(1-s)), s = 1/(1 + e**-a)."""
    with mp.workdps(dps):
        t, s = mp.mpf(y), matching.transfer("logistic", a, dps=dps)
        return 1 - mp.sqrt(t * s) - mp.sqrt((1 - t) * (1 - s))


def tuned_learning_rate(K: Number, R: Number, b: Number, c: Number, *, dps: int = 60) -> Number:
    """(sqrt((bcR)**2 + KbcR) - bcR)/(Kbc)."""
    with mp.workdps(dps):
        k, z = mp.mpf(K), mp.mpf(b) * mp.mpf(c)
        r = z * mp.mpf(R)
        return (mp.sqrt(r * r + k * r) - r) / (k * z)


def loss_bound(comparator_loss: Number, divergence: Number, b: Number, c: Number, *, dps: int = 60) -> Number:
    """2 Loss + 4bc Delta."""
    with mp.workdps(dps):
        return 2 * mp.mpf(comparator_loss) + 4 * mp.mpf(b) * mp.mpf(c) * mp.mpf(divergence)


def tuned_loss_bound(comparator_loss: Number, K: Number, R: Number, b: Number, c: Number, *, dps: int = 60) -> Number:
    """Loss + 2 sqrt(KbcR) + 4bcR."""
    with mp.workdps(dps):
        z = mp.mpf(b) * mp.mpf(c) * mp.mpf(R)
        return mp.mpf(comparator_loss) + 2 * mp.sqrt(mp.mpf(K) * z) + 4 * z


def best_learning_rate(K: Number, R: Number, b: Number, c: Number, *, dps: int = 60) -> Number:
    """sqrt(bcR)/(bc (sqrt(K) + sqrt(bcR)))."""
    with mp.workdps(dps):
        z = mp.mpf(b) * mp.mpf(c)
        root = mp.sqrt(z * mp.mpf(R))
        return root / (z * (mp.sqrt(mp.mpf(K)) + root))


def every_rate_loss_bound(
    comparator_loss: Number, divergence: Number, b: Number, c: Number, eta: Number, p: Number, *, dps: int = 60
) -> Number:
    """p Loss + s Delta/eta for the smaller root s of s**2 - p (2-r) s + p = 0, r = bc eta."""
    with mp.workdps(dps):
        factor, rate = mp.mpf(p), mp.mpf(eta)
        half = factor * (1 - mp.mpf(b) * mp.mpf(c) * rate / 2)
        root = half - mp.sqrt(half * half - factor)
        return factor * mp.mpf(comparator_loss) + root * mp.mpf(divergence) / rate


def square_loss_bound(comparator_loss: Number, divergence: Number, b: Number, eta: Number, *, dps: int = 60) -> Number:
    """The larger L with (2 - b eta) L = 2 sqrt(L Loss) + Delta/eta."""
    with mp.workdps(dps):
        loss, start, left = mp.mpf(comparator_loss), mp.mpf(divergence) / mp.mpf(eta), 2 - mp.mpf(b) * mp.mpf(eta)
        half = (2 * loss + left * start) / left**2
        return half + mp.sqrt(half * half - (start / left) ** 2)
