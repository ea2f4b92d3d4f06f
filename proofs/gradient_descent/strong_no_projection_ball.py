"""Online gradient descent for σ-strongly convex losses: with the projection, G is known before the run."""

from __future__ import annotations

from typing import Any

from sympy import Rational, log

from numeric import bounds
from proofs.gradient_descent._on_the_line import closest_on_the_line, held
from proofs.gradient_descent._projected import CLOSEST, COMPARED, INSIDE, SOME, nearer
from proofs.gradient_descent._quadratic_runs import Run, searched
from proofs.gradient_descent._strong import REGRET, STRONG_LOSSES, TO_ONE, G, distance, on_the_line, r, scaled, sigma
from proofs.gradient_descent.ogd_setting import ROUND, T, U, grad, loss, moved, square, t, u, v, w
from proofs.gradient_descent.sums import HARMONIC
from verify.audit import (
    Claim, Searched, Theorem, assume, at, combine, eq, fails_as, fails_without, follows, forall, ge, generalize, le,
    telescope,
)  # fmt: skip

IN_BALL = forall([t, v], ge(G**2, square(grad(t, v))), [*ROUND, ge(U**2, square(v))])

PROJECTED = forall(t, eq(moved(t + 1), w(t) - grad(t, w(t)) / (sigma * t)), ROUND)

BALL = Claim(
    "gradient_descent/strong-no-projection-ball",
    loose="the G of the ball is met at its edge only, and not in every round; how much is lost is not known",
    at="last page, with G known before the run",
    says="with the projection step, R_T(u) ≤ (G²/(2σ))(1 + ln T) for the G of the ball, which is known before the run",
    given=[STRONG_LOSSES, PROJECTED, INSIDE, CLOSEST, IN_BALL, COMPARED, SOME],
    states=le(REGRET, G**2 / (2 * sigma) * (1 + log(T))),
    rests_on=["gradient_descent/projection.sharp", "gradient_descent/harmonic"],
    reading=(
        "What the projection step buys, which the notes do without: w′(t + 1) = w(t) − ∇ℓ_t(w(t))/(σt), w(t + 1) is "
        "the point of the ball closest to it, all predictors and u are in the ball, and G bounds the gradients there. "
        "Without the projection the bound holds with the G that the run meets, as the notes state it "
        "(gradient_descent/strong-no-projection), and with no multiple of the G of the ball."
    ),
)


@BALL.proof
def projected_rounds(claim: Claim) -> Theorem:
    """As without the projection: it only brings w(t + 1) closer to u."""
    before, after = (t - 1) * distance(t), t * distance(t + 1)
    goal = le(loss(t, w(t)) - loss(t, u), sigma / 2 * (before - after) + G**2 / (2 * sigma * t))
    steep = at(IN_BALL, t, w(t), by=[at(INSIDE, t)])
    step = follows(goal, at(STRONG_LOSSES, t, w(t), u), steep, nearer(), ROUND, using=[at(PROJECTED, t)])
    added = telescope(step, t, 1, T, sigma / 2 * before)
    return follows(claim.states[0], added, sigma * T * distance(T + 1), HARMONIC.theorem(HARMONIC.states[0]), SOME)


def in_the_ball(path: Any, before: Any, steep: Any, best: Any = 1, low: Any = 1, **curved: Any) -> dict[str, Any]:
    """The same with minima at `low` ≥ 0, in the ball of radius 1: G = `steep`, u = `best` and predictors w′ before.

    What does not hold there is left out: the changed claim has dropped it.
    """
    line = on_the_line(path, (low, low), **curved) | {moved: [*before], G: steep, u: best}
    ball, slope = ge(1, r**2), line[grad](1, low + 1)
    terms = [(slope**2 * (low + 1), assume(ball)), (slope**2 * low, (1 + r) ** 2)]
    spare = (1, steep**2 - slope**2 * (low + 1) ** 2)

    def bounded() -> Theorem:
        inside = combine(ge(steep**2, slope**2 * (r - low) ** 2), [*terms, spare])
        return generalize(inside, [t, r], [ge(t, 1), ge(2, t), ball])

    return {"at": line, "discharge": lambda: held(bounded, lambda: closest_on_the_line(path, before))}


fails_as(BALL,
    ("constant", scaled(BALL, Rational(1, 10)), "A tenth of the bound.", in_the_ball(TO_ONE, TO_ONE, 2)),
    ("sign", scaled(BALL, -1), "The bound with the other sign.", in_the_ball(TO_ONE, TO_ONE, 2)),
)  # fmt: skip

AWAY, OVERSHOT = (-1, -1, -1), (0, 10, -35)

fails_without(BALL,
    (STRONG_LOSSES, "The losses may be anything.", in_the_ball(TO_ONE, TO_ONE, 2, bend=100, slope=1)),
    (PROJECTED, "What is projected may be anything.", in_the_ball(AWAY, AWAY, 2)),
    (INSIDE, "The predictors may leave the ball.", in_the_ball(OVERSHOT, OVERSHOT, 20, bend=10)),
    (CLOSEST, "The projection may be any point of the ball.", in_the_ball(AWAY, (-1, 1, 0), 2)),
    (IN_BALL, "G may be anything.", in_the_ball(TO_ONE, TO_ONE, 0)),
    (COMPARED, "u may be outside of the ball.", in_the_ball(TO_ONE, (0, 20, Rational(21, 2)), 21, 20, 20)),
)  # fmt: skip


@BALL.search
def regret_of_projected_runs() -> Searched:
    """The regret over (G²/(2σ))(1 + ln T) with the G of the ball."""

    def ratio(run: Run) -> float:
        return run.regret / bounds.strongly_convex_regret_bound(run.in_the_ball, 1.0, run.rounds)

    return searched("R_T / ((G²/(2σ))(1 + ln T)), G of the ball", ratio, 25, projected=True)
