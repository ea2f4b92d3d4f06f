"""Projected online gradient descent: one step (4)–(6), the telescoped sum (7), and the regret bounds up to (8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import numpy as np
from sympy import Expr, Integer, Lambda, Rational, S, sqrt

from numeric import bounds
from numeric.learners.gradient_descent import projected_step
from numeric.reference import bounds as reference_bounds
from proofs.gradient_descent import projection
from proofs.gradient_descent._worst_case_runs import EXTREMAL, NEAR, Run, two_rounds
from proofs.gradient_descent.ogd_setting import (
    CONVEX,
    REGRET,
    ROUND,
    START,
    G,
    T,
    U,
    eta,
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
from proofs.gradient_descent.sums import SQRT_SUM_SHARP
from verify.author.kernel import KernelError, Theorem, assume, combine, generalize, identity, instantiate, telescope
from verify.claims import Claim, Conformance, Searched, decided_by, fails_as, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import Inner, VecHead, eq, forall, ge, le, real, substitute, vectors  # fmt: skip
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


def one_round(claim: Claim, next_step: Any) -> Theorem:
    """(3)–(6): ℓ_t(w_t) − ℓ_t(u) ≤ (‖w_t − u‖² − ‖w_{t+1} − u‖² + ‖w′_{t+1} − w_t‖²)/(2η_t), for the step's η_t."""
    given = list(claim.given)
    rate_t = next_step[0]
    convex = [(1, instantiate(assume(f), [t, u, w(t)])) for f in given if f == CONVEX]
    moves = [instantiate(assume(f), [t]) for f in given if f == next_step[1]]
    inside = [instantiate(assume(f), [t + 1]) for f in given if f == INSIDE]
    inside += [assume(f) for f in given if f == COMPARED]
    closest = [instantiate(assume(f), [t, v]) for f in given if f == CLOSEST]
    closest = [generalize(f, [v], [ge(U**2, square(v))]) for f in closest]
    place = {projection.w: w(t + 1), projection.p: moved(t + 1), projection.u: u}
    projected = instantiate(
        projection.PROJECTION_SHARP.theorem(projection.PROJECTION_SHARP.states[0]), place, [*inside, *closest]
    )
    gain = square(w(t) - u) - square(w(t + 1) - u) + square(moved(t + 1) - w(t))
    goal = le(loss(t, w(t)) - loss(t, u), gain / (2 * rate_t))
    slack = [(1 / (2 * rate_t), projected), (1 / (2 * rate_t), square(w(t + 1) - moved(t + 1)))]
    return combine(goal, [*convex, *slack], using=moves, facts=ROUND)


@TELESCOPE.proof
def each_round_then_the_sum(claim: Claim) -> Theorem:
    """(6) for each round, with ‖w_{t+1} − u‖²/(2η_{t+1}) added and taken away."""
    step = one_round(claim, (rate(t), NEXT))
    added = telescope(step, t, 1, T, square(w(t) - u) / (2 * rate(t)))
    return combine(claim.states[0], [(1, added)], facts=[f for f in claim.given if f == SOME])


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


def added_up(claim: Claim) -> Theorem:
    """R_T(u) ≤ √T E_{T+1}/(2η) + (ηG²/2) Σ 1/√t."""
    given = list(claim.given)
    facts = [*ROUND, *(f for f in given if f == SOME)]
    moves = [instantiate(assume(f), [t]) for f in given if f == DECREASING]
    steep = [instantiate(assume(f), [t]) for f in given if f == BOUNDED]
    ball = [instantiate(assume(f), [t]) for f in given if f == INSIDE] + [assume(f) for f in given if f == COMPARED]
    within = combine(ge(room(t), 0), [*((2, f) for f in ball), (1, square(w(t) + u))])
    rising = combine(ge(sqrt(t) - sqrt(t - 1), 0), [(1 / (sqrt(t) + sqrt(t - 1)), 1)], facts=ROUND)
    spare = combine(ge((sqrt(t) - sqrt(t - 1)) * room(t), 0), [(rising, within)], facts=ROUND)
    progress = (sqrt(t) * room(t + 1) - sqrt(t - 1) * room(t)) / (2 * eta)
    step = combine(
        le(loss(t, w(t)) - loss(t, u), progress + eta * G**2 / (2 * sqrt(t))),
        [
            (1, one_round(claim, (eta / sqrt(t), DECREASING))),
            (1 / (2 * eta), spare),
            *((eta / (2 * sqrt(t)), f) for f in steep),
        ],
        using=moves,
        facts=facts,
    )
    return telescope(step, t, 1, T, -sqrt(t - 1) * room(t) / (2 * eta))


