"""Prediction with expert advice: exponential and multiplicative weights, majorities, mixtures, leaders, Winnow."""

from typing import Any

from sympy import Expr, Lambda, Rational, Sum, exp, log, sqrt

from verify.audit import Claim, Theorem, eq, family, forall, ge, gt, integer, le, lt, ne, positive, real, witness

eta = positive("η")
epsilon, rate, alpha = real("ε η α")
i, j, k, m, r, s, t, M, N, T = integer("i j k m r s t M N T")
loss = family("ℓ")
gain = family("x")
err = family("e")
mistake = family("z")
alive = family("v")
label = family("y")
advice = family("x")
likelihood = family("f")
shared = family("u")
chosen = family("c")
comparator = family("u", positive=True)
prior = family("q", positive=True)
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
FROM_PRIOR = Lambda((t, i), prior(i) * exp(-eta * Sum(loss(r, i), (r, 1, t - 1))))
PENALISED = Lambda((t, i), (1 - epsilon) ** Sum(err(r, i), (r, 1, t - 1)))
MULTIPLIED = Lambda((t, i), exp(Sum(log(1 - rate * loss(r, i)), (r, 1, t - 1))))
PROD = Lambda((t, i), exp(Sum(log(1 + rate * gain(r, i)), (r, 1, t - 1))))
SQUARE = Lambda((t, i), (advice(t, i) - label(t)) ** 2)
SQUARE_HALF = Lambda((t, i), exp(-Sum(SQUARE(r, i), (r, 1, t - 1)) / 2))
BAYES = Lambda((t, i), prior(i) * exp(Sum(log(likelihood(r, i)), (r, 1, t - 1))))
NOT_NEGATIVE = forall([t, i], ge(loss(t, i), 0), EACH)
AT_MOST_ONE = forall([t, i], le(loss(t, i), 1), EACH)
AT_LEAST_MINUS_ONE = forall([t, i], ge(loss(t, i), -1), EACH)
ERRORS_ARE_BITS = forall([t, i], eq(err(t, i) ** 2, err(t, i)), EACH)
MISTAKES_ARE_BITS = forall(t, eq(mistake(t) ** 2, mistake(t)), ROUND)
WRONG_MAJORITY = forall(t, le(mistake(t) * Sum(PENALISED(t, i) * (1 - 2 * err(t, i)), (i, 1, N)), 0), ROUND)
HALVING = [
    forall(i, eq(alive(1, i), 1), PLACE),
    forall([t, i], eq(alive(t + 1, i), alive(t, i) * (1 - err(t, i))), EACH),
    forall(t, le(mistake(t) * Sum(alive(t, i) * (1 - 2 * err(t, i)), (i, 1, N)), 0), ROUND),
    forall(t, eq(err(t, k), 0), ROUND),
]
SUMS_TO_ONE = [eq(Sum(comparator(i), (i, 1, N)), 1), eq(Sum(prior(i), (i, 1, N)), 1)]
REGRET_TO_MIXTURE = Sum(averaged(FROM_PRIOR, loss) - Sum(comparator(i) * loss(t, i), (i, 1, N)), (t, 1, T))
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


FOLLOWED = Sum(Sum(chosen(t, i) * loss(t, i), (i, 1, N)), (t, 1, T))
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

MAJORITY_MISTAKES_ONCE_THE_LOGARITHM = Claim(
    "unseen/majority-mistakes-once-the-logarithm",
    at="S. Arora, E. Hazan, S. Kale, The multiplicative weights update method (2012), Theorem 1.1",
    given=[*SIZES, *[gt(epsilon, 0), le(epsilon, Rational(1, 2))], ERRORS_ARE_BITS, MISTAKES_ARE_BITS, WRONG_MAJORITY],
    states=le(Sum(mistake(t), (t, 1, T)), 2 * (1 + epsilon) * in_all(err, k) + log(N) / epsilon),
    says="Weighted majority makes at most 2(1 + ε)m + ln N/ε mistakes.",
    reading="Weights fall by the factor 1 − ε at each error; z(t) = 1 only where those that err weigh half or more.",
    weight="constant",
    slip="The logarithm, too, is to be doubled: 2 ln N/ε.",
)


