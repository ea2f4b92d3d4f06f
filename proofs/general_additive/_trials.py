"""One trial of the general additive algorithm, whatever its errors are: what it gains on the comparator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Lambda

from proofs.general_additive._moves import B_BOUND, b
from proofs.general_additive.algorithm import (
    ACTIVATION, COMPARED, ROW, STANDARD_BASIS, TRIAL, Psi, a, away, best, e, eta, j, k, t, target, theta, x,
)  # fmt: skip
from proofs.general_additive.divergence import divergence
from verify.audit import Inner, Theorem, above_tangent, at, eq, follows, forall, ge, identity, real, telescope

s = real("s")


def updates(error: Callable[[Any], Any]) -> Any:
    """θ_{t+1,j} = θ_{t,j} − η⟨error_t, e_j⟩x_t, for every trial and row."""
    return forall([t, j], eq(theta(t + 1, j), theta(t, j) - eta * Inner(error(t), e(j)) * x(t)), [*TRIAL, *ROW])


def progress(error: Callable[[Any], Any]) -> Theorem:
    """η⟨error_t, â_t − a⋆_t⟩ ≤ Δ_ψ(Θ_t, Θ⋆) − Δ_ψ(Θ_{t+1}, Θ⋆) + ½bη²‖error_t‖².

    Three points for each row, and Taylor's theorem along the step, which bounds Δ_ψ(θ_{t+1,j}, θ_{t,j}).
    """
    size = Inner(error(t), e(j))
    step = -eta * size * x(t)
    f = Lambda(s, b * eta**2 * size**2 * s**2 / 2 - Psi(theta(t, j) + s * step))

    def convex(goal: Any, s: Any) -> Theorem:
        return follows(goal, at(B_BOUND, t, theta(t, j) + s * step))

    moves = at(updates(error), t, j)
    rules = [at(ACTIVATION, t, j), at(COMPARED, t, j), moves]
    here, later = (divergence(Psi, theta(now, j), best(j)) for now in (t, t + 1))
    moved = divergence(Psi, theta(t + 1, j), theta(t, j))
    gap = size * (Inner(a(t), e(j)) - Inner(target(t), e(j)))
    row = identity(eq(eta * gap, here - later + moved), using=rules)
    small = follows(ge(b * eta**2 * size**2 / 2, moved), above_tangent(f, 0, 1, convex), using=[moves])
    each = follows(ge(here - later + b * eta**2 * size**2 / 2, eta * gap), row, small)
    basis = [at(STANDARD_BASIS, error(t), other) for other in (a(t) - target(t), error(t))]
    gained = eta * Inner(error(t), a(t) - target(t))
    goal = ge(away(t) - away(t + 1) + b * eta**2 * Inner(error(t), error(t)) / 2, gained)
    return follows(goal, telescope(each, j, 1, k), basis)
