"""Section 4: whether the distance loss is compatible: in both examples it is, for a bent solution set it may not be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Expr, Lambda, Rational, acos, asin, cos, pi, sin, sqrt

from proofs.spheres.distance_loss import UNITS, complement
from proofs.spheres.gradient import loss
from proofs.spheres.lemma_7_sign import sine_is_not_negative, z
from verify.author.kernel import Theorem, assume, cases, certify, combine, generalize, identity, instantiate, witness
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import Inner, eq, field, forall, function, ge, gt, le, real, vector, vectors
from verify.lemmas.circular import arccosine_of_cosine, within_one
from verify.prover.proving import certificate

r, s, w, y = real("r s w y")
p, q, u, v, x = vectors("p q u v x")
anywhere = vector("z")
f, g = field("f"), function("g")


def squared_distance(p: Any, q: Any) -> Expr:
    """‖p − q‖²."""
    return Inner(p - q, p - q)


def nearest(q: Any, p: Any) -> list[Any]:
    """q is a solution, f(q) = 0, and no solution is nearer to p."""
    return [
        eq(f(q), 0),
        forall(anywhere, ge(squared_distance(anywhere, p), squared_distance(q, p)), [eq(f(anywhere), 0)]),
    ]


FURTHER, TOWARDS = p + s * (p - q), p + s * (q - p)

COMPATIBLE = Claim(
    "spheres/distance-loss-compatible",
    weight="gap",
    slip=(
        "A geodesic that leaves one solution may come nearer to another, and there it meets the level sets of the "
        "distance at an angle. It is true for both examples of the paper, and in general on the way to the nearest "
        "solution."
    ),
    at="section 4",
    printed=(
        "This loss function is a least squares distance loss based on geodesic distance to the solution set. It is "
        "clear that a loss function defined in this way will be compatible with the underlying PMC"
    ),
    given=[*nearest(q, p), *nearest(u, FURTHER)],
    where={vector("γ"): FURTHER},
    states=eq(Inner(FURTHER - u, p - q) ** 2, squared_distance(FURTHER, u) * squared_distance(p, q)),
    rests_on=["spheres/distance-gradient-euclid"],
    reading=(
        "M = Rⁿ, and f(p) = y − f_p(x) for any continuously differentiable model f_p. L(p) = min ‖p − q‖² over the "
        "solutions, f(q) = 0. Where one solution q is the nearest, L has the gradient 2(p − q), so that p − q is "
        "orthogonal to the level set through p. The geodesic p + s(p − q) starts in that direction. Compatible would "
        "say that at γ = p + s(p − q), to which the solution u is nearest, it is orthogonal to the level set too: p − "
        "q is a multiple of γ − u."
    ),
)

SHARE = [ge(s, 0), ge(1, s)]

COMPATIBLE_REPAIRED = Claim(
    "spheres/distance-loss-compatible.repaired",
    at="section 4",
    says="on the geodesic from p to its nearest solution q, q stays the nearest solution",
    given=[*nearest(q, p), *SHARE, eq(f(v), 0)],
    idle={eq(f(q), 0): "q is the nearest solution; that it is one is what makes ‖p − q‖² the loss at p"},
    where={vector("γ"): TOWARDS},
    states=ge(squared_distance(v, TOWARDS), squared_distance(q, TOWARDS)),
    repairs="spheres/distance-loss-compatible",
    reading=(
        "The same in Rⁿ for the geodesic γ = p + s(q − p), 0 ≤ s ≤ 1, along which the explicit update goes as long as "
        "it does not pass q: no solution v is nearer to any of its points than q, so that it stays in the direction "
        "of the gradient."
    ),
)


@COMPATIBLE_REPAIRED.proof
def the_same_foot(claim: Claim) -> Theorem:
    """‖v − γ‖² − ‖q − γ‖² = (1 − s)(‖v − p‖² − ‖q − p‖²) + s‖v − q‖²."""
    closest = [instantiate(assume(g), [v], [assume(eq(f(v), 0))]) for g in claim.given if g == nearest(q, p)[1]]
    upper, lower = ([assume(g) for g in claim.given if g == bound] for bound in reversed(SHARE))
    terms = [*((a, c) for a in upper for c in closest), *((a, squared_distance(v, q)) for a in lower)]
    return combine(claim.states[0], terms)


def foot_on_parabola(point: tuple[Rational, Rational], foot: Rational) -> Theorem:
    """No point (a, a²) is nearer to this point than (foot, foot²): (a − foot)² times a sum of squares is left."""
    a, c = real("a c")
    on_it = eq(c - a**2, 0)
    away = (a - point[0]) ** 2 + (c - point[1]) ** 2
    least = (foot - point[0]) ** 2 + (foot**2 - point[1]) ** 2
    rest = 2 * foot**2 + 1 - 2 * point[1]
    terms = [((a - foot) ** 2, (a + foot) ** 2), ((a - foot) ** 2, rest)]
    onto = [(c + a**2 - 2 * point[1], assume(on_it))]
    return generalize(combine(ge(away, least), [*terms, *onto]), [a, c], [on_it])


PARABOLA = Lambda((r, s), s - r**2)
START, PAST = (Rational(1, 2), Rational(5, 4)), (-Rational(5, 8), Rational(29, 16))
BENT = {f: PARABOLA, p: START, q: (1, 1), s: Rational(9, 4), u: (-Rational(5, 4), Rational(25, 16))}


@COMPATIBLE.counterexample
def across_a_parabola(claim: Claim) -> Theorem:
    """f(p) = p₂ − p₁², of which 0 is a regular value: q = (1, 1) is nearest to p = (1/2, 5/4), and u = (−5/4, 25/16) to
    γ = (−5/8, 29/16), which is on the line from q through p; γ − u = (5/8, 1/4) is no multiple of p − q = (−1/2, 1/4).
    """
    met = [foot_on_parabola(START, Rational(1)), foot_on_parabola(PAST, -Rational(5, 4))]
    return witness(claim.given, claim.states[0], BENT, met)


ACROSS = (-Rational(5, 4), Rational(25, 16))
HALF_WAY = {f: PARABOLA, p: START, q: (1, 1), v: ACROSS, s: Rational(1, 2)}


def foot_at_one(point: tuple[Rational, Rational] = START) -> Callable[[], list[Theorem]]:
    """(1, 1) is the solution nearest to the point."""
    return lambda: [foot_on_parabola(point, Rational(1))]


@COMPATIBLE_REPAIRED.mutant("constant", at=HALF_WAY | {v: (1, 1)}, discharge=foot_at_one())
def twice_as_near(claim: Claim) -> Claim:
    """Every solution is twice as far as q."""
    goal = claim.states[0]
    return claim.replace(states=ge(goal.lhs, 4 * goal.rhs))


@COMPATIBLE_REPAIRED.mutant("sign", at=HALF_WAY, discharge=foot_at_one())
def the_farthest(claim: Claim) -> Claim:
    """No solution is farther than q."""
    goal = claim.states[0]
    return claim.replace(states=ge(goal.rhs, goal.lhs))


fails_without(COMPATIBLE_REPAIRED,
    (SHARE[0], "The geodesic may go away from q.", HALF_WAY | {s: -Rational(9, 4)}, foot_at_one()),
)  # fmt: skip


OUTSIDE = (Rational(3, 2), Rational(3, 4))


fails_without(COMPATIBLE_REPAIRED,
    (SHARE[1], "The geodesic may pass q.", HALF_WAY | {p: OUTSIDE, s: Rational(17, 4)}, foot_at_one(OUTSIDE)),
    (eq(f(v), 0), "v need not be a solution.", HALF_WAY | {v: (Rational(3, 4), Rational(9, 8))}, foot_at_one()),
    (nearest(q, p)[1], "q need not be the nearest.", HALF_WAY | {q: ACROSS, v: (1, 1), s: Rational(1, 10)}),
)  # fmt: skip


# --- monotonic scalings ---------------------------------------------------------------------------------------------

RISES = forall([r, w], gt(g(r), g(w)), [gt(r, w), ge(w, 0)])
VALUES = [ge(y, 0), ge(s, 0)]

SCALED = Claim(
    "spheres/distance-loss-scaled",
    at="section 4",
    says="a loss that is an increasing function of the squared distance to the solution set has the same level sets",
    given=[RISES, *VALUES, eq(g(y), g(s))],
    states=eq(y, s),
    reading=(
        "Monotonic is increasing, from 0 on: y and s are the squared distances of two parameters from the solution "
        "set. Where the scaled losses are equal the squared distances are, so the level sets are those of the squared "
        "distance, and the least is the least: g(D) is compatible where D is, as section 4 says of monotonic "
        "scalings. (A decreasing g makes the solutions the worst, a constant one makes everything a solution: the "
        "least level set is then another, against weak compatibility.)"
    ),
)


@SCALED.proof
def neither_larger_nor_smaller(claim: Claim) -> Theorem:
    """y > s would make g(y) > g(s), and y < s the reverse."""
    goal, same = claim.states[0], [assume(h) for h in claim.given if h == eq(g(y), g(s))]
    rises = [h for h in claim.given if h == RISES]
    sides = []
    for larger, smaller in ((y, s), (s, y)):
        order = gt(larger, smaller)
        above = [instantiate(assume(h), [larger, smaller], [assume(order), assume(ge(smaller, 0))]) for h in rises]
        weight = (y - s) / (g(y) - g(s))
        sides.append(instantiate(combine(goal, [(weight, e) for e in same], facts=above), {}, above))
    return cases([sides[0], assume(goal), sides[1]], [gt(y, s), goal, gt(s, y)])


SQUARES = {g: Lambda(r, r**2), y: 1, s: 1}


def squares_rise() -> list[Theorem]:
    """r² > w² for r > w ≥ 0."""
    order = [gt(r, w), ge(w, 0)]
    total = combine(gt(r + w, 0), [(1, assume(order[0])), (2, assume(order[1]))])
    return [generalize(combine(gt(r**2, w**2), [(total, assume(order[0]))]), [r, w], order)]


fails_without(SCALED,
    (RISES, "g may be anything.", {g: Lambda(r, 1), y: 1, s: 2}),
    (VALUES[1], "A value may be negative.", {**SQUARES, s: -1}, squares_rise),
    (VALUES[0], "The other may be negative.", {**SQUARES, y: -1}, squares_rise),
    (eq(g(y), g(s)), "The losses may differ.", {**SQUARES, s: 2}, squares_rise),
)  # fmt: skip


fails_as(SCALED,
    ("constant", eq(y, 2 * s), "y = 2s.", SQUARES, squares_rise),
    ("sign", eq(y, -s), "y = −s.", SQUARES, squares_rise),
)  # fmt: skip


# --- the two examples -----------------------------------------------------------------------------------------------

SOME_DATA = gt(Inner(x, x), 0)
FOOT = p - (Inner(p, x) - y) / Inner(x, x) * x

EUCLID = Claim(
    "spheres/distance-loss-euclid",
    at="section 4",
    says="in Rⁿ the distance loss is the loss (7) divided by ‖x‖², and so has the same level sets",
    given=[SOME_DATA, eq(Inner(q, x), y)],
    where={vector("q⁰"): FOOT},
    states=[
        ge(squared_distance(q, p), (Inner(p, x) - y) ** 2 / Inner(x, x)),
        eq(Inner(FOOT, x), y),
        eq(squared_distance(FOOT, p), (Inner(p, x) - y) ** 2 / Inner(x, x)),
    ],
    rests_on=["spheres/compatibility-euclid", "spheres/distance-loss-scaled"],
    reading=(
        "Section 3.1: no solution q, ⟨q, x⟩ = y, is nearer to p than q⁰, so the distance loss is (⟨p, x⟩ − y)²/‖x‖², a "
        "multiple of the loss (7), with the same level sets and the same least one: compatible by "
        "spheres/compatibility-euclid. Any dimension, x ≠ 0."
    ),
)


@EUCLID.proof
def part_along_the_data(claim: Claim) -> list[Theorem]:
    """‖q − p‖² = ‖q − q⁰‖² + ‖q⁰ − p‖², as q − q⁰ is orthogonal to x."""
    least, solves, attained = claim.states
    solution = [h for h in claim.given if h != SOME_DATA]
    facts = [h for h in claim.given if h == SOME_DATA]
    closer = combine(least, [(1, squared_distance(q, FOOT))], using=solution, facts=facts)
    return [closer, identity(solves, facts=facts), identity(attained, facts=facts)]


ON_THE_LINE = {x: (2, 0), p: (3, 1), y: 2, q: (1, 0)}


@EUCLID.mutant("constant", at=ON_THE_LINE | {q: (1, 1)})
def twice_as_large(claim: Claim) -> Claim:
    """Twice the loss."""
    least, *others = claim.states
    return claim.replace(states=[ge(least.lhs, 2 * least.rhs), *others])


@EUCLID.mutant("sign", at=ON_THE_LINE)
def at_most(claim: Claim) -> Claim:
    """At most the loss."""
    least, *others = claim.states
    return claim.replace(states=[le(least.lhs, least.rhs), *others])


fails_without(EUCLID, (eq(Inner(q, x), y), "q need not be a solution.", ON_THE_LINE | {q: (3, 1)}))


HEIGHT = asin(Inner(p, x)) ** 2
ORDER = [gt(r, w), ge(w, 0), le(r, pi / 2)]

SPHERE = Claim(
    "spheres/distance-loss-compatible-sphere",
    at="section 4",
    says="on the sphere the loss (8) is an increasing function of the distance loss, and so has the same level sets",
    given=[UNITS[0], UNITS[2], *ORDER],
    states=[
        eq(loss(p, x), sin(sqrt(HEIGHT)) ** 2),
        le(HEIGHT, pi**2 / 4),
        gt(sin(r) ** 2, sin(w) ** 2),
    ],
    rests_on=[
        "spheres/distance-loss",
        "spheres/distance-loss-attained",
        "spheres/distance-loss-scaled",
        "spheres/compatibility-sphere",
    ],
    reading=(
        "Section 3.2: the distance loss is D = arcsin²⟨p, x⟩ (spheres/distance-loss), between 0 and π²/4, and the "
        "loss (8) is sin² √D, which rises there with D. So both have the same level sets and the same least one "
        "(spheres/distance-loss-scaled), and the distance loss is compatible by spheres/compatibility-sphere. Any "
        "dimension. At p = ±x, where D is largest, it has a peak and no gradient: spheres/distance-loss-peak."
    ),
)


@SPHERE.proof
def sine_of_the_height(claim: Claim) -> list[Theorem]:
    """sin² is even and rises on [0, π/2]."""
    same, bounded, _ = claim.states
    even = [identity(eq(sin(sqrt(z**2)) ** 2, sin(z) ** 2), facts=[side]) for side in (ge(z, 0), le(z, 0))]
    plain = cases(even, [ge(z, 0), le(z, 0)])
    units = [h for h in claim.given if h in UNITS]
    within = within_one(p, x, units)
    first = combine(same, [(-1, instantiate(plain, {z: asin(Inner(p, x))}, within))], facts=within)
    most = certify(certificate(le(asin(z) ** 2, pi**2 / 4), [ge(z, -1), le(z, 1)]))
    second = combine(bounded, [(1, instantiate(most, {z: Inner(p, x)}, within))], facts=within)
    angles = certify(certificate(gt(sin(z) ** 2, sin(y) ** 2), [gt(z, y), ge(y, 0), le(z, pi / 2)]))
    third = instantiate(angles, {z: r, y: w}, [assume(h) for h in claim.given if h in ORDER])
    return [first, second, third]


DIAGONAL = {p: (1 / sqrt(2), 1 / sqrt(2)), x: (0, 1), r: 1, w: Rational(1, 2)}


fails_as(SPHERE,
    ("constant", [eq(SPHERE.states[0].lhs, SPHERE.states[0].rhs / 2), *SPHERE.states[1:]], "Half of sin² √D.",
        DIAGONAL),
)  # fmt: skip


@SPHERE.mutant("sign", at=DIAGONAL)
def falls(claim: Claim) -> Claim:
    """sin² √D falls."""
    last = claim.states[2]
    return claim.replace(states=[*claim.states[:2], gt(last.rhs, last.lhs)])


fails_without(SPHERE,
    (ORDER[2], "√D may be more than π/2.", DIAGONAL | {r: pi, w: pi / 2}),
    (ORDER[1], "The smaller value may be negative.", DIAGONAL | {w: -pi / 2}),
    (ORDER[0], "The two values need not differ.", DIAGONAL | {w: 1}),
)  # fmt: skip


# --- the pole -------------------------------------------------------------------------------------------------------

ACROSS_THE_POLE = [eq(Inner(x, x), 1), eq(Inner(x, v), 0), eq(Inner(v, v), 1)]
CIRCLE = cos(s) * x + sin(s) * v
SHORT = [ge(s, 0), le(s, pi)]

PEAK = Claim(
    "spheres/distance-loss-peak",
    at="section 4",
    says="on the sphere the distance loss is not differentiable at p = ±x: along every geodesic it has the one-sided "
    "slopes ∓π there",
    given=[*ACROSS_THE_POLE, *SHORT],
    where={vector("γ"): CIRCLE},
    states=eq(asin(Inner(CIRCLE, x)) ** 2, (pi / 2 - s) ** 2),
    rests_on=["spheres/distance-loss", "spheres/distance-loss-attained"],
    reading=(
        "γ(s) = cos s x + sin s V is the unit-speed geodesic from x in any direction V, and 0 ≤ s ≤ π. The loss is "
        "(π/2 − s)² along it: π²/4 at x, and smaller by s(π − s), so that it falls with the slope −π in every "
        "direction, where a differentiable function with a maximum would have the slope 0. Section 2 asks of a loss "
        "to be continuously differentiable; the loss (8) is. The same holds at −x."
    ),
)


@PEAK.proof
def distance_to_the_equator(claim: Claim) -> Theorem:
    """⟨γ, x⟩ = cos s, and |arcsin cos s| = arccos sin s = |π/2 − s|."""
    equations = [h for h in claim.given if h in ACROSS_THE_POLE]
    within = [assume(h) for h in claim.given if h in SHORT]
    cosine = identity(eq(Inner(CIRCLE, x), cos(s)), using=equations)
    sine = instantiate(sine_is_not_negative(), {z: s}, within)
    range_ = [
        combine(ge(1 - sign * function, 0), [(Rational(1, 2), (1 - sign * function) ** 2), (Rational(1, 2), other**2)])
        for function, other in ((cos(s), sin(s)), (sin(s), cos(s)))
        for sign in (1, -1)
    ]
    whole = identity(eq(sin(s) ** 2 + cos(s) ** 2, 1))
    height = instantiate(complement(), {real("w"): sin(s), real("z"): cos(s)}, [whole, sine, *range_])
    goal, sides = eq(acos(sin(s)) ** 2, (pi / 2 - s) ** 2), [le(s, pi / 2), ge(s, pi / 2)]
    known = []
    for side, angle, limit in zip(sides, (pi / 2 - s, s - pi / 2), SHORT, strict=True):
        ends = [combine(ge(angle, 0), [(1, assume(side))]), combine(le(angle, pi), [(1, assume(limit)), (1, pi / 2)])]
        same = identity(eq(sin(s), cos(angle)))
        arc = arccosine_of_cosine(sin(s), angle, [same, *ends, *range_])
        known.append(combine(goal, [(acos(sin(s)) + angle, arc)], facts=range_))
    arccosine = cases(known, sides)
    found = combine(
        eq(asin(y) ** 2, (pi / 2 - s) ** 2), [(-1, height), (1, arccosine)], using=[eq(y, cos(s))], facts=range_
    )
    there = [
        combine(ge(1 - sign * Inner(CIRCLE, x), 0), [(1, t), (-sign, cosine)])
        for sign, t in zip((1, -1), range_[:2], strict=True)
    ]
    return instantiate(found, {y: Inner(CIRCLE, x)}, [cosine, *there, *range_])


EIGHTH_TURN = {x: (1, 0), v: (0, 1), s: pi / 4}


fails_as(PEAK,
    ("constant", eq(PEAK.states[0].lhs, (pi - s) ** 2), "(π − s)².", EIGHTH_TURN),
    ("sign", eq(PEAK.states[0].lhs, (pi / 2 + s) ** 2), "(π/2 + s)².", EIGHTH_TURN),
)  # fmt: skip


fails_without(PEAK,
    (SHORT[0], "s may be negative.", EIGHTH_TURN | {s: -pi / 4}),
    (SHORT[1], "s may be more than π.", EIGHTH_TURN | {s: 5 * pi / 4}),
    (ACROSS_THE_POLE[1], "V need not be orthogonal to x.", EIGHTH_TURN | {v: (1, 0), s: pi / 2}),
)  # fmt: skip