@MAJORITY_MISTAKES_ONCE_THE_LOGARITHM.counterexample
def majority_mistakes_once_the_logarithm(claim: Claim) -> Theorem:
    """Three mistakes with four experts of whom one never errs, against 2 ln 4 = 2.77…."""
    return witness(
        claim.given,
        claim.states[0],
        {
            N: 4,
            T: 3,
            k: 1,
            epsilon: Rational(1, 2),
            err: [[0, 0, 1, 1], [0, 1, 1, 0], [0, 1, 1, 1]],
            mistake: [1, 1, 1],
        },
    )


HALVING_NATURAL_LOGARITHM = Claim(
    "unseen/halving-natural-logarithm",
    at="N. Cesa-Bianchi and G. Lugosi, Prediction, Learning, and Games (2006), section 1.1",
    given=[*SIZES, ERRORS_ARE_BITS, MISTAKES_ARE_BITS, *HALVING],
    states=le(Sum(mistake(t), (t, 1, T)), 1 + log(N)),
    says="The halving algorithm makes at most 1 + ln N mistakes if one expert never errs.",
    reading="v(t, i) says whether expert i has not erred before round t; ties may be mistakes.",
    weight="constant",
    slip="What is halved has a binary logarithm: the bound is ln N/ln 2.",
)


@HALVING_NATURAL_LOGARITHM.counterexample
def halving_natural_logarithm(claim: Claim) -> Theorem:
    """Ties of sixteen experts, eight, four and two: four mistakes, and 1 + ln 16 = 3.77…."""
    return witness(
        claim.given,
        claim.states[0],
        {
            N: 16,
            T: 4,
            k: 1,
            mistake: Lambda(t, 1),
            err: [[int(place >= left) for place in range(16)] for left in (8, 4, 2, 1)],
            alive: [[int(place < left) for place in range(16)] for left in (16, 8, 4, 2, 1)],
        },
    )


MULTIPLICATIVE_WEIGHTS_SIGNED_COSTS = Claim(
    "unseen/multiplicative-weights-signed-costs",
    at="S. Arora, E. Hazan, S. Kale, The multiplicative weights update method (2012), Theorem 2.1",
    given=[*SIZES, *RATE, AT_LEAST_MINUS_ONE, AT_MOST_ONE],
    states=le(Sum(averaged(MULTIPLIED, loss), (t, 1, T)), (1 + rate) * in_all(loss, k) + log(N) / rate),
    says="Multiplicative weights cost at most (1 + η) times the best expert's cost and ln N/η.",
    reading="Costs are in [−1, 1], 0 < η ≤ ½, and weights are multiplied by 1 − η·cost.",
    weight="gap",
    slip="η multiplies the sum of the absolute values of the costs; a negative cost makes the bound too small.",
)


@MULTIPLICATIVE_WEIGHTS_SIGNED_COSTS.counterexample
def multiplicative_weights_signed_costs(claim: Claim) -> Theorem:
    """Both experts cost −1 in each of three rounds: −3 against −4.5 + 2 ln 2."""
    return witness(claim.given, claim.states[0], {N: 2, T: 3, k: 1, rate: Rational(1, 2), loss: Lambda((t, i), -1)})


DOUBLING_TRICK_LAST_PERIOD_ONLY = Claim(
    "unseen/doubling-trick-last-period-only",
    at="N. Cesa-Bianchi and G. Lugosi, Prediction, Learning, and Games (2006), section 2.3",
    given=[ge(M, 0), ge(T, 2**M)],
    states=le(Sum(sqrt(2) ** m, (m, 0, M)), sqrt(T) / (sqrt(2) - 1)),
    says="With regret √2ᵐ in each period of 2ᵐ rounds the regret in T rounds is at most √T/(√2 − 1).",
    reading="Periods m = 0, …, M, and T ≥ 2ᴹ, so that the last one has begun.",
    weight="constant",
    slip="The last term of the geometric sum is not below √(T/2): the factor is √2/(√2 − 1).",
)


