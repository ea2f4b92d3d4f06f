"""Projected online gradient descent: one step (4)–(6), the telescoped sum (7), and the regret bounds up to (8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import numpy as np
from sympy import Expr, Lambda, Rational, S, sign, sqrt

from numeric import bounds
from numeric.learners.gradient_descent import projected_step
from numeric.reference import bounds as reference_bounds
from proofs.gradient_descent import projection
from proofs.gradient_descent._worst_case_runs import EXTREMAL, NEAR, Run, two_rounds
from proofs.gradient_descent.ogd_setting import (
    CONVEX, REGRET, ROUND, START, G, T, U, eta, grad, loss, moved, rate, rounds, square, t, u, v, w,
)  # fmt: skip
from proofs.gradient_descent.sums import SQRT_SUM_SHARP
from verify.audit import (
    Claim, Conformance, Inner, Runs, Searched, Theorem, assume, at, combine, decided_by, eq, fails_as, fails_without,
    follows, forall, ge, generalize, identity, instantiate, le, listed, real, substitute, telescope, vectors,
)  # fmt: skip
from verify.author.kernel import KernelError
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import Relation
from verify.lemmas.few_rounds import each_round

# --- one step ------------------------------------------------------------------------------------------------------

x, y, z = vectors("x y z")

STEP_IDENTITY = Claim(
    "gradient_descent/step-identity",
    at="(4), (5)",
    printed="−(1/η)(w′ − w)ᵀ(w − u) = (1/η)(½‖w − u‖² − ½‖w′ − u‖² + ½‖w′ − w‖²)",
    given=[],
    states=eq(-Inner(y - x, x - z) / eta, (square(x - z) / 2 - square(y - z) / 2 + square(y - x) / 2) / eta),
    reading="For any vectors x = w_t, y = w′_{t+1} and z = u, in any dimension, and η > 0.",
)


@STEP_IDENTITY.proof
def polarisation(claim: Claim) -> Theorem:
    """Both sides are bilinear."""
    return identity(claim.states[0])


fails_as(STEP_IDENTITY,
    ("constant", eq(STEP_IDENTITY.states[0].lhs, 2 * STEP_IDENTITY.states[0].rhs), "The halves are lost.",
        {x: 0, y: 1, z: 2, eta: 1}),
    ("sign", eq(STEP_IDENTITY.states[0].lhs, STEP_IDENTITY.states[0].rhs - square(y - x) / eta),
        "½‖w′ − w‖² is subtracted.", {x: 0, y: 1, z: 2, eta: 1}),
)  # fmt: skip


# --- the sum (7) ---------------------------------------------------------------------------------------------------

NEXT = forall(t, eq(moved(t + 1), w(t) - rate(t) * grad(t, w(t))), ROUND)
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


@TELESCOPE.proof
def each_round_then_the_sum(claim: Claim) -> Theorem:
    """(6) for each round, with ‖w_{t+1} − u‖²/(2η_{t+1}) added and taken away."""
    added = telescope(one_round(rate(t), NEXT), t, 1, T, square(w(t) - u) / (2 * rate(t)))
    return follows(claim.states[0], added, SOME)


# --- the bounds ----------------------------------------------------------------------------------------------------

DECREASING = forall(t, eq(moved(t + 1), w(t) - eta / sqrt(t) * grad(t, w(t))), ROUND)
BOUNDED = forall(t, ge(G**2, square(grad(t, w(t)))), ROUND)
GIVEN = [CONVEX, START, DECREASING, INSIDE, CLOSEST, COMPARED, BOUNDED, SOME]
FROM_ZERO = "the algorithm starts at 0; the bound holds from every point of the ball"
PREMISES = ["gradient_descent/projection.sharp", "gradient_descent/first-order", "gradient_descent/step-identity"]
READING_ETA = READING + (
    "w(1) = 0, η_t = η/√t with η > 0, and G is a bound on ‖∇ℓ_t(w(t))‖ for t ≤ T. Regret against u; T ≥ 1."
)

SHARP = Claim(
    "gradient_descent/ogd-bound-eta.sharp",
    at="after (7), sharper",
    says="R_T(u) ≤ √T(4U² − ‖w_{T+1} − u‖²)/(2η) + (G²η/2)(2√T − 1)",
    given=GIVEN,
    states=le(REGRET, sqrt(T) * (4 * U**2 - square(w(T + 1) - u)) / (2 * eta) + G**2 * eta / 2 * (2 * sqrt(T) - 1)),
    rests_on=[*PREMISES, "gradient_descent/sqrt-sum.sharp"],
    idle={START: FROM_ZERO},
    reading=READING_ETA + " The last distance is kept, and Σ 1/√t ≤ 2√T − 1.",
    sharpens="gradient_descent/ogd-bound-eta",
)

ETA = Claim(
    "gradient_descent/ogd-bound-eta",
    at="after (7)",
    printed="R_T(u) ≤ 2U²√T/η + G²η√T",
    given=GIVEN,
    states=le(REGRET, 2 * U**2 * sqrt(T) / eta + G**2 * eta * sqrt(T)),
    rests_on=["gradient_descent/ogd-bound-eta.sharp"],
    idle={START: FROM_ZERO},
    reading=READING_ETA,
)


ROOTS = Claim(
    "gradient_descent/ogd-bound-roots",
    at="after (7), before the sum of the step sizes is bounded",
    printed="≤ 2U²√T/η + (G²η/2) Σ_{t=1}^T 1/√t ≤ 2U²√T/η + G²η√T where we used the upper bound Σ_{t=1}^T 1/√t ≤ 2√T",
    given=GIVEN,
    states=le(REGRET, 2 * U**2 * sqrt(T) / eta + G**2 * eta / 2 * rounds(1 / sqrt(t))),
    rests_on=PREMISES,
    idle={START: FROM_ZERO},
    reading=READING_ETA + " What (7) gives for these step sizes, U²/(2η_1) and −2U²/η_1 dropped together.",
)


def room(t: Any) -> Expr:
    """E_t = 4U² − ‖w_t − u‖²."""
    return 4 * U**2 - square(w(t) - u)


def added_up() -> Theorem:
    """R_T(u) ≤ √T E_{T+1}/(2η) + (ηG²/2) Σ 1/√t."""
    within = follows(ge(room(t), 0), at(INSIDE, t), COMPARED, square(w(t) + u))
    rising = combine(ge(sqrt(t) - sqrt(t - 1), 0), [(1 / (sqrt(t) + sqrt(t - 1)), 1)], facts=ROUND)
    spare = combine(ge((sqrt(t) - sqrt(t - 1)) * room(t), 0), [(rising, within)], facts=ROUND)
    progress = (sqrt(t) * room(t + 1) - sqrt(t - 1) * room(t)) / (2 * eta)
    goal = le(loss(t, w(t)) - loss(t, u), progress + eta * G**2 / (2 * sqrt(t)))
    one = one_round(eta / sqrt(t), DECREASING)
    step = follows(goal, one, spare, at(BOUNDED, t), ROUND, using=[at(DECREASING, t)])
    return telescope(step, t, 1, T, -sqrt(t - 1) * room(t) / (2 * eta))


@SHARP.proof
def room_up_to_the_diameter(claim: Claim) -> Theorem:
    """E_t ≥ 0, so the round costs at most (√t E_{t+1} − √(t−1) E_t)/(2η) + ηG²/(2√t), which telescopes."""
    return follows(claim.states[0], added_up(), SQRT_SUM_SHARP.theorem(SQRT_SUM_SHARP.states[0]), SOME)


@ROOTS.proof
def last_distance_dropped(claim: Claim) -> Theorem:
    """As for the sharper bound, with the sum of the step sizes left as it is, and ‖w_{T+1} − u‖² ≥ 0."""
    return follows(claim.states[0], added_up(), sqrt(T) * square(w(T + 1) - u), SOME)


@ETA.proof
def dropping_the_last_distance(claim: Claim) -> Theorem:
    """‖w_{T+1} − u‖² ≥ 0, and 2√T − 1 ≤ 2√T."""
    return follows(claim.states[0], SHARP.theorem(SHARP.states[0]), sqrt(T) * square(w(T + 1) - u), G**2 * eta, SOME)


BEST_RATE = sqrt(2) * U / G

BOUND = Claim(
    "gradient_descent/ogd-bound",
    at="(8)",
    printed=(
        "Choosing η = (U/G)√2 and dividing everything by T we obtain the final regret bound (1/T) Σ ℓ_t(w_t) ≤ "
        "min_{u: ‖u‖ ≤ U} (1/T) Σ ℓ_t(u) + UG√(8/T)"
    ),
    given=[substitute(f, {eta: BEST_RATE}) for f in GIVEN],
    states=le(rounds(loss(t, w(t))) / T, rounds(loss(t, u)) / T + U * G * sqrt(8 / T)),
    rests_on=["gradient_descent/ogd-bound-eta"],
    idle={START: FROM_ZERO},
    reading=READING_ETA
    + (
        " η = (U/G)√2, so that G must be known before the run; for every u of the ball, so for the best one if "
        "there is "
        "one (a continuous loss has one on a ball in R^d)."
    ),
)


@BOUND.proof
def the_best_rate(claim: Claim) -> Theorem:
    """Both terms are √2 UG√T."""
    return follows(claim.states[0], instantiate(ETA.theorem(ETA.states[0]), {eta: BEST_RATE}), SOME)


@BOUND.extremal("T", range(1, 5))
def worst_runs(count: int) -> tuple[dict[Any, Any], list[Theorem]]:
    """The runs of the exact worst cases up to T = 3, and close to them up to T = 8."""
    return (EXTREMAL | NEAR)[count].lossless()


def with_rate(run: Run) -> tuple[dict[Any, Any], list[Theorem]]:
    """The same, with the rate of the run."""
    at, met = run.lossless()
    return at | {eta: run.rate}, met


@SHARP.extremal("T", range(1, 5))
@ETA.extremal("T", range(1, 5))
def worst_runs_at_the_best_rate(count: int) -> tuple[dict[Any, Any], list[Theorem]]:
    """The same runs: η = √2 is √2 U/G for them."""
    return with_rate((EXTREMAL | NEAR)[count])


@ROOTS.extremal("T", range(1, 5))
def worst_runs_under_the_sum(count: int) -> tuple[dict[Any, Any], list[Theorem]]:
    """The same runs."""
    return with_rate((EXTREMAL | NEAR)[count])


LONG_RUNS = 150
"""From this q on the runs of gradient_descent/ogd-best-constant-plane come within a hundredth of what is promised."""


def long_runs(bound: Relation, constant: Any, *terms: tuple[Any, Any], per: Any = S.One) -> Runs:
    """These runs, as `_plane_runs.runs` has them."""
    from proofs.gradient_descent import _plane_runs  # noqa: PLC0415  # of runs of which a claim about these bounds speaks

    return _plane_runs.runs(bound, constant, *terms, per=per)


@SHARP.extremal("q", [LONG_RUNS])
def long_runs_in_the_plane(_: Any) -> Runs:
    """T = 2q² − 1 rounds, from this q on: the runs of gradient_descent/ogd-best-constant-plane."""
    return long_runs(SHARP.states[0], 1 / sqrt(2))


@ROOTS.extremal("q", [LONG_RUNS])
def long_runs_under_the_sum(_: Any) -> Runs:
    """The same runs."""
    sum_of_roots = SQRT_SUM_SHARP.theorem(SQRT_SUM_SHARP.states[0])
    return long_runs(ROOTS.states[0], 1 / sqrt(2), (U * G / sqrt(2), sum_of_roots))


RATES = [Rational(1, 4), Rational(1, 2), Rational(3, 4), 1, sqrt(2), 8 * sqrt(2) / 5, 8 * sqrt(2) / 3]


@SHARP.extremal("η", RATES)
@ETA.extremal("η", RATES)
def worst_of_two_rounds(rate: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """The two rounds with the largest regret that there is at this rate, for U = G = 1."""
    return with_rate(two_rounds(rate))


# --- instances on the real line ------------------------------------------------------------------------------------

q, r = real("q r")
HALF = Rational(1, 2)


def instance(
    slope: Any = 1, step: Any = 1, path: Any = None, before: Any = None, value: Any = None, **numbers: Any
) -> dict[Any, Any]:
    """ℓ_t(v) = value·v with gradient `slope`, the unit ball of the line, u = −1 and G = 1.

    w and w′ are in each round as listed, by default for the first step from 0.
    """
    path = path or [0, -step * slope]
    losses = {loss: Lambda((t, q), (slope if value is None else value) * q), grad: Lambda((t, q), slope)}
    run = {T: len(path) - 1, U: 1, rate: Lambda(t, step), w: path, moved: before or path, **losses}
    return run | {{"u": u, "G": G, "eta": eta}[name]: size for name, size in ({"u": -1, "G": 1} | numbers).items()}


def held(*proofs: Callable[[], Theorem]) -> list[Theorem]:
    """What these prove, where they do."""
    found = []
    for proof in proofs:
        with suppress(KernelError):
            found.append(proof())
    return found


def closest_on_the_line(path: Sequence[Any], before: Sequence[Any]) -> Theorem:
    """In each round no point of [−1, 1] is closer to w′ than w, by lists of both; w′ is w, or not inside."""
    ball, run, early = ge(1, q**2), listed(path, t)(t + 1), listed(before, t)(t + 1)

    def slacks(n: int) -> list[tuple[Any, Any]]:
        end, goal = S(path[n]), S(before[n])
        if end == goal:
            return [(1, (q - goal) ** 2)]
        far, spare = abs(goal), (abs(goal) - 1) ** 2 - (end - goal) ** 2
        return [(far, (1 - sign(goal) * q) ** 2), (far - 1, assume(ball)), (1, spare)]

    return each_round(ge((q - early) ** 2, (run - early) ** 2), t, slacks, len(path) - 1, [q], [ball])


def projected(*of: Any, **numbers: Any) -> Any:
    """How a changed claim is decided by such an instance, of which a step ends outside the ball."""
    line = instance(*of, **numbers)
    return decided_by(at=line, discharge=lambda: held(lambda: closest_on_the_line(line[w], line[moved])))


def eta_bound(distance: Any, gradients: Any) -> Any:
    """The bound with other constants in the place of 2 and 1."""
    return le(REGRET, distance * U**2 * sqrt(T) / eta + gradients * G**2 * eta * sqrt(T))


FIRST_STEP = instance(step=HALF, eta=HALF)
STANDING = instance(path=[0] * 11, eta=1)
"""Ten rounds in which nothing moves."""


def to_the_edge(step: Any, **other: Any) -> Any:
    """One round with a gradient of length 5, of which the step ends outside the ball, at −5 times the rate."""
    return projected(5, step, [0, -1], [0, -5 * step], **other)


def sliding(step: Any) -> dict[Any, Any]:
    """Ten rounds with gradient 1 in which w stays at 0 whatever w′ is."""
    return STANDING | {moved: Lambda(t, -step / sqrt(t - 1))}


fails_as(ETA,
    ("constant", eta_bound(Rational(1, 5), 1), "1/5 in place of the factor 2.", FIRST_STEP),
    ("sign", eta_bound(-2, 1), "−2U²√T/η.", FIRST_STEP),
)  # fmt: skip

fails_without(ETA,
    (CONVEX, "The losses need not be convex.", instance(value=10, eta=1)),
    (COMPARED, "u may be outside the ball.", instance(eta=1, u=-5)),
    (BOUNDED, "G may be anything: with a gradient of length 5 one round costs 5.", to_the_edge(1, eta=1)),
    (CLOSEST, "w(t + 1) may be any point of the ball, and stay at 0 whatever w′(t + 1) is: as if no step were made.",
        sliding(1)),
    (DECREASING, "The algorithm may stay where it is: ten rounds cost 10, and 3√10 is less.", STANDING),
    (START, "w(1) may be any point of the ball: true too.", decided_by(proof=dropping_the_last_distance)),
)  # fmt: skip


def roots_bound(distance: Any, gradients: Any) -> Any:
    """The bound by the sum with other constants in the place of 2 and ½."""
    return le(REGRET, distance * U**2 * sqrt(T) / eta + gradients * G**2 * eta * rounds(1 / sqrt(t)))


fails_as(ROOTS,
    ("constant", roots_bound(Rational(1, 4), HALF), "¼ in place of the factor 2.", FIRST_STEP),
    ("sign", roots_bound(-2, HALF), "−2U²√T/η.", FIRST_STEP),
)  # fmt: skip

fails_without(ROOTS,
    (CONVEX, "The losses need not be convex.", instance(value=10, eta=1)),
    (COMPARED, "u may be outside the ball.", instance(eta=1, u=-5)),
)  # fmt: skip

FIRST_TERM = sqrt(T) * (4 * U**2 - square(w(T + 1) - u)) / (2 * eta)


def room_bound(factor: Any) -> Any:
    """The sharper bound with a factor on its first term."""
    return le(REGRET, factor * FIRST_TERM + G**2 * eta / 2 * (2 * sqrt(T) - 1))


fails_as(SHARP,
    ("constant", room_bound(Rational(1, 10)), "A tenth of the first term.", FIRST_STEP),
    ("sign", room_bound(-1), "The first term is subtracted.", FIRST_STEP),
)  # fmt: skip

fails_without(SHARP,
    (CONVEX, "The losses need not be convex.", instance(value=10, eta=1)),
    (START, "w(1) may be any point of the ball: true too.", decided_by(proof=room_up_to_the_diameter)),
    (COMPARED, "u may be outside the ball.", instance(eta=1, u=-5)),
    (DECREASING, "The algorithm may stay where it is.", STANDING),
)  # fmt: skip


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


def average(factor: Any) -> Any:
    """(8) with another constant in the place of √8."""
    return le(rounds(loss(t, w(t))) / T, rounds(loss(t, u)) / T + factor * U * G / sqrt(T))


SHORT_STEP = {"step": sqrt(2) / 2, "G": 2}

fails_as(BOUND,
    ("constant", average(Rational(2, 5)), "2/5 in place of √8: one round with half the largest gradient costs ½UG.",
        instance(**SHORT_STEP)),
    ("sign", average(-sqrt(8)), "−√8.", instance(**SHORT_STEP)),
)  # fmt: skip

fails_without(BOUND,
    (CONVEX, "The losses need not be convex.", instance(**SHORT_STEP, value=10)),
    (COMPARED, "u may be outside the ball.", instance(**SHORT_STEP, u=-7)),
    (BOUNDED, "G may be anything: with a gradient of length 5 one round costs 5.", to_the_edge(sqrt(2))),
    (CLOSEST, "w(t + 1) may be any point of the ball, and stay at 0 whatever w′(t + 1) is: ten rounds cost 10.",
        sliding(sqrt(2))),
    (substitute(DECREASING, {eta: BEST_RATE}), "The algorithm may stay where it is.", STANDING),
    (START, "w(1) may be any point of the ball: true too.", decided_by(proof=the_best_rate)),
)  # fmt: skip


# --- runs ----------------------------------------------------------------------------------------------------------


def _settings() -> list[Any]:
    """Radius, gradient bound, rate and number of rounds."""
    rng = np.random.default_rng(15)
    return [
        (*map(float, row), int(rounds))
        for row, rounds in zip(rng.uniform(0.1, 9, (12, 3)), range(1, 40, 3), strict=False)
    ]


@ETA.conformance
def code_follows_the_bound() -> Iterator[Conformance]:
    """2U²√T/η + G²η√T as a function of U, G, η and T."""
    formula = ETA.states[0].lhs
    return conformance(
        _settings(),
        formula=lambda case: value(formula, dict(zip((U, G, eta, T), case, strict=True))),
        code=lambda case: bounds.projected_regret_bound(*case),
        reference=lambda case: reference_bounds.projected_regret_bound(*case),
        ulps=4.0,
    )


def _worst_regret(
    rate_of: Callable[[float, float], float], promise: Callable[[float, float, float, int], float]
) -> Searched:
    """Linear losses of length G: random, constant, alternating, and with ⟨g, w⟩ ≥ 0 by an adversary."""
    rng = np.random.default_rng(16)
    worst, where, cases = 0.0, "no run", 0
    for trial in range(60):
        dimension, length = int(rng.integers(1, 6)), int(rng.integers(1, 40))
        radius, slope = float(rng.uniform(0.5, 2)), float(rng.uniform(0.5, 2))
        step = rate_of(radius, slope)
        weights, total, cost = np.zeros(dimension), np.zeros(dimension), 0.0
        for k in range(1, length + 1):
            gradient = rng.standard_normal(dimension) if trial % 4 else np.ones(dimension)
            if trial % 4 == 2:
                gradient = np.ones(dimension) * (-1.0) ** k
            gradient *= slope / np.linalg.norm(gradient)
            if trial % 4 == 3 and gradient @ weights < 0:
                gradient = -gradient
            cost, total = cost + float(gradient @ weights), total + gradient
            weights = projected_step(weights, gradient, step, k, radius)
        cases += 1
        ratio = (cost + radius * float(np.linalg.norm(total))) / promise(radius, slope, step, length)
        if ratio > worst:
            worst, where = ratio, f"T = {length}, {dimension} dimensions, kind {trial % 4}"
    return Searched("regret over the bound, linear losses", cases, worst, where)


@ETA.search
def linear_losses_at_any_rate() -> Searched:
    """Regret against 2U²√T/η + G²η√T at η = 1."""
    return _worst_regret(lambda *_: 1.0, bounds.projected_regret_bound)


@BOUND.search
def linear_losses_at_the_best_rate() -> Searched:
    """Regret against √8 UG√T at η = √2 U/G; an adversary can force 1/√8 of it."""

    def promise(radius: float, slope: float, _: float, length: int) -> float:
        return length * bounds.tuned_projected_regret_bound(radius, slope, length)

    return _worst_regret(lambda radius, slope: float(np.sqrt(2.0)) * radius / slope, promise)
