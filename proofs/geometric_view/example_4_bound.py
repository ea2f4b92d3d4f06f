"""Example 4: the solution of the quadratic inequality, its minimum (15) over the learning rates, and no loss at all."""

from __future__ import annotations

from typing import Any

import numpy as np
from sympy import Add, Expr, KroneckerDelta, Lambda, Rational, S, Tuple, sqrt

from proofs.geometric_view._searches import regressions
from proofs.geometric_view._square import SOME, best, eta, from_zero, k, of, solved, square, t, w
from proofs.geometric_view.example_4_quadratic import (
    BOUNDED, COMPARED, LOSS, SETTING, SLOW_RATES, UPDATE, X, landing, one_step, the_inequality,
)  # fmt: skip
from verify.author.kernel import Theorem, assume, certify, combine, generalize, identity, instantiate
from verify.claims import Claim, Searched, Sharpness, decided_by, fails_as, fails_without
from verify.language.terms import (
    Inner, VecHead, eq, forall, ge, gt, le, ne, nonnegative, norm, positive, real, substitute,
)  # fmt: skip
from verify.lemmas import vanishes_with_its_square
from verify.prover.proving import certificate

HALF = Rational(1, 2)
START = eq(w(0), 0)
SLOW = gt(1 - eta * X**2, 0)
LENGTH = norm(best)


def solution(compared: Any, length: Any, rate: Any, radius: Any) -> Expr:
    """(P + √(P² + ‖w⋆‖²(1 − ηX²)/η))/(2(1 − ηX²)), for P = √Loss(w⋆)."""
    rest = 1 - rate * radius**2
    return (compared + sqrt(compared**2 + length**2 * rest / rate)) / (2 * rest)


BOUND = Claim(
    "geometric_view/example-4-bound",
    at="Example 4",
    printed="(1 − ηX²)Loss(A) − (Loss(w⋆))^½(Loss(A))^½ ≤ (1/4η)‖w⋆‖² which, provided ηX² < 1, leads in effect to "
    "quadratic inequality which implies (Loss(A))^½ ≤ ((Loss(w⋆))^½ + √(Loss(w⋆) + ‖w⋆‖²(1 − ηX²)/η))/(2(1 − ηX²))",
    given=[UPDATE, BOUNDED, SOME, START, SLOW],
    where={real("Loss_A"): LOSS, real("Loss_w⋆"): COMPARED},
    states=[
        le((1 - eta * X**2) * LOSS - sqrt(COMPARED) * sqrt(LOSS), square(best) / (4 * eta)),
        le(sqrt(LOSS), solution(sqrt(COMPARED), LENGTH, eta, X)),
    ],
    rests_on=["geometric_view/example-4-quadratic"],
    reading=SETTING + "The start is w_0 = 0, and ηX² < 1.",
)


@BOUND.proof
def larger_root_of_the_quadratic(claim: Claim) -> list[Theorem]:
    """cQ² − PQ ≤ b gives Q ≤ (P + √(P² + 4bc))/(2c) where c = 1 − ηX² > 0."""
    quadratic, bound = claim.states
    first = combine(quadratic, [(1, the_inequality(claim))], using=of(claim, START))
    slow = [assume(f) for f in of(claim, SLOW)]
    root = solved(1 - eta * X**2, sqrt(COMPARED), sqrt(LOSS), square(best) / (4 * eta), [first, *slow])
    return [first, combine(bound, [(1, root)], facts=of(claim, SLOW))]


HALVING = one_step(0, 1, best=1, y=1)
"""One trial on the line: w_0 = 0, w⋆ = x = y = X = 1, η = ½."""


def scaled(of_length: Any = 1, of_root: Any = 1, of_rest: Any = 1) -> Any:
    """The bound with constants before ‖w⋆‖², before the root, and before ηX²."""
    rest = 1 - of_rest * eta * X**2
    p = sqrt(COMPARED)
    return le(sqrt(LOSS), (p + of_root * sqrt(COMPARED + of_length * square(best) * rest / eta)) / (2 * rest))


