"""Projected online gradient descent: the telescoped sum (7), for any step sizes."""

from __future__ import annotations

from typing import Any

from proofs.gradient_descent._on_the_line import HALF, instance, projected
from proofs.gradient_descent._projected import CLOSEST, COMPARED, INSIDE, READING, SOME, one_round
from proofs.gradient_descent.ogd_setting import CONVEX, REGRET, ROUND, T, grad, moved, rate, rounds, square, t, u, w
from verify.audit import Claim, Theorem, eq, fails_as, fails_without, follows, forall, le, telescope

NEXT = forall(t, eq(moved(t + 1), w(t) - rate(t) * grad(t, w(t))), ROUND)

TELESCOPE = Claim(
    "gradient_descent/telescope",
    at="(7)",
    printed=(
        "R_T(u) ≤ ‖w_1 − u‖²/(2η_1) − ‖w_{T+1} − u‖²/(2η_{T+1}) + ½Σ ‖w_{t+1} − u‖²(1/η_{t+1} − 1/η_t) "
        "+ ½Σ ‖w′_{t+1} − w_t‖²/η_t"
    ),
    given=[CONVEX, NEXT, INSIDE, CLOSEST, COMPARED, SOME],
    states=le(
        REGRET,
        square(w(1) - u) / (2 * rate(1))
        - square(w(T + 1) - u) / (2 * rate(T + 1))
        + rounds(square(w(t + 1) - u) * (1 / rate(t + 1) - 1 / rate(t))) / 2
        + rounds(square(moved(t + 1) - w(t)) / rate(t)) / 2,
    ),
    rests_on=["gradient_descent/projection.sharp", "gradient_descent/first-order", "gradient_descent/step-identity"],
    reading=READING + "The step sizes η_t are any positive numbers, for every T ≥ 1.",
)


@TELESCOPE.proof
def each_round_then_the_sum(claim: Claim) -> Theorem:
    """(6) for each round, with ‖w_{t+1} − u‖²/(2η_{t+1}) added and taken away."""
    added = telescope(one_round(rate(t), NEXT), t, 1, T, square(w(t) - u) / (2 * rate(t)))
    return follows(claim.states[0], added, SOME)


@TELESCOPE.extremal("η", [HALF, 1])
def one_step(step: Any) -> dict[Any, Any]:
    """One round on the line, in which nothing is projected."""
    return instance(step=step)


def telescoped(last: Any) -> Any:
    """(7) with a factor on the last sum."""
    total = TELESCOPE.states[0].lhs
    return le(REGRET, total + (last - 1) * rounds(square(moved(t + 1) - w(t)) / rate(t)) / 2)


def stays(place: Any, goal: Any, **other: Any) -> Any:
    """One round in which w(1) = w(2), whatever w′(2) is."""
    return projected(path=[place, place], before=[goal, goal], **other)


fails_as(TELESCOPE,
    ("constant", telescoped(0), "The last sum is dropped.", instance(step=HALF)),
    ("sign", telescoped(-1), "The last sum is subtracted.", instance(step=HALF)),
)  # fmt: skip

fails_without(TELESCOPE,
    (CONVEX, "The losses need not be convex.", instance(value=10, step=HALF)),
    (NEXT, "The algorithm may stay where it is.", stays(0, 0)),
    (CLOSEST, "w(t + 1) may be any point of the ball: 0, in the place of −½.", stays(0, -HALF, step=HALF)),
    (INSIDE, "w(t + 1) may be outside the ball: no point of it is closer to w′(2) = −4 than −5 is.",
        stays(-5, -4, slope=-1)),
    (COMPARED, "u may be outside the ball: at its edge no step comes closer.", stays(-1, -2, u=-5)),
)  # fmt: skip
