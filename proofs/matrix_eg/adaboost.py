"""Section 4.3, diagonal matrices: the dual objective is the exponential loss, (12) and (13) are AdaBoost's update."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Expr, Lambda, Rational, Sum, exp, log, sqrt

from numeric.learners.adaboost import AdaBoost
from numeric.reference import adaboost as reference
from proofs.matrix_eg import LOST
from proofs.matrix_eg.approximate_alpha import (
    CHORD, MINIMISES, STEP, chord_bound, high, low, printed_ratio, printed_step, r, ratio, step,
)  # fmt: skip
from verify.audit import (
    Claim, Conformance, Theorem, at, cases, combine, decided, eq, exponential_above_tangent, fails_as, fails_without,
    family, follows, forall, function, ge, generalize, gt, holds_at, instantiate, integer, le, real, telescope,
    vanishes_with_its_square, witness,
)  # fmt: skip
from verify.claims.concrete import value
from verify.claims.conformance import conformance

i, j, k, d, n = integer("i j k d n")
a, beta, shift, sign = real("α β u m")
alpha, label, guess, weight = family("α"), family("y"), family("h"), family("w", positive=True)
log_weight = family("L")
HALF = Rational(1, 2)
SAMPLE = [ge(i, 1), ge(d, i)]
SOME = ge(d, 1)


def over_samples(term: Any) -> Expr:
    """The sum over the d training samples."""
    return Sum(term, (i, 1, d))


def trace_exp(exponent: Any) -> Expr:
    """tr exp diag(…): the sum of the exponentials of the diagonal entries."""
    return over_samples(exp(exponent))


DIAGONAL = LOST + "The exponential and the logarithm of a diagonal matrix are those of its entries. "

UNIFORM = forall(i, eq(exp(log_weight(i)), 1 / d), SAMPLE)
"""log W_1 is the diagonal matrix whose exponential is I/d."""

DUAL = Claim(
    "matrix_eg/adaboost-dual",
    at="section 4.3",
    printed="Setting W_1 = I/d, the dual objective (14) is rewritten as Σ_i (1/d) exp(−y_i Σ_j α_jh_j(x_i))",
    given=[SOME, UNIFORM],
    reconstructed=True,
    states=eq(
        trace_exp(log_weight(i) - Sum(alpha(j) * label(i) * guess(j, i), (j, 1, n))),
        over_samples(exp(-label(i) * Sum(alpha(j) * guess(j, i), (j, 1, n))) / d),
    ),
    reading=DIAGONAL
    + (
        "The dual objective is that of (14), tr exp(log W_1 − Σ α_jC_j), with log W_1 = diag(L), e^L = 1/d, and C_j = "
        "diag(y_ih_j(x_i)). It is the exponential loss over d. For all real α, y and h, every d ≥ 1 and n."
    ),
)


def margin(i: Any) -> Expr:
    """y_ih(x_i), the entry i of C_t."""
    return label(i) * guess(i)


def reweighted(i: Any, sign: int = -1) -> Expr:
    """w_i exp(−α y_ih(x_i))."""
    return weight(i) * exp(sign * a * margin(i))


LOGARITHM = forall(i, eq(exp(log_weight(i)), weight(i)), SAMPLE)
"""log W_t is the diagonal matrix whose exponential is W_t."""

UPDATE = Claim(
    "matrix_eg/adaboost-update",
    at="section 4.3",
    printed="the updating formula (12) becomes the AdaBoost update: w_{t+1,i} = w_{ti} exp(−α_ty_ih_t(x_i))/Z_t(α_t)",
    given=[SOME, LOGARITHM, ge(k, 1), ge(d, k)],
    reconstructed=True,
    states=eq(
        exp(log_weight(k) - a * margin(k)) / trace_exp(log_weight(i) - a * margin(i)),
        reweighted(k) / over_samples(reweighted(i)),
    ),
    reading=DIAGONAL
    + (
        "W_t = diag(w) with w > 0, log W_t = diag(L) with e^L = w, and C_t = diag(y_ih(x_i)). The k-th entry of (12), "
        "exp(log W_t − αC_t) over its trace, is AdaBoost's new weight of the k-th sample."
    ),
)

MINIMAL = forall(beta, ge(chord_bound(beta, r, -1, 1), chord_bound(a, r, -1, 1)))
"""α minimises ½((1 − r)e^β + (1 + r)e^(−β)), which bounds Z_t(β)."""

ENDS = [eq(low, -1), eq(high, 1)]
INSIDE = [gt(r, -1), gt(1, r)]

ALPHA = Claim(
    "matrix_eg/adaboost-alpha",
    at="section 4.3",
    printed="The approximate solution of α_t (13) is described as α_t = ½ log((1 + r_t)/(1 − r_t))",
    given=[*ENDS, *INSIDE, MINIMAL],
    reconstructed=True,
    states=[
        eq(a, printed_step(r, low, high)),
        eq(a, step(r, low, high)),
        eq(a, log((1 + r) / (1 - r)) / 2),
    ],
    rests_on=["matrix_eg/approximate-alpha-minimises.repaired"],
    reading=LOST
    + (
        "λ_max = 1, λ_min = −1 and −1 < r < 1. α is a step that minimises the bound of which (13) is the minimiser, "
        "here ½((1 − r)e^α + (1 + r)e^(−α)): then it is (13) as printed, (13) repaired, which agree for λ_min = "
        "−λ_max, and AdaBoost's step. That the bound is Z_t itself for hypotheses with values ±1 is "
        "matrix_eg/adaboost-exact; what the text says of r is matrix_eg/adaboost-error."
    ),
)

NORMALISED = eq(over_samples(weight(i)), 1)
EDGE = eq(r, over_samples(weight(i) * label(i) * guess(i)))
BINARY = [forall(i, eq(label(i) ** 2, 1), SAMPLE), forall(i, eq(guess(i) ** 2, 1), SAMPLE)]


def weighted_error() -> Expr:
    """Σ w_i [h(x_i) ≠ y_i], where [h ≠ y] = (1 − yh)/2 for y, h = ±1."""
    return over_samples(weight(i) * (1 - label(i) * guess(i)) / 2)


HALF_LOG = log((1 + r) / (1 - r)) / 2
Z_OF = function("Z")


def normaliser(beta: Any) -> Expr:
    """Z_t(β), the sum of the w_i exp(−β y_ih(x_i))."""
    return over_samples(weight(i) * exp(-beta * margin(i)))


EXACT = Claim(
    "matrix_eg/adaboost-exact",
    at="section 4.3",
    says=(
        "For hypotheses with values ±1 and 0 ≤ r_t < 1 the bound that (13) minimises is Z_t itself, so that (13) "
        "solves (11) and is no approximation"
    ),
    given=[NORMALISED, EDGE, *BINARY, ge(r, 0), gt(1, r)],
    where={STEP: HALF_LOG, Z_OF(beta): normaliser(beta), CHORD(beta): chord_bound(beta, r, -1, 1)},
    states=[eq(Z_OF(beta), CHORD(beta)), ge(Z_OF(beta), Z_OF(STEP)), ge(STEP, 0)],
    rests_on=["matrix_eg/approximate-alpha-minimises.repaired"],
    reading=(
        "Z(β) is Z_t(β) = tr exp(log W_t − βC_t) for W_t = diag(w) of trace one and C_t = diag(y_ih(x_i)), for every "
        "β, with y_i, h(x_i) = ±1, and r = Σ w_iy_ih(x_i). (13), which is AdaBoost's step ½ log((1 + r)/(1 − r)) by "
        "matrix_eg/adaboost-alpha, is at least 0 and minimises Z_t over all β, and so over the β ≥ 0 of (11). For r < "
        "0 the solution of (11) is 0, matrix_eg/stop-rule, and for r = 1 there is none."
    ),
)

ERROR = Claim(
    "matrix_eg/adaboost-error",
    at="section 4.3",
    printed="where r_t is the weighted … training error of the t-th hypothesis, i.e. r_t = Σ w_{ti}y_ih_t(x_i)",
    given=[NORMALISED, EDGE, *BINARY],
    reconstructed=True,
    states=eq(r, weighted_error()),
    weight="wording",
    slip=(
        "The formula is right and AdaBoost's: the edge, which is 1 − 2·error for hypotheses with values ±1; the words "
        "beside it call it the weighted training error."
    ),
    reading=LOST
    + (
        "The weighted training error is the weight of the samples with h(x_i) ≠ y_i, for labels and hypotheses with "
        "values ±1: [h ≠ y] = (1 − yh)/2. The weights sum to one."
    ),
)

ERROR_REPAIRED = Claim(
    "matrix_eg/adaboost-error.repaired",
    at="section 4.3",
    says="r_t = Σ w_{ti}y_ih_t(x_i) is 1 − 2·(weighted training error)",
    given=[NORMALISED, EDGE],
    states=eq(r, 1 - 2 * weighted_error()),
    repairs="matrix_eg/adaboost-error",
    reading=(
        "r_t is the edge: the weight of what h gets right less that of what it gets wrong, for labels and hypotheses "
        "with values ±1; the error is the weight of the samples with h(x_i) ≠ y_i, [h ≠ y] being written (1 − yh)/2, "
        "and the weights sum to one. Edge and error agree at 1/3 only."
    ),
)

SMALL = forall(i, ge(1, guess(i) ** 2), SAMPLE)

INTERVAL = Claim(
    "matrix_eg/adaboost-interval",
    at="section 4.3",
    printed="Since |y h_j(x)| ≤ 1, λ_max/min = ±1 for any t",
    given=[BINARY[0], SMALL, ge(k, 1), ge(d, k)],
    states=[le(margin(k), 1), ge(margin(k), -1)],
    reading=(
        "The eigenvalues y_kh(x_k) of C_j, one for each sample, lie in [−1, 1], as (13) and Theorem 4.1 need for "
        "λ_min = −1, λ_max = 1. That ±1 are eigenvalues is not so: all |h| may be less than 1."
    ),
)


@DUAL.proof
def entry_by_entry(claim: Claim) -> Theorem:
    """exp(L − s) = exp(−s)/d, entry by entry."""
    margins = Sum(alpha(j) * label(i) * guess(j, i), (j, 1, n))
    entry = follows(eq(exp(log_weight(i) - margins), exp(-margins) / d), at(UNIFORM, i), SOME)
    return follows(claim.states[0], telescope(entry, i, 1, d))


@UPDATE.proof
def weights_come_out(claim: Claim) -> Theorem:
    """exp(L − s) = w exp(−s) entry by entry, and so the sums agree."""

    def entry(index: Any) -> Theorem:
        return follows(eq(exp(log_weight(index) - a * margin(index)), reweighted(index)), at(LOGARITHM, index))

    here, sums = exp(log_weight(k) - a * margin(k)), telescope(entry(i), i, 1, d)
    before, after = trace_exp(log_weight(i) - a * margin(i)), over_samples(reweighted(i))
    positive = [follows(gt(total, 0), total, SOME) for total in (before, after)]
    return combine(claim.states[0], [(1 / after, entry(k)), (-here / (before * after), sums)], facts=positive)


@ALPHA.proof
def unit_interval(claim: Claim) -> list[Theorem]:
    """At u = α − ½ ln((1 + r)/(1 − r)) the bound is ½√(1 − r²)(e^u + e^(−u)) with e^u + e^(−u) ≥ 2 + u²."""
    best = log((1 + r) / (1 - r)) / 2
    u = a - best
    flat = instantiate(decided(ge(exp(shift) + exp(-shift), 2 + shift**2)), {shift: u})
    minimal = (2 / sqrt(1 - r**2), at(MINIMAL, best))
    square = combine(le(u**2, 0), [minimal, (1, flat)], facts=INSIDE)
    equal = vanishes_with_its_square(u, combine(eq(u**2, 0), [(1, u**2)], facts=[square]))
    known = [*INSIDE, *(follows(gt(term, 0), 1, using=ENDS) for term in (-low, high))]
    for term in (1 + r / low, high - r, printed_ratio(r, low, high), ratio(r, low, high)):
        known.append(follows(gt(term, 0), 1 - r, (1 + r) / (1 - r), using=ENDS, facts=known))
    return [follows(state, equal, using=ENDS, facts=known) for state in claim.states]


@cache
def sign_or_its_opposite() -> Theorem:
    """e^(−βm) = ½(1 + m)e^(−β) + ½(1 − m)e^β for m = ±1."""
    square = eq(sign**2, 1)
    goal = eq(exp(-beta * sign), (1 + sign) * exp(-beta) / 2 + (1 - sign) * exp(beta) / 2)
    on = [gt(sign, 0), eq(sign, 0), gt(0, sign)]
    one = combine(eq(sign, 1), [(1 / (sign + 1), square)], facts=[on[0]])
    other = combine(eq(sign, -1), [(1 / (sign - 1), square)], facts=[on[2]])
    neither = combine(goal, [(goal.rhs - goal.lhs, square), ((goal.lhs - goal.rhs) * sign, on[1])])
    return cases([follows(goal, using=[one]), neither, follows(goal, using=[other])], on)


def on_the_chord(claim: Claim) -> Theorem:
    """The chord of e^(−βm) over [−1, 1] meets it at m = ±1, and the weights add the chords up."""
    square = follows(eq(margin(i) ** 2, 1), *(at(f, i) for f in BINARY))
    here = instantiate(sign_or_its_opposite(), {sign: margin(i)}, [square])
    gap = here.conclusion.lhs - here.conclusion.rhs
    added = telescope(combine(eq(weight(i) * gap, 0), [(weight(i), here)]), i, 1, d)
    return follows(claim.states[0], added, NORMALISED, EDGE)


@EXACT.proof
def chord_through_the_values(claim: Claim) -> list[Theorem]:
    """Z_t is the chord bound, of which (13) is the minimiser; ln u ≥ 1 − 1/u for u = (1 + r)/(1 − r) ≥ 1."""
    edges = [ge(r, 0), gt(1, r)]
    same = on_the_chord(claim)
    known = [follows(f, edges) for f in (gt(0, -1), gt(1, 0), gt(r, -1), gt(1, r))]
    best = [instantiate(MINIMISES.theorem(f), {low: -1, high: 1}, known) for f in MINIMISES.states]
    there = instantiate(same, {beta: HALF_LOG})
    least = combine(claim.states[1], [(1, same), (-1, there), *((1, f) for f in best)], facts=edges)
    return [same, least, follows(claim.states[2], exponential_above_tangent(-2 * HALF_LOG), edges)]


@ERROR.counterexample
def one_right_one_wrong(claim: Claim) -> Theorem:
    """Right on the sample of weight 3/4, wrong on that of 1/4: r = 1/2, and the error is 1/4."""
    at = {d: 2, r: HALF, weight: [Rational(3, 4), Rational(1, 4)], label: [1, 1], guess: [1, -1]}
    return witness(claim.given, claim.states[0], at)


@ERROR_REPAIRED.proof
def twice_the_error(claim: Claim) -> Theorem:
    """1 − 2 Σ w(1 − yh)/2 = Σ wyh, as Σ w = 1."""
    return follows(claim.states[0], EDGE, NORMALISED)


@INTERVAL.proof
def square_at_most_one(claim: Claim) -> list[Theorem]:
    """1 ∓ yh = (h ∓ y)²/2 + (1 − h²)/2, as y² = 1."""
    squares = [at(f, k) for f in (BINARY[0], SMALL)]
    return [
        follows(state, (guess(k) - sign * label(k)) ** 2, squares)
        for state, sign in zip(claim.states, (1, -1), strict=True)
    ]


# --- mutants ---------------------------------------------------------------------------------------------------------

ONE = {d: 1, n: 1, i: 1, k: 1, a: 1, alpha: [1], label: [1], weight: [1]}
RIGHT = {**ONE, log_weight: Lambda(i, 0), guess: Lambda((j, i), 1)}
UNEQUAL = {**ONE, d: 2, k: 2, label: [1, 1], weight: [1, 1], guess: [1, 2]}
DUAL_IS, UPDATE_IS = DUAL.states[0], UPDATE.states[0]

fails_as(DUAL,
    ("constant", eq(DUAL_IS.lhs, d * DUAL_IS.rhs), "The factor 1/d is lost.",
        {**RIGHT, d: 2, label: [1, 1], log_weight: Lambda(i, -log(2))}),
    ("sign", eq(DUAL_IS.lhs, over_samples(exp(label(i) * Sum(alpha(j) * guess(j, i), (j, 1, n))) / d)), "exp(+y Σ αh).",
        RIGHT),
)  # fmt: skip
fails_without(DUAL, (UNIFORM, "W_1 may be anything.", {**RIGHT, log_weight: Lambda(i, 1)}))

fails_as(UPDATE,
    ("constant", eq(UPDATE_IS.lhs, 2 * UPDATE_IS.rhs), "The new weight is doubled.",
        {**ONE, log_weight: [0], guess: [1]}),
    ("sign", eq(UPDATE_IS.lhs, reweighted(k, 1) / over_samples(reweighted(i, 1))), "exp(+αyh).",
        {**UNEQUAL, log_weight: [0, 0]}),
)  # fmt: skip
fails_without(UPDATE, (LOGARITHM, "L need not be the logarithm of w.", {**UNEQUAL, log_weight: [1, 2]}))


def least_step(**changes: Any) -> dict[str, Any]:
    """r = ½, where the bound is ¼(e^β + 3e^(−β)) and ½ ln 3 its minimiser."""

    def met() -> list[Theorem]:
        root = (exp(beta / 2) - sqrt(3) * exp(-beta / 2)) ** 2
        body = ge(chord_bound(beta, HALF, -1, 1), chord_bound(log(3) / 2, HALF, -1, 1))
        return [generalize(follows(body, root), [beta])]

    return {"at": {low: -1, high: 1, r: HALF, a: log(3) / 2} | changes.get("at", {}), "discharge": met}


fails_as(ALPHA,
    ("constant", {ALPHA.states[2]: eq(a, log((1 + r) / (1 - r)))}, "ln((1 + r)/(1 − r)).", least_step()),
    ("sign", {ALPHA.states[2]: eq(a, log((1 - r) / (1 + r)) / 2)}, "½ ln((1 − r)/(1 + r)).", least_step()),
)  # fmt: skip
fails_without(ALPHA,
    (MINIMAL, "α need not be a minimiser.", {low: -1, high: 1, r: HALF, a: 1}),
    (ENDS[1], "λ_max may be 2 in (13), where the bound has 1.", least_step(at={high: 2})),
)  # fmt: skip


def split(edge: Any = HALF, mass: Any = 1, guesses: Any = (1, -1), at: Any = 1) -> dict[Any, Any]:
    """Right on the first of two samples, of weight ¾, and wrong on the second, at β = 1; `mass` is that of both."""
    weights = [mass * Rational(3, 4), mass * Rational(1, 4)]
    return {d: 2, r: edge, beta: at, weight: weights, label: [1, 1], guess: [*guesses]}


SAME, LEAST, _ = EXACT.states

fails_as(EXACT,
    ("constant", {SAME: eq(SAME.lhs, 2 * SAME.rhs)}, "Twice the bound.", split()),
    ("sign", {SAME: eq(SAME.lhs, chord_bound(beta, -r, -1, 1))}, "The bound at −r.", split()),
    ("constant", {LEAST: ge(Rational(4, 5) * LEAST.lhs, LEAST.rhs)},
        "4/5 of Z_t(β) is at least Z_t at the step: at β = 0 it is 4/5, and √3/2 at the step.", split(at=0)),
)  # fmt: skip
fails_without(EXACT,
    (ge(r, 0), "r may be negative: then the step is.", split(-HALF, at=0, guesses=(-1, 1))),
    (EDGE, "r may be anything.", split(edge=0)),
    (NORMALISED, "The weights need not sum to one.", split(HALF / 2, HALF)),
    (BINARY[1], "h may be 0 on a sample.", split(Rational(3, 4), guesses=(1, 0))),
)  # fmt: skip


holds_at(EXACT, ("At the step.", split(at=HALF)))


def sample(edge: Any, mass: Any = 1, guessed: Any = 1) -> dict[Any, Any]:
    """One sample of the weight `mass`, which the hypothesis gets right."""
    return {**ONE, r: edge, weight: [mass], guess: [guessed]}


fails_as(ERROR_REPAIRED,
    ("constant", eq(r, 1 - weighted_error()), "1 − error.", sample(-1, guessed=-1)),
    ("sign", eq(r, 1 + 2 * weighted_error()), "1 + 2·error.", sample(-1, guessed=-1)),
)  # fmt: skip
fails_without(ERROR_REPAIRED,
    (NORMALISED, "The weights need not sum to one.", sample(2, 2)),
    (EDGE, "r may be anything.", sample(0)),
)  # fmt: skip


def one_sample(y: Any, h: Any) -> dict[Any, Any]:
    """One sample with this label and hypothesis."""
    return {d: 1, k: 1, label: [y], guess: [h]}


fails_as(INTERVAL,
    ("constant", [le(margin(k), HALF), INTERVAL.states[1]], "yh ≤ ½.", one_sample(1, Rational(3, 4))),
    ("sign", [le(margin(k), -1), INTERVAL.states[1]], "yh ≤ −1.", one_sample(1, Rational(3, 4))),
)  # fmt: skip
fails_without(INTERVAL,
    (BINARY[0], "Labels need not be ±1.", one_sample(2, Rational(3, 4))),
    (SMALL, "Hypotheses need not be in [−1, 1].", one_sample(1, 2)),
)  # fmt: skip


# --- code ------------------------------------------------------------------------------------------------------------


def _rounds() -> list[Any]:
    """Weights, margins in [−1, 1] and a step, for 2 to 50 samples."""
    rng = np.random.default_rng(43)
    found = []
    for size in (2, 5, 50):
        for kind in (1.0, 0.3, 1e-6):
            weights = rng.dirichlet(np.ones(size))
            margins = np.clip(rng.normal(kind, 1.0, size), -1.0, 1.0)
            if margins @ weights > 0:
                found.append((weights / weights.sum(), margins))
    return found


@ALPHA.conformance
def code_follows_the_step() -> Iterator[Conformance]:
    """½ ln((1 + r)/(1 − r)) at the edge of random weights and hypotheses."""

    def edge(case: Any) -> Any:
        weights, margins = ([mp.mpf(float(x)) for x in part] for part in case)
        return mp.fdot(weights, margins) / mp.fsum(weights)

    def taken(case: Any) -> float:
        learner = AdaBoost(case[0])
        learner.learn_one(case[1])
        return learner.alpha_

    return conformance(
        _rounds(),
        formula=lambda case: value(ALPHA.states[2].rhs, {r: edge(case)}),
        code=taken,
        reference=lambda case: reference.alpha(edge(case)),
        ulps=8.0,
    )


@UPDATE.conformance
def code_follows_the_update() -> Iterator[Conformance]:
    """The weights after one round with the step of the code."""

    def learner(case: Any) -> AdaBoost:
        made = AdaBoost(case[0])
        made.learn_one(case[1])
        return made

    def formula(case: Any) -> list[Any]:
        weights, margins = case
        at = {
            weight: [*map(float, weights)],
            guess: [*map(float, margins)],
            label: [1] * len(weights),
            a: learner(case).alpha_,
            d: len(weights),
        }
        return [value(UPDATE.states[0].rhs, {**at, k: number + 1}) for number in range(len(weights))]

    return conformance(
        _rounds(),
        formula=formula,
        code=lambda case: learner(case).coef_,
        reference=lambda case: reference.update(case[0], case[1], learner(case).alpha_),
        ulps=4.0,
    )