@DOUBLING_TRICK_LAST_PERIOD_ONLY.counterexample
def doubling_trick_last_period_only(claim: Claim) -> Theorem:
    """Four periods and T = 8: 7.24… against 6.83…."""
    return witness(claim.given, claim.states[0], {M: 3, T: 8})


FIXED_SHARE_ONE_SWITCH = Claim(
    "unseen/fixed-share-one-switch",
    at="M. Herbster and M. Warmuth, Tracking the best expert (1998), fixed share with the log loss",
    given=[*SIZES, gt(alpha, 0), lt(alpha, 1), LIKELY, *SHARING, ge(s, 1), lt(s, T), ge(m, 1), le(m, N), ne(m, k)],
    states=le(
        -log(Sum(shared(T, i) * likelihood(T, i), (i, 1, N))),
        -Sum(log(likelihood(t, k)), (t, 1, s))
        - Sum(log(likelihood(t, m)), (t, s + 1, T))
        + log(N)
        + log(1 / alpha)
        + (T - 2) * log(1 / (1 - alpha)),
    ),
    says="Under log loss fixed share pays ln N, ln(1/α) for a switch, and ln(1/(1 − α)) for every other round.",
    reading="Expert k until round s, and m from then on; u(t, i) are the weights before round t, of which the sum is "
    "the probability of what was seen.",
    weight="error",
    slip="A switch goes to each of N − 1 others with probability α/(N − 1), so it costs ln((N − 1)/α).",
)


@FIXED_SHARE_ONE_SWITCH.counterexample
def fixed_share_one_switch(claim: Claim) -> Theorem:
    """Three experts, a switch in the second round: 3.04… against ln 12 = 2.48…."""
    return witness(
        claim.given,
        claim.states[0],
        {
            N: 3,
            T: 2,
            s: 1,
            k: 1,
            m: 2,
            alpha: Rational(1, 4),
            likelihood: [[1, Rational(1, 100), Rational(1, 100)], [Rational(1, 100), 1, Rational(1, 100)]],
            shared: [
                [Rational(1, 3), Rational(1, 3), Rational(1, 3)],
                [Rational(301, 1200), Rational(107, 2400), Rational(107, 2400)],
            ],
        },
    )


QUANTILE_BOUND_EXCHANGED = Claim(
    "unseen/quantile-bound-exchanged",
    at="Y. Freund, R. Schapire, Y. Singer, M. Warmuth, Using predictors that specialize (1997), Theorem 1",
    given=[*SIZES[:2], *SUMS_TO_ONE, NOT_NEGATIVE, AT_MOST_ONE],
    states=le(
        REGRET_TO_MIXTURE,
        Sum(prior(i) * log(prior(i) / comparator(i)), (i, 1, N)) / eta + eta * T / 8,
    ),
    says="Against a mixture u of experts the regret from a prior q is at most KL(q‖u)/η + ηT/8.",
    reading="Losses are in [0, 1], and weights start at the prior.",
    weight="error",
    slip="The relative entropy is that of u with respect to q, KL(u‖q).",
)


@QUANTILE_BOUND_EXCHANGED.counterexample
def quantile_bound_exchanged(claim: Claim) -> Theorem:
    """A prior that all but excludes the better of two experts: 1.39… against 1.01…."""
    return witness(
        claim.given,
        claim.states[0],
        {
            N: 2,
            T: 3,
            eta: 1,
            prior: [Rational(1, 100), Rational(99, 100)],
            comparator: [Rational(1, 2), Rational(1, 2)],
            loss: Lambda((t, i), i - 1),
        },
    )


