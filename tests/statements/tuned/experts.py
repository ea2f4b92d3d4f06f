"""Prediction with expert advice: exponential and multiplicative weights, majorities, mixtures, leaders, Winnow."""

from typing import Any

from sympy import Expr, KroneckerDelta, Lambda, Rational, Sum, exp, log, pi, sin

from verify.audit import Claim, Theorem, eq, family, forall, ge, gt, integer, le, lt, positive, real, witness

eta, smaller, larger = positive("η η μ")
rate, beta, alpha = real("η β α")
i, j, k, n, r, t, N, T = integer("i j k n r t N T")
loss = family("ℓ")
gain = family("x")
err = family("e")
mistake = family("z")
kept = family("w")
label = family("y")
advice = family("x")
likelihood = family("f")
shared = family("u")
chosen = family("c")
P = family("p", positive=True)
value = family("a")
SIZES = [ge(N, 2), ge(T, 1), ge(k, 1), le(k, N)]
ROUND = [ge(t, 1), le(t, T)]
PLACE = [ge(i, 1), le(i, N)]
EACH = [*ROUND, *PLACE]


def averaged(weight: Any, of: Any) -> Expr:
    """The mean of `of` in round t under the weights, functions of t and i."""
    return Sum(weight(t, i) * of(t, i), (i, 1, N)) / Sum(weight(t, i), (i, 1, N))


def in_all(of: Any, member: Any) -> Expr:
    """The sum over all rounds for one expert."""
    return Sum(of(t, member), (t, 1, T))


EXPONENTIAL = Lambda((t, i), exp(-eta * Sum(loss(r, i), (r, 1, t - 1))))
DISCOUNTED = Lambda((t, i), beta ** Sum(err(r, i), (r, 1, t - 1)))
SHRUNK = Lambda((t, i), exp(log(1 - rate) * Sum(loss(r, i), (r, 1, t - 1))))
PROD = Lambda((t, i), exp(Sum(log(1 + rate * gain(r, i)), (r, 1, t - 1))))
SQUARE = Lambda((t, i), (advice(t, i) - label(t)) ** 2)
SQUARE_TWO = Lambda((t, i), exp(-2 * Sum(SQUARE(r, i), (r, 1, t - 1))))
NOT_NEGATIVE = forall([t, i], ge(loss(t, i), 0), EACH)
AT_MOST_ONE = forall([t, i], le(loss(t, i), 1), EACH)
ERRORS_ARE_BITS = forall([t, i], eq(err(t, i) ** 2, err(t, i)), EACH)
MISTAKES_ARE_BITS = forall(t, eq(mistake(t) ** 2, mistake(t)), ROUND)
WRONG_DISCOUNTED = forall(t, le(mistake(t) * Sum(DISCOUNTED(t, i) * (1 - 2 * err(t, i)), (i, 1, N)), 0), ROUND)
IN_UNIT = [
    forall([t, i], ge(advice(t, i), 0), EACH),
    forall([t, i], le(advice(t, i), 1), EACH),
    forall(t, ge(label(t), 0), ROUND),
    forall(t, le(label(t), 1), ROUND),
]
RATE = [gt(rate, 0), le(rate, Rational(1, 2))]
GAINS = [forall([t, i], ge(gain(t, i), -1), EACH), forall([t, i], le(gain(t, i), 1), EACH)]
ONE_IS_CHOSEN = [
    forall([t, i], eq(chosen(t, i) ** 2, chosen(t, i)), EACH),
    forall(t, eq(Sum(chosen(t, i), (i, 1, N)), 1), ROUND),
]
EACH_OTHER = [*ROUND, ge(j, 1), le(j, N)]


def in_rounds(last: Any) -> Expr:
    """What expert j loses up to a round."""
    return Sum(loss(r, j), (r, 1, last))


