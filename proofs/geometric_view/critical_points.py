"""Before and after (9): a strictly convex U_t may have no critical point; another U_t may have many."""

from __future__ import annotations

from typing import Any

from sympy import Lambda, exp, sqrt

from proofs.geometric_view.stationarity import L, V, eta, flat_cost, old, r, u, w
from proofs.spheres.implicit_update import NOT_UNIQUE
from verify.author.kernel import Theorem, assume, cases, certify, combine, generalize, identity, instantiate, witness
from verify.claims import Claim, fails_as, fails_without
from verify.language.exists import NOTHING_EXISTS, exists
from verify.language.terms import Inner, eq, forall, ge, gt, real, vectors
from verify.prover.proving import certificate

ABOVE = gt(flat_cost(V), flat_cost(u) + Inner(u - old + eta * L.gradient(u), V - u))
STRICTLY_CONVEX = forall([u, V], ABOVE, [gt(Inner(V - u, V - u), 0)])
HAS_A_CRITICAL_POINT = exists(u, [eq(old - u, eta * L.gradient(u))])

EXISTS = Claim(
    "geometric_view/stationarity-strictly-convex",
    at="before (9)",
    printed="The modified cost U_t is differentiable and if it is strictly convex then it has a unique critical point "
    "w ∈ M, where U_t attains its minimum",
    weight="gap",
    slip=(
        "Strict convexity gives at most one critical point and not that there is one: U_t = eˣ has none. With a convex "
        "loss on Rⁿ, which the theorems suppose, U_t is strongly convex and has one."
    ),
    given=[STRICTLY_CONVEX],
    states=HAS_A_CRITICAL_POINT,
    reading=(
        "Already on Rⁿ, where D is strictly convex: U_t = ½‖· − w_t‖² + ηL is above its tangents, strictly off the "
        "point "
        "of tangency. A critical point u solves (9), w_t − u = η∇L(u). L need not be convex itself."
    ),
)

EXPONENTIAL = {L: Lambda(r, exp(r) - r**2 / 2), old: 0, eta: 1, **NOTHING_EXISTS}


def always_rising() -> list[Theorem]:
    """U_t = eˣ is above its tangents, and eˣ = 0 has no solution."""
    x, y = real("x y")
    goal, apart = gt(exp(y), exp(x) * (1 + y - x)), gt((y - x) * (y - x), 0)
    sides, parts = [gt(y - x, 0), gt(0, y - x), eq(y, x)], []
    for side in sides[:2]:
        above = instantiate(certify(certificate(gt(exp(r), 1 + r), [side.xreplace({y: r, x: 0 * r})])), {r: y - x})
        parts.append(combine(goal, [(exp(x), instantiate(above, {}, [assume(side)]))]))
    parts.append(combine(goal, [(1, assume(apart))], using=[sides[2]]))
    nowhere = eq(-x, exp(x) - x)
    never = combine(ge(-1, 0), [(exp(-x), assume(nowhere))])
    return [generalize(cases(parts, sides), [x, y], [apart]), generalize(never, [x], [nowhere])]


@EXISTS.counterexample
def an_exponential(claim: Claim) -> Theorem:
    """M = R, w_t = 0, η = 1, L(w) = eʷ − w²/2: U_t = eʷ is strictly convex, and a critical point would have eʷ = 0."""
    return witness(claim.given, claim.states[0], EXPONENTIAL, discharge=always_rising())


CRITICAL = eq(old - w, eta * L.gradient(w))
SLOPE = V - old + eta * L.gradient(V)
"""∇U_t(V)."""
ELSEWHERE = gt(Inner(V - w, V - w), 0)

EXISTS_REPAIRED = Claim(
    "geometric_view/stationarity-strictly-convex.repaired",
    at="before (9)",
    says="On Rⁿ: if U_t is strictly convex then it has at most one critical point, where it attains its minimum.",
    given=[STRICTLY_CONVEX, CRITICAL, ELSEWHERE],
    states=[gt(flat_cost(V), flat_cost(w)), gt(Inner(SLOPE, SLOPE), 0)],
    repairs="geometric_view/stationarity-strictly-convex",
    reading=(
        "In Rⁿ, every n, U_t = ½‖· − w_t‖² + ηL strictly above its tangents: a critical point w, (9), is the one "
        "strict "
        "minimum: at any other point V the function is larger, and ∇U_t(V) is not 0. (For a convex L a critical point "
        "exists, as U_t is then strongly convex; that is not shown here.)"
    ),
)


