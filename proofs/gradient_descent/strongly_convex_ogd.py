"""Online gradient descent for σ-strongly convex losses: the step, the sum, the bound, and what no projection costs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from sympy import Expr, Lambda, Rational, S, interpolate, log

from numeric import bounds
from numeric.learners.gradient_descent import project_to_ball, strongly_convex_step
from numeric.reference import bounds as reference_bounds
from numeric.reference import gradient_descent as reference
from proofs.gradient_descent import projection
from proofs.gradient_descent.ogd_setting import ROUND, START, T, U, grad, loss, moved, rate, rounds, square, t, u, v, w
from proofs.gradient_descent.projected_ogd import CLOSEST, COMPARED, INSIDE, SOME
from proofs.gradient_descent.sums import HARMONIC, HARMONIC_SHARP, HARMONIC_SUM
from verify.author.kernel import (
    KernelError,
    Theorem,
    assume,
    cases,
    combine,
    generalize,
    identity,
    instantiate,
    telescope,
    witness,
)
from verify.claims import Claim, Conformance, Searched, Sharpness, decided_by, fails_as, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.tables import listed
from verify.language.terms import (
    EUCLIDEAN,
    Inner,
    Relation,
    Vec,
    VecHead,
    difference,
    eq,
    forall,
    ge,
    gt,
    le,
    nonnegative,
    positive,
    real,
    vectors,
)
from verify.lemmas.few_rounds import each_round

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
    given = list(claim.given)
    strong = [(1, instantiate(assume(h), [t, w(t), u])) for h in given if h == STRONG_LOSSES]
    moves = [instantiate(assume(h), [t]) for h in given if h == UPDATE]
    return combine(claim.states[0], strong, using=moves, facts=[h for h in given if h in ROUND])


@SHARP.proof
def distances_telescope(claim: Claim) -> Theorem:
    """The step is at most (σ/2)((t−1)‖w_t − u‖² − t‖w_{t+1} − u‖²) + G²/(2σt)."""
    given = list(claim.given)
    moves = [instantiate(assume(h), [t]) for h in given if h == UPDATE]
    steep = [(1 / (2 * sigma * t), instantiate(assume(h), [t])) for h in given if h == BOUNDED]
    before, after = (t - 1) * square(w(t) - u), t * square(w(t + 1) - u)
    one = STEP.theorem(STEP.states[0])
    step = combine(
        le(loss(t, w(t)) - loss(t, u), sigma / 2 * (before - after) + G**2 / (2 * sigma * t)),
        [(1, one), *steep],
        using=moves,
        facts=ROUND,
    )
    added = telescope(step, t, 1, T, sigma / 2 * before)
    return combine(claim.states[0], [(1, added)], facts=[h for h in given if h in (SOME, ge(T, 0))])


@BOUND.proof
def harmonic_sum(claim: Claim) -> list[Theorem]:
    """The last distance is dropped; Σ 1/t ≤ 1 + ln T; and all is divided by T."""
    some = [h for h in claim.given if h == SOME]
    by_sum, by_logarithm, average = claim.states
    sharper = SHARP.theorem(SHARP.states[0])
    first = combine(by_sum, [(1, sharper), (sigma * T / 2, square(w(T + 1) - u))], facts=some)
    harmonic = HARMONIC.theorem(HARMONIC.states[0])
    second = combine(by_logarithm, [(1, first), (G**2 / (2 * sigma), harmonic)], facts=some)
    return [first, second, combine(average, [(1 / T, second)], facts=some)]


@NO_PROJECTION.proof
def nothing_is_projected(claim: Claim) -> Theorem:
    """The sharper bound has no ball among its hypotheses."""
    some = [h for h in claim.given if h == SOME]
    sharper, harmonic = SHARP.theorem(SHARP.states[0]), HARMONIC.theorem(HARMONIC.states[0])
    dropped = (sigma * T / 2, square(w(T + 1) - u))
    return combine(claim.states[0], [(1, sharper), dropped, (G**2 / (2 * sigma), harmonic)], facts=some)


# --- the sum as displayed --------------------------------------------------------------------------------------------

STEPS = forall(t, eq(w(t + 1), w(t) - rate(t) * grad(t, w(t))), ROUND)


def distance(t: Any) -> Expr:
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
    given = list(claim.given)
    strong = [(1, instantiate(assume(h), [t, w(t), u])) for h in given if h == STRONG_LOSSES]
    moves = [instantiate(assume(h), [t]) for h in given if h == STEPS]
    steep = [(rate(t) / 2, instantiate(assume(h), [t])) for h in given if h == BOUNDED]
    gain = (distance(t) - distance(t + 1)) / (2 * rate(t)) - sigma / 2 * distance(t)
    step = combine(
        le(loss(t, w(t)) - loss(t, u), gain + rate(t) * G**2 / 2), [*strong, *steep], using=moves, facts=ROUND
    )
    added = telescope(step, t, 1, T, (1 / rate(t) - sigma) * distance(t) / 2)
    return combine(claim.states[0], [(1, added)], facts=[h for h in given if h == SOME])


# --- how sharp the bound is ------------------------------------------------------------------------------------------


def target(t: Any) -> Vec:
    """The minimum of the loss of round t."""
    return Vec(VecHead("z"), EUCLIDEAN, t)


def quadratic(t: Any, at: Any) -> Expr:
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
    given = list(claim.given)
    moves = [instantiate(assume(h), [t]) for h in given if h == AVERAGES]
    steep = [(-1 / (2 * sigma * t), instantiate(assume(h), [t])) for h in given if h == STEEP]
    before, after = (t - 1) * distance(t), t * distance(t + 1)
    cost = sigma / 2 * (before - after) + G**2 / (2 * sigma * t)
    step = combine(eq(cost, quadratic(t, w(t)) - quadratic(t, u)), steep, using=moves, facts=ROUND)
    added = telescope(step, t, 1, T, sigma / 2 * before)
    total = combine(exact, [(-1, added)], using=[h for h in given if h == LAST], facts=[h for h in given if h == SOME])
    return [generalize(identity(nine.body), [t, a, b]), total]


# --- what a projection would have bounded ----------------------------------------------------------------------------

IN_BALL = forall([t, v], ge(G**2, square(grad(t, v))), [*ROUND, ge(U**2, square(v))])
UNPROJECTED = [STRONG_LOSSES, UPDATE, IN_BALL, COMPARED, START, SOME]

PROJECTED = forall(t, eq(moved(t + 1), w(t) - grad(t, w(t)) / (sigma * t)), ROUND)

BALL = Claim(
    "gradient_descent/strong-no-projection-ball",
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
    given = list(claim.given)
    strong = [(1, instantiate(assume(h), [t, w(t), u])) for h in given if h == STRONG_LOSSES]
    moves = [instantiate(assume(h), [t]) for h in given if h == PROJECTED]
    here = [instantiate(assume(h), [t]) for h in given if h == INSIDE]
    steep = [(1 / (2 * sigma * t), instantiate(assume(h), [t, w(t)], here)) for h in given if h == IN_BALL]
    inside = [instantiate(assume(h), [t + 1]) for h in given if h == INSIDE]
    inside += [assume(h) for h in given if h == COMPARED]
    closest = [instantiate(assume(h), [t, v]) for h in given if h == CLOSEST]
    closest = [generalize(h, [v], [ge(U**2, square(v))]) for h in closest]
    place = {projection.w: w(t + 1), projection.p: moved(t + 1), projection.u: u}
    sharper = projection.PROJECTION_SHARP.theorem(projection.PROJECTION_SHARP.states[0])
    nearer = instantiate(sharper, place, [*inside, *closest])
    before, after = (t - 1) * distance(t), t * distance(t + 1)
    step = combine(
        le(loss(t, w(t)) - loss(t, u), sigma / 2 * (before - after) + G**2 / (2 * sigma * t)),
        [
            *strong,
            *steep,
            (sigma * t / 2, nearer),
            (sigma * t / 2, square(w(t + 1) - moved(t + 1))),
        ],
        using=moves,
        facts=ROUND,
    )
    some = [h for h in given if h == SOME]
    added = telescope(step, t, 1, T, sigma / 2 * before)
    harmonic = HARMONIC.theorem(HARMONIC.states[0])
    last = (sigma * T / 2, distance(T + 1))
    return combine(claim.states[0], [(1, added), last, (G**2 / (2 * sigma), harmonic)], facts=some)


# --- two rounds on the line ------------------------------------------------------------------------------------------

r, r1, r2 = real("r r1 r2")
ALTERNATING, CONSTANT = 2 - t, 1 + 0 * t
"""The minima of the two losses: 1 and 0, or both 1."""


RATE = 1 / (1 + (t - 1) ** 2)
"""1/(σt) for t = 1 and t = 2, and positive for every t."""


def through(*values: Any) -> Expr:
    """The parabola with these values at t = 1, 2, 3."""
    return S(interpolate([S(v) for v in values], t))


def on_the_line(
    path: tuple[Any, Any, Any] = (0, 1, Rational(1, 2)),
    minima: Any = ALTERNATING,
    bend: Any = 1,
    slope: Any = None,
    before: tuple[Any, Any, Any] | None = None,
    **other: Any,
) -> dict[str, Any]:
    """ℓ_t(v) = bend·(v − z(t))²/2 with ∇ℓ_t(v) = slope·(v − z(t)), σ = 1, T = 2, and predictors w(1), w(2), w(3).

    As they stand, every gradient that is met has length G = 1. `before`: the predictors before they are projected to
    the ball of radius 1. What does not hold is left out.
    """
    slope = bend if slope is None else slope
    trail, early = through(*path), through(*(path if before is None else before))
    names: dict[str, Any] = {"G": G, "T": T, "t": t, "u": u}
    at = {
        T: 2,
        t: 1,
        sigma: 1,
        G: 1,
        U: 1,
        u: Rational(1, 2),
        rate: Lambda(t, RATE),
        loss: Lambda((t, r), bend * (r - minima) ** 2 / 2),
        VecHead("∇ℓ"): Lambda((t, r), slope * (r - minima)),
        VecHead("z"): Lambda(t, minima),
        VecHead("w"): Lambda(t, trail),
        VecHead("w′"): Lambda(t, early),
    } | {names[name]: place for name, place in other.items()}
    return {"at": at, "discharge": lambda: schemas(trail, early, S(minima), S(bend), S(slope), S(at[G]), at[T])}


@cache
def schemas(trail: Any, early: Any, minima: Any, bend: Any, slope: Any, most: Any, last: int) -> tuple[Theorem, ...]:
    """The theorems that meet the schemas there, as far as they hold."""
    rounds, ball, next_one = [ge(t, 1), ge(last, t)], ge(1, r**2), trail.subs(t, t + 1)
    met = slope**2 * (trail - minima) ** 2

    def at_each(body: Relation, **more: Any) -> Theorem:
        return each_round(body, t, lambda n: [(difference(body).subs(t, n), 1)], **more)

    def nine() -> Theorem:
        fall = bend * ((r1 - minima) ** 2 - (r2 - minima) ** 2) / 2
        goal = le(fall, slope * (r1 - minima) * (r1 - r2) - (r2 - r1) ** 2 / 2)
        return generalize(combine(goal, [((bend - 1) / 2, (r1 - r2) ** 2)]), [t, r1, r2], rounds)

    def steep_in_the_ball() -> Theorem:
        slack = [(slope**2 * (minima + 1), assume(ball)), (slope**2 * minima, (1 + r) ** 2)]
        spare = (most**2 - slope**2 * (minima + 1) ** 2, 1)
        return generalize(combine(ge(most**2, slope**2 * (r - minima) ** 2), [*slack, spare]), [t, r], [*rounds, ball])

    def closest() -> Theorem:
        def slack(n: int) -> list[tuple[Any, Any]]:
            goal, at = early.subs(t, n + 1), trail.subs(t, n + 1)
            if at == goal:
                return [((r - goal) ** 2, 1)]
            return [(goal, (1 - r) ** 2), (goal - 1, assume(ball))]

        distances = ge((r - early.subs(t, t + 1)) ** 2, (next_one - early.subs(t, t + 1)) ** 2)
        return each_round(distances, t, slack, more=[r], given=[ball])

    found = []
    for proof in (
        nine,
        steep_in_the_ball,
        closest,
        lambda: each_round(eq(next_one, trail - slope * (trail - minima) / t), t),
        lambda: each_round(eq(next_one, trail - RATE * slope * (trail - minima)), t),
        lambda: each_round(eq(early.subs(t, t + 1), trail - slope * (trail - minima) / t), t),
        lambda: each_round(eq(met, most**2), t),
        lambda: at_each(ge(most**2, met)),
        lambda: at_each(ge(1, trail**2), last=3),
    ):
        with suppress(KernelError):
            found.append(proof())
    return tuple(found)


def without(claim: Claim, hypothesis: Any) -> Claim:
    """The claim without one of its hypotheses."""
    return claim.replace(given=[h for h in claim.given if h != hypothesis])


def restated(claim: Claim, place: int, formula: Any) -> Claim:
    """The claim with another formula at one place of its statement."""
    return claim.replace(states=[formula if n == place else f for n, f in enumerate(claim.states)])


def scaled(claim: Claim, place: int, by: Any) -> Claim:
    """The claim with the bound at one place multiplied."""
    bound = claim.states[place]
    return restated(claim, place, ge(by * bound.lhs, bound.rhs))


fails_as(STEP,
    ("constant", ge(STEP.states[0].lhs - sigma / 2 * square(u - w(t)), STEP.states[0].rhs),
        "σ‖u − w_t‖² in place of its half.", on_the_line(u=1)),
    ("sign", ge(STEP.states[0].lhs - sigma * t * square(w(t + 1) - w(t)), STEP.states[0].rhs),
        "½‖w_{t+1} − w_t‖² is subtracted.", on_the_line(u=1)),
)  # fmt: skip


fails_without(STEP,
    (STRONG_LOSSES, "The losses may be anything.", on_the_line(bend=10, slope=1)),
    (UPDATE, "The predictors may be anything.", on_the_line((0, 0, 0), u=1)),
    (ROUND[0], "t may be smaller than 1.", on_the_line(t=0, u=2)),
    (ROUND[1], "t may be larger than T.", on_the_line((0, 1, 1), CONSTANT, t=3, u=2)),
)  # fmt: skip


def drop_each(claim: Claim, update: Any) -> None:
    """Attaches the mutants without a hypothesis that the bounds on the regret share."""

    @claim.mutant("hypothesis", **on_the_line(bend=3, slope=1))
    def any_losses(claim: Claim) -> Claim:
        """The losses may be anything."""
        return without(claim, STRONG_LOSSES)

    @claim.mutant("hypothesis", **on_the_line((0, 0, 0), CONSTANT, u=1))
    def any_predictors(claim: Claim) -> Claim:
        """The predictors may be anything."""
        return without(claim, update)

    @claim.mutant("hypothesis", **on_the_line(G=0))
    def any_gradients(claim: Claim) -> Claim:
        """G may be anything."""
        return without(claim, BOUNDED)

    @claim.mutant("constant", **on_the_line())
    def four_fifths(claim: Claim) -> Claim:
        """Four fifths of the bound."""
        return scaled(claim, 0, Rational(4, 5))

    @claim.mutant("sign", **on_the_line())
    def negative(claim: Claim) -> Claim:
        """The bound with the other sign."""
        return scaled(claim, 0, -1)


drop_each(SUM, STEPS)
drop_each(SHARP, UPDATE)
drop_each(BOUND, UPDATE)
drop_each(NO_PROJECTION, UPDATE)


fails_without(SUM,
    (SOME, "T may be 0, where the regret is 0 and the bound −‖w_1 − u‖²(σ + 1/η_0 − 1/η_1)/2.",
        on_the_line((0, 0, 0), 0 * t, u=1, T=0)),
)  # fmt: skip


def also_without_rounds(claim: Claim) -> Theorem:
    """T = 0 is no exception; for T < 0 there is no round, and −T is positive."""
    none_or_more, below = ge(T, 0), gt(0, T)
    counted = distances_telescope(claim.replace(given=[*claim.given, none_or_more]))
    cost = loss(t, w(t)) - loss(t, u)
    never = combine(ge(0, 1), [(1, assume(f)) for f in (*ROUND, below)])
    apart = [(1, cost**2), (1, 1), (never, (cost + Rational(1, 2)) ** 2), (never, Rational(3, 4))]
    none = telescope(combine(ge(0, cost), apart), t, 1, T)
    parts = [(G**2 / (2 * sigma), HARMONIC_SUM), (sigma * distance(T + 1) / 2, assume(below))]
    return cases([counted, combine(claim.states[0], [(1, none), *parts])], [none_or_more, below])


fails_without(SHARP, (SOME, "T may be any integer: true too.", decided_by(proof=also_without_rounds)))


@SUM.mutant("constant", **on_the_line(u=0))
def middle_terms_twice(claim: Claim) -> Claim:
    """2σ in place of σ in the middle terms."""
    more = sigma / 2 * rounds(distance(t + 1), T - 1)
    return claim.replace(states=ge(claim.states[0].lhs - more, claim.states[0].rhs))


fails_as(SHARP,
    ("constant", ge(SHARP.states[0].lhs - sigma * T / 2 * distance(T + 1), SHARP.states[0].rhs),
        "σT‖w_{T+1} − u‖² in place of its half.", on_the_line(u=0)),
)  # fmt: skip


@BOUND.mutant("constant", **on_the_line())
def four_fifths_of_the_logarithm(claim: Claim) -> Claim:
    """Four fifths of (G²/(2σ))(1 + ln T)."""
    return scaled(claim, 1, Rational(4, 5))


fails_without(BOUND,
    (START, "w(1) may be anything: true too, the first distance has the weight 1/η_1 − σ = 0.",
        decided_by(proof=harmonic_sum)),
)  # fmt: skip


@TIGHT.mutant("constant", **on_the_line())
def nine_tenths(claim: Claim) -> Claim:
    """Nine tenths of (G²/(2σ)) Σ 1/t."""
    exact = claim.states[1]
    return restated(claim, 1, eq(exact.lhs, Rational(9, 10) * exact.rhs))


@TIGHT.mutant("sign", **on_the_line())
def negative_regret(claim: Claim) -> Claim:
    """−(G²/(2σ)) Σ 1/t."""
    exact = claim.states[1]
    return restated(claim, 1, eq(exact.lhs, -exact.rhs))


fails_without(TIGHT,
    (AVERAGES, "The predictors may be anything.", on_the_line((0, 1, 1), u=1)),
    (STEEP, "z(t) may be anywhere.", on_the_line(G=2)),
    (LAST, "u may be anything.", on_the_line(u=0)),
)  # fmt: skip


AT_THE_EDGE = on_the_line((0, 1, 1), CONSTANT, G=2, u=1)


@BALL.mutant("constant", **AT_THE_EDGE)
def a_tenth(claim: Claim) -> Claim:
    """A tenth of the bound."""
    return scaled(claim, 0, Rational(1, 10))


@BALL.mutant("sign", **AT_THE_EDGE)
def negative_bound(claim: Claim) -> Claim:
    """The bound with the other sign."""
    return scaled(claim, 0, -1)


fails_without(BALL,
    (STRONG_LOSSES, "The losses may be anything.",
        on_the_line((0, 1, 1), CONSTANT, 100, 1, G=2, u=1, before=(0, 1, 1))),
    (PROJECTED, "What is projected may be anything.", on_the_line((-1, -1, -1), CONSTANT, G=2, u=1)),
    (INSIDE, "The predictors may leave the ball.", on_the_line((0, 10, -35), CONSTANT, 10, G=20, u=1)),
    (CLOSEST, "The projection may be any point of the ball.",
        on_the_line((-1, -1, -1), CONSTANT, G=2, u=1, before=(-1, 1, 0))),
    (IN_BALL, "G may be anything.", on_the_line((0, 1, 1), CONSTANT, G=0, u=1)),
    (COMPARED, "u may be outside of the ball.",
        on_the_line((0, 1, 1), 20 + 0 * t, G=21, u=20, before=(0, 20, Rational(21, 2)))),
)  # fmt: skip


# --- how sharp the bounds are ----------------------------------------------------------------------------------------

UP_TO_FOUR = range(1, 5)


def marching(count: int) -> dict[Any, Any]:
    """ℓ_t(v) = (v − w(t) − 1)²/2 on the line, so that w(t + 1) = 1 + ½ + … + 1/t, against u = w(T + 1)."""
    path = [S(sum(Rational(1, k) for k in range(1, n))) for n in range(1, count + 2)]
    run = listed(path, t)
    minima = run(t) + 1
    losses = {loss: Lambda((t, r), (r - minima) ** 2 / 2), VecHead("∇ℓ"): Lambda((t, r), r - minima)}
    return {T: count, sigma: 1, G: 1, u: path[-1], VecHead("w"): run} | losses


@SHARP.extremal("T", UP_TO_FOUR)
def marching_against_the_sharper(count: int) -> dict[Any, Any]:
    """Quadratic losses with their minima one ahead of the predictors."""
    return marching(count)


@BOUND.extremal("T", UP_TO_FOUR, formula=1)
def marching_against_the_logarithm(count: int) -> dict[Any, Any]:
    """Quadratic losses with their minima one ahead of the predictors."""
    return marching(count)


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
    found = on_the_line((0, 10, -35), CONSTANT, 10, G=20, u=1)
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