fails_as(BOUND,
    ("constant", [BOUND.states[0], scaled(of_length=HALF)], "½‖w⋆‖² in place of ‖w⋆‖².", HALVING),
    ("constant", [BOUND.states[0], scaled(of_root=HALF)], "Half the root.", HALVING),
    ("constant", [BOUND.states[0], scaled(of_rest=HALF)], "½ηX² in place of ηX².", HALVING),
    ("sign", [BOUND.states[0], scaled(of_root=-1)], "The smaller root.", HALVING),
)  # fmt: skip


fails_without(BOUND,
    (START, "w_0 may be anything.", one_step(4, 1, best=1, y=1)),
    (SLOW, "ηX² may exceed 1.", one_step(0, 20, best=1, y=5, rate=2)),
    (BOUNDED, "The instances may be longer than X.", HALVING | {X: 0}),
    (UPDATE, "The weights may move as they like.", HALVING | {k: 2, w(0).args[0]: Lambda(t, -9 * t)}),
)  # fmt: skip


@BOUND.mutant("hypothesis", proof=larger_root_of_the_quadratic)
def without_trials(claim: Claim) -> Claim:
    """k may be 0."""
    return from_zero(claim)


@BOUND.search
def random_regressions() -> Searched:
    """Gradient descent on random streams with ηX² < 1, for the second formula."""

    def ratio(rows: Any, labels: Any, target: Any, scale: float) -> float:
        longest = float(np.max(np.linalg.norm(rows, axis=1)))
        rate = scale / (1 + scale) / longest**2
        weights, lost = np.zeros(rows.shape[1]), 0.0
        for row, label in zip(rows, labels, strict=True):
            miss = float(weights @ row - label)
            lost, weights = lost + miss**2, weights - 2 * rate * miss * row
        rest = 1 - rate * longest**2
        p, n = float(np.linalg.norm(rows @ target - labels)), float(np.linalg.norm(target))
        return float(np.sqrt(lost) / ((p + np.sqrt(p**2 + n**2 * rest / rate)) / (2 * rest)))

    return regressions(ratio, "√Loss(A) over the bound")


# --- the best learning rate -----------------------------------------------------------------------------------------

n, radius, rate = positive("n X η")
p = nonnegative("P")
LEAST = n * radius + p
BEST_RATE = n / (2 * radius * LEAST)
FEW = gt(n**2 * radius**2, p**2)
SLOWER = gt(1 - rate * radius**2, 0)
OTHER = ne(rate, BEST_RATE)

OPTIMUM_READING = (
    "n = ‖w⋆‖ > 0, P = √Loss(w⋆) ≥ 0 and X > 0. The right-hand side, as a function of η with ηX² < 1, is ‖w⋆‖X + "
    "√Loss(w⋆) at the printed η, which itself has ηX² < 1, and larger at every other η. "
)

OPTIMUM = Claim(
    "geometric_view/example-4-optimum",
    at="Example 4, (15)",
    printed="When Loss(w⋆) < ‖w⋆‖²X² then the right hand side of the above inequality attains its only minimum ‖w⋆‖X + "
    "(Loss(w⋆))^½ at η = ‖w⋆‖/(2X(‖w⋆‖X + √Loss(w⋆)))",
    given=[FEW, SLOWER, OTHER],
    idle={FEW: "the paper supposes it; the minimum is there without it (geometric_view/example-4-optimum.sharp)"},
    states=[
        gt(1 - BEST_RATE * radius**2, 0),
        eq(solution(p, n, BEST_RATE, radius), LEAST),
        ge(solution(p, n, rate, radius), LEAST),
        gt(solution(p, n, rate, radius), LEAST),
    ],
    reading=OPTIMUM_READING + "The minimum is over this interval; the second last line needs no other η.",
)

OPTIMUM_SHARP = Claim(
    "geometric_view/example-4-optimum.sharp",
    at="Example 4, (15)",
    says="Whatever Loss(w⋆) is, the only minimum is ‖w⋆‖X + √Loss(w⋆), at η = ‖w⋆‖/(2X(‖w⋆‖X + √Loss(w⋆))).",
    given=[SLOWER, OTHER],
    states=OPTIMUM.states,
    reading=OPTIMUM_READING + "That Loss(w⋆) < ‖w⋆‖²X² is not needed.",
    sharpens="geometric_view/example-4-optimum",
)


