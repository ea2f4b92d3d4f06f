"""Functions as variables: convex, quasi-convex, log-concave, smooth and strongly convex ones."""

from typing import Any

from sympy import Abs, Expr, Lambda, Rational, Sum, Tuple, cosh, log, sqrt

from verify.audit import (
    Claim,
    Inner,
    Theorem,
    at,
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
    holds_at,
    integer,
    le,
    lt,
    positive,
    real,
    substitute,
    vector,
    vectors,
    witness,
)

x, y, z, u, v, c, d, s, r = real("x y z u v c d s r")
level = real("c")
p, q, a, b = vectors("p q a b")
mu, L, M, eta, slope, other_slope = positive("μ L M η K M")
i, n = integer("i n")
f = function("f")
g = function("g")
F = field("F")
A = vector("A")
P = family("p")
place = family("x")


def square(term: Any) -> Expr:
    """‖·‖²."""
    return Inner(term, term)


SHARE = [ge(s, 0), le(s, 1)]
CONVEX = forall([x, y, s], le(f(s * x + (1 - s) * y), s * f(x) + (1 - s) * f(y)), SHARE)
CONVEX_TOO = forall([x, y, s], le(g(s * x + (1 - s) * y), s * g(x) + (1 - s) * g(y)), SHARE)
TANGENT = F(p) + Inner(F.gradient(p), q - p)
STRONG = forall([p, q], ge(F(q), TANGENT + mu / 2 * square(q - p)))
TURN = F.gradient(a) - F.gradient(b)
WEIGHTS = forall(i, ge(P(i), 0), [ge(i, 1), ge(n, i)])
AVERAGE = Sum(P(i) * place(i), (i, 1, n))
MIDDLE = (u + v) / 2
CURVED = forall(x, gt(f.prime(x, 2), 0))
SELF_CONCORDANT = forall(x, le(f.prime(x, 3) ** 2, 4 * f.prime(x, 2) ** 3))
LENGTH = sqrt(f.prime(u, 2)) * Abs(v - u)


def of_a_parabola() -> list[Theorem]:
    """x²/2 is 1-strongly convex."""
    return [generalize(follows(ge(d**2 / 2, c**2 / 2 + c * (d - c) + (d - c) ** 2 / 2)), [c, d])]


def shown(schema: Any, values: dict[Any, Any], *reasons: Any) -> Theorem:
    """The schema on numbers, with these functions, from reasons that it follows from."""
    there = substitute(schema, {variable.head: value for variable, value in values.items()})
    return generalize(follows(there.body, *reasons, there.given), list(there.variables), there.given)


CONVEX_FUNCTIONS_ADD_UP = Claim(
    "unseen/convex-functions-add-up",
    at="A. Bruckner and E. Ostrow, Some function classes related to the class of convex functions (1962)",
    given=[CONVEX, le(f(0), 0)],
    states=ge(f(u + v), f(u) + f(v)),
    says="A convex function f with f(0) ≤ 0 is superadditive: f(u + v) ≥ f(u) + f(v).",
    reading="f is a function on the real line, and u and v are real.",
    weight="gap",
    slip="u and v must not have opposite signs.",
)


@CONVEX_FUNCTIONS_ADD_UP.counterexample
def convex_functions_add_up(claim: Claim) -> Theorem:
    """f(x) = x², and u = −v."""
    square_of = {f: Lambda(x, x**2)}
    chord = shown(CONVEX, square_of, s * (1 - s) * (x - y) ** 2)
    return witness(claim.given, claim.states[0], {**square_of, u: 1, v: -1}, [chord])


JENSEN_WITH_MISSING_WEIGHT = Claim(
    "unseen/jensen-with-missing-weight",
    at="F. Hansen and G. Pedersen, Jensen's inequality for operators and Löwner's theorem (1982), for numbers",
    given=[CONVEX, ge(f(0), 0), ge(n, 1), WEIGHTS, le(Sum(P(i), (i, 1, n)), 1)],
    states=le(f(AVERAGE), Sum(P(i) * f(place(i)), (i, 1, n))),
    says="f(Σ p_i x_i) ≤ Σ p_i f(x_i) for a convex f with f(0) ≥ 0 and weights p_i ≥ 0 with Σ p_i ≤ 1.",
    reading="The weights may add up to less than 1.",
    weight="gap",
    slip="The weight that is missing lies on 0, so that it is f(0) ≤ 0 that is needed.",
)


@JENSEN_WITH_MISSING_WEIGHT.counterexample
def jensen_with_missing_weight(claim: Claim) -> Theorem:
    """Half the weight is missing, and f(0) = 1."""
    square_of = {f: Lambda(x, x**2 + 1)}
    chord = shown(CONVEX, square_of, s * (1 - s) * (x - y) ** 2)
    return witness(claim.given, claim.states[0], {**square_of, n: 1, P: [Rational(1, 2)], place: [0]}, [chord])


