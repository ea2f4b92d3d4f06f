"""Strong convexity (9): what it says of the Hessian, and its simplest example."""

from __future__ import annotations

from typing import Any

from sympy import E, Lambda, Rational, exp, log

from verify.author.kernel import Theorem, assume, cases, cite, combine, generalize, identity, instantiate, witness
from verify.axioms import CURVATURE_AT_A_MINIMUM, DEFINITE
from verify.claims import Claim, fails_as, fails_without, holds_at
from verify.language.exists import NOTHING_EXISTS, exists
from verify.language.terms import (
    Deriv, Hessian, Inner, Relation, eq, field, forall, ge, gt, le, lt, partial, positive, real, vector, vectors,
)  # fmt: skip
from verify.lemmas import above_tangent

s, r, c = real("s r c")
x = real("x")
sigma = positive("σ")
p, q, v, z = vectors("p q v z")
f = field("f")


def square(term: Any) -> Any:
    """‖·‖²."""
    return Inner(term, term)


def curvature(at: Any, along: Any) -> Any:
    """⟨D²f(p)v, v⟩."""
    return Inner(Hessian(f.head, at, along), along)


def strongly_convex(at: Any, other: Any, value: Any = f, slope: Any = None) -> Relation:
    """ℓ(w) − ℓ(u) ≤ ∇ℓ(w)ᵀ(w − u) − (σ/2)‖u − w‖² (9)."""
    gradient = value.gradient(at) if slope is None else slope
    return le(value(at) - value(other), Inner(gradient, at - other) - sigma / 2 * square(other - at))


STRONG = forall([p, q], strongly_convex(p, q))
POSITIVE = forall([p, v], gt(curvature(p, v), 0), [gt(square(v), 0)])
AT_LEAST = forall([p, v], ge(curvature(p, v), sigma * square(v)))

low, high = real("w u")
FLAT = log(sigma / 8)
"""Where exp is flatter than the parabola of (9)."""
FLATTER, ONE_AHEAD = eq(low, FLAT), eq(high, low + 1)

EQUIVALENT = Claim(
    "gradient_descent/strong-convexity",
    at="after (9)",
    printed=(
        "(9) is equivalent to saying that the Hessian matrix of ℓ has full rank, that is, all of its eigenvalues are "
        "positive"
    ),
    given=[POSITIVE],
    states=exists(sigma, [STRONG]),
    weight="error",
    slip=(
        "exp has a positive second derivative everywhere and is σ-strongly convex for no σ > 0: the eigenvalues must "
        "be at least σ, which is more than that none is 0. The criterion is taught as the one by which strong "
        "convexity is recognised."
    ),
    reading=(
        "The direction from the Hessian to (9): f is twice continuously differentiable with ⟨D²f(p)v, v⟩ > 0 for every "
        "p and every v ≠ 0, and then there is a σ > 0 with (9) for all points."
    ),
)

NO_SIGMA = Claim(
    "gradient_descent/strong-convexity-exp",
    at="after (9), for no σ",
    says="exp has a positive second derivative everywhere, and for every σ > 0 there are points at which (9) fails",
    given=[FLATTER, ONE_AHEAD],
    states=[
        gt(Deriv(Deriv(exp(s), s, r), r, x), 0),
        gt(exp(low) - exp(high), exp(low) * (low - high) - sigma / 2 * (high - low) ** 2),
    ],
    reading=(
        "ℓ = exp on the real line has ℓ″ > 0 everywhere, and for every σ > 0 (9) fails at w = ln(σ/8), u = w + 1, with "
        "∇ℓ(w) = exp w: the eigenvalues must be bounded away from 0, which full rank does not say."
    ),
)

FULL_RANK = forall([p, v], gt(square(Hessian(f.head, p, v)), 0), [gt(square(v), 0)])
SEMIDEFINITE = forall([p, v], ge(curvature(p, v), 0))
NOT_ZERO = gt(square(z), 0)

