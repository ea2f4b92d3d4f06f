"""One output, any losses that lie above a line: the argument that GA_L and GA^Y share (section 4, its end).

Trial t has a number g(t) with loss(t) ≤ comparator's loss(t) + g(t)(â_t − a⋆_t), and the update is θ_{t+1} = θ_t −
ηg(t)x_t. The theorems here are for such trials; `ga_l` and `ga_clipped` say what g(t) is.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from sympy import Expr, Lambda, sqrt

from proofs.general_additive.algorithm import Psi, eta, length, t, trials
from proofs.general_additive.divergence import divergence
from verify.audit import (
    Hessian, Inner, Theorem, above_tangent, eq, family, follows, forall, function, ge, identity, instantiate, le,
    positive, real, telescope, vectors,
)  # fmt: skip
from verify.language.terms import EUCLIDEAN, Vec, VecHead

Z, b = positive("Z b")
s = real("s")
w, z, best = vectors("w z θ⋆")
loss, compared, slope = family("loss"), family("loss⋆"), family("g")


def theta(t: Any) -> Vec:
    """The parameters before trial t."""
    return Vec(VecHead("θ"), EUCLIDEAN, t)


def x(t: Any) -> Vec:
    """The input of trial t."""
    return Vec(VecHead("x"), EUCLIDEAN, t)


def activation(parameters: Any, t: Any) -> Expr:
    """⟨ψ(θ), x_t⟩."""
    return Inner(Psi.gradient(parameters), x(t))


TRIAL = [ge(t, 1), ge(length, t)]
SOME = ge(length, 0)
CONVEX_PSI = forall([w, z], ge(Psi(w), Psi(z) + Inner(w - z, Psi.gradient(z))))
B_BOUND = forall([t, w], ge(b, Inner(Hessian(Psi.head, w, x(t)), x(t))), TRIAL)
APART = function("Δ_ψ")
NAMES = {APART(w, z): divergence(Psi, w, z)}
START = divergence(Psi, theta(1), best)
"""Δ_ψ(θ_1, θ⋆)."""


def updates(slope: Any) -> Any:
    """θ_{t+1} = θ_t − ηg(t)x_t, for the trials."""
    return forall(t, eq(theta(t + 1), theta(t) - eta * slope(t) * x(t)), TRIAL)


def below_a_line(loss: Any, compared: Any, slope: Any) -> Any:
    """loss(t) ≤ loss⋆(t) + g(t)(â_t − a⋆_t)."""
    return le(loss(t), compared(t) + slope(t) * (activation(theta(t), t) - activation(best, t)))


def bounded(slope: Any) -> Any:
    """g(t)² ≤ Z², for the trials."""
    return forall(t, ge(Z**2, slope(t) ** 2), TRIAL)


def progress(loss: Any, compared: Any, apart: Any = None) -> Any:
    """(33) for one output; `apart` may be the name of the divergence."""
    apart = apart or partial(divergence, Psi)
    moved = trials(apart(theta(t + 1), theta(t)))
    away = apart(theta(1), best) - apart(theta(length + 1), best)
    return le(trials(loss(t)), trials(compared(t)) + away / eta + moved / eta)


def at_rate(loss: Any, compared: Any, cost: Any) -> Any:
    """Loss ≤ Loss⋆ + Δ/η + cost·ηℓ, with cost = Z²b/2 for slopes of at most Z."""
    return le(trials(loss(t)), trials(compared(t)) + START / eta + cost * eta * length)


def tuned_rate(most: Any) -> Expr:
    """η = √(2Δ/(ℓb))/Z."""
    return sqrt(2) * sqrt(START / (length * b)) / most


def three_points(move: Theorem, slope: Any) -> Theorem:
    """ηg(t)(â_t − a⋆_t) = Δ_ψ(θ_t, θ⋆) − Δ_ψ(θ_{t+1}, θ⋆) + Δ_ψ(θ_{t+1}, θ_t)."""
    return identity(
        eq(
            eta * slope(t) * (activation(theta(t), t) - activation(best, t)),
            divergence(Psi, theta(t), best)
            - divergence(Psi, theta(t + 1), best)
            + divergence(Psi, theta(t + 1), theta(t)),
        ),
        using=[move],
    )


def progress_of_lines(line: Theorem, move: Theorem, loss: Any, compared: Any, slope: Any) -> Theorem:
    """(33) from the line of each trial and its update."""
    away, moved = divergence(Psi, theta(t), best), divergence(Psi, theta(t + 1), theta(t))
    later = divergence(Psi, theta(t + 1), best)
    step = follows(ge(compared(t) + (away - later + moved) / eta, loss(t)), line, three_points(move, slope))
    return follows(progress(loss, compared), telescope(step, t, 1, length, away / eta), SOME)


def small_move(move: Theorem, steep: Theorem, curved: Any, most: Any, slope: Any) -> Theorem:
    """Δ_ψ(θ_{t+1}, θ_t) ≤ ½η²Z²b for slopes of at most Z, by Taylor's theorem along the step."""
    step = -eta * slope(t) * x(t)
    f = Lambda(s, eta**2 * slope(t) ** 2 * b * s**2 / 2 - Psi(theta(t) + s * step))

    def convex(goal: Any, s: Any) -> Theorem:
        return follows(goal, instantiate(curved, [t, theta(t) + s * step]))

    goal = ge(eta**2 * most**2 * b / 2, divergence(Psi, theta(t + 1), theta(t)))
    return follows(goal, above_tangent(f, 0, 1, convex), steep, using=[move])


def bound_at_rate(lemma: Theorem, small: Theorem, apart: Theorem, loss: Any, compared: Any, most: Any) -> Theorem:
    """Loss ≤ Loss⋆ + Δ/η + ½ℓηZ²b: the moves are small, and Δ_ψ(θ_{ℓ+1}, θ⋆) ≥ 0."""
    moves = telescope(small, t, 1, length)
    goal = at_rate(loss, compared, most**2 * b / 2)
    return follows(goal, lemma, moves, apart, SOME)


def not_negative(known: Any) -> Theorem:
    """Δ_ψ(θ_{ℓ+1}, θ⋆) ≥ 0, from the convexity of Ψ."""
    return follows(ge(divergence(Psi, theta(length + 1), best), 0), instantiate(known, [theta(length + 1), best]))
