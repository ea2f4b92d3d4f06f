"""Convexity on manifolds, section 4: minimal sets, the Euclidean example, and Proposition 3 with its omitted proof."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from sympy import Abs, Expr, Lambda, Rational, cancel, pi, sin

from proofs.spheres.exponential_map import great_circle
from verify.author.kernel import (
    KernelError, Theorem, assume, cases, certify, cite, combine, generalize, identity, instantiate,
)  # fmt: skip
from verify.axioms import SMALLER_TO_THE_RIGHT
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import (
    Deriv, Inner, eq, field, forall, function, ge, gt, le, ne, partial, point, points, real, vectors,
)  # fmt: skip
from verify.lemmas import from_absurdity, magnitude_bounds
from verify.prover.proving import certificate

h, s, y, r, xi = real("h s y r ξ")
p, q, u, v, x, V = vectors("p q u v x V")

# --- the minimal set of a convex loss ------------------------------------------------------------------------------

loss, path = function("L"), points("γ")
z = point("z")
least = real("m")

UNIT = [ge(s, 0), ge(1, s)]
CONVEX = forall(h, le(loss(path(h)), (1 - h) * loss(path(0)) + h * loss(path(1))), [ge(h, 0), ge(1, h)])
LOWEST = forall(z, ge(loss(z), least))
MINIMAL = [eq(loss(path(0)), least), eq(loss(path(1)), least)]

SOLUTION_SET = Claim(
    "spheres/convex-solution-set",
    at="section 4, before Proposition 3",
    printed=(
        "choose any two points in solution set and generate the geodesic between the two points. The cost"
        " function is minimal at either end point of the geodesic and convexity implies it is minimal at "
        "all points along the geodesic"
    ),
    given=[CONVEX, LOWEST, *MINIMAL, *UNIT],
    states=eq(loss(path(s)), least),
    reading=(
        "γ is a geodesic of any manifold from one point of least loss m to another, along which the loss is convex: "
        "then γ(s) has the loss m too, for 0 ≤ s ≤ 1. So the minimal set contains the geodesics between its points. "
        "What that says of totally geodesic submanifolds is spheres/convex-solution-set-flat."
    ),
)


@SOLUTION_SET.proof
def neither_below_nor_above(claim: Claim) -> Theorem:
    """m ≤ L(γ(s)) ≤ (1 − s)m + sm."""
    given = list(claim.given)
    ends = [f for f in given if f in MINIMAL]
    inside = [assume(f) for f in given if f in UNIT]
    below = [instantiate(assume(f), [s], inside) for f in given if f == CONVEX]
    above = [instantiate(assume(f), [path(s)]) for f in given if f == LOWEST]
    bounds = [combine(ge(least, loss(path(s))), [(1, t)], using=ends) for t in below] + above
    return combine(claim.states[0], [(1, loss(path(s)) - least)], facts=bounds)


# --- a convex solution set that is a hypersurface -------------------------------------------------------------------

model = field("f")
ON_SEGMENTS = forall([u, v, h], eq(model(u + h * (v - u)), 0), [eq(model(u), 0), eq(model(v), 0), ge(h, 0), ge(1, h)])
SOLUTIONS = [eq(model(p), 0), eq(model(q), 0)]
INCLINE = Inner(model.gradient(p), q - p)

FLAT = Claim(
    "spheres/convex-solution-set-flat",
    at="section 4, before Proposition 3",
    says="in Rⁿ a solution set that is a hypersurface with the segments between its points lies in a hyperplane",
    given=[ON_SEGMENTS, *SOLUTIONS],
    states=eq(INCLINE, 0),
    rests_on=["spheres/convex-solution-set"],
    reading=(
        "The text says that for a convex loss the solution set is a subset of a totally geodesic submanifold of M, "
        "which M itself is. Here M = Rⁿ, and the solution set is {f = 0} for the residual f(p) = y − f_p(x), "
        "differentiable in p, and contains the segments between its points (spheres/convex-solution-set). As the text "
        "says of solution sets, it is a hypersurface: 0 is a regular value, ∇f(p) ≠ 0. Then the whole set lies in the "
        "hyperplane through any of its points p that is orthogonal to ∇f(p), a totally geodesic submanifold of "
        "codimension 1. Where ∇f(p) = 0 the formula says nothing, and nothing smaller than M need contain the set: "
        "f = max(‖p‖² − 1, 0)² is differentiable and convex, and 0 on a disc."
    ),
)


def _does_not_fall(sign: int) -> Theorem:
    """sign · ⟨∇f(p), q − p⟩ < 0 is absurd: f would soon be below 0 on the segment, or above it."""
    along, slope = Lambda(h, sign * model(p + h * (q - p))), gt(0, sign * INCLINE)
    part = xi / (1 + xi)
    large, falls = gt(xi, 0), forall(h, gt(along(0), along(h)), [gt(h, 0), gt(xi, h)])
    total = combine(gt(1 + xi, 0), [(1, assume(large)), (1, 1)])
    inside = [
        combine(gt(part, 0), [(assume(large), 1 / (1 + xi))], facts=[total]),
        combine(gt(xi, part), [(assume(large), xi / (1 + xi))], facts=[total, large]),
        combine(ge(part, 0), [(assume(large), 1 / (1 + xi))], facts=[total]),
        combine(ge(1, part), [(1, 1 / (1 + xi))], facts=[total]),
    ]
    lower = instantiate(assume(falls), [part], inside[:2])
    zero = instantiate(assume(ON_SEGMENTS), [p, q, part], [*map(assume, SOLUTIONS), *inside[2:]])
    fall = along(0) - along(part)
    level = combine(eq(fall, 0), [(-sign, zero)], using=[SOLUTIONS[0]], facts=[total])
    never = instantiate(combine(ge(-1, 0), [(-1 / fall, level)], facts=[lower, total]), {}, [lower, total])
    absurd = generalize(never, [xi], [large, falls])
    start = combine(gt(0, Deriv(along(h), h, 0)), [(1, assume(slope))])
    return instantiate(cite(SMALLER_TO_THE_RIGHT), {partial("f"): along, real("z"): -1}, [start, absurd])


@FLAT.proof
def constant_along_the_segment(claim: Claim) -> Theorem:
    """f is 0 on the segment from p to q, so its slope there is 0."""
    goal = claim.states[0]
    rising, falling = (from_absurdity(goal, _does_not_fall(sign)) for sign in (-1, 1))
    return cases([rising, assume(goal), falling], [gt(INCLINE, 0), goal, gt(0, INCLINE)])


a, b, c, d = real("a b c d")
LEVEL = {model: Lambda((r, s), s - 1), p: (0, 1), q: (1, 1)}


def straight() -> list[Theorem]:
    """The line {s = 1} in R² contains its segments."""
    ends, share = [eq(b - 1, 0), eq(d - 1, 0)], [ge(h, 0), ge(1, h)]
    goal = eq(b + h * (d - b) - 1, 0)
    inside = combine(goal, [(1 - h, assume(ends[0])), (h, assume(ends[1]))])
    return [generalize(inside, [a, b, c, d, h], [*ends, *share])]


@FLAT.instance
def a_line() -> tuple[dict[Any, Any], list[Theorem]]:
    """f(p) = p₂ − 1."""
    return LEVEL, straight()


fails_as(FLAT,
    ("constant", eq(INCLINE, 1), "The product is 1.", LEVEL, straight),
    ("sign", eq(Inner(model.gradient(p), q + p), 0), "q + p in the place of q − p.", LEVEL, straight),
)  # fmt: skip


fails_without(FLAT,
    (ON_SEGMENTS, "The set need not contain its segments.", {model: Lambda((r, s), s - r**2), p: (0, 0), q: (1, 1)}),
    (SOLUTIONS[0], "p need not be a solution.", LEVEL | {p: (0, 0)}, straight),
    (SOLUTIONS[1], "q need not be a solution.", LEVEL | {q: (1, 2)}, straight),
)  # fmt: skip


HALF = Rational(1, 2)


def on_the_line(values: Lambda, curve: Lambda, lowest: Any, at: Any = HALF) -> dict[str, Any]:
    """How a mutant is refuted: a loss on the real line, a curve, and the least loss that is claimed."""
    along = values(curve(s))
    rules = [
        (le(along, (1 - s) * values(curve(0)) + s * values(curve(1))), [s], UNIT, s * (1 - s)),
        (ge(values(r), lowest), [r], [], 1),
    ]

    def met() -> list[Theorem]:
        found = []
        for formula, variables, given, factor in rules:
            with suppress(KernelError):
                rest = cancel((formula.lhs - formula.rhs) / factor)
                found.append(generalize(combine(formula, [(factor, rest)], facts=given), variables, given))
        return found

    return {"at": {loss: values, path: curve, least: lowest, s: at}, "discharge": met}


SQUARE, WAVE = Lambda(r, r**2), Lambda(r, (r**2 - 1) ** 2)


fails_as(SOLUTION_SET,
    ("constant", eq(loss(path(s)), 2 * least), "L(γ(s)) = 2m.", on_the_line(Lambda(r, r**2 + 1), Lambda(s, 0), 1)),
)  # fmt: skip


fails_without(SOLUTION_SET,
    (CONVEX, "The loss need not be convex.", on_the_line(WAVE, Lambda(s, 2 * s - 1), 0)),
    (LOWEST, "m need not be the least loss.", on_the_line(SQUARE, Lambda(s, 2 * s - 1), 1)),
    (MINIMAL[1], "The other end need not be minimal.", on_the_line(SQUARE, Lambda(s, s), 0)),
)  # fmt: skip


VALLEY = Lambda(r, Abs(r) + Abs(r - 1) - 1)


def flat_between() -> list[Theorem]:
    """|r| + |r − 1| − 1 is 0 for 0 ≤ r ≤ 1 and never negative."""
    sides = [(1, magnitude_bounds(r, -1)), (1, magnitude_bounds(r - 1, 1))]
    level = combine(le(VALLEY(s), (1 - s) * VALLEY(0) + s * VALLEY(1)), [], facts=UNIT)
    return [generalize(level, [s], UNIT), generalize(combine(ge(VALLEY(r), 0), sides), [r])]


fails_without(SOLUTION_SET,
    (UNIT[1], "s may be larger than 1.", {loss: VALLEY, path: Lambda(s, s), least: 0, s: 2}, flat_between),
)  # fmt: skip


# --- the Euclidean example -----------------------------------------------------------------------------------------


def square_loss(p: Any) -> Expr:
    """(⟨p, x⟩ − y)², (7)."""
    return (Inner(p, x) - y) ** 2


EUCLID = Claim(
    "spheres/convex-euclid",
    at="section 4, before Proposition 3",
    printed=(
        "The Euclidean problem considered Section 3.1 is convexly compatible as a direct consequence of the convexity "
        "of the least squares error loss"
    ),
    given=UNIT,
    states=le(square_loss(p + s * (q - p)), (1 - s) * square_loss(p) + s * square_loss(q)),
    rests_on=["spheres/weak-compatibility-euclid"],
    reading="The loss (7) is convex along every line segment from p to q in Rⁿ, for any data; with weak compatibility.",
)


@EUCLID.proof
def chord(claim: Claim) -> Theorem:
    """The gap is s(1 − s)⟨p − q, x⟩²."""
    return combine(claim.states[0], [(s * (1 - s), Inner(p - q, x) ** 2)], facts=list(claim.given))


SEGMENT = {p: 0, q: 1, x: 1, y: 0, s: Rational(1, 2)}


fails_as(EUCLID,
    ("constant", ge(EUCLID.states[0].lhs / 2, EUCLID.states[0].rhs), "Half the chord.", {**SEGMENT, p: 1}),
    ("sign", ge(EUCLID.states[0].rhs, EUCLID.states[0].lhs), "Above the chord.", SEGMENT),
)  # fmt: skip


fails_without(EUCLID,
    (UNIT[1], "s may be larger than 1.", {**SEGMENT, s: 2}),
    (UNIT[0], "s may be negative.", {**SEGMENT, s: -1}),
)  # fmt: skip


# --- Proposition 3 -------------------------------------------------------------------------------------------------

ORTHONORMAL = [eq(Inner(p, p), 1), eq(Inner(p, V), 0), eq(Inner(V, V), 1)]
POLE, SOME_DATA = eq(x, r * p), ne(r, 0)
SHORT = [gt(s, 0), gt(pi, s)]


def on_the_circle(s: Any) -> Expr:
    """⟨γ(s), x⟩², the loss (8) along the great circle from p with velocity V."""
    return Inner(great_circle(p, V, s), x) ** 2


PROP_3 = Claim(
    "spheres/prop-3",
    at="Proposition 3",
    printed="The PMC on the sphere of Section 3.2 is not convexly compatible. Proof omitted.",
    given=[*ORTHONORMAL, POLE, SOME_DATA, *SHORT],
    states=gt(on_the_circle(0), (on_the_circle(-s) + on_the_circle(s)) / 2),
    rests_on=["spheres/exponential-map"],
    reading=(
        "Convex along geodesics would put the loss at γ(0) below the mean of those at γ(±s). On every great "
        "circle through "
        "the pole p = x/r of any data x ≠ 0, for every 0 < s < π, it is above. In dimension n ≥ 2, where there "
        "is a unit "
        "V orthogonal to p; on S⁰ there are no geodesics but points and nothing to be convex."
    ),
)


@PROP_3.proof
def cosine_squared(claim: Claim) -> Theorem:
    """The loss along the circle is r² cos² s, and 1 − cos² s = sin² s > 0."""
    given = list(claim.given)
    equations = [f for f in given if f in (*ORTHONORMAL, POLE)]
    within = [f for f in given if f in SHORT]
    sine = instantiate(certify(certificate(gt(sin(s), 0), SHORT)), {}, [assume(f) for f in within])
    moving = identity(eq(Inner(V, V), 1), using=[f for f in given if f == ORTHONORMAL[2]])
    facts = [f for f in given if f == SOME_DATA]
    return combine(
        claim.states[0], [(r**2, combine(gt(sin(s) ** 2, 0), [(sine, sine)]))], using=[*equations, moving], facts=facts
    )


THROUGH_THE_POLE = {p: (1, 0), V: (0, 1), x: (1, 0), r: 1, s: pi / 2}


fails_as(PROP_3,
    ("constant", gt(on_the_circle(0) / 2, PROP_3.states[0].rhs), "Half the loss at the pole.",
        {**THROUGH_THE_POLE, s: pi / 4}),
    ("sign", gt(PROP_3.states[0].rhs, PROP_3.states[0].lhs), "Below the mean.", THROUGH_THE_POLE),
)  # fmt: skip


fails_without(PROP_3,
    (POLE, "p may be any point: from the equator the loss grows.", {**THROUGH_THE_POLE, x: (0, 1)}),
    (SOME_DATA, "x may be 0.", {**THROUGH_THE_POLE, x: (0, 0), r: 0}),
    (SHORT[1], "s may be π.", {**THROUGH_THE_POLE, s: pi}),
    (SHORT[0], "s may be 0.", {**THROUGH_THE_POLE, s: 0}),
)  # fmt: skip
