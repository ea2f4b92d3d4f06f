"""Functions as variables: convex, quasi-convex, log-concave, smooth and strongly convex ones."""

from typing import Any

from sympy import Abs, Expr, Lambda, Max, Sum, exp, log, sqrt

from verify.audit import (
    Claim,
    Inner,
    Theorem,
    combine,
    eq,
    family,
    field,
    follows,
    forall,
    function,
    ge,
    generalize,
    gt,
    identity,
    integer,
    le,
    positive,
    real,
    vectors,
    witness,
)

x, y, z, u, v, c, d, s, r = real("x y z u v c d s r")
level = real("c")
p, q, a, b = vectors("p q a b")
mu, L, M, eta, slope, other_slope = positive("μ L M η K M")
t, T = integer("t T")
i, n = integer("i n")
f = function("f")
g = function("g")
F = field("F")
P = family("p")
place = family("x")
margin = family("z")
mistake = family("m")


def square(term: Any) -> Expr:
    """‖·‖²."""
    return Inner(term, term)


SHARE = [ge(s, 0), le(s, 1)]
CONVEX = forall([x, y, s], le(f(s * x + (1 - s) * y), s * f(x) + (1 - s) * f(y)), SHARE)
TANGENT = F(p) + Inner(F.gradient(p), q - p)
ABOVE_TANGENT = forall([p, q], ge(F(q), TANGENT))
SMOOTH = forall([p, q], le(F(q), TANGENT + L / 2 * square(q - p)))
STRONG = forall([p, q], ge(F(q), TANGENT + mu / 2 * square(q - p)))
TURN = F.gradient(a) - F.gradient(b)
WEIGHTS = forall(i, ge(P(i), 0), [ge(i, 1), ge(n, i)])
AVERAGE = Sum(P(i) * place(i), (i, 1, n))
MIDDLE = (u + v) / 2
CURVED = forall(x, gt(f.prime(x, 2), 0))
SELF_CONCORDANT = forall(x, le(f.prime(x, 3) ** 2, 4 * f.prime(x, 2) ** 3))
LENGTH = sqrt(f.prime(u, 2)) * Abs(v - u)


def gap(first: Any, second: Any) -> Any:
    """The Bregman distance of f."""
    return f(first) - f(second) - f.prime(second) * (first - second)


COMPOSITION_ADDS_SLOPES = Claim(
    "tuned/composition-adds-slopes",
    at="W. Rudin, Principles of Mathematical Analysis (1976), chapter 5, with difference quotients",
    given=[
        forall([x, y], le((f(x) - f(y)) ** 2, slope**2 * (x - y) ** 2)),
        forall([x, y], le((g(x) - g(y)) ** 2, other_slope**2 * (x - y) ** 2)),
    ],
    states=le(Abs(f(g(u)) - f(g(v))), (slope + other_slope) * Abs(u - v)),
    says="A composition of functions with the Lipschitz constants K and M has the Lipschitz constant K + M.",
    reading="|f(x) − f(y)| ≤ K|x − y| and |g(x) − g(y)| ≤ M|x − y|, written with squares.",
    weight="error",
    slip="The constants are multiplied.",
)


@COMPOSITION_ADDS_SLOPES.counterexample
def composition_adds_slopes(claim: Claim) -> Theorem:
    """Three times x, twice."""
    lines = {f: Lambda(x, 3 * x), g: Lambda(x, 3 * x)}
    known = identity(eq((3 * x - 3 * y) ** 2, 9 * (x - y) ** 2))
    schema = generalize(combine(le((3 * x - 3 * y) ** 2, 9 * (x - y) ** 2), [(1, known)]), [x, y])
    return witness(claim.given, claim.states[0], {**lines, slope: 3, other_slope: 3, u: 1, v: 0}, [schema])


ROUND = [ge(t, 1), ge(T, t)]