TURNS = [[int(place == turn % 4) for place in range(4)] for turn in range(7)]
FOLLOWED = Sum(Sum(chosen(t, i) * loss(t, i), (i, 1, N)), (t, 1, T))
STAYED = Sum(chosen(t, i) * chosen(t + 1, i), (i, 1, N))
LEADS = [
    forall([t, i], eq(loss(t, i) ** 2, loss(t, i)), EACH),
    *ONE_IS_CHOSEN,
    forall([t, j], le(Sum(chosen(t, i) * Sum(loss(r, i), (r, 1, t - 1)), (i, 1, N)), in_rounds(t - 1)), EACH_OTHER),
]
LIKELY = forall([t, i], gt(likelihood(t, i), 0), EACH)
MASS = Sum(shared(t, j) * likelihood(t, j), (j, 1, N))
SHARING = [
    forall(i, eq(shared(1, i), 1 / N), PLACE),
    forall(
        [t, i],
        eq(
            shared(t + 1, i),
            (1 - alpha) * shared(t, i) * likelihood(t, i) + alpha / (N - 1) * (MASS - shared(t, i) * likelihood(t, i)),
        ),
        [ge(t, 1), lt(t, T), *PLACE],
    ),
]
SCORE = Sum(kept(t, i) * advice(t, i), (i, 1, n))
VARIABLE = [ge(i, 1), le(i, n)]
WINNOW_RUN = [
    ge(n, 2),
    ge(k, 1),
    le(k, n),
    ge(T, 1),
    forall([t, i], eq(advice(t, i) ** 2, advice(t, i)), [*ROUND, *VARIABLE]),
    forall(t, eq(label(t) ** 2, label(t)), ROUND),
    MISTAKES_ARE_BITS,
    forall(t, eq((1 - label(t)) * Sum(advice(t, i), (i, 1, k)), 0), ROUND),
    forall(t, le(label(t), Sum(advice(t, i), (i, 1, k))), ROUND),
    forall(i, eq(kept(1, i), 1), VARIABLE),
    forall(
        [t, i],
        eq(kept(t + 1, i), kept(t, i) * (1 + mistake(t) * advice(t, i) * (2 * label(t) - 1))),
        [*ROUND, *VARIABLE],
    ),
    forall(t, ge(mistake(t) * label(t) * (n / 2 - SCORE), 0), ROUND),
    forall(t, ge(mistake(t) * (1 - label(t)) * (SCORE - n / 2), 0), ROUND),
]

SECOND_ORDER_SIGNED_LOSSES = Claim(
    "tuned/second-order-signed-losses",
    at="E. Hazan, Introduction to Online Convex Optimization (2016), Theorem 1.5",
    given=SIZES,
    states=le(
        Sum(averaged(EXPONENTIAL, loss) - loss(t, k), (t, 1, T)),
        log(N) / eta + eta / 2 * Sum(averaged(EXPONENTIAL, Lambda((t, i), loss(t, i) ** 2)), (t, 1, T)),
    ),
    says="Hedge's regret is at most ln N/η and η/2 times the losses' second moments, whatever their signs.",
    reading="The losses are any real numbers, and the moments those under Hedge's weights.",
    weight="gap",
    slip="e⁻ˣ ≤ 1 − x + x²/2 is for x ≥ 0: losses must not be negative.",
)


@SECOND_ORDER_SIGNED_LOSSES.counterexample
def second_order_signed_losses(claim: Claim) -> Theorem:
    """One expert of eight gains 1 in the only round, and the rate is large: 7/8 against 0.728…."""
    return witness(
        claim.given, claim.states[0], {N: 8, T: 1, k: 1, eta: 5, loss: Lambda((t, i), -KroneckerDelta(i, 1))}
    )


SQUARE_LOSS_MEAN_AT_MIXABLE_RATE = Claim(
    "tuned/square-loss-mean-at-mixable-rate",
    at="D. Haussler, J. Kivinen, M. Warmuth, Sequential prediction of individual sequences under general loss "
    "functions (1998), Table I",
    given=[*SIZES, *IN_UNIT],
    states=le(Sum((averaged(SQUARE_TWO, advice) - label(t)) ** 2 - SQUARE(t, k), (t, 1, T)), log(N) / 2),
    says="For the square loss the weighted mean at rate 2 has a regret of at most ½ ln N.",
    reading="Experts' predictions and outcomes are in [0, 1]; the forecast is the mean under exponential weights.",
    weight="error",
    slip="At rate 2 the loss is mixable, but the mean is not the forecast that shows it; the mean needs rate ½.",
)


@SQUARE_LOSS_MEAN_AT_MIXABLE_RATE.counterexample
def square_loss_mean_at_mixable_rate(claim: Claim) -> Theorem:
    """Two experts say ½ and 1 in turn, and the outcome is 0: 0.4509… against 0.3465…."""
    return witness(
        claim.given,
        claim.states[0],
        {
            N: 2,
            T: 3,
            k: 1,
            label: Lambda(t, 0),
            advice: [[Rational(1, 2), 1], [1, Rational(1, 2)], [Rational(1, 2), 1]],
        },
    )


LEADER_TWICE_THE_BEST = Claim(
    "tuned/leader-twice-the-best",
    at="S. Shalev-Shwartz, Online Learning and Online Convex Optimization (2012), section 1.2",
    given=[*SIZES, *LEADS],
    states=le(FOLLOWED, 2 * in_all(loss, k) + N),
    says="Follow the leader, over N experts, errs at most 2m + N times.",
    reading="c(t, i) = 1 for one expert, with the fewest errors before round t, and 0 for others; losses are 0 or 1.",
    weight="error",
    slip="Leaders may err one after another, N times for each error of the best, and not twice.",
)


