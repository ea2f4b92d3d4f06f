"""What Theorem 3 and its lemmas suppose beside the algorithm itself, and how far the parameters move in a trial."""

from __future__ import annotations

from sympy import Lambda, Symbol

from proofs.general_additive.algorithm import (
    CONVEX, GIVEN, OUTPUTS, STANDARD_BASIS, TRIAL, UPDATE, Phi, Psi, a, best, e, error, eta, j, k, length,
    matching_loss, moved, t, target, theta, trials, x,
)  # fmt: skip
from proofs.general_additive.divergence import divergence
from verify.audit import (
    Hessian, Inner, Theorem, above_tangent, at, follows, forall, ge, gt, positive, real, telescope, vectors,
)  # fmt: skip
from verify.language.terms import Relation, Vec, VecHead

b, c = positive("b c")
s = real("s")
w, z = vectors("w z")
u, v = Vec(VecHead("u"), OUTPUTS), Vec(VecHead("v"), OUTPUTS)

CONVEX_PSI = forall([w, z], ge(Psi(w), Psi(z) + Inner(w - z, Psi.gradient(z))))
B_BOUND = forall([t, w], ge(b, Inner(Hessian(Psi.head, w, x(t)), x(t))), TRIAL)
C_BOUND = forall(
    [u, v],
    ge(
        2 * c * divergence(Phi, u, v),
        Inner(Phi.gradient(u) - Phi.gradient(v), Phi.gradient(u) - Phi.gradient(v)),
    ),
)
SLOW, STABLE = gt(1 - b * c * eta, 0), gt(2 - b * c * eta, 0)

LOSS, COMPARED_LOSS = trials(matching_loss(a(t), t)), trials(matching_loss(target(t), t))

RULES = [f for f in GIVEN if f != CONVEX]
READING = (
    "As in general_additive/lemma-4, with Ψ and Φ twice differentiable and convex. b > 0 bounds ⟨Dψ(w)x_t, x_t⟩ for "
    "every trial and every w in R^n (28). c > 0 is at least c_φ (29), whose fractions have y = φ(v) and ŷ = φ(u): "
    "‖φ(u) − φ(v)‖² ≤ 2cΔ_φ(u, v), which makes Φ convex. The outcomes y_t = φ(a_t) are in the range of φ; for its "
    "closure see general_additive/lemma-5-boundary. "
)


def small_steps() -> Theorem:
    """Δ_ψ(θ_{t+1,j}, θ_{t,j}) ≤ ½bη²(ŷ_{t,j} − y_{t,j})², by Taylor's theorem along the step."""
    e_j = Inner(error(t), e(j))
    step = -eta * e_j * x(t)
    curvature = b * eta**2 * e_j**2
    f = Lambda(s, curvature * s**2 / 2 - Psi(theta(t, j) + s * step))

    def convex(goal: Relation, s: Symbol) -> Theorem:
        below = at(B_BOUND, t, theta(t, j) + s * step)
        return follows(goal, below)

    above = above_tangent(f, 0, 1, convex)
    moves = at(UPDATE, t, j)
    goal = ge(curvature / 2, divergence(Psi, theta(t + 1, j), theta(t, j)))
    return follows(goal, above, using=[moves])


def move_of_all_rows() -> Theorem:
    """Δ_ψ(Θ_{t+1}, Θ_t) ≤ ½bη²‖ŷ_t − y_t‖²."""
    basis = at(STANDARD_BASIS, error(t), error(t))
    return follows(
        ge(b * eta**2 * Inner(error(t), error(t)) / 2, moved(t + 1, t)), telescope(small_steps(), j, 1, k), basis
    )


def away_at_the_end() -> Theorem:
    """Δ_ψ(Θ_{ℓ+1}, Θ⋆) ≥ 0."""
    last = theta(length + 1, j)
    tangent = at(CONVEX_PSI, last, best(j))
    return telescope(follows(ge(divergence(Psi, last, best(j)), 0), tangent), j, 1, k)


def away_at_the_start() -> Theorem:
    """Δ_ψ(Θ_1, Θ⋆) ≥ 0."""
    tangent = at(CONVEX_PSI, theta(1, j), best(j))
    return telescope(follows(ge(divergence(Psi, theta(1, j), best(j)), 0), tangent), j, 1, k)
