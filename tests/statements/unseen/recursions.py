"""Recursions and sequences, for every T: contractions, perturbed and delayed ones, momentum, products, partial sums."""

from typing import Any

from sympy import Lambda, Max, Rational, Sum, exp, sqrt

from verify.audit import (
    Claim,
    Theorem,
    eq,
    family,
    follows,
    forall,
    ge,
    gt,
    identity,
    integer,
    le,
    lt,
    positive,
    real,
    telescope,
    witness,
)
from verify.language.terms import Formula

c, d, b, beta, h, p, q, V = real("c d b β h p q V")
eta, C = positive("η C")
r, s, t, T = integer("r s t T")
a = family("a")
weight = family("b")
factor = family("c")
x = family("x")
gap = family("h")
level = family("S")
slope = family("λ")
u = family("u")
product = family("P")
mean = family("m")
squares = family("q")
momentum = family("θ")
ROUND = [ge(t, 1), le(t, T)]
BEFORE_LAST = [ge(t, 1), lt(t, T)]


def not_negative(of: Any, rounds: list[Formula]) -> Formula:
    """That no member of a family in these rounds is negative."""
    return forall(t, ge(of(t), 0), rounds)


A_TO_THE_END = not_negative(a, [ge(t, 1), le(t, T + 1)])
HEAVY_BALL = [
    lt(beta, 1),
    le((1 + beta - h) ** 2, 4 * beta),
    eq(x(1), x(0)),
    forall(t, eq(x(t + 2), (1 + beta - h) * x(t + 1) - beta * x(t)), [ge(t, 0), le(t, T - 2)]),
    ge(T, 1),
]
IMPLICIT_ROOT = [
    ge(T, 1),
    not_negative(u, ROUND),
    not_negative(slope, ROUND),
    not_negative(level, ROUND),
    forall(t, le(u(t) ** 2, level(t) + Sum(slope(r) * u(r), (r, 1, t))), ROUND),
]
HALF_SLOPES = Sum(slope(t), (t, 1, T)) / 2
FRANK_WOLFE = [
    ge(T, 1),
    le(gap(1), C / 2),
    forall(t, le(gap(t + 1), (1 - 1 / (t + 1)) * gap(t) + C / (2 * (t + 1) ** 2)), BEFORE_LAST),
]
PRODUCT_STARTS = eq(product(1), 1)

CHUNG_FROM_THE_FIRST_STEP = Claim(
    "unseen/chung-from-the-first-step",
    at="A. Nemirovski, A. Juditsky, G. Lan, A. Shapiro, Robust stochastic approximation (2009), (2.9) and (2.10)",
    given=[
        gt(c, 1),
        ge(d, 0),
        ge(T, 1),
        not_negative(a, ROUND),
        forall(t, le(a(t + 1), (1 - c / t) * a(t) + d / t**2), BEFORE_LAST),
    ],
    states=le(a(T), Max(a(1), d / (c - 1)) / T),
    says="From a_(t+1) ≤ (1 − c/t)a_t + d/t² with c > 1 it follows by induction that a_T ≤ max(a_1, d/(c − 1))/T.",
    reading="The recursion alone, for numbers that are not negative; in its paper a_1 is bounded by d as well.",
    weight="gap",
    slip="The induction multiplies by 1 − c/t, which is negative while t < c.",
)


@CHUNG_FROM_THE_FIRST_STEP.counterexample
def chung_from_the_first_step(claim: Claim) -> Theorem:
    """With c = 3 and a_1 = 0 the second number may be d."""
    return witness(claim.given, claim.states[0], {c: 3, d: 1, T: 2, a: [0, 1]})


GRONWALL_IMPLICIT = Claim(
    "unseen/gronwall-implicit",
    at="R. Agarwal, Difference Equations and Inequalities (2000), section 4.1",
    given=[
        ge(T, 1),
        ge(b, 0),
        not_negative(a, ROUND),
        forall(t, ge(factor(t), 0), ROUND),
        forall(t, lt(factor(t), 1), ROUND),
        forall(t, le(a(t), b + Sum(factor(s) * a(s), (s, 1, t))), ROUND),
    ],
    states=le(a(T), b * exp(Sum(factor(s), (s, 1, T)))),
    says="If a_t ≤ b + c_1a_1 + … + c_ta_t for each t, then a_T ≤ b·exp(c_1 + … + c_T).",
    reading="0 ≤ c_t < 1, and the sum includes the present term.",
    weight="error",
    slip="The sums must end at t − 1; with the present term factors are 1/(1 − c_t), and not e to the power of c_t.",
)


@GRONWALL_IMPLICIT.counterexample
def gronwall_implicit(claim: Claim) -> Theorem:
    """a = 1 + a/2 gives 2, which is more than √e."""
    return witness(claim.given, claim.states[0], {T: 1, b: 1, a: [2], factor: [Rational(1, 2)]})


