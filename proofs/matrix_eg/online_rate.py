"""Section 5: the learning rate for a comparator without loss, which is the limit of those of Lemma 3.2."""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import Expr, Rational

from proofs.matrix_eg._instances import adaptive, adaptively, one_number, one_trial
from proofs.matrix_eg._progress import progress_of_the_update
from proofs.matrix_eg._run import (
    LOSS, POSITIVE, RUN, START, UNIT_FIRST, added_up, at_trial, divergence_at_the_end, during, in_the_run,
)  # fmt: skip
from proofs.matrix_eg._trial import (
    NAMES, TRIAL_READING, UNIT_COMPARATOR, compared, divergence, entropy, eta, label, r, surprise, t, upsilon,
)  # fmt: skip
from proofs.matrix_eg.lemma_3_2 import TUNED, c
from proofs.matrix_eg.optimal_c import excess
from verify.audit import (
    Claim, Theorem, assume, combine, eq, exists, fails_as, fails_without, forall, ge, generalize, gt, le, lt,
    positive, real, substitute, witness,
)  # fmt: skip
from verify.language.exists import NOTHING_EXISTS

far, epsilon, later = positive("Δ ε c′")
chosen, tried = real("c b")


def realisable(c: Any) -> Expr:
    """The bound (6) for L_U = 0."""
    return excess(c, 0, far)


HAS_THE_RATE = eq(substitute(TUNED, {r: 1, c: chosen}), 2)
LEAST = forall(tried, le(*(substitute(realisable(c), {r: 1, c: each}) for each in (chosen, tried))), [gt(tried, 0)])
MINIMISES = exists(chosen, [gt(chosen, 0), HAS_THE_RATE, LEAST])
"""For r = 1 there is a c > 0 with the rate 2, whose bound is the least."""

CHOSEN = Claim(
    "matrix_eg/online-rate",
    at="Section 5",
    printed="Therefore we choose learning rate η = 2, which minimizes the relative loss bound of Lemma 3.2",
    states=MINIMISES,
    weight="wording",
    slip=(
        "η = 2 is the limit of the rates of Lemma 3.2 as c → ∞ and belongs to no c, and with L_U(S) = 0 the bound "
        "falls as c grows, so that none minimises it; but the limit of the bounds does hold for η = 2, and is the "
        "least of this form."
    ),
    rests_on=["matrix_eg/lemma-3-2"],
    reading=(
        "r = 1, as for the X_t of section 5, and L_U(S) = 0; Δ > 0 stands for Δ(U, W_1). Then η = 2 is one of the "
        "rates 2c/(r²(2 + c)), c > 0, of Lemma 3.2, at the c that makes its bound least: no other b > 0 gives less."
    ),
)

RATE = Claim(
    "matrix_eg/online-rate.repaired",
    at="Section 5",
    says=(
        "For L_U(S) = 0 and Δ(U, W_1) > 0 the bound of Lemma 3.2 falls and the rate rises as c grows; the bound stays "
        "above r²Δ(U, W_1)/2 and the rate below 2/r²"
    ),
    given=[lt(c, later)],
    repairs="matrix_eg/online-rate",
    states=[
        gt(realisable(c), realisable(later)),
        lt(TUNED, substitute(TUNED, {c: later})),
        gt(realisable(c), r**2 * far / 2),
        lt(TUNED, 2 / r**2),
    ],
    rests_on=["matrix_eg/lemma-3-2"],
    reading=(
        "Δ stands for Δ(U, W_1) and is positive, as it is for U ≠ W_1: where it is 0, so is the bound for every c. For "
        "all 0 < c < c′. That both limits are reached as nearly as one likes is matrix_eg/online-rate-limit."
    ),
)

LIMIT = Claim(
    "matrix_eg/online-rate-limit",
    at="Section 5",
    says="For L_U(S) = 0 and c → ∞ the bound of Lemma 3.2 tends to r²Δ(U, W_1)/2 and the rate to 2/r²",
    given=[ge(c, r**2 * far / epsilon), ge(c, 4 / (r**2 * epsilon))],
    states=[
        ge(realisable(c), r**2 * far / 2),
        le(realisable(c), r**2 * far / 2 + epsilon),
        le(TUNED, 2 / r**2),
        ge(TUNED, 2 / r**2 - epsilon),
    ],
    rests_on=["matrix_eg/online-rate.repaired"],
    reading=(
        "For every ε > 0 both are within ε of these values from some c on, which the hypotheses name: c ≥ r²Δ/ε for "
        "the bound and c ≥ 4/(r²ε) for the rate. Δ stands for Δ(U, W_1), and is positive."
    ),
)


