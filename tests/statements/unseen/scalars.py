"""Inequalities of numbers and of finite sums: means, logarithms, exponentials, entropies, sums of step sizes, tails."""

from sympy import Lambda, Rational, Sum, exp, log, pi, sqrt

from verify.audit import Claim, Theorem, eq, family, forall, ge, integer, le, nonnegative, positive, real, witness

u, h = nonnegative("u h")
share = real("p")
delta = positive("δ")
i, s, t, N, T = integer("i s t N T")
P = family("p", positive=True)
Q = family("q", positive=True)
A = family("a", positive=True)
step = family("a")
P_SUMS_TO_ONE = eq(Sum(P(i), (i, 1, N)), 1)
Q_SUMS_TO_ONE = eq(Sum(Q(i), (i, 1, N)), 1)
ENTROPY_OF = Sum(P(i) * log(P(i) / Q(i)), (i, 1, N))
UNTIL_NOW = Sum(A(s), (s, 1, t))
ALL_STEPS = Sum(A(t), (t, 1, T))
BENNETT = (1 + u) * log(1 + u) - u
TWO_POINTS = share * exp(h * (1 - share)) + (1 - share) * exp(-h * share)

PINSKER_IN_BITS = Claim(
    "unseen/pinsker-in-bits",
    at="T. Cover and J. Thomas, Elements of Information Theory (2006), Lemma 11.6.1",
    given=[ge(N, 1), P_SUMS_TO_ONE, Q_SUMS_TO_ONE],
    states=ge(ENTROPY_OF, Sum(abs(P(i) - Q(i)), (i, 1, N)) ** 2 / (2 * log(2))),
    says="The relative entropy, in nats, is at least ‖p − q‖₁²/(2 ln 2).",
    reading="p and q are distributions on N points without a zero, and the logarithm is the natural one.",
    weight="constant",
    slip="1/(2 ln 2) is the constant for an entropy in bits; in nats it is ½.",
)


@PINSKER_IN_BITS.counterexample
def pinsker_in_bits(claim: Claim) -> Theorem:
    """Of two points: ln 2 − ½ ln 3 = 0.1438… against 0.1803…."""
    return witness(
        claim.given, claim.states[0], {N: 2, P: [Rational(1, 2), Rational(1, 2)], Q: [Rational(1, 4), Rational(3, 4)]}
    )


BERNSTEIN_HALF_THE_RANGE = Claim(
    "unseen/bernstein-half-the-range",
    at="S. Boucheron, G. Lugosi, P. Massart, Concentration Inequalities (2013), section 2.7, from Bennett to Bernstein",
    states=ge(BENNETT, u**2 / (2 + u / 3)),
    says="Bennett's function (1 + u) ln(1 + u) − u is at least u²/(2 + u/3).",
    reading="For every real u ≥ 0.",
    weight="constant",
    slip="The factor 2 stands before 1 + u/3: the denominator is 2 + 2u/3.",
)


@BERNSTEIN_HALF_THE_RANGE.counterexample
def bernstein_half_the_range(claim: Claim) -> Theorem:
    """2 ln 2 − 1 = 0.386… against 3/7."""
    return witness(claim.given, claim.states[0], {u: 1})


TWO_POINTS_BY_VARIANCE = Claim(
    "unseen/two-points-by-variance",
    at="W. Hoeffding, Probability inequalities for sums of bounded random variables (1963), (4.16)",
    given=[ge(share, 0), le(share, 1)],
    states=le(TWO_POINTS, exp(share * (1 - share) * h**2 / 2)),
    says="A centred Bernoulli variable is sub-Gaussian with its variance as the factor.",
    reading="The moment generating function at h ≥ 0 of a variable that is 1 − p with probability p, and −p otherwise.",
    weight="error",
    slip="The factor is the squared range over four, ¼; the variance p(1 − p) will not do where p is below one half.",
)


@TWO_POINTS_BY_VARIANCE.counterexample
def two_points_by_variance(claim: Claim) -> Theorem:
    """A variable that is rarely large: 2.15… against 1.5."""
    return witness(claim.given, claim.states[0], {share: Rational(1, 10), h: 3})


HARMONIC_ABOVE_ROUNDED_EULER = Claim(
    "unseen/harmonic-above-rounded-euler",
    at="R. Graham, D. Knuth, O. Patashnik, Concrete Mathematics (1994), (6.60) and (6.66)",
    given=[ge(T, 1)],
    states=ge(Sum(1 / t, (t, 1, T)), log(T) + Rational(3, 5)),
    says="The harmonic number H_T is at least ln T + 0.6.",
    reading="T ≥ 1 is an integer; 0.6 for Euler's constant.",
    weight="constant",
    slip="H_T − ln T decreases to Euler's constant 0.577…, which was rounded up.",
)


@HARMONIC_ABOVE_ROUNDED_EULER.counterexample
def harmonic_above_rounded_euler(claim: Claim) -> Theorem:
    """From T = 22 on H_T − ln T is below 0.6; at 25 it is 0.597…."""
    return witness(claim.given, claim.states[0], {T: 25})