QUADRATIC_DECREASE_AT_THE_NEW_POINT = Claim(
    "unseen/quadratic-decrease-at-the-new-point",
    at="Y. Nesterov, Introductory Lectures on Convex Optimization (2004), proof of Theorem 2.1.14",
    given=[
        ge(T, 1),
        A_TO_THE_END,
        forall(t, le(a(t + 1), a(t) - eta * a(t + 1) ** 2), ROUND),
    ],
    states=le(a(T + 1), a(1) / (1 + eta * T * a(1))),
    says="A sequence that falls by ηa² at each step is at most a_1/(1 + ηTa_1) after T steps.",
    reading="The square is that of the next number, as for implicit steps.",
    weight="error",
    slip="True with the square of the present number; the next one may be smaller than that by any factor.",
)


@QUADRATIC_DECREASE_AT_THE_NEW_POINT.counterexample
def quadratic_decrease_at_the_new_point(claim: Claim) -> Theorem:
    """2 falls to 1, and 2/3 is promised."""
    return witness(claim.given, claim.states[0], {T: 1, eta: 1, a: [2, 1]})


FRANK_WOLFE_AVERAGING_STEPS = Claim(
    "unseen/frank-wolfe-averaging-steps",
    at="M. Jaggi, Revisiting Frank-Wolfe: projection-free sparse convex optimization (2013), Theorem 1",
    given=FRANK_WOLFE,
    states=le(gap(T), 2 * C / (T + 2)),
    says="With steps 1/(t + 1), too, the gap after T steps is at most 2C/(T + 2).",
    reading="h_(t+1) ≤ (1 − γ)h_t + γ²C/2 with γ = 1/(t + 1), and h_1 ≤ C/2.",
    weight="error",
    slip="That is the rate of steps 2/(t + 2); with 1/(t + 1) a factor ln T remains.",
)


@FRANK_WOLFE_AVERAGING_STEPS.counterexample
def frank_wolfe_averaging_steps(claim: Claim) -> Theorem:
    """The gap is H_T/(2T) where all are equations: from T = 22 on more than is promised."""
    return witness(claim.given, claim.states[0], {T: 25, C: 1, gap: Lambda(t, Sum(1 / s, (s, 1, t)) / (2 * t))})


IMPLICIT_ROOT_ANY_LEVELS = Claim(
    "unseen/implicit-root-any-levels",
    at="M. Schmidt, N. Le Roux, F. Bach, Convergence rates of inexact proximal-gradient methods (2011), Lemma 1",
    given=IMPLICIT_ROOT,
    states=le(u(T), HALF_SLOPES + sqrt(level(T) + HALF_SLOPES**2)),
    says="From u_t² ≤ S_t + λ_1u_1 + … + λ_tu_t for each t: u_T ≤ L + √(S_T + L²) with L = ½(λ_1 + … + λ_T).",
    reading="u, λ and S are not negative.",
    weight="gap",
    slip="S must not fall: earlier numbers, which the sum holds, are bounded by earlier levels.",
)


@IMPLICIT_ROOT_ANY_LEVELS.counterexample
def implicit_root_any_levels(claim: Claim) -> Theorem:
    """The level falls from 2 to 0 after u_1 = 2."""
    return witness(claim.given, claim.states[0], {T: 2, u: [2, Rational(7, 5)], slope: [1, 0], level: [2, 0]})


WEIERSTRASS_ANY_FACTORS = Claim(
    "unseen/weierstrass-any-factors",
    at="D. Mitrinović, Analytic Inequalities (1970), section 3.2.37, Weierstrass's inequalities",
    given=[
        ge(T, 1),
        not_negative(a, ROUND),
        PRODUCT_STARTS,
        forall(t, eq(product(t + 1), product(t) * (1 - a(t))), ROUND),
    ],
    states=ge(product(T + 1), 1 - Sum(a(t), (t, 1, T))),
    says="(1 − a_1)⋯(1 − a_T) ≥ 1 − (a_1 + … + a_T).",
    reading="a_1, …, a_T are not negative, and P(t + 1) is the product of the first t factors.",
    weight="gap",
    slip="They must be at most 1, or else an odd number of factors is negative and their product large.",
)


@WEIERSTRASS_ANY_FACTORS.counterexample
def weierstrass_any_factors(claim: Claim) -> Theorem:
    """(−3)³ is less than 1 − 12."""
    return witness(claim.given, claim.states[0], {T: 3, a: [4, 4, 4], product: [1, -3, 9, -27]})


