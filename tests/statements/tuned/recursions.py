"""Recursions and sequences, for every T: contractions, perturbed and delayed ones, momentum, products, partial sums."""

from typing import Any

from sympy import KroneckerDelta, Lambda, Max, Min, Rational, Sum, exp, log

from verify.audit import (
    Claim,
    Theorem,
    at,
    eq,
    family,
    follows,
    forall,
    ge,
    gt,
    integer,
    le,
    listed,
    lt,
    positive,
    real,
    telescope,
    witness,
)
from verify.language.terms import Formula

c, d, beta, h, p, q, M, mu = real("c d β h p q M μ")
eta, C = positive("η C")
delay, m, r, s, t, T = integer("d m r s t T")
a = family("a")
weight = family("b")
noise = family("c")
extra = family("δ")
error = family("ε")
x = family("x")
gap = family("h")
share = family("s")
product = family("P")
momentum = family("θ")
ROUND = [ge(t, 1), le(t, T)]
BEFORE_LAST = [ge(t, 1), lt(t, T)]
FROM_ZERO = [ge(t, 0), lt(t, T)]


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
PERTURBED = [
    ge(T, 1),
    A_TO_THE_END,
    not_negative(weight, ROUND),
    not_negative(noise, ROUND),
    forall(t, le(a(t + 1), (1 + weight(t)) * a(t) + noise(t)), ROUND),
]
FRANK_WOLFE = [
    ge(T, 1),
    le(gap(1), C / 2),
    forall(t, le(gap(t + 1), (1 - 1 / (t + 1)) * gap(t) + C / (2 * (t + 1) ** 2)), BEFORE_LAST),
]
PRODUCT_STARTS = eq(product(1), 1)

HEAVY_BALL_NO_POLYNOMIAL_FACTOR = Claim(
    "tuned/heavy-ball-no-polynomial-factor",
    at="B. Polyak, Some methods of speeding up the convergence of iteration methods (1964), section 3",
    given=[ge(beta, Rational(1, 4)), *HEAVY_BALL],
    states=le(abs(x(T)), 10 * beta ** (T / 2) * abs(x(0))),
    says="Where both roots have the modulus √β, the heavy ball's distance is at most 10β^(T/2) times the first one.",
    reading="On a quadratic in one dimension with step times curvature h, started at rest, and ¼ ≤ β < 1.",
    weight="error",
    slip="Near a double root the distance has a factor that grows as T does.",
)


@HEAVY_BALL_NO_POLYNOMIAL_FACTOR.counterexample
def heavy_ball_no_polynomial_factor(claim: Claim) -> Theorem:
    """A double root ½: (T + 1)/2^T, which is more from T = 10 on."""
    return witness(
        claim.given, claim.states[0], {beta: Rational(1, 4), h: Rational(1, 4), T: 10, x: Lambda(t, (t + 1) / 2**t)}
    )


ALMOST_SUPERMARTINGALE_SEPARATE_SUMS = Claim(
    "tuned/almost-supermartingale-separate-sums",
    at="H. Robbins and D. Siegmund, A convergence theorem for non negative almost supermartingales (1971), Theorem 1",
    given=PERTURBED,
    states=le(a(T + 1), a(1) * exp(Sum(weight(t), (t, 1, T))) + Sum(noise(t), (t, 1, T))),
    says="From a_(t+1) ≤ (1 + b_t)a_t + c_t: a_(T+1) ≤ a_1·exp(Σ b_t) + Σ c_t.",
    reading="The deterministic case; a, b and c are not negative.",
    weight="error",
    slip="What is added early is multiplied later: Σ c_t, too, has the factor exp(Σ b_t).",
)


@ALMOST_SUPERMARTINGALE_SEPARATE_SUMS.counterexample
def almost_supermartingale_separate_sums(claim: Claim) -> Theorem:
    """1 is added first, and doubled then."""
    return witness(claim.given, claim.states[0], {T: 2, a: [0, 1, 2], weight: [0, 1], noise: [1, 0]})


DELAYED_CONTRACTION_EXPONENT = Claim(
    "tuned/delayed-contraction-exponent",
    at="H. Feyzmahdavian, A. Aytekin, M. Johansson, A delayed proximal gradient method with linear convergence "
    "rate (2014), the lemma on delayed sequences",
    given=[
        ge(p, 0),
        ge(q, 0),
        gt(p + q, 0),
        lt(p + q, 1),
        ge(delay, 1),
        ge(T, 0),
        not_negative(a, [ge(t, 0), le(t, T)]),
        forall([t, r], ge(share(t, r), 0), [*FROM_ZERO, ge(r, 0), le(r, delay)]),
        forall(t, eq(Sum(share(t, r), (r, 0, Min(delay, t))), 1), FROM_ZERO),
        forall(t, le(a(t + 1), p * a(t) + q * Sum(share(t, r) * a(t - r), (r, 0, Min(delay, t)))), FROM_ZERO),
    ],
    states=le(a(T), (p + q) ** (T / delay) * a(0)),
    says="Information that is at most d steps old contracts at the rate (p + q)^(1/d).",
    reading="a_(t+1) ≤ pa_t + qM with an average M of a_(t−d), …, a_t, such as their maximum; p + q < 1.",
    weight="error",
    slip="d steps old and one more: the rate is (p + q)^(1/(1 + d)).",
)