RANK = Claim(
    "gradient_descent/strong-convexity-rank",
    at="after (9)",
    printed="the Hessian matrix of ℓ has full rank, that is, all of its eigenvalues are positive",
    given=[FULL_RANK, SEMIDEFINITE, NOT_ZERO],
    states=[
        gt(curvature(q, z), 0),
        forall([p, v], gt(square(Hessian(f.head, p, v)), 0), [gt(curvature(p, v), 0)]),
    ],
    reading=(
        "f is twice continuously differentiable and convex, as all loss functions of the text are convex: ⟨D²f(p)v, v⟩ "
        "≥ 0 for all p and v. Its Hessian has full rank: D²f(p)v ≠ 0 for every p and v ≠ 0. Then ⟨D²f(q)z, z⟩ > 0 for "
        "every z ≠ 0. The other way round, without any of this: D²f(p)v ≠ 0 where ⟨D²f(p)v, v⟩ > 0."
    ),
)

REPAIRED = Claim(
    "gradient_descent/strong-convexity.repaired",
    at="after (9)",
    says="if all eigenvalues of the Hessian, which is continuous, are at least σ, everywhere, then (9)",
    given=[AT_LEAST],
    states=strongly_convex(q, z),
    repairs="gradient_descent/strong-convexity",
    reading=(
        "f is twice continuously differentiable and ⟨D²f(p)v, v⟩ ≥ σ‖v‖² for all p and v; then (9) for all points, "
        "w = q and u = z, for any σ > 0. The other direction is gradient_descent/strong-convexity-converse."
    ),
)

CONVERSE = Claim(
    "gradient_descent/strong-convexity-converse",
    at="after (9)",
    says="if (9), then all eigenvalues of the Hessian, which is continuous, are at least σ, everywhere",
    given=[STRONG],
    states=ge(curvature(q, z), sigma * square(z)),
    reading=(
        "f is twice continuously differentiable and (9) holds for all points; then ⟨D²f(q)z, z⟩ ≥ σ‖z‖² for all q and "
        "z, which is the other direction of what is printed, and more than that they are positive."
    ),
)


def parabola(bend: Any, strength: Any = 1) -> dict[Any, Any]:
    """ℓ(x) = bend·x²/2 on the line, w = q = 0, u = z = 1 and σ = strength."""
    return {f: Lambda(x, bend * x**2 / 2), sigma: strength, q: 0, z: 1}


def squares_are_positive() -> list[Theorem]:
    """v² > 0 where v² > 0: a parabola with ℓ″ = ±1 has full rank, and with ℓ″ = 1 is positive."""
    return [generalize(assume(gt(x**2, 0)), [c, x], [gt(x**2, 0)])]


@EQUIVALENT.counterexample
def exponential(claim: Claim) -> Theorem:
    """ℓ = exp: for every σ > 0 (9) fails from w = ln(σ/8) to u = w + 1."""
    positive = generalize(combine(gt(exp(c) * x**2, 0), [(exp(c), assume(gt(x**2, 0)))]), [c, x], [gt(x**2, 0)])
    on_the_line = le(exp(c) - exp(x), exp(c) * (c - x) - sigma / 2 * (x - c) ** 2)
    nine = forall([c, x], on_the_line)
    there = instantiate(assume(nine), [FLAT, FLAT + 1])
    none = combine(ge(-1, 0), [(8 / (sigma * (6 - E)), there)])
    at = {f: Lambda(x, exp(x)), **NOTHING_EXISTS}
    return witness(list(claim.given), claim.states[0], at, [positive, generalize(none, [sigma], [nine])])


@NO_SIGMA.proof
def flatter_than_any_parabola(claim: Claim) -> list[Theorem]:
    """exp″ = exp > 0, and the difference is (σ/8)(6 − e)."""
    curved, fails = claim.states
    ends = [h for h in claim.given if h in (FLATTER, ONE_AHEAD)]
    return [combine(curved, [(1, exp(x))]), combine(fails, [(sigma / 8, 6 - E)], using=ends)]


def at_ends(start: Any, end: Any) -> dict[Any, Any]:
    """σ = 1, w and u."""
    return {sigma: 1, x: 0, low: start, high: end}


@NO_SIGMA.mutant("constant", at=at_ends(0, 1))
def farther_right(claim: Claim) -> Claim:
    """w = ln σ in place of ln(σ/8)."""
    return claim.replace(given=[eq(low, log(sigma)), ONE_AHEAD])


fails_without(NO_SIGMA,
    (FLATTER, "w may be anything.", at_ends(0, 1)),
    (ONE_AHEAD, "u may be anything.", at_ends(-log(8), -log(8))),
)  # fmt: skip


