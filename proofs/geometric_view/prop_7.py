"""Proposition 7: a rate that decreases every loss; none serves three trials, one does with a common quadratic bound."""

from __future__ import annotations

from typing import Any

from sympy import Lambda, Rational

from proofs.spheres.prop_4_sequence import GIVEN, ONE_RATE_FOR_ALL, RUN, no_rate_for_three_trials
from verify.author.kernel import Theorem, assume, combine, generalize, identity, instantiate, witness
from verify.axioms import EXP
from verify.claims import Claim, Sharpness, fails_as, fails_without
from verify.language.terms import (
    Inner, Tangent, Vec, VecHead, eq, forall, function, ge, gt, integer, le, lt, point, points, positive, real,
)  # fmt: skip

PROP_7 = Claim(
    "geometric_view/prop-7",
    at="Proposition 7",
    printed=(
        "Let M be a complete manifold and L: M × X × Y → R be a continuously differentiable function … with a finite "
        "number of isolated critical points. Then there exists ξ > 0 such that for any learning rate 0 < η < ξ "
        "L_t(w_{t+1}) ≤ L_t(w_t), for any 0 ≤ t ≤ k − 1, where w_{t+1} is given by (10)"
    ),
    given=GIVEN,
    states=ONE_RATE_FOR_ALL,
    reading=(
        "Already on M = R, which is complete with Exp_w(V) = w + V, and for k = 3 trials of one run from a fixed w_0. "
        "The losses L_t = L(·, (x_t, y_t)) are those of three samples. The printed proof picks a ξ_t for each w_t; but "
        "w_1, w_2, … depend on η, so that ξ_2 depends on η and may be smaller than it. L_t is continuously "
        "differentiable with the derivative ∂L_t. Finitely many critical points are not among the hypotheses; the "
        "counterexample has none, one (at 1) and one (at 0)."
    ),
    weight="gap",
    slip="The proof picks a ξ_t for each w_t, and ξ as the least of them; but w_1, w_2, … depend on η, so that ξ_2 "
    "may be less than η for every η. With one quadratic bound for all losses, as Lipschitz gradients give it, it is "
    "true.",
)


@PROP_7.counterexample
def one_overshoots(claim: Claim) -> Theorem:
    """L_0 = −w, L_1 = w − w²/2, L_2 = 2|w|^(3/2) from w_0 = 0: w_2 = η², w_3 = −2η², so no ξ keeps L_2 from growing."""
    return witness(claim.given, claim.states[0], RUN, discharge=no_rate_for_three_trials())


# --- with a common quadratic bound ----------------------------------------------------------------------------------

t = trial = integer("t")
k = integer("k")
rate, bound = positive("η Λ")
loss, w = function("L"), points("w")
v = point("v")


def grad(t: Any, v: Any) -> Vec:
    """grad L_t at the point v."""
    return Vec(VecHead("grad"), Tangent(v), t, v)


U = Vec(VecHead("U"), Tangent(v))
TRIAL = [ge(trial, 0), ge(k - 1, trial)]
QUADRATIC = forall(
    [trial, v, U],
    le(loss(trial, EXP(v, U)), loss(trial, v) + Inner(grad(trial, v), U) + bound / 2 * Inner(U, U)),
    TRIAL,
)
EXPLICIT = forall(trial, eq(w(trial + 1), EXP(w(trial), -rate * grad(trial, w(trial)))), TRIAL)
SLOW = lt(rate, 2 / bound)
HERE, AFTER = loss(trial, w(trial)), loss(trial, w(trial + 1))
SLOPE = Inner(grad(trial, w(trial)), grad(trial, w(trial)))
FACTOR = rate * (1 - bound * rate / 2)

REPAIRED = Claim(
    "geometric_view/prop-7.repaired",
    at="Proposition 7",
    says=(
        "if all L_t have a quadratic bound L_t(Exp_v U) ≤ L_t(v) + ⟨grad L_t(v), U⟩ + ½Λ‖U‖², then for 0 < η < 2/Λ: "
        "L_t(w_{t+1}) ≤ L_t(w_t) for every t, with equality only at a critical point of L_t"
    ),
    given=[QUADRATIC, EXPLICIT, SLOW, *TRIAL],
    states=[
        ge(HERE - AFTER, FACTOR * SLOPE),
        ge(HERE, AFTER),
        forall(trial, eq(SLOPE, 0), [*TRIAL, eq(HERE, AFTER)]),
    ],
    repairs="geometric_view/prop-7",
    rests_on=["spheres/prop-4"],
    reading=(
        "On any manifold on which the updates (10) of the run w_0, …, w_k are defined, for any number k of trials, "
        "with one constant Λ > 0 for all of them, as losses with Λ-Lipschitz gradients have it. ξ = 2/Λ depends "
        "neither on the run nor on k, and the critical points may be as many as they like. Without a bound, but for "
        "one trial from a given w_t, the printed proof is sound: spheres/prop-4."
    ),
)