@DELAYED_CONTRACTION_EXPONENT.counterexample
def delayed_contraction_exponent(claim: Claim) -> Theorem:
    """The second and the third number are half of the first."""
    return witness(
        claim.given,
        claim.states[0],
        {
            p: 0,
            q: Rational(1, 2),
            delay: 1,
            T: 2,
            share: Lambda((t, r), KroneckerDelta(t, r)),
            a: listed([1, Rational(1, 2), Rational(1, 2)], t, first=0),
        },
    )


ABEL_RISING_WEIGHTS = Claim(
    "tuned/abel-rising-weights",
    at="K. Knopp, Theory and Application of Infinite Series (1951), section 43, Abel's partial summation",
    given=[
        ge(T, 1),
        not_negative(weight, ROUND),
        forall(t, le(weight(t), weight(t + 1)), BEFORE_LAST),
        forall(t, le(abs(Sum(a(s), (s, 1, t))), M), ROUND),
    ],
    states=le(abs(Sum(a(t) * weight(t), (t, 1, T))), M * weight(T)),
    says="If |a_1 + … + a_t| ≤ M for each t, then |Σ a_tb_t| ≤ M max b_t, b being monotone and not negative.",
    reading="For weights that rise, of which the largest is b_T.",
    weight="gap",
    slip="True for weights that fall; for rising ones it is 2b_T − b_1 in the place of b_T.",
)


@ABEL_RISING_WEIGHTS.counterexample
def abel_rising_weights(claim: Claim) -> Theorem:
    """Partial sums 1 and −1, and only the second number has a weight."""
    return witness(claim.given, claim.states[0], {T: 2, M: 1, a: [1, -2], weight: [0, 1]})


MOMENTUM_AT_MOST_HALF_STEPS = Claim(
    "tuned/momentum-at-most-half-steps",
    at="A. Beck and M. Teboulle, A fast iterative shrinkage-thresholding algorithm (2009), Lemma 4.3",
    given=[
        ge(T, 1),
        eq(momentum(1), 1),
        forall(t, ge(momentum(t), 1), ROUND),
        forall(t, le(momentum(t + 1) ** 2 - momentum(t + 1), momentum(t) ** 2), BEFORE_LAST),
    ],
    states=le(momentum(T), (T + 2) / 2),
    says="If θ_1 = 1 and θ_(t+1)² − θ_(t+1) ≤ θ_t², then θ_T ≤ (T + 2)/2.",
    reading="θ_t ≥ 1; the lower bound (T + 1)/2 of the equation, and half a step more, as an upper bound.",
    weight="error",
    slip="Each step is longer than one half by about 1/(4t), and those add up to ¼ ln T.",
)


@MOMENTUM_AT_MOST_HALF_STEPS.counterexample
def momentum_at_most_half_steps(claim: Claim) -> Theorem:
    """(t + 1)/2 and two ninths of ½ + … + 1/t: more than is said from t = 14 on."""
    return witness(
        claim.given, claim.states[0], {T: 15, momentum: Lambda(t, (t + 1) / 2 + Rational(2, 9) * Sum(1 / s, (s, 2, t)))}
    )


LAST_OF_AN_ALMOST_FALLING_SEQUENCE = Claim(
    "tuned/last-of-an-almost-falling-sequence",
    at="O. Shamir and T. Zhang, Stochastic gradient descent for non-smooth optimization (2013), last iterates",
    given=[
        ge(T, 1),
        not_negative(a, ROUND),
        not_negative(error, ROUND),
        forall(t, le(a(t + 1), a(t) + error(t)), BEFORE_LAST),
    ],
    states=le(T * a(T), Sum(a(t), (t, 1, T)) + Sum(error(t), (t, 1, T - 1))),
    says="If a_(t+1) ≤ a_t + ε_t, then a_T is at most the average of all and Σ ε_t/T.",
    reading="a and ε are not negative.",
    weight="error",
    slip="ε_t counts once for each of the t numbers before it: Σ tε_t/T.",
)


@LAST_OF_AN_ALMOST_FALLING_SEQUENCE.counterexample
def last_of_an_almost_falling_sequence(claim: Claim) -> Theorem:
    """Two zeros, and a rise by 1 at the end."""
    return witness(claim.given, claim.states[0], {T: 3, a: [0, 0, 1], error: [0, 1, 0]})