@SHARP.proof
def room_up_to_the_diameter(claim: Claim) -> Theorem:
    """E_t ≥ 0, so the round costs at most (√t E_{t+1} − √(t−1) E_t)/(2η) + ηG²/(2√t), which telescopes."""
    sizes = SQRT_SUM_SHARP.theorem(SQRT_SUM_SHARP.states[0])
    some = [f for f in claim.given if f == SOME]
    return combine(claim.states[0], [(1, added_up(claim)), (eta * G**2 / 2, sizes)], facts=some)


@ROOTS.proof
def last_distance_dropped(claim: Claim) -> Theorem:
    """As for the sharper bound, with the sum of the step sizes left as it is, and ‖w_{T+1} − u‖² ≥ 0."""
    dropped = sqrt(T) / (2 * eta) * square(w(T + 1) - u)
    return combine(claim.states[0], [(1, added_up(claim)), (1, dropped)], facts=[f for f in claim.given if f == SOME])


@ETA.proof
def dropping_the_last_distance(claim: Claim) -> Theorem:
    """‖w_{T+1} − u‖² ≥ 0, and 2√T − 1 ≤ 2√T."""
    sharper = SHARP.theorem(SHARP.states[0])
    some = [f for f in claim.given if f == SOME]
    dropped = sqrt(T) / (2 * eta) * square(w(T + 1) - u)
    return combine(claim.states[0], [(1, sharper), (1, dropped), (1, G**2 * eta / 2)], facts=some)


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
    general = instantiate(ETA.theorem(ETA.states[0]), {eta: BEST_RATE})
    return combine(claim.states[0], [(1 / T, general)], facts=[f for f in claim.given if f == SOME])


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


RATES = [Rational(1, 4), Rational(1, 2), Rational(3, 4), 1, sqrt(2), 8 * sqrt(2) / 5, 8 * sqrt(2) / 3]


