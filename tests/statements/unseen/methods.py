"""First-order methods for every number of rounds: descent with its steps, mirror descent, Frank–Wolfe, momentum."""

from typing import Any

from sympy import Expr, Lambda, Rational, Sum, sqrt

from verify.audit import (
    Claim,
    Inner,
    Theorem,
    eq,
    family,
    field,
    follows,
    forall,
    ge,
    generalize,
    gt,
    integer,
    le,
    lt,
    positive,
    real,
    vectors,
    witness,
)

i, k, s, t, T = integer("i k s t T")
L, mu, eta, G, D, C, epsilon = positive("L μ η G D C ε")
beta, best, least = real("β F⋆ κ")
a, b, c = real("a b c")
p, q, u = vectors("p q u")
x, y, g, v, e = vectors("x y g v s")
F = field("F")
f = family("f")
rate = family("η", positive=True)
B = family("B")
h = family("h")
weight = family("λ")


def square(term: Any) -> Expr:
    """‖·‖²."""
    return Inner(term, term)


ROUND = [ge(t, 1), ge(T, t)]
BEFORE_LAST = [ge(t, 1), gt(T, t)]
BOTH = [ge(s, 1), ge(T, s), ge(t, 1), ge(T, t)]
TANGENT = F(p) + Inner(F.gradient(p), q - p)
CONVEX = forall([p, q], ge(F(q), TANGENT))
SMOOTH = forall([p, q], le(F(q), TANGENT + L / 2 * square(q - p)))
DESCENT = forall(t, eq(x(t + 1), x(t) - F.gradient(x(t)) / L), ROUND)
START = square(x(1) - u)
REGRET = Sum(Inner(g(t), x(t) - u), (t, 1, T))
SUBGRADIENTS = forall([s, t], ge(f(s), f(t) + Inner(g(t), x(s) - x(t))), BOTH)
AT_THE_BEST = forall(t, ge(best, f(t) + Inner(g(t), u - x(t))), ROUND)
ABOVE_THE_BEST = forall(t, ge(f(t), best), ROUND)
NOT_ZERO = forall(t, gt(square(g(t)), 0), ROUND)
BOUNDED = forall(t, le(square(g(t)), G**2), ROUND)
POLYAK = forall(t, eq(x(t + 1), x(t) - (f(t) - best) / square(g(t)) * g(t)), BEFORE_LAST)
THREE_POINTS = forall(t, le(rate(t) * Inner(g(t), x(t) - u), B(t) - B(t + 1) + rate(t) ** 2 * square(g(t)) / 2), ROUND)
DISTANCES = [forall(t, ge(B(t), 0), [ge(t, 1), ge(T + 1, t)]), forall(t, le(B(t), D), ROUND)]
FALLING_RATES = forall(t, le(rate(t + 1), rate(t)), BEFORE_LAST)
WEIGHTED = Sum(2 * t / (T * (T + 1)) * x(t), (t, 1, T))


def shown(body: Any, variables: list[Any], *reasons: Any) -> Theorem:
    """The body for all values of these variables, from reasons that it follows from."""
    return generalize(follows(body, *reasons), variables)


WEIGHTED_AVERAGE_BY_PLAIN_AVERAGE = Claim(
    "unseen/weighted-average-by-plain-average",
    at="S. Lacoste-Julien, M. Schmidt and F. Bach, A simpler approach to obtaining an O(1/t) convergence rate (2012)",
    given=[CONVEX, ge(T, 1)],
    states=le(F(WEIGHTED), Sum(F(x(t)), (t, 1, T)) / T),
    says="At the average of the points with the weights 2t/(T(T + 1)) F is at most the mean of the F(x_t).",
    reading="F is convex and differentiable, and above its tangents.",
    weight="error",
    slip="Jensen's inequality has the same weights on both sides.",
)


