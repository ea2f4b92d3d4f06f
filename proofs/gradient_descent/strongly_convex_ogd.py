"""Online gradient descent for σ-strongly convex losses: the step, the sum, the bound, and what no projection costs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np
from sympy import Expr, Lambda, Rational, S, Sum, interpolate, log

from numeric import bounds
from numeric.learners.gradient_descent import strongly_convex_step
from numeric.reference import bounds as reference_bounds
from numeric.reference import gradient_descent as reference
from proofs.gradient_descent import projection
from proofs.gradient_descent._two_rounds import both_rounds
from proofs.gradient_descent.projected_ogd import (
    COMPARED,
    CLOSEST,
    INSIDE,
    ROUND,
    SOME,
    START,
    T,
    U,
    grad,
    loss,
    moved,
    rate,
    rounds,
    square,
    t,
    u,
    v,
    w,
)
from proofs.gradient_descent.sums import HARMONIC, HARMONIC_SUM
from verify.claims import Claim, Conformance, Searched, Sharpness
from verify.concrete import value
from verify.conformance import conformance
from verify.kernel import KernelError, Theorem, assume, combine, generalize, identity, instantiate, telescope, witness
from verify.terms import (
    EUCLIDEAN,
    Inner,
    Relation,
    Vec,
    VecHead,
    eq,
    forall,
    ge,
    gt,
    le,
    nonnegative,
    norm,
    positive,
    real,
    vectors,
)

sigma = positive("σ")
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
    printed="R_T(u) ≤ (G²/(2σ)) Σ 1/t − (σT/2)‖w_{T+1} − u‖²",
    given=[STRONG_LOSSES, UPDATE, BOUNDED, SOME],
    states=le(REGRET, G**2 / (2 * sigma) * HARMONIC_SUM - sigma * T / 2 * square(w(T + 1) - u)),
    rests_on=["gradient_descent/strong-step"],
    reading=READING + "G is a bound on ‖∇ℓ_t(w(t))‖ for t ≤ T. w(1) may be any vector.",
)

BOUND = Claim(
    "gradient_descent/strong-bound",
    at="last page",
    printed="R_T(u) ≤ (G²/(2σ))(1 + ln T)",
    given=[STRONG_LOSSES, UPDATE, BOUNDED, START, SOME],
    states=[
        le(REGRET, G**2 / (2 * sigma) * HARMONIC_SUM),
        le(REGRET, G**2 / (2 * sigma) * (1 + log(T))),
        le(rounds(loss(t, w(t))) / T, rounds(loss(t, u)) / T + G**2 / (2 * sigma) * (1 + log(T)) / T),
    ],
    rests_on=["gradient_descent/strong-bound.sharp", "gradient_descent/harmonic"],
    reading=(
        READING
        + "w(1) = 0, and G bounds ‖∇ℓ_t(w(t))‖ for t ≤ T: it is known only after the run, and nothing bounds it "
        "before. For every u of R^d, so for the best one if there is one."
    ),
)

NO_PROJECTION = Claim(
    "gradient_descent/strong-no-projection",
    at="last page",
    printed="When run on a sequence of strongly convex functions, OGD does not need the projection step",
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
    return combine(claim.states[0], [(1, added)], facts=[h for h in given if h == SOME])


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
