"""Projected online gradient descent: what is given, and one round, (3)–(6)."""

from __future__ import annotations

from typing import Any

from proofs.gradient_descent import projection
from proofs.gradient_descent.ogd_setting import CONVEX, ROUND, T, U, loss, moved, square, t, u, v, w
from verify.audit import Theorem, at, combine, follows, forall, ge, generalize, instantiate, le

INSIDE = forall(t, ge(U**2, square(w(t))), [ge(t, 1), ge(T + 1, t)])
CLOSEST = forall([t, v], ge(square(v - moved(t + 1)), square(w(t + 1) - moved(t + 1))), [*ROUND, ge(U**2, square(v))])
COMPARED = ge(U**2, square(u))
SOME = ge(T, 1)

READING = (
    "w(t) is the predictor of round t and ℓ(t, ·) its loss, differentiable and convex (above its tangents, (2)), "
    "in any "
    "dimension. w′(t + 1) = w(t) − η_t∇ℓ_t(w(t)), and w(t + 1) is the point of the ball ‖v‖ ≤ U that is closest to it: "
    "all predictors are in the ball, and no point of the ball is closer. u is any point of the ball. "
)


def nearer() -> Theorem:
    """‖w_{t+1} − u‖² ≤ ‖w′_{t+1} − u‖²: the sharper (6), with what the projection moves dropped."""
    closest = generalize(at(CLOSEST, t, v), [v], [ge(U**2, square(v))])
    place = {projection.w: w(t + 1), projection.p: moved(t + 1), projection.u: u}
    general = projection.PROJECTION_SHARP.theorem(projection.PROJECTION_SHARP.states[0])
    sharper = instantiate(general, place, [at(INSIDE, t + 1), closest])
    return follows(le(square(w(t + 1) - u), square(moved(t + 1) - u)), sharper, square(w(t + 1) - moved(t + 1)), ROUND)


def one_round(size: Any, update: Any) -> Theorem:
    """(3)–(6): ℓ_t(w_t) − ℓ_t(u) ≤ (‖w_t − u‖² − ‖w_{t+1} − u‖² + ‖w′_{t+1} − w_t‖²)/(2η_t), for the step's η_t."""
    gain = square(w(t) - u) - square(w(t + 1) - u) + square(moved(t + 1) - w(t))
    goal = le(loss(t, w(t)) - loss(t, u), gain / (2 * size))
    reasons = [(1, at(CONVEX, t, u, w(t))), (1 / (2 * size), nearer())]
    return combine(goal, reasons, using=[at(update, t)], facts=ROUND)