@SHARP.extremal("η", RATES)
@ETA.extremal("η", RATES)
def worst_of_two_rounds(rate: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """The two rounds with the largest regret that there is at this rate, for U = G = 1."""
    return with_rate(two_rounds(rate))


# --- instances on the real line ------------------------------------------------------------------------------------

q, r = real("q r")


def instance(
    slope: Any = 1,
    count: int = 1,
    rate_value: Any = 1,
    path: Callable[[Any], Any] | None = None,
    before: Callable[[Any], Any] | None = None,
    value: Any = None,
    **numbers: Any,
) -> dict[str, Any]:
    """How a mutant is refuted: ℓ_t(v) = value·v with gradient `slope`, the unit ball of the line, u = −1 and G = 1.

    w(t) = path(t) and w′(t) = before(t), by default the first step from 0. Schemas that do not hold are not met: the
    mutant must have dropped them.
    """
    value = slope if value is None else value
    path = path or (lambda t: (1 - t) * rate_value * slope)
    before = before or path
    names = {"u": u, "G": G, "U": U, "eta": eta}
    given = {"u": -1, "G": 1, "U": 1} | numbers
    at = {
        T: count,
        rate: Lambda(t, rate_value),
        loss: Lambda((t, q), value * q),
        VecHead("∇ℓ"): Lambda((t, q), slope),
        VecHead("w"): Lambda(t, path(t)),
        VecHead("w′"): Lambda(t, before(t)),
    } | {names[name]: number for name, number in given.items()}
    size, bound = given["U"], given["G"]
    here, all_points = [ge(t, 1), ge(count, t)], [ge(t, 1), ge(count + 1, t)]
    steps = [path(t) - factor * slope for factor in (rate_value, rate_value / sqrt(t))]
    gap, reach = before(t + 1) - path(t + 1), rate_value * slope
    ball, left = ge(size**2, q**2), -before(t + 1) / size  # for a w′ to the left of the ball
    beyond = [(left, (q + size) ** 2), (left - 1, assume(ball)), ((size * (left - 1)) ** 2 - gap**2, 1)]
    rules = [
        (ge(value * q, value * r + slope * (q - r)), [], [t, q, r], here),
        (eq(before(t + 1), steps[0]), [], [t], here),
        (eq(before(t + 1), steps[1]), [], [t], here),
        (eq(before(t + 1), steps[1]), [(-rate_value * slope / (sqrt(t) * (sqrt(t) + 1)), t - 1)], [t], here),
        (ge(size**2, path(t) ** 2), [(size - path(t), size + path(t))], [t], all_points),
        (ge(size**2, path(t) ** 2), [(1, size**2)], [t], all_points),
        (ge(size**2, path(t) ** 2), [(1, size**2 - reach**2), (reach**2 * t, 2 - t)], [t], all_points),
        (ge((q - before(t + 1)) ** 2, gap**2), [(1, (q - before(t + 1)) ** 2)], [t, q], [*here, ball]),
        (ge((q - before(t + 1)) ** 2, gap**2), beyond, [t, q], [*here, ball]),
        (ge(bound**2, slope**2), [(1, bound**2 - slope**2)], [t], here),
    ]

    def met() -> list[Theorem]:
        found = []
        for formula, terms, variables, conditions in rules:
            with suppress(KernelError):
                found.append(generalize(combine(formula, terms, facts=conditions), variables, conditions))
            if count > 1:
                continue
            with suppress(KernelError):
                last = count + (conditions == all_points)
                found.append(each_round(formula, t, at_round(terms), last, variables[1:], conditions[2:]))
        return found

    return {"at": at, "discharge": met}


def at_round(terms: Sequence[tuple[Any, Any]]) -> Callable[[int], list[tuple[Any, Any]]]:
    """The slacks of a rule at a round."""

    def slacks(n: int) -> list[tuple[Any, Any]]:
        return [(S(c).subs(t, n), f if isinstance(f, Theorem) else S(f).subs(t, n)) for c, f in terms]

    return slacks


def eta_bound(distance: Any, gradients: Any) -> Any:
    """The bound with other constants in the place of 2 and 1."""
    return le(REGRET, distance * U**2 * sqrt(T) / eta + gradients * G**2 * eta * sqrt(T))


HALF = Rational(1, 2)
FIRST_STEP = instance(rate_value=HALF, eta=HALF)


def to_the_edge(rate: Any, **other: Any) -> dict[str, Any]:
    """One round with a gradient of length 5, of which the step ends outside the ball, at −5 times the rate."""
    return instance(5, 1, rate, lambda t: 1 - t, lambda t: 5 * rate * (1 - t), **other)


NEVER_FOLLOWED = instance(count=10, path=lambda _: Integer(0), before=lambda t: -1 / sqrt(t - 1), eta=1)


fails_as(ETA,
    ("constant", eta_bound(Rational(1, 5), 1), "1/5 in place of the factor 2.", FIRST_STEP),
    ("sign", eta_bound(-2, 1), "−2U²√T/η.", FIRST_STEP),
)  # fmt: skip


fails_without(ETA,
    (CONVEX, "The losses need not be convex.", instance(value=10, eta=1)),
    (COMPARED, "u may be outside the ball.", instance(eta=1, u=-5)),
    (BOUNDED, "G may be anything: with a gradient of length 5 one round costs 5.", to_the_edge(1, eta=1)),
    (CLOSEST,
        ("w(t + 1) may be any point of the ball, and stay at 0 whatever w′(t + 1) is: as if no step " "were made."),
        NEVER_FOLLOWED),
    (DECREASING, "The algorithm may stay where it is: ten rounds cost 10, and 3√10 is less.",
        instance(count=10, path=lambda _: Integer(0), before=lambda _: Integer(0), eta=1)),
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


fails_without(ETA,
    (START, "w(1) may be any point of the ball: true too.", decided_by(proof=dropping_the_last_distance)),
)  # fmt: skip


@SHARP.mutant("constant", **FIRST_STEP)
def a_tenth_of_the_room(claim: Claim) -> Claim:
    """A tenth of the first term."""
    first = sqrt(T) * (4 * U**2 - square(w(T + 1) - u)) / (20 * eta)
    return claim.replace(states=le(REGRET, first + G**2 * eta / 2 * (2 * sqrt(T) - 1)))


@SHARP.mutant("sign", **FIRST_STEP)
def room_subtracted(claim: Claim) -> Claim:
    """The first term is subtracted."""
    first = sqrt(T) * (4 * U**2 - square(w(T + 1) - u)) / (2 * eta)
    return claim.replace(states=le(REGRET, -first + G**2 * eta / 2 * (2 * sqrt(T) - 1)))


fails_without(SHARP,
    (CONVEX, "The losses need not be convex.", instance(value=10, eta=1)),
    (START, "w(1) may be any point of the ball: true too.", decided_by(proof=room_up_to_the_diameter)),
)  # fmt: skip


def telescoped(last: Any) -> Any:
    """(7) with a factor on the last sum."""
    total = TELESCOPE.states[0].lhs
    return le(REGRET, total + (last - 1) * rounds(square(moved(t + 1) - w(t)) / rate(t)) / 2)


HALF_STEP = instance(rate_value=HALF)


def stays(place: Any, goal: Any, **other: Any) -> dict[str, Any]:
    """One round in which w(1) = w(2), whatever w′(2) is."""
    return instance(path=lambda t: place + 0 * t, before=lambda t: goal + 0 * t, **other)


fails_as(TELESCOPE,
    ("constant", telescoped(0), "The last sum is dropped.", HALF_STEP),
    ("sign", telescoped(-1), "The last sum is subtracted.", HALF_STEP),
)  # fmt: skip


fails_without(TELESCOPE,
    (CONVEX, "The losses need not be convex.", instance(value=10, rate_value=HALF)),
    (NEXT, "The algorithm may stay where it is.", stays(0, 0)),
    (CLOSEST, "w(t + 1) may be any point of the ball: 0, in the place of −½.", stays(0, -HALF, rate_value=HALF)),
    (INSIDE, "w(t + 1) may be outside the ball: no point of it is closer to w′(2) = −4 than −5 is.",
        stays(-5, -4, slope=-1)),
    (COMPARED, "u may be outside the ball: at its edge no step comes closer.", stays(-1, -2, u=-5)),
)  # fmt: skip


def average(factor: Any) -> Any:
    """(8) with another constant in the place of √8."""
    return le(rounds(loss(t, w(t))) / T, rounds(loss(t, u)) / T + factor * U * G / sqrt(T))


SHORT_STEP = instance(rate_value=sqrt(2) / 2, G=2)


fails_as(BOUND,
    ("constant", average(Rational(2, 5)), "2/5 in place of √8: one round with half the largest gradient costs ½UG.",
        SHORT_STEP),
    ("sign", average(-sqrt(8)), "−√8.", SHORT_STEP),
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


STANDING = instance(count=10, path=lambda _: Integer(0), before=lambda _: Integer(0), eta=1)


fails_without(SHARP,
    (COMPARED, "u may be outside the ball.", instance(eta=1, u=-5)),
    (DECREASING, "The algorithm may stay where it is.", STANDING),
)  # fmt: skip


fails_without(BOUND,
    (CONVEX, "The losses need not be convex.", instance(rate_value=sqrt(2) / 2, G=2, value=10)),
    (COMPARED, "u may be outside the ball.", instance(rate_value=sqrt(2) / 2, G=2, u=-7)),
    (BOUNDED, "G may be anything: with a gradient of length 5 one round costs 5.", to_the_edge(sqrt(2))),
    (CLOSEST, "w(t + 1) may be any point of the ball, and stay at 0 whatever w′(t + 1) is: ten rounds cost 10.",
        instance(1, 10, sqrt(2), path=lambda _: Integer(0), before=lambda t: -sqrt(2) / sqrt(t - 1))),
    (substitute(DECREASING, {eta: BEST_RATE}), "The algorithm may stay where it is.",
        instance(count=10, path=lambda _: Integer(0), before=lambda _: Integer(0))),
    (START, "w(1) may be any point of the ball: true too.", decided_by(proof=the_best_rate)),
)  # fmt: skip
