"""After (18) and before (2): losses are convex in each argument, and potentials of increasing functions strictly."""

from __future__ import annotations

from sympy import Expr, Lambda, Rational

from proofs.general_additive._increasing import INCREASING, above_tangent, m, p, q
from proofs.general_additive._increasing import P as OnTheLine
from proofs.general_additive.divergence import CONVEX, NAMES, SQUARE, P, a, b, c, divergence, r
from verify.author.kernel import Theorem, assume, cases, combine, generalize, instantiate
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import Deriv, eq, ge, gt, real, vectors

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
    facts = [f for f in claim.given if f in SHARE]
    convex = [assume(f) for f in claim.given if f == CONVEX]
    between = (1 - s) * a + s * c
    ends = [(1 - s, a), (s, c)]
    return [
        combine(in_prediction, [(w, instantiate(f, [end, between])) for f in convex for w, end in ends], facts=facts),
        combine(
            in_outcome,
            [(w, instantiate(f, [middle, end])) for f in convex for w, end in ends],
            using=[f for f in claim.given if f == MIDDLE],
            facts=facts,
        ),
    ]


def convex_square() -> list[Theorem]:
    """x² lies above its tangents."""
    above = ge(x**2, y**2 + (x - y) * Deriv(r**2, r, y))
    return [generalize(combine(above, [(1, (x - y) ** 2)]), [x, y])]


ON_THE_LINE = {P: SQUARE, a: 0, c: 2, middle: 1, b: 0, s: Rational(1, 2)}


@EACH.mutant("sign", at=ON_THE_LINE, discharge=convex_square)
def concave_in_the_prediction(claim: Claim) -> Claim:
    """The chord lies below the loss, as a function of â."""
    first, second = claim.states
    return claim.replace(states=[ge(first.rhs, first.lhs), second])


@EACH.mutant("constant", at=ON_THE_LINE, discharge=convex_square)
def twice_the_loss(claim: Claim) -> Claim:
    """The chord lies above three times the loss between, as a function of y."""
    first, second = claim.states
    return claim.replace(states=[first, ge(second.lhs, 3 * second.rhs)])


fails_without(EACH,
    (CONVEX, "P need not be convex.", ON_THE_LINE | {P: Lambda(x, -(x**2))}),
    (MIDDLE, "φ(m) may be anywhere.", ON_THE_LINE | {middle: 5}, convex_square),
    (SHARE[1], "s may exceed 1.", ON_THE_LINE | {s: 2, middle: 4, b: 3}, convex_square),
)  # fmt: skip


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
    order = combine(gt(half, m) if ahead else gt(m, half), [(Rational(1, 2), assume(side))])
    rises = instantiate(instantiate(assume(INCREASING), [m, half] if ahead else [half, m]), {}, discharge=[order])
    width = (p - m if ahead else m - p) / 2
    goal = gt(OnTheLine(p), OnTheLine(m) + (p - m) * OnTheLine.prime(m))
    return combine(goal, [(1, there), (1, back), (width, rises)], facts=[side])


@STRICT.proof
def strict_tangents(claim: Claim) -> Theorem:
    """P lies strictly above its tangent between p and q, at both ends."""
    low, high = ([assume(f) for f in claim.given if f == end] for end in INSIDE)
    parts, sides = [], [gt(p, q), gt(q, p)]
    for side in sides:
        down = side == sides[0]
        to_p = combine(gt(p, BETWEEN) if down else gt(BETWEEN, p), [(f, assume(side)) for f in low])
        to_q = combine(gt(BETWEEN, q) if down else gt(q, BETWEEN), [(f, assume(side)) for f in high])
        at_p = instantiate(strictly_above(down), {m: BETWEEN}, discharge=[to_p])
        at_q = instantiate(strictly_above(not down), {p: q, m: BETWEEN}, discharge=[to_q])
        parts.append(combine(claim.states[0], [(1 - s, at_p), (s, at_q)], facts=[*low, *high]))
    equal = eq(p, q)
    never = combine(claim.states[0], [(1, assume(f)) for f in claim.given if f == APART], using=[assume(equal)])
    return cases([*parts, never], [*sides, equal])


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
