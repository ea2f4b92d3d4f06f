"""Online gradient descent for σ-strongly convex losses: the bound needs no projection, and the G of the run."""

from __future__ import annotations

from sympy import log

from numeric import bounds
from proofs.gradient_descent._projected import COMPARED, SOME
from proofs.gradient_descent._quadratic_runs import Run, searched
from proofs.gradient_descent._strong import BOUNDED, READING, REGRET, STRONG_LOSSES, UPDATE, C, G, fails_each, sigma
from proofs.gradient_descent.ogd_setting import START, T, square, u, w
from proofs.gradient_descent.strong_bound import SHARP, marching
from proofs.gradient_descent.strong_no_projection_ball import BALL, IN_BALL, OVERSHOT, in_the_ball
from proofs.gradient_descent.sums import HARMONIC
from verify.audit import Claim, Searched, Sharpness, Theorem, combine, follows, gt, le, witness

NO_PROJECTION = Claim(
    "gradient_descent/strong-no-projection",
    at="last page",
    printed="When run on a sequence of strongly convex function, OGD does not need the projection step",
    given=[STRONG_LOSSES, UPDATE, BOUNDED, SOME],
    states=le(REGRET, G**2 / (2 * sigma) * (1 + log(T))),
    rests_on=["gradient_descent/strong-bound.sharp", "gradient_descent/harmonic"],
    reading=READING
    + (
        "The bound holds for predictors and comparators of any length, with no ball anywhere: but with the G that the "
        "run meets, which a projection would have bounded in advance."
    ),
)


@NO_PROJECTION.proof
def nothing_is_projected(claim: Claim) -> Theorem:
    """The sharper bound has no ball among its hypotheses."""
    sharper, harmonic = SHARP.theorem(SHARP.states[0]), HARMONIC.theorem(HARMONIC.states[0])
    return follows(claim.states[0], sharper, sigma * T * square(w(T + 1) - u), harmonic, SOME)


fails_each(NO_PROJECTION, UPDATE)

NO_PROJECTION.extremal("T", range(1, 5))(marching)

UNPROJECTED = [STRONG_LOSSES, UPDATE, IN_BALL, COMPARED, START, SOME]


def any_multiple_is_exceeded() -> Theorem:
    """For ℓ_t(v) = κ(v − 1)²/2, σ = U = 1 and κ = 8C + 2: the regret κ(1 + (κ − 1)²)/2 > C·(2κ)²/2·(1 + ln 2)."""
    bend = 8 * C + 2
    room = combine(gt(1, log(2)), [(1, 1 - log(2))])
    goal = gt(bend / 2 * (1 + (bend - 1) ** 2), C * (2 * bend) ** 2 / 2 * (1 + log(2)))
    return combine(goal, [(2 * C * bend**2, room), (1, bend)])


@NO_PROJECTION.sharp
def the_ball_does_not_bound_the_run() -> Sharpness:
    """ℓ_t(v) = κ(v − 1)²/2 on the line, twice."""
    found = in_the_ball(OVERSHOT, OVERSHOT, 20, bend=10)
    return Sharpness(
        "the smallest C for which C(G²/(2σ))(1 + ln T) bounds the regret, with the G of the ball and no projection",
        "none: with σ = U = 1, T = 2 and ℓ_t(v) = κ(v − 1)²/2 the predictors are 0 and κ, so that the regret against 1 "
        "is κ(1 + (κ − 1)²)/2, while G = 2κ: κ = 8C + 2 exceeds it",
        [any_multiple_is_exceeded(), witness(UNPROJECTED, BALL.states[0], found["at"], found["discharge"]())],
    )


@NO_PROJECTION.search
def regret_of_steep_runs() -> Searched:
    """The regret over (G²/(2σ))(1 + ln T), with the G of the run."""

    def ratio(run: Run) -> float:
        return run.regret / bounds.strongly_convex_regret_bound(run.steepest, 1.0, run.rounds)

    return searched("R_T / ((G²/(2σ))(1 + ln T)), G of the run", ratio, 26)
