"""Runs of MEG, as hypotheses: matrices by eigenvalues and eigenvectors, the update (4), losses and divergences."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Sum, exp, log

from proofs.matrix_eg._matrices import INDEX, basis, d, form, i, k, of, orthonormal, total, trace_of_product, x
from verify.audit import eq, family, forall, function, ge, integer, positive, real

t, T, n = integer("t T n")
eta, r = positive("η r")
omega, gamma, mu, upsilon = family("ω", positive=True), family("γ"), family("μ"), family("υ")
least, largest = family("λmin"), family("λmax")
Z = family("Z", positive=True)
label = family("y")
v, u, z = basis("v"), basis("u"), basis("z")
entropy = real("tr_UlogU")
"""tr(U log U), the number that does not change during the run."""


def parameter(t: Any, at: Any) -> Expr:
    """xᵀW_t x, for W_t = Σ ω(t, i) v(t, i) v(t, i)ᵀ."""
    return form(of(omega, t), of(v, t), at)


def log_parameter(t: Any, at: Any) -> Expr:
    """xᵀ(log W_t)x."""
    return form(lambda i: log(omega(t, i)), of(v, t), at)


def instance(t: Any, at: Any) -> Expr:
    """xᵀX_t x, for X_t = Σ μ(t, j) u(t, j) u(t, j)ᵀ."""
    return form(of(mu, t), of(u, t), at)


def exponent(t: Any, at: Any) -> Expr:
    """xᵀMx for the exponent M of (4), M = Σ γ(t, k) v(t+1, k) v(t+1, k)ᵀ."""
    return form(of(gamma, t), of(v, t + 1), at)


def prediction(t: Any) -> Expr:
    """ŷ_t = tr(W_tX_t)."""
    return trace_of_product(of(omega, t), of(v, t), lambda at: instance(t, at))


def compared(t: Any) -> Expr:
    """tr(UX_t), for U = Σ υ(j) z(j) z(j)ᵀ."""
    return trace_of_product(upsilon, z, lambda at: instance(t, at))


def surprise(t: Any) -> Expr:
    """ŷ_t − y_t."""
    return prediction(t) - label(t)


def divergence(t: Any) -> Expr:
    """Δ(U, W_t) = tr(U log U − U log W_t − U + W_t) (1)."""
    cross = trace_of_product(upsilon, z, lambda at: log_parameter(t, at))
    return entropy - cross - total(upsilon(i)) + total(omega(t, i))


NAMES = {
    function("ŷ")(t): prediction(t),
    function("tr_UX")(t): compared(t),
    function("logW")(t, x): log_parameter(t, x),
    function("X")(t, x): instance(t, x),
}
"""What statements on runs are shown with: tr(W_tX_t), tr(UX_t), and the forms xᵀ(log W_t)x and xᵀX_t x."""


TRIAL_READING = (
    "W_t = Σ ω(t, i)v(t, i)v(t, i)ᵀ with ω > 0, X_t = Σ μ(t, j)u(t, j)u(t, j)ᵀ and U = Σ υ(j)z(j)z(j)ᵀ, with "
    "orthonormal bases of R^d, as the spectral theorem gives them; matrices are told by their forms x ↦ xᵀ·x, and "
    "tr(AB) is taken in the eigenbasis of A. The eigenvalues of X_t lie between λmin and λmax. The update is (4): its "
    "exponent log W_t − 2η(ŷ_t − y_t)X_t has the eigenvalues γ(t, k), W_{t+1} the same eigenvectors and e^γ/Z. "
)
"""A trial, for the readings of statements on runs."""


def starts(t: Any) -> list[Any]:
    """W_t has an orthonormal eigenbasis (its eigenvalues are declared positive)."""
    return orthonormal(of(v, t))


def update(t: Any, rate: Any = eta) -> list[Any]:
    """(4): M = log W_t − 2η(ŷ_t − y_t)X_t has eigenvalues γ, W_{t+1} the same eigenvectors, and e^γ/Z, Z = tr exp M."""
    moved = log_parameter(t, x) - 2 * rate * surprise(t) * instance(t, x)
    return [
        forall(x, eq(exponent(t, x), moved)),
        forall(k, eq(omega(t + 1, k), exp(gamma(t, k)) / Z(t)), [ge(k, 1), ge(d, k)]),
        eq(Z(t), total(exp(gamma(t, k)), k)),
    ]


def spectrum(t: Any) -> list[Any]:
    """The eigenvalues of X_t lie between λmin and λmax, and λmax − λmin ≤ r."""
    return [
        forall(i, ge(mu(t, i), least(t)), INDEX),
        forall(i, ge(largest(t), mu(t, i)), INDEX),
        ge(r, largest(t) - least(t)),
    ]


UNIT_START = eq(total(omega(t, i)), 1)
UNIT_COMPARATOR = eq(total(upsilon(i)), 1)


def trials(term: Any) -> Expr:
    """The sum over the trials t = 1, …, T."""
    return Sum(term, (t, 1, T))