GRONWALL_EXPLICIT = Claim(
    "unseen/gronwall-explicit",
    at="R. Agarwal, Difference Equations and Inequalities (2000), section 4.1",
    given=[
        ge(T, 1),
        ge(b, 0),
        not_negative(factor, ROUND),
        forall(t, le(a(t), b + Sum(factor(s) * a(s), (s, 1, t - 1))), ROUND),
    ],
    states=le(a(T), b * exp(Sum(factor(s), (s, 1, T - 1)))),
    says="If a_t ≤ b + c_1a_1 + … + c_(t−1)a_(t−1) for each t, then a_T ≤ b·exp(c_1 + … + c_(T−1)).",
    reading="b and c are not negative; a may be.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)

HEAVY_BALL_TRANSIENT = Claim(
    "unseen/heavy-ball-transient",
    at="B. Polyak, Introduction to Optimization (1987), section 3.2, the heavy ball on a quadratic",
    given=[gt(beta, 0), *HEAVY_BALL],
    states=le(abs(x(T)), ((T - 1) * beta ** (T / 2) + T * beta ** ((T - 1) / 2)) * abs(x(0))),
    says="Where both roots have the modulus √β, the distance is at most (T − 1)β^(T/2) + Tβ^((T−1)/2) times the first.",
    reading="On a quadratic in one dimension with step times curvature h, started at rest, and 0 < β < 1.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)

SUMMATION_BY_PARTS = Claim(
    "unseen/summation-by-parts",
    at="K. Knopp, Theory and Application of Infinite Series (1951), section 43, Abel's partial summation",
    given=[ge(T, 1)],
    states=eq(
        Sum(a(t) * (weight(t + 1) - weight(t)), (t, 1, T)),
        a(T + 1) * weight(T + 1) - a(1) * weight(1) - Sum(weight(t + 1) * (a(t + 1) - a(t)), (t, 1, T)),
    ),
    says="Summation by parts.",
    reading="Any two sequences.",
)


@SUMMATION_BY_PARTS.proof
def telescope_products(claim: Claim) -> Theorem:
    """Both sums together are that of the rises of a_tb_t."""
    rise = a(t + 1) * weight(t + 1) - a(t) * weight(t)
    parts = identity(eq(a(t) * (weight(t + 1) - weight(t)) + weight(t + 1) * (a(t + 1) - a(t)), rise))
    return follows(claim.states[0], telescope(parts, t, 1, T, -a(t) * weight(t)), ge(T, 1))


TWO_TERM_CONTRACTION = Claim(
    "unseen/two-term-contraction",
    at="E. Ghadimi, H. Feyzmahdavian, M. Johansson, Global convergence of the heavy-ball method (2015), two terms",
    given=[
        ge(T, 0),
        ge(p, 0),
        ge(b, 0),
        gt(q, 0),
        eq(q**2, p * q + b),
        le(a(0), V),
        le(a(1), q * V),
        forall(t, le(a(t + 2), p * a(t + 1) + b * a(t)), [ge(t, 0), le(t, T - 2)]),
    ],
    states=le(a(T), q**T * V),
    says="From a_(t+2) ≤ pa_(t+1) + ba_t, a_0 ≤ V and a_1 ≤ qV: a_T ≤ q^T·V for the positive root q of q² = pq + b.",
    reading="p, b ≥ 0; the sequence may have any sign.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)

RUNNING_VARIANCE = Claim(
    "unseen/running-variance",
    at="B. Welford, Note on a method for calculating corrected sums of squares and products (1962), (I)",
    given=[
        ge(T, 1),
        eq(mean(1), x(1)),
        eq(squares(1), 0),
        forall(t, eq(mean(t + 1), mean(t) + (x(t + 1) - mean(t)) / (t + 1)), BEFORE_LAST),
        forall(t, eq(squares(t + 1), squares(t) + (x(t + 1) - mean(t)) * (x(t + 1) - mean(t + 1))), BEFORE_LAST),
    ],
    states=eq(squares(T), Sum((x(t) - Sum(x(s), (s, 1, T)) / T) ** 2, (t, 1, T))),
    says="The running sum of squares is that of the deviations from the mean of all.",
    reading="The recursions of the mean and of the sum of squares, each from one number on.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)

MOMENTUM_AT_LEAST_HALF_STEPS = Claim(
    "unseen/momentum-at-least-half-steps",
    at="A. Beck and M. Teboulle, A fast iterative shrinkage-thresholding algorithm (2009), Lemma 4.3",
    given=[
        ge(T, 1),
        eq(momentum(1), 1),
        forall(t, ge(momentum(t), 1), ROUND),
        forall(t, ge(momentum(t + 1) ** 2 - momentum(t + 1), momentum(t) ** 2), BEFORE_LAST),
    ],
    states=ge(momentum(T), (T + 1) / 2),
    says="If θ_1 = 1 and θ_(t+1)² − θ_(t+1) ≥ θ_t², then θ_T ≥ (T + 1)/2.",
    reading="θ_t ≥ 1; in the source the condition is an equation.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)