@LEADER_TWICE_THE_BEST.counterexample
def leader_twice_the_best(claim: Claim) -> Theorem:
    """Four experts lead, and err, in turn, until the best has erred once and all others twice."""
    return witness(claim.given, claim.states[0], {N: 4, T: 7, k: 4, chosen: TURNS, loss: TURNS})


WINNOW_COUNTS_PROMOTIONS_ONLY = Claim(
    "tuned/winnow-counts-promotions-only",
    at="N. Littlestone, Learning quickly when irrelevant attributes abound (1988), Theorem 7",
    given=WINNOW_RUN,
    states=le(Sum(mistake(t), (t, 1, T)), k * log(n) / log(2) + 2),
    says="Winnow with factor 2 and threshold n/2 errs at most k log₂ n + 2 times on a disjunction of k variables.",
    reading="x(t, ·) and y(t) are bits, y(t) = 1 where one of x(t, 1), …, x(t, k) is 1; z(t) = 1 where it errs.",
    weight="constant",
    slip="k log₂ n bounds the promotions; there may be as many demotions, and two more.",
)


@WINNOW_COUNTS_PROMOTIONS_ONLY.counterexample
def winnow_counts_promotions_only(claim: Claim) -> Theorem:
    """Eight variables, of which the first decides: three demotions and three promotions in turn."""
    return witness(
        claim.given,
        claim.states[0],
        {
            n: 8,
            k: 1,
            T: 6,
            label: [0, 1, 0, 1, 0, 1],
            mistake: Lambda(t, 1),
            advice: [
                [0, 0, 0, 0, 1, 1, 1, 1],
                [1, 1, 1, 1, 0, 0, 0, 0],
                [0, 0, 1, 1, 0, 0, 0, 0],
                [1, 1, 0, 0, 0, 0, 0, 0],
                [0, 1, 0, 0, 0, 0, 0, 0],
                [1, 0, 0, 0, 0, 0, 0, 0],
            ],
            kept: [
                [1, 1, 1, 1, 1, 1, 1, 1],
                [1, 1, 1, 1, 0, 0, 0, 0],
                [2, 2, 2, 2, 0, 0, 0, 0],
                [2, 2, 0, 0, 0, 0, 0, 0],
                [4, 4, 0, 0, 0, 0, 0, 0],
                [4, 0, 0, 0, 0, 0, 0, 0],
                [8, 0, 0, 0, 0, 0, 0, 0],
            ],
        },
    )


PROD_OWN_VARIANCE = Claim(
    "tuned/prod-own-variance",
    at="N. Cesa-Bianchi, Y. Mansour, G. Stoltz, Improved second-order bounds for prediction with expert advice (2007), "
    "Lemma 2",
    given=[*SIZES, *RATE, *GAINS],
    states=ge(
        Sum(averaged(PROD, gain), (t, 1, T)),
        in_all(gain, k) - log(N) / rate - rate * Sum(averaged(PROD, gain) ** 2, (t, 1, T)),
    ),
    says="Prod gains as much as any expert, less ln N/η and η times the sum of its own squared gains.",
    reading="Gains are in [−1, 1], 0 < η ≤ ½, and weights are multiplied by 1 + η·gain.",
    weight="error",
    slip="The squares are those of the expert that it is compared with, whose weight they hold down.",
)


@PROD_OWN_VARIANCE.counterexample
def prod_own_variance(claim: Claim) -> Theorem:
    """One expert gains 1 and loses ⅘ in turn: its weight falls though its gains grow."""
    return witness(
        claim.given,
        claim.states[0],
        {N: 2, T: 27, k: 1, rate: Rational(1, 2), gain: Lambda((t, i), (2 - i) * (9 * sin(pi * t / 2) ** 2 - 4) / 5)},
    )


HEDGE_SMALL_LOSSES_WRONG_SIGN = Claim(
    "tuned/hedge-small-losses-wrong-sign",
    at="Y. Freund and R. Schapire, A decision-theoretic generalization of on-line learning (1997), Theorem 2",
    given=[*SIZES, NOT_NEGATIVE, AT_MOST_ONE],
    states=le(Sum(averaged(EXPONENTIAL, loss), (t, 1, T)), (eta * in_all(loss, k) + log(N)) / (exp(eta) - 1)),
    says="Hedge's loss is at most (ηL + ln N)/(e^η − 1).",
    reading="Losses are in [0, 1] and β = e^−η.",
    weight="misprint",
    slip="The denominator is 1 − β, which is 1 − e^−η.",
)


@HEDGE_SMALL_LOSSES_WRONG_SIGN.counterexample
def hedge_small_losses_wrong_sign(claim: Claim) -> Theorem:
    """Both experts lose 1 in the only round: 1 against 0.42…."""
    return witness(claim.given, claim.states[0], {N: 2, T: 1, k: 1, eta: 2, loss: Lambda((t, i), 1)})