MIX_LOSSES_ADD_UP = Claim(
    "unseen/mix-losses-add-up",
    at="V. Vovk, A game of prediction with expert advice (1998), section 2, the pseudo-algorithm",
    given=SIZES[:2],
    states=eq(
        -Sum(log(averaged(EXPONENTIAL, Lambda((t, i), exp(-eta * loss(t, i))))), (t, 1, T)) / eta,
        -log(Sum(exp(-eta * in_all(loss, i)), (i, 1, N)) / N) / eta,
    ),
    says="The mix losses of all rounds add up to the mix of the experts' losses in all rounds.",
    reading="Exponential weights from equal ones; losses are any real numbers.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)

SECOND_ORDER_LOSSES = Claim(
    "unseen/second-order-losses",
    at="E. Hazan, Introduction to Online Convex Optimization (2016), Theorem 1.5",
    given=[*SIZES, NOT_NEGATIVE],
    states=le(
        Sum(averaged(EXPONENTIAL, loss) - loss(t, k), (t, 1, T)),
        log(N) / eta + eta / 2 * Sum(averaged(EXPONENTIAL, Lambda((t, i), loss(t, i) ** 2)), (t, 1, T)),
    ),
    says="Hedge's regret for losses of any size is at most ln N/η and η/2 times their second moments.",
    reading="The losses are not negative, and the moments those under Hedge's weights.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)

MIXTURE_FORECASTER = Claim(
    "unseen/mixture-forecaster",
    at="N. Cesa-Bianchi and G. Lugosi, Prediction, Learning, and Games (2006), section 9.2",
    given=[*SIZES, LIKELY, eq(Sum(prior(i), (i, 1, N)), 1)],
    states=le(
        -Sum(log(averaged(BAYES, likelihood)), (t, 1, T)),
        -Sum(log(likelihood(t, k)), (t, 1, T)) - log(prior(k)),
    ),
    says="Under log loss the mixture forecaster loses at most ln(1/q_k) more than expert k.",
    reading="f(t, i) > 0 is the probability that expert i gives to what is seen in round t.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)

SQUARE_LOSS_MEAN = Claim(
    "unseen/square-loss-mean",
    at="J. Kivinen and M. Warmuth, Averaging expert predictions (1999), Theorem 1 with the square loss",
    given=[*SIZES, *IN_UNIT],
    states=le(Sum((averaged(SQUARE_HALF, advice) - label(t)) ** 2 - SQUARE(t, k), (t, 1, T)), 2 * log(N)),
    says="For the square loss the weighted mean at rate ½ has a regret of at most 2 ln N.",
    reading="Experts' predictions and outcomes are in [0, 1]; the forecast is the mean under exponential weights.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)

LEADER_OF_EXPERTS = Claim(
    "unseen/leader-of-experts",
    at="W. Koolen and T. van Erven, lecture notes on machine learning theory (2018), follow the leader",
    given=[*SIZES, *LEADS],
    states=le(FOLLOWED, N * in_all(loss, k) + N - 1),
    says="Follow the leader, over N experts, errs at most Nm + N − 1 times.",
    reading="c(t, i) = 1 for one expert, with the fewest errors before round t, and 0 for others; losses are 0 or 1.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)

PROD_SECOND_ORDER = Claim(
    "unseen/prod-second-order",
    at="N. Cesa-Bianchi, Y. Mansour, G. Stoltz, Improved second-order bounds for prediction with expert advice (2007), "
    "Lemma 2",
    given=[*SIZES, *RATE, *GAINS],
    states=ge(
        Sum(averaged(PROD, gain), (t, 1, T)),
        in_all(gain, k) - log(N) / rate - rate * Sum(gain(t, k) ** 2, (t, 1, T)),
    ),
    says="Prod gains as much as any expert, less ln N/η and η times the sum of that expert's squared gains.",
    reading="Gains are in [−1, 1], 0 < η ≤ ½, and weights are multiplied by 1 + η·gain.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)
