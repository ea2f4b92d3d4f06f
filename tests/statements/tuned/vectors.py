"""Vectors of any inner-product space: projections, angles, Gram determinants, averages, reversals of Cauchy–Schwarz."""

from typing import Any

from sympy import Abs, Expr, Rational, Sum, sqrt

from verify.audit import (
    Claim,
    Inner,
    Theorem,
    eq,
    family,
    follows,
    forall,
    ge,
    gt,
    integer,
    le,
    ne,
    norm,
    positive,
    vector,
    vectors,
    witness,
)

a, b, p, q, r, s, u, v, w, x, y, z = vectors("a b p q r s u v w x y z")
e = vector("e")
low, high, epsilon, diameter = positive("m M ε D")
i, j, k, n = integer("i j k n")
P = family("p")
UNITS = [eq(Inner(x, x), 1), eq(Inner(y, y), 1), eq(Inner(z, z), 1)]
MEAN = Sum(x(i), (i, 1, n)) / n
BETWEEN = (low + high) / (2 * sqrt(low * high))


def square(term: Any) -> Expr:
    """‖·‖²."""
    return Inner(term, term)


APOLLONIUS_QUARTER = Claim(
    "tuned/apollonius-quarter",
    at="E. Kreyszig, Introductory Functional Analysis with Applications (1978), section 3.1, Apollonius' identity",
    states=eq(square(z - x) + square(z - y), square(x - y) / 2 + square(z - (x + y) / 2)),
    says="‖z − x‖² + ‖z − y‖² is ½‖x − y‖² and the square of the distance from z to the middle of x and y.",
    reading="x, y and z are vectors of any inner-product space.",
    weight="constant",
    slip="The distance from z to the middle counts twice.",
)


@APOLLONIUS_QUARTER.counterexample
def apollonius_quarter(claim: Claim) -> Theorem:
    """x and y are one point."""
    return witness(claim.given, claim.states[0], {x: (0,), y: (0,), z: (1,)})


AVERAGE_WITH_SIGNED_WEIGHTS = Claim(
    "tuned/average-with-signed-weights",
    at="H. Bauschke and P. Combettes, Convex Analysis and Monotone Operator Theory (2011), Lemma 2.13",
    given=[ge(n, 1), eq(Sum(P(i), (i, 1, n)), 1)],
    states=le(square(Sum(P(i) * x(i), (i, 1, n))), Sum(P(i) * square(x(i)), (i, 1, n))),
    says="The square of an average with weights p_1 + … + p_n = 1 is at most the average of the squares.",
    reading="The weights are real numbers with the sum 1.",
    weight="gap",
    slip="The weights must not be negative: what lies beyond x_1 and x_2 is no average.",
)


@AVERAGE_WITH_SIGNED_WEIGHTS.counterexample
def average_with_signed_weights(claim: Claim) -> Theorem:
    """The weights 2 and −1 double x_1."""
    return witness(claim.given, claim.states[0], {n: 2, P: [2, -1], x: [(1,), (0,)]})


BUZANO_WITHOUT_MAGNITUDE = Claim(
    "tuned/buzano-without-magnitude",
    at="M. Buzano, Generalizzazione della diseguaglianza di Cauchy–Schwarz (1974)",
    states=le(Abs(Inner(a, x) * Inner(x, b)), (norm(a) * norm(b) + Inner(a, b)) / 2 * square(x)),
    says="|⟨a, x⟩⟨x, b⟩| ≤ ½(‖a‖‖b‖ + ⟨a, b⟩)‖x‖².",
    reading="a, b and x are vectors of any real inner-product space.",
    weight="gap",
    slip="It is |⟨a, b⟩| on the right; where ⟨a, b⟩ is negative the product on the left may be negative too.",
)


@BUZANO_WITHOUT_MAGNITUDE.counterexample
def buzano_without_magnitude(claim: Claim) -> Theorem:
    """b = −a leaves nothing on the right."""
    return witness(claim.given, claim.states[0], {a: (1,), b: (-1,), x: (1,)})