@CHOSEN.counterexample
def no_such_rate(claim: Claim) -> Theorem:
    """2c/(2 + c) is 2 for no c > 0, as 2c is not 4 + 2c."""
    promise = substitute(MINIMISES.promise, {far: 1})
    above, rate, _ = promise.given
    never = combine(ge(-1, 0), [((2 + chosen) / 4, assume(rate))], facts=[above])
    none = generalize(never, promise.variables, promise.given)
    return witness(list(claim.given), claim.states[0], {far: 1, **NOTHING_EXISTS}, [none])


NO_LOSS = during([eq(compared(t), label(t))])
MODERATE = gt(4, eta * r**2)
GAIN = 2 * eta - eta**2 * r**2 / 2

RATE_LOSS = Claim(
    "matrix_eg/online-rate-loss",
    at="Section 5",
    says="With L_U(S) = 0, η = 2 and r = 1: L_MEG(S) ≤ Δ(U, W_1)/2, and no other rate gives less in this way",
    given=[*RUN, POSITIVE, UNIT_FIRST, UNIT_COMPARATOR, *NO_LOSS, MODERATE],
    where={real("Δ₁"): START, **NAMES},
    states=[
        le(LOSS, START / GAIN),
        ge(1 / GAIN, r**2 / 2),
        eq(1 / GAIN - r**2 / 2, (1 - eta * r**2 / 2) ** 2 / GAIN),
    ],
    rests_on=["matrix_eg/lemma-3-1"],
    reading=TRIAL_READING
    + (
        "T ≥ 1 trials, λmax − λmin ≤ r, r > 0, with tr(UX_t) = y_t at each and any rate η < 4/r²; tr W_1 = tr U = 1, U "
        "is positive definite, and Δ₁ is Δ(U, W_1) with tr(U log U) = Σ υ log υ. The loss is "
        "at most Δ(U, W_1)/(2η − η²r²/2); the factor is at least r²/2, and by the third formula equal to it exactly at "
        "η = 2/r²."
    ),
)


@RATE.proof
def falling(claim: Claim) -> list[Theorem]:
    """1/c − 1/c′ > 0, and 2/(2 + c) − 2/(2 + c′) > 0."""
    falls, rises, above, below = claim.states
    apart = [assume(f) for f in claim.given]
    return [
        combine(falls, [(r**2 * far / (c * later), f) for f in apart]),
        combine(rises, [(4 / (r**2 * (2 + c) * (2 + later)), f) for f in apart]),
        combine(above, [(r**2 * far / c, 1)]),
        combine(below, [(4 / (r**2 * (2 + c)), 1)]),
    ]


@LIMIT.proof
def from_some_c_on(claim: Claim) -> list[Theorem]:
    """0 ≤ r²Δ/c ≤ ε, and 0 ≤ 4/(r²(2 + c)) ≤ 4/(r²c) ≤ ε."""
    above, bound, below, rate = claim.states
    wide, fast = ([assume(f) for f in claim.given if f == known] for known in LIMIT.given)
    return [
        combine(above, [(r**2 * far / c, 1)]),
        combine(bound, [(epsilon / c, f) for f in wide]),
        combine(below, [(4 / (r**2 * (2 + c)), 1)]),
        combine(rate, [*((epsilon / (2 + c), f) for f in fast), (2 * epsilon / (2 + c), 1)]),
    ]


@cache
def without_comparator() -> Theorem:
    """(2η − η²r²/2) L_MEG ≤ Δ(U, W_1) − Δ(U, W_{T+1}): the progress for any rate, where q = 0."""
    step = in_the_run(progress_of_the_update())
    right = at_trial(NO_LOSS, t)
    p = surprise(t)
    numbers = combine(le(GAIN * p**2, divergence(t) - divergence(t + 1)), [(1, step), (-2 * eta * p, right[0])])
    return added_up(numbers)


@RATE_LOSS.proof
def any_moderate_rate(claim: Claim) -> list[Theorem]:
    """Klein's inequality at the end; 1/(2η − η²r²/2) − r²/2 is (1 − ηr²/2)² over 2η − η²r²/2."""
    bounded, least, there = claim.states
    room = combine(gt(GAIN, 0), [(eta / 2, assume(MODERATE))])
    loss = combine(
        bounded, [(1 / GAIN, without_comparator()), (1 / GAIN, divergence_at_the_end())], facts=[room, POSITIVE]
    )
    square = combine(least, [(1 / GAIN, (1 - eta * r**2 / 2) ** 2)], facts=[room])
    return [loss, square, combine(there, [], facts=[room])]


AT = {c: 1, later: 2, r: 1, far: 1}


FALLS, _, ABOVE, BELOW = RATE.states

