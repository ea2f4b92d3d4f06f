"""Vectors of any inner-product space: projections, angles, Gram determinants, averages, reversals of Cauchy–Schwarz."""

from typing import Any

from sympy import Expr, Max, Rational, Sum, sqrt

from verify.audit import (
    Claim,
    Inner,
    Theorem,
    eq,
    forall,
    ge,
    gt,
    identity,
    integer,
    le,
    norm,
    positive,
    real,
    vector,
    vectors,
    witness,
)

a, b, p, q, r, s, u, v, w, x, y, z = vectors("a b p q r s u v w x y z")
e = vector("e")
alpha, beta, c, share = real("α β c λ")
low, high, epsilon, diameter = positive("m M ε D")
i, j, k, n = integer("i j k n")
UNITS = [eq(Inner(x, x), 1), eq(Inner(y, y), 1), eq(Inner(z, z), 1)]
MEAN = Sum(x(i), (i, 1, n)) / n
BETWEEN = (low + high) / (2 * sqrt(low * high))


def square(term: Any) -> Expr:
    """‖·‖²."""
    return Inner(term, term)


OBTUSE_ANGLE_AT_THE_PROJECTION = Claim(
    "unseen/obtuse-angle-at-the-projection",
    at="Y. Nesterov, Introductory Lectures on Convex Optimization (2004), Lemma 2.2.8",
    given=[le(Inner(x - p, z - p), 0)],
    states=le(square(x - z), square(x - p) + square(p - z)),
    says="If p is the projection of x onto a convex set and z is in the set, ‖x − z‖² ≤ ‖x − p‖² + ‖p − z‖².",
    reading="That p is the projection is used by ⟨x − p, z − p⟩ ≤ 0 only.",
    weight="error",
    slip="The angle at p is at least a right one, so the inequality is the other way round.",
)


@OBTUSE_ANGLE_AT_THE_PROJECTION.counterexample
def obtuse_angle_at_the_projection(claim: Claim) -> Theorem:
    """p lies between x and z."""
    return witness(claim.given, claim.states[0], {x: (1,), p: (0,), z: (-1,)})


DIRECTIONS_APART_BY_THE_LONGER = Claim(
    "unseen/directions-apart-by-the-longer",
    at="C. Dunkl and K. Williams, A simple norm inequality (1964)",
    given=[gt(square(x), 0), gt(square(y), 0)],
    states=le(norm(x / norm(x) - y / norm(y)), norm(x - y) / Max(norm(x), norm(y))),
    says="‖x/‖x‖ − y/‖y‖‖ ≤ ‖x − y‖/max(‖x‖, ‖y‖).",
    reading="x and y are not 0, in any inner-product space.",
    weight="constant",
    slip="It is 2‖x − y‖/(‖x‖ + ‖y‖): divided by the mean of the norms, and not by the larger one.",
)


@DIRECTIONS_APART_BY_THE_LONGER.counterexample
def directions_apart_by_the_longer(claim: Claim) -> Theorem:
    """Along directions 53° apart, one of length 2 and one of length 5."""
    return witness(claim.given, claim.states[0], {x: (2, 0), y: (3, 4)})


COSINES_ABOVE_ONE = Claim(
    "unseen/cosines-above-one",
    at="E. Langford, N. Schwertman and M. Owens, Is the property of being positively correlated transitive? (2001)",
    given=[*UNITS, gt(Inner(x, y), 0), gt(Inner(y, z), 0), gt(Inner(x, y) + Inner(y, z), 1)],
    states=gt(Inner(x, z), 0),
    says="If two correlations are positive and more than 1 together, the third one is positive.",
    reading="x, y and z are unit vectors, and their inner products the correlations.",
    weight="gap",
    slip="It is their squares that must be more than 1 together: then the two angles are less than a right one.",
)