ALMOST_ORTHONORMAL_BESSEL = Claim(
    "tuned/almost-orthonormal-bessel",
    at="R. Boas, A general moment problem (1941), with n unit vectors",
    given=[
        ge(n, 1),
        gt(epsilon, 0),
        forall(i, eq(square(e(i)), 1), [ge(i, 1), ge(n, i)]),
        forall([i, j], le(Abs(Inner(e(i), e(j))), epsilon), [ge(i, 1), ge(n, i), ge(j, 1), ge(n, j), ne(i, j)]),
    ],
    states=le(Sum(Inner(x, e(i)) ** 2, (i, 1, n)), (1 + epsilon) * square(x)),
    says="If n unit vectors have inner products of at most ε, then Σ⟨x, e_i⟩² ≤ (1 + ε)‖x‖².",
    reading="|⟨e_i, e_j⟩| ≤ ε for i ≠ j; with ε = 0 it is Bessel's inequality.",
    weight="constant",
    slip="n − 1 others are not orthogonal to each: it is 1 + (n − 1)ε.",
)


@ALMOST_ORTHONORMAL_BESSEL.counterexample
def almost_orthonormal_bessel(claim: Claim) -> Theorem:
    """Three times the same vector."""
    return witness(claim.given, claim.states[0], {n: 3, epsilon: 1, e: [(1,), (1,), (1,)], x: (1,)})


REVERSED_SCHWARZ_ROOT = Claim(
    "tuned/reversed-schwarz-root",
    at="S. Dragomir, A survey on Cauchy–Bunyakovsky–Schwarz type discrete inequalities (2003), Cassels' inequality",
    given=[le(low, high), ge(Inner(high * v - u, u - low * v), 0)],
    states=le(square(u) * square(v), BETWEEN * Inner(u, v) ** 2),
    says="If u is between mv and Mv, then ‖u‖²‖v‖² ≤ (m + M)/(2√(mM)) ⟨u, v⟩².",
    reading="0 < m ≤ M; u is between them if ⟨Mv − u, u − mv⟩ ≥ 0.",
    weight="constant",
    slip="The factor belongs to ‖u‖‖v‖ ≤ …⟨u, v⟩; with the squares it is squared.",
)


@REVERSED_SCHWARZ_ROOT.counterexample
def reversed_schwarz_root(claim: Claim) -> Theorem:
    """The tangent from 0 to the circle over the segment from 1 to 4."""
    values = {low: 1, high: 4, v: (1, 0), u: (Rational(8, 5), Rational(6, 5))}
    return witness(claim.given, claim.states[0], values)


FIRM_IN_TWO_STEPS = Claim(
    "tuned/firm-in-two-steps",
    at="H. Bauschke and P. Combettes, Convex Analysis and Monotone Operator Theory (2011), section 4.4",
    given=[le(square(p - q), Inner(p - q, x - y)), le(square(r - s), Inner(r - s, p - q))],
    states=le(square(r - s), Inner(r - s, x - y)),
    says="A composition of two firmly nonexpansive maps, such as projections, is firmly nonexpansive.",
    reading="x and y are mapped to p and q by the first map, and these to r and s by the second one.",
    weight="gap",
    slip="Each may turn by up to a right angle; on the line it is true, and in a plane two turns are too much.",
)


@FIRM_IN_TWO_STEPS.counterexample
def firm_in_two_steps(claim: Claim) -> Theorem:
    """Projected onto two lines with 45° between each and the next, and 90° in all."""
    half = Rational(1, 2)
    values = {x: (1, 0), p: (half, half), r: (0, half), y: (0, 0), q: (0, 0), s: (0, 0)}
    return witness(claim.given, claim.states[0], values)


