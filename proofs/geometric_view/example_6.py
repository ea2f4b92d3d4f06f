"""Example 6: gradient descent in R^n on convex losses of the prediction, and its bound R₂ZU√k."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Abs, Add, Expr, Integer, KroneckerDelta, Lambda, Rational, Tuple, sqrt

from numeric import bounds
from numeric.reference import bounds as reference
from proofs.geometric_view._prediction_losses import (
    CONVEX, GIVEN, HALF, NEAR, REGRET, ROUND, SHORT, SLOW, SOME, START, UPDATE, R, U, Z, best, derivative, dropped,
    eta, k, line, loss, square, t, w, x,
)  # fmt: skip
from proofs.geometric_view.example_6_tight import TIGHT
from verify.author.kernel import Theorem, assume, combine, identity, instantiate, telescope
from verify.claims import Claim, Conformance, Searched, Sharpness, decided_by, fails_as, fails_without, holds_at
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import Inner, VecHead, eq, ge, le, norm, positive

READING = (
    "L_t(w) = ℓ(t, ⟨w, x_t⟩) in R^n for every n. ℓ(t, ·) is convex with derivative ℓ′(t, ·): it lies above its "
    "tangents, and at a kink any subgradient will do. R ≥ ‖x_t‖, Z ≥ |L′_t(w_t)| for t = 0, …, k − 1, U ≥ ‖w⋆‖ and "
    "k ≥ 1."
)

STEP = Claim(
    "geometric_view/example-6-step",
    at="Example 6",
    printed="D(w_t, w_{t+1}) = ½‖w_{t+1} − w_t‖² = ½η²|L′_t(w_t)|²‖x_t‖²",
    given=[UPDATE, *ROUND],
    states=eq(square(w(t + 1) - w(t)) / 2, eta**2 * Abs(derivative(t)) ** 2 * norm(x(t)) ** 2 / 2),
    reading="For every trial of gradient descent on losses of the prediction, whatever they are.",
)


def any_rate(eta: Any) -> Expr:
    """U²/(2η) + (η/2)kZ²R²."""
    return U**2 / (2 * eta) + eta / 2 * k * Z**2 * R**2


BOUND = Claim(
    "geometric_view/example-6-bound",
    at="Example 6",
    printed="Loss(A) − Loss(w⋆) ≤ U²/(2η) + (η/2)kZ²R₂²",
    given=GIVEN,
    states=le(REGRET, any_rate(eta)),
    reading=READING,
)

BEST_RATE = U / (R * Z * sqrt(k))
EQUAL_TERMS = eq(U**2 / (2 * eta), eta / 2 * k * Z**2 * R**2)
other = positive("η′")

RATE = Claim(
    "geometric_view/example-6-rate",
    at="Example 6",
    printed="The right hand side of the above inequality assumes its minimum when the two terms are equal, i.e., the "
    "learning rate is η = U/(R₂Z√k)",
    given=[SOME, EQUAL_TERMS],
    states=[
        eq(eta, BEST_RATE),
        ge(any_rate(other), any_rate(eta)),
        eq(any_rate(eta), R * Z * U * sqrt(k)),
    ],
    reading=(
        "η is the rate at which the two terms are equal; it is the printed one, no other rate η′ has a smaller "
        "right-hand side, and there that is R₂ZU√k. R is R₂. For all positive η, η′, R, Z and U: for RZ = 0 the "
        "printed quotient has no meaning, and for U = 0 it is 0, which is no rate."
    ),
)

TUNED = Claim(
    "geometric_view/example-6",
    at="Example 6",
    printed="the learning rate is η = U/(R₂Z√k) … The upper relative bound on the cumulative loss is proportional to "
    "the square root of the length of a sequence k",
    given=[*GIVEN, eq(eta, BEST_RATE)],
    states=le(REGRET, R * Z * U * sqrt(k)),
    rests_on=["geometric_view/example-6-bound", "geometric_view/example-6-rate"],
    reading=READING
    + " The bound is R₂ZU√k; the print has = before it, in the place of the ≤ of the display before. R, Z and U are "
    "positive, or there is no such rate; they and k are known before the run.",
)


def at_trial(given: Any, *schemas: Any) -> list[Theorem]:
    """Those of the schemas that are given, at trial t."""
    return [instantiate(assume(f), [t]) for f in given if f in schemas]


@STEP.proof
def length_of_the_gradient(claim: Claim) -> Theorem:
    """w_{t+1} − w_t is a multiple of x_t."""
    return identity(claim.states[0], using=at_trial(claim.given, UPDATE), facts=ROUND)


def travelled(given: list[Any]) -> Theorem:
    """Each trial costs at most the fall of ½‖w_t − w⋆‖²/η and ½ηZ²R²; the sum telescopes."""
    updates = at_trial(given, UPDATE)
    here, there = Inner(w(t), x(t)), Inner(best, x(t))
    convex = [(1, instantiate(assume(f), [t, there, here])) for f in given if f == CONVEX]
    steep, short = ([(f, f) for f in at_trial(given, schema)] for schema in (SLOW, SHORT))
    slopes = [(a, Z + Abs(derivative(t))) for a, _ in steep]
    slow = combine(ge(Z**2, derivative(t) ** 2), slopes, facts=ROUND)
    lengths = [(a, R + norm(x(t))) for a, _ in short]
    bounded = combine(ge(R**2, square(x(t))), lengths, facts=ROUND)
    sizes = combine(
        ge(Z**2 * R**2, derivative(t) ** 2 * square(x(t))), [(slow, R**2), (bounded, derivative(t) ** 2)], facts=ROUND
    )
    step = combine(
        le(
            loss(t, here) - loss(t, there),
            (square(w(t) - best) - square(w(t + 1) - best)) / (2 * eta) + eta / 2 * Z**2 * R**2,
        ),
        [*convex, (eta / 2, sizes)],
        using=updates,
        facts=ROUND,
    )
    return telescope(step, t, 0, k - 1, square(w(t) - best) / (2 * eta))


@BOUND.proof
def distances_to_the_comparator(claim: Claim) -> Theorem:
    """The distance at the end is dropped, and that at the start at most U."""
    given = list(claim.given)
    start = [assume(f) for f in given if f == START]
    near = [(assume(f), (U + norm(best)) / (2 * eta)) for f in given if f == NEAR]
    known = [f for f in given if f in (SOME, ge(k, 0))]
    left = square(w(k) - best) / (2 * eta)
    return combine(claim.states[0], [(1, travelled(given)), *near, (1, left)], using=start, facts=known)


@RATE.proof
def two_equal_terms(claim: Claim) -> list[Theorem]:
    """U² = (ηRZ√k)² and both roots are positive; U²/(2η′) + ½η′kZ²R² − RZU√k = ½η′(U/η′ − RZ√k)²."""
    rate, least, there = claim.states
    known = [h for h in claim.given if h == SOME]
    slope = R * Z * sqrt(k)
    equal = [(-2 * eta / (slope * (U + eta * slope)), assume(h)) for h in claim.given if h == EQUAL_TERMS]
    first = combine(rate, equal, facts=known)
    value = identity(there, using=[first], facts=known)
    gap = combine(ge(any_rate(other), slope * U), [(other / 2, (U / other - slope) ** 2)], facts=known)
    return [first, combine(least, [(1, gap), (-1, value)], facts=known), value]


@TUNED.proof
def at_the_best_rate(claim: Claim) -> Theorem:
    """The bound for any rate at that rate."""
    bound = BOUND.theorem(BOUND.states[0])
    tuned = [assume(f) for f in claim.given if f == eq(eta, BEST_RATE)]
    return combine(claim.states[0], [(1, bound)], using=tuned, facts=[f for f in claim.given if f == SOME])


ONE_TRIAL = line()


fails_as(STEP,
    ("constant", eq(STEP.states[0].lhs, 2 * STEP.states[0].rhs), "η²|L′|²‖x‖².", {**ONE_TRIAL["at"], t: 0},
        ONE_TRIAL["discharge"]),
    ("sign", eq(STEP.states[0].lhs, -STEP.states[0].rhs), "The negative of the right-hand side.",
        {**ONE_TRIAL["at"], t: 0}, ONE_TRIAL["discharge"]),
)  # fmt: skip


fails_without(STEP, (UPDATE, "w_{t+1} may be anything.", {**line(still=True)["at"], t: 0}))


fails_as(BOUND,
    ("constant", le(REGRET, any_rate(eta) - U**2 / (4 * eta)), "U²/(4η).", ONE_TRIAL),
    ("constant", le(REGRET, any_rate(eta) - eta / 4 * k * Z**2 * R**2), "(η/4)kZ²R².", ONE_TRIAL),
    ("sign", le(REGRET, any_rate(eta) - eta * k * Z**2 * R**2), "U²/(2η) − (η/2)kZ²R².", ONE_TRIAL),
)  # fmt: skip


for _owner in (BOUND, TUNED):
    dropped(_owner, "not_convex", CONVEX, "The losses need not be convex.", **line(cost=10))
    dropped(_owner, "any_start", START, "w_0 may be anything.", **line(start=5))
    dropped(_owner, "compared_far_away", NEAR, "U may be smaller than ‖w⋆‖.", **line(u=-5))
dropped(BOUND, "long_instances", SHORT, "R may be smaller than ‖x_t‖.", **line(R=HALF))
dropped(BOUND, "steep_losses", SLOW, "Z may be smaller than |L′_t|.", **line(Z=HALF))
dropped(BOUND, "no_steps", UPDATE, "The algorithm may stay where it is.", **line(still=True, count=10))
dropped(TUNED, "long_instances", SHORT, "R may be smaller than ‖x_t‖.", **line(R=HALF, eta=2))
dropped(TUNED, "steep_losses", SLOW, "Z may be smaller than |L′_t|.", **line(Z=HALF, eta=2))
dropped(TUNED, "no_steps", UPDATE, "The algorithm may stay where it is.", **line(still=True, count=4, eta=HALF))
dropped(TUNED, "any_rate_at_all", eq(eta, BEST_RATE), "η may be anything.", **line(eta=Rational(1, 100), count=4))


@BOUND.mutant("hypothesis", proof=distances_to_the_comparator)
def no_trials(claim: Claim) -> Claim:
    """k may be 0: true too."""
    return claim.replace(given=[f if f != SOME else ge(k, 0) for f in claim.given])


fails_without(TUNED,
    (SOME, "k may be anything: true too, as there is no rate U/(R₂Z√k) unless k > 0.",
        decided_by(proof=at_the_best_rate)),
)  # fmt: skip


fails_as(TUNED,
    ("constant", le(REGRET, R * Z * U * sqrt(k) / 2), "½R₂ZU√k.", ONE_TRIAL),
    ("sign", le(REGRET, -R * Z * U * sqrt(k)), "−R₂ZU√k.", ONE_TRIAL),
)  # fmt: skip


UNITS = {k: 1, R: 1, Z: 1, U: 1, eta: 1, other: 2}


fails_as(RATE,
    ("constant", [eq(eta, 2 * BEST_RATE), *RATE.states[1:]], "η = 2U/(R₂Z√k).", UNITS),
    ("sign", [RATE.states[0], le(any_rate(other), any_rate(eta)), RATE.states[2]],
        "No other rate has a larger right-hand side.", UNITS),
)  # fmt: skip


holds_at(RATE, ("The best rate itself.", {**UNITS, other: 1}))


fails_without(RATE, (EQUAL_TERMS, "η may be any rate.", {**UNITS, eta: 3}))


fails_as(RATE,
    ("sign", [*RATE.states[:2], eq(any_rate(eta), -R * Z * U * sqrt(k))], "The negative of the least value.", UNITS),
)  # fmt: skip


@TUNED.sharp
def orthogonal_instances() -> Sharpness:
    """Linear losses of orthogonal instances attain it."""
    return Sharpness("the worst regret at η = U/(R₂Z√k), n ≥ k", "R₂ZU√k, exactly", TIGHT.theorem(TIGHT.states[0]))


# --- runs ----------------------------------------------------------------------------------------------------------


def _settings() -> list[Any]:
    """U, R, Z, η and k."""
    rng = np.random.default_rng(6)
    return [(*map(float, row), 1 + 3 * n) for n, row in enumerate(rng.uniform(0.1, 9.0, (12, 4)))]


@BOUND.conformance
def code_follows_the_bound() -> Iterator[Conformance]:
    """U²/(2η) + (η/2)kZ²R² as a function of U, R, Z, η and k."""
    return conformance(
        _settings(),
        formula=lambda case: value(any_rate(eta), dict(zip((U, R, Z, eta, k), case, strict=True))),
        code=lambda case: bounds.prediction_regret_bound(*case),
        reference=lambda case: reference.prediction_regret_bound(*case),
        ulps=4.0,
    )


@TUNED.conformance
def code_follows_the_tuned_bound() -> Iterator[Conformance]:
    """R₂ZU√k as a function of U, R, Z and k."""
    return conformance(
        [(u, r, z, n) for u, r, z, _, n in _settings()],
        formula=lambda case: value(R * Z * U * sqrt(k), dict(zip((U, R, Z, k), case, strict=True))),
        code=lambda case: bounds.tuned_prediction_regret_bound(*case),
        reference=lambda case: reference.tuned_prediction_regret_bound(*case),
        ulps=4.0,
    )


def run_of(rng: np.random.Generator, square_losses: bool, count: int, n: int) -> tuple[Any, Any]:
    """Instances and labels of a random stream; for linear losses the labels are the slopes ±1."""
    instances = rng.standard_normal((count, n)) * rng.uniform(0.1, 2.0, (count, 1))
    return instances, rng.standard_normal(count) if square_losses else rng.choice([-1.0, 1.0], count)


@TUNED.search
def random_streams() -> Searched:
    """The regret of runs at η = U/(R₂Z√k) for square and linear losses, Z being that of the run itself."""
    rng, worst, where, cases = np.random.default_rng(7), 0.0, "no run", 0
    for trial in range(400):
        count, n, squares = int(rng.integers(1, 30)), int(rng.integers(1, 12)), bool(trial % 2)
        instances, labels = run_of(rng, squares, count, n)
        comparator = rng.standard_normal(n) * 10.0 ** rng.uniform(-1, 1)
        if not squares and trial % 4 == 0:
            instances = np.linalg.qr(rng.standard_normal((12, 12)))[0][: min(count, 12)]
            labels = labels[: len(instances)]
            comparator = -instances.T @ labels[: len(instances)]
        rate = 10.0 ** rng.uniform(-3, 0)
        weights, regret, slopes = np.zeros(instances.shape[1]), 0.0, [1e-300]
        for data, label in zip(instances, labels.tolist(), strict=True):
            here, there = float(weights @ data), float(comparator @ data)
            slopes.append(abs(2.0 * (here - label)) if squares else 1.0)
            regret += (here - label) ** 2 - (there - label) ** 2 if squares else label * (here - there)
            weights = weights - rate * (2.0 * (here - label) if squares else label) * data
        radius, length = float(np.max(np.linalg.norm(instances, axis=1))), float(np.linalg.norm(comparator))
        promised = bounds.prediction_regret_bound(length, radius, max(slopes), rate, len(instances))
        cases += 1
        if regret / promised > worst:
            worst, where = regret / promised, f"k = {len(instances)}, n = {len(weights)}, square losses: {squares}"
    return Searched("regret over the bound at random rates", cases, worst, where)


@RATE.extremal("η′", [HALF, 1, 2], formula=1)
def other_rates(rate: Any) -> dict[Any, Any]:
    """R = Z = U = k = 1: attained at the rate of equal terms."""
    return UNITS | {other: rate}


@BOUND.extremal("η", [Rational(1, 4), 1, 4])
def landing_on_the_comparator(rate: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """One trial with L = x on the line from 0 to w⋆ = −η, with U = η: attained at every rate."""
    found = line(u=-rate, U=rate, eta=rate)
    return found["at"], found["discharge"]()


@BOUND.extremal("η", [Rational(5, 8), Rational(5, 6), Rational(13, 10)])
def two_trials_in_the_plane(rate: Any) -> dict[Any, Any]:
    """Linear losses of unit vectors with the sum (1/η, 0), so that w_2 = w⋆ = (−1, 0): for U = 1, any η ≥ ½ will do."""
    c = 1 / (2 * rate)
    s = sqrt(1 - c**2)
    return {
        **ONE_TRIAL["at"],
        VecHead("w"): Lambda(t, Tuple(-rate * c * t, -rate * s * t * (2 - t))),
        VecHead("x"): Lambda(t, Tuple(c, s * (1 - 2 * t))),
        best: (-1, 0),
        k: 2,
        eta: rate,
    }


@TUNED.extremal("k", range(1, 4))
def orthonormal_instances(trials: int) -> dict[Any, Any]:
    """x_t = e_t, L_t(w) = ⟨w, x_t⟩ and w⋆ = −Σ e_t/√k: what is learnt in one trial is of no use in another."""
    rate = 1 / sqrt(Integer(trials))
    steps = [-rate * Add(*(KroneckerDelta(t, m) for m in range(n + 1, trials + 1))) for n in range(trials)]
    inputs = [KroneckerDelta(t, n) for n in range(trials)]
    return {
        **ONE_TRIAL["at"],
        VecHead("w"): Lambda(t, Tuple(*steps)),
        VecHead("x"): Lambda(t, Tuple(*inputs)),
        best: Tuple(*[-rate] * trials),
        k: trials,
        eta: rate,
    }
