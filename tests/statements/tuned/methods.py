"""First-order methods for every number of rounds: descent with its steps, mirror descent, Frank–Wolfe, momentum."""

from math import isqrt
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
    norm,
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
weight = family("λ")


def square(term: Any) -> Expr:
    """‖·‖²."""
    return Inner(term, term)


ROUND = [ge(t, 1), ge(T, t)]
BEFORE_LAST = [ge(t, 1), gt(T, t)]
BOTH_AND_AFTER = [ge(s, 1), ge(T + 1, s), ge(t, 1), ge(T + 1, t)]
TANGENT = F(p) + Inner(F.gradient(p), q - p)
CONVEX = forall([p, q], ge(F(q), TANGENT))
SMOOTH = forall([p, q], le(F(q), TANGENT + L / 2 * square(q - p)))
STRONG = forall([p, q], ge(F(q), TANGENT + mu / 2 * square(q - p)))
DESCENT = forall(t, eq(x(t + 1), x(t) - F.gradient(x(t)) / L), ROUND)
START = square(x(1) - u)
REGRET = Sum(Inner(g(t), x(t) - u), (t, 1, T))
AT_THE_BEST = forall(t, ge(best, f(t) + Inner(g(t), u - x(t))), ROUND)
ABOVE_THE_BEST = forall(t, ge(f(t), best), ROUND)
NOT_ZERO = forall(t, gt(square(g(t)), 0), ROUND)
BOUNDED = forall(t, le(square(g(t)), G**2), ROUND)
WEIGHTED = Sum(2 * t / (T * (T + 1)) * x(t), (t, 1, T))


def shown(body: Any, variables: list[Any], *reasons: Any) -> Theorem:
    """The body for all values of these variables, from reasons that it follows from."""
    return generalize(follows(body, *reasons), variables)


ADAPTIVE_NORM_ONE_ROUND_LATE = Claim(
    "tuned/adaptive-norm-one-round-late",
    at="F. Orabona, A Modern Introduction to Online Learning (2019), section 4.2, with Lemma 4.13",
    given=[ge(T, 1)],
    states=le(
        Sum(square(g(t)) / sqrt(epsilon + Sum(square(g(s)), (s, 1, t - 1))), (t, 1, T)),
        2 * sqrt(epsilon + Sum(square(g(t)), (t, 1, T))),
    ),
    says="Σ ‖g_t‖²/√(ε + Σ_{s<t} ‖g_s‖²) ≤ 2√(ε + Σ ‖g_t‖²) for any vectors.",
    reading="The rates of AdaGrad with one number, from the gradients of the rounds before; ε > 0.",
    weight="error",
    slip="The sum below the root must include round t, or the gradients be bounded by √ε.",
)


@ADAPTIVE_NORM_ONE_ROUND_LATE.counterexample
def adaptive_norm_one_round_late(claim: Claim) -> Theorem:
    """One gradient that is long against √ε."""
    return witness(claim.given, claim.states[0], {T: 1, epsilon: 1, g: [(10,)]})


CONTRACTION_SQUARED = Claim(
    "tuned/contraction-squared",
    at="Y. Nesterov, Introductory Lectures on Convex Optimization (2004), Theorem 2.1.15",
    given=[
        STRONG,
        SMOOTH,
        lt(mu, L),
        ge(T, 1),
        eq(F.gradient(u), 0 * p),
        forall(t, eq(x(t + 1), x(t) - 2 / (mu + L) * F.gradient(x(t))), ROUND),
    ],
    states=le(norm(x(T + 1) - u), ((L - mu) / (L + mu)) ** (2 * T) * norm(x(1) - u)),
    says="With the step 2/(μ + L), ‖x_{T+1} − u‖ ≤ ((L − μ)/(L + μ))^{2T}‖x_1 − u‖.",
    reading="F is μ-strongly convex and L-smooth, μ < L, and u is its minimum.",
    weight="error",
    slip="That is the rate of ‖x_t − u‖²; the distance falls by one factor a step.",
)


