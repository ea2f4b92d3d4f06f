"""The general additive algorithm (20), Figure 5, as hypotheses: rows of parameters, activations, outcomes, updates."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Sum

from proofs.general_additive.divergence import divergence
from verify.audit import Inner, eq, field, forall, function, ge, integer, positive
from verify.language.terms import EUCLIDEAN, Constant, Vec, VecHead

t, j, k, length = integer("t j k ℓ")
eta = positive("η")
Psi, Phi = field("Ψ"), field("Φ")
OUTPUTS = Constant("Rᵏ")
"""R^k, the space of activations and outputs; inputs and parameter rows are vectors of R^n, the default space."""


def family(name: str, space: Any = EUCLIDEAN) -> Any:
    """A family of vectors."""
    return lambda *index: Vec(VecHead(name), space, *index)


theta, best, x = family("θ"), family("θ⋆"), family("x")
a, target, desired, e = family("â", OUTPUTS), family("a⋆", OUTPUTS), family("a", OUTPUTS), family("e", OUTPUTS)
u, v = Vec(VecHead("u"), OUTPUTS), Vec(VecHead("v"), OUTPUTS)


def rows(term: Any) -> Expr:
    """The sum over the k rows."""
    return Sum(term, (j, 1, k))


def trials(term: Any) -> Expr:
    """The sum over the trials t = 1, …, ℓ."""
    return Sum(term, (t, 1, length))


TRIAL, ROW = [ge(t, 1), ge(length, t)], [ge(j, 1), ge(k, j)]
STANDARD_BASIS = forall([u, v], eq(Inner(u, v), rows(Inner(u, e(j)) * Inner(v, e(j)))))
CONVEX = forall([u, v], ge(Phi(u), Phi(v) + Inner(u - v, Phi.gradient(v))))
ACTIVATION = forall([t, j], eq(Inner(a(t), e(j)), Inner(Psi.gradient(theta(t, j)), x(t))), [*TRIAL, *ROW])
COMPARED = forall([t, j], eq(Inner(target(t), e(j)), Inner(Psi.gradient(best(j)), x(t))), [*TRIAL, *ROW])


def error(t: Any) -> Expr:
    """ŷ_t − y_t."""
    return Phi.gradient(a(t)) - Phi.gradient(desired(t))


UPDATE = forall([t, j], eq(theta(t + 1, j), theta(t, j) - eta * Inner(error(t), e(j)) * x(t)), [*TRIAL, *ROW])
GIVEN = [CONVEX, STANDARD_BASIS, ACTIVATION, COMPARED, UPDATE, ge(length, 0)]


def matching_loss(activation: Any, t: Any) -> Expr:
    """L_φ(y_t, φ(a)) = Δ_φ(a, a_t) for the desired activation a_t, y_t = φ(a_t)."""
    return divergence(Phi, activation, desired(t))


NAMES = {
    function("Δ_φ")(u, v): divergence(Phi, u, v),
    function("Δ_ψ")(u, v): divergence(Psi, u, v),
}
"""What the divergences (2) of both potentials are called where statements are shown."""


def moved(s: Any, r: Any) -> Expr:
    """Δ_ψ(Θ_s, Θ_r), summed over the rows."""
    return rows(divergence(Psi, theta(s, j), theta(r, j)))


def away(s: Any) -> Expr:
    """Δ_ψ(Θ_s, Θ⋆), summed over the rows."""
    return rows(divergence(Psi, theta(s, j), best(j)))
