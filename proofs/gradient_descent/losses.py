"""The losses of the notes: the hinge loss majorises the zero–one loss; which are convex, which are differentiable."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Lambda, Rational

from proofs.gradient_descent._perceptron import hinge, hinge_is_larger, hinge_is_not_negative
from verify.author.kernel import Theorem, assume, cases, combine, generalize, identity, instantiate, witness
from verify.claims import Claim, fails_as, fails_without, holds_at
from verify.language.terms import Inner, Relation, eq, forall, function, ge, gt, le, lt, ne, real, vectors

z, s, c, d, v, y = real("z s c d v y")
p, q, x = vectors("p q x")
zero_one = function("I")

VALUES = [eq(zero_one(-1), 1), eq(zero_one(0), 1), eq(zero_one(1), 0)]
"""The zero–one loss at the margins −1, 0 and 1."""
BETWEEN = [ge(s, 0), ge(1, s)]


def mixed(loss: Any, c: Any, d: Any) -> Relation:
    """loss(sc + (1 − s)d) ≤ s·loss(c) + (1 − s)·loss(d)."""
    return le(loss(s * c + (1 - s) * d), s * loss(c) + (1 - s) * loss(d))


MAJORISES = Claim(
    "gradient_descent/hinge-majorises",
    at="page 2, after (1)",
    printed=(
        "I{sgn(z) ≠ y} ≤ [1 − yz]₊ for all z ∈ R and y ∈ {−1, 1}, the hinge loss is a convex upper bound on the "
        "zero-one loss"
    ),
    given=[ge(0, z), *BETWEEN],
    states=[ge(hinge(z), 1), ge(hinge(v), 0), mixed(hinge, c, d)],
    reading=(
        "In margins (y times the prediction): where the margin z is at most 0, which the Perceptron counts as a "
        "mistake, "
        "the hinge loss is at least 1, and it is at least 0 at any margin v; sgn(0), on which the print depends, "
        "is read "
        "as wrong for either label, the reading that is hardest to meet. Convex: below its chords."
    ),
)


@MAJORISES.proof
def above_the_line_and_above_zero(claim: Claim) -> list[Theorem]:
    """1 − z ≥ 1 where z ≤ 0; and the chord lies above 0 and above the chord of 1 − z."""
    major, positive, convex = claim.states
    mix = s * c + (1 - s) * d
    inside, outside = ge(1 - mix, 0), lt(1 - mix, 0)
    upper = combine(convex, [(s, hinge_is_larger(c)), (1 - s, hinge_is_larger(d))], facts=[*BETWEEN, inside])
    lower = combine(
        convex, [(s, hinge_is_not_negative(c)), (1 - s, hinge_is_not_negative(d))], facts=[*BETWEEN, outside]
    )
    return [
        combine(major, [(1, hinge_is_larger(z)), (1, ge(0, z))]),
        combine(positive, [(1, hinge_is_not_negative(v))]),
        cases([upper, lower], [inside, outside]),
    ]


@MAJORISES.extremal("z", [0])
def on_the_boundary(margin: Any) -> dict[Any, Any]:
    """The margin 0."""
    return {z: margin, s: 0, c: 0, d: 0, v: 0}


fails_as(MAJORISES,
    ("constant", [ge(hinge(z), Rational(11, 10)), *MAJORISES.states[1:]], "11/10 in place of 1.", {z: 0, s: 0}),
    ("sign", {MAJORISES.states[2]: ge(MAJORISES.states[2].rhs, MAJORISES.states[2].lhs)}, "Above its chords.",
        {z: 0, s: Rational(1, 2), c: 0, d: 2}),
)  # fmt: skip


fails_without(MAJORISES,
    (ge(0, z), "Any margin.", {z: 1, s: 0}),
    (BETWEEN[1], "s may be larger than 1.", {z: 0, s: 2, c: 0, d: 2}),
    (BETWEEN[0], "s may be negative.", {z: 0, s: -1, c: 2, d: 0}),
)  # fmt: skip


holds_at(MAJORISES, ("At an end of the chord.", {z: 0, s: 1, c: 0, d: 2}))


# --- convexity and differentiability ---------------------------------------------------------------------------------


def square(z: Any) -> Expr:
    """The square loss of a prediction z for the outcome y."""
    return (z - y) ** 2


CONVEX = Claim(
    "gradient_descent/losses-convex",
    at="page 3",
    printed=(
        "losses ℓ_1, ℓ_2, … are all convex … For example, ℓ_t(w) = (wᵀx_t − y_t)² for regression and "
        "ℓ_t(w) = [1 − y_t wᵀx_t]₊ for binary classification. … the zero-one loss for linear classification, "
        "ℓ_t(w) = I{y_t wᵀx_t ≤ 0}, is not convex"
    ),
    given=[*BETWEEN, *VALUES],
    states=[
        mixed(lambda w: square(Inner(w, x)), p, q),
        mixed(lambda w: hinge(y * Inner(w, x)), p, q),
        gt(zero_one((Rational(-1) + 1) / 2), (zero_one(-1) + zero_one(1)) / 2),
    ],
    rests_on=["gradient_descent/hinge-majorises"],
    reading=(
        "As functions of the weights w in any dimension, for any instance x and any real y; below their chords "
        "between p and q. Where they are differentiable is gradient_descent/losses-differentiable. The zero–one loss I "
        "of the margin, of which only the values at −1, 0 and 1 are used, is above its chord from −1 to 1 at the "
        "middle: not convex. As a function of w it is so along every line that meets all three margins, hence for "
        "every x ≠ 0; for x = 0 it is constant."
    ),
)


@CONVEX.proof
def linear_inside(claim: Claim) -> list[Theorem]:
    """s(1 − s)⟨p − q, x⟩² for squares; the hinge's convexity at the margins; I(0) = 1 > ½(I(−1) + I(1)) = ½."""
    of_square, of_hinge, of_count = claim.states
    squares = combine(of_square, [(s * (1 - s), Inner(p - q, x) ** 2)], facts=BETWEEN)
    margins = {c: y * Inner(p, x), d: y * Inner(q, x), z: 0}
    convex = instantiate(MAJORISES.theorem(MAJORISES.states[2]), margins)
    return [
        squares,
        combine(of_hinge, [(1, convex)]),
        combine(of_count, [(Rational(1, 2), 1)], using=VALUES),
    ]