@CONTRACTION_SQUARED.counterexample
def contraction_squared(claim: Claim) -> Theorem:
    """A parabola with L = 3 and μ = 1."""
    curve = 3 * b**2 / 2
    line = curve + 3 * b * (c - b)
    apart = (c - b) ** 2
    met = [
        shown(ge(3 * c**2 / 2, line + apart / 2), [b, c], apart),
        shown(le(3 * c**2 / 2, line + 3 * apart / 2), [b, c]),
    ]
    values = {F: Lambda(b, curve), mu: 1, L: 3, T: 1, u: (0,), x: [(1,), (Rational(-1, 2),)]}
    return witness(claim.given, claim.states[0], values, met)


PROXIMAL_POINT_ONE_STEP_MORE = Claim(
    "tuned/proximal-point-one-step-more",
    at="A. Taylor, J. Hendrickx and F. Glineur, Exact worst-case performance (2017), Theorem 4.1",
    given=[
        ge(T, 1),
        forall([s, t], ge(f(s), f(t) + Inner(g(t), x(s) - x(t))), BOTH_AND_AFTER),
        forall(t, ge(best, f(t) + Inner(g(t), u - x(t))), [ge(t, 1), ge(T + 1, t)]),
        forall(t, ge(f(t), best), [ge(t, 1), ge(T + 1, t)]),
        forall(t, eq(x(t + 1), x(t) - eta * g(t + 1)), ROUND),
    ],
    states=le(f(T + 1) - best, START / (4 * eta * (T + 1))),
    says="After T steps the proximal point method has f − f⋆ ≤ ‖x_1 − u‖²/(4η(T + 1)).",
    reading="f_t is the value and g_t a subgradient at x_t, x_{t+1} = x_t − ηg_{t+1}; f⋆ is the least value, f(u).",
    weight="constant",
    slip="T steps lead from x_1 to x_{T+1}, and the bound has T in the place of T + 1.",
)


@PROXIMAL_POINT_ONE_STEP_MORE.counterexample
def proximal_point_one_step_more(claim: Claim) -> Theorem:
    """Halfway to the minimum, on a slope of ½."""
    half = Rational(1, 2)
    values = {T: 1, eta: 1, best: 0, u: (0,), f: [half, half**2], x: [(1,), (half,)], g: [(half,), (half,)]}
    return witness(claim.given, claim.states[0], values)


ADAPTIVE_RATE_WITHOUT_HALF = Claim(
    "tuned/adaptive-rate-without-half",
    at="E. Hazan, Introduction to Online Convex Optimization (2016), Theorem 3.1",
    given=[
        ge(T, 1),
        BOUNDED,
        forall(t, le(norm(x(t) - u), D), ROUND),
        forall(t, le(norm(x(t + 1) - u), norm(x(t) - D / (G * sqrt(t)) * g(t) - u)), BEFORE_LAST),
    ],
    states=le(REGRET, D * G * sqrt(T)),
    says="Online gradient descent with the rates D/(G√t) has a regret of at most DG√T.",
    reading="x_{t+1} is projected, which brings it no further from u; all x_t are at most D from u, and ‖g_t‖ ≤ G.",
    weight="constant",
    slip="It is (3/2)DG√T: the rates add up to 2√T, of which half counts, and the distance costs ½√T more.",
)


@ADAPTIVE_RATE_WITHOUT_HALF.counterexample
def adaptive_rate_without_half(claim: Claim) -> Theorem:
    """To and fro at the far end of [0, 1], and down at last."""
    places = [40, 0, 28, 3, 23, 40, 23, 38, 23, 36, 23, 35, 23, 11]
    slopes = [1, -1, 1, -1, -1, 1, -1, 1, -1, 1, -1, 1, 1, 1]
    runs = {x: [(Rational(place, 40),) for place in places], g: [(slope,) for slope in slopes]}
    return witness(claim.given, claim.states[0], {**runs, T: 14, D: 1, G: 1, u: (0,)})