MISTAKES_BELOW_LOGISTIC_LOSS = Claim(
    "tuned/mistakes-below-logistic-loss",
    at="P. Bartlett, M. Jordan and J. McAuliffe, Convexity, classification, and risk bounds (2006), section 2",
    given=[
        ge(T, 1),
        forall(t, eq(mistake(t) ** 2, mistake(t)), ROUND),
        forall(t, le(mistake(t) * margin(t), 0), ROUND),
    ],
    states=le(Sum(mistake(t), (t, 1, T)), Sum(log(1 + exp(-margin(t))), (t, 1, T))),
    says="There are at most Σ ln(1 + exp(−z_t)) mistakes, z_t being the margins.",
    reading="m_t is 1 if round t is a mistake, and 0 otherwise; in a mistake the margin is at most 0.",
    weight="constant",
    slip="The logarithm must be the one to the base 2, which is 1 at the margin 0, where ln has ln 2.",
)


@MISTAKES_BELOW_LOGISTIC_LOSS.counterexample
def mistakes_below_logistic_loss(claim: Claim) -> Theorem:
    """One mistake with the margin 0."""
    return witness(claim.given, claim.states[0], {T: 1, mistake: [1], margin: [0]})


SUFFICIENT_DECREASE_UP_TO_TWO = Claim(
    "tuned/sufficient-decrease-up-to-two",
    at="A. Beck, First-Order Methods in Optimization (2017), Lemma 10.4, with a constant step",
    given=[ABOVE_TANGENT, SMOOTH, le(eta, 2 / L)],
    states=le(F(a - eta * F.gradient(a)), F(a) - eta / 2 * square(F.gradient(a))),
    says="F(a − η∇F(a)) ≤ F(a) − (η/2)‖∇F(a)‖² for 0 < η ≤ 2/L.",
    reading="F is convex and L-smooth: between its tangents and these with (L/2)‖q − p‖² more.",
    weight="constant",
    slip="It is η ≤ 1/L; beyond it (1 − Lη/2)η is less than η/2, and 0 at η = 2/L.",
)


@SUFFICIENT_DECREASE_UP_TO_TWO.counterexample
def sufficient_decrease_up_to_two(claim: Claim) -> Theorem:
    """To the other side of a parabola."""
    parabola = {F: Lambda(x, x**2 / 2), L: 1, eta: 2, a: 1}
    above = generalize(follows(ge(d**2 / 2, c**2 / 2 + c * (d - c)), (c - d) ** 2), [c, d])
    below = generalize(follows(le(d**2 / 2, c**2 / 2 + c * (d - c) + (d - c) ** 2 / 2)), [c, d])
    return witness(claim.given, claim.states[0], parabola, [above, below])


SUM_OF_LOG_CONCAVE = Claim(
    "tuned/sum-of-log-concave",
    at="S. Boyd and L. Vandenberghe, Convex Optimization (2004), section 3.5.2",
    given=[
        forall(x, gt(f(x), 0)),
        forall(x, gt(g(x), 0)),
        forall([x, y], ge(f((x + y) / 2) ** 2, f(x) * f(y))),
        forall([x, y], ge(g((x + y) / 2) ** 2, g(x) * g(y))),
    ],
    states=ge((f(MIDDLE) + g(MIDDLE)) ** 2, (f(u) + g(u)) * (f(v) + g(v))),
    says="The sum of two log-concave functions is log-concave.",
    reading="A positive function f is log-concave if f((x + y)/2)² ≥ f(x)f(y).",
    weight="error",
    slip="Products are, and sums of log-convex functions log-convex.",
)


