"""Strong convexity (9): what it says of the Hessian, its simplest example, and online gradient descent with 1/(σt)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np
from sympy import E, Lambda, Rational, cancel, exp, log

from numeric import bounds
from numeric.learners.gradient_descent import strongly_convex_step
from numeric.reference import bounds as reference_bounds
from proofs.gradient_descent.projected_ogd import ROUND, SOME, START, T, grad, loss, rounds, square, t, u, w
from proofs.gradient_descent.sums import HARMONIC, HARMONIC_SUM
from verify.axioms import CURVATURE_AT_A_MINIMUM
from verify.claims import Claim, Conformance, Searched, Sharpness
from verify.concrete import value
from verify.conformance import conformance
from verify.kernel import (
    KernelError,
    Theorem,
    assume,
    cite,
    combine,
    generalize,
    identity,
    instantiate,
    telescope,
    witness,
)
from verify.lemmas import above_tangent
from verify.terms import (
    Hessian,
    Inner,
    Relation,
    VecHead,
    eq,
    field,
    forall,
    function,
    ge,
    gt,
    le,
    positive,
    real,
    vectors,
)  # fmt: skip

s, r, c = real("s r c")
x = real("x")
sigma, G = positive("σ G")
p, q, v, z = vectors("p q v z")
f = field("f")


def strongly_convex(at: Any, other: Any, value: Any = f, slope: Any = None) -> Relation:
    """ℓ(w) − ℓ(u) ≤ ∇ℓ(w)ᵀ(w − u) − (σ/2)‖u − w‖² (9)."""
    gradient = value.gradient(at) if slope is None else slope
    return le(value(at) - value(other), Inner(gradient, at - other) - sigma / 2 * square(other - at))


STRONG = forall([p, q], strongly_convex(p, q))
POSITIVE = forall([p, v], gt(Inner(Hessian(f.head, p, v), v), 0), [gt(square(v), 0)])
AT_LEAST = forall([p, v], ge(Inner(Hessian(f.head, p, v), v), sigma * square(v)))

EQUIVALENT = Claim(
    "gradient_descent/strong-convexity",
    at="after (9)",
    printed=(
        "(9) is equivalent to saying that the Hessian matrix of ℓ has full rank, all of its eigenvalues are positive"
    ),
    given=[POSITIVE],
    states=strongly_convex(q, z),
    reading=(
        "The direction from the Hessian to (9): f is twice differentiable with ⟨D²f(p)v, v⟩ > 0 for every p and "
        "v ≠ 0, and "
        "then (9) holds, for the given σ > 0. That it holds for no σ at all in general is "
        "gradient_descent/strong-convexity-exp; a Hessian of full rank may even be negative."
    ),
)

NO_SIGMA = Claim(
    "gradient_descent/strong-convexity-exp",
    at="after (9), for some σ",
    printed="all eigenvalues of the Hessian positive, so (9) for some σ > 0 (here: exp is convex enough for none)",
    given=[],
    states=gt(
        exp(log(sigma / 8)) - exp(log(sigma / 8) + 1),
        exp(log(sigma / 8)) * (log(sigma / 8) - (log(sigma / 8) + 1))
        - sigma / 2 * (log(sigma / 8) + 1 - log(sigma / 8)) ** 2,
    ),
    reading=(
        "ℓ = exp on the real line has ℓ″ > 0 everywhere, and for every σ > 0 (9) fails at w = ln(σ/8), u = w + 1: the "
        "eigenvalues must be bounded away from 0, which full rank does not say."
    ),
)

REPAIRED = Claim(
    "gradient_descent/strong-convexity.repaired",
    at="after (9)",
    printed="(9) holds exactly when all eigenvalues of the Hessian are at least σ, everywhere",
    given=[AT_LEAST],
    states=strongly_convex(q, z),
    repairs="gradient_descent/strong-convexity",
    reading="f is twice differentiable and ⟨D²f(p)v, v⟩ ≥ σ‖v‖² for all p and v; then (9) for all points, σ > 0.",
)

CONVERSE = Claim(
    "gradient_descent/strong-convexity-converse",
    at="after (9)",
    printed="(9) holds exactly when all eigenvalues of the Hessian are at least σ, everywhere",
    given=[STRONG],
    states=ge(Inner(Hessian(f.head, q, z), z), sigma * square(z)),
    reading="f is twice differentiable and (9) holds for all points; then ⟨D²f(q)z, z⟩ ≥ σ‖z‖² for all q and z.",
)


@EQUIVALENT.counterexample
def a_flat_parabola(claim: Claim) -> Theorem:
    """ℓ(x) = x²/2 and σ = 2: at w = 0, u = 1 it says −½ ≤ −1."""
    curved = combine(gt(x**2, 0), [(1, assume(gt(x**2, 0)))])
    met = generalize(curved, [c, x], [gt(x**2, 0)])
    return witness(list(claim.given), claim.states[0], {f: Lambda(x, x**2 / 2), sigma: 2, q: 0, z: 1}, [met])


@NO_SIGMA.proof
def flatter_than_any_parabola(claim: Claim) -> Theorem:
    """The difference is (σ/8)(6 − e)."""
    return combine(claim.states[0], [(sigma / 8, 6 - E)])


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
    axiom = instantiate(cite(CURVATURE_AT_A_MINIMUM), {function("f"): h})
    curved = instantiate(axiom, {}, [identity(eq(h(0), 0)), *(generalize(a, [s]) for a in above)])
    return combine(claim.states[0], [(1, curved)])


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


# --- the algorithm -------------------------------------------------------------------------------------------------

a, b = vectors("a b")
STRONG_LOSSES = forall(
    [t, a, b],
    le(loss(t, a) - loss(t, b), Inner(grad(t, a), a - b) - sigma / 2 * square(b - a)),
    ROUND,
)
UPDATE = forall(t, eq(w(t + 1), w(t) - grad(t, w(t)) / (sigma * t)), ROUND)
BOUNDED = forall(t, ge(G**2, square(grad(t, w(t)))), ROUND)
REGRET = rounds(loss(t, w(t)) - loss(t, u))
READING = (
    "Every ℓ(t, ·) is differentiable and σ-strongly convex (9) on R^d, w(t + 1) = w(t) − ∇ℓ_t(w(t))/(σt) without a "
    "projection, and u is any vector. "
)

STEP = Claim(
    "gradient_descent/strong-step",
    at="last page",
    printed="ℓ_t(w_t) − ℓ_t(u) ≤ (1/η_t)(½‖w_t − u‖² − ½‖w_{t+1} − u‖² + ½‖w_{t+1} − w_t‖²) − (σ/2)‖u − w_t‖²",
    given=[STRONG_LOSSES, UPDATE, *ROUND],
    states=le(
        loss(t, w(t)) - loss(t, u),
        sigma * t * (square(w(t) - u) / 2 - square(w(t + 1) - u) / 2 + square(w(t + 1) - w(t)) / 2)
        - sigma / 2 * square(u - w(t)),
    ),
    reading=READING + "η_t = 1/(σt); for each round t.",
)

SHARP = Claim(
    "gradient_descent/strong-bound.sharp",
    at="last page, nothing dropped",
    printed="R_T(u) ≤ (G²/(2σ)) Σ 1/t − (σT/2)‖w_{T+1} − u‖²",
    given=[STRONG_LOSSES, UPDATE, BOUNDED, SOME],
    states=le(REGRET, G**2 / (2 * sigma) * HARMONIC_SUM - sigma * T / 2 * square(w(T + 1) - u)),
    rests_on=["gradient_descent/strong-step"],
    reading=READING + "G is a bound on ‖∇ℓ_t(w(t))‖ for t ≤ T. w(1) may be any vector.",
)

BOUND = Claim(
    "gradient_descent/strong-bound",
    at="last page",
    printed="R_T(u) ≤ (G²/(2σ))(1 + ln T)",
    given=[STRONG_LOSSES, UPDATE, BOUNDED, START, SOME],
    states=[
        le(REGRET, G**2 / (2 * sigma) * HARMONIC_SUM),
        le(REGRET, G**2 / (2 * sigma) * (1 + log(T))),
        le(rounds(loss(t, w(t))) / T, rounds(loss(t, u)) / T + G**2 / (2 * sigma) * (1 + log(T)) / T),
    ],
    rests_on=["gradient_descent/strong-bound.sharp", "gradient_descent/harmonic"],
    reading=(
        READING
        + "w(1) = 0, and G bounds ‖∇ℓ_t(w(t))‖ for t ≤ T: it is known only after the run, and nothing bounds it "
        "before. For every u of R^d, so for the best one if there is one."
    ),
)

NO_PROJECTION = Claim(
    "gradient_descent/strong-no-projection",
    at="last page",
    printed="When run on a sequence of strongly convex functions, OGD does not need the projection step",
    given=[STRONG_LOSSES, UPDATE, BOUNDED, SOME],
    states=le(REGRET, G**2 / (2 * sigma) * (1 + log(T))),
    rests_on=["gradient_descent/strong-bound.sharp", "gradient_descent/harmonic"],
    reading=READING
    + (
        "The bound holds for predictors and comparators of any length, with no ball anywhere: but with the G that the "
        "run meets, which a projection would have bounded in advance."
    ),
)


@STEP.proof
def identity_five(claim: Claim) -> Theorem:
    """(9) at w_t against u, and the identity (5)."""
    given = list(claim.given)
    strong = [(1, instantiate(assume(h), [t, w(t), u])) for h in given if h == STRONG_LOSSES]
    moves = [instantiate(assume(h), [t]) for h in given if h == UPDATE]
    return combine(claim.states[0], strong, using=moves, facts=[h for h in given if h in ROUND])


@SHARP.proof
def distances_telescope(claim: Claim) -> Theorem:
    """The step is at most (σ/2)((t−1)‖w_t − u‖² − t‖w_{t+1} − u‖²) + G²/(2σt)."""
    given = list(claim.given)
    moves = [instantiate(assume(h), [t]) for h in given if h == UPDATE]
    steep = [(1 / (2 * sigma * t), instantiate(assume(h), [t])) for h in given if h == BOUNDED]
    before, after = (t - 1) * square(w(t) - u), t * square(w(t + 1) - u)
    one = STEP.theorem(STEP.states[0])
    step = combine(
        le(loss(t, w(t)) - loss(t, u), sigma / 2 * (before - after) + G**2 / (2 * sigma * t)),
        [(1, one), *steep],
        using=moves,
        facts=ROUND,
    )
    added = telescope(step, t, 1, T, sigma / 2 * before)
    return combine(claim.states[0], [(1, added)], facts=[h for h in given if h == SOME])


@BOUND.proof
def harmonic_sum(claim: Claim) -> list[Theorem]:
    """The last distance is dropped; Σ 1/t ≤ 1 + ln T; and all is divided by T."""
    some = [h for h in claim.given if h == SOME]
    by_sum, by_logarithm, average = claim.states
    sharper = SHARP.theorem(SHARP.states[0])
    first = combine(by_sum, [(1, sharper), (sigma * T / 2, square(w(T + 1) - u))], facts=some)
    harmonic = HARMONIC.theorem(HARMONIC.states[0])
    second = combine(by_logarithm, [(1, first), (G**2 / (2 * sigma), harmonic)], facts=some)
    return [first, second, combine(average, [(1 / T, second)], facts=some)]


@NO_PROJECTION.proof
def nothing_is_projected(claim: Claim) -> Theorem:
    """The sharper bound has no ball among its hypotheses."""
    some = [h for h in claim.given if h == SOME]
    sharper, harmonic = SHARP.theorem(SHARP.states[0]), HARMONIC.theorem(HARMONIC.states[0])
    dropped = (sigma * T / 2, square(w(T + 1) - u))
    return combine(claim.states[0], [(1, sharper), dropped, (G**2 / (2 * sigma), harmonic)], facts=some)


# --- instances on the real line ------------------------------------------------------------------------------------

HALF = Rational(1, 2)


def without(claim: Claim, *hypotheses: Any) -> Claim:
    """The claim without some of its hypotheses."""
    return claim.replace(given=[h for h in claim.given if h not in hypotheses])


def parabola(curvature: Any, **numbers: Any) -> dict[str, Any]:
    """How a mutant is refuted: f(x) = curvature·x²/2 on the line, with σ = 1, at q = 0 and z = 1."""

    def met() -> list[Theorem]:
        tangent = le(
            curvature * (c**2 - x**2) / 2, curvature * c * (c - x) - numbers.get("sigma", 1) * (x - c) ** 2 / 2
        )
        rules = [
            (tangent, [((curvature - numbers.get("sigma", 1)) / 2, (x - c) ** 2)]),
            (ge(curvature * x**2, numbers.get("sigma", 1) * x**2), [(curvature - numbers.get("sigma", 1), x**2)]),
        ]
        found = []
        for formula, terms in rules:
            with suppress(KernelError):
                found.append(generalize(combine(formula, terms), [c, x]))
        return found

    at = {f: Lambda(x, curvature * x**2 / 2), sigma: numbers.get("sigma", 1), q: 0, z: 1}
    return {"at": at, "discharge": met}


@REPAIRED.mutant("constant", **parabola(1))
def twice_the_term(claim: Claim) -> Claim:
    """σ‖u − w‖² in place of its half."""
    changed = le(f(q) - f(z), Inner(f.gradient(q), q - z) - sigma * square(z - q))
    return claim.replace(states=changed)


@REPAIRED.mutant("sign", **parabola(1))
def uphill(claim: Claim) -> Claim:
    """The term with σ and the gradient change their signs."""
    changed = le(f(z) - f(q), Inner(f.gradient(q), q - z) - sigma / 2 * square(z - q))
    return claim.replace(states=changed)


@REPAIRED.mutant("hypothesis", **parabola(HALF))
def any_hessian(claim: Claim) -> Claim:
    """The Hessian may be anything."""
    return claim.replace(given=[])


@CONVERSE.mutant("constant", **parabola(1))
def twice_the_eigenvalues(claim: Claim) -> Claim:
    """At least 2σ."""
    return claim.replace(states=ge(Inner(Hessian(f.head, q, z), z), 2 * sigma * square(z)))


@CONVERSE.mutant("sign", **parabola(1))
def at_most_minus(claim: Claim) -> Claim:
    """At most −σ."""
    return claim.replace(states=le(Inner(Hessian(f.head, q, z), z), -sigma * square(z)))


@CONVERSE.mutant("hypothesis", **parabola(HALF))
def not_strongly_convex(claim: Claim) -> Claim:
    """f need not be strongly convex."""
    return claim.replace(given=[])


@NO_SIGMA.mutant("constant", at={sigma: 1})
def at_another_point(claim: Claim) -> Claim:
    """σ/2 in place of σ/8: there (9) holds."""
    start = log(2 * sigma)
    gap = exp(start) * (start - (start + 1)) - sigma / 2 * (start + 1 - start) ** 2
    return claim.replace(states=gt(exp(start) - exp(start + 1), gap))


@NO_SIGMA.mutant("sign", at={sigma: 1})
def the_inequality_itself(claim: Claim) -> Claim:
    """(9) at this point."""
    return claim.replace(states=gt(claim.states[0].rhs, claim.states[0].lhs))


@HALF_NORM.mutant("constant", at={p: 1, q: 0})
def whole_squares(claim: Claim) -> Claim:
    """‖w − u‖² in place of its half."""
    return claim.replace(states=eq(claim.states[0].lhs, Inner(p, p - q) - square(p - q)))


@HALF_NORM.mutant("sign", at={p: 1, q: 0})
def square_added(claim: Claim) -> Claim:
    """+½‖w − u‖²."""
    return claim.replace(states=eq(claim.states[0].lhs, Inner(p, p - q) + square(p - q) / 2))


def run(path: Any = None, value: Any = None, slope: Any = None, **numbers: Any) -> dict[str, Any]:
    """How a mutant is refuted: ℓ_t(v) = (v − 1)²/2 with σ = 1 on the line, T = 1: from w(1) = 0 to w(2) = 1, u "
    "= 1, G = 1."""
    path = path or (lambda t: t - 1)
    value = value or (lambda v: (v - 1) ** 2 / 2)
    slope = slope or (lambda v: v - 1)
    size = numbers.get("sigma", 1)
    at = {
        T: 1,
        t: 1,
        sigma: size,
        G: numbers.get("G", 1),
        u: numbers.get("u", 1),
        loss: Lambda((t, x), value(x)),
        VecHead("∇ℓ"): Lambda((t, x), slope(x)),
        VecHead("w"): Lambda(t, path(t)),
    }
    here = [ge(t, 1), ge(1, t)]

    def met() -> list[Theorem]:
        strong = le(value(c) - value(x), slope(c) * (c - x) - size * (x - c) ** 2 / 2)
        step, rise = path(t) - slope(path(t)) / (size * t), path(2) - path(1)
        rules = [
            (strong, [], [t, c, x]),
            (eq(path(t + 1), step), [(cancel((path(t + 1) - step) * t / (t - 1)) / t, t - 1)], [t]),
            (
                ge(at[G] ** 2, slope(path(t)) ** 2),
                [(1, at[G] ** 2 - 1), (assume(here[0]), rise * (2 - rise * (t - 1)))],
                [t],
            ),
            (ge(at[G] ** 2, slope(path(t)) ** 2), [(1, at[G] ** 2)], [t]),
        ]
        found = []
        for formula, terms, variables in rules:
            with suppress(KernelError):
                found.append(generalize(combine(formula, terms, facts=here), variables, here))
        return found

    return {"at": at, "discharge": met}