def between_values(first: Any, middle: Any, last: Any) -> Lambda:
    """The parabola with these values at −1, 0 and 1."""
    return Lambda(z, middle + (last - first) * z / 2 + (first + last - 2 * middle) * z**2 / 2)


ON_THE_LINE = {p: 1, q: 1, x: 1, y: 0, s: 1, zero_one: between_values(1, 1, 0)}


@CONVEX.extremal("s", [Rational(1, 2), 1])
def one_point(share: Any) -> dict[Any, Any]:
    """The chord from a point to itself."""
    return ON_THE_LINE | {s: share}


OF_SQUARE, _, OF_COUNT = CONVEX.states

fails_as(CONVEX,
    ("constant", {OF_SQUARE: ge(OF_SQUARE.lhs / 2, OF_SQUARE.rhs)}, "Half the chord for the square loss.",
        ON_THE_LINE),
    ("sign", {OF_COUNT: gt(OF_COUNT.rhs, OF_COUNT.lhs)}, "The zero–one loss below its chord.", ON_THE_LINE),
)  # fmt: skip

fails_without(CONVEX,
    (BETWEEN[1], "s may be larger than 1.", ON_THE_LINE | {s: 2, p: 0}),
    (BETWEEN[0], "s may be negative.", ON_THE_LINE | {s: -1, q: 0}),
    (VALUES[0], "I(−1) may be anything.", ON_THE_LINE | {zero_one: between_values(5, 1, 0)}),
    (VALUES[1], "I(0) may be anything: with ties right, 0 = I(0) does not exceed ½.",
        ON_THE_LINE | {zero_one: between_values(1, 0, 0)}),
    (VALUES[2], "I(1) may be anything.", ON_THE_LINE | {zero_one: between_values(1, 1, 1)}),
)  # fmt: skip


def right_slope(z: Any, s: Any) -> Expr:
    """The difference quotient of the hinge loss over a step s to the right."""
    return (hinge(z + s) - hinge(z)) / s


def left_slope(z: Any, s: Any) -> Expr:
    """The difference quotient of the hinge loss over a step s to the left."""
    return (hinge(z) - hinge(z - s)) / s


STEP = [gt(s, 0), gt(1, s)]

DIFFERENTIABLE = Claim(
    "gradient_descent/losses-differentiable",
    at="page 3, with footnote 1",
    printed=(
        "assume that losses ℓ_1, ℓ_2, … are all convex and differentiable everywhere. For example … "
        "ℓ_t(w) = [1 − y_t wᵀx_t]₊ for binary classification … However, we can still run OGD using the notion of "
        "subgradient instead of gradient"
    ),
    given=STEP[:1],
    states=[
        eq(left_slope(1, s), -1),
        eq(right_slope(1, s), 0),
        forall([z, s], eq(left_slope(z, s), -1), [*STEP[:1], le(z, 1)]),
        forall([z, s], eq(right_slope(z, s), -1), [*STEP[:1], le(z + s, 1)]),
        forall([z, s], eq(left_slope(z, s), 0), [*STEP[:1], ge(z - s, 1)]),
        forall([z, s], eq(right_slope(z, s), 0), [*STEP[:1], ge(z, 1)]),
        forall([v, z], ge(hinge(v), hinge(z) - (v - z)), [le(z, 1)]),
        forall([v, z], ge(hinge(v), hinge(z)), [ge(z, 1)]),
    ],
    reading=(
        "With the footnote to that sentence: the hinge loss is differentiable but at one margin, and has a subgradient "
        "everywhere. Every difference quotient to the left of the margin 1 is −1 and every one to the right 0, so "
        "there is no derivative. At a margin z < 1 all quotients over steps s ≤ 1 − z are −1, at z > 1 all over "
        "s ≤ z − 1 are 0: these are the derivatives there. At z ≤ 1 the line of slope −1 is nowhere above the loss, "
        "and at z ≥ 1 the line of slope 0: the claims on regret ask only for a vector ∇ℓ that meets (2), which a "
        "subgradient does."
    ),
)