@NO_SIGMA.mutant("sign", at=at_ends(-log(8), 1 - log(8)))
def strongly_convex_there(claim: Claim) -> Claim:
    """(9) holds there."""
    fails = claim.states[1]
    return claim.replace(states=[claim.states[0], lt(fails.lhs, fails.rhs)])


@RANK.proof
def flat_directions_are_in_the_kernel(claim: Claim) -> list[Theorem]:
    """With H = D²f(q), b = ‖Hz‖² > 0 and c = ⟨H Hz, Hz⟩: c⟨Hz, z⟩ ≥ b², and where c = 0, ⟨Hz, z⟩ ≥ 1."""
    positive_there, converse = claim.states
    image = Hessian(f.head, q, z)
    a, b, c = curvature(q, z), square(image), curvature(q, image)
    given = list(claim.given)
    full = [instantiate(assume(h), [q, z]) for h in given if h == FULL_RANK]
    known: list[Any] = [*full, *(h for h in given if h == NOT_ZERO)]
    bent, flat = gt(c, 0), le(c, 0)
    semidefinite = [assume(h) for h in given if h == SEMIDEFINITE]
    across = [(1, instantiate(h, [q, c * z - b * image])) for h in semidefinite]
    product = combine(ge(c * (c * a - b**2), 0), across, facts=known)
    positive = combine(gt(a, 0), [(1 / c**2, product), (b**2 / c, 1)], facts=[*known, bent])
    no_less = [(1, instantiate(h, [q, image])) for h in semidefinite]
    none = combine(eq(c, 0), [(1, c)], facts=[flat, combine(ge(c, 0), no_less)])
    down = [(1, instantiate(h, [q, z - image / (2 * b)], full)) for h in semidefinite]
    above_one = combine(ge(a, 1), [*down, (-1 / (4 * b**2), none)], facts=known)
    convex = cases([positive, combine(positive_there, [(1, above_one), (1, 1)])], [bent, flat])
    return [convex, generalize(not_in_the_kernel(converse.body, assume(converse.given[0])), [p, v], converse.given)]


def not_in_the_kernel(goal: Relation, bent: Theorem) -> Theorem:
    """Where D²f(p)v = 0, ⟨D²f(p)v, v⟩ = 0."""
    image = Hessian(f.head, p, v)
    none = le(square(image), 0)
    zero = instantiate(
        cite(DEFINITE), {vector("x"): image}, [combine(eq(square(image), 0), [(1, square(image))], facts=[none])]
    )
    return cases([assume(goal), combine(goal, [(1, bent)], using=[zero])], [goal, none])


def never_negative() -> list[Theorem]:
    """v² ≥ 0, and v² > 0 where v² > 0."""
    return [*squares_are_positive(), generalize(combine(ge(x**2, 0), [(1, x**2)]), [c, x])]


def zero_is_enough() -> list[Theorem]:
    """0 ≥ 0."""
    return [generalize(combine(ge(0 * x, 0), []), [c, x])]


fails_as(RANK,
    ("constant", [gt(curvature(q, z), 2), RANK.states[1]], "⟨D²f(q)z, z⟩ > 2.", parabola(1), never_negative),
    ("sign", [lt(curvature(q, z), 0), RANK.states[1]], "⟨D²f(q)z, z⟩ < 0.", parabola(1), never_negative),
)  # fmt: skip


fails_without(RANK,
    (SEMIDEFINITE, "f need not be convex.", parabola(-1), squares_are_positive),
    (FULL_RANK, "The Hessian may have any rank.", parabola(0), zero_is_enough),
    (NOT_ZERO, "z may be 0.", parabola(1) | {z: 0}, never_negative),
)  # fmt: skip


@REPAIRED.proof
def along_the_segment(claim: Claim) -> Theorem:
    """f − (σ/2)‖· − q‖² is convex along the segment from q to z."""
    step = z - q
    along = Lambda(s, f(q + s * step) - sigma / 2 * s**2 * square(step))

    def convex(goal: Relation, s: Any) -> Theorem:
        known = [(1, instantiate(assume(h), [q + s * step, step])) for h in claim.given if h == AT_LEAST]
        return combine(goal, known)

    return combine(claim.states[0], [(1, above_tangent(along, 0, 1, convex))])