@STEP.mutant("constant", **run())
def without_the_move(claim: Claim) -> Claim:
    """The squared step is left out."""
    left_out = sigma * t * square(w(t + 1) - w(t)) / 2
    return claim.replace(states=le(loss(t, w(t)) - loss(t, u), claim.states[0].lhs - left_out))


@STEP.mutant("sign", **run())
def move_subtracted(claim: Claim) -> Claim:
    """The squared step is subtracted."""
    left_out = sigma * t * square(w(t + 1) - w(t))
    return claim.replace(states=le(loss(t, w(t)) - loss(t, u), claim.states[0].lhs - left_out))


@STEP.mutant("hypothesis", **run(path=lambda t: Rational(0) * t))
def step_without_update(claim: Claim) -> Claim:
    """w(t + 1) may be anything."""
    return without(claim, UPDATE)


@STEP.mutant("hypothesis", **run(value=lambda v: 10 * (v - 1) ** 2))
def step_without_convexity(claim: Claim) -> Claim:
    """The losses need not be strongly convex."""
    return without(claim, STRONG_LOSSES)


@SHARP.mutant("constant", **run())
def nine_tenths(claim: Claim) -> Claim:
    """Nine tenths of the first term: the bound is attained by one round of (v − 1)²/2."""
    first = Rational(9, 10) * G**2 / (2 * sigma) * HARMONIC_SUM
    return claim.replace(states=le(REGRET, first - sigma * T / 2 * square(w(T + 1) - u)))