def square_of_the_gap() -> Theorem:
    """‖w⋆‖² − 4η‖w⋆‖XQ + 4η²X²Q² ≥ 0 for Q = ‖w⋆‖X + P, by a certificate of the prover."""
    size, scale, step, root = real("n X η P")
    q = size * scale + root
    found = certificate(ge(size**2 - 4 * step * size * scale * q + 4 * step**2 * scale**2 * q**2, 0), [])
    return instantiate(certify(found), {size: n, scale: radius, step: rate, root: p})


@OPTIMUM_SHARP.proof
def where_the_square_vanishes(claim: Claim) -> list[Theorem]:
    """For Q = ‖w⋆‖X + P: b − cQ² + PQ = (2ηXQ − ‖w⋆‖)²/(4η), so Q lies below the larger root but for one η."""
    inside, exact, least, strict = claim.states
    slow = combine(inside, [(1, HALF + p / (2 * LEAST))])
    twice = combine(gt(2 - 2 * BEST_RATE * radius**2, 0), [(2, slow)])
    equal = identity(exact, facts=[slow, twice])
    known = [assume(f) for f in of(claim, SLOWER)]
    c, b = 1 - rate * radius**2, n**2 / (4 * rate)
    below = combine(ge(b, c * LEAST**2 - p * LEAST), [(1 / (4 * rate), square_of_the_gap())])
    at_least = solved(c, p, LEAST, b, [below, *known])
    factor = radius**2 * LEAST**2 / rate
    apart = combine(gt(b, c * LEAST**2 - p * LEAST), [(factor, (rate - BEST_RATE) ** 2)], facts=of(claim, OTHER))
    above = solved(c, p, LEAST, b, [apart, *known], gt)
    return [
        slow,
        equal,
        combine(least, [(1, at_least)], facts=known),
        combine(strict, [(1, above)], facts=known),
    ]


@OPTIMUM.proof
def without_the_condition(claim: Claim) -> list[Theorem]:
    """The condition on Loss(w⋆) is not needed."""
    return [OPTIMUM_SHARP.theorem(f) for f in OPTIMUM_SHARP.states][: len(claim.states)]


TEN_PERCENT = {n: 1, radius: 1, p: HALF, rate: HALF}


def at_the_rate(claim: Claim, rate: Any, least: Any = LEAST) -> Claim:
    """Another rate, another least value."""
    return claim.replace(states=[claim.states[0], eq(solution(p, n, rate, radius), least), *claim.states[2:]])


@OPTIMUM_SHARP.extremal("η", [HALF, Rational(2, 5), Rational(17, 50)], formula=2)
def other_rates(other: Any) -> dict[Any, Any]:
    """‖w⋆‖ = X = 1 and √Loss(w⋆) = ½: attained in the limit at the best rate, ⅓."""
    return TEN_PERCENT | {rate: other}


@OPTIMUM_SHARP.mutant("constant", at=TEN_PERCENT)
def twice_the_rate(claim: Claim) -> Claim:
    """At twice the printed rate."""
    twice = n / (radius * (n * radius + 2 * p))
    return at_the_rate(claim, twice)


fails_as(OPTIMUM_SHARP,
    ("constant", [*OPTIMUM_SHARP.states[:3], gt(solution(p, n, rate, radius), LEAST + p)], "‖w⋆‖X + 2√Loss(w⋆).",
        TEN_PERCENT),
)  # fmt: skip


@OPTIMUM_SHARP.mutant("sign", at=TEN_PERCENT)
def a_maximum(claim: Claim) -> Claim:
    """A maximum."""
    return claim.replace(states=[*claim.states[:3], gt(LEAST, solution(p, n, rate, radius))])


fails_without(OPTIMUM_SHARP,
    (OTHER, "At every η, that of (15) included.", TEN_PERCENT | {rate: Rational(1, 3)}),
    (SLOWER, "ηX² may exceed 1.", {n: 1, radius: 1, p: 1, rate: 2}),
)  # fmt: skip