@WEIGHTED_AVERAGE_BY_PLAIN_AVERAGE.counterexample
def weighted_average_by_plain_average(claim: Claim) -> Theorem:
    """A line that rises."""
    above = shown(ge(c, b + (c - b)), [b, c])
    return witness(claim.given, claim.states[0], {F: Lambda(b, b), T: 2, x: [(0,), (1,)]}, [above])


FALLING_RATES_FIRST_RATE = Claim(
    "unseen/falling-rates-first-rate",
    at="F. Orabona, A Modern Introduction to Online Learning (2019), chapter 6, mirror descent with falling rates",
    given=[ge(T, 1), THREE_POINTS, *DISTANCES, FALLING_RATES],
    states=le(REGRET, D / rate(1) + Sum(rate(t) * square(g(t)), (t, 1, T)) / 2),
    says="Online mirror descent with rates that do not grow has a regret of at most D/η_1 + ½ Σ η_t‖g_t‖².",
    reading="B_t is the Bregman distance from x_t to u, at most D; of the step, the three-point inequality is used.",
    weight="error",
    slip="It is D/η_T: what the distance falls by in a round is divided by the rate of that round.",
)


@FALLING_RATES_FIRST_RATE.counterexample
def falling_rates_first_rate(claim: Claim) -> Theorem:
    """A second round at half the rate."""
    values = {T: 2, D: 1, u: (0,), rate: [1, Rational(1, 2)], B: [1, 1, 0], g: [(0,), (1,)], x: [(0,), (2,)]}
    return witness(claim.given, claim.states[0], values)


MOMENTUM_DESCENDS = Claim(
    "unseen/momentum-descends",
    at="B. Polyak, Some methods of speeding up the convergence of iteration methods (1964)",
    given=[
        CONVEX,
        SMOOTH,
        le(eta, 1 / L),
        ge(beta, 0),
        lt(beta, 1),
        ge(T, 1),
        eq(v(1), 0 * u),
        forall(t, eq(v(t + 1), beta * v(t) - eta * F.gradient(x(t))), ROUND),
        forall(t, eq(x(t + 1), x(t) + v(t + 1)), ROUND),
    ],
    states=le(F(x(T + 1)), F(x(T))),
    says="The heavy-ball method with 0 < η ≤ 1/L and 0 ≤ β < 1 never increases a convex L-smooth F.",
    reading="v_1 = 0, v_{t+1} = βv_t − η∇F(x_t) and x_{t+1} = x_t + v_{t+1}.",
    weight="error",
    slip="True for β = 0; with momentum it runs past a minimum, and uphill.",
)


@MOMENTUM_DESCENDS.counterexample
def momentum_descends(claim: Claim) -> Theorem:
    """On a parabola, the first step ends in the minimum, and the second leaves it."""
    values = {F: Lambda(b, b**2 / 2), L: 1, eta: 1, beta: Rational(1, 2), T: 2, u: (0,)}
    runs = {x: [(1,), (0,), (Rational(-1, 2),)], v: [(0,), (-1,), (Rational(-1, 2),)]}
    above = shown(ge(c**2 / 2, b**2 / 2 + b * (c - b)), [b, c], (c - b) ** 2)
    below = shown(le(c**2 / 2, b**2 / 2 + b * (c - b) + (c - b) ** 2 / 2), [b, c])
    return witness(claim.given, claim.states[0], {**values, **runs}, [above, below])


LAST_POINT_OF_THE_SUBGRADIENT_METHOD = Claim(
    "unseen/last-point-of-the-subgradient-method",
    at="Y. Nesterov, Introductory Lectures on Convex Optimization (2004), section 3.2.3, with a constant step",
    given=[
        ge(T, 1),
        SUBGRADIENTS,
        AT_THE_BEST,
        ABOVE_THE_BEST,
        BOUNDED,
        forall(t, eq(x(t + 1), x(t) - eta * g(t)), BEFORE_LAST),
    ],
    states=le(f(T) - best, START / (2 * eta * T) + eta * G**2 / 2),
    says="The last point of the subgradient method has f(x_T) − f⋆ ≤ ‖x_1 − u‖²/(2ηT) + ηG²/2.",
    reading="f_t is the value and g_t a subgradient at x_t; f⋆ is the least value, which u has.",
    weight="gap",
    slip="True of the best and of the average point; the last one may just have passed the minimum.",
)


