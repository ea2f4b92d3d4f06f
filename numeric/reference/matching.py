"""Matching losses (general_additive, section 2) from potentials, and by quadrature of eq. 11.

`NUMBERS` names the transfer functions of one number (each also as a vector of one), `VECTORS` those of k
outputs. A function of several arguments takes the name first.
"""

from collections.abc import Callable
from typing import Any

import mpmath as mp

from numeric.reference import entropy
from numeric.reference._vectors import Number, Vector, dot, exact
from numeric.reference.entropy import xlogx

_Function = Callable[[Any], Any]

_PHI: dict[str, tuple[_Function, _Function, _Function, _Function]] = {
    # phi, its potential, its inverse, the potential of the inverse
    "identity": (lambda a: a, lambda a: a**2 / 2, lambda y: y, lambda y: y**2 / 2),
    "logistic": (
        lambda a: 1 / (1 + mp.exp(-a)),
        lambda a: mp.log(1 + mp.exp(a)),
        lambda y: mp.log(y / (1 - y)),
        lambda y: xlogx(y) + xlogx(1 - y),
    ),
    "exponential": (mp.exp, mp.exp, mp.log, lambda y: xlogx(y) - y),
    "tanh": (
        mp.tanh,
        lambda a: mp.log(mp.cosh(a)),
        mp.atanh,
        lambda y: (xlogx(1 + y) + xlogx(1 - y)) / 2,
    ),
}
NUMBERS = tuple(_PHI)
VECTORS = ("softmax", "rho")


def transfer(name: str, a: Number, *, dps: int = 60) -> Number:
    """phi(a): of a number, or of a list for softmax and rho."""
    with mp.workdps(dps):
        if name in _PHI:
            return _PHI[name][0](mp.mpf(a))
        return entropy.softmax(a, dps=dps) if name == "softmax" else entropy.softmax([*a, 0], dps=dps)[:-1]


def potential(name: str, a: Number, *, dps: int = 60) -> Number:
    """p(a)."""
    with mp.workdps(dps):
        if name in _PHI:
            return _PHI[name][1](mp.mpf(a))
        return entropy.log_sum_exp(a if name == "softmax" else [*a, 0], dps=dps)


def inverse(name: str, y: Number, *, dps: int = 60) -> Number:
    """The a with phi(a) = y (not for softmax)."""
    with mp.workdps(dps):
        if name in _PHI:
            return _PHI[name][2](mp.mpf(y))
        if name != "rho":
            raise ValueError(f"name is {name!r}; it must be a function with an inverse")
        u = exact(y)
        last = mp.log(1 - mp.fsum(u))
        return [mp.log(t) - last for t in u]


def inverse_potential(name: str, y: Number, *, dps: int = 60) -> Number:
    """q(y) with grad Q the inverse of phi (not for softmax)."""
    with mp.workdps(dps):
        if name in _PHI:
            return _PHI[name][3](mp.mpf(y))
        if name != "rho":
            raise ValueError(f"name is {name!r}; it must be a function with an inverse")
        u = exact(y)
        return mp.fsum(xlogx(t) for t in u) + xlogx(1 - mp.fsum(u))


def divergence(name: str, a_hat: Number, a: Number, *, dps: int = 60) -> Number:
    """p(a_hat) - P(a) - (a_hat - a).phi(a) (eq. 19)."""
    with mp.workdps(dps):
        gap = potential(name, a_hat, dps=dps) - potential(name, a, dps=dps)
        phi = transfer(name, a, dps=dps)
        if name in _PHI:
            return gap - (mp.mpf(a_hat) - mp.mpf(a)) * phi
        step = [s - t for s, t in zip(exact(a_hat), exact(a), strict=True)]
        return gap - dot(step, phi)


def inverse_matching_loss(name: str, a_hat: Number, a: Number, *, dps: int = 60) -> Number:
    """q(y) - Q(yhat) - (y - yhat).a_hat with y = phi(a), yhat = phi(a_hat): the loss of phi's inverse."""
    with mp.workdps(dps):
        y, yhat = transfer(name, a, dps=dps), transfer(name, a_hat, dps=dps)
        gap = inverse_potential(name, y, dps=dps) - inverse_potential(name, yhat, dps=dps)
        if name in _PHI:
            return gap - (y - yhat) * mp.mpf(a_hat)
        return gap - dot([s - t for s, t in zip(y, yhat, strict=True)], exact(a_hat))


def matching_loss(name: str, y: Number, yhat: Number, *, dps: int = 60) -> Number:
    """L(y, yhat), for y and yhat in the open range, from Q: Q(y) - Q(yhat) - (y - yhat).phi^-1(yhat).

    For softmax: sum y ln(y/yhat) - y + yhat.
    """
    with mp.workdps(dps):
        if name == "softmax":
            return entropy.relative_entropy(y, yhat, dps=dps)
        gap = inverse_potential(name, y, dps=dps) - inverse_potential(name, yhat, dps=dps)
        a_hat = inverse(name, yhat, dps=dps)
        if name in _PHI:
            return gap - (mp.mpf(y) - mp.mpf(yhat)) * a_hat
        return gap - dot([s - t for s, t in zip(exact(y), exact(yhat), strict=True)], a_hat)


def matching_loss_by_quadrature(name: str, y: Number, yhat: Number, *, dps: int = 60) -> Number:
    """The integral of phi(r) - y from phi^-1(y) to phi^-1(yhat) (eq. 11), for phi of one number."""
    with mp.workdps(dps):
        phi = _PHI[name][0]
        s = mp.mpf(y)
        ends = [inverse(name, s, dps=dps), inverse(name, yhat, dps=dps)]
        return mp.quad(lambda r: phi(r) - s, mp.linspace(ends[0], ends[1], 9))


def softmax_matching_loss_from_activations(a: Vector, a_hat: Vector, *, dps: int = 60) -> Number:
    """Sum s_j ln(s_j/t_j) with s = softmax(a), t = softmax(a_hat) (eq. 5)."""
    with mp.workdps(dps):
        s, t = transfer("softmax", a, dps=dps), transfer("softmax", a_hat, dps=dps)
        return mp.fsum(u * mp.log(u / v) for u, v in zip(s, t, strict=True))


def curvature(name: str, a: Number, x: Number, *, dps: int = 60) -> Number:
    """x.Dphi(a) x, whose supremum is b (eq. 28): the second derivative of P at a along x, by differences."""
    with mp.workdps(dps):
        if name in _PHI:
            return mp.diff(lambda t: potential(name, mp.mpf(a) + t * mp.mpf(x), dps=3 * dps), 0, 2)
        pairs = list(zip(exact(a), exact(x), strict=True))
        return mp.diff(lambda t: potential(name, [s + t * u for s, u in pairs], dps=3 * dps), 0, 2)


def loss_quotient(name: str, y: Number, yhat: Number, *, dps: int = 60) -> Number:
    """|y - yhat|**2/(2 L(y, yhat)), whose supremum is c (eq. 29), for y and yhat in the open range."""
    with mp.workdps(dps):
        loss = 2 * matching_loss(name, y, yhat, dps=dps)
        if name in _PHI:
            return (mp.mpf(y) - mp.mpf(yhat)) ** 2 / loss
        return mp.fsum((s - t) ** 2 for s, t in zip(exact(y), exact(yhat), strict=True)) / loss