@COSINES_ABOVE_ONE.counterexample
def cosines_above_one(claim: Claim) -> Theorem:
    """Angles with the cosines 5/13 and 4/5 are 104° together."""
    values = {y: (1, 0), x: (Rational(5, 13), Rational(12, 13)), z: (Rational(4, 5), Rational(-3, 5))}
    return witness(claim.given, claim.states[0], values)


NEAR_THE_MEAN = Claim(
    "unseen/near-the-mean",
    at="H. Jung, Über die kleinste Kugel, die eine räumliche Figur einschließt (1901), with the mean for its centre",
    given=[
        ge(n, 1),
        forall([i, j], le(norm(x(i) - x(j)), diameter), [ge(i, 1), ge(n, i), ge(j, 1), ge(n, j)]),
        ge(k, 1),
        ge(n, k),
    ],
    states=le(norm(x(k) - MEAN), diameter / 2),
    says="No point of a set of diameter D is further than D/2 from the mean.",
    reading="x_1, …, x_n are points, as often as they are counted, and any two of them at most D apart.",
    weight="constant",
    slip="(n − 1)D/n is true and best: the other points may all be at one end.",
)


@NEAR_THE_MEAN.counterexample
def near_the_mean(claim: Claim) -> Theorem:
    """0, 0 and 1, with the mean ⅓."""
    return witness(claim.given, claim.states[0], {n: 3, diameter: 1, k: 3, x: [(0,), (0,), (1,)]})


SUM_OF_ODD_UNIT_VECTORS = Claim(
    "unseen/sum-of-odd-unit-vectors",
    at="International Mathematical Olympiad (1973), problem 1",
    given=[ge(n, 1), forall(i, eq(square(e(i)), 1), [ge(i, 1), ge(2 * n + 1, i)])],
    states=ge(norm(Sum(e(i), (i, 1, 2 * n + 1))), 1),
    says="A sum of an odd number of unit vectors has a norm of at least 1.",
    reading="e_1, …, e_{2n+1} have the norm 1, in any inner-product space.",
    weight="gap",
    slip="True of points of a plane on one side of a line through 0; elsewhere three of them can add up to 0.",
)


@SUM_OF_ODD_UNIT_VECTORS.counterexample
def sum_of_odd_unit_vectors(claim: Claim) -> Theorem:
    """Three directions in a plane, almost 120° apart."""
    third, up = Rational(-3, 5), Rational(4, 5)
    return witness(claim.given, claim.states[0], {n: 1, e: [(1, 0), (third, up), (third, -up)]})


ACUTE_VECTORS_ADD_UP = Claim(
    "unseen/acute-vectors-add-up",
    at="J. Diaz and F. Metcalf, A complementary triangle inequality in Hilbert and Banach spaces (1966)",
    given=[
        ge(n, 1),
        forall([i, j], ge(Inner(x(i), x(j)), 0), [ge(i, 1), ge(n, i), ge(j, 1), ge(n, j)]),
    ],
    states=le(Sum(norm(x(i)), (i, 1, n)), sqrt(2) * norm(Sum(x(i), (i, 1, n)))),
    says="If no two of n vectors have an obtuse angle, Σ‖x_i‖ ≤ √2‖Σx_i‖.",
    reading="⟨x_i, x_j⟩ ≥ 0 for all i and j, in any inner-product space.",
    weight="gap",
    slip="True in a plane, where they lie in a quarter of it; in d dimensions √2 has to be √d.",
)


@ACUTE_VECTORS_ADD_UP.counterexample
def acute_vectors_add_up(claim: Claim) -> Theorem:
    """The three axes of space."""
    return witness(claim.given, claim.states[0], {n: 3, x: [(1, 0, 0), (0, 1, 0), (0, 0, 1)]})