@SUM_OF_LOG_CONCAVE.counterexample
def sum_of_log_concave(claim: Claim) -> Theorem:
    """eˣ and e⁻ˣ add up to 2 cosh x."""
    met = []
    for turned in (1, -1):
        product = exp(turned * x) * exp(turned * y)
        middle = identity(eq(exp(turned * (x + y) / 2) ** 2, product))
        met.append(generalize(follows(gt(exp(turned * x), 0)), [x]))
        met.append(generalize(combine(ge(exp(turned * (x + y) / 2) ** 2, product), [(1, middle)]), [x, y]))
    return witness(claim.given, claim.states[0], {f: Lambda(x, exp(x)), g: Lambda(x, exp(-x)), u: 1, v: -1}, met)


ORDERED = [le(x, z), le(z, y)]

SUM_OF_QUASICONVEX = Claim(
    "tuned/sum-of-quasiconvex",
    at="S. Boyd and L. Vandenberghe, Convex Optimization (2004), section 3.4.4",
    given=[
        forall([x, y, z, level], le(f(z), level), [*ORDERED, le(f(x), level), le(f(y), level)]),
        forall([x, y, z, level], le(g(z), level), [*ORDERED, le(g(x), level), le(g(y), level)]),
        le(u, r),
        le(r, v),
    ],
    states=le(f(r) + g(r), Max(f(u) + g(u), f(v) + g(v))),
    says="The sum of two quasi-convex functions is quasi-convex.",
    reading="f is quasi-convex if between two points at which f ≤ c there are none but such.",
    weight="error",
    slip="Their maximum is; a sum of one that rises and one that falls may have several valleys.",
)


@SUM_OF_QUASICONVEX.counterexample
def sum_of_quasiconvex(claim: Claim) -> Theorem:
    """x³ rises, −3x falls, and their sum has a hill at −1."""
    order = [le(x, z), le(z, y)]
    below = [*order, le(x**3, level), le(y**3, level)]
    widths = (y + z / 2) ** 2 + 3 * z**2 / 4
    cube = combine(le(z**3, level), [(1, le(y**3, level)), (widths, ge(y, z))], facts=[le(z, y)])
    line = follows(le(-3 * z, level), *order, le(-3 * x, level))
    met = [
        generalize(cube, [x, y, z, level], below),
        generalize(line, [x, y, z, level], [*order, le(-3 * x, level), le(-3 * y, level)]),
    ]
    values = {f: Lambda(x, x**3), g: Lambda(x, -3 * x), u: -2, r: -1, v: 1}
    return witness(claim.given, claim.states[0], values, met)


BREGMAN_IN_ITS_SECOND_POINT = Claim(
    "tuned/bregman-in-its-second-point",
    at="H. Bauschke and J. Borwein, Joint and separate convexity of the Bregman distance (2001)",
    given=[forall(x, ge(f.prime(x, 2), 0))],
    states=le(gap(u, (v + z) / 2), (gap(u, v) + gap(u, z)) / 2),
    says="The Bregman distance of a convex function is convex in its second point.",
    reading="D(u, v) = f(u) − f(v) − f′(v)(u − v) for a twice differentiable f with f″ ≥ 0, at the middle of v and z.",
    weight="error",
    slip="It is convex in its first point; in the second one f‴ takes part.",
)


@BREGMAN_IN_ITS_SECOND_POINT.counterexample
def bregman_in_its_second_point(claim: Claim) -> Theorem:
    """x⁴: D(3, 0) = 81 and D(3, 2) = 33, and D(3, 1) = 72."""
    curved = generalize(follows(ge(12 * x**2, 0), x**2), [x])
    return witness(claim.given, claim.states[0], {f: Lambda(x, x**4), u: 3, v: 0, z: 2}, [curved])


PRODUCT_OF_LOG_CONCAVE = Claim(
    "tuned/product-of-log-concave",
    at="S. Boyd and L. Vandenberghe, Convex Optimization (2004), section 3.5.2",
    given=[
        forall(x, gt(f(x), 0)),
        forall(x, gt(g(x), 0)),
        forall([x, y], ge(f((x + y) / 2) ** 2, f(x) * f(y))),
        forall([x, y], ge(g((x + y) / 2) ** 2, g(x) * g(y))),
    ],
    states=ge((f(MIDDLE) * g(MIDDLE)) ** 2, f(u) * g(u) * (f(v) * g(v))),
    says="The product of two log-concave functions is log-concave.",
    reading="A positive function f is log-concave if f((x + y)/2)² ≥ f(x)f(y).",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)