fails_without(OPTIMUM, (FEW, "Loss(w⋆) may be as large as it likes.", decided_by(proof=without_the_condition)))


@OPTIMUM.mutant("constant", at=TEN_PERCENT)
def twice_the_printed_rate(claim: Claim) -> Claim:
    """At twice the printed rate."""
    return twice_the_rate(claim)


@OPTIMUM.mutant("sign", at=TEN_PERCENT)
def not_a_minimum(claim: Claim) -> Claim:
    """A maximum."""
    return a_maximum(claim)


fails_without(OPTIMUM,
    (OTHER, "At every η, that of (15) included.", TEN_PERCENT | {rate: Rational(1, 3)}),
    (SLOWER, "ηX² may exceed 1.", {n: 2, radius: 1, p: 1, rate: Rational(5, 4)}),
)  # fmt: skip


@BOUND.sharp
def one_trial_at_the_best_rate() -> Sharpness:
    """w_0 = 0, w⋆ = x = X = 1 and y = 1 + P: the loss is (1 + P)², and the bound on its root 1 + P at the rate (15)."""
    attained = instantiate(OPTIMUM_SHARP.theorem(OPTIMUM_SHARP.states[1]), {n: 1, radius: 1})
    return Sharpness("bound on √Loss(A) for one trial with w⋆ = x = X = 1, y = 1 + P", "1 + P, which it is", attained)


# --- a perfect comparator -------------------------------------------------------------------------------------------

PERFECT = eq(COMPARED, 0)
TUNED = eq(eta, 1 / (2 * X**2))
TUNED_RATE = 1 / (2 * radius**2)
OTHERS = dict(zip((n, radius, rate), positive("ℓ X′ η′"), strict=True))
"""Other letters than those of the run, where they are bound."""
OPTIMAL = forall(
    list(OTHERS.values()),
    substitute(gt(solution(S.Zero, n, rate, radius), solution(S.Zero, n, TUNED_RATE, radius)), OTHERS),
    [substitute(f, OTHERS) for f in (SLOWER, ne(rate, TUNED_RATE))],
)

REALIZABLE = Claim(
    "geometric_view/example-4-realizable",
    at="Example 4, last line",
    printed="when Loss(w⋆) = 0 the optimal learning rate is η = (2X²)⁻¹ and the total loss of the algorithm satisfies "
    "Loss(A) ≤ ‖w⋆‖²X²",
    given=[UPDATE, BOUNDED, SOME, START, PERFECT, TUNED],
    states=[OPTIMAL, le(LOSS, square(best) * X**2)],
    rests_on=["geometric_view/example-4-quadratic", "geometric_view/example-4-optimum.sharp"],
    reading=SETTING
    + "Loss(w⋆) = 0, w_0 = 0 and η = 1/(2X²) (so X ≠ 0). That it is the optimal rate: at every other rate with ηX² < "
    "1 the bound of geometric_view/example-4-bound, with Loss(w⋆) = 0, is larger (first formula; ℓ is ‖w⋆‖ > 0, η′ "
    "the rate and X′ ≥ ‖x_t‖).",
)


@REALIZABLE.proof
def half_the_loss(claim: Claim) -> list[Theorem]:
    """(15) with Loss(w⋆) = 0; the quadratic inequality with ηX² = ½ and no product."""
    optimal, bound = claim.states
    known = list(optimal.given)
    sharp = OPTIMUM_SHARP.theorem(OPTIMUM_SHARP.states[3])
    best_there = instantiate(sharp, {p: S.Zero, **OTHERS}, [assume(f) for f in known])
    lower = combine(optimal.body, [(1, best_there)], facts=known)
    root = sqrt(COMPARED)
    nothing = vanishes_with_its_square(root, combine(eq(root**2, 0), [(1, assume(f)) for f in of(claim, PERFECT)]))
    terms = [(2, the_inequality(claim)), (-2 * sqrt(LOSS), nothing)]
    return [
        generalize(lower, list(optimal.variables), known),
        combine(bound, terms, using=of(claim, START, TUNED)),
    ]