FOOTNOTE = Claim(
    "gradient_descent/losses-footnote",
    at="page 3, footnote 1",
    printed="The hinge loss [1 − z]₊ is not differentiable at z = 0",
    given=STEP,
    states=ne(right_slope(0, s), left_slope(0, s)),
    weight="misprint",
    slip=(
        "[1 − z]₊ has its kink at z = 1, where the function that the footnote writes turns to 0; at z = 0 it has the "
        "derivative −1."
    ),
    reading=(
        "At z = 0 the difference quotients to the left and to the right differ, for steps 0 < s < 1. The quotients of "
        "a convex function are monotone in the step, so that where they are equal for one step, as here, it is "
        "differentiable."
    ),
)

FOOTNOTE_REPAIRED = Claim(
    "gradient_descent/losses-footnote.repaired",
    at="page 3, footnote 1",
    says="the hinge loss [1 − z]₊ is not differentiable at z = 1, and at z = 0 its derivative is −1",
    given=STEP,
    states=[ne(right_slope(1, s), left_slope(1, s)), eq(left_slope(0, s), -1), eq(right_slope(0, s), -1)],
    repairs="gradient_descent/losses-footnote",
    reading="The kink of [1 − z]₊ is at z = 1; around z = 0 it is the line 1 − z. For steps 0 < s < 1.",
)


@FOOTNOTE.counterexample
def a_line_around_zero(claim: Claim) -> Theorem:
    """s = ½: both quotients are −1."""
    return witness(list(claim.given), claim.states[0], {s: Rational(1, 2)})


@DIFFERENTIABLE.proof
def two_lines(claim: Claim) -> list[Theorem]:
    """1 − z to the left of 1, and 0 to the right; the loss is nowhere below either line."""
    at_the_kink, elsewhere, (falling, flat) = claim.states[:2], claim.states[2:6], claim.states[6:]
    other_ends = [le(z - s, 1), le(z, 1), ge(z, 1), ge(z + s, 1)]
    shown = []
    for formula, end in zip(elsewhere, other_ends, strict=True):
        forwards, nearer = formula.given
        farther = combine(end, [(1, assume(nearer)), (1, s)], facts=[forwards])
        line = identity(formula.body, facts=[forwards, nearer, farther])
        shown.append(generalize(line, [z, s], formula.given))
    below = [
        combine(falling.body, [(1, hinge_is_larger(v))], facts=falling.given),
        combine(flat.body, [(1, hinge_is_not_negative(v))], facts=flat.given),
    ]
    shown += [generalize(line, [v, z], f.given) for line, f in zip(below, (falling, flat), strict=True)]
    return [*(identity(f, facts=list(claim.given)) for f in at_the_kink), *shown]


fails_as(DIFFERENTIABLE,
    ("constant", [eq(left_slope(1, s), Rational(-1, 2)), *DIFFERENTIABLE.states[1:]], "−½ in place of −1.",
        {s: Rational(1, 2)}),
    ("sign", [eq(left_slope(1, s), 1), *DIFFERENTIABLE.states[1:]], "1 in place of −1.", {s: Rational(1, 2)}),
)  # fmt: skip


fails_without(DIFFERENTIABLE, (STEP[0], "Steps of either sign.", {s: -1}))


@FOOTNOTE_REPAIRED.proof
def the_kink_is_at_one(claim: Claim) -> list[Theorem]:
    """The slopes at 1 are −1 and 0; both at 0 are −1."""
    facts = list(claim.given)
    unequal, *at_zero = claim.states
    slopes = [identity(f, facts=facts) for f in (eq(left_slope(1, s), -1), eq(right_slope(1, s), 0))]
    higher = combine(unequal, [(1, slopes[1]), (-1, slopes[0]), (1, 1)], facts=facts)
    return [higher, *(identity(f, facts=facts) for f in at_zero)]


fails_as(FOOTNOTE_REPAIRED,
    ("constant", [FOOTNOTE_REPAIRED.states[0], eq(left_slope(0, s), Rational(-1, 2)), FOOTNOTE_REPAIRED.states[2]],
        "−½ in place of −1 at z = 0.", {s: Rational(1, 2)}),
    ("sign", [FOOTNOTE_REPAIRED.states[0], eq(left_slope(0, s), 1), FOOTNOTE_REPAIRED.states[2]],
        "1 in place of −1 at z = 0.", {s: Rational(1, 2)}),
)  # fmt: skip


fails_without(FOOTNOTE_REPAIRED,
    (STEP[1], "Steps that reach beyond the kink.", {s: 2}),
    (STEP[0], "Steps of either sign: a step of −2 to the left reaches the kink.", {s: -2}),
)  # fmt: skip