@SHARP.mutant("sign", **run())
def negative(claim: Claim) -> Claim:
    """The first term is subtracted."""
    return claim.replace(states=le(REGRET, -(G**2) / (2 * sigma) * HARMONIC_SUM - sigma * T / 2 * square(w(T + 1) - u)))


@SHARP.mutant("hypothesis", **run(value=lambda v: 10 * (v - 1) ** 2))
def sharp_without_convexity(claim: Claim) -> Claim:
    """The losses need not be strongly convex."""
    return without(claim, STRONG_LOSSES)


@SHARP.mutant("hypothesis", **run(G=HALF))
def sharp_and_steeper(claim: Claim) -> Claim:
    """G may be anything."""
    return without(claim, BOUNDED)


@SHARP.mutant("hypothesis", **run(path=lambda t: 5 * (t - 1)))
def sharp_without_update(claim: Claim) -> Claim:
    """w(t + 1) may be anything."""
    return without(claim, UPDATE)


@BOUND.mutant("constant", **run())
def nine_tenths_of_the_bound(claim: Claim) -> Claim:
    """Nine tenths of the bound: it is attained by one round."""
    smaller = Rational(9, 10) * G**2 / (2 * sigma) * (1 + log(T))
    return claim.replace(states=[claim.states[0], le(REGRET, smaller), claim.states[2]])