REFLECTION_DOES_NOT_EXPAND = Claim(
    "tuned/reflection-does-not-expand",
    at="H. Bauschke and P. Combettes, Convex Analysis and Monotone Operator Theory (2011), Proposition 4.2",
    given=[le(square(p - q), Inner(p - q, x - y))],
    states=le(norm((2 * p - x) - (2 * q - y)), norm(x - y)),
    says="The reflection 2P − Id of a firmly nonexpansive map P is nonexpansive.",
    reading="p and q are what x and y are mapped to.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)


PROJECTIONS_AND_WHAT_IS_LEFT = Claim(
    "tuned/projections-and-what-is-left",
    at="E. Zarantonello, Projections on convex sets in Hilbert space (1971)",
    given=[le(Inner(x - p, q - p), 0), le(Inner(y - q, p - q), 0)],
    states=le(square(p - q) + square((x - p) - (y - q)), square(x - y)),
    says="Projections onto a convex set bring points together by at least as much as what they leave differs.",
    reading="p and q are the projections of x and y, of which ⟨x − p, q − p⟩ ≤ 0 and ⟨y − q, p − q⟩ ≤ 0 are used.",
)


@PROJECTIONS_AND_WHAT_IS_LEFT.proof
def projections_and_what_is_left(claim: Claim) -> Theorem:
    """The difference is twice the sum of both inequalities."""
    return follows(claim.states[0], claim.given)


BESSEL = Claim(
    "tuned/bessel",
    at="E. Kreyszig, Introductory Functional Analysis with Applications (1978), Theorem 3.4-6, Bessel's inequality",
    given=[
        ge(n, 1),
        forall(i, eq(square(e(i)), 1), [ge(i, 1), ge(n, i)]),
        forall([i, j], eq(Inner(e(i), e(j)), 0), [ge(i, 1), ge(n, i), ge(j, 1), ge(n, j), ne(i, j)]),
    ],
    states=le(Sum(Inner(x, e(i)) ** 2, (i, 1, n)), square(x)),
    says="Σ⟨x, e_i⟩² ≤ ‖x‖² for orthonormal e_1, …, e_n.",
    reading="For finitely many of them, in any inner-product space.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)


VARIANCE_BY_PAIRS = Claim(
    "tuned/variance-by-pairs",
    at="T. Hastie, R. Tibshirani and J. Friedman, The Elements of Statistical Learning (2001), (14.31)",
    given=[ge(n, 1)],
    states=eq(Sum(Sum(square(x(i) - x(j)), (j, 1, n)), (i, 1, n)), 2 * n * Sum(square(x(i) - MEAN), (i, 1, n))),
    says="The squared distances of all pairs add up to 2n times those from the mean.",
    reading="The pairs are ordered ones, and a point with itself is one.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)


COSINES_SQUARED_ABOVE_ONE = Claim(
    "tuned/cosines-squared-above-one",
    at="E. Langford, N. Schwertman and M. Owens, Is the property of being positively correlated transitive? (2001)",
    given=[*UNITS, gt(Inner(x, y), 0), gt(Inner(y, z), 0), gt(Inner(x, y) ** 2 + Inner(y, z) ** 2, 1)],
    states=gt(Inner(x, z), 0),
    says="If two correlations are positive and their squares more than 1 together, the third one is positive.",
    reading="x, y and z are unit vectors, and their inner products the correlations.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)


GRAM_DETERMINANT_OF_THREE = Claim(
    "tuned/gram-determinant-of-three",
    at="D. Mitrinović, J. Pečarić and A. Fink, Classical and New Inequalities in Analysis (1993), chapter XX",
    states=ge(
        square(x) * square(y) * square(z) + 2 * Inner(x, y) * Inner(y, z) * Inner(z, x),
        square(x) * Inner(y, z) ** 2 + square(y) * Inner(z, x) ** 2 + square(z) * Inner(x, y) ** 2,
    ),
    says="The Gram determinant of three vectors is not negative.",
    reading="In any inner-product space, also for vectors that are dependent or 0.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)
