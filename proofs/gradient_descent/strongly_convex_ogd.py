"""Online gradient descent for σ-strongly convex losses: the step, the sum, the bound, and what no projection costs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from sympy import Lambda, Rational, S, log

from numeric import bounds
from numeric.learners.gradient_descent import project_to_ball, strongly_convex_step
from numeric.reference import bounds as reference_bounds
from numeric.reference import gradient_descent as reference
from proofs.gradient_descent.ogd_setting import (
    ROUND, START, T, U, grad, loss, moved, rate, rounds, square, t, u, v, w,
)  # fmt: skip
from proofs.gradient_descent.projected_ogd import CLOSEST, COMPARED, INSIDE, SOME, closest_on_the_line, held, nearer
from proofs.gradient_descent.sums import HARMONIC, HARMONIC_SHARP, HARMONIC_SUM
from verify.audit import (
    Claim, Conformance, Inner, Searched, Sharpness, Theorem, assume, at, cases, combine, decided_by, eq, fails_as,
    fails_without, follows, forall, ge, generalize, gt, identity, le, listed, nonnegative, positive, real, telescope,
    vectors, witness,
)  # fmt: skip
from verify.claims.concrete import value
from verify.claims.conformance import conformance

C, sigma = positive("C σ")
G = nonnegative("G")
a, b = vectors("a b")
STRONG_LOSSES = forall(
    [t, a, b],
    le(loss(t, a) - loss(t, b), Inner(grad(t, a), a - b) - sigma / 2 * square(b - a)),
    ROUND,
)
UPDATE = forall(t, eq(w(t + 1), w(t) - grad(t, w(t)) / (sigma * t)), ROUND)
BOUNDED = forall(t, ge(G**2, square(grad(t, w(t)))), ROUND)
REGRET = rounds(loss(t, w(t)) - loss(t, u))
READING = (
    "Every ℓ(t, ·) is differentiable and σ-strongly convex (9) on R^d, w(t + 1) = w(t) − ∇ℓ_t(w(t))/(σt) without a "
    "projection, and u is any vector. "
)

STEP = Claim(
    "gradient_descent/strong-step",
    at="last page",
    printed="ℓ_t(w_t) − ℓ_t(u) ≤ (1/η_t)(½‖w_t − u‖² − ½‖w_{t+1} − u‖² + ½‖w_{t+1} − w_t‖²) − (σ/2)‖u − w_t‖²",
    given=[STRONG_LOSSES, UPDATE, *ROUND],
    states=le(
        loss(t, w(t)) - loss(t, u),
        sigma * t * (square(w(t) - u) / 2 - square(w(t + 1) - u) / 2 + square(w(t + 1) - w(t)) / 2)
        - sigma / 2 * square(u - w(t)),
    ),
    reading=READING + "η_t = 1/(σt); for each round t.",
)

SHARP = Claim(
    "gradient_descent/strong-bound.sharp",
    at="last page, nothing dropped",
    says="R_T(u) ≤ (G²/(2σ)) Σ 1/t − (σT/2)‖w_{T+1} − u‖²",
    given=[STRONG_LOSSES, UPDATE, BOUNDED, SOME],
    states=le(REGRET, G**2 / (2 * sigma) * HARMONIC_SUM - sigma * T / 2 * square(w(T + 1) - u)),
    rests_on=["gradient_descent/strong-step"],
    reading=READING + "G is a bound on ‖∇ℓ_t(w(t))‖ for t ≤ T. w(1) may be any vector.",
    sharpens="gradient_descent/strong-bound",
)

BOUND = Claim(
    "gradient_descent/strong-bound",
    at="last page",
    printed=(
        "R_T(u) ≤ (G²/(2σ)) Σ_{t=1}^T 1/t ≤ (G²/(2σ))(1 + ln T) … This gives the final result (1/T) Σ ℓ_t(w_t) ≤ "
        "min_{u ∈ R^d} (1/T) Σ ℓ_t(u) + (G²/(2σ))(1 + ln T)/T"
    ),
    given=[STRONG_LOSSES, UPDATE, BOUNDED, START, SOME],
    states=[
        le(REGRET, G**2 / (2 * sigma) * HARMONIC_SUM),
        le(REGRET, G**2 / (2 * sigma) * (1 + log(T))),
        le(rounds(loss(t, w(t))) / T, rounds(loss(t, u)) / T + G**2 / (2 * sigma) * (1 + log(T)) / T),
    ],
    rests_on=["gradient_descent/strong-bound.sharp", "gradient_descent/harmonic"],
    idle={START: "the algorithm starts at 0; the first distance has the weight 1/η_1 − σ = 0"},
    reading=(
        READING
        + "w(1) = 0, and G bounds ‖∇ℓ_t(w(t))‖ for t ≤ T, the gradients that the run meets: no hypothesis bounds them "
        "before it. For every u of R^d, so for the best one (a sum of strongly convex losses has one)."
    ),
)

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


@STEP.proof
def identity_five(claim: Claim) -> Theorem:
    """(9) at w_t against u, and the identity (5)."""
    return follows(claim.states[0], at(STRONG_LOSSES, t, w(t), u), ROUND, using=[at(UPDATE, t)])


def round_by_round() -> Theorem:
    """The step is at most (σ/2)((t−1)‖w_t − u‖² − t‖w_{t+1} − u‖²) + G²/(2σt)."""
    before, after = (t - 1) * square(w(t) - u), t * square(w(t + 1) - u)
    goal = le(loss(t, w(t)) - loss(t, u), sigma / 2 * (before - after) + G**2 / (2 * sigma * t))
    one = STEP.theorem(STEP.states[0])
    return telescope(follows(goal, one, at(BOUNDED, t), ROUND, using=[at(UPDATE, t)]), t, 1, T, sigma / 2 * before)


@SHARP.proof
def distances_telescope(claim: Claim) -> Theorem:
    """The rounds add up: (σ/2)(t−1)‖w_t − u‖² telescopes."""
    return follows(claim.states[0], round_by_round(), SOME)


@BOUND.proof
def harmonic_sum(claim: Claim) -> list[Theorem]:
    """The last distance is dropped; Σ 1/t ≤ 1 + ln T; and all is divided by T."""
    by_sum, by_logarithm, average = claim.states
    first = follows(by_sum, SHARP.theorem(SHARP.states[0]), sigma * T * square(w(T + 1) - u), SOME)
    second = follows(by_logarithm, first, HARMONIC.theorem(HARMONIC.states[0]))
    return [first, second, follows(average, second, SOME)]


@NO_PROJECTION.proof
def nothing_is_projected(claim: Claim) -> Theorem:
    """The sharper bound has no ball among its hypotheses."""
    sharper, harmonic = SHARP.theorem(SHARP.states[0]), HARMONIC.theorem(HARMONIC.states[0])
    return follows(claim.states[0], sharper, sigma * T * square(w(T + 1) - u), harmonic, SOME)


# --- the sum as displayed --------------------------------------------------------------------------------------------

STEPS = forall(t, eq(w(t + 1), w(t) - rate(t) * grad(t, w(t))), ROUND)


def distance(t: Any) -> Any:
    """‖w_t − u‖²."""
    return square(w(t) - u)


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


# --- how sharp the bound is ------------------------------------------------------------------------------------------

(target,) = vectors("z")
"""The minimum of the loss of round t."""


def quadratic(t: Any, at: Any) -> Any:
    """σ/2 ‖v − z(t)‖²."""
    return sigma / 2 * square(at - target(t))


AVERAGES = forall(t, eq(w(t + 1), w(t) - sigma * (w(t) - target(t)) / (sigma * t)), ROUND)
STEEP = forall(t, eq(sigma**2 * square(w(t) - target(t)), G**2), ROUND)
LAST = eq(u, w(T + 1))

TIGHT = Claim(
    "gradient_descent/strong-tight",
    at="last page",
    says="R_T(u) = (G²/(2σ)) Σ 1/t, for quadratic losses with minima at the distance G/σ and u = w_{T+1}",
    given=[AVERAGES, STEEP, LAST, SOME],
    states=[
        forall(
            [t, a, b],
            eq(
                quadratic(t, a) - quadratic(t, b),
                Inner(sigma * (a - target(t)), a - b) - sigma / 2 * square(b - a),
            ),
        ),
        eq(rounds(quadratic(t, w(t)) - quadratic(t, u)), G**2 / (2 * sigma) * HARMONIC_SUM),
    ],
    reading=(
        "How sharp the bound is: ℓ_t(v) = (σ/2)‖v − z(t)‖² with ∇ℓ_t(v) = σ(v − z(t)) meets (9) with "
        "equality. An adversary puts z(t) at the distance G/σ from w(t), in any direction and whatever the start; then "
        "the regret against the last predictor, the mean of the z(t) from round 1 on, is exactly (G²/(2σ)) Σ 1/t."
    ),
)


@TIGHT.proof
def no_inequality_is_strict(claim: Claim) -> list[Theorem]:
    """Each round costs exactly (σ/2)((t−1)‖w_t − u‖² − t‖w_{t+1} − u‖²) + G²/(2σt)."""
    nine, exact = claim.states
    before, after = (t - 1) * distance(t), t * distance(t + 1)
    cost = sigma / 2 * (before - after) + G**2 / (2 * sigma * t)
    goal = eq(cost, quadratic(t, w(t)) - quadratic(t, u))
    step = combine(goal, [(-1 / (2 * sigma * t), at(STEEP, t))], using=[at(AVERAGES, t)], facts=ROUND)
    added = telescope(step, t, 1, T, sigma / 2 * before)
    total = combine(exact, [(-1, added)], using=[LAST], facts=[SOME])
    return [generalize(identity(nine.body), [t, a, b]), total]


# --- what a projection would have bounded ----------------------------------------------------------------------------

IN_BALL = forall([t, v], ge(G**2, square(grad(t, v))), [*ROUND, ge(U**2, square(v))])
UNPROJECTED = [STRONG_LOSSES, UPDATE, IN_BALL, COMPARED, START, SOME]

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


# --- two rounds on the line ------------------------------------------------------------------------------------------

r = real("r")


def on_the_line(
    path: Any = (0, 1, S.Half), minima: Any = (1, 0), bend: Any = 1, slope: Any = None
) -> dict[Any, Any]:  # fmt: skip
    """ℓ_t(v) = bend·(v − z(t))²/2 with ∇ℓ_t(v) = slope·(v − z(t)), σ = 1, T = 2, and predictors w(1), w(2), w(3).

    As they stand, every gradient that is met has length G = 1.
    """
    low, slope = listed(minima, t)(t), bend if slope is None else slope
    losses = {loss: Lambda((t, r), bend * (r - low) ** 2 / 2), grad: Lambda((t, r), slope * (r - low))}
    sizes = {T: 2, t: 1, sigma: 1, G: 1, U: 1, u: Rational(1, 2), rate: [1, Rational(1, 2), Rational(1, 3)]}
    return {**sizes, **losses, target: [*minima], w: [*path]}


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


def scaled(claim: Claim, by: Any, place: int = 0) -> dict[Any, Any]:
    """The bound at one place multiplied."""
    bound = claim.states[place]
    return {bound: ge(by * bound.lhs, bound.rhs)}


STILL = (0, 0, 0)
TO_ONE, BOTH = (0, 1, 1), (1, 1)
"""Predictors that go to 1, where both losses have their minima."""

fails_as(STEP,
    ("constant", ge(STEP.states[0].lhs - sigma / 2 * square(u - w(t)), STEP.states[0].rhs),
        "σ‖u − w_t‖² in place of its half.", on_the_line() | {u: 1}),
    ("sign", ge(STEP.states[0].lhs - sigma * t * square(w(t + 1) - w(t)), STEP.states[0].rhs),
        "½‖w_{t+1} − w_t‖² is subtracted.", on_the_line() | {u: 1}),
)  # fmt: skip

fails_without(STEP,
    (STRONG_LOSSES, "The losses may be anything.", on_the_line(bend=10, slope=1)),
    (UPDATE, "The predictors may be anything.", on_the_line(STILL) | {u: 1}),
    (ROUND[0], "t may be smaller than 1.", on_the_line() | {t: 0, u: 2}),
    (ROUND[1], "t may be larger than T.", on_the_line(TO_ONE, BOTH) | {t: 3, u: 2}),
)  # fmt: skip

for bound, update in ((SUM, STEPS), (SHARP, UPDATE), (BOUND, UPDATE), (NO_PROJECTION, UPDATE)):
    fails_without(bound,
        (STRONG_LOSSES, "The losses may be anything.", on_the_line(bend=3, slope=1)),
        (update, "The predictors may be anything.", on_the_line(STILL, BOTH) | {u: 1}),
        (BOUNDED, "G may be anything.", on_the_line() | {G: 0}),
    )  # fmt: skip
    fails_as(bound,
        ("constant", scaled(bound, Rational(4, 5)), "Four fifths of the bound.", on_the_line()),
        ("sign", scaled(bound, -1), "The bound with the other sign.", on_the_line()),
    )  # fmt: skip

fails_without(SUM,
    (SOME, "T may be 0, where the regret is 0 and the bound −‖w_1 − u‖²(σ + 1/η_0 − 1/η_1)/2.",
        on_the_line(STILL, (0, 0)) | {u: 1, T: 0}),
)  # fmt: skip


def also_without_rounds(claim: Claim) -> Theorem:
    """T = 0 is no exception; for T < 0 there is no round, and −T is positive."""
    none_or_more, below = ge(T, 0), gt(0, T)
    counted = follows(claim.states[0], round_by_round(), none_or_more)
    cost = loss(t, w(t)) - loss(t, u)
    never = combine(ge(0, 1), [(1, assume(f)) for f in (*ROUND, below)])
    apart = [(1, cost**2), (1, 1), (never, (cost + Rational(1, 2)) ** 2), (never, Rational(3, 4))]
    none = telescope(combine(ge(0, cost), apart), t, 1, T)
    parts = [(G**2 / (2 * sigma), HARMONIC_SUM), (sigma * distance(T + 1) / 2, assume(below))]
    return cases([counted, combine(claim.states[0], [(1, none), *parts])], [none_or_more, below])


fails_without(SHARP, (SOME, "T may be any integer: true too.", decided_by(proof=also_without_rounds)))

fails_as(SUM,
    ("constant", ge(SUM.states[0].lhs - sigma / 2 * rounds(distance(t + 1), T - 1), SUM.states[0].rhs),
        "2σ in place of σ in the middle terms.", on_the_line() | {u: 0}),
)  # fmt: skip

fails_as(SHARP,
    ("constant", ge(SHARP.states[0].lhs - sigma * T / 2 * distance(T + 1), SHARP.states[0].rhs),
        "σT‖w_{T+1} − u‖² in place of its half.", on_the_line() | {u: 0}),
)  # fmt: skip

fails_as(BOUND,
    ("constant", scaled(BOUND, Rational(4, 5), 1), "Four fifths of (G²/(2σ))(1 + ln T).", on_the_line()),
)  # fmt: skip

fails_without(BOUND,
    (START, "w(1) may be anything: true too, the first distance has the weight 1/η_1 − σ = 0.",
        decided_by(proof=harmonic_sum)),
)  # fmt: skip

EXACTLY = TIGHT.states[1]

fails_as(TIGHT,
    ("constant", {EXACTLY: eq(EXACTLY.lhs, Rational(9, 10) * EXACTLY.rhs)}, "Nine tenths of (G²/(2σ)) Σ 1/t.",
        on_the_line()),
    ("sign", {EXACTLY: eq(EXACTLY.lhs, -EXACTLY.rhs)}, "−(G²/(2σ)) Σ 1/t.", on_the_line()),
)  # fmt: skip

fails_without(TIGHT,
    (AVERAGES, "The predictors may be anything.", on_the_line(TO_ONE) | {u: 1}),
    (STEEP, "z(t) may be anywhere.", on_the_line() | {G: 2}),
    (LAST, "u may be anything.", on_the_line() | {u: 0}),
)  # fmt: skip

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


# --- how sharp the bounds are ----------------------------------------------------------------------------------------


@SHARP.extremal("T", range(1, 5))
@BOUND.extremal("T", range(1, 5), formula=1)
@NO_PROJECTION.extremal("T", range(1, 5))
def marching(count: int) -> dict[Any, Any]:
    """Quadratic losses with their minima one ahead of the predictors: w(t + 1) = 1 + ½ + … + 1/t, u = w(T + 1)."""
    path = [sum((Rational(1, k) for k in range(1, n)), Rational(0)) for n in range(1, count + 2)]
    run = listed(path, t)
    ahead = run(t) + 1
    losses = {loss: Lambda((t, r), (r - ahead) ** 2 / 2), grad: Lambda((t, r), r - ahead)}
    return {T: count, sigma: 1, G: 1, u: path[-1], w: run, **losses}


@STEP.extremal("t", [1, 2])
def one_round(number: int) -> dict[Any, Any]:
    """A quadratic loss."""
    run = {k: v for k, v in on_the_line().items() if k != rate}
    return run | {t: number, u: Rational(1, 2) if number == 1 else S.Zero}


@SUM.extremal("T", [1, 2])
def to_and_fro(count: int) -> dict[Any, Any]:
    """Quadratic losses with gradients of length 1, and the rate 1 in both rounds."""
    return on_the_line((0, 1, 0)) | {T: count, rate: Lambda(t, 1)}


EXACT = "1, for every T: quadratic losses with their minima at the distance G/σ from the predictors, and u = w(T + 1)"


@SHARP.sharp
def nothing_is_lost() -> Sharpness:
    """Quadratic losses make it an equation."""
    return Sharpness("the largest ratio of the regret to the bound", EXACT, [*tight()])


@BOUND.sharp
def what_the_logarithm_loses() -> Iterator[Sharpness]:
    """The first formula is attained; 1 + ln T is larger than the harmonic sum from T = 2 on."""
    yield Sharpness("the largest ratio of the regret to (G²/(2σ)) Σ 1/t", EXACT, [*tight()])
    yield Sharpness(
        "a smaller bound than 1 + ln T in its place",
        "1 + ln((2T + 1)/3), which is as simple",
        [HARMONIC_SHARP.theorem(HARMONIC_SHARP.states[0])],
    )


def tight() -> Iterator[Theorem]:
    """The claim on quadratic losses."""
    yield from (TIGHT.theorem(formula) for formula in TIGHT.states)


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


# --- code and searches in floats -------------------------------------------------------------------------------------


@STEP.conformance
def code_follows_the_step() -> Iterator[Conformance]:
    """w − g/(σt) at random points, over many orders of σ, t and g."""
    rng = np.random.default_rng(21)
    points = []
    for _ in range(60):
        n = int(rng.integers(1, 9))
        start, step, strength = rng.standard_normal(n), int(rng.integers(1, 10**6)), 10.0 ** rng.uniform(-5, 5)
        points.append((start, 10.0 ** rng.uniform(-3, 3) * strength * step * rng.standard_normal(n), strength, step))
    yield from conformance(
        points,
        formula=lambda at: value(a - b / (sigma * t), {a: list(at[0]), b: list(at[1]), sigma: at[2], t: at[3]}),
        code=lambda at: strongly_convex_step(*at),
        reference=lambda at: reference.strongly_convex_step(*at),
        ulps=16.0,
    )


@BOUND.conformance
def code_follows_the_bound() -> Iterator[Conformance]:
    """(G²/(2σ))(1 + ln T) at random G, σ and T."""
    rng = np.random.default_rng(22)
    points = [
        (10.0 ** rng.uniform(-9, 9), 10.0 ** rng.uniform(-9, 9), int(10.0 ** rng.uniform(0, 9))) for _ in range(60)
    ]
    yield from conformance(
        points,
        formula=lambda at: value(G**2 / (2 * sigma) * (1 + log(T)), {G: at[0], sigma: at[1], T: at[2]}),
        code=lambda at: bounds.strongly_convex_regret_bound(*at),
        reference=lambda at: reference_bounds.strongly_convex_regret_bound(*at),
        ulps=4.0,
    )


@dataclass(frozen=True)
class Run:
    """A run on the losses (v − z_t)ᵀA_t(v − z_t)/2 with σ = 1, and the best predictor u of its ball, or of all."""

    words: str
    rounds: int
    regret: float
    steepest: float
    in_the_ball: float
    last: float


def quadratics(rng: np.random.Generator, projected: bool) -> Run:
    """Random losses with eigenvalues from 1 on, or hostile ones with A = I and all gradients of length one."""
    n, rounds = int(rng.integers(1, 5)), int(10.0 ** rng.uniform(0, 2))
    hostile, widest = rng.random() < 0.5, 10.0 ** rng.uniform(0, 1.5)
    point = np.zeros(n)
    points: list[Any] = []
    bends: list[Any] = []
    minima: list[Any] = []
    for step in range(1, rounds + 1):
        turn = np.linalg.qr(rng.standard_normal((n, n)))[0]
        bend = np.eye(n) if hostile else turn * rng.uniform(1.0, widest, n) @ turn.T
        if hostile:
            minimum = point + turn[:, 0] * (1.0 if rng.random() < 0.5 else -1.0)
        else:
            minimum = 0.5 * rng.standard_normal(n)
        points.append(point)
        bends.append(bend)
        minima.append(minimum)
        point = strongly_convex_step(point, bend @ (point - minimum), 1.0, step)
        point = project_to_ball(point, 1.0) if projected else point
    pulled = sum(bend @ minimum for bend, minimum in zip(bends, minima, strict=True))
    best = np.linalg.solve(sum(bends), pulled)
    best = project_to_ball(best, 1.0) if projected else best
    losses = [
        ((p - z) @ bend @ (p - z) - (best - z) @ bend @ (best - z)) / 2.0
        for p, bend, z in zip(points, bends, minima, strict=True)
    ]
    slopes = [float(np.linalg.norm(bend @ (p - z))) for p, bend, z in zip(points, bends, minima, strict=True)]
    reach = [float(np.linalg.norm(bend, 2) * (1.0 + np.linalg.norm(z))) for bend, z in zip(bends, minima, strict=True)]
    name = "hostile" if hostile else f"random, eigenvalues up to {widest:.1f}"
    last = float(np.sum((point - best) ** 2))
    return Run(f"{name}, T = {rounds}, n = {n}", rounds, math.fsum(losses), max(slopes), max(reach), last)


def searched(name: str, ratio: Callable[[Run], float], seed: int, projected: bool = False) -> Searched:
    """The largest ratio over 300 runs."""
    rng = np.random.default_rng(seed)
    runs = [quadratics(rng, projected) for _ in range(300)]
    worst = max(runs, key=ratio)
    return Searched(name, len(runs), ratio(worst), worst.words, allowed=1.0 + 1e-9)


def harmonic_number(rounds: int) -> float:
    """1 + ½ + … + 1/T."""
    return math.fsum(1.0 / n for n in range(1, rounds + 1))


@SHARP.search
def regret_with_the_last_distance() -> Searched:
    """The regret and (σT/2)‖w_{T+1} − u‖² over (G²/(2σ)) Σ 1/t."""

    def ratio(run: Run) -> float:
        return 2.0 * (run.regret + run.rounds / 2.0 * run.last) / (run.steepest**2 * harmonic_number(run.rounds))

    return searched("(R_T + (σT/2)‖w_{T+1} − u‖²) / ((G²/(2σ)) Σ 1/t)", ratio, 23)


@BOUND.search
def regret_of_runs() -> Searched:
    """The regret over (G²/(2σ))(1 + ln T)."""

    def ratio(run: Run) -> float:
        return run.regret / bounds.strongly_convex_regret_bound(run.steepest, 1.0, run.rounds)

    return searched("R_T / ((G²/(2σ))(1 + ln T))", ratio, 24)


@BALL.search
def regret_of_projected_runs() -> Searched:
    """The regret over (G²/(2σ))(1 + ln T) with the G of the ball."""

    def ratio(run: Run) -> float:
        return run.regret / bounds.strongly_convex_regret_bound(run.in_the_ball, 1.0, run.rounds)

    return searched("R_T / ((G²/(2σ))(1 + ln T)), G of the ball", ratio, 25, projected=True)


@NO_PROJECTION.search
def regret_of_steep_runs() -> Searched:
    """The regret over (G²/(2σ))(1 + ln T), with the G of the run."""

    def ratio(run: Run) -> float:
        return run.regret / bounds.strongly_convex_regret_bound(run.steepest, 1.0, run.rounds)

    return searched("R_T / ((G²/(2σ))(1 + ln T)), G of the run", ratio, 26)