@BOUND.mutant("sign", **run())
def logarithm_subtracted(claim: Claim) -> Claim:
    """−(1 + ln T)."""
    return claim.replace(states=[claim.states[0], le(REGRET, -(G**2) / (2 * sigma) * (1 + log(T))), claim.states[2]])


@BOUND.mutant("hypothesis", **run(value=lambda v: 10 * (v - 1) ** 2))
def bound_without_convexity(claim: Claim) -> Claim:
    """The losses need not be strongly convex."""
    return without(claim, STRONG_LOSSES)


@BOUND.mutant("hypothesis", proof=harmonic_sum)
def from_any_start(claim: Claim) -> Claim:
    """w(1) may be any vector: true too."""
    return without(claim, START)


@NO_PROJECTION.mutant("constant", **run())
def a_little_less(claim: Claim) -> Claim:
    """Nine tenths of the bound."""
    return claim.replace(states=le(REGRET, Rational(9, 10) * G**2 / (2 * sigma) * (1 + log(T))))


@NO_PROJECTION.mutant("hypothesis", **run(G=HALF))
def without_the_size_of_the_run(claim: Claim) -> Claim:
    """G may be anything: without a projection nothing bounds it in advance."""
    return without(claim, BOUNDED)


@SHARP.sharp
def attained() -> Sharpness:
    """One round of (v − 1)²/2 from w(1) = 0, against u = 1."""
    regret = eq(Rational(1, 2), Rational(1, 2) * HARMONIC_SUM.subs(T, 1))
    return Sharpness("the bound, at T = 1", "attained: regret ½ = G²/(2σ)", identity(regret))