@REPAIRED.proof
def bound_at_the_step(claim: Claim) -> list[Theorem]:
    """The quadratic bound at U = −η grad L_t(w_t)."""
    falls, weakly, still = claim.states
    trials = [assume(h) for h in claim.given if h in TRIAL]
    step = -rate * grad(trial, w(trial))
    below = [instantiate(assume(h), [trial, w(trial), step], trials) for h in claim.given if h == QUADRATIC]
    moved = [instantiate(assume(h), [trial], trials) for h in claim.given if h == EXPLICIT]
    slow = [assume(h) for h in claim.given if h == SLOW]
    room = combine(gt(1 - bound * rate / 2, 0), [(bound / 2, h) for h in slow])
    first = combine(falls, [(1, h) for h in below], using=moved)
    equal = still.given[-1]
    scaled = combine(le(SLOPE, 0), [(1 / FACTOR, first), (-1 / FACTOR, assume(equal))], facts=[room])
    none = combine(eq(SLOPE, 0), [(1, SLOPE)], facts=[scaled])
    return [
        first,
        combine(weakly, [(1, first), (room, rate * SLOPE)]),
        generalize(none, [trial], still.given),
    ]


x, y = real("x y")
PARABOLA = {
    EXP.head: Lambda((x, y), x + y),
    loss: Lambda((t, x), x**2),
    VecHead("grad"): Lambda((t, x), 2 * x),
    w: Lambda(t, Rational(1, 2) ** t),
    bound: 2,
    rate: Rational(1, 4),
    k: 1,
    trial: 0,
}
"""M = R, L(w) = w², Λ = 2, w_0 = 1, η = ¼: w_1 = ½."""


def its_own_bound() -> list[Theorem]:
    """(x + y)² ≤ x² + 2xy + y², and the update halves w."""
    n, trials = trial, [ge(trial, 0), ge(0, trial)]
    square = combine(le((x + y) ** 2, x**2 + 2 * x * y + y**2), [])
    half = Rational(1, 2)
    halves = identity(eq(half ** (n + 1), half**n - half**2 * (2 * half**n)))
    return [generalize(square, [n, x, y], trials), generalize(halves, [n], trials)]


def _one_trial(slope: Any, step: Any) -> list[Theorem]:
    """The bound of the parabola, and the update of w_t = 1 − slope·t for t = 0, where slope = 2·step."""
    n, trials = trial, [ge(trial, 0), ge(0, trial)]
    square = combine(le((x + y) ** 2, x**2 + 2 * x * y + y**2), [])
    first = combine(eq(n, 0), [(1, n)], facts=trials)
    goal = eq(1 - slope * (n + 1), 1 - slope * n - step * (2 * (1 - slope * n)))
    place = combine(goal, [(-2 * step * slope, first)])
    return [generalize(square, [n, x, y], trials), generalize(place, [n], trials)]


FLIPPED = PARABOLA | {w: Lambda(t, 1 - 4 * t), rate: 2}
"""η = 2: w_1 = −3."""
LATER = PARABOLA | {w: Lambda(t, 1 - t / 2)}
"""w_1 = ½, and what is no update after it."""


def flipped() -> list[Theorem]:
    """1 − 4(t + 1) = w − 4w for t = 0."""
    return _one_trial(4, 2)


def later() -> list[Theorem]:
    """1 − (t + 1)/2 = w − w/2 for t = 0."""
    return _one_trial(Rational(1, 2), Rational(1, 4))


@REPAIRED.mutant("constant", at=FLIPPED, discharge=flipped)
def five_over_the_bound(claim: Claim) -> Claim:
    """η < 5/Λ."""
    return claim.replace(given=[*(h for h in claim.given if h != SLOW), lt(rate, 5 / bound)])


fails_as(REPAIRED,
    ("constant", [ge(HERE - AFTER, 2 * FACTOR * SLOPE), *REPAIRED.states[1:]], "Twice the gain.", PARABOLA,
        its_own_bound),
    ("sign", [REPAIRED.states[0], ge(AFTER, HERE), REPAIRED.states[2]], "The loss does not decrease.", PARABOLA,
        its_own_bound),
)  # fmt: skip


fails_without(REPAIRED,
    (SLOW, "η may be anything.", FLIPPED, flipped),
    (QUADRATIC, "The losses need not have the bound.", PARABOLA | {bound: Rational(1, 2), rate: 2, w: FLIPPED[w]},
        flipped),
    (EXPLICIT, "The w_t may be anything.", PARABOLA | {w: Lambda(t, t + 1)}, its_own_bound),
    (TRIAL[1], "t may be k or more.", LATER | {trial: 5}, later),
    (TRIAL[0], "t may be negative.", LATER | {trial: -5}, later),
)  # fmt: skip


@REPAIRED.extremal("η", [Rational(1, 4), Rational(1, 2), Rational(3, 4)])
def steps_down_a_parabola(step: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """L = w² with Λ = 2, from 1 to 1 − 2η: what the loss falls by is attained at every rate below 2/Λ."""
    return PARABOLA | {w: Lambda(t, 1 - 2 * step * t), rate: step}, _one_trial(2 * step, step)


@REPAIRED.extremal("η", [Rational(9, 10), Rational(99, 100), Rational(999, 1000)], formula=1)
def almost_to_the_other_side(step: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """The same near 2/Λ = 1: from 1 to nearly −1, where the loss would be the same again."""
    return steps_down_a_parabola(step)


@REPAIRED.sharp
def no_larger_rate() -> Sharpness:
    """L(w) = ½Λw²: w_{t+1} = (1 − Λη)w, and the loss changes by the factor (1 − Λη)², not below 1 from η = 2/Λ."""
    long = ge(rate, 2 / bound)
    beyond = combine(ge(bound * rate, 2), [(bound, assume(long))])
    grows_there = combine(
        ge(bound / 2 * ((1 - bound * rate) * x) ** 2, bound / 2 * x**2),
        [(bound / 2 * x**2 * bound * rate, beyond)],
    )
    return Sharpness("the largest ξ for all losses with the bound Λ", "2/Λ, exactly", [grows_there])