SMOOTH_DESCENT_ONE_STEP_MORE = Claim(
    "tuned/smooth-descent-one-step-more",
    at="Y. Drori and M. Teboulle, Performance of first-order methods for smooth convex minimization (2014)",
    given=[
        ge(T, 1),
        forall([s, t], ge(f(s), f(t) + Inner(g(t), x(s) - x(t)) + square(g(s) - g(t)) / (2 * L)), BOTH_AND_AFTER),
        forall(t, ge(best, f(t) + Inner(g(t), u - x(t)) + square(g(t)) / (2 * L)), [ge(t, 1), ge(T + 1, t)]),
        forall(t, ge(f(t), best + square(g(t)) / (2 * L)), [ge(t, 1), ge(T + 1, t)]),
        forall(t, eq(x(t + 1), x(t) - g(t) / L), ROUND),
    ],
    states=le(f(T + 1) - best, L * START / (4 * T + 6)),
    says="After T steps of 1/L gradient descent has f − f⋆ ≤ L‖x_1 − u‖²/(4T + 6).",
    reading="f_t and g_t are values and gradients of a convex L-smooth function, which is what the inequalities of all "
    "pairs say; f⋆ is the least value, which u has.",
    weight="constant",
    slip="4T + 2 is true and best; 4T + 6 counts one step too many.",
)


@SMOOTH_DESCENT_ONE_STEP_MORE.counterexample
def smooth_descent_one_step_more(claim: Claim) -> Theorem:
    """Huber's loss with its bend at ⅓."""
    third = Rational(1, 3)
    values = {T: 1, L: 1, best: 0, u: (0,), f: [5 * third / 6, third / 2]}
    runs = {x: [(1,), (2 * third,)], g: [(third,), (third,)]}
    return witness(claim.given, claim.states[0], {**values, **runs})


MOMENTUM_WEIGHTS_FROM_ABOVE = Claim(
    "tuned/momentum-weights-from-above",
    at="A. Chambolle and C. Dossal, On the convergence of the iterates of FISTA (2015), section 2",
    given=[
        ge(T, 1),
        eq(weight(1), 1),
        forall(t, ge(weight(t), 1), ROUND),
        forall(t, le(weight(t + 1) ** 2 - weight(t + 1), weight(t) ** 2), BEFORE_LAST),
    ],
    states=le(weight(T), Rational(1, 2) * T + 1),
    says="Weights with λ_1 = 1 and λ_{t+1}² − λ_{t+1} ≤ λ_t² are at most t/2 + 1.",
    reading="λ_t ≥ 1 are the weights of the accelerated gradient method.",
    weight="error",
    slip="λ_t ≤ t is true; each step adds ½ + 1/(8λ_t), and these parts add up to a logarithm.",
)