fails_as(REALIZABLE,
    ("constant", [REALIZABLE.states[0], le(LOSS, HALF * square(best) * X**2)], "½‖w⋆‖²X².", HALVING),
    ("sign", [REALIZABLE.states[0], le(LOSS, -square(best) * X**2)], "−‖w⋆‖²X².", HALVING),
)  # fmt: skip


fails_without(REALIZABLE,
    (START, "w_0 may be anything.", one_step(4, 1, best=1, y=1)),
    (PERFECT, "The comparator may have a loss.", one_step(0, 1, best=0, y=1)),
)  # fmt: skip


SLOWLY = {**HALVING, k: 2, eta: Rational(1, 4), w(0).args[0]: Lambda(t, 1 - HALF**t)}
"""Two trials with half the best rate, from 0 through ½."""


def slow_steps() -> Theorem:
    """1 − 2^{−t−1} = 1 − 2^{−t} + ½·2^{−t}."""
    here = 1 - HALF**t
    step = identity(eq(1 - HALF ** (t + 1), here - Rational(1, 4) * 2 * (here - 1)))
    return generalize(step, [t], [ge(t, 0), ge(1, t)])


fails_without(REALIZABLE,
    (TUNED, "η may be anything.", SLOWLY, slow_steps),
    (BOUNDED, "The instances may be longer than X.", one_step(0, 8, best=2, y=4, x=2, X=1)),
    (UPDATE, "The weights may move as they like.", HALVING | {k: 2, w(0).args[0]: Lambda(t, -9 * t)}),
)  # fmt: skip


@REALIZABLE.mutant("hypothesis", proof=half_the_loss)
def nothing_learned(claim: Claim) -> Claim:
    """k may be 0."""
    return from_zero(claim)


@REALIZABLE.sharp
def one_trial_attains_it() -> Sharpness:
    """One trial with x = cw⋆ and y = ⟨w⋆, x⟩ has the loss y² = ‖w⋆‖²‖x‖²."""
    scale = real("c")
    along = eq(Inner(best, scale * best) ** 2, square(best) * square(scale * best))
    return Sharpness("the largest Loss(A)/(‖w⋆‖²X²)", "1, at k = 1 with x along w⋆ and ‖x‖ = X", identity(along))


@BOUND.extremal("η", [Rational(n, 8) for n in (1, 2, 4, 6, 7)], formula=1)
def one_trial(rate: Any) -> dict[Any, Any]:
    """w⋆ = x = y = X = 1: the ratio is 2√(η(1 − η)), and 1 at the rate of the realizable case."""
    return {**HALVING, eta: rate, w(0).args[0]: Lambda(t, 2 * rate * t)}


@BOUND.extremal("η", SLOW_RATES, formula=1)
def landing_on_the_comparator(rate: Any) -> dict[Any, Any]:
    """One trial from 0 to w_1 = w⋆, which has a loss: attained."""
    return landing(rate)


@BOUND.extremal("k", [1, 2, 4], formula=1)
def the_same_example_again(trials: int) -> dict[Any, Any]:
    """w⋆ = x = y = X = 1 in every trial, at η = ¼: the ratio is √(1 − 4^−k), which tends to 1."""
    return {**HALVING, eta: Rational(1, 4), k: trials, w(0).args[0]: Lambda(t, 1 - HALF**t)}


@REALIZABLE.extremal("k", range(1, 4), formula=1)
def orthonormal_instances(trials: int) -> dict[Any, Any]:
    """x_t = e_t, y = 1 and w⋆ = Σ e_t: each trial learns one coordinate."""
    seen = [Add(*(KroneckerDelta(t, m) for m in range(n, trials + 1))) for n in range(1, trials + 1)]
    inputs = [KroneckerDelta(t, n) for n in range(trials)]
    families = {w(0).args[0]: Lambda(t, Tuple(*seen)), VecHead("x"): Lambda(t, Tuple(*inputs))}
    return {**HALVING, **families, k: trials, best: Tuple(*[1] * trials)}
