"""Definitions 1 and 2: regular values, weak, output, plain and strong compatibility, on both examples."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Abs, Expr, Lambda, Rational

from proofs.spheres.exponential_map import great_circle
from verify.author.kernel import Theorem, assume, cases, cite, combine, generalize, identity, instantiate, witness
from verify.axioms import DEFINITE
from verify.claims import Claim, decided_by, fails_as, fails_without
from verify.language.exists import ANYTHING, NOTHING_EXISTS, exists
from verify.language.terms import (
    EUCLIDEAN, Deriv, Inner, Vec, VecHead, eq, forall, function, ge, gt, ne, real, vector, vectors,
)  # fmt: skip
from verify.lemmas import product_with_null, vanishes_with_its_square

s, y, c, k, r = real("s y c k r")
p, q, x, V, U, W, best = vectors("p q x V U W p⋆")
F, g = function("F"), function("g")


def residual(p: Any) -> Expr:
    """y − f_p(x) = y − ⟨p, x⟩, the number λ of the generalised solution set S(λ) that p is in."""
    return y - Inner(p, x)


def tangential(p: Any) -> Expr:
    """x − ⟨p, x⟩p: the gradient of f at p on the sphere."""
    return x - Inner(p, x) * p


UNIT, TANGENT = eq(Inner(p, p), 1), eq(Inner(p, V), 0)

# --- Definition 1 --------------------------------------------------------------------------------------------------

level, value = real("λ r")
IN_LEVEL, INSIDE = eq(level, residual(p)), ne((y - level) ** 2, Inner(x, x))


def leads_to(U: Any) -> list[Any]:
    """U is tangent at p, and dg(U) = r."""
    return [eq(Inner(U, p), 0), eq(Deriv(residual(p + s * U), s, 0), value)]


REGULAR = Claim(
    "spheres/regular-values",
    at="Definition 1",
    says="on the sphere, with f_p(x) = ⟨p, x⟩, λ is a regular value where |y − λ| ≠ ‖x‖",
    given=[UNIT, IN_LEVEL, INSIDE],
    states=exists(U, leads_to(U)),
    reading=(
        "p is any point of S(λ) on the sphere, and r any real number: dg maps a tangent vector U at p to r, so that it "
        "is onto R. As g(p) = y − ⟨p, x⟩ is affine, dg(U) is its slope along p + sU. With ‖x‖ = 1 and y = 0, the "
        "condition is that λ is neither 1 nor −1. (Beyond, S(λ) is empty and every λ is regular for want of points.)"
    ),
)

IRREGULAR = Claim(
    "spheres/regular-values-poles",
    at="Definition 1",
    says="λ is a regular value if dg_t is surjective at any p in the preimage of λ (the others: |y − λ| = ‖x‖)",
    given=[UNIT, eq(Inner(p, x) ** 2, Inner(x, x)), TANGENT],
    states=eq(Inner(V, x), 0),
    reading="Where ⟨p, x⟩² = ‖x‖² the differential of g vanishes on every tangent vector V: λ is not regular.",
)


@REGULAR.proof
def length_of_the_gradient(claim: Claim) -> Theorem:
    """U = −r(x − ⟨p, x⟩p)/(‖x‖² − ⟨p, x⟩²); the denominator is ‖x − ⟨p, x⟩p‖², and not 0."""
    unit, here, apart = ([f for f in claim.given if f == g] for g in (UNIT, IN_LEVEL, INSIDE))
    gap, shown = Inner(x, x) - Inner(p, x) ** 2, Inner(x, x) - (y - level) ** 2
    not_negative = combine(ge(shown, 0), [(1, Inner(tangential(p), tangential(p)))], using=[*unit, *here])
    positive = combine(gt(shown, 0), [(1, shown)], facts=[not_negative, *apart])
    long = combine(gt(gap, 0), [(1, positive)], using=here)
    onto = -value * tangential(p) / gap
    met = [identity(f, using=using, facts=[long]) for f, using in zip(leads_to(onto), (unit, unit), strict=True)]
    promise = [assume(f) for f in claim.given if f not in (UNIT, IN_LEVEL, INSIDE)]
    return instantiate(promise[0], [onto], [*met, long])


AT_THE_POLE = {p: 1, x: 1, y: 0, level: -1, value: 1, **NOTHING_EXISTS}


def only_zero_is_tangent(along: int) -> Callable[[], list[Theorem]]:
    """On the line U p = 0 says U = 0, so that the slope is 0, and not 1: `along` is p."""
    tangent, slope = eq(k * along, 0), eq(-k, 1)
    never = combine(ge(-1, 0), [(Rational(1, along), assume(tangent)), (1, assume(slope))])
    return lambda: [generalize(never, [k], [tangent, slope])]


@REGULAR.instance
def across() -> tuple[dict[Any, Any], list[Theorem]]:
    """p = (1, 0), x = (3/5, 4/5), y = 0: λ = −3/5."""
    at = {p: (1, 0), x: (Rational(3, 5), Rational(4, 5)), y: 0, level: -Rational(3, 5), value: 1, ANYTHING: 0}
    first, second = eq(r, 0), eq(-Rational(3, 5) * r - Rational(4, 5) * k, 1)
    return at, [generalize(combine(ge(0, 0), []), [r, k], [first, second])]


fails_without(REGULAR,
    (INSIDE, "|y − λ| may be ‖x‖.", AT_THE_POLE, only_zero_is_tangent(1)),
    (UNIT, "p need not be a unit vector.", {**AT_THE_POLE, p: 2, level: -2}, only_zero_is_tangent(2)),
    (IN_LEVEL, "p need not be in S(λ).", {**AT_THE_POLE, level: 0}, only_zero_is_tangent(1)),
)  # fmt: skip


@REGULAR.mutant("constant", at=AT_THE_POLE, discharge=only_zero_is_tangent(1))
def from_the_equator_on(claim: Claim) -> Claim:
    """|y − λ| ≠ 0 in the place of ‖x‖."""
    return claim.replace(given=[ne((y - level) ** 2, 0) if f == INSIDE else f for f in claim.given])


@REGULAR.mutant("sign", at=AT_THE_POLE, discharge=only_zero_is_tangent(1))
def opposite_condition(claim: Claim) -> Claim:
    """(y − λ)² ≠ −‖x‖²."""
    return claim.replace(given=[ne((y - level) ** 2, -Inner(x, x)) if f == INSIDE else f for f in claim.given])


@IRREGULAR.proof
def no_tangential_part(claim: Claim) -> Theorem:
    """x − ⟨p, x⟩p has length 0."""
    unit = [f for f in claim.given if f == UNIT]
    pole = [(-1, assume(f)) for f in claim.given if f.op == "=" and f not in (UNIT, TANGENT)]
    square = combine(eq(Inner(tangential(p), tangential(p)), 0), pole, using=unit)
    part = product_with_null(V, tangential(p), square)
    tangent = [(Inner(p, x), assume(f)) for f in claim.given if f == TANGENT]
    return combine(claim.states[0], [(1, part), *tangent])


fails_without(IRREGULAR,
    (IRREGULAR.given[1], "p may be any point of the sphere.", {p: (1, 0), x: (0, 1), V: (0, 1)}),
    (TANGENT, "V need not be tangent.", {p: 1, x: 1, V: 1}),
)  # fmt: skip


fails_as(IRREGULAR, ("constant", eq(Inner(V, x), 1), "The differential is 1.", {p: (1, 0), x: (1, 0), V: (0, 1)}))


# --- weak compatibility --------------------------------------------------------------------------------------------


def square_loss(p: Any) -> Expr:
    """(⟨p, x⟩ − y)², (7); with y = 0 it is (8)."""
    return (Inner(p, x) - y) ** 2


SOLUTION = eq(Inner(best, x), y)
other = vector("w")
MINIMAL = forall(other, ge(square_loss(other), square_loss(p)))
UNIT_BEST, NO_LABEL = eq(Inner(best, best), 1), eq(y, 0)
MINIMAL_UNIT = forall(other, ge(Inner(other, x) ** 2, Inner(p, x) ** 2), [eq(Inner(other, other), 1)])

WEAK = Claim(
    "spheres/weak-compatibility",
    at="Definition 2, after it",
    printed=(
        "In both the examples posed, Section 3.1 and 3.2, it is clear that the PMC and loss function are "
        "weakly compatible"
    ),
    given=[UNIT, MINIMAL_UNIT, UNIT_BEST, eq(Inner(best, x), 0)],
    idle={
        UNIT: "the parameters of section 3.2 are unit vectors; a p of no more loss than p⋆ is a solution wherever it is"
    },
    states=[eq(Inner(p, x), 0), eq(Inner(q, x) ** 2, Inner(best, x) ** 2 + Inner(q - best, x) ** 2)],
    reading=(
        "For the sphere of section 3.2, in every dimension, with the true parameter p⋆ that it supposes, a unit vector "
        "with ⟨p⋆, x⟩ = 0: a unit vector p of least loss is a solution, and a solution has least loss, as any q "
        "has ⟨q − p⋆, x⟩² more. On S⁰ = {−1, 1} no p⋆ is orthogonal to unit data. "
        "Section 3.1 is spheres/weak-compatibility-euclid."
    ),
)

WEAK_EUCLID = Claim(
    "spheres/weak-compatibility-euclid",
    at="Definition 2, after it",
    printed=(
        "In both the examples posed, Section 3.1 and 3.2, it is clear that the PMC and loss function are "
        "weakly compatible"
    ),
    given=[SOLUTION, MINIMAL],
    states=[eq(Inner(p, x), y), eq(square_loss(q), square_loss(best) + Inner(q - best, x) ** 2)],
    reading=(
        "For section 3.1, in Rⁿ, with a true parameter p⋆: a p of least loss is a solution, ⟨p, x⟩ = y, and any q has "
        "⟨q − p⋆, x⟩² more loss than a solution, for every n. Section 3.2 is spheres/weak-compatibility."
    ),
)


def _zero(square: Theorem, term: Any) -> Theorem:
    """term = 0, from 0 ≥ term²."""
    return vanishes_with_its_square(term, combine(eq(term**2, 0), [(1, term**2)], facts=[square]))


@WEAK.proof
def no_more_than_the_solution(claim: Claim) -> list[Theorem]:
    """⟨p, x⟩² ≤ ⟨p⋆, x⟩² = 0."""
    solution = [f for f in claim.given if f == eq(Inner(best, x), 0)]
    unit = [assume(f) for f in claim.given if f == UNIT_BEST]
    least = [instantiate(assume(f), [best], unit) for f in claim.given if f == MINIMAL_UNIT]
    below = combine(ge(0, Inner(p, x) ** 2), [(1, f) for f in least], using=solution)
    return [_zero(below, Inner(p, x)), identity(claim.states[1], using=solution)]


@WEAK_EUCLID.proof
def no_more_than_the_true_parameter(claim: Claim) -> list[Theorem]:
    """L(p) ≤ L(p⋆) = 0."""
    solution = [f for f in claim.given if f == SOLUTION]
    least = [instantiate(assume(f), [best]) for f in claim.given if f == MINIMAL]
    below = combine(ge(0, square_loss(p)), [(1, f) for f in least], using=solution)
    zero = _zero(below, Inner(p, x) - y)
    return [
        combine(claim.states[0], [(1, zero)]),
        identity(claim.states[1], using=solution),
    ]


ACROSS = {p: (0, 1), x: (1, 0), q: (1, 0), best: (0, -1)}


def least_at_zero() -> list[Theorem]:
    """⟨q, x⟩² ≥ 0 for x = (1, 0)."""
    sphere = eq(c**2 + k**2, 1)
    return [generalize(combine(ge(c**2, 0), [(1, c**2)]), [c, k], [sphere])]


fails_as(WEAK,
    ("constant", [eq(Inner(p, x), Rational(1, 2)), WEAK.states[1]], "⟨p, x⟩ = ½.", ACROSS, least_at_zero),
    ("sign", [WEAK.states[0], eq(Inner(q, x) ** 2, Inner(best, x) ** 2 - Inner(q - best, x) ** 2)],
        "A solution has the largest loss.", ACROSS, least_at_zero),
)  # fmt: skip


fails_without(WEAK,
    (MINIMAL_UNIT, "p may be any point.", {**ACROSS, p: (1, 0)}),
    (eq(Inner(best, x), 0), "p⋆ need not be a solution.", {**ACROSS, best: (1, 0), q: (0, 1)}, least_at_zero),
)  # fmt: skip


ON_THE_LINE = {p: 2, x: 1, y: 2, best: 2, q: 0}


def least_on_the_line() -> list[Theorem]:
    """(q − 2)² ≥ 0."""
    return [generalize(combine(ge((c - 2) ** 2, 0), [(1, (c - 2) ** 2)]), [c])]


fails_as(WEAK_EUCLID,
    ("sign", [eq(Inner(p, x), -y), WEAK_EUCLID.states[1]], "⟨p, x⟩ = −y.", ON_THE_LINE, least_on_the_line),
    ("constant", [eq(Inner(p, x), 2 * y), WEAK_EUCLID.states[1]], "⟨p, x⟩ = 2y.", ON_THE_LINE, least_on_the_line),
)  # fmt: skip


fails_without(WEAK_EUCLID,
    (MINIMAL, "p may be anything.", {**ON_THE_LINE, p: 0}),
    (SOLUTION, "p⋆ need not be a solution.", {**ON_THE_LINE, best: 0, q: 1}, least_on_the_line),
)  # fmt: skip


# --- output compatibility ------------------------------------------------------------------------------------------

RISES = forall([s, r], gt(F(s), F(r)), [gt(s, r), ge(r, 0)])
FROM_ZERO = eq(F(0), 0)
FIRST, SECOND, THIRD, FOURTH = (Abs(residual(v)) for v in (p, q, U, W))
SAME_LOSS, SAME_MAGNITUDE = eq(F(FIRST), F(SECOND)), eq(THIRD, FOURTH)

OUTPUT = Claim(
    "spheres/output-compatibility",
    weight="wording",
    slip=(
        "A loss that depends on |λ| has the level sets S(λ) ∪ S(−λ), so neither example is output "
        "compatible to the letter. Only the sign of λ is lost, and nothing rests on it."
    ),
    at="Definition 2",
    printed=(
        "L_t(p) = F(|y_t − f_p(x_t)|), where F: R → R is a monotonic increasing function with F(0) = 0 … Any loss "
        "function of this form will be output compatible with the PMC"
    ),
    given=[RISES, FROM_ZERO, SAME_LOSS],
    states=eq(residual(p), residual(q)),
    reading=(
        "Output compatible: the level sets of L_t are the generalised solution sets S_t(λ), so two parameters of equal "
        "loss have the same λ = y − ⟨p, x⟩, in any dimension. F increases strictly on [0, ∞), as the square does, "
        "which the text has for its example."
    ),
)

OUTPUT_REPAIRED = Claim(
    "spheres/output-compatibility.repaired",
    at="Definition 2",
    says=(
        "if L_t(p) = F(|y − ⟨p, x⟩|) with F increasing on [0, ∞), its level sets are the unions of S_t(λ) and S_t(−λ)"
    ),
    given=[RISES, SAME_LOSS, SAME_MAGNITUDE],
    states=[eq(FIRST, SECOND), eq(F(THIRD), F(FOURTH))],
    repairs="spheres/output-compatibility",
    reading=(
        "F increases strictly on [0, ∞), and the model is p ↦ ⟨p, x⟩. Two parameters p and q of equal loss have equal "
        "|λ|, and two parameters U and W with equal |λ| have equal losses. F(0) = 0 is not needed. Both examples are "
        "of this form with F(s) = s²; a constant piece of F would merge level sets."
    ),
)


@OUTPUT.counterexample
def both_signs(claim: Claim) -> Theorem:
    """F(s) = s², x = 1, y = 0: p = 1 and q = −1 have the same loss, and λ = −1 and 1."""
    at = {F: Lambda(s, s**2), p: 1, q: -1, x: 1, y: 0}
    return witness(list(claim.given), claim.states[0], at, squares_rise())


def squares_rise() -> list[Theorem]:
    """s² > r² for s > r ≥ 0."""
    order = [gt(s, r), ge(r, 0)]
    total = combine(gt(s + r, 0), [(1, assume(order[0])), (2, assume(order[1]))])
    return [generalize(combine(gt(s**2, r**2), [(total, assume(order[0]))]), [s, r], order)]


@OUTPUT_REPAIRED.proof
def magnitudes(claim: Claim) -> list[Theorem]:
    """|λ| > |μ| would make F(|λ|) > F(|μ|), and |λ| < |μ| the reverse; and F is a function."""
    rises, same, equal = ([f for f in claim.given if f == g] for g in (RISES, SAME_LOSS, SAME_MAGNITUDE))
    sides = []
    for larger, smaller in ((s, r), (r, s)):
        order = gt(larger, smaller)
        above = [instantiate(assume(f), [larger, smaller], [assume(order), assume(ge(smaller, 0))]) for f in rises]
        weight = (s - r) / (F(s) - F(r))
        never = combine(eq(s, r), [(weight, assume(eq(F(s), F(r))))], facts=above)
        sides.append(instantiate(never, {}, above))
    once = cases([sides[0], assume(eq(s, r)), sides[1]], [gt(s, r), eq(s, r), gt(r, s)])
    signs = [combine(ge(term, 0), [(1, term)]) for term in (FIRST, SECOND)]
    function_of = identity(eq(F(s), F(r)), using=[assume(eq(s, r))])
    return [
        instantiate(once, {s: FIRST, r: SECOND}, [*signs, *map(assume, same)]),
        instantiate(function_of, {s: THIRD, r: FOURTH}, [assume(f) for f in equal]),
    ]


EQUAL_AND_OPPOSITE = {F: Lambda(s, s**2), p: 1, q: -1, U: 1, W: -1, x: 1, y: 0}


fails_without(OUTPUT_REPAIRED,
    (RISES, "F need not be increasing.", {**EQUAL_AND_OPPOSITE, F: Lambda(s, 0), q: 2}),
    (SAME_LOSS, "The losses of p and q may differ.", {**EQUAL_AND_OPPOSITE, q: 2}, squares_rise),
    (SAME_MAGNITUDE, "|λ| may differ between U and W.", {**EQUAL_AND_OPPOSITE, W: 2}, squares_rise),
)  # fmt: skip


fails_as(OUTPUT_REPAIRED,
    ("sign", [OUTPUT_REPAIRED.states[0], eq(F(THIRD), -F(FOURTH))], "Equal |λ| give opposite losses.",
        EQUAL_AND_OPPOSITE, squares_rise),
    ("constant", [OUTPUT_REPAIRED.states[0], eq(F(THIRD), 2 * F(FOURTH))], "Equal |λ| give twice the loss.",
        EQUAL_AND_OPPOSITE, squares_rise),
)  # fmt: skip


# --- compatibility -------------------------------------------------------------------------------------------------

MOVES = gt(Inner(V, V), 0)
CURVE = great_circle(p, V, s)


def speed(at: Any) -> Expr:
    """γ̇(at) of the great circle."""
    return Deriv(great_circle(p, V, r), r, at)


ORTHOGONAL = forall(U, eq(Inner(V, U), 0), [eq(Inner(U, p), 0), eq(Inner(U, x), 0)])
LEVEL = gt(Inner(tangential(p), tangential(p)), 0)

NORMAL = Claim(
    "spheres/compatibility-normal",
    at="Definition 2",
    says="a tangent vector at p that is orthogonal to the level set through p is a multiple of x − ⟨p, x⟩p",
    given=[UNIT, TANGENT, LEVEL, ORTHOGONAL],
    states=eq(V, Inner(V, x) / Inner(tangential(p), tangential(p)) * tangential(p)),
    reading=(
        "The level set of (8) through a point p of the sphere where x − ⟨p, x⟩p ≠ 0 is a parallel of the sphere "
        "with the "
        "tangent vectors U at p that are orthogonal to p and to x. A tangent vector V orthogonal to all of them is a "
        "multiple of x − ⟨p, x⟩p. (On the equator the square has no gradient, the level set of f is meant.)"
    ),
)

ALONG = eq(x, c * p + k * V)

COMPATIBLE_SPHERE = Claim(
    "spheres/compatibility-sphere",
    at="section 4",
    printed=(
        "In both the examples posed, Section 3.1 and 3.2, the PMC and the loss function are compatible … In the case "
        "of the sphere, the geodesics are great circles while the level sets of the loss function are small circles"
    ),
    given=[UNIT, TANGENT, MOVES, ALONG],
    where={Vec(VecHead("γ"), EUCLIDEAN, s): CURVE},
    states=eq(x - Inner(CURVE, x) * CURVE, Inner(speed(s), x) / Inner(V, V) * speed(s)),
    rests_on=["spheres/exponential-map", "spheres/compatibility-normal", "spheres/weak-compatibility"],
    reading=(
        "A geodesic γ of the sphere starts at p with velocity V ≠ 0 orthogonal to the level set through p: x − "
        "⟨p, x⟩p is a "
        "multiple kV of V (spheres/compatibility-normal), or p is a pole, where the level set is one point and "
        "every V is "
        "orthogonal to it (k = 0). Then at every s the gradient x − ⟨γ, x⟩γ of the level sets is a multiple of "
        "γ̇(s): γ̇(s) is "
        "orthogonal to the level set through γ(s), also where that is a pole. Every dimension, all s. Weak "
        "compatibility, which Definition 2 asks for besides, is spheres/weak-compatibility."
    ),
)

NORMAL_EUCLID = forall(U, eq(Inner(V, U), 0), [eq(Inner(U, x), 0)])

ACROSS_THE_LEVEL = eq(Inner(W, x), 0)

COMPATIBLE_EUCLID = Claim(
    "spheres/compatibility-euclid",
    at="section 4",
    printed=(
        "In both the examples posed, Section 3.1 and 3.2, the PMC and the loss function are compatible. This is clear "
        "in the Euclidean case as both the geodesics and the level sets of the loss function are straight lines"
    ),
    given=[NORMAL_EUCLID, ACROSS_THE_LEVEL],
    states=eq(Inner(Deriv(p + r * V, r, s), W), 0),
    rests_on=["spheres/weak-compatibility-euclid"],
    reading=(
        "In Rⁿ, for x ≠ 0, a level set of (7), {(⟨p, x⟩ − y)² = c}, is one hyperplane for c = 0 and two parallel "
        "hyperplanes for c > 0 (straight lines in R² only); at each of its points it has the same tangent vectors, "
        "those orthogonal to x. Geodesics are lines p + rV. A line that starts orthogonal to the level set, ⟨V, U⟩ = 0 "
        "for every U orthogonal to x, is orthogonal at every s to every tangent vector W of the level set that it "
        "meets there. For x = 0 the only level set is Rⁿ, V = 0, and the line is a point. That the least level set is "
        "the solution set, which Definition 2 asks for besides, is spheres/weak-compatibility-euclid."
    ),
)

STRONG = Claim(
    "spheres/strong-compatibility",
    at="section 4",
    printed=(
        "the solution set is the equator of the sphere with respect to the data point x_t … Thus, the PMC"
        " and loss function are strongly compatible"
    ),
    given=[UNIT, TANGENT, MOVES, eq(Inner(p, x), 0), eq(Inner(V, x), 0)],
    where={Vec(VecHead("γ"), EUCLIDEAN, s): CURVE},
    states=eq(Inner(CURVE, x), 0),
    rests_on=["spheres/exponential-map", "spheres/compatibility-sphere"],
    reading=(
        "Totally geodesic: a geodesic of the sphere that starts in the equator {⟨p, x⟩ = 0} with a velocity "
        "tangent to it "
        "stays in it for all s, in every dimension."
    ),
)

STRONG_EUCLID = Claim(
    "spheres/strong-compatibility-euclid",
    at="section 4",
    printed=(
        "In the Euclidean example, Section 3.1, the solution set is a hyper-plane and is clearly a "
        "totally geodesic submanifold"
    ),
    given=[eq(Inner(p, x), y), eq(Inner(V, x), 0)],
    states=eq(Inner(p + s * V, x), y),
    reading="A line that starts in {⟨p, x⟩ = y} with a velocity orthogonal to x stays in it.",
)


@NORMAL.proof
def nothing_is_left(claim: Claim) -> Theorem:
    """The rest of V is orthogonal to p and x, hence to V, hence to itself."""
    given = list(claim.given)
    equations = [f for f in given if f in (UNIT, TANGENT)]
    level = [f for f in given if f == LEVEL]
    size = Inner(tangential(p), tangential(p))
    rest = V - Inner(V, x) / size * tangential(p)
    across = [identity(eq(Inner(rest, other), 0), using=equations, facts=level) for other in (p, x)]
    product = [instantiate(assume(f), [rest], across) for f in given if f == ORTHOGONAL]
    along = identity(eq(Inner(V, rest), Inner(rest, rest)), using=equations, facts=level)
    square = combine(eq(Inner(rest, rest), 0), [*((1, t) for t in product), (-1, along)], facts=level)
    zero = instantiate(cite(DEFINITE), {vector("x"): rest}, [square, *(assume(f) for f in level)])
    equal = identity(eq(U, q), using=[assume(eq(U - q, 0))])
    return instantiate(equal, {U: V, q: V - rest}, [zero, *(assume(f) for f in level)])


@COMPATIBLE_SPHERE.proof
def x_is_in_the_plane(claim: Claim) -> Theorem:
    """x, γ and γ̇ are in the plane of p and V, where x = ⟨x, γ⟩γ + ⟨x, γ̇⟩γ̇/‖V‖²."""
    equations = [f for f in claim.given if f in (UNIT, TANGENT, ALONG)]
    return identity(claim.states[0], using=equations, facts=[f for f in claim.given if f == MOVES])


@COMPATIBLE_EUCLID.proof
def the_velocity_is_constant(claim: Claim) -> Theorem:
    """d/ds (p + sV) = V."""
    level = [assume(f) for f in claim.given if f == ACROSS_THE_LEVEL]
    orthogonal = [(1, instantiate(assume(f), [W], level)) for f in claim.given if f == NORMAL_EUCLID]
    return combine(claim.states[0], orthogonal)


@STRONG.proof
def both_directions_are_orthogonal(claim: Claim) -> Theorem:
    """γ is a combination of p and V."""
    return identity(
        claim.states[0], using=[f for f in claim.given if f.op == "="], facts=[f for f in claim.given if f == MOVES]
    )


@STRONG_EUCLID.proof
def linear(claim: Claim) -> Theorem:
    """⟨p + sV, x⟩ = ⟨p, x⟩ + s⟨V, x⟩."""
    return identity(claim.states[0], using=list(claim.given))


OFF_THE_EQUATOR = {p: (1, 0), x: (Rational(3, 5), Rational(4, 5)), V: (0, 1), s: 1}


def orthogonal_in_the_plane() -> list[Theorem]:
    """In the plane U ⟂ p = (1, 0) and U ⟂ x = (3/5, 4/5) leave U = 0."""
    first, second = eq(c, 0), eq(Rational(3, 5) * c + Rational(4, 5) * k, 0)
    product = combine(eq(k, 0), [(Rational(5, 4), assume(second)), (Rational(-3, 4), assume(first))])
    return [generalize(product, [c, k], [first, second])]


fails_as(NORMAL,
    ("constant", eq(V, NORMAL.states[0].rhs / 2), "Half the multiple.", OFF_THE_EQUATOR, orthogonal_in_the_plane),
    ("sign", eq(V, -NORMAL.states[0].rhs), "The opposite multiple.", OFF_THE_EQUATOR, orthogonal_in_the_plane),
)  # fmt: skip


fails_without(NORMAL,
    (ORTHOGONAL, "V need not be orthogonal to the level set.", {p: (1, 0, 0), x: (0, 1, 0), V: (0, 0, 1)}),
)  # fmt: skip


MERIDIAN = {p: (1, 0), V: (0, 1), x: (Rational(3, 5), Rational(4, 5)), c: Rational(3, 5), k: Rational(4, 5), s: 1}


fails_as(COMPATIBLE_SPHERE,
    ("constant", eq(COMPATIBLE_SPHERE.states[0].lhs, 2 * COMPATIBLE_SPHERE.states[0].rhs), "Twice the multiple.",
        MERIDIAN),
    ("sign", eq(COMPATIBLE_SPHERE.states[0].lhs, -COMPATIBLE_SPHERE.states[0].rhs), "The opposite multiple.",
        MERIDIAN),
)  # fmt: skip


OBLIQUE = {p: (1, 0, 0), V: (0, 0, 1), x: (Rational(3, 5), Rational(4, 5), 0), c: 1, k: 1, s: 1}


fails_without(COMPATIBLE_SPHERE,
    (ALONG, "V need not be orthogonal to the level set.", OBLIQUE),
    (UNIT, "p need not be a unit vector.", {**MERIDIAN, p: (2, 0), c: Rational(3, 10)}),
    (TANGENT, "V need not be tangent.", {p: (1, 0), V: (1, 1), x: (1, 2), c: -1, k: 2, s: 1}),
)  # fmt: skip


ALONG_X = {p: (0, 3), x: (1, 0), V: (2, 0), W: (0, 1), s: 1}


def orthogonal_to_x() -> list[Theorem]:
    """U₁ = 0 gives 2U₁ = 0."""
    level = eq(c, 0)
    return [generalize(combine(eq(2 * c, 0), [(2, assume(level))]), [c, k], [level])]


fails_without(COMPATIBLE_EUCLID,
    (NORMAL_EUCLID, "V may be any vector.", {**ALONG_X, V: (0, 1)}),
    (ACROSS_THE_LEVEL, "W need not be tangent to the level set.", {**ALONG_X, W: (1, 0)}, orthogonal_to_x),
)  # fmt: skip


fails_as(COMPATIBLE_EUCLID,
    ("constant", eq(COMPATIBLE_EUCLID.states[0].lhs, 1), "The product is 1.", ALONG_X, orthogonal_to_x),
)  # fmt: skip


EQUATOR = {p: (1, 0, 0), V: (0, 1, 0), x: (0, 0, 1), s: 1}


fails_as(STRONG, ("constant", eq(Inner(CURVE, x), 1), "⟨γ, x⟩ = 1.", EQUATOR))


fails_without(STRONG,
    (eq(Inner(V, x), 0), "V need not be tangent to the equator.", {**EQUATOR, V: (0, 0, 1)}),
    (eq(Inner(p, x), 0), "p need not be on the equator.", {**EQUATOR, x: (1, 0, 0)}),
    (UNIT, "p need not be a unit vector: true too, of the curve.", decided_by(proof=both_directions_are_orthogonal)),
    (TANGENT, "V need not be tangent to the sphere: true too, of the curve.",
        decided_by(proof=both_directions_are_orthogonal)),
)  # fmt: skip


fails_as(STRONG_EUCLID,
    ("constant", eq(STRONG_EUCLID.states[0].lhs, 2 * y), "⟨p + sV, x⟩ = 2y.", {p: 1, V: 0, x: 1, y: 1, s: 1}),
    ("sign", eq(STRONG_EUCLID.states[0].lhs, -y), "⟨p + sV, x⟩ = −y.", {p: 1, V: 0, x: 1, y: 1, s: 1}),
)  # fmt: skip


fails_without(STRONG_EUCLID, (eq(Inner(V, x), 0), "V need not be orthogonal to x.", {p: 1, V: 1, x: 1, y: 1, s: 1}))