SQUARE_ON_A_SEGMENT = Claim(
    "unseen/square-on-a-segment",
    at="H. Bauschke and P. Combettes, Convex Analysis and Monotone Operator Theory (2011), Corollary 2.14",
    states=eq(
        square(share * x + (1 - share) * y) + share * (1 - share) * square(x - y),
        share * square(x) + (1 - share) * square(y),
    ),
    says="‖λx + (1 − λ)y‖² + λ(1 − λ)‖x − y‖² = λ‖x‖² + (1 − λ)‖y‖².",
    reading="For every real λ, also outside [0, 1].",
)


@SQUARE_ON_A_SEGMENT.proof
def square_on_a_segment(claim: Claim) -> Theorem:
    """Both sides are multiplied out."""
    return identity(claim.states[0])


DISTANCE_TO_A_LINE = Claim(
    "unseen/distance-to-a-line",
    at="S. Kurepa, On the Buniakowsky–Cauchy–Schwarz inequality (1966), with the Gram determinant of two vectors",
    states=le(square(x) * square(y) - Inner(x, y) ** 2, square(x) * square(x - y)),
    says="‖x‖²‖y‖² − ⟨x, y⟩² ≤ ‖x‖²‖x − y‖².",
    reading="No point of the line through 0 and x, and so not x itself, is closer to y than the Gram determinant says.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)


REVERSED_SCHWARZ = Claim(
    "unseen/reversed-schwarz",
    at="S. Dragomir, A survey on Cauchy–Bunyakovsky–Schwarz type discrete inequalities (2003), Cassels' inequality",
    given=[le(low, high), ge(Inner(high * v - u, u - low * v), 0)],
    states=le(norm(u) * norm(v), BETWEEN * Inner(u, v)),
    says="If u is between mv and Mv, then ‖u‖‖v‖ ≤ (m + M)/(2√(mM)) ⟨u, v⟩.",
    reading="0 < m ≤ M; u is between them if ⟨Mv − u, u − mv⟩ ≥ 0.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)


DIRECTIONS_APART = Claim(
    "unseen/directions-apart",
    at="C. Dunkl and K. Williams, A simple norm inequality (1964)",
    given=[gt(square(x), 0), gt(square(y), 0)],
    states=le(norm(x / norm(x) - y / norm(y)), 2 * norm(x - y) / (norm(x) + norm(y))),
    says="‖x/‖x‖ − y/‖y‖‖ ≤ 2‖x − y‖/(‖x‖ + ‖y‖).",
    reading="x and y are not 0, in any inner-product space.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)


HLAWKA = Claim(
    "unseen/hlawka",
    at="D. Mitrinović, Analytic Inequalities (1970), section 2.25, Hlawka's inequality",
    states=le(norm(x + y) + norm(y + z) + norm(z + x), norm(x) + norm(y) + norm(z) + norm(x + y + z)),
    says="‖x + y‖ + ‖y + z‖ + ‖z + x‖ ≤ ‖x‖ + ‖y‖ + ‖z‖ + ‖x + y + z‖.",
    reading="In any inner-product space; in normed spaces it fails.",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)


FIRM_STEPS_AVERAGED = Claim(
    "unseen/firm-steps-averaged",
    at="H. Bauschke and P. Combettes, Convex Analysis and Monotone Operator Theory (2011), Proposition 4.32",
    given=[
        ge(n, 1),
        forall(i, le(square(x(i + 1) - y(i + 1)), Inner(x(i + 1) - y(i + 1), x(i) - y(i))), [ge(i, 1), ge(n, i)]),
    ],
    states=le(
        square(x(n + 1) - y(n + 1)) + square((x(1) - x(n + 1)) - (y(1) - y(n + 1))) / n,
        square(x(1) - y(1)),
    ),
    says="A composition of n firmly nonexpansive maps is n/(n + 1)-averaged.",
    reading="x_{i+1} and y_{i+1} are what the i-th map makes of x_i and y_i; α-averaged is ‖T x − T y‖² ≤ ‖x − y‖² − "
    "(1 − α)/α ‖(x − T x) − (y − T y)‖².",
    open_because="A theorem of its source; whether it is proved is what is measured.",
)
