"""Before and after (9): a strictly convex U_t may have no critical point; another U_t may have many."""

from __future__ import annotations

from typing import Any

from sympy import Lambda, exp, sqrt

from proofs.geometric_view.stationarity import L, V, eta, flat_cost, old, r, u, w, without
from proofs.spheres.implicit_update import NOT_UNIQUE
from verify.claims import Claim
from verify.kernel import Theorem, assume, cases, certify, combine, generalize, identity, instantiate, witness
from verify.prover.proving import certificate
from verify.terms import Inner, eq, forall, ge, gt, le, real, vectors

ABOVE = gt(flat_cost(V), flat_cost(u) + Inner(u - old + eta * L.gradient(u), V - u))
STRICTLY_CONVEX = forall([u, V], ABOVE, [gt(Inner(V - u, V - u), 0)])
least = real("z")
SOLVED = forall(u, ge(least, 0), [eq(old - u, eta * L.gradient(u))])

EXISTS = Claim(
    "geometric_view/stationarity-strictly-convex",
    at="before (9)",
    printed="The modified cost U_t is differentiable and if it is strictly convex then it has a unique critical point "
    "w ∈ M, where U_t attains its minimum",
    given=[STRICTLY_CONVEX, SOLVED],
    states=ge(least, 0),
    reading=(
        "Already on Rⁿ, where D is strictly convex: U_t = ½‖· − w_t‖² + ηL is above its tangents, strictly off the "
        "point "
        "of tangency. That it has a critical point is said by: whatever follows from having one, z ≥ 0 for a number "
        "z, holds. L need not be convex itself."
    ),
)

EXPONENTIAL = {L: Lambda(r, exp(r) - r**2 / 2), old: 0, eta: 1, least: -1}


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
    """M = R, w_t = 0, η = 1, L(w) = eʷ − w²/2: U_t = eʷ is strictly convex and has no critical point."""
    return witness(claim.given, claim.states[0], EXPONENTIAL, discharge=always_rising())


CRITICAL, ALSO_CRITICAL = eq(old - w, eta * L.gradient(w)), eq(old - V, eta * L.gradient(V))
ELSEWHERE = gt(Inner(V - w, V - w), 0)

EXISTS_REPAIRED = Claim(
    "geometric_view/stationarity-strictly-convex.repaired",
    at="before (9)",
    printed="if U_t is strictly convex then it has at most one critical point w ∈ M, where U_t attains its minimum",
    given=[STRICTLY_CONVEX, CRITICAL],
    states=[
        forall(V, gt(flat_cost(V), flat_cost(w)), [ELSEWHERE]),
        forall(V, eq(Inner(V - w, V - w), 0), [ALSO_CRITICAL]),
    ],
    repairs="geometric_view/stationarity-strictly-convex",
    reading=(
        "In Rⁿ, every n, U_t = ½‖· − w_t‖² + ηL strictly above its tangents: a critical point w, (9), is the one "
        "strict "
        "minimum, and every other critical point is at the distance 0. (For a convex L one exists, as U_t is then "
        "strongly convex; that is not shown here.)"
    ),
)


@EXISTS_REPAIRED.proof
def tangents_at_both(claim: Claim) -> list[Theorem]:
    """The tangent at w is level; two level tangents would each be below the other."""
    minimum = claim.states[0]
    schemas = [h for h in claim.given if h == STRICTLY_CONVEX]
    critical = [_level(w, V, assume(h)) for h in claim.given if h == CRITICAL]
    above = [instantiate(assume(h), [w, V], [assume(ELSEWHERE)]) for h in schemas]
    higher = combine(minimum.body, [*((1, h) for h in above), *((1, h) for h in critical)])
    back = combine(gt(Inner(w - V, w - V), 0), [(1, assume(ELSEWHERE))])
    below = [instantiate(assume(h), [V, w], [back]) for h in schemas]
    also = _level(V, w, assume(ALSO_CRITICAL))
    lower = combine(gt(flat_cost(w), flat_cost(V)), [*((1, h) for h in below), (1, also)])
    gap, square = flat_cost(V) - flat_cost(w), Inner(V - w, V - w)
    never = combine(gt(-(gap**2), 0), [(higher, lower)])
    near = combine(le(square, 0), [(square / gap**2, never)], facts=[higher])
    far = combine(le(square, 0), [(1, -square)], facts=[le(square, 0)])
    small = cases([near, far], [ELSEWHERE, le(square, 0)])
    return [
        generalize(higher, [V], [ELSEWHERE]),
        generalize(combine(eq(square, 0), [(1, square)], facts=[small]), [V], [ALSO_CRITICAL]),
    ]


def _level(at: Any, other: Any, critical: Theorem) -> Theorem:
    """⟨∇U_t(at), other − at⟩ = 0 at a critical point."""
    x, y, v = vectors("x y v")
    product = identity(eq(Inner(y - x, v), 0), using=[eq(x, y)])
    values = {x: old - at, y: eta * L.gradient(at), v: other - at}
    return instantiate(product, values, [critical])


FLAT_BOTTOM = {L: Lambda(r, r**2 / 2), old: 0, eta: 1, w: 0}


def parabola() -> list[Theorem]:
    """U_t = x²."""
    x, y = real("x y")
    apart = gt((y - x) * (y - x), 0)
    goal = gt(y**2, x**2 + 2 * x * (y - x))
    return [generalize(combine(goal, [(1, assume(apart))]), [x, y], [apart])]


@EXISTS_REPAIRED.instance
def the_origin() -> Any:
    """U_t = x² at 0."""
    return FLAT_BOTTOM, parabola()


@EXISTS_REPAIRED.mutant("hypothesis", undecided="only schemas would fail, and an instance refutes none")
def not_critical(claim: Claim) -> Claim:
    """w need not be critical."""
    return without(claim, CRITICAL)


@EXISTS_REPAIRED.mutant("hypothesis", undecided="only schemas would fail, and an instance refutes none")
def not_convex(claim: Claim) -> Claim:
    """U_t need not be convex."""
    return without(claim, STRICTLY_CONVEX)


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