@MOMENTUM_WEIGHTS_FROM_ABOVE.counterexample
def momentum_weights_from_above(claim: Claim) -> Theorem:
    """As large as they may be, in thousandths, for 14 rounds."""
    weights = [1000]
    while len(weights) < 14:
        weights.append((1000 + isqrt(1000**2 + 4 * weights[-1] ** 2)) // 2)
    return witness(claim.given, claim.states[0], {T: 14, weight: [Rational(w, 1000) for w in weights]})


BEST_POINT_OF_POLYAK = Claim(
    "tuned/best-point-of-polyak",
    at="S. Boyd, L. Xiao and A. Mutapcic, Subgradient Methods (2003), on Polyak's step length",
    given=[
        ge(T, 1),
        AT_THE_BEST,
        ABOVE_THE_BEST,
        NOT_ZERO,
        BOUNDED,
        ge(least, 0),
        forall(t, le(least, f(t) - best), ROUND),
        forall(t, eq(x(t + 1), x(t) - (f(t) - best) / square(g(t)) * g(t)), ROUND),
    ],
    states=le(T * least**2, G**2 * START),
    says="With Polyak's step the best of T points has f(x_t) − f⋆ ≤ G‖x_1 − u‖/√T.",
    reading="f_t is the value and g_t ≠ 0 a subgradient at x_t; f⋆ is the least value, f(u); κ ≥ 0 is at most each "
    "f_t − f⋆, and the bound is written with squares.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)


FRANK_WOLFE = Claim(
    "tuned/frank-wolfe",
    at="M. Jaggi, Revisiting Frank–Wolfe: projection-free sparse convex optimization (2013), Theorem 1",
    given=[
        CONVEX,
        SMOOTH,
        ge(T, 1),
        forall(t, le(Inner(F.gradient(x(t)), e(t) - u), 0), ROUND),
        forall(t, le(norm(e(t) - x(t)), D), ROUND),
        forall(t, eq(x(t + 1), x(t) + 2 / (t + 1) * (e(t) - x(t))), ROUND),
    ],
    states=le(F(x(T + 1)) - F(u), 2 * L * D**2 / (T + 2)),
    says="After T steps with γ_t = 2/(t + 1) the Frank–Wolfe method has F(x_{T+1}) − F(u) ≤ 2LD²/(T + 2).",
    reading="s_t is the point of the set, of diameter D, at which the tangent at x_t is least; u is a point of it.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)


SMOOTH_DESCENT = Claim(
    "tuned/smooth-descent",
    at="Y. Nesterov, Introductory Lectures on Convex Optimization (2004), section 2.1.5, with the step 1/L",
    given=[CONVEX, SMOOTH, DESCENT, ge(T, 1)],
    states=le(F(x(T + 1)) - F(u), L * START / (2 * T)),
    says="After T steps of 1/L gradient descent has F(x_{T+1}) − F(u) ≤ L‖x_1 − u‖²/(2T).",
    reading="F is convex and L-smooth: between its tangents and these with (L/2)‖q − p‖² more; u is any point.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)


PROXIMAL_POINT = Claim(
    "tuned/proximal-point",
    at="O. Güler, On the convergence of the proximal point algorithm for convex minimization (1991), Theorem 2.1",
    given=[CONVEX, ge(T, 1), forall(t, eq(x(t + 1), x(t) - eta * F.gradient(x(t + 1))), ROUND)],
    states=le(F(x(T + 1)) - F(u), START / (2 * eta * T)),
    says="After T steps the proximal point method has F(x_{T+1}) − F(u) ≤ ‖x_1 − u‖²/(2ηT).",
    reading="F is convex and differentiable; u is any point.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)


ACCELERATED_DESCENT = Claim(
    "tuned/accelerated-descent",
    at="A. Beck and M. Teboulle, A fast iterative shrinkage-thresholding algorithm (2009), Theorem 4.4, without g",
    given=[
        CONVEX,
        SMOOTH,
        ge(T, 1),
        eq(y(1), x(1)),
        eq(weight(1), 1),
        forall(t, ge(weight(t), 1), [ge(t, 1), ge(T + 1, t)]),
        forall(t, eq(weight(t + 1) ** 2 - weight(t + 1), weight(t) ** 2), ROUND),
        forall(t, eq(x(t + 1), y(t) - F.gradient(y(t)) / L), ROUND),
        forall(t, eq(y(t + 1), x(t + 1) + (weight(t) - 1) / weight(t + 1) * (x(t + 1) - x(t))), ROUND),
    ],
    states=le(F(x(T + 1)) - F(u), 2 * L * START / (T + 1) ** 2),
    says="After T steps the accelerated gradient method has F(x_{T+1}) − F(u) ≤ 2L‖x_1 − u‖²/(T + 1)².",
    reading="F is convex and L-smooth, λ_{t+1}² − λ_{t+1} = λ_t² with λ_1 = 1, and u is any point.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)


WEIGHTED_AVERAGE_OF_STRONGLY_CONVEX = Claim(
    "tuned/weighted-average-of-strongly-convex",
    at="S. Lacoste-Julien, M. Schmidt and F. Bach, A simpler approach to obtaining an O(1/t) convergence rate (2012)",
    given=[
        STRONG,
        ge(T, 1),
        forall(t, le(norm(F.gradient(x(t))), G), ROUND),
        forall(t, le(norm(x(t + 1) - u), norm(x(t) - 2 / (mu * (t + 1)) * F.gradient(x(t)) - u)), ROUND),
    ],
    states=le(F(WEIGHTED) - F(u), 2 * G**2 / (mu * (T + 1))),
    says="With the rates 2/(μ(t + 1)) and the weights t the average has F(x̄) − F(u) ≤ 2G²/(μ(T + 1)).",
    reading="F is μ-strongly convex and differentiable; x_{t+1} is projected, which brings it no further from u.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)