CONVEX_AND_SMOOTH_IS_COCOERCIVE = Claim(
    "tuned/convex-and-smooth-is-cocoercive",
    at="Y. Nesterov, Introductory Lectures on Convex Optimization (2004), Theorem 2.1.5, (2.1.7)",
    given=[ABOVE_TANGENT, SMOOTH],
    states=ge(F(b), F(a) + Inner(F.gradient(a), b - a) + square(TURN) / (2 * L)),
    says="F(b) ≥ F(a) + ⟨∇F(a), b − a⟩ + ‖∇F(a) − ∇F(b)‖²/(2L) for a convex and L-smooth F.",
    reading="F is between its tangents and these with (L/2)‖q − p‖² more.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)


JENSEN_WITH_WEIGHT_ON_ZERO = Claim(
    "tuned/jensen-with-weight-on-zero",
    at="F. Hansen and G. Pedersen, Jensen's inequality for operators and Löwner's theorem (1982), for numbers",
    given=[CONVEX, le(f(0), 0), ge(n, 1), WEIGHTS, le(Sum(P(i), (i, 1, n)), 1)],
    states=le(f(AVERAGE), Sum(P(i) * f(place(i)), (i, 1, n))),
    says="f(Σ p_i x_i) ≤ Σ p_i f(x_i) for a convex f with f(0) ≤ 0 and weights p_i ≥ 0 with Σ p_i ≤ 1.",
    reading="The weights may add up to less than 1; f is a function on the real line.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)


DESCENT_LEMMA = Claim(
    "tuned/descent-lemma",
    at="Y. Nesterov, Introductory Lectures on Convex Optimization (2004), Lemma 1.2.3",
    given=[forall([p, q], le(square(F.gradient(p) - F.gradient(q)), L**2 * square(p - q)))],
    states=le(F(b), F(a) + Inner(F.gradient(a), b - a) + L / 2 * square(b - a)),
    says="A function with an L-Lipschitz gradient is at most (L/2)‖b − a‖² above its tangents.",
    reading="‖∇F(p) − ∇F(q)‖ ≤ L‖p − q‖, written with squares, for all p and q; F need not be convex.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)


STRONG_AND_SMOOTH = Claim(
    "tuned/strong-and-smooth",
    at="Y. Nesterov, Introductory Lectures on Convex Optimization (2004), Theorem 2.1.12",
    given=[STRONG, SMOOTH],
    states=ge(Inner(TURN, a - b), (mu * L * square(a - b) + square(TURN)) / (mu + L)),
    says="⟨∇F(a) − ∇F(b), a − b⟩ ≥ μL/(μ + L) ‖a − b‖² + 1/(μ + L) ‖∇F(a) − ∇F(b)‖².",
    reading="F is μ-strongly convex and L-smooth, by its tangents; that μ ≤ L follows where there are two points.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)


SELF_CONCORDANT_BELOW = Claim(
    "tuned/self-concordant-below",
    at="Y. Nesterov, Introductory Lectures on Convex Optimization (2004), Theorem 4.1.7",
    given=[CURVED, SELF_CONCORDANT],
    states=ge(f(v), f(u) + f.prime(u) * (v - u) + LENGTH - log(1 + LENGTH)),
    says="f(v) ≥ f(u) + f′(u)(v − u) + ω(r) for a self-concordant f, with ω(r) = r − ln(1 + r) and r = √f″(u)|v − u|.",
    reading="Self-concordant: f″ > 0 and |f‴| ≤ 2f″^{3/2}, written with squares, for a function on the real line.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)