CHUNG_FROM_A_LATE_STEP = Claim(
    "tuned/chung-from-a-late-step",
    at="K. Chung, On a stochastic approximation method (1954), Lemma 1, for finite times",
    given=[
        gt(c, 1),
        ge(d, 0),
        ge(m, c),
        ge(T, m),
        not_negative(a, [ge(t, m), le(t, T)]),
        forall(t, le(a(t + 1), (1 - c / t) * a(t) + d / t**2), [ge(t, m), lt(t, T)]),
    ],
    states=le(a(T), Max(m * a(m), d / (c - 1)) / T),
    says="From a_(t+1) ≤ (1 − c/t)a_t + d/t² for t ≥ m ≥ c > 1: a_T ≤ max(ma_m, d/(c − 1))/T.",
    reading="The numbers are not negative.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)

ABEL_FALLING_WEIGHTS = Claim(
    "tuned/abel-falling-weights",
    at="K. Knopp, Theory and Application of Infinite Series (1951), section 43, Abel's partial summation",
    given=[
        ge(T, 1),
        not_negative(weight, ROUND),
        forall(t, ge(weight(t), weight(t + 1)), BEFORE_LAST),
        forall(t, le(abs(Sum(a(s), (s, 1, t))), M), ROUND),
    ],
    states=le(abs(Sum(a(t) * weight(t), (t, 1, T))), M * weight(1)),
    says="If |a_1 + … + a_t| ≤ M for each t, then |Σ a_tb_t| ≤ Mb_1 for weights that fall and are not negative.",
    reading="a is any sequence.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)

QUADRATIC_DECREASE = Claim(
    "tuned/quadratic-decrease",
    at="Y. Nesterov, Introductory Lectures on Convex Optimization (2004), proof of Theorem 2.1.14",
    given=[
        ge(T, 1),
        A_TO_THE_END,
        forall(t, le(a(t + 1), a(t) - eta * a(t) ** 2), ROUND),
    ],
    states=le(a(T + 1), a(1) / (1 + eta * T * a(1))),
    says="A sequence that falls by ηa² at each step is at most a_1/(1 + ηTa_1) after T steps.",
    reading="The square is that of the present number; none is negative.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)

FRANK_WOLFE_LOGARITHM = Claim(
    "tuned/frank-wolfe-logarithm",
    at="R. Freund and P. Grigas, New analysis and results for the Frank-Wolfe method (2016), averaging steps",
    given=FRANK_WOLFE,
    states=le(gap(T), C * (1 + log(T)) / (2 * T)),
    says="With steps 1/(t + 1) the gap after T steps is at most C(1 + ln T)/(2T).",
    reading="h_(t+1) ≤ (1 − γ)h_t + γ²C/2 with γ = 1/(t + 1), and h_1 ≤ C/2.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)

CONTRACTION_SUMMED = Claim(
    "tuned/contraction-summed",
    at="B. Polyak, Introduction to Optimization (1987), section 2.2, sequences with a contraction and disturbances",
    given=[
        ge(T, 1),
        gt(mu, 0),
        A_TO_THE_END,
        forall(t, le(a(t + 1), (1 - mu) * a(t) + extra(t)), ROUND),
    ],
    states=le(Sum(a(t), (t, 1, T)), (a(1) + Sum(extra(t), (t, 1, T))) / mu),
    says="From a_(t+1) ≤ (1 − μ)a_t + δ_t: Σ a_t ≤ (a_1 + Σ δ_t)/μ.",
    reading="No a_t is negative, up to T + 1; δ_t may be.",
)


@CONTRACTION_SUMMED.proof
def add_up(claim: Claim) -> Theorem:
    """μa_t ≤ δ_t + a_t − a_(t+1), and the last number is not negative."""
    last = at(A_TO_THE_END, T + 1)
    step = follows(le(mu * a(t), extra(t) + a(t) - a(t + 1)), at(claim.given[3], t))
    return follows(claim.states[0], telescope(step, t, 1, T, a(t)), last, ge(T, 1), gt(mu, 0))


PRODUCT_BELOW_INVERSE = Claim(
    "tuned/product-below-inverse",
    at="D. Mitrinović, Analytic Inequalities (1970), section 3.2.37, Weierstrass's inequalities",
    given=[
        ge(T, 1),
        not_negative(a, ROUND),
        lt(Sum(a(t), (t, 1, T)), 1),
        PRODUCT_STARTS,
        forall(t, eq(product(t + 1), product(t) * (1 + a(t))), ROUND),
    ],
    states=le(product(T + 1), 1 / (1 - Sum(a(t), (t, 1, T)))),
    says="(1 + a_1)⋯(1 + a_T) ≤ 1/(1 − (a_1 + … + a_T)) while the sum is below 1.",
    reading="a_1, …, a_T are not negative, and P(t + 1) is the product of the first t factors.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)