ADAPTIVE_STEPS_ONE_AND_A_HALF = Claim(
    "unseen/adaptive-steps-one-and-a-half",
    at="P. Auer, N. Cesa-Bianchi, C. Gentile, Adaptive and self-confident online learning algorithms (2002), Lemma 3.5",
    given=[ge(T, 1)],
    states=le(Sum(A(t) / sqrt(UNTIL_NOW), (t, 1, T)), Rational(3, 2) * sqrt(ALL_STEPS)),
    says="Σ a_t/√(a_1 + … + a_t) ≤ 1.5 √(a_1 + … + a_T).",
    reading="a_1, …, a_T are positive.",
    weight="constant",
    slip="The factor is 2, the integral of 1/√x; it is approached as T grows.",
)


@ADAPTIVE_STEPS_ONE_AND_A_HALF.counterexample
def adaptive_steps_one_and_a_half(claim: Claim) -> Theorem:
    """Seven equal numbers: 4.018… against 3.969…."""
    return witness(claim.given, claim.states[0], {T: 7, A: Lambda(t, 1)})


STIRLING_REMAINDER_EXCHANGED = Claim(
    "unseen/stirling-remainder-exchanged",
    at="H. Robbins, A remark on Stirling's formula (1955), (1) and (2)",
    given=[ge(T, 1)],
    states=ge(Sum(log(t), (t, 1, T)), T * log(T) - T + log(2 * pi * T) / 2 + 1 / (12 * T)),
    says="ln T! is at least Stirling's approximation and 1/(12T).",
    reading="T ≥ 1 is an integer, and ln T! the sum of the logarithms of 1, …, T.",
    weight="error",
    slip="1/(12T) bounds the remainder from above; from below it is 1/(12T + 1).",
)


@STIRLING_REMAINDER_EXCHANGED.counterexample
def stirling_remainder_exchanged(claim: Claim) -> Theorem:
    """For T = 1 the remainder is 1 − ½ ln(2π) = 0.0810…, and 1/12 is 0.0833…."""
    return witness(claim.given, claim.states[0], {T: 1})


ENTROPY_BELOW_CHI_SQUARED = Claim(
    "unseen/entropy-below-chi-squared",
    at="A. Gibbs, F. Su, On choosing and bounding probability metrics (2002), Theorem 5",
    given=[ge(N, 1), P_SUMS_TO_ONE, Q_SUMS_TO_ONE],
    states=le(ENTROPY_OF, Sum((P(i) - Q(i)) ** 2 / Q(i), (i, 1, N))),
    says="The relative entropy is at most the χ² distance.",
    reading="p and q are distributions on N points without a zero.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)

BENNETT_TWO_POINTS = Claim(
    "unseen/bennett-two-points",
    at="S. Boucheron, G. Lugosi, P. Massart, Concentration Inequalities (2013), Theorem 2.9",
    given=[ge(share, 0), le(share, 1)],
    states=le(TWO_POINTS, exp(share * (1 - share) * (exp(h) - 1 - h))),
    says="Bennett's bound on the moment generating function of a centred Bernoulli variable.",
    reading="At h ≥ 0, of a variable that is 1 − p with probability p, and −p otherwise; its variance is p(1 − p).",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)

HARMONIC_TRAPEZOIDS = Claim(
    "unseen/harmonic-trapezoids",
    at="R. Graham, D. Knuth, O. Patashnik, Concrete Mathematics (1994), (6.66)",
    given=[ge(T, 1)],
    states=ge(Sum(1 / t, (t, 1, T)), log(T) + Rational(1, 2) + 1 / (2 * T)),
    says="H_T ≥ ln T + ½ + 1/(2T), by the trapezoid rule for 1/x.",
    reading="T ≥ 1 is an integer.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)

LATE_ADAPTIVE_STEPS = Claim(
    "unseen/late-adaptive-steps",
    at="P. Auer, N. Cesa-Bianchi, C. Gentile, Adaptive and self-confident online learning algorithms (2002), Lemma 3.5",
    given=[ge(T, 1), forall(t, ge(step(t), 0), [ge(t, 1), le(t, T)]), forall(t, le(step(t), 1), [ge(t, 1), le(t, T)])],
    states=le(
        Sum(step(t) / sqrt(1 + Sum(step(s), (s, 1, t - 1))), (t, 1, T)),
        2 * sqrt(Sum(step(t), (t, 1, T))),
    ),
    says="With the sum up to t − 1, and 1 added to it, the factor 2 remains.",
    reading="0 ≤ a_t ≤ 1 for t from 1 to T; an empty sum is 0.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)

SHARES_OF_RUNNING_SUM_WITH_OFFSET = Claim(
    "unseen/shares-of-running-sum-with-offset",
    at="E. Hazan, A. Agarwal, S. Kale, Logarithmic regret algorithms for online convex optimization (2007), Lemma 11",
    given=[ge(T, 1)],
    states=le(Sum(A(t) / (delta + UNTIL_NOW), (t, 1, T)), log(1 + ALL_STEPS / delta)),
    says="Σ a_t/(δ + a_1 + … + a_t) ≤ ln(1 + (a_1 + … + a_T)/δ), in one dimension.",
    reading="δ and a_1, …, a_T are positive.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)

LOGARITHM_BELOW_KARAMATA = Claim(
    "unseen/logarithm-below-karamata",
    at="D. Mitrinović, Analytic Inequalities (1970), section 3.6.16, Karamata's inequality",
    states=le(log(1 + u), u / sqrt(1 + u)),
    says="ln(1 + u) ≤ u/√(1 + u).",
    reading="For every real u ≥ 0.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)