@EXISTS_REPAIRED.proof
def tangents_at_both(claim: Claim) -> list[Theorem]:
    """The tangent at w is level, so U_t(V) > U_t(w); so the tangent at V falls towards w, and ∇U_t(V) ≠ 0."""
    higher, slanted = claim.states
    schemas = [h for h in claim.given if h == STRICTLY_CONVEX]
    apart = [assume(h) for h in claim.given if h == ELSEWHERE]
    critical = [_level(w, V, assume(h)) for h in claim.given if h == CRITICAL]
    above = [instantiate(assume(h), [w, V], apart) for h in schemas]
    first = combine(higher, [*((1, h) for h in above), *((1, h) for h in critical)])
    back = [combine(gt(Inner(w - V, w - V), 0), [(1, h)]) for h in apart]
    below = [instantiate(assume(h), [V, w], back) for h in schemas]
    falls = combine(gt(Inner(SLOPE, V - w), 0), [*((1, h) for h in below), (1, first)])
    square, slope = Inner(V - w, V - w), Inner(SLOPE, V - w)
    rest = SLOPE - slope / square * (V - w)
    second = combine(slanted, [(1, Inner(rest, rest)), (slope / square, falls)], facts=[*apart, falls])
    return [first, second]


def _level(at: Any, other: Any, critical: Theorem) -> Theorem:
    """⟨∇U_t(at), other − at⟩ = 0 at a critical point."""
    x, y, v = vectors("x y v")
    product = identity(eq(Inner(y - x, v), 0), using=[eq(x, y)])
    values = {x: old - at, y: eta * L.gradient(at), v: other - at}
    return instantiate(product, values, [critical])


FLAT_BOTTOM = {L: Lambda(r, r**2 / 2), old: 0, eta: 1, w: 0, V: 1}
"""U_t = x², its minimum 0 and the point 1."""


def parabola() -> list[Theorem]:
    """x² is above its tangents."""
    x, y = real("x y")
    apart = gt((y - x) * (y - x), 0)
    goal = gt(y**2, x**2 + 2 * x * (y - x))
    return [generalize(combine(goal, [(1, assume(apart))]), [x, y], [apart])]


fails_as(EXISTS_REPAIRED,
    ("constant", [gt(flat_cost(V), flat_cost(w) + 2), EXISTS_REPAIRED.states[1]], "U_t(V) > U_t(w) + 2.", FLAT_BOTTOM,
        parabola),
    ("sign", [gt(flat_cost(w), flat_cost(V)), EXISTS_REPAIRED.states[1]], "U_t(V) < U_t(w).", FLAT_BOTTOM, parabola),
)  # fmt: skip


fails_without(EXISTS_REPAIRED,
    (CRITICAL, "w need not be critical.", FLAT_BOTTOM | {w: 1, V: 0}, parabola),
    (STRICTLY_CONVEX, "U_t need not be convex: −½x².", FLAT_BOTTOM | {L: Lambda(r, -(r**2))}),
    (ELSEWHERE, "V may be w.", FLAT_BOTTOM | {V: 0}, parabola),
)  # fmt: skip


SEVERAL = Claim(
    "geometric_view/stationarity-not-unique",
    at="after (9)",
    printed="condition (9) does not necessarily define w_{t+1} uniquely",
    given=NOT_UNIQUE.given,
    states=NOT_UNIQUE.states,
    rests_on=["spheres/implicit-update-not-unique"],
    reading=(
        "On the unit sphere, every dimension from 1 (in Rᵐ, m ≥ 2), the loss ⟨w, x⟩², w_t = x and η = π/4: for every "
        "unit u orthogonal to x both (x + u)/√2 and (x − u)/√2 satisfy (9), differ, and are minima of U_t over the "
        "sphere: spheres/implicit-update-not-unique, which is the same statement."
    ),
)


@SEVERAL.proof
def an_eighth_of_a_turn(claim: Claim) -> list[Theorem]:
    """The claim of the other paper."""
    found = [NOT_UNIQUE.theorem(goal) for goal in NOT_UNIQUE.states]
    known = [*map(assume, claim.given)]
    return [instantiate(theorem, {}, known) for theorem in found]


AXES = {vectors("x")[0]: (1, 0), u: (0, 1), w: (sqrt(2) / 2, sqrt(2) / 2)}


@SEVERAL.mutant("sign", at=AXES)
def on_the_other_side(claim: Claim) -> Claim:
    """Exp⁻¹ = −η grad."""
    first = claim.states[0]
    return claim.replace(states=[eq(first.lhs, -first.rhs), *claim.states[1:]])


@SEVERAL.mutant("constant", at=AXES)
def the_same_point(claim: Claim) -> Claim:
    """The two are further than 2 apart."""
    third = claim.states[2]
    return claim.replace(states=[*claim.states[:2], gt(third.lhs, 2), *claim.states[3:]])
