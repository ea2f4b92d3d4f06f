"""Section 4.3, diagonal matrices: the dual objective is the exponential loss, (12) and (13) are AdaBoost's update."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Expr, Lambda, Rational, Sum, exp, log

from numeric.learners.adaboost import AdaBoost
from numeric.reference import adaboost as reference
from proofs.matrix_eg import LOST
from proofs.matrix_eg.approximate_alpha import high, low, printed_step, step
from verify.claims import Claim, Conformance
from verify.concrete import value
from verify.conformance import conformance
from verify.few_rounds import each_round
from verify.kernel import Theorem, assume, combine, identity, instantiate, witness
from verify.terms import eq, family, forall, ge, gt, integer, le, real

i, j, d, n = integer("i j d n")
a, r = real("α r")
gamma, alpha, label, guess, weight = family("γ"), family("α"), family("y"), family("h"), family("w", positive=True)
SAMPLE = [ge(i, 1), ge(d, i)]
SOME = ge(d, 1)


def over_samples(term: Any) -> Expr:
    """The sum over the d training samples."""
    return Sum(term, (i, 1, d))


def trace_exp(exponent: Any) -> Expr:
    """tr exp diag(…): the sum of the exponentials of the diagonal entries."""
    return over_samples(exp(exponent))


DIAGONAL = LOST + "The exponential and the logarithm of a diagonal matrix are those of its entries. "

DUAL = Claim(
    "matrix_eg/adaboost-dual",
    at="section 4.3",
    printed="For C_j = diag(y_i h_j(x_i)), W_1 = I/d the dual objective is Σ_i (1/d) exp(−y_i Σ_j α_j h_j(x_i))",
    given=[SOME],
    reconstructed=True,
    states=eq(
        trace_exp(log(1 / d) - Sum(alpha(j) * label(i) * guess(j, i), (j, 1, n))),
        over_samples(exp(-label(i) * Sum(alpha(j) * guess(j, i), (j, 1, n))) / d),
    ),
    reading=DIAGONAL
    + (
        "The dual objective is that of (14), tr exp(log W_1 − Σ α_jC_j). It is the exponential loss over d. For all "
        "real α, y and h, every d ≥ 1 and n."
    ),
)

EXPONENT = forall(i, eq(gamma(i), log(weight(i)) - a * label(i) * guess(i)), SAMPLE)

UPDATE = Claim(
    "matrix_eg/adaboost-update",
    at="section 4.3",
    printed="(12) becomes w_{t+1,i} = w_{t,i} exp(−α_t y_i h_t(x_i))/Z_t(α_t)",
    given=[SOME, EXPONENT, *SAMPLE],
    reconstructed=True,
    states=eq(
        exp(gamma(i)) / trace_exp(gamma(i)),
        weight(i) * exp(-a * label(i) * guess(i)) / over_samples(weight(i) * exp(-a * label(i) * guess(i))),
    ),
    reading=DIAGONAL
    + "W_t = diag(w_t) with w_t > 0, γ_i are the entries of the exponent of (12), log W_t − α_tC_t, and "
    "Z_t makes the new weights sum to one, in both.",
)

UNIT_INTERVAL = [eq(low, -1), eq(high, 1)]

ALPHA = Claim(
    "matrix_eg/adaboost-alpha",
    at="section 4.3",
    says="The approximate solution (13) is α_t = ½ ln((1 + r_t)/(1 − r_t)), with λ_max/min = ±1",
    given=[*UNIT_INTERVAL, gt(r, -1), gt(1, r)],
    reconstructed=True,
    states=[eq(formula(r, low, high), log((1 + r) / (1 - r)) / 2) for formula in (printed_step, step)],
    reading=LOST
    + "(13) with λ_max = 1 and λ_min = −1, as printed and repaired: they agree for λ_min = −λ_max. −1 < r < 1. "
    "What the text says of r is matrix_eg/adaboost-error.",
)

NORMALISED = eq(over_samples(weight(i)), 1)
EDGE = eq(r, over_samples(weight(i) * label(i) * guess(i)))
BINARY = [forall(i, eq(label(i) ** 2, 1), SAMPLE), forall(i, eq(guess(i) ** 2, 1), SAMPLE)]


def weighted_error() -> Expr:
    """Σ w_i [h(x_i) ≠ y_i], where [h ≠ y] = (1 − yh)/2 for y, h = ±1."""
    return over_samples(weight(i) * (1 - label(i) * guess(i)) / 2)


ERROR = Claim(
    "matrix_eg/adaboost-error",
    weight="wording",
    slip="What is called the weighted training error is the edge, 1 − 2·error; the formula is the right one.",
    at="section 4.3",
    says="r_t is the weighted training error of the t-th hypothesis, i.e. r_t = Σ w_ti y_i h_t(x_i)",
    given=[NORMALISED, EDGE, *BINARY],
    reconstructed=True,
    states=eq(r, weighted_error()),
    reading=LOST
    + (
        "The weighted training error is the weight of the samples with h(x_i) ≠ y_i, for labels and hypotheses with "
        "values ±1: [h ≠ y] = (1 − yh)/2. The weights sum to one."
    ),
)

ERROR_REPAIRED = Claim(
    "matrix_eg/adaboost-error.repaired",
    at="section 4.3",
    printed="r_t = Σ w_ti y_i h_t(x_i) is 1 − 2·(weighted training error)",
    given=[NORMALISED, EDGE],
    states=eq(r, 1 - 2 * weighted_error()),
    repairs="matrix_eg/adaboost-error",
    reading="r_t is the edge: the weight of what h gets right less that of what it gets wrong. They agree at 1/3 only.",
)

INTERVAL = Claim(
    "matrix_eg/adaboost-interval",
    at="section 4.3",
    printed="Since |y h_j(x)| ≤ 1, λ_max/min = ±1 for any t",
    given=[*BINARY[:1], forall(i, ge(1, guess(i) ** 2), SAMPLE), *SAMPLE],
    states=[le(label(i) * guess(i), 1), ge(label(i) * guess(i), -1)],
    reading=(
        "The eigenvalues y_i h(x_i) of C_j lie in [−1, 1], as (13) and Theorem 4.1 need for λ_min = −1, λ_max = 1. "
        "That ±1 are eigenvalues is not so: all |h| may be less than 1."
    ),
)


@DUAL.proof
def entry_by_entry(claim: Claim) -> Theorem:
    """exp(ln(1/d) − s) = exp(−s)/d."""
    return identity(claim.states[0], facts=[f for f in claim.given if f == SOME])


@UPDATE.proof
def weights_come_out(claim: Claim) -> Theorem:
    """exp(ln w − s) = w exp(−s)."""
    logarithms = [assume(f) for f in claim.given if f == EXPONENT]
    return identity(claim.states[0], using=logarithms, facts=[f for f in claim.given if f != EXPONENT])


@ALPHA.proof
def unit_interval(claim: Claim) -> list[Theorem]:
    """λ_max − λ_min = 2."""
    ends = [assume(f) for f in claim.given if f in UNIT_INTERVAL]
    inside = [f for f in claim.given if f not in UNIT_INTERVAL]
    signs = [combine(gt(0, low), [(1, 1)], using=ends), combine(gt(high, 0), [(1, 1)], using=ends)]
    arguments = [
        combine(
            gt(1 + sign * r / end, 0),
            [(1, assume(fact)) for fact in inside if (fact == gt(r, -1)) == (sign * at == 1)],
            using=ends,
            facts=signs,
        )
        for end, at in ((low, -1), (high, 1))
        for sign in (1, -1)
    ]
    apart = [gt(high - low, 0), gt(high - r, 0), gt(r - low, 0)]
    sides = [(2, 1), *((1, assume(f)) for side in (gt(1, r), gt(r, -1)) for f in inside if f == side)]
    widths = [combine(f, [term], using=ends) for f, term in zip(apart, sides, strict=False)]
    return [identity(state, using=ends, facts=[*inside, *signs, *arguments, *widths]) for state in claim.states]


@ERROR.counterexample
def one_right_one_wrong(claim: Claim) -> Theorem:
    """Right on the sample of weight 3/4, wrong on that of 1/4: r = 1/2, and the error is 1/4."""
    signs = 3 - 2 * i
    at = {
        d: 2,
        r: Rational(1, 2),
        weight: Lambda(i, Rational(9, 4) / 3**i),
        label: Lambda(i, 1),
        guess: Lambda(i, signs),
    }
    return witness(list(claim.given), claim.states[0], at, [each_round(eq(signs**2, 1), i)])


@ERROR_REPAIRED.proof
def twice_the_error(claim: Claim) -> Theorem:
    """1 − 2 Σ w(1 − yh)/2 = Σ wyh, as Σ w = 1."""
    parts = [(sign, assume(f)) for f, sign in ((EDGE, 1), (NORMALISED, 1)) if f in claim.given]
    return combine(claim.states[0], parts)


@INTERVAL.proof
def square_at_most_one(claim: Claim) -> list[Theorem]:
    """1 ∓ yh = (h ∓ y)²/2 + (1 − h²)/2, as y² = 1."""
    signed = [instantiate(assume(f), [i]) for f in claim.given if f == BINARY[0]]
    small = [instantiate(assume(f), [i]) for f in claim.given if f not in (BINARY[0], *SAMPLE)]
    found = []
    for state, sign in zip(claim.states, (1, -1), strict=True):
        square = (guess(i) - sign * label(i)) ** 2
        terms = [(Rational(1, 2), square), *((Rational(1, 2), f) for f in small)]
        found.append(combine(state, [*terms, *((-Rational(1, 2), f) for f in signed)]))
    return found


# --- mutants ---------------------------------------------------------------------------------------------------------

ONE = {d: 1, n: 1, i: 1, a: 1, alpha: Lambda(j, 1), label: Lambda(i, 1), weight: Lambda(i, 1)}


@DUAL.mutant("constant", at={**ONE, d: 2, guess: Lambda((j, i), 1)})
def without_the_average(claim: Claim) -> Claim:
    """The factor 1/d is lost."""
    state = claim.states[0]
    return claim.replace(states=eq(state.lhs, d * state.rhs))


@DUAL.mutant("sign", at={**ONE, guess: Lambda((j, i), 1)})
def growing_with_the_margin(claim: Claim) -> Claim:
    """exp(+y Σ αh)."""
    right = over_samples(exp(label(i) * Sum(alpha(j) * guess(j, i), (j, 1, n))) / d)
    return claim.replace(states=eq(claim.states[0].lhs, right))


@UPDATE.mutant("constant", at={**ONE, guess: Lambda(i, 1), gamma: Lambda(i, -1)})
def twice_the_weight(claim: Claim) -> Claim:
    """The new weight is doubled."""
    return claim.replace(states=eq(claim.states[0].lhs, 2 * claim.states[0].rhs))


@UPDATE.mutant("sign", at={**ONE, d: 2, i: 2, guess: Lambda(i, i), gamma: Lambda(i, -i)})
def weight_to_the_right(claim: Claim) -> Claim:
    """exp(+αyh)."""
    grown = weight(i) * exp(a * label(i) * guess(i))
    return claim.replace(states=eq(claim.states[0].lhs, grown / over_samples(grown)))


@UPDATE.mutant("hypothesis", at={**ONE, gamma: Lambda(i, i), d: 2, guess: Lambda(i, 1)})
def any_exponent(claim: Claim) -> Claim:
    """γ may be anything."""
    return claim.replace(given=[f for f in claim.given if f != EXPONENT])


AT_HALF = {r: Rational(1, 2), low: -1, high: 1}


@ALPHA.mutant("constant", at=AT_HALF)
def without_the_half(claim: Claim) -> Claim:
    """ln((1 + r)/(1 − r))."""
    return claim.replace(states=[claim.states[0], eq(step(r, low, high), log((1 + r) / (1 - r)))])


@ALPHA.mutant("sign", at=AT_HALF)
def turned_around(claim: Claim) -> Claim:
    """½ ln((1 − r)/(1 + r))."""
    return claim.replace(states=[claim.states[0], eq(step(r, low, high), log((1 - r) / (1 + r)) / 2)])


@ALPHA.mutant("hypothesis", at=AT_HALF | {low: -2, high: 2})
def a_wider_interval(claim: Claim) -> Claim:
    """λ_max and λ_min may be other than ±1."""
    return claim.replace(given=[gt(r, -1), gt(1, r)])


def sample(edge: Any, mass: Any = 1) -> dict[Any, Any]:
    """One sample of the weight `mass`, which the hypothesis gets right."""
    return {**ONE, r: edge, weight: Lambda(i, mass), guess: Lambda(i, 1)}


@ERROR_REPAIRED.mutant("constant", at={**sample(-1), guess: Lambda(i, -1)})
def less_the_error(claim: Claim) -> Claim:
    """1 − error."""
    return claim.replace(states=eq(r, 1 - weighted_error()))


@ERROR_REPAIRED.mutant("sign", at={**sample(-1), guess: Lambda(i, -1)})
def error_added(claim: Claim) -> Claim:
    """1 + 2·error."""
    return claim.replace(states=eq(r, 1 + 2 * weighted_error()))


@ERROR_REPAIRED.mutant("hypothesis", at=sample(2, 2))
def not_normalised(claim: Claim) -> Claim:
    """The weights need not sum to one."""
    return claim.replace(given=[EDGE])


@ERROR_REPAIRED.mutant("hypothesis", at=sample(0))
def any_edge(claim: Claim) -> Claim:
    """r may be anything."""
    return claim.replace(given=[NORMALISED])


def margin(y: Any, h: Any) -> dict[str, Any]:
    """One sample with this label and hypothesis."""
    at = {d: 1, i: 1, label: Lambda(i, y), guess: Lambda(i, h)}
    return {"at": at, "discharge": lambda: [each_round(ge(1, h**2), i, lambda _: [(1 - h**2, 1)], last=1)]}


@INTERVAL.mutant("constant", **margin(1, Rational(3, 4)))
def half_the_interval(claim: Claim) -> Claim:
    """yh ≤ ½."""
    return claim.replace(states=[le(label(i) * guess(i), Rational(1, 2)), claim.states[1]])


@INTERVAL.mutant("sign", **margin(1, Rational(3, 4)))
def negative_margin(claim: Claim) -> Claim:
    """yh ≤ −1."""
    return claim.replace(states=[le(label(i) * guess(i), -1), claim.states[1]])


@INTERVAL.mutant("hypothesis", **margin(2, Rational(3, 4)))
def any_label(claim: Claim) -> Claim:
    """Labels need not be ±1."""
    return claim.replace(given=[f for f in claim.given if f != BINARY[0]])


@INTERVAL.mutant("hypothesis", at={d: 1, i: 1, label: Lambda(i, 1), guess: Lambda(i, 2)})
def any_hypothesis(claim: Claim) -> Claim:
    """Hypotheses need not be in [−1, 1]."""
    return claim.replace(given=[BINARY[0], *SAMPLE])


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
        formula=lambda case: value(ALPHA.states[0].rhs, {r: edge(case)}),
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
        return [value(UPDATE.states[0].rhs, {**at, i: number + 1}) for number in range(len(weights))]

    return conformance(
        _rounds(),
        formula=formula,
        code=lambda case: learner(case).coef_,
        reference=lambda case: reference.update(case[0], case[1], learner(case).alpha_),
        ulps=4.0,
    )
