"""Strong convexity (9): what it says of the Hessian, its simplest example, and online gradient descent with 1/(σt)."""

from __future__ import annotations

from typing import Any

from sympy import E, Lambda, exp, log

from proofs.gradient_descent.projected_ogd import ROUND, SOME, START, T, grad, loss, rounds, square, t, u, w
from proofs.gradient_descent.sums import HARMONIC, HARMONIC_SUM
from verify.axioms import CURVATURE_AT_A_MINIMUM
from verify.claims import Claim
from verify.kernel import Theorem, assume, cite, combine, generalize, identity, instantiate, telescope, witness
from verify.lemmas import above_tangent
from verify.terms import (
    Hessian,
    Inner,
    Relation,
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
