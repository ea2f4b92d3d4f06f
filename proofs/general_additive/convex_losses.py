"""After (18) and before (2): losses are convex in each argument, and potentials of increasing functions strictly."""

from __future__ import annotations

from sympy import Expr, Lambda, Rational

from proofs.general_additive._increasing import INCREASING, above_tangent, m, p, q
from proofs.general_additive._increasing import P as OnTheLine
from proofs.general_additive.divergence import CONVEX, NAMES, SQUARE, P, a, b, c, divergence, r
from verify.audit import (
    Claim, Deriv, Theorem, assume, at, cases, combine, eq, fails_as, fails_without, follows, ge, generalize, gt,
    holds_at, instantiate, real, vectors,
)  # fmt: skip

s, x, y, z = real("s x y z")
(middle,) = vectors("m")

# --- each argument -------------------------------------------------------------------------------------------------

SHARE = [ge(s, 0), ge(1, s)]
MIDDLE = eq(P.gradient(middle), (1 - s) * P.gradient(a) + s * P.gradient(c))


def chord(first: Expr, second: Expr) -> Expr:
    """The chord between two values, at the share s."""
    return (1 - s) * first + s * second


EACH = Claim(
    "general_additive/convex-in-each",
    at="after (18)",
    printed="L_{φ⁻¹}(â, a) is convex in â and differentiating (17) shows that L_φ(y, ŷ) is convex in y",
    given=[CONVEX, *SHARE, MIDDLE],
    where=NAMES,
    states=[
        ge(chord(divergence(P, a, b), divergence(P, c, b)), divergence(P, (1 - s) * a + s * c, b)),
        ge(chord(divergence(P, b, a), divergence(P, b, c)), divergence(P, b, middle)),
    ],
    rests_on=["general_additive/duality"],
    reading=(
        "φ = ∇P for a convex P on R^k, and both losses are Δ_φ(â, a), by (18). In â the chord between a and c lies "
        "above the loss, with a third activation â. In y: the outcomes y = φ(a) and y′ = φ(c), φ(m) between them; the "
        "prediction is φ(â). Derivatives of φ and its inverse are not needed, nor that it has one."
    ),
)


@EACH.proof
def tangents_between(claim: Claim) -> list[Theorem]:
    """In â: P lies above its tangent between a and c. In y: the chord is higher by (1 − s)Δ(m, a) + sΔ(m, c)."""
    in_prediction, in_outcome = claim.states
    between, ends = (1 - s) * a + s * c, [(1 - s, a), (s, c)]
    return [
        combine(in_prediction, [(share, at(CONVEX, end, between)) for share, end in ends], facts=SHARE),
        combine(in_outcome, [(share, at(CONVEX, middle, end)) for share, end in ends], using=[MIDDLE], facts=SHARE),
    ]


def convex_square() -> list[Theorem]:
    """x² lies above its tangents."""
    above = ge(x**2, y**2 + (x - y) * Deriv(r**2, r, y))
    return [generalize(combine(above, [(1, (x - y) ** 2)]), [x, y])]


ON_THE_LINE = {P: SQUARE, a: 0, c: 2, middle: 1, b: 0, s: Rational(1, 2)}


fails_as(EACH,
    ("sign", {EACH.states[0]: ge(EACH.states[0].rhs, EACH.states[0].lhs)},
        "The chord lies below the loss, as a function of â.", ON_THE_LINE, convex_square),
    ("constant", {EACH.states[1]: ge(EACH.states[1].lhs, 3 * EACH.states[1].rhs)},
        "The chord lies above three times the loss between, as a function of y.", ON_THE_LINE, convex_square),
)  # fmt: skip


fails_without(EACH,
    (CONVEX, "P need not be convex.", ON_THE_LINE | {P: Lambda(x, -(x**2))}),
    (MIDDLE, "φ(m) may be anywhere.", ON_THE_LINE | {middle: 5}, convex_square),
    (SHARE[1], "s may exceed 1.", ON_THE_LINE | {s: 2, middle: 4, b: 3}, convex_square),
)  # fmt: skip


holds_at(EACH, ("At an end of the chord.", ON_THE_LINE | {a: 1, s: 0}, convex_square))


# --- one dimension -------------------------------------------------------------------------------------------------

INSIDE = [gt(s, 0), gt(1, s)]
APART = gt((p - q) ** 2, 0)
BETWEEN = (1 - s) * p + s * q

STRICT = Claim(
    "general_additive/one-dimensional-potential",
    at="section 1, before (2)",
    printed=(
        "in the one-dimensional case, the potential function (i.e., integral function) of any strictly increasing "
        "function φ is strictly convex"
    ),
    given=[INCREASING, *INSIDE, APART],
    states=gt((1 - s) * OnTheLine(p) + s * OnTheLine(q), OnTheLine(BETWEEN)),
    reading="φ = P′ increases strictly on the line, and p ≠ q: within the chord P is below it. φ need not be smooth.",
)


def strictly_above(ahead: bool) -> Theorem:
    """P(p) > P(m) + (p − m)P′(m), from p > m, or from m > p: the tangents halfway and at m."""
    tangent, half = above_tangent([INCREASING]), (p + m) / 2
    side = gt(p, m) if ahead else gt(m, p)
    there, back = instantiate(tangent, {m: half}), instantiate(tangent, {p: half})
    order = follows(gt(half, m) if ahead else gt(m, half), side)
    rises = instantiate(instantiate(assume(INCREASING), [m, half] if ahead else [half, m]), {}, discharge=[order])
    goal = gt(OnTheLine(p), OnTheLine(m) + (p - m) * OnTheLine.prime(m))
    return follows(goal, there, back, rises, side)


@STRICT.proof
def strict_tangents(claim: Claim) -> Theorem:
    """P lies strictly above its tangent between p and q, at both ends."""
    parts, sides = [], [gt(p, q), gt(q, p)]
    for side in sides:
        down = side == sides[0]
        to_p = follows(gt(p, BETWEEN) if down else gt(BETWEEN, p), side, INSIDE)
        to_q = follows(gt(BETWEEN, q) if down else gt(q, BETWEEN), side, INSIDE)
        at_p = instantiate(strictly_above(down), {m: BETWEEN}, discharge=[to_p])
        at_q = instantiate(strictly_above(not down), {p: q, m: BETWEEN}, discharge=[to_q])
        parts.append(follows(claim.states[0], at_p, at_q, INSIDE))
    never = follows(claim.states[0], APART, using=[eq(p, q)])
    return cases([*parts, never], [*sides, eq(p, q)])


def increases() -> list[Theorem]:
    """The derivative 2r of r² increases."""
    return [
        generalize(
            combine(gt(Deriv(r**2, r, z), Deriv(r**2, r, m)), [(2, z - m)], facts=[gt(z, m)]), [m, z], [gt(z, m)]
        )
    ]


SQUARED = {OnTheLine: SQUARE, p: 0, q: 2, s: Rational(1, 2)}


fails_as(STRICT,
    ("sign", gt(STRICT.states[0].rhs, STRICT.states[0].lhs), "P lies above the chord.", SQUARED, increases),
    ("constant", gt(STRICT.states[0].lhs, 3 * STRICT.states[0].rhs), "The chord is above three times P.", SQUARED,
        increases),
)  # fmt: skip


fails_without(STRICT,
    (INCREASING, "φ need not increase.", SQUARED | {OnTheLine: Lambda(r, r)}),
    (APART, "p may be q.", SQUARED | {q: 0}, increases),
    (INSIDE[0], "s may be 0.", SQUARED | {s: 0}, increases),
)  # fmt: skip
