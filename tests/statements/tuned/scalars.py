"""Inequalities of numbers and of finite sums: means, logarithms, exponentials, entropies, sums of step sizes, tails."""

from sympy import Lambda, Rational, Sum, exp, log

from verify.audit import Claim, Theorem, eq, family, forall, ge, gt, integer, le, ne, positive, real, witness

x, r, q, order = real("x r q p")
a, b, epsilon = positive("a b ε")
i, j, s, t, N, T = integer("i j s t N T")
P = family("p", positive=True)
Q = family("q", positive=True)
A = family("a", positive=True)
B = family("b", positive=True)
gain = family("f")
value = family("x")
other = family("y")
P_SUMS_TO_ONE = eq(Sum(P(i), (i, 1, N)), 1)
Q_SUMS_TO_ONE = eq(Sum(Q(i), (i, 1, N)), 1)
ENTROPY_OF = Sum(P(i) * log(P(i) / Q(i)), (i, 1, N))
UNTIL_NOW = Sum(A(s), (s, 1, t))

BERNOULLI_EVERY_POSITIVE_POWER = Claim(
    "tuned/bernoulli-every-positive-power",
    at="D. Mitrinović, Analytic Inequalities (1970), section 2.4, Bernoulli's inequality",
    given=[gt(x, -1), gt(r, 0)],
    states=ge((1 + x) ** r, 1 + r * x),
    says="(1 + x)^r ≥ 1 + rx for every power r > 0.",
    reading="x > −1 and r are real.",
    weight="gap",
    slip="True for r ≥ 1; between 0 and 1 the power is concave and the inequality is the other way round.",
)


@BERNOULLI_EVERY_POSITIVE_POWER.counterexample
def bernoulli_every_positive_power(claim: Claim) -> Theorem:
    """The root of 4 is 2, and 1 + 3/2 is more."""
    return witness(claim.given, claim.states[0], {x: 3, r: Rational(1, 2)})


YOUNG_WITH_WEIGHT_WRONG_POWER = Claim(
    "tuned/young-with-weight-wrong-power",
    at="L. Evans, Partial Differential Equations (2010), appendix B.2, Young's inequality with ε",
    given=[gt(order, 1), eq(1 / order + 1 / q, 1)],
    states=le(a * b, epsilon * a**order + (epsilon * order) ** (-q) * b**q / q),
    says="ab ≤ εa^p + C(ε)b^q with C(ε) = (εp)^(−q)/q.",
    reading="a, b, ε > 0 and 1 < p, q < ∞ are conjugate exponents.",
    weight="error",
    slip="C(ε) is (εp)^(−q/p)/q; with the power −q it falls too fast as ε grows.",
)


@YOUNG_WITH_WEIGHT_WRONG_POWER.counterexample
def young_with_weight_wrong_power(claim: Claim) -> Theorem:
    """Squares with ε = 1: ab is at most a² + b²/4, and not a² + b²/8."""
    return witness(claim.given, claim.states[0], {order: 2, q: 2, epsilon: 1, a: 1, b: 3})


SHARES_OF_RUNNING_SUM = Claim(
    "tuned/shares-of-running-sum",
    at="F. Orabona, A Modern Introduction to Online Learning (2019), Lemma 4.13 with f(x) = 1/x",
    given=[ge(T, 1)],
    states=le(Sum(A(t) / UNTIL_NOW, (t, 1, T)), 1 + log(T)),
    says="Σ a_t/(a_1 + … + a_t) ≤ 1 + ln T for any positive numbers.",
    reading="a_1, …, a_T are positive, and of any size.",
    weight="error",
    slip="The sum is at most 1 + ln((a_1 + … + a_T)/a_1), which is 1 + ln T for equal numbers only.",
)


@SHARES_OF_RUNNING_SUM.counterexample
def shares_of_running_sum(claim: Claim) -> Theorem:
    """Numbers that grow tenfold: each share is at least nine tenths."""
    return witness(claim.given, claim.states[0], {T: 3, A: Lambda(t, 10**t)})


ENTROPY_LIPSCHITZ = Claim(
    "tuned/entropy-lipschitz",
    at="T. Cover and J. Thomas, Elements of Information Theory (2006), Theorem 17.3.3",
    given=[ge(N, 2), P_SUMS_TO_ONE, Q_SUMS_TO_ONE],
    states=le(
        abs(Sum(P(i) * log(P(i)), (i, 1, N)) - Sum(Q(i) * log(Q(i)), (i, 1, N))),
        Sum(abs(P(i) - Q(i)), (i, 1, N)) * log(N),
    ),
    says="Two entropies differ by at most ‖p − q‖₁ ln N.",
    reading="p and q are distributions on N ≥ 2 points without a zero; natural logarithms.",
    weight="error",
    slip="The entropy is not Lipschitz at the boundary: the bound is θ ln(N/θ) for θ = ‖p − q‖₁ ≤ ½.",
)


@ENTROPY_LIPSCHITZ.counterexample
def entropy_lipschitz(claim: Claim) -> Theorem:
    """Near a corner, where the slope of x ln x is steep."""
    return witness(
        claim.given,
        claim.states[0],
        {
            N: 2,
            P: [Rational(1, 100), Rational(99, 100)],
            Q: [Rational(1, 10000), Rational(9999, 10000)],
        },
    )