@BOUND.conformance
def code_follows_the_bound() -> Iterator[Conformance]:
    """G²(1 + ln T)/(2σ) as a function of G, σ and T."""
    rng = np.random.default_rng(17)
    cases = [
        (*map(float, row), int(length))
        for row, length in zip(rng.uniform(0.1, 9, (12, 2)), range(1, 50, 4), strict=False)
    ]
    return conformance(
        cases,
        formula=lambda case: value(BOUND.states[1].lhs, dict(zip((G, sigma, T), case, strict=True))),
        code=lambda case: bounds.strongly_convex_regret_bound(*case),
        reference=lambda case: reference_bounds.strongly_convex_regret_bound(*case),
        ulps=4.0,
    )


@NO_PROJECTION.search
def moving_parabolas_without_a_ball() -> Searched:
    """The same runs: nothing bounds the predictors or the comparator."""
    return moving_parabolas()


@BOUND.search
def moving_parabolas() -> Searched:
    """ℓ_t = (σ/2)‖w − z_t‖² for random and for alternating z_t, against the mean of the z_t."""
    rng = np.random.default_rng(18)
    worst, where, cases = 0.0, "no run", 0
    for trial in range(60):
        dimension, length, size = int(rng.integers(1, 6)), int(rng.integers(1, 60)), float(rng.uniform(0.2, 3))
        targets = rng.standard_normal((length, dimension))
        if trial % 2:
            targets = np.outer((-1.0) ** np.arange(length), np.ones(dimension))
        weights, cost, steepest = np.zeros(dimension), 0.0, 0.0
        for k, target in enumerate(targets, start=1):
            gradient = size * (weights - target)
            cost, steepest = (
                cost + float(gradient @ gradient) / (2 * size),
                max(steepest, float(np.linalg.norm(gradient))),
            )
            weights = strongly_convex_step(weights, gradient, size, k)
        best = size / 2 * float(((targets.mean(axis=0) - targets) ** 2).sum())
        ratio = (cost - best) / bounds.strongly_convex_regret_bound(steepest, size, length)
        cases += 1
        if ratio > worst:
            worst, where = ratio, f"T = {length}, {dimension} dimensions"
    return Searched("regret over the bound, parabolas", cases, worst, where)