RISING_SLOPE = Claim(
    "unseen/rising-slope",
    at="S. Boyd and L. Vandenberghe, Convex Optimization (2004), section 3.1.4",
    given=[forall([x, y], lt(f.prime(x), f.prime(y)), [lt(x, y)])],
    states=gt(f.prime(u, 2), 0),
    says="If f′ increases strictly, so that f is strictly convex, then f″ > 0.",
    reading="f is twice differentiable on the real line, and x < y makes f′(x) < f′(y).",
    weight="wording",
    slip="The other way round it is true; here f″ ≥ 0 is, and f″ may be 0 at single points.",
)


@RISING_SLOPE.counterexample
def rising_slope(claim: Claim) -> Theorem:
    """f(x) = x⁴ at 0."""
    rises = combine(lt(4 * x**3, 4 * y**3), [((y - x) ** 2 + 3 * (x + y) ** 2, gt(y - x, 0))], facts=[lt(x, y)])
    return witness(claim.given, claim.states[0], {f: Lambda(x, x**4), u: 0}, [generalize(rises, [x, y], [lt(x, y)])])


CONVEX_OF_CONVEX = Claim(
    "unseen/convex-of-convex",
    at="S. Boyd and L. Vandenberghe, Convex Optimization (2004), section 3.2.4",
    given=[CONVEX, CONVEX_TOO, forall([x, y], le(g(x), g(y)), [ge(x, 0), le(x, y)])],
    states=le(g(f(MIDDLE)), (g(f(u)) + g(f(v))) / 2),
    says="If f and g are convex and g does not fall on [0, ∞), then g(f(·)) is convex at the middle of two points.",
    reading="g(x) ≤ g(y) for 0 ≤ x ≤ y; f may have any sign.",
    weight="gap",
    slip="g must not fall wherever f has values, and these may be negative.",
)


@CONVEX_OF_CONVEX.counterexample
def convex_of_convex(claim: Claim) -> Theorem:
    """The square of x² − 1."""
    functions = {f: Lambda(x, x**2 - 1), g: Lambda(x, x**2)}
    room = s * (1 - s) * (x - y) ** 2
    rises = combine(le(x**2, y**2), [(1, (y - x) ** 2), (2 * x, le(x, y))], facts=[ge(x, 0)])
    met = [shown(CONVEX, functions, room), shown(CONVEX_TOO, functions, room)]
    met.append(generalize(rises, [x, y], [ge(x, 0), le(x, y)]))
    return witness(claim.given, claim.states[0], {**functions, u: 1, v: -1}, met)


MONOTONE_AND_LIPSCHITZ = Claim(
    "unseen/monotone-and-lipschitz",
    at="J. Baillon and G. Haddad, Quelques propriétés des opérateurs angle-bornés et n-cycliquement monotones (1977)",
    given=[
        forall([p, q], ge(Inner(A(p) - A(q), p - q), 0)),
        forall([p, q], le(square(A(p) - A(q)), L**2 * square(p - q))),
    ],
    states=le(square(A(a) - A(b)), L * Inner(A(a) - A(b), a - b)),
    says="A monotone operator that is L-Lipschitz is (1/L)-cocoercive.",
    reading="⟨A(p) − A(q), p − q⟩ ≥ 0 and ‖A(p) − A(q)‖ ≤ L‖p − q‖ for all p and q of any inner-product space.",
    weight="gap",
    slip="True of gradients: an operator may turn.",
)


@MONOTONE_AND_LIPSCHITZ.counterexample
def monotone_and_lipschitz(claim: Claim) -> Theorem:
    """A quarter turn of the plane."""
    w, h, k, m = real("w h k m")
    turned = generalize(follows(ge((m - h) * (w - k) + (w - k) * (h - m), 0)), [w, h, k, m])
    bounded = generalize(follows(le((m - h) ** 2 + (w - k) ** 2, (w - k) ** 2 + (h - m) ** 2)), [w, h, k, m])
    values = {A: Lambda((x, y), Tuple(-y, x)), L: 1, a: (1, 0), b: (0, 0)}
    return witness(claim.given, claim.states[0], values, [turned, bounded])


SELF_CONCORDANT_ABOVE_THE_CONJUGATE = Claim(
    "unseen/self-concordant-above-the-conjugate",
    at="Y. Nesterov, Introductory Lectures on Convex Optimization (2004), Theorem 4.1.7",
    given=[CURVED, SELF_CONCORDANT, lt(LENGTH, 1)],
    states=ge(f(v), f(u) + f.prime(u) * (v - u) - LENGTH - log(1 - LENGTH)),
    says="f(v) ≥ f(u) + f′(u)(v − u) + ω⋆(r) for a self-concordant f, ω⋆(r) = −r − ln(1 − r), r = √f″(u)|v − u| < 1.",
    reading="Self-concordant: f″ > 0 and |f‴| ≤ 2f″^{3/2}, written with squares, for a function on the real line.",
    weight="error",
    slip="ω⋆ bounds f from above; from below it is ω(r) = r − ln(1 + r).",
)