WEIGHTED_MAJORITY = Claim(
    "tuned/weighted-majority",
    at="N. Littlestone and M. Warmuth, The weighted majority algorithm (1994), Theorem 2.1",
    given=[*SIZES, gt(beta, 0), lt(beta, 1), ERRORS_ARE_BITS, MISTAKES_ARE_BITS, WRONG_DISCOUNTED],
    states=le(
        Sum(mistake(t), (t, 1, T)),
        (log(N) + in_all(err, k) * log(1 / beta)) / log(2 / (1 + beta)),
    ),
    says="Weighted majority makes at most (ln N + m ln(1/β))/ln(2/(1 + β)) mistakes.",
    reading="Weights fall by the factor β at each error; z(t) = 1 only where those that err weigh half or more.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)

BE_THE_LEADER = Claim(
    "tuned/be-the-leader",
    at="A. Kalai and S. Vempala, Efficient algorithms for online decision problems (2005), Lemma 3.1, among experts",
    given=[
        *SIZES,
        *ONE_IS_CHOSEN,
        forall([t, j], le(Sum(chosen(t, i) * Sum(loss(r, i), (r, 1, t)), (i, 1, N)), in_rounds(t)), EACH_OTHER),
    ],
    states=le(FOLLOWED, in_all(loss, k)),
    says="Who could be the leader of all rounds up to and with the present one would lose no more than any expert.",
    reading="c(t, i) = 1 for one expert, who has the least loss in rounds 1 to t, and 0 for others; losses are real.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)

DISCOUNTED_HEDGE = Claim(
    "tuned/discounted-hedge",
    at="S. Arora, E. Hazan, S. Kale, The multiplicative weights update method (2012), section 2.2, the Hedge algorithm",
    given=[*SIZES, *RATE, NOT_NEGATIVE, AT_MOST_ONE],
    states=le(Sum(averaged(SHRUNK, loss), (t, 1, T)), (1 + rate) * in_all(loss, k) + log(N) / rate),
    says="With weights (1 − η)^loss the loss is at most (1 + η) times the best expert's and ln N/η.",
    reading="Losses are in [0, 1], and 0 < η ≤ ½.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)

MIX_RISES_WITH_RATE = Claim(
    "tuned/mix-rises-with-rate",
    at="S. de Rooij, T. van Erven, P. Grünwald, W. Koolen, Follow the leader if you can (2014), section 2, mix losses",
    given=[ge(N, 1), eq(Sum(P(i), (i, 1, N)), 1), le(smaller, larger)],
    states=le(
        log(Sum(P(i) * exp(smaller * value(i)), (i, 1, N))) / smaller,
        log(Sum(P(i) * exp(larger * value(i)), (i, 1, N))) / larger,
    ),
    says="(1/η) ln Σ p_i e^(ηa_i) does not fall as η grows.",
    reading="0 < η ≤ μ, weights p with the sum 1, and any numbers a.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)

FIXED_SHARE = Claim(
    "tuned/fixed-share",
    at="M. Herbster and M. Warmuth, Tracking the best expert (1998), fixed share with the log loss",
    given=[
        ge(N, 2),
        ge(T, 1),
        gt(alpha, 0),
        lt(alpha, 1),
        LIKELY,
        *SHARING,
        *ONE_IS_CHOSEN,
    ],
    states=le(
        -log(Sum(shared(T, i) * likelihood(T, i), (i, 1, N))),
        log(N)
        - Sum(Sum(chosen(t, i) * log(likelihood(t, i)), (i, 1, N)), (t, 1, T))
        + Sum(STAYED * log(1 / (1 - alpha)) + (1 - STAYED) * log((N - 1) / alpha), (t, 1, T - 1)),
    ),
    says="Under log loss fixed share pays ln N, ln((N − 1)/α) for a switch, and ln(1/(1 − α)) where there is none.",
    reading="c(t, i) = 1 for one expert a round, and 0 for others; u(t, i) are weights before round t, of which the "
    "sum is the probability of what was seen.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)

WINNOW = Claim(
    "tuned/winnow",
    at="N. Littlestone, Learning quickly when irrelevant attributes abound (1988), Theorem 7",
    given=WINNOW_RUN,
    states=le(Sum(mistake(t), (t, 1, T)), 2 * k * log(n) / log(2) + 2),
    says="Winnow with factor 2 and threshold n/2 errs at most 2k log₂ n + 2 times on a disjunction of k variables.",
    reading="x(t, ·) and y(t) are bits, y(t) = 1 where one of x(t, 1), …, x(t, k) is 1; z(t) = 1 where it errs.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)