HOELDER_ANY_CONJUGATES = Claim(
    "tuned/hoelder-any-conjugates",
    at="G. Hardy, J. Littlewood, G. Pólya, Inequalities (1934), Theorem 13",
    given=[ge(N, 1), ne(order, 0), ne(q, 0), eq(1 / order + 1 / q, 1)],
    states=le(
        Sum(A(i) * B(i), (i, 1, N)),
        Sum(A(i) ** order, (i, 1, N)) ** (1 / order) * Sum(B(i) ** q, (i, 1, N)) ** (1 / q),
    ),
    says="Hölder's inequality for any p and q with 1/p + 1/q = 1.",
    reading="a and b are positive; p and q are not 0.",
    weight="gap",
    slip="p > 1 is needed; for p < 1, where p or q is negative, the inequality is the other way round.",
)


@HOELDER_ANY_CONJUGATES.counterexample
def hoelder_any_conjugates(claim: Claim) -> Theorem:
    """With p = ½ and q = −1: 3 against 8/3."""
    return witness(claim.given, claim.states[0], {N: 2, order: Rational(1, 2), q: -1, A: [1, 1], B: [1, 2]})


LOGARITHM_ABOVE_PARABOLA = Claim(
    "tuned/logarithm-above-parabola",
    at="N. Cesa-Bianchi, Y. Mansour, G. Stoltz, Improved second-order bounds for prediction with expert advice (2007), "
    "Lemma 1",
    given=[gt(x, -1)],
    states=ge(log(1 + x), x - x**2),
    says="ln(1 + x) ≥ x − x² wherever the logarithm is defined.",
    reading="x > −1 is real.",
    weight="gap",
    slip="True from −½ on; the logarithm falls below every parabola near −1.",
)


@LOGARITHM_ABOVE_PARABOLA.counterexample
def logarithm_above_parabola(claim: Claim) -> Theorem:
    """ln ¼ is −1.386…, and −¾ − 9/16 is −1.3125."""
    return witness(claim.given, claim.states[0], {x: Rational(-3, 4)})


BERNOULLI = Claim(
    "tuned/bernoulli",
    at="D. Mitrinović, Analytic Inequalities (1970), section 2.4, Bernoulli's inequality",
    given=[gt(x, -1), ge(r, 1)],
    states=ge((1 + x) ** r, 1 + r * x),
    says="(1 + x)^r ≥ 1 + rx for every real power r ≥ 1.",
    reading="x > −1 and r are real.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)

EXPONENTIAL_BELOW_PARABOLA = Claim(
    "tuned/exponential-below-parabola",
    at="N. Cesa-Bianchi and G. Lugosi, Prediction, Learning, and Games (2006), section 6.3",
    given=[le(x, 1)],
    states=le(exp(x), 1 + x + x**2),
    says="eˣ ≤ 1 + x + x² up to 1.",
    reading="x ≤ 1 is real.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)

WEIGHTED_GEOMETRIC_MEAN = Claim(
    "tuned/weighted-geometric-mean",
    at="G. Hardy, J. Littlewood, G. Pólya, Inequalities (1934), Theorem 9",
    given=[ge(N, 1), P_SUMS_TO_ONE],
    states=le(Sum(P(i) * log(A(i)), (i, 1, N)), log(Sum(P(i) * A(i), (i, 1, N)))),
    says="A weighted geometric mean is at most the arithmetic one, by logarithms.",
    reading="Positive weights p with the sum 1, and positive numbers a_1, …, a_N.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)

LOG_SUM = Claim(
    "tuned/log-sum",
    at="T. Cover and J. Thomas, Elements of Information Theory (2006), Theorem 2.7.1",
    given=[ge(N, 1)],
    states=ge(
        Sum(A(i) * log(A(i) / B(i)), (i, 1, N)),
        Sum(A(i), (i, 1, N)) * log(Sum(A(i), (i, 1, N)) / Sum(B(i), (i, 1, N))),
    ),
    says="The log sum inequality.",
    reading="a and b are positive.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)

CHEBYSHEV_SUM = Claim(
    "tuned/chebyshev-sum",
    at="G. Hardy, J. Littlewood, G. Pólya, Inequalities (1934), Theorem 43",
    given=[
        ge(N, 1),
        forall([i, j], le(value(i), value(j)), [ge(i, 1), le(i, j), le(j, N)]),
        forall([i, j], le(other(i), other(j)), [ge(i, 1), le(i, j), le(j, N)]),
    ],
    states=le(Sum(value(i), (i, 1, N)) * Sum(other(i), (i, 1, N)), N * Sum(value(i) * other(i), (i, 1, N))),
    says="Chebyshev: of numbers in the same order the mean product is at least the product of the means.",
    reading="x and y are nondecreasing, of either sign.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)

GIBBS_VARIATIONAL = Claim(
    "tuned/gibbs-variational",
    at="S. Boucheron, G. Lugosi, P. Massart, Concentration Inequalities (2013), Corollary 4.14",
    given=[ge(N, 1), P_SUMS_TO_ONE, Q_SUMS_TO_ONE],
    states=le(Sum(P(i) * gain(i), (i, 1, N)) - ENTROPY_OF, log(Sum(Q(i) * exp(gain(i)), (i, 1, N)))),
    says="The Donsker–Varadhan inequality: a mean less the relative entropy is at most the log-moment under q.",
    reading="p and q are distributions on N points without a zero, and f is any function on them.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)