@LAST_POINT_OF_THE_SUBGRADIENT_METHOD.counterexample
def last_point_of_the_subgradient_method(claim: Claim) -> Theorem:
    """The magnitude of a number, from −¼ to ¾."""
    quarter = Rational(1, 4)
    values = {T: 2, eta: 1, G: 1, best: 0, u: (0,), f: [quarter, 3 * quarter]}
    runs = {x: [(-quarter,), (3 * quarter,)], g: [(-1,), (1,)]}
    return witness(claim.given, claim.states[0], {**values, **runs})


LAST_POINT_OF_POLYAK = Claim(
    "unseen/last-point-of-polyak",
    at="S. Boyd, L. Xiao and A. Mutapcic, Subgradient Methods (2003), on Polyak's step length",
    given=[ge(T, 1), SUBGRADIENTS, AT_THE_BEST, ABOVE_THE_BEST, NOT_ZERO, BOUNDED, POLYAK],
    states=le(T * (f(T) - best) ** 2, G**2 * START),
    says="With Polyak's step the last point has f(x_T) − f⋆ ≤ G‖x_1 − u‖/√T.",
    reading="f_t is the value and g_t ≠ 0 a subgradient at x_t; f⋆ is the least value, f(u); written with squares.",
    weight="gap",
    slip="True of the best of T points; the values need not fall, though the distance to u does.",
)


@LAST_POINT_OF_POLYAK.counterexample
def last_point_of_polyak(claim: Claim) -> Theorem:
    """In a plane, the step that meets one slope in its zero leads onto the other."""
    thirteen = Rational(1, 13)
    values = {T: 2, G: 1, best: 0, u: (0, 0), f: [2, 36 * thirteen]}
    runs = {x: [(3, 2), (3, 0)], g: [(0, 1), (12 * thirteen, -5 * thirteen)]}
    return witness(claim.given, claim.states[0], {**values, **runs})


FRANK_WOLFE_WITH_AVERAGES = Claim(
    "unseen/frank-wolfe-with-averages",
    at="M. Jaggi, Revisiting Frank–Wolfe: projection-free sparse convex optimization (2013), Theorem 1",
    given=[
        ge(T, 1),
        forall(t, ge(h(t), 0), [ge(t, 1), ge(T + 1, t)]),
        forall(t, le(h(t + 1), (1 - 1 / t) * h(t) + C / (2 * t**2)), ROUND),
    ],
    states=le(h(T + 1), 2 * C / (T + 2)),
    says="After T steps with γ_t = 1/t the Frank–Wolfe method has h ≤ 2C/(T + 2).",
    reading="x_t is h_t above the minimum, C the curvature; h_{t+1} ≤ (1 − γ_t)h_t + ½γ_t²C is what a step does.",
    weight="error",
    slip="True for γ_t = 2/(t + 1); with averages there is a factor ln T, which shows from T = 22 on.",
)


@FRANK_WOLFE_WITH_AVERAGES.counterexample
def frank_wolfe_with_averages(claim: Claim) -> Theorem:
    """Each step does as little as it may."""
    gaps = [Rational(0)]
    for step in range(1, 23):
        gaps.append((1 - Rational(1, step)) * gaps[-1] + Rational(1, 2 * step**2))
    return witness(claim.given, claim.states[0], {T: 22, C: 1, h: gaps})