@CONVERSE.proof
def second_order_at_a_minimum(claim: Claim) -> Theorem:
    """h(s) = f(q + sz) − f(q) − s⟨∇f(q), z⟩ − (σ/2)s²‖z‖² is 0 at 0 and never negative, so h″(0) ≥ 0."""
    h = Lambda(s, f(q + s * z) - f(q) - s * Inner(f.gradient(q), z) - sigma / 2 * s**2 * square(z))
    above = [combine(ge(h(s), 0), [(1, instantiate(assume(g), [q, q + s * z]))]) for g in claim.given if g == STRONG]
    axiom = instantiate(cite(CURVATURE_AT_A_MINIMUM), {partial("f"): h})
    curved = instantiate(axiom, {}, [identity(eq(h(0), 0)), *(generalize(a, [s]) for a in above)])
    return combine(claim.states[0], [(1, curved)])


@REPAIRED.instance
def half_the_square() -> Any:
    """ℓ(x) = x²/2 and σ = 1."""
    return parabola(1), [at_least(1)]


@REPAIRED.mutant("constant", at=parabola(1, 2), discharge=lambda: [at_least(1)])
def half_the_eigenvalues(claim: Claim) -> Claim:
    """Eigenvalues of at least σ/2."""
    return claim.replace(given=[forall([p, v], ge(curvature(p, v), sigma / 2 * square(v)))])


@REPAIRED.mutant("sign", at=parabola(0), discharge=lambda: [at_most_one()])
def small_eigenvalues(claim: Claim) -> Claim:
    """Eigenvalues of at most σ."""
    return claim.replace(given=[forall([p, v], le(curvature(p, v), sigma * square(v)))])


holds_at(REPAIRED, ("A parabola.", {**parabola(1), q: 2}, lambda: [at_least(1)]))


fails_without(REPAIRED, (AT_LEAST, "Any Hessian.", parabola(0)))


fails_as(CONVERSE,
    ("constant", ge(curvature(q, z), 2 * sigma * square(z)), "⟨D²f(q)z, z⟩ ≥ 2σ‖z‖².", parabola(1),
        lambda: [meets_nine(1)]),
    ("sign", le(curvature(q, z), sigma * square(z)), "⟨D²f(q)z, z⟩ ≤ σ‖z‖².", parabola(2), lambda: [meets_nine(2)]),
)  # fmt: skip


@CONVERSE.extremal("σ", [1])
def no_steeper(strength: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """ℓ(x) = σx²/2."""
    return parabola(strength, strength), [meets_nine(strength)]


fails_without(CONVERSE, (STRONG, "(9) need not hold.", parabola(0)))


def at_least(bend: Any) -> Theorem:
    """bend·v² ≥ v², for bend ≥ 1."""
    return generalize(combine(ge(bend * x**2, x**2), [(bend - 1, x**2)]), [c, x])


def at_most_one() -> Theorem:
    """0 ≤ v²."""
    return generalize(combine(le(0 * x, x**2), [(1, x**2)]), [c, x])


def meets_nine(bend: Any) -> Theorem:
    """(9) with σ = 1 for bend·x²/2, for bend ≥ 1."""
    gap = bend * (c**2 - x**2) / 2
    goal = le(gap, bend * c * (c - x) - (x - c) ** 2 / 2)
    return generalize(combine(goal, [(Rational(bend - 1, 2), (c - x) ** 2)]), [c, x])


HALF_NORM = Claim(
    "gradient_descent/half-norm",
    at="after (9)",
    printed="½‖w‖² − ½‖u‖² = wᵀ(w − u) − ½‖w − u‖²",
    given=[],
    states=eq(square(p) / 2 - square(q) / 2, Inner(p, p - q) - square(p - q) / 2),
    reading="For all vectors w = p and u = q: ½‖·‖² meets (9) with σ = 1, and with equality.",
)


@HALF_NORM.proof
def expand(claim: Claim) -> Theorem:
    """Both sides are bilinear."""
    return identity(claim.states[0])


fails_as(HALF_NORM,
    ("constant", eq(HALF_NORM.states[0].lhs, Inner(p, p - q) - square(p - q)), "‖w − u‖² in place of its half.",
        {p: 1, q: 0}),
    ("sign", eq(HALF_NORM.states[0].lhs, Inner(p, p - q) + square(p - q) / 2), "½‖w − u‖² is added.", {p: 1, q: 0}),
)  # fmt: skip
