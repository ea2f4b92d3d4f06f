"""Online gradient descent for σ-strongly convex losses: the sum as it is displayed, for any step sizes."""

from __future__ import annotations

from typing import Any

from sympy import Lambda

from proofs.gradient_descent._projected import SOME
from proofs.gradient_descent._strong import (
    BOUNDED, REGRET, STILL, STRONG_LOSSES, G, distance, fails_each, on_the_line, sigma,
)  # fmt: skip
from proofs.gradient_descent.ogd_setting import ROUND, T, grad, loss, rate, rounds, t, u, w
from verify.audit import Claim, Theorem, at, eq, fails_as, fails_without, follows, forall, ge, le, telescope

STEPS = forall(t, eq(w(t + 1), w(t) - rate(t) * grad(t, w(t))), ROUND)

SUM = Claim(
    "gradient_descent/strong-sum",
    at="last page, the display before the negative term is dropped",
    printed=(
        "R_T(u) ≤ (1/η_1 − σ)½‖w_1 − u‖² − ‖w_{T+1} − u‖²/(2η_{T+1}) + ½Σ_{t<T} ‖w_{t+1} − u‖²(1/η_{t+1} − 1/η_t − σ) "
        "+ ½‖w_{T+1} − u‖²(1/η_{T+1} − 1/η_T) + (G²/2) Σ η_t"
    ),
    given=[STRONG_LOSSES, STEPS, BOUNDED, SOME],
    states=le(
        REGRET,
        (1 / rate(1) - sigma) * distance(1) / 2
        - distance(T + 1) / (2 * rate(T + 1))
        + rounds(distance(t + 1) * (1 / rate(t + 1) - 1 / rate(t) - sigma), T - 1) / 2
        + distance(T + 1) * (1 / rate(T + 1) - 1 / rate(T)) / 2
        + G**2 / 2 * rounds(rate(t)),
    ),
    reading=(
        "Every ℓ(t, ·) is σ-strongly convex (9) and w(t + 1) = w(t) − η_t∇ℓ_t(w(t)), for any positive step sizes η_t, "
        "of which η_t = 1/(σt) is the choice that makes the first and every middle term vanish; η_{T+1} cancels. G is "
        "a bound on ‖∇ℓ_t(w(t))‖ for t ≤ T, u any vector, T ≥ 1."
    ),
)


@SUM.proof
def distances_add_up(claim: Claim) -> Theorem:
    """(9) and (5), with the term of the next distance added and taken away."""
    gain = (distance(t) - distance(t + 1)) / (2 * rate(t)) - sigma / 2 * distance(t)
    goal = le(loss(t, w(t)) - loss(t, u), gain + rate(t) * G**2 / 2)
    step = follows(goal, at(STRONG_LOSSES, t, w(t), u), at(BOUNDED, t), using=[at(STEPS, t)])
    return follows(claim.states[0], telescope(step, t, 1, T, (1 / rate(t) - sigma) * distance(t) / 2), SOME)


fails_each(SUM, STEPS)

fails_without(SUM,
    (SOME, "T may be 0, where the regret is 0 and the bound −‖w_1 − u‖²(σ + 1/η_0 − 1/η_1)/2.",
        on_the_line(STILL, (0, 0)) | {u: 1, T: 0}),
)  # fmt: skip

fails_as(SUM,
    ("constant", ge(SUM.states[0].lhs - sigma / 2 * rounds(distance(t + 1), T - 1), SUM.states[0].rhs),
        "2σ in place of σ in the middle terms.", on_the_line() | {u: 0}),
)  # fmt: skip


@SUM.extremal("T", [1, 2])
def to_and_fro(count: int) -> dict[Any, Any]:
    """Quadratic losses with gradients of length 1, and the rate 1 in both rounds."""
    return on_the_line((0, 1, 0)) | {T: count, rate: Lambda(t, 1)}