@SELF_CONCORDANT_ABOVE_THE_CONJUGATE.counterexample
def self_concordant_above_the_conjugate(claim: Claim) -> Theorem:
    """A parabola, which has ½r² where ω⋆ has r³/3 more."""
    parabola = {f: Lambda(x, x**2 / 2)}
    met = [generalize(follows(gt(1, 0)), [x]), generalize(follows(le(0, 4)), [x])]
    return witness(claim.given, claim.states[0], {**parabola, u: 0, v: Rational(1, 2)}, met)


STRONG_CONVEXITY_OF_THE_GRADIENT = Claim(
    "unseen/strong-convexity-of-the-gradient",
    at="Y. Nesterov, Introductory Lectures on Convex Optimization (2004), Theorem 2.1.9",
    given=[STRONG],
    states=ge(Inner(TURN, a - b), mu * square(a - b)),
    says="The gradient of a μ-strongly convex function is μ-strongly monotone.",
    reading="F(q) ≥ F(p) + ⟨∇F(p), q − p⟩ + (μ/2)‖q − p‖² for all p and q.",
)


@STRONG_CONVEXITY_OF_THE_GRADIENT.proof
def strong_convexity_of_the_gradient(claim: Claim) -> Theorem:
    """Both inequalities, from a to b and back."""
    return follows(claim.states[0], at(STRONG, a, b), at(STRONG, b, a))


holds_at(STRONG_CONVEXITY_OF_THE_GRADIENT, ("a parabola", {F: Lambda(x, x**2 / 2), mu: 1, a: 1, b: 0}, of_a_parabola))


STRONG_CONVEXITY_BOUNDS_THE_GAP = Claim(
    "unseen/strong-convexity-bounds-the-gap",
    at="H. Karimi, J. Nutini and M. Schmidt, Linear convergence under the PL condition (2016), Theorem 2",
    given=[STRONG],
    states=le(F(a) - F(b), square(F.gradient(a)) / (2 * mu)),
    says="F(a) − F(b) ≤ ‖∇F(a)‖²/(2μ) for a μ-strongly convex F, b being its minimum or any other point.",
    reading="F(q) ≥ F(p) + ⟨∇F(p), q − p⟩ + (μ/2)‖q − p‖² for all p and q.",
)


@STRONG_CONVEXITY_BOUNDS_THE_GAP.proof
def strong_convexity_bounds_the_gap(claim: Claim) -> Theorem:
    """The bound of strong convexity is least at b = a − ∇F(a)/μ."""
    return follows(claim.states[0], at(STRONG, a, b), square(F.gradient(a) + mu * (b - a)) / (2 * mu))


holds_at(STRONG_CONVEXITY_BOUNDS_THE_GAP, ("a parabola", {F: Lambda(x, x**2 / 2), mu: 1, a: 1, b: 0}, of_a_parabola))


LOG_COSH_BELOW_A_PARABOLA = Claim(
    "unseen/log-cosh-below-a-parabola",
    at="S. Boucheron, G. Lugosi and P. Massart, Concentration Inequalities (2013), section 2.3, for a random sign",
    states=le(log(cosh(s * x)), s**2 * x**2 / 2),
    says="ln cosh(sx) ≤ s²x²/2, so that a random sign is sub-Gaussian.",
    reading="s and x are real.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)


THREE_SLOPES = Claim(
    "unseen/three-slopes",
    at="R. Rockafellar, Convex Analysis (1970), section 24",
    given=[CONVEX, lt(u, v), lt(v, z)],
    states=le((f(v) - f(u)) / (v - u), (f(z) - f(v)) / (z - v)),
    says="The slopes of the chords of a convex function increase.",
    reading="u < v < z; f is convex on the real line.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)


CONVEX_OF_CONVEX_RISING = Claim(
    "unseen/convex-of-convex-rising",
    at="S. Boyd and L. Vandenberghe, Convex Optimization (2004), section 3.2.4",
    given=[CONVEX, CONVEX_TOO, forall([x, y], le(g(x), g(y)), [le(x, y)])],
    states=le(g(f(MIDDLE)), (g(f(u)) + g(f(v))) / 2),
    says="If f and g are convex and g does not fall, then g(f(·)) is convex at the middle of two points.",
    reading="g(x) ≤ g(y) for all real x ≤ y.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)


BOUNDED_AND_CONVEX = Claim(
    "unseen/bounded-and-convex",
    at="R. Rockafellar, Convex Analysis (1970), Corollary 8.6.2",
    given=[CONVEX, forall(x, le(f(x), level))],
    states=eq(f(u), f(v)),
    says="A convex function on the whole line that is bounded above is constant.",
    reading="f(x) ≤ c for all real x, for some c.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)