fails_as(RATE,
    ("constant", {BELOW: lt(BELOW.rhs, 1 / (2 * r**2))}, "Every rate is below ½/r².", AT),
    ("constant", {ABOVE: gt(realisable(c), 2 * r**2 * far)}, "The bound stays above 2r²Δ.", AT),
    ("sign", {FALLS: lt(FALLS.lhs, FALLS.rhs)}, "The bound rises with c.", AT),
)  # fmt: skip
fails_without(RATE, (RATE.given[0], "c′ may be less than c.", AT | {c: 2, later: 1}))


FAR_OUT = {c: 4, r: 1, far: 1, epsilon: 1}


fails_as(LIMIT,
    ("constant", {LIMIT.states[1]: le(realisable(c), r**2 * far / 4 + epsilon)}, "The bound tends to r²Δ/4.",
        FAR_OUT | {far: 8, c: 8}),
    ("constant", {LIMIT.states[2]: le(TUNED, 1 / r**2)}, "The rate is at most 1/r².", FAR_OUT),
)  # fmt: skip
fails_without(LIMIT,
    (LIMIT.given[0], "c may be less than r²Δ/ε.", FAR_OUT | {far: 8}),
    (LIMIT.given[1], "c may be less than 4/(r²ε).", FAR_OUT | {c: 1}),
)  # fmt: skip


def far_out(number: Any) -> dict[Any, Any]:
    """The c `number` and the least ε for it, 4/c, with r = Δ = 1."""
    return {c: number, r: 1, far: 1, epsilon: Rational(4, number)}


@LIMIT.extremal("c", [4, 64, 1024])
def bound_at_its_limit(number: Any) -> dict[Any, Any]:
    """The ratio tends to 1 as c grows."""
    return far_out(number)


@LIMIT.extremal("c", [4, 64, 1024], formula=1)
def bound_near_its_limit(number: Any) -> dict[Any, Any]:
    """The ratio tends to 1 as c grows."""
    return far_out(number)


@LIMIT.extremal("c", [4, 64, 1024], formula=2)
def rate_at_its_limit(number: Any) -> dict[Any, Any]:
    """The ratio tends to 1 as c grows."""
    return far_out(number)


@LIMIT.extremal("c", [4, 64, 1024], formula=3)
def rate_near_its_limit(number: Any) -> dict[Any, Any]:
    """The ratio tends to 1 as c grows."""
    return far_out(number)


SMALL = Rational(1, 16)


def realised(error: Any) -> dict[Any, Any]:
    """One trial with ŷ − y = error, a comparator without loss, and η = 2/r² = 2."""
    return adaptive(error, error * (t - 1), Rational(1, 2) - error, rate=2)


def without_loss(values: dict[Any, Any]) -> list[Theorem]:
    """What the schemas say there: at t = 1 the comparator predicts the label."""
    now = combine(eq(t, 1), [(1, t - 1)], facts=[ge(t, 1), ge(1, t)])
    right = combine(eq(values[upsilon.head](1) - Rational(1, 2), values[label.head](t)), [], using=[now])
    return [*adaptively(values), generalize(right, [t], [ge(t, 1), ge(1, t)])]


def line(y: Any, rate: Any) -> dict[str, Any]:
    """How a mutant is refuted by one trial with 1 × 1 matrices W_1 = U = X_1 = 1, r = 1."""
    values = {f: x for f, x in one_number(y, rate=rate).items() if f not in (t, entropy)}
    return {"at": values, "discharge": lambda: one_trial(values)}


BOUNDED, FACTOR, _ = RATE_LOSS.states

fails_as(RATE_LOSS,
    ("constant", {BOUNDED: le(BOUNDED.rhs, BOUNDED.lhs / 2)}, "Δ/(4η − η²r²).", realised(SMALL),
        lambda: without_loss(realised(SMALL))),
    ("constant", {FACTOR: ge(FACTOR.lhs, r**2)}, "The factor is at least r².", line(1, 2)),
    ("sign", {FACTOR: lt(FACTOR.lhs, FACTOR.rhs)}, "The factor is less than r²/2.", line(1, 2)),
)  # fmt: skip
fails_without(RATE_LOSS,
    ([*NO_LOSS], "U may have a loss: at y = 2 that of U = W_1 is 1.", line(2, 2)),
    (MODERATE, "η may be 4/r² or more: then 2η − η²r²/2 is no longer positive.", line(1, 8)),
)  # fmt: skip


@RATE_LOSS.extremal("ŷ − y", [Rational(1, 4), SMALL, SMALL / 4])
def smaller_errors(error: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """η = 2, X_1 = ½diag(1, −1), W_1 = I/2, and U without loss: the ratio tends to 1 as ŷ − y → 0."""
    values = realised(error)
    return values, without_loss(values)