AVERAGE_OF_THE_POINTS = Claim(
    "unseen/average-of-the-points",
    at="N. Cesa-Bianchi, A. Conconi and C. Gentile, On the generalization ability of on-line learning (2004)",
    given=[CONVEX, ge(T, 1)],
    states=le(F(Sum(x(t), (t, 1, T)) / T), Sum(F(x(t)), (t, 1, T)) / T),
    says="At the average of the points a convex F is at most the mean of the F(x_t).",
    reading="F is differentiable, and above its tangents.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)


GRADIENTS_OF_DESCENT = Claim(
    "unseen/gradients-of-descent",
    at="Y. Nesterov, Introductory Lectures on Convex Optimization (2004), section 1.2.3",
    given=[
        SMOOTH,
        DESCENT,
        ge(T, 1),
        forall(p, ge(F(p), best)),
        forall(t, le(least, square(F.gradient(x(t)))), ROUND),
    ],
    states=le(least, 2 * L * (F(x(1)) - best) / T),
    says="The least ‖∇F(x_t)‖² of T steps of gradient descent is at most 2L(F(x_1) − F⋆)/T.",
    reading="F is L-smooth, at least F⋆, and need not be convex; the step is 1/L, and κ is at most each ‖∇F(x_t)‖².",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)


MOMENTUM_WEIGHTS_FROM_BELOW = Claim(
    "unseen/momentum-weights-from-below",
    at="A. Beck and M. Teboulle, A fast iterative shrinkage-thresholding algorithm (2009), Lemma 4.3",
    given=[
        ge(T, 1),
        eq(weight(1), 1),
        forall(t, ge(weight(t), 1), ROUND),
        forall(t, eq(weight(t + 1) ** 2 - weight(t + 1), weight(t) ** 2), BEFORE_LAST),
    ],
    states=ge(weight(T), Rational(1, 2) * (T + 1)),
    says="Weights with λ_1 = 1 and λ_{t+1}² − λ_{t+1} = λ_t² are at least (t + 1)/2.",
    reading="λ_t ≥ 1 are the weights of the accelerated gradient method.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)


DESCENT_UNDER_GRADIENT_DOMINANCE = Claim(
    "unseen/descent-under-gradient-dominance",
    at="H. Karimi, J. Nutini and M. Schmidt, Linear convergence under the PL condition (2016), Theorem 1",
    given=[
        SMOOTH,
        DESCENT,
        ge(T, 1),
        lt(mu, L),
        forall(p, ge(F(p), best)),
        forall(p, ge(square(F.gradient(p)), 2 * mu * (F(p) - best))),
    ],
    states=le(F(x(T + 1)) - best, (1 - mu / L) ** T * (F(x(1)) - best)),
    says="Under the Polyak–Łojasiewicz inequality F − F⋆ falls by the factor 1 − μ/L a step.",
    reading="F is L-smooth and ‖∇F(p)‖² ≥ 2μ(F(p) − F⋆) with μ < L; F need not be convex.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)


FALLING_RATES_LAST_RATE = Claim(
    "unseen/falling-rates-last-rate",
    at="F. Orabona, A Modern Introduction to Online Learning (2019), chapter 6, mirror descent with falling rates",
    given=[ge(T, 1), THREE_POINTS, *DISTANCES, FALLING_RATES],
    states=le(REGRET, D / rate(T) + Sum(rate(t) * square(g(t)), (t, 1, T)) / 2),
    says="Online mirror descent with rates that do not grow has a regret of at most D/η_T + ½ Σ η_t‖g_t‖².",
    reading="B_t is the Bregman distance from x_t to u, at most D; of the step, the three-point inequality is used.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)


ADAPTIVE_NORM = Claim(
    "unseen/adaptive-norm",
    at="M. Streeter and H. McMahan, Less regret via online conditioning (2010), for norms",
    given=[ge(T, 1), NOT_ZERO],
    states=le(
        Sum(square(g(t)) / sqrt(Sum(square(g(s)), (s, 1, t))), (t, 1, T)),
        2 * sqrt(Sum(square(g(t)), (t, 1, T))),
    ),
    says="Σ ‖g_t‖²/√(Σ_{s≤t} ‖g_s‖²) ≤ 2√(Σ ‖g_t‖²) for vectors that are not 0.",
    reading="The rates of AdaGrad with one number.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)
